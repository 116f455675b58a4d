"""Writing rows of a DuDuClaw file: as they were there, under the rules that hold here.

Only the import reaches this. Between rows of one file the file is believed: they were placed once,
so the later one closes the earlier one without being asked for its trust. Against rows that were
here before, they are ordinary writes of their origin and can be held.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from knowledge.engine.ids import digest
from knowledge.engine.importers.duduclaw import NAME, LegacyRow
from knowledge.engine.trust import standing_trust
from knowledge.errors import Conflict, HubError, Refused
from knowledge.models import Memory, MemorySource, Reaffirmation
from knowledge.models.memory import BELIEVED, QUARANTINED
from knowledge.models.source import DIRECT
from knowledge.queries.imports import IMPORT_ITEM, ItemKey, item_key, known_items
from knowledge.services import scanning
from knowledge.services.agents import check_agent_name
from knowledge.services.drafts import Prepared, prepare
from knowledge.services.facts import FactAxis, fact_key_of
from knowledge.services.sources import inherited_sources
from knowledge.services.store import write_prepared
from knowledge.services.writer import Parents, Writer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from knowledge.engine import timeline
    from knowledge.engine.types import Actor, SourceRef
    from knowledge.models import Agent
    from knowledge.services.transactions import WriteTransaction
    from knowledge.services.voice import Voice
    from knowledge.services.writer import Carried, Result


@dataclass(frozen=True, slots=True)
class LegacyDraft:
    """One row to write.

    Attributes:
        row: as read from the file.
        arrival: the source it is recognised by next time; its item is the row's id there.
        follows: id (there) of the row it replaced, None when it replaced none.
    """

    row: LegacyRow
    arrival: SourceRef
    follows: str | None = None


def store_legacy(
    *, actor: Actor, agent: str, drafts: Sequence[LegacyDraft], now: datetime | None = None
) -> list[Carried | HubError]:
    """Write rows of one agent in one transaction, and say of each which row carries it.

    Args:
        actor: who imports.
        agent: the namespace.
        drafts: in ascending order of their starts.
        now: moment of the write; None reads the hub clock inside the transaction.
    """
    check_agent_name(agent)
    checked = [_prepared(actor, draft) for draft in drafts]
    return write_prepared(actor, agent, checked, partial(LegacyWriter, drafts=drafts), LegacyWriter.carried, now)


def check_legacy(actor: Actor, draft: LegacyDraft) -> bool:
    """Check and scan a row as far as that needs no write.

    Returns:
        Whether it would wait for a person because of what it says.

    Raises:
        HubError: it would be refused.
    """
    checked = _prepared(actor, draft)
    if isinstance(checked, HubError):
        raise checked
    return scanning.would_wait(actor, checked)


def _prepared(actor: Actor, draft: LegacyDraft) -> Prepared | HubError:
    try:
        # A file of unknown making cannot speak with the origin of whoever imports it.
        checked = prepare(actor, replace(draft.row.draft, source=draft.arrival))
    except HubError as error:
        return error
    checked.arrival = draft.arrival
    # What was accepted there is not asked for its confidence again.
    checked.min_confidence = 0.0
    return checked


class LegacyAxis(FactAxis):
    """The facts of one agent, where rows of the file meet each other and what was here before."""

    def __init__(self, ledger: object, agent: Agent, now: datetime, session: str) -> None:
        super().__init__(ledger, agent, now)  # type: ignore[arg-type]  # the writer's own ledger
        self._session = session
        self._mine: set[str] = set()

    def add(self, memory: Memory) -> None:
        """Remember a row of the file that is being written."""
        self._mine.add(memory.id)

    def is_mine(self, memory: Memory) -> bool:
        """Tell whether a row came from this file, in this run or an earlier one."""
        if memory.id not in self._mine:
            known = memory.metadata.get(NAME)
            item = known.get("id") if isinstance(known, dict) else None
            if (
                not item
                or not MemorySource.objects.filter(
                    memory=memory, kind=IMPORT_ITEM, session=self._session, item=item, role=DIRECT
                ).exists()
            ):
                return False
            self._mine.add(memory.id)
        return True

    def statement(
        self, memory: Memory, one: Voice, said: timeline.Statement, window: list[Memory]
    ) -> timeline.NewStatement:
        """Return the statement; among rows of the file alone nothing is weighed or merged."""
        ordinary = super().statement(memory, one, said, window)
        if not all(self.is_mine(row) for row in window):
            return ordinary
        return replace(
            ordinary,
            value_key=digest(ordinary.value_key, memory.id),
            trust=max([ordinary.trust, *(standing_trust(row.origin, row.origin_trust) for row in window)]),
            confidence=max([ordinary.confidence, *(row.confidence for row in window)]),
        )

    def apply(self, row: Memory, change: timeline.RowChange, memory: Memory, one: Voice) -> None:
        """Bring a row to its new place; when and by what it was closed there stays."""
        closed = (row.invalidated_at, row.invalidated_by_event)
        super().apply(row, change, memory, one)
        if closed[0] is not None:
            row.invalidated_at, row.invalidated_by_event = closed


class LegacyWriter(Writer):
    """One group of rows of a file for one locked agent."""

    def __init__(self, opened: WriteTransaction, actor: Actor, agent: Agent, drafts: Sequence[LegacyDraft]) -> None:
        super().__init__(opened, actor, agent)
        session = drafts[0].arrival.session if drafts else ""
        self.copies = None  # every row of the file is kept, with its place in its chain
        self.own_axis = self.axis = LegacyAxis(self.ledger, agent, self.now, session)
        self._drafts = {item_key(draft.arrival): draft for draft in drafts}
        self._written: dict[str, str] = {}

    def _store(self, one: Prepared) -> Result:
        assert one.arrival is not None
        known = self.known.get(item_key(one.arrival))
        if known is not None and known.content_digest != digest(one.content):
            raise Conflict("A row with this id was imported already with another text.", code="duplicate_id")
        return super()._store(one)

    def _place(self, one: Prepared) -> Result:
        """Write one row: inert, plain, or on the axis of its fact."""
        if self.room is not None and self.added >= self.room:
            raise Refused("The agent's storage quota is used up; raise it or forget memories first.")
        assert one.arrival is not None
        draft = self._drafts[item_key(one.arrival)]
        parents = self._known_parents(one, draft.row)
        memory = self._memory(one, draft.row, min([draft.row.trust, *parents.trusts]))
        suspicious = one.finding is not None and not one.finding.warns
        if draft.row.inert or (not memory.fact_key and not suspicious):
            memory.valid_until = memory.stated_until
            self._insert(memory, one, parents, event=draft.row.inert or memory.source_event)
            if memory.standing == QUARANTINED:
                self.guard.wait(memory, memory.standing_reason, one.finding.details if one.finding else {})
            return self._finish(memory, draft, draft.row.inert or "stored")
        if one.finding is not None and not one.finding.warns:
            return self._quarantine(memory, one, parents, one.finding)
        window = self.axis.window(memory.fact_key, memory.valid_from)
        if memory.stated_until is not None and memory.stated_until <= memory.valid_from:
            # It holds for no moment, so it has no say about its neighbours.
            memory.valid_until = memory.stated_until = memory.valid_from
            replaced = self._relink(memory, draft, None, window)
            self._insert(memory, one, parents, event=memory.source_event)
            return self._finish(memory, draft, "superseded" if replaced else "history", replaced)
        placed = self.axis.place(memory, one, window)
        if placed.plan.outcome == "held":
            return self._hold(memory, one, parents, placed.plan)
        if not placed.is_new:
            self._confirmed(placed.memory, one)
            return self._done(placed.plan.outcome, placed.memory)
        replaced = self._relink(memory, draft, placed.plan, window)
        self._insert(memory, one, parents, event=memory.source_event)
        return self._finish(memory, draft, "superseded" if replaced else placed.plan.outcome, replaced)

    def _memory(self, one: Prepared, row: LegacyRow, stored: float) -> Memory:
        start = one.valid_from or one.recorded_at or self.now
        memory = self._row(one, fact_key_of(one.names, self.agent), start, stored)
        memory.stated_until = row.ends_at
        memory.access_count = row.access_count
        memory.last_accessed_at = row.last_accessed_at
        memory.invalidated_at = row.invalidated_at
        memory.invalidated_by_event = row.invalidated_by_event
        memory.archived_at = row.archived_at
        if row.inert:
            memory.standing = row.inert
            memory.standing_reason = "imported"
        return memory

    def _known_parents(self, one: Prepared, row: LegacyRow) -> Parents:
        """Find the parents that are here; the names of the others stay in the metadata."""
        rows = [parent for name in row.parents if (parent := self._hub_row(name)) is not None]
        found = {str(parent.metadata.get(NAME, {}).get("id")) for parent in rows}
        lost = [name for name in row.parents if name not in found]
        if lost:
            one.metadata = {**one.metadata, NAME: {**one.metadata[NAME], "derived_from": lost}}
        sources = inherited_sources(rows)
        self.fence.check_sources(sources)
        return Parents([row.number for row in rows], [row.origin_trust for row in rows], sources)

    def _hub_id(self, name: str) -> str | None:
        """Return the id that a row of the file got here."""
        if name in self._written:
            return self._written[name]
        known = known_items(self.agent.pk, [ItemKey(IMPORT_ITEM, "", name)])
        return next((one.memory_id for one in known.values()), None)

    def _hub_row(self, name: str) -> Memory | None:
        """Return the row that a row of the file became, as it stands."""
        own = self._hub_id(name)
        if own is None:
            return None
        self.ledger.flush()
        return Memory.objects.filter(id=own).first()

    def _relink(
        self, memory: Memory, draft: LegacyDraft, plan: timeline.Placement | None, window: list[Memory]
    ) -> str | None:
        """Keep the file's chain: a row follows the one it replaced there, and no other of the file."""
        previous = next((row for row in window if plan is not None and row.id == plan.superseded_id), None)
        if previous is not None and not self.own_axis.is_mine(previous):
            return previous.id
        wanted = self._follows(memory, draft, window)
        if previous is not None and (wanted is None or wanted.id != previous.id):
            previous.superseded_by_id = None
            self.ledger.change(previous)
            memory.supersedes_id, memory.version = None, 1
        if wanted is None:
            return None
        if wanted.superseded_by_id in (None, memory.id):
            memory.supersedes_id, memory.version = wanted.id, wanted.version + 1
            self._closed_by(wanted, memory)
        return memory.supersedes_id

    def _follows(self, memory: Memory, draft: LegacyDraft, window: list[Memory]) -> Memory | None:
        own = self._hub_id(draft.follows) if draft.follows else None
        if own is None or draft.follows is None:
            return None
        # A row that was planned on carries changes of this write that no table has yet.
        row = next((known for known in window if known.id == own), None) or self._hub_row(draft.follows)
        if row is None or row.fact_key != memory.fact_key or row.standing != BELIEVED:
            return None
        return row

    def _closed_by(self, row: Memory, successor: Memory) -> None:
        row.superseded_by_id = successor.id
        if row.stated_until == successor.valid_from:
            row.stated_until = None  # its end was the successor's start, not a statement of its own
        if row.invalidated_at is None:
            row.invalidated_at = self.now
            row.invalidated_by_event = f"superseded:{successor.id}"
        self.ledger.change(row)

    def _finish(self, memory: Memory, draft: LegacyDraft, outcome: str, replaced: str | None = None) -> Result:
        self.own_axis.add(memory)
        self._written[draft.row.id] = memory.id
        self._confirm_as_there(memory, draft.row)
        return self._done(outcome, memory, replaced)

    def _confirm_as_there(self, memory: Memory, row: LegacyRow) -> None:
        """Write down who confirmed the row there; the confirmations move none of its borders."""
        for number, said in enumerate((None, *row.confirmations) if row.confirmations else ()):
            voice = Reaffirmation(
                valid_from=memory.valid_from,
                stated_until=memory.stated_until,
                expires_at=None,
                source_event=said.source_event if said else memory.source_event,
                origin=(said.origin if said else memory.origin) or "unattributed",
                origin_trust=memory.origin_trust,
                confidence=memory.confidence,
                at=said.at if said else memory.ingested_at,
                original=number == 0,
            )
            self.ledger.confirm(memory, voice, ())
