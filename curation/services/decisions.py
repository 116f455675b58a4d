"""Deciding about what waits: one way in for every door.

A verdict and its effect are one transaction. What was refused, or failed, is written down in that transaction too, so
nothing here is undone by telling the caller about it.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Final, get_args

from django.db import InterfaceError, OperationalError

from curation.models import PENDING, ApprovalRequest
from curation.queries.cards import card_digest, shown_now
from curation.queries.people import ADMIN
from curation.services.deadlines import expire_card, expire_due, remind_due
from curation.services.deciders import (
    check_may_decide,
    checked_reason,
    is_own,
    may_decide_at_all,
    may_see,
    refused,
)
from curation.services.effects import EFFECTS
from curation.services.settling import (
    EXPIRED,
    MOST_AT_ONCE,
    WITHDRAWN,
    DecisionReport,
    ItemReport,
    LockedCard,
    Result,
    Verdict,
    close,
    lock_cards,
    record,
    report_items,
    settle,
)
from curation.services.undoing import undo, undo_many, undo_report
from knowledge.engine.instants import format_instant
from knowledge.errors import Conflict, Expired, HubError, Invalid, NotFound, Refused, TooLarge
from knowledge.services.attempts import attempt
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from curation.models import ApprovalItem
    from knowledge.engine.types import Actor
    from knowledge.services.transactions import WriteTransaction

__all__ = [
    "Choice",
    "DecisionReport",
    "ItemReport",
    "decide",
    "decide_many",
    "expire_due",
    "remind_due",
    "undo",
    "undo_many",
    "undo_report",
    "withdraw",
    "withdraw_report",
]

_log = logging.getLogger(__name__)


_MOST_GROWN: Final = 300
"""Items up to which a card that grew is compared with what it was."""


class EffectFailedError(HubError):
    """The effect broke; everything is as before, and the request waits."""

    status = 500
    code = "effect_failed"


@dataclass(frozen=True, slots=True)
class Choice:
    """One verdict about one request.

    Attributes:
        verdict: `approve` or `reject`.
        items: names of the items it is about; empty for all that wait.
        reason: at most 1 000 characters; a rejection needs one.
        seen: digest of the card as it was shown; if the card has changed since, nothing is done. Empty: not compared.
            A card that only grew has not changed for the items named: whoever floods it keeps nobody from deciding.
    """

    request_id: str
    verdict: Verdict
    items: tuple[str, ...] = ()
    reason: str = ""
    seen: str = ""


def decide(
    *,
    actor: Actor,
    request_id: str,
    verdict: Verdict,
    items: Sequence[str] = (),
    reason: str = "",
    seen: str = "",
    now: datetime | None = None,
) -> DecisionReport:
    """Approve or reject a request, or some of its items.

    Args:
        actor: a person who is curator or administrator.
        request_id: the request.
        verdict: `approve` or `reject`.
        items: names of the items the verdict is about; empty for all that wait.
        reason: at most 1 000 characters; a rejection needs one.
        seen: digest of the card as it was shown; empty: not compared.
        now: moment of the decision; None reads the hub clock.

    Returns:
        What became of each item. An item that is not what was shown any more is closed as `stale`.

    Raises:
        Conflict: already decided, or the card has changed since it was shown.
        Expired: its time is over; that has counted as a rejection.
        Refused: not a person who may decide this.
        Invalid, TooLarge: an argument breaks a rule.
        NotFound: unknown or foreign.
        EffectFailedError: it could not be carried out, and waits as before.
    """
    choice = Choice(request_id, verdict, tuple(items), reason, seen)
    report = decide_many(actor=actor, choices=[choice], now=now)[0]
    if report.error is not None:
        raise report.error
    return report


def decide_many(*, actor: Actor, choices: Sequence[Choice], now: datetime | None = None) -> list[DecisionReport]:
    """Decide up to 1 000 requests in one transaction, with a report for each; one that fails leaves the others alone.

    Nothing is raised for a single request: its report holds the error (see `decide`), in the order of the choices.

    Raises:
        Invalid, TooLarge: a choice breaks a rule, or there are too many; nothing was done.
        Refused: the person's role only reads.
        Busy, OutOfSpace: nothing was done.
    """
    if len(choices) > MOST_AT_ONCE:
        raise TooLarge(f"At most {MOST_AT_ONCE} requests are decided at once.", field="ids")
    checked = [_checked(choice) for choice in choices]
    known = _decided_before(actor, checked) if may_decide_at_all(actor) else None
    if known is not None:
        return known
    with write_transaction(now) as opened:
        cards = lock_cards(opened, [choice.request_id for choice in checked])
        return [_decide(opened, actor, choice, cards.get(choice.request_id)) for choice in checked]


def withdraw(*, actor: Actor, request_id: str, reason: str = "", now: datetime | None = None) -> DecisionReport:
    """Take a request back before anybody decides it; what it was about is closed as if rejected.

    Args:
        actor: the person who raised it, or an administrator.
        request_id: the request.
        reason: at most 1 000 characters.
        now: moment of the write; None reads the hub clock.

    Raises:
        Conflict, Expired, NotFound, Invalid: as `decide`.
        Refused: somebody else's request.
    """
    report = withdraw_report(actor=actor, request_id=request_id, reason=reason, now=now)
    if report.error is not None:
        raise report.error
    return report


def withdraw_report(*, actor: Actor, request_id: str, reason: str = "", now: datetime | None = None) -> DecisionReport:
    """Do what `withdraw` does; an error is reported, so that what was written down about it stays."""
    clean = checked_reason(reason)
    with write_transaction(now) as opened:
        return _withdraw(opened, actor, clean, request_id, lock_cards(opened, [request_id]).get(request_id))


# ------------------------------------------------------------------ one request


def _decided_before(actor: Actor, choices: Sequence[Choice]) -> list[DecisionReport] | None:
    """Report on requests that are all final or unknown without waiting for a lock: nothing about them will change."""
    names = [choice.request_id for choice in choices if "\0" not in choice.request_id]
    rows = ApprovalRequest.objects.in_bulk(names)
    if any(row.status == PENDING for row in rows.values()):
        return None
    reports = []
    for choice in choices:
        row = rows.get(choice.request_id)
        if row is None or not may_see(actor, row):
            reports.append(DecisionReport(choice.request_id, "refused", error=NotFound("There is no such request.")))
        else:
            reports.append(_of_final(LockedCard(row, [])))
    return reports


def _decide(opened: WriteTransaction, actor: Actor, choice: Choice, card: LockedCard | None) -> DecisionReport:
    if card is None or not may_see(actor, card.request):
        return DecisionReport(choice.request_id, "refused", error=NotFound("There is no such request."))
    if not may_decide_at_all(actor):  # and is not told what became of it
        return DecisionReport(choice.request_id, "refused", error=refused(opened, actor, card))
    over = _is_over(opened, card, choice.items)
    if over is not None:
        return over
    try:
        check_may_decide(opened, actor, card)
        chosen = _chosen(card, choice)
    except HubError as error:
        return _report(card, "refused", error=error)
    return _carry_out(opened, actor, card, choice, chosen)


def _carry_out(
    opened: WriteTransaction, actor: Actor, card: LockedCard, choice: Choice, chosen: Sequence[ApprovalItem]
) -> DecisionReport:
    try:
        with attempt(opened):
            return _report(card, "done", settle(opened, actor, card, choice.verdict, chosen, choice.reason))
    except (OperationalError, InterfaceError):
        raise  # locked, full or gone: nothing more can be written here
    except HubError as error:
        failed = error
    except Exception as error:  # noqa: BLE001 - whatever breaks, the request waits and says so
        # Only what kind of error: its message may carry what is stored.
        _log.error("the effect of a decision broke: %s", type(error).__name__)
        failed = EffectFailedError(
            f"The decision could not be carried out ({type(error).__name__}); the request waits as before."
        )
    card.read_again()
    ApprovalRequest.objects.filter(pk=card.request.pk).update(last_error=failed.message[:300])
    record(opened, actor, card, "failed", choice.reason, error=failed.code)
    return _report(card, "failed", error=failed)


def _is_over(opened: WriteTransaction, card: LockedCard, items: Sequence[str]) -> DecisionReport | None:
    """Report a request that is decided, or whose time is over; the latter is closed on the spot, for good."""
    request = card.request
    if request.status == PENDING and request.expires_at <= opened.now:
        reports = expire_card(opened, card)
        return _report(card, "expired", reports, error=_too_late(card))
    if request.status != PENDING:
        return _of_final(card)
    named = [item for item in card.items if item.memory in items]
    if named and all(item.status != PENDING for item in named):
        last = named[-1]
        error = _decided(last.status, last.decided_by, last.decided_at)
        return _report(card, "already_decided", report_items(named), error=error)
    return None


def _of_final(card: LockedCard) -> DecisionReport:
    request = card.request
    if request.status == EXPIRED:
        return _report(card, "expired", error=_too_late(card))
    return _report(card, "already_decided", error=_decided(request.status, request.decided_by, request.decided_at))


def _withdraw(
    opened: WriteTransaction, actor: Actor, reason: str, request_id: str, card: LockedCard | None
) -> DecisionReport:
    if card is None or not may_see(actor, card.request):
        return DecisionReport(request_id, "refused", error=NotFound("There is no such request."))
    if actor.kind != "person":
        return DecisionReport(request_id, "refused", error=refused(opened, actor, card))
    over = _is_over(opened, card, ())
    if over is not None:
        return over
    request = card.request
    own = is_own(actor, raised_by_kind=request.raised_by_kind, raised_by=request.raised_by)
    if not (own or (actor.kind == "person" and ADMIN in actor.roles)):
        error = Refused("Only whoever raised a request, or an administrator, may withdraw it.")
        record(opened, actor, card, "refused", error.message, code=error.code)
        return _report(card, "refused", error=error)
    return _report(card, "done", close(opened, actor, card, WITHDRAWN, reason))


def _chosen(card: LockedCard, choice: Choice) -> list[ApprovalItem]:
    """Return the items that a verdict is about, as they were shown.

    Raises:
        Refused: nothing carries out requests of this kind.
        Invalid: a name is not on the card.
        Conflict: the card is not what was shown.
    """
    if choice.verdict == "approve" and card.request.kind not in EFFECTS:
        raise Refused("Requests of this kind cannot be carried out here.")
    known = {item.memory for item in card.items}
    if not known.issuperset(choice.items):
        raise Invalid("items names something that is not on this card.", field="items")
    waiting = card.waiting
    if choice.seen:
        now = shown_now(item.memory for item in waiting)
        shown = {item.memory: now.get(item.memory, ("", ""))[0] for item in sorted(waiting, key=attrgetter("pk"))}
        if not _was_shown(shown, choice):
            raise Conflict("This card has changed since you looked at it; look again, then decide.", code="changed")
    return [item for item in waiting if item.memory in choice.items] if choice.items else waiting


def _was_shown(shown: Mapping[str, str], choice: Choice) -> bool:
    """Tell whether a card is what was shown: all of it, or, for items that are named, what came before the newest.

    Args:
        shown: names of the items that wait, in the order they came, with their digests.
        choice: the verdict.
    """
    if choice.seen == card_digest(shown):
        return True
    if not choice.items or len(shown) > _MOST_GROWN:
        return False
    names = list(shown)
    parts = (names[:count] for count in range(len(names) - 1, 0, -1))
    return any(
        choice.seen == card_digest({name: shown[name] for name in part})
        for part in parts
        if set(choice.items).issubset(part)
    )


def _checked(choice: Choice) -> Choice:
    if choice.verdict not in get_args(Verdict):
        raise Invalid("The verdict is approve or reject.", field="verdict")
    if len(choice.items) > MOST_AT_ONCE:
        raise TooLarge(f"At most {MOST_AT_ONCE} items are decided at once.", field="items")
    reason = checked_reason(choice.reason, needed=choice.verdict == "reject")
    return replace(choice, reason=reason)


def _decided(status: str, by: str, at: datetime | None) -> Conflict:
    when = format_instant(at) if at is not None else "an unknown time"
    if status == WITHDRAWN:
        return Conflict(f"This was already withdrawn by {by} at {when}.", code="already_decided")
    how = "found to be out of date when it was decided" if status == "stale" else f"already decided ({status})"
    return Conflict(f"This was {how} by {by} at {when}.", code="already_decided")


def _too_late(card: LockedCard) -> Expired:
    at = format_instant(card.request.expires_at)
    return Expired(f"The time to decide this was over at {at}; no answer has counted as a rejection.")


def _report(
    card: LockedCard, result: Result, items: Sequence[ItemReport] = (), *, error: HubError | None = None
) -> DecisionReport:
    request = card.request
    return DecisionReport(
        request_id=request.pk,
        result=result,
        kind=request.kind,
        agent=request.agent,
        status=request.status,
        decided_by=request.decided_by,
        decided_at=request.decided_at,
        items=tuple(items),
        pending=len(card.waiting),
        error=error,
    )
