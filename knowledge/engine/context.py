"""What surrounds a memory as evidence that it holds the answer.

A question and its answer stand in neighbouring turns, and only one of them repeats the words of the
question. Of two turns that share as many words with it, the one of the right conversation, said by
the person that is asked about, on the day that is named, is the better answer. And a passage that a
first good one mentions by name may hold the rest, if it holds words of the question which the first lacks.

    context = sum over parts of share * value, 0 to 1

Each part is 0 to 1. Neighbours lend each other the evidence they hold themselves, and a turn that asks
lends more to the one that follows, which answers it; a conversation
covers the question with the best turn for each of its words. What is lent is worth what the lender is
trusted, relative to the most trusted candidate, so that a text nobody vouches for lifts nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from knowledge.engine.lexical import Matches
from knowledge.engine.trust import CURATED

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

BEFORE: Final = (0.4, 0.2)
AFTER: Final = (0.2, 0.1)
"""What the turns one and two before, and one and two after, lend of their evidence."""
SHARES: Final = {
    "neighbours": 0.22,
    "reply": 0.06,
    "conversation": 0.17,
    "person": 0.15,
    "link": 0.30,
    "name": 0.05,
    "date": 0.05,
}
"""What each part counts of the whole. Each may be a third larger or smaller without a change worth speaking of."""
NONE: Final = -1


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Where candidates stand, one entry each.

    Attributes:
        conversation: number of the conversation, `NONE` outside any.
        sequence: place in it, `NONE` when unknown.
    """

    conversation: Integers
    sequence: Integers


def lends(trust: npt.ArrayLike, *, weighs: bool = True) -> Floats:
    """Share of their evidence that candidates lend to others, shape (candidates,), 0 to 1.

    Args:
        trust: 0 to 1; full from the trust of curated memories on, or from that of the most trusted candidate.
        weighs: whether trust counts at all.
    """
    values = np.asarray(trust, np.float64)
    full = min(CURATED, float(values.max(initial=0.0)))
    if not weighs or full <= 0.0:
        return np.ones(values.size)
    return np.minimum(1.0, values / full)


def neighbours(evidence: Floats, places: Places) -> Floats:
    """What the turns around each candidate lend, 0 to 1, where 1 is that all of them are perfect.

    Args:
        evidence: what each candidate has to lend, 0 to 1.
        places: turns of one place in one conversation lend what the best of them has.
    """
    return _lent(evidence, places, BEFORE, AFTER) / (sum(BEFORE) + sum(AFTER))


def replies(evidence: Floats, asks: npt.NDArray[np.bool_], places: Places) -> Floats:
    """The evidence of the turn before, where that one asks something; 0 to 1.

    Args:
        evidence: what each candidate has to lend, 0 to 1.
        asks: whether each asks something.
        places: of the candidates.
    """
    return _lent(np.where(asks, evidence, 0.0), places, (1.0,), (0.0,))


def _lent(evidence: Floats, places: Places, shares_before: Sequence[float], shares_after: Sequence[float]) -> Floats:
    """Sum up what the turns at the distances 1, 2, … before and after lend of their evidence."""
    lent = np.zeros(evidence.size)
    known = np.flatnonzero((places.conversation != NONE) & (places.sequence != NONE))
    if known.size < 2:
        return lent
    conversation, sequence = places.conversation[known], places.sequence[known]
    order = np.lexsort((sequence, conversation))
    conversation, sequence = conversation[order], sequence[order]
    is_first = np.ones(order.size, np.bool_)
    is_first[1:] = (np.diff(conversation) != 0) | (np.diff(sequence) != 0)
    slot = np.cumsum(is_first) - 1
    best = np.zeros(int(slot[-1]) + 1)
    np.maximum.at(best, slot, evidence[known[order]])
    conversation, sequence = conversation[is_first], sequence[is_first]
    sums = np.zeros(best.size)
    for step in (1, 2):  # two places on there may be the turn after the next, or the next but one of the places known
        if best.size <= step:
            break
        apart = sequence[step:] - sequence[:-step]
        together = conversation[step:] == conversation[:-step]
        for distance, (before, after) in enumerate(zip(shares_before, shares_after, strict=True), start=1):
            close = together & (apart == distance)
            sums[step:] += np.where(close, before * best[:-step], 0.0)
            sums[:-step] += np.where(close, after * best[step:], 0.0)
    lent[known[order]] = sums[slot]
    return lent


def coverage(matches: Matches, own: Floats, places: Places, lent: Floats) -> Floats:
    """How much of the question a candidate's conversation covers, 1 for the best; alone it covers what it has itself.

    Args:
        matches: what each term of the question adds to each candidate.
        own: score of each candidate by itself, on the same scale.
        places: of the candidates.
        lent: see `lends`.
    """
    covered = own.copy()
    inside = places.conversation[matches.candidate] != NONE
    if inside.any():
        conversations, number = np.unique(places.conversation[matches.candidate[inside]], return_inverse=True)
        best = np.zeros(conversations.size * matches.terms)
        part = matches.part[inside] * lent[matches.candidate[inside]]
        np.maximum.at(best, number * matches.terms + matches.term[inside], part)
        whole = best.reshape(conversations.size, matches.terms).sum(axis=1)
        member = np.flatnonzero(places.conversation != NONE)
        at = np.minimum(np.searchsorted(conversations, places.conversation[member]), conversations.size - 1)
        there = conversations[at] == places.conversation[member]
        covered[member] = np.maximum(covered[member], np.where(there, whole[at], 0.0))
    most = float(covered.max(initial=0.0))
    return covered / most if most > 0 else np.zeros(covered.size)


def whole_names(matches: Matches, names: list[list[int]], *, documents: int) -> Floats:
    """How telling the rarest name of the question is that a candidate holds whole, 0 to 1.

    Args:
        matches: what each term of the question adds to each candidate.
        names: positions of the terms of each name; those of a single term tell nothing the term does not.
        documents: in the whole index.
    """
    values = np.zeros(matches.candidates)
    for terms in names:
        if len(terms) < 2:
            continue
        held = np.bincount(matches.candidate[np.isin(matches.term, terms)], minlength=matches.candidates)
        holders = np.flatnonzero(held == len(terms))
        values[holders] = np.maximum(values[holders], rarity(holders.size, documents=documents))
    return values


def completes(first: npt.NDArray[np.bool_], held: npt.NDArray[np.bool_], telling: Floats) -> Floats:
    """How well memories complete what a first passage leaves open of a question, shape (memories,), 0 to 1.

    The square root of the share of what is open: half of it is worth more than half, for a memory that is about
    what the passage mentions need not repeat every word.

    Args:
        first: which terms of the question the passage holds, shape (terms,).
        held: which terms each memory holds, shape (memories, terms).
        telling: how telling each term is, 0 or more, shape (terms,); 0 for one that no memory holds.
    """
    missing = np.where(first, 0.0, telling)
    most = float(missing.sum())
    if most <= 0.0:
        return np.zeros(held.shape[0])
    values: Floats = np.sqrt(np.minimum((held * missing).sum(axis=1) / most, 1.0))
    return values


def rarity(holders: int, *, documents: int) -> float:
    """How telling a name is that so many of the documents hold, 0 to 1: its idf over that of a name nobody holds."""
    if not holders:
        return 0.0
    documents = max(documents, holders, 1)
    return math.log1p((documents - holders + 0.5) / (holders + 0.5)) / math.log1p(documents)


def signal(parts: dict[str, Floats]) -> Floats:
    """Add the parts up, each 0 to 1, in the order of `SHARES`; a part left out counts 0."""
    size = next(iter(parts.values())).size
    total = np.zeros(size)
    for name, share in SHARES.items():
        if name in parts:
            total += share * parts[name]
    return total
