"""Moments in time as doors read and write them."""

from __future__ import annotations

from knowledge.engine.instants import BadInstantError, format_instant, parse_instant

__all__ = ["BadInstantError", "format_instant", "parse_instant"]
