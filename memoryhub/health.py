"""Is the hub alive, is it ready, how is it doing.

Anyone may ask the first two and gets one word; reasons and numbers are for administrators and for tokens with the
scope ``admin``.
"""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST

from knowledge.queries.jobs import overdue_jobs
from knowledge.queries.vector_state import vector_problems
from memoryhub import access, jobs
from memoryhub import metrics as numbers

LATE_SECONDS = 240


def live(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"status": "alive"})


def ready(request: HttpRequest) -> JsonResponse:
    """Whether the hub can do its work.

    ``ready`` and ``degraded`` (pages work, jobs or a setting do not) are 200, ``unavailable`` is 503.
    """
    try:
        reasons = _degraded_reasons()
        broken = _is_behind()
    except DatabaseError:
        return JsonResponse({"status": "unavailable", "reasons": ["The database does not answer."]}, status=503)
    if broken:
        return JsonResponse({"status": "unavailable", "reasons": ["The database is being upgraded."]}, status=503)
    answer: dict[str, object] = {"status": "degraded" if reasons else "ready"}
    if access.is_administrator(request):
        answer["reasons"] = reasons
    return JsonResponse(answer)


def _is_behind() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def worker_state() -> tuple[datetime | None, bool]:
    """Return when the worker gave its last sign of life (UTC, None for never), and whether that is too long ago.

    People's pages ask it too; they find it through the setting ``WORKER_STATE``.
    """
    beat = jobs.last_beat()
    return beat, beat is None or (timezone.now() - beat).total_seconds() > LATE_SECONDS


def _degraded_reasons() -> list[str]:
    reasons = [*settings.CONFIG_WARNINGS, *vector_problems()]
    beat, late = worker_state()
    if beat is None:
        reasons.append("No worker has run on this hub yet.")
    elif late:
        reasons.append(f"The worker gave its last sign of life at {beat:%Y-%m-%dT%H:%M:%SZ}.")
    else:  # of a worker that stands still all jobs are overdue, which says no more
        reasons += [f"A run of the job “{title}” is missing." for title in overdue_jobs()]
    return reasons


def metrics(request: HttpRequest) -> HttpResponse:
    """Numbers for Prometheus."""
    if not access.is_administrator(request):
        return HttpResponse(
            "Metrics are for administrators and for tokens with the scope admin.\n",
            status=401,
            content_type="text/plain",
            headers={"WWW-Authenticate": 'Bearer realm="memoryhub"'},
        )
    return HttpResponse(numbers.render(), content_type=CONTENT_TYPE_LATEST)
