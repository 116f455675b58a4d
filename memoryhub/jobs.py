"""What runs by the clock: the table of schedules, and the shell's own jobs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.management import call_command
from django.utils import timezone
from django_q.models import Schedule as Row

from memoryhub.models import FailedAttempt, SignInLink, WorkerBeat

WORKER = "worker"


@dataclass(frozen=True, slots=True)
class Schedule:
    """One job: its name for people, the function, and how many minutes lie between two runs."""

    name: str
    func: str
    minutes: int


SCHEDULES: tuple[Schedule, ...] = (
    Schedule("Sign of life", "memoryhub.jobs.beat", 1),
    Schedule("Clear sessions and old sign-in attempts", "memoryhub.jobs.tidy", 24 * 60),
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


def sync_schedules() -> int:
    """Make the schedules in the database equal to ``SCHEDULES``; jobs that are gone from it are removed.

    Returns:
        The number of schedules.
    """
    now = timezone.now()
    Row.objects.exclude(name__in=[schedule.name for schedule in SCHEDULES]).delete()
    for schedule in SCHEDULES:
        wanted = {"func": schedule.func, "schedule_type": Row.MINUTES, "minutes": schedule.minutes, "repeats": -1}
        Row.objects.update_or_create(name=schedule.name, defaults=wanted, create_defaults={**wanted, "next_run": now})
    return len(SCHEDULES)


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
