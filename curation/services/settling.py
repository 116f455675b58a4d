"""The moment of a decision: cards locked, effects carried out, and what became of them written down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from django.db import connection

from curation.models import PENDING, ApprovalItem, ApprovalRequest
from curation.services import outbox
from curation.services.announcements import Decided, Expired, Outcome
from curation.services.effects import APPROVED, EFFECTS, REJECTED, STALE, Done, Work
from knowledge.clock import hub_now
from knowledge.errors import Conflict, HubError, NotFound
from knowledge.queries.agents import agents_of_memories
from knowledge.services import audit, bulk
from knowledge.services.agents import lock_agent

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.services.transactions import WriteTransaction

EXPIRED, WITHDRAWN = "expired", "withdrawn"
Verdict = Literal["approve", "reject"]
Result = Literal["done", "already_decided", "expired", "refused", "failed"]
MOST_AT_ONCE = 1_000
HUB_WIDE = ""
"""Agent of a card that reaches several agents."""


@dataclass(frozen=True, slots=True)
class ItemReport:
    """What became of one item.

    Attributes:
        item: id of the memory, or of something else with its kind in front.
        status: `approved`, `rejected`, `stale`, `expired`, `withdrawn` or `pending`.
        outcome: what that did, in one word (`stored`, `superseded`, `history`, `reaffirmed`, `ended`, `extended`,
            `held`, `rejected`, `stale`, `gone`, `added`).
        carried_by: what carries the statement now.
        superseded: what it replaced.
        review: the request about it when it was held against something stronger.
    """

    item: str
    status: str
    outcome: str = ""
    carried_by: str = ""
    superseded: str = ""
    review: str = ""


@dataclass(frozen=True, slots=True)
class DecisionReport:
    """What one decision did, or why it did nothing.

    Attributes:
        result: `done`; `already_decided` by somebody else; `expired`: its time was over, which counts as a rejection;
            `refused`: this person may not, or the card has changed; `failed`: it could not be carried out and waits.
        status: of the request now; empty when it is unknown to this person.
        decided_by, decided_at: who decided it and when, once it is final.
        items: what this decision was about.
        pending: how many of its items still wait.
        error: why nothing was done; None when it was.
    """

    request_id: str
    result: Result
    kind: str = ""
    agent: str = ""
    status: str = ""
    decided_by: str = ""
    decided_at: datetime | None = None
    items: tuple[ItemReport, ...] = ()
    pending: int = 0
    error: HubError | None = None


@dataclass(slots=True)
class LockedCard:
    """A request and its items under their locks, as they are now."""

    request: ApprovalRequest
    items: list[ApprovalItem]

    @property
    def waiting(self) -> list[ApprovalItem]:
        """Items nobody has decided about."""
        return [item for item in self.items if item.status == PENDING]

    def read_again(self) -> None:
        """Forget what a failed effect did to these objects."""
        self.request.refresh_from_db()
        self.items = list(ApprovalItem.objects.filter(request=self.request).order_by("pk"))


def lock_cards(opened: WriteTransaction, ids: Collection[str]) -> dict[str, LockedCard]:
    """Lock the agents that some requests are about, then the requests, each in one order for everybody.

    Ids that are unknown are left out.
    """
    known = [one for one in set(ids) if "\0" not in one]
    rows = ApprovalRequest.objects.filter(pk__in=known)
    names = set(rows.values_list("agent", flat=True))
    if HUB_WIDE in names:
        wide = ApprovalItem.objects.filter(request__in=rows.filter(agent=HUB_WIDE))
        names |= set(agents_of_memories(wide.values_list("memory", flat=True)).values())
    for name in sorted(names - {HUB_WIDE}):
        lock_agent_if_there(opened, name)
    cards = {row.pk: LockedCard(row, []) for row in rows.select_for_update().order_by("pk")}
    if connection.vendor == "postgresql" and not opened.now_is_given:
        # Whoever waited for a lock reads the clock after the wait: the deadline may have passed meanwhile.
        opened.now = hub_now()
    for item in ApprovalItem.objects.filter(request__in=list(cards)).order_by("pk"):
        cards[item.request_id].items.append(item)
    return cards


def lock_agent_if_there(opened: WriteTransaction, name: str) -> None:
    """Lock an agent; a request may be about one that never wrote."""
    try:
        lock_agent(opened, name)
    except NotFound:
        return


def settle(
    opened: WriteTransaction,
    actor: Actor,
    card: LockedCard,
    verdict: Verdict,
    chosen: Sequence[ApprovalItem],
    reason: str,
) -> list[ItemReport]:
    """Carry a person's verdict out for some items, and close the request when none is left.

    Approving needs an effect for this kind of request.

    Raises:
        HubError: an effect could not be carried out; the caller takes everything back.
    """
    request = card.request
    work = Work(actor, request, reason)
    effect = EFFECTS.get(request.kind)
    for step, item in enumerate(chosen):
        if verdict == "approve":
            done = EFFECTS[request.kind].approve(work, item)
        else:
            done = Done(REJECTED, REJECTED) if effect is None else effect.reject(work, item)
        _write_item(opened, item, done.status, done, by=actor.name, reason=reason, step=step)
    final = _final_status(card)
    _write_request(opened, card, final, by=actor, reason=reason, in_time=True)
    action = "approved" if verdict == "approve" else "rejected"
    if all(item.status == STALE for item in chosen):
        action = STALE
    reports = report_items(chosen)
    record(opened, actor, card, action, reason, reports)
    _announce(opened, Decided, card, reports, by=actor.name, status=final or PENDING)
    return reports


def close(opened: WriteTransaction, actor: Actor, card: LockedCard, status: str, reason: str = "") -> list[ItemReport]:
    """Close a request without a verdict, with the effect of a rejection.

    Args:
        opened: the write.
        actor: who closes it; the hub itself when its time is over.
        card: the request, pending.
        status: `expired` or `withdrawn`.
        reason: of whoever withdraws it.
    """
    work = Work(actor, card.request, reason)
    effect = EFFECTS.get(card.request.kind)
    chosen = card.waiting
    for step, item in enumerate(chosen):
        done = Done(REJECTED, REJECTED) if effect is None else effect.reject(work, item)
        by = "" if status == EXPIRED else actor.name
        _write_item(opened, item, status, done, by=by, reason=reason, step=step)
    _write_request(opened, card, status, by=actor, reason=reason, in_time=status != EXPIRED)
    reports = report_items(chosen)
    record(opened, actor, card, status, reason, reports)
    what = Expired if status == EXPIRED else Decided
    _announce(opened, what, card, reports, by="" if status == EXPIRED else actor.name, status=status)
    return reports


def report_items(items: Sequence[ApprovalItem]) -> list[ItemReport]:
    """Return what became of items."""
    return [
        ItemReport(
            item=one.memory,
            status=one.status,
            **{name: str(one.effect.get(name, "")) for name in ("outcome", "carried_by", "superseded", "review")},
        )
        for one in items
    ]


def record(
    opened: WriteTransaction,
    actor: Actor,
    card: LockedCard,
    action: str,
    reason: str,
    reports: Sequence[ItemReport] = (),
    **details: object,
) -> None:
    """Write what happened to a request into the audit."""
    request = card.request
    found: dict[str, object] = {"kind": request.kind, "digest": request.digest, **details}
    if reports:
        found["items"] = {one.item: one.outcome or one.status for one in reports}
        found["pending"] = len(card.waiting)
    entry = audit.AuditRecord(
        f"approval.{action}", agent=request.agent, target=request.pk, reason=reason, details=found
    )
    audit.record(opened, actor, entry)


# ------------------------------------------------------------------ parts


def _write_item(
    opened: WriteTransaction, item: ApprovalItem, status: str, done: Done, *, by: str, reason: str, step: int
) -> None:
    item.status, item.decided_by, item.decided_at = status, by[:200], opened.now
    item.note, item.effect = reason, {**done.as_json(), "step": step}
    bulk.update(item, ("status", "decided_by", "decided_at", "note", "effect"))


def _final_status(card: LockedCard) -> str:
    """Return what a request is when nothing of it waits any more, empty as long as something does."""
    statuses = {item.status for item in card.items}
    if PENDING in statuses:
        return ""
    return next(status for status in (APPROVED, REJECTED, STALE, EXPIRED, WITHDRAWN) if status in statuses)


def _write_request(
    opened: WriteTransaction, card: LockedCard, status: str, *, by: Actor, reason: str, in_time: bool
) -> None:
    """Write the status if the request still waits and its time is as it should be, else nothing at all stands."""
    request = card.request
    values: dict[str, object] = {"last_error": ""}
    if status:
        person = by.kind == "person"
        values |= {"status": status, "decided_at": opened.now, "decision_note": reason}
        values |= {"decided_by": by.name[:200] if person else "", "decided_by_user": by.user_id if person else None}
    waits = "status = 'pending' AND expires_at > %s" if in_time else "status = 'pending' AND expires_at <= %s"
    now = connection.ops.adapt_datetimefield_value(opened.now)
    for name, value in values.items():
        setattr(request, name, value)
    if not bulk.update(request, tuple(values), only_if=waits, values=(now,)):
        raise Conflict("Somebody else decided this at the same moment; look again.", code="already_decided")


def _announce(
    opened: WriteTransaction,
    what: type[Decided | Expired],
    card: LockedCard,
    reports: Sequence[ItemReport],
    *,
    by: str,
    status: str,
) -> None:
    items = [Outcome(one.item, one.status, one.outcome) for one in reports]
    happened = what(card.request.kind, status, by, items, len(card.waiting))
    outbox.announce(opened, happened, agent=card.request.agent, request=card.request.pk)
