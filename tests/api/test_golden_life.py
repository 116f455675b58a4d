"""Worked examples of the life cycle and of learning from mistakes, at the REST door."""

from __future__ import annotations

import pytest

from knowledge.engine.types import Actor
from knowledge.models import Agent, Memory, Mistake
from knowledge.services import agents
from tests.api.helpers import Program, ago, program

pytestmark = pytest.mark.django_db
OPERATOR = Actor(kind="system", name="tests", door="command", roles=frozenset({"admin"}), agents=None)


@pytest.fixture
def operator(db) -> Program:
    return program("alice", origin="operator")


def test_at_its_quota_an_agent_writes_no_more_and_keeps_what_it_has(operator):
    operator.store("one")
    operator.store("two")
    agents.set_quota(actor=OPERATOR, agent="alice", quota=3)
    operator.store("three")
    refused = operator.post("/memories", {"content": "four"})
    assert (refused.status, refused.code) == (403, "refused")
    assert operator.found("one two three")[:3]
    assert Memory.objects.count() == 3
    agents.set_quota(actor=OPERATOR, agent="alice", quota=None)
    operator.store("four")


def test_forgetting_is_true_once_and_nothing_for_others(operator, bob_agent):
    memory = operator.store("the forgotten island")["memory"]["id"]
    assert bob_agent.call("DELETE", f"/memories/{memory}").status == 404
    assert operator.call("DELETE", f"/memories/{memory}").json == {"forgotten": True}
    assert operator.call("DELETE", f"/memories/{memory}").json == {"forgotten": False}
    assert operator.found("forgotten island") == []
    assert Memory.objects.get(id=memory).standing == "archived"


def test_telemetry_is_what_is_stamped_as_such_not_what_reads_like_it(operator):
    text = "mood=calm energy=0.8 arousal=0.2"
    quoted = operator.store(text, source_event="note")["memory"]["id"]
    stamped = operator.store(text + " ", source_event="agent_mood")["memory"]["id"]
    listed = {one["id"] for one in operator.get("/memories").json["items"]}
    signals = {one["id"] for one in operator.get("/memories?signals=true").json["items"]}
    assert (listed, signals) == ({quoted}, {stamped})


def test_a_row_past_its_time_comes_through_no_door_although_no_job_ran(operator):
    start = ago(hours=2)
    memory = operator.fact("1 900", predicate="price", policy="realtime", recorded_at=start)["memory"]
    Memory.objects.update(ingested_at=start, expires_at=ago(hours=1), valid_from=start, said_from=start)
    assert Memory.objects.get().token_count > 0
    assert operator.found("price 1 900") == []
    assert operator.get(f"/memories/{memory['id']}").status == 404
    assert operator.post("/memories/fetch", {"ids": [memory["id"]]}).json["missing_ids"] == [memory["id"]]
    assert operator.get("/memories").json["items"] == []
    assert operator.at(ago(minutes=1), predicate="price") is None
    assert operator.at(ago(minutes=90), predicate="price") == "1 900"
    assert [one["state"] for one in operator.history(predicate="price")] == ["expired"]
    assert operator.get("/graph").json["edges"] == []
    assert operator.post("/context", {"message": "price"}).json["pieces"] == []
    assert operator.get("/stats").json["current"] == 0
    assert operator.call("DELETE", f"/memories/{memory['id']}").status == 404
    assert operator.call("PATCH", f"/memories/{memory['id']}", {"importance": 9}).status == 404


def test_over_a_hundred_ids_are_refused(operator):
    assert operator.post("/memories/fetch", {"ids": [f"m_{number}" for number in range(101)]}).status in {400, 413}
    assert operator.post("/memories/fetch", {"ids": []}).status == 400


def test_of_fifty_five_mistakes_the_gravest_stay(operator):
    for number in range(55):
        body = {
            "category": "safety" if number < 5 else "behavioral" if number < 15 else "factual",
            "what_went_wrong": f"mistake {number}",
        }
        assert operator.post("/mistakes", body).status == 201
    kept = Mistake.objects.filter(resolved_at=None)
    assert kept.count() == 50
    assert kept.filter(category="safety").count() == 5
    gone = {f"mistake {number}" for number in range(5, 10)}
    assert not kept.filter(what_went_wrong__in=gone).exists()
    assert Agent.objects.get().name == "alice"
