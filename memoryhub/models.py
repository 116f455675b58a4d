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
