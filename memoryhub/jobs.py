"""What runs by the clock: the table of schedules, and the shell's own jobs."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone
from django.utils.module_loading import import_string
from django_q.models import Schedule as Row

from knowledge.errors import Conflict, Invalid
from knowledge.queries.jobs import RunView
from knowledge.services import jobs
from memoryhub.models import FailedAttempt, SignInLink, WorkerBeat

log = structlog.get_logger("memoryhub.jobs")

WORKER = "worker"


@dataclass(frozen=True, slots=True)
class Schedule:
    """One job: its name for people, the function, and how many minutes lie between two runs."""

    name: str
    func: str
    minutes: int

    @property
    def key(self) -> str:
        """What commands and programs call it."""
        return self.func.rpartition(".")[2]

    @property
    def function(self) -> Callable[..., str]:
        """What it does."""
        found: Callable[..., str] = import_string(self.func)
        return found

    @property
    def tells_before(self) -> bool:
        """Whether it can say beforehand what it would do."""
        return "dry_run" in inspect.signature(self.function).parameters


SCHEDULES: tuple[Schedule, ...] = (
    Schedule("Sign of life", "memoryhub.jobs.beat", 1),
    Schedule("Clear sessions and old sign-in attempts", "memoryhub.jobs.tidy", 24 * 60),
    Schedule("Close memories whose life time is over", "knowledge.jobs.expire_memories", 1),
    Schedule("Move faded memories to the archive", "knowledge.jobs.archive_faded", 24 * 60),
    Schedule("Clear old versions", "knowledge.jobs.clear_versions", 24 * 60),
    Schedule("Clear old traces of recalls", "knowledge.jobs.trim_access_log", 24 * 60),
    Schedule("Clear old counts of the guard", "knowledge.jobs.trim_sightings", 24 * 60),
    Schedule("Make missing vectors", "knowledge.jobs.fill_vectors", 1),
    Schedule("Finish what was forgotten", "knowledge.jobs.finish_forgetting", 1),
    Schedule("Make rules of repeated mistakes", "knowledge.jobs.consolidate_mistakes", 24 * 60),
    Schedule("Clear resolved mistakes", "knowledge.jobs.trim_mistakes", 24 * 60),
    Schedule("Close requests whose time is over", "curation.jobs.sweep_approvals", 1),
    Schedule("Send events to other systems", "curation.jobs.send_webhooks", 1),
    Schedule("Clear old events", "curation.jobs.trim_outbox", 24 * 60),
)


BY_KEY = {schedule.key: schedule for schedule in SCHEDULES}
_RUNNER = "memoryhub.jobs.run_scheduled"


def sync_schedules() -> int:
    """Make the schedules in the database equal to ``SCHEDULES``; jobs that are gone from it are removed.

    A run that lies further ahead than its schedule allows was set by a clock that went ahead: it is due now.

    Returns:
        The number of schedules.
    """
    now = timezone.now()
    Row.objects.exclude(name__in=[schedule.name for schedule in SCHEDULES]).delete()
    for one in SCHEDULES:
        wanted = {"func": _RUNNER, "args": repr((one.key,)), "schedule_type": Row.MINUTES, "minutes": one.minutes}
        wanted |= {"repeats": -1}
        Row.objects.update_or_create(name=one.name, defaults=wanted, create_defaults={**wanted, "next_run": now})
        Row.objects.filter(name=one.name, next_run__gt=now + timedelta(minutes=one.minutes)).update(next_run=now)
    jobs.sync([jobs.JobEntry(one.key, one.name, one.minutes, one.tells_before) for one in SCHEDULES])
    return len(SCHEDULES)


def run_scheduled(name: str) -> str:
    """Run a job because its time has come; one that runs already is left to run."""
    try:
        return run_now(name=name).report
    except Conflict as error:
        return error.message


def run_asked(run_id: int) -> str:
    """Run the job that somebody asked for; the worker calls this."""
    asked = jobs.waiting_run(run_id)
    if asked is None:
        return "It was begun before."
    try:
        return run_now(name=asked[0], dry_run=asked[1], run_id=run_id).report
    except Conflict as error:
        return error.message


def run_now(*, name: str, dry_run: bool = False, asked_by: str = "", run_id: int | None = None) -> RunView:
    """Run a job in this process and note how it went.

    Args:
        name: the job.
        dry_run: only say what it would do.
        asked_by: who wants it; empty for the schedule.
        run_id: the run that waits for this, if one does.

    Raises:
        Invalid: the job cannot say beforehand what it would do.
        Conflict: another process runs this job now.
    """
    schedule = BY_KEY[name]
    if dry_run and not schedule.tells_before:
        raise Invalid(f"{name} cannot say beforehand what it would do; run it without a dry run.")
    function = schedule.function

    def work() -> str:
        return function(dry_run=True) if dry_run else function()

    try:
        run = jobs.run(name=name, work=work, dry_run=dry_run, asked_by=asked_by, run_id=run_id)
    except Conflict:
        raise
    except Exception:
        log.exception("job", job=name, state="failed", dry_run=dry_run)
        raise
    # What runs every minute would fill the log with lines that say nothing.
    level = logging.DEBUG if schedule.minutes <= 1 and not asked_by and run_id is None else logging.INFO
    log.log(level, "job", job=name, state=run.state, dry_run=dry_run, seconds=run.seconds, report=run.report)
    return run


def beat() -> str:
    """Note that the worker lives; the health page reads it."""
    WorkerBeat.objects.update_or_create(name=WORKER, defaults={"at": timezone.now()})
    return "alive"


def last_beat() -> datetime | None:
    """When the worker last gave a sign of life (UTC); None when it never did."""
    return WorkerBeat.objects.filter(name=WORKER).values_list("at", flat=True).first()


def tidy() -> str:
    """Remove sessions that ended, links that no longer work, and counts of tries that no longer matter."""
    now = timezone.now()
    call_command("clearsessions")
    links, _ = SignInLink.objects.filter(expires_at__lt=now - timedelta(days=1)).delete()
    window = timedelta(seconds=settings.FAILED_ATTEMPTS_WINDOW_SECONDS)
    tries, _ = FailedAttempt.objects.filter(window_started_at__lt=now - window).delete()
    return f"{links} links and {tries} counts removed"
