"""Names of entities, and vectors of entities."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from knowledge.models.agent import Agent

ALIAS_BELIEVED = "believed"
ALIAS_HELD = "held"
ALIAS_REJECTED = "rejected"
ALIAS_STANDINGS = [
    (ALIAS_BELIEVED, "believed"),
    (ALIAS_HELD, "held for review"),
    (ALIAS_REJECTED, "rejected"),
]


class EntityAlias(models.Model):
    """Another name of an entity in one agent's memory.

    `stated` is the name that the alias was said to stand for; `canonical` is where the chain of
    statements ends, so that reading never follows a chain. Taking one link away recomputes
    `canonical` from what was stated.
    """

    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="aliases", db_index=False)
    alias = models.TextField()
    alias_key = models.TextField()
    stated = models.TextField()
    stated_key = models.TextField()
    canonical = models.TextField()
    canonical_key = models.TextField()
    origin = models.CharField(max_length=512)
    origin_trust = models.FloatField()
    standing = models.CharField(max_length=12, choices=ALIAS_STANDINGS, default=ALIAS_BELIEVED)
    standing_reason = models.CharField(max_length=40, default="", blank=True)
    added_by = models.CharField(max_length=200, default="", blank=True)
    added_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "entity aliases"
        constraints = [
            models.UniqueConstraint(
                fields=["agent", "alias_key"], condition=Q(standing="believed"), name="alias_once_per_agent"
            ),
            models.CheckConstraint(
                condition=~Q(alias_key=F("stated_key")) & ~Q(alias_key=F("canonical_key")), name="alias_not_itself"
            ),
            models.CheckConstraint(
                condition=~Q(alias_key="") & ~Q(stated_key="") & ~Q(canonical_key=""), name="alias_has_names"
            ),
            models.CheckConstraint(condition=Q(origin_trust__gte=0, origin_trust__lte=1), name="alias_trust_0_1"),
            models.CheckConstraint(
                condition=Q(standing__in=[name for name, _ in ALIAS_STANDINGS]), name="alias_standing_known"
            ),
        ]
        indexes = [models.Index(fields=["agent", "canonical_key"], name="alias_canonical")]

    def __str__(self) -> str:
        return f"{self.alias_key} = {self.canonical_key}"


class EntityEmbedding(models.Model):
    """Vector of an entity's name, made when first needed; goes with the last fact of the entity."""

    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="+", db_index=False)
    entity = models.TextField()
    model = models.CharField(max_length=100)
    vector = models.BinaryField(help_text="Unit vector, float32, little-endian.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["agent", "model", "entity"], name="entity_embedding_once"),
        ]

    def __str__(self) -> str:
        return self.entity
