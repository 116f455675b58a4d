"""The pages of jobs, ready for their templates: what runs by the clock, how far it is, and what it did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from curation.presenters import paged, query_string
from curation.wording import VOCABULARIES
from knowledge.errors import NotFound
from knowledge.queries.jobs import JobView, RunView, job_runs, jobs

if TYPE_CHECKING:
    from django.http import QueryDict

PAGE = 30
_DIGITS = 18


@dataclass(frozen=True, slots=True)
class JobRow:
    """One job in people's words."""

    job: JobView
    title: str
    hint: str


@dataclass(frozen=True, slots=True)
class OpenRun:
    """A run that waits or is under way: its job in people's words, and how far it is in percent if that is known."""

    run: RunView
    title: str
    percent: int | None


def page_context() -> dict[str, Any]:
    """Return what the list of jobs shows."""
    rows = [_row(job) for job in jobs()]
    return _health() | {
        "rows": sorted(rows, key=lambda one: one.title),
        "open": _open(rows),
        "overdue": [one for one in rows if one.job.overdue],
        "now": timezone.now(),
    }


def job_context(name: str, params: QueryDict) -> dict[str, Any]:
    """Return what the page of one job shows.

    Raises:
        NotFound: there is no such job.
    """
    row = next((_row(job) for job in jobs() if job.name == name), None)
    if row is None:
        raise NotFound("There is no such job.")
    runs = job_runs(name=name, before=_place(params.get("before", "")), limit=PAGE + 1)
    return _health() | {
        "row": row,
        "open": _open([row]),
        "runs": runs[:PAGE],
        "older": paged(params, before=runs[PAGE - 1].id) if len(runs) > PAGE else "",
        "newest": query_string(params) if params.get("before") else "",
        "now": timezone.now(),
    }


def asked(run: RunView) -> str:
    """Say that somebody asked for a run."""
    if run.dry_run:
        return _("The worker looks what it would do; nothing is changed.")
    return _("The worker runs it as soon as it can.")


def _health() -> dict[str, Any]:
    beat, late = import_string(settings.WORKER_STATE)()
    return {"beat": beat, "worker_late": late, "administers": True}


def _row(job: JobView) -> JobRow:
    word = VOCABULARIES["job"].get(job.name)
    return JobRow(job, str(word.label) if word else job.title, str(word.hint) if word else "")


def _open(rows: list[JobRow]) -> list[OpenRun]:
    """Return what waits or runs, what runs first."""
    found = [
        OpenRun(run, row.title, None if run.share is None else round(100 * run.share))
        for row in rows
        for run in row.job.open
    ]
    return sorted(found, key=lambda one: (one.run.state != "running", one.run.id))


def _place(text: str) -> int | None:
    """Read a place in the list; whatever is none means the beginning."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _DIGITS else None
