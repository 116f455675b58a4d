"""Where people read, question and correct the memory."""

from __future__ import annotations
