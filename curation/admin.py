"""People's tables in Django's admin: to look at. What changes, changes through the services."""

from __future__ import annotations

from django.contrib import admin

from curation.models import AgentAssignment, ApprovalItem, ApprovalRequest
from knowledge.admin import ReadOnlyAdmin


@admin.register(AgentAssignment)
class AgentAssignmentAdmin(ReadOnlyAdmin):
    """Who looks after which agent."""

    list_display = ["user", "agent"]
    list_select_related = ["user"]
    search_fields = ["=agent", "=user__username"]


@admin.register(ApprovalRequest)
class ApprovalRequestAdmin(ReadOnlyAdmin):
    """What waits for a decision, and what was decided."""

    list_display = ["id", "kind", "agent", "status", "reason", "count", "created_at", "expires_at"]
    list_filter = ["status", "kind"]
    search_fields = ["=id", "=agent"]


@admin.register(ApprovalItem)
class ApprovalItemAdmin(ReadOnlyAdmin):
    """The rows a request is about."""

    list_display = ["request", "memory", "rival"]
    list_select_related = ["request"]
    search_fields = ["=memory", "=request__id"]
