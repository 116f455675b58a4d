"""Life times count from when a statement holds and is known."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.policies import BUILT_IN
from knowledge.engine.ttl import LONGEST_TTL, expiry

MOMENTS = st.datetimes(min_value=datetime(1900, 1, 1), max_value=datetime(2200, 1, 1), timezones=st.just(UTC))


@given(MOMENTS, MOMENTS, st.integers(1, LONGEST_TTL))
def test_the_later_of_both_clocks_starts_the_life(valid_from: datetime, learned: datetime, ttl: int) -> None:
    due = expiry(valid_from=valid_from, ingested_at=learned, ttl_seconds=ttl)
    assert due == max(valid_from, learned) + timedelta(seconds=ttl)


@given(MOMENTS, MOMENTS)
def test_no_ttl_no_end(valid_from: datetime, learned: datetime) -> None:
    assert expiry(valid_from=valid_from, ingested_at=learned, ttl_seconds=None) is None


def test_a_life_past_the_end_of_the_calendar_has_no_end() -> None:
    last = datetime(9999, 12, 31, tzinfo=UTC)
    assert expiry(valid_from=last, ingested_at=last, ttl_seconds=LONGEST_TTL) is None


def test_the_kinds_of_life() -> None:
    assert {name: life.ttl_seconds for name, life in BUILT_IN.items()} == {
        "default": None,
        "identity": None,
        "preference": 2_592_000,
        "realtime": 300,
        "session": 86_400,
    }
