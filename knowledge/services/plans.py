"""The life of plans: written, approved or turned away, over in time, out of date. What a plan does is not told here."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from knowledge.conf import approval_settings, forgetting_settings
from knowledge.engine.ids import new_id
from knowledge.errors import Conflict, Expired, HubError, Invalid, NotFound, Refused, TooLarge
from knowledge.models import Agent, ForgetPlan
from knowledge.models.forgetting import (
    APPLIED,
    APPROVED,
    EXPIRED,
    FORGET,
    OPEN_STATUSES,
    PLANNED,
    REJECTED,
    STALE,
)
from knowledge.services import audit
from knowledge.services.agents import check_may_administer, lock_agent
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.services.transactions import WriteTransaction

NOT_APPROVED: Final = "not_approved"
LONGEST_MINUTES: Final = 1_440
_REASON_CHARACTERS: Final = 1_000


class StaleError(Conflict):
    """The plan is not what would be done now; `reasons` say why."""

    code = "plan_stale"

    def __init__(self, found: Sequence[dict[str, Any]]) -> None:
        words = "; ".join(_in_words(one) for one in found)
        super().__init__(f"Something has changed since this was planned ({words}); plan anew. Nothing was done.")
        self.reasons = tuple(found)


def check_reason(reason: str) -> None:
    """Refuse a reason that the audit cannot keep.

    Raises:
        Invalid: it holds a NUL character.
        TooLarge: it has more than 1 000 characters.
    """
    if "\0" in reason:
        raise Invalid("The reason contains a NUL character; remove it.", field="reason")
    if len(reason) > _REASON_CHARACTERS:
        raise TooLarge(f"A reason has at most {_REASON_CHARACTERS} characters.", field="reason")


def write(
    opened: WriteTransaction,
    actor: Actor,
    agent: Agent,
    *,
    kind: str,
    bound_to: str,
    selector: dict[str, Any],
    counts: dict[str, int],
    unreachable: dict[str, int],
    reason: str,
    minutes: int | None,
) -> ForgetPlan:
    """Write a plan that waits; `bound_to` is the hash an approval holds for."""
    return ForgetPlan.objects.create(
        id=new_id("p", opened.now),
        kind=kind,
        agent=agent,
        hash=bound_to,
        epoch=agent.forgettings,
        selector=selector,
        counts=counts,
        unreachable=unreachable,
        reason=reason,
        created_by=actor.name[:200],
        created_at=opened.now,
        expires_at=opened.now + timedelta(minutes=_life(kind, minutes)),
    )


def approve(*, actor: Actor, plan_id: str, seen: str, now: datetime | None = None) -> bool:
    """Let a plan be applied, as far as it is the one that was shown; inside the write of the decision.

    Returns:
        False when it is not what was shown, or waits no more.
    """
    check_may_administer(actor)
    with write_transaction(now) as opened:
        row = ForgetPlan.objects.select_for_update().filter(pk=plan_id).first()
        if row is None or row.status != PLANNED or row.hash != seen or row.expires_at <= opened.now:
            return False
        row.status, row.approved_hash, row.approved_by = APPROVED, seen, actor.name[:200]
        row.save(update_fields=["status", "approved_hash", "approved_by"])
        return True


def turn_away(*, plan_id: str, now: datetime | None = None) -> bool:
    """Close a plan that waits; inside the write of the decision. Return whether it waited."""
    with write_transaction(now):
        return bool(ForgetPlan.objects.filter(pk=plan_id, status__in=OPEN_STATUSES).update(status=REJECTED))


def wait_again(*, plan_id: str, now: datetime | None = None) -> bool:
    """Let a plan wait for approval again; return False when it was applied or its time is over."""
    with write_transaction(now) as opened:
        rows = ForgetPlan.objects.filter(pk=plan_id, status__in=(APPROVED, REJECTED), expires_at__gt=opened.now)
        return bool(rows.update(status=PLANNED, approved_hash="", approved_by=""))


def withdraw_expired(*, now: datetime | None = None) -> int:
    """Close the plans whose time is over; return how many."""
    with write_transaction(now) as opened:
        return ForgetPlan.objects.filter(status__in=OPEN_STATUSES, expires_at__lte=opened.now).update(status=EXPIRED)


def known(actor: Actor, plan_id: str, kind: str) -> ForgetPlan:
    """Return a plan of a kind that the actor may see, as it is without any lock.

    Raises:
        NotFound: unknown, foreign, or of another kind.
    """
    rows = ForgetPlan.objects.none() if "\0" in plan_id else ForgetPlan.objects.filter(pk=plan_id, kind=kind)
    row = rows.select_related("agent").first()
    if row is None or not actor.may_touch(row.agent.name):
        raise NotFound("There is no such plan.")
    return row


def locked(opened: WriteTransaction, actor: Actor, plan_id: str, kind: str) -> tuple[ForgetPlan, Agent]:
    """Return a plan and its agent, both locked; see `known`."""
    name = known(actor, plan_id, kind).agent.name
    agent = lock_agent(opened, name)
    return ForgetPlan.objects.select_for_update().get(pk=plan_id), agent


def objection(row: ForgetPlan, now: datetime) -> HubError | None:
    """Return why a plan may not be applied as it stands."""
    if row.status == APPLIED:
        return Conflict("This plan was applied already.", code="already_applied")
    if row.status == STALE:
        return StaleError(row.reasons)
    if row.status == EXPIRED or row.expires_at <= now:
        return Expired("The time of this plan is over; plan anew.")
    if row.status != APPROVED:
        return Refused("This plan is not approved; an administrator has to approve it first.", code=NOT_APPROVED)
    if row.approved_hash != row.hash:
        return Refused("What was approved is not this plan; plan anew.", code=NOT_APPROVED)
    return None


def close_as_stale(
    opened: WriteTransaction, actor: Actor, row: ForgetPlan, found: list[dict[str, Any]], action: str
) -> StaleError:
    """Close a plan that is not what would be done now; return what to tell about it."""
    row.status, row.reasons = STALE, found
    row.save(update_fields=["status", "reasons"])
    entry = audit.AuditRecord(action, agent=row.agent.name, target=row.pk, details={"reasons": found})
    audit.record(opened, actor, entry)
    return StaleError(found)


def _life(kind: str, minutes: int | None) -> int:
    if minutes is not None:
        return min(max(int(minutes), 1), LONGEST_MINUTES)
    if kind == FORGET:
        return forgetting_settings().plan_minutes
    return min(max(approval_settings().migration_seconds // 60, 1), LONGEST_MINUTES)


def _in_words(one: dict[str, Any]) -> str:
    if one["what"] == "epoch":
        return f"another plan was applied, epoch planned {one['planned']}, current {one['current']}"
    return f"{one['what']} {one['count']}"
