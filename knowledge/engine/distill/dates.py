"""When a sentence speaks of: dates and times of day in words, resolved from the moment it was said.

Days are days of the zone of that moment. What cannot be resolved without guessing (a month without its year, said at
an unknown time) is not resolved. Nothing here reads a clock.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from knowledge.engine.distill import dates_east, dates_english
from knowledge.engine.distill.calendar import Day, Span

if TYPE_CHECKING:
    from knowledge.engine.distill.model import Language

_ISO: Final = re.compile(r"(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)(?:[ T](\d{1,2}):(\d{2})(?!\d))?", re.ASCII)
_CLOCK: Final = re.compile(r"(?<![\d:])([01]?\d|2[0-3]):([0-5]\d)(?![\d:])(?!\s*(?:am|pm)\b)", re.ASCII | re.IGNORECASE)
_LATEST_YEAR: Final = 2200


@dataclass(frozen=True, slots=True)
class When:
    """A time a sentence names.

    Attributes:
        start, end: the half-open interval it covers; a time of day is one minute long.
        text: the same in figures: `2026-12-04 15:00`, `2026-12-04`, `2026-12` or `2026`; of a
            week its first and last day with a stroke between.
        at: where it stands in the sentence.
    """

    start: datetime
    end: datetime
    text: str
    at: tuple[int, int]


def find_time(text: str, language: Language, said_at: datetime | None) -> When | None:
    """Return the first time a sentence names, None when it names none that can be resolved."""
    if len(text) > 2_000:
        return None
    try:
        return _found(text, language, said_at)
    except (ValueError, OverflowError):
        return None


def _found(text: str, language: Language, said_at: datetime | None) -> When | None:
    day, hour = _iso(text)
    if day is None:
        words = dates_english if language == "en" else dates_east
        day = words.find_day(text, said_at)
    if hour is None:
        hour = _clock(text) or (dates_english if language == "en" else dates_east).find_hour(text)
    if day is None or (said_at is None and day.needs_now):
        return None
    zone = said_at.tzinfo if said_at is not None else None
    if zone is None or not 1 < day.first.year < _LATEST_YEAR:
        return None
    if hour is not None and day.span == Span.DAY:
        start = datetime(day.first.year, day.first.month, day.first.day, hour.hour, hour.minute, tzinfo=zone)
        where = (min(day.at[0], hour.at[0]), max(day.at[1], hour.at[1]))
        return When(start, start + timedelta(minutes=1), f"{day.first:%Y-%m-%d} {hour.hour:02}:{hour.minute:02}", where)
    last = day.after
    return When(
        datetime(day.first.year, day.first.month, day.first.day, tzinfo=zone),
        datetime(last.year, last.month, last.day, tzinfo=zone),
        day.text,
        day.at,
    )


def _iso(text: str) -> tuple[Day | None, dates_english.Hour | None]:
    match = _ISO.search(text)
    if match is None:
        return None, None
    day = Day.of(int(match[1]), int(match[2]), int(match[3]), at=match.span(), needs_now=False)
    if match[4] is None or int(match[4]) > 23 or int(match[5]) > 59:
        return day, None
    return day, dates_english.Hour(int(match[4]), int(match[5]), match.span())


def _clock(text: str) -> dates_english.Hour | None:
    match = _CLOCK.search(text)
    return None if match is None else dates_english.Hour(int(match[1]), int(match[2]), match.span())
