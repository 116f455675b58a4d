"""What a statement would do, worked out by the code that would do it and written nowhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from knowledge.clock import hub_now
from knowledge.engine.timeline import earliest
from knowledge.errors import NotFound, Refused
from knowledge.models import Agent
from knowledge.services import held
from knowledge.services.drafts import prepare
from knowledge.services.facts import FactAxis, fact_key_of
from knowledge.services.transactions import WriteTransaction
from knowledge.services.writer import Writer

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.engine import timeline
    from knowledge.engine.types import Actor, MemoryDraft
    from knowledge.models import Memory
    from knowledge.services.drafts import Prepared
    from knowledge.services.writer import Parents, Result


@dataclass(frozen=True, slots=True)
class EndChange:
    """A row that would answer until another moment than today; None means "no end"."""

    memory_id: str
    before: datetime | None
    after: datetime | None


@dataclass(frozen=True, slots=True)
class Preview:
    """What storing a draft now would do.

    Attributes:
        outcome, superseded_id, reason: as in `StoreOutcome`.
        row_id: the existing row that would carry the statement; empty when it gets a row of its own.
        starts, ends: from when until when that row would answer.
        changes: other rows whose end would move.
        rival_id: for `held`, the row that stands in the way.
    """

    outcome: str
    row_id: str
    starts: datetime
    ends: datetime | None
    superseded_id: str | None = None
    changes: tuple[EndChange, ...] = ()
    reason: str = ""
    rival_id: str | None = None


def preview(*, actor: Actor, agent: str, draft: MemoryDraft, now: datetime | None = None) -> Preview:
    """Say what `store` would do with a draft. Takes no lock and writes nothing.

    Another writer may come first, so the outcome of the later `store` counts.

    Args:
        actor: who would write.
        agent: an existing namespace.
        draft: what would be stored.
        now: moment of the write; None reads the hub clock.

    Raises:
        NotFound: there is no such agent.
        Invalid, TooLarge, Refused, TooMany: as `store` would.
    """
    if not actor.may_touch(agent):
        raise Refused("This credential may not write for that agent.")
    prepared = prepare(actor, draft)
    row = Agent.objects.filter(name=agent).first()
    if row is None:
        raise NotFound("There is no such agent.")
    return _Rehearsal(WriteTransaction(now or hub_now()), actor, row).play(prepared)


class _WatchedAxis(FactAxis):
    """Remembers how the rows around the new start stood before it was placed."""

    before: tuple[tuple[Memory, datetime | None], ...] = ()

    def window(self, fact_key: str, start: datetime | None) -> list[Memory]:
        rows = super().window(fact_key, start)
        self.before = tuple((row, _answers_until(row)) for row in rows)
        return rows


class _Rehearsal(Writer):
    """The writer with its ledger never flushed: it plans on rows in memory and leaves the tables alone."""

    def __init__(self, opened: WriteTransaction, actor: Actor, agent: Agent) -> None:
        super().__init__(opened, actor, agent)
        self.watched = _WatchedAxis(self.ledger, agent, self.now)
        self.axis = self.watched
        self.rival: str | None = None
        self.is_new = False

    def play(self, one: Prepared) -> Preview:
        """Place one draft and report what moved."""
        self.axis.known_facts.add(fact_key_of(one.names, self.agent))
        outcome, memory, superseded, reason = self._place(one)
        return Preview(
            outcome=outcome,
            row_id="" if self.is_new else memory.id,
            starts=memory.valid_from,
            ends=_answers_until(memory),
            superseded_id=superseded,
            changes=tuple(
                EndChange(row.id, before, _answers_until(row))
                for row, before in self.watched.before
                if _answers_until(row) != before and row is not memory
            ),
            reason=reason,
            rival_id=self.rival,
        )

    def _insert(self, memory: Memory, one: Prepared, parents: Parents, *, event: str) -> None:
        self.is_new = True

    def _hold(self, memory: Memory, one: Prepared, parents: Parents, plan: timeline.Placement) -> Result:
        self.rival = plan.rival_id
        waiting = held.same_claim(self.agent, memory)
        if waiting is not None:
            return "held", waiting, None, plan.reason
        held.check_room(self.agent, memory, self.now)
        held.mark_held(memory, reason=plan.reason, rival_id=plan.rival_id)
        self.is_new = True
        return "held", memory, None, plan.reason

    def _done(
        self,
        outcome: str,
        memory: Memory,
        superseded_id: str | None = None,
        *,
        reason: str = "",
        plan: timeline.Placement | None = None,
    ) -> Result:
        return outcome, memory, superseded_id, reason


def _answers_until(row: Memory) -> datetime | None:
    return earliest(row.valid_until, row.expires_at)
