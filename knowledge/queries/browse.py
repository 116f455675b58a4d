"""Lists, single rows and batches, all behind one visibility filter."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import F, Q, Sum

from knowledge.clock import hub_now
from knowledge.conf import limits
from knowledge.engine.forms import normalize_key
from knowledge.engine.instants import format_instant
from knowledge.engine.types import MemoryView, SourceView
from knowledge.errors import Invalid, NotFound, TooLarge
from knowledge.models import AccessHit, Agent, Derivation, Memory, MemorySource, MemoryTag
from knowledge.models.memory import ARCHIVED, BELIEVED, HELD, PURGED, QUARANTINED, REJECTED
from knowledge.queries.history import confirmations
from knowledge.queries.views import current, to_view

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from django.db.models import QuerySet

SIGNAL_EVENTS = ("prediction_episodic", "agent_mood")
"""Telemetry: kept apart from memories in every list, so that it never pushes one out."""

COUNTED_UP_TO = 10_000
_MAX_LIMIT = 200
_SUMMARY_LINES = 20

STATES = (
    "current",
    "scheduled",
    "ended",
    "superseded",
    "expired",
    "held",
    "quarantined",
    "archived",
    "purged",
    "rejected",
    "all",
)


@dataclass(frozen=True, slots=True)
class ListFilters:
    """What a list shows. `state` is one of `STATES`; `origin` a class or a whole origin."""

    state: str = "current"
    layer: str | None = None
    tags: tuple[str, ...] = ()
    origin: str | None = None
    subject: str | None = None
    session: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    policy: str | None = None
    signals: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether it asks for everything that is current and nothing else."""
        return self == ListFilters()


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

    Rows that ended or were replaced are the past and may be read; expired ones may not.
    """
    return Q(standing=BELIEVED) & (Q(expires_at__isnull=True) | Q(expires_at__gt=now))


def read(*, agents: frozenset[str] | None, memory_id: str, for_person: bool, now: datetime | None = None) -> MemoryView:
    """Return one memory with its sources, parents and confirmations.

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
        sources=[
            SourceView(
                source.kind,
                source.session,
                source.item,
                source.sequence,
                source.observed_at,
                source.role,
                source.parent or None,
            )
            for source in MemorySource.objects.filter(memory=row).order_by("pk")
        ],
        derived_from=list(Derivation.objects.filter(child=row).order_by("pk").values_list("parent__id", flat=True)),
    )


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
    filters: ListFilters = ListFilters(),
    older_than: str | None = None,
    newer_than: str | None = None,
    limit: int = 50,
    with_total: bool = True,
    now: datetime | None = None,
) -> Page:
    """Return one page of memories, newest learned first; the cost does not depend on the page.

    Args:
        agents: names the caller may see, None for all.
        older_than, newer_than: cursor of a neighbouring page; at most one of them.
        limit: 1 to 200 rows.
    """
    moment = now or hub_now()
    limit = min(max(limit, 1), _MAX_LIMIT)
    matching = apply_filters(_scoped(agents), filters, moment)
    if newer_than is not None:
        rows = list(matching.filter(id__gt=newer_than).order_by("id").select_related("agent")[: limit + 1])
        more_newer, more_older = len(rows) > limit, True
        rows = rows[:limit][::-1]
    else:
        below = matching if older_than is None else matching.filter(id__lt=older_than)
        rows = list(below.order_by("-id").select_related("agent")[: limit + 1])
        more_newer, more_older = older_than is not None, len(rows) > limit
        rows = rows[:limit]
    total, exact = _total(agents, matching, filters, moment) if with_total else (0, False)
    return Page(
        items=tuple(to_view(row, row.agent.name, moment) for row in rows),
        newer=rows[0].id if rows and more_newer else None,
        older=rows[-1].id if rows and more_older else None,
        total=total,
        total_is_exact=exact,
    )


def apply_filters(rows: QuerySet[Memory], filters: ListFilters, now: datetime) -> QuerySet[Memory]:
    """Narrow rows to what the filters ask for."""
    rows = rows.filter(_state(filters.state, now))
    if filters.signals:
        rows = rows.filter(source_event__in=SIGNAL_EVENTS)
    else:
        rows = rows.exclude(source_event__in=SIGNAL_EVENTS)
    if filters.layer:
        rows = rows.filter(layer=filters.layer)
    if filters.policy:
        rows = rows.filter(policy=filters.policy)
    if filters.tags:
        keys = [normalize_key(tag) for tag in filters.tags]
        rows = rows.filter(number__in=MemoryTag.objects.filter(key__in=keys).values("memory"))
    if filters.origin:
        whole = Q(origin=filters.origin)
        rows = rows.filter(whole if ":" in filters.origin else whole | Q(origin__startswith=f"{filters.origin}:"))
    if filters.subject:
        rows = rows.filter(subject_key=normalize_key(filters.subject))
    if filters.session:
        learned = MemorySource.objects.filter(session=filters.session).values("memory")
        rows = rows.filter(number__in=learned)
    if filters.since:
        rows = rows.filter(recorded_at__gte=filters.since)
    if filters.until:
        rows = rows.filter(recorded_at__lt=filters.until)
    return rows


def _state(state: str, now: datetime) -> Q:
    """Return the filter for one state; it agrees with `state_of` row by row."""
    expired = Q(expires_at__lte=now) & (Q(valid_until__isnull=True) | Q(valid_until__gte=F("expires_at")))
    over = Q(valid_until__lte=now) & ~expired
    replaced_or_open = Q(superseded_by__isnull=False) & (
        Q(stated_until__isnull=True) | ~Q(stated_until=F("valid_until"))
    )
    believed = Q(standing=BELIEVED)
    table = {
        "current": current(now),
        "scheduled": believed & Q(valid_from__gt=now) & (Q(valid_until__isnull=True) | Q(valid_until__gt=now)),
        "expired": believed & expired,
        "superseded": believed & over & replaced_or_open,
        "ended": believed & over & ~replaced_or_open,
        "held": Q(standing=HELD),
        "quarantined": Q(standing=QUARANTINED),
        "archived": Q(standing=ARCHIVED),
        "purged": Q(standing=PURGED),
        "rejected": Q(standing=REJECTED),
        "all": Q(),
    }
    if state not in table:
        raise Invalid(f"state must be one of {', '.join(STATES)}.", field="state")
    return table[state]


def _scoped(agents: frozenset[str] | None) -> QuerySet[Memory]:
    if agents is None:
        return Memory.objects.all()
    if len(agents) == 1:
        # One agent's number is looked up first, so that the list's index serves the page.
        agent = Agent.objects.filter(name=next(iter(agents))).values_list("pk", flat=True).first()
        return Memory.objects.filter(agent_id=agent) if agent is not None else Memory.objects.none()
    return Memory.objects.filter(agent__name__in=agents)


def _total(
    agents: frozenset[str] | None, matching: QuerySet[Memory], filters: ListFilters, now: datetime
) -> tuple[int, bool]:
    """Count what the filters match, without reading every row where counters know."""
    if filters.is_plain:
        known = Agent.objects.all() if agents is None else Agent.objects.filter(name__in=agents)
        live = known.aggregate(rows=Sum("live_memories"))["rows"] or 0
        timed = (
            _scoped(agents)
            .filter(token_count__gt=0)
            .filter(Q(valid_until__isnull=False) | Q(expires_at__isnull=False) | Q(valid_from__gt=F("ingested_at")))
        )
        telling = _scoped(agents).filter(current(now), source_event__in=SIGNAL_EVENTS)
        return live - timed.exclude(current(now)).count() - telling.count(), True
    count = matching.order_by()[: COUNTED_UP_TO + 1].count()
    return min(count, COUNTED_UP_TO), count <= COUNTED_UP_TO


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


@dataclass(frozen=True, slots=True)
class Relations:
    """What hangs on a row: made from, made into, and who recalled it lately."""

    parents: tuple[MemoryView, ...]
    children: tuple[MemoryView, ...]
    recalls: tuple[tuple[datetime, str, str, int, float], ...]


def relations(*, agents: frozenset[str] | None, memory_id: str, now: datetime | None = None) -> Relations:
    """Return parents, children and the last 20 recalls (at, actor, door, rank, score) of a row."""
    moment = now or hub_now()
    row = _scoped(agents).filter(id=memory_id).select_related("agent").first()
    if row is None:
        raise NotFound("There is no such memory.")
    parents = Memory.objects.filter(children__child=row).order_by("number")
    children = Memory.objects.filter(parents__parent=row).order_by("number")
    hits = AccessHit.objects.filter(memory=row).select_related("log").order_by("-pk")[:20]
    return Relations(
        tuple(to_view(one, row.agent.name, moment) for one in parents),
        tuple(to_view(one, row.agent.name, moment) for one in children),
        tuple((hit.log.at, hit.log.actor, hit.log.door, hit.rank, hit.score) for hit in hits),
    )
