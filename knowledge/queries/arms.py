"""The arms of recall together: what words, ties and vectors lead to, and the rows that are ranked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from django.db import DatabaseError, connection

from knowledge.engine.trust import CURATED
from knowledge.measures import RECALL_SECONDS
from knowledge.queries.entity_vectors import nearest_entities
from knowledge.queries.graph import GraphSignal, graph_signal
from knowledge.queries.keywords import COLUMNS, Corpus, Row, Rows, WordHits, Words, as_rows, keyword_hits
from knowledge.queries.textindex import RowFilter, read_current
from knowledge.queries.vector_rows import places_in
from knowledge.queries.vectors import VectorSignal, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from typing import Any

    from numpy.typing import NDArray

REACH = 200
"""Memories each of the arms beside the words leads to; the same for every limit."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Whom a query goes to, and how.

    Attributes:
        corpus: the agent's part of the index.
        generation, live_generation: of the agent, as just read.
        query: plain words.
        narrowed: a condition that applies in every arm, before any limit.
        now: moment that decides what is current.
    """

    corpus: Corpus
    generation: int
    live_generation: int
    query: str
    narrowed: RowFilter
    now: datetime


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What the arms say, and which of them failed.

    Attributes:
        hits: what the words lead to.
        ties: the agent's memories that are tied to what the query names.
        tied: numbers of the best of them that may be shown, ascending.
        near: the memories that are nearest to the query.
        degraded: names of the arms that failed.
    """

    hits: WordHits
    ties: GraphSignal
    tied: NDArray[np.int64]
    near: VectorSignal
    degraded: tuple[str, ...] = ()

    @property
    def further(self) -> NDArray[np.int64]:
        """Numbers of what the arms beside the words lead to and the words have not read, ascending."""
        others = np.union1d(self.tied, self.near.numbers)
        known = np.array([row[0] for row in self.hits.rows], np.int64)
        return others[~places_in(known, others)[1]]

    def ties_of(self, numbers: NDArray[np.int64]) -> NDArray[np.float64] | None:
        """Return how closely rows are tied to what the query names, 0 to 1; None when it names nothing."""
        if not self.ties.numbers.size:
            return None
        return _values_of(self.ties.numbers, self.ties.values, numbers)

    def cosines_of(self, numbers: NDArray[np.int64]) -> NDArray[np.float64] | None:
        """Return the cosines to the query of rows that are among the nearest, else 0; None when nothing is near."""
        if not self.near.numbers.size:
            return None
        order = np.argsort(self.near.numbers)
        return _values_of(self.near.numbers[order], self.near.cosines[order], numbers)

    def nearness_of(self, numbers: NDArray[np.int64]) -> NDArray[np.float64] | None:
        """Return the cosines on a scale that begins at what texts without anything in common have."""
        cosines = self.cosines_of(numbers)
        if cosines is None:
            return None
        return np.maximum(cosines - self.near.floor, 0.0) / (1.0 - self.near.floor)

    @property
    def matched(self) -> int:
        """How many rows answer the query in any way."""
        further = self.further
        return self.hits.matched + int(np.count_nonzero(~places_in(self.hits.words.numbers, further)[1]))


def agent_asked(name: str, query: str, narrowed: RowFilter, now: datetime) -> Asked | None:
    """Return whom a query to an agent goes to, None when there is no such agent."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, live_memories, live_tokens, generation, live_generation FROM knowledge_agent WHERE name = %s",
            [name],
        )
        row = cursor.fetchone()
    if row is None:
        return None
    return Asked(Corpus(*row[:3]), row[3], row[4], query, narrowed, now)


def ask(asked: Asked, *, words_only: bool, most: int) -> Found:
    """Ask every arm. One that fails is named, and the others answer.

    Args:
        asked: the question.
        words_only: leave the other arms out.
        most: rows the words lead to when more match.
    """
    degraded: list[str] = []
    hits, ties, tied, near = WordHits(Words(asked.corpus), [], 0), _NO_TIES, _NOBODY, _NOT_NEAR
    try:
        with _KEYWORDS.time():
            hits = keyword_hits(asked.corpus, asked.query, narrowed=asked.narrowed, now=asked.now, most=most)
    except DatabaseError:
        degraded.append("keywords")
    if words_only:
        return Found(hits, ties, tied, near, tuple(degraded))
    try:
        if asked.generation:  # an agent of generation 0 never had a fact
            with _GRAPH.time():
                ties, tied = _tied(asked)
    except DatabaseError:
        degraded.append("graph")
    with _VECTORS.time():
        near = nearest(
            agent_id=asked.corpus.agent_id,
            live_generation=asked.live_generation,
            query=asked.query,
            now=asked.now,
            limit=REACH,
            narrowed=asked.narrowed,
        )
    if near.degraded:
        degraded.append("vectors")
    return Found(hits, ties, tied, near, tuple(degraded))


def _values_of(
    known: NDArray[np.int64], values: NDArray[np.float64], numbers: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the value of each number; 0 for one that is not among the known, which ascend."""
    found = np.zeros(numbers.size)
    place, there = places_in(known, numbers)
    found[there] = values[place[there]]
    return found


_KEYWORDS, _GRAPH, _VECTORS = (RECALL_SECONDS.labels(arm) for arm in ("keywords", "graph", "vectors"))
_NOBODY = np.zeros(0, np.int64)
_NO_TIES = GraphSignal(_NOBODY, np.zeros(0))
_NOT_NEAR = VectorSignal()


def _tied(asked: Asked) -> tuple[GraphSignal, NDArray[np.int64]]:
    """Ask the graph: what is tied to the query, and which of it passes the filter."""
    ties = graph_signal(
        agent_id=asked.corpus.agent_id,
        generation=asked.generation,
        query=asked.query,
        now=asked.now,
        nearby=nearest_entities(agent_id=asked.corpus.agent_id, generation=asked.generation, query=asked.query),
    )
    return ties, _visible_ties(ties, asked)


def _visible_ties(ties: GraphSignal, asked: Asked) -> NDArray[np.int64]:
    """Return the numbers of the best tied memories that pass the filter, ascending."""
    order = np.lexsort((ties.numbers, -ties.values))
    if not asked.narrowed.sql:  # only current facts are tied to anything, and none of them is of a conversation
        return np.sort(ties.numbers[order[:REACH]])
    wanted = REACH + REACH // 2
    visible = _NOBODY
    while order.size:
        best = ties.numbers[order[:wanted]]
        rows = read_current(np.sort(best), "m.number", now=asked.now, narrowed=asked.narrowed)
        shown = np.array([row[0] for row in rows], np.int64)
        visible = best[np.isin(best, shown)][:REACH]
        if visible.size == REACH or best.size == order.size:
            break
        wanted *= 4
    return np.sort(visible)


def read_candidates(found: Found, asked: Asked, *, surrounded: bool) -> Rows:
    """Read the rows that are ranked, ascending by number.

    Args:
        found: what the arms say.
        asked: the question.
        surrounded: with what stands beside the best ones.

    Raises:
        DatabaseError: the rows cannot be read.
    """
    rows: list[Row] = found.hits.rows
    further = found.further
    if surrounded:
        further = np.union1d(further, found.hits.beside)
    if further.size:
        rows = sorted(rows + read_current(further, COLUMNS, now=asked.now, narrowed=asked.narrowed))
    numbers = found.hits.words.numbers
    if numbers.size <= len(rows):
        return as_rows(rows)
    subjects = sorted({row[7] for row in rows if row[7] and row[6] < CURATED})
    if subjects:
        known = np.array([row[0] for row in rows], np.int64)
        rest = numbers[~places_in(known, numbers)[1]]
        rows = sorted(rows + read_current(rest, COLUMNS, now=asked.now, narrowed=_both(asked.narrowed, subjects)))
    return as_rows(rows)


def _both(narrowed: RowFilter, subjects: Sequence[str]) -> RowFilter:
    """Keep curated rows of these subjects: they stand above less trusted ones wherever they match."""
    marks = ",".join(f"%(s{place})s" for place in range(len(subjects)))
    params: list[tuple[str, Any]] = [(f"s{place}", subject) for place, subject in enumerate(subjects)]
    curated = f"m.origin_trust >= %(curated)s AND m.subject_key IN ({marks})"
    sql = f"{narrowed.sql} AND {curated}" if narrowed.sql else curated
    return replace(narrowed, sql=sql, params=(*narrowed.params, *params, ("curated", CURATED)))
