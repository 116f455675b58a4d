"""The keyword arm of recall: which rows the words of a query lead to, and how well they match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from knowledge.engine import lexical
from knowledge.engine.text import analyze_query, query_characters
from knowledge.queries.textindex import RowFilter, occurrences, read_current
from knowledge.queries.vector_rows import places_in

if TYPE_CHECKING:
    from datetime import datetime

    from numpy.typing import NDArray

CANDIDATES = 500
"""Rows the words lead to that are ranked with all signals when more match; the same for every limit."""
TELLING = 200
"""The same where what surrounds a row counts and how fresh or important it is hardly does."""
SURROUNDED = 30
"""Best rows beside which further ones are ranked then, however few words those share with the query."""
_ASIDE = 2
"""Turns before and after that count as standing beside."""
FINDINGS = 2_000
"""Rows the words lead to when they alone decide."""
COLUMNS = (
    "m.number, m.token_count, m.id, COALESCE(m.last_accessed_at, m.recorded_at), m.importance,"
    " m.access_count, m.origin_trust, m.subject_key"
)
"""What the order of candidates depends on."""
Row = tuple[Any, ...]
"""`COLUMNS` of one row."""
_NOBODY: NDArray[np.int64] = np.zeros(0, np.int64)
_CHOSEN = RowFilter(any_session=True)


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

    def with_further(self, found: Sequence[Row]) -> Rows:
        """Return these and what else was read of `COLUMNS`, ascending by number."""
        columns = (getattr(self, each.name) for each in fields(self))
        return as_rows(sorted([*zip(*columns, strict=True), *found]))


@dataclass(frozen=True, eq=False)
class Words:
    """Where the words of a query stand in one agent's part of the index.

    Attributes:
        corpus: whose.
        query: what is asked.
        terms: tokens looked up.
        numbers: shape (documents,), int64, ascending: every memory in the index that holds one of them.
        document, term, frequency: one entry for each pair of a memory (its place in `numbers`) and a term in it.
    """

    corpus: Corpus
    query: str = ""
    terms: tuple[str, ...] = ()
    numbers: NDArray[np.int64] = field(default_factory=_NOBODY.copy)
    document: NDArray[np.int64] = field(default_factory=_NOBODY.copy)
    term: NDArray[np.int64] = field(default_factory=_NOBODY.copy)
    frequency: NDArray[np.int64] = field(default_factory=_NOBODY.copy)

    @cached_property
    def by_promise(self) -> NDArray[np.intp]:
        """Places in `numbers`, the most promising first: by the score each would have at the mean length."""
        scores = self._matches(self.document, self.term, self.frequency, np.ones(self.numbers.size), 1.0).scores()
        return np.argsort(-scores, kind="stable")

    def score(self, rows: Rows, *, now: datetime) -> Scores:
        """Say how well rows match.

        Args:
            rows: ascending by number; the words need not lead to all of them.
            now: moment that decides what is current.

        Raises:
            DatabaseError: their texts cannot be read.
        """
        numbers = np.array(rows.numbers, np.int64)
        place, there = places_in(numbers, self.numbers)
        kept = there[self.document]
        document = place[self.document[kept]]
        lengths = np.array(rows.lengths, np.float64)
        mean = self.corpus.average_length
        matches = self._matches(document, self.term[kept], self.frequency[kept], lengths, mean)
        scores = matches.scores()
        characters = query_characters(self.query)
        if characters and scores.any():
            self._tell_apart(scores, numbers, lengths, characters=characters, now=now)
        return Scores(matches, lexical.relevance(scores), float(scores.max(initial=0.0)))

    @cached_property
    def document_frequency(self) -> NDArray[np.int64]:
        """How many memories hold each term, shape (terms,)."""
        return np.bincount(self.term, minlength=len(self.terms))

    @cached_property
    def telling(self) -> NDArray[np.float64]:
        """How telling each term is, shape (terms,); 0 for one that no memory holds."""
        known = self.document_frequency
        idf = lexical.inverse_document_frequencies(known, documents=max(self.corpus.live, self.numbers.size))
        return np.where(known > 0, idf, 0.0)

    def held_by(self, numbers: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which terms each of the memories holds, shape (memories, terms).

        Args:
            numbers: ascending.
        """
        held = np.zeros((numbers.size, len(self.terms)), np.bool_)
        place, there = places_in(numbers, self.numbers)
        kept = there[self.document]
        held[place[self.document[kept]], self.term[kept]] = True
        return held

    def _matches(
        self,
        document: NDArray[np.int64],
        term: NDArray[np.int64],
        frequency: NDArray[np.int64],
        lengths: NDArray[np.float64],
        mean: float,
    ) -> lexical.Matches:
        return lexical.matches(
            document=document,
            term=term,
            frequency=frequency,
            length=lengths,
            document_frequency=self.document_frequency,
            documents=max(self.corpus.live, self.numbers.size),
            average_length=mean,
        )

    def _tell_apart(
        self,
        scores: NDArray[np.float64],
        numbers: NDArray[np.int64],
        lengths: NDArray[np.float64],
        *,
        characters: Sequence[str],
        now: datetime,
    ) -> None:
        """Add to the best scores what single characters say, for scripts written without spaces."""
        best = np.sort(np.argsort(-scores, kind="stable")[: lexical.REFINED])
        best = best[scores[best] > 0.0]
        texts = dict(read_current(numbers[best], "m.number, m.content", now=now, narrowed=_CHOSEN))
        scores[best] += lexical.character_scores(
            texts=[texts.get(number, "") for number in numbers[best].tolist()],
            characters=characters,
            length=lengths[best],
            average_length=self.corpus.average_length,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """How well rows match the words of a query.

    Attributes:
        matches: what each term adds to each row.
        relevance: shape (rows,): the keyword signal, 1 for the best.
        best: the score that counts as 1.
    """

    matches: lexical.Matches
    relevance: NDArray[np.float64]
    best: float


@dataclass(frozen=True, slots=True, eq=False)
class WordHits:
    """What the words of a query lead to.

    Attributes:
        words: where they stand.
        rows: `COLUMNS` of the most promising memories that may be shown, ascending by number.
        matched: how many memories hold one of the words; those that may not be shown count only where they were
            not looked at because better ones are enough.
    """

    words: Words
    rows: list[Row]
    matched: int

    @property
    def beside(self) -> NDArray[np.int64]:
        """Numbers of what was learned right before and after the most promising memories and was not read, ascending.

        Turns of a conversation are learned one after the other. Those without a word of the query are no answer.
        """
        numbers = self.words.numbers
        if numbers.size <= len(self.rows):
            return _NOBODY
        near = numbers[aside(self.words.by_promise[:SURROUNDED], numbers.size)]
        return near[~places_in(np.array([row[0] for row in self.rows], np.int64), near)[1]]


def aside(places: NDArray[np.intp], size: int) -> NDArray[np.intp]:
    """Return these places of a list and those beside them, ascending, each once."""
    around = places[:, None] + np.arange(-_ASIDE, _ASIDE + 1)
    return np.unique(around[(around >= 0) & (around < size)])


def keyword_hits(corpus: Corpus, query: str, *, narrowed: RowFilter, now: datetime, most: int) -> WordHits:
    """Find the rows a query's words lead to.

    Args:
        corpus: whose memories.
        query: what is asked; see `analyze_query`.
        narrowed: condition the rows must meet, applied before `most`.
        now: moment that decides what is current.
        most: rows to read when more match.

    Raises:
        DatabaseError: the index cannot be read.
    """
    words = _look_up(corpus, query)
    numbers = words.numbers
    if numbers.size <= most:
        rows = read_current(numbers, COLUMNS, now=now, narrowed=narrowed)
        return WordHits(words, rows, len(rows))
    rows, read, step = [], 0, most
    while read < numbers.size and len(rows) < most:
        next_ones = np.sort(numbers[words.by_promise[read : read + step]])
        rows += read_current(next_ones, COLUMNS, now=now, narrowed=narrowed)
        read += next_ones.size
        step *= 4
    matched = len(rows) + numbers.size - read
    if len(rows) > most:
        promise = {number: place for place, number in enumerate(numbers[words.by_promise[:read]].tolist())}
        rows = sorted(rows, key=lambda row: promise[row[0]])[:most]
    return WordHits(words, sorted(rows), matched)


def _look_up(corpus: Corpus, query: str) -> Words:
    terms = analyze_query(query)
    if not terms:
        return Words(corpus, query)
    found = occurrences(agent_id=corpus.agent_id, terms=terms)
    numbers, document = np.unique(found.number, return_inverse=True)
    pairs, place = np.unique(document * len(terms) + found.term, return_inverse=True)
    document, term = np.divmod(pairs, len(terms))
    frequency = np.bincount(place, weights=found.frequency).astype(np.int64)
    return Words(corpus, query, tuple(terms), numbers, document, term, frequency)


def as_rows(found: Sequence[Row]) -> Rows:
    """Turn what was read of `COLUMNS` into columns."""
    return Rows(*zip(*found, strict=True)) if found else Rows()


def moments_of(values: Sequence[Any]) -> NDArray[np.int64]:
    """Return moments as whole microseconds, whichever form the database gave them in."""
    if values and not isinstance(values[0], str):
        return np.array([round(value.timestamp() * 1_000_000) for value in values], dtype=np.int64)
    return np.array(values, dtype="datetime64[us]").astype(np.int64)
