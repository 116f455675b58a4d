"""Ids and digests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.ids import ID_LENGTH, digest, new_id

PARTS = st.lists(st.one_of(st.none(), st.text()), max_size=4)


@given(st.datetimes(min_value=datetime(1971, 1, 1), max_value=datetime(9999, 1, 1)), st.integers(1, 10**9))
def test_ids_of_later_milliseconds_sort_later(moment: datetime, later: int) -> None:
    first = new_id("m", moment.replace(tzinfo=UTC))
    second = new_id("m", moment.replace(tzinfo=UTC) + timedelta(milliseconds=later))
    assert len(first) == ID_LENGTH
    assert first.isascii()
    assert first < second


def test_ids_of_one_moment_differ() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    assert len({new_id("m", now) for _ in range(1_000)}) == 1_000


def test_a_moment_before_the_epoch_gets_an_id_too() -> None:
    assert new_id("m", datetime(1, 1, 1, tzinfo=UTC)).startswith("m_0000000000")


@given(PARTS, PARTS)
def test_only_equal_parts_share_a_digest(first: list[str | None], second: list[str | None]) -> None:
    assert (digest(*first) == digest(*second)) == (first == second)
