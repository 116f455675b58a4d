"""Where memories were learned, as rows that are not yet tied to a memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.engine.ids import digest
from knowledge.models import MemorySource

if TYPE_CHECKING:
    from knowledge.engine.types import SourceRef


def source_row_of(source: SourceRef, content: str, role: str) -> MemorySource:
    """Return a source of a text, not yet tied to a memory."""
    return MemorySource(
        kind=source.kind,
        session=source.session,
        item=source.item,
        sequence=source.sequence,
        observed_at=source.observed_at,
        content_digest=digest(content),
        role=role,
    )


def copied_source(source: MemorySource, *, role: str, parent: str) -> MemorySource:
    """Return a copy of a source, to be tied to another memory."""
    return MemorySource(
        kind=source.kind,
        session=source.session,
        item=source.item,
        sequence=source.sequence,
        observed_at=source.observed_at,
        content_digest=source.content_digest,
        role=role,
        parent=parent,
    )
