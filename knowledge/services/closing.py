"""Taking many rows of one agent out of what is live, in few statements: each batch is one short write."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.db import connection

from knowledge.engine.ids import digest
from knowledge.models import MemorySpan
from knowledge.services import audit, bulk, index, vectors

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.models import Agent, Memory
    from knowledge.services.transactions import WriteTransaction

BATCH: Final = 250
"""Rows of one write: so few that nobody notices waiting for it."""
_SPANS: Final = """
INSERT INTO knowledge_memoryspan (memory_id, valid_from, valid_until, expires_at, believed, at, event)
SELECT number, valid_from, valid_until, expires_at, %s, %s, %s FROM knowledge_memory WHERE {among}
"""
_READ: Final = "SELECT token_count, fact_key, subject_key, object_key FROM {named} WHERE agent_id + 0 = %s"


@dataclass(frozen=True, slots=True)
class Closing:
    """What becomes of the rows.

    Attributes:
        assignments: of the columns that change, as SQL with `%s` for `values`; never a caller's text.
        values: as the driver takes them.
        event: what the second clock of each row says; empty when nothing of what it says changes.
        believed: whether they are still believed.
    """

    assignments: str
    values: tuple[Any, ...]
    event: str
    believed: bool


def close(opened: WriteTransaction, agent: Agent, numbers: Sequence[int], closing: Closing) -> None:
    """Change rows of a locked agent and take them out of index, vectors and counters, with a statement for all.

    Args:
        opened: the write.
        agent: locked in it.
        numbers: of the rows, as many as others can wait for; they are looked at under the lock already.
        closing: what becomes of them.
    """
    if not numbers:
        return
    listed = list(numbers)
    among, all_of_them = among_numbers(listed)
    with connection.cursor() as cursor:
        cursor.execute(_READ.format(named=rows_of(listed)[0]), [all_of_them, agent.pk])
        rows = cursor.fetchall()
        cursor.execute(
            f"UPDATE knowledge_memory SET {closing.assignments} token_count = 0 WHERE {among}",  # noqa: S608 - fixed parts
            [*closing.values, all_of_them],
        )
        if closing.event:
            at = connection.ops.adapt_datetimefield_value(opened.now)
            cursor.execute(_SPANS.format(among=among), [closing.believed, at, closing.event, all_of_them])
    index.remove(listed)
    vectors.take_out(listed)
    vectors.take_out_names(agent.pk, {key for _, fact, *keys in rows if fact for key in keys})
    agent.live_memories -= sum(1 for tokens, *_ in rows if tokens)
    agent.live_tokens -= sum(tokens for tokens, *_ in rows)
    agent.live_generation += 1
    if any(fact for _, fact, *_ in rows):
        agent.generation += 1


def rows_of(numbers: Sequence[int]) -> tuple[str, Any]:
    """Return the rows with these numbers as a table that no index of more leads to, and its parameter."""
    if connection.vendor == "postgresql":
        return "unnest(%s::bigint[]) AS j(value) JOIN knowledge_memory ON number = j.value", list(numbers)
    return "json_each(%s) j CROSS JOIN knowledge_memory ON number = j.value", json.dumps(list(numbers))


def among_numbers(numbers: Sequence[int]) -> tuple[str, Any]:
    """Return the condition that a row is one of these, and its parameter: the statement is the same for any number."""
    if connection.vendor == "postgresql":
        return "number = ANY(%s)", list(numbers)
    return "number IN (SELECT value FROM json_each(%s))", json.dumps(list(numbers))


def span_of(row: Memory, at: datetime, event: str) -> MemorySpan:
    """Return the entry of the second clock that says how a believed row stands from a moment on."""
    return bulk.new(
        MemorySpan,
        memory_id=row.number,
        valid_from=row.valid_from,
        valid_until=row.valid_until,
        expires_at=row.expires_at,
        believed=True,
        at=at,
        event=event,
    )


def note(opened: WriteTransaction, actor: Actor, agent: Agent, action: str, ids: Sequence[str]) -> None:
    """Write one line of the audit for a batch: how many rows, the first and the last, and a digest of all."""
    if ids:
        details = {"rows": len(ids), "first": ids[0], "last": ids[-1], "digest": digest(*ids)}
        audit.record(opened, actor, audit.AuditRecord(action, agent=agent.name, details=details))
