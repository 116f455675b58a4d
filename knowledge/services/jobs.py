"""Running what runs by the clock: one run of a job at a time across all processes, each with its result.

A lease in the database keeps two runs of one job apart. Each lease has a higher number than the one before, and every
batch that a run writes checks in its own transaction that it still holds the newest. A process that stood still until
its lease was over is refused then, whatever it still has in its hands.
"""

from __future__ import annotations

import os
import socket
import time
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db.models import Q
from django_q.tasks import async_task

from knowledge.errors import Conflict, HubError, Invalid, NotFound, Refused
from knowledge.models import Job, JobRun
from knowledge.models.job import DONE, FAILED, RUNNING, STOPPED, WAITING
from knowledge.queries.jobs import RunView, to_run
from knowledge.services import audit
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from knowledge.engine.types import Actor
    from knowledge.services.transactions import WriteTransaction

KEPT_RUNS: Final = 500
"""Results of one job that are kept; older ones go."""
_MARGIN_SECONDS: Final = 60
_ENDED_EARLY: Final = "Its process ended before it was done; the next run goes on."
_TAKEN: Final = "This job is running already; wait until it is done."
_WENT_WRONG: Final = "It ended with an error; the log says more."


class LostLeaseError(Conflict):
    """Another process runs this job now; what this one had in its hands is not written."""


@dataclass(frozen=True, slots=True)
class JobEntry:
    """One line of the timetable.

    Attributes:
        name: what commands and programs call it.
        title: what people read.
        minutes: between two runs.
        tells_before: whether it can say beforehand what it would do.
    """

    name: str
    title: str
    minutes: int
    tells_before: bool


@dataclass(frozen=True, slots=True)
class _Lease:
    """What a run holds."""

    job: str
    fence: int
    run: int


_lease: ContextVar[_Lease | None] = ContextVar("job_lease", default=None)


def lease_seconds() -> int:
    """Return how long a run may go without a word: a little longer than the worker lets a job take."""
    return int(settings.WORKER_TIMEOUT) + _MARGIN_SECONDS


def sync(entries: Sequence[JobEntry]) -> None:
    """Make the table of jobs equal to the timetable; results of jobs that are gone go with them."""
    with write_transaction() as opened:
        Job.objects.exclude(name__in=[entry.name for entry in entries]).delete()
        for entry in entries:
            wanted = {"title": entry.title, "minutes": entry.minutes, "tells_before": entry.tells_before}
            Job.objects.update_or_create(
                name=entry.name, defaults=wanted, create_defaults={**wanted, "known_since": opened.now}
            )


def ask(*, actor: Actor, name: str, dry_run: bool = False) -> RunView:
    """Have the worker run a job as soon as it can; asked again before it began, it is the same run.

    Raises:
        NotFound: there is no such job.
        Refused: not an administrator.
        Invalid: the job cannot say beforehand what it would do.
    """
    if "admin" not in actor.roles:
        raise Refused("Only an administrator may do this.")
    with write_transaction() as opened:
        job = _locked(name)
        if dry_run and not job.tells_before:
            raise Invalid("This job cannot say beforehand what it would do; run it without a dry run.", field="dry_run")
        run = JobRun.objects.filter(job=job, state=WAITING, dry_run=dry_run).first()
        if run is None:
            run = JobRun.objects.create(
                job=job, state=WAITING, dry_run=dry_run, asked_by=actor.name[:200], asked_at=opened.now
            )
            async_task(settings.KNOWLEDGE_JOB_RUNNER, run.pk)
            details = {"job": name, "dry_run": dry_run}
            audit.record(opened, actor, audit.AuditRecord("job.asked", target=name, details=details))
        return to_run(run)


def waiting_run(run_id: int) -> tuple[str, bool] | None:
    """Return name of the job and whether it is a dry run; None when the run was begun, or is gone."""
    return JobRun.objects.filter(pk=run_id, state=WAITING).values_list("job_id", "dry_run").first()


def run(
    *, name: str, work: Callable[[], str], dry_run: bool = False, asked_by: str = "", run_id: int | None = None
) -> RunView:
    """Run a job here and now, and note how it went.

    Args:
        name: the job.
        work: does it; returns one sentence on what it did, without content.
        dry_run: whether it only says what it would do; then nobody is kept out.
        asked_by: who wanted it; empty for the schedule.
        run_id: the run that waited for this, if one did.

    Raises:
        Conflict: another process runs this job now.
        NotFound: there is no such job.
        Exception: what `work` raised, after it was noted.
    """
    held = _begin(name, dry_run, asked_by, run_id)
    token = _lease.set(None if dry_run else held)
    began = time.monotonic()
    try:
        report = work()
    except LostLeaseError:
        raise
    except Exception as error:
        report = error.message if isinstance(error, HubError) else f"{_WENT_WRONG} ({type(error).__name__})"
        _end(held, FAILED, report, began, dry_run=dry_run)
        raise
    finally:
        _lease.reset(token)
    return _end(held, DONE, report, began, dry_run=dry_run)


def step(opened: WriteTransaction, *, done: int, total: int | None = None) -> None:
    """Say how far a run is, inside the transaction of a batch; outside any run it does nothing.

    Args:
        opened: the transaction of the batch.
        done: rows looked after since the run began, this batch included.
        total: rows there are to look after, when that is known.

    Raises:
        LostLeaseError: another process runs this job now; the batch must not be written.
    """
    held = _lease.get()
    if held is None:
        return
    until = opened.now + timedelta(seconds=lease_seconds())
    if not Job.objects.filter(pk=held.job, fence=held.fence).update(leased_until=until):
        raise LostLeaseError("Another process runs this job now.")
    JobRun.objects.filter(pk=held.run).update(done=done, total=total)


# ------------------------------------------------------------------ parts


def _locked(name: str) -> Job:
    job = Job.objects.select_for_update().filter(pk=name).first()
    if job is None:
        raise NotFound("There is no such job.")
    return job


def _begin(name: str, dry_run: bool, asked_by: str, run_id: int | None) -> _Lease:  # noqa: FBT001 - one caller
    """Take the lease and note that the run began; a dry run takes none."""
    with write_transaction() as opened:
        job = _locked(name)
        taken = not dry_run and _is_taken(job, opened)
        if not taken:
            return _begun(opened, job, dry_run, asked_by, run_id)
        if run_id is not None:
            mine = JobRun.objects.filter(pk=run_id, state=WAITING)
            mine.update(state=FAILED, ended_at=opened.now, report=_TAKEN)
    raise Conflict(_TAKEN)


def _begun(
    opened: WriteTransaction,
    job: Job,
    dry_run: bool,  # noqa: FBT001 - one caller
    asked_by: str,
    run_id: int | None,
) -> _Lease:
    if not dry_run:
        unfinished = JobRun.objects.filter(job=job, state=RUNNING, dry_run=False)
        unfinished.update(state=STOPPED, ended_at=opened.now, report=_ENDED_EARLY)
        job.fence += 1
        job.holder, job.leased_until = _me(), opened.now + timedelta(seconds=lease_seconds())
        job.save(update_fields=["fence", "holder", "leased_until"])
    begun = {"state": RUNNING, "started_at": opened.now, "fence": job.fence}
    if run_id is None or not JobRun.objects.filter(pk=run_id, state=WAITING).update(**begun):
        asked = {"dry_run": dry_run, "asked_by": asked_by[:200], "asked_at": opened.now}
        run_id = JobRun.objects.create(job=job, **asked, **begun).pk
    return _Lease(job.pk, job.fence, run_id)


def _end(held: _Lease, state: str, report: str, began: float, *, dry_run: bool) -> RunView:
    """Give the lease back and note the result; results beyond those that are kept go."""
    with write_transaction() as opened:
        if not dry_run:
            free = {"holder": "", "leased_until": None}
            mine = Job.objects.filter(pk=held.job, fence=held.fence)
            mine.update(**free, **({"last_done_at": opened.now} if state == DONE else {}))
        run = JobRun.objects.get(pk=held.run)
        run.state, run.report, run.ended_at = state, report, opened.now
        run.seconds = round(time.monotonic() - began, 3)
        run.save(update_fields=["state", "report", "ended_at", "seconds"])
        _drop_old(held.job)
        return to_run(run)


def _drop_old(name: str) -> None:
    runs = JobRun.objects.filter(job=name)
    oldest = runs.order_by("-pk").values_list("pk", flat=True)[KEPT_RUNS : KEPT_RUNS + 1].first()
    if oldest is not None:
        runs.filter(Q(pk__lte=oldest) & ~Q(state__in=(WAITING, RUNNING))).delete()


def _is_taken(job: Job, opened: WriteTransaction) -> bool:
    """Whether another process runs it: its lease is not over, and it is not known to be gone.

    A lease that ends later than any can was taken by a clock that went ahead and was set back since.
    """
    if job.leased_until is None or job.leased_until <= opened.now:
        return False
    if job.leased_until > opened.now + timedelta(seconds=lease_seconds()):
        return False
    return not _is_gone(job.holder)


def _me() -> str:
    return f"{socket.gethostname()[:150]}/{os.getpid()}/{_started(os.getpid())}"


def _is_gone(holder: str) -> bool:
    """Whether a process of this machine is known to have ended; its number may be another's by now."""
    machine, _, rest = holder.partition("/")
    number, _, started = rest.partition("/")
    if machine != socket.gethostname()[:150] or not number.isdigit():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return bool(started) and _started(int(number)) != started


def _started(number: int) -> str:
    """Return when a process started, in ticks of this machine; empty where it cannot be known."""
    try:
        return Path(f"/proc/{number}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""
