"""Storing, reading, editing, forgetting and restoring, as a program sees it."""

from __future__ import annotations

import pytest

from knowledge.models import Memory
from tests.api.helpers import UNKNOWN_ID, ago, moment, program

pytestmark = pytest.mark.django_db


def test_every_field_comes_back_as_it_was_sent(alice_agent):
    parent = alice_agent.store("A sentence the rule was made from", origin_trust=0.5)["memory"]["id"]
    sent = {
        "content": "東京オフィスは 3 階にある",
        "layer": "semantic",
        "tags": ["office", "東京"],
        "importance": 7.5,
        "subject": "Office",
        "predicate": "floor",
        "object": {"floor": 3, "since": None},
        "valid_from": "2026-03-03T19:00:00+09:00",
        "valid_until": "2099-01-01T00:00:00Z",
        "recorded_at": "2026-03-04T00:00:00.123456Z",
        "confidence": 0.9,
        "derived_from": [parent],
        "source": {"kind": "message", "session": "s1", "item": "i9", "seq": 9, "observed_at": "2026-03-03T10:00:00Z"},
        "source_event": "turn:9",
        "metadata": {"deep": [{"a": 1}], "text": "ü"},
    }
    answer = alice_agent.post("/memories", sent)
    assert answer.status == 201
    stored = alice_agent.get(f"/memories/{answer.json['memory']['id']}").json
    for name in ("content", "layer", "tags", "importance", "subject", "predicate", "object", "confidence", "metadata"):
        assert stored[name] == sent[name], name
    assert stored["valid_from"] == "2026-03-03T10:00:00Z"
    assert stored["valid_until"] == "2099-01-01T00:00:00Z"
    assert stored["recorded_at"] == "2026-03-04T00:00:00.123456Z"
    assert (stored["source_event"], stored["origin"], stored["origin_trust"]) == ("turn:9", "agent_derived", 0.5)
    assert stored["derived_from"] == [parent]
    direct = next(source for source in stored["sources"] if source["role"] == "direct")
    assert direct == {
        "kind": "message",
        "session": "s1",
        "item": "i9",
        "seq": 9,
        "observed_at": "2026-03-03T10:00:00Z",
        "role": "direct",
        "parent": None,
    }
    assert stored["state"] == "current"
    assert stored["valid_for_seconds"] > 0


def test_outcomes_and_their_status(alice_agent):
    first = alice_agent.post("/memories", {"content": "x", "subject": "s", "predicate": "p", "object": "1"})
    assert (first.status, first.json["outcome"]) == (201, "stored")
    again = alice_agent.post("/memories", {"content": "x", "subject": "S ", "predicate": "p", "object": "1"})
    assert (again.status, again.json["outcome"]) == (200, "reaffirmed")
    assert again.json["memory"]["id"] == first.json["memory"]["id"]
    other = alice_agent.post("/memories", {"content": "y", "subject": "s", "predicate": "p", "object": "2"})
    assert (other.status, other.json["outcome"]) == (201, "superseded")
    assert other.json["superseded_id"] == first.json["memory"]["id"]
    past = alice_agent.post(
        "/memories", {"content": "z", "subject": "s", "predicate": "p", "object": "0", "valid_from": ago(days=3)}
    )
    assert (past.status, past.json["outcome"]) == (201, "history")


def test_a_weaker_write_waits_for_a_person(administrator):
    strong = program("alice", origin="operator")
    weak = program("alice", origin="channel:chat")
    kept = strong.fact("python")["memory"]
    held = weak.post("/memories", {"content": "No, cobol", "subject": "user", "predicate": "lang", "object": "cobol"})
    assert (held.status, held.json["outcome"]) == (202, "held")
    assert held.json["review_id"]
    assert held.json["memory"]["state"] == "held"
    assert weak.get(f"/memories/{held.json['memory']['id']}").status == 404
    assert [row["object"] for row in weak.history()] == ["python"]
    waiting = administrator.get("/approvals").json["items"]
    assert [one["id"] for one in waiting] == [held.json["review_id"]]
    assert waiting[0]["memories"] == [held.json["memory"]["id"]]
    assert waiting[0]["rivals"] == [kept["id"]]
    assert [row["state"] for row in administrator.history()] == ["current", "held"]


def test_the_origin_is_the_tokens_and_nobody_elses(alice_agent):
    refused = alice_agent.post("/memories", {"content": "x", "origin": "operator"})
    assert (refused.status, refused.code) == (403, "refused")
    assert alice_agent.store("x", origin="agent_derived")["memory"]["origin"] == "agent_derived"
    assert alice_agent.store("y", origin_trust=1.0)["memory"]["origin_trust"] == 0.6
    assert alice_agent.store("z", metadata={"origin_trust": 1.0})["memory"]["origin_trust"] == 0.6
    assert program("external/tool").store("w")["memory"]["origin"] == "mcp_external"


def test_session_is_short_for_the_sources_session(alice_agent):
    stored = alice_agent.store("x", session="chat-7")["memory"]["id"]
    assert alice_agent.get(f"/memories/{stored}").json["sources"][0]["session"] == "chat-7"
    both = alice_agent.post("/memories", {"content": "x", "session": "a", "source": {"session": "b"}})
    assert (both.status, both.fields) == (400, {"session"})


def test_an_agent_cannot_pass_a_memory_off_as_an_imported_line(alice_agent):
    sent = {"content": "note", "source": {"kind": "import_item", "session": "notes.jsonl", "item": "1"}}
    answer = alice_agent.post("/memories", sent)
    assert (answer.status, answer.fields) == (400, {"source"})
    assert "import_item is for imports" in answer.json["detail"]
    batch = alice_agent.post("/memories/batch", {"items": [sent, {"content": "other"}]})
    assert [one["outcome"] for one in batch.json["items"]] == ["refused", "stored"]
    assert [one["content"] for one in alice_agent.get("/memories").json["items"]] == ["other"]


def test_a_batch_gives_each_item_its_own_outcome(alice_agent):
    answer = alice_agent.post(
        "/memories/batch",
        {
            "items": [
                {"content": "first", "subject": "a", "predicate": "b", "object": "1"},
                {"content": ""},
                {"content": "second", "subject": "a", "predicate": "b", "object": "2"},
                {"content": "x", "agent": "bob"},
                {"content": "x", "importance": 11},
                "no object",
                {"content": "x", "origin": "operator"},
                {"content": "x", "session": "a", "source": {"session": "b"}},
            ]
        },
    )
    assert answer.status == 200
    outcomes = [item["outcome"] for item in answer.json["items"]]
    assert outcomes == ["stored", "refused", "superseded", "refused", "refused", "refused", "refused", "refused"]
    assert answer.json["counts"] == {"stored": 1, "superseded": 1, "refused": 6}
    errors = [item["error"] for item in answer.json["items"] if item["outcome"] == "refused"]
    assert [error["status"] for error in errors] == [400, 400, 400, 400, 403, 400]
    assert errors[1]["errors"] == [{"field": "agent", "message": "There is no such field; remove it."}]
    assert Memory.objects.count() == 2


def test_a_batch_is_as_good_as_single_writes(alice_agent, bob_agent):
    facts = [{"content": f"v{n}", "subject": "s", "predicate": "p", "object": str(n)} for n in (1, 2, 2, 3)]
    many = alice_agent.post("/memories/batch", {"items": facts}).json["items"]
    single = [bob_agent.post("/memories", fact).json for fact in facts]
    assert [one["outcome"] for one in many] == [one["outcome"] for one in single]
    assert [row["object"] for row in alice_agent.history("s", "p")] == ["1", "2", "3"]
    assert [row["object"] for row in bob_agent.history("s", "p")] == ["1", "2", "3"]


def test_a_batch_has_a_limit(alice_agent):
    items = [{"content": "x"}] * 499 + [{"bogus": 1}] * 2
    assert alice_agent.post("/memories/batch", {"items": items}).code == "too_large"
    assert alice_agent.post("/memories/batch", {"items": []}).status == 400
    assert Memory.objects.count() == 0


def test_labels_can_be_edited_and_nothing_else(alice_agent):
    memory = alice_agent.store("x", tags=["a"], metadata={"k": 1})["memory"]
    path = f"/memories/{memory['id']}"
    answer = alice_agent.call("PATCH", path, {"tags": ["b", "c"], "importance": 9})
    assert answer.status == 200
    read = alice_agent.get(path).json
    assert (read["tags"], read["importance"], read["metadata"]) == (["b", "c"], 9.0, {"k": 1})
    assert alice_agent.get("/memories?tag=b").json["total"] == 1
    assert alice_agent.get("/memories?tag=a").json["total"] == 0
    assert alice_agent.call("PATCH", path, {}).status == 400
    assert alice_agent.call("PATCH", path, {"importance": 11}).fields == {"importance"}


def test_forget_and_restore(alice_agent, bob_agent):
    memory = alice_agent.store("The key lies under the mat")["memory"]
    path = f"/memories/{memory['id']}"
    assert bob_agent.call("DELETE", path).status == 404
    assert alice_agent.call("DELETE", f"{path}?reason=moved").json == {"forgotten": True}
    assert alice_agent.call("DELETE", path).json == {"forgotten": False}
    assert alice_agent.get(path).status == 404
    assert alice_agent.found("key mat") == []
    assert alice_agent.post("/memories/fetch", {"ids": [memory["id"]]}).json["missing_ids"] == [memory["id"]]
    assert bob_agent.post(f"{path}/restore").status == 404
    restored = alice_agent.post(f"{path}/restore")
    assert (restored.status, restored.json["memory"]["id"]) == (200, memory["id"])
    assert alice_agent.found("key mat") == ["The key lies under the mat"]
    assert alice_agent.post(f"{path}/restore").code == "conflict"


def test_a_list_reaches_every_row_once(alice_agent):
    for number in range(7):
        alice_agent.store(f"memory {number}")
    seen, path = [], "/memories?limit=3"
    pages = 0
    while path:
        page = alice_agent.get(path).json
        assert page["total"] == 7
        assert page["total_is_exact"] is True
        seen += [one["content"] for one in page["items"]]
        path = f"/memories?limit=3&cursor={page['next']}" if page["next"] else ""
        pages += 1
    assert seen == [f"memory {number}" for number in reversed(range(7))]
    assert pages == 3


def test_filters_narrow_a_list(alice_agent):
    alice_agent.store("old", recorded_at="2026-01-01T00:00:00Z", layer="semantic", tags=["x"])
    alice_agent.store("new", recorded_at="2026-02-01T00:00:00Z", tags=["x", "y"], session="s1")
    alice_agent.store("other", recorded_at="2026-03-01T00:00:00Z", source_event="agent_mood")

    def contents(query: str) -> list[str]:
        answer = alice_agent.get(f"/memories?{query}")
        assert answer.status == 200, answer.text
        return [one["content"] for one in answer.json["items"]]

    assert contents("") == ["new", "old"]
    assert contents("layer=semantic") == ["old"]
    assert contents("tag=y") == ["new"]
    assert contents("tag=x&tag=y") == ["new", "old"]
    assert contents("session=s1") == ["new"]
    assert contents("signals=true") == ["other"]
    # The same instant in three spellings.
    for since in ("2026-01-15T00:00:00Z", "2026-01-15T09:00:00%2B09:00", "2026-01-14T17:00:00-07:00"):
        assert contents(f"since={since}") == ["new"]
        assert contents(f"until={since}") == ["old"]


def test_states_agents_may_not_see(alice_agent, administrator):
    memory = alice_agent.store("x")["memory"]
    alice_agent.call("DELETE", f"/memories/{memory['id']}")
    for state in ("archived", "held", "quarantined", "purged", "rejected", "expired", "all", "nonsense"):
        assert alice_agent.get(f"/memories?state={state}").status == 403, state
    assert administrator.get("/memories?state=archived").json["total"] == 1
    assert administrator.get("/memories?state=nonsense").status == 400
    assert administrator.get(f"/memories/{memory['id']}").json["state"] == "archived"
    assert alice_agent.get(f"/memories/{memory['id']}").status == 404


def test_times_are_utc_and_need_a_zone(alice_agent):
    memory = alice_agent.store("x", recorded_at="2026-07-25T02:00:00Z")["memory"]
    assert memory["recorded_at"] == "2026-07-25T02:00:00Z"
    for spelled in ("2026-03-03T10:00:00Z", "2026-03-03T19:00:00+09:00", "2026-03-03T03:00:00-07:00"):
        stored = alice_agent.store("x", valid_from=spelled)["memory"]
        assert moment(stored["valid_from"]) == moment("2026-03-03T10:00:00Z")
    naive = alice_agent.post("/memories", {"content": "x", "valid_from": "2026-03-03T10:00:00"})
    assert (naive.status, naive.fields) == (400, {"valid_from"})
    assert "Add a zone" in naive.json["errors"][0]["message"]


def test_nothing_is_an_id_that_does_not_exist(alice_agent):
    for wrong in (UNKNOWN_ID, "x", "m_", "%E6%9D%B1", "a" * 150):
        answer = alice_agent.get(f"/memories/{wrong}")
        assert (answer.status, answer.code) == (404, "not_found"), wrong


def test_labels_that_somebody_else_changed_are_not_overwritten(alice_agent):
    memory_id = alice_agent.store("labelled", tags=["a"])["memory"]["id"]
    path = f"/memories/{memory_id}"
    seen = alice_agent.get(path).headers["ETag"]
    first = alice_agent.call("PATCH", path, {"tags": ["b"]}, If_Match=seen)
    assert (first.status, first.headers["ETag"]) == (200, alice_agent.get(path).headers["ETag"])
    late = alice_agent.call("PATCH", path, {"tags": ["c"]}, If_Match=seen)
    assert (late.status, late.code) == (409, "conflict")
    assert alice_agent.get(path).json["tags"] == ["b"]
    assert alice_agent.call("PATCH", path, {"tags": ["c"]}, If_Match="nonsense!").fields == {"If-Match"}
    assert alice_agent.call("PATCH", path, {"tags": ["d"]}, If_Match=first.headers["ETag"]).status == 200
    assert alice_agent.call("PATCH", path, {"tags": ["e"]}).json["tags"] == ["e"]
