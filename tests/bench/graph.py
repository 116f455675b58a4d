"""Speed of the graph: ranks beside networkx and beside reading the matrix, and what keeping a graph saves.

    python tests/bench/graph.py [--facts 100000] [--entities 40000] [--rounds 15] [--json FILE] [--hub]

Every figure is CPU time, a median of calls taken in turn, so that a loaded machine slows both sides.
`--hub` also fills a real hub and measures a query of a new, a kept and a renewed graph.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from knowledge.engine import pagerank
from knowledge.engine.graph import Graph, build

READS = 20
SEEDS = 3


@dataclass(frozen=True)
class Figure:
    """Median CPU milliseconds of two sides, and how many times the second is the first."""

    name: str
    ours_ms: float
    other_ms: float
    times: float


def measure(name: str, ours: Callable[[int], object], other: Callable[[int], object], rounds: int) -> Figure:
    spent: tuple[list[float], list[float]] = ([], [])
    for turn in range(rounds):
        for side, call in enumerate((ours, other)):
            started = time.process_time()
            call(turn)
            spent[side].append((time.process_time() - started) * 1_000)
    mine, theirs = (statistics.median(one) for one in spent)
    figure = Figure(name, mine, theirs, theirs / mine)
    print(f"{name:64} {mine:9.2f} ms {theirs:9.2f} ms   {figure.times:7.2f} times", flush=True)
    return figure


def some_facts(facts: int, entities: int, *, skewed: bool) -> Graph:
    """Facts between random entities; skewed ones have few entities that many facts are about."""
    chance = np.random.default_rng(1)
    drawn = chance.zipf(1.35, 2 * facts) % entities if skewed else chance.integers(0, entities, 2 * facts)
    ends: NDArray[np.int32] = drawn.astype(np.int32)
    trust = chance.choice([0.3, 0.6, 0.7, 1.0], facts)
    return build(
        number=np.arange(1, facts + 1, dtype=np.int64),
        subject=ends[:facts].copy(),
        object_=ends[facts:].copy(),
        trust=trust,
    )


def rank_figures(facts: int, entities: int, rounds: int, *, skewed: bool) -> list[Figure]:
    import networkx as nx

    graph = some_facts(facts, entities, skewed=skewed)
    kind = "few entities with many facts" if skewed else "all entities alike"
    drawn: nx.Graph[Any] = nx.Graph()
    for place in range(facts):
        for end in (graph.subject[place], graph.object[place]):
            drawn.add_edge(-1 - place, int(end), weight=float(graph.trust[place]))
    chance = np.random.default_rng(2)
    seeds = [chance.integers(0, graph.entity.size, SEEDS).tolist() for _ in range(rounds)]
    matrix = graph.ties

    def theirs(turn: int) -> Any:
        return nx.pagerank(drawn, alpha=pagerank.DAMPING, personalization=dict.fromkeys(seeds[turn], 1.0))

    def read(_turn: int) -> float:
        """Read every byte of the matrix 20 times."""
        total = 0.0
        for _ in range(READS):
            total += float(matrix.data.sum()) + int(matrix.indices.sum()) + int(matrix.indptr.sum())
        return total

    ours = pagerank.personalised(graph, seeds[0])
    exact = nx.pagerank(
        drawn, alpha=pagerank.DAMPING, personalization=dict.fromkeys(seeds[0], 1.0), tol=1e-14, max_iter=500
    )
    worst = max(abs(exact[-1 - place] - ours.memories[place]) for place in range(facts))
    print(f"{facts} facts, {graph.entity.size} entities, {matrix.nnz} ties, {kind}; worst difference {worst:.1e}")
    few = max(3, rounds // 4)
    return [
        measure(
            f"ranks, against networkx.pagerank ({kind})", lambda turn: pagerank.scores(graph, seeds[turn]), theirs, few
        ),
        measure(
            f"ranks, against reading the matrix {READS} times ({kind})",
            lambda turn: pagerank.scores(graph, seeds[turn]),
            read,
            rounds,
        ),
    ]


def hub_figures(facts: int, entities: int, rounds: int) -> list[Figure]:
    from tests.bench.hub import open_hub

    open_hub()
    from knowledge.clock import hub_now
    from knowledge.engine.types import Actor, MemoryDraft
    from knowledge.models import Agent
    from knowledge.queries.graph import graph_signal
    from knowledge.queries.graph_cache import cache
    from knowledge.services.store import store_many

    actor = Actor(kind="system", name="bench", door="import", agents=None)
    chance = np.random.default_rng(3)
    ends = chance.integers(0, entities, (facts, 2))

    def draft(place: int, subject: int, value: int) -> MemoryDraft:
        return MemoryDraft(f"fact {place}", subject=f"person {subject}", predicate=f"p{place}", object=f"thing {value}")

    for start in range(0, facts, 500):
        drafts = [draft(place, *ends[place]) for place in range(start, min(facts, start + 500))]
        store_many(actor=actor, agent="alice", drafts=drafts)

    def ask(query: str) -> object:
        number, generation = Agent.objects.values_list("pk", "generation").get(name="alice")
        return graph_signal(agent_id=number, generation=generation, query=query, now=hub_now())

    figures = []
    kept: list[float] = []
    renewed: list[float] = []
    read: list[float] = []
    unnamed: list[float] = []

    def timed(spent: list[float], query: str) -> None:
        started = time.process_time()
        ask(query)
        spent.append((time.process_time() - started) * 1_000)

    for turn in range(rounds):
        cache.clear()
        timed(read, f"who is person {turn}?")
        timed(kept, f"who is person {turn}?")
        timed(unnamed, "nobody at all")
        store_many(actor=actor, agent="alice", drafts=[draft(facts + turn, turn, turn)])
        timed(renewed, f"what does person {turn} do?")
    whole = statistics.median(read)
    for name, spent in (
        ("a question to a kept graph, against one that is read anew", kept),
        ("the first question after a write, against reading anew", renewed),
        ("a question that names nobody, against reading anew", unnamed),
    ):
        mine = statistics.median(spent)
        figures.append(Figure(name, mine, whole, whole / mine))
        print(f"{name:64} {mine:9.2f} ms {whole:9.2f} ms   {whole / mine:7.2f} times", flush=True)
    print(cache.usage())
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--facts", type=int, default=100_000)
    parser.add_argument("--entities", type=int, default=40_000)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--hub", action="store_true")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    figures = [
        figure
        for skewed in (False, True)
        for figure in rank_figures(args.facts, args.entities, args.rounds, skewed=skewed)
    ]
    if args.hub:
        figures += hub_figures(args.facts, args.entities, args.rounds)
    if args.json:
        args.json.write_text(json.dumps([asdict(figure) for figure in figures], indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
