"""The access log: what agents recalled, and when."""

from __future__ import annotations

from django.db import models

from knowledge.models.agent import Agent
from knowledge.models.memory import Memory


class AccessLog(models.Model):
    """One recall through an agent's door.

    `query_digest` is keyed, so the words asked cannot be read back.
    """

    at = models.DateTimeField()
    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="accesses", db_index=False)
    door = models.CharField(max_length=8)
    actor = models.CharField(max_length=200)
    query_digest = models.CharField(max_length=32)

    class Meta:
        indexes = [
            models.Index(fields=["agent", "id"], name="access_agent"),
            models.Index(fields=["at"], name="access_age"),
        ]

    def __str__(self) -> str:
        return f"{self.agent_id} {self.at:%Y-%m-%d %H:%M}"


class AccessHit(models.Model):
    """One row that a recall returned."""

    log = models.ForeignKey(AccessLog, on_delete=models.CASCADE, related_name="hits")
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="accesses")
    rank = models.SmallIntegerField()
    version = models.BigIntegerField()
    score = models.FloatField()

    def __str__(self) -> str:
        return f"{self.log_id} #{self.rank}"
