"""Human judgement and its tools."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

KINDS = [("fact_conflict", "conflicting write")]
PENDING = "pending"
STATUSES = [
    (PENDING, "pending"),
    ("approved", "approved"),
    ("rejected", "rejected"),
    ("expired", "expired"),
    ("stale", "stale"),
    ("withdrawn", "withdrawn"),
]


class AgentAssignment(models.Model):
    """A person may look after one agent, by the agent's name."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="agent_assignments")
    agent = models.CharField(max_length=200)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "agent"], name="assignment_once")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.agent}"


class ApprovalRequest(models.Model):
    """Something that waits for a person. No answer by the deadline counts as a rejection.

    `digest` is taken over every field shown, so that nothing else can be approved than was seen.
    """

    id = models.CharField(max_length=40, primary_key=True)
    kind = models.CharField(max_length=24, choices=KINDS)
    agent = models.CharField(max_length=200)
    status = models.CharField(max_length=12, choices=STATUSES, default=PENDING)
    reason = models.CharField(max_length=40, default="", blank=True)
    digest = models.CharField(max_length=64)
    count = models.IntegerField(default=1, help_text="How often the same claim was made.")
    raised_by_kind = models.CharField(max_length=8)
    raised_by = models.CharField(max_length=200)
    raised_by_token = models.CharField(max_length=40, default="", blank=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=[name for name, _ in STATUSES]), name="approval_status_known"
            ),
            models.CheckConstraint(condition=Q(expires_at__gt=models.F("created_at")), name="approval_has_a_life"),
        ]
        indexes = [
            models.Index(fields=["status", "expires_at"], name="approval_waiting"),
            models.Index(fields=["agent", "id"], name="approval_agent"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class ApprovalItem(models.Model):
    """One row a request is about: the held memory and the row it would replace, by id."""

    request = models.ForeignKey(ApprovalRequest, on_delete=models.CASCADE, related_name="items")
    memory = models.CharField(max_length=40)
    rival = models.CharField(max_length=40, default="", blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["request", "memory"], name="approval_item_once")]
        indexes = [models.Index(fields=["memory"], name="approval_item_memory")]

    def __str__(self) -> str:
        return self.memory
