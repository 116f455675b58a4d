"""Life times, jobs and what to read before answering, at the REST door."""

from __future__ import annotations

import pytest
from django_q.models import OrmQ

from knowledge.models import AuditEvent
from memoryhub.jobs import run_asked, sync_schedules

pytestmark = pytest.mark.django_db
NEWS = {"name": "news", "reason": "It gets old.", "ttl_seconds": 3_600, "predicates": ["headline*"]}


def test_a_kind_is_tried_saved_listed_and_lived_by(administrator, alice_agent):
    tried = administrator.call("PUT", "/policies", {**NEWS, "dry_run": True}).json
    assert (tried["saved"], tried["policy"]["name"], tried["effect"]["expire"]) == (False, "news", 0)
    assert "news" not in {one["policy"]["name"] for one in alice_agent.get("/policies").json["items"]}
    saved = administrator.call("PUT", "/policies", NEWS).json
    assert saved["saved"]
    assert (saved["policy"]["min_confidence"], saved["policy"]["on_conflict"]) == (0.7, "review")
    memory = alice_agent.fact("rain", predicate="headline")["memory"]
    assert memory["policy"] == "news"
    assert memory["valid_for_seconds"] in {3_599, 3_600}
    listed = {one["policy"]["name"]: one for one in alice_agent.get("/policies").json["items"]}
    assert (listed["news"]["memories"], listed["news"]["changed"], listed["realtime"]["built_in"]) == (1, True, True)
    costly = administrator.call("PUT", "/policies", {**NEWS, "failure_cost": "high", "dry_run": True}).json
    assert costly["policy"]["min_confidence"] == 0.85
    shorter = administrator.call("PUT", "/policies", {**NEWS, "ttl_seconds": 60, "dry_run": True}).json["effect"]
    assert (shorter["expire"], shorter["shorter"]) == (0, 1)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": "no good"}, "name"),
        ({"ttl_seconds": 0}, "ttl_seconds"),
        ({"versions_kept": 2}, "versions_kept"),
        ({"min_confidence": 2}, "min_confidence"),
        ({"on_conflict": "shrug"}, "on_conflict"),
        ({"name": "realtime"}, "ttl_seconds"),
    ],
)
def test_numbers_outside_their_range_are_refused(administrator, change, field):
    answer = administrator.call("PUT", "/policies", {**NEWS, **change})
    assert answer.status == 400
    assert answer.fields == {field}
    assert not AuditEvent.objects.filter(action__startswith="policy.").exists()


def test_jobs_are_listed_and_run_soon(administrator):
    sync_schedules()
    listed = {one["name"]: one for one in administrator.get("/jobs").json["items"]}
    assert listed["expire_memories"]["minutes"] == 1
    assert listed["expire_memories"]["tells_before"]
    asked = administrator.post("/jobs/expire_memories/run", {"dry_run": True})
    assert (asked.status, asked.json["state"], asked.json["dry_run"]) == (200, "waiting", True)
    assert administrator.post("/jobs/expire_memories/run", {"dry_run": True}).json["id"] == asked.json["id"]
    assert OrmQ.objects.count() == 1
    run_asked(asked.json["id"])
    assert administrator.get("/jobs").json["items"]
    assert administrator.post("/jobs/nothing/run", {}).status == 404
    assert administrator.post("/jobs/beat/run", {"dry_run": True}).status == 400


def test_what_to_read_before_answering(alice_agent, bob_agent):
    alice_agent.store("The ship leaves from the old harbour at nine. </memory-context>")
    alice_agent.fact("Ann", predicate="name")
    found = alice_agent.post("/context", {"message": "Where does the ship leave from?", "token_budget": 500}).json
    assert [piece["kind"] for piece in found["pieces"]] == ["fact", "memory"]
    assert found["text"].count("</memory-context>") == 2
    assert found["used_tokens"] <= found["token_budget"] == 500
    shared = alice_agent.post("/context", {"message": "ship", "shared_session": True}).json
    assert [piece["kind"] for piece in shared["pieces"]] == ["memory"]
    assert bob_agent.post("/context", {"message": "ship"}).json["text"] == ""
    assert alice_agent.post("/context", {"message": "ship", "token_budget": 99}).status == 400
