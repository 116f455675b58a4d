"""The keyword arm of recall: which rows the words of a query lead to, and how well they match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from knowledge.engine import lexical
from knowledge.engine.text import analyze_query, query_characters
from knowledge.queries.textindex import Occurrences, RowFilter, occurrences, read_current
from knowledge.queries.vector_rows import places_in

if TYPE_CHECKING:
    from datetime import datetime

    from numpy.typing import NDArray

_READ_AT_ONCE = 2_000
"""Up to this many matching rows are read whole; of more, only the lengths are."""
CANDIDATES = 1_000
"""Rows that are ranked with all signals when more match; the same for every limit."""
COLUMNS = (
    "m.number, m.token_count, m.id, COALESCE(m.last_accessed_at, m.recorded_at), m.importance,"
    " m.access_count, m.origin_trust, m.subject_key"
)
"""What the order of candidates depends on."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """One agent's part of the index: its number, rows, and sum of their lengths in tokens."""

    agent_id: int
    live: int
    tokens: int

    @property
    def average_length(self) -> float:
        """Mean length in tokens; 0 when nothing is indexed."""
        return self.tokens / self.live if self.live else 0.0


@dataclass(frozen=True, slots=True)
class Rows:
    """Columns of the candidates, aligned. Numbers grow in the order rows were learned."""

    numbers: tuple[int, ...] = ()
    lengths: tuple[int, ...] = ()
    ids: tuple[str, ...] = ()
    fresh: tuple[Any, ...] = ()
    importance: tuple[float, ...] = ()
    access_count: tuple[int, ...] = ()
    trust: tuple[float, ...] = ()
    subjects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class WordHits:
    """Every current row the words of a query lead to.

    Attributes:
        terms: tokens looked up.
        numbers: shape (hits,), int64, ascending.
        matches: what each term adds to each hit.
        relevance: shape (hits,): the keyword signal, 1 for the best hit.
        best_score: score that counts as 1.
        rows: `COLUMNS` of all hits, in their order; None when there are too many to read whole.
    """

    terms: tuple[str, ...]
    numbers: NDArray[np.int64]
    matches: lexical.Matches
    relevance: NDArray[np.float64]
    best_score: float
    rows: list[tuple[Any, ...]] | None

    def best(self, most: int) -> NDArray[np.int64]:
        """Return the numbers of the best hits, ascending; of equal ones those learned first, every time the same."""
        if self.numbers.size <= most:
            return self.numbers
        return np.sort(self.numbers[np.argsort(-self.relevance, kind="stable")[:most]])

    def relevance_of(self, numbers: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the keyword signal of any rows; 0 for one that the words do not lead to."""
        values = np.zeros(numbers.size)
        place, there = places_in(self.numbers, numbers)
        values[there] = self.relevance[place[there]]
        return values


def no_hits(terms: Sequence[str] = ()) -> WordHits:
    """Return the answer of words that lead nowhere."""
    nothing = np.zeros(0, np.int64)
    matches = lexical.Matches(nothing, nothing, np.zeros(0), 0, len(terms))
    return WordHits(tuple(terms), nothing, matches, np.zeros(0), 0.0, [])


def keyword_hits(corpus: Corpus, query: str, *, narrowed: RowFilter, now: datetime) -> WordHits:
    """Find the rows a query's words lead to.

    Args:
        corpus: whose memories.
        query: what is asked; see `analyze_query`.
        narrowed: condition the rows must meet.
        now: moment that decides what is current.

    Raises:
        DatabaseError: the index cannot be read.
    """
    terms = analyze_query(query)
    if not terms:
        return no_hits()
    found = occurrences(agent_id=corpus.agent_id, terms=terms)
    numbers = np.unique(found.number)
    whole = numbers.size <= _READ_AT_ONCE
    rows = read_current(numbers, COLUMNS if whole else "m.number, m.token_count", now=now, narrowed=narrowed)
    matches = _matches(corpus, found, rows, terms=len(terms))
    scores = matches.scores()
    characters = query_characters(query)
    if characters and scores.size:
        _tell_apart(corpus, scores, rows, characters=characters, now=now)
    visible = np.array([row[0] for row in rows], np.int64)
    best = float(scores.max(initial=0.0))
    return WordHits(tuple(terms), visible, matches, lexical.relevance(scores), best, rows if whole else None)


def _matches(corpus: Corpus, found: Occurrences, rows: Sequence[tuple[Any, ...]], *, terms: int) -> lexical.Matches:
    """Weigh the occurrences in rows (number, length, …): every row that matches and may be shown, ascending."""
    numbers = np.array([row[0] for row in rows], np.int64)
    document, shown = places_in(numbers, found.number)
    pairs, place = np.unique(document[shown] * terms + found.term[shown], return_inverse=True)
    document, term = np.divmod(pairs, terms)
    return lexical.matches(
        document=document,
        term=term,
        frequency=np.bincount(place, weights=found.frequency[shown]),
        length=[row[1] for row in rows],
        document_frequency=np.bincount(term, minlength=terms),
        documents=max(corpus.live, len(rows)),
        average_length=corpus.average_length,
    )


def _tell_apart(
    corpus: Corpus,
    scores: NDArray[np.float64],
    rows: Sequence[tuple[Any, ...]],
    *,
    characters: Sequence[str],
    now: datetime,
) -> None:
    """Add to the best scores what single characters say, for scripts written without spaces."""
    best = np.sort(np.argsort(-scores, kind="stable")[: lexical.REFINED])
    numbers = np.array([rows[place][0] for place in best], np.int64)
    texts = dict(read_current(numbers, "m.number, m.content", now=now))
    scores[best] += lexical.character_scores(
        texts=[texts.get(int(number), "") for number in numbers],
        characters=characters,
        length=[rows[place][1] for place in best],
        average_length=corpus.average_length,
    )


def as_rows(found: Sequence[tuple[Any, ...]]) -> Rows:
    """Turn what was read of `COLUMNS` into columns."""
    return Rows(*zip(*found, strict=True)) if found else Rows()


def moments_of(values: Sequence[Any]) -> NDArray[np.int64]:
    """Return moments as whole microseconds, whichever form the database gave them in."""
    if values and not isinstance(values[0], str):
        return np.array([round(value.timestamp() * 1_000_000) for value in values], dtype=np.int64)
    return np.array(values, dtype="datetime64[us]").astype(np.int64)
