"""Pure readers of the formats memories are imported from: bytes in, drafts and problems out."""

from __future__ import annotations
