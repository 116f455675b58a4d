"""Words for days and hours in English."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from knowledge.engine.distill.calendar import Day, Hour, Span, moved, nearest, stretch, weekday

if TYPE_CHECKING:
    from datetime import date, datetime

__all__ = ["Hour", "find_day", "find_hour"]

_DAYS: Final = {
    "monday": 0, "mon": 0, "tuesday": 1, "tue": 1, "tues": 1, "wednesday": 2, "wed": 2, "thursday": 3, "thu": 3,
    "thurs": 3, "friday": 4, "fri": 4, "saturday": 5, "sat": 5, "sunday": 6, "sun": 6,
}  # fmt: skip
_MONTHS: Final = {
    "january": 1, "jan": 1, "february": 2, "feb": 2, "march": 3, "mar": 3, "april": 4, "apr": 4, "may": 5, "june": 6,
    "jun": 6, "july": 7, "jul": 7, "august": 8, "aug": 8, "september": 9, "sep": 9, "sept": 9, "october": 10,
    "oct": 10, "november": 11, "nov": 11, "december": 12, "dec": 12,
}  # fmt: skip
_COUNTS: Final = {
    "a": 1, "an": 1, "one": 1, "two": 2, "a couple of": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip
_UNITS: Final = {"day": Span.DAY, "week": Span.WEEK, "month": Span.MONTH, "year": Span.YEAR}
_NEAR: Final = {
    **dict.fromkeys(("today", "tonight", "this morning", "this afternoon", "this evening"), 0),
    "tomorrow": 1,
    "yesterday": -1,
    "last night": -1,
    "the day after tomorrow": 2,
    "the day before yesterday": -2,
}
_NAMED_DAY: Final = "|".join(sorted(_DAYS, key=len, reverse=True))
_NAMED_MONTH: Final = "|".join(sorted(_MONTHS, key=len, reverse=True))
_COUNT: Final = rf"\d{{1,3}}|{'|'.join(sorted(_COUNTS, key=len, reverse=True))}"

_WORD: Final = re.compile(rf"\b(?:{'|'.join(sorted(_NEAR, key=len, reverse=True))})\b", re.IGNORECASE)
_WEEKDAY: Final = re.compile(
    rf"\b(?:(next|last|this|this coming|this past|on|by|until|till|from|since|"
    rf"every) )?({_NAMED_DAY})\b(?:'s)?(?! (?:and|or) (?:{_NAMED_DAY})\b)",
    re.IGNORECASE,
)
_STRETCH: Final = re.compile(
    r"\b(next|last|this|past) (week|weekend|month|year|summer|spring|autumn|fall|winter)\b", re.IGNORECASE
)
_AWAY: Final = re.compile(rf"\b(?:in )?({_COUNT}) (day|week|month|year)s?( ago| from now)?\b", re.IGNORECASE)
_MONTH_DAY: Final = re.compile(
    rf"\b({_NAMED_MONTH})\.? (\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,? (\d{{4}})\b)?"
    rf"|\b(?:the )?(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({_NAMED_MONTH})\b\.?(?:,? (\d{{4}})\b)?",
    re.IGNORECASE,
)
_MONTH_ONLY: Final = re.compile(
    rf"\b(?:in|since|until|till|by|from|of|last|next|this|early|late|"
    rf"mid) ({_NAMED_MONTH})\b(?:,? (\d{{4}})\b)?|\b({_NAMED_MONTH}) (\d{{4}})\b",
    re.IGNORECASE,
)
_YEAR: Final = re.compile(r"\b(?:in|since|until|till|from|by|of) (19\d\d|20\d\d)\b", re.IGNORECASE)
_HOUR: Final = re.compile(r"\b(?:at )?(\d{1,2})(?:[:.]([0-5]\d))? ?([ap])\.?m\b\.?", re.IGNORECASE)
_OCLOCK: Final = re.compile(
    r"\bat (\d{1,2})(?: o'clock)?\b(?![:.]\d|\s*(?:%|st\b|nd\b|rd\b|th\b|[A-Z]))|\bat (noon|midday|midnight)\b",
    re.IGNORECASE,
)
_SEASONS: Final = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_PAST: Final = re.compile(
    r"\b(?:was|were|did|had|[a-z]{2,}ed|went|got|came|met|saw|took|bought|began|since|ago)\b", re.IGNORECASE
)


def find_day(text: str, said_at: datetime | None) -> Day | None:
    """Return the first day, week, month or year that is named."""
    today = None if said_at is None else said_at.date()
    dated = _dated(text, today)
    if dated is not None or today is None:
        return dated
    return _counted(text, today)


def _dated(text: str, today: date | None) -> Day | None:
    match = _MONTH_DAY.search(text)
    if match is not None:
        month = _MONTHS[(match[1] or match[5]).lower()]
        return _of_month(text, today, month, int(match[2] or match[4]), match[3] or match[6], match.span())
    match = _MONTH_ONLY.search(text)
    if match is not None:
        month = _MONTHS[(match[1] or match[3]).lower()]
        return _of_month(text, today, month, None, match[2] or match[4], match.span())
    match = _YEAR.search(text)
    return None if match is None else Day.of(int(match[1]), None, None, at=match.span())


def _of_month(
    text: str, today: date | None, month: int, day: int | None, year: str | None, at: tuple[int, int]
) -> Day | None:
    if year is not None:
        return Day.of(int(year), month, day, at=at)
    past = _PAST.search(text) is not None or text[at[0] : at[0] + 5].lower() == "last "
    return None if today is None else nearest(today, month, day, at, past=past)


def _counted(text: str, today: date) -> Day | None:
    match = _WORD.search(text)
    if match is not None:
        return Day(moved(today, Span.DAY, _NEAR[match[0].lower()]), Span.DAY, match.span())
    match = _AWAY.search(text)
    if match is not None and (match[3] or match[0].lower().startswith("in ")):
        count = _COUNTS.get(match[1].lower()) or int(match[1])
        away = -count if (match[3] or "").strip().lower() == "ago" else count
        unit = _UNITS[match[2].lower()]
        day = moved(today, unit, away)
        return (
            Day(day, Span.DAY, match.span()) if unit in (Span.DAY, Span.WEEK) else stretch(day, unit, 0, match.span())
        )
    match = _WEEKDAY.search(text)
    if match is not None:
        return _of_week(text, today, match)
    match = _STRETCH.search(text)
    return None if match is None else _of_stretch(today, match)


def _of_week(text: str, today: date, match: re.Match[str]) -> Day | None:
    lead = (match[1] or "").lower()
    name = match[2].lower()
    if (
        lead == "every"
        or (not lead and name in ("sun", "sat", "mon", "wed", "may"))
        or text[match.end() : match.end() + 1] == "-"
    ):
        return None
    wanted = _DAYS[name]
    if lead in ("last", "this past") or (lead != "next" and _PAST.search(text)):
        day = weekday(today, wanted, None, match.span())
        return Day(moved(day.first, Span.DAY, -7), Span.DAY, match.span())
    if lead == "next":
        return weekday(today, wanted, 1, match.span())
    return weekday(today, wanted, None, match.span())


def _of_stretch(today: date, match: re.Match[str]) -> Day | None:
    count = {"next": 1, "this": 0, "last": -1, "past": -1}[match[1].lower()]
    unit = match[2].lower()
    if unit in _SEASONS:
        year = today.year + (count if count > 0 or _SEASONS[unit] > today.month else 0)
        if count < 0 and _SEASONS[unit] + 2 >= today.month:
            year = today.year - 1
        return Day.of(year, _SEASONS[unit], None, at=match.span(), needs_now=True)
    if unit == "weekend":
        return weekday(today, 5, count, match.span())
    return stretch(today, _UNITS[unit], count, match.span())


def find_hour(text: str) -> Hour | None:
    """Return the first time of day that is named."""
    match = _HOUR.search(text)
    if match is not None:
        hour, minute = int(match[1]), int(match[2] or 0)
        if not 1 <= hour <= 12:
            return None
        return Hour(hour % 12 + (12 if match[3].lower() == "p" else 0), minute, match.span())
    match = _OCLOCK.search(text)
    if match is None:
        return None
    if match[2]:
        return Hour(0 if match[2].lower() == "midnight" else 12, 0, match.span())
    hour = int(match[1])
    # "at 3" among people is the afternoon, "at 9" the morning.
    return None if not 1 <= hour <= 23 else Hour(hour + 12 if hour < 7 else hour, 0, match.span())
