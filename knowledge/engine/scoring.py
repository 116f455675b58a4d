"""The order of recall: weighted signals, trust, dominance of curated rows, one result per triple.

    score = (1 - w * (1 - origin_trust)) * (sum over signals of weight * value)

The first factor is `(1 - w) + w * origin_trust`, written so that it is exactly 1 for `w = 0` and for
full trust. The sum runs in the order of `SIGNALS`, and an absent signal adds exactly 0, so taking a
signal away changes no bit of the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import groupby
from typing import Final

import numpy as np
import numpy.typing as npt

from knowledge.engine.trust import CURATED

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.intp]

SIGNALS: Final = ("recency", "importance", "relevance", "graph", "vector", "context")
ARMS: Final = ("relevance", "graph", "vector")
"""Signals that say a memory answers the query; without one of them it is no candidate."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the signals, each 0 to 1, and of trust, 0 to 1.

    Attributes:
        recency: of the retrievability R.
        importance: of importance / 10.
        relevance: of the keyword score, 1 for the best hit of the query.
        graph: of the personalised PageRank, 1 for the top memory.
        vector: of the cosine to the query.
        context: of what surrounds a memory, see `knowledge.engine.context`; at 0 it is not even looked at.
        trust: share of the score that is lost at trust 0; 0 switches trust and dominance off.

    Raises:
        ValueError: a weight is outside 0 to 1.
    """

    recency: float = 0.25
    importance: float = 0.35
    relevance: float = 0.35
    graph: float = 0.15
    vector: float = 0.15
    context: float = 0.0
    trust: float = 0.10

    def __post_init__(self) -> None:
        for field in fields(self):
            if not 0.0 <= getattr(self, field.name) <= 1.0:
                raise ValueError(f"The weight {field.name} must be between 0 and 1.")


KEYWORD_ONLY: Final = Weights(recency=0.0, importance=0.0, relevance=1.0, graph=0.0, vector=0.0, trust=0.0)
"""Weights of the keyword mode: the words decide alone."""

PROFILES: Final[Mapping[str, Weights]] = {
    "documented": Weights(),
    "evidence": Weights(
        recency=0.02, importance=0.04, relevance=0.24, graph=0.12, vector=0.16, context=0.965, trust=0.10
    ),
}
"""Weights by name. `documented` balances the question with what is fresh and important. `evidence` looks for the
passages that hold the answer: by the words, and by what stands around them."""
DEFAULT_PROFILE: Final = "documented"


@dataclass(frozen=True, slots=True)
class Candidates:
    """Everything the order depends on, one entry per candidate row; all rows are current.

    Attributes:
        ids: public ids, the last tie-break.
        learned: when each was learned, in any unit that grows with time; newer wins a tie.
        trust: origin trust, 0 to 1.
        recency, importance, relevance: signal values, 0 to 1.
        graph, vector: signal values, 0 to 1, where the arm found the row, 0 elsewhere; None without the arm.
        context: signal value, 0 to 1; None where nobody looked.
        subjects: subject keys, empty for rows without a subject.
        facts: fact identities, empty for rows without a triple.
        objects: object keys.
    """

    ids: Sequence[str]
    learned: npt.ArrayLike
    trust: npt.ArrayLike
    recency: npt.ArrayLike
    importance: npt.ArrayLike
    relevance: npt.ArrayLike
    graph: npt.ArrayLike | None = None
    vector: npt.ArrayLike | None = None
    context: npt.ArrayLike | None = None
    subjects: Sequence[str] = ()
    facts: Sequence[str] = ()
    objects: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """One signal of one result: contribution = weight * value."""

    name: str
    value: float
    weight: float
    contribution: float


@dataclass(frozen=True, slots=True)
class Ranking:
    """All candidates that answer the query, best first; a limit is a cut through it.

    Attributes:
        order: positions in the candidates, shape (results,).
        scores: score of every candidate, shape (candidates,), 0 to the sum of the weights.
        trust_factors: shape (candidates,), 0 to 1.
        values: signal values, shape (signals, candidates), in the order of `signals`.
        signals: names of the signals present.
        weights: the weights used.
        outranked: positions of results that stand below a curated row of their subject in spite of their score.
    """

    order: Integers
    scores: Floats
    trust_factors: Floats
    values: Floats
    signals: tuple[str, ...]
    weights: Weights
    outranked: frozenset[int]

    def parts(self, position: int) -> tuple[Part, ...]:
        """Explain one candidate.

        Adding the contributions from left to right and multiplying by its trust factor gives its
        score, to the bit.
        """
        parts = []
        for name, row in zip(self.signals, self.values, strict=True):
            value, weight = float(row[position]), float(getattr(self.weights, name))
            parts.append(Part(name=name, value=value, weight=weight, contribution=weight * value))
        return tuple(parts)


def rank(candidates: Candidates, weights: Weights | None = None) -> Ranking:
    """Order the candidates: score, then newer, then id; curated rows dominate; one result per triple.

    Candidates that no arm found (relevance, graph and vector all 0) are left out.

    Signals and trust outside 0 to 1 are clipped to it.

    Raises:
        ValueError: the fields differ in length, or a signal or trust is not a number.
    """
    weights = weights or Weights()
    size = len(candidates.ids)
    signals = tuple(name for name in SIGNALS if getattr(candidates, name) is not None)
    values = np.array([_unit_interval(candidates, name, size) for name in signals])
    trust = _unit_interval(candidates, "trust", size)
    learned = np.asarray(candidates.learned)
    texts = [candidates.subjects, candidates.facts, candidates.objects]
    if learned.shape != (size,) or any(len(t) not in {0, size} for t in texts):
        raise ValueError("Every field must have one entry per candidate.")

    total = np.zeros(size)
    for name, row in zip(signals, values, strict=True):
        total += getattr(weights, name) * row
    factors = 1.0 - weights.trust * (1.0 - trust)
    scores = factors * total

    found = np.any([values[signals.index(name)] > 0.0 for name in ARMS if name in signals], axis=0)
    order = _by_score(scores, learned, candidates.ids)
    order = order[found[order]]
    outranked: frozenset[int] = frozenset()
    by_score = order
    if weights.trust > 0.0 and candidates.subjects:
        order, outranked = _dominated(by_score, trust, candidates.subjects)
    if candidates.facts:
        kept = _one_per_triple(order, candidates.facts, candidates.objects or [""] * size)
        if outranked and kept.size < order.size:  # a row that is gone holds no place for others
            kept, outranked = _dominated(by_score[np.isin(by_score, kept)], trust, candidates.subjects)
        order = kept
    return Ranking(
        order=order,
        scores=scores,
        trust_factors=factors,
        values=values,
        signals=signals,
        weights=weights,
        outranked=outranked,
    )


def _unit_interval(candidates: Candidates, name: str, size: int) -> Floats:
    values = np.asarray(getattr(candidates, name), np.float64)
    if values.shape != (size,):
        raise ValueError(f"The field {name} must have one entry per candidate.")
    if np.isnan(values).any():
        raise ValueError(f"The field {name} holds something that is not a number.")
    return np.clip(values, 0.0, 1.0)


def _by_score(scores: Floats, learned: npt.NDArray[np.generic], ids: Sequence[str]) -> Integers:
    newest_first = np.unique(learned, return_inverse=True)[1]
    by_id = np.empty(len(ids), np.intp)
    by_id[sorted(range(len(ids)), key=ids.__getitem__)] = np.arange(len(ids))
    return np.lexsort((by_id, -newest_first, -scores))


def _dominated(order: Integers, trust: Floats, subjects: Sequence[str]) -> tuple[Integers, frozenset[int]]:
    """Put every row that stands above a more trusted curated row of its subject directly below it.

    Rows keep their place where that rule allows. Each row's place is its own rank, or that of the
    lowest curated row of higher trust if that is lower down; rows moved to one place stand behind
    the row that was there, the more trusted first among curated ones, then by their own rank.
    """
    if not order.size or trust[order].min() == trust[order].max() or trust[order].max() < CURATED:
        return order, frozenset()
    places = order.tolist()
    trusts = trust[order].tolist()
    by_subject: dict[str, list[int]] = {}
    for r, position in enumerate(places):
        if subjects[position]:
            by_subject.setdefault(subjects[position], []).append(r)
    keys = [(r, -1, r) for r in range(len(places))]  # place; level, below 0 for the row that stood there; rank
    moved: set[int] = set()
    for ranks in by_subject.values():
        floor = -1  # lowest place of the curated rows of higher trust than the level at hand
        for level, members in _levels(ranks, trusts):
            for r in members:
                if r < floor:
                    keys[r] = (floor, level, r)
                    moved.add(places[r])
            floor = max(floor, *(keys[r][0] for r in members))
    if not moved:
        return order, frozenset()
    resorted = sorted(range(len(places)), key=keys.__getitem__)
    return order[np.array(resorted, np.intp)], frozenset(moved)


def _levels(ranks: list[int], trusts: list[float]) -> Iterator[tuple[int, list[int]]]:
    """Curated ranks by falling trust, one level for each trust, then all other ranks as the last level."""
    curated = sorted((r for r in ranks if trusts[r] >= CURATED), key=lambda r: -trusts[r])
    level = 0
    for _, members in groupby(curated, key=lambda r: trusts[r]):
        yield level, list(members)
        level += 1
    if curated and len(curated) < len(ranks):
        yield level, [r for r in ranks if trusts[r] < CURATED]


def _one_per_triple(order: Integers, facts: Sequence[str], objects: Sequence[str]) -> Integers:
    seen: set[tuple[str, str]] = set()
    kept = []
    for position in order.tolist():
        triple = facts[position], objects[position]
        if facts[position]:
            if triple in seen:
                continue
            seen.add(triple)
        kept.append(position)
    return np.array(kept, np.intp)
