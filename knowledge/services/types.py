"""The plain values that doors hand to services; doors know the engine only through these names."""

from __future__ import annotations

from knowledge.engine.lineage import Selector
from knowledge.engine.types import Actor, Door, MemoryDraft, MemoryView, SourceRef, StoreOutcome
from knowledge.engine.waiting import explanation

__all__ = ["Actor", "Door", "MemoryDraft", "MemoryView", "Selector", "SourceRef", "StoreOutcome", "explanation"]
