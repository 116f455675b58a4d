"""The shell's tables, and those of the libraries, in Django's admin: to look at, not to change."""

from __future__ import annotations

import django.contrib.auth.admin  # noqa: F401 - imported for what it registers
import django_q.admin  # noqa: F401 - imported for what it registers
from django.contrib import admin
from django.contrib.auth.models import Group, User
from django_q.models import Failure, OrmQ, Schedule, Success

from knowledge.admin import ReadOnlyAdmin
from memoryhub.models import AgentToken, FailedAttempt, IdempotencyClaim, RateBucket, SignInLink, WorkerBeat

# The libraries offer to change people, groups and jobs past the services; importing them here, first, makes sure that
# what they register is replaced and stays so.
admin.site.unregister([User, Group, Schedule, Success, Failure])
if admin.site.is_registered(OrmQ):
    admin.site.unregister(OrmQ)


@admin.register(User)
class UserAdmin(ReadOnlyAdmin):
    """Accounts; the settings page changes them."""

    list_display = ["username", "is_active", "is_staff", "is_superuser", "last_login", "date_joined"]
    search_fields = ["username"]
    exclude = ["password"]


@admin.register(Group)
class GroupAdmin(ReadOnlyAdmin):
    """Roles."""

    list_display = ["name"]
    exclude = ["permissions"]


@admin.register(SignInLink)
class SignInLinkAdmin(ReadOnlyAdmin):
    """Links that were made; their secret is not kept."""

    list_display = ["pk", "user", "created_at", "expires_at", "used_at"]
    list_select_related = ["user"]
    exclude = ["digest"]


@admin.register(FailedAttempt)
class FailedAttemptAdmin(ReadOnlyAdmin):
    """Counts of tries."""

    list_display = ["kind", "count", "window_started_at"]
    exclude = ["key"]


@admin.register(AgentToken)
class AgentTokenAdmin(ReadOnlyAdmin):
    """Tokens; their secret is not kept."""

    list_display = ["id", "agent", "user", "origin", "created_at", "expires_at", "revoked_at", "last_used_at"]
    list_select_related = ["user"]
    search_fields = ["=id", "=agent"]
    exclude = ["digest"]
    ordering = ("-created_at",)


@admin.register(IdempotencyClaim)
class IdempotencyClaimAdmin(ReadOnlyAdmin):
    """Requests that may be sent again; the answers kept for them are not shown."""

    list_display = ["pk", "token", "route", "status", "expires_at"]
    fields = ["token", "route", "agent", "status", "content_type", "lease_until", "expires_at"]


@admin.register(RateBucket)
class RateBucketAdmin(ReadOnlyAdmin):
    """Allowances that are used up in part."""

    list_display = ["key", "full_at"]


@admin.register(WorkerBeat)
class WorkerBeatAdmin(ReadOnlyAdmin):
    """The worker's last sign of life."""

    list_display = ["name", "at"]


@admin.register(Schedule)
class ScheduleAdmin(ReadOnlyAdmin):
    """What runs by the clock."""

    list_display = ["name", "func", "minutes", "next_run"]
    exclude = ["args", "kwargs"]


@admin.register(Success, Failure)
class TaskAdmin(ReadOnlyAdmin):
    """Jobs that ran."""

    list_display = ["name", "func", "started", "stopped"]
    fields = ["name", "func", "started", "stopped", "success", "attempt_count"]
    ordering = ("-stopped",)


@admin.register(OrmQ)
class QueueAdmin(ReadOnlyAdmin):
    """Jobs that wait; what they carry is not shown."""

    list_display = ["pk", "lock"]
    exclude = ["payload"]
