"""What has run out is closed at the end of its time, once, whoever runs the job and how often."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from knowledge.engine.types import Actor, SourceRef
from knowledge.models import Agent, AuditEvent, Memory, MemorySpan
from knowledge.queries import history
from knowledge.queries.history import get_at
from knowledge.queries.recall import RecallRequest, search
from knowledge.services import expiry
from knowledge.services.check import check_hub
from knowledge.services.sessions import close_session
from tests.knowledge.helpers import NOW, days, fact, hold_the_clock, say, writer

JOB = Actor(kind="system", name="jobs", door="job", agents=None)

pytestmark = pytest.mark.django_db


def expire(now=NOW) -> int:
    return expiry.expire_due(actor=JOB, now=now)


def columns(row: Memory) -> tuple[object, ...]:
    return row.valid_until, row.invalidated_at, row.invalidated_by_event, row.token_count, row.standing


def test_what_is_due_is_closed_at_its_end_and_nothing_else_is_touched():
    due = say("gone", ttl_seconds=3_600, now=days(-1)).memory
    fact("1 euro", predicate="price", policy="realtime", now=days(-1))
    later = say("not yet", ttl_seconds=3_600).memory
    kept = say("for ever").memory
    before = {row.id: columns(row) for row in Memory.objects.filter(id__in=[later.id, kept.id])}
    assert expire() == 2
    row = Memory.objects.get(id=due.id)
    assert columns(row) == (days(-1) + timedelta(hours=1), NOW, "ttl_expired", 0, "believed")
    span = MemorySpan.objects.filter(memory=row).last()
    assert span is not None
    assert (span.event, span.at, span.believed, span.valid_until) == ("ttl_expired", NOW, True, row.valid_until)
    assert {row.id: columns(row) for row in Memory.objects.filter(id__in=[later.id, kept.id])} == before
    agent = Agent.objects.get()
    assert agent.live_memories == 2
    assert agent.live_tokens == sum(Memory.objects.values_list("token_count", flat=True))
    assert AuditEvent.objects.get(action="memory.expired_by_time").details["rows"] == 2
    assert check_hub(now=NOW).findings == []


def test_again_it_finds_nothing_to_do():
    say("gone", ttl_seconds=60, now=days(-1))
    assert expire() == 1
    written = MemorySpan.objects.count(), AuditEvent.objects.count(), Agent.objects.get().live_generation
    assert expire() == 0
    assert expire(now=days(1)) == 0
    assert (MemorySpan.objects.count(), AuditEvent.objects.count(), Agent.objects.get().live_generation) == written


def test_a_row_that_had_ended_before_only_leaves_the_index():
    row = say("ended", ttl_seconds=3_600, valid_until=days(-1) + timedelta(minutes=5), now=days(-1)).memory
    assert Memory.objects.get(id=row.id).token_count > 0
    assert expire() == 1
    found = Memory.objects.get(id=row.id)
    assert columns(found) == (row.valid_until, None, "", 0, "believed")
    assert MemorySpan.objects.filter(memory=found).count() == 1


def test_the_answer_is_the_same_whether_the_job_ran_or_not():
    fact("a", policy="realtime", now=days(-1))
    at = [days(-1) + timedelta(seconds=one) for one in (0, 299, 300, 600, 3_600)]
    ask: dict[str, Any] = {"agent": "alice", "subject": "user", "predicate": "lang"}
    before = [[row.object for row in history.get_at(**ask, at=moment)] for moment in at]
    assert before == [["a"], ["a"], [], [], []]
    expire(now=days(-1) + timedelta(seconds=400))
    assert [[row.object for row in history.get_at(**ask, at=moment)] for moment in at] == before
    outcome = fact("b", now=days(-1) + timedelta(seconds=600))
    assert outcome.outcome == "superseded"
    assert [row.state for row in history.get_history(**ask)] == ["expired", "current"]
    assert check_hub(now=NOW).findings == []


def test_what_is_said_again_for_a_time_before_the_end_lives_on():
    first = fact("a", policy="realtime", now=days(-1)).memory
    expire(now=days(-1) + timedelta(seconds=400))
    again = fact(
        "a", policy="realtime", valid_from=days(-1) + timedelta(seconds=200), now=days(-1) + timedelta(seconds=450)
    )
    assert (again.outcome, again.memory.id) == ("reaffirmed", first.id)
    row = Memory.objects.get(id=first.id)
    assert (row.valid_until, row.invalidated_at, row.invalidated_by_event) == (None, None, "")
    assert row.expires_at == days(-1) + timedelta(seconds=750)
    assert row.token_count > 0
    assert expire() == 1
    assert check_hub(now=NOW).findings == []


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_clock_that_is_set_back_or_forward_an_hour_harms_nothing(hours):
    soon = say("soon", ttl_seconds=1_800).memory
    late = say("late", ttl_seconds=30 * 86_400).memory
    wrong = NOW + timedelta(hours=hours)
    assert expire(now=wrong) == (1 if hours > 0 else 0)
    assert expire(now=NOW + timedelta(hours=2)) == (0 if hours > 0 else 1)
    rows = {row.id: row for row in Memory.objects.all()}
    assert rows[soon.id].valid_until == soon.expires_at
    assert rows[late.id].valid_until is None
    assert check_hub(now=NOW + timedelta(hours=2)).findings == []


def test_what_a_clock_that_had_gone_ahead_closed_comes_back_when_it_is_set_right():
    soon = say("the harbour opens", ttl_seconds=1_800).memory
    ends = say("the harbour bell", ttl_seconds=1_800, valid_until=NOW + timedelta(minutes=20)).memory
    kept = fact("python", ttl_seconds=1_800).memory
    followed = fact("one", predicate="rank", ttl_seconds=1_800).memory
    fact("two", predicate="rank", valid_from=NOW + timedelta(minutes=10))
    closed = say("the harbour code", ttl_seconds=1_800, policy="session", source=SourceRef(session="c")).memory
    before = {row.id: columns(row) for row in Memory.objects.all()}
    ahead = NOW + timedelta(hours=1)
    close_session(actor=writer(), agent="alice", session="c", now=NOW)
    before.pop(closed.id)
    assert expire(now=ahead) == 4
    assert found() == []
    assert expiry.bring_back(actor=JOB, now=ahead) == 0
    assert expiry.bring_back(actor=JOB, now=NOW + timedelta(minutes=1)) == 4
    assert set(found()) == {"the harbour opens", "the harbour bell"}
    assert {row.id: columns(row) for row in Memory.objects.exclude(id=closed.id)} == before
    assert {soon.id, ends.id, kept.id, followed.id} < set(before)
    assert expiry.bring_back(actor=JOB, now=NOW + timedelta(minutes=1)) == 0
    assert check_hub(now=NOW + timedelta(minutes=1)).findings == []
    assert expire(now=NOW + timedelta(minutes=31)) == 4
    assert check_hub(now=NOW + timedelta(minutes=31)).findings == []


def test_what_never_held_is_brought_back_by_no_clock():
    later = NOW + timedelta(days=7)
    fact("red", ttl_seconds=30 * 86_400, valid_from=later)
    fact("blue", ttl_seconds=30 * 86_400, valid_from=later, now=NOW + timedelta(minutes=1))
    before = {row.id: columns(row) for row in Memory.objects.all()}
    assert expiry.bring_back(actor=JOB, now=NOW + timedelta(minutes=2)) == 0
    assert {row.id: columns(row) for row in Memory.objects.all()} == before


def test_a_clock_that_is_set_back_while_it_runs_does_not_keep_it_running(monkeypatch):
    say("the harbour opens", ttl_seconds=1_800)
    hold_the_clock(monkeypatch, NOW)
    told = iter([NOW + timedelta(hours=1)])
    monkeypatch.setattr(expiry, "hub_now", lambda: next(told, NOW))  # read once ahead, and right from then on
    assert expiry.expire_due(actor=JOB) == 0
    assert found() == ["the harbour opens"]


def test_what_is_written_by_a_clock_that_was_set_back_keeps_the_second_clock_in_order():
    fact("python")
    back = NOW - timedelta(hours=1)
    fact("rust", now=back)
    assert check_hub(now=back).findings == []
    later = NOW + timedelta(minutes=1)
    answer = get_at(agent="alice", subject="user", predicate="lang", at=later, known_at=later, now=later)
    assert [row.object for row in answer] == ["rust"]
    assert check_hub(now=later).findings == []


def found(now=NOW) -> list[str]:
    request = RecallRequest("harbour")
    hits = search(agent="alice", request=request, now=now + timedelta(minutes=1)).hits
    return [hit.memory.content for hit in hits]


def test_many_batches_of_many_agents_come_to_their_end():
    for agent in ("alice", "bob"):
        for number in range(7):
            say(f"note {number}", agent=agent, ttl_seconds=60, now=days(-1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("knowledge.services.closing.BATCH", 3)
        patch.setattr(expiry, "_AT_ONCE", 5)
        assert expire() == 14
    assert set(Agent.objects.values_list("live_memories", "live_tokens")) == {(0, 0)}
