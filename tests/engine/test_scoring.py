"""The order of recall: parts that add up, neutral extras, curated rows first, no triple twice."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.engine.scoring import KEYWORD_ONLY, PROFILES, SIGNALS, Candidates, Ranking, Weights, rank

unit = st.floats(0, 1)
TRUSTS = st.sampled_from([0.1, 0.3, 0.6, 0.7, 0.85, 1.0])


COLUMNS = (
    "learned", "trust", "recency", "importance", "relevance", "graph", "vector", "context",
    "subjects", "facts", "objects",
)  # fmt: skip


@st.composite
def candidates(draw, *, trust=TRUSTS) -> Candidates:
    rows = draw(
        st.lists(
            st.tuples(
                st.integers(0, 3),
                trust,
                unit,
                st.sampled_from([0.0, 0.5, 0.7, 1.0]),
                st.sampled_from([0.0, 0.2, 0.5, 1.0]),
                st.sampled_from([0.0, 0.3, 1.0]),
                st.sampled_from([0.0, 0.4]),
                st.sampled_from([0.0, 0.6, 1.0]),
                st.sampled_from(["", "ann", "ann", "bob"]),
                st.sampled_from(["", "f1", "f2", "f3"]),
                st.sampled_from(["", "x"]),
            ),
            max_size=8,
        )
    )
    columns = {name: [r[i] for r in rows] for i, name in enumerate(COLUMNS)}
    ids = [f"m_{(7 * i + 3) % 10}" for i in range(len(rows))]  # not in the order of the rows
    return Candidates(ids=ids, **columns)


def row(**columns: Any) -> Candidates:
    n = len(columns["ids"])
    filled: dict[str, Any] = {
        "learned": [0] * n,
        "trust": [1.0] * n,
        "recency": [0.5] * n,
        "importance": [0.5] * n,
    } | columns
    return Candidates(**{"relevance": [1.0] * n} | filled)


def names(ranking: Ranking, given_: Candidates) -> list[str]:
    return [given_.ids[i] for i in ranking.order]


class TestScore:
    def test_by_hand_with_the_documented_weights(self):
        c = row(ids=["a"], recency=[0.8], importance=[0.5], relevance=[1.0], graph=[0.5], vector=[0.2], trust=[0.3])
        expected = (0.25 * 0.8 + 0.35 * 0.5 + 0.35 * 1.0 + 0.15 * 0.5 + 0.15 * 0.2) * (0.9 + 0.1 * 0.3)
        assert rank(c).scores[0] == pytest.approx(expected, abs=1e-12)

    @given(candidates())
    def test_parts_add_up_to_the_score_shown_to_the_bit(self, c: Candidates):
        ranking = rank(c)
        for i in range(len(c.ids)):
            total = 0.0
            for part in ranking.parts(i):
                assert part.contribution == part.weight * part.value
                total += part.contribution
            assert float(ranking.trust_factors[i]) * total == ranking.scores[i]
            assert [part.name for part in ranking.parts(i)] == list(SIGNALS)

    @given(candidates())
    def test_scores_stay_between_zero_and_the_sum_of_weights(self, c: Candidates):
        assert all(0.0 <= s <= 1.25 + 1e-12 for s in rank(c).scores)

    def test_the_recalled_and_recent_one_comes_first(self):
        c = row(ids=["old", "recalled"], recency=[0.057, 0.998], relevance=[1.0, 1.0])
        assert names(rank(c), c) == ["recalled", "old"]

    def test_an_irrelevant_memory_is_not_lifted_by_importance(self):
        c = row(ids=["loud", "fitting"], importance=[1.0, 0.0], recency=[1.0, 0.0], relevance=[0.0, 0.4])
        assert names(rank(c), c) == ["fitting"]

    @pytest.mark.parametrize("arm", ["relevance", "graph", "vector"])
    def test_any_arm_makes_a_candidate(self, arm: str):
        c = row(ids=["a", "b"], **{"relevance": [0.0, 0.0], arm: [0.0, 0.1]})
        assert names(rank(c), c) == ["b"]

    def test_keyword_mode_looks_at_the_words_alone(self):
        c = row(ids=["a", "b"], relevance=[0.4, 0.5], importance=[1.0, 0.0], trust=[1.0, 0.1], subjects=["s", "s"])
        assert names(rank(c, KEYWORD_ONLY), c) == ["b", "a"]
        assert rank(c, KEYWORD_ONLY).scores.tolist() == [0.4, 0.5]

    def test_nothing_to_rank(self):
        c = row(ids=[])
        assert rank(c).order.tolist() == []


class TestNeutrality:
    @given(candidates())
    def test_without_trust_weight_the_order_is_that_without_trust(self, c: Candidates):
        without = rank(replace(c, trust=[1.0] * len(c.ids)))
        zero = rank(c, Weights(trust=0.0))
        assert zero.order.tolist() == without.order.tolist()
        assert zero.scores.tobytes() == without.scores.tobytes()

    @given(candidates(), st.sampled_from([0.05, 0.1, 0.3, 1.0]))
    def test_full_trust_everywhere_changes_no_bit(self, c: Candidates, weight: float):
        c = replace(c, trust=[1.0] * len(c.ids))
        assert rank(c, Weights(trust=weight)).scores.tobytes() == rank(c, Weights(trust=0.0)).scores.tobytes()
        assert rank(c, Weights(trust=weight)).order.tolist() == rank(c, Weights(trust=0.0)).order.tolist()

    @given(candidates())
    def test_an_empty_graph_and_no_embedder_change_no_bit(self, c: Candidates):
        zeros = [0.0] * len(c.ids)
        three = rank(replace(c, graph=None, vector=None))
        for empty in (replace(c, graph=zeros, vector=None), replace(c, graph=zeros, vector=zeros)):
            assert rank(empty).scores.tobytes() == three.scores.tobytes()
            assert rank(empty).order.tolist() == three.order.tolist()

    @given(candidates())
    def test_surroundings_without_a_weight_change_no_bit(self, c: Candidates):
        without = rank(replace(c, context=None))
        assert rank(c).scores.tobytes() == without.scores.tobytes()
        assert rank(c).order.tolist() == without.order.tolist()

    @given(candidates())
    def test_surroundings_with_nothing_in_them_change_no_bit(self, c: Candidates):
        evidence = PROFILES["evidence"]
        empty = rank(replace(c, context=[0.0] * len(c.ids)), evidence)
        without = rank(replace(c, context=None), evidence)
        assert empty.scores.tobytes() == without.scores.tobytes()
        assert empty.order.tolist() == without.order.tolist()

    @given(candidates(trust=st.just(0.6)))
    def test_equal_trust_moves_nothing(self, c: Candidates):
        ranking = rank(c)
        assert ranking.outranked == frozenset()
        assert ranking.order.tolist() == rank(replace(c, subjects=())).order.tolist()


class TestOrder:
    @given(candidates())
    def test_ties_go_to_the_newer_then_to_the_id(self, c: Candidates):
        c = replace(c, subjects=(), facts=())
        ranking = rank(c)
        learned = np.asarray(c.learned, float)
        keys = [(-ranking.scores[i], -learned[i], c.ids[i]) for i in ranking.order]
        assert keys == sorted(keys)

    @given(candidates(), st.randoms())
    def test_the_order_of_candidates_does_not_matter(self, c: Candidates, rng):
        shuffle = list(range(len(c.ids)))
        rng.shuffle(shuffle)
        fields = {name: [getattr(c, name)[i] for i in shuffle] for name in c.__slots__}
        shuffled = Candidates(**fields)
        assert names(rank(shuffled), shuffled) == names(rank(c), c)

    @given(candidates())
    def test_no_triple_stands_twice_and_none_is_lost(self, c: Candidates):
        order = rank(c).order.tolist()
        assert len(order) == len(set(order))
        triples = [(c.facts[i], c.objects[i]) for i in order if c.facts[i]]
        assert len(triples) == len(set(triples))
        everyone = rank(replace(c, facts=())).order.tolist()
        assert set(triples) == {(c.facts[i], c.objects[i]) for i in everyone if c.facts[i]}
        assert {i for i in everyone if not c.facts[i]} == {i for i in order if not c.facts[i]}

    def test_the_best_row_of_a_triple_is_kept(self):
        c = row(ids=["a", "b", "c"], relevance=[0.3, 0.9, 0.5], facts=["f", "f", "f"], objects=["x", "x", "y"])
        assert names(rank(c), c) == ["b", "c"]


class TestDominance:
    def test_the_lower_trust_row_stands_directly_below_the_curated_one(self):
        c = row(
            ids=["chat", "other", "curated", "last"],
            relevance=[1.0, 0.9, 0.5, 0.2],
            trust=[0.3, 0.3, 1.0, 0.3],
            subjects=["ann", "bob", "ann", "ann"],
        )
        ranking = rank(c)
        assert names(ranking, c) == ["other", "curated", "chat", "last"]
        assert ranking.outranked == {0}

    def test_without_trust_weight_it_stays_above(self):
        c = row(ids=["chat", "curated"], relevance=[1.0, 0.5], trust=[0.3, 1.0], subjects=["ann", "ann"])
        assert names(rank(c, Weights(trust=0.0)), c) == ["chat", "curated"]

    def test_a_row_below_the_curated_threshold_dominates_nobody(self):
        c = row(ids=["chat", "derived"], relevance=[1.0, 0.5], trust=[0.3, 0.6], subjects=["ann", "ann"])
        assert names(rank(c), c) == ["chat", "derived"]

    def test_a_curated_row_that_did_not_match_dominates_nobody(self):
        c = row(ids=["chat", "curated"], relevance=[1.0, 0.0], trust=[0.3, 1.0], subjects=["ann", "ann"])
        assert names(rank(c), c) == ["chat"]

    def test_rows_without_a_subject_are_left_alone(self):
        c = row(ids=["chat", "curated"], relevance=[1.0, 0.5], trust=[0.3, 1.0], subjects=["", ""])
        assert names(rank(c), c) == ["chat", "curated"]

    def test_a_curated_row_gone_as_a_duplicate_holds_no_place(self):
        c = row(
            ids=["best", "chat", "other", "double"],
            relevance=[1.0, 0.9, 0.8, 0.1],
            trust=[1.0, 0.3, 0.3, 1.0],
            subjects=["ann", "ann", "bob", "ann"],
            facts=["f", "g", "h", "f"],
        )
        assert names(rank(c), c) == ["best", "chat", "other"]

    @settings(max_examples=200)
    @given(candidates())
    def test_never_above_a_curated_row_of_higher_trust_and_moved_no_further_than_needed(self, c: Candidates):
        ranking = rank(c)
        order = ranking.order.tolist()
        place = {i: p for p, i in enumerate(order)}
        trust, subject = np.asarray(c.trust, float).tolist(), c.subjects
        plain = [i for i in rank(replace(c, subjects=(), facts=())).order.tolist() if i in place]
        for i, j in combinations(plain, 2):  # i above j by score alone
            blocked = subject[i] and subject[i] == subject[j] and trust[j] >= 0.7 and trust[j] > trust[i]
            if blocked:
                assert place[j] < place[i]
            elif i not in ranking.outranked:
                assert place[i] < place[j]
        for i in ranking.outranked:
            above = order[place[i] - 1]
            assert subject[above] == subject[i]
            assert above in ranking.outranked or trust[above] > trust[i]

    def test_many_rows_of_one_subject_take_little_time(self):
        n = 20_000
        rng = np.random.default_rng(1)
        c = row(
            ids=[f"m_{i:05}" for i in range(n)],
            relevance=rng.random(n),
            trust=rng.random(n),
            subjects=["hub"] * n,
        )
        trusts = np.asarray(c.trust)[rank(c).order]
        curated = trusts[trusts >= 0.7]
        assert np.all(np.diff(curated) <= 0)
        assert trusts[: curated.size].min() >= 0.7


class TestWeights:
    def test_documented_defaults(self):
        assert Weights() == Weights(recency=0.25, importance=0.35, relevance=0.35, graph=0.15, vector=0.15, trust=0.1)

    @pytest.mark.parametrize("field", ["recency", "importance", "relevance", "graph", "vector", "trust"])
    @pytest.mark.parametrize("value", [-0.01, 1.01, float("nan")])
    def test_a_weight_outside_its_range_is_refused(self, field: str, value: float):
        with pytest.raises(ValueError, match=field):
            Weights(**{field: value})


class TestRefusals:
    def test_fields_of_different_length(self):
        with pytest.raises(ValueError, match="one entry"):
            rank(row(ids=["a", "b"], relevance=[1.0]))
        with pytest.raises(ValueError, match="one entry"):
            rank(row(ids=["a", "b"], subjects=["x"]))

    def test_something_that_is_no_number(self):
        with pytest.raises(ValueError, match="recency"):
            rank(row(ids=["a"], recency=[float("nan")]))

    def test_rounding_beyond_one_is_clipped(self):
        assert rank(row(ids=["a"], vector=[1.0000002])).values[-1].tolist() == [1.0]
