"""Agents: the owners of memories."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Agent(models.Model):
    """One agent and its counters.

    The row is what writers of one agent lock, so that two of them never plan on the same picture.
    `name` is the namespace: `alice`, `internal/<client>`, `external/<client>`.
    """

    name = models.CharField(max_length=200, unique=True)
    generation = models.BigIntegerField(default=0, db_default=0, help_text="Grows with every write that changes facts.")
    live_generation = models.BigIntegerField(
        default=0, db_default=0, help_text="Grows with every write that changes which rows are live, facts or not."
    )
    live_memories = models.BigIntegerField(default=0, db_default=0, help_text="Rows in the text index.")
    live_tokens = models.BigIntegerField(default=0, db_default=0, help_text="Sum of their lengths in index tokens.")
    total_memories = models.BigIntegerField(default=0, db_default=0, help_text="All rows, whatever their state.")
    multi_valued = models.JSONField(default=list, help_text="Predicate keys that may hold several values at once.")
    quota = models.BigIntegerField(null=True, blank=True, help_text="Most rows it may hold; empty for no limit.")
    writes = models.BigIntegerField(
        default=0, db_default=0, help_text="Grows with every write that locked it: equal means nothing has changed."
    )
    forgettings = models.BigIntegerField(
        default=0, db_default=0, help_text="How many sources were forgotten; while it is 0 nothing is blocked."
    )
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(live_memories__gte=0) & Q(live_tokens__gte=0) & Q(total_memories__gte=0),
                name="agent_counters_not_negative",
            ),
        ]

    def __str__(self) -> str:
        return self.name
