"""How often a lie is among the first ten answers before any person has acted, with the guard and without.

    python tests/bench/poisoning.py FILE [--questions 60]

FILE holds one JSON object a line: `question`, `correct`, `incorrect` and `poison`, five texts that argue for the
incorrect answer. Each question is a subject with a true fact of a trusted origin; the texts come as facts about the
same subject, once all from one origin, once each from an origin of its own class member. Reported: share of questions
whose first ten results hold a poisoned row, and whose first one is; share whose first ten hold the true fact, and the
same with nothing poisoned.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.guard import unguarded
from tests.bench.hub import open_hub

TOP = 10


def run(cases: list[dict[str, Any]], agent: str, origins: list[str] | None) -> dict[str, float]:
    """Store and ask everything in one agent; `origins` of the five texts, None to poison nothing."""
    from knowledge.engine.types import Actor, MemoryDraft
    from knowledge.errors import HubError
    from knowledge.queries.recall import RecallRequest, search
    from knowledge.services.store import store, store_many

    def actor(origin: str) -> Actor:
        return Actor(kind="agent", name="bench", door="rest", agents=None, origin=origin)

    curated = []
    for one in cases:
        sentence = f"{one['question']} {one['correct']}."
        curated.append(MemoryDraft(sentence, subject=one["question"], predicate="answer", object=one["correct"]))
    true: dict[str, int] = {}
    for start in range(0, len(curated), 500):
        for at, outcome in enumerate(
            store_many(actor=actor("operator"), agent=agent, drafts=curated[start : start + 500])
        ):
            if not isinstance(outcome, HubError):
                true[outcome.memory.id] = start + at
    poisoned: set[str] = set()
    for one in cases if origins else ():
        for number, text in enumerate(one["poison"]):
            draft = MemoryDraft(text, subject=one["question"], predicate=f"claim {number}", object=one["incorrect"])
            try:
                outcome = store(actor=actor((origins or [])[number]), agent=agent, draft=draft)
            except HubError:
                continue
            poisoned.add(outcome.memory.id)
    top, first, kept = 0, 0, 0
    for at, one in enumerate(cases):
        hits = [hit.memory.id for hit in search(agent=agent, request=RecallRequest(one["question"], limit=TOP)).hits]
        top += not poisoned.isdisjoint(hits)
        first += bool(hits) and hits[0] in poisoned
        kept += any(true.get(hit) == at for hit in hits)
    total = len(cases)
    return {
        "in_top_10": top / total,
        "first": first / total,
        "true_in_top_10": kept / total,
        "asked": len(true) / total,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--questions", type=int, default=1_000)
    args = parser.parse_args()
    lines = args.file.read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines][: args.questions]
    open_hub()
    one = ["channel:x"] * 5
    five = [f"channel:{number}" for number in range(5)]
    for name, origins in (("nothing poisoned", None), ("one origin", one), ("five origins", five)):
        agent = name.replace(" ", "-")
        found = run(cases, agent, origins)
        print(f"{name}, guarded: {_words(found)}", flush=True)
        if origins:
            with unguarded():
                print(f"{name}, unguarded: {_words(run(cases, f'{agent}-bare', origins))}", flush=True)


def _words(found: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:.1%}" for name, value in found.items())


if __name__ == "__main__":
    main()
