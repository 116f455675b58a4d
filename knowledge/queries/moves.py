"""Plans to move a namespace, as people and programs see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from knowledge.clock import hub_now
from knowledge.errors import NotFound
from knowledge.models import ForgetPlan
from knowledge.models.forgetting import EXPIRED, MIGRATE, OPEN_STATUSES

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class MoveView:
    """One plan: who gives, who takes, numbers, and whether it may be applied."""

    id: str
    agent: str
    to: str
    status: str
    hash: str
    counts: dict[str, int]
    unreachable: dict[str, int]
    request: str
    created_by: str
    created_at: datetime
    expires_at: datetime
    applied_at: datetime | None


def moves(*, limit: int = 100, now: datetime | None = None) -> list[MoveView]:
    """List plans, newest first; for whoever runs the hub."""
    moment = now or hub_now()
    rows = ForgetPlan.objects.select_related("agent").filter(kind=MIGRATE).order_by("-pk")[:limit]
    return [_view(row, moment) for row in rows]


def move_in_full(*, plan_id: str, now: datetime | None = None) -> MoveView:
    """Return one plan.

    Raises:
        NotFound: there is none.
    """
    rows = ForgetPlan.objects.none() if "\0" in plan_id else ForgetPlan.objects.filter(pk=plan_id, kind=MIGRATE)
    row = rows.select_related("agent").first()
    if row is None:
        raise NotFound("There is no such plan.")
    return _view(row, now or hub_now())


def _view(row: ForgetPlan, now: datetime) -> MoveView:
    over = row.status in OPEN_STATUSES and row.expires_at <= now
    return MoveView(
        id=row.pk,
        agent=row.agent.name,
        to=row.selector.get("to", ""),
        status=EXPIRED if over else row.status,
        hash=row.hash,
        counts=row.counts,
        unreachable=row.unreachable,
        request=row.request,
        created_by=row.created_by,
        created_at=row.created_at,
        expires_at=row.expires_at,
        applied_at=row.applied_at,
    )
