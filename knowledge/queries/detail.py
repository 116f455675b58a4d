"""Everything about one memory, for the person who looks at it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from knowledge.clock import hub_now
from knowledge.engine.types import SourceView
from knowledge.errors import NotFound
from knowledge.models import AccessHit, Derivation, Memory, MemorySource, MemorySpan
from knowledge.queries.audit import AuditFilters, AuditView, list_audit
from knowledge.queries.filters import STANDINGS_FOR_CURATORS, STANDINGS_FOR_EVERYONE
from knowledge.queries.forgetting import Forgetting, forgetting
from knowledge.queries.history import SpanView, confirmations
from knowledge.queries.views import to_view

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from knowledge.engine.types import MemoryView

RELATIVES_SHOWN = 50
RECALLS_SHOWN = 20
SPANS_SHOWN = 40
TRAIL_SHOWN = 10
NEWEST_SHOWN, OLDEST_SHOWN, NEIGHBOURS_SHOWN = 3, 1, 2


@dataclass(frozen=True, slots=True)
class Recall:
    """One recall that returned the memory: when, who, through which door, at which place, with which score."""

    at: datetime
    actor: str
    door: str
    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Step:
    """One version of the fact.

    Attributes:
        confirmed: how often it was said again.
        here: whether it is the memory looked at.
        skipped: how many older versions are left out right after it.
    """

    memory: MemoryView
    confirmed: int
    here: bool
    skipped: int


@dataclass(frozen=True, slots=True)
class MemoryDetail:
    """One memory and what hangs on it.

    Attributes:
        memory: with its sources, confirmations and the ids of its parents.
        reason: why it waits for a person; empty otherwise.
        rival: the row that a waiting write would have changed.
        parents, children: at most 50 each, as far as the reader may see them.
        recalls: the newest 20.
        spans: what the hub believed of it and when, oldest first, at most 40.
        steps: versions of its fact, newest first: the newest, the oldest and its neighbours.
        trail: the newest 10 records of the audit about it.
        forgetting: None for a row that agents do not get anyway.
    """

    memory: MemoryView
    reason: str
    rival: MemoryView | None
    parents: tuple[MemoryView, ...]
    children: tuple[MemoryView, ...]
    recalls: tuple[Recall, ...]
    spans: tuple[SpanView, ...]
    steps: tuple[Step, ...]
    trail: tuple[AuditView, ...]
    forgetting: Forgetting | None


def detail(
    *, agents: frozenset[str] | None, memory_id: str, curator: bool = True, now: datetime | None = None
) -> MemoryDetail:
    """Read one memory with everything a person may want to know of it; the number of queries is fixed.

    Args:
        agents: names the reader may see, None for all.
        memory_id: its public id.
        curator: whether rows that wait for a person or were rejected may be shown.

    Raises:
        NotFound: unknown, foreign or not to be seen; the three look alike.
    """
    moment = now or hub_now()
    visible = STANDINGS_FOR_CURATORS if curator else STANDINGS_FOR_EVERYONE
    row = _row(agents, memory_id, visible)
    name = row.agent.name
    related = Memory.objects.filter(agent_id=row.agent_id, standing__in=visible)
    memory = _whole(row, moment)
    rivals = related.filter(id=row.rival) if row.rival else related.none()
    return MemoryDetail(
        memory=memory,
        reason=row.standing_reason if row.rival or memory.state in {"held", "quarantined"} else "",
        rival=next((to_view(one, name, moment) for one in rivals), None),
        parents=_views(related.filter(children__child=row), name, moment),
        children=_views(related.filter(parents__parent=row), name, moment),
        recalls=tuple(
            Recall(hit.log.at, hit.log.actor, hit.log.door, hit.rank, hit.score)
            for hit in AccessHit.objects.filter(memory=row).select_related("log").order_by("-pk")[:RECALLS_SHOWN]
        ),
        spans=_spans(row),
        steps=_steps(row, related, moment),
        trail=list_audit(agents=agents, filters=AuditFilters(target=row.id), limit=TRAIL_SHOWN).items,
        forgetting=forgetting(memory, now=moment),
    )


def by_ids(
    *, agents: frozenset[str] | None, ids: Collection[str], curator: bool = True, now: datetime | None = None
) -> dict[str, MemoryView]:
    """Return the memories with these ids that the reader may see, in one query."""
    moment = now or hub_now()
    rows = Memory.objects.filter(
        id__in=set(ids), standing__in=STANDINGS_FOR_CURATORS if curator else STANDINGS_FOR_EVERYONE
    )
    if agents is not None:
        rows = rows.filter(agent__name__in=agents)
    return {row.id: to_view(row, row.agent.name, moment) for row in rows.select_related("agent")}


def _row(agents: frozenset[str] | None, memory_id: str, visible: Collection[str]) -> Memory:
    rows = Memory.objects.filter(id=memory_id, standing__in=visible)
    if agents is not None:
        rows = rows.filter(agent__name__in=agents)
    row = rows.select_related("agent").first() if memory_id.isascii() and "\0" not in memory_id else None
    if row is None:
        raise NotFound("There is no such memory.")
    return row


def _whole(row: Memory, now: datetime) -> MemoryView:
    sources = MemorySource.objects.filter(memory=row).order_by("pk")[:RELATIVES_SHOWN]
    return to_view(
        row,
        row.agent.name,
        now,
        reaffirmed_by=confirmations([row.number]).get(row.number, ()),
        sources=[
            SourceView(one.kind, one.session, one.item, one.sequence, one.observed_at, one.role, one.parent or None)
            for one in sources
        ],
        derived_from=list(Derivation.objects.filter(child=row).order_by("pk").values_list("parent__id", flat=True)),
    )


def _views(rows: QuerySet[Memory], agent: str, now: datetime) -> tuple[MemoryView, ...]:
    return tuple(to_view(one, agent, now) for one in rows.order_by("number")[:RELATIVES_SHOWN])


def _spans(row: Memory) -> tuple[SpanView, ...]:
    newest = MemorySpan.objects.filter(memory=row).order_by("-at", "-pk")[:SPANS_SHOWN]
    return tuple(
        SpanView(row.id, one.valid_from, one.valid_until, one.expires_at, one.believed, one.at, one.event)
        for one in reversed(newest)
    )


def _steps(row: Memory, related: QuerySet[Memory], now: datetime) -> tuple[Step, ...]:
    """Return the versions of the row's fact, newest first, folded where there are many."""
    if not row.fact_key:
        return ()
    axis = related.filter(fact_key=row.fact_key).exclude(fact_key="")
    order = list(axis.order_by("-valid_from", "-number").values_list("number", flat=True))
    places = _shown(len(order), order.index(row.number))
    found = Memory.objects.in_bulk([order[place] for place in places])
    again = confirmations(found)
    steps = []
    for place, following in zip(places, [*places[1:], len(order)], strict=True):
        one = found[order[place]]
        step = Step(to_view(one, row.agent.name, now), len(again.get(one.number, ())), one.pk == row.pk, 0)
        steps.append(replace(step, skipped=following - place - 1))
    return tuple(steps)


def _shown(total: int, here: int) -> Sequence[int]:
    """Return the places to show of a chain, ascending; a gap of one is not worth a fold."""
    places = {*range(min(NEWEST_SHOWN, total)), *range(max(0, total - OLDEST_SHOWN), total)}
    places |= set(range(max(0, here - NEIGHBOURS_SHOWN), min(total, here + NEIGHBOURS_SHOWN + 1)))
    shown = sorted(places)
    return sorted({*shown, *(place + 1 for place in shown if place + 2 in places)})
