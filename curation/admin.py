"""People's tables in Django's admin: to look at. What changes, changes through the services."""

from __future__ import annotations

from django.contrib import admin

from curation.models import (
    AgentAssignment,
    ApprovalItem,
    ApprovalRequest,
    OutboxEvent,
    SavedFilter,
    WebhookDelivery,
    WebhookTarget,
)
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

    list_display = ["request", "memory", "rival", "status", "decided_by", "decided_at"]
    list_select_related = ["request"]
    search_fields = ["=memory", "=request__id"]


@admin.register(SavedFilter)
class SavedFilterAdmin(ReadOnlyAdmin):
    """Filters of the queue that people keep."""

    list_display = ["name", "user", "shared", "created_at"]
    list_select_related = ["user"]


@admin.register(OutboxEvent)
class OutboxEventAdmin(ReadOnlyAdmin):
    """What other systems are told."""

    list_display = ["key", "kind", "agent", "request", "at"]
    list_filter = ["kind"]
    search_fields = ["=key", "=request", "=agent"]


@admin.register(WebhookTarget)
class WebhookTargetAdmin(ReadOnlyAdmin):
    """Where events are sent."""

    list_display = ["name", "key", "active", "created_at"]
    exclude = ["url"]


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnlyAdmin):
    """Events on their way."""

    list_display = ["event", "target", "state", "attempts", "answer", "next_at"]
    list_select_related = ["event", "target"]
    list_filter = ["state"]
