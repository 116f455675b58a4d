"""Speed of the hub beside plain SQLite doing the bare minimum, in one run.

    python tests/bench/speed.py [--rows 100000] [--agents 50] [--rounds 200] [--json FILE]

Every figure is a ratio of medians taken in turn (one call of each, then again), so that a machine
that slows down slows both. The raw side is not a memory system: one row in one transaction of the
same durability, and one ranked full-text query.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sqlite3
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import accumulate
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.hub import open_hub

WORDS = 30_000
WORDS_A_MEMORY = 25
WORDS_A_QUESTION = 8


@dataclass(frozen=True)
class Figure:
    """One comparison: medians in milliseconds of wall and of CPU time, the ratio of the medians, and our 95 %."""

    name: str
    ours_ms: float
    raw_ms: float
    ratio: float
    ours_cpu_ms: float
    raw_cpu_ms: float
    cpu_ratio: float
    ours_p95_ms: float
    ours_cpu_p95_ms: float
    rounds: int

    def line(self) -> str:
        return (
            f"{self.name:52} {self.ours_ms:8.2f} ms {self.raw_ms:8.2f} ms   ratio {self.ratio:6.2f}"
            f"   CPU {self.ours_cpu_ms:6.2f} / {self.raw_cpu_ms:6.2f} = {self.cpu_ratio:5.2f}"
            f"   p95 {self.ours_p95_ms:6.2f}, CPU {self.ours_cpu_p95_ms:6.2f}"
        )


def measure(name: str, ours: Callable[[int], object], raw: Callable[[int], object], rounds: int) -> Figure:
    """Call both in turn and compare medians; the first tenth warms up and does not count."""
    walls: tuple[list[float], list[float]] = ([], [])
    cpus: tuple[list[float], list[float]] = ([], [])
    warm = max(2, rounds // 10)
    for number in range(rounds + warm):
        for side, call in enumerate((ours, raw)):
            wall, cpu = time.perf_counter(), time.process_time()
            call(number)
            if number >= warm:
                walls[side].append(1000 * (time.perf_counter() - wall))
                cpus[side].append(1000 * (time.process_time() - cpu))
    wall_ours, wall_raw = (statistics.median(one) for one in walls)
    cpu_ours, cpu_raw = (statistics.median(one) for one in cpus)
    wall_p95, cpu_p95 = (sorted(one[0])[int(0.95 * rounds)] for one in (walls, cpus))
    figure = Figure(
        name, wall_ours, wall_raw, wall_ours / wall_raw, cpu_ours, cpu_raw, cpu_ours / max(cpu_raw, 1e-6),
        wall_p95, cpu_p95, rounds,
    )  # fmt: skip
    print(figure.line(), flush=True)
    return figure


class Texts:
    """Reproducible texts with a Zipf vocabulary."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        letters = random.Random(0)
        syllables = [a + b for a in "bcdfghklmnprstvz" for b in "aeiou"]
        self.words = ["".join(letters.choices(syllables, k=letters.randint(2, 4))) for _ in range(WORDS)]
        # Summed once: drawing words must cost nothing beside what is measured.
        self.weights = list(accumulate(1 / (place + 20) for place in range(WORDS)))

    def words_of(self, count: int) -> str:
        return " ".join(self.random.choices(self.words, cum_weights=self.weights, k=count))


class PlainTables:
    """Plain SQLite beside the hub: the same texts in a full-text table with SQLite's own tokenizer."""

    def __init__(self, folder: Path) -> None:
        self.connection = sqlite3.connect(folder / "plain.sqlite3", isolation_level=None)
        self.connection.execute("PRAGMA journal_mode=WAL")
        self.connection.execute("PRAGMA synchronous=FULL")
        self.connection.execute("PRAGMA cache_size=-8000")
        self.connection.execute("CREATE TABLE IF NOT EXISTS memory (id INTEGER PRIMARY KEY, agent INT, content TEXT)")
        self.connection.execute(
            "CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(content, content='memory', content_rowid='id')"
        )

    def fill(self, rows: list[tuple[int, str]]) -> None:
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.executemany("INSERT INTO memory (agent, content) VALUES (?, ?)", rows)
        self.connection.execute("COMMIT")

    def build(self) -> None:
        self.connection.execute("INSERT INTO words (words) VALUES ('rebuild')")

    def count(self) -> int:
        found: tuple[int] = self.connection.execute("SELECT count(*) FROM memory").fetchone()
        return found[0]

    def search(self, agent: int, question: str) -> object:
        match = " OR ".join(f'"{word}"' for word in question.split())
        return self.connection.execute(
            "SELECT m.id FROM words w JOIN memory m ON m.id = w.rowid"
            " WHERE words MATCH ? AND m.agent = ? ORDER BY w.rank LIMIT 20",
            (match, agent),
        ).fetchall()

    def insert(self, agent: int, content: str) -> None:
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.execute("INSERT INTO memory (agent, content) VALUES (?, ?)", (agent, content))
        self.connection.execute("COMMIT")


def fill(folder: Path, rows: int, agents: int) -> PlainTables:
    """Bring hub and plain tables to the size asked for, through the store service."""
    from knowledge.engine.types import Actor, MemoryDraft
    from knowledge.models import Memory
    from knowledge.services.store import store_many

    plain = PlainTables(folder)
    texts = Texts(1)
    actor = Actor(kind="agent", name="bench", door="import", agents=None, origin="user_direct")
    each = rows // agents
    have = Memory.objects.count()
    if have >= rows:
        return plain
    started, cpu = time.perf_counter(), time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for agent in range(agents):
        for start in range(0, each, 500):
            batch = [texts.words_of(WORDS_A_MEMORY) for _ in range(min(500, each - start))]
            store_many(actor=actor, agent=f"agent-{agent}", drafts=[MemoryDraft(text) for text in batch])
            plain.fill([(agent, text) for text in batch])
    wall, cpu = time.perf_counter() - started, time.process_time() - cpu
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak) / 1024
    print(f"filled {rows} memories: {rows / wall:.0f}/s wall, {rows / cpu:.0f}/s CPU, memory grew {grown:.0f} MB")
    plain.build()
    return plain


def recall_figures(plain: PlainTables, agents: int, rounds: int) -> list[Figure]:
    from django.db import connection

    from knowledge.engine.text import analyze_query
    from knowledge.models import Agent
    from knowledge.queries.recall import RecallRequest, search

    texts = Texts(2)
    questions = [texts.words_of(WORDS_A_QUESTION) for _ in range(rounds * 2)]
    numbers = dict(Agent.objects.values_list("name", "pk"))

    def ours(mode: str, profile: str | None = None) -> Callable[[int], object]:
        return lambda turn: search(
            agent=f"agent-{turn % agents}",
            request=RecallRequest(questions[turn], limit=10, mode=mode, profile=profile),
        )

    def best_index(turn: int) -> object:
        agent = numbers[f"agent-{turn % agents}"]
        match = " OR ".join(f'"{agent}_{term}"' for term in analyze_query(questions[turn]))
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT rowid FROM knowledge_memorytext WHERE knowledge_memorytext MATCH %s ORDER BY rank LIMIT 20",
                [match],
            )
            return cursor.fetchall()

    return [
        measure(
            "recall (words), against a plain table with filter",
            ours("keyword"),
            lambda turn: plain.search(turn % agents, questions[turn]),
            rounds,
        ),
        measure("recall (words), against the bare query, best index", ours("keyword"), best_index, rounds),
        measure("recall (documented), against the bare query", ours("recall", "documented"), best_index, rounds),
        measure("recall (documented), against recall (words)", ours("recall", "documented"), ours("keyword"), rounds),
        measure("recall (evidence), against recall (words)", ours("recall", "evidence"), ours("keyword"), rounds),
    ]


def write_figures(plain: PlainTables, rounds: int) -> list[Figure]:
    from knowledge.clock import hub_now
    from knowledge.engine.types import Actor, MemoryDraft
    from knowledge.queries.history import get_at, get_history
    from knowledge.services.store import store

    texts = Texts(3)
    actor = Actor(kind="agent", name="bench", door="rest", agents=frozenset({"writer"}), origin="user_direct")

    def replace(turn: int) -> object:
        draft = MemoryDraft(texts.words_of(12), subject=f"s{turn % 7}", predicate="p", object=str(turn))
        return store(actor=actor, agent="writer", draft=draft)

    return [
        measure(
            "store with supersession, against one raw row",
            replace,
            lambda turn: plain.insert(0, texts.words_of(12)),
            rounds,
        ),
        measure(
            "value at a moment, against reading one raw row",
            lambda turn: get_at(agent="writer", subject=f"s{turn % 7}", predicate="p", at=hub_now()),
            lambda turn: plain.connection.execute("SELECT * FROM memory WHERE id = ?", (turn + 1,)).fetchone(),
            rounds,
        ),
        measure(
            "whole history of a fact, against its rows raw",
            lambda turn: get_history(agent="writer", subject=f"s{turn % 7}", predicate="p"),
            lambda turn: plain.connection.execute("SELECT * FROM memory LIMIT ?", (rounds // 7,)).fetchall(),
            max(20, rounds // 4),
        ),
    ]


def page_figures(rounds: int) -> list[Figure]:
    """The first page of the list against the 1 000th: the same work wherever one stands."""
    from knowledge.queries.browse import list_memories

    cursor = None
    for _ in range(999):
        page = list_memories(agents=None, older_than=cursor, limit=50, with_total=False)
        if page.older is None:
            break
        cursor = page.older
    return [
        measure(
            "list of memories: 1 000th page against the first",
            lambda _turn: list_memories(agents=None, older_than=cursor, limit=50),
            lambda _turn: list_memories(agents=None, limit=50),
            rounds,
        )
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--agents", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument(
        "--folder", type=Path, help="data folder to use and keep, so that a second run need not fill it"
    )
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    folder = open_hub(args.folder)
    print(f"{args.rows} memories, {args.agents} agents, {args.rounds} rounds; medians: ours, raw")
    plain = fill(folder, args.rows, args.agents)
    figures = [
        *recall_figures(plain, args.agents, args.rounds),
        *write_figures(plain, args.rounds),
        *page_figures(max(20, args.rounds // 4)),
    ]
    print(f"peak memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")
    if args.json:
        args.json.write_text(json.dumps([asdict(figure) for figure in figures], indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
