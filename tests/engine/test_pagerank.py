"""Ranks over the graph of facts, beside networkx on the same graph drawn out in full."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.engine import pagerank
from knowledge.engine.graph import NOTHING, Graph, build

Fact = tuple[int, int, float]
"""Subject, object (or NOTHING), trust."""

entities = st.integers(0, 7)
trusts = st.one_of(st.just(0.0), st.floats(0.001, 1.0))
facts = st.lists(st.tuples(entities, st.one_of(entities, st.just(NOTHING)), trusts), min_size=1, max_size=25)


def graph_of(listed: list[Fact]) -> Graph:
    return build(
        number=np.arange(1, len(listed) + 1, dtype=np.int64),
        subject=np.array([one[0] for one in listed], np.int32),
        object_=np.array([one[1] for one in listed], np.int32),
        trust=np.array([one[2] for one in listed], np.float64),
    )


def drawn_out(graph: Graph) -> nx.Graph:
    """Memories and entities as nodes; each memory is tied to its ends by its trust."""
    drawn: nx.Graph = nx.Graph()
    drawn.add_nodes_from(("e", place) for place in range(graph.entity.size))
    for place, (subject, object_, trust) in enumerate(zip(graph.subject, graph.object, graph.trust, strict=True)):
        drawn.add_edge(("m", place), ("e", int(subject)), weight=float(trust))
        if object_ != NOTHING:
            drawn.add_edge(("m", place), ("e", int(object_)), weight=float(trust))
    return drawn


def places(graph: Graph, *names: int) -> list[int]:
    return [int(np.flatnonzero(graph.entity == name)[0]) for name in names]


def test_a_chain():
    graph = graph_of([(0, 1, 1.0), (1, 2, 1.0)])
    assert pagerank.scores(graph, places(graph, 0)) == pytest.approx([1.0, 1 / 13], abs=1e-9)


def test_a_star():
    graph = graph_of([(0, 1, 1.0), (0, 2, 0.05)])
    assert pagerank.scores(graph, places(graph, 0)) == pytest.approx([1.0, 0.05], abs=1e-12)


def test_a_doubted_fact_does_not_lift_what_is_behind_it():
    # a – b curated; a – c doubted, c – d curated: two hops away over the doubt stays below one hop over the trusted.
    graph = graph_of([(0, 1, 1.0), (0, 2, 0.05), (2, 3, 1.0)])
    memories = pagerank.scores(graph, places(graph, 0))
    assert memories[2] < memories[0]
    assert memories[2] < 0.05


def test_what_the_fact_says_does_not_matter_and_nothing_leads_elsewhere():
    graph = graph_of([(0, 1, 0.5), (2, 3, 0.9)])
    assert pagerank.scores(graph, places(graph, 0)).tolist() == [1.0, 0.0]


def test_facts_without_any_trust_are_never_reached():
    graph = graph_of([(0, 1, 0.0)])
    assert pagerank.scores(graph, places(graph, 0)).tolist() == [0.0]


@given(facts, st.data())
@settings(max_examples=200, deadline=None)
def test_like_networkx(listed, data):
    graph = graph_of(listed)
    seeds = data.draw(st.lists(st.integers(0, graph.entity.size - 1), min_size=1, max_size=3, unique=True))
    ours = pagerank.personalised(graph, seeds)
    theirs = nx.pagerank(
        drawn_out(graph),
        alpha=pagerank.DAMPING,
        personalization={("e", seed): 1.0 for seed in seeds},
        tol=1e-14,
        max_iter=1_000,
    )
    assert ours.memories == pytest.approx([theirs["m", place] for place in range(len(listed))], abs=1e-6)
    assert ours.entities == pytest.approx([theirs["e", place] for place in range(graph.entity.size)], abs=1e-6)
    assert ours.memories.sum() + ours.entities.sum() == pytest.approx(1.0)


@given(facts, st.permutations(range(8)))
@settings(deadline=None)
def test_how_the_caller_counts_entities_does_not_matter(listed, names):
    graph = graph_of(listed)
    other = graph_of([(names[a], names[b] if b != NOTHING else b, trust) for a, b, trust in listed])
    for column in ("number", "subject", "object", "other", "trust", "degree", "strength"):
        assert getattr(graph, column).tobytes() == getattr(other, column).tobytes()
    for part in ("data", "indices", "indptr"):
        assert getattr(graph.ties, part).tobytes() == getattr(other.ties, part).tobytes()
    assert [names[one] for one in graph.entity] == other.entity.tolist()


@given(facts)
@settings(deadline=None)
def test_places_and_degrees(listed):
    graph = graph_of(listed)
    degree: dict[int, int] = {}
    for subject, object_, _ in listed:
        for end in {subject, object_} - {NOTHING}:
            degree[end] = degree.get(end, 0) + 1
    assert dict(zip(graph.entity.tolist(), graph.degree.tolist(), strict=True)) == degree
    assert graph.degree.tolist() == sorted(degree.values(), reverse=True)
    assert (graph.ties != graph.ties.T).nnz == 0
    assert graph.ties.sum(axis=0) == pytest.approx(graph.strength)


def test_an_empty_graph():
    graph = graph_of([])
    assert (graph.entity.size, graph.ties.shape) == (0, (0, 0))
