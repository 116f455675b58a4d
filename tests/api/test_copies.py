"""Vectors, and copies of what is known already, as a program sees them."""

from __future__ import annotations

import pytest

from tests.api.helpers import Program, program

pytestmark = pytest.mark.django_db

REFUND = "The refund window for online orders is 7 days"


@pytest.fixture
def caller(db) -> Program:
    return program("alice")


def test_a_word_inside_a_longer_one_is_found_by_words_alone(caller, settings):
    settings.HUB_TOML = {"vectors": {"embedder": "none"}}
    caller.store("資料庫遷移工作排程")
    assert caller.found("遷移") == ["資料庫遷移工作排程"]


def test_a_semantic_memory_stored_twice_is_refused_with_a_clear_error(caller):
    first = caller.post("/memories", {"content": REFUND, "layer": "semantic"})
    second = caller.post("/memories", {"content": REFUND, "layer": "semantic"})
    assert (first.status, second.status, second.code) == (201, 409, "duplicate")
    known = first.json["memory"]["id"]
    assert second.json["outcome"] == "duplicate"
    assert second.json["duplicate_of"] == known
    assert known in second.json["detail"]
    assert [one["id"] for one in caller.get("/memories").json["items"]] == [known]


def test_an_episodic_memory_stored_twice_is_stored_twice(caller):
    for _ in range(2):
        assert caller.post("/memories", {"content": REFUND, "layer": "episodic"}).status == 201
    assert len(caller.get("/memories").json["items"]) == 2


def test_a_changed_value_is_not_a_copy(caller):
    for days in ("7", "30"):
        body = {"content": REFUND.replace("7", days), "layer": "semantic"}
        assert caller.post("/memories", body).status == 201
    assert set(caller.found("refund window online orders")) == {REFUND, REFUND.replace("7", "30")}


def test_a_refused_copy_does_not_stop_a_batch(caller):
    items = [{"content": text, "layer": "semantic"} for text in (REFUND, REFUND + "!", "The office opens at 9")]
    answer = caller.post("/memories/batch", {"items": items}).json
    assert [one["outcome"] for one in answer["items"]] == ["stored", "duplicate", "stored"]
    assert answer["items"][1]["memory"]["id"] == answer["items"][0]["memory"]["id"]
    assert answer["items"][1]["reason"] == "copy"
    assert answer["counts"] == {"stored": 2, "duplicate": 1}


def test_the_same_key_gets_the_refusal_again(caller):
    caller.post("/memories", {"content": REFUND, "layer": "semantic"})
    body = {"content": REFUND, "layer": "semantic"}
    answers = [caller.call("POST", "/memories", body, Idempotency_Key="once") for _ in range(2)]
    assert [one.status for one in answers] == [409, 409]
    assert answers[0].json == answers[1].json
    assert answers[1].headers["Idempotency-Replayed"] == "true"


def test_what_another_agent_knows_refuses_nothing_and_is_not_named(caller):
    other = program("bob")
    theirs = other.post("/memories", {"content": REFUND, "layer": "semantic"}).json["memory"]["id"]
    mine = caller.post("/memories", {"content": REFUND, "layer": "semantic"})
    assert mine.status == 201
    again = caller.post("/memories", {"content": REFUND, "layer": "semantic"})
    assert theirs not in again.text
    assert again.json["duplicate_of"] == mine.json["memory"]["id"]
