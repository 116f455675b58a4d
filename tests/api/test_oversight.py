"""What people look after, asked for by a program."""

from __future__ import annotations

import pytest

from curation.models import AgentAssignment
from tests.api.helpers import ago, moment, program

pytestmark = pytest.mark.django_db


def test_the_audit_is_read_newest_first_and_narrowed(administrator, alice_agent, bob_agent):
    first = alice_agent.store("x")["memory"]["id"]
    alice_agent.call("DELETE", f"/memories/{first}?reason=no longer so".replace(" ", "%20"))
    bob_agent.store("y")
    (forgotten,) = administrator.get("/audit?action=memory.forgotten").json["items"]
    assert (forgotten["target"], forgotten["agent"], forgotten["actor"]) == (first, "alice", "alice")
    assert (forgotten["door"], forgotten["actor_kind"], forgotten["reason"]) == ("rest", "agent", "no longer so")
    of_bob = administrator.get("/audit?agent=bob").json["items"]
    assert {one["agent"] for one in of_bob} == {"bob"}
    assert [one["action"] for one in administrator.get(f"/audit?target={first}").json["items"]] == [
        "memory.forgotten",
        "memory.stored",
    ]
    seen, path = [], "/audit?limit=2"
    while path:
        page = administrator.get(path).json
        seen += [one["sequence"] for one in page["items"]]
        path = f"/audit?limit=2&cursor={page['next']}" if page["next"] else ""
    assert seen == list(range(len(seen), 0, -1))
    assert administrator.get(f"/audit?until={ago(days=1).replace('+', '%2B')}").json["items"] == []


def test_the_audit_is_for_administrators(alice_agent, alice, bob):
    assert alice_agent.get("/audit").code == "missing_scope"
    AgentAssignment.objects.create(user=bob, agent="alice")
    assert program(user="bob").get("/audit").code == "missing_scope"
    assert program(user="alice").get("/audit").json["items"]
    # A person's token that was made for one agent sees that agent's records and nothing of the hub's.
    narrowed = program("alice", user="alice")
    assert {one["agent"] for one in narrowed.get("/audit").json["items"]} == {"alice"}
    assert narrowed.get("/audit?agent=bob").status == 403


def test_requests_are_listed_by_agent_and_state(administrator, alice, bob):
    for number in range(3):
        for agent in ("alice", "bob"):
            strong = program(agent, origin="operator")
            strong.fact("old", predicate=f"p{number}")
            assert program(agent, origin="channel").fact("new", predicate=f"p{number}")["outcome"] == "held"
    first = administrator.get("/approvals?limit=2").json
    rest = administrator.get(f"/approvals?limit=2&cursor={first['next']}").json
    assert (len(first["items"]), len(rest["items"]), rest["next"]) == (2, 1, None)
    listed = first["items"] + rest["items"]
    assert {(one["agent"], one["status"], one["kind"]) for one in listed} == {("alice", "pending", "fact_conflict")}
    assert moment(listed[0]["expires_at"]) > moment(listed[0]["created_at"])
    assert administrator.get("/approvals?status=approved").json["items"] == []
    assert len(administrator.get("/approvals?status=all&agent=bob").json["items"]) == 3
    AgentAssignment.objects.create(user=bob, agent="bob")
    assert len(program(user="bob").get("/approvals").json["items"]) == 3
    assert program(user="bob").get("/approvals?agent=alice").status == 403


def test_numbers_are_an_agents_own(alice_agent, bob_agent, administrator):
    alice_agent.fact("python")
    alice_agent.fact("typescript")
    alice_agent.store("note")
    alice_agent.store("mood", source_event="agent_mood")
    bob_agent.store("other")
    numbers = alice_agent.get("/stats").json
    assert (numbers["agent"], numbers["current"], numbers["total"]) == ("alice", 2, 4)
    assert (numbers["learned_last_day"], numbers["learned_last_week"]) == (4, 4)
    assert (numbers["updates"]["statements"], numbers["updates"]["replaced"]) == (2, 1)
    assert numbers["updates"]["rate"] == 0.5
    assert sum(numbers["freshness"]["shares"].values()) == pytest.approx(1)
    assert bob_agent.get("/stats").json["current"] == 1
    assert administrator.get("/stats?agent=bob").json["current"] == 1
    fresh = program("carol").get("/stats").json
    assert (fresh["current"], fresh["total"], fresh["updates"]["rate"]) == (0, 0, None)
