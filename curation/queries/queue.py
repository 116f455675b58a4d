"""The queue: what waits for a decision, by deadline, with filters and the number behind each of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Case, CharField, Count, Exists, Min, OuterRef, Q, Value, When

from curation.models import PENDING, ApprovalItem, ApprovalRequest
from curation.queries.cards import MEMORY, alias_numbers
from knowledge.clock import hub_now
from knowledge.engine.instants import BadInstantError, format_instant, parse_instant
from knowledge.errors import Invalid
from knowledge.queries.aliases import AliasView, aliases_by_id
from knowledge.queries.review import pictures

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from django.db.models import QuerySet

    from knowledge.engine.types import MemoryView

HIGH, MEDIUM, LOW = RISKS = ("high", "medium", "low")
RISK_OF = {
    "injection": HIGH,
    "spread": HIGH,
    "guard_failed": HIGH,
    "burst": MEDIUM,
    "drip": MEDIUM,
    "less_trusted": MEDIUM,
    "look_alike": MEDIUM,
    "touches_trusted": MEDIUM,
    "less_certain": LOW,
    "below_threshold": LOW,
}
"""How much harm a wrong approval may do, by the reason something waits; any other reason is medium."""
FRESH, TODAY, OLDER = AGES = ("under_1_hour", "under_1_day", "older")
FACETS = ("kind", "agent", "origin", "reason", "risk", "age")
FACET_VALUES = 20
MOST_AT_ONCE = 1_000
_MAX_LIMIT = 200


@dataclass(frozen=True, slots=True)
class QueueFilters:
    """What the list shows; an empty word filters nothing.

    Attributes:
        kind, agent, origin, reason: equal to these.
        risk: one of `RISKS`.
        age: one of `AGES`, since it was raised.
    """

    kind: str = ""
    agent: str = ""
    origin: str = ""
    reason: str = ""
    risk: str = ""
    age: str = ""

    @property
    def is_active(self) -> bool:
        """Whether anything is filtered."""
        return any(getattr(self, one.name) for one in fields(self))


@dataclass(frozen=True, slots=True)
class QueueEntry:
    """One card in the list, with its first item.

    Attributes:
        risk: one of `RISKS`.
        count: how often the same claim was made.
        items, waiting: how many items it has, and how many of them nobody has decided.
        last_error: why the last decision failed; empty when none did.
        first: name of the first item that waits.
        memory, in_place: the row it is about and what is true in its place now; None for another name.
        alias: another name that waits; None for a memory.
    """

    id: str
    kind: str
    agent: str
    status: str
    reason: str
    risk: str
    origin: str
    count: int
    items: int
    waiting: int
    raised_by: str
    raised_by_kind: str
    created_at: datetime
    expires_at: datetime
    last_error: str
    first: str
    memory: MemoryView | None
    in_place: MemoryView | None
    alias: AliasView | None


@dataclass(frozen=True, slots=True)
class FacetValue:
    """One value of a filter, how many cards it would leave with all other filters on, and whether it is chosen."""

    value: str
    count: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class QueuePage:
    """One page of the queue, the soonest deadline first.

    Attributes:
        total: how many cards the filters leave in all.
        waiting: how many wait whatever the filters.
        facets: by name of the filter (`FACETS`), the most frequent values first, at most 20 of each.
        next: cursor of the following page, None on the last.
        groups: how many cards wait of each sort.
    """

    entries: tuple[QueueEntry, ...]
    total: int
    waiting: int
    facets: dict[str, tuple[FacetValue, ...]]
    next: str | None
    groups: tuple[tuple[QueueFilters, int], ...] = ()

    def count(self, filters: QueueFilters) -> int:
        """Return how many cards other filters would leave."""
        return sum(cards for group, cards in self.groups if _fits(group, filters))


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a person is.

    Attributes:
        left: cards that wait.
        soonest: the next deadline, None when nothing waits.
        done: requests that people decided today; one whose decision was undone counts no more.
        mine: those of them that this person decided.
    """

    left: int
    soonest: datetime | None
    done: int
    mine: int


@dataclass(frozen=True, slots=True)
class Weight:
    """What a bulk decision would let in: items by how far their rows are trusted, and by risk of their card."""

    requests: int
    items: int
    by_trust: dict[str, int]
    by_risk: dict[str, int]


def queue(
    *,
    agents: Collection[str] | None,
    filters: QueueFilters | None = None,
    cursor: str | None = None,
    limit: int = 50,
    now: datetime | None = None,
) -> QueuePage:
    """Return one page of what waits; the number of queries is fixed.

    Args:
        agents: names the person may see; None for all, and then also cards that reach several agents.
        filters: what to show.
        cursor: `next` of the page before.
        limit: 1 to 200.
        now: present moment; None reads the hub clock.

    Raises:
        Invalid: the cursor is none of ours.
    """
    moment = now or hub_now()
    chosen = filters or QueueFilters()
    limit = min(max(limit, 1), _MAX_LIMIT)
    groups = _groups(agents, moment)
    rows = _matching(agents, chosen, moment)
    if cursor:
        rows = rows.filter(_behind(cursor))
    found = list(rows.order_by("expires_at", "id")[: limit + 1])
    shown = found[:limit]
    return QueuePage(
        entries=tuple(entries(shown, agents=agents, now=moment)),
        total=sum(count for group, count in groups if _fits(group, chosen)),
        waiting=sum(count for _, count in groups),
        facets={name: _facet(name, groups, chosen) for name in FACETS},
        next=_cursor(shown[-1]) if len(found) > limit else None,
        groups=tuple(groups),
    )


def matching_ids(
    *, agents: Collection[str] | None, filters: QueueFilters, now: datetime | None = None
) -> tuple[str, ...]:
    """Return the ids of all requests that the filters leave, the soonest deadline first, at most 1 000."""
    rows = _matching(agents, filters, now or hub_now())
    return tuple(rows.order_by("expires_at", "id").values_list("id", flat=True)[:MOST_AT_ONCE])


def progress(
    *, agents: Collection[str] | None, user_id: int | None, today: datetime, now: datetime | None = None
) -> Progress:
    """Count what is left and what was done today.

    Args:
        agents: names the person may see, None for all.
        user_id: the person.
        today: beginning of the present day in the person's zone.
        now: present moment; None reads the hub clock.
    """
    left = pending(agents, now or hub_now()).aggregate(left=Count("id"), soonest=Min("expires_at"))
    stands = ApprovalItem.objects.filter(request=OuterRef("pk")).exclude(status=PENDING)
    done = scoped(agents).filter(
        Exists(stands.exclude(effect__has_key="undone")), decided_at__gte=today, decided_by_user__isnull=False
    )
    counts = done.aggregate(done=Count("id"), mine=Count("id", filter=Q(decided_by_user=user_id)))
    return Progress(left["left"], left["soonest"], counts["done"], counts["mine"])


def weigh(*, agents: Collection[str] | None, ids: Collection[str], now: datetime | None = None) -> Weight:
    """Count what deciding some requests at once would be about; two queries and three per 400 items.

    Args:
        agents: names the person may see, None for all.
        ids: of requests; those that do not wait are left out.
        now: present moment; None reads the hub clock.
    """
    moment = now or hub_now()
    risks = dict(pending(agents, moment).filter(pk__in=_clean(ids)).values_list("pk", "reason"))
    items = ApprovalItem.objects.filter(request__in=list(risks), status=PENDING).values_list("request_id", "memory")
    listed = list(items)
    rows = pictures(ids=[item for _, item in listed if item.startswith(MEMORY)], now=moment)
    trust = Counter(f"{rows[item].memory.origin_trust:.1f}" for _, item in listed if item in rows)
    return Weight(
        requests=len(risks),
        items=len(listed),
        by_trust=dict(sorted(trust.items())),
        by_risk=dict(Counter(risk_of(risks[request]) for request, _ in listed)),
    )


def risk_of(reason: str) -> str:
    """Return how much harm a wrong approval may do."""
    return RISK_OF.get(reason, MEDIUM)


def entries(rows: Sequence[ApprovalRequest], *, agents: Collection[str] | None, now: datetime) -> Iterable[QueueEntry]:
    """Turn requests into cards of a list, whatever their status; five queries however many there are."""
    counts, firsts = _items_of([row.pk for row in rows])
    names = list(firsts.values())
    visible = None if agents is None else frozenset(agents)
    found = pictures(ids=[name for name in names if name.startswith(MEMORY)], agents=visible, now=now)
    aliases = aliases_by_id(alias_numbers(names))
    for row in rows:
        name = firsts.get(row.pk, "")
        picture = found.get(name)
        items, waiting = counts.get(row.pk, (0, 0))
        yield QueueEntry(
            id=row.pk,
            kind=row.kind,
            agent=row.agent,
            status="expired" if row.status == PENDING and row.expires_at <= now else row.status,
            reason=row.reason,
            risk=risk_of(row.reason),
            origin=row.origin,
            count=row.count,
            items=items,
            waiting=waiting,
            raised_by=row.raised_by,
            raised_by_kind=row.raised_by_kind,
            created_at=row.created_at,
            expires_at=row.expires_at,
            last_error=row.last_error,
            first=name,
            memory=picture.memory if picture is not None else None,
            in_place=picture.in_place if picture is not None else None,
            alias=next((aliases[number] for number in alias_numbers([name]) if number in aliases), None),
        )


# ------------------------------------------------------------------ parts


def _clean(ids: Iterable[str]) -> list[str]:
    return [one for one in set(ids) if "\0" not in one]


def scoped(agents: Collection[str] | None) -> QuerySet[ApprovalRequest]:
    """Return the requests that somebody may see: those of their agents, or all, also of several agents at once."""
    rows = ApprovalRequest.objects.all()
    return rows if agents is None else rows.filter(agent__in=agents).exclude(agent="")


def pending(agents: Collection[str] | None, now: datetime) -> QuerySet[ApprovalRequest]:
    """Return the requests that wait and that somebody may see."""
    return scoped(agents).filter(status=PENDING, expires_at__gt=now)


def _matching(agents: Collection[str] | None, filters: QueueFilters, now: datetime) -> QuerySet[ApprovalRequest]:
    return narrowed(pending(agents, now), filters, now)


def narrowed(rows: QuerySet[ApprovalRequest], filters: QueueFilters, now: datetime) -> QuerySet[ApprovalRequest]:
    """Return the requests that filters leave."""
    for name in ("kind", "agent", "origin", "reason"):
        if wanted := getattr(filters, name):
            rows = rows.filter(**{name: wanted})
    if filters.risk:
        known = [reason for reason, risk in RISK_OF.items() if risk == filters.risk]
        named = Q(reason__in=known)
        rows = rows.filter(named | ~Q(reason__in=list(RISK_OF)) if filters.risk == MEDIUM else named)
    if filters.age:
        low, high = _born(filters.age, now)
        rows = rows.filter(created_at__gt=low) if low else rows
        rows = rows.filter(created_at__lte=high) if high else rows
    return rows


def _born(age: str, now: datetime) -> tuple[datetime | None, datetime | None]:
    """Return between which moments a card of some age was raised."""
    hour, day = now - timedelta(hours=1), now - timedelta(days=1)
    return {FRESH: (hour, None), TODAY: (day, hour)}.get(age, (None, day))


def _groups(agents: Collection[str] | None, now: datetime) -> list[tuple[QueueFilters, int]]:
    """Count what waits by everything it can be filtered by, in one query."""
    age = Case(
        When(created_at__gt=now - timedelta(hours=1), then=Value(FRESH)),
        When(created_at__gt=now - timedelta(days=1), then=Value(TODAY)),
        default=Value(OLDER),
        output_field=CharField(),
    )
    names = ("kind", "agent", "origin", "reason", "age")
    rows = pending(agents, now).annotate(age=age).values_list(*names).annotate(cards=Count("id")).order_by()
    return [
        (QueueFilters(kind, agent, origin, reason, risk_of(reason), found), cards)
        for kind, agent, origin, reason, found, cards in rows
    ]


def _fits(group: QueueFilters, chosen: QueueFilters) -> bool:
    return all(getattr(chosen, name) in ("", getattr(group, name)) for name in FACETS)


def _facet(name: str, groups: Sequence[tuple[QueueFilters, int]], chosen: QueueFilters) -> tuple[FacetValue, ...]:
    others = replace(chosen, **{name: ""})
    picked = getattr(chosen, name)
    counts: Counter[str] = Counter({picked: 0} if picked else {})
    for group, count in groups:
        if _fits(group, others):
            counts[getattr(group, name)] += count
    ordered = sorted(counts.items(), key=lambda one: (one[0] != picked, -one[1], one[0]))
    return tuple(FacetValue(value, count, value == picked) for value, count in ordered[:FACET_VALUES] if value)


def _items_of(ids: Sequence[str]) -> tuple[dict[str, tuple[int, int]], dict[str, str]]:
    """Return per request how many items it has, how many wait, and the name of the first, if possible a waiting one."""
    waits = Q(status=PENDING)
    found = list(
        ApprovalItem.objects.filter(request__in=ids)
        .values("request")
        .annotate(total=Count("pk"), waiting=Count("pk", filter=waits), open=Min("pk", filter=waits), any=Min("pk"))
    )
    keys = [row["open"] or row["any"] for row in found]
    names = dict(ApprovalItem.objects.filter(pk__in=keys).values_list("request_id", "memory"))
    return {row["request"]: (row["total"], row["waiting"]) for row in found}, names


def _cursor(row: ApprovalRequest) -> str:
    return f"{format_instant(row.expires_at)}~{row.pk}"


def _behind(cursor: str) -> Q:
    moment, _, last = cursor.partition("~")
    try:
        at = parse_instant(moment)
    except BadInstantError as error:
        raise Invalid("cursor is not one this hub gave out; start from the first page.", field="cursor") from error
    if not last or "\0" in last:
        raise Invalid("cursor is not one this hub gave out; start from the first page.", field="cursor")
    return Q(expires_at__gt=at) | Q(expires_at=at, id__gt=last)
