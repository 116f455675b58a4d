"""The keyword arm of recall: which rows the words of a query lead to, and how well they match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from knowledge.engine import lexical
from knowledge.engine.text import analyze_query, query_characters
from knowledge.engine.trust import CURATED
from knowledge.queries.textindex import Occurrences, RowFilter, occurrences, read_current

if TYPE_CHECKING:
    from datetime import datetime

    from numpy.typing import NDArray

_READ_AT_ONCE = 2_000
"""Up to this many matching rows are read whole; of more, the best by words are."""
_CANDIDATES = 1_000
"""Rows that are ranked with all signals when more match; the same for every limit."""
_COLUMNS = (
    "m.number, m.token_count, m.id, COALESCE(m.last_accessed_at, m.recorded_at), m.importance,"
    " m.access_count, m.origin_trust, m.subject_key"
)


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

    numbers: tuple[int, ...]
    lengths: tuple[int, ...]
    ids: tuple[str, ...]
    fresh: tuple[Any, ...]
    importance: tuple[float, ...]
    access_count: tuple[int, ...]
    trust: tuple[float, ...]
    subjects: tuple[str, ...]


def keyword_candidates(
    corpus: Corpus, query: str, *, narrowed: RowFilter, now: datetime
) -> tuple[Rows, NDArray[np.float64], int]:
    """Find the rows a query's words lead to.

    Args:
        corpus: whose memories.
        query: what is asked; see `analyze_query`.
        narrowed: condition the rows must meet, applied before any limit.
        now: moment that decides what is current.

    Returns:
        The rows to rank, their keyword signal (shape (rows,), 1 for the best hit), and how many rows
        match in all.

    Raises:
        DatabaseError: the index cannot be read.
    """
    terms = analyze_query(query)
    if not terms:
        return _rows([]), np.zeros(0), 0
    found = occurrences(agent_id=corpus.agent_id, terms=terms)
    numbers = np.unique(found.number)
    characters = query_characters(query)

    def relevance(rows: Sequence[tuple[Any, ...]]) -> NDArray[np.float64]:
        scores = _scores(corpus, found, rows, terms=len(terms))
        if characters and scores.size:
            _tell_apart(corpus, scores, rows, characters=characters, now=now)
        return lexical.relevance(scores)

    if numbers.size <= _READ_AT_ONCE:
        rows = read_current(numbers, _COLUMNS, now=now, narrowed=narrowed)
        return _rows(rows), relevance(rows), len(rows)
    lengths = read_current(numbers, "m.number, m.token_count", now=now, narrowed=narrowed)
    scores = relevance(lengths)
    # Best first; equal scores in the order of the numbers, so that the cut is the same every time.
    best = np.argsort(-scores, kind="stable")
    visible = np.array([number for number, _ in lengths], np.int64)
    chosen = np.sort(visible[best[:_CANDIDATES]])
    rows = read_current(chosen, _COLUMNS, now=now)
    subjects = sorted({row[7] for row in rows if row[7] and row[6] < CURATED})
    if subjects:
        rest = np.sort(visible[best[_CANDIDATES:]])
        rows = sorted(rows + read_current(rest, _COLUMNS, now=now, narrowed=_curated(subjects)))
    places = np.searchsorted(visible, np.array([row[0] for row in rows], np.int64))
    return _rows(rows), scores[places], len(lengths)


def _curated(subjects: Sequence[str]) -> RowFilter:
    """Keep curated rows of these subjects: they stand above less trusted ones wherever they match."""
    marks = ",".join(f"%(s{place})s" for place in range(len(subjects)))
    params: list[tuple[str, Any]] = [(f"s{place}", subject) for place, subject in enumerate(subjects)]
    return RowFilter(f"m.origin_trust >= %(curated)s AND m.subject_key IN ({marks})", (*params, ("curated", CURATED)))


def _scores(corpus: Corpus, found: Occurrences, rows: Sequence[tuple[Any, ...]], *, terms: int) -> NDArray[np.float64]:
    """Return the BM25 scores of rows (number, length, …).

    Args:
        rows: every row that matches and may be shown, ascending by number.
    """
    numbers = np.array([row[0] for row in rows], np.int64)
    document = np.searchsorted(numbers, found.number)
    shown = document < numbers.size
    shown[shown] = numbers[document[shown]] == found.number[shown]
    document, term, frequency = document[shown], found.term[shown], found.frequency[shown]
    pairs = np.unique(document * terms + term)
    return lexical.bm25(
        document=document,
        term=term,
        frequency=frequency,
        length=[row[1] for row in rows],
        document_frequency=np.bincount(pairs % terms, minlength=terms),
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


def _rows(found: Sequence[tuple[Any, ...]]) -> Rows:
    return Rows(*zip(*found, strict=True)) if found else Rows((), (), (), (), (), (), (), ())
