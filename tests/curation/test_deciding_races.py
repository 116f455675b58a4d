"""Many people at once, failures at every statement, and processes that die in the middle: both databases, real ones."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from curation.models import ApprovalItem, ApprovalRequest, OutboxEvent
from curation.services.decisions import Choice, decide, decide_many, undo
from knowledge.clock import hub_now
from knowledge.models import Agent, AuditEvent, Memory, MemorySource, MemorySpan, Reaffirmation
from knowledge.services import audit, index
from knowledge.services.check import check_hub
from tests.curation.deciding import BOB, burst, conflict
from tests.knowledge.helpers import fact

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parents[2]

DECIDERS = r"""
import json, random, sys, threading
import django
django.setup()
from django.conf import settings
settings.DATABASES["default"]["NAME"] = sys.argv[1]
from django.db import connection
connection.settings_dict["NAME"] = sys.argv[1]
from curation.services.decisions import decide
from knowledge.engine.types import Actor
from knowledge.errors import Conflict
from tests.curation.deciding import person

first, count, requests = int(sys.argv[2]), int(sys.argv[3]), json.loads(open(sys.argv[4]).read())
out = threading.Lock()

def work(number):
    chance = random.Random(number)
    me = person(f"person-{number}")
    order = requests[:]
    chance.shuffle(order)
    for request in order:
        verdict = chance.choice(["approve", "reject"])
        try:
            report = decide(actor=me, request_id=request, verdict=verdict, reason="as I see it")
            line = [me.name, request, "done", verdict, report.status]
        except Conflict as error:
            line = [me.name, request, error.code, verdict, error.message]
        with out:
            print(json.dumps(line), flush=True)
    connection.close()

threads = [threading.Thread(target=work, args=(first + place,)) for place in range(count)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""

KILLED = r"""
import os, signal, sys
import django
django.setup()
from django.conf import settings
settings.DATABASES["default"]["NAME"] = sys.argv[1]
from django.db import connection
connection.settings_dict["NAME"] = sys.argv[1]
from curation.services.decisions import decide
from tests.curation.deciding import BOB

request, verdict, last = sys.argv[2], sys.argv[3], int(sys.argv[4])
seen = 0

def dies(execute, sql, params, many, context):
    global seen
    if sql.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE")):
        seen += 1
        if seen == last:
            os.kill(os.getpid(), signal.SIGKILL)
    return execute(sql, params, many, context)

with connection.execute_wrapper(dies):
    decide(actor=BOB, request_id=request, verdict=verdict, reason="x")
print(seen)
"""


def start(script: str, *arguments: str, out: Any = subprocess.PIPE) -> subprocess.Popen[str]:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "memoryhub.settings", "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-c", script, str(connection.settings_dict["NAME"]), *arguments],
        env=environment,
        stdout=out,
        stderr=subprocess.STDOUT if out is not subprocess.PIPE else subprocess.PIPE,
        text=True,
    )


def books_balance() -> None:
    report = check_hub()
    assert not report.findings, report.findings
    assert audit.verify().intact


# ------------------------------------------------------------------ at once


@pytest.mark.parametrize(("processes", "threads", "count"), [(5, 10, 100)])
def test_fifty_people_decide_the_same_hundred_requests(
    processes: int, threads: int, count: int, tmp_path: Path
) -> None:
    index.clear()
    now = hub_now()
    requests = [burst(f"v{number}", predicate=f"p{number}", now=now)[0] for number in range(count // 2)]
    for number in range(count // 2):
        agent = f"agent-{number // 10}"
        fact("A", predicate=f"q{number}", now=now, agent=agent)
        requests.append(conflict("B", predicate=f"q{number}", now=now, agent=agent))
    (tmp_path / "requests").write_text(json.dumps(requests))
    files = [tmp_path / f"said-{place}" for place in range(processes)]
    running = []
    for place, file in enumerate(files):
        with file.open("w") as out:
            arguments = (str(place * threads), str(threads), str(tmp_path / "requests"))
            running.append(start(DECIDERS, *arguments, out=out))
    for process, file in zip(running, files, strict=True):
        assert process.wait(600) == 0, file.read_text()[-3_000:]
    lines: list[list[str]] = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    assert len(lines) == processes * threads * count
    by_request: defaultdict[str, list[list[str]]] = defaultdict(list)
    for line in lines:
        by_request[line[1]].append(line)
    for request in ApprovalRequest.objects.filter(pk__in=requests):
        said = by_request[request.pk]
        (winner,) = [line for line in said if line[2] == "done"]
        verdict = {"approve": "approved", "reject": "rejected"}[winner[3]]
        assert (request.status, request.decided_by, winner[4]) == (verdict, winner[0], verdict)
        # Everybody else is told the truth: that it is decided, how, and by whom.
        for line in said:
            if line is not winner:
                assert line[2] == "already_decided"
                assert f"already decided ({verdict}) by {winner[0]} at " in line[4]
        item = ApprovalItem.objects.get(request=request)
        standing = Memory.objects.get(id=item.memory).standing
        assert standing == ("believed" if verdict == "approved" else "rejected")
    assert Counter(OutboxEvent.objects.filter(kind="approval.decided").values_list("request", flat=True)) == Counter(
        requests
    )
    decisions = AuditEvent.objects.filter(action__in=["approval.approved", "approval.rejected"])
    assert Counter(decisions.values_list("target", flat=True)) == Counter(requests)
    effects = AuditEvent.objects.filter(action__in=["memory.released", "memory.rejected"])
    assert effects.count() == count
    books_balance()


# ------------------------------------------------------------------ failures


@contextmanager
def fails_at(statement: int) -> Iterator[list[int]]:
    """Let the n-th statement that writes fail, as a broken constraint or a bug would."""
    seen = [0]

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE")):
            seen[0] += 1
            if seen[0] == statement:
                raise RuntimeError("fault")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield seen


def everything() -> dict[str, Any]:
    """All that an effect changes, besides the note of a failure, its record, and the count of tries to write."""
    tables: dict[str, Any] = {
        model.__name__: list(model.objects.order_by("pk").values())
        for model in (Agent, Memory, MemorySource, MemorySpan, Reaffirmation, ApprovalItem, OutboxEvent)
    }
    for agent in tables["Agent"]:
        del agent["writes"]
    requests = [name for name in (f.attname for f in ApprovalRequest._meta.concrete_fields) if name != "last_error"]
    tables["requests"] = list(ApprovalRequest.objects.order_by("pk").values(*requests))
    tables["audit"] = list(AuditEvent.objects.exclude(action="approval.failed").values_list("action", flat=True))
    return tables


@pytest.mark.parametrize("verdict", ["approve", "reject", "undo"])
def test_a_failure_at_any_statement_leaves_the_request_waiting_with_the_error(verdict: Any) -> None:
    index.clear()
    now = hub_now()
    fact("A", now=now)
    request = conflict(now=now)
    if verdict == "undo":
        decide(actor=BOB, request_id=request, verdict="approve")

    def act() -> object:
        if verdict == "undo":
            return undo(actor=BOB, request_id=request)
        return decide(actor=BOB, request_id=request, verdict=verdict, reason="x")

    failures = 0
    for statement in range(1, 60):
        before = everything()
        with fails_at(statement) as seen:
            try:
                act()
            except Exception as error:  # noqa: BLE001 - whatever it is
                failed: Exception | None = error
            else:
                failed = None
        if failed is None:
            assert seen[0] == statement - 1
            break
        failures += 1
        assert everything() == before, (statement, failed)
        books_balance()
        row = ApprovalRequest.objects.get(pk=request)
        if "could not be carried out" in str(failed):
            assert "RuntimeError" in row.last_error
            assert AuditEvent.objects.order_by("sequence").last().action == "approval.failed"  # type: ignore[union-attr]
    assert failures >= 8
    row = ApprovalRequest.objects.get(pk=request)
    assert (row.last_error, row.status) == ("", {"reject": "rejected"}.get(verdict, "approved"))
    books_balance()


def test_one_failure_among_many_leaves_the_others_decided() -> None:
    index.clear()
    now = hub_now()
    for number in range(3):
        fact("A", predicate=f"p{number}", now=now)
    requests = [conflict(predicate=f"p{number}", now=now) for number in range(3)]
    rows = [ApprovalItem.objects.get(request=request).memory for request in requests]
    number = Memory.objects.get(id=rows[1]).number

    def breaks_the_second(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("UPDATE") and "knowledge_memory" in sql and params and params[-1] == number:
            raise RuntimeError("fault")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(breaks_the_second):
        found = decide_many(actor=BOB, choices=[Choice(one, "approve") for one in requests])
    assert [one.result for one in found] == ["done", "failed", "done"]
    standings = dict(Memory.objects.filter(id__in=rows).values_list("id", "standing"))
    assert [standings[one] for one in rows] == ["believed", "held", "believed"]
    errors = dict(ApprovalRequest.objects.values_list("pk", "last_error"))
    assert [bool(errors[one]) for one in requests] == [False, True, False]
    books_balance()
    decide(actor=BOB, request_id=requests[1], verdict="approve")
    books_balance()


@pytest.mark.parametrize("verdict", ["approve", "reject"])
def test_killed_between_verdict_and_effect_both_or_neither(verdict: str) -> None:
    index.clear()
    now = hub_now()
    fact("A", now=now)
    request = conflict(now=now)
    memory = ApprovalItem.objects.get(request=request).memory
    before = everything()
    connection.close()
    died = 0
    for statement in range(1, 60, 2):
        process = start(KILLED, request, verdict, str(statement))
        out, problems = process.communicate(timeout=120)
        status = ApprovalRequest.objects.get(pk=request).status
        standing = Memory.objects.get(id=memory).standing
        if process.returncode == 0:
            assert (status, standing) == (
                ("approved", "believed") if verdict == "approve" else ("rejected", "rejected")
            ), out
            break
        assert process.returncode == -signal.SIGKILL, problems[-2_000:]
        died += 1
        assert (status, standing) == ("pending", "held")
        assert everything() == before
        connection.close()
    assert died >= 4
    books_balance()
