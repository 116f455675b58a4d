"""What a decision does to a row that waits: letting it in, turning it away, and taking either back.

A row that is let in finds its place by the rules every statement finds it by. A held write, approved, speaks with the
voice of the person who vouches for it; a row released from quarantine keeps its own origin and trust, and may therefore
be held against something stronger.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from knowledge.engine import trust
from knowledge.engine.types import SourceRef
from knowledge.errors import NotFound
from knowledge.models import Agent, Memory, MemorySource, Reaffirmation
from knowledge.models.memory import ARCHIVED, BELIEVED, HELD, QUARANTINED, REJECTED
from knowledge.models.source import DIRECT
from knowledge.queries.policies import policies
from knowledge.queries.review import row_in_place, shown_digest
from knowledge.queries.rows import read_rows
from knowledge.services import audit, bulk, held
from knowledge.services.agents import lock_agent
from knowledge.services.descent import lower, made_from, trust_of_parents
from knowledge.services.facts import FactAxis
from knowledge.services.ledger import Ledger, believed
from knowledge.services.permissions import check_may_write
from knowledge.services.returning import check_may_return
from knowledge.services.takeback import UNDONE, VOUCHING_FIELDS, Trace, finish, images, take_back
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from knowledge.engine import timeline
    from knowledge.engine.types import Actor
    from knowledge.services.facts import Placed
    from knowledge.services.takeback import Image
    from knowledge.services.transactions import WriteTransaction
    from knowledge.services.voice import Voice

VOUCHED_ORIGIN = "operator"
RELEASED, MERGED = "released", "merged"
REJECT_EVENTS = {QUARANTINED: "quarantine_reject", HELD: "claim_reject"}
REJECTED_TRUST = 0.1
_GONE = "There is no such memory that waits for a decision."


@dataclass(frozen=True, slots=True)
class ReleaseOutcome:
    """What a decision did to one row.

    Attributes:
        outcome: `stored`, `superseded`, `history`, `reaffirmed`, `ended`, `extended`, `held` (a stronger statement
            stands in its place), `stale` (it or what it would replace is not what was shown) or `rejected`.
        memory_id: the row that carries the statement now.
        superseded_id: the row it replaced, if any.
        review_id: the request about it, when it is held.
        trace: for `undo`; ids, times and standings only.
    """

    outcome: str
    memory_id: str
    superseded_id: str | None
    review_id: str | None
    trace: dict[str, Any]


def release(
    *,
    actor: Actor,
    memory_id: str,
    shown: str = "",
    raiser: Actor | None = None,
    reason: str = "",
    now: datetime | None = None,
) -> ReleaseOutcome:
    """Let a row in that waits, through the rules of the time axis as of now.

    A held write takes the origin `operator`, and nothing holds it a second time. A row in quarantine keeps origin and
    trust.

    Args:
        actor: who decides.
        memory_id: a row that is held or in quarantine.
        shown: digest of what was shown of it (see `queries.review`); if that has changed, the row is closed as
            stale. Empty: not compared.
        raiser: who a request about it comes from, if it is held now; None for the actor.
        reason: for the audit.
        now: moment of the decision; None reads the hub clock.

    Raises:
        Refused: the actor's role only reads.
        NotFound: unknown, foreign, or not waiting.
    """
    check_may_write(actor)
    with write_transaction(now) as opened:
        row, agent = _waiting_row(opened, actor, memory_id)
        decided = _Decision(opened, actor, agent, row)
        outcome = decided.let_in(shown, raiser or actor)
        decided.record(f"memory.{_ACTIONS.get(outcome.outcome, RELEASED)}", reason, outcome)
        return outcome


def reject(
    *, actor: Actor, memory_id: str, event: str = "", reason: str = "", now: datetime | None = None
) -> ReleaseOutcome:
    """Turn a row away that waits: it stays in the history and is never an answer again.

    Args:
        actor: who decides; the hub itself when the time is over.
        memory_id: a row that is held or in quarantine.
        event: why it was closed; by default `quarantine_reject` or `claim_reject`.
        reason: for the audit.
        now: moment of the decision; None reads the hub clock.

    Raises:
        Refused: the actor's role only reads.
        NotFound: unknown, foreign, or not waiting.
    """
    check_may_write(actor)
    with write_transaction(now) as opened:
        row, agent = _waiting_row(opened, actor, memory_id)
        decided = _Decision(opened, actor, agent, row)
        outcome = decided.turn_away("rejected", event or REJECT_EVENTS[row.standing])
        decided.record("memory.rejected", reason, outcome)
        return outcome


def undo(*, actor: Actor, trace: dict[str, Any], reason: str = "", now: datetime | None = None) -> str:
    """Take a release or a rejection back: every row is as before it, and the second clock has one entry more.

    Args:
        actor: who takes it back.
        trace: of the outcome.
        reason: for the audit.
        now: moment of the undoing; None reads the hub clock.

    Returns:
        The id of the row, which waits again.

    Raises:
        Conflict: something has changed since.
        Refused: the actor's role only reads.
        NotFound: the row is gone, or not the actor's.
    """
    check_may_write(actor)
    read = Trace.of_json(trace)
    with write_transaction(now) as opened:
        name = Memory.objects.filter(id=read.row).values_list("agent__name", flat=True).first()
        if name is None or not actor.may_touch(name):
            raise NotFound("There is no such memory.")
        agent = lock_agent(opened, name)
        row = take_back(opened, agent, read)
        entry = audit.AuditRecord(f"memory.{UNDONE}", agent=name, target=row.id, reason=reason)
        audit.record(opened, actor, entry)
        return row.id


# ------------------------------------------------------------------ parts

_ACTIONS = {"held": "held", "stale": "stale"}


def _waiting_row(opened: WriteTransaction, actor: Actor, memory_id: str) -> tuple[Memory, Agent]:
    """Return the row under its agent's lock; foreign, unknown and decided look alike."""
    row = _read(memory_id)
    if row is None:
        raise NotFound(_GONE)
    locked: dict[str, Agent] = opened.shared.get("agents", {})
    agent = next((one for one in locked.values() if one.pk == row.agent_id), None)
    if agent is None:
        agent = lock_agent(opened, Agent.objects.values_list("name", flat=True).get(pk=row.agent_id))
        # Read again under the lock: somebody may have decided while this one waited for it.
        row = _read(memory_id)
    if row is None or not actor.may_touch(agent.name):
        raise NotFound(_GONE)
    return row, agent


def _read(memory_id: str) -> Memory | None:
    if "\0" in memory_id:
        return None
    rows = read_rows(Memory, "WHERE id = %s AND standing IN ('held', 'quarantined')", [memory_id])
    return rows[0] if rows else None


@dataclass(slots=True)
class _OwnVoice:
    """The voice of a row that is let in: its own, or that of whoever vouches for it."""

    row: Memory
    min_confidence: float
    counts_as_certain: bool = False

    @property
    def source_event(self) -> str:
        return self.row.source_event

    @property
    def origin(self) -> str:
        return self.row.origin

    @property
    def content(self) -> str:
        return self.row.content

    @property
    def source(self) -> SourceRef:
        """Where the row was learned: if it only confirms another one, that one was learned there too."""
        found = MemorySource.objects.filter(memory=self.row, role=DIRECT).order_by("pk").first()
        if found is None:
            return SourceRef(kind="system", session="review", item=self.row.id)
        return SourceRef(found.kind, found.session, found.item, found.sequence, found.observed_at)


class _VouchedAxis(FactAxis):
    """The axis for a statement that a person vouches for: nothing that stands there is stronger."""

    def statement(
        self, memory: Memory, one: Voice, said: timeline.Statement, window: list[Memory]
    ) -> timeline.NewStatement:
        """Return the statement, lifted to the level of what it meets; its row keeps what it declared."""
        plain = super().statement(memory, one, said, window)
        return replace(
            plain,
            trust=max([plain.trust, *(trust.standing_trust(row.origin, row.origin_trust) for row in window)]),
            confidence=max([plain.confidence, *(row.confidence for row in window)]),
        )


class _Decision:
    """One row of a locked agent on its way in or out."""

    def __init__(self, opened: WriteTransaction, actor: Actor, agent: Agent, row: Memory) -> None:
        self.opened = opened
        self.actor = actor
        self.agent = agent
        self.row = row
        self.was = row.standing
        self.ledger = Ledger(opened, agent)
        self.before: dict[str, Image] = images([row])
        self.trace = Trace(row.id)

    def let_in(self, shown: str, raiser: Actor) -> ReleaseOutcome:
        """Place the row; see `release`."""
        row = self.row
        vouched = self.was == HELD
        axis = (_VouchedAxis if vouched else FactAxis)(self.ledger, self.agent, self.opened.now)
        axis.known_facts.add(row.fact_key)
        window = axis.window(row.fact_key, row.valid_from)
        if shown and shown != shown_digest(row, row_in_place(row, window)):
            return self.turn_away("stale", "stale")
        if vouched:
            row.origin = VOUCHED_ORIGIN
            row.origin_trust = trust.stored_trust(VOUCHED_ORIGIN, None, trust_of_parents(row.number))
        else:
            check_may_return(self.opened, [row])
        if not row.fact_key:
            row.valid_until = row.stated_until
            return self._believe("stored", [])
        neighbours = [] if vouched else self._old_neighbours(window)
        around = [*window, *neighbours]
        self.before |= images(around)
        last_said = row.said_from
        voice = _OwnVoice(row, 0.0 if vouched else policies().get(row.policy).min_confidence)
        placed = axis.place(row, voice, window)
        if placed.plan.outcome == "held":
            return self._hold(placed.plan, raiser)
        self._note(placed, {one.id: one for one in window})
        if not placed.is_new:
            return self._merge(placed, around)
        if last_said > row.said_from and (row.valid_until is None or last_said < row.valid_until):
            row.said_from = last_said
        if not vouched:
            self._let_go(around)
        return self._believe(placed.plan.outcome, around, placed.plan.superseded_id)

    def turn_away(self, outcome: str, event: str) -> ReleaseOutcome:
        """Close the row; see `reject`."""
        row = self.row
        row.standing = REJECTED
        row.invalidated_at, row.invalidated_by_event = self.opened.now, event[:512]
        row.origin_trust = min(row.origin_trust, REJECTED_TRUST)
        self.trace.children = lower(self.agent, made_from([row.number]), most=REJECTED_TRUST)
        self.ledger.change(row, event=event)
        return self._done(outcome, [row])

    def record(self, action: str, reason: str, outcome: ReleaseOutcome) -> None:
        """Write down what the decision did."""
        details: dict[str, Any] = {"outcome": outcome.outcome, "was": self.was}
        if outcome.memory_id != self.row.id:
            details["carried_by"] = outcome.memory_id
        if outcome.superseded_id:
            details["superseded"] = outcome.superseded_id
        changed = sorted(set(self.trace.rows) - {self.row.id})
        details |= {"rows": changed} if changed else {}
        entry = audit.AuditRecord(action, agent=self.agent.name, target=self.row.id, reason=reason, details=details)
        audit.record(self.opened, self.actor, entry)

    # ---- what becomes of it

    def _believe(self, outcome: str, around: Sequence[Memory], superseded: str | None = None) -> ReleaseOutcome:
        row = self.row
        row.standing, row.standing_reason, row.rival, row.archived_at = BELIEVED, "", "", None
        row.invalidated_at, row.invalidated_by_event = None, ""
        self.ledger.change(row, event=RELEASED)
        return self._done(outcome, [row, *around], superseded=superseded)

    def _merge(self, placed: Placed, around: Sequence[Memory]) -> ReleaseOutcome:
        """Put the row away: another one says the same, and says it now with this voice too."""
        self._set_aside()
        said = Reaffirmation.objects.filter(memory=placed.memory.number)
        sources = MemorySource.objects.filter(memory=placed.memory.number)
        before = [set(found.values_list("pk", flat=True)) for found in (said, sources)]
        self.ledger.flush()
        after = [set(found.values_list("pk", flat=True)) for found in (said, sources)]
        self.trace.said, self.trace.sources = (sorted(new - old) for new, old in zip(after, before, strict=True))
        self.trace.confirmed = placed.memory.id
        return self._done(placed.plan.outcome, [self.row, *around], carried_by=placed.memory.id)

    def _hold(self, plan: timeline.Placement, raiser: Actor) -> ReleaseOutcome:
        """Keep the row waiting, now for a decision between it and what is stronger."""
        waiting = held.same_claim(self.agent, self.row)
        if waiting is None:
            held.mark_held(self.row, reason=plan.reason, rival_id=plan.rival_id)
            self.ledger.change(self.row, event="held")
        else:
            self._set_aside()
        outcome = self._done("held", [self.row], carried_by="" if waiting is None else waiting.id)
        review = held.announce(
            waiting or self.row,
            agent=self.agent.name,
            reason=plan.reason,
            actor=raiser,
            now=self.opened.now,
            again=waiting is not None,
        )
        return replace(outcome, review_id=review)

    def _set_aside(self) -> None:
        """Archive the row as it came: its own origin and trust, not those it would have spoken with."""
        row, image = self.row, self.before[self.row.id]
        row.origin, row.origin_trust = image["origin"], image["origin_trust"]
        row.standing, row.standing_reason, row.archived_at = ARCHIVED, MERGED, self.opened.now
        self.ledger.change(row, event=MERGED)

    def _done(
        self, outcome: str, rows: Sequence[Memory], *, carried_by: str = "", superseded: str | None = None
    ) -> ReleaseOutcome:
        self.ledger.flush()
        bulk.update(self.row, VOUCHING_FIELDS)
        finish(self.trace, self.agent, list({row.id: row for row in rows}.values()), self.before)
        return ReleaseOutcome(outcome, carried_by or self.row.id, superseded, None, self.trace.as_json())

    # ---- what else it touches

    def _note(self, placed: Placed, by_id: dict[str, Memory]) -> None:
        """Remember which rows a split adds, and whose confirmations move."""
        for insert in placed.plan.inserts:
            if insert.continues is not None:
                self.trace.added.append(insert.id)
            owner = insert.continues or insert.absorbs
            if owner is not None:
                self.trace.moved |= dict.fromkeys(insert.moved, by_id[owner].number)

    def _old_neighbours(self, window: Sequence[Memory]) -> list[Memory]:
        """Return rows that still name this one as their neighbour from when it was believed before."""
        known = {row.pk for row in window}
        names = Q(superseded_by=self.row.id) | Q(supersedes=self.row.id)
        return [row for row in believed(self.agent).filter(names) if row.pk not in known]

    def _let_go(self, around: Sequence[Memory]) -> None:
        """Free rows of their old link to this one, where it has another place now."""
        for other in around:
            after = other.superseded_by_id == self.row.id and self.row.supersedes_id != other.id
            before = other.supersedes_id == self.row.id and self.row.superseded_by_id != other.id
            if after:
                other.superseded_by_id = None
            if before:
                other.supersedes_id = None
            if after or before:
                self.ledger.change(other)
