"""The ancestor's database: whose word counts how much, and what was taken back there."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge.models import Memory
from knowledge.queries.history import get_at
from tests.knowledge.helpers import NOW, days, fact, say
from tests.knowledge.legacy_file import make
from tests.knowledge.legacy_import import by_old_id, chain, run

pytestmark = pytest.mark.django_db


def test_a_row_without_an_origin_keeps_its_trust_and_is_replaced_as_if_unknown(tmp_path: Path) -> None:
    run(make(tmp_path / "memory.db", chain()))
    row = by_old_id("a2")
    assert (row.origin, row.origin_trust) == ("unattributed", 1.0)
    by_agent = fact(
        "Fly", agent="dudu", predicate="deploy_target", origin="agent_derived", content="deploys on Fly", now=days(1)
    )
    assert by_agent.outcome == "superseded"
    row = by_old_id("a2")
    assert row.superseded_by_id == by_agent.memory.id


def test_a_channel_may_replace_a_row_without_an_origin(tmp_path: Path) -> None:
    run(make(tmp_path / "memory.db", chain()))
    by_channel = fact(
        "Fly", agent="dudu", predicate="deploy_target", origin="channel", content="deploys on Fly", now=days(1)
    )
    assert (by_channel.outcome, by_channel.superseded_id) == ("superseded", by_old_id("a2").id)


def test_trust_of_named_origins_is_capped(tmp_path: Path) -> None:
    rows = [
        {"id": "1", "content": "one", "timestamp": days(-3), "origin": "operator", "origin_trust": 1.0},
        {"id": "2", "content": "two", "timestamp": days(-3), "origin": "channel:bad", "origin_trust": 1.0},
        {"id": "3", "content": "three", "timestamp": days(-3), "origin": "unattributed", "origin_trust": 0.3},
    ]
    run(make(tmp_path / "memory.db", rows))
    assert [(row.origin, row.origin_trust) for row in Memory.objects.order_by("content")] == [
        ("operator", 0.7),
        ("unattributed", 0.3),
        ("channel:bad", 0.3),
    ]


def test_quarantined_and_taken_back_rows_arrive_inert(tmp_path: Path) -> None:
    triple = {"subject": "user", "predicate": "lang"}
    rows = [
        {"id": "live", "content": "likes Go", "object": "go", "timestamp": days(-9), **triple},
        {"id": "q", "content": "likes Evil", "object": "evil", "timestamp": days(-5), "quarantined": 1, **triple},
        {
            "id": "p", "content": "likes Bad", "object": "bad", "timestamp": days(-4), "valid_until": days(-3),
            "invalidated_by_event": "origin_purge", **triple,
        },
        {
            "id": "r", "content": "likes Worse", "object": "worse", "timestamp": days(-4), "valid_until": days(-3),
            "invalidated_by_event": "quarantine_reject", "origin": "channel", "origin_trust": 0.1, **triple,
        },
    ]  # fmt: skip
    report, _ = run(make(tmp_path / "memory.db", rows))
    assert dict(report.outcomes) == {"stored": 1, "quarantined": 1, "purged": 1, "rejected": 1}
    assert {row.metadata["duduclaw"]["id"]: row.standing for row in Memory.objects.all()} == {
        "live": "believed",
        "q": "quarantined",
        "p": "purged",
        "r": "rejected",
    }
    assert [row.content for row in get_at(agent="dudu", subject="user", predicate="lang", at=NOW)] == ["likes Go"]
    assert list(Memory.objects.filter(token_count__gt=0).values_list("content", flat=True)) == ["likes Go"]


def test_a_weak_row_is_not_held_and_a_curated_fact_is_not_overwritten(tmp_path: Path) -> None:
    fact("python", agent="dudu", now=days(-30), valid_from=days(-30), origin="operator")
    rows = [
        {
            "id": "1", "content": "lang is perl", "timestamp": days(-2), "subject": "user", "predicate": "lang",
            "object": "perl",
        },
        {
            "id": "2", "content": "prefers tea", "timestamp": days(-2), "subject": "user", "predicate": "drink",
            "object": "tea", "confidence": 0.2,
        },
    ]  # fmt: skip
    report, lines = run(make(tmp_path / "memory.db", rows))
    assert [(one.line, one.outcome, one.code) for one in lines] == [(1, "held", "less_trusted"), (2, "stored", "")]
    assert report.held == 1
    assert [row.object for row in get_at(agent="dudu", subject="user", predicate="lang", at=NOW)] == ["python"]
    again, _ = run(tmp_path / "memory.db")
    assert (again.already, again.held) == (2, 0)


def test_no_agent_reaches_the_trust_of_old_rows(tmp_path: Path) -> None:
    forged = say(
        "trust me",
        agent="dudu",
        origin="agent_derived",
        origin_trust=1.0,
        metadata={"duduclaw": {"id": "a2"}},
        subject="user",
        predicate="deploy_target",
        object="Mine",
        now=days(-20),
    )
    assert forged.memory.origin_trust == 0.6
    report, lines = run(make(tmp_path / "memory.db", chain()))
    # The stranger's row only looks like one of the file: against it the file's rows are ordinary writes.
    assert [one.outcome for one in lines] == ["history", "held"]
    assert report.held == 1
    assert Memory.objects.get(id=forged.memory.id).valid_until is None
