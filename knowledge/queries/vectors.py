"""The vector arm of recall: which memories are nearest to a question.

An exact scan of the agent's own vectors; an index that approximates would have to be told which rows
may be seen, and finds few of them when it is told afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from django.db import DatabaseError

from knowledge.engine.embedder import EmbedderError
from knowledge.queries import embedders
from knowledge.queries.textindex import RowFilter, read_current
from knowledge.queries.vector_cache import cache
from knowledge.queries.vector_rows import places_in, stored_models

if TYPE_CHECKING:
    from datetime import datetime

    from numpy.typing import NDArray

    from knowledge.engine.embedder import Embedder
    from knowledge.queries.vector_rows import Snapshot

_MARGIN = 1e-5  # what single precision may be off; the hits are computed again in double
_FEW_WAITING = 20
_FEW_OF = 50
_NO_FILTER = RowFilter()
_NO_NUMBERS = np.zeros(0, np.int64)
_NO_COSINES = np.zeros(0, np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class VectorSignal:
    """What the vectors say about a question.

    Attributes:
        numbers: the nearest current memories that pass the filter, nearest first; equal ones by number.
        cosines: theirs, float64, from `floor` to 1.
        floor: the cosine below which a memory has nothing to do with this question.
        degraded: why the arm did not answer, or not from all memories; empty when it did.
    """

    numbers: NDArray[np.int64] = field(default_factory=_NO_NUMBERS.copy)
    cosines: NDArray[np.float64] = field(default_factory=_NO_COSINES.copy)
    floor: float = 0.0
    degraded: str = ""
    _query: NDArray[np.float64] | None = None
    _all: Snapshot | None = None

    def of(self, numbers: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the cosine of any memories to the question, 0 to 1; 0 for one that has no vector.

        Args:
            numbers: in any order; candidates that the other arms found, for example.
        """
        if self._all is None or self._query is None:
            return np.zeros(numbers.size)
        return _cosines(self._all, self._query, np.asarray(numbers, np.int64))


def nearest(
    *,
    agent_id: int,
    live_generation: int,
    query: str,
    now: datetime,
    limit: int,
    narrowed: RowFilter = _NO_FILTER,
) -> VectorSignal:
    """Return the current memories of an agent that are nearest to a question. Never raises for a broken arm.

    Args:
        agent_id: whose memories.
        live_generation: of the agent, as the caller has just read it.
        query: what is asked.
        now: moment that decides what is current.
        limit: most memories.
        narrowed: a further condition on the rows, applied before the limit.
    """
    try:
        embedder = embedders.chosen()
        if embedder is None or not query.strip():
            return VectorSignal()
        embedder, found = _serving(agent_id, live_generation, embedder)
        vector = embedder.embed([query], query=True)[0]
        return _nearest(found, embedder, query, vector, now, limit, narrowed)
    except (EmbedderError, DatabaseError) as error:
        return VectorSignal(degraded=str(error) if isinstance(error, EmbedderError) else "Vectors cannot be read.")


def _serving(agent_id: int, live_generation: int, embedder: Embedder) -> tuple[Embedder, Snapshot]:
    """Return the embedder that answers, and its vectors: the one in force as soon as nearly all memories have theirs.

    Until then an earlier one answers whose vectors are stored, or the built-in one, which always has them all.
    """
    found = cache.get(agent_id=agent_id, live_generation=live_generation, embedder=embedder)
    if embedder.is_instant or _is_complete(found):
        return embedder, found
    for model in stored_models(agent_id):
        earlier = embedders.named(model) if model != embedder.name else None
        if earlier is not None:
            before = cache.get(agent_id=agent_id, live_generation=live_generation, embedder=earlier)
            if _is_complete(before):
                return earlier, before
    built_in = embedders.BUILT_IN
    return built_in, cache.get(agent_id=agent_id, live_generation=live_generation, embedder=built_in)


def _is_complete(found: Snapshot) -> bool:
    """Whether so few rows are without a vector that they may be the newest, whose turn is still to come."""
    return found.waiting <= max(_FEW_WAITING, found.numbers.size // _FEW_OF)


def _nearest(
    found: Snapshot,
    embedder: Embedder,
    query: str,
    vector: NDArray[np.float32],
    now: datetime,
    limit: int,
    narrowed: RowFilter,
) -> VectorSignal:
    floor, degraded = embedder.floor(query), _missing(found)
    if not vector.any() or not found.numbers.size:
        return VectorSignal(floor=floor, degraded=degraded)
    if vector.size != found.vectors.shape[0]:
        raise EmbedderError("The stored vectors are of another model than the question's; run rebuild_index.")
    exact = vector.astype(np.float64)
    near = scan(found.vectors, vector)
    above = np.flatnonzero(near >= floor - _MARGIN)
    numbers, cosines = _NO_NUMBERS, _NO_COSINES
    wanted = limit + limit // 2 + 16
    while above.size:
        some = _best(near, above, wanted)
        chosen = found.numbers[some]
        visible = np.array([row[0] for row in read_current(chosen, "m.number", now=now, narrowed=narrowed)], np.int64)
        cosines = _cosines(found, exact, visible)
        numbers, cosines = visible[cosines >= floor], cosines[cosines >= floor]
        if numbers.size >= limit or some.size == above.size:
            break
        wanted *= 4
    order = np.lexsort((numbers, -cosines))[:limit]
    return VectorSignal(numbers[order], cosines[order], floor, degraded, exact, found)


def _missing(found: Snapshot) -> str:
    """Say which memories the vectors leave out, empty when none."""
    if found.left_out:
        rows = found.numbers.size
        return (
            f"Only the newest {rows} of {rows + found.left_out} memories have vectors in reach;"
            " allow [vectors] cache_megabytes more."
        )
    return ""


def scan(vectors: NDArray[np.float32], query: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the cosine of every memory to the query in single precision, shape (memories,).

    Args:
        vectors: one column for each memory.
        query: shape (dimensions,).
    """
    cosines: NDArray[np.float32] = query @ vectors
    return cosines


def _best(near: NDArray[np.float32], above: NDArray[np.intp], wanted: int) -> NDArray[np.intp]:
    """Return the places of at least `wanted` rows with the greatest cosines, ascending.

    All whose cosine single precision cannot tell from the last one's come along, so that the choice
    does not depend on where a row stands.
    """
    if above.size <= wanted:
        return above
    values = near[above]
    last = np.partition(values, values.size - wanted)[values.size - wanted]
    best: NDArray[np.intp] = above[values >= last - _MARGIN]
    return best


def _cosines(found: Snapshot, query: NDArray[np.float64], numbers: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return exact cosines, 0 to 1: products are exact in double precision, and added in one order everywhere."""
    place, there = places_in(found.numbers, numbers)
    rows = np.ascontiguousarray(found.vectors[:, place].T, np.float64)
    cosines: NDArray[np.float64] = np.clip((rows * query).sum(axis=1), 0.0, 1.0)
    cosines[~there] = 0.0
    return cosines
