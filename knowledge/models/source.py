"""Where memories were learned, and which were made from which."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from knowledge.models.memory import Memory

SOURCE_KINDS = [
    (kind, kind.replace("_", " ")) for kind in ("message", "run", "import_item", "tool_turn", "external_call", "system")
]
DIRECT = "direct"
INHERITED = "inherited"
REAFFIRMED = "reaffirmed"
ROLES = [(DIRECT, "learned here"), (INHERITED, "taken over from a parent"), (REAFFIRMED, "said again here")]


class MemorySource(models.Model):
    """One source of one memory. The keys come from the host or the credential, never from text."""

    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="sources")
    kind = models.CharField(max_length=16, choices=SOURCE_KINDS)
    session = models.CharField(max_length=512, default="", blank=True)
    item = models.CharField(max_length=512, default="", blank=True)
    sequence = models.BigIntegerField(null=True, blank=True)
    observed_at = models.DateTimeField(null=True, blank=True)
    content_digest = models.CharField(max_length=64, default="", blank=True)
    role = models.CharField(max_length=12, choices=ROLES, default=DIRECT)
    parent = models.CharField(max_length=40, default="", blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(role__in=[name for name, _ in ROLES]), name="source_role_known"),
        ]
        indexes = [
            models.Index(fields=["kind", "session", "item"], name="source_lookup"),
            # Whether a line was imported before, whatever the file was called then.
            models.Index(fields=["item"], condition=Q(kind="import_item"), name="source_import_item"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.session} {self.item}".strip()


class Derivation(models.Model):
    """`child` was made from `parent`."""

    child = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="parents")
    parent = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="children")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["child", "parent"], name="derivation_once"),
            models.CheckConstraint(condition=~Q(child=F("parent")), name="derivation_not_self"),
        ]

    def __str__(self) -> str:
        return f"{self.child_id} from {self.parent_id}"
