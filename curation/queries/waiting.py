"""What waits for a decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, Min, Q, Window

from curation.models import PENDING, ApprovalRequest
from curation.queries.queue import AGES, QueueFilters, narrowed, risk_of, scoped
from knowledge.clock import hub_now

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime


_MAX_LIMIT = 200


@dataclass(frozen=True, slots=True)
class RequestView:
    """One request, without the texts it is about (read those by id).

    Attributes:
        risk: how much harm a wrong approval may do: `high`, `medium` or `low`.
        decided_by, decided_at, note: who decided it, when and why; empty while it waits.
    """

    id: str
    kind: str
    agent: str
    status: str
    reason: str
    count: int
    raised_by: str
    created_at: datetime
    expires_at: datetime
    memories: tuple[str, ...]
    rivals: tuple[str, ...]
    risk: str = ""
    origin: str = ""
    decided_by: str = ""
    decided_at: datetime | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Backlog:
    """What waits for people on the whole hub: how many requests, and since when the oldest does (None for none)."""

    count: int
    oldest: datetime | None


def backlog(*, now: datetime) -> Backlog:
    """Count what waits for a decision, in one query."""
    rows = ApprovalRequest.objects.filter(status=PENDING, expires_at__gt=now)
    found = rows.aggregate(count=Count("pk"), oldest=Min("created_at"))
    return Backlog(found["count"], found["oldest"])


def requests(
    *,
    agents: Collection[str] | None,
    status: str | None = PENDING,
    filters: QueueFilters | None = None,
    after: str | None = None,
    limit: int = 50,
    now: datetime | None = None,
) -> list[RequestView]:
    """Return requests, newest first; a pending one past its deadline is shown as expired.

    Args:
        agents: names the caller may see, None for all.
        status: only this status; None for all.
        filters: further ones.
        after: id of the last request already shown.
        limit: 1 to 200.
    """
    moment = now or hub_now()
    rows = scoped(agents)
    if status == PENDING:
        rows = rows.filter(status=PENDING, expires_at__gt=moment)
    elif status is not None:
        rows = rows.filter(status=status)
    if filters is not None:
        rows = narrowed(rows, filters, moment)
    if after is not None:
        rows = rows.filter(id__lt=after)
    return [
        _view(row, moment) for row in rows.prefetch_related("items").order_by("-id")[: min(max(limit, 1), _MAX_LIMIT)]
    ]


def soonest(
    *, agents: Collection[str] | None, limit: int = 5, now: datetime | None = None
) -> tuple[list[RequestView], int]:
    """Return the requests whose deadline comes first, and how many wait in all. No answer counts as a rejection.

    Args:
        agents: names the caller may see, None for all.
        limit: 1 to 200.
    """
    moment = now or hub_now()
    waiting = scoped(agents).filter(status=PENDING, expires_at__gt=moment)
    rows = list(
        waiting.annotate(waiting=Window(Count("id")))
        .prefetch_related("items")
        .order_by("expires_at", "id")[: min(max(limit, 1), _MAX_LIMIT)]
    )
    return [_view(row, moment) for row in rows], rows[0].waiting if rows else 0


def ages(*, agents: Collection[str] | None, now: datetime) -> dict[str, int]:
    """Count what waits by how long ago it was raised, in one query; together they are all that waits.

    Args:
        agents: names the caller may see, None for all.
        now: the moment to look from.
    """
    waiting = scoped(agents).filter(status=PENDING, expires_at__gt=now)
    counts = {
        age: Count("pk", filter=Q(pk__in=narrowed(waiting, QueueFilters(age=age), now).values("pk"))) for age in AGES
    }
    found: dict[str, int] = waiting.aggregate(**counts)
    return found


def count_pending(*, agents: Collection[str] | None, now: datetime | None = None) -> int:
    """Return how many requests wait."""
    return scoped(agents).filter(status=PENDING, expires_at__gt=now or hub_now()).count()


def _view(row: ApprovalRequest, now: datetime) -> RequestView:
    items = list(row.items.all())
    return RequestView(
        id=row.id,
        kind=row.kind,
        agent=row.agent,
        status="expired" if row.status == PENDING and row.expires_at <= now else row.status,
        reason=row.reason,
        count=row.count,
        raised_by=row.raised_by,
        created_at=row.created_at,
        expires_at=row.expires_at,
        memories=tuple(item.memory for item in items),
        rivals=tuple(item.rival for item in items if item.rival),
        risk=risk_of(row.reason),
        origin=row.origin,
        decided_by=row.decided_by,
        decided_at=row.decided_at,
        note=row.decision_note,
    )
