"""One run of a job at a time, each with its result, whatever is killed and whoever sleeps too long."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django_q.models import OrmQ, Schedule

from knowledge.engine.types import Actor
from knowledge.errors import Conflict, Invalid, NotFound, Refused
from knowledge.models import AuditEvent, Job, JobRun
from knowledge.queries import jobs as timetable
from knowledge.services import jobs
from knowledge.services.transactions import write_transaction
from memoryhub.jobs import SCHEDULES, run_asked, run_scheduled, sync_schedules
from tests.knowledge.helpers import NOW, hold_the_clock

ADMIN = Actor(kind="person", name="alice", door="page", roles=frozenset({"admin"}), agents=None)
CURATOR = Actor(kind="person", name="bob", door="page", roles=frozenset({"curator"}), agents=None)
NAME = "count_sheep"

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch):
    """Let the hub's clock stand at a moment that tests move."""

    def stand_at(minutes: float) -> None:
        hold_the_clock(monkeypatch, NOW + timedelta(minutes=minutes))

    stand_at(0)
    jobs.sync([jobs.JobEntry(NAME, "Count sheep", 10, tells_before=True)])
    return stand_at


def the_job() -> timetable.JobView:
    return next(job for job in timetable.jobs() if job.name == NAME)


def test_a_run_is_noted_with_its_report_and_gives_the_job_free(clock):
    done = jobs.run(name=NAME, work=lambda: "7 sheep counted", asked_by="alice")
    assert (done.state, done.report, done.asked_by) == ("done", "7 sheep counted", "alice")
    assert timetable.job_run(run_id=done.id) == done
    assert the_job().last == done
    assert the_job().running is None
    assert (the_job().last_done_at, Job.objects.get().leased_until) == (NOW, None)


def test_what_failed_says_so_without_the_words_of_the_error(clock):
    def fail() -> str:
        raise ValueError("the secret name")

    with pytest.raises(ValueError, match="secret"):
        jobs.run(name=NAME, work=fail)
    failed = the_job().last
    assert failed is not None
    assert (failed.state, failed.report) == ("failed", "It ended with an error; the log says more. (ValueError)")
    assert the_job().last_done_at is None
    assert jobs.run(name=NAME, work=lambda: "again").state == "done"


def test_two_runs_of_one_job_are_never_at_once(clock):
    def work() -> str:
        seen = the_job().running
        assert seen is not None
        assert seen.state == "running"
        with pytest.raises(Conflict, match="running already"):
            jobs.run(name=NAME, work=lambda: "twice")
        assert jobs.run(name=NAME, work=lambda: "would count", dry_run=True).report == "would count"
        return "once"

    assert jobs.run(name=NAME, work=work).report == "once"
    assert [run.report for run in timetable.job_runs(name=NAME)] == ["would count", "once"]


def test_progress_is_seen_while_it_runs(clock):
    def work() -> str:
        with write_transaction() as opened:
            jobs.step(opened, done=30, total=120)
        seen = the_job().running
        assert seen is not None
        assert (seen.done, seen.total, seen.share) == (30, 120, 0.25)
        return "counted"

    jobs.run(name=NAME, work=work)
    with write_transaction() as opened:
        jobs.step(opened, done=1)  # outside a run nobody asks


def test_whoever_slept_through_the_end_of_the_lease_writes_nothing_any_more(clock):
    def sleeper() -> str:
        clock(60)
        assert jobs.run(name=NAME, work=lambda: "the next one").state == "done"
        with write_transaction() as opened:
            opened.shared["written"] = True
            jobs.step(opened, done=1)
        return "never"

    with pytest.raises(jobs.LostLeaseError):
        jobs.run(name=NAME, work=sleeper)
    assert [(run.state, run.report) for run in timetable.job_runs(name=NAME)] == [
        ("done", "the next one"),
        ("stopped", "Its process ended before it was done; the next run goes on."),
    ]


def test_a_lease_of_a_process_that_is_gone_or_of_a_clock_that_went_ahead_keeps_nobody_out(clock):
    later = NOW + timedelta(seconds=jobs.lease_seconds() - 5)
    me = jobs._me()
    machine = me.split("/")[0]
    for holder, until, free in (
        (me, later, False),
        (f"{machine}/999999999/1", later, True),
        (me.rsplit("/", 1)[0] + "/17", later, True),
        ("another-machine/999999999/1", later, False),
        ("another-machine/1/1", NOW + timedelta(hours=1), True),
        ("another-machine/1/1", NOW - timedelta(seconds=1), True),
    ):
        Job.objects.update(holder=holder, leased_until=until)
        if free:
            assert jobs.run(name=NAME, work=lambda: "ran").state == "done"
        else:
            with pytest.raises(Conflict):
                jobs.run(name=NAME, work=lambda: "ran")


def test_a_job_is_overdue_when_more_than_one_run_is_missing(clock):
    clock(24)
    assert (the_job().overdue, timetable.overdue_jobs()) == (False, ())
    clock(26)
    assert (the_job().overdue_since, timetable.overdue_jobs()) == (NOW + timedelta(minutes=25), ("Count sheep",))
    jobs.run(name=NAME, work=lambda: "counted")
    assert timetable.overdue_jobs() == ()
    clock(-60)
    assert timetable.overdue_jobs() == ()


def test_administrators_ask_for_a_run_once(clock):
    first = jobs.ask(actor=ADMIN, name=NAME)
    assert first.state == "waiting"
    assert jobs.ask(actor=ADMIN, name=NAME) == first
    assert OrmQ.objects.count() == 1
    assert AuditEvent.objects.filter(action="job.asked", target=NAME).count() == 1
    assert the_job().open == (first,)
    with pytest.raises(Refused):
        jobs.ask(actor=CURATOR, name=NAME)
    with pytest.raises(NotFound):
        jobs.ask(actor=ADMIN, name="nothing")
    Job.objects.update(tells_before=False)
    with pytest.raises(Invalid):
        jobs.ask(actor=ADMIN, name=NAME, dry_run=True)


def test_only_so_many_results_are_kept(clock, monkeypatch):
    monkeypatch.setattr(jobs, "KEPT_RUNS", 3)
    for number in range(5):
        jobs.run(name=NAME, work=partial(str, number))
    assert [run.report for run in timetable.job_runs(name=NAME)] == ["4", "3", "2"]


def test_the_worker_runs_what_was_asked_for_and_a_second_delivery_does_nothing():
    sync_schedules()
    asked = jobs.ask(actor=ADMIN, name="trim_access_log", dry_run=True)
    assert run_asked(asked.id) == "0 recalls older than 90 days would be deleted"
    assert run_asked(asked.id) == "It was begun before."
    run = timetable.job_run(run_id=asked.id)
    assert (run.state, run.dry_run, run.asked_by) == ("done", True, "alice")
    asked = jobs.ask(actor=ADMIN, name="trim_access_log")

    def work() -> str:
        return run_asked(asked.id)

    assert jobs.run(name="trim_access_log", work=work).report == "This job is running already; wait until it is done."
    assert timetable.job_run(run_id=asked.id).state == "failed"


def test_every_schedule_runs_through_the_lease_and_has_a_row():
    assert sync_schedules() == len(SCHEDULES)
    listed = timetable.jobs()
    assert {job.name for job in listed} == {one.key for one in SCHEDULES}
    assert all(job.next_run is not None for job in listed)
    assert set(Schedule.objects.values_list("func", flat=True)) == {"memoryhub.jobs.run_scheduled"}
    Schedule.objects.update(next_run=NOW + timedelta(days=900))
    sync_schedules()
    assert Schedule.objects.filter(next_run__gt=NOW + timedelta(days=2)).count() == 0
    assert run_scheduled("tidy") == "0 links and 0 counts removed"
    assert JobRun.objects.get().state == "done"
    JobRun.objects.all().delete()
    Job.objects.create(name="gone", title="Gone", minutes=1, known_since=NOW)
    sync_schedules()
    assert not Job.objects.filter(pk="gone").exists()
