"""Moving memories from one agent to another: a namespace after an approval, or all of them handed over at once.

Either everything lands or nothing does. What was forgotten stays forgotten: the blocks travel along, and what the
target has forgotten never arrives.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from knowledge import events
from knowledge.errors import Conflict, HubError, Invalid, NotFound
from knowledge.models import Agent, ForgetPlan, ForgetPlanItem, LegalHold
from knowledge.models.forgetting import APPLIED, HAND_OVER, MIGRATE, TARGET
from knowledge.services import audit, blocks, bulk, moving_rows, plans
from knowledge.services.agents import check_agent_name, check_may_administer, lock_agent
from knowledge.services.moving_picture import MovePicture, picture_of, reasons
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.services.transactions import WriteTransaction

TO: Final = "to"
_STALE: Final = "namespace.move_stale"


@dataclass(frozen=True, slots=True)
class MovePreview:
    """What handing over would do; `hash` binds the act to exactly these rows."""

    agent: str
    to: str
    hash: str
    counts: dict[str, int]
    unreachable: dict[str, int]


@dataclass(frozen=True, slots=True)
class MoveReport:
    """What moving did.

    Attributes:
        moved: rows that belong to the target now.
        outcomes: of statements that had to find their place, how many met which outcome.
        stayed: rows that are where they were, by why.
        blocks: blocked sources that the target knows now, too.
        unreachable: what does not move, in numbers.
    """

    plan_id: str
    agent: str
    to: str
    moved: int
    outcomes: dict[str, int]
    stayed: dict[str, int]
    aliases: int
    mistakes: int
    blocks: int
    unreachable: dict[str, int]


def plan_migration(
    *, actor: Actor, agent: str, to: str, reason: str = "", minutes: int | None = None, now: datetime | None = None
) -> str:
    """Plan to move a namespace, and ask an administrator; nothing is moved.

    Args:
        actor: an administrator.
        agent: whose memories.
        to: name of the agent that takes them over; it may be new.
        reason: for whoever decides, at most 1 000 characters.
        minutes: how long it may be approved and applied; 1 to 1 440.
        now: moment of the plan; None reads the hub clock.

    Returns:
        The id of the plan.

    Raises:
        Refused: not an administrator.
        Invalid: both are the same, or no agent may be called so.
        NotFound: no such agent, or it has nothing that moves.
        Conflict: all the agent has is under legal hold (`legal_hold`).
    """
    source, target = _both(actor, agent, to)
    plans.check_reason(reason)
    picture = picture_of(source, target, MIGRATE, to)
    if not picture.rows:
        raise NotFound("There is nothing to move.", code="nothing_to_move")
    with write_transaction(now) as opened:
        row = plans.write(
            opened,
            actor,
            source,
            kind=MIGRATE,
            bound_to=picture.hash,
            selector={TO: to},
            counts=picture.counts,
            unreachable=picture.unreachable,
            reason=reason,
            minutes=minutes,
        )
        items = ((name, told) for name, told in picture.rows.items())
        bulk.insert([bulk.new(ForgetPlanItem, plan_id=row.pk, memory=n, part=TARGET, digest=d) for n, d in items])
        seconds = int((row.expires_at - opened.now).total_seconds())
        answers: list[tuple[Any, Any]] = events.migration_planned.send(
            sender=ForgetPlan, plan=row.pk, digest=row.hash, agent=agent, seconds=seconds, actor=actor, now=opened.now
        )
        row.request = next((answer for _, answer in answers if isinstance(answer, str)), "")
        row.save(update_fields=["request"])
        details = {"hash": row.hash, "request": row.request, TO: to, **picture.counts}
        audit.record(
            opened, actor, audit.AuditRecord("namespace.move_planned", agent, row.pk, reason=reason, details=details)
        )
        return row.pk


def apply_migration(*, actor: Actor, plan_id: str, now: datetime | None = None) -> MoveReport:
    """Move what an approved plan names: all of it or nothing.

    Raises:
        Refused: not an administrator, or the plan is not approved (`not_approved`).
        Expired: its time is over.
        StaleError: something differs; nothing was done, and the plan is closed.
        Conflict: it was applied already, the target has no room, or a hold was put on the agent.
        NotFound: unknown or foreign.
    """
    check_may_administer(actor)
    known = plans.known(actor, plan_id, MIGRATE)
    with write_transaction(now) as opened:
        source, target = _locked(opened, known.agent.name, known.selector[TO])
        row = ForgetPlan.objects.select_for_update().get(pk=plan_id)
        done = _apply(opened, actor, row, source, target)
    if isinstance(done, HubError):
        raise done
    return done


def preview_hand_over(*, actor: Actor, agent: str, to: str) -> MovePreview:
    """Say what handing all memories of an agent over to another would do.

    Raises:
        Refused: not an administrator.
        Invalid: both are the same, or no agent may be called so.
        NotFound: no such agent.
        Conflict: all the agent has is under legal hold (`legal_hold`).
    """
    source, target = _both(actor, agent, to)
    picture = picture_of(source, target, HAND_OVER, to)
    return MovePreview(agent, to, picture.hash, picture.counts, picture.unreachable)


def hand_over(
    *, actor: Actor, agent: str, to: str, seen: str = "", reason: str = "", now: datetime | None = None
) -> MoveReport:
    """Hand all memories of an agent over to another: chains, sources, other names, mistakes and blocks.

    Args:
        actor: an administrator.
        agent: who gives.
        to: who takes; it may be new.
        seen: hash of the preview; if anything differs, nothing is done. Empty: not compared.
        reason: for the audit, at most 1 000 characters.
        now: moment of the act; None reads the hub clock.

    Raises:
        Refused, Invalid, NotFound: see `preview_hand_over`.
        StaleError: something differs from the preview.
        Conflict: the target has no room.
    """
    source, target = _both(actor, agent, to)
    plans.check_reason(reason)
    with write_transaction(now) as opened:
        source, target = _locked(opened, agent, to)
        picture = picture_of(source, target, HAND_OVER, to)
        if seen and picture.hash != seen:
            raise plans.StaleError([{"what": "rows", "count": len(picture.rows)}])
        report = _carry_out(opened, actor, source, target, picture, HAND_OVER)
        details = _told(report) | {"hash": picture.hash}
        audit.record(
            opened, actor, audit.AuditRecord("namespace.handed_over", agent=agent, reason=reason, details=details)
        )
        return report


# ------------------------------------------------------------------ parts


def _both(actor: Actor, agent: str, to: str) -> tuple[Agent, Agent | None]:
    check_may_administer(actor)
    check_agent_name(to)
    if agent == to:
        raise Invalid("Name two different agents.", field="to")
    found = {row.name: row for row in Agent.objects.filter(name__in=(agent, to))}
    if agent not in found or not (actor.may_touch(agent) and actor.may_touch(to)):
        raise NotFound("There is no such agent.")
    _check_hold(found[agent], found.get(to))
    return found[agent], found.get(to)


def _check_hold(source: Agent, target: Agent | None) -> None:
    """Refuse to take rows out of the reach of a legal hold on all an agent has; one on a memory goes with it."""
    held = set(LegalHold.objects.filter(memory=None).values_list("agent", flat=True))
    if source.pk in held and (target is None or target.pk not in held):
        raise Conflict("Some of this is under legal hold; lift the hold first. Nothing was done.", code="legal_hold")


def _locked(opened: WriteTransaction, agent: str, to: str) -> tuple[Agent, Agent]:
    """Lock both agents in the order of their names, so that no two moves wait crosswise."""
    for name in sorted((agent, to)):
        lock_agent(opened, name, create=name == to)
    return lock_agent(opened, agent), lock_agent(opened, to)


def _apply(
    opened: WriteTransaction, actor: Actor, row: ForgetPlan, source: Agent, target: Agent
) -> MoveReport | HubError:
    refused = plans.objection(row, opened.now)
    if refused is not None:
        entry = audit.AuditRecord("namespace.move_refused", source.name, row.pk, reason=refused.message)
        audit.record(opened, actor, entry)
        return refused
    picture = picture_of(source, target, MIGRATE, target.name)
    found = reasons(picture, row)
    if found:
        return plans.close_as_stale(opened, actor, row, found, _STALE)
    report = _carry_out(opened, actor, source, target, picture, MIGRATE, row.pk)
    row.status, row.applied_by, row.applied_at = APPLIED, actor.name[:200], opened.now
    row.save(update_fields=["status", "applied_by", "applied_at"])
    ForgetPlanItem.objects.filter(plan=row).update(digest="")
    details = _told(report) | {"hash": row.hash}
    entry = audit.AuditRecord("namespace.moved", source.name, row.pk, reason=row.reason, details=details)
    audit.record(opened, actor, entry)
    return report


def _carry_out(
    opened: WriteTransaction,
    actor: Actor,
    source: Agent,
    target: Agent,
    picture: MovePicture,
    kind: str,
    plan_id: str = "",
) -> MoveReport:
    _check_hold(source, target)
    if target.quota is not None and target.total_memories + len(picture.rows) > target.quota:
        raise Conflict("The target's storage quota has no room for them; raise it first.", code="quota")
    if not target.total_memories:
        target.multi_valued = list(source.multi_valued)
        target.save(update_fields=["multi_valued"])
    outcomes = moving_rows.move(opened, actor, source, target, picture)
    mistakes = moving_rows.take_along(source, target, picture, with_mistakes=kind == HAND_OVER)
    followed = blocks.follow(opened, source, target)
    return MoveReport(
        plan_id=plan_id,
        agent=source.name,
        to=target.name,
        moved=len(picture.rows),
        outcomes=dict(outcomes),
        stayed=dict(Counter(picture.stays.values())),
        aliases=len(picture.aliases),
        mistakes=mistakes,
        blocks=followed,
        unreachable=picture.unreachable,
    )


def _told(report: MoveReport) -> dict[str, Any]:
    """Return what the audit keeps: names of agents and numbers."""
    names = ("to", "moved", "outcomes", "stayed", "aliases", "mistakes", "blocks")
    return {name: getattr(report, name) for name in names}
