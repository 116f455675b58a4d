"""Sources as people see them: where things were learned, what each taught, what is planned, and what is blocked."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.db.models import Count, Max, Min, Q

from knowledge.clock import hub_now
from knowledge.errors import Invalid, NotFound
from knowledge.models import ForgetPlan, ForgetPlanItem, MemorySource, SourceBlock
from knowledge.models.forgetting import EXPIRED, FORGET, OPEN_STATUSES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import datetime

LONGEST_PAGE: Final = 200
ITEMS_SHOWN: Final = 500
UNREACHABLE: Final = ("backups", "copies elsewhere")
"""What no plan ever reaches; said with every plan."""


@dataclass(frozen=True, slots=True)
class SessionView:
    """One session, run or file of one agent.

    Attributes:
        kinds: of the sources in it.
        items: how many messages, turns or lines are known of it.
        memories: rows that come from it, whatever their standing, inherited ones included.
        first_at, last_at: when it was seen, as far as the host said so.
    """

    agent: str
    session: str
    kinds: tuple[str, ...]
    items: int
    memories: int
    first_at: datetime | None
    last_at: datetime | None


@dataclass(frozen=True, slots=True)
class BlockView:
    """One block: digests only."""

    id: int
    agent: str
    family: str
    digest: str
    up_to: int | None
    until: datetime | None
    plan: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PlanItemView:
    """One row of a plan; `part` is `target`, `kept`, `said` or `returns`."""

    memory: str
    part: str
    depth: int
    others: int


@dataclass(frozen=True, slots=True)
class PlanView:
    """One plan to forget a source, or to do something else of the kind.

    Attributes:
        kind: `forget`, `migrate`, `hand_over` or `erase`.
        status: `planned`, `approved`, `applied`, `stale`, `rejected` or `expired`.
        selector: the source, as its host names it.
        counts: what it deletes and touches, in numbers.
        unreachable: what it cannot reach, in numbers; besides `UNREACHABLE`.
        reasons: why it is out of date.
        steps: what follows the commit: name, state, tries, note, at.
        items: the first 500 rows; `more_items` are left out.
    """

    id: str
    agent: str
    status: str
    hash: str
    epoch: int
    selector: dict[str, Any]
    counts: dict[str, int]
    unreachable: dict[str, int]
    reasons: tuple[dict[str, Any], ...]
    steps: tuple[dict[str, Any], ...]
    reason: str
    request: str
    created_by: str
    created_at: datetime
    expires_at: datetime
    approved_by: str
    applied_by: str
    applied_at: datetime | None
    pending: bool
    items: tuple[PlanItemView, ...] = ()
    more_items: int = 0
    kind: str = FORGET


@dataclass(frozen=True, slots=True)
class Page:
    """One page of sessions; `next` continues it, None at the end."""

    items: tuple[SessionView, ...]
    next: str | None


def sources(*, agent: str, kind: str = "", prefix: str = "", after: str | None = None, limit: int = 50) -> Page:
    """List the sessions an agent learned from, in order of their keys.

    Args:
        agent: whose memory.
        kind: of the sources; empty for all.
        prefix: what the key begins with.
        after: key of the last session of the page before.
        limit: 1 to 200.
    """
    if not 1 <= limit <= LONGEST_PAGE:
        raise Invalid(f"limit is from 1 to {LONGEST_PAGE}.", field="limit")
    rows = MemorySource.objects.filter(memory__agent__name=agent).exclude(session="")
    if kind:
        rows = rows.filter(kind=kind)
    if prefix:
        rows = rows.filter(session__startswith=prefix)
    if after is not None:
        rows = rows.filter(session__gt=after)
    groups = (
        rows.values("session")
        .annotate(
            items=Count("item", distinct=True, filter=~Q(item="")),
            memories=Count("memory", distinct=True),
            first=Min("observed_at"),
            last=Max("observed_at"),
        )
        .order_by("session")[: limit + 1]
    )
    found = list(groups)
    names = [one["session"] for one in found[:limit]]
    kinds: defaultdict[str, set[str]] = defaultdict(set)
    of_agent = MemorySource.objects.filter(memory__agent__name=agent, session__in=names)
    for session, one in of_agent.values_list("session", "kind").distinct():
        kinds[session].add(one)
    shown = tuple(
        SessionView(
            agent=agent,
            session=one["session"],
            kinds=tuple(sorted(kinds[one["session"]])),
            items=one["items"],
            memories=one["memories"],
            first_at=one["first"],
            last_at=one["last"],
        )
        for one in found[:limit]
    )
    return Page(shown, names[-1] if len(found) > limit else None)


def source_blocks(*, agents: Collection[str] | None, after: int = 0, limit: int = 100) -> list[BlockView]:
    """List what is blocked, in the order it was blocked; digests only."""
    rows = SourceBlock.objects.select_related("agent").filter(pk__gt=after)
    if agents is not None:
        rows = rows.filter(agent__name__in=list(agents))
    return [
        BlockView(row.pk, row.agent.name, row.family, row.digest, row.up_to, row.until, row.plan, row.at)
        for row in rows.order_by("pk")[:limit]
    ]


def plans(
    *, agents: Collection[str] | None, limit: int = 100, before: str = "", now: datetime | None = None
) -> list[PlanView]:
    """List plans without their rows, newest first; `before` is the last id of the page before."""
    rows = ForgetPlan.objects.select_related("agent")
    if agents is not None:
        rows = rows.filter(agent__name__in=list(agents))
    if before and "\0" not in before:
        rows = rows.filter(pk__lt=before)
    moment = now or hub_now()
    return [_view(row, moment) for row in rows.order_by("-pk")[:limit]]


def plan_in_full(*, agents: Collection[str] | None, plan_id: str, now: datetime | None = None) -> PlanView:
    """Return one plan with its rows.

    Raises:
        NotFound: unknown or foreign.
    """
    row = ForgetPlan.objects.select_related("agent").filter(pk=plan_id).first() if "\0" not in plan_id else None
    if row is None or (agents is not None and row.agent.name not in agents):
        raise NotFound("There is no such plan.")
    items = ForgetPlanItem.objects.filter(plan=row).order_by("pk")
    shown = [PlanItemView(one.memory, one.part, one.depth, one.others) for one in items[:ITEMS_SHOWN]]
    return _view(row, now or hub_now(), shown, items.count() - len(shown))


def plan_hashes(ids: Iterable[str]) -> dict[str, str]:
    """Return what each plan that waits is bound to, by id: for the request about it."""
    wanted = [one for one in ids if "\0" not in one]
    return dict(ForgetPlan.objects.filter(pk__in=wanted).values_list("pk", "hash")) if wanted else {}


def planned_sources(ids: Iterable[str]) -> dict[str, tuple[dict[str, Any], int]]:
    """Return, by id of a plan to forget a source, its selector and how many memories it names."""
    wanted = [one for one in ids if "\0" not in one]
    rows = ForgetPlan.objects.filter(pk__in=wanted, kind=FORGET) if wanted else ForgetPlan.objects.none()
    return {row.pk: (row.selector, row.counts.get("memories", 0)) for row in rows}


def _view(row: ForgetPlan, now: datetime, items: Iterable[PlanItemView] = (), more: int = 0) -> PlanView:
    over = row.status in OPEN_STATUSES and row.expires_at <= now
    fields = (
        "id", "hash", "epoch", "selector", "counts", "unreachable", "reason", "request", "created_by", "created_at",
        "expires_at", "approved_by", "applied_by", "applied_at", "pending", "kind",
    )  # fmt: skip
    return PlanView(
        agent=row.agent.name,
        status=EXPIRED if over else row.status,
        reasons=tuple(row.reasons),
        steps=tuple(row.steps),
        items=tuple(items),
        more_items=more,
        **{name: getattr(row, name) for name in fields},
    )
