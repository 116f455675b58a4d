"""Which memories nobody has recalled for so long that the archive takes them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from django.db import connection

from knowledge.clock import hub_now
from knowledge.engine import decay
from knowledge.models import Agent, Memory
from knowledge.models.memory import ARCHIVED, BELIEVED
from knowledge.queries.keywords import moments_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from numpy.typing import NDArray

RESTORED_AGAIN: Final = timedelta(days=30)
"""What a person brought back stays at least so long, however faint it is."""
AT_ONCE: Final = 20_000
_DAY: Final = 86_400_000_000
_COLUMNS: Final = "number, agent_id, importance, access_count, recorded_at, COALESCE(last_accessed_at, recorded_at)"
_MAY_FADE: Final = (
    "standing = 'believed' AND importance < 3.0 AND NOT (layer = 'semantic') AND token_count > 0"
    " AND (valid_until IS NULL OR valid_until > %(now)s) AND (expires_at IS NULL OR expires_at > %(now)s)"
)
"""Live rows that the archive may take, as the index for them says it."""
_PAGE: Final = f"""
SELECT {_COLUMNS} FROM knowledge_memory
WHERE {_MAY_FADE} AND recorded_at < %(old)s
  AND (recorded_at > %(after)s OR (recorded_at = %(after)s AND number > %(last)s))
ORDER BY recorded_at, number LIMIT {AT_ONCE}
"""  # noqa: S608 - fixed parts
_SOME: Final = f"SELECT {_COLUMNS}, knowledge_memory.id, fact_key FROM {{among}} WHERE {_MAY_FADE}"  # noqa: S608 - as above
# The rows lead, each found by its number: the index of all that may fade would lead through all of them.
_AMONG: Final = {
    "postgresql": "unnest(%(numbers)s::bigint[]) AS j(value) JOIN knowledge_memory ON number = j.value",
    "sqlite": "json_each(%(numbers)s) j CROSS JOIN knowledge_memory ON number = j.value",
}
_OF_THEM: Final = {
    "postgresql": "memory_id = ANY(%(numbers)s)",
    "sqlite": "memory_id IN (SELECT value FROM json_each(%(numbers)s))",
}
_BEGINNING: Final = datetime(1, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Columns of rows that may fade, one entry each.

    Attributes:
        numbers, agents: int64.
        due: which of them the archive takes.
        retrievability: 0 to 1.
    """

    numbers: NDArray[np.int64]
    agents: NDArray[np.int64]
    due: decay.Mask
    retrievability: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Faded:
    """One memory that the archive would take.

    Attributes:
        id, agent, layer, content: of the memory.
        importance: 0 to 10.
        access_count: recalls.
        recorded_at, last_accessed_at: moments in UTC; None when it was never recalled.
        retrievability: 0 to 1, below 0.05.
    """

    id: str
    agent: str
    layer: str
    content: str
    importance: float
    access_count: int
    recorded_at: datetime
    last_accessed_at: datetime | None
    retrievability: float


@dataclass(frozen=True, slots=True)
class WouldArchive:
    """What the archive would take now: how many memories, and the faintest of them first."""

    total: int
    rows: tuple[Faded, ...]


def pages(now: datetime) -> Iterator[Candidates]:
    """Yield all rows that may fade and are old enough, in the order of their recording, in bounded pages."""
    adapt = connection.ops.adapt_datetimefield_value
    old = adapt(now - timedelta(days=decay.ARCHIVE_AFTER_DAYS))
    after: Any = adapt(_BEGINNING)
    last = 0
    with connection.cursor() as cursor:
        while True:
            cursor.execute(_PAGE, {"now": adapt(now), "old": old, "after": after, "last": last})
            rows = cursor.fetchall()
            if rows:
                yield _candidates(rows, now)
            if len(rows) < AT_ONCE:
                return
            last, after = rows[-1][0], rows[-1][4]


def still_due(numbers: Sequence[int], now: datetime) -> list[tuple[int, str, str]]:
    """Return (number, id, fact key) of those of some rows that the archive takes by what the tables say now."""
    if not numbers:
        return []
    listed: Any = list(numbers) if connection.vendor == "postgresql" else json.dumps(list(numbers))
    with connection.cursor() as cursor:
        statement = _SOME.format(among=_AMONG[connection.vendor])
        cursor.execute(statement, {"now": connection.ops.adapt_datetimefield_value(now), "numbers": listed})
        rows = cursor.fetchall()
        cursor.execute(
            f"SELECT memory_id FROM knowledge_memoryspan WHERE {_OF_THEM[connection.vendor]} AND event = 'restored'"  # noqa: S608 - fixed parts
            " AND at > %(since)s",
            {"numbers": listed, "since": connection.ops.adapt_datetimefield_value(now - RESTORED_AGAIN)},
        )
        kept = {row[0] for row in cursor.fetchall()}
    found = _candidates(rows, now)
    return sorted(
        (row[0], *row[6:]) for row, due in zip(rows, found.due.tolist(), strict=True) if due and row[0] not in kept
    )


def would_archive(
    *, agents: Collection[str] | None = None, limit: int = 50, now: datetime | None = None
) -> WouldArchive:
    """Return what the archive would take if it ran now; nothing changes.

    Args:
        agents: of which agents; None for all.
        limit: memories that are named, 1 to 500.
        now: the moment to look from; None reads the hub clock.
    """
    moment = now or hub_now()
    names = dict(Agent.objects.values_list("pk", "name"))
    wanted = np.array([pk for pk, name in names.items() if agents is None or name in agents], np.int64)
    numbers, values = [np.zeros(0, np.int64)], [np.zeros(0)]
    for page in pages(moment):
        mine = page.due & np.isin(page.agents, wanted)
        numbers.append(page.numbers[mine])
        values.append(page.retrievability[mine])
    number, value = np.concatenate(numbers), np.concatenate(values)
    first = np.lexsort((number, value))[: max(1, min(limit, 500))]
    retrievability = dict(zip(number[first].tolist(), value[first].tolist(), strict=True))
    rows = Memory.objects.filter(number__in=list(retrievability)).order_by("number")
    faded = [
        Faded(
            row.id,
            names[row.agent_id],
            row.layer,
            row.content,
            row.importance,
            row.access_count,
            row.recorded_at,
            row.last_accessed_at,
            retrievability[row.number],
        )
        for row in rows
    ]
    return WouldArchive(int(number.size), tuple(sorted(faded, key=lambda one: (one.retrievability, one.id))))


def count_over(*, before: datetime) -> int:
    """Return how many rows have been in the archive since before a moment."""
    return Memory.objects.filter(standing=ARCHIVED, archived_at__isnull=False, archived_at__lte=before).count()


def is_archivable(memory: Memory) -> bool:
    """Whether the archive may ever take a row."""
    return bool(
        memory.standing == BELIEVED
        and decay.may_fade(importance=memory.importance, semantic=memory.layer == "semantic", exempt=False)
    )


def _candidates(rows: Sequence[tuple[Any, ...]], now: datetime) -> Candidates:
    """Turn columns into a mask; the arithmetic is the engine's."""
    columns = list(zip(*(row[:6] for row in rows), strict=True)) or [()] * 6
    importance, recalls = np.array(columns[2], np.float64), np.array(columns[3], np.float64)
    moment = round(now.timestamp() * 1_000_000)
    age = (moment - moments_of(columns[4])) / _DAY
    idle = (moment - moments_of(columns[5])) / _DAY
    due = decay.due_for_archive(
        age_days=age, idle_days=idle, access_count=recalls, importance=importance, semantic=False, exempt=False
    )
    values = decay.retrievabilities(idle, recalls, importance)
    return Candidates(np.array(columns[0], np.int64), np.array(columns[1], np.int64), due, values)
