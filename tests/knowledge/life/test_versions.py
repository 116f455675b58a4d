"""Ended versions beyond what their kind keeps are deleted, in order, never one that is true or under legal hold."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from knowledge.engine.policies import DAY, Policy
from knowledge.engine.types import Actor
from knowledge.models import AuditEvent, Memory, MemorySpan, RemovedVersions
from knowledge.queries import history
from knowledge.services import fading, policies
from knowledge.services.check import check_hub
from tests.knowledge.helpers import NOW, days, fact, say

JOB = Actor(kind="system", name="jobs", door="job", agents=None)
ADMIN = Actor(kind="person", name="alice", door="page", roles=frozenset({"admin"}), agents=None)
PRICES = Policy("prices", "They change.", versions_kept=3)

pytestmark = pytest.mark.django_db


def clear(now=NOW) -> int:
    return fading.clear_versions(actor=JOB, now=now)


def prices(count: int, *, subject: str = "gold", policy: str = "prices", start: float = -20, **more) -> list[str]:
    return [
        fact(str(number), subject=subject, predicate="price", policy=policy, now=days(start + number), **more).memory.id
        for number in range(count)
    ]


def left(subject: str = "gold", agent: str = "alice") -> list[object]:
    return [row.object for row in history.get_history(agent=agent, subject=subject, predicate="price")]


@pytest.fixture(autouse=True)
def _kind(db):
    policies.save(actor=ADMIN, policy=PRICES, now=days(-90))


def test_the_newest_are_kept_and_the_history_counts_the_others():
    prices(7)
    prices(2, subject="silver")
    prices(6, subject="iron", policy="default")
    prices(4, agent="bob")
    told = policies.preview(actor=ADMIN, policy=replace(PRICES, versions_kept=4), now=NOW)
    assert told.delete == 3
    assert clear() == 5
    assert left() == ["4", "5", "6"]
    assert left("silver") == ["0", "1"]
    assert len(left("iron")) == 6
    assert left(agent="bob") == ["1", "2", "3"]
    assert sorted(RemovedVersions.objects.values_list("agent__name", "count")) == [("alice", 4), ("bob", 1)]
    assert history.removed_versions(agent="alice", subject="Gold", predicate="price") == 4
    assert history.removed_versions(agent="alice", subject="silver", predicate="price") == 0
    assert not MemorySpan.objects.filter(memory__isnull=True).exists()
    assert AuditEvent.objects.filter(action="memory.versions_cleared").count() == 2
    assert check_hub(now=NOW).findings == []
    assert clear() == 0


def test_what_is_true_now_or_will_be_is_never_deleted():
    ids = prices(3)
    later = [
        fact(f"later {number}", subject="gold", predicate="price", policy="prices", valid_from=days(10 + number)).memory
        for number in range(4)
    ]
    assert clear() == 2
    kept = set(Memory.objects.values_list("id", flat=True))
    assert kept == {ids[-1], *(one.id for one in later)}
    assert [row.object for row in history.get_at(agent="alice", subject="gold", predicate="price", at=NOW)] == ["2"]


def test_what_is_under_legal_hold_stays():
    ids = prices(6)
    policies.hold(actor=ADMIN, agent="alice", memory_id=ids[0], reason="court", now=NOW)
    assert clear() == 2
    assert left() == ["0", "3", "4", "5"]
    policies.hold(actor=ADMIN, agent="alice", reason="court", now=NOW)
    policies.save(actor=ADMIN, policy=replace(PRICES, retention_days=1), now=NOW)
    assert clear() == 0
    policies.unhold(actor=ADMIN, agent="alice", now=NOW)
    policies.unhold(actor=ADMIN, agent="alice", memory_id=ids[0], now=NOW)
    assert clear() == 3
    assert left() == ["5"]


def test_ended_rows_are_kept_for_their_days():
    policies.save(
        actor=ADMIN, policy=replace(PRICES, versions_kept=None, retention_days=5, ttl_seconds=30 * DAY), now=NOW
    )
    prices(10)
    plain = say("a note", policy="prices", ttl_seconds=60, now=days(-8)).memory
    lasting = say("another note", policy="prices", now=days(-8)).memory
    assert clear(now=days(-12)) == 3
    assert left() == ["3", "4", "5", "6", "7", "8", "9"]
    assert clear() == 7
    kept = set(Memory.objects.values_list("id", flat=True))
    assert plain.id not in kept
    assert lasting.id in kept
    assert left() == ["9"]
    assert check_hub(now=NOW + timedelta(seconds=1)).findings == []
