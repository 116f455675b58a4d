"""What a credential that is trusted less may not do to what is trusted more, and what it is not told."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from curation.models import AgentAssignment
from knowledge.models import AuditEvent, Memory
from tests.api.helpers import Program, program

pytestmark = pytest.mark.django_db

RULE = "The main switch on site 8 is locked before work."


@pytest.fixture
def low(db) -> Program:
    return program("alice", origin="channel:low")


@pytest.fixture
def curated(db) -> str:
    return str(program("alice", origin="operator").store(RULE, layer="procedural", importance=8)["memory"]["id"])


@pytest.fixture
def curator(bob: User) -> Program:
    AgentAssignment.objects.create(user=bob, agent="alice")
    return program(user="bob")


LABELS: list[dict[str, Any]] = [{"importance": 0}, {"tags": ["no longer true"]}, {"metadata": {"correction": "99 bar"}}]


@pytest.mark.parametrize("labels", LABELS, ids=["importance", "tags", "metadata"])
def test_labels_of_what_is_trusted_more_stay(low, curated, labels):
    before = Memory.objects.values("tags", "importance", "metadata").get(id=curated)
    answer = low.call("PATCH", f"/memories/{curated}", labels)
    assert (answer.status, answer.code) == (403, "refused")
    assert Memory.objects.values("tags", "importance", "metadata").get(id=curated) == before
    own = low.store("The gate opens at 12 bar.")["memory"]["id"]
    assert low.call("PATCH", f"/memories/{own}", labels).status == 200


def test_what_is_trusted_more_is_not_forgotten(low, curated):
    assert low.call("DELETE", f"/memories/{curated}").status == 403
    assert low.found("main switch") == [RULE]
    assert program("alice", origin="operator").call("DELETE", f"/memories/{curated}").json == {"forgotten": True}


def test_a_page_that_is_trusted_more_waits_and_stays(low):
    owner = program("alice", origin="operator")
    page = {"content": "# Switches\n\nLock the main switch first.\n"}
    assert owner.call("PUT", "/wiki/pages/switches.md", {**page, "base_revision": 0}).status == 201
    changed = {"content": "# Switches\n\nNo lock is needed.\n", "base_revision": 1}
    answer = low.call("PUT", "/wiki/pages/switches.md", changed)
    assert (answer.status, answer.json["outcome"], answer.json["reason"]) == (202, "held", "trust")
    assert low.call("DELETE", "/wiki/pages/switches.md?base_revision=1").status == 403
    assert "Lock the main switch" in owner.get("/wiki/pages/switches.md").json["content"]


def test_facts_of_a_transcript_are_counted_like_others(low):
    """What a caller says about where a fact comes from turns no guard off."""
    said = [low.fact(f"v{n}", predicate=f"p{n}", source_event="transcript")["outcome"] for n in range(5)]
    assert said == ["stored"] * 4 + ["quarantined"]
    assert low.found("user") == []


def test_an_agent_is_not_told_what_became_of_a_request(low, curator):
    program("alice", origin="operator").fact("red")
    request = low.fact("blue")["review_id"]
    assert curator.post(f"/approvals/{request}/decide", {"verdict": "reject", "reason": "no"}).status == 200
    for body in ("decide", "withdraw"):
        sent = {"verdict": "approve"} if body == "decide" else {}
        answer = low.post(f"/approvals/{request}/{body}", sent)
        assert (answer.status, answer.code) == (403, "not_a_person")
        assert "bob" not in answer.text
    (many,) = low.post("/approvals/decide", {"ids": [request], "verdict": "approve"}).json["items"]
    assert (many["error"]["code"], many["status"], many["decided_by"], many["decided_at"]) == (
        "not_a_person", "", "", None,
    )  # fmt: skip
    assert AuditEvent.objects.filter(action="approval.refused", target=request).count() == 3


def test_many_are_bound_to_what_was_shown(low, curator):
    program("alice", origin="operator").fact("red")
    told = [low.fact(f"v{n}", subject="Ann", predicate=f"p{n}") for n in range(5)]
    request = told[4]["review_id"]
    seen = curator.get(f"/approvals/{request}").json["digest"]
    late = low.fact("late", subject="Ann", predicate="late")
    assert late["review_id"] == request
    body = {"ids": [request], "verdict": "approve", "seen": {request: seen}}
    (one,) = curator.post("/approvals/decide", body).json["items"]
    assert one["error"]["code"] == "changed"
    assert low.found("Ann") == []
    body["seen"] = {request: curator.get(f"/approvals/{request}").json["digest"]}
    assert curator.post("/approvals/decide", body).json["counts"] == {"done": 1}
    assert len(low.found("Ann")) == 6


def test_numbers_do_not_tell_what_waits(low):
    before = low.get("/stats").json
    program("alice", origin="operator").fact("red")
    after = low.get("/stats").json
    assert (before["total"], after["total"]) == (0, 1)
    assert low.fact("blue")["outcome"] == "held"
    now = low.get("/stats").json
    assert {key: value for key, value in now.items() if key != "at"} == {
        key: value for key, value in after.items() if key != "at"
    }


def test_what_nobody_let_in_keeps_no_true_statement_out():
    """A message told by one voice, and stopped, is still news when another voice tells it."""
    said = {"turns": [{"id": "h0", "text": "I live in Rome.", "speaker": "Ann"}], "session": "s1"}
    liar, other = program("alice", origin="channel:a"), program("alice", origin="channel:b")
    (first,) = liar.post("/conversations", said).json["facts"]
    assert first["outcome"] == "stored"
    assert [one["outcome"] for one in [liar.fact(f"v{n}", subject="Ann", predicate=f"p{n}") for n in range(4)]][-1] == (
        "quarantined"
    )
    assert other.found("Rome") == []
    (again,) = other.post("/conversations", said).json["facts"]
    assert again["outcome"] == "stored"
    assert other.found("Rome") == ["Ann lives in Rome."]
    (repeated,) = other.post("/conversations", said).json["facts"]
    assert (repeated["outcome"], repeated["reason"]) == ("duplicate", "same_message")


@pytest.mark.parametrize("name", ["items", "keys", "values", "get"])
def test_any_name_of_a_label_is_shown(low, as_alice: Client, name):
    memory_id = low.store("The kettle is blue.", metadata={name: 5, "other": "told"})["memory"]["id"]
    page = as_alice.get(f"/memories/{memory_id}/")
    assert page.status_code == 200
    assert f"<dt>{name}</dt>" in page.content.decode()


def test_the_audit_is_shown_after_a_decision(low, curator, as_alice: Client):
    program("alice", origin="operator").fact("red")
    request = low.fact("blue")["review_id"]
    curator.post(f"/approvals/{request}/decide", {"verdict": "approve"})
    for query in ("", "?action=approval.approved"):
        page = as_alice.get(f"/audit/{query}")
        assert page.status_code == 200
        assert request in page.content.decode()
