"""Everything of one agent, a few rows at a time, whatever state it is in."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from knowledge.engine import exchange
from knowledge.errors import NotFound
from knowledge.models import Agent, Derivation, EntityAlias, Memory, MemorySource, MemorySpan, Reaffirmation
from knowledge.models.memory import SIGNAL_EVENTS
from knowledge.queries.rows import read_rows
from knowledge.queries.views import state_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from django.db.models import Model

_AT_ONCE = 500
_PARTS: dict[str, type[Model]] = {"spans": MemorySpan, "confirmations": Reaffirmation, "sources": MemorySource}


class Exported(NamedTuple):
    """One memory of an export.

    Attributes:
        memory: the row.
        fields: its columns and all that belongs to it, as JSON values.
        is_current: whether a search could find it now.
    """

    memory: Memory
    fields: dict[str, Any]
    is_current: bool


def agent_of(name: str) -> Agent:
    """Return an agent.

    Raises:
        NotFound: there is none of this name.
    """
    found = Agent.objects.filter(name=name).first()
    if found is None:
        raise NotFound("There is no such agent.")
    return found


def every_memory(agent: Agent, now: datetime) -> Iterator[Exported]:
    """Yield every row of an agent in the order the hub learned them; read it inside one picture.

    Args:
        agent: whose.
        now: the moment at which a row counts as current.
    """
    after = 0
    while True:
        rows = read_rows(
            Memory, f"WHERE agent_id = %s AND number > %s ORDER BY number LIMIT {_AT_ONCE}", [agent.pk, after]
        )
        if not rows:
            return
        after = rows[-1].number
        numbers = [row.number for row in rows]
        parts = {name: _parts(model, numbers, exchange.PARTS[name]) for name, model in _PARTS.items()}
        parents = _parents(numbers)
        for row in rows:
            fields = exchange.memory_fields(row) | {"agent": agent.name}
            fields |= {name: found[row.number] for name, found in parts.items() if found[row.number]}
            if row.number in parents:
                fields["derived_from"] = parents[row.number]
            is_current = state_of(row, now) == "current" and row.source_event not in SIGNAL_EVENTS
            yield Exported(row, fields, is_current)


def _parts(model: type[Model], numbers: list[int], columns: dict[str, str]) -> defaultdict[int, list[dict[str, Any]]]:
    found: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    marks = ",".join(["%s"] * len(numbers))
    for part in read_rows(model, f"WHERE memory_id IN ({marks}) ORDER BY id", numbers):
        found[part.memory_id].append(exchange.fields_of(part, columns))  # type: ignore[attr-defined]  # all three belong to a memory
    return found


def _parents(numbers: list[int]) -> dict[int, list[str]]:
    found: defaultdict[int, list[str]] = defaultdict(list)
    pairs = Derivation.objects.filter(child__in=numbers).order_by("parent__number")
    for child, parent in pairs.values_list("child", "parent__id"):
        found[child].append(parent)
    return dict(found)


def every_alias(agent: Agent) -> Iterator[dict[str, Any]]:
    """Yield every other name of an agent's entities, in the order they were said."""
    for row in EntityAlias.objects.filter(agent=agent).order_by("pk").iterator(chunk_size=_AT_ONCE):
        yield exchange.fields_of(row, exchange.ALIAS_COLUMNS) | {exchange.RECORD: exchange.ALIAS}
