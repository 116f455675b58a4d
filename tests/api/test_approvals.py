"""Requests over REST: read by people, decided by people, told apart from what is nobody's business."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Group, User

from curation.models import AgentAssignment, ApprovalRequest
from knowledge.models import AuditEvent, Memory
from tests.api.helpers import Program, program

pytestmark = pytest.mark.django_db


@pytest.fixture
def curator(bob: User) -> Program:
    AgentAssignment.objects.create(user=bob, agent="alice")
    return program(user="bob")


def held(value: str = "new", *, agent: str = "alice", predicate: str = "lang", **fields: Any) -> str:
    """A claim that is held against a stronger one; the id of its request."""
    strong = program(agent, origin="operator")
    if not strong.history(predicate=predicate):
        strong.fact("old", predicate=predicate)
    outcome = program(agent, origin="channel").fact(value, predicate=predicate, **fields)
    assert outcome["outcome"] == "held"
    return str(outcome["review_id"])


def test_a_curator_reads_and_approves(curator, alice_agent):
    request = held()
    (listed,) = curator.get("/approvals").json["items"]
    assert (listed["id"], listed["status"], listed["risk"], listed["origin"]) == (
        request,
        "pending",
        "medium",
        "channel",
    )
    shown = curator.get(f"/approvals/{request}").json
    (item,) = shown["items"]
    assert (item["memory"]["object"], item["in_place"]["object"], item["changed"]) == ("new", "old", False)
    assert item["memory"]["sources"][0]["kind"] == "external_call"
    answer = curator.post(f"/approvals/{request}/decide", {"verdict": "approve", "seen": shown["digest"]})
    assert (answer.status, answer.json["status"], answer.json["decided_by"]) == (200, "approved", "bob")
    assert [one["outcome"] for one in answer.json["items"]] == ["superseded"]
    (current, _) = sorted(alice_agent.history(), key=lambda row: row["state"])
    assert (current["object"], current["origin"], current["origin_trust"]) == ("new", "operator", 1.0)
    again = curator.post(f"/approvals/{request}/decide", {"verdict": "reject", "reason": "x"})
    assert (again.status, again.code) == (409, "already_decided")
    assert "by bob at 20" in again.json["detail"]
    assert curator.get("/approvals").json["items"] == []
    (decided,) = curator.get("/approvals?status=approved").json["items"]
    assert (decided["decided_by"], decided["note"]) == ("bob", "")


def test_rejecting_needs_a_reason_and_undoing_opens_it_again(curator):
    request = held()
    bare = curator.post(f"/approvals/{request}/decide", {"verdict": "reject"})
    assert (bare.status, bare.fields) == (400, {"reason"})
    answer = curator.post(f"/approvals/{request}/decide", {"verdict": "reject", "reason": "not so"})
    assert answer.json["items"][0]["status"] == "rejected"
    undone = curator.post(f"/approvals/{request}/undo", {"reason": "a slip"})
    assert (undone.status, undone.json["status"], undone.json["pending"]) == (200, "pending", 1)
    assert undone.json["request_id"] != request
    assert curator.post(f"/approvals/{request}/undo", {}).code == "already_undone"
    assert curator.get(f"/approvals/{request}").json["reopened_as"] == undone.json["request_id"]


def test_many_are_decided_at_once_each_with_its_result(curator):
    ids = [held(predicate=f"p{number}") for number in range(3)]
    curator.post(f"/approvals/{ids[2]}/decide", {"verdict": "reject", "reason": "x"})
    answer = curator.post("/approvals/decide", {"ids": [*ids, "r_unknown"], "verdict": "approve"})
    assert answer.json["counts"] == {"done": 2, "already_decided": 1, "refused": 1}
    assert [one["request_id"] for one in answer.json["items"]] == [*ids, "r_unknown"]
    assert [None if one["error"] is None else one["error"]["code"] for one in answer.json["items"]] == [
        None, None, "already_decided", "not_found",
    ]  # fmt: skip
    for ids_sent in ([], ["r_x"] * 1_001):
        assert curator.post("/approvals/decide", {"ids": ids_sent, "verdict": "approve"}).status == 400


def test_agents_never_decide_whatever_their_scopes(administrator, alice_agent):
    request = held()
    before = Memory.objects.values_list("object", "standing", "origin").order_by("pk")
    state = list(before)
    for caller in (administrator, alice_agent):
        for verdict in ("approve", "reject"):
            answer = caller.post(f"/approvals/{request}/decide", {"verdict": verdict, "reason": "x"})
            assert (answer.status, answer.code) == (403, "not_a_person")
        many = caller.post("/approvals/decide", {"ids": [request], "verdict": "approve"})
        assert many.json["counts"] == {"refused": 1}
        assert caller.post(f"/approvals/{request}/withdraw", {}).status == 403
        assert caller.post(f"/approvals/{request}/undo", {}).status == 403
    assert alice_agent.get(f"/approvals/{request}").status == 403
    assert administrator.get(f"/approvals/{request}").status == 200
    assert list(before.all()) == state
    assert ApprovalRequest.objects.get().status == "pending"
    # The refusal is answered, and what was tried is written down for good.
    assert AuditEvent.objects.filter(action="approval.refused", target=request).count() == 10


def test_a_refusal_that_is_repeated_with_a_key_stays_written_down(administrator):
    request = held()
    key = {"Idempotency_Key": "one"}
    for _ in range(2):
        answer = administrator.post(f"/approvals/{request}/decide", {"verdict": "approve"}, **key)
        assert (answer.status, answer.code) == (403, "not_a_person")
    assert answer.headers["Idempotency-Replayed"] == "true"
    assert AuditEvent.objects.filter(action="approval.refused").count() == 1


def test_a_decision_repeated_with_its_key_is_answered_the_same(curator):
    request = held()
    key = {"Idempotency_Key": "one"}
    first = curator.post(f"/approvals/{request}/decide", {"verdict": "approve"}, **key)
    again = curator.post(f"/approvals/{request}/decide", {"verdict": "approve"}, **key)
    assert (first.status, again.status, again.text) == (200, 200, first.text)
    assert AuditEvent.objects.filter(action="approval.approved").count() == 1


@pytest.mark.parametrize("key", [{}, {"Idempotency_Key": "one"}])
def test_too_late_is_gone_and_closes_the_request_for_good(curator, key):
    request = held()
    row = ApprovalRequest.objects.get(pk=request)
    ApprovalRequest.objects.filter(pk=request).update(
        expires_at=row.created_at + (row.expires_at - row.created_at) / 1e9
    )
    for _ in range(2):
        answer = curator.post(f"/approvals/{request}/decide", {"verdict": "approve"}, **key)
        assert (answer.status, answer.code) == (410, "expired")
    row.refresh_from_db()
    assert row.status == "expired"
    assert Memory.objects.get(object="new").standing == "rejected"


def test_one_who_raised_it_may_not_decide_it(bob):
    Group.objects.get(name="admin").user_set.add(User.objects.create_user("root"))
    AgentAssignment.objects.create(user=bob, agent="alice")
    me = program(user="bob")
    me.fact("old", agent="alice")
    outcome = me.fact("new", agent="alice", confidence=0.8)
    assert outcome["outcome"] == "held"
    answer = me.post(f"/approvals/{outcome['review_id']}/decide", {"verdict": "approve"})
    assert (answer.status, answer.code) == (403, "own_request")
    assert me.post(f"/approvals/{outcome['review_id']}/withdraw", {"reason": "a slip"}).json["status"] == "withdrawn"


def test_a_person_reaches_their_agents_and_no_others(curator, bob):
    mine, other = held(), held(agent="carol")
    assert [one["id"] for one in curator.get("/approvals").json["items"]] == [mine]
    foreign, absent = (
        [
            curator.get(f"/approvals/{one}"),
            curator.post(f"/approvals/{one}/decide", {"verdict": "approve"}),
            curator.post(f"/approvals/{one}/undo", {}),
            curator.post(f"/approvals/{one}/withdraw", {}),
        ]
        for one in (other, "r_unknown")
    )
    assert [answer.status for answer in foreign] == [404] * 4
    assert [answer.text for answer in foreign] == [answer.text for answer in absent]
    assert curator.get("/approvals?agent=carol").status == 403
    AgentAssignment.objects.create(user=bob, agent="carol")
    assert len(curator.get("/approvals").json["items"]) == 2
    assert [one["id"] for one in curator.get("/approvals?agent=carol").json["items"]] == [other]
    viewer = User.objects.create_user("vic")
    Group.objects.get(name="viewer").user_set.add(viewer)
    AgentAssignment.objects.create(user=viewer, agent="alice")
    reads = program(user="vic")
    assert reads.get("/approvals").status == reads.get(f"/approvals/{mine}").status == 403
    assert reads.post(f"/approvals/{mine}/decide", {"verdict": "approve"}).code == "missing_scope"


def test_the_list_is_filtered_and_paged(curator):
    ids = [held(predicate=f"p{number}") for number in range(3)]
    first = curator.get("/approvals?limit=2").json
    rest = curator.get(f"/approvals?limit=2&cursor={first['next']}").json
    assert [one["id"] for one in first["items"] + rest["items"]] == ids[::-1]
    assert rest["next"] is None
    for query, count in (
        ("kind=fact_conflict", 3),
        ("kind=alias_review", 0),
        ("reason=less_trusted&origin=channel", 3),
        ("origin=channel:x", 0),
        ("risk=medium", 3),
        ("risk=high", 0),
        ("age=under_1_hour", 3),
        ("age=older", 0),
    ):
        assert len(curator.get(f"/approvals?{query}").json["items"]) == count, query
    assert curator.get("/approvals?risk=grave").status == 400
