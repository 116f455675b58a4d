"""The tables of life times and of what runs by the clock, to look at."""

from __future__ import annotations

from django.contrib import admin

from knowledge import models
from knowledge.admin import ReadOnlyAdmin


@admin.register(models.Job)
class JobAdmin(ReadOnlyAdmin):
    """What runs by the clock, and who runs it now."""

    list_display = ["name", "minutes", "last_done_at", "holder", "leased_until", "fence"]


@admin.register(models.JobRun)
class JobRunAdmin(ReadOnlyAdmin):
    """What every run of a job did."""

    list_display = ["id", "job", "state", "dry_run", "asked_by", "started_at", "seconds", "report"]
    list_filter = ["state", "dry_run"]


@admin.register(models.Policy)
class PolicyAdmin(ReadOnlyAdmin):
    """Kinds of life time that people made or changed."""

    list_display = [
        "name",
        "ttl_seconds",
        "failure_cost",
        "min_confidence",
        "versions_kept",
        "updated_by",
        "updated_at",
    ]
    list_filter = ["failure_cost", "on_conflict"]


@admin.register(models.LegalHold)
class LegalHoldAdmin(ReadOnlyAdmin):
    """What no job deletes."""

    list_display = ["agent", "memory", "held_by", "at"]
    list_select_related = ["agent", "memory"]
    raw_id_fields = ["memory"]


@admin.register(models.RemovedVersions)
class RemovedVersionsAdmin(ReadOnlyAdmin):
    """How many versions of a fact were deleted."""

    list_display = ["agent", "fact_key", "count"]
    list_select_related = ["agent"]
