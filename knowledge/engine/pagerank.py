"""Personalised PageRank over the graph of facts.

A walker starts at one of the entities asked about. At each step it goes on along a tie, drawn by
weight, with probability `DAMPING`, or starts anew. Where it is found is the rank (Page, Brin,
Motwani and Winograd 1999, with the random jump going to the seeds only).

Two steps lead from entities to entities, so only entities are iterated. With C the folded ties, S
the diagonal of strengths, s the seeds and a the damping, their ranks solve

    y = (1 - a) s + a² C S⁻¹ y,

whose error shrinks by a² with every round; what a memory gets in one step from its entities follows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from knowledge.engine.graph import Floats, Graph

DAMPING = 0.5
_ROUNDS = 15
"""Of two steps each: what is missing then is less than 0.25¹⁵, about 10⁻⁹ of the whole."""


@dataclass(frozen=True, slots=True)
class Ranks:
    """Ranks of all nodes.

    Attributes:
        memories: (facts,) in the order of the graph.
        entities: (entities,) likewise.
    """

    memories: Floats
    entities: Floats


def personalised(graph: Graph, seeds: Sequence[int]) -> Ranks:
    """Rank every node by how close it is to the seeds; all ranks together are 1.

    Args:
        graph: see `knowledge.engine.graph.build`.
        seeds: places of entities, each counting the same; at least one.
    """
    ranks = _ranks(graph, seeds)
    total = ranks.entities.sum() + ranks.memories.sum()
    return Ranks(ranks.memories / total, ranks.entities / total)


def scores(graph: Graph, seeds: Sequence[int]) -> Floats:
    """Return the ranks of memories divided by the highest, (facts,); all 0 when the seeds lead nowhere."""
    memories = _ranks(graph, seeds).memories
    top = memories.max(initial=0.0)
    if top > 0:
        memories /= top
    return memories


def _ranks(graph: Graph, seeds: Sequence[int]) -> Ranks:
    """Solve the equation up to a factor; equal graphs give equal ranks to the bit."""
    start = np.zeros(graph.entity.size)
    start[list(seeds)] = 1.0
    # Nothing leads to an entity whose facts are all without trust, and nothing away from it.
    scale = np.divide(1.0, graph.strength, out=np.zeros_like(graph.strength), where=graph.strength > 0)
    ranks = start
    for _ in range(_ROUNDS):
        ranks = graph.ties @ (ranks * scale)
        ranks *= DAMPING * DAMPING
        ranks += start
    # The last place is that of no entity at all: `NOTHING` points to it.
    step = np.append(ranks * scale * DAMPING, 0.0)
    memories = step[graph.subject]
    memories += step[graph.other]
    memories *= graph.trust
    return Ranks(memories, ranks)
