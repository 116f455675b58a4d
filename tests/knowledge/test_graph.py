"""The graph of facts: how close a memory is to what a query names, and what is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from knowledge.errors import NotFound
from knowledge.models import Agent, Memory
from knowledge.queries.graph import GraphSignal, entity_detail, export_graph, graph_signal, load
from knowledge.services import edit
from tests.knowledge.helpers import NOW, days, fact, say, writer

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


# ------------------------------------------------------------------ what is not true now does not matter


def _set(**columns: Any) -> Callable[[Memory], object]:
    return lambda row: Memory.objects.filter(pk=row.pk).update(**columns)


INERT: dict[str, Callable[[Memory], object]] = {
    "held": _set(standing="held"),
    "quarantined": _set(standing="quarantined"),
    "forgotten": lambda row: edit.forget(actor=writer(agent="with"), memory_id=row.id, now=NOW),
    "purged": _set(standing="purged"),
    "rejected": _set(standing="rejected"),
    "ended": _set(valid_until=days(-1)),
    "expired": _set(expires_at=days(-0.01)),
    "to come": _set(valid_from=days(1)),
    "replaced": lambda row: tie("q", "elsewhere", predicate="leads to", now=days(-0.5), agent="with"),
}


def everything(agent: str, queries: Sequence[str], *, for_curator: bool = False) -> list[object]:
    """All that the graph says, without what differs between two agents that know the same."""
    contents = dict(Memory.objects.values_list("number", "content"))
    ids = dict(Memory.objects.values_list("id", "content"))
    said: list[object] = []
    for query in queries:
        found = signal(query, agent=agent)
        said.append(([contents[one] for one in found.numbers.tolist()], found.values.tobytes(), found.seeds))
    graph = export_graph(agent=agent, for_curator=for_curator, now=NOW)
    said += [[replace(edge, memory_id=ids[edge.memory_id]) for edge in graph.edges], graph.nodes, graph.truncated]
    whole = load(agent=agent, now=NOW)
    said += [
        whole.keys,
        whole.degrees.tobytes(),
        whole.trusts.tobytes(),
        [contents[one] for one in whole.numbers.tolist()],
    ]
    for entity in queries:
        try:
            detail = entity_detail(agent=agent, entity=entity, for_curator=for_curator, now=NOW)
        except NotFound:
            said.append(None)
            continue
        edges = [replace(edge, memory_id=ids[edge.memory_id]) for edge in detail.edges]
        said.append(replace(detail, agent="", edges=tuple(edges)))
    return said


@pytest.mark.parametrize("why", INERT)
def test_a_hub_with_a_fact_that_is_not_true_now_equals_one_without(why):
    for agent in ("with", "without"):
        tie("a", "q", agent=agent, now=days(-2))
        if agent == "with":
            row = Memory.objects.get(id=tie("q", "b", predicate="leads to", agent=agent, now=days(-2)).id)
        tie("b", "c", agent=agent, now=days(-2))
        tie("c", "end", agent=agent, now=days(-2))
        if why == "replaced" and agent == "without":
            tie("q", "elsewhere", predicate="leads to", now=days(-0.5), agent=agent)
    assert everything("with", ("a", "q", "b", "end")) != everything("without", ("a", "q", "b", "end"))
    INERT[why](row)
    for for_curator in (False, True) if why not in {"held", "quarantined"} else (False,):
        queries = ("a", "q", "b", "c", "end", "a and end", "elsewhere")
        assert everything("with", queries, for_curator=for_curator) == everything(
            "without", queries, for_curator=for_curator
        )


@pytest.mark.parametrize("standing", ["held", "quarantined"])
def test_what_waits_is_drawn_for_curators_and_marked(standing):
    tie("a", "q")
    Memory.objects.filter(id=tie("Q", "Secret", predicate="leads to").id).update(standing=standing)
    graph = export_graph(agent="alice", for_curator=True, now=NOW)
    assert [(one.object, one.quarantined, one.standing) for one in graph.edges] == [
        ("secret", True, standing),
        ("q", False, "believed"),
    ]
    # How something is written is taken from what is believed.
    assert {one.label for one in graph.nodes} == {"a", "q", "Secret"}
    assert [
        edge.standing for edge in entity_detail(agent="alice", entity="secret", for_curator=True, now=NOW).edges
    ] == [standing]
    with pytest.raises(NotFound):
        entity_detail(agent="alice", entity="secret", for_curator=False, now=NOW)
    assert signal("secret").seeds == ()


def test_a_doubted_fact_cannot_lift_what_is_two_hops_away():
    curated = tie("alice", "tea", predicate="likes")
    tie("alice", "cellar", predicate="hides in", origin_trust=0.05)
    behind = tie("cellar", "gold", predicate="holds")
    found = scores("what about alice")
    assert found[behind.id] < found[curated.id] == 1.0


def test_facts_without_an_object_tie_nothing_but_are_reached():
    alone = tie("alice", None, predicate="sleeps", content="Alice sleeps")
    assert scores("alice") == {alone.id: 1.0}
    assert export_graph(agent="alice", for_curator=True, now=NOW).edges == ()
    detail = entity_detail(agent="alice", entity="alice", for_curator=False, now=NOW)
    assert [(one.object, one.memory_id) for one in detail.edges] == [(None, alone.id)]


def test_memories_without_a_triple_are_no_part_of_it():
    say("plain about bob")
    say("half a triple", subject="bob")
    assert scores("bob") == {}
    assert export_graph(agent="alice", for_curator=True, now=NOW).nodes == ()


def test_several_names_and_names_that_are_near():
    first, second = tie("alice", "x"), tie("bob", "y")
    assert scores("alice and bob") == {first.id: 1.0, second.id: 1.0}
    assert scores("alice", nearby=("bob", "nobody")) == {first.id: 1.0, second.id: 1.0}
    assert scores("nobody", nearby=("bob",)) == {second.id: 1.0}
    assert signal("nobody", nearby=("nothing",)).numbers.tolist() == []


def test_japanese_names():
    first = tie("田中太郎", "東京", predicate="住所")
    assert scores("田中太郎さんはどこに住んでいますか") == {first.id: 1.0}
    assert scores("東京の天気") == {first.id: 1.0}


def test_an_agent_that_is_not_known():
    assert export_graph(agent="nobody", for_curator=True, now=NOW).edges == ()
    assert load(agent="nobody", now=NOW).keys == ()
    with pytest.raises(NotFound):
        entity_detail(agent="nobody", entity="x", for_curator=True, now=NOW)


def test_nothing_of_another_agent():
    tie("alice", "x", agent="bob")
    tie("carol", "y")
    assert signal("alice").seeds == ()
    assert {one.id for one in export_graph(agent="alice", for_curator=True, now=NOW).nodes} == {"carol", "y"}


def test_questions_cost_no_more_queries_when_there_are_more_facts(django_assert_max_num_queries):
    for number in range(3):
        tie(f"s{number}", "hub")
    with CaptureQueriesContext(connection) as few:
        everything("alice", ("hub",), for_curator=True)
    for number in range(60):
        tie(f"s{number}", "hub", predicate=f"p{number}")
    with django_assert_max_num_queries(len(few)):
        everything("alice", ("hub",), for_curator=True)
