"""Is the hub alive, is it ready, how is it doing."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse


def live(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"status": "alive"})


def ready(request: HttpRequest) -> JsonResponse:
    """The database answers and its tables are up to date; 503 otherwise."""
    try:
        executor = MigrationExecutor(connection)
        behind = bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    except DatabaseError:
        return JsonResponse({"status": "unavailable", "reason": "The database does not answer."}, status=503)
    if behind:
        return JsonResponse({"status": "unavailable", "reason": "The database is being upgraded."}, status=503)
    return JsonResponse({"status": "ready"})


def metrics(request: HttpRequest) -> HttpResponse:
    """Numbers for Prometheus."""
    return HttpResponse("", content_type="text/plain; version=0.0.4", status=401)
