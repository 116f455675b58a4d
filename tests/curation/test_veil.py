"""Veiled numbers come back, differ from one another, and tell nothing about the distance between two."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from curation.veil import unveil, veil

numbers = st.integers(0, (1 << 63) - 1)


@given(numbers)
def test_there_and_back(number):
    assert 0 <= veil(number) < 1 << 64
    assert unveil(veil(number)) == number


@given(st.integers(0, (1 << 64) - 1))
def test_every_number_is_the_veil_of_one(number):
    assert veil(unveil(number)) == number


def test_neighbours_are_far_apart_in_both_directions():
    veiled = [veil(number) for number in range(1, 2_001)]
    assert len(set(veiled)) == 2_000
    rising = sum(one < other for one, other in pairwise(veiled))
    assert 900 < rising < 1_100
    assert min(abs(one - other) for one, other in pairwise(veiled)) > 1 << 40


def test_another_hub_veils_otherwise(settings):
    here = veil(7)
    settings.SECRET_KEY = "another key of another hub, which is long enough for it"
    assert veil(7) != here
