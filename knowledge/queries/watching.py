"""The numbers of the whole hub for whoever watches it.

They come from counters and small indexes, so that asking costs the same for a thousand memories and for a million.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django_q.models import Schedule

from knowledge.models import Job, Memory
from knowledge.models.memory import HELD, QUARANTINED
from knowledge.queries import graph_cache, metrics, vector_cache
from knowledge.queries.jobs import overdue_since

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime


_NEWEST: Final = 500
"""Rows that tell how often statements replace earlier ones: few enough to be read every time somebody asks."""


@dataclass(frozen=True, slots=True)
class JobLag:
    """How a job keeps its time.

    Attributes:
        name: what programs call it.
        late_seconds: how long its next run has been due; 0 when it is not.
        since_done_seconds: how long ago a run came to its end; since the hub has known the job before the first.
        overdue: whether a run is missing.
    """

    name: str
    late_seconds: float
    since_done_seconds: float
    overdue: bool


@dataclass(frozen=True, slots=True)
class Watched:
    """How the hub is doing.

    Attributes:
        agents: how many there are.
        live, total: memories that may be found, and all rows.
        waiting: rows by why they wait for a person, each counted up to 10 000.
        expiry: what runs out within a week and what did within the last, each counted up to 10 000.
        updates: how often the newest statements replaced earlier ones, of the newest 500 rows.
        jobs: by name.
        caches: of this process: cache, and how a question found it, to how often.
    """

    agents: int
    live: int
    total: int
    waiting: Mapping[str, int]
    expiry: metrics.Expiry
    updates: metrics.Updates
    jobs: tuple[JobLag, ...]
    caches: Mapping[tuple[str, str], int]


def watch(*, now: datetime) -> Watched:
    """Read the numbers of the hub, in seven queries."""
    who = metrics.population(None)
    return Watched(
        agents=len(who.agents),
        live=who.live,
        total=who.total,
        waiting={
            standing: Memory.objects.filter(standing=standing).order_by()[: metrics.COUNTED_UP_TO].count()
            for standing in (HELD, QUARANTINED)
        },
        expiry=metrics.expiry(who, now),
        updates=metrics.updates(who, now, most=_NEWEST),
        jobs=_jobs(now),
        caches=_caches(),
    )


def _jobs(now: datetime) -> tuple[JobLag, ...]:
    due = dict(Schedule.objects.values_list("name", "next_run"))
    return tuple(
        JobLag(
            name=job.name,
            late_seconds=_past(due.get(job.title), now),
            since_done_seconds=_past(job.last_done_at or job.known_since, now),
            overdue=overdue_since(job, now) is not None,
        )
        for job in Job.objects.order_by("name")
    )


def _past(moment: datetime | None, now: datetime) -> float:
    return max(timedelta(0), now - moment).total_seconds() if moment is not None else 0.0


def _caches() -> dict[tuple[str, str], int]:
    graph, vectors = graph_cache.cache.usage(), vector_cache.cache.usage()
    return {
        ("graph", "hit"): graph.hits + graph.turned,
        ("graph", "updated"): graph.updated,
        ("graph", "read"): graph.read,
        ("vectors", "hit"): vectors.hits,
        ("vectors", "updated"): vectors.updated,
        ("vectors", "read"): vectors.read,
    }
