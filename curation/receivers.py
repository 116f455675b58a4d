"""What people's rooms do when the memory announces something: one answer per announcement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.dispatch import receiver

from curation.queries.cards import ALIAS, PAGE, PLAN, VOUCH
from curation.services import approvals, letting_go, outbox
from curation.services.announcements import PageAutoFiled
from knowledge import events
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from knowledge.engine.types import Actor


@receiver(events.write_held)
def open_conflict(
    *,
    memory: Any,
    agent: str,
    reason: str,
    actor: Actor,
    now: datetime,
    again: bool = False,
    **_: object,
) -> str | None:
    """A write was held: somebody has to decide. The same claim again is counted on its card."""
    if again:
        return approvals.count_again(actor=actor, memory=memory.id)
    return approvals.open_conflict(
        actor=actor, agent=agent, reason=reason, memory=memory.id, rival=memory.rival, origin=memory.origin
    )


@receiver(events.alias_held)
def open_alias_review(
    *,
    alias: Any,
    agent: str,
    reason: str,
    actor: Actor,
    now: datetime,
    again: bool = False,
    findings: Mapping[str, Any] | None = None,
    **_: object,
) -> str | None:
    """Another name was held: somebody has to decide. The same claim again is counted on its card."""
    item = f"alias:{alias.pk}"
    if again:
        return approvals.count_again(actor=actor, memory=item)
    return approvals.open_alias_review(
        actor=actor, agent=agent, reason=reason, item=item, origin=alias.origin, findings=findings or {}
    )


@receiver(events.quarantined)
def open_quarantine(
    *,
    memories: Sequence[tuple[str, Mapping[str, Any]]],
    agent: str,
    reason: str,
    origin: str,
    group: str,
    actor: Actor,
    now: datetime,
    **_: object,
) -> str | None:
    """Rows were put in quarantine: those of one group go on one card."""
    items = [approvals.NewItem(name, findings=findings) for name, findings in memories]
    return approvals.open_quarantine(
        actor=actor, agent=agent, reason=reason, origin=origin, items=items, group_key=group
    )


@receiver(events.page_held)
def open_wiki_review(
    *,
    revision: str,
    agent: str,
    reason: str,
    origin: str,
    actor: Actor,
    now: datetime,
    again: bool = False,
    findings: Mapping[str, Any] | None = None,
    **_: object,
) -> str | None:
    """A revision of a page was held: somebody has to decide. The same text again is counted on its card."""
    if again:
        return approvals.count_again(actor=actor, memory=f"{PAGE}{revision}")
    item = approvals.NewItem(f"{PAGE}{revision}", findings=findings or {})
    card = approvals.Card(approvals.WIKI, agent, reason, origin)
    return approvals.open_card(actor=actor, card=card, items=[item])


@receiver(events.promotion_asked)
def open_promotion(*, page: str, agent: str, origin: str, actor: Actor, now: datetime, **_: object) -> str | None:
    """Somebody asks a person to vouch for a page: another one has to decide. Asked twice, it is one card."""
    item = approvals.NewItem(f"{VOUCH}{page}")
    card = approvals.Card(approvals.PROMOTION, agent, "asked", origin, group_key=item.name)
    return approvals.open_card(actor=actor, card=card, items=[item])


@receiver(events.page_auto_filed)
def tell_of_filed_page(*, page: str, agent: str, outcome: str, held: bool, now: datetime, **_: object) -> None:
    """The hub filed a page: other systems are told; one that waits has a card of its own."""
    with write_transaction(now) as opened:
        outbox.announce(opened, PageAutoFiled(page, outcome, held), agent=agent)


@receiver(events.forget_planned)
def open_forget_source(
    *,
    plan: str,
    digest: str,
    agent: str,
    seconds: int,
    actor: Actor,
    now: datetime,
    **_: object,
) -> str | None:
    """A plan to forget a source waits: an administrator has to approve exactly that plan, as long as it lasts."""
    card = approvals.Card(approvals.FORGET, agent, "planned", seconds=seconds)
    return approvals.open_card(actor=actor, card=card, items=[approvals.NewItem(f"{PLAN}{plan}", digest=digest)])


@receiver(events.migration_planned)
def open_migration(
    *,
    plan: str,
    digest: str,
    agent: str,
    seconds: int,
    actor: Actor,
    now: datetime,
    **_: object,
) -> str | None:
    """A plan to move a namespace waits: an administrator has to approve exactly that plan, as long as it lasts."""
    card = approvals.Card(approvals.MIGRATION, agent, "planned", seconds=seconds)
    return approvals.open_card(actor=actor, card=card, items=[approvals.NewItem(f"{PLAN}{plan}", digest=digest)])


@receiver(events.moved)
def follow(*, memories: Sequence[str], agent: str, to: str, now: datetime, **_: object) -> None:
    """Rows belong to another agent now: requests about them move along."""
    letting_go.follow(names=memories, agent=agent, to=to)


@receiver(events.forgotten)
def let_go(
    *,
    memories: Sequence[str],
    aliases: Sequence[int],
    agent: str,
    now: datetime,
    pages: Sequence[str] = (),
    **_: object,
) -> None:
    """Rows were deleted for good: no card and no event names them any more."""
    letting_go.let_go(names=_names(memories, aliases, pages), now=now)


@receiver(events.naming)
def count_cards(*, memories: Sequence[str], aliases: Sequence[int], pages: Sequence[str], **_: object) -> int:
    """Rows may be deleted: say how many requests name them."""
    return letting_go.count(names=_names(memories, aliases, pages))


def _names(memories: Sequence[str], aliases: Sequence[int], pages: Sequence[str]) -> list[str]:
    return [*memories, *(f"{ALIAS}{number}" for number in aliases), *(f"{PAGE}{name}" for name in pages)]
