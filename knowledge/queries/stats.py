"""The numbers of one agent, gathered for a program that asks once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from knowledge.clock import hub_now
from knowledge.models import Memory
from knowledge.queries import metrics
from knowledge.queries.totals import count_current

DAY, WEEK = timedelta(days=1), timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Stats:
    """How one agent's memory is doing.

    Attributes:
        current: memories that are true now, without telemetry.
        total: all rows that were ever believed, whatever became of them.
        learned_last_day, learned_last_week: rows learned in the last 24 hours and 7 days.
        expiry: what runs out within a week and what did within the last.
        updates: how often statements replaced earlier ones.
        freshness: how many current rows are how fresh.
        at: the moment of counting.
    """

    agent: str
    current: int
    total: int
    learned_last_day: int
    learned_last_week: int
    expiry: metrics.Expiry
    updates: metrics.Updates
    freshness: metrics.Freshness
    at: datetime


def stats(*, agent: str, now: datetime | None = None) -> Stats:
    """Count; an agent that never wrote has zeros."""
    moment = now or hub_now()
    only = frozenset({agent})
    who = metrics.population(only)
    # A day and the six before it; the end is exclusive, and what was learned at this very moment counts.
    before, day = metrics.learned_between(who, [moment - WEEK, moment - DAY, moment + timedelta(seconds=1)])
    return Stats(
        agent=agent,
        current=count_current(only, moment),
        total=who.total - _never_believed(agent),
        learned_last_day=day,
        learned_last_week=before + day,
        expiry=metrics.expiry(who, moment),
        updates=metrics.updates(who, moment),
        freshness=metrics.freshness(who, moment),
        at=moment,
    )


def _never_believed(agent: str) -> int:
    """Return how many rows wait, or were turned away: numbers must not tell an agent of them."""
    return Memory.objects.filter(agent__name=agent).exclude(standing__in=metrics.LEARNED_STANDINGS).count()
