"""Keyword score of the words: Okapi BM25 in the form Lucene uses, over postings the database returned.

The databases only find candidates; the score is computed here, so it is the same to the bit on
both, whatever order the postings arrive in.

Formula (Robertson and Zaragoza 2009, with Lucene's idf, which is never negative)::

    score(d) = sum over query terms t of  idf(t) * tf / (tf + k1 * (1 - b + b * length(d) / average))
    idf(t)   = ln(1 + (N - df(t) + 0.5) / (df(t) + 0.5))
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from knowledge.engine.forms import with_unspaced_prepared

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

REFINED: Final = 200
"""Best candidates worth a second look at their single characters."""
K1: Final = 0.9
B: Final = 0.4
"""Memories are short and of very different lengths; a mild correction for length finds more on every kind of text
measured (turns of conversations, paragraphs in English, Japanese and Chinese) than the textbook's 1.2 and 0.75."""
MAX_FREQUENCY: Final = 255
"""Occurrences that count; PostgreSQL keeps no more positions of one token in a document."""


def inverse_document_frequencies(document_frequency: npt.ArrayLike, *, documents: int) -> Floats:
    """How telling each term is, shape (terms,), natural logarithm, above 0.

    Args:
        document_frequency: documents holding each term, shape (terms,), 0 or more.
        documents: documents in the index; a counter that lags behind a frequency is lifted to it.
    """
    # math.log, not numpy's: its vector code may round otherwise from one processor to the next.
    return np.array(
        [
            math.log(1.0 + (max(documents, df) - df + 0.5) / (df + 0.5))
            for df in np.asarray(document_frequency, np.int64).tolist()
        ],
        dtype=np.float64,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """What each term of a query adds to each candidate, one entry for each pair, by candidate, then by term.

    Attributes:
        candidate: shape (pairs,): position of the candidate.
        term: shape (pairs,): position of the term.
        part: shape (pairs,): what it adds, above 0.
        candidates: how many there are, with or without a match.
        terms: how many there are.
    """

    candidate: Integers
    term: Integers
    part: Floats
    candidates: int
    terms: int

    def scores(self) -> Floats:
        """Return the sum for each candidate, shape (candidates,), 0 or more."""
        sums = np.bincount(self.candidate, weights=self.part, minlength=self.candidates)
        return sums.astype(np.float64, copy=False)

    def placed(self, place: Integers, candidates: int) -> Matches:
        """Return the matches for other candidates.

        Args:
            place: shape (candidates,): where each candidate stands among the others, -1 for one that is not there.
            candidates: how many others there are.
        """
        moved = place[self.candidate]
        kept = moved >= 0
        return Matches(moved[kept], self.term[kept], self.part[kept], candidates, self.terms)


def matches(
    *,
    document: npt.ArrayLike,
    term: npt.ArrayLike,
    frequency: npt.ArrayLike,
    length: npt.ArrayLike,
    document_frequency: npt.ArrayLike,
    documents: int,
    average_length: float,
) -> Matches:
    """Weigh every occurrence of a query's terms.

    Args:
        document: position of each posting's candidate in `length`, shape (postings,).
        term: position of each posting's term in `document_frequency`, shape (postings,).
        frequency: occurrences of the term in the document, shape (postings,). Postings of one pair
            may come in pieces, they are added up; more than `MAX_FREQUENCY` count as that many.
        length: index tokens of each candidate, shape (candidates,).
        document_frequency: documents of the whole index holding each term, shape (terms,).
        documents: documents in the whole index.
        average_length: mean length over the whole index; not above 0 means unknown: the candidates' own.

    Raises:
        ValueError: a posting names a candidate or term that is not there, or arrays differ in length.
    """
    lengths = np.asarray(length, np.float64)
    idf = inverse_document_frequencies(document_frequency, documents=documents)
    candidate, word, count = (np.asarray(a, np.int64) for a in (document, term, frequency))
    if not candidate.shape == word.shape == count.shape:
        raise ValueError("document, term and frequency must have one entry per posting.")
    if not candidate.size:
        nothing = np.zeros(0, np.int64)
        return Matches(nothing, nothing, np.zeros(0), lengths.size, idf.size)
    if not (0 <= candidate.min() <= candidate.max() < lengths.size and 0 <= word.min() <= word.max() < idf.size):
        raise ValueError("A posting names a candidate or a term outside the given arrays.")
    # One row per (candidate, term), in that order: this fixes the order of summation.
    pairs, counts = candidate * idf.size + word, count.astype(np.float64)
    if not (np.diff(pairs) > 0).all():
        pairs, place = np.unique(pairs, return_inverse=True)
        counts = np.bincount(place, weights=counts).astype(np.float64, copy=False)
        candidate, word = np.divmod(pairs, idf.size)
    counts = np.minimum(counts, MAX_FREQUENCY)
    mean = average_length if average_length > 0 else max(float(lengths.mean()), 1.0)
    damping = K1 * (1.0 - B + B * lengths[candidate] / mean)
    return Matches(candidate, word, idf[word] * (counts / (counts + damping)), lengths.size, idf.size)


def bm25(
    *,
    document: npt.ArrayLike,
    term: npt.ArrayLike,
    frequency: npt.ArrayLike,
    length: npt.ArrayLike,
    document_frequency: npt.ArrayLike,
    documents: int,
    average_length: float,
) -> Floats:
    """Scores of the candidates, shape (candidates,), 0 or more; 0 where no posting names one. See `matches`."""
    return matches(
        document=document,
        term=term,
        frequency=frequency,
        length=length,
        document_frequency=document_frequency,
        documents=documents,
        average_length=average_length,
    ).scores()


def relevance(scores: npt.ArrayLike) -> Floats:
    """Scores of one query on the scale 0 to 1, same shape: 1 is its best hit, the rest in proportion.

    The value falls with the score itself, not with the position: a hit half as good as the best
    has 0.5, be it second or twentieth. Without a positive score all are 0.
    """
    raw = np.asarray(scores, np.float64)
    best = float(raw.max(initial=0.0))
    return np.clip(raw / best, 0.0, 1.0) if best > 0 else np.zeros_like(raw)


def character_scores(
    *, texts: Sequence[str], characters: Sequence[str], length: npt.ArrayLike, average_length: float
) -> Floats:
    """What the query's single characters add to the scores of its best candidates, shape (texts,), 0 or more.

    For scripts written without spaces: of memories that share as many pairs with the query, the one
    that also holds the remaining characters of its words is the better answer. Each character counts
    once, as a BM25 term whose document frequency is taken among the given texts.

    Args:
        texts: the best candidates, at most `REFINED` of them, in NFC as they are stored, or as index tokens.
        characters: `knowledge.engine.text.query_characters` of the query.
        length: index tokens of each, shape (texts,).
        average_length: mean length over the whole index.
    """
    plain = [with_unspaced_prepared(text) for text in texts]
    held = np.array([[c in text for c in characters] for text in plain], np.bool_).reshape(len(plain), len(characters))
    document, term = np.nonzero(held)
    return bm25(
        document=document,
        term=term,
        frequency=np.ones(document.size, np.int64),
        length=length,
        document_frequency=held.sum(axis=0),
        documents=len(plain),
        average_length=average_length,
    )
