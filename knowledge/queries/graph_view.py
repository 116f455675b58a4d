"""The facts of one agent as people look at them in a picture: columns over numbered entities, other names folded.

Unlike the graph that recall uses, this one can be read as of any moment, knows the kind of each memory, and shows a
curator what waits for a decision.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from django.db.models import Min, Q

from knowledge.clock import hub_now
from knowledge.engine.text import normalize_key
from knowledge.engine.types import SourceView
from knowledge.errors import NotFound
from knowledge.models import Agent, EntityAlias, Memory, MemorySource
from knowledge.models.memory import BELIEVED, HELD, QUARANTINED
from knowledge.models.source import REAFFIRMED
from knowledge.queries.views import current, to_view

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from numpy.typing import NDArray

    from knowledge.engine.types import MemoryView

    Numbers = NDArray[np.int64]

LAYERS = ("episodic", "semantic", "procedural")
STANDINGS = (BELIEVED, HELD, QUARANTINED)
"""What the numbers in the columns `layers` and `standings` stand for."""

MOST_MEMORIES = 200
_AT_ONCE = 400
KEPT_ROWS = 200_000
"""Facts kept in memory, over all tables of this process."""
_LEAST_ROWS = 1_000  # a table of fewer counts as this many: there are as many tables as moments one may ask about


@dataclass(frozen=True, slots=True, eq=False)
class FactTable:
    """Facts as columns, one row per memory; entities and predicates are numbered.

    Attributes:
        agent: its name.
        stamp: changes whenever the table could differ.
        numbers: of the memories; those that wait first, each kind ascending.
        keys, names: of the entities: what identifies one, and as it was last written.
        predicate_keys, predicate_names: the same of predicates.
        subjects, predicates, objects: numbers; -1 for a fact without an object.
        trusts: 0 to 1.
        layers, standings: places in `LAYERS` and `STANDINGS`.
        entity_of: number by key, other names included.
        aliases: other names by entity, in order.
        subject_of: whether something is stated about the entity; else it is only ever a value.
    """

    agent: str
    stamp: str
    numbers: Numbers
    keys: tuple[str, ...]
    names: tuple[str, ...]
    predicate_keys: tuple[str, ...]
    predicate_names: tuple[str, ...]
    subjects: Numbers
    predicates: Numbers
    objects: Numbers
    trusts: NDArray[np.float64]
    layers: Numbers
    standings: Numbers
    entity_of: Mapping[str, int]
    aliases: Mapping[int, tuple[str, ...]]
    subject_of: NDArray[np.bool_]

    def find(self, name: str) -> int | None:
        """Return the number of the entity of this name, whatever its case and width; None when there is none."""
        return self.entity_of.get(normalize_key(name))


def fact_table(*, agent: str, curator: bool, at: datetime | None = None, now: datetime | None = None) -> FactTable:
    """Return the facts of an agent that are true at a moment.

    Args:
        agent: its name.
        curator: whether what waits for a decision is shown too.
        at: moment in the world; None means now.
        now: the present; None reads the hub clock.

    Raises:
        NotFound: there is no such agent.
    """
    present = now or hub_now()
    found = Agent.objects.filter(name=agent).values_list("pk", "generation").first()
    if found is None:
        raise NotFound("There is no such agent.")
    number, generation = found
    # Whoever changes facts or names of an agent raises its generation.
    key = (number, generation, curator, at)
    table = _cache.get(key, present)
    if table is None:
        moment = at or present
        table = _read(agent, number, curator=curator, moment=moment, live=at is None, stamp=f"{key} {moment}")
        _cache.put(key, table, None if at else _next_change(number, present))
    return table


def _read(
    agent: str,
    number: int,
    *,
    curator: bool,
    moment: datetime,
    live: bool,
    stamp: str,
) -> FactTable:
    links = list(
        EntityAlias.objects.filter(agent_id=number, standing=BELIEVED)
        .order_by("alias_key")
        .values_list("alias_key", "alias", "canonical_key", "canonical")
    )
    rows = Memory.objects.filter(agent_id=number).exclude(fact_key="")
    shown = current(moment)
    if curator:
        shown |= Q(standing__in=(HELD, QUARANTINED)) & (Q() if live else _holds(moment))
    columns = (
        "number", "subject_key", "subject", "predicate_key", "predicate", "object_key", "object",
        "origin_trust", "layer", "standing",
    )  # fmt: skip
    found = rows.filter(shown).order_by().values_list(*columns)
    # What waits comes first: it gives an entity its spelling only when nothing else does.
    return _table(agent, stamp, sorted(found, key=lambda row: (row[-1] == BELIEVED, row[0])), links)


def _holds(moment: datetime) -> Q:
    return Q(valid_from__lte=moment) & (Q(valid_until__isnull=True) | Q(valid_until__gt=moment))


def _table(agent: str, stamp: str, rows: Iterable[tuple], links: list[tuple[str, str, str, str]]) -> FactTable:  # type: ignore[type-arg]
    """Number entities and predicates in the order they are met; the last spelling is the one shown."""
    folded = {alias: canonical for alias, _, canonical, _ in links}
    names: dict[str, str] = {}
    numbers: dict[str, int] = {}
    predicates: dict[str, int] = {}
    predicate_names: dict[str, str] = {}
    columns: tuple[list[int], list[int], list[int], list[int]] = ([], [], [], [])
    trusts, layers, standings = [], [], []

    def entity(key: str, name: str) -> int:
        whose = folded.get(key)
        if whose is None:
            names[key] = name
            whose = key
        elif whose not in names:
            names[whose] = ""
        return numbers.setdefault(whose, len(numbers))

    for number, subject_key, subject, predicate_key, predicate, object_key, value, trust, layer, standing in rows:
        columns[0].append(entity(subject_key, subject))
        columns[1].append(predicates.setdefault(predicate_key, len(predicates)))
        columns[2].append(entity(object_key, value) if object_key else -1)
        columns[3].append(number)
        predicate_names[predicate_key] = predicate
        trusts.append(trust)
        layers.append(LAYERS.index(layer))
        standings.append(STANDINGS.index(standing))
    others: dict[int, list[str]] = {}
    entity_of: dict[str, int] = dict(numbers)
    for alias_key, alias, canonical_key, canonical in links:
        # The main name may appear in no fact itself.
        if canonical_key in numbers:
            names[canonical_key] = names[canonical_key] or canonical
            entity_of[alias_key] = numbers[canonical_key]
            others.setdefault(numbers[canonical_key], []).append(alias)
    subject_of = np.zeros(len(numbers), np.bool_)
    subjects = np.array(columns[0], np.int64)
    subject_of[subjects] = True
    return FactTable(
        agent=agent,
        stamp=stamp,
        numbers=np.array(columns[3], np.int64),
        keys=tuple(numbers),
        names=tuple(names[key] for key in numbers),
        predicate_keys=tuple(predicates),
        predicate_names=tuple(predicate_names[key] for key in predicates),
        subjects=subjects,
        predicates=np.array(columns[1], np.int64),
        objects=np.array(columns[2], np.int64),
        trusts=np.array(trusts, np.float64),
        layers=np.array(layers, np.int64),
        standings=np.array(standings, np.int64),
        entity_of=entity_of,
        aliases={entity: tuple(found) for entity, found in others.items()},
        subject_of=subject_of,
    )


def memories_of(table: FactTable, places: Sequence[int], *, now: datetime | None = None) -> list[MemoryView]:
    """Return the memories behind some facts of a table, with where each was learned, in the order given.

    Args:
        table: whose facts.
        places: rows of the table, at most 200.
        now: the present; None reads the hub clock.
    """
    wanted = [int(table.numbers[place]) for place in places[:MOST_MEMORIES]]
    rows = {row.number: row for row in Memory.objects.filter(number__in=wanted)}
    sources: dict[int, list[SourceView]] = {}
    for one in MemorySource.objects.filter(memory__in=wanted).exclude(role=REAFFIRMED).order_by("pk"):
        view = SourceView(one.kind, one.session, one.item, one.sequence, one.observed_at, one.role, one.parent or None)
        sources.setdefault(one.memory_id, []).append(view)
    moment = now or hub_now()
    return [
        to_view(rows[number], table.agent, moment, sources=sources.get(number, ()))
        for number in wanted
        if number in rows
    ]


def facts_of(table: FactTable, places: Sequence[int]) -> dict[int, tuple[str, float]]:
    """Return the memory's id and confidence for rows of a table, newest learned first."""
    by_number = {int(table.numbers[place]): place for place in places}
    numbers = sorted(by_number, reverse=True)
    found: dict[int, tuple[str, float]] = {}
    for start in range(0, len(numbers), _AT_ONCE):
        rows = Memory.objects.filter(number__in=numbers[start : start + _AT_ONCE]).order_by("-number")
        found.update(
            (by_number[number], (memory_id, confidence))
            for number, memory_id, confidence in rows.values_list("number", "id", "confidence")
        )
    return found


def _next_change(number: int, now: datetime) -> datetime | None:
    """Return the next moment at which a fact begins, ends or expires without anybody writing."""
    rows = Memory.objects.filter(agent_id=number, standing=BELIEVED).exclude(fact_key="")
    columns = ("valid_from", "valid_until", "expires_at")
    found = rows.aggregate(**{column: Min(column, filter=Q(**{f"{column}__gt": now})) for column in columns})
    return min((moment for moment in found.values() if moment is not None), default=None)


class _Tables:
    """The tables used last, each until time changes it; bounded by their rows."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[object, ...], tuple[FactTable, datetime | None]] = OrderedDict()

    def get(self, key: tuple[object, ...], now: datetime) -> FactTable | None:
        with self._lock:
            found = self._kept.get(key)
            if found is None or (found[1] is not None and found[1] <= now):
                return None
            self._kept.move_to_end(key)
            return found[0]

    def put(self, key: tuple[object, ...], table: FactTable, until: datetime | None) -> None:
        with self._lock:
            # An older generation of the same view is never asked for again.
            for other in [one for one in self._kept if (one[0], one[2], one[3]) == (key[0], key[2], key[3])]:
                del self._kept[other]
            self._kept[key] = (table, until)
            while len(self._kept) > 1 and self._rows() > KEPT_ROWS:
                self._kept.popitem(last=False)

    def _rows(self) -> int:
        return sum(max(len(table.subjects), _LEAST_ROWS) for table, _ in self._kept.values())

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()


_cache = _Tables()


def forget_tables() -> None:
    """Forget the tables that are kept; the next look reads anew."""
    _cache.clear()
