"""Pages: parse, one call inward, render."""

from __future__ import annotations
