"""A small invented world that fills an empty hub, so that every page has something to show."""

from __future__ import annotations
