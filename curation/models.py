"""Human judgement and its tools."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

KINDS = [
    ("fact_conflict", "conflicting write"),
    ("knowledge_quarantine", "stopped for review"),
    ("alias_review", "another name"),
    ("wiki_review", "wiki write"),
    ("wiki_promotion", "wiki promotion"),
    ("forget_source", "forgetting a source"),
    ("namespace_migration", "namespace migration"),
]
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
    origin = models.CharField(
        max_length=512, default="", blank=True, help_text="Who said what it is about; of several origins, their class."
    )
    digest = models.CharField(max_length=64)
    count = models.IntegerField(default=1, help_text="How often the same claim was made.")
    raised_by_kind = models.CharField(max_length=8)
    raised_by = models.CharField(max_length=200)
    raised_by_token = models.CharField(max_length=40, default="", blank=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    group_key = models.CharField(
        max_length=64, default="", blank=True, help_text="What belongs on one card: digest of what its items share."
    )
    revision = models.IntegerField(default=1, help_text="Grows with every change of what the card shows.")
    decided_by = models.CharField(max_length=200, default="", blank=True)
    decided_by_user = models.BigIntegerField(null=True, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decision_note = models.CharField(max_length=1000, default="", blank=True)
    last_error = models.CharField(max_length=300, default="", blank=True, help_text="Why the last decision failed.")
    reminded_at = models.DateTimeField(null=True, blank=True)
    reopens = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=[name for name, _ in STATUSES]), name="approval_status_known"
            ),
            models.CheckConstraint(condition=Q(expires_at__gt=models.F("created_at")), name="approval_has_a_life"),
            models.UniqueConstraint(
                fields=["agent", "kind", "group_key"],
                condition=Q(status=PENDING) & ~Q(group_key=""),
                name="approval_one_card_per_group",
            ),
        ]
        indexes = [
            models.Index(fields=["status", "expires_at"], name="approval_waiting"),
            models.Index(fields=["agent", "id"], name="approval_agent"),
            models.Index(fields=["decided_at"], condition=Q(decided_at__isnull=False), name="approval_decided"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class ApprovalItem(models.Model):
    """One thing a request is about, by id: a held or quarantined memory, or another name.

    Attributes:
        memory: id of the memory; of another name or plan, its id with the kind in front (`alias:17`).
        rival: id of the row it would replace.
        digest: over every field shown of it.
        findings: why it was stopped: rules, places in the text, counts; never text.
        effect: what the decision did: outcome and ids, for telling and for undoing.
    """

    request = models.ForeignKey(ApprovalRequest, on_delete=models.CASCADE, related_name="items")
    memory = models.CharField(max_length=40)
    rival = models.CharField(max_length=40, default="", blank=True)
    digest = models.CharField(max_length=64, default="", blank=True)
    findings = models.JSONField(default=dict)
    status = models.CharField(max_length=12, choices=STATUSES, default=PENDING)
    decided_by = models.CharField(max_length=200, default="", blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    note = models.CharField(max_length=1000, default="", blank=True)
    effect = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["request", "memory"], name="approval_item_once"),
            models.CheckConstraint(
                condition=Q(status__in=[name for name, _ in STATUSES]), name="approval_item_status_known"
            ),
        ]
        indexes = [models.Index(fields=["memory"], name="approval_item_memory")]

    def __str__(self) -> str:
        return self.memory


class SavedFilter(models.Model):
    """A filter of the queue under a name, for one person or for everybody."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_filters")
    name = models.CharField(max_length=100)
    query = models.CharField(max_length=1000, help_text="The filter as the address of the list carries it.")
    shared = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "name"], name="saved_filter_once")]

    def __str__(self) -> str:
        return self.name


class OutboxEvent(models.Model):
    """Something other systems may want to know, written in the transaction that made it true. Ids and counts only."""

    key = models.CharField(max_length=40, unique=True)
    kind = models.CharField(max_length=60)
    agent = models.CharField(max_length=200)
    request = models.CharField(max_length=40, default="", blank=True)
    body = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["at"], name="outbox_age"),
            # What has to arrive before an event: the earlier ones of its request.
            models.Index(fields=["request", "id"], condition=~Q(request=""), name="outbox_order"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class WebhookTarget(models.Model):
    """Where events are sent. The signing secret is derived from the hub's key, `key` and `secret_version`.

    Until `old_secret_until` events are signed with the secret before it too, so that a receiver can change over.
    """

    key = models.CharField(max_length=40, unique=True)
    name = models.CharField(max_length=100)
    url = models.CharField(max_length=1000)
    kinds = models.JSONField(default=list, help_text="Kinds of events; empty for all.")
    secret_version = models.IntegerField(default=1)
    old_secret_until = models.DateTimeField(null=True, blank=True)
    active = models.BooleanField(default=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class WebhookDelivery(models.Model):
    """One event on its way to one target. Those of one request go out in their order."""

    WAITING, DELIVERED, GIVEN_UP = "waiting", "delivered", "given_up"
    STATES = [(WAITING, "waiting"), (DELIVERED, "delivered"), (GIVEN_UP, "given up")]

    target = models.ForeignKey(WebhookTarget, on_delete=models.CASCADE, related_name="deliveries")
    event = models.ForeignKey(OutboxEvent, on_delete=models.CASCADE, related_name="deliveries")
    state = models.CharField(max_length=10, choices=STATES, default=WAITING)
    attempts = models.IntegerField(default=0)
    next_at = models.DateTimeField()
    answer = models.IntegerField(null=True, blank=True, help_text="Last status of HTTP.")
    error = models.CharField(max_length=200, default="", blank=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "webhook deliveries"
        constraints = [models.UniqueConstraint(fields=["target", "event"], name="webhook_delivery_once")]
        indexes = [models.Index(fields=["state", "next_at"], name="webhook_due")]

    def __str__(self) -> str:
        return f"{self.event_id} to {self.target_id}"
