"""What the overview tells, read in a handful of queries whatever the hub holds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from curation.queries.waiting import RequestView, ages, soonest
from knowledge.queries import metrics
from knowledge.queries.audit import AuditFilters, AuditView, list_audit
from knowledge.queries.detail import by_ids

if TYPE_CHECKING:
    from knowledge.engine.types import MemoryView

DAYS = 30
WAITING_SHOWN = 5
CHANGES_SHOWN = 6
_MEMORY = "m_"


@dataclass(frozen=True, slots=True)
class Waiting:
    """One request that waits: what would become true, and what is true now; no claim where it is about no memory."""

    request: RequestView
    claim: MemoryView | None
    rival: MemoryView | None


@dataclass(frozen=True, slots=True)
class Change:
    """One record of the audit and, if the reader may see it, the memory it is about."""

    event: AuditView
    memory: MemoryView | None


@dataclass(frozen=True, slots=True)
class Overview:
    """Everything on the page.

    Attributes:
        visible: all agents the person may see.
        shown: those looked at.
        waiting: the soonest deadlines first; empty for viewers, who decide nothing.
        waiting_count: how many wait in all.
        days: beginning of each of the last 30 days in the viewer's zone, oldest first; the last is today.
        learned: rows learned on each of these days.
        expiring: rows whose life time ended on each of the last seven stretches of 24 hours and ends on each of the
            next, the oldest first.
        ages: how many of what waits was raised how long ago; empty for viewers.
        changes: newest first.
    """

    visible: metrics.Population
    shown: metrics.Population
    waiting: tuple[Waiting, ...]
    waiting_count: int
    days: tuple[datetime, ...]
    learned: tuple[int, ...]
    freshness: metrics.Freshness
    expiring: tuple[int, ...]
    ages: dict[str, int]
    updates: metrics.Updates
    changes: tuple[Change, ...]
    now: datetime


def overview(*, agents: frozenset[str] | None, agent: str, curator: bool, today: datetime, now: datetime) -> Overview:
    """Read the overview of one agent, or of all that a person may see.

    Args:
        agents: names the person may see, None for all.
        agent: the one chosen, empty for all of them.
        curator: whether the person decides what waits.
        today: beginning of the present day in the person's time zone.
        now: present moment.

    Raises:
        NotFound: the chosen agent is not among them.
    """
    visible = metrics.population(agents)
    shown = visible.only(agent) if agent else visible
    names = frozenset({agent}) if agent else agents
    requests, count = soonest(agents=names, limit=WAITING_SHOWN, now=now) if curator else ([], 0)
    events = list_audit(agents=names, filters=AuditFilters(), limit=CHANGES_SHOWN).items
    ids = {one for request in requests for one in (*request.memories, *request.rivals)}
    ids |= {event.target for event in events if event.target.startswith(_MEMORY)}
    memories = by_ids(agents=agents, ids=ids, curator=curator, now=now)
    days = tuple(today - timedelta(days=DAYS - 1 - place) for place in range(DAYS))
    return Overview(
        visible=visible,
        shown=shown,
        waiting=tuple(_waiting(request, memories) for request in requests),
        waiting_count=count,
        days=days,
        learned=tuple(metrics.learned_between(shown, [*days, now + timedelta(days=1)])),
        freshness=metrics.freshness(shown, now),
        expiring=metrics.expiry_by_day(shown, now),
        ages=ages(agents=names, now=now) if curator and count else {},
        updates=metrics.updates(shown, now),
        changes=tuple(Change(event, memories.get(event.target)) for event in events),
        now=now,
    )


def _waiting(request: RequestView, memories: dict[str, MemoryView]) -> Waiting:
    rival = memories.get(request.rivals[0]) if request.rivals else None
    return Waiting(request, memories.get(request.memories[0]), rival)
