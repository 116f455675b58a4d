"""How long it takes to close what has run out and to archive what has faded, and how long others wait meanwhile.

Run: python3 tests/bench/lifetime.py [rows] [due]    (in a scratch data folder; rows are made with bulk SQL)
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
AT_ONCE = 5_000


def fill(agent: Any, rows: int, *, expired: int, faded: int) -> None:
    """Write plain memories: the first `expired` have run out, the next `faded` nobody recalled for long."""
    from django.db import connection, transaction

    from knowledge.engine.ids import ids_in_order
    from knowledge.models import Memory, MemorySpan
    from knowledge.services import bulk, index

    names = ids_in_order("m", NOW)
    tokens = 0
    for start in range(0, rows, AT_ONCE):
        made, spans, entries = [], [], []
        for number in range(start + 1, min(start + AT_ONCE, rows) + 1):
            own = ["note", f"{number}", f"item{number % 997}", f"place{number % 89}", f"town{number % 7}"]
            fades = expired < number <= expired + faded
            age = 2 if number <= expired else 40 if fades else number % 60
            begin = NOW - timedelta(days=age, seconds=number % 86_400)
            due = NOW - timedelta(minutes=number % 600 + 1) if number <= expired else None
            made.append(
                bulk.new(
                    Memory, number=number, id=next(names), agent_id=agent.pk, content=" ".join(own), recorded_at=begin,
                    ingested_at=begin, valid_from=begin, said_from=begin, origin="agent_derived", origin_trust=0.6,
                    token_count=len(own), importance=2.0 if fades or number % 2 else 5.0,
                    access_count=0 if fades else 30, expires_at=due, ttl_seconds=300 if due else None,
                )
            )  # fmt: skip
            spans.append(
                bulk.new(MemorySpan, memory_id=number, valid_from=begin, believed=True, at=begin, expires_at=due)
            )
            entries.append((number, agent.pk, own))
            tokens += len(own)
        with transaction.atomic():
            bulk.insert(made, with_key=True)
            bulk.insert(spans)
            index.add(entries)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT setval(pg_get_serial_sequence('knowledge_memory', 'number'), MAX(number)) FROM knowledge_memory"
            )
        cursor.execute("ANALYZE" if connection.vendor == "postgresql" else "PRAGMA optimize")
    agent.total_memories = agent.live_memories = rows
    agent.live_tokens = tokens
    agent.save()


class Waiting:
    """Another agent's writer that writes all the time, and how long each write took."""

    def __init__(self) -> None:
        self.took: list[float] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        from django.db import connection

        from knowledge.engine.types import Actor, MemoryDraft
        from knowledge.services.store import store

        actor = Actor(kind="agent", name="other", door="rest", agents=frozenset({"other"}), origin="operator")
        while not self._stop.is_set():
            began = time.perf_counter()
            store(actor=actor, agent="other", draft=MemoryDraft("something else"))
            self.took.append(time.perf_counter() - began)
            time.sleep(0.02)
        connection.close()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Let it write while something else is done."""
        self._thread.start()
        try:
            yield
        finally:
            self._stop.set()
            self._thread.join()


def timed(what: str, work: Callable[[], int]) -> None:
    """Do it beside another writer and say what it took."""
    other = Waiting()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with other.watched():
        time.sleep(0.2)
        began, own = time.perf_counter(), time.thread_time()
        count = work()
        seconds, own = time.perf_counter() - began, time.thread_time() - own
    took = sorted(other.took)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(
        f"{what}: {count:,} rows in {seconds:.1f} s, of them {own:.1f} s of work; others' {len(took)} writes:"
        f" p50 {took[len(took) // 2] * 1000:.0f} ms, p99 {took[int(len(took) * 0.99)] * 1000:.0f} ms,"
        f" longest {took[-1] * 1000:.0f} ms; memory {before / 1024:.0f} MB and {grown:.0f} MB more",
        flush=True,
    )


def main(rows: int, due: int) -> None:
    """Fill a hub, and measure."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from knowledge.engine.types import Actor
    from knowledge.models import Agent
    from knowledge.queries.fading import would_archive
    from knowledge.services import expiry, fading

    call_command("migrate", verbosity=0)
    agent = Agent.objects.create(name="big", created_at=NOW)
    began = time.perf_counter()
    fill(agent, rows, expired=2 * due, faded=due)
    print(f"{rows:,} rows made in {time.perf_counter() - began:.1f} s ({connection.vendor})", flush=True)
    job = Actor(kind="system", name="jobs", door="job", agents=None)
    began = time.perf_counter()
    told = would_archive(limit=1, now=NOW).total
    print(f"list beforehand: {told:,} rows in {time.perf_counter() - began:.2f} s", flush=True)
    timed("archive what faded", lambda: fading.archive_faded(actor=job, now=NOW))
    timed("archive again", lambda: fading.archive_faded(actor=job, now=NOW))
    timed("close what ran out", lambda: expiry.expire_due(actor=job, now=NOW))
    timed("close again", lambda: expiry.expire_due(actor=job, now=NOW))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
        os.environ["MEMORYHUB_DATA"] = folder
        main(*(int(one) for one in (sys.argv[1:] or ["100000", "5000"])))
