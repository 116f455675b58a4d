"""Conversations at the REST door."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from knowledge.models import Memory
from knowledge.services import access, transactions
from tests.api.helpers import Program, mint, program

pytestmark = pytest.mark.django_db

KEY = {"Idempotency_Key": "talk-1"}
TIME = "2026-11-01T10:00:00+09:00"
ANN = {"speaker": "Ann", "time": TIME}


def turns(*texts: str, **more: object) -> list[dict[str, object]]:
    return [{"id": f"m{place}", "text": text, **ANN, **more} for place, text in enumerate(texts)]


def talk(caller: Program, *texts: str, **body: object):
    answer = caller.post("/conversations", {"turns": turns(*texts), "session": "s1", **body})
    assert answer.status == 200, answer.text
    return answer.json


def test_a_conversation_and_what_became_of_it(alice_agent):
    told = talk(alice_agent, "I live in Kyoto.", "Actually, I moved to Osaka.", "thanks!")
    assert (told["session"], told["extractor"], told["degraded"], told["left_out"]) == ("s1", "built_in", [], 0)
    assert told["counts"] == {"stored": 1, "superseded": 1}
    first, second = told["facts"]
    assert (first["outcome"], first["content"], first["turns"]) == ("stored", "Ann lives in Kyoto.", ["m0"])
    assert second["superseded_id"] == first["memory"]["id"]
    assert told["skipped"] == [{"turn": "m2", "reason": "too_short"}]
    assert alice_agent.found("where does Ann live")[0] == "Ann lives in Osaka."
    rows = alice_agent.history("Ann", "lives in")
    assert [row["object"] for row in rows] == ["Kyoto", "Osaka"]
    memory = alice_agent.get(f"/memories/{second['memory']['id']}").json
    assert (memory["origin"], memory["origin_trust"], memory["layer"]) == ("channel", 0.3, "semantic")
    assert memory["sources"] == [
        {
            "kind": "message",
            "session": "s1",
            "item": "m1",
            "seq": 1,
            "observed_at": "2026-11-01T01:00:00Z",
            "role": "direct",
            "parent": None,
        }
    ]


def test_the_origin_of_the_token_is_kept():
    caller = program("alice", origin="channel:discord-42")
    assert talk(caller, "I live in Kyoto.")["facts"][0]["memory"]["origin"] == "channel:discord-42"


def test_three_languages_over_the_wire(alice_agent):
    told = talk(alice_agent, "納豆は苦手です。", "我喜歡看科幻小說。", "My favourite colour is blue.")
    assert [one["content"] for one in told["facts"]] == [
        "Annは納豆が嫌い。",
        "Ann喜歡看科幻小說。",
        "Ann's favourite colour is blue.",
    ]


def test_the_same_again_adds_nothing(alice_agent):
    talk(alice_agent, "I live in Kyoto.", "I love sushi.")
    assert talk(alice_agent, "I live in Kyoto.", "I love sushi.")["counts"] == {"duplicate": 2}
    assert Memory.objects.count() == 2


def test_a_second_try_gets_the_first_answer(alice_agent):
    body = {"turns": turns("I live in Kyoto."), "session": "s1"}
    first = alice_agent.post("/conversations", body, **KEY)
    again = alice_agent.post("/conversations", body, **KEY)
    assert (first.status, again.status, again.text) == (200, 200, first.text)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert first.json["counts"] == {"stored": 1}
    other = alice_agent.post("/conversations", {"turns": turns("I live in Oslo.")}, **KEY)
    assert (other.status, other.code) == (422, "idempotency_key_reused")


def test_a_refusal_is_an_answer_too_and_leaves_nothing(alice_agent):
    body = {"turns": turns("I live in Kyoto."), "timezone": "Nowhere/Land"}
    first = alice_agent.post("/conversations", body, **KEY)
    assert (first.status, first.fields) == (400, {"timezone"})
    assert alice_agent.post("/conversations", body, **KEY).text == first.text
    assert Memory.objects.count() == 0


def test_no_write_waits_while_a_conversation_is_read(alice_agent, monkeypatch):
    """What reads it may be a slow model: the store is not locked meanwhile, with a key or without."""
    from knowledge.services import distil

    outside: list[bool] = []
    read = distil._read

    def reading(asked: Any, recalled: Any) -> Any:
        outside.append(not connection.savepoint_ids and transactions._current.get() is None)
        return read(asked, recalled)

    monkeypatch.setattr(distil, "_read", reading)
    alice_agent.post("/conversations", {"turns": turns("I live in Kyoto.")}, **KEY)
    assert outside == [True]


def test_what_recall_returned_is_not_learned(alice_agent):
    alice_agent.store("Ann lives in Kyoto with two cats.", layer="semantic")
    (text,) = alice_agent.found("Ann Kyoto")
    for flush in (False, True):  # whether the trace of the recall has been written by then or not
        if flush:
            access.flush()
        told = alice_agent.post("/conversations", {"turns": [{"text": text, "speaker": "Ann"}]}).json
        assert [(one["outcome"], one["reason"], one["content"]) for one in told["facts"]] == [
            ("dropped", "recall_echo", "")
        ]
    assert Memory.objects.count() == 1


def test_documents_go_into_the_wiki(alice_agent):
    text = (
        "# Rules\n\n1. Staff must badge in.\n2. Staff must badge out.\n3. Visitors must be accompanied at all times.\n"
    )
    attached = {"id": "a", "text": "I live in Kyoto.", **ANN, "attachments": [{"name": "rules.md", "text": text}]}
    told = alice_agent.post("/conversations", {"turns": [{"id": "d", "text": text}, attached]}).json
    assert [(one["outcome"], one["reason"], one["turn"], one["name"]) for one in told["documents"]] == [
        ("created", "", "d", ""),
        ("unchanged", "", "a", "rules.md"),
    ]
    assert told["documents"][0]["path"].endswith("/rules.md")
    assert alice_agent.get(f"/memories/{told['documents'][0]['pointer']}").json["predicate"] == "documented_in"
    assert told["counts"] == {"stored": 1}


def test_held_facts_come_with_the_request(alice_agent):
    program("alice", origin="operator").fact("Kyoto", subject="Ann", predicate="lives in")
    said = [{"id": "m", "text": "I moved to Osaka.", "speaker": "Ann"}]
    (fact,) = alice_agent.post("/conversations", {"turns": said}).json["facts"]
    assert (fact["outcome"], fact["reason"]) == ("held", "less_trusted")
    assert fact["review_id"]
    assert alice_agent.found("Osaka") == []


def test_the_zone_decides_which_day_it_is(alice_agent):
    said = [{"id": "m", "text": "The launch is tomorrow.", "speaker": "Ann", "time": "2026-11-09T20:00:00Z"}]
    for zone, day in (("Asia/Tokyo", "2026-11-11"), (None, "2026-11-10")):
        told = alice_agent.post("/conversations", {"turns": said, "session": str(zone), "timezone": zone}).json
        assert told["facts"][0]["object"] == day


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "turns"),
        ({"turns": []}, "turns"),
        ({"turns": [{"text": "x", "role": "bot"}]}, "turns.0.role"),
        ({"turns": [{"text": 7}]}, "turns.0.text"),
        ({"turns": [{"text": "x", "time": "2026-11-01T10:00:00"}]}, "turns.0.time"),
        ({"turns": [{"text": "x", "seq": -1}]}, "turns.0.seq"),
        ({"turns": [{"text": "x", "origin": "operator"}]}, "turns.0.origin"),
        ({"turns": [{"text": "x", "id": "a"}, {"text": "y", "id": "a"}]}, "turns"),
        ({"turns": [{"text": "x"}], "session": "a\nb"}, "session"),
        ({"turns": [{"text": "x"}], "timezone": "../../etc/passwd"}, "timezone"),
        ({"turns": [{"text": "x"}], "origin_trust": 1.0}, "origin_trust"),
    ],
)
def test_what_is_refused(alice_agent, body, field):
    answer = alice_agent.post("/conversations", body)
    assert (answer.status, answer.code, answer.fields) == (400, "invalid", {field}), answer.text


def test_too_much_at_once(alice_agent, settings):
    settings.HUB_TOML = {"distil": {"turns": 2, "turn_characters": 1_000}}
    for said in (turns("a", "b", "c"), turns("x" * 1_001)):
        answer = alice_agent.post("/conversations", {"turns": said})
        assert (answer.status, answer.code) == (413, "too_large")


def test_another_agents_conversations_are_its_own(alice_agent, bob_agent):
    talk(alice_agent, "I live in Kyoto.")
    assert bob_agent.found("Kyoto") == []
    assert talk(bob_agent, "I live in Kyoto.")["counts"] == {"stored": 1}


def test_reading_is_not_enough():
    reader = Program(mint("alice", scopes=["memory:read"]).secret)
    answer = reader.post("/conversations", {"turns": turns("I live in Kyoto.")})
    assert (answer.status, answer.code) == (403, "missing_scope")
    assert Memory.objects.count() == 0
