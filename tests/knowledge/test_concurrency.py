"""Many writers of one fact at once: real processes, a real database file or server."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from knowledge.engine.types import Actor, MemoryDraft
from knowledge.models import AuditEvent, Memory, MemorySpan
from knowledge.services import access, audit, edit, index, many
from knowledge.services.agents import lock_agent
from knowledge.services.store import store
from knowledge.services.transactions import write_transaction
from tests.knowledge.helpers import days, fact, say, writer

pytestmark = pytest.mark.django_db(transaction=True)

WRITER = """
import sys
import django
django.setup()
from django.conf import settings
settings.DATABASES["default"]["NAME"] = sys.argv[3]
from django.db import connection
connection.settings_dict["NAME"] = sys.argv[3]
from knowledge.engine.types import Actor, MemoryDraft
from knowledge.services.store import store

name, count = sys.argv[1], int(sys.argv[2])
actor = Actor(kind="agent", name=name, door="rest", agents=frozenset({"alice"}), origin="operator")
for number in range(count):
    draft = MemoryDraft(f"{name} says {number}", subject="user", predicate="lang", object=f"{name}-{number}")
    outcome = store(actor=actor, agent="alice", draft=draft)
    print(number, outcome.outcome, outcome.memory.id, flush=True)
"""


def start(name: str, count: int) -> subprocess.Popen[str]:
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "memoryhub.settings",
        "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
    }
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, name, str(count), str(connection.settings_dict["NAME"])],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def acknowledged(process: subprocess.Popen[str], *, exits: int = 0) -> list[str]:
    out, problems = process.communicate(timeout=3_600)
    assert process.returncode == exits, problems
    return [line.split()[2] for line in out.splitlines() if len(line.split()) == 3]


def check_books(acknowledged_ids: set[str], *, extra: int = 0) -> None:
    """One open row, one unbroken chain, nothing lost, one audit record each."""
    rows = {row.id: row for row in Memory.objects.all()}
    assert acknowledged_ids <= set(rows)
    assert len(rows) - len(acknowledged_ids) <= extra
    open_rows = [row for row in rows.values() if row.valid_until is None]
    assert len(open_rows) == 1
    seen, row = [open_rows[0].id], open_rows[0]
    while row.supersedes_id:
        before = rows[row.supersedes_id]
        assert before.superseded_by_id == row.id
        assert row.version == before.version + 1
        assert before.valid_until is not None
        assert before.valid_until <= row.valid_from
        seen.append(before.id)
        row = before
    assert set(seen) == set(rows)
    assert AuditEvent.objects.filter(action__startswith="memory.").count() == len(rows)
    assert audit.verify().intact
    column = "number" if connection.vendor == "postgresql" else "rowid"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {column} FROM knowledge_memorytext")
        assert {found[0] for found in cursor.fetchall()} == {open_rows[0].number}


@pytest.mark.parametrize(
    ("writers", "count"), [(4, 25), pytest.param(8, 1_000, marks=pytest.mark.soak, id="for-hours")]
)
def test_many_processes_write_one_fact(writers: int, count: int) -> None:
    index.clear()
    processes = [start(f"w{number}", count) for number in range(writers)]
    ids: set[str] = set()
    for process in processes:
        ids |= set(acknowledged(process))
    assert len(ids) == writers * count
    check_books(ids)


def while_the_agent_is_locked(other: Callable[[], object], inside: Callable[[], object]) -> list[object]:
    """Hold the lock on an agent, let another thread do something until it waits, then go on and let it finish."""
    results: list[object] = []

    def run() -> None:
        try:
            results.append(other())
        except Exception as error:  # noqa: BLE001 - the test looks at it
            results.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    with write_transaction() as opened:
        lock_agent(opened, "alice", create=True)
        thread.start()
        time.sleep(0.5)
        inside()
    thread.join(timeout=30)
    return results


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
def test_the_trace_of_a_recall_and_a_write_of_the_same_row_never_wait_crosswise() -> None:
    row = Memory.objects.get(id=fact("A", now=days(-1)).memory.id)
    access.remember(access.Access(days(0), "alice", "rest", "alice", "0" * 32, ((row.number, 1, 0.5),)))
    started = time.monotonic()
    # Saying it again counts as well; neither count may be lost.
    results = while_the_agent_is_locked(access.flush, lambda: fact("A"))
    assert results == [1]
    assert time.monotonic() - started < 1.4, "the server had to end a deadlock"
    assert Memory.objects.get(id=row.id).access_count == 2


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
def test_a_write_for_two_agents_reads_the_clock_after_each_wait() -> None:
    row = fact("A", now=days(-1)).memory
    say("of another agent", agent="bob", now=days(-1))
    locked, go = threading.Event(), threading.Event()

    def forget_later() -> None:
        with write_transaction() as opened:
            lock_agent(opened, "bob")
            locked.set()
            go.wait(timeout=10)
            edit.forget(actor=writer(), memory_id=row.id)
        connection.close()

    thread = threading.Thread(target=forget_later)
    thread.start()
    locked.wait(timeout=10)
    draft = MemoryDraft("B now", subject="user", predicate="lang", object="B")
    store(actor=writer(), agent="alice", draft=draft)
    go.set()
    thread.join(timeout=10)
    last = MemorySpan.objects.filter(memory__id=row.id).order_by("at", "pk").last()
    assert last is not None
    assert (last.event, last.believed) == ("forgotten", False)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
def test_memories_of_several_agents_are_locked_in_one_order() -> None:
    ids = [say("x", agent=name, now=days(-1)).memory.id for name in ("carol", "alice", "bob")]
    everybody = Actor(kind="system", name="tests", door="command", agents=None)
    with CaptureQueriesContext(connection) as asked:
        assert set(edit.forget_many(actor=everybody, memory_ids=ids).values()) == {True}
        assert set(many.restore_many(actor=everybody, memory_ids=ids).values()) == {True}
    order = re.findall(r"name = '(\w+)' FOR UPDATE", "\n".join(one["sql"] for one in asked))
    assert order == ["alice", "bob", "carol"] * 2


def test_killed_in_the_middle_nothing_is_half_written() -> None:
    index.clear()
    chance = random.Random(7)
    processes = [start(f"k{number}", 400) for number in range(3)]
    time.sleep(2.0)
    for process in processes:
        time.sleep(chance.uniform(0.1, 0.4))
        process.send_signal(signal.SIGKILL)
    ids: set[str] = set()
    for process in processes:
        ids |= set(acknowledged(process, exits=-signal.SIGKILL))
    # A write may have been committed whose answer was never heard: at most one a process.
    after = fact("afterwards")
    check_books(ids | {after.memory.id}, extra=len(processes))


def test_the_first_writes_of_a_new_agent_may_meet() -> None:
    index.clear()
    processes = [start(f"n{number}", 1) for number in range(4)]
    ids = {one for process in processes for one in acknowledged(process)}
    assert len(ids) == 4
    check_books(ids)
