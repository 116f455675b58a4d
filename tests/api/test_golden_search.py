"""The agreed cases of search, ranking, graph and vectors, as a program sees them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from knowledge.clock import hub_now
from knowledge.models import Memory
from tests.api.helpers import Program, ago, program

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(db) -> Program:
    return program("alice", origin="operator")


def tie(caller: Program, subject: str, value: str, predicate: str = "knows", content: str = "") -> str:
    told = caller.fact(value, subject=subject, predicate=predicate, content=content or f"{subject} {predicate} {value}")
    return str(told["memory"]["id"])


def values(caller: Program, query: str, name: str, **more: object) -> dict[str, float]:
    """By id, what one arm says of each result."""
    results = caller.post("/memories/search", {"query": query, "limit": 100, **more}).json["results"]
    return {one["memory"]["id"]: part["value"] for one in results for part in one["parts"] if part["name"] == name}


def test_of_two_old_matches_the_one_often_and_lately_recalled_comes_first(operator):
    for name in ("first", "second", "third"):
        operator.store(f"apples of the {name} tree", recorded_at=ago(days=40))
    used = Memory.objects.filter(content__contains="second")
    assert used.update(access_count=25, last_accessed_at=hub_now() - timedelta(hours=2)) == 1
    assert operator.found("apples tree")[0] == "apples of the second tree"


def test_ties_that_have_nothing_to_do_with_the_question_change_nothing(operator):
    for number in range(6):
        operator.store(f"The garden has {number} trees " + "and grass " * number)
    before = operator.post("/memories/search", {"query": "trees in a garden"}).json["results"]
    for number in range(5):
        tie(operator, f"Person{number}", f"Town{number}", content="Nothing of the kind")
    after = operator.post("/memories/search", {"query": "trees in a garden"}).json["results"]
    assert [one["memory"]["id"] for one in after[: len(before)]] == [one["memory"]["id"] for one in before]
    assert [part["value"] for one in after for part in one["parts"] if part["name"] == "graph"] in (
        [],
        [0.0] * len(after),
    )


def test_a_chain_fades_from_tie_to_tie(operator):
    first = tie(operator, "Alice", "Bob")
    second = tie(operator, "Bob", "Carol")
    scores = values(operator, "What does Alice do?", "graph")
    assert scores[first] == 1.0
    assert scores[second] == pytest.approx(1 / 13, abs=1e-9)


def test_a_tie_counts_as_much_as_it_is_trusted(operator):
    strong = tie(operator, "Hub", "Trusted", "knows", "a strong tie")
    weak = tie(operator, "Hub", "Doubted", "met", "a weak tie")
    assert Memory.objects.filter(id=weak).update(origin_trust=0.05) == 1
    # A write tells every process that the graph is another one.
    operator.fact("blue", subject="sky", predicate="colour")
    scores = values(operator, "Hub", "graph")
    assert (scores[strong], scores[weak]) == (1.0, pytest.approx(0.05, abs=1e-9))


def test_a_short_name_is_met_as_a_word_only(operator):
    known = tie(operator, "hi", "greeting", "is a", "a word of two letters")
    assert values(operator, "this is unrelated", "graph").get(known, 0.0) == 0.0
    assert values(operator, "say HI to everyone", "graph")[known] == 1.0


def test_a_name_taken_away_that_never_was(operator):
    answer = operator.call("DELETE", "/aliases?alias=nobody")
    assert (answer.status, answer.code) == (404, "not_found")


def test_what_was_written_last_is_in_the_next_answer(operator):
    """A large neighbourhood answers the same twice, and knows one more fact right after it was written."""
    items = [
        {"content": f"person {n} works there", "subject": f"person {n}", "predicate": "works at", "object": "Acme"}
        for n in range(501)
    ]
    assert operator.post("/memories/batch", {"items": items[:500]}).json["counts"] == {"stored": 500}
    assert operator.post("/memories/batch", {"items": items[500:]}).json["counts"] == {"stored": 1}
    first, second = (values(operator, "Acme", "graph") for _ in range(2))
    assert first == second
    assert len(first) == 100
    late = tie(operator, "Acme", "Tokyo", "is in", "the head office")
    assert values(operator, "Acme", "graph", subject="Acme") == {late: 1.0}
