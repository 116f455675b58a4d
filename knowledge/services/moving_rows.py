"""Carrying a move out, inside the transaction that found again what moves."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db import connection

from knowledge import events
from knowledge.engine.types import SourceRef
from knowledge.models import (
    EntityAlias,
    EntityEmbedding,
    Memory,
    MemorySource,
    MemorySpan,
    Mistake,
    OriginRollback,
    RemovedVersions,
)
from knowledge.models.memory import ARCHIVED, BELIEVED
from knowledge.models.source import DIRECT
from knowledge.queries.reach import parts
from knowledge.queries.vector_rows import EPOCH
from knowledge.services import bulk, held, index
from knowledge.services.facts import FactAxis
from knowledge.services.ledger import Ledger, tokens_of
from knowledge.services.voice import Restated

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from knowledge.engine.types import Actor
    from knowledge.models import Agent
    from knowledge.services.moving_picture import MovePicture, MovingRow
    from knowledge.services.transactions import WriteTransaction

EVENT: Final = "moved"
COPY: Final = "duplicate"
_WITH_AGENT: Final = (
    ("knowledge_memory", "number"),
    ("knowledge_memorytag", "memory_id"),
    ("knowledge_memoryembedding", "memory_id"),
    ("knowledge_guardsighting", "memory_id"),
    ("knowledge_legalhold", "memory_id"),
)


@dataclass(frozen=True, slots=True)
class _Moved(Restated):
    """The voice of a row that moves: its own, learned where it was learned."""

    learned: SourceRef | None = None

    @property
    def source(self) -> SourceRef:
        """Where the row was learned; its own name when nobody said."""
        return self.learned or SourceRef(kind="system", session="archive", item=self.row.id)


def move(opened: WriteTransaction, actor: Actor, source: Agent, target: Agent, picture: MovePicture) -> Counter[str]:
    """Give rows to another agent; those whose fact it knows find their place, one after the other.

    Args:
        opened: the write.
        actor: who asked for it; whatever has to wait is raised in that name.
        source, target: both locked.
        picture: what moves.

    Returns:
        How many statements that had to find a place met which outcome: `stored`, `superseded`, `history`,
        `reaffirmed`, `ended`, `extended`, `held`, `duplicate`.
    """
    loose = [*picture.landing, *picture.copies]
    _cut(picture, loose)
    _take_out(source, loose)
    everything = [*picture.whole, *loose]
    for some in parts([row.number for row in everything]):
        for table, column in _WITH_AGENT:
            _give(table, column, some, target)
    _rename_facts(everything)
    _index_again(source, target, picture.whole)
    source.total_memories -= len(everything)
    target.total_memories += len(everything)
    for agent in (source, target):
        agent.generation += 1
        agent.live_generation += EPOCH  # no process keeps a vector under the wrong agent
    ids = tuple(row.id for row in everything)
    events.moved.send(sender=Memory, memories=ids, agent=source.name, to=target.name, now=opened.now)
    _note(opened, picture.copies)
    outcomes = Counter({COPY: len(picture.copies)} if picture.copies else {})
    for row in picture.landing:
        outcomes[_land(opened, actor, target, row)] += 1
    return outcomes


def take_along(source: Agent, target: Agent, picture: MovePicture, *, with_mistakes: bool) -> int:
    """Give other names, counts of versions and, if wanted, mistakes to another agent; return how many mistakes."""
    for some in parts(picture.aliases):
        EntityAlias.objects.filter(pk__in=some).update(agent=target)
    EntityEmbedding.objects.filter(agent=source).delete()  # made anew where they are needed
    there = set(RemovedVersions.objects.filter(agent=target).values_list("fact_key", flat=True))
    left = set(Memory.objects.filter(agent=source).exclude(fact_key="").values_list("fact_key", flat=True))
    for noted in RemovedVersions.objects.filter(agent=source):
        if noted.fact_key not in left | there:
            RemovedVersions.objects.filter(pk=noted.pk).update(agent=target)
    _take_rollbacks(source, target)
    return Mistake.objects.filter(agent=source).update(agent=target) if with_mistakes else 0


# ------------------------------------------------------------------ parts


def _take_rollbacks(source: Agent, target: Agent) -> None:
    """Let what was taken back be put back where its rows are now; what is left of it at the source stays there."""
    own = Memory.objects.filter(agent=source).values("id")
    for rollback in OriginRollback.objects.filter(agent=source, undone_at=None):
        if not rollback.items.filter(memory__in=own).exists():
            OriginRollback.objects.filter(pk=rollback.pk).update(agent=target)


def _cut(picture: MovePicture, loose: Sequence[MovingRow]) -> None:
    """End links between rows that part: those that find another place, and those that stay."""
    names = {row.id for row in loose}
    for some in parts(sorted(picture.stays)):
        names |= set(Memory.objects.filter(number__in=some).values_list("id", flat=True))
    for some in parts(sorted(names)):
        Memory.objects.filter(supersedes__in=some).update(supersedes=None)
        Memory.objects.filter(superseded_by__in=some).update(superseded_by=None)
    for some in parts([*picture.stays, *(row.number for row in loose)]):
        Memory.objects.filter(number__in=some).update(supersedes=None, superseded_by=None)


def _take_out(source: Agent, loose: Sequence[MovingRow]) -> None:
    """Let rows that have to find their place wait in the archive; what they said is kept."""
    for some in parts([row.number for row in loose]):
        lengths = Memory.objects.filter(number__in=some, token_count__gt=0).values_list("token_count", flat=True)
        counted = list(lengths)
        source.live_memories -= len(counted)
        source.live_tokens -= sum(counted)
        index.remove(some)
        Memory.objects.filter(number__in=some).update(standing=ARCHIVED, standing_reason=COPY, token_count=0, version=1)


def _give(table: str, column: str, numbers: Sequence[int], target: Agent) -> None:
    marks = ",".join(["%s"] * len(numbers))
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET agent_id = %s WHERE {column} IN ({marks})", [target.pk, *numbers])  # noqa: S608 - names from the list above


def _rename_facts(rows: Iterable[MovingRow]) -> None:
    """Give facts the keys they have under the target's rules, where those differ."""
    changed = [(row.fact, row.number) for row in rows if row.fact != row.was]
    if changed:
        with connection.cursor() as cursor:
            cursor.executemany("UPDATE knowledge_memory SET fact_key = %s WHERE number = %s", changed)


def _index_again(source: Agent, target: Agent, whole: Sequence[MovingRow]) -> None:
    """Let live rows be found under their new agent, and no longer under the old one."""
    for some in parts([row.number for row in whole if row.standing == BELIEVED]):
        live = list(Memory.objects.filter(number__in=some, token_count__gt=0))
        index.remove([row.number for row in live])
        index.add([(row.number, target.pk, tokens_of(row)) for row in live])
        length = sum(row.token_count for row in live)
        source.live_memories -= len(live)
        source.live_tokens -= length
        target.live_memories += len(live)
        target.live_tokens += length


def _note(opened: WriteTransaction, copies: Sequence[MovingRow]) -> None:
    """Let the second clock of rows that went into the archive say so."""
    for some in parts([row.number for row in copies]):
        rows = list(Memory.objects.filter(number__in=some))
        Memory.objects.filter(number__in=some).update(archived_at=opened.now)
        bulk.insert(
            [
                bulk.new(
                    MemorySpan,
                    memory_id=row.number,
                    valid_from=row.valid_from,
                    valid_until=row.valid_until,
                    expires_at=row.expires_at,
                    believed=False,
                    at=opened.now,
                    event=EVENT,
                )
                for row in rows
            ]
        )


def _land(opened: WriteTransaction, actor: Actor, target: Agent, moving: MovingRow) -> str:
    """Let a statement find its place among what the target believes, by the rules of a new one."""
    row = Memory.objects.get(number=moving.number)
    ledger = Ledger(opened, target)
    axis = FactAxis(ledger, target, opened.now)
    axis.known_facts.add(row.fact_key)
    placed = axis.place(row, _Moved(row, _learned(row)), axis.window(row.fact_key, row.valid_from))
    plan = placed.plan
    if plan.outcome == "held":
        held.mark_held(row, reason=plan.reason, rival_id=plan.rival_id)
    elif placed.is_new:
        row.standing, row.standing_reason, row.archived_at = BELIEVED, "", None
        row.invalidated_at, row.invalidated_by_event = None, ""
    else:
        row.archived_at = opened.now  # it is confirmed now; its own row stays out of every answer
    ledger.change(row, event=EVENT)
    ledger.flush()
    if plan.outcome == "held":
        Memory.objects.filter(number=row.number).update(rival=row.rival)
        held.announce(row, agent=target.name, reason=plan.reason, actor=actor, now=opened.now)
    return str(plan.outcome)


def _learned(row: Memory) -> SourceRef | None:
    one = MemorySource.objects.filter(memory=row, role=DIRECT).exclude(item="").order_by("pk").first()
    return None if one is None else SourceRef(one.kind, one.session, one.item, one.sequence, one.observed_at)
