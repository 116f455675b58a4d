"""The facts a graph is made of, as columns: read whole, or brought up to date with what changed."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
from django.db import connection

from knowledge.engine import graph
from knowledge.engine.graph import NOTHING, Graph
from knowledge.engine.names import NameIndex
from knowledge.queries.views import NOT_OVER_SQL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from knowledge.engine.graph import Floats, Ints, Numbers

BEGUN = int(np.iinfo(np.int64).min)
"""In place of a start: the fact has begun."""
OPEN = int(np.iinfo(np.int64).max)
"""In place of an end: none is known."""
SLACK = timedelta(seconds=60)
"""Columns hold for moments this much before they were read: another thread may have read its clock a little earlier."""
MOST_SPANS = 20_000
"""So many entries of the second clock, of whatever agent, are looked through for what changed; if there are more, and
if there are more than half as many as facts, everything is read anew."""
_FEW_SPANS = 1_000
_PER_FACT = ("number", "subject", "object", "trust", "starts", "ends")
_BYTES_PER_NAME = 300  # its text, its place in two dictionaries, its words
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

_SHOWN = re.sub(r"\b(standing|valid_until|expires_at)\b", r"m.\1", NOT_OVER_SQL)
# SQLite finds the partial index only when its condition is repeated letter by letter.
_FACT = "m.agent_id = %(agent)s AND NOT (m.fact_key = '')"
_COLUMNS = (
    "m.number, m.subject_key, m.object_key, m.origin_trust,"
    " CASE WHEN m.valid_from > %(now)s THEN m.valid_from END,"
    " CASE WHEN m.valid_until IS NULL OR m.expires_at < m.valid_until THEN m.expires_at ELSE m.valid_until END"
)
_ALL = f"SELECT {_COLUMNS} FROM knowledge_memory m WHERE {_FACT} AND {_SHOWN}"  # noqa: S608 - fixed parts and placeholders
# One statement is one picture: of every row that changed, how it is now, whether it counts, whether it is new, and
# whether something was made from it.
_CHANGED = (
    f"SELECT {_COLUMNS}, s.id, CASE WHEN NOT (m.fact_key = '') AND {_SHOWN} THEN 1 ELSE 0 END,"  # noqa: S608 - as above
    " CASE WHEN EXISTS (SELECT 1 FROM knowledge_memoryspan p WHERE p.memory_id = m.number AND p.id <= %(span)s)"
    " THEN 0 ELSE 1 END,"
    " CASE WHEN EXISTS (SELECT 1 FROM knowledge_derivation d WHERE d.parent_id = m.number) THEN 1 ELSE 0 END"
    " FROM knowledge_memoryspan s CROSS JOIN knowledge_memory m"
    " WHERE m.number = s.memory_id AND s.id > %(span)s AND m.agent_id = %(agent)s"
)
_LAST_SPAN = (
    "SELECT s.id FROM knowledge_memoryspan s CROSS JOIN knowledge_memory m"
    " WHERE m.number = s.memory_id AND m.agent_id = %(agent)s"
    " AND s.id > (SELECT MAX(id) FROM knowledge_memoryspan) - %(most)s ORDER BY s.id DESC LIMIT 1"
)
_LINKS = (
    "SELECT alias_key, canonical_key FROM knowledge_entityalias WHERE agent_id = %(agent)s AND standing = 'believed'"
)


class Lexicon:
    """Numbers of entities and of their other names; it only grows, so older numbers stay good."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.names = NameIndex()
        self._numbers: dict[str, int] = {}

    def numbers(self, keys: Sequence[str]) -> Ints:
        """Return the number of each key; an empty key has none."""
        known = self._numbers
        found = [known.setdefault(key, len(known)) if key else NOTHING for key in keys]
        if len(known) > len(self.keys):
            new = list(islice(known, len(self.keys), None))
            self.names.add(new, len(self.keys))
            self.keys += new
        return np.array(found, np.int32)

    def number(self, key: str) -> int | None:
        """Return the number of a key, None when it has none."""
        return self._numbers.get(key)


@dataclass(frozen=True, slots=True)
class Columns:
    """Every fact that is believed and not over, in the order the hub learned them; whether it has begun is to be asked.

    Attributes:
        generation: of the agent, read before the facts: they are at least as new.
        total: rows the agent had in all by then.
        since: they hold for every moment from this one on; microseconds.
        last_span: newest entry of the agent's second clock that is taken into account, None when that is not known.
        starts, ends: microseconds, or `BEGUN` and `OPEN`.
        links: each other name and what it stands for in the end.
    """

    generation: int
    total: int
    since: int
    last_span: int | None
    number: Numbers
    subject: Ints
    object: Ints
    trust: Floats
    starts: Numbers
    ends: Numbers
    links: tuple[tuple[str, str], ...]
    lexicon: Lexicon

    @classmethod
    def empty(cls, lexicon: Lexicon) -> Columns:
        """Return no facts at all."""
        numbers, ints = np.zeros(0, np.int64), np.zeros(0, np.int32)
        return cls(0, 0, 0, None, numbers, ints, ints, np.zeros(0), numbers, numbers, (), lexicon)

    def only(self, rows: NDArray[np.bool_]) -> Columns:
        """Return some of the facts."""
        columns: dict[str, Any] = {name: getattr(self, name)[rows] for name in _PER_FACT}
        return replace(self, **columns)

    def joined(self, rows: Sequence[tuple[Any, ...]], **rest: Any) -> Columns:
        """Return these facts and those of some rows of `_COLUMNS`, in the order of their numbers.

        Args:
            rows: in any order, perhaps with further columns; none of a fact that is there already.
            rest: everything that does not belong to a fact.
        """
        new: dict[str, Any] = {
            "number": np.array([row[0] for row in rows], np.int64),
            "subject": self.lexicon.numbers([row[1] for row in rows]),
            "object": self.lexicon.numbers([row[2] for row in rows]),
            "trust": np.array([row[3] for row in rows], np.float64),
            "starts": _instants([row[4] for row in rows], BEGUN),
            "ends": _instants([row[5] for row in rows], OPEN),
        }
        columns: dict[str, Any] = {name: np.concatenate((getattr(self, name), new[name])) for name in _PER_FACT}
        order = np.argsort(columns["number"], kind="stable")
        return replace(self, **{name: column[order] for name, column in columns.items()}, **rest)

    @property
    def bytes(self) -> int:
        """Memory they take, roughly."""
        return sum(int(getattr(self, name).nbytes) for name in _PER_FACT) + _BYTES_PER_NAME * len(self.lexicon.keys)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The graph as it is from one moment to another.

    Attributes:
        graph: of the current facts; `entity` is a number of the lexicon.
        place: (names,) place of the entity in the graph that a number of the lexicon stands for, or `NOTHING`.
        begins, ends: microseconds, half-open.
    """

    graph: Graph
    place: Ints
    lexicon: Lexicon
    begins: int
    ends: int

    def holds(self, now: datetime) -> bool:
        """Tell whether it is the graph of a moment."""
        return self.begins <= microseconds(now) < self.ends

    def places(self, numbers: Sequence[int]) -> list[int]:
        """Return the places of names in the graph, each once; those it does not know are left out."""
        size = self.place.size
        found = (int(self.place[one]) for one in numbers if one < size)
        return list(dict.fromkeys(one for one in found if one != NOTHING))

    def key(self, place: int) -> str:
        """Return the key an entity goes by."""
        key: str = self.lexicon.keys[self.graph.entity[place]]
        return key


def microseconds(moment: datetime) -> int:
    """Return a moment as microseconds since 1970."""
    return (moment - _EPOCH) // _MICROSECOND


def moment_of(value: int) -> datetime:
    """Return the moment of a number of microseconds."""
    return _EPOCH + value * _MICROSECOND


def read_all(agent_id: int, now: datetime, *, kept_above: int | None = None) -> Columns:
    """Read all facts of an agent.

    Args:
        agent_id: whose.
        now: they are needed for this moment and later ones.
        kept_above: with more facts than this they are kept, so find out what `read_changes` needs; None never does.
    """
    generation, total = counters(agent_id)
    since = now - SLACK
    is_kept = kept_above is not None and total > kept_above
    last = _rows(_LAST_SPAN, agent=agent_id, most=MOST_SPANS) if is_kept else []
    rows = _rows(_ALL, agent=agent_id, now=_adapted(since))
    links = tuple(_rows(_LINKS, agent=agent_id))
    nothing = Columns.empty(Lexicon())
    return nothing.joined(
        rows,
        generation=generation,
        total=total,
        since=microseconds(since),
        last_span=last[0][0] if last else None,
        links=links,
    )


def read_changes(old: Columns, agent_id: int, now: datetime) -> Columns | None:
    """Bring columns up to date; None when reading everything anew is quicker, or the only way to be sure."""
    if old.last_span is None:
        return None
    (newest,) = _rows("SELECT MAX(id) FROM knowledge_memoryspan")[0]
    if newest is None or newest - old.last_span > min(MOST_SPANS, max(_FEW_SPANS, old.number.size // 2)):
        return None
    generation, total = counters(agent_id)
    since = now - SLACK
    changed = _rows(_CHANGED, agent=agent_id, now=_adapted(since), span=old.last_span)
    latest = {row[0]: row for row in changed}
    if total - old.total != sum(row[8] for row in latest.values()):
        return None  # rows went without leaving a trace: deleted for good, or handed to another agent
    if any(row[9] for row in changed):
        return None  # what was made from a row is trusted less, or again, together with it, and no entry says so
    moment = microseconds(since)
    kept = ~np.isin(old.number, np.fromiter(latest, np.int64, len(latest))) & (old.ends > moment)
    return old.only(kept).joined(
        [row for row in latest.values() if row[7]],
        generation=generation,
        total=total,
        since=max(moment, old.since),
        last_span=max((row[6] for row in changed), default=old.last_span),
        links=tuple(_rows(_LINKS, agent=agent_id)),
    )


def snapshot(columns: Columns, now: datetime) -> Snapshot:
    """Return the graph as it is at a moment, which may not be before the columns hold."""
    moment = microseconds(now)
    shown = (columns.starts <= moment) & (columns.ends > moment)
    lexicon = columns.lexicon
    stands_for = lexicon.numbers([canonical for _, canonical in columns.links])
    others = lexicon.numbers([alias for alias, _ in columns.links])
    # One more than there are names: the last place stands for "nothing", which is number -1.
    fold = np.arange(len(lexicon.keys) + 1, dtype=np.int32)
    fold[-1] = NOTHING
    fold[others] = stands_for
    built = graph.build(
        number=columns.number[shown],
        subject=fold[columns.subject[shown]],
        object_=fold[columns.object[shown]],
        trust=columns.trust[shown],
    )
    place = np.full(fold.size, NOTHING, np.int32)
    place[built.entity] = np.arange(built.entity.size, dtype=np.int32)
    turns = np.concatenate((columns.starts, columns.ends))
    turns = turns[(turns != BEGUN) & (turns != OPEN)]
    return Snapshot(
        graph=built,
        place=place[fold[:-1]],
        lexicon=lexicon,
        begins=max(columns.since, int(turns[turns <= moment].max(initial=BEGUN))),
        ends=int(turns[turns > moment].min(initial=OPEN)),
    )


def counters(agent_id: int) -> tuple[int, int]:
    """Return an agent's generation and how many rows it has in all."""
    found = _rows("SELECT generation, total_memories FROM knowledge_agent WHERE id = %(agent)s", agent=agent_id)
    generation, total = found[0] if found else (0, 0)
    return generation, total


# ------------------------------------------------------------------ parts


def _rows(statement: str, **params: Any) -> list[tuple[Any, ...]]:
    if connection.vendor == "sqlite":
        # Without statistics SQLite would take the index of all believed rows for the better one; there are far more of
        # those than facts. The sign keeps it from looking the column up in any index.
        statement = statement.replace("m.standing", "+m.standing")
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found


def _adapted(moment: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)


def _instants(values: Sequence[datetime | str | None], missing: int) -> Numbers:
    """Read moments as either database gives them, in microseconds: SQLite writes UTC without a zone."""
    found = np.full(len(values), missing, np.int64)
    given = [place for place, value in enumerate(values) if value is not None]
    if not given:
        return found
    moments = [values[place] for place in given]
    if isinstance(moments[0], str):
        found[given] = np.array(moments, "datetime64[us]").astype(np.int64)
    else:
        found[given] = [microseconds(one) for one in moments if isinstance(one, datetime)]
    return found
