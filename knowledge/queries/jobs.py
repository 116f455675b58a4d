"""What runs by the clock: when it ran, when it runs next, what it did, and whether it is overdue."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.db.models import Max, Q
from django_q.models import Schedule

from knowledge.clock import hub_now
from knowledge.errors import NotFound
from knowledge.models import Job, JobRun
from knowledge.models.job import RUNNING, WAITING

if TYPE_CHECKING:
    from datetime import datetime

GRACE: Final = timedelta(minutes=5)
"""How late a job may be, beyond one run left out, before that is a warning."""
MOST_RUNS: Final = 100


@dataclass(frozen=True, slots=True)
class RunView:
    """One run of a job.

    Attributes:
        id: number of the run.
        job: name of the job.
        state: `waiting` for the worker, `running`, `done`, `failed`, or `stopped` when its process ended early.
        dry_run: whether it only says what it would do.
        asked_by: who wanted it; empty for the schedule.
        asked_at, started_at, ended_at: moments in UTC; None for what is still to come.
        seconds: how long it took, None while it runs.
        done, total: rows looked after, and how many there are when that is known.
        report: one sentence on what it did, or why it failed; empty while it runs.
    """

    id: int
    job: str
    state: str
    dry_run: bool
    asked_by: str
    asked_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    seconds: float | None
    done: int
    total: int | None
    report: str

    @property
    def share(self) -> float | None:
        """How far it is, 0 to 1; None when nobody knows."""
        if not self.total:
            return None
        return min(1.0, self.done / self.total)


@dataclass(frozen=True, slots=True)
class JobView:
    """One job.

    Attributes:
        name: what commands and programs call it.
        title: what people read.
        minutes: between two runs.
        tells_before: whether it can say beforehand what it would do.
        next_run: when the schedule runs it next; None when it is in no schedule.
        last: the newest run that has ended, a dry run aside; None before the first.
        open: runs that wait or are running, the oldest first.
        last_done_at: when a run last came to its end.
        overdue_since: since when a run is missing, None when none is.
    """

    name: str
    title: str
    minutes: int
    tells_before: bool
    next_run: datetime | None
    last: RunView | None
    open: tuple[RunView, ...]
    last_done_at: datetime | None
    overdue_since: datetime | None

    @property
    def running(self) -> RunView | None:
        """The run that is under way; None when there is none."""
        return next((run for run in self.open if run.state == RUNNING and not run.dry_run), None)

    @property
    def overdue(self) -> bool:
        """Whether a run is missing."""
        return self.overdue_since is not None


def jobs(*, now: datetime | None = None) -> tuple[JobView, ...]:
    """Return every job, by title, in four questions to the database.

    Args:
        now: the moment to look from; None reads the hub clock.
    """
    now = now or hub_now()
    rows = list(Job.objects.order_by("title", "name"))
    next_runs = dict(Schedule.objects.values_list("name", "next_run"))
    ended = JobRun.objects.filter(dry_run=False, ended_at__isnull=False)
    newest = ended.order_by().values("job").annotate(newest=Max("pk")).values("newest")
    last = {run.job_id: to_run(run) for run in JobRun.objects.filter(pk__in=newest)}
    waiting: dict[str, list[RunView]] = {}
    for run in JobRun.objects.filter(Q(state=WAITING) | Q(state=RUNNING)).order_by("pk"):
        waiting.setdefault(run.job_id, []).append(to_run(run))
    return tuple(
        JobView(
            name=row.name,
            title=row.title,
            minutes=row.minutes,
            tells_before=row.tells_before,
            next_run=next_runs.get(row.title),
            last=last.get(row.name),
            open=tuple(run for run in waiting.get(row.name, ()) if run.state == WAITING or _is_leased(row, now, run)),
            last_done_at=row.last_done_at,
            overdue_since=overdue_since(row, now),
        )
        for row in rows
    )


def overdue_jobs(*, now: datetime | None = None) -> tuple[str, ...]:
    """Return the titles of the jobs of which a run is missing, for a warning."""
    now = now or hub_now()
    return tuple(row.title for row in Job.objects.order_by("title") if overdue_since(row, now) is not None)


def job_runs(*, name: str, before: int | None = None, limit: int = 20) -> tuple[RunView, ...]:
    """Return the runs of one job, the newest first.

    Args:
        name: the job.
        before: number of a run; only older ones are returned.
        limit: 1 to 100.

    Raises:
        NotFound: there is no such job.
    """
    if not Job.objects.filter(pk=name).exists():
        raise NotFound("There is no such job.")
    runs = JobRun.objects.filter(job=name)
    if before is not None:
        runs = runs.filter(pk__lt=before)
    return tuple(to_run(run) for run in runs.order_by("-pk")[: max(1, min(limit, MOST_RUNS))])


def job_run(*, run_id: int) -> RunView:
    """Return one run.

    Raises:
        NotFound: there is no such run, or it is no longer kept.
    """
    run = JobRun.objects.filter(pk=run_id).first()
    if run is None:
        raise NotFound("There is no such run.")
    return to_run(run)


def to_run(run: JobRun) -> RunView:
    """Return a row as what people see of it."""
    return RunView(
        id=run.pk,
        job=run.job_id,
        state=run.state,
        dry_run=run.dry_run,
        asked_by=run.asked_by,
        asked_at=run.asked_at,
        started_at=run.started_at,
        ended_at=run.ended_at,
        seconds=run.seconds,
        done=run.done,
        total=run.total,
        report=run.report,
    )


def _is_leased(job: Job, now: datetime, run: JobRun | RunView) -> bool:
    return run.dry_run or (job.leased_until is not None and job.leased_until > now)


def overdue_since(job: Job, now: datetime) -> datetime | None:
    """Return since when a run is missing: two of them may be apart by twice their distance, and a little."""
    due = (job.last_done_at or job.known_since) + 2 * timedelta(minutes=job.minutes) + GRACE
    return due if due < now else None
