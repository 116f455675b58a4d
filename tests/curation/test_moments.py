"""Moments as people type them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.utils import timezone, translation

from curation.moments import COMMON_ZONES, MomentError, local_text, read_moment, viewer_zone
from curation.preferences import zone_names


@pytest.mark.parametrize(
    ("text", "zone", "expected"),
    [
        ("2026-11-05T09:30", "Asia/Tokyo", datetime(2026, 11, 5, 0, 30, tzinfo=UTC)),
        ("2026-11-05 09:30:07.000001", "UTC", datetime(2026, 11, 5, 9, 30, 7, 1, tzinfo=UTC)),
        ("2026-11-05", "America/New_York", datetime(2026, 11, 5, 5, tzinfo=UTC)),
        ("２０２６−１１−０５　０９：３０", "UTC", datetime(2026, 11, 5, 9, 30, tzinfo=UTC)),
        ("2026-11-05T09:30:00.000001+09:00", "nowhere", datetime(2026, 11, 5, 0, 30, 0, 1, tzinfo=UTC)),
        ("2026-11-05T09:30:00Z", "Asia/Tokyo", datetime(2026, 11, 5, 9, 30, tzinfo=UTC)),
    ],
)
def test_a_moment_is_read_in_its_zone(text, zone, expected):
    assert read_moment(text, zone).at == expected


@pytest.mark.parametrize(
    "text",
    [
        "yesterday",
        "2026-02-30",
        "2026-11-05T24:00",
        "2026-13-01T00:00",
        "0000-01-01T00:00",
        "9999-12-31T23:59+99:99",
        "1793850600",
        "20261105T0930",
        "2026-W45-4",
        "T09:30",
    ],
)
def test_what_is_no_moment_is_refused_with_a_sentence(text):
    with pytest.raises(MomentError, match=r"day|date"):
        read_moment(text, "UTC")


def test_the_ends_of_time_do_not_break():
    with pytest.raises(MomentError):
        read_moment("0001-01-01T00:00", "Asia/Tokyo")
    with pytest.raises(MomentError):
        read_moment("9999-12-31T23:59", "America/New_York")


def test_an_unknown_zone_is_named():
    with pytest.raises(MomentError, match="time zone"):
        read_moment("2026-11-05T09:30", "Mars/Olympus")


def test_an_hour_the_clocks_skipped_is_refused_and_the_next_one_offered():
    with pytest.raises(MomentError, match="03:30"):
        read_moment("2026-03-29T02:30", "Europe/Berlin")


def test_an_hour_that_came_twice_means_the_first_and_says_so():
    first = read_moment("2026-10-25T02:30", "Europe/Berlin")
    assert first.twice
    assert first.at == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert not read_moment("2026-10-25T04:30", "Europe/Berlin").twice


def test_the_field_shows_what_was_meant():
    moment = datetime(2026, 11, 5, 0, 30, 7, 250_000, tzinfo=UTC)
    assert local_text(moment, "Asia/Tokyo") == "2026-11-05T09:30:07.250"
    assert local_text(moment.replace(microsecond=0), "UTC") == "2026-11-05T00:30:07"
    assert local_text(None, "UTC") == ""


def test_zones_offered_exist():
    assert set(COMMON_ZONES) <= zone_names()
    with timezone.override("Asia/Tokyo"):
        assert viewer_zone() == "Asia/Tokyo"


def test_sentences_are_translated():
    with translation.override("ja"), pytest.raises(MomentError) as caught:
        read_moment("yesterday", "UTC")
    assert str(caught.value)
