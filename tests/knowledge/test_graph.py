"""The graph of facts: how close a memory is to what a query names, and what is drawn."""

from __future__ import annotations

from typing import Any

import pytest

from knowledge.models import Agent, Memory
from knowledge.queries.graph import GraphSignal, entity_detail, export_graph, graph_signal, load
from tests.knowledge.helpers import NOW, days, fact

pytestmark = pytest.mark.django_db


def tie(subject: str, object_: Any, *, predicate: str = "knows", **rest):
    rest.setdefault("content", f"{subject} {predicate} {object_}")
    return fact(object_, subject=subject, predicate=predicate, **rest).memory


def signal(query: str, *, agent: str = "alice", now=NOW, **rest) -> GraphSignal:
    row = Agent.objects.get(name=agent)
    return graph_signal(agent_id=row.pk, generation=row.generation, query=query, now=now, **rest)


def scores(query: str, **rest) -> dict[str, float]:
    found = signal(query, **rest)
    ids = dict(Memory.objects.values_list("number", "id"))
    return {ids[number]: value for number, value in zip(found.numbers.tolist(), found.values.tolist(), strict=True)}


def test_a_chain_of_two_facts():
    first, second = tie("alice", "bob"), tie("bob", "project")
    assert scores("What does Alice do?") == {first.id: 1.0, second.id: pytest.approx(1 / 13, abs=1e-9)}


def test_a_star_of_unequal_trust():
    trusted = tie("alice", "tea", predicate="likes")
    doubted = tie("alice", "mud", predicate="eats", origin_trust=0.05)
    assert scores("alice") == {trusted.id: 1.0, doubted.id: pytest.approx(0.05, abs=1e-9)}


def test_no_entity_is_named():
    tie("hi", "there")
    assert signal("this is unrelated").numbers.tolist() == []
    assert signal("say HI to everyone").seeds == ("hi",)


def test_drawn():
    memory = tie("Alice", "Bob", predicate="Knows", now=days(-1))
    tie("bob", "Project")
    graph = export_graph(agent="alice", for_curator=False, now=NOW)
    assert [(one.subject, one.predicate, one.object) for one in graph.edges] == [
        ("bob", "knows", "project"),
        ("alice", "Knows", "bob"),
    ]
    assert [(one.id, one.label, one.degree) for one in graph.nodes] == [
        ("bob", "bob", 2),
        ("alice", "Alice", 1),
        ("project", "Project", 1),
    ]
    assert not graph.truncated
    detail = entity_detail(agent="alice", entity="BOB", for_curator=False, now=NOW)
    assert (detail.degree, [one.id for one in detail.neighbours]) == (2, ["alice", "project"])
    assert detail.edges[1].memory_id == memory.id
    assert load(agent="alice", now=NOW).keys == ("bob", "alice", "project")
