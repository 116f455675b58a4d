"""Where memories were learned, as rows that are not yet tied to a memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.engine.ids import digest
from knowledge.engine.lineage import block_keys
from knowledge.engine.types import SourceRef
from knowledge.models import MemorySource
from knowledge.models.source import INHERITED
from knowledge.services import bulk

if TYPE_CHECKING:
    from collections.abc import Iterable

    from knowledge.models import Memory


def source_row_of(source: SourceRef, content: str, role: str) -> MemorySource:
    """Return a source of a text, not yet tied to a memory."""
    return bulk.new(
        MemorySource,
        kind=source.kind,
        session=source.session,
        item=source.item,
        sequence=source.sequence,
        observed_at=source.observed_at,
        content_digest=digest(content),
        role=role,
    )


def source_rows_of(source: SourceRef, content: str, role: str) -> list[MemorySource]:
    """Return a source of a text, and the turn in which it was learned from there when the host names it."""
    own = source_row_of(source, content, role)
    if not source.turn:
        return [own]
    turn = SourceRef("tool_turn", source.session, source.turn, observed_at=source.observed_at)
    return [own, source_row_of(turn, content, role)]


def key_of(source: SourceRef) -> str:
    """Return a digest of a source, equal for every spelling of it; empty for one that names no message of its own."""
    found = block_keys(source.kind, source.session, source.item) if source.item else ()
    return digest(found[0].family, found[0].session, found[0].item) if found else ""


def new_sources(memory: Memory, rows: Iterable[MemorySource]) -> list[MemorySource]:
    """Return those sources that name something and that a stored row does not have yet."""
    named = [row for row in rows if row.item]
    if not named or memory.number is None:  # what this write has added itself, the ledger knows
        return named
    known = set(MemorySource.objects.filter(memory=memory).values_list("kind", "session", "item"))
    return [row for row in named if (row.kind, row.session, row.item) not in known]


def copied_source(source: MemorySource, *, role: str, parent: str) -> MemorySource:
    """Return a copy of a source, to be tied to another memory."""
    return bulk.new(
        MemorySource,
        kind=source.kind,
        session=source.session,
        item=source.item,
        sequence=source.sequence,
        observed_at=source.observed_at,
        content_digest=source.content_digest,
        role=role,
        parent=parent,
    )


def inherited_sources(parents: Iterable[Memory]) -> list[MemorySource]:
    """Return what a memory made from others takes over from them, each source once.

    Parents often share sources. Taken over as often as they come, memories made from memories would have twice as
    many with every step.
    """
    found: dict[tuple[str, str, str, int | None], MemorySource] = {}
    for parent in parents:
        for source in parent.sources.all():
            key = (source.kind, source.session, source.item, source.sequence)
            found.setdefault(key, copied_source(source, role=INHERITED, parent=parent.id))
    return list(found.values())
