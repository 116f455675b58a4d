"""The memory itself; knows nothing of people or the web."""

from __future__ import annotations
