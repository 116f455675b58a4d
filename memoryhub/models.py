"""Tables of the shell: who may come in, and who tried."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class SignInLink(models.Model):
    """A link that signs one person in, once, for a short time. Only its digest is kept."""

    digest = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="signinlink_expires_after_creation", condition=models.Q(expires_at__gt=models.F("created_at"))
            )
        ]

    def __str__(self) -> str:
        return f"sign-in link {self.pk}"


class FailedAttempt(models.Model):
    """Sign-ins tried for one account or from one address since ``window_started_at``."""

    class Kind(models.TextChoices):
        """What is counted."""

        ACCOUNT = "account"
        ADDRESS = "address"

    kind = models.CharField(max_length=8, choices=Kind)
    key = models.CharField(max_length=64)  # a keyed digest: people type passwords into the name field
    count = models.PositiveIntegerField(default=0)
    window_started_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "key"], name="failedattempt_one_per_key")]

    def __str__(self) -> str:
        return f"{self.kind}: {self.count}"


class WorkerBeat(models.Model):
    """The last sign of life of the worker; one row, written by a job that does nothing else."""

    name = models.CharField(max_length=40, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at.isoformat()}"


class AgentToken(models.Model):
    """What lets a program in: for one agent, or for one person. Only a keyed digest of the secret is kept.

    A person's token may name an agent too; it then reaches no other.
    """

    id = models.CharField(primary_key=True, max_length=16)
    digest = models.CharField(max_length=64, unique=True)
    agent = models.CharField(max_length=200, default="", blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    scopes = models.JSONField(default=list)
    origin = models.CharField(max_length=200, default="", blank=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="agenttoken_belongs_to_somebody", condition=~models.Q(agent="") | models.Q(user__isnull=False)
            ),
            models.CheckConstraint(
                name="agenttoken_expires_after_creation",
                condition=models.Q(expires_at__isnull=True) | models.Q(expires_at__gt=models.F("created_at")),
            ),
        ]

    def __str__(self) -> str:
        return self.id


class RateBucket(models.Model):
    """How far one caller's allowance is used up.

    `full_at` is the moment (microseconds since 1970) at which the bucket is full again; a moment in the past is a full
    bucket, so an old row says nothing and may go.
    """

    key = models.CharField(primary_key=True, max_length=80)
    full_at = models.BigIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["full_at"], name="ratebucket_age")]

    def __str__(self) -> str:
        return self.key


class IdempotencyClaim(models.Model):
    """One request that a client may send again: claimed while it runs, then kept with its answer for a day.

    `status` is empty until there is an answer. Neither the key nor the request is kept, only their digests.
    """

    token = models.ForeignKey(AgentToken, on_delete=models.CASCADE, related_name="+", db_index=False)
    route = models.CharField(max_length=100)
    key_digest = models.CharField(max_length=64)
    request_digest = models.CharField(max_length=64)
    agent = models.CharField(max_length=200, default="", blank=True)
    holder = models.CharField(max_length=32)
    lease_until = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    content_type = models.CharField(max_length=60, default="", blank=True)
    body = models.TextField(default="", blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["token", "route", "key_digest"], name="idempotencyclaim_one_per_key")
        ]

    def __str__(self) -> str:
        return f"{self.route} {self.pk}"
