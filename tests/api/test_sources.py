"""Origins and sources at the door for programs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from curation.services.decisions import decide
from knowledge.models import AuditEvent, Memory
from memoryhub.models import IdempotencyClaim
from tests.api.helpers import Program, program
from tests.curation.deciding import person

pytestmark = pytest.mark.django_db
OTTO = person("otto", "admin")
CANARY = "quokkacanary lives in the red house"


def source(item: str = "10", session: str = "chat", **more: Any) -> dict[str, Any]:
    return {"kind": "message", "session": session, "item": item, **more}


def forget(administrator: Program, body: dict[str, Any]) -> Any:
    made = administrator.post("/sources/plans", body)
    assert made.status == 201, made.text
    decide(actor=OTTO, request_id=made.json["request"], verdict="approve")
    answer = administrator.post(f"/sources/plans/{made.json['id']}/apply", {})
    assert answer.status == 200, answer.text
    return answer.json


def test_an_origin_is_previewed_taken_back_and_restored(alice_agent, administrator):
    good = program("alice", origin="channel:good").fact("known")["memory"]["id"]
    bad = program("alice", origin="channel:bad")
    evil = bad.fact("evil")["memory"]["id"]
    child = bad.store("made from it", derived_from=[evil], origin="channel:bad")["memory"]["id"]
    seen = administrator.post("/origins/invalidate", {"origin": "channel:bad"}).json["preview"]
    assert (seen["closed"], [row["id"] for row in seen["rows"]]) == (2, [child, evil])
    assert [one["memory"]["id"] for one in seen["returns"]] == [good]
    assert [row["object"] for row in alice_agent.history()] == ["known", "evil"]
    refused = administrator.post("/origins/invalidate", {"origin": "channel:bad", "action": "apply"})
    assert (refused.status, refused.fields) == (400, {"reason"})
    body = {"origin": "channel:bad", "action": "apply", "reason": "poisoned"}
    done = administrator.post("/origins/invalidate", body).json["rollback"]
    assert (done["closed"], done["returned"]) == (2, [good])
    assert alice_agent.found("lang") == ["The lang of user is known"]
    undone = administrator.post("/origins/invalidate", {"action": "undo", "rollback_id": done["rollback_id"]}).json[
        "undo"
    ]
    assert (undone["restored"], undone["skipped"]) == (2, [])
    again = administrator.post("/origins/invalidate", {"action": "undo", "rollback_id": done["rollback_id"]})
    assert (again.status, again.code) == (409, "already_undone")


def test_a_part_of_an_origin_takes_nothing_back(administrator):
    program("alice", origin="channel:slack-prod").store("kept")
    body = {"origin": "channel:slack", "action": "apply", "reason": "x"}
    assert administrator.post("/origins/invalidate", body).json["rollback"]["closed"] == 0
    assert Memory.objects.get().standing == "believed"


def test_a_message_is_forgotten_and_never_learned_again(alice_agent, administrator):
    stored = alice_agent.post("/memories", {"content": CANARY, "source": source()}, idempotency_key="k1")
    memory = stored.json["memory"]["id"]
    assert alice_agent.found(CANARY) == [CANARY]
    assert CANARY in IdempotencyClaim.objects.get().body
    listed = administrator.get("/sources").json["items"]
    assert [(one["session"], one["memories"]) for one in listed] == [("chat", 1)]
    made = administrator.post("/sources/plans", {"items": [{"session": "chat", "item": "10"}]})
    assert (made.status, made.json["counts"]["memories"]) == (201, 1)
    assert CANARY not in made.text
    early = administrator.post(f"/sources/plans/{made.json['id']}/apply", {})
    assert (early.status, early.code) == (403, "not_approved")
    decide(actor=OTTO, request_id=made.json["request"], verdict="approve")
    done = administrator.post(f"/sources/plans/{made.json['id']}/apply", {})
    assert (done.status, done.json["deleted"]) == (200, 1)
    assert administrator.get(f"/sources/plans/{made.json['id']}").json["status"] == "applied"
    late = administrator.post(f"/sources/plans/{made.json['id']}/apply", {})
    assert (late.status, late.code) == (409, "already_applied")
    # Nowhere: not by id, in lists, in batches, in history, in search, in the answer kept for a second try.
    assert alice_agent.get(f"/memories/{memory}").status == 404
    assert alice_agent.get("/memories").json["items"] == []
    assert alice_agent.post("/memories/fetch", {"ids": [memory]}).json["missing_ids"] == [memory]
    assert alice_agent.found(CANARY) == []
    again = alice_agent.post("/memories", {"content": CANARY, "source": source()}, idempotency_key="k1")
    assert (again.status, again.code) == (409, "answer_withdrawn")
    assert CANARY not in json.dumps(list(IdempotencyClaim.objects.values_list("body", flat=True)))
    refused = alice_agent.post("/memories", {"content": CANARY, "source": source()})
    assert (refused.status, refused.code) == (403, "source_blocked")
    batch = alice_agent.post("/memories/batch", {"items": [{"content": CANARY, "source": source()}, {"content": "b"}]})
    assert batch.json["counts"] == {"stored": 1, "refused": 1} or batch.json["items"][0].get("error")
    (block,) = administrator.get("/sources/blocks").json["items"]
    refusals = AuditEvent.objects.filter(action="source.refused")
    assert {event.details["digest"] for event in refusals} == {block["digest"]}
    assert alice_agent.store(CANARY, source=source("12"))["outcome"] == "stored"


def test_a_session_is_forgotten_up_to_its_watermark(alice_agent, administrator):
    alice_agent.store("three", source=source("3", seq=3, observed_at="2026-01-01T00:00:03Z"))
    body = {"session": "chat", "up_to": 10, "until": "2026-01-01T09:00:05+09:00"}
    assert forget(administrator, body)["deleted"] == 1
    inside = source("4", seq=4, observed_at="2026-01-01T01:00:04+01:00")
    assert alice_agent.post("/memories", {"content": "four", "source": inside}).status == 403
    assert alice_agent.store("eight", source=source("8", seq=8, observed_at="2026-01-01T00:00:08Z"))


def test_what_cannot_be_planned(alice_agent, administrator):
    alice_agent.store("x", source=source())
    for body, status in (({}, 400), ({"session": "a", "run": "b"}, 400), ({"session": "unknown"}, 404)):
        assert administrator.post("/sources/plans", body).status == status
    assert administrator.get("/sources/plans/p_unknown").status == 404
    assert administrator.post("/sources/plans", {"session": "chat", "agent": "nobody"}).status == 404
