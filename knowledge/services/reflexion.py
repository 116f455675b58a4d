"""Mistakes of one kind that come again become a rule, which agents find like any other memory."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from knowledge.conf import reflexion_settings
from knowledge.engine.reflexion import Group, groups
from knowledge.engine.types import MemoryDraft, SourceRef
from knowledge.errors import HubError, NotFound, Refused
from knowledge.models import Memory, MemorySource, Mistake, Reaffirmation
from knowledge.models.memory import BELIEVED, QUARANTINED
from knowledge.models.source import INHERITED
from knowledge.queries.lessons import RULE_EVENT
from knowledge.queries.mistakes import entry_of
from knowledge.services import audit, bulk
from knowledge.services.agents import lock_agent
from knowledge.services.blocks import Fence
from knowledge.services.drafts import copy_key_of
from knowledge.services.ledger import Ledger
from knowledge.services.mistakes import source_of
from knowledge.services.permissions import check_may_write
from knowledge.services.store import store_many
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.models import Agent
    from knowledge.services.transactions import WriteTransaction

EVENT: Final = RULE_EVENT
ORIGIN: Final = "agent_derived"
CONSOLIDATED: Final = "mistake.consolidated"
RULE_IMPORTANCE: Final = 8.0
_LAYER: Final = "semantic"


@dataclass(frozen=True, slots=True)
class RuleReport:
    """What became of the mistakes of one category.

    Attributes:
        outcome: `stored`; `reaffirmed` when the rule was there already; `quarantined` when it waits for a person;
            `refused` when it could not be stored, and the mistakes stay as they were.
        memory_id: the rule; empty when it was refused.
        raw: how many mistakes it was made from.
        verified: how many of them had evidence.
        reason: why it was refused.
    """

    category: str
    outcome: str
    memory_id: str
    raw: int
    verified: int
    reason: str = ""


def consolidate(*, actor: Actor, agent: str, now: datetime | None = None) -> list[RuleReport]:
    """Make a rule of each category with enough unresolved mistakes, and take those as resolved, in one transaction.

    The rule is one semantic memory in a fixed wording, trusted no more than the least trusted of its mistakes, and
    learned where they were. Fewer mistakes than the setting asks for change nothing.

    Args:
        actor: who asks for it.
        agent: whose mistakes.
        now: moment of the write; None reads the hub clock inside the transaction.

    Raises:
        Refused: not this actor's agent, or the person's role only reads.
        Busy, OutOfSpace: nothing was written.
    """
    check_may_write(actor)
    if not actor.may_touch(agent):
        raise Refused("This credential may not write for that agent.")
    with write_transaction(now) as opened:
        try:
            locked = lock_agent(opened, agent)
        except NotFound:
            return []
        bounds = reflexion_settings()
        rows = {row.id: row for row in _learnable(opened, actor, locked)}
        found = groups((entry_of(row) for row in rows.values()), minimum=bounds.minimum, strict=bounds.strict)
        return [_make_rule(opened, actor, locked, group, [rows[one.id] for one in group.mistakes]) for group in found]


def _learnable(opened: WriteTransaction, actor: Actor, agent: Agent) -> list[Mistake]:
    """Return the unresolved mistakes that did not happen in a conversation which was forgotten for good."""
    rows = list(Mistake.objects.filter(agent=agent, resolved_at=None))
    fence = Fence(opened, actor, agent)
    return [row for row in rows if not row.session or not fence.stops(source_of(row))]


def _make_rule(
    opened: WriteTransaction, actor: Actor, agent: Agent, group: Group, rows: Sequence[Mistake]
) -> RuleReport:
    known = _known_rule(agent, group.rule)
    if known is not None:
        _say_again(opened, agent, known, group, rows)
        return _resolved(opened, actor, agent, group, rows, known.id, "reaffirmed")
    writer = replace(actor, kind="system", name=EVENT, roles=frozenset(), agents=frozenset({agent.name}), origin=ORIGIN)
    draft = MemoryDraft(
        content=group.rule,
        layer=_LAYER,
        tags=("lesson", group.category),
        importance=RULE_IMPORTANCE,
        origin_trust=min(one.trust for one in group.mistakes),
        source=SourceRef(kind="system", session=EVENT),
        source_event=EVENT,
        metadata={"category": group.category, "raw": len(group.mistakes), "verified": group.verified},
    )
    stored = store_many(actor=writer, agent=agent.name, drafts=[draft])[0]
    if isinstance(stored, HubError):
        return RuleReport(group.category, "refused", "", len(rows), group.verified, stored.message)
    row = Memory.objects.get(id=stored.memory.id)
    ledger = Ledger(opened, agent)
    for source in _sources(rows):
        ledger.note_source(row, source)
    ledger.flush()
    outcome = "quarantined" if row.standing == QUARANTINED else "stored"
    return _resolved(opened, actor, agent, group, rows, row.id, outcome)


def _known_rule(agent: Agent, content: str) -> Memory | None:
    """Return the rule that says the same already."""
    key = copy_key_of(_LAYER, content, ("", "", ""))
    rows = Memory.objects.filter(agent=agent, copy_key=key, standing=BELIEVED, valid_until=None, source_event=EVENT)
    return rows.order_by("number").first()


def _say_again(opened: WriteTransaction, agent: Agent, rule: Memory, group: Group, rows: Sequence[Mistake]) -> None:
    ledger = Ledger(opened, agent)
    ledger.count(rule)
    ledger.change(rule)
    said = Reaffirmation(
        valid_from=rule.valid_from,
        stated_until=rule.stated_until,
        expires_at=rule.expires_at,
        source_event=EVENT,
        origin=ORIGIN,
        origin_trust=min(one.trust for one in group.mistakes),
        confidence=rule.confidence,
        at=opened.now,
    )
    ledger.confirm(rule, said, _sources(rows))
    ledger.flush()


def _sources(rows: Sequence[Mistake]) -> list[MemorySource]:
    """Return where the mistakes happened, each conversation once, as sources of what is made from them."""
    first = {row.session: row for row in reversed(rows) if row.session}
    return [
        bulk.new(MemorySource, kind="message", session=session, role=INHERITED, parent=row.id)
        for session, row in sorted(first.items())
    ]


def _resolved(
    opened: WriteTransaction,
    actor: Actor,
    agent: Agent,
    group: Group,
    rows: Sequence[Mistake],
    rule: str,
    outcome: str,
) -> RuleReport:
    Mistake.objects.filter(pk__in=[row.id for row in rows]).update(
        resolved_at=opened.now, resolved_by=EVENT, rule_id=rule
    )
    details = {"category": group.category, "outcome": outcome, "raw": len(rows), "verified": group.verified}
    audit.record(opened, actor, audit.AuditRecord(CONSOLIDATED, agent=agent.name, target=rule, details=details))
    return RuleReport(group.category, outcome, rule, len(rows), group.verified)
