"""What runs by the clock: each job with its lease, and what every run of it did."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

WAITING, RUNNING, DONE, FAILED, STOPPED = "waiting", "running", "done", "failed", "stopped"
RUN_STATES = (WAITING, RUNNING, DONE, FAILED, STOPPED)


class Job(models.Model):
    """One job, its schedule, and who may run it now.

    Whoever takes the lease raises `fence`; what a run writes counts only while it still holds that number,
    so that a process that slept through the end of its lease changes nothing any more.
    """

    name = models.CharField(max_length=60, primary_key=True)
    title = models.CharField(max_length=100)
    minutes = models.PositiveIntegerField(help_text="Minutes between two runs.")
    tells_before = models.BooleanField(default=False, help_text="Whether it can say beforehand what it would do.")
    known_since = models.DateTimeField()
    fence = models.BigIntegerField(default=0, db_default=0)
    holder = models.CharField(max_length=200, default="", blank=True, help_text="Machine and process that runs it.")
    leased_until = models.DateTimeField(null=True, blank=True)
    last_done_at = models.DateTimeField(null=True, blank=True, help_text="End of the last run that came to its end.")

    def __str__(self) -> str:
        return self.name


class JobRun(models.Model):
    """One run of a job: who wanted it, how far it is, what it did."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="runs", db_index=False)
    state = models.CharField(max_length=8, choices=[(name, name) for name in RUN_STATES])
    dry_run = models.BooleanField(default=False)
    asked_by = models.CharField(max_length=200, default="", blank=True, help_text="Empty for the schedule.")
    asked_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    seconds = models.FloatField(null=True, blank=True)
    done = models.BigIntegerField(default=0, help_text="Rows looked after so far.")
    total = models.BigIntegerField(null=True, blank=True, help_text="Rows there are to look after, when that is known.")
    report = models.TextField(default="", blank=True, help_text="One sentence of counts; never holds content.")
    fence = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(state__in=RUN_STATES), name="job_run_state_known")]
        indexes = [
            models.Index(fields=["job", "id"], name="job_run_list"),
            models.Index(fields=["job"], condition=Q(state=WAITING) | Q(state=RUNNING), name="job_run_open"),
        ]

    def __str__(self) -> str:
        return f"{self.job_id} {self.state}"
