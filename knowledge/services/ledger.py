"""The pending changes of one write, and how they reach the tables.

Services plan on rows in memory and hand every change to the ledger; it writes rows, second clock,
sources, tags, text index and counters together, in the order the constraints need.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from django.db import connection
from django.db.models import Max, QuerySet

from knowledge.engine.text import normalize_key
from knowledge.models import (
    Derivation,
    Memory,
    MemorySource,
    MemorySpan,
    MemoryTag,
    Reaffirmation,
)
from knowledge.models.memory import BELIEVED
from knowledge.queries.vector_rows import EPOCH
from knowledge.services import bulk, index, vectors

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from knowledge.models import Agent
    from knowledge.services.transactions import WriteTransaction

_AT_ONCE = 400
CHANGING_FIELDS = (
    "valid_until",
    "stated_until",
    "said_from",
    "expires_at",
    "invalidated_at",
    "invalidated_by_event",
    "supersedes_id",
    "superseded_by_id",
    "version",
    "confidence",
    "standing",
    "standing_reason",
    "archived_at",
    "token_count",
)
"""Columns that change after a row was written; everything else of a row is fixed for good.

Recalls are not among them: they are counted while a write is being prepared, and are only ever added to.
"""
_COUNT = (
    "UPDATE knowledge_memory SET access_count = CASE WHEN access_count + %s < 0 THEN 0 ELSE access_count + %s END"
    " WHERE number = %s"
)


class Ledger:
    """Collects what one write does to one agent's memories."""

    def __init__(self, opened: WriteTransaction, agent: Agent) -> None:
        self.opened = opened
        self.agent = agent
        self._new: list[Memory] = []
        self._new_ids: set[str] = set()
        self._tokens: dict[str, list[str]] = {}
        self._sources: list[tuple[Memory, MemorySource]] = []
        self._parents: list[tuple[Memory, int]] = []
        self._said: list[tuple[Memory, Reaffirmation]] = []
        self._moved: list[tuple[Memory, Sequence[int]]] = []
        self._spans: dict[str, tuple[Memory, str]] = {}
        self._changed: dict[str, Memory] = {}
        self._counted: Counter[int] = Counter()
        self._indexed: dict[str, Memory] = {}
        self.pending_facts: set[str] = set()
        self.written_facts: set[str] = set()

    def insert(
        self,
        memory: Memory,
        *,
        event: str,
        tokens: list[str],
        sources: Iterable[MemorySource] = (),
        parents: Iterable[int] = (),
    ) -> None:
        """Add a new row with what belongs to it. `parents` are numbers of existing rows."""
        self._new.append(memory)
        self._new_ids.add(memory.id)
        self._tokens[memory.id] = tokens
        self._sources += [(memory, source) for source in sources]
        self._parents += [(memory, number) for number in parents]
        self._spans[memory.id] = (memory, event)
        self._indexed[memory.id] = memory
        if memory.fact_key:
            self.pending_facts.add(memory.fact_key)

    def change(self, memory: Memory, *, event: str | None = None) -> None:
        """Write back an existing row; `event` adds a span to its second clock."""
        if memory.id not in self._new_ids:
            self._changed[memory.id] = memory
        if event is not None:
            self._spans[memory.id] = (memory, event)
        self._indexed[memory.id] = memory
        if memory.fact_key:
            self.pending_facts.add(memory.fact_key)

    def count(self, memory: Memory, by: int = 1) -> None:
        """Count a use of a row, or with -1 take one back; what others count meanwhile stays counted."""
        memory.access_count = max(0, memory.access_count + by)
        if memory.id not in self._new_ids:
            self._counted[memory.number] += by

    def know_tokens(self, tokens: Mapping[str, list[str]]) -> None:
        """Take over what rows consist of for the index, by id: worked out before anybody had to wait."""
        self._tokens |= tokens

    def confirm(self, memory: Memory, said: Reaffirmation, sources: Iterable[MemorySource]) -> None:
        """Add a confirmation to a row, with the sources that gave it."""
        self._said.append((memory, said))
        self._sources += [(memory, source) for source in sources]

    def note_source(self, memory: Memory, source: MemorySource) -> None:
        """Add a source to an existing row, unless this write has added it already."""
        same = (source.kind, source.session, source.item)
        if all(known is not memory or (one.kind, one.session, one.item) != same for known, one in self._sources):
            self._sources.append((memory, source))

    def move_statements(self, to: Memory, keys: Sequence[int]) -> None:
        """Hand confirmations over to another row (a split)."""
        self._moved.append((to, keys))

    def flush(self) -> None:
        """Write everything collected so far. Rows are closed before others are opened."""
        for memory in self._changed.values():
            self._plan_index(memory)
        bulk.update_many(list(self._changed.values()), CHANGING_FIELDS)
        if self._counted:
            with connection.cursor() as cursor:
                cursor.executemany(_COUNT, [(by, by, number) for number, by in self._counted.items()])
        for memory in self._new:
            self._plan_index(memory)
        for memory, number in zip(
            self._new, bulk.next_numbers(Memory, len(self._new)) if self._new else (), strict=True
        ):
            memory.number = number
        bulk.insert(self._new, with_key=True)
        self.agent.total_memories += len(self._new)
        self._write_details()
        if self.pending_facts:
            self.agent.generation += 1
        self._write_index()
        self._reset()

    def _write_details(self) -> None:
        for to, keys in self._moved:
            Reaffirmation.objects.filter(pk__in=keys).update(memory=to)
        for memory, said in self._said:
            said.memory = memory
        if self._said:
            bulk.insert([said for _, said in self._said])
        known = [memory.number for memory, _ in self._spans.values() if memory.id in self._changed]
        told = _told_ahead(known, self.opened.now)
        bulk.insert(
            [
                bulk.new(
                    MemorySpan,
                    memory_id=memory.number,
                    valid_from=memory.valid_from,
                    valid_until=memory.valid_until,
                    expires_at=memory.expires_at,
                    believed=memory.standing == BELIEVED,
                    # A clock that was set back does not turn the second clock back with it.
                    at=told.get(memory.number, self.opened.now),
                    event=event,
                )
                for memory, event in self._spans.values()
            ]
        )
        for memory, source in self._sources:
            source.memory_id = memory.number
        if self._sources:
            bulk.insert([source for _, source in self._sources])
        if self._parents:
            bulk.insert([Derivation(child=child, parent_id=number) for child, number in self._parents])
        tags = [
            bulk.new(MemoryTag, memory_id=memory.number, agent_id=self.agent.pk, key=key)
            for memory in self._new
            for key in tag_keys(memory.tags)
        ]
        if tags:
            bulk.insert(tags)

    def _plan_index(self, memory: Memory) -> None:
        """Decide whether the row belongs in the index, and keep the agent's counters."""
        # An interval that lies in the past, or is empty, answers nothing any more.
        over = memory.valid_until is not None and memory.valid_until <= max(self.opened.now, memory.valid_from)
        wanted = memory.standing == BELIEVED and not over
        before = memory.token_count
        if not wanted:
            memory.token_count = 0
        elif memory.id in self._tokens:
            memory.token_count = max(1, len(self._tokens[memory.id]))
        elif before == 0:
            tokens = tokens_of(memory)
            self._tokens[memory.id] = tokens
            memory.token_count = max(1, len(tokens))
        after = memory.token_count
        self.agent.live_tokens += after - before
        self.agent.live_memories += (after > 0) - (before > 0)
        if before and not after:
            self._tokens[memory.id] = []
        elif before and after:
            self._tokens.pop(memory.id, None)

    def _write_index(self) -> None:
        gone, come = [], []
        for memory in self._indexed.values():
            tokens = self._tokens.get(memory.id)
            if tokens is None:
                continue
            if memory.token_count == 0:
                gone.append(memory.number)
            else:
                come.append((memory.number, self.agent.pk, tokens))
        new = {memory.number for memory in self._new}
        gone = [number for number in gone if number not in new]
        if gone or come:
            self.agent.live_generation += 1
        if gone:
            index.remove(gone)
            vectors.take_out(gone)
            facts = [memory for memory in self._indexed.values() if memory.fact_key and memory.token_count == 0]
            vectors.take_out_names(self.agent.pk, {key for one in facts for key in (one.subject_key, one.object_key)})
        index.add(come)

    def _reset(self) -> None:
        self._new, self._sources, self._parents = [], [], []
        self._new_ids = set()
        self._said, self._moved = [], []
        self._spans, self._changed, self._indexed, self._tokens = {}, {}, {}, {}
        self._counted = Counter()
        self.written_facts |= self.pending_facts
        self.pending_facts = set()


def _told_ahead(numbers: Sequence[int], now: datetime) -> dict[int, datetime]:
    """Return when the second clocks of rows were written last, where that is still to come by the hub's clock."""
    found: dict[int, datetime] = {}
    moment = connection.ops.adapt_datetimefield_value(now)
    for start in range(0, len(numbers), _AT_ONCE):
        some = numbers[start : start + _AT_ONCE]
        marks = ",".join(["%s"] * len(some))
        with connection.cursor() as cursor:
            # Asked at nearly every write, and there is nearly never any.
            statement = f"SELECT 1 FROM knowledge_memoryspan WHERE memory_id IN ({marks}) AND at > %s LIMIT 1"  # noqa: S608 - placeholders
            cursor.execute(statement, [*some, moment])
            if cursor.fetchone() is None:
                continue
        spans = MemorySpan.objects.filter(memory__in=some, at__gt=now)
        found |= dict(spans.values_list("memory_id").annotate(Max("at")))
    return found


def tokens_of(memory: Memory) -> list[str]:
    """Analyse a stored row again: the same tokens as when it was written."""
    speaker = memory.metadata.get("speaker") if isinstance(memory.metadata, dict) else None
    turn = memory.source_event == "transcript" and isinstance(speaker, str)
    return index.index_tokens(
        content=memory.content,
        subject=memory.subject,
        predicate=memory.predicate,
        object_text=memory.object,
        speaker=speaker if turn and isinstance(speaker, str) else "",
        said_at=memory.recorded_at if turn else None,
    )


def reindex(memory: Memory, agent: Agent) -> None:
    """Bring the index up to date with an edited row; the caller writes back row and agent."""
    if not memory.token_count or memory.source_event != "transcript":
        return  # only of a turn of a conversation the metadata, with the speaker, are words to be found by
    tokens = tokens_of(memory)
    length = max(1, len(tokens))
    agent.live_tokens += length - memory.token_count
    memory.token_count = length
    index.remove([memory.number])
    index.add([(memory.number, agent.pk, tokens)])
    if vectors.take_out([memory.number]):
        agent.live_generation += EPOCH  # the vector that was made with the old words is kept in no process


def tag_keys(tags: Iterable[str]) -> list[str]:
    """Return the keys tags are compared by, each once."""
    return list(dict.fromkeys(key for tag in tags if (key := normalize_key(tag)[:200])))


def believed(agent: Agent) -> QuerySet[Memory]:
    """Return the agent's believed rows."""
    return Memory.objects.filter(agent=agent, standing=BELIEVED)
