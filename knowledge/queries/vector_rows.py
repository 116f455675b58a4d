"""One agent's vectors as a matrix: read whole, or brought up to date with what changed since.

Vectors of an embedder that takes no time are made from the texts here and stored nowhere. Those of
any other are read from the table that a service fills; rows still without one wait.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from django.db import connection

from knowledge.models.memory import BELIEVED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from knowledge.engine.embedder import Embedder

EPOCH = 1 << 32
"""A service adds this to an agent's `live_generation` when vectors have to be read anew, not brought up to date."""
_CHUNK = 2_000
_SPARE = 1.25  # room for rows to come, so that most writes only append
_MOST_CHANGES = 20_000
_LIVE = "m.agent_id = %(agent)s AND m.standing = %(believed)s AND m.token_count > 0"
_NOTHING = np.zeros(0, np.int64)


@dataclass(slots=True)
class Matrix:
    """Vectors of one agent's live rows under one embedder.

    Whoever holds a `Snapshot` may go on reading while rows are added: what it sees stays in place.

    Attributes:
        model: name of the embedder.
        generation: the agent's `live_generation` this answers for.
        last_span: the newest change of a row that is in it.
        numbers: memory of each row, ascending, shape (capacity,).
        vectors: one column of float32 for each, shape (dimensions, capacity): read along the memories, a
            scan takes two thirds of the time of a matrix that holds one memory after the other. A column
            taken out is all 0.
        size: columns in use.
        gone: columns taken out.
        waiting: live memories that have no vector yet.
        left_out: live memories, the oldest, for which there is no room.
    """

    model: str
    generation: int
    last_span: int
    numbers: NDArray[np.int64]
    vectors: NDArray[np.float32]
    size: int = 0
    gone: int = 0
    waiting: set[int] = field(default_factory=set)
    left_out: int = 0

    @property
    def bytes(self) -> int:
        """Memory it takes, roughly."""
        return self.vectors.nbytes + self.numbers.nbytes + 60 * len(self.waiting)

    def places(self, numbers: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the column of each memory, and whether there is one."""
        return places_in(self.numbers[: self.size], numbers)

    def put(self, numbers: NDArray[np.int64], vectors: NDArray[np.float32]) -> None:
        """Add rows, or replace those of memories that are there.

        Args:
            numbers: memories, ascending.
            vectors: theirs, shape (memories, dimensions).
        """
        if not self.numbers.size and vectors.shape[1] != self.vectors.shape[0]:
            self.vectors = np.zeros((vectors.shape[1], 0), np.float32)  # of a model that says its size only now
        place, there = self.places(numbers)
        self.vectors[:, place[there]] = vectors[there].T
        numbers, vectors = numbers[~there], vectors[~there]
        if not numbers.size:
            return
        size = self.size + numbers.size
        if self.size and numbers[0] < self.numbers[self.size - 1]:
            # A row that came back: it stands between others, which is rare enough for a copy of all.
            order = np.argsort(np.concatenate([self.numbers[: self.size], numbers]))
            self.numbers = np.concatenate([self.numbers[: self.size], numbers])[order]
            self.vectors = np.concatenate([self.vectors[:, : self.size], vectors.T], axis=1)[:, order]
        else:
            self.reserve(size)
            self.numbers[self.size : size] = numbers
            self.vectors[:, self.size : size] = vectors.T
        self.size = size

    def drop(self, numbers: Sequence[int]) -> None:
        """Take memories out."""
        self.waiting.difference_update(numbers)
        place, there = self.places(np.array(numbers, np.int64))
        self.vectors[:, place[there]] = 0
        self.gone += int(there.sum())

    def reserve(self, rows: int) -> None:
        """Make room."""
        if rows <= self.numbers.size:
            return
        capacity = max(64, int(rows * _SPARE))
        numbers = np.zeros(capacity, np.int64)
        vectors = np.zeros((self.vectors.shape[0], capacity), np.float32)
        numbers[: self.size] = self.numbers[: self.size]
        vectors[:, : self.size] = self.vectors[:, : self.size]
        self.numbers, self.vectors = numbers, vectors

    def snapshot(self) -> Snapshot:
        """Return what is in it now."""
        size = self.size
        return Snapshot(self.model, self.numbers[:size], self.vectors[:, :size], len(self.waiting), self.left_out)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A matrix as it is at one moment; see `Matrix` for the attributes.

    Attributes:
        waiting: how many live memories have no vector yet.
    """

    model: str
    numbers: NDArray[np.int64]
    vectors: NDArray[np.float32]
    waiting: int
    left_out: int


def places_in(ascending: NDArray[np.int64], wanted: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return where each wanted number stands among ascending ones, and whether it does; elsewhere the place is 0."""
    place = np.searchsorted(ascending, wanted)
    there = place < ascending.size
    there[there] = ascending[place[there]] == wanted[there]
    place[~there] = 0
    return place, there


def read_all(agent_id: int, embedder: Embedder, *, generation: int, most_rows: int) -> Matrix:
    """Return the vectors of every live row of an agent.

    Args:
        agent_id: whose.
        embedder: whose vectors.
        generation: `live_generation` of the agent, read before.
        most_rows: at most this many rows, the newest.
    """
    # The newest change is read before the rows: what comes in between is seen again later, and nothing is missed.
    last_span = _last_span_of(agent_id)
    live = _live_numbers(agent_id)
    kept = live[max(0, live.size - most_rows) :]
    matrix = Matrix(embedder.name, generation, last_span, _NOTHING, np.zeros((embedder.dimensions, 0), np.float32))
    matrix.left_out = int(live.size - kept.size)
    if embedder.dimensions:
        matrix.reserve(kept.size)
    _fill(matrix, embedder, kept.tolist())
    return matrix


def bring_up_to_date(matrix: Matrix, agent_id: int, embedder: Embedder, *, generation: int, look_again: bool) -> bool:
    """Take in what changed since the matrix was made; False when reading all is less work.

    Args:
        matrix: changed in place.
        agent_id: whose.
        embedder: whose vectors.
        generation: `live_generation` of the agent, read before.
        look_again: whether rows that wait for their vector are looked up.
    """
    if matrix.generation // EPOCH != generation // EPOCH or matrix.left_out or 2 * matrix.gone > matrix.size:
        return False
    if _last_span() - matrix.last_span > max(_MOST_CHANGES, 4 * matrix.size):
        return False
    last_span, live, gone = _changes(agent_id, matrix.last_span)
    matrix.drop(gone)
    place, there = matrix.places(np.array(live, np.int64))
    there[there] = matrix.vectors[:, place[there]].any(axis=0)
    wanted = {number for number, known in zip(live, there.tolist(), strict=True) if not known}
    if look_again:
        wanted |= matrix.waiting
    _fill(matrix, embedder, sorted(wanted))
    matrix.last_span = max(matrix.last_span, last_span)
    matrix.generation = generation
    return True


def live_generation_of(agent_id: int) -> int:
    """Return an agent's `live_generation` as it is now, 0 when there is no such agent."""
    found = _rows("SELECT live_generation FROM knowledge_agent WHERE id = %(agent)s", agent=agent_id)
    return int(found[0][0]) if found else 0


def stored_models(agent_id: int) -> list[str]:
    """Return the names of the embedders of which an agent's vectors are stored."""
    sql = "SELECT DISTINCT model FROM knowledge_memoryembedding WHERE agent_id = %(agent)s"
    return sorted(str(row[0]) for row in _rows(sql, agent=agent_id))


def _fill(matrix: Matrix, embedder: Embedder, numbers: Sequence[int]) -> None:
    """Add the vectors of live rows, ascending by number; those without one wait."""
    for chunk in _chunks(numbers):
        if embedder.is_instant:
            found = [(number, text_of(*parts)) for number, *parts in _texts(chunk)]
            if found:
                numbers_found = np.array([number for number, _ in found], np.int64)
                matrix.put(numbers_found, embedder.embed([text for _, text in found]))
            continue
        stored = _stored(chunk, embedder.name, matrix.vectors.shape[0])
        arrived = {number for number, _ in stored}
        if stored:
            matrix.put(np.array(sorted(arrived), np.int64), np.array([vector for _, vector in stored], np.float32))
        matrix.waiting -= arrived
        matrix.waiting.update(number for number in chunk if number not in arrived)


def text_of(content: str, subject: str | None, predicate: str | None, value: str | None) -> str:
    """Return what is embedded of a memory: its content, and what of its triple the content does not say."""
    if not (subject or predicate or value):
        return content
    lowered = content.casefold()
    parts = [part for part in (subject, predicate, value) if part and part.casefold() not in lowered]
    return "\n".join([content, *parts])


def _chunks(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(numbers), _CHUNK):
        yield numbers[start : start + _CHUNK]


def _rows(sql: str, **params: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return list(cursor.fetchall())


def _listed(numbers: Sequence[int]) -> tuple[str, Any]:
    """Return a source of rows `j(value)`, and its parameter: the statement stays the same for any list."""
    if connection.vendor == "postgresql":
        return "unnest(%(numbers)s::bigint[]) AS j(value)", list(numbers)
    return "json_each(%(numbers)s) j", json.dumps(list(numbers))


def _live_numbers(agent_id: int) -> NDArray[np.int64]:
    sql = f"SELECT m.number FROM knowledge_memory m WHERE {_LIVE}"  # noqa: S608 - fixed parts
    found = _rows(sql, agent=agent_id, believed=BELIEVED)
    return np.sort(np.fromiter((row[0] for row in found), np.int64, len(found)))


def _texts(numbers: Sequence[int]) -> list[tuple[Any, ...]]:
    source, listed = _listed(numbers)
    found = _rows(
        "SELECT m.number, m.content, m.subject, m.predicate, m.object"  # noqa: S608 - fixed parts
        f" FROM {source} JOIN knowledge_memory m ON m.number = j.value",
        numbers=listed,
    )
    return sorted(found, key=lambda row: int(row[0]))


def _stored(numbers: Sequence[int], model: str, dimensions: int) -> list[tuple[int, NDArray[np.float32]]]:
    source, listed = _listed(numbers)
    found = _rows(
        f"SELECT e.memory_id, e.vector FROM {source}"  # noqa: S608 - fixed parts
        " JOIN knowledge_memoryembedding e ON e.memory_id = j.value AND e.model = %(model)s",
        numbers=listed,
        model=model,
    )
    vectors = sorted((number, np.frombuffer(bytes(vector), "<f4")) for number, vector in found)
    wanted = dimensions or (vectors[0][1].size if vectors else 0)
    return [(number, one) for number, one in vectors if one.size == wanted]


def _last_span() -> int:
    return int(_rows("SELECT COALESCE(MAX(id), 0) FROM knowledge_memoryspan")[0][0])


def _last_span_of(agent_id: int) -> int:
    """Return the newest change of the agent's own rows; of other agents' there may be newer ones not yet committed."""
    sql = (
        "SELECT COALESCE(MAX(s.id), 0) FROM knowledge_memory m"
        " JOIN knowledge_memoryspan s ON s.memory_id = m.number WHERE m.agent_id = %(agent)s"
    )
    return int(_rows(sql, agent=agent_id)[0][0])


def _changes(agent_id: int, after: int) -> tuple[int, list[int], list[int]]:
    """Return the newest change of the agent's rows, and which changed rows are live and which are not."""
    join = "JOIN" if connection.vendor == "postgresql" else "CROSS JOIN"
    found = _rows(
        f"SELECT s.id, m.number, m.standing, m.token_count FROM knowledge_memoryspan s {join} knowledge_memory m"  # noqa: S608 - fixed parts
        " ON m.number = s.memory_id WHERE s.id > %(after)s AND m.agent_id = %(agent)s",
        after=after,
        agent=agent_id,
    )
    state = {number: standing == BELIEVED and tokens > 0 for _, number, standing, tokens in found}
    live = sorted(number for number, lives in state.items() if lives)
    return max((row[0] for row in found), default=0), live, [number for number, lives in state.items() if not lives]
