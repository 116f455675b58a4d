"""A clock that is set back: jobs do not wait until it has caught up with itself."""

from __future__ import annotations

import signal
from datetime import timedelta

import pytest
from django.utils import timezone
from django_q.models import Schedule

from memoryhub import jobs, processes
from memoryhub.management.commands import up


@pytest.fixture
def _signals():
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.getsignal(number) for number in numbers}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("_signals")
def test_whoever_watches_over_the_programs_notices_it_once(monkeypatch):
    ahead = iter([3_600.0, 3_600.1, 3_590.0, 0.0, 0.0, 0.0])
    monkeypatch.setattr(processes, "clock_ahead", lambda: next(ahead))
    monkeypatch.setattr(processes, "POLL_SECONDS", 0.001)
    noticed: list[float] = []

    def set_back() -> None:
        noticed.append(next(ahead))
        supervisor.ask_to_stop()

    supervisor = processes.Supervisor(children=[], environment={}, say=lambda _: None, when_set_back=set_back)
    assert supervisor.run(ready=lambda: False, when_ready=lambda: None) == 0
    assert noticed == [0.0]


@pytest.mark.django_db(transaction=True)
def test_jobs_that_a_clock_ahead_had_put_off_are_due():
    jobs.sync_schedules()
    Schedule.objects.update(next_run=timezone.now() + timedelta(hours=1))
    up._due_again()
    soon = Schedule.objects.filter(next_run__lte=timezone.now())
    assert soon.count() == sum(1 for one in jobs.SCHEDULES if one.minutes < 60)
