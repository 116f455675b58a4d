"""Fitting results into a token budget."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.packing import ITEM_OVERHEAD, Packing, estimate_tokens, pack


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("", 0, 0),
        ("hello", 1, 2),
        ("The quick brown fox jumps over the lazy dog.", 10, 14),
        ("東京都へ行った", 7, 7),
        ("昨日 Alice は 3 pm に来た。", 11, 18),
        ("Привет, как дела?", 5, 11),
        ("😀😀", 4, 6),
        ("   \n\n  ", 1, 1),
        ("20231231", 3, 4),
    ],
)
def test_estimates_are_near_what_tokenisers_say(text, low, high):
    assert low <= estimate_tokens(text) <= high


@given(st.text(max_size=200), st.text(max_size=200))
def test_more_text_is_never_fewer_tokens(one, other):
    assert 0 <= estimate_tokens(one) <= estimate_tokens(one + "\n" + other)
    assert bool(estimate_tokens(one)) == bool(one)


def test_the_first_results_that_fit_are_taken_in_order():
    assert pack([10, 20, 30], 46, overhead=0) == Packing(taken=(0, 1), used=30, left_out=1)


def test_one_result_too_large_does_not_block_the_rest():
    assert pack([500, 20, 700, 30], 66) == Packing(taken=(1, 3), used=66, left_out=2)


def test_no_budget_takes_nothing():
    assert pack([0, 1], 0) == Packing(taken=(), used=0, left_out=2)


@given(st.lists(st.integers(0, 300), max_size=30), st.integers(0, 2000))
def test_the_budget_is_kept_and_used(sizes, budget):
    packing = pack(sizes, budget)
    assert packing.used == sum(sizes[i] + ITEM_OVERHEAD for i in packing.taken) <= budget
    assert list(packing.taken) == sorted(packing.taken)
    assert packing.left_out == len(sizes) - len(packing.taken)
    rest = [size for i, size in enumerate(sizes) if i not in packing.taken]
    assert all(size + ITEM_OVERHEAD > budget - packing.used for size in rest)
