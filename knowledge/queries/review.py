"""What a person is shown of a row that waits: the row, what is true in its place now, and a digest of both."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import connection

from knowledge.clock import hub_now
from knowledge.engine.ids import digest
from knowledge.engine.types import SourceView
from knowledge.models import Agent, Derivation, Memory, MemorySource
from knowledge.models.memory import HELD, QUARANTINED
from knowledge.queries.rows import read_rows
from knowledge.queries.views import to_view

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from knowledge.engine.types import MemoryView

WAITING = (HELD, QUARANTINED)
_AT_ONCE = 400
_SOURCES_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Picture:
    """One row as a person judges it.

    Attributes:
        memory: the row with all its fields and sources.
        reason: why it waits.
        in_place: the row that is true where this one would begin, None when nothing is.
        digest: over all that is shown of both; a decision is bound to it.
    """

    memory: MemoryView
    reason: str
    in_place: MemoryView | None
    digest: str


def pictures(
    *, ids: Collection[str], agents: frozenset[str] | None = None, now: datetime | None = None
) -> dict[str, Picture]:
    """Return the pictures of rows by id, whatever their standing; the number of queries does not grow with them.

    Args:
        ids: public ids; unknown and foreign ones are left out.
        agents: names the reader may see, None for all.
        now: moment for the state of each row; None reads the hub clock.
    """
    moment = now or hub_now()
    pairs = _pairs(ids)
    names = dict(Agent.objects.filter(pk__in={row.agent_id for row, _ in pairs}).values_list("pk", "name"))
    if agents is not None:
        pairs = [pair for pair in pairs if names[pair[0].agent_id] in agents]
    numbers = [row.number for row, _ in pairs]
    sources, parents = _sources(numbers), _parents(numbers)
    return {
        row.id: Picture(
            memory=to_view(
                row,
                names[row.agent_id],
                moment,
                sources=sources.get(row.number, ()),
                derived_from=parents.get(row.number, ()),
            ),
            reason=row.standing_reason,
            in_place=None if other is None else to_view(other, names[row.agent_id], moment),
            digest=shown_digest(row, other),
        )
        for row, other in pairs
    }


def shown(ids: Collection[str]) -> dict[str, tuple[str, str]]:
    """Return per row its digest and the id of the row in its place (empty for none); three queries per 400 rows."""
    return {row.id: (shown_digest(row, other), other.id if other is not None else "") for row, other in _pairs(ids)}


def row_in_place(row: Memory, window: Sequence[Memory]) -> Memory | None:
    """Return the row of a fact's axis that holds where another begins; `window` as the axis reads it."""
    before = [one for one in window if one.valid_from <= row.valid_from]
    return _holds(before[-1] if before else None, row)


def shown_digest(row: Memory, in_place: Memory | None) -> str:
    """Return a digest over every field shown of a row.

    A held write is also bound to what it would replace; one in quarantine is not: it finds its place by the rules,
    whatever is true by then. Times of confirmations and counts of recalls may change without making it another choice.
    """
    parts = [
        row.id,
        str(row.agent_id),
        row.layer,
        row.content,
        json.dumps([row.tags, row.metadata], sort_keys=True, ensure_ascii=False),
        repr(row.importance),
        row.subject,
        row.predicate,
        row.object,
        "json" if row.object_is_json else "text",
        row.origin,
        repr(row.origin_trust),
        repr(row.confidence),
        row.valid_from.isoformat(),
        row.stated_until.isoformat() if row.stated_until else None,
        row.policy,
        None if row.ttl_seconds is None else str(row.ttl_seconds),
        row.source_event,
        row.standing,
    ]
    if row.standing == HELD:
        parts += [None] if in_place is None else _of_rival(in_place)
    return digest(*parts)


def _of_rival(row: Memory) -> list[str | None]:
    return [
        row.id,
        row.content,
        row.object,
        row.origin,
        repr(row.origin_trust),
        row.valid_from.isoformat(),
        row.valid_until.isoformat() if row.valid_until else None,
    ]


def _holds(other: Memory | None, row: Memory) -> Memory | None:
    """Return the other row if it holds at the start of this one."""
    if other is None or (other.valid_until is not None and other.valid_until <= row.valid_from):
        return None
    return other


def _pairs(ids: Collection[str]) -> list[tuple[Memory, Memory | None]]:
    """Return rows, each with the believed row of its fact that holds where it would begin."""
    listed = sorted(one for one in set(ids) if "\0" not in one)
    found: list[tuple[Memory, Memory | None]] = []
    for start in range(0, len(listed), _AT_ONCE):
        rows = _rows("id", listed[start : start + _AT_ONCE])
        near = _last_before([row.number for row in rows if row.fact_key])
        beside = {row.number: row for row in _rows("number", sorted(set(near.values())))}
        found += [(row, _holds(beside.get(near.get(row.number, 0)), row)) for row in rows]
    return found


def _rows(column: str, values: Sequence[str] | Sequence[int]) -> list[Memory]:
    if not values:
        return []
    marks = ", ".join(["%s"] * len(values))
    return read_rows(Memory, f"WHERE {column} IN ({marks}) ORDER BY number", list(values))


def _last_before(numbers: Sequence[int]) -> dict[int, int]:
    """Return, by number, which believed row of the same fact begins last at or before a row."""
    if not numbers:
        return {}
    marks = ", ".join(["%s"] * len(numbers))
    with connection.cursor() as cursor:
        # The condition of the partial index has to be repeated letter by letter. Of rows with one start the last has
        # the interval and the others are empty.
        cursor.execute(
            "SELECT m.number, (SELECT a.number FROM knowledge_memory a WHERE a.agent_id = m.agent_id"  # noqa: S608 - marks only
            " AND a.fact_key = m.fact_key AND NOT (a.fact_key = '') AND a.standing = 'believed'"
            " AND a.valid_from <= m.valid_from AND a.number <> m.number ORDER BY a.valid_from DESC,"
            " CASE WHEN a.valid_until = a.valid_from THEN 0 ELSE 1 END DESC, a.number DESC LIMIT 1)"
            f" FROM knowledge_memory m WHERE m.number IN ({marks})",
            list(numbers),
        )
        return {number: near for number, near in cursor.fetchall() if near is not None}


def _sources(numbers: Collection[int]) -> dict[int, list[SourceView]]:
    found: dict[int, list[SourceView]] = {}
    for one in MemorySource.objects.filter(memory__in=numbers).order_by("pk"):
        mine = found.setdefault(one.memory_id, [])
        if len(mine) < _SOURCES_SHOWN:
            mine.append(
                SourceView(one.kind, one.session, one.item, one.sequence, one.observed_at, one.role, one.parent or None)
            )
    return found


def _parents(numbers: Collection[int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    links = Derivation.objects.filter(child__in=numbers).order_by("pk")
    for child, parent in links.values_list("child_id", "parent__id"):
        found.setdefault(child, []).append(parent)
    return found
