"""Facts of one conversation on their way into the store, and what became of each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from knowledge.conf import limits
from knowledge.engine.distill.echoes import is_echo
from knowledge.engine.ids import digest
from knowledge.engine.text import normalize_key
from knowledge.engine.trust import CEILINGS
from knowledge.engine.types import MemoryDraft, SourceRef
from knowledge.errors import HubError
from knowledge.queries.conversations import MESSAGE, MessageTrace, traces_of
from knowledge.queries.history import get_at
from knowledge.services import audit
from knowledge.services.agents import lock_agent
from knowledge.services.drafts import checked_source
from knowledge.services.store import store_many
from knowledge.services.wiki_filing import Filed, file_document

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from knowledge.engine.distill import Candidate, Document, Skipped, Turn
    from knowledge.engine.types import Actor, MemoryView, StoreOutcome
    from knowledge.services.conversations import Conversation
    from knowledge.services.transactions import WriteTransaction

EVENT: Final = "conversation"
"""How the source event of everything learned from a conversation begins; the key of the message follows."""

CHANNEL: Final = "channel"
BUILT_IN: Final = "built_in"
MODEL: Final = "model"
ECHO: Final = "recall_echo"
FORGOTTEN: Final = "message_not_believed"
_LONGEST_EVENT: Final = 512
_BLOCKING: Final = frozenset({"blocked", "source_blocked", "digest_key_lost"})


@dataclass(frozen=True, slots=True)
class FactOutcome:
    """What became of one fact.

    Attributes:
        outcome: `stored`, `reaffirmed`, `superseded`, `history`, `ended`, `extended`, `held`, `quarantined`,
            `dropped`, `duplicate` or `blocked`.
        content: the fact; empty where it was dropped, so that nothing of it comes back to an agent.
        turns: the messages it was read from.
        memory: the row that carries it, where there is one.
        reason: why it was not simply stored; a stable word.
    """

    outcome: str
    kind: str
    content: str
    turns: tuple[str, ...]
    confidence: float
    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    memory: MemoryView | None = None
    superseded_id: str | None = None
    review_id: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DocumentOutcome:
    """What became of one reference document; see `knowledge.services.wiki_filing.Filed`."""

    filed: Filed
    document: Document

    @property
    def outcome(self) -> str:
        """`created`, `changed`, `unchanged`, `held`, `dropped` or `refused`."""
        return self.filed.outcome

    @property
    def reason(self) -> str:
        """Why it was not simply filed, a stable word."""
        return self.filed.reason


@dataclass(frozen=True, slots=True)
class DistilReport:
    """What one conversation gave.

    Attributes:
        session: key of the conversation its messages are recorded under.
        extractor: `built_in` or `model`: what read it.
        degraded: why a configured model did not, in stable words.
        left_out: facts beyond the bound of one conversation.
    """

    session: str
    extractor: str
    facts: tuple[FactOutcome, ...] = ()
    documents: tuple[DocumentOutcome, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    degraded: tuple[str, ...] = ()
    left_out: int = 0

    @property
    def counts(self) -> dict[str, int]:
        """How often each outcome occurred."""
        return dict(sorted(Counter(fact.outcome for fact in self.facts).items()))


class Learner:
    """One conversation on its way into one locked agent's memory."""

    def __init__(
        self,
        opened: WriteTransaction,
        actor: Actor,
        agent: str,
        asked: Conversation,
        before: Mapping[str, Sequence[str]],
        *,
        by_model: bool,
    ) -> None:
        self.opened = opened
        self.actor = actor
        self.agent = agent
        self.asked = asked
        self.turns = {turn.id: (number, turn) for number, turn in enumerate(asked.turns)}
        locked = lock_agent(opened, agent, create=True)
        self.traces: Mapping[str, MessageTrace] = traces_of(
            agent_id=locked.pk, session=asked.session, items=self.turns, origin=actor.origin
        )
        self.before = before
        self.by_model = by_model
        self.latest: dict[tuple[str, str], str | None] = {}

    def run(self, candidates: Sequence[Candidate]) -> list[FactOutcome]:
        """Store what is new; the result is in the order of the candidates."""
        settled: dict[int, FactOutcome] = {}
        drafts: list[tuple[int, MemoryDraft]] = []
        for place, given in enumerate(candidates):
            fact = self._resolved(given)
            known = self._known(fact)
            if known is not None:
                settled[place] = known
                continue
            drafts += [(place, self._draft(fact, turn)) for turn in self._to_tell(fact)]
        for place, outcome in self._store(drafts):
            settled.setdefault(place, _outcome_of(candidates[place], outcome))
        return [settled[place] for place in range(len(candidates))]

    def file(self, documents: Sequence[Document]) -> Iterable[DocumentOutcome]:
        """Put reference documents into the agent's wiki, each with its own outcome."""
        agent = lock_agent(self.opened, self.agent)
        for one in documents:
            number, turn = self.turns[one.turn]
            text = next((part.text for part in turn.attachments if one.name and part.name == one.name), turn.text)
            source = checked_source(self.actor, self._source(number, turn))
            yield DocumentOutcome(file_document(self.opened, self.actor, agent, one, text, source), one)

    def record(self, facts: Sequence[FactOutcome], documents: Sequence[DocumentOutcome]) -> None:
        """Write into the audit that a conversation was read, and what came of it."""
        counts, filed = Counter(fact.outcome for fact in facts), Counter(one.outcome for one in documents)
        details: dict[str, object] = {"turns": len(self.turns), "facts": dict(sorted(counts.items()))}
        details["documents"] = dict(sorted(filed.items()))
        entry = audit.AuditRecord(
            "conversation.distilled", agent=self.agent, target=digest(self.asked.session), details=details
        )
        audit.record(self.opened, self.actor, entry)

    # ---- what needs no write

    def _known(self, fact: Candidate) -> FactOutcome | None:
        """Return the outcome of a fact that need not be stored; None for one that does."""
        traces = [self.traces.get(turn, MessageTrace()) for turn in fact.turns]
        carried = [trace.learned[digest(fact.content)] for trace in traces if digest(fact.content) in trace.learned]
        if len(carried) == len(fact.turns):
            return _plain_outcome(fact, "duplicate", "same_message")
        if all(is_echo(fact.quote, self.before[turn]) for turn in fact.turns):
            return replace(_plain_outcome(fact, "dropped", ECHO), content="", subject=None, predicate=None, object=None)
        if not any(trace.turn_is_believed for trace in traces):
            return _plain_outcome(fact, "blocked", FORGOTTEN)
        return None

    def _to_tell(self, fact: Candidate) -> list[str]:
        """Return the messages that say something new: a triple is confirmed by each, a sentence needs only one."""
        news = [
            turn
            for turn in fact.turns
            if digest(fact.content) not in self.traces.get(turn, MessageTrace()).learned
            and self.traces.get(turn, MessageTrace()).turn_is_believed
            and not is_echo(fact.quote, self.before[turn])
        ]
        return news if fact.subject else news[:1]

    def _resolved(self, fact: Candidate) -> Candidate:
        """Let "no longer X" replace a current value only where that value is X."""
        if fact.subject is None or fact.predicate is None:
            return fact
        name = (normalize_key(fact.subject), normalize_key(fact.predicate))
        if fact.denies:
            current = self.latest[name] if name in self.latest else self._current(fact)
            if current is not None and normalize_key(current) != normalize_key(fact.denies):
                return replace(fact, subject=None, predicate=None, object=None, denies=None)
        self.latest[name] = fact.object
        return fact

    def _current(self, fact: Candidate) -> str | None:
        """Return the value that holds when a denial is said; None when there is none, or it is a denial itself."""
        at = fact.valid_from or fact.said_at or self.opened.now
        rows = get_at(
            agent=self.agent,
            subject=fact.subject or "",
            predicate=fact.predicate or "",
            at=at,
            now=self.opened.now,
        )
        value = rows[-1].object if rows else None
        return value if isinstance(value, str) else None

    # ---- what is stored

    def _draft(self, fact: Candidate, turn_id: str) -> MemoryDraft:
        number, turn = self.turns[turn_id]
        parent = self.traces.get(turn_id, MessageTrace()).turn
        return MemoryDraft(
            content=fact.content,
            layer="semantic",
            subject=fact.subject,
            predicate=fact.predicate,
            object=fact.object,
            valid_from=fact.valid_from,
            valid_until=fact.valid_until,
            recorded_at=turn.at,
            confidence=fact.confidence,
            origin_trust=CEILINGS[CHANNEL] if self.by_model else None,
            derived_from=(parent,) if parent else (),
            source=self._source(number, turn),
            source_event=_event_of(turn_id),
            metadata={"kind": fact.kind, "turns": list(fact.turns[:_TURNS_KEPT])},
        )

    def _source(self, number: int, turn: Turn) -> SourceRef:
        """Return the message of a turn as a source."""
        said = self.asked.said[number]
        return SourceRef(
            kind=MESSAGE,
            session=self.asked.session,
            item=turn.id,
            sequence=number if said.seq is None else said.seq,
            observed_at=turn.at,
        )

    def _store(self, drafts: Sequence[tuple[int, MemoryDraft]]) -> Iterable[tuple[int, StoreOutcome | HubError]]:
        size = limits().batch_items
        for start in range(0, len(drafts), size):
            some = drafts[start : start + size]
            outcomes = store_many(
                actor=self.actor, agent=self.agent, drafts=[draft for _, draft in some], now=self.opened.now
            )
            yield from zip([place for place, _ in some], outcomes, strict=True)


_TURNS_KEPT: Final = 50


def _event_of(turn_id: str) -> str:
    event = f"{EVENT}:{turn_id}"
    return event if len(event.encode()) <= _LONGEST_EVENT else f"{EVENT}:{digest(turn_id)}"


def _plain_outcome(fact: Candidate, outcome: str, reason: str) -> FactOutcome:
    return FactOutcome(
        outcome=outcome,
        kind=fact.kind,
        content=fact.content,
        turns=fact.turns,
        confidence=fact.confidence,
        subject=fact.subject,
        predicate=fact.predicate,
        object=fact.object,
        reason=reason,
    )


def _outcome_of(fact: Candidate, stored: StoreOutcome | HubError) -> FactOutcome:
    if isinstance(stored, HubError):
        outcome = "blocked" if stored.code in _BLOCKING else "dropped"
        return replace(
            _plain_outcome(fact, outcome, stored.code), content="", subject=None, predicate=None, object=None
        )
    return replace(
        _plain_outcome(fact, stored.outcome, stored.reason),
        subject=stored.memory.subject,
        predicate=stored.memory.predicate,
        object=stored.memory.object,
        memory=stored.memory,
        superseded_id=stored.superseded_id,
        review_id=stored.review_id,
    )
