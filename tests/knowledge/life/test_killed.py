"""A job that is killed at any moment, runs twice, or runs twice at once, leaves what one clean run leaves."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Count

from knowledge.engine.policies import DAY, Policy
from knowledge.engine.types import Actor, MemoryDraft, StoreOutcome
from knowledge.models import Agent, AuditEvent, Job, JobRun, Memory, MemorySpan, Mistake, RemovedVersions
from knowledge.services import edit, expiry, fading, jobs, mistakes, policies, reflexion
from knowledge.services.check import check_hub
from knowledge.services.mistakes import MistakeDraft
from knowledge.services.store import store_many
from tests.knowledge.helpers import NOW, days, writer
from tests.knowledge.life import killing

pytestmark = pytest.mark.django_db(transaction=True)

JOB = Actor(kind="system", name="jobs", door="job", agents=None)
ADMIN = Actor(kind="person", name="ann", door="page", roles=frozenset({"admin"}), agents=None)
NEWS = Policy("news", "It gets old.", ttl_seconds=30 * DAY)
KILLS = 50
EACH = 15
_ID = re.compile("m_[0-9a-z]{26}")


def drafts(count: int, name: str, **fields: Any) -> list[MemoryDraft]:
    return [MemoryDraft(f"{name} number {number}", **fields) for number in range(count)]


def fill() -> None:
    """Write what every job has something to do with."""
    policies.save(actor=ADMIN, policy=NEWS, now=days(-90))
    for agent in ("alice", "bob"):
        told = writer("operator", agent)

        def say(items: list[MemoryDraft], at: float, who: Actor = told, name: str = agent) -> list[str]:
            stored = store_many(actor=who, agent=name, drafts=items, now=days(at))
            return [one.memory.id for one in stored if isinstance(one, StoreOutcome)]

        say(drafts(EACH, "runs out", ttl_seconds=3_600), -1)
        say(drafts(EACH, "fades", importance=2), -45)
        say(drafts(EACH, "lasts", importance=8), -45)
        old = say(drafts(EACH, "long forgotten", importance=8), -100)
        edit.forget_many(actor=ADMIN, memory_ids=old, now=days(-95))
        for number in range(20):
            fact: dict[str, Any] = {"subject": "gold", "predicate": "price", "policy": "realtime"}
            say([MemoryDraft(f"gold is at {number}", object=str(number), **fact)], -2 + number / 1_000)
        say(drafts(EACH, "is news", policy="news"), -5)
        for number in range(6):
            lesson: dict[str, Any] = {
                "category": "factual",
                "what_went_wrong": f"lesson {number}",
                "session": f"s{number}",
            }
            mistakes.record(actor=told, agent=agent, draft=MistakeDraft(**lesson), now=days(-3))
    jobs.sync([jobs.JobEntry(name, name, 60, tells_before=True) for name in WORKS])


def _follow() -> str:
    return str(policies.follow(now=NOW))


WORKS: dict[str, Callable[[], str]] = {
    "expire": lambda: str(expiry.expire_due(actor=JOB, now=NOW)),
    "archive": lambda: str(fading.archive_faded(actor=JOB, now=NOW)),
    "clear": lambda: str(fading.clear_archive(actor=JOB, before=days(-90), now=NOW)),
    "versions": lambda: str(fading.clear_versions(actor=JOB, now=NOW)),
    "follow": _follow,
    "learn": lambda: str([reflexion.consolidate(actor=JOB, agent=name, now=NOW) for name in ("alice", "bob")]),
}


def state() -> dict[str, list[Any]]:
    """Everything a job may change, without ids."""
    columns = (
        "agent__name", "content", "standing", "standing_reason", "valid_until", "expires_at", "ttl_seconds",
        "invalidated_at", "invalidated_by_event", "archived_at", "token_count", "version",
    )  # fmt: skip
    spans = MemorySpan.objects.values("memory__content", "memory__agent__name", "event", "believed", "valid_until")
    return {
        "memories": sorted(_ID.sub("", str(one)) for one in Memory.objects.values_list(*columns)),
        "spans": sorted(_ID.sub("", str(one)) for one in spans.annotate(count=Count("pk"))),
        "agents": sorted(Agent.objects.values_list("name", "live_memories", "live_tokens", "total_memories")),
        "mistakes": sorted(Mistake.objects.values_list("what_went_wrong", "resolved_at", "resolved_by")),
        "removed": sorted(RemovedVersions.objects.values_list("agent__name", "count")),
    }


def differences(wanted: dict[str, list[Any]]) -> dict[str, object]:
    """Return what is otherwise than wanted: (too much, missing) of each part."""
    found = state()
    return {
        name: (sorted(set(found[name]) - set(rows)), sorted(set(rows) - set(found[name])))
        for name, rows in wanted.items()
        if found[name] != rows
    }


def prepared(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knowledge.services.closing.BATCH", 3)
    monkeypatch.setattr(fading, "BATCH", 3)
    monkeypatch.setattr("knowledge.services.fading._ERASED_AT_ONCE", 1 if name == "versions" else 3)
    monkeypatch.setattr("knowledge.services.policies._BATCH", 3)
    monkeypatch.setattr("knowledge.services.fading.PAUSE_SECONDS", 0.001)
    fill()
    if name == "follow":
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("knowledge.services.policies._AT_ONCE_SECONDS", -1.0)
            policies.save(actor=ADMIN, policy=replace(NEWS, ttl_seconds=10 * DAY), now=days(-1))


def empty() -> None:
    """Let the next filling start from nothing."""
    from django.core.management import call_command

    from knowledge.services import audit, index

    call_command("flush", verbosity=0, interactive=False)
    index.clear()
    audit.head_file().unlink(missing_ok=True)


def clean(name: str, monkeypatch: pytest.MonkeyPatch) -> tuple[dict[str, list[Any]], float]:
    """Return what one run leaves, and how many seconds it takes."""
    prepared(name, monkeypatch)
    before, began = state(), time.monotonic()
    assert killing.end(killing.begin(name, WORKS[name])) == 0
    seconds = time.monotonic() - began
    after = state()
    assert after != before
    empty()
    return after, seconds


@pytest.mark.parametrize("name", WORKS)
def test_killed_fifty_times_at_random_it_ends_where_a_clean_run_ends(name, monkeypatch):
    wanted, seconds = clean(name, monkeypatch)
    prepared(name, monkeypatch)
    killed = killing.kill_again_and_again(name, WORKS[name], times=KILLS, seconds=seconds / 8, seed=len(name))
    assert killed > KILLS / 2
    assert killing.end(killing.begin(name, WORKS[name])) == 0
    assert differences(wanted) == {}
    assert check_hub(now=NOW + timedelta(seconds=1)).findings == []
    states = set(JobRun.objects.values_list("state", flat=True))
    assert states <= {"done", "stopped"}
    assert (Job.objects.get(pk=name).leased_until, Job.objects.get(pk=name).holder) == (None, "")


@pytest.mark.parametrize("name", WORKS)
def test_delivered_twice_and_by_two_workers_at_once_it_has_one_effect(name, monkeypatch):
    wanted, _ = clean(name, monkeypatch)
    prepared(name, monkeypatch)
    codes = [killing.end(number) for number in [killing.begin(name, WORKS[name]) for _ in range(2)]]
    assert 0 in codes
    assert set(codes) <= {0, killing.TAKEN}
    assert differences(wanted) == {}
    written = AuditEvent.objects.count()
    assert killing.end(killing.begin(name, WORKS[name])) == 0
    assert differences(wanted) == {}
    assert AuditEvent.objects.count() == written
    empty()
    # Even where no lease kept them apart, every row is changed once.
    prepared(name, monkeypatch)
    numbers = [killing.begin(name, WORKS[name], leased=False) for _ in range(2)]
    assert [killing.end(number) for number in numbers] == [0, 0]
    assert differences(wanted) == {}
