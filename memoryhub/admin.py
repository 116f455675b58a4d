"""The shell's tables in Django's admin: to look at, not to change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from memoryhub.models import FailedAttempt, SignInLink, WorkerBeat

if TYPE_CHECKING:
    _Admin = admin.ModelAdmin[Any]
else:
    _Admin = admin.ModelAdmin  # generic for the type checker only


class ReadOnlyAdmin(_Admin):
    """Rows can be read. Writing goes through the services, which audit it."""

    actions = None

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody adds rows here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody changes rows here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody deletes rows here."""
        return False


@admin.register(SignInLink)
class SignInLinkAdmin(ReadOnlyAdmin):
    """Links that were printed; their secret is not kept."""

    list_display = ["pk", "user", "created_at", "expires_at", "used_at"]
    exclude = ["digest"]


@admin.register(FailedAttempt)
class FailedAttemptAdmin(ReadOnlyAdmin):
    """Counts of tries."""

    list_display = ["kind", "count", "window_started_at"]


@admin.register(WorkerBeat)
class WorkerBeatAdmin(ReadOnlyAdmin):
    """The worker's last sign of life."""

    list_display = ["name", "at"]
