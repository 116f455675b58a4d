"""Taking back an origin, and forgetting a source: what was planned, done, and may never be learned again.

None of these tables holds content: ids, digests, counts and times. A block knows its source by a keyed digest only.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from knowledge.models.agent import Agent

FAMILIES = [("session", "session"), ("item", "message, run or call"), ("turn", "turn"), ("line", "imported line")]
FORGET, MIGRATE, HAND_OVER, ERASE = "forget", "migrate", "hand_over", "erase"
PLAN_KINDS = [
    (FORGET, "forget a source"),
    (MIGRATE, "move a namespace"),
    (HAND_OVER, "hand memories over"),
    (ERASE, "erase a person"),
]
PLANNED, APPROVED, APPLIED, STALE = "planned", "approved", "applied", "stale"
REJECTED, EXPIRED = "rejected", "expired"
PLAN_STATUSES = [
    (PLANNED, "waiting for approval"),
    (APPROVED, "approved"),
    (APPLIED, "applied"),
    (STALE, "out of date"),
    (REJECTED, "rejected"),
    (EXPIRED, "expired"),
]
OPEN_STATUSES = (PLANNED, APPROVED)
TARGET, KEPT, SAID, RETURNS = "target", "kept", "said", "returns"
PARTS = [
    (TARGET, "deleted"),
    (KEPT, "stays with another source"),
    (SAID, "loses a confirmation"),
    (RETURNS, "true again, or longer"),
]
CLOSED, MOVED, LOWERED = "closed", "moved", "lowered"
ROLLBACK_PARTS = [(CLOSED, "closed"), (MOVED, "true again, or longer"), (LOWERED, "trusted less")]


class SourceBlock(models.Model):
    """A source an agent never learns from again.

    `digest` is keyed with the hub's digest key; `key_check` tells whether that is still the key it was made with. A
    session is blocked up to a watermark: position and time, both.
    """

    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="blocks", db_index=False)
    digest = models.CharField(max_length=64)
    family = models.CharField(max_length=8, choices=FAMILIES)
    up_to = models.BigIntegerField(null=True, blank=True, help_text="Of a session: the last position that is blocked.")
    until = models.DateTimeField(null=True, blank=True, help_text="Of a session: the last moment that is blocked.")
    key_check = models.CharField(max_length=16)
    plan = models.CharField(max_length=40, default="", blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["agent", "digest", "plan"], name="block_once"),
            models.CheckConstraint(condition=Q(family__in=[name for name, _ in FAMILIES]), name="block_family_known"),
        ]

    def __str__(self) -> str:
        return f"{self.family} {self.digest[:8]}"


class ForgetPlan(models.Model):
    """What forgetting a source, moving a namespace or erasing a person would do, and what became of it.

    `selector` names the source as its host does, or where rows go; of a person it holds a keyed digest. `counts` and
    `unreachable` are numbers; `steps` are what follows the commit. `hash` binds the approval to exactly these rows.
    """

    id = models.CharField(max_length=40, primary_key=True)
    kind = models.CharField(max_length=10, choices=PLAN_KINDS, default=FORGET)
    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="plans", db_index=False)
    status = models.CharField(max_length=10, choices=PLAN_STATUSES, default=PLANNED)
    hash = models.CharField(max_length=64)
    epoch = models.BigIntegerField(help_text="How many plans were applied to this memory before.")
    selector = models.JSONField(default=dict)
    counts = models.JSONField(default=dict)
    unreachable = models.JSONField(default=dict)
    reasons = models.JSONField(default=list, help_text="Why it is out of date.")
    steps = models.JSONField(default=list)
    reason = models.CharField(max_length=1000, default="", blank=True)
    request = models.CharField(max_length=40, default="", blank=True)
    created_by = models.CharField(max_length=200)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    approved_hash = models.CharField(max_length=64, default="", blank=True)
    approved_by = models.CharField(max_length=200, default="", blank=True)
    applied_by = models.CharField(max_length=200, default="", blank=True)
    applied_at = models.DateTimeField(null=True, blank=True)
    pending = models.BooleanField(default=False, help_text="Whether steps after the commit are still to be done.")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(status__in=[name for name, _ in PLAN_STATUSES]), name="plan_status"),
            models.CheckConstraint(condition=Q(expires_at__gt=models.F("created_at")), name="plan_has_a_life"),
        ]
        indexes = [
            models.Index(fields=["agent", "id"], name="plan_list"),
            models.Index(fields=["id"], condition=Q(pending=True), name="plan_pending"),
        ]

    def __str__(self) -> str:
        return f"{self.id} {self.status}"


class ForgetPlanItem(models.Model):
    """One row a plan is about, by id; its digest goes when the plan is applied."""

    plan = models.ForeignKey(ForgetPlan, on_delete=models.CASCADE, related_name="items", db_index=False)
    memory = models.CharField(max_length=40)
    part = models.CharField(max_length=8, choices=PARTS)
    depth = models.IntegerField(default=0, help_text="0 when learned there, else how many steps of derivation away.")
    others = models.IntegerField(default=0, help_text="How many other sources it has.")
    digest = models.CharField(max_length=64, default="", blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["plan", "part", "memory"], name="plan_item_once"),
            models.CheckConstraint(condition=Q(part__in=[name for name, _ in PARTS]), name="plan_item_part"),
        ]

    def __str__(self) -> str:
        return f"{self.part} {self.memory}"


class OriginRollback(models.Model):
    """An origin that was taken back."""

    id = models.CharField(max_length=40, primary_key=True)
    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="rollbacks", db_index=False)
    origin = models.CharField(max_length=512)
    since = models.DateTimeField(null=True, blank=True)
    counts = models.JSONField(default=dict)
    reason = models.CharField(max_length=1000)
    by = models.CharField(max_length=200)
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.CharField(max_length=200, default="", blank=True)
    undone = models.JSONField(default=dict, help_text="What the undoing restored and what it skipped, in numbers.")

    class Meta:
        indexes = [models.Index(fields=["agent", "id"], name="rollback_list")]

    def __str__(self) -> str:
        return f"{self.origin} {self.at:%Y-%m-%d}"


class OriginRollbackItem(models.Model):
    """What a rollback did to one row: the columns it changed, before and after. Ids, times and standings only."""

    rollback = models.ForeignKey(OriginRollback, on_delete=models.CASCADE, related_name="items", db_index=False)
    memory = models.CharField(max_length=40)
    part = models.CharField(max_length=8, choices=ROLLBACK_PARTS)
    fact = models.CharField(max_length=32, default="", blank=True)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    axis = models.CharField(max_length=32, default="", blank=True, help_text="Digest of the fact's rows afterwards.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["rollback", "part", "memory"], name="rollback_item_once"),
            models.CheckConstraint(condition=Q(part__in=[name for name, _ in ROLLBACK_PARTS]), name="rollback_part"),
        ]

    def __str__(self) -> str:
        return f"{self.part} {self.memory}"
