"""The writer: one batch of drafts for one locked agent, placed and handed to the ledger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from knowledge.conf import limits
from knowledge.engine import trust
from knowledge.engine.ids import digest, ids_in_order
from knowledge.engine.statements import Placement
from knowledge.engine.ttl import expiry
from knowledge.engine.types import StoreOutcome
from knowledge.errors import HubError, Invalid, Refused, TooMany
from knowledge.models import Memory, MemorySource
from knowledge.models.memory import BELIEVED, QUARANTINED
from knowledge.models.source import DIRECT, REAFFIRMED
from knowledge.queries.imports import KnownItem, item_key, known_items
from knowledge.queries.views import to_view
from knowledge.services import audit, blocks, bulk, held, quarantine, sessions
from knowledge.services.copies import Copies
from knowledge.services.drafts import Prepared
from knowledge.services.facts import FactAxis, fact_key_of
from knowledge.services.guard import Guard
from knowledge.services.held import LOOK_ALIKE
from knowledge.services.ledger import Ledger
from knowledge.services.likeness import Likeness, form_of
from knowledge.services.sources import inherited_sources, new_sources, source_row_of, source_rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from knowledge.engine import timeline
    from knowledge.engine.types import Actor
    from knowledge.models import Agent
    from knowledge.queries.imports import ItemKey
    from knowledge.services.finding import Finding
    from knowledge.services.guard import Stopped
    from knowledge.services.transactions import WriteTransaction

Result: TypeAlias = "tuple[str, Memory, str | None, str]"
"""Outcome, row, replaced id, reason."""

COPY = "copy"
"""Reason of a duplicate that says what a current memory says already."""


class Carried(NamedTuple):
    """What became of one line of an import.

    Attributes:
        outcome: an outcome of `store`.
        memory_id: the row that carries the line.
        reason: why it is held, else empty.
    """

    outcome: str
    memory_id: str
    reason: str


@dataclass(slots=True)
class Parents:
    """What a derived memory takes over from those it was made from."""

    numbers: list[int]
    trusts: list[float]
    sources: list[MemorySource]


class Writer:
    """One batch of writes for one locked agent."""

    def __init__(self, opened: WriteTransaction, actor: Actor, agent: Agent) -> None:
        self.opened = opened
        self.now = opened.now
        self.actor = actor
        self.agent = agent
        self.ledger = Ledger(opened, agent)
        quota = agent.quota if agent.quota is not None else limits().quota or None
        self.room = None if quota is None else quota - agent.total_memories
        self.axis = FactAxis(self.ledger, agent, self.now)
        self.copies = Copies(agent, self.now) if limits().novelty_gate else None
        self.likeness = None if actor.door == "import" else Likeness(agent)
        self.ids = ids_in_order("m", self.now)
        self.added = 0
        self.known: dict[ItemKey, KnownItem] = {}
        self.reviews: dict[str, str] = {}
        self.warnings: dict[str, tuple[str, ...]] = {}
        self.guard = Guard(opened, actor, agent)
        self.fence = blocks.Fence(opened, actor, agent)

    def run(self, prepared: Sequence[Prepared | HubError]) -> list[Result | HubError]:
        """Write the batch; drafts that were refused before are handed through."""
        self.axis.learn_which_exist(
            {fact_key_of(one.names, self.agent) for one in prepared if isinstance(one, Prepared) and one.is_fact}
        )
        self._learn_arrivals(prepared)
        self.fence.learn(one for one in prepared if isinstance(one, Prepared))
        if self.copies is not None:
            self.copies.learn(one.copy_key for one in prepared if isinstance(one, Prepared))
        results: list[Result | HubError] = []
        for one in prepared:
            if isinstance(one, HubError):
                results.append(one)
                continue
            try:
                result = self._store(one)
            except HubError as error:
                results.append(error)
            else:
                results.append(result)
                if one.finding is not None and one.finding.warns:
                    self.warnings[result[1].id] = one.finding.shown
        self.ledger.flush()
        self._go_on(prepared)
        return self._guarded(results)

    def _go_on(self, prepared: Sequence[Prepared | HubError]) -> None:
        """Let the conversations in which something was said live on."""
        if self.actor.door != "import":
            said_in = {one.source.session for one in prepared if isinstance(one, Prepared) and one.source.session}
            sessions.touch(self.opened, self.agent, said_in, at=self.now)

    def _guarded(self, results: list[Result | HubError]) -> list[Result | HubError]:
        """Let the guard count what was written; what it stops waits for a person, also what was said before it."""
        stopped = self.guard.settle()
        self.reviews |= stopped.reviews
        return [one if isinstance(one, HubError) else _as_left(one, stopped) for one in results]

    def _learn_arrivals(self, prepared: Sequence[Prepared | HubError]) -> None:
        """Find out which lines of an import arrived before, under the lock."""
        keys = [item_key(one.arrival) for one in prepared if isinstance(one, Prepared) and one.arrival is not None]
        if keys:
            self.known = known_items(self.agent.pk, keys)

    def _store(self, one: Prepared) -> Result:
        self.fence.check(one)
        if one.arrival is None:
            return self._place(one)
        key = item_key(one.arrival)
        if key in self.known:
            self.ledger.flush()
            return "duplicate", Memory.objects.get(id=self.known[key].memory_id), None, ""
        result = self._place(one)
        self.known[key] = KnownItem(result[1].id, digest(one.content))
        return result

    def _place(self, one: Prepared) -> Result:
        if self.room is not None and self.added >= self.room:
            raise Refused("The agent's storage quota is used up; raise it or forget memories first.")
        parents = self._parents(one)
        stored = trust.stored_trust(one.origin, one.declared_trust, parents.trusts)
        fact_key = fact_key_of(one.names, self.agent) if one.is_fact else ""
        given = one.valid_from or one.recorded_at
        window = self.axis.window(fact_key, given)
        start = self.axis.start_of(given, window)
        if one.valid_until is not None and one.valid_until <= start:
            raise Invalid("valid_until must be later than valid_from.", field="valid_until")
        memory = self._row(one, fact_key, start, stored)
        if one.finding is not None and not one.finding.warns:
            return self._quarantine(memory, one, parents, one.finding)
        if not fact_key:
            memory.valid_until = one.valid_until
            return self._store_plain(memory, one, parents)
        return self._mistaken(memory, one, parents) or self._place_fact(memory, one, parents, window)

    def _mistaken(self, memory: Memory, one: Prepared, parents: Parents) -> Result | None:
        """Hold a fact about a new subject that could be mistaken for a known one."""
        known = self.likeness.of(memory) if self.likeness is not None else None
        if known is None:
            return None
        return self._hold(memory, one, parents, Placement("held", "", reason=LOOK_ALIKE, rival_id=known))

    def _place_fact(self, memory: Memory, one: Prepared, parents: Parents, window: list[Memory]) -> Result:
        placed = self.axis.place(memory, one, window)
        if placed.plan.outcome == "held":
            if one.on_conflict == "reject" and placed.plan.reason in held.UNCERTAIN:
                raise Refused("This is less certain than its kind of life time lets in; make sure of it first.")
            return self._hold(memory, one, parents, placed.plan)
        if placed.is_new:
            self._insert(memory, one, parents, event=memory.source_event)
            if self.likeness is not None:
                self.likeness.note(memory)
            if placed.plan.outcome != "history":
                self.guard.note(memory, one)
        else:
            self._confirmed(placed.memory, one)
        return self._done(placed.plan.outcome, placed.memory, placed.plan.superseded_id, plan=placed.plan)

    def _store_plain(self, memory: Memory, one: Prepared, parents: Parents) -> Result:
        """Store a memory without a triple, unless it is a copy of one that is current."""
        original = self.copies.of(memory) if self.copies is not None else None
        if original is not None:
            self._said_again(original, one)
            return "duplicate", original, None, COPY
        self._insert(memory, one, parents, event=memory.source_event)
        self.guard.note(memory, one)
        if self.copies is not None:
            self.copies.add(memory)
        return self._done("stored", memory)

    def _parents(self, one: Prepared) -> Parents:
        """Look up what the memory was made from; all must be this agent's and visible."""
        if not one.derived_from:
            return Parents([], [], [])
        self.ledger.flush()
        rows = list(
            Memory.objects.filter(agent=self.agent, id__in=one.derived_from, standing=BELIEVED).prefetch_related(
                "sources"
            )
        )
        if len(rows) != len(one.derived_from):
            raise Invalid("derived_from names a memory that does not exist.", field="derived_from")
        if any(row.session not in (None, one.session) for row in rows):
            raise Invalid(
                "derived_from names a memory of a conversation, and what is made of it stays there: store it with the"
                " policy session and that session.",
                field="derived_from",
            )
        sources = inherited_sources(rows)
        self.fence.check_sources(sources)
        return Parents([row.number for row in rows], [row.origin_trust for row in rows], sources)

    # ---- writing

    def _row(self, one: Prepared, fact_key: str, start: datetime, stored: float) -> Memory:
        return bulk.new(
            Memory,
            id=next(self.ids),
            agent_id=self.agent.pk,
            layer=one.layer,
            content=one.content,
            tags=list(one.tags),
            importance=one.importance,
            source_event=one.source_event,
            recorded_at=one.recorded_at or self.now,
            ingested_at=self.now,
            valid_from=start,
            said_from=start,
            stated_until=one.valid_until,
            expires_at=expiry(valid_from=start, ingested_at=self.now, ttl_seconds=one.ttl_seconds),
            ttl_seconds=one.ttl_seconds,
            policy=one.policy,
            session=one.session,
            subject=one.subject,
            predicate=one.predicate,
            object=one.object,
            object_is_json=one.object_is_json,
            subject_key=one.names[0],
            predicate_key=one.names[1],
            object_key=one.names[2],
            fact_key=fact_key,
            subject_form=form_of(one.subject) if fact_key else None,
            value_key=one.value_key,
            copy_key=one.copy_key,
            confidence=one.confidence,
            origin=one.origin,
            origin_trust=stored,
            metadata=one.metadata,
        )

    def _insert(self, memory: Memory, one: Prepared, parents: Parents, *, event: str) -> None:
        self.added += 1
        own = source_rows_of(one.source, one.content, DIRECT)
        if one.arrival is not None and one.arrival != one.source:
            own.append(source_row_of(one.arrival, one.content, DIRECT))
        self.ledger.insert(
            memory,
            event=event,
            tokens=one.tokens,
            sources=[*own, *parents.sources],
            parents=parents.numbers,
        )

    def _confirmed(self, memory: Memory, one: Prepared) -> None:
        """Remember that an imported line ended up in a row that was there before."""
        if one.arrival is not None:
            self.ledger.note_source(memory, source_row_of(one.arrival, one.content, REAFFIRMED))

    def _said_again(self, memory: Memory, one: Prepared) -> None:
        """Remember where else something was said that adds neither a row nor a confirmation."""
        for source in new_sources(memory, source_rows_of(one.source, one.content, REAFFIRMED)):
            self.ledger.note_source(memory, source)
        self._confirmed(memory, one)

    def _quarantine(self, memory: Memory, one: Prepared, parents: Parents, finding: Finding) -> Result:
        """Keep a suspicious write inert until a person decides; the same again adds nothing."""
        self.ledger.flush()
        waiting = quarantine.same_claim(memory)
        if waiting is not None:
            self._said_again(waiting, one)
            self.guard.wait(waiting, finding.reason, finding.details)
            return self._done("quarantined", waiting, reason=finding.reason)
        try:
            quarantine.check_room(self.agent, memory.origin, self.now)
        except TooMany:
            self._audit("memory.quarantine_refused", memory, reason=finding.reason, details=dict(finding.details))
            raise
        quarantine.mark(memory, finding.reason)
        self._insert(memory, one, parents, event=quarantine.EVENT)
        self.guard.note(memory, one)
        self.guard.wait(memory, finding.reason, finding.details)
        return self._done("quarantined", memory, reason=finding.reason)

    def _hold(self, memory: Memory, one: Prepared, parents: Parents, plan: timeline.Placement) -> Result:
        """Keep the write inert until a person decides; the same claim again is the same card."""
        self.ledger.flush()
        waiting = held.same_claim(self.agent, memory)
        if waiting is None:
            try:
                held.check_room(self.agent, memory, self.now)
            except TooMany:
                self._audit("memory.hold_refused", memory, reason=plan.reason)
                raise
            held.mark_held(memory, reason=plan.reason, rival_id=plan.rival_id)
            self._insert(memory, one, parents, event="held")
            self.ledger.flush()
            self.guard.note(memory, one)
        else:
            memory = waiting
            self._said_again(memory, one)
        review = held.announce(
            memory,
            agent=self.agent.name,
            reason=plan.reason,
            actor=self.actor,
            now=self.now,
            again=waiting is not None,
        )
        if review:
            self.reviews[memory.id] = review
        return self._done("held", memory, reason=plan.reason)

    def _done(
        self,
        outcome: str,
        memory: Memory,
        superseded_id: str | None = None,
        *,
        reason: str = "",
        plan: timeline.Placement | None = None,
    ) -> Result:
        details: dict[str, object] = {"value": memory.value_key, "version": memory.version}
        if superseded_id:
            details["superseded"] = superseded_id
        if plan is not None:
            cut = [change.id for change in plan.changes if change.closed and change.id != superseded_id]
            details |= {"cut": cut} if cut else {}
            split = [insert.id for insert in plan.inserts if insert.continues is not None]
            details |= {"split": split} if split else {}
        self._audit(f"memory.{outcome}", memory, reason=reason, details=details)
        return outcome, memory, superseded_id, reason

    def _audit(
        self, action: str, memory: Memory, *, reason: str = "", details: dict[str, object] | None = None
    ) -> None:
        audit.record(
            self.opened,
            self.actor,
            audit.AuditRecord(action, agent=self.agent.name, target=memory.id, reason=reason, details=details or {}),
        )

    def outcome(self, result: Result) -> StoreOutcome:
        """Return what became of one draft, with the row as it now is."""
        outcome, memory, superseded_id, reason = result
        return StoreOutcome(
            outcome=outcome,
            memory=to_view(memory, self.agent.name, self.now),
            superseded_id=superseded_id,
            review_id=self.reviews.get(memory.id),
            reason=reason,
            warning=self.warnings.get(memory.id, ()),
        )

    def carried(self, result: Result) -> Carried:
        """Return what became of one line of an import: of thousands nobody looks at the rows."""
        outcome, memory, _, reason = result
        return Carried(outcome, memory.id, reason)


def _as_left(result: Result, stopped: Stopped) -> Result | HubError:
    """Return what became of a draft after the guard looked at it."""
    outcome, memory, superseded_id, reason = result
    row = stopped.rows.get(memory.id)
    if row is None:
        return result
    if row.id in stopped.turned_away:
        return TooMany(quarantine.FULL, retry_after=3600)
    if row.standing != QUARANTINED:
        return outcome, row, superseded_id, reason
    return "quarantined", row, None, stopped.reasons[row.id]
