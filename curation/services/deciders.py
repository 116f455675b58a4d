"""Who may decide what: asked of every decision, whatever the door."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.db.models import Q

from curation.queries.people import ADMIN, CURATOR
from curation.services.effects import ADMIN_ONLY
from curation.services.settling import HUB_WIDE, LockedCard, record
from knowledge.errors import Invalid, Refused, TooLarge

if TYPE_CHECKING:
    from curation.models import ApprovalRequest
    from knowledge.engine.types import Actor
    from knowledge.services.transactions import WriteTransaction

REASON_CHARACTERS = 1_000
NO_OTHER = "Decided by whoever raised it: there is no other administrator."


def may_see(actor: Actor, request: ApprovalRequest) -> bool:
    """Whether a request is there for this actor; one that reaches several agents is for those who see every agent."""
    return actor.agents is None or (request.agent != HUB_WIDE and request.agent in actor.agents)


def is_own(actor: Actor, *, raised_by_kind: str, raised_by: str) -> bool:
    """Whether this person raised a request, through whatever door."""
    return actor.kind == "person" and raised_by_kind == "person" and raised_by == actor.name[:200]


def may_decide_at_all(actor: Actor) -> bool:
    """Whether this is a person with a role that decides; others are not even told what became of a request."""
    return actor.kind == "person" and bool(actor.roles & {CURATOR, ADMIN})


def objection(actor: Actor, *, kind: str, raised_by_kind: str, raised_by: str) -> Refused | None:
    """Return why somebody may not decide a request, None when they may: pages leave out what would be refused.

    Args:
        actor: who would decide.
        kind: of the request.
        raised_by_kind, raised_by: who raised it. Nobody decides what they raised themselves, unless there is no other
            administrator.
    """
    if actor.kind != "person":
        return Refused("Only people decide; use the token of a person.", code="not_a_person")
    if not actor.roles & {CURATOR, ADMIN}:
        return Refused("Your role only reads; ask a curator or an administrator.")
    if kind in ADMIN_ONLY and ADMIN not in actor.roles:
        return Refused("Only an administrator may do this.")
    if is_own(actor, raised_by_kind=raised_by_kind, raised_by=raised_by) and not _is_only_administrator(actor):
        return Refused("You raised this yourself; somebody else has to decide it.", code="own_request")
    return None


def refused(opened: WriteTransaction, actor: Actor, card: LockedCard) -> Refused | None:
    """Return why somebody may not decide this request, and write the attempt down; see `objection`."""
    request = card.request
    error = objection(actor, kind=request.kind, raised_by_kind=request.raised_by_kind, raised_by=request.raised_by)
    if error is not None:
        record(opened, actor, card, "refused", error.message, code=error.code)
    return error


def check_may_decide(opened: WriteTransaction, actor: Actor, card: LockedCard) -> None:
    """Refuse whoever may not decide this request, and write the attempt down; see `objection`.

    Raises:
        Refused: an agent's token, a role that only reads, one's own request, or a kind for administrators.
    """
    error = refused(opened, actor, card)
    if error is not None:
        raise error
    request = card.request
    if is_own(actor, raised_by_kind=request.raised_by_kind, raised_by=request.raised_by):
        record(opened, actor, card, "own", NO_OTHER)


def _is_only_administrator(actor: Actor) -> bool:
    if ADMIN not in actor.roles:
        return False
    others = User.objects.filter(Q(is_superuser=True) | Q(groups__name=ADMIN), is_active=True)
    return not others.exclude(pk=actor.user_id or 0).exists()


def checked_reason(reason: object, *, needed: bool = False) -> str:
    """Return a reason as it is kept.

    Raises:
        Invalid: it is missing though needed, or no text that can be kept.
        TooLarge: it is too long.
    """
    if not isinstance(reason, str) or "\0" in reason or not _is_valid(reason):
        raise Invalid("The reason must be text without control characters.", field="reason")
    clean = reason.strip()
    if needed and not clean:
        raise Invalid("Say why you reject this; others will want to know.", field="reason")
    if len(clean) > REASON_CHARACTERS:
        raise TooLarge(f"A reason has at most {REASON_CHARACTERS} characters.", field="reason")
    return clean


def _is_valid(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
