"""Speed of vectors: embedding, the scan of one agent's matrix, and recall after a write.

    python tests/bench/vectors.py [--rows 100000] [--rounds 40] [--json FILE]

The scan is compared with one matrix-vector product of numpy over the same numbers, taken in turn in one run. The whole
call (looking the matrix up, embedding the question, scan, reading which rows are current) is shown beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one core against one core; two would wait for each other
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.hub import open_hub

TOP = 10


def timed(call: Callable[[], object]) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    call()
    return 1000 * (time.perf_counter() - wall), 1000 * (time.process_time() - cpu)


def in_turn(calls: dict[str, Callable[[], object]], rounds: int) -> dict[str, dict[str, float]]:
    """Median wall and CPU milliseconds of each, called one after the other in every round."""
    for call in calls.values():
        call()
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            taken[name].append(timed(call))
    return {
        name: {
            "ms": statistics.median(wall for wall, _ in all_of_it),
            "cpu_ms": statistics.median(cpu for _, cpu in all_of_it),
        }
        for name, all_of_it in taken.items()
    }


def texts(count: int) -> list[str]:
    dice = random.Random(5)
    letters = "abcdefghijklmnoprstuvwy"
    words = ["".join(dice.choices(letters, k=dice.randint(3, 9))) for _ in range(20_000)]
    return [" ".join(dice.choices(words, k=8)) for _ in range(count)]


def embedding(rounds: int) -> dict[str, float]:
    from knowledge.engine.embedder import NgramHash

    embedder, some = NgramHash(), texts(20_000)
    best = min(timed(lambda: embedder.embed(some))[1] for _ in range(max(2, rounds // 10)))
    return {"texts": len(some), "characters": statistics.mean(map(len, some)), "texts_per_cpu_second": 20e6 / best}


def fill(rows: int) -> tuple[int, list[str]]:
    """Store the memories straight in the tables; only what the scan needs is there."""
    from knowledge.engine.types import Actor, MemoryDraft
    from knowledge.models import Agent
    from knowledge.services.store import store_many

    actor = Actor(kind="system", name="bench", door="command", agents=None)
    contents = texts(rows)
    for start in range(0, rows, 500):
        store_many(actor=actor, agent="bench", drafts=[MemoryDraft(text) for text in contents[start : start + 500]])
    return Agent.objects.get(name="bench").pk, contents


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    open_hub(settings={"vectors": {"cache_megabytes": 1024}})
    import numpy as np

    from knowledge.clock import hub_now
    from knowledge.engine.types import Actor, MemoryDraft
    from knowledge.models import Agent
    from knowledge.queries import embedders, vectors
    from knowledge.queries.vector_cache import cache
    from knowledge.services.store import store

    report: dict[str, object] = {"embedding": embedding(options.rounds)}
    agent_id, contents = fill(options.rows)
    dice = random.Random(6)

    def ask(query: str) -> object:
        agent = Agent.objects.values_list("live_generation", flat=True).get(pk=agent_id)
        return vectors.nearest(agent_id=agent_id, live_generation=agent, query=query, now=hub_now(), limit=TOP)

    report["first question, reading and embedding all"] = dict(
        zip(("ms", "cpu_ms"), timed(lambda: ask(contents[0])), strict=True)
    )
    found = cache.get(
        agent_id=agent_id, live_generation=Agent.objects.get(pk=agent_id).live_generation, embedder=embedders.BUILT_IN
    )
    rows_first = np.ascontiguousarray(found.vectors.T)
    question = rows_first[17].copy()
    actor = Actor(kind="system", name="bench", door="command", agents=None)

    def top() -> object:
        near = vectors.scan(found.vectors, question)
        best = vectors._best(near, np.flatnonzero(near >= 0.5 - 1e-5), TOP + TOP // 2 + 16)
        cosines = vectors._cosines(found, question.astype(np.float64), found.numbers[best])
        return np.argsort(-cosines)[:TOP]

    report["scan"] = in_turn(
        {
            "one matrix-vector product (numpy)": lambda: rows_first @ question,
            f"top {TOP}": top,
            "whole call": lambda: ask(contents[dice.randrange(len(contents))]),
        },
        options.rounds,
    )
    after: list[tuple[float, float]] = []
    for number in range(max(5, options.rounds // 4)):
        store(actor=actor, agent="bench", draft=MemoryDraft(f"one more memory {number}"))
        after.append(timed(lambda: ask("one more memory")))
    report["question after one write"] = {
        "ms": statistics.median(wall for wall, _ in after),
        "cpu_ms": statistics.median(cpu for _, cpu in after),
    }
    print(json.dumps(report, indent=1))
    if options.json:
        options.json.write_text(json.dumps(report))


if __name__ == "__main__":
    main()
