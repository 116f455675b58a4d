"""What the burst guard counts."""

from __future__ import annotations

from django.db import models

from knowledge.models.agent import Agent
from knowledge.models.memory import Memory


class GuardSighting(models.Model):
    """One new fact of a guarded origin, written in the transaction of the fact.

    `subject` and `content` are digests of what spellings share (look-alikes, width, case, invisible letters), so that
    the table tells nothing and no other spelling escapes the count.
    """

    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="+", db_index=False)
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="sightings")
    origin = models.CharField(max_length=512)
    origin_class = models.CharField(max_length=64)
    subject = models.CharField(max_length=32)
    content = models.CharField(max_length=32)
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["agent", "subject", "at"], name="guard_subject"),
            models.Index(fields=["content", "at"], name="guard_content"),
            models.Index(fields=["at"], name="guard_age"),
        ]

    def __str__(self) -> str:
        return f"{self.origin} {self.at:%H:%M:%S}"
