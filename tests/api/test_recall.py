"""Recall as a program sees it: the profile it asks for, the arms that answer, and those that do not."""

from __future__ import annotations

import pytest
from django.db import DatabaseError

from knowledge.queries import arms
from tests.api.helpers import Program, program

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(db) -> Program:
    return program("alice", origin="operator")


def search(caller: Program, query: str, **more: object) -> dict:
    return caller.post("/memories/search", {"query": query, **more}).json


def test_the_profile_a_program_asks_for(operator):
    for seq, text in enumerate(["Where shall we spend the summer?", "By the lake, I think", "Good night"]):
        operator.store(text, source={"kind": "message", "session": "s1", "seq": seq})
    weighed = search(operator, "summer by the lake", profile="evidence")["results"]
    surrounded = {
        one["memory"]["content"]: part for one in weighed for part in one["parts"] if part["name"] == "context"
    }
    assert surrounded["By the lake, I think"]["value"] > 0.3
    assert surrounded["By the lake, I think"]["contribution"] == pytest.approx(
        surrounded["By the lake, I think"]["value"] * surrounded["By the lake, I think"]["weight"]
    )
    for one in weighed:
        total = sum(part["contribution"] for part in one["parts"]) * one["trust_factor"]
        assert one["score"] == pytest.approx(total)
    plain = search(operator, "summer by the lake")["results"]
    assert "context" not in {part["name"] for one in plain for part in one["parts"]}


def test_a_profile_there_is_not(operator):
    answer = operator.post("/memories/search", {"query": "x", "profile": "best"})
    assert answer.status == 400
    assert answer.fields == {"profile"}


def test_ties_answer_what_no_word_leads_to(operator):
    operator.store("She moved to the coast", subject="Mika", predicate="lives in", object="Odawara")
    operator.store("A town known for its castle", subject="Odawara", predicate="known for", object="castle")
    result = search(operator, "Mika")
    assert [one["memory"]["content"] for one in result["results"]] == [
        "She moved to the coast",
        "A town known for its castle",
    ]
    tied = {part["name"]: part["value"] for part in result["results"][1]["parts"]}
    assert tied["relevance"] == 0.0
    assert tied["graph"] == pytest.approx(1 / 13)
    assert search(operator, "Mika", mode="keyword")["matched"] == 1


def test_an_arm_that_fails_is_named(operator, monkeypatch):
    operator.store("She moved to the coast", subject="Mika", predicate="lives in", object="Odawara")

    def broken(**_: object) -> None:
        raise DatabaseError

    monkeypatch.setattr(arms, "graph_signal", broken)
    result = search(operator, "Mika")
    assert result["degraded"] == ["graph"]
    assert [one["memory"]["subject"] for one in result["results"]] == ["Mika"]
