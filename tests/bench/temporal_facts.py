"""Replay dated facts through the store and check every answer on both clocks.

    python tests/bench/temporal_facts.py FOLDER [--from-only]

FOLDER holds `ops.jsonl` (what to store, in order of arrival), `get_at.jsonl` and
`get_history.jsonl` with the answers that are right. `--from-only` stores starts alone, so that each
fact is ended by its successor. Prints how many answers are right and every one that is not.

A history counts as joined when it differs only in that two touching intervals of one value stand as
one row there: saying the same value again confirms a row, it does not make a second one.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.hub import open_hub


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    whole = text.replace("Z", "+00:00") if "T" in text else f"{text}T00:00:00+00:00"
    return datetime.fromisoformat(whole).astimezone(UTC)


Interval = tuple[str, datetime | None, datetime | None]


def joined(intervals: Sequence[Interval]) -> list[Interval]:
    """The same answers with touching intervals of one value put together."""
    out: list[Interval] = []
    for value, start, end in intervals:
        if out and out[-1][0] == value and out[-1][2] == start:
            out[-1] = (value, out[-1][1], end)
        else:
            out.append((value, start, end))
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--from-only", action="store_true")
    args = parser.parse_args()
    open_hub()
    from knowledge.engine.types import Actor, MemoryDraft
    from knowledge.queries.history import get_at, get_history
    from knowledge.services.store import store

    actor = Actor(kind="system", name="replay", door="import", agents=None)
    outcomes: dict[str, int] = defaultdict(int)
    started = time.perf_counter()
    ops = rows(args.folder / "ops.jsonl")
    for op in ops:
        draft = MemoryDraft(
            op["text"],
            layer="semantic",
            subject=op["subject"],
            predicate=op["predicate"],
            object=op["object"],
            valid_from=moment(op["valid_from"]),
            valid_until=None if args.from_only else moment(op["valid_until"]),
            origin="import",
        )
        outcomes[store(actor=actor, agent="replay", draft=draft, now=moment(op["ingested_at"])).outcome] += 1
    print(f"{len(ops)} statements in {time.perf_counter() - started:.1f} s: {dict(outcomes)}")

    wrong = 0
    gold = "object_from_only" if args.from_only else "object"
    probes = rows(args.folder / "get_at.jsonl")
    for probe in probes:
        at = moment(probe["at"])
        assert at is not None
        found = get_at(agent="replay", subject=probe["subject"], predicate=probe["predicate"], at=at)
        answer = found[0].object if found else None
        if len(found) > 1 or answer != probe[gold]:
            wrong += 1
            print("get_at", probe, "gave", [row.object for row in found])
    print(f"get_at: {len(probes) - wrong} of {len(probes)} right")

    wrong_histories = joined_histories = 0
    histories = rows(args.folder / "get_history.jsonl")
    until = "valid_until_from_only" if args.from_only else "valid_until"
    for one in histories:
        found = get_history(agent="replay", subject=one["subject"], predicate=one["predicate"])
        got: list[Interval] = [(row.object, row.valid_from, row.valid_until) for row in found]
        want = [
            (value, moment(start), moment(end))
            for value, start, end in zip(one["objects"], one["valid_from"], one[until], strict=True)
        ]
        if got != want and joined(got) == joined(want):
            joined_histories += 1
        elif got != want:
            wrong_histories += 1
            print("get_history", one["subject"], one["predicate"], "gave", got, "wanted", want)
    exact = len(histories) - wrong_histories - joined_histories
    print(f"get_history: {exact} of {len(histories)} right, {joined_histories} more with one value in one row")
    return 1 if wrong or wrong_histories else 0


if __name__ == "__main__":
    sys.exit(main())
