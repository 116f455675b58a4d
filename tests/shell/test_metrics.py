"""What the numbers for Prometheus say is what happened, costs the same at any size, and names nobody."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from knowledge.engine.types import Actor
from knowledge.models import Job, JobRun
from knowledge.queries import arms
from knowledge.queries.recall import RecallRequest
from knowledge.queries.vectors import VectorSignal
from knowledge.services.recall import recall
from memoryhub import jobs, metrics
from tests.curation.deciding import burst
from tests.knowledge.helpers import fact, say

pytestmark = pytest.mark.django_db
READER = Actor(kind="agent", name="reader-of-secrets", door="rest", agents=None)


def numbers() -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """Every number by name and labels, as Prometheus reads them."""
    told = metrics.render().decode()
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(told)
        for sample in family.samples
    }


def value(name: str, **labels: str) -> float:
    return numbers().get((name, tuple(sorted(labels.items()))), 0.0)


def ask(query: str = "lang") -> None:
    recall(actor=READER, agent="alice", request=RecallRequest(query))


def test_writes_by_what_became_of_them(django_capture_on_commit_callbacks):
    names = ("stored", "superseded", "held", "refused")
    before = {name: value("memoryhub_writes_total", outcome=name) for name in names}
    with django_capture_on_commit_callbacks(execute=True):
        now = timezone.now()
        fact("en", now=now - timedelta(days=2))
        fact("fr", now=now - timedelta(days=1))
        fact("de", now=now, origin="channel:x")
    after = {name: value("memoryhub_writes_total", outcome=name) for name in names}
    assert {name: after[name] - before[name] for name in names} == {
        "stored": 1, "superseded": 1, "held": 1, "refused": 0,
    }  # fmt: skip
    assert value("memoryhub_version_update_ratio") == 0.5
    assert value("memoryhub_memories") == 3
    assert value("memoryhub_memories_live") == value("memoryhub_memories_live")
    assert value("memoryhub_memories_waiting", why="held") == 1
    assert value("memoryhub_agents") == 1


def test_recalls_and_the_time_of_each_arm(monkeypatch):
    fact("en")
    names = ("all", "keywords", "graph", "vectors")
    before = {name: value("memoryhub_recall_seconds_count", arm=name) for name in names}
    asked = value("memoryhub_recalls_total", mode="recall")
    failed = value("memoryhub_recall_failures_total", arm="vectors")
    ask()
    assert {name: value("memoryhub_recall_seconds_count", arm=name) - before[name] for name in names} == dict.fromkeys(
        names, 1.0
    )
    monkeypatch.setattr(arms, "nearest", lambda **_: VectorSignal(degraded="broken"))
    ask()
    assert value("memoryhub_recalls_total", mode="recall") - asked == 2
    assert value("memoryhub_recall_failures_total", arm="vectors") - failed == 1


def test_what_waits_and_since_when():
    assert value("memoryhub_review_oldest_age_seconds") == 0
    now = timezone.now()
    burst("a", "b", "c", "d", "e", now=now - timedelta(hours=2))
    assert value("memoryhub_review_waiting") == 1
    assert 7_150 < value("memoryhub_review_oldest_age_seconds") < 7_300
    assert value("memoryhub_memories_waiting", why="quarantined") == 5


def test_what_expires():
    now = timezone.now()
    say("soon", ttl_seconds=3_600, now=now)
    say("gone", ttl_seconds=60, now=now - timedelta(hours=1))
    assert value("memoryhub_expiring", when="next_week") == 1
    assert value("memoryhub_expiring", when="last_week") == 1


def test_how_jobs_keep_their_time():
    call_command("run_job", "tidy")
    now = timezone.now()
    Job.objects.filter(name="tidy").update(last_done_at=now - timedelta(days=4))
    assert value("memoryhub_job_overdue", job="tidy") == 1
    assert value("memoryhub_job_overdue", job="beat") == 0
    assert 4 * 86_400 - 5 < value("memoryhub_job_since_done_seconds", job="tidy") < 4 * 86_400 + 60
    assert JobRun.objects.filter(job="tidy", state="done").count() == 1


def test_an_overdue_job_is_named_by_health_while_the_worker_lives(as_alice, stranger):
    call_command("run_job", "tidy")
    jobs.beat()
    assert as_alice.get("/health/ready").json() == {"status": "ready", "reasons": []}
    Job.objects.filter(name="tidy").update(last_done_at=timezone.now() - timedelta(days=4))
    assert stranger.get("/health/ready").json() == {"status": "degraded"}
    (reason,) = as_alice.get("/health/ready").json()["reasons"]
    assert reason == "A run of the job “Clear sessions and old sign-in attempts” is missing."


def test_no_label_names_anybody_and_no_text_is_told(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        fact("canary-value", agent="canary-agent", subject="canary-subject", origin="channel:canary-channel")
        say("canary-text", agent="canary-agent", tags=("canary-tag",))
    ask("canary-question")
    call_command("run_job", "tidy")
    told = metrics.render().decode()
    assert "canary" not in told
    assert "reader-of-secrets" not in told
    allowed = {
        "method", "route", "status", "arm", "mode", "outcome", "why", "when", "state", "cache", "result", "job", "le",
    }  # fmt: skip
    assert set(re.findall(r'[{,](\w+)="', told)) <= allowed


def test_asking_costs_the_same_whatever_there_is():
    def cost() -> int:
        with CaptureQueriesContext(connection) as found:
            metrics.render()
        return len(found)

    few = cost()
    for n in range(12):
        fact(f"v{n}", agent=f"agent{n}")
    assert cost() == few <= 14
