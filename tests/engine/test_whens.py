"""Dates that a question names."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.whens import When, dates_in, fits


@pytest.mark.parametrize(
    ("question", "dates"),
    [
        ("What did Ann do in May?", [When(month=5)]),
        ("may I ask something", []),
        ("the march of time", []),
        ("what happened in march", [When(month=3)]),
        ("on 8 May 2023", [When(2023, 5, 8)]),
        ("on May 8th, 2023", [When(2023, 5, 8)]),
        ("on the 3rd of June", [When(0, 6, 3)]),
        ("12 March of 2020", [When(2020, 3, 12)]),
        ("in Sept. 2021 or Dec 25", [When(2021, 9), When(0, 12, 25)]),
        ("from 2004 to 2005?", [When(2004), When(2005)]),
        ("since 2023-05-08 and 2023/06", [When(2023, 5, 8), When(2023, 6)]),
        ("2023年5月8日に何をした", [When(2023, 5, 8)]),
        ("五月に何をした", [When(month=5)]),
        ("去年十二月", [When(month=12)]),
        ("3月5号", [When(0, 3, 5)]),
        ("２０２３年５月", [When(2023, 5)]),
        ("version 2.2019 costs 1,999", []),
        ("Maya and Junehill in the augmented world", []),
        ("", []),
    ],
)
def test_dates_in_a_question(question, dates):
    assert list(dates_in(question)) == dates


def test_a_day_fits_better_than_its_month_and_that_better_than_its_year():
    moments = np.array(
        ["2023-05-08T23:59", "2023-05-09", "2023-06-08", "2022-05-08", "1969-12-31"], dtype="datetime64[us]"
    )
    assert fits([When(2023, 5, 8)], moments).tolist() == [1.0, 0.0, 0.0, 0.0, 0.0]
    assert fits([When(2023, 5)], moments).tolist() == [0.7, 0.7, 0.0, 0.0, 0.0]
    assert fits([When(month=5)], moments).tolist() == [0.7, 0.7, 0.0, 0.7, 0.0]
    assert fits([When(2023)], moments).tolist() == [0.3, 0.3, 0.3, 0.0, 0.0]
    assert fits([When(1969, 12, 31), When(2022)], moments).tolist() == [0.0, 0.0, 0.0, 0.3, 1.0]
    assert fits([], moments).tolist() == [0.0] * 5


@given(st.text(max_size=200))
def test_any_text_can_be_asked(text):
    for when in dates_in(text):
        assert 0 <= when.month <= 12
        assert 0 <= when.day <= 31
