"""Requests that wait for a person: opening them, and joining what belongs on one card."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import F

from curation.models import PENDING, ApprovalItem, ApprovalRequest
from curation.queries.cards import card_digest, shown_now
from curation.services import outbox
from curation.services.announcements import (
    AliasHeld,
    Expired,
    ForgetPlanned,
    MigrationPlanned,
    Outcome,
    PageHeld,
    PromotionAsked,
    Quarantined,
    WriteHeld,
)
from knowledge.conf import approval_settings
from knowledge.engine.ids import new_id
from knowledge.engine.instants import format_instant
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from curation.services.announcements import Announcement, Waits
    from knowledge.engine.types import Actor
    from knowledge.services.transactions import WriteTransaction

CONFLICT, QUARANTINE, ALIAS = "fact_conflict", "knowledge_quarantine", "alias_review"
FORGET = "forget_source"
MIGRATION = "namespace_migration"
WIKI, PROMOTION = "wiki_review", "wiki_promotion"
_SETTING_OF = {
    CONFLICT: "conflict_seconds",
    QUARANTINE: "quarantine_seconds",
    PROMOTION: "promotion_seconds",
    FORGET: "forgetting_seconds",
    MIGRATION: "migration_seconds",
    ALIAS: "review_seconds",
    WIKI: "review_seconds",
}
_EVENT_OF: Mapping[str, type[Waits]] = {
    CONFLICT: WriteHeld,
    ALIAS: AliasHeld,
    WIKI: PageHeld,
    PROMOTION: PromotionAsked,
    FORGET: ForgetPlanned,
    MIGRATION: MigrationPlanned,
}
LONGEST_LIFE = 366 * 86_400


def life_of(kind: str, seconds: object = None) -> timedelta:
    """Return how long a request waits; no answer counts as a rejection.

    Args:
        kind: of the request.
        seconds: a life of its own, 1 second to a year; anything else means the life of its kind.
    """
    own = isinstance(seconds, int) and not isinstance(seconds, bool) and 1 <= seconds <= LONGEST_LIFE
    return timedelta(seconds=int(seconds) if own else getattr(approval_settings(), _SETTING_OF[kind]))  # type: ignore[call-overload]


@dataclass(frozen=True, slots=True)
class NewItem:
    """One thing to decide.

    Attributes:
        name: id of the memory, or of something else with its kind in front (`alias:17`).
        rival: id of what it would replace; of a memory it is found here.
        digest: over all that is shown of it; of a memory or another name it is taken here.
        findings: why it was stopped: names of rules, places in the text, counts; never text.
    """

    name: str
    rival: str = ""
    digest: str = ""
    findings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Card:
    """A request to be opened.

    Attributes:
        kind: one of the kinds of requests.
        agent: whose; empty for a card that reaches several agents, which administrators decide.
        reason: why it waits, in one word.
        origin: who said it; of several origins, what they share.
        group_key: equal for what belongs on one card; empty for a card of its own.
        seconds: life, see `life_of`.
    """

    kind: str
    agent: str
    reason: str
    origin: str = ""
    group_key: str = ""
    seconds: object = None


def open_card(*, actor: Actor, card: Card, items: Sequence[NewItem], now: datetime | None = None) -> str:
    """Open a request, or put its items on the card of their group that waits already.

    Inside the transaction of the write that is held back; rows have to be written by now.

    Args:
        actor: whose write it is; nobody decides what they raised themselves.
        card: what kind of request.
        items: at least one; those already on the card are left as they are.
        now: moment of a write of its own; inside another write that one's counts.

    Returns:
        The id of the request.
    """
    with write_transaction(now) as opened:
        seen = shown_now(item.name for item in items)
        bound = {item.name: seen.get(item.name, (item.digest, item.rival)) for item in items}
        rows = [
            ApprovalItem(memory=item.name, digest=bound[item.name][0], rival=bound[item.name][1] or item.rival)
            for item in items
        ]
        for row, item in zip(rows, items, strict=True):
            row.findings = dict(item.findings)
        request = _card_of_group(opened, card)
        request = _new_card(opened, actor, card, rows) if request is None else _join(request, rows)
        outbox.announce(opened, _waits(card, rows, request.expires_at), agent=card.agent, request=request.id)
        return request.id


def _waits(card: Card, rows: Sequence[ApprovalItem], until: datetime) -> Announcement:
    """Return what other systems are told of things that begin to wait."""
    names = [row.memory for row in rows]
    if card.kind == QUARANTINE:
        return Quarantined(card.reason, card.origin, names)
    return _EVENT_OF[card.kind](card.reason, card.origin, names, format_instant(until))


def open_conflict(*, actor: Actor, agent: str, reason: str, memory: str, rival: str, origin: str) -> str:
    """Open a request about a held write, inside the transaction of that write; return its id."""
    card = Card(CONFLICT, agent, reason, origin)
    return open_card(actor=actor, card=card, items=[NewItem(memory, rival)])


def open_quarantine(
    *, actor: Actor, agent: str, reason: str, origin: str, items: Sequence[NewItem], group_key: str = ""
) -> str:
    """Ask about rows in quarantine, inside the transaction that put them there; one card per group.

    Args:
        actor: whose writes they are.
        agent: whose memory; empty when the rows belong to several agents.
        reason: `injection`, `burst`, `drip`, `spread` or `guard_failed`.
        origin: who said it, or the class of several.
        items: the rows, with what was found in each; those already on the card are left as they are.
        group_key: digest of what makes them one group, at most 64 characters.

    Returns:
        The id of the request.
    """
    card = Card(QUARANTINE, agent, reason, origin, group_key)
    return open_card(actor=actor, card=card, items=items)


def open_alias_review(
    *, actor: Actor, agent: str, reason: str, item: str, origin: str, findings: Mapping[str, Any] | None = None
) -> str:
    """Open a request about a held other name (`alias:` and its id); return the id of the request."""
    row = NewItem(item, findings=findings or {})
    return open_card(actor=actor, card=Card(ALIAS, agent, reason, origin), items=[row])


def count_again(*, actor: Actor, memory: str) -> str | None:
    """Note that the same claim was made once more; return the id of its request, None when there is none.

    A card whose time is over no longer waits, also when nobody has swept it yet: the claim gets a new one.
    """
    item = (
        ApprovalItem.objects.filter(memory=memory, status=PENDING, request__status=PENDING)
        .select_related("request")
        .order_by("pk")
        .last()
    )
    if item is None:
        return None
    request = item.request
    with write_transaction() as opened:
        if request.expires_at > opened.now:
            ApprovalRequest.objects.filter(pk=request.pk).update(count=F("count") + 1)
            return request.id
        item.status, item.decided_at, item.effect = "expired", opened.now, {"outcome": "asked again"}
        item.save(update_fields=["status", "decided_at", "effect"])
        if not request.items.filter(status=PENDING).exists():
            request.status, request.decided_at = "expired", opened.now
            request.save(update_fields=["status", "decided_at"])
            over = Expired(request.kind, "expired", "", [Outcome(memory, "expired", "asked again")], 0)
            outbox.announce(opened, over, agent=request.agent, request=request.id)
        card = Card(request.kind, request.agent, request.reason, request.origin)
        again = NewItem(memory, item.rival, item.digest, item.findings)
        return open_card(actor=actor, card=card, items=[again])


# ------------------------------------------------------------------ parts


def _card_of_group(opened: WriteTransaction, card: Card) -> ApprovalRequest | None:
    """Return the card of this group that waits; one with less than half its life left gives its place up.

    What comes late would otherwise inherit a deadline that leaves nobody the time to look.
    """
    if not card.group_key:
        return None
    waiting = (
        ApprovalRequest.objects.select_for_update()
        .filter(agent=card.agent, kind=card.kind, group_key=card.group_key, status=PENDING)
        .first()
    )
    if waiting is not None and waiting.expires_at - opened.now < (waiting.expires_at - waiting.created_at) / 2:
        waiting.group_key = ""
        waiting.save(update_fields=["group_key"])
        return None
    return waiting


def _new_card(opened: WriteTransaction, actor: Actor, card: Card, rows: Sequence[ApprovalItem]) -> ApprovalRequest:
    request = ApprovalRequest.objects.create(
        id=new_id("r", opened.now),
        kind=card.kind,
        agent=card.agent,
        status=PENDING,
        reason=card.reason,
        origin=card.origin,
        group_key=card.group_key,
        digest=card_digest({row.memory: row.digest for row in rows}),
        raised_by_kind=actor.kind,
        raised_by=actor.name[:200],
        raised_by_token=actor.token_id,
        created_at=opened.now,
        expires_at=opened.now + life_of(card.kind, card.seconds),
    )
    for row in rows:
        row.request = request
    ApprovalItem.objects.bulk_create(rows)
    return request


def _join(request: ApprovalRequest, rows: Sequence[ApprovalItem]) -> ApprovalRequest:
    """Add what is new to a card; whoever has it open is told that it has changed."""
    known = dict(request.items.values_list("memory", "digest"))
    new = [row for row in rows if row.memory not in known]
    for row in new:
        row.request = request
    ApprovalItem.objects.bulk_create(new)
    request.digest = card_digest(known | {row.memory: row.digest for row in new})
    request.revision += 1
    request.save(update_fields=["digest", "revision"])
    return request
