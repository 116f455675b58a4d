"""How long it takes to plan, apply and purge the forgetting of a source behind many rows, and how long others wait.

Run: python3 tests/bench/forget.py [rows] [forgotten]    (in a scratch data folder; rows are made with bulk SQL)
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
AT_ONCE = 5_000


def fill(agent: Any, rows: int, forgotten: int) -> None:
    """Write plain memories and facts; the last `forgotten` come from one session, and half of them replaced a value."""
    from django.db import connection, transaction

    from knowledge.engine.ids import digest, ids_in_order
    from knowledge.models import Memory, MemorySource, MemorySpan
    from knowledge.services import bulk, index

    names = ids_in_order("m", NOW)
    tokens = 0
    for start in range(0, rows, AT_ONCE):
        count = min(AT_ONCE, rows - start)
        made, sources, spans, entries = [], [], [], []
        for number in range(start + 1, start + count + 1):
            place = number - (rows - forgotten)
            content = f"note {number} about item{number % 997} and place{number % 89} in town{number % 7}"
            own = ["note", f"{number}", f"item{number % 997}", f"place{number % 89}", f"town{number % 7}"]
            begin = NOW - timedelta(days=20 if place > 0 else 30)
            made.append(
                bulk.new(
                    Memory, number=number, id=next(names), agent_id=agent.pk, content=content, recorded_at=begin,
                    ingested_at=begin, valid_from=begin, said_from=begin, origin="agent_derived", origin_trust=0.6,
                    value_key=digest(content), token_count=len(own),
                )
            )  # fmt: skip
            session = "bad session" if place > 0 else f"session {number % 5_000}"
            sources.append(
                bulk.new(
                    MemorySource, memory_id=number, kind="message", session=session, item=f"{number}", sequence=number
                )
            )
            spans.append(bulk.new(MemorySpan, memory_id=number, valid_from=begin, believed=True, at=begin))
            entries.append((number, agent.pk, own))
            tokens += len(own)
        with transaction.atomic():
            bulk.insert(made, with_key=True)
            bulk.insert(sources)
            bulk.insert(spans)
            index.add(entries)
    half = forgotten // 2
    with transaction.atomic():
        # Pairs: an old value from elsewhere, replaced by one from the session that is forgotten.
        first = rows - forgotten
        for place in range(1, half + 1):
            old, new = first - place, first + place
            key = digest(f"s{place}", "p", None)
            values = {"subject": f"s{place}", "predicate": "p", "subject_key": f"s{place}", "predicate_key": "p"}
            Memory.objects.filter(number=old).update(
                **values, fact_key=key, valid_until=NOW - timedelta(days=20), token_count=0
            )
            Memory.objects.filter(number=new).update(**values, fact_key=key)
            MemorySpan.objects.filter(memory=old).update(valid_until=NOW - timedelta(days=20))
        index.remove(range(first - half, first))
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:  # rows with a number of their own leave the sequence where it was
            cursor.execute("SELECT setval(pg_get_serial_sequence('knowledge_memory', 'number'), %s)", [rows])
            cursor.execute("ANALYZE")
    agent.total_memories = rows
    agent.live_memories, agent.live_tokens = rows - half, tokens - 5 * half
    agent.save()


class Waiting:
    """Another agent's writer that writes all the time, and how long its longest write took."""

    def __init__(self) -> None:
        self.longest = 0.0
        self.gave_up = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        from django.db import connection

        from knowledge.engine.types import Actor, MemoryDraft
        from knowledge.errors import Busy
        from knowledge.services.store import store

        actor = Actor(kind="agent", name="other", door="rest", agents=frozenset({"other"}), origin="operator")
        store(actor=actor, agent="other", draft=MemoryDraft("first"))  # what a process makes once is no waiting
        while not self._stop.is_set():
            began = time.perf_counter()
            try:
                store(actor=actor, agent="other", draft=MemoryDraft("something else"))
            except Busy:
                self.gave_up += 1
            self.longest = max(self.longest, time.perf_counter() - began)
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


def main(rows: int, forgotten: int) -> None:
    """Fill a hub, and measure."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from knowledge.engine.lineage import Selector
    from knowledge.engine.types import Actor
    from knowledge.models import Agent, ForgetPlan, Memory
    from knowledge.services import forget_steps, forgetting, plans

    call_command("migrate", verbosity=0)
    agent = Agent.objects.create(name="big", created_at=NOW)
    began = time.perf_counter()
    fill(agent, rows, forgotten)
    print(f"{rows:,} rows made in {time.perf_counter() - began:.1f} s ({connection.vendor})")
    admin = Actor(kind="person", name="ada", door="command", roles=frozenset({"admin"}), agents=None)

    def timed(what: str, work: Any) -> Any:
        other = Waiting()
        began, own = time.perf_counter(), time.thread_time()
        with other.watched():
            result = work()
            seconds, own = time.perf_counter() - began, time.thread_time() - own
        waited = f"another writer's longest write {other.longest:.2f} s, {other.gave_up} given up"
        print(f"{what}: {seconds:.2f} s, of them {own:.2f} s of work, {waited}")
        return result

    selector = Selector(session="bad session")
    name = timed("plan", lambda: forgetting.plan(actor=admin, agent="big", selector=selector, minutes=1_000))
    made = ForgetPlan.objects.get(pk=name)
    print({what: count for what, count in made.counts.items() if count})
    assert plans.approve(actor=admin, plan_id=name, seen=made.hash)
    report = timed("apply", lambda: forgetting.apply(actor=admin, plan_id=name))
    assert report.deleted == forgotten
    assert len(report.returned) == forgotten // 2
    assert Memory.objects.filter(agent=agent).count() == rows - forgotten
    steps = timed("steps", forget_steps.run_steps)
    print(steps)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
        os.environ["MEMORYHUB_DATA"] = folder
        main(*(int(one) for one in (sys.argv[1:] or ["200000", "20000"])))
