"""The trace of recalls is kept for a while and then goes, in bounded steps, with a record of it."""

from __future__ import annotations

import pytest

from knowledge import jobs
from knowledge.conf import read_limits
from knowledge.engine.types import Actor
from knowledge.models import AccessHit, AccessLog, Agent, AuditEvent, Memory
from knowledge.services import access
from knowledge.services.agents import lock_agent
from knowledge.services.ledger import Ledger
from knowledge.services.transactions import write_transaction
from tests.knowledge.helpers import NOW, days, fact, say

pytestmark = pytest.mark.django_db

JOB = Actor(kind="system", name="jobs", door="job", agents=None)


@pytest.fixture
def log():
    memory = Memory.objects.get(id=say("Recalled often").memory.id)
    agent = Agent.objects.get()
    for age in (-200, -100, -91, -90, -10):
        one = AccessLog.objects.create(at=days(age), agent=agent, door="rest", actor="alice", query_digest="0" * 32)
        AccessHit.objects.create(log=one, memory=memory, rank=1, version=1, score=1.0)


def ages() -> list[int]:
    return sorted(round((one.at - NOW).total_seconds() / 86_400) for one in AccessLog.objects.all())


def test_what_is_older_goes_with_its_hits_and_the_rest_stays(log):
    assert access.count_old(before=days(-90)) == 3
    assert access.forget_old(actor=JOB, before=days(-90)) == 3
    assert ages() == [-90, -10]
    assert AccessHit.objects.count() == 2
    record = AuditEvent.objects.get(action="access_log.cleared")
    assert record.details == {"recalls": 3, "before": "2026-09-01T12:00:00Z"}
    assert Memory.objects.get().content == "Recalled often"


def test_nothing_to_do_leaves_no_record(log):
    assert access.forget_old(actor=JOB, before=days(-300)) == 0
    assert not AuditEvent.objects.filter(action="access_log.cleared").exists()


def test_a_call_does_a_bounded_amount_oldest_first_and_the_next_goes_on(log):
    assert access.forget_old(actor=JOB, before=NOW, batch=2, most=3) == 3
    assert ages() == [-90, -10]
    assert [one.details["recalls"] for one in AuditEvent.objects.filter(action="access_log.cleared")] == [2, 1]
    assert access.forget_old(actor=JOB, before=NOW, batch=2, most=3) == 2
    assert ages() == []


def test_the_job_takes_the_days_from_the_settings_file(log, settings, monkeypatch):
    monkeypatch.setattr(jobs, "hub_now", lambda: NOW)
    assert jobs.trim_access_log(dry_run=True) == "3 recalls older than 90 days would be deleted"
    settings.HUB_TOML = {"memory": {"access_log_days": 150}}
    assert jobs.trim_access_log() == "1 recalls older than 150 days deleted"
    assert ages() == [-100, -91, -90, -10]


@pytest.mark.parametrize("value", [0, 3_651, "90", 1.5, True])
def test_a_slip_in_the_file_keeps_the_default(value):
    limits, warnings = read_limits({"memory": {"access_log_days": value}})
    assert limits.access_log_days == 90
    assert "access_log_days must be a whole number from 1 to 3650" in warnings[0]


def test_the_job_is_on_the_schedule():
    from memoryhub.jobs import SCHEDULES

    assert "knowledge.jobs.trim_access_log" in {one.func for one in SCHEDULES}


def test_a_recall_counted_while_a_write_is_prepared_stays_counted():
    fact("Kyoto")
    with write_transaction(NOW) as opened:
        row = Memory.objects.get()
        ledger = Ledger(opened, lock_agent(opened, row.agent.name))
        row.confidence = 0.5
        ledger.change(row)
        ledger.count(row)
        Memory.objects.update(access_count=7)  # somebody recalled it meanwhile
        ledger.flush()
    assert Memory.objects.values_list("access_count", "confidence").get() == (8, 0.5)
    with write_transaction(NOW) as opened:
        ledger = Ledger(opened, lock_agent(opened, row.agent.name))
        ledger.count(row, -1)
        Memory.objects.update(access_count=0)
        ledger.flush()
    assert Memory.objects.values_list("access_count", flat=True).get() == 0
