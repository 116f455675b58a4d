"""What the guard costs: the same writes with the scan and the burst guard, and without, taking turns in one run.

    python tests/bench/guard.py [--rows 4000]

Figures are CPU seconds of this process; their ratio is what counts.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.hub import open_hub

ROUNDS = 8
_WORDS = (
    "the of and in a for was on with at one from by hot but some what there we were when up which time about many water"
    " people side been part place back little round man year came show good name through form great sentence three air"
    " well small end home hand port large land here big high such Alice Bob Paris Tokyo Monday invoice meeting coffee"
    " report garden ticket train budget window river music winter bread table paper green yellow seven twelve October"
)
WORDS = _WORDS.split()


class Texts:
    """Ordinary words in no order, always the same."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def words_of(self, count: int) -> str:
        return " ".join(self._random.choices(WORDS, k=count)) + "."


@contextmanager
def unguarded() -> Iterator[None]:
    """Neither scan nor counts."""
    from django.test import override_settings

    from knowledge.services import scanning, splits

    with (
        patch.object(scanning, "judged", lambda *_: None),
        patch.object(scanning, "_split", lambda *_: None),
        patch.object(splits, "learn", lambda *_: splits.Pieces()),
        override_settings(HUB_TOML={"knowledge_guard": {"enabled": False}}),
    ):
        yield


def cpu(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rows", type=int, default=4_000)
    each = max(1, parser.parse_args().rows // ROUNDS)
    open_hub()
    from knowledge.engine.types import Actor, MemoryDraft, SourceRef
    from knowledge.services.store import store, store_lines

    texts = Texts(5)
    agent = Actor(kind="agent", name="bench", door="rest", agents=None, origin="agent_derived:bench")
    importer = Actor(kind="person", name="bench", door="import", roles=frozenset({"admin"}), agents=None)
    number = iter(range(10_000_000))

    def facts() -> None:
        for _ in range(each // 5):
            one = next(number)
            draft = MemoryDraft(texts.words_of(12), subject=f"s{one // 4}", predicate=f"p{one % 4}", object=str(one))
            store(actor=agent, agent="facts", draft=draft)

    def lines() -> None:
        group = [MemoryDraft(texts.words_of(20), origin="import:notes") for _ in range(each)]
        arrivals = [SourceRef("import_item", session="notes.jsonl", item=f"{next(number):032x}") for _ in group]
        for start in range(0, each, 500):
            store_lines(
                actor=importer, agent="lines", drafts=group[start : start + 500], arrivals=arrivals[start : start + 500]
            )

    for name, work, count in (("one fact", facts, each // 5), ("line of an import", lines, each)):
        work()
        with_guard = without = 0.0
        for _ in range(ROUNDS):
            with_guard += cpu(work)
            with unguarded():
                without += cpu(work)
        rows = count * ROUNDS
        print(
            f"{name}: {with_guard / rows * 1e3:.2f} ms guarded, {without / rows * 1e3:.2f} ms unguarded,"
            f" {with_guard / without:.2f} x; {rows / with_guard:.0f}/s CPU guarded"
        )


if __name__ == "__main__":
    main()
