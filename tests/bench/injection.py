"""How well the scan tells orders from harmless texts, and what it costs.

    python -m tests.bench.injection eval.jsonl [more.jsonl] [--prose corpus.jsonl ...] [--misses]

Rows hold `text`, `label` (`attack` or `benign`), `lang`, `category` and `source`; prose rows hold `text`
and count as harmless. Rates come with 95 % Wilson intervals, costs as CPU time.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from knowledge.engine.injection import scan

Counts = dict[tuple[str, str, str], list[int]]


def wilson(hits: int, total: int) -> str:
    """The share with its interval."""
    if not total:
        return "-"
    share, z2 = hits / total, 1.96**2
    middle = (share + z2 / (2 * total)) / (1 + z2 / total)
    reach = 1.96 * math.sqrt(share * (1 - share) / total + z2 / (4 * total**2)) / (1 + z2 / total)
    return f"{share:6.3f} [{max(0.0, middle - reach):.3f}, {min(1.0, middle + reach):.3f}]"


def rows_of(paths: Iterable[str]) -> list[dict[str, str]]:
    return [json.loads(line) for path in paths for line in Path(path).read_text("utf-8").splitlines() if line.strip()]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", nargs="*")
    parser.add_argument("--prose", nargs="*", default=[])
    parser.add_argument("--misses", action="store_true")
    given = parser.parse_args()
    rows = rows_of(given.data)
    rows += [{"text": row["text"], "label": "benign", "source": "prose"} for row in rows_of(given.prose)]
    scan("The rules are compiled at first use.")
    counts: Counts = defaultdict(lambda: [0, 0, 0])
    spent, size, worst = 0.0, 0, 0.0
    for row in rows:
        start = time.process_time()
        verdict = scan(row["text"])
        took = time.process_time() - start
        spent, worst, size = spent + took, max(worst, took), size + len(row["text"].encode("utf-8", "surrogatepass"))
        for key in ("all", "lang", "source", "category"):
            cell = counts[row["label"], key, row.get(key, "-")]
            cell[0] += 1
            cell[1] += verdict.outcome == "drop"
            cell[2] += verdict.outcome != "pass"
        wrong = verdict.outcome == "pass" if row["label"] == "attack" else verdict.outcome != "pass"
        if given.misses and wrong:
            print(row["label"], row.get("id", ""), verdict.outcome, verdict.score, verdict.rules[:3], row["text"][:160])
    for (label, key, value), (total, dropped, held) in sorted(counts.items()):
        print(f"{label:6} {key:8} {value:40} {total:5}  drop {wilson(dropped, total)}  or held {wilson(held, total)}")
    print(f"{1000 * spent / max(1, size / 1024):.3f} ms CPU per KB, {size / 1e6 / max(spent, 1e-9):.2f} MB/s")
    print(f"slowest {1000 * worst:.1f} ms")


if __name__ == "__main__":
    main()
