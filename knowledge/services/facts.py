"""Placing a statement on the time axis of its fact, and writing what that changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import connection
from django.db.models import F, Q

from knowledge.engine import timeline, trust
from knowledge.engine.ids import digest, new_id
from knowledge.models import Memory, Reaffirmation
from knowledge.models.source import REAFFIRMED
from knowledge.queries.rows import read_rows
from knowledge.services.ledger import Ledger, believed, tokens_of
from knowledge.services.sources import copied_source, key_of, new_sources, source_rows_of

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.models import Agent
    from knowledge.services.voice import Voice

EXPIRED = "ttl_expired"
_NOT_COPIED = frozenset({"number", "id", "token_count", "access_count", "last_accessed_at"})


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a statement went.

    Attributes:
        plan: what the engine decided.
        memory: the row that carries the statement; for a held write, the row not yet written.
        is_new: whether that row still has to be written by the caller.
    """

    plan: timeline.Placement
    memory: Memory
    is_new: bool


class FactAxis:
    """The facts of one locked agent, inside one write."""

    def __init__(self, ledger: Ledger, agent: Agent, now: datetime) -> None:
        self.ledger = ledger
        self.agent = agent
        self.now = now
        self.known_facts: set[str] = set()

    def learn_which_exist(self, fact_keys: set[str]) -> None:
        """Learn in few queries which facts already have rows; new ones then cost no look-up."""
        if len(fact_keys) == 1:
            # One fact: looking around its start answers the question itself.
            self.known_facts |= fact_keys
            return
        listed = sorted(fact_keys)
        for start in range(0, len(listed), 400):
            # Rows of any standing: the index of the axis answers that alone.
            self.known_facts |= set(
                Memory.objects.filter(agent=self.agent, fact_key__in=listed[start : start + 400])
                .exclude(fact_key="")
                .values_list("fact_key", flat=True)
                .distinct()
            )

    def window(self, fact_key: str, start: datetime | None) -> list[Memory]:
        """Return the believed rows around a start (None: now), ascending."""
        if not fact_key:
            return []
        if fact_key in self.ledger.pending_facts:
            self.ledger.flush()
        if fact_key not in self.known_facts and fact_key not in self.ledger.written_facts:
            return []
        at = start or self.now
        rows = _neighbours(self.agent, fact_key, at)
        if rows and rows[-1].valid_from > max(at, self.now):
            later = believed(self.agent).filter(fact_key=fact_key, valid_from__gt=at).exclude(fact_key="")
            rows = [row for row in rows if row.valid_from <= at] + sorted(later, key=_place_on_axis)
        return rows

    def start_of(self, given: datetime | None, window: list[Memory]) -> datetime:
        """Return from when a statement holds; unstated means from now."""
        if given is not None:
            return given
        last = window[-1] if window else None
        if last is not None and last.valid_from > self.now and last.valid_from == last.ingested_at:
            # That row began "now" by a clock that runs ahead of ours: follow it, not precede it.
            return last.valid_from
        return self.now

    def place(self, memory: Memory, one: Voice, window: list[Memory]) -> Placed:
        """Place a row that is not written yet; existing rows change through the ledger.

        Args:
            memory: the row that would carry the statement, its start filled in.
            one: who says it, and where it was learned.
            window: result of `window` for the same start.
        """
        said = timeline.Statement(
            memory.valid_from,
            memory.stated_until,
            memory.expires_at,
            trust=memory.origin_trust,
            confidence=memory.confidence,
        )
        plan = timeline.place(
            [self._engine_row(row, memory.valid_from) for row in window],
            self.statement(memory, one, said, window),
            now=self.now,
            continuation_id=new_id("m", self.now),
        )
        if plan.outcome == "held":
            return Placed(plan, memory, is_new=True)
        by_id = {row.id: row for row in window}
        first = None
        if plan.confirms is not None:
            first = _first_statement(by_id[plan.confirms])
        for change in plan.changes:
            self.apply(by_id[change.id], change, memory, one)
        carries = memory
        for insert in plan.inserts:
            if insert.continues is None:
                fill(memory, insert)
                if insert.moved:
                    self.ledger.move_statements(memory, insert.moved)
            else:
                self._split(by_id[insert.continues], insert)
        if plan.confirms is not None and first is not None:
            carries = by_id[plan.confirms]
            # What a weaker voice may say about the end was settled by the plan; that is what is kept.
            settled = (change.last for change in plan.changes if change.id == plan.confirms)
            self._confirm(carries, one, next((last for last in settled if last.start == said.start), said), first)
        return Placed(plan, carries, is_new=plan.confirms is None)

    def statement(
        self, memory: Memory, one: Voice, said: timeline.Statement, window: list[Memory]
    ) -> timeline.NewStatement:
        """Return the statement to place, with the standing of whoever makes it."""
        return timeline.NewStatement(
            memory.id,
            memory.value_key,
            trust.standing_trust(memory.origin, memory.origin_trust),
            1.0 if one.counts_as_certain else memory.confidence,
            said,
            0.0 if one.counts_as_certain else one.min_confidence,
        )

    def _engine_row(self, row: Memory, start: datetime) -> timeline.Row:
        later: tuple[timeline.Statement, ...] = ()
        kept = None
        if row.valid_from <= start and row.said_from >= start and row.said_from > row.valid_from:
            said = Reaffirmation.objects.filter(memory=row).order_by("valid_from", "pk")
            later = tuple(_statement(one) for one in said.filter(valid_from__gt=start))
            before = said.filter(valid_from__lt=start).last()
            kept = None if before is None else _statement(before)
        return timeline.Row(
            id=row.id,
            value_key=row.value_key,
            trust=trust.standing_trust(row.origin, row.origin_trust),
            confidence=row.confidence,
            start=row.valid_from,
            until=row.valid_until,
            last=timeline.Statement(
                row.said_from,
                row.stated_until,
                row.expires_at,
                trust=row.origin_trust,
                confidence=row.confidence,
            ),
            kept=kept,
            later=later,
            version=row.version,
            supersedes=row.supersedes_id,
            superseded_by=row.superseded_by_id,
        )

    def apply(self, row: Memory, change: timeline.RowChange, memory: Memory, one: Voice) -> None:
        """Bring an existing row to its new place on the axis."""
        moved = row.valid_until != change.until or row.expires_at != change.last.expires_at
        row.valid_until = change.until
        if row.invalidated_by_event == EXPIRED and not change.expired and not change.closed and moved:
            row.invalidated_at, row.invalidated_by_event = None, ""  # said again for a time before it was over
        row.said_from = change.last.start
        row.stated_until = change.last.stated_until
        row.expires_at = change.last.expires_at
        row.version = change.version
        row.supersedes_id = change.supersedes
        row.superseded_by_id = change.superseded_by
        event = None
        if change.expired:
            row.invalidated_at, row.invalidated_by_event = self.now, EXPIRED
            event = EXPIRED
        elif change.closed:
            event = one.source_event or f"superseded:{memory.id}"
            row.invalidated_at, row.invalidated_by_event = self.now, event[:512]
        elif moved:
            event = one.source_event or "reaffirmed"
        self.ledger.change(row, event=event)

    def _split(self, base: Memory, insert: timeline.NewRow) -> None:
        """Write the second half of a row that had to be split: same value, the later voice."""
        voice = Reaffirmation.objects.get(pk=insert.voice.key) if insert.voice else None
        second = Memory(
            **{
                field.attname: getattr(base, field.attname)
                for field in Memory._meta.concrete_fields  # noqa: SLF001 - Django's documented way to list columns
                if field.attname not in _NOT_COPIED
            }
        )
        second.id = insert.id
        second.ingested_at = self.now
        second.invalidated_at, second.invalidated_by_event = None, ""
        if voice is not None:
            second.origin, second.source_event = voice.origin, voice.source_event
            second.origin_trust, second.confidence = voice.origin_trust, voice.confidence
        fill(second, insert)
        sources = [copied_source(source, role=source.role, parent=source.parent) for source in base.sources.all()]
        self.ledger.insert(second, event="split", tokens=tokens_of(second), sources=sources)
        self.ledger.move_statements(second, insert.moved)

    def _confirm(self, row: Memory, one: Voice, said: timeline.Statement, first: Reaffirmation) -> None:
        """Record that somebody said it again.

        The same event of the same origin counts once, unless it says something new about the end.
        """
        known = Reaffirmation.objects.filter(memory=row)
        self.ledger.count(row)
        row.confidence = self._confirmed_confidence(row, one.origin)
        self.ledger.change(row)
        last = known.filter(valid_from=said.start).order_by("pk").last()
        decided = last is not None and (last.stated_until, last.expires_at) == (said.stated_until, said.expires_at)
        same = known.filter(original=False, source_event=one.source_event, origin=one.origin, valid_from=said.start)
        again = source_rows_of(one.source, one.content, REAFFIRMED)
        if one.source_event and decided and same.exists():
            for source in new_sources(row, again):
                self.ledger.note_source(row, source)
            return
        if not known.exists():
            self.ledger.confirm(row, first, ())
        self.ledger.confirm(
            row,
            Reaffirmation(
                valid_from=said.start,
                stated_until=said.stated_until,
                expires_at=said.expires_at,
                source_event=one.source_event,
                origin=one.origin,
                origin_trust=said.trust,
                confidence=said.confidence,
                at=self.now,
                source_key=key_of(one.source),
            ),
            again,
        )

    def _confirmed_confidence(self, row: Memory, origin: str) -> float:
        """Return the confidence of a row once an origin confirms it; a row may have very many confirmations."""
        if row.confidence >= 1.0:
            return row.confidence
        name = trust.origin_class(origin)
        same_class = Q(origin=name) | Q(origin__startswith=f"{name}:")
        counted = Reaffirmation.objects.filter(same_class, memory=row, original=False).exists()
        return trust.confirmed_confidence(
            row.confidence, own_origin=row.origin, counted_origins=[origin] if counted else (), new_origin=origin
        )


def _nearest(comparison: str, direction: str) -> str:
    """Return what finds the nearest believed row on one side of a start.

    SQLite finds the partial index only when its condition is repeated letter by letter.
    """
    return (
        "(SELECT number FROM knowledge_memory WHERE agent_id = %s AND fact_key = %s AND NOT (fact_key = '')"  # noqa: S608 - both are written below
        f" AND valid_from {comparison} %s AND standing = 'believed'"
        f" ORDER BY valid_from {direction}, CASE WHEN valid_until = valid_from THEN 0 ELSE 1 END {direction},"
        f" number {direction} LIMIT 1)"
    )


_NEIGHBOURS = f"WHERE number IN ({_nearest('<=', 'DESC')}, {_nearest('>', 'ASC')})"


def _neighbours(agent: Agent, fact_key: str, at: datetime) -> list[Memory]:
    """Return the nearest believed row at or before a start, and the nearest after it; ascending."""
    key = [agent.pk, fact_key, connection.ops.adapt_datetimefield_value(at)]
    return sorted(read_rows(Memory, _NEIGHBOURS, [*key, *key]), key=_place_on_axis)


def _place_on_axis(row: Memory) -> tuple[datetime, bool, int]:
    """Order rows as `_nearest` does.

    Of rows with one start the last has the interval and the others are empty. It is not always the last one written:
    a row that was brought back keeps its number and comes after those written meanwhile.
    """
    return row.valid_from, row.valid_until != row.valid_from, row.number


def fact_key_of(names: tuple[str, str, str], agent: Agent) -> str:
    """Return the digest of a fact's identity; empty when subject or predicate is missing.

    A predicate declared multi-valued for the agent counts its object as part of the identity.
    """
    subject, predicate, value = names
    if not subject or not predicate:
        return ""
    return digest(subject, predicate, value if predicate in agent.multi_valued else None)


def end_statements(row: Memory, at: datetime) -> None:
    """Let everything a row states be over from a moment on; the caller writes the row back.

    A confirmation that was to begin later is over before it begins.
    """
    said = Reaffirmation.objects.filter(memory=row)
    said.filter(valid_from__gte=at).update(stated_until=F("valid_from"))
    last = said.filter(valid_from__lt=at).order_by("-valid_from", "-pk").first()
    if last is not None:
        last.stated_until = at
        last.save(update_fields=["stated_until"])
    row.said_from = last.valid_from if last is not None else row.valid_from
    row.stated_until = at


def fill(memory: Memory, insert: timeline.NewRow) -> None:
    """Give a new row its place on the axis and in the chain."""
    memory.valid_from = insert.start
    memory.valid_until = insert.until
    memory.said_from = insert.last.start
    memory.stated_until = insert.last.stated_until
    memory.expires_at = insert.last.expires_at
    memory.version = insert.version
    memory.supersedes_id = insert.supersedes
    memory.superseded_by_id = insert.superseded_by


def _statement(said: Reaffirmation) -> timeline.Statement:
    return timeline.Statement(
        said.valid_from,
        said.stated_until,
        said.expires_at,
        trust=said.origin_trust,
        confidence=said.confidence,
        key=said.pk,
    )


def _first_statement(row: Memory) -> Reaffirmation:
    """Return the row's own statement as a record, taken before anything changes it."""
    return Reaffirmation(
        valid_from=row.valid_from,
        stated_until=row.stated_until,
        expires_at=row.expires_at,
        source_event=row.source_event,
        origin=row.origin,
        origin_trust=row.origin_trust,
        confidence=row.confidence,
        at=row.ingested_at,
        original=True,
    )
