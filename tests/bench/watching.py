"""What watching a large hub costs: the numbers for Prometheus, and the overview, at the size of a data folder.

    python tests/bench/watching.py --folder /tmp/hub-of-a-million [--rounds 15]

Times are those of this process, without the network; queries are counted apart from the time taken.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.hub import open_hub


def milliseconds(work: Callable[[], object], rounds: int) -> tuple[float, float, float]:
    """Return median and longest time of a call, and the median of the processor's time, after one that warms up."""
    work()
    taken, busy = [], []
    for _ in range(rounds):
        began, worked = time.perf_counter(), time.process_time()
        work()
        taken.append(1_000 * (time.perf_counter() - began))
        busy.append(1_000 * (time.process_time() - worked))
    return statistics.median(taken), max(taken), statistics.median(busy)


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--folder", type=Path, required=True, help="data folder of the hub")
    options.add_argument("--rounds", type=int, default=15)
    asked = options.parse_args()
    open_hub(asked.folder)
    from django.contrib.auth.models import User
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from knowledge.models import Agent, Memory
    from memoryhub import metrics

    person, _ = User.objects.get_or_create(username="bench", defaults={"is_superuser": True, "is_staff": True})
    client = Client()
    client.force_login(person)
    print(f"{Memory.objects.count():,} memories of {Agent.objects.count()} agents")
    for name, work in (("numbers for Prometheus", metrics.render), ("overview", lambda: client.get("/"))):
        median, longest, busy = milliseconds(work, asked.rounds)
        with CaptureQueriesContext(connection) as queries:
            work()
        print(f"{name}: {median:.1f} ms ({busy:.1f} of the processor), at most {longest:.1f}, {len(queries)} queries")


if __name__ == "__main__":
    main()
