"""The forgetting curve and what it archives."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.decay import (
    band,
    curve,
    days_to_archive,
    days_until,
    due_for_archive,
    may_fade,
    retrievabilities,
    retrievability,
    stability,
)

days = st.floats(0, 5_000)
recalls = st.integers(0, 100_000)
importances = st.floats(0, 10)


@pytest.mark.parametrize(
    ("t", "count", "importance", "expected"),
    [(14, 0, 5, 0.367879), (30, 0, 5, 0.117319), (30, 20, 5, 0.468568), (30, 0, 2, 0.004714)],
)
def test_known_points_of_the_curve(t, count, importance, expected):
    assert retrievability(t, count, importance) == pytest.approx(expected, abs=1e-6)


def test_stability_by_hand():
    assert stability(0, 5) == 14.0
    assert stability(20, 5) == pytest.approx(14 * (1 + 0.6 * math.log(21)), abs=1e-12)
    assert stability(0, 0) == pytest.approx(2.8)
    assert stability(0, 10) == 28.0
    assert stability(10**9, 10) == 365.0


def test_a_time_in_the_future_counts_as_now():
    assert retrievability(-3, 0, 5) == 1.0


def test_a_recalled_memory_outlives_one_of_the_same_age():
    assert retrievability(2 / 24, 25, 5) > 0.99
    assert retrievability(40, 0, 5) < 0.06


@given(days, recalls, importances)
def test_retrievability_is_between_0_and_1_and_never_rises_with_time(t, count, importance):
    now, later = retrievability(t, count, importance), retrievability(t + 1, count, importance)
    assert 0.0 <= later <= now <= 1.0
    assert 2.8 <= stability(count, importance) + 1e-12 <= 365.0 + 1e-9


@given(days, recalls, importances)
def test_recalls_and_importance_only_slow_it_down(t, count, importance):
    assert retrievability(t, count + 1, importance) >= retrievability(t, count, importance)
    assert retrievability(t, count, min(importance + 1, 10)) >= retrievability(t, count, importance)


@given(st.lists(st.tuples(days, recalls, importances), min_size=1, max_size=20))
def test_many_at_once_equal_one_by_one(rows):
    many = retrievabilities(*(list(column) for column in zip(*rows, strict=True)))
    assert many.tolist() == pytest.approx([retrievability(*row) for row in rows], rel=1e-12, abs=1e-300)


@given(recalls, importances, st.floats(0.001, 1.0))
def test_days_until_a_level_lead_to_that_level(count, importance, level):
    assert retrievability(days_until(level, count, importance), count, importance) == pytest.approx(level)


@pytest.mark.parametrize("level", [0.0, -0.1, 1.1])
def test_a_level_outside_the_curve_is_an_error(level):
    with pytest.raises(ValueError, match="level"):
        days_until(level, 0, 5)


def archived(*, age=100.0, idle=None, count=0, importance=2.0, semantic=False, exempt=False) -> bool:
    verdict = due_for_archive(
        age_days=[age],
        idle_days=[age if idle is None else idle],
        access_count=[count],
        importance=[importance],
        semantic=[semantic],
        exempt=[exempt],
    )
    return bool(verdict[0])


def test_an_old_unimportant_memory_is_archived():
    assert archived()
    assert archived(age=30.01)


@pytest.mark.parametrize(
    "kept",
    [
        {"age": 30.0},
        {"importance": 3.0},
        {"importance": 10.0},
        {"semantic": True},
        {"exempt": True},
        {"idle": 1.0},
        {"idle": 30.0, "count": 1000, "importance": 2.9},
    ],
)
def test_each_condition_alone_keeps_it(kept):
    assert not archived(**kept)


@given(st.floats(0, 200), st.floats(0, 200), st.integers(0, 50), st.floats(0, 2.99))
def test_the_announced_day_is_the_day_it_happens(age, idle, count, importance):
    idle = min(idle, age)
    wait = days_to_archive(age_days=age, idle_days=idle, access_count=count, importance=importance)
    assert archived(age=age + wait + 1e-6, idle=idle + wait + 1e-6, count=count, importance=importance)
    if wait > 1e-3:
        assert not archived(age=age + wait - 1e-3, idle=idle + wait - 1e-3, count=count, importance=importance)


@given(st.floats(0, 1), st.booleans())
def test_only_what_can_be_archived_is_shown_as_nearly_gone(value, fades):
    word = band(value, fades=fades)
    assert word in {"fresh", "fading", "faint", "nearly gone"}
    assert (word == "nearly gone") == (fades and value < 0.05)


def test_bands():
    assert [band(v, fades=True) for v in (1.0, 0.7, 0.69, 0.3, 0.29, 0.05, 0.049)] == [
        "fresh",
        "fresh",
        "fading",
        "fading",
        "faint",
        "faint",
        "nearly gone",
    ]


def test_semantic_and_important_rows_never_fade():
    mask = may_fade(importance=[2, 2, 3, 2], semantic=[0, 1, 0, 0], exempt=[0, 0, 0, 1])
    assert mask.tolist() == [True, False, False, False]


@given(recalls, importances, st.floats(0.1, 1000), st.integers(2, 100))
def test_curve_points_start_at_one_and_fall(count, importance, span, points):
    at, values = curve(count, importance, days=span, points=points)
    assert at.shape == values.shape == (points,)
    assert (at[0], values[0]) == (0.0, 1.0)
    assert at[-1] == pytest.approx(span)
    assert np.all(np.diff(values) <= 0)
    assert values[-1] == pytest.approx(retrievability(span, count, importance))


@pytest.mark.parametrize(("span", "points"), [(0, 10), (-1, 10), (10, 1)])
def test_a_curve_needs_room(span, points):
    with pytest.raises(ValueError, match="curve"):
        curve(0, 5, days=span, points=points)
