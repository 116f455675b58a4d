"""The audit trail: append-only, hash-chained, without content."""

from __future__ import annotations

from django.db import models


class AuditEvent(models.Model):
    """One effect: who did what to which rows, and the hash that chains it to the one before.

    `sequence` counts without gaps from 1. `details` holds ids, counts and digests, never content.
    """

    sequence = models.BigIntegerField(primary_key=True)
    at = models.DateTimeField()
    actor_kind = models.CharField(max_length=8)
    actor = models.CharField(max_length=200)
    door = models.CharField(max_length=8)
    action = models.CharField(max_length=40)
    agent = models.CharField(max_length=200, default="", blank=True)
    target = models.CharField(max_length=512, default="", blank=True)
    reason = models.CharField(max_length=1000, default="", blank=True)
    details = models.JSONField(default=dict)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        indexes = [
            models.Index(fields=["agent", "sequence"], name="audit_agent"),
            models.Index(fields=["action", "sequence"], name="audit_action"),
            models.Index(fields=["target"], name="audit_target"),
            # What one person did. People write little, so it costs the writes of agents nothing.
            models.Index(fields=["actor", "sequence"], condition=models.Q(actor_kind="person"), name="audit_person"),
        ]

    def __str__(self) -> str:
        return f"{self.sequence} {self.action}"
