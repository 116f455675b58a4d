"""Forgetting a source for good: a plan that changes nothing, an approval bound to it, and one transaction that applies.

The plan is found again when it is applied. If anything differs it is out of date, every reason is listed, and nothing
is done. What stays behind is a block: a keyed digest of the source, so that nobody teaches the same again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from knowledge import events
from knowledge.clock import hub_now
from knowledge.conf import forgetting_settings
from knowledge.engine.lineage import TooDeepError, normal_source_key
from knowledge.errors import Conflict, HubError, Invalid, NotFound, TooLarge
from knowledge.models import Agent, ForgetPlan, ForgetPlanItem
from knowledge.models.forgetting import APPLIED, APPROVED, FORGET, KEPT, RETURNS, SAID, TARGET
from knowledge.queries.policies import held_back
from knowledge.queries.reach import meant, reach_of, untracked
from knowledge.services import audit, blocks, bulk, forget_apply, forget_steps, plans, wiki_forget
from knowledge.services.agents import check_may_administer
from knowledge.services.forget_picture import Picture, picture_of, reasons
from knowledge.services.heap import large_work
from knowledge.services.scanning import check_note
from knowledge.services.transactions import settle, write_transaction

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.engine.lineage import Selector
    from knowledge.engine.types import Actor
    from knowledge.services.transactions import WriteTransaction

KEY_BYTES: Final = 512
MOST_ITEMS: Final = 1_000
_LARGEST: Final = 1 << 62


@dataclass(frozen=True, slots=True)
class ApplyReport:
    """What applying a plan did.

    Attributes:
        deleted: rows that are gone for good.
        kept: rows that stay with another source.
        returned: ids of rows that are true again, or longer.
        cuts: links of other rows that led to deleted ones.
        unreachable: what it could not reach: per word the number when it was planned, and now.
        steps: what is still to be done after the commit, see `forget_steps`.
    """

    plan_id: str
    agent: str
    deleted: int
    kept: int
    returned: tuple[str, ...]
    cuts: int
    unreachable: dict[str, tuple[int, int]]
    steps: tuple[str, ...]


def plan(
    *,
    actor: Actor,
    agent: str,
    selector: Selector,
    reason: str = "",
    minutes: int | None = None,
    most_rows: int | None = None,
    now: datetime | None = None,
) -> str:
    """Plan to forget a source, and ask an administrator; no memory is changed.

    Args:
        actor: an administrator, or a program with that right.
        agent: whose memory.
        selector: which sources; see `engine.lineage.Selector`. A session without a watermark is meant up to now.
        reason: for whoever decides, at most 1 000 characters.
        minutes: how long it may be approved and applied; 1 to 1 440, more and less are cut to that.
        most_rows: rows it may delete; by default as the hub is set.
        now: moment of the plan; None reads the hub clock.

    Returns:
        The id of the plan.

    Raises:
        Refused: not an administrator.
        Invalid: the selector breaks a rule.
        NotFound: no such agent, or nothing comes from this source (`nothing_to_forget`).
        Conflict: it is forgotten already (`already_forgotten`).
        TooLarge: it reaches too many rows, or too deep.
    """
    check_may_administer(actor)
    if not actor.may_touch(agent):
        raise NotFound("There is no such agent.")
    plans.check_reason(reason)
    check_note(actor, [reason], field_name="reason", now=now)
    found = Agent.objects.filter(name=agent).first()
    if found is None:
        raise NotFound("There is no such agent.")
    # Reading takes longest and keeps nobody waiting: whatever changes meanwhile is noticed when the plan is applied.
    with large_work():
        picture = _picture(found, _checked(selector, now or hub_now()), most_rows)
        _refuse_needless(found, picture)
        return _write_down(actor, found, picture, reason, minutes, now)


def apply(*, actor: Actor, plan_id: str, now: datetime | None = None) -> ApplyReport:
    """Delete everything an approved plan names, for good, and block its source: all or nothing.

    Args:
        actor: an administrator.
        plan_id: of a plan that was approved.
        now: moment of the act; None reads the hub clock.

    Raises:
        Refused: not an administrator, or the plan is not approved, or another one was approved (`not_approved`).
        Expired: its time is over.
        StaleError: something differs; nothing was done, and the plan is closed.
        Conflict: it was applied already.
        NotFound: unknown or foreign.
    """
    check_may_administer(actor)
    # What takes long is read before anybody has to wait; it counts if nothing was written meanwhile.
    with large_work():
        ahead = _read_ahead(plans.known(actor, plan_id, FORGET))
        with write_transaction(now) as opened:
            row, locked = plans.locked(opened, actor, plan_id, FORGET)
            done = _apply(opened, actor, row, locked, ahead)
    # What was written down about a refusal has to stay, so it is told after the commit.
    if isinstance(done, HubError):
        raise done
    told = {**done.unreachable, "untracked": (done.unreachable["untracked"][0], untracked(locked.pk))}
    return replace(done, unreachable=told)


# ------------------------------------------------------------------ planning


def _picture(agent: Agent, selector: Selector, most_rows: int | None) -> Picture:
    try:
        reach = reach_of(agent.pk, agent.name, selector)
    except TooDeepError as error:
        raise TooLarge(str(error), field="selector", code="too_deep") from error
    most = forgetting_settings().most_rows if most_rows is None else most_rows
    if len(reach.depths) > most:
        raise TooLarge(f"This reaches {len(reach.depths)} rows; at most {most} are planned at once.", field="selector")
    return picture_of(agent, selector, reach)


def _refuse_needless(agent: Agent, picture: Picture) -> None:
    reach = picture.reach
    if held_back(reach.depths):
        raise _held()
    if not reach.matched and not picture.more:
        if blocks.all_blocked(agent, reach.keys):
            raise Conflict("This source is forgotten already, and blocked.", code="already_forgotten")
        if not reach.recorded or reach.elsewhere:
            raise NotFound("Nothing here comes from this source; there is nothing to forget.", code="nothing_to_forget")


def _write_down(
    actor: Actor, agent: Agent, picture: Picture, reason: str, minutes: int | None, now: datetime | None
) -> str:
    """Write a plan, and tell whoever has it approved; return its id."""
    with write_transaction(now) as opened:
        row = _write_plan(opened, actor, agent, picture, reason, minutes)
        settle()
        seconds = int((row.expires_at - opened.now).total_seconds())
        answers = events.forget_planned.send(
            sender=ForgetPlan,
            plan=row.pk,
            digest=row.hash,
            agent=agent.name,
            seconds=seconds,
            actor=actor,
            now=opened.now,
        )
        row.request = next((answer for _, answer in answers if isinstance(answer, str)), "")
        row.save(update_fields=["request"])
        details = {"hash": row.hash, "request": row.request, **picture.counts}
        entry = audit.AuditRecord(
            "source.forget_planned", agent=agent.name, target=row.pk, reason=reason, details=details
        )
        audit.record(opened, actor, entry)
        return row.pk


def _write_plan(
    opened: WriteTransaction, actor: Actor, agent: Agent, picture: Picture, reason: str, minutes: int | None
) -> ForgetPlan:
    row = plans.write(
        opened,
        actor,
        agent,
        kind=FORGET,
        bound_to=picture.hash,
        selector=picture.selector.as_json(),
        counts=picture.counts,
        unreachable=picture.unreachable,
        reason=reason,
        minutes=minutes,
    )
    items = [
        bulk.new(
            ForgetPlanItem,
            plan_id=row.pk,
            memory=name,
            part=TARGET,
            depth=picture.depth_of.get(name, 0),
            others=picture.others_of.get(name, 0),
            digest=digest,
        )
        for name, digest in (picture.rows | picture.more).items()
    ]
    for part, told in ((SAID, picture.said), (KEPT, picture.kept), (RETURNS, picture.returns)):
        items += [
            bulk.new(ForgetPlanItem, plan_id=row.pk, memory=name, part=part, digest=digest)
            for name, digest in told.items()
        ]
    bulk.insert(items)
    return row


def _checked(selector: Selector, now: datetime) -> Selector:
    """Return a selector in its normal spelling.

    Raises:
        Invalid: it names nothing, or several things, or a key that no source can have.
    """
    if selector.ways != 1:
        raise Invalid("Name items, or a session, or a run, or an import file: one of them.", field="selector")
    if len(selector.items) > MOST_ITEMS:
        raise TooLarge(f"At most {MOST_ITEMS} items are forgotten at once.", field="items")
    items = tuple(dict.fromkeys((_key(session), _key(item)) for session, item in selector.items))
    if not all(item for _, item in items):
        raise Invalid("Name each item by its key; a whole session is forgotten as a session.", field="items")
    place, until = selector.up_to, selector.until
    if place is not None and (isinstance(place, bool) or not 0 <= place < _LARGEST):
        raise Invalid("up_to must be a whole number from 0.", field="up_to")
    if until is not None and until.tzinfo is None:
        raise Invalid("until needs a zone: add Z for UTC, or an offset such as +09:00.", field="until")
    if not selector.session:
        place = until = None
    elif until is None:
        until = now
    return replace(
        selector,
        items=items,
        session=_key(selector.session),
        up_to=place,
        until=until,
        run=_key(selector.run),
        file=_key(selector.file),
    )


def _key(text: str) -> str:
    key = normal_source_key(text)
    if not key.isprintable():
        raise Invalid("A key of a source holds no control characters.", field="selector")
    if len(key.encode("utf-8", "surrogatepass")) > KEY_BYTES:
        raise TooLarge(f"A key of a source has at most {KEY_BYTES} bytes.", field="selector")
    return key


# ------------------------------------------------------------------ applying


@dataclass(frozen=True, slots=True)
class _Ahead:
    """What was found for a plan before the lock was taken, after so many writes of the agent."""

    writes: int
    picture: Picture | None
    reasons: list[dict[str, Any]]

    def still_holds(self, agent: Agent) -> bool:
        """Tell whether nothing has changed since; the shared wiki is nobody's, so its pages are found again."""
        if self.picture is None or agent.writes - 1 != self.writes:
            return False
        selector = self.picture.selector
        return wiki_forget.of_sources(agent, meant(selector), selector).digests == self.picture.pages.digests


def _read_ahead(row: ForgetPlan) -> _Ahead | None:
    if row.status != APPROVED:
        return None
    agent = Agent.objects.get(pk=row.agent_id)
    return _Ahead(agent.writes, *reasons(agent, row))


def _apply(
    opened: WriteTransaction, actor: Actor, row: ForgetPlan, agent: Agent, ahead: _Ahead | None
) -> ApplyReport | HubError:
    refused = plans.objection(row, opened.now)
    if refused is not None:
        entry = audit.AuditRecord("source.forget_refused", agent=agent.name, target=row.pk, reason=refused.message)
        audit.record(opened, actor, entry)
        return refused
    if ahead is not None and ahead.still_holds(agent):
        picture, found = ahead.picture, ahead.reasons
    else:
        picture, found = reasons(agent, row)
    if picture is None or found:
        return plans.close_as_stale(opened, actor, row, found, "source.forget_stale")
    if held_back(picture.reach.depths):
        return _held()
    erased, returned = forget_apply.carry_out(opened, actor, agent, row, picture)
    row.status, row.applied_by, row.applied_at = APPLIED, actor.name[:200], opened.now
    row.steps, row.pending = forget_steps.waiting(), True
    row.save(update_fields=["status", "applied_by", "applied_at", "steps", "pending"])
    ForgetPlanItem.objects.filter(plan=row).update(digest="")
    planned = row.unreachable
    report = ApplyReport(
        plan_id=row.pk,
        agent=agent.name,
        deleted=len(erased.ids),
        kept=len(picture.kept),
        returned=tuple(returned),
        cuts=erased.cuts,
        unreachable={
            "untracked": (planned.get("untracked", 0), 0),
            "elsewhere": (planned.get("elsewhere", 0), picture.reach.elsewhere),
        },
        steps=tuple(one["name"] for one in row.steps),
    )
    details = {"hash": row.hash, "deleted": report.deleted, "returned": len(returned), "cuts": report.cuts}
    details |= {"blocks": len(picture.reach.keys), "access_log": erased.hits, "aliases": len(erased.aliases)}
    entry = audit.AuditRecord("source.forgotten", agent=agent.name, target=row.pk, reason=row.reason, details=details)
    audit.record(opened, actor, entry)
    return report


def _held() -> Conflict:
    return Conflict("Some of this is under legal hold; lift the hold first. Nothing was done.", code="legal_hold")
