"""Stored vectors: made after a memory was stored, gone in the write that takes it out, made anew while the hub serves.

Only vectors of an embedder that takes its time are stored; those of the built-in one are made from the texts where
they are needed. A new model's vectors are made beside the old ones, which answer until the new ones are complete.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from django.db import connection

from knowledge.conf import vector_settings
from knowledge.engine.embedder import EmbedderError
from knowledge.errors import Busy, NotFound
from knowledge.models import Agent, EntityEmbedding, Memory, MemoryEmbedding
from knowledge.models.memory import BELIEVED
from knowledge.queries import embedders
from knowledge.queries.named import among
from knowledge.queries.vector_rows import EPOCH, text_of
from knowledge.services.agents import lock_agent
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from knowledge.engine.embedder import Embedder

_AT_ONCE: Final = 32
_REMOVED_AT_ONCE: Final = 2_000
_LIVE = "m.agent_id = %s AND m.standing = %s AND m.token_count > 0"
_FACTS = f"FROM knowledge_memory m WHERE {_LIVE} AND m.fact_key <> ''"
_NAMES = f"SELECT m.subject_key {_FACTS} UNION SELECT m.object_key {_FACTS} AND m.object_key <> ''"


@dataclass(slots=True)
class FillReport:
    """What was done.

    Attributes:
        made: vectors of memories and names that were made.
        removed: stored vectors that no memory, name or model needs any more.
        complete: whether every live memory has its vector now.
    """

    made: int = 0
    removed: int = 0
    complete: bool = True


def fill_vectors(
    *,
    agent: str | None = None,
    anew: bool = False,
    seconds: float | None = None,
    progress: Callable[[FillReport], None] | None = None,
    now: datetime | None = None,
) -> FillReport:
    """Make the vectors that are missing, and remove those nobody needs. Safe to stop, to repeat, and to run twice.

    Args:
        agent: only this agent's; None takes all.
        anew: make every vector again, also those that are there.
        seconds: stop after about this long; the next run goes on.
        progress: called after every batch.
        now: moment of the writes; None reads the hub clock for each batch.

    Raises:
        NotFound: there is no such agent.
        Busy: the embedder cannot answer now; what was made is kept.
    """
    if agent is not None and not Agent.objects.filter(name=agent).exists():
        raise NotFound("There is no such agent.")
    try:
        embedder = embedders.chosen()
        run = _Fill(embedder, anew, None if seconds is None else time.monotonic() + seconds, progress, now)
        for name in [agent] if agent is not None else _agents(embedder, everybody=anew):
            run.agent(name)
    except EmbedderError as error:
        raise Busy(str(error)) from error
    return run.report


def _agents(embedder: Embedder | None, *, everybody: bool) -> list[str]:
    """Return the agents for which there may be something to do."""
    stores = embedder is not None and not embedder.is_instant
    if everybody or (stores and vector_settings().graph_embed_seed):
        return list(Agent.objects.order_by("name").values_list("name", flat=True))
    model = embedder.name if embedder is not None and stores else ""
    wanted = "a.live_memories" if stores else "0"
    found = _rows(
        "SELECT a.name FROM knowledge_agent a"  # noqa: S608 - fixed parts
        " LEFT JOIN (SELECT agent_id, COUNT(*) AS stored, SUM(CASE WHEN model = %s THEN 1 ELSE 0 END) AS own"
        " FROM knowledge_memoryembedding GROUP BY agent_id) e ON e.agent_id = a.id"
        f" WHERE {wanted} <> COALESCE(e.own, 0) OR COALESCE(e.stored, 0) <> COALESCE(e.own, 0)"
        " OR EXISTS (SELECT 1 FROM knowledge_entityembedding n WHERE n.agent_id = a.id) ORDER BY a.name",
        [model],
    )
    return [str(row[0]) for row in found]


class _Fill:
    """One run over the agents."""

    def __init__(
        self,
        embedder: Embedder | None,
        anew: bool,  # noqa: FBT001 - of this module
        until: float | None,
        progress: Callable[[FillReport], None] | None,
        now: datetime | None,
    ) -> None:
        self.embedder = embedder
        self.anew = anew
        self.until = until
        self.progress = progress
        self.now = now
        self.report = FillReport()

    def agent(self, name: str) -> None:
        """Fill one agent's vectors, memories first."""
        embedder = self.embedder
        number = Agent.objects.values_list("pk", flat=True).get(name=name)
        if embedder is not None and not embedder.is_instant:
            after: int | None = 0
            while after is not None:
                if self._is_over():
                    self.report.complete = False
                    return
                after = self._memories(name, number, embedder, after)
            self._names(name, number, embedder)
        self._remove_unneeded(name, number)
        if self.anew:
            with write_transaction(self.now) as opened:
                lock_agent(opened, name).live_generation += EPOCH

    def _is_over(self) -> bool:
        return self.until is not None and time.monotonic() >= self.until

    def _memories(self, name: str, number: int, embedder: Embedder, after: int) -> int | None:
        """Make the next vectors; return the last memory looked at, None at the end."""
        missing = "" if self.anew else "AND e.id IS NULL"
        found = _rows(
            "SELECT m.number, m.content, m.subject, m.predicate, m.object, m.source_event, m.metadata, m.recorded_at"  # noqa: S608 - fixed parts
            " FROM knowledge_memory m LEFT JOIN knowledge_memoryembedding e ON e.memory_id = m.number AND e.model = %s"
            f" WHERE {_LIVE} AND m.number > %s {missing} ORDER BY m.number LIMIT %s",
            [embedder.name, number, BELIEVED, after, _AT_ONCE],
        )
        if not found:
            return None
        # Made before the lock is taken: nobody waits for a model or a server.
        vectors = embedder.embed([_passage(row) for row in found])
        with write_transaction(self.now) as opened:
            locked = lock_agent(opened, name)
            numbers = [row[0] for row in found]
            live = set(
                among(Memory.objects.filter(number__in=numbers, token_count__gt=0), standing=BELIEVED).values_list(
                    "number", flat=True
                )
            )
            rows = [
                MemoryEmbedding(memory_id=one, agent_id=number, model=embedder.name, vector=_stored(vector))
                for one, vector in zip(numbers, vectors, strict=True)
                if one in live
            ]
            MemoryEmbedding.objects.bulk_create(
                rows, update_conflicts=True, unique_fields=["memory", "model"], update_fields=["vector"]
            )
            locked.live_generation += 1
        self._made(len(rows))
        return int(numbers[-1])

    def _names(self, name: str, number: int, embedder: Embedder) -> None:
        """Make the vectors of entities' names, when questions are to start from similar names."""
        if not vector_settings().graph_embed_seed:
            return
        wanted = {row[0] for row in _rows(_NAMES, [number, BELIEVED, number, BELIEVED])}
        known = EntityEmbedding.objects.filter(agent_id=number, model=embedder.name).values_list("entity", flat=True)
        missing = sorted(wanted if self.anew else wanted.difference(known))
        for start in range(0, len(missing), _AT_ONCE):
            if self._is_over():
                self.report.complete = False
                return
            some = missing[start : start + _AT_ONCE]
            vectors = embedder.embed(some)
            with write_transaction(self.now) as opened:
                lock_agent(opened, name).generation += 1
                still = {row[0] for row in _rows(_NAMES, [number, BELIEVED, number, BELIEVED])}
                rows = [
                    EntityEmbedding(agent_id=number, entity=one, model=embedder.name, vector=_stored(vector))
                    for one, vector in zip(some, vectors, strict=True)
                    if one in still
                ]
                EntityEmbedding.objects.bulk_create(
                    rows, update_conflicts=True, unique_fields=["agent", "model", "entity"], update_fields=["vector"]
                )
            self._made(len(rows))

    def _remove_unneeded(self, name: str, number: int) -> None:
        """Remove vectors of other models, of rows that are not live, and of names without a fact."""
        keep = "" if self.embedder is None or self.embedder.is_instant else self.embedder.name
        names_wanted = bool(keep) and vector_settings().graph_embed_seed
        while True:
            stale = _rows(
                "SELECT e.id FROM knowledge_memoryembedding e JOIN knowledge_memory m ON m.number = e.memory_id"
                " WHERE e.agent_id = %s AND (e.model <> %s OR m.standing <> %s OR m.token_count = 0) LIMIT %s",
                [number, keep, BELIEVED, _REMOVED_AT_ONCE],
            )
            nameless = _rows(
                f"SELECT e.id FROM knowledge_entityembedding e WHERE e.agent_id = %s AND (e.model <> %s OR"  # noqa: S608 - fixed parts
                f" e.entity NOT IN ({_NAMES})) LIMIT %s",
                [number, keep if names_wanted else "", number, BELIEVED, number, BELIEVED, _REMOVED_AT_ONCE],
            )
            if not stale and not nameless:
                return
            with write_transaction(self.now) as opened:
                lock_agent(opened, name)
                gone, _ = MemoryEmbedding.objects.filter(id__in=[row[0] for row in stale]).delete()
                lost, _ = EntityEmbedding.objects.filter(id__in=[row[0] for row in nameless]).delete()
            self.report.removed += gone + lost

    def _made(self, count: int) -> None:
        self.report.made += count
        if self.progress is not None:
            self.progress(self.report)


def _passage(row: tuple[Any, ...]) -> str:
    """Return what is embedded of a row: with speaker and day for a turn of a conversation, as people ask by them."""
    _, content, subject, predicate, value, event, metadata, recorded_at = row
    text = text_of(content, subject, predicate, value)
    speaker = _speaker(metadata) if event == "transcript" else ""
    if not speaker:
        return text
    day = recorded_at if not isinstance(recorded_at, str) else _moment(recorded_at)
    return f"[{day.day} {day:%B %Y}] {speaker}: {text}"


def _speaker(metadata: Any) -> str:
    known = json.loads(metadata) if isinstance(metadata, str) else metadata
    speaker = known.get("speaker") if isinstance(known, dict) else None
    return speaker if isinstance(speaker, str) else ""


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _stored(vector: NDArray[np.float32]) -> bytes:
    return np.ascontiguousarray(vector, "<f4").tobytes()


def _rows(sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return list(cursor.fetchall())
