"""Moments are read exactly or refused with what to write instead; nothing is guessed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.instants import BadInstantError, format_instant, parse_instant

ONE = datetime(2026, 7, 25, 2, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "2026-07-25T02:00:00Z",
        "2026-07-25t02:00:00z",
        "2026-07-25T11:00:00+09:00",
        "2026-07-24T19:00:00-07:00",
        "2026-07-25 02:00:00Z",
        "2026-07-25T02:00:00.000Z",
        "2026-07-25T02:00:00+0000",
        "2026-07-25T02:00:00-00:00",
        "  2026-07-25T07:30:00+05:30 ",
    ],
)
def test_one_instant_whatever_the_spelling(text: str) -> None:
    assert parse_instant(text) == ONE
    assert format_instant(parse_instant(text)) == "2026-07-25T02:00:00Z"


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("2026-03-03T10:00:00", "Add a zone"),
        ("2026-03-03", "Add a time and a zone"),
        ("yesterday", "RFC 3339"),
        ("", "RFC 3339"),
        ("2026-03-03T24:00:00Z", "no such moment"),
        ("2026-06-30T23:59:60Z", "no such moment"),
        ("2026-02-29T00:00:00Z", "no such moment"),
        ("0000-01-01T00:00:00Z", "no such moment"),
        ("10000-01-01T00:00:00Z", "RFC 3339"),
        ("0001-01-01T00:00:00+01:00", "no such moment"),
        ("9999-12-31T23:59:59-01:00", "no such moment"),
        ("2026-03-03T10:00:00+24:00", "no such moment"),
        ("2026-03-03T10:00:00+09:60", "no such moment"),
        ("2026-03-03T10:00:00 Europe/Berlin", "RFC 3339"),
        ("２０２６-03-03T10:00:00Z", "RFC 3339"),
        ("1772532000", "RFC 3339"),
    ],
)
def test_anything_else_is_refused_with_advice(text: str, advice: str) -> None:
    with pytest.raises(BadInstantError, match=advice):
        parse_instant(text)


@given(
    st.datetimes(min_value=datetime(1, 1, 3), max_value=datetime(9999, 12, 29)),
    st.integers(-23 * 60, 23 * 60),
)
def test_what_is_written_is_read_back(moment: datetime, offset: int) -> None:
    aware = moment.replace(tzinfo=timezone(timedelta(minutes=offset)))
    assert parse_instant(format_instant(aware)) == aware
    assert parse_instant(aware.isoformat()) == aware


@given(st.datetimes(), st.datetimes())
def test_texts_sort_as_the_moments_do_up_to_their_fraction(first: datetime, second: datetime) -> None:
    texts = [format_instant(one.replace(tzinfo=UTC, microsecond=0)) for one in (first, second)]
    assert (texts[0] < texts[1]) == (first.replace(microsecond=0) < second.replace(microsecond=0))


@given(st.text())
def test_no_text_crashes(text: str) -> None:
    try:
        parse_instant(text)
    except BadInstantError:
        return
