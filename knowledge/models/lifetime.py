"""How long kinds of memories live, and what must not be deleted whatever they say."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from knowledge.engine.policies import CONFLICTS, COSTS
from knowledge.models.agent import Agent
from knowledge.models.memory import LAYER_CHOICES, Memory


class Policy(models.Model):
    """One kind of life time that people made, or a built-in one that they changed.

    `former_ttls` and `ttl_changed_at` say which older memories still have to be brought to the new life time.
    """

    name = models.CharField(max_length=100, primary_key=True)
    reason = models.TextField(help_text="Why it has its numbers.")
    ttl_seconds = models.BigIntegerField(null=True, blank=True, help_text="Empty for no end.")
    failure_cost = models.CharField(max_length=8, choices=[(name, name) for name in COSTS])
    failure_note = models.TextField(default="", blank=True)
    min_confidence = models.FloatField()
    versions_kept = models.PositiveIntegerField(null=True, blank=True, help_text="Empty for all.")
    retention_days = models.PositiveIntegerField(null=True, blank=True, help_text="Empty for ever.")
    on_conflict = models.CharField(max_length=8, choices=[(name, name) for name in CONFLICTS])
    layer = models.CharField(max_length=12, choices=LAYER_CHOICES, default="", blank=True)
    predicates = models.JSONField(default=list)
    tags = models.JSONField(default=list)
    updated_at = models.DateTimeField()
    updated_by = models.CharField(max_length=200)
    former_ttls = models.JSONField(default=list)
    ttl_changed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "policies"
        constraints = [
            models.CheckConstraint(condition=Q(min_confidence__range=(0, 1)), name="policy_confidence_range"),
            models.CheckConstraint(condition=Q(failure_cost__in=COSTS), name="policy_cost_known"),
            models.CheckConstraint(condition=Q(on_conflict__in=CONFLICTS), name="policy_conflict_known"),
        ]

    def __str__(self) -> str:
        return self.name


class LegalHold(models.Model):
    """What no job deletes: everything of an agent, or one memory."""

    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="holds")
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="holds", null=True, blank=True)
    reason = models.TextField()
    held_by = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["agent"], condition=Q(memory=None), name="hold_once_per_agent"),
            models.UniqueConstraint(fields=["memory"], condition=Q(memory__isnull=False), name="hold_once_per_memory"),
        ]

    def __str__(self) -> str:
        return f"{self.agent_id} {self.memory_id or 'all'}"


class RemovedVersions(models.Model):
    """How many versions of a fact were deleted because its kind keeps no more; the history says so."""

    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="+", db_index=False)
    fact_key = models.CharField(max_length=32)
    count = models.BigIntegerField(default=0)

    class Meta:
        verbose_name = verbose_name_plural = "removed versions"
        constraints = [models.UniqueConstraint(fields=["agent", "fact_key"], name="removed_versions_once")]

    def __str__(self) -> str:
        return f"{self.agent_id} {self.count}"
