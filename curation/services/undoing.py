"""Taking a decision back: shortly after it, and only if nothing has changed since.

The decision stays in the record. What it was about waits again on a card of its own, with the old deadline.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from curation.models import PENDING, ApprovalItem, ApprovalRequest
from curation.queries.cards import card_digest, shown_now
from curation.queries.cards_in_full import undo_until
from curation.services import outbox
from curation.services.announcements import TakenBack, Undone
from curation.services.deadlines import expire_card
from curation.services.deciders import check_may_decide, checked_reason, may_see
from curation.services.effects import EFFECTS, REJECTED, Work
from curation.services.settling import (
    MOST_AT_ONCE,
    WITHDRAWN,
    DecisionReport,
    LockedCard,
    lock_cards,
    record,
    report_items,
)
from knowledge.engine.ids import new_id
from knowledge.errors import Busy, Conflict, Expired, HubError, Invalid, NotFound, OutOfSpace, TooLarge
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.services.transactions import WriteTransaction

CHANGED = "Something has changed since this decision; it can no longer be undone."


def undo(
    *,
    actor: Actor,
    request_id: str,
    items: Sequence[str] = (),
    reason: str = "",
    now: datetime | None = None,
) -> DecisionReport:
    """Take back what a person decided about a request within the last minutes, or about some of its items.

    Args:
        actor: a person who may decide it.
        request_id: the request as it was decided.
        items: names of items; empty for all that can still be undone.
        reason: at most 1 000 characters.
        now: moment of the undoing; None reads the hub clock.

    Returns:
        The new request. If the old deadline has passed meanwhile, it is over at once, and what it is about is rejected.

    Raises:
        Expired: too late, or a rejection whose request would be over.
        Conflict: undone already, something has changed since, or nothing was decided by a person.
        Refused, NotFound, Invalid, TooLarge: as `decide`.
    """
    report = undo_report(actor=actor, request_id=request_id, items=items, reason=reason, now=now)
    if report.error is not None:
        raise report.error
    return report


def undo_report(
    *,
    actor: Actor,
    request_id: str,
    items: Sequence[str] = (),
    reason: str = "",
    now: datetime | None = None,
) -> DecisionReport:
    """Do what `undo` does; somebody who may not is reported, so that what was written down about it stays."""
    clean = checked_reason(reason)
    with write_transaction(now) as opened:
        # What an effect opened (a card about a released row that is held now) is locked with it.
        cards = lock_cards(opened, [request_id, *_reviews(request_id)])
        card = cards.get(request_id)
        if card is None or not may_see(actor, card.request):
            raise NotFound("There is no such request.")
        try:
            check_may_decide(opened, actor, card)
        except HubError as error:
            return DecisionReport(request_id, "refused", card.request.kind, card.request.agent, error=error)
        return _undo(opened, actor, card, cards, _undoable(opened, card, items), clean)


def undo_many(
    *, actor: Actor, request_ids: Sequence[str], reason: str = "", now: datetime | None = None
) -> list[DecisionReport]:
    """Take back what was decided about several requests, the last named first; each stands or falls by itself.

    Args:
        actor: a person who may decide them.
        request_ids: the requests as they were decided, at most 1 000.
        reason: at most 1 000 characters.
        now: moment of the undoing; None reads the hub clock for each.

    Returns:
        A report for each request, in the order of the ids; what could not be undone holds the error.

    Raises:
        Invalid, TooLarge: the reason breaks a rule, or there are too many.
        Busy, OutOfSpace: those before it are undone, the rest is not.
    """
    if len(request_ids) > MOST_AT_ONCE:
        raise TooLarge(f"At most {MOST_AT_ONCE} requests are decided at once.", field="ids")
    clean = checked_reason(reason)
    reports: dict[str, DecisionReport] = {}
    for one in reversed(list(dict.fromkeys(request_ids))):
        try:
            reports[one] = undo_report(actor=actor, request_id=one, reason=clean, now=now)
        except (Busy, OutOfSpace):
            raise
        except HubError as error:
            reports[one] = DecisionReport(one, "refused", error=error)
    return [reports[one] for one in dict.fromkeys(request_ids)]


# ------------------------------------------------------------------ parts


def _reviews(request_id: str) -> list[str]:
    effects = ApprovalItem.objects.filter(request=request_id).values_list("effect", flat=True)
    return [effect["review"] for effect in effects if effect.get("review")] if "\0" not in request_id else []


def _undoable(opened: WriteTransaction, card: LockedCard, names: Sequence[str]) -> list[ApprovalItem]:
    """Return the items to undo, the last decided first."""
    if not {item.memory for item in card.items}.issuperset(names):
        raise Invalid("items names something that is not on this card.", field="items")
    asked = [item for item in card.items if not names or item.memory in names]
    if any("undone" in item.effect for item in asked) and (names or all("undone" in item.effect for item in asked)):
        raise Conflict("This decision was undone already.", code="already_undone")
    ends = [(item, undo_until(item.status, item.decided_at, item.effect)) for item in asked]
    found = [item for item, end in ends if end is not None and end > opened.now]
    if names and len(found) < len(asked):
        found = []
    if not found:
        if any(end is not None for _, end in ends):
            raise Expired("It is too late to undo this decision.")
        raise Conflict("There is no decision of a person here that could be undone.", code="nothing_to_undo")
    if card.request.expires_at <= opened.now and all(item.status == REJECTED for item in found):
        raise Expired("The time to decide this is over; undone, it would be rejected at once.")
    return sorted(found, key=lambda item: (item.decided_at, item.effect.get("step", 0)), reverse=True)


def _undo(
    opened: WriteTransaction,
    actor: Actor,
    card: LockedCard,
    cards: dict[str, LockedCard],
    chosen: Sequence[ApprovalItem],
    reason: str,
) -> DecisionReport:
    effect = EFFECTS[card.request.kind]
    work = Work(actor, card.request, reason)
    names: dict[str, ApprovalItem] = {}
    for item in chosen:
        _withdraw_review(opened, actor, item, cards)
        names[effect.take_back(work, item)] = item
    opened_again = _open_again(opened, card.request, names)
    for item in chosen:
        item.effect = {**item.effect, "undone": opened_again.request.pk, "undone_by": actor.name[:200]}
        item.save(update_fields=["effect"])
    record(opened, actor, card, "undone", reason, report_items(chosen), request=opened_again.request.pk)
    back = [TakenBack(item.memory, item.status) for item in chosen]
    happened = Undone(card.request.kind, actor.name, opened_again.request.pk, back)
    outbox.announce(opened, happened, agent=card.request.agent, request=card.request.pk)
    if opened_again.request.expires_at <= opened.now:
        expire_card(opened, opened_again)
    request = opened_again.request
    return DecisionReport(
        request_id=request.pk,
        result="done",
        kind=request.kind,
        agent=request.agent,
        status=request.status,
        items=tuple(report_items(opened_again.items)),
        pending=len(opened_again.waiting),
    )


def _withdraw_review(opened: WriteTransaction, actor: Actor, item: ApprovalItem, cards: dict[str, LockedCard]) -> None:
    """Take the card back that a release opened because the row was held; a card that was there before stays."""
    review = cards.get(item.effect.get("review", ""))
    if review is None or item.effect.get("carried_by", item.memory) != item.memory:
        return
    if review.request.status != PENDING:
        raise Conflict(CHANGED, code="changed_since")
    for one in review.waiting:
        one.status, one.decided_by, one.decided_at = WITHDRAWN, actor.name[:200], opened.now
        one.save(update_fields=["status", "decided_by", "decided_at"])
    request = review.request
    request.status, request.decided_by, request.decided_by_user = WITHDRAWN, actor.name[:200], actor.user_id
    request.decided_at = opened.now
    request.save(update_fields=["status", "decided_by", "decided_by_user", "decided_at"])
    record(opened, actor, review, WITHDRAWN, "The release that led to it was undone.")


def _open_again(opened: WriteTransaction, old: ApprovalRequest, names: dict[str, ApprovalItem]) -> LockedCard:
    """Open a request about the same things, as old as the first one and with its deadline."""
    shown = shown_now(names)
    request = ApprovalRequest.objects.create(
        id=new_id("r", opened.now),
        kind=old.kind,
        agent=old.agent,
        status=PENDING,
        reason=old.reason,
        origin=old.origin,
        count=old.count,
        digest=card_digest({name: shown.get(name, ("", ""))[0] for name in names}),
        raised_by_kind=old.raised_by_kind,
        raised_by=old.raised_by,
        raised_by_token=old.raised_by_token,
        created_at=old.created_at,
        expires_at=old.expires_at,
        reminded_at=old.reminded_at,
        reopens=old,
    )
    items = [
        ApprovalItem(
            request=request,
            memory=name,
            rival=shown.get(name, ("", ""))[1] or item.rival,
            digest=shown.get(name, ("", ""))[0],
            findings=item.findings,
        )
        for name, item in reversed(names.items())
    ]
    return LockedCard(request, ApprovalItem.objects.bulk_create(items))
