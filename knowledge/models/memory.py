"""Memories, their second clock, and their confirmations."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from knowledge.models.agent import Agent

BELIEVED = "believed"
HELD = "held"
QUARANTINED = "quarantined"
ARCHIVED = "archived"
PURGED = "purged"
REJECTED = "rejected"

STANDINGS = [
    (BELIEVED, "believed"),
    (HELD, "held for review"),
    (QUARANTINED, "in quarantine"),
    (ARCHIVED, "forgotten"),
    (PURGED, "purged with its origin"),
    (REJECTED, "rejected"),
]
LAYER_CHOICES = [("episodic", "episodic"), ("semantic", "semantic"), ("procedural", "procedural")]

SIGNAL_EVENTS = ("prediction_episodic", "agent_mood")
"""Telemetry: kept apart from memories in every list, so that it never pushes one out."""

IS_SIGNAL = Q(source_event=SIGNAL_EVENTS[0]) | Q(source_event=SIGNAL_EVENTS[1])
"""The same as a filter. Written with "or" because SQLite does not recognise a list in the condition of an index."""


class Memory(models.Model):
    """One row: something an agent remembers.

    `number` joins the text index and never leaves the hub; `id` is the public name. A row belongs
    to the time axis of a fact when `fact_key` is set. Only `believed` rows are ever answers.
    """

    number = models.BigAutoField(primary_key=True)
    id = models.CharField(max_length=40, unique=True)
    agent = models.ForeignKey(Agent, on_delete=models.PROTECT, related_name="memories", db_index=False)
    layer = models.CharField(max_length=12, choices=LAYER_CHOICES, default="episodic")
    content = models.TextField()
    tags = models.JSONField(default=list)
    importance = models.FloatField(default=5.0)
    access_count = models.BigIntegerField(default=0, db_default=0)
    last_accessed_at = models.DateTimeField(null=True, blank=True)
    source_event = models.CharField(max_length=512, default="", blank=True)
    recorded_at = models.DateTimeField()
    ingested_at = models.DateTimeField()

    valid_from = models.DateTimeField()
    valid_until = models.DateTimeField(null=True, blank=True)
    stated_until = models.DateTimeField(
        null=True, blank=True, help_text="End as the writer stated it; a successor may end it earlier."
    )
    said_from = models.DateTimeField(
        help_text="Start of the statement that decides the row's end: the last confirmation, or its own start."
    )
    expires_at = models.DateTimeField(null=True, blank=True)
    ttl_seconds = models.BigIntegerField(null=True, blank=True)
    policy = models.CharField(max_length=100, default="default")
    session = models.CharField(
        max_length=512,
        null=True,  # so that the column costs nothing where nearly every row has none
        blank=True,
        help_text="Key of the conversation that the memory never leaves; empty for one that lasts.",
    )
    invalidated_at = models.DateTimeField(null=True, blank=True)
    invalidated_by_event = models.CharField(max_length=512, default="", blank=True)
    supersedes = models.ForeignKey(
        "self",
        to_field="id",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=True,
    )
    superseded_by = models.ForeignKey(
        "self",
        to_field="id",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=True,
    )
    version = models.BigIntegerField(default=1)

    subject = models.TextField(null=True, blank=True)
    predicate = models.TextField(null=True, blank=True)
    object = models.TextField(null=True, blank=True)
    object_is_json = models.BooleanField(default=False)
    subject_key = models.TextField(default="", blank=True)
    predicate_key = models.TextField(default="", blank=True)
    object_key = models.TextField(default="", blank=True)
    fact_key = models.CharField(
        max_length=32, default="", blank=True, help_text="Digest of the fact's identity; empty for a plain memory."
    )
    subject_form = models.CharField(
        max_length=32,
        null=True,
        blank=True,
        help_text="Of a fact: digest of what its subject looks like; names that look like one share it.",
    )
    value_key = models.CharField(
        max_length=32, default="", blank=True, help_text="Digest of object and trimmed content."
    )

    copy_key = models.CharField(
        max_length=32,
        null=True,
        blank=True,
        help_text="Of a semantic memory without a triple: digest of what it says; equal for copies.",
    )

    confidence = models.FloatField(default=1.0)
    origin = models.CharField(max_length=512, default="unattributed")
    origin_trust = models.FloatField(default=0.3)
    standing = models.CharField(max_length=12, choices=STANDINGS, default=BELIEVED)
    standing_reason = models.CharField(
        max_length=40, default="", blank=True, help_text="Why it is held, quarantined or forgotten."
    )
    rival = models.CharField(
        max_length=40, default="", blank=True, help_text="Id of the row a held write would have replaced."
    )
    archived_at = models.DateTimeField(null=True, blank=True)
    metadata = models.JSONField(default=dict)
    token_count = models.IntegerField(default=0, help_text="Length in index tokens; 0 when not in the index.")

    class Meta:
        verbose_name_plural = "memories"
        constraints = [
            models.UniqueConstraint(
                fields=["agent", "fact_key"],
                condition=Q(standing=BELIEVED, valid_until__isnull=True) & ~Q(fact_key=""),
                name="memory_one_open_row_per_fact",
            ),
            models.CheckConstraint(
                condition=Q(valid_until__isnull=True) | Q(valid_until__gte=F("valid_from")),
                name="memory_interval_not_reversed",
            ),
            models.CheckConstraint(condition=Q(importance__gte=0, importance__lte=10), name="memory_importance_0_10"),
            models.CheckConstraint(condition=Q(confidence__gte=0, confidence__lte=1), name="memory_confidence_0_1"),
            models.CheckConstraint(condition=Q(origin_trust__gte=0, origin_trust__lte=1), name="memory_trust_0_1"),
            models.CheckConstraint(
                condition=Q(standing__in=[name for name, _ in STANDINGS]), name="memory_standing_known"
            ),
            models.CheckConstraint(
                condition=Q(layer__in=[name for name, _ in LAYER_CHOICES]), name="memory_layer_known"
            ),
            models.CheckConstraint(
                condition=Q(fact_key="") | (~Q(subject_key="") & ~Q(predicate_key="")),
                name="memory_fact_has_keys",
            ),
            models.CheckConstraint(condition=Q(version__gte=1), name="memory_version_from_1"),
        ]
        indexes = [
            # Ids sort by creation and tell nothing about other agents' rows, so lists page by them.
            models.Index(fields=["agent", "standing", "id"], name="memory_agent_list"),
            models.Index(fields=["standing", "id"], name="memory_hub_list"),
            # The few live rows that are not current, by what keeps them from it, and the telemetry: what is
            # current in all is then counted from these indexes alone, without reading a row.
            models.Index(
                fields=["agent", "expires_at", "token_count", "source_event"],
                condition=Q(token_count__gt=0, expires_at__isnull=False),
                name="memory_live_expiry",
            ),
            models.Index(
                fields=["agent", "valid_until", "token_count", "source_event", "expires_at"],
                condition=Q(token_count__gt=0, valid_until__isnull=False),
                name="memory_live_end",
            ),
            models.Index(
                fields=["agent", "valid_from"],
                condition=Q(token_count__gt=0, valid_from__gt=F("ingested_at")),
                name="memory_live_later",
            ),
            models.Index(
                fields=["agent", "token_count", "source_event"],
                condition=Q(token_count__gt=0) & IS_SIGNAL,
                name="memory_live_signals",
            ),
            # Telemetry has lists of its own; nobody leafs through everything else to find it.
            models.Index(fields=["agent", "standing", "id"], condition=IS_SIGNAL, name="memory_signal_list"),
            models.Index(
                fields=["agent", "fact_key", "valid_from", "number"],
                condition=~Q(fact_key=""),
                name="memory_fact_axis",
            ),
            models.Index(
                fields=["agent", "subject_key", "predicate_key"],
                condition=~Q(fact_key=""),
                name="memory_fact_names",
            ),
            models.Index(fields=["expires_at"], condition=Q(expires_at__isnull=False), name="memory_expiry"),
            # What a job has to look at: live rows that are due, and live rows that may fade; both stay small.
            models.Index(
                fields=["expires_at", "number"],
                condition=Q(standing=BELIEVED, expires_at__isnull=False, token_count__gt=0),
                name="memory_due",
            ),
            models.Index(
                fields=["recorded_at", "number"],
                condition=Q(standing=BELIEVED, importance__lt=3) & ~Q(layer="semantic"),
                name="memory_fading",
            ),
            models.Index(
                fields=["archived_at", "number"],
                condition=Q(standing=ARCHIVED, archived_at__isnull=False),
                name="memory_archive",
            ),
            # Rows whose end was written down: of these, the ones closed by a clock that had gone ahead.
            models.Index(
                fields=["valid_until"],
                condition=Q(standing=BELIEVED, expires_at__isnull=False, token_count=0),
                name="memory_ran_out",
            ),
            models.Index(
                fields=["agent", "subject_form", "standing", "subject_key"],
                condition=Q(subject_form__isnull=False),
                name="memory_subject_form",
            ),
            models.Index(fields=["agent", "copy_key"], condition=Q(copy_key__isnull=False), name="memory_copies"),
            models.Index(fields=["agent", "session"], condition=Q(session__isnull=False), name="memory_session"),
        ]

    def __str__(self) -> str:
        return self.id


class MemorySpan(models.Model):
    """The second clock: what was believed of a row from one moment on. Append-only.

    The row's own columns repeat its last span. Asked "as known at" some moment, the last span at or
    before it counts.
    """

    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="spans")
    valid_from = models.DateTimeField()
    valid_until = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    believed = models.BooleanField()
    at = models.DateTimeField()
    event = models.CharField(max_length=512, default="", blank=True)

    def __str__(self) -> str:
        return f"{self.memory_id} {self.event}"


class Reaffirmation(models.Model):
    """A further statement of a row's value, with its own start.

    `original` marks the row's first statement, written down when the first confirmation arrives, so
    that taking a confirmation back later leaves exactly what was said before.
    """

    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="reaffirmations", db_index=False)
    valid_from = models.DateTimeField()
    stated_until = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    source_event = models.CharField(max_length=512, default="", blank=True)
    origin = models.CharField(max_length=512)
    origin_trust = models.FloatField()
    confidence = models.FloatField()
    at = models.DateTimeField()
    original = models.BooleanField(default=False)
    source_key = models.CharField(
        max_length=32, default="", db_default="", blank=True, help_text="Digest of the source that said it."
    )

    class Meta:
        indexes = [models.Index(fields=["memory", "valid_from", "id"], name="reaffirmation_axis")]

    def __str__(self) -> str:
        return f"{self.memory_id} again"


class MemoryTag(models.Model):
    """One tag of one memory, by key, so that tags filter before any limit."""

    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="tag_rows", db_index=False)
    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=200)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["memory", "key"], name="memory_tag_once"),
        ]
        indexes = [models.Index(fields=["agent", "key", "memory"], name="memory_tag_lookup")]

    def __str__(self) -> str:
        return self.key
