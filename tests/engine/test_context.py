"""What surrounds a memory: neighbours, the whole conversation, names held whole, and what trust lets through."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine import context
from knowledge.engine.context import NONE, Places
from knowledge.engine.lexical import Matches, matches

WHOLE = 0.4 + 0.2 + 0.2 + 0.1


def places(*pairs: tuple[int, int]) -> Places:
    conversation, sequence = zip(*pairs, strict=True)
    return Places(np.array(conversation, np.int64), np.array(sequence, np.int64))


def parts(rows: list[tuple[int, int, float]], candidates: int, terms: int) -> Matches:
    candidate, term, part = (list(column) for column in zip(*rows, strict=True)) if rows else ([], [], [])
    return Matches(
        np.array(candidate, np.int64), np.array(term, np.int64), np.array(part, np.float64), candidates, terms
    )


class TestNeighbours:
    def test_the_turns_around_the_one_that_matches(self):
        lent = context.neighbours(np.array([0.0, 0.0, 1.0, 0.0, 0.0, 0.0]), places(*[(7, n) for n in range(6)]))
        assert lent == pytest.approx(np.array([0.1, 0.2, 0.0, 0.4, 0.2, 0.0]) / WHOLE)

    def test_everything_around_is_perfect(self):
        lent = context.neighbours(np.ones(5), places(*[(1, n) for n in range(5)]))
        assert lent[2] == pytest.approx(1.0)
        assert lent[0] == pytest.approx(0.3 / WHOLE)

    def test_a_turn_that_is_missing_is_not_closed_over(self):
        lent = context.neighbours(np.array([1.0, 0.0, 0.0]), places((1, 10), (1, 12), (1, 13)))
        assert lent == pytest.approx([0.0, 0.2 / WHOLE, 0.0])

    def test_another_conversation_lends_nothing(self):
        assert not context.neighbours(np.array([1.0, 0.0]), places((1, 4), (2, 5))).any()

    def test_without_a_place_there_are_no_neighbours(self):
        assert not context.neighbours(np.array([1.0, 0.0, 1.0]), places((1, NONE), (1, 5), (NONE, NONE))).any()
        assert context.neighbours(np.zeros(0), places((1, 1))).size == 0

    def test_several_memories_of_one_turn_count_as_the_best_of_them(self):
        lent = context.neighbours(np.array([0.5, 1.0, 0.0]), places((1, 4), (1, 4), (1, 5)))
        assert lent == pytest.approx([0.0, 0.0, 0.4 / WHOLE])

    @given(st.lists(st.tuples(st.integers(-1, 2), st.integers(-1, 9), st.floats(0, 1)), min_size=1, max_size=12))
    def test_always_from_0_to_1_whatever_the_order_of_candidates(self, rows):
        where = places(*[row[:2] for row in rows])
        evidence = np.array([row[2] for row in rows])
        lent = context.neighbours(evidence, where)
        assert ((lent >= 0.0) & (lent <= 1.0 + 1e-12)).all()
        back = np.arange(len(rows))[::-1]
        turned = context.neighbours(evidence[back], Places(where.conversation[back], where.sequence[back]))
        assert turned[back].tolist() == lent.tolist()


class TestReplies:
    def test_the_turn_after_one_that_asks(self):
        evidence, asks = np.array([0.8, 0.6, 0.5, 0.9]), np.array([True, False, True, True])
        where = places((1, 4), (1, 5), (1, 6), (2, 7))
        assert context.replies(evidence, asks, where).tolist() == [0.0, 0.8, 0.0, 0.0]

    def test_a_turn_between_ends_it(self):
        asks = np.array([True, False])
        assert not context.replies(np.ones(2), asks, places((1, 4), (1, 6))).any()
        assert not context.replies(np.ones(2), asks, places((1, 4), (1, 4))).any()


class TestConversation:
    def test_each_word_counts_where_it_stands_best(self):
        found = parts([(0, 0, 3.0), (1, 0, 1.0), (1, 1, 2.0), (2, 1, 4.0)], candidates=3, terms=2)
        own = found.scores()
        covered = context.coverage(found, own, places((1, 0), (1, 1), (NONE, NONE)), np.ones(3))
        assert covered == pytest.approx([1.0, 1.0, 4.0 / 5.0])

    def test_alone_a_memory_covers_what_it_holds(self):
        found = parts([(0, 0, 3.0), (1, 0, 1.0)], candidates=3, terms=1)
        covered = context.coverage(found, found.scores(), places(*[(NONE, NONE)] * 3), np.ones(3))
        assert covered == pytest.approx([1.0, 1.0 / 3.0, 0.0])

    def test_what_nobody_vouches_for_lends_little_but_keeps_its_own(self):
        found = parts([(0, 0, 4.0), (1, 1, 1.0)], candidates=2, terms=2)
        covered = context.coverage(found, found.scores(), places((1, 0), (1, 1)), np.array([0.25, 1.0]))
        assert covered == pytest.approx([1.0, 0.5])  # 4, and 0.25 * 4 + 1

    def test_a_conversation_without_a_match_covers_nothing(self):
        found = parts([(0, 0, 2.0)], candidates=2, terms=1)
        assert context.coverage(found, found.scores(), places((1, 0), (2, 0)), np.ones(2)).tolist() == [1.0, 0.0]
        nothing = parts([], candidates=2, terms=0)
        assert not context.coverage(nothing, np.zeros(2), places((1, 0), (1, 1)), np.ones(2)).any()


class TestLending:
    def test_full_from_the_trust_of_curated_memories_on(self):
        assert context.lends([1.0, 0.7, 0.35, 0.05]) == pytest.approx([1.0, 1.0, 0.5, 0.05 / 0.7])

    def test_among_equals_nothing_is_lost(self):
        assert context.lends([0.3, 0.3, 0.15]) == pytest.approx([1.0, 1.0, 0.5])

    @pytest.mark.parametrize(("trust", "weighs"), [([0.1, 1.0], False), ([0.0, 0.0], True), ([], True)])
    def test_all_alike_where_trust_does_not_count(self, trust, weighs):
        assert context.lends(trust, weighs=weighs).tolist() == [1.0] * len(trust)


class TestNames:
    def test_a_rare_name_held_whole_tells_more_than_a_common_one(self):
        found = parts([(0, 0, 1.0), (0, 1, 1.0), (1, 0, 1.0), (2, 2, 1.0), (2, 3, 1.0)], candidates=4, terms=4)
        values = context.whole_names(found, [[0, 1], [2, 3], [0]], documents=1_000)
        rare = context.rarity(1, documents=1_000)
        assert values == pytest.approx([rare, 0.0, rare, 0.0])
        assert 0.9 < rare < 1.0

    def test_rarity(self):
        assert context.rarity(0, documents=10) == 0.0
        assert context.rarity(10, documents=10) < 0.1
        assert context.rarity(2, documents=0) < 1.0
        rising = [context.rarity(n, documents=500) for n in (50, 10, 2, 1)]
        assert rising == sorted(rising)


class TestCompletes:
    TELLING = np.array([4.0, 1.0, 3.0, 0.0])

    def test_what_the_first_passage_lacks_counts_by_how_telling_it_is(self):
        first = np.array([True, False, False, False])
        held = np.array([[1, 1, 1, 0], [1, 0, 1, 1], [0, 1, 0, 0], [1, 0, 0, 1], [0, 0, 0, 0]], np.bool_)
        values = context.completes(first, held, self.TELLING)
        assert values == pytest.approx([1.0, np.sqrt(3 / 4), np.sqrt(1 / 4), 0.0, 0.0])

    def test_a_passage_that_holds_all_leaves_nothing_open(self):
        held = np.ones((2, 4), np.bool_)
        everything_known = np.array([True, True, True, False])
        assert context.completes(everything_known, held, self.TELLING).tolist() == [0.0, 0.0]
        assert context.completes(np.zeros(4, np.bool_), held[:0], self.TELLING).tolist() == []

    @given(st.integers(0, 2**32 - 1))
    def test_a_memory_that_holds_more_completes_more_and_never_above_one(self, seed):
        draw = np.random.default_rng(seed)
        terms = int(draw.integers(1, 8))
        telling = draw.random(terms) * 9
        first, less, more = draw.random((3, terms)) < 0.5
        values = context.completes(first, np.array([less, less | more, ~first]), telling)
        assert 0.0 <= values[0] <= values[1] <= values[2] <= 1.0


def test_shares_are_a_whole_and_absent_parts_count_nothing():
    assert sum(context.SHARES.values()) == pytest.approx(1.0)
    everything = dict.fromkeys(context.SHARES, np.ones(2))
    assert context.signal(everything) == pytest.approx([1.0, 1.0])
    assert context.signal({"link": np.array([0.0, 0.5])}) == pytest.approx([0.0, 0.5 * context.SHARES["link"]])


def test_matches_move_with_their_candidates():
    found = matches(
        document=[0, 1, 2], term=[0, 0, 1], frequency=[1, 2, 3], length=[4, 5, 6],
        document_frequency=[2, 1], documents=10, average_length=5.0,
    )  # fmt: skip
    moved = found.placed(np.array([2, -1, 0]), 4)
    assert moved.scores().tolist() == [found.scores()[2], 0.0, found.scores()[0], 0.0]
