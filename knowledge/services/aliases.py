"""Saying that two names mean the same, and taking it back.

Other names change what the graph joins and what a query's words lead to. They never change which
statements replace one another: two names keep two histories. A name that touches something trusted
more than whoever adds it waits for a person.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import TYPE_CHECKING, Any

from knowledge import events
from knowledge.clock import hub_now
from knowledge.conf import graph_limits, limits
from knowledge.engine.ids import digest
from knowledge.engine.trust import ceiling
from knowledge.errors import Conflict, HubError, NotFound, Refused, TooLarge, TooMany
from knowledge.models import Agent, EntityAlias
from knowledge.models.entity import ALIAS_BELIEVED, ALIAS_HELD, ALIAS_REJECTED
from knowledge.queries.aliases import AliasView, alias_view
from knowledge.queries.merging import MergeView, merge_token, view_merge
from knowledge.services import alias_links, audit, scanning
from knowledge.services.agents import check_agent_name, lock_agent
from knowledge.services.permissions import check_may_write
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Mapping

    from knowledge.engine.types import Actor
    from knowledge.services.finding import Finding
    from knowledge.services.transactions import WriteTransaction

TOUCHES_TRUSTED = "touches_trusted"
"""Why a name waits: what it would join is trusted more than whoever said it."""

_HELD_REASONS = (TOUCHES_TRUSTED, scanning.SUSPICIOUS)


@dataclass(frozen=True, slots=True)
class AliasOutcome:
    """What saying that two names mean the same did.

    Attributes:
        outcome: `added`, `unchanged` when that was known, or `held`.
        review_id: the request a person decides, when it is held.
        reason: why it is held, a stable word.
    """

    outcome: str
    alias: AliasView
    review_id: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MergePreview:
    """What merging two entities would do; nothing has changed yet.

    Attributes:
        view: both entities and what they have in common.
        needs_review: whether it would wait for a person.
        token: what `merge` is given, so that nothing else is merged than was seen.
    """

    view: MergeView
    needs_review: bool
    token: str


def add_alias(*, actor: Actor, agent: str, canonical: str, alias: str, now: datetime | None = None) -> AliasOutcome:
    """Say that `alias` is another name of `canonical`, which may be another name itself.

    Raises:
        Invalid: a name is blank, both are the same, they would lead in a circle, or they read like an order.
        Conflict: the name already stands for something else.
        TooLarge: a name is too long, or the agent has as many as it may have.
        TooMany: too many of this agent's writes wait for a person today.
        Refused: a person whose role only reads, or an agent of somebody else.
    """
    _check(actor, agent)
    return _add(actor, agent, canonical, alias, "alias.added", now)


def remove_alias(*, actor: Actor, agent: str, alias: str, reason: str = "", now: datetime | None = None) -> bool:
    """Take another name away; names that were said to stand for it stand for it again.

    Returns:
        False when it is nobody's other name.

    Raises:
        Refused: an agent's credential is trusted less than whoever added the name.
    """
    _check(actor, agent)
    _, key = alias_links.clean_name(alias, "alias")
    with write_transaction(now) as opened:
        locked = _known(opened, agent)
        row = None if locked is None else alias_links.of_names(locked, [key]).get(key)
        if locked is None or row is None:
            return False
        _take_away(opened, actor, locked, row, "alias.removed", reason)
        return True


def preview_merge(*, actor: Actor, agent: str, keep: str, other: str, now: datetime | None = None) -> MergePreview:
    """Show what merging `other` into `keep` would do.

    Raises:
        Invalid: a name is blank, or both are the same entity already.
        NotFound: there is no such agent, or nothing is known under one of the names.
    """
    _check(actor, agent)
    moment = now or hub_now()
    (keep, _), (other, _) = alias_links.clean_name(keep, "keep"), alias_links.clean_name(other, "other")
    found = Agent.objects.filter(name=agent).first()
    if found is None:
        raise NotFound("There is no such agent.")
    view = view_merge(agent=agent, keep=keep, other=other, for_curator=actor.kind != "agent", now=moment)
    trust = ceiling(alias_links.origin_of(actor))
    return MergePreview(view, _needs_review(found, trust, (view.keep.id, view.other.id), moment), view.token)


def merge(
    *, actor: Actor, agent: str, keep: str, other: str, token: str = "", now: datetime | None = None
) -> AliasOutcome:
    """Merge one entity with all its names into another: what it goes by becomes another name.

    Args:
        actor: who merges.
        agent: whose entities.
        keep: any name of the entity that stays.
        other: any name of the one that goes into it.
        token: of the preview; empty merges whatever is there now.

    Raises:
        Conflict: the entities are not what the preview showed.
        Invalid, TooLarge, TooMany, Refused: as for `add_alias`.
    """
    _check(actor, agent)
    names = alias_links.clean_name(keep, "keep"), alias_links.clean_name(other, "other")
    with write_transaction(now) as opened:
        locked = _known(opened, agent)
        if locked is None:
            raise NotFound("There is no such agent.")
        if token and token != merge_token(agent=agent, keep=keep, other=other):
            raise Conflict("The two entities have changed since you looked; look again, then merge.")
        kept, gone = (alias_links.end_of(locked, *name) for name in names)
        return _add(actor, agent, kept, gone, "alias.merged", None)


def undo_merge(*, actor: Actor, agent: str, alias_id: int, now: datetime | None = None) -> AliasView:
    """Take a merge back as long as the link it made is there; what was said of either since then stays with its name.

    Args:
        actor: who takes it back.
        agent: whose entities.
        alias_id: of the link the merge made.

    Returns:
        The link that is gone.

    Raises:
        NotFound: there is no such link any more.
        Refused: an agent's credential is trusted less than whoever merged.
    """
    _check(actor, agent)
    with write_transaction(now) as opened:
        locked, row = _row(opened, agent, alias_id, ALIAS_BELIEVED)
        view = alias_view(row)
        _take_away(opened, actor, locked, row, "alias.unmerged", "")
        return view


def approve_alias(
    *, actor: Actor, agent: str, alias_id: int, reason: str = "", now: datetime | None = None
) -> AliasView:
    """Let a name that waits be true: a person vouches for it.

    Raises:
        Conflict: what is known of the two names by now does not allow it any more.
        NotFound: no such name waits.
        Refused: not a curator or administrator.
    """
    _check_may_decide(actor, agent)
    with write_transaction(now) as opened:
        locked, row = _row(opened, agent, alias_id, ALIAS_HELD)
        try:
            same = alias_links.check(locked, row)
        except HubError as error:
            raise Conflict(error.message) from error
        if same is not None:
            raise Conflict("That these names mean the same is known by now; reject this one.")
        row.origin, row.origin_trust = alias_links.PERSON, ceiling(alias_links.PERSON)
        alias_links.join(locked, row)
        _record(opened, actor, "alias.approved", locked, row, reason)
        return alias_view(row)


def reject_alias(*, actor: Actor, agent: str, alias_id: int, reason: str = "", now: datetime | None = None) -> None:
    """Decide that a name that waits is wrong; it stays known as rejected.

    Raises:
        NotFound: no such name waits.
        Refused: not a curator or administrator.
    """
    _check_may_decide(actor, agent)
    with write_transaction(now) as opened:
        locked, row = _row(opened, agent, alias_id, ALIAS_HELD)
        row.standing = ALIAS_REJECTED
        row.save(update_fields=["standing"])
        _record(opened, actor, "alias.rejected", locked, row, reason)


# ------------------------------------------------------------------ parts


def _add(actor: Actor, agent: str, canonical: str, alias: str, action: str, now: datetime | None) -> AliasOutcome:
    (stated, stated_key), (name, key) = (
        alias_links.clean_name(canonical, "canonical"),
        alias_links.clean_name(alias, "alias"),
    )
    origin = alias_links.origin_of(actor)
    finding = _scanned(actor, agent, origin, stated, name, now)
    with write_transaction(now) as opened:
        locked = lock_agent(opened, agent, create=True)
        row = EntityAlias(
            agent=locked,
            alias=name,
            alias_key=key,
            stated=stated,
            stated_key=stated_key,
            origin=origin,
            origin_trust=ceiling(origin),
            added_by=actor.name[:200],
            added_at=opened.now,
        )
        same = alias_links.check(locked, row)
        if same is not None:
            return AliasOutcome("unchanged", alias_view(same))
        if finding is not None:
            return _hold(opened, actor, locked, row, finding.reason, finding.details)
        if _needs_review(locked, row.origin_trust, (key, row.canonical_key), opened.now):
            return _hold(opened, actor, locked, row)
        _check_room(locked)
        alias_links.join(locked, row)
        _record(opened, actor, action, locked, row)
        return AliasOutcome("added", alias_view(row))


def _scanned(actor: Actor, agent: str, origin: str, stated: str, name: str, now: datetime | None) -> Finding | None:
    """Scan two names; what was found has to be judged by a person.

    Raises:
        Invalid: they read like an order; that is in the audit.
        Refused: the scan failed.
    """
    texts = scanning.Texts(subject=stated, object=name)
    try:
        finding = scanning.judged(actor, texts)
    except HubError as error:
        scanning.write_down_one(actor, agent, origin, texts, error, now)
        raise
    return None if finding is None or finding.warns else finding


def _hold(
    opened: WriteTransaction,
    actor: Actor,
    agent: Agent,
    row: EntityAlias,
    reason: str = TOUCHES_TRUSTED,
    findings: Mapping[str, Any] | None = None,
) -> AliasOutcome:
    """Keep the name without believing it, and ask a person; the same claim again is counted, not kept twice."""
    waiting = EntityAlias.objects.filter(
        agent=agent, standing=ALIAS_HELD, alias_key=row.alias_key, stated_key=row.stated_key, origin=row.origin
    ).first()
    if waiting is None:
        _check_room(agent)
        _check_held_today(agent, opened.now)
        row.standing, row.standing_reason = ALIAS_HELD, reason
        row.save()
        _record(opened, actor, "alias.held", agent, row)
    held = waiting or row
    answers = events.alias_held.send(
        sender=EntityAlias,
        alias=held,
        agent=agent.name,
        reason=reason,
        findings=findings or {},
        actor=actor,
        now=opened.now,
        again=waiting is not None,
    )
    review = next((answer for _, answer in answers if isinstance(answer, str)), None)
    return AliasOutcome("held", alias_view(held), review, held.standing_reason)


def _needs_review(agent: Agent, trust: float, keys: tuple[str, str], now: datetime) -> bool:
    """Tell whether what is known of either entity is trusted more; nothing is trusted more than a person."""
    return trust < 1.0 and alias_links.strongest(agent, keys, now) > trust


def _take_away(
    opened: WriteTransaction, actor: Actor, agent: Agent, row: EntityAlias, action: str, reason: str
) -> None:
    if actor.kind == "agent" and row.origin_trust > ceiling(alias_links.origin_of(actor)):
        raise Refused("This name was added by somebody trusted more than your credential; a person has to remove it.")
    _record(opened, actor, action, agent, row, reason)
    alias_links.part(agent, row)


def _check(actor: Actor, agent: str) -> None:
    check_may_write(actor)
    if not actor.may_touch(agent):
        raise Refused("This credential may not write for that agent.")
    check_agent_name(agent)


def _check_may_decide(actor: Actor, agent: str) -> None:
    """Only people decide, and the hub for them when their time is over."""
    _check(actor, agent)
    if actor.kind == "agent":
        raise Refused("Only people decide about what waits for a person.")


def _check_room(agent: Agent) -> None:
    most = graph_limits().most_aliases
    if EntityAlias.objects.filter(agent=agent).count() >= most:
        raise TooLarge(f"This agent has {most} other names already; remove some first.", field="alias")


def _check_held_today(agent: Agent, now: datetime) -> None:
    midnight = datetime.combine(now.astimezone(UTC).date(), time(), tzinfo=UTC)
    held = EntityAlias.objects.filter(agent=agent, standing_reason__in=_HELD_REASONS, added_at__gte=midnight).count()
    if held >= limits().held_per_day:
        raise TooMany(
            f"{held} names of this agent wait for a person already today; try again tomorrow.", retry_after=3600
        )


def _known(opened: WriteTransaction, agent: str) -> Agent | None:
    """Return the agent under its lock, None when there is none."""
    try:
        return lock_agent(opened, agent)
    except NotFound:
        return None


def _row(opened: WriteTransaction, agent: str, alias_id: int, standing: str) -> tuple[Agent, EntityAlias]:
    locked = _known(opened, agent)
    row = None if locked is None else EntityAlias.objects.filter(pk=alias_id, agent=locked, standing=standing).first()
    if locked is None or row is None:
        raise NotFound("There is no such name.")
    return locked, row


def _record(
    opened: WriteTransaction, actor: Actor, action: str, agent: Agent, row: EntityAlias, reason: str = ""
) -> None:
    details = {"names": digest(row.alias_key, row.stated_key), "origin": row.origin}
    entry = audit.AuditRecord(action, agent=agent.name, target=f"alias:{row.pk}", reason=reason, details=details)
    audit.record(opened, actor, entry)
