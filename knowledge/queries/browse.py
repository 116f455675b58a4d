"""Lists, single rows and batches, all behind one visibility filter."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from knowledge.clock import hub_now
from knowledge.conf import limits
from knowledge.engine.instants import format_instant
from knowledge.engine.types import MemoryView, SourceView
from knowledge.errors import Invalid, NotFound, TooLarge
from knowledge.models import Agent, Derivation, Memory, MemorySource
from knowledge.models.memory import BELIEVED
from knowledge.models.source import REAFFIRMED
from knowledge.queries.filters import (
    SIGNAL_EVENTS,
    STANDING_OF,
    STANDINGS_FOR_CURATORS,
    STANDINGS_FOR_EVERYONE,
    STATES,
    ListFilters,
    apply_filters,
)
from knowledge.queries.history import REAFFIRMATIONS_SHOWN, confirmations
from knowledge.queries.newest import MOST_LISTS, newest
from knowledge.queries.totals import COUNTED_UP_TO, count_current, count_up_to
from knowledge.queries.views import to_view

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

__all__ = ["COUNTED_UP_TO", "SIGNAL_EVENTS", "STATES", "ListFilters", "apply_filters"]

_EVERYTHING = ListFilters()
_MAX_LIMIT = 200
_SUMMARY_LINES = 20


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a list, newest learned first.

    Attributes:
        newer, older: cursors of the neighbouring pages; None at either end.
        total: rows the filters match, counted up to 10 000 unless they are the plain ones.
        total_is_exact: whether `total` is the whole count.
    """

    items: tuple[MemoryView, ...]
    newer: str | None
    older: str | None
    total: int
    total_is_exact: bool


def retrievable(now: datetime) -> Q:
    """Return the filter of what an agent may read by id: believed and not expired.

    Rows that ended or were replaced are the past and may be read; expired ones may not. What belongs to a
    conversation has an id that only the conversation was told.
    """
    return Q(standing=BELIEVED) & (Q(expires_at__isnull=True) | Q(expires_at__gt=now))


def read(*, agents: frozenset[str] | None, memory_id: str, for_person: bool, now: datetime | None = None) -> MemoryView:
    """Return one memory with its sources, parents and confirmations; of the latter the newest 20.

    Args:
        agents: names the caller may see, None for all.
        for_person: people see rows of every standing, agents only what they may retrieve.

    Raises:
        NotFound: unknown, foreign or not visible; the three look alike.
    """
    moment = now or hub_now()
    rows = _scoped(agents).filter(id=memory_id)
    if not for_person:
        rows = rows.filter(retrievable(moment))
    row = rows.select_related("agent").first()
    if row is None:
        raise NotFound("There is no such memory.")
    return to_view(
        row,
        row.agent.name,
        moment,
        reaffirmed_by=confirmations([row.number]).get(row.number, ()),
        sources=_sources_of(row),
        derived_from=list(Derivation.objects.filter(child=row).order_by("pk").values_list("parent__id", flat=True)),
    )


def _sources_of(row: Memory) -> list[SourceView]:
    """Return where a row was learned, and the newest of those that only said it again: these may be without end."""
    sources = MemorySource.objects.filter(memory=row)
    again = sources.filter(role=REAFFIRMED).order_by("-pk")[:REAFFIRMATIONS_SHOWN]
    return [
        SourceView(one.kind, one.session, one.item, one.sequence, one.observed_at, one.role, one.parent or None)
        for one in [*sources.exclude(role=REAFFIRMED).order_by("pk"), *reversed(again)]
    ]


@dataclass(frozen=True, slots=True)
class BatchResult:
    """Rows found, in the order asked; ids that are absent, foreign or not visible alike."""

    memories: tuple[MemoryView, ...]
    missing_ids: tuple[str, ...]


def fetch_batch(*, agent: str, ids: Sequence[str], now: datetime | None = None) -> BatchResult:
    """Return up to 100 memories by id in one query.

    Raises:
        Invalid: no id, or one that is not text.
        TooLarge: more than 100 ids.
    """
    most = limits().fetch_ids
    if isinstance(ids, str) or not ids or not all(isinstance(one, str) for one in ids):
        raise Invalid(f"ids must be a list of 1 to {most} memory ids.", field="ids")
    if len(ids) > most:
        raise TooLarge(f"At most {most} ids go in one call.", field="ids")
    moment = now or hub_now()
    asked = list(dict.fromkeys(ids))
    askable = [one for one in asked if "\0" not in one and one.isascii()]
    rows = Memory.objects.filter(retrievable(moment), agent__name=agent, id__in=askable)
    found = {row.id: to_view(row, agent, moment) for row in rows}
    return BatchResult(
        tuple(found[one] for one in asked if one in found),
        tuple(one for one in asked if one not in found),
    )


def list_memories(
    *,
    agents: frozenset[str] | None,
    filters: ListFilters = _EVERYTHING,
    older_than: str | None = None,
    newer_than: str | None = None,
    limit: int = 50,
    with_total: bool = True,
    curator: bool = True,
    now: datetime | None = None,
) -> Page:
    """Return one page of memories, newest learned first; the cost does not depend on the page.

    Args:
        agents: names the caller may see, None for all.
        older_than, newer_than: cursor of a neighbouring page; at most one of them.
        limit: 1 to 200 rows.
        curator: whether rows that wait for a person or were rejected may be shown.
    """
    moment = now or hub_now()
    limit = min(max(limit, 1), _MAX_LIMIT)
    scope = _Scope.of(agents, filters, curator=curator)
    lists = [apply_filters(rows, filters, moment, agents=scope.numbers) for rows in scope.lists()]
    if newer_than is not None:
        found = _page_of([rows.filter(id__gt=newer_than) for rows in lists], limit + 1, oldest_first=True)
        more_newer, more_older = len(found) > limit, True
        found = found[:limit][::-1]
    else:
        below = lists if older_than is None else [rows.filter(id__lt=older_than) for rows in lists]
        found = _page_of(below, limit + 1)
        more_newer, more_older = older_than is not None, len(found) > limit
        found = found[:limit]
    total, exact = (0, False) if not with_total else _total(agents, scope, filters, moment)
    return Page(
        items=tuple(to_view(row, row.agent.name, moment) for row in found),
        newer=found[0].id if found and more_newer else None,
        older=found[-1].id if found and more_older else None,
        total=total,
        total_is_exact=exact,
    )


def _page_of(lists: Sequence[QuerySet[Memory]], limit: int, *, oldest_first: bool = False) -> list[Memory]:
    """Return the newest or oldest rows of lists that do not overlap, in order."""
    order = "id" if oldest_first else "-id"
    if len(lists) == 1:
        return list(lists[0].order_by(order).select_related("agent")[:limit])
    numbers = [number for _, number in newest(lists, limit=limit, oldest_first=oldest_first)]
    return list(Memory.objects.filter(number__in=numbers).order_by(order).select_related("agent"))


@dataclass(frozen=True, slots=True)
class _Scope:
    """Whose rows, and of which standings.

    Attributes:
        numbers: of the agents; None for all.
        standings: None for all.
    """

    numbers: tuple[int, ...] | None
    standings: tuple[str, ...] | None

    @classmethod
    def of(cls, agents: Collection[str] | None, filters: ListFilters, *, curator: bool) -> _Scope:
        """Read which agents exist, unless every row is meant."""
        visible = STANDINGS_FOR_CURATORS if curator else STANDINGS_FOR_EVERYONE
        standings = visible if filters.state == "all" else tuple({STANDING_OF.get(filters.state, BELIEVED)})
        if any(one not in visible for one in standings):
            return cls((), standings)
        if agents is None and not filters.signals:
            return cls(None, None if standings == STANDINGS_FOR_CURATORS else standings)
        # Telemetry has an index by agent, so the lists of all agents are joined there.
        known = Agent.objects.all() if agents is None else Agent.objects.filter(name__in=agents)
        return cls(tuple(known.values_list("pk", flat=True)), standings)

    def rows(self) -> QuerySet[Memory]:
        """Return all of them."""
        rows = Memory.objects.all() if self.numbers is None else Memory.objects.filter(agent_id__in=self.numbers)
        return rows if self.standings is None else rows.filter(standing__in=self.standings)

    def lists(self) -> list[QuerySet[Memory]]:
        """Return them as lists that an index holds in the order of pages."""
        if self.numbers is None or self.standings is None:
            return [self.rows()]
        if len(self.numbers) * len(self.standings) > MOST_LISTS:
            return [self.rows()]
        return [
            Memory.objects.filter(agent_id=number, standing=standing)
            for number in self.numbers
            for standing in self.standings
        ]


def _scoped(agents: frozenset[str] | None) -> QuerySet[Memory]:
    if agents is None:
        return Memory.objects.all()
    if len(agents) == 1:
        # One agent's number is looked up first, so that the list's index serves the page.
        agent = Agent.objects.filter(name=next(iter(agents))).values_list("pk", flat=True).first()
        return Memory.objects.filter(agent_id=agent) if agent is not None else Memory.objects.none()
    return Memory.objects.filter(agent__name__in=agents)


def _total(agents: Collection[str] | None, scope: _Scope, filters: ListFilters, now: datetime) -> tuple[int, bool]:
    if filters.is_plain:
        return count_current(agents, now, signals=filters.signals, sessions=filters.sessions), True
    return count_up_to(apply_filters(scope.rows(), filters, now, agents=scope.numbers))


def recent(*, agent: str, limit: int = 10, now: datetime | None = None) -> tuple[MemoryView, ...]:
    """Return the newest learned memories that are current; 1 to 100."""
    page = list_memories(agents=frozenset({agent}), limit=min(max(limit, 1), 100), with_total=False, now=now)
    return page.items


def summarize(*, agent: str, since: datetime, until: datetime, now: datetime | None = None) -> str:
    """Return a deterministic summary of what was recorded in a window of time.

    Counts by layer and the most important memories, at most 20 lines; says so when there is nothing.
    """
    if until <= since:
        raise Invalid("until must be later than since.", field="until")
    moment = now or hub_now()
    filters = ListFilters(since=since, until=until)
    rows = apply_filters(_scoped(frozenset({agent})), filters, moment)
    counts = Counter(dict(_count_by_layer(rows)))
    window = f"{format_instant(since)} to {format_instant(until)}"
    if not counts:
        return f"Nothing was found from {window}."
    parts = ", ".join(f"{counts[layer]} {layer}" for layer in sorted(counts))
    lines = [f"{sum(counts.values())} memories from {window}: {parts}."]
    for row in rows.order_by("-importance", "-id")[:_SUMMARY_LINES]:
        text = " ".join(row.content.split())
        lines.append(f"- [{row.recorded_at:%Y-%m-%d}] {text[:200]}")
    return "\n".join(lines)


def _count_by_layer(rows: QuerySet[Memory]) -> list[tuple[str, int]]:
    counted: Counter[str] = Counter()
    for layer in ("episodic", "semantic", "procedural"):
        number = rows.filter(layer=layer).count()
        if number:
            counted[layer] = number
    return list(counted.items())
