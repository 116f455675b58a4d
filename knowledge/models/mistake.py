"""The notebook of an agent's mistakes."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from knowledge.engine.reflexion import CATEGORIES, SEVERITIES
from knowledge.models.agent import Agent
from knowledge.models.memory import Memory


class Mistake(models.Model):
    """Something an agent got wrong, until a rule was made of it or somebody settled it."""

    id = models.CharField(max_length=40, primary_key=True)
    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="mistakes", db_index=False)
    category = models.CharField(max_length=16, choices=[(name, name) for name in CATEGORIES])
    severity = models.CharField(max_length=16, choices=[(name, name) for name in SEVERITIES])
    session = models.CharField(max_length=512, default="", blank=True)
    asked = models.TextField(default="", blank=True)
    answered = models.TextField(default="", blank=True)
    what_went_wrong = models.TextField()
    truth = models.TextField(default="", blank=True)
    evidence = models.TextField(default="", blank=True)
    origin = models.CharField(max_length=512)
    origin_trust = models.FloatField()
    at = models.DateTimeField()
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_by = models.CharField(max_length=200, default="", blank=True)
    rule = models.ForeignKey(
        Memory, on_delete=models.SET_NULL, null=True, blank=True, to_field="id", related_name="mistakes"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(category__in=CATEGORIES), name="mistake_category_known"),
            models.CheckConstraint(condition=Q(severity__in=SEVERITIES), name="mistake_severity_known"),
            models.CheckConstraint(condition=Q(origin_trust__range=(0, 1)), name="mistake_trust_range"),
        ]
        indexes = [
            models.Index(fields=["agent", "at"], condition=Q(resolved_at=None), name="mistake_open"),
            models.Index(fields=["agent", "at", "id"], name="mistake_list"),
            models.Index(fields=["resolved_at"], condition=Q(resolved_at__isnull=False), name="mistake_resolved"),
            models.Index(fields=["session"], condition=~Q(session=""), name="mistake_session"),
        ]

    def __str__(self) -> str:
        return self.id
