"""How the hub is doing, in numbers that cost about the same for a thousand rows and for a million.

What a counter or an index knows is counted; what would need every row is estimated from a sample that
says how large it is.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import F, Q

from knowledge.engine import decay
from knowledge.engine.ids import first_id
from knowledge.errors import NotFound
from knowledge.models import Agent, Memory
from knowledge.models.memory import ARCHIVED, BELIEVED, PURGED, STANDINGS
from knowledge.queries.forgetting import BANDS
from knowledge.queries.newest import MOST_LISTS, newest
from knowledge.queries.views import CURRENT_SQL

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from django.db.models import QuerySet

LEARNED_STANDINGS = (BELIEVED, ARCHIVED, PURGED)
READ_WHOLE_UP_TO = 8_000
"""Live rows of which the freshness is computed one by one; above, from a sample."""
LEAST_PROBES, MOST_PROBES = 4_000, 30_000
WANTED_SAMPLE, SMALLEST_SAMPLE = 400, 100
STATEMENTS_LOOKED_AT = 5_000
COUNTED_UP_TO = 10_000
SOON = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class AgentSize:
    """One agent, as its counters know it: rows in the text index, and all rows."""

    number: int
    name: str
    live: int
    total: int


@dataclass(frozen=True, slots=True)
class Population:
    """The agents looked at. Read once, handed to the other questions.

    Attributes:
        agents: by name.
        whole: whether these are all agents of the hub.
        hub_total: all rows of the hub.
    """

    agents: tuple[AgentSize, ...]
    whole: bool
    hub_total: int

    @property
    def numbers(self) -> tuple[int, ...] | None:
        """Keys of the agents; None for all of the hub."""
        return None if self.whole else tuple(one.number for one in self.agents)

    @property
    def live(self) -> int:
        """Rows in the text index."""
        return sum(one.live for one in self.agents)

    @property
    def total(self) -> int:
        """All rows, whatever their state."""
        return sum(one.total for one in self.agents)

    def only(self, name: str) -> Population:
        """Return one of the agents alone.

        Raises:
            NotFound: it is not among them.
        """
        chosen = tuple(one for one in self.agents if one.name == name)
        if not chosen:
            raise NotFound("There is no such agent.")
        return Population(chosen, whole=False, hub_total=self.hub_total)


def population(agents: frozenset[str] | None) -> Population:
    """Read the counters of the agents a person may see; None for all. One query."""
    rows = Agent.objects.order_by("name").values_list("pk", "name", "live_memories", "total_memories")
    known = [AgentSize(*row) for row in rows]
    return Population(
        tuple(one for one in known if agents is None or one.name in agents),
        whole=agents is None,
        hub_total=sum(one.total for one in known),
    )


def _rows(who: Population) -> QuerySet[Memory]:
    return Memory.objects.all() if who.numbers is None else Memory.objects.filter(agent_id__in=who.numbers)


def learned_between(who: Population, bounds: Sequence[datetime]) -> list[int]:
    """Return how many rows were learned in each interval between neighbouring moments, in one query.

    Ids sort by the moment of learning, so each interval is a stretch of an index.

    Args:
        who: whose rows.
        bounds: moments in ascending order, at least two.
    """
    rows = _rows(who)
    if who.numbers is not None:
        rows = rows.filter(standing__in=LEARNED_STANDINGS)
    return _counts(
        [
            rows.filter(id__gte=first_id("m", start), id__lt=first_id("m", end)).values_list("id")
            for start, end in pairwise(bounds)
        ]
    )


def _counts(lists: Sequence[QuerySet[Memory, Any]]) -> list[int]:
    """Count several querysets in one query."""
    parts: list[str] = []
    params: list[Any] = []
    for rows in lists:
        try:
            sql, values = rows.query.sql_with_params()  # Memory has no order of its own
        except EmptyResultSet:
            parts.append("0")
            continue
        parts.append(f"(SELECT count(*) FROM ({sql}) AS counted)")  # noqa: S608 - a statement built by Django
        params += values
    with connection.cursor() as cursor:
        cursor.execute("SELECT " + ", ".join(parts), params)
        return [int(count) for count in cursor.fetchone()]


@dataclass(frozen=True, slots=True)
class Freshness:
    """How many current rows are how fresh.

    Attributes:
        shares: band to its share, 0 to 1; all 0 when there is nothing.
        looked_at: rows the shares come from.
        sampled: whether these are a sample.
    """

    shares: dict[str, float]
    looked_at: int
    sampled: bool


def freshness(who: Population, now: datetime) -> Freshness:
    """Sort current rows into the bands of the forgetting curve, in one query.

    Up to 8 000 live rows are all read. Of more, a row from every stretch of keys of the hub is: keys
    are given out in order, so that is a fair sample of every agent.
    """
    share = who.live / who.hub_total if who.hub_total else 0.0
    probes = round(min(max(LEAST_PROBES, WANTED_SAMPLE / share if share else 0), MOST_PROBES))
    enough = probes * share >= SMALLEST_SAMPLE or who.live > 2 * READ_WHOLE_UP_TO
    sampled = who.live > READ_WHOLE_UP_TO and enough
    rows = _sample(who, now, probes) if sampled else _all(who, now)
    counts = Counter(_bands(rows, now))
    return Freshness({band: counts[band] / len(rows) if rows else 0.0 for band in BANDS}, len(rows), sampled)


_COLUMNS = "m.recorded_at, m.last_accessed_at, m.access_count, m.importance, m.layer"


def _current_sql() -> str:
    return CURRENT_SQL.replace("standing", "m.standing").replace("valid_", "m.valid_").replace("expires", "m.expires")


def _whose(who: Population) -> str:
    if who.numbers is None:
        return ""
    return f" AND m.agent_id IN ({','.join(str(int(number)) for number in who.numbers) or 'NULL'})"


def _all(who: Population, now: datetime) -> list[tuple[Any, ...]]:
    return _fetch(f"SELECT {_COLUMNS} FROM knowledge_memory m WHERE {_current_sql()}{_whose(who)}", {}, now)  # noqa: S608 - fixed words and numbers


def _sample(who: Population, now: datetime, probes: int) -> list[tuple[Any, ...]]:
    # One row of each stretch of keys, at another place in each: agents that write in turn are met alike.
    return _fetch(
        "WITH RECURSIVE ends(low, high) AS (SELECT (SELECT min(number) FROM knowledge_memory),"  # noqa: S608 - fixed words and numbers
        " (SELECT max(number) FROM knowledge_memory)),"
        " pick(place, step, low, high) AS (SELECT 0, (high - low) / %(probes)s + 1, low, high FROM ends"
        " UNION ALL SELECT place + 1, step, low, high FROM pick WHERE high - (place + 1) * step >= low)"
        f" SELECT {_COLUMNS} FROM pick CROSS JOIN knowledge_memory m"
        f" WHERE m.number = high - place * step - (place * 7919) %% step AND {_current_sql()}{_whose(who)}",
        {"probes": probes},
        now,
    )


def _fetch(sql: str, params: dict[str, Any], now: datetime) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, {**params, "now": connection.ops.adapt_datetimefield_value(now)})
        return list(cursor.fetchall())


def _bands(rows: Sequence[tuple[Any, ...]], now: datetime) -> list[str]:
    if not rows:
        return []
    recorded, recalled, count, importance, layer = zip(*rows, strict=True)
    fresh = [later or first for later, first in zip(recalled, recorded, strict=True)]
    days = (np.datetime64(now.replace(tzinfo=None), "us") - _instants(fresh)) / np.timedelta64(1, "D")
    values = decay.retrievabilities(days, np.asarray(count), np.asarray(importance))
    fades = decay.may_fade(importance=np.asarray(importance), semantic=np.asarray(layer) == "semantic", exempt=False)
    return [decay.band(float(value), fades=bool(one)) for value, one in zip(values, fades, strict=True)]


def _instants(values: Sequence[Any]) -> Any:
    """Return moments as numpy instants in UTC, whichever form the database gave them in."""
    if not isinstance(values[0], str):
        values = [value.replace(tzinfo=None) for value in values]
    return np.array(values, dtype="datetime64[us]")


@dataclass(frozen=True, slots=True)
class Expiry:
    """Rows whose life time ends, each counted up to 10 000: within the next week, and within the last."""

    soon: int
    lately: int


def expiry(who: Population, now: datetime) -> Expiry:
    """Count what expires within a week and what did within the last, in one query."""
    return Expiry(*_counts([_expiring(who, now, now + SOON, now), _expiring(who, now - SOON, now, now)]))


def expiry_by_day(who: Population, now: datetime) -> tuple[int, ...]:
    """Count what expired on each of the last seven days and what does on each of the next, in one query.

    Days are stretches of 24 hours before and after now, the oldest first: the first seven add up to what `expiry`
    says of the last week and the other seven to what it says of the next, as long as none is above 10 000.
    """
    bounds = [now + timedelta(days=place) for place in range(-SOON.days, SOON.days + 1)]
    return tuple(_counts([_expiring(who, start, end, now) for start, end in pairwise(bounds)]))


def _expiring(who: Population, start: datetime, end: datetime, now: datetime) -> QuerySet[Memory, Any]:
    """Return up to 10 000 rows whose life time ends after one moment and not after another; no stretch spans now."""
    stretch = {"expires_at__gt": start, "expires_at__lte": end}
    if start >= now:
        numbers = Agent.objects.all() if who.numbers is None else who.numbers
        rows = Memory.objects.filter(agent__in=numbers, token_count__gt=0, **stretch)
        return rows.values_list("number")[:COUNTED_UP_TO]
    # Not "is believed": that would lead the database to the list of everything that is.
    others = [standing for standing, _ in STANDINGS if standing != BELIEVED]
    rows = Memory.objects.filter(**stretch).exclude(standing__in=others)
    if who.numbers is not None:
        # The same for "of these agents": a sum is not looked up in an index.
        rows = rows.alias(whose=F("agent_id") + 0).filter(whose__in=who.numbers)
    # What was replaced or ended before its time did not expire.
    rows = rows.filter(Q(valid_until__isnull=True) | Q(valid_until__gte=F("expires_at")))
    return rows.values_list("number")[:COUNTED_UP_TO]


@dataclass(frozen=True, slots=True)
class Updates:
    """How often new statements of facts replace earlier ones.

    Attributes:
        statements: statements of facts among the newest 5 000 rows of the last week.
        replaced: how many of them replaced an earlier value.
        looked_at: rows looked at.
        by_day: statements and how many replaced something on each of the last seven stretches of 24 hours, the oldest
            first; all of them together are those counted.
    """

    statements: int
    replaced: int
    looked_at: int
    by_day: tuple[tuple[int, int], ...] = ()

    @property
    def rate(self) -> float | None:
        """Share of the statements that replaced something; None without any statement."""
        return self.replaced / self.statements if self.statements else None


def updates(who: Population, now: datetime, *, most: int = STATEMENTS_LOOKED_AT) -> Updates:
    """Look at the newest rows of the last week, at most so many, in one query."""
    since = first_id("m", now - SOON)
    if who.numbers is None or len(who.numbers) > MOST_LISTS:
        lists = [_rows(who).filter(standing=BELIEVED, id__gte=since)]
    else:
        lists = [Memory.objects.filter(agent_id=one, standing=BELIEVED, id__gte=since) for one in who.numbers]
    rows = newest(lists, limit=most, columns=("fact_key", "supersedes_id"))
    facts = [row for row in rows if row[2]]
    starts = [first_id("m", now - timedelta(days=place)) for place in range(SOON.days - 1, 0, -1)]
    days = [[0, 0] for _ in range(SOON.days)]
    for row in facts:
        day = days[bisect_right(starts, row[0])]
        day[0] += 1
        day[1] += row[3] is not None
    by_day = tuple((stated, replaced) for stated, replaced in days)
    return Updates(len(facts), sum(row[3] is not None for row in facts), len(rows), by_day)
