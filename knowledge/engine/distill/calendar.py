"""Days, weeks, months and years, as words for times are resolved to them."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import date, timedelta

_DECEMBER = 12


class Span(enum.Enum):
    """How long a stretch of time is."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class Hour:
    """A time of day, and where it stands in the sentence."""

    hour: int
    minute: int
    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Day:
    """A day, or the first day of a longer stretch.

    Attributes:
        at: where it stands in the sentence.
        needs_now: it was counted from the moment it was said.
    """

    first: date
    span: Span
    at: tuple[int, int]
    needs_now: bool = True

    @classmethod
    def of(
        cls, year: int, month: int | None, day: int | None, *, at: tuple[int, int], needs_now: bool = False
    ) -> Day | None:
        """Return a date given in figures, None when there is no such day."""
        try:
            first = date(year, month or 1, day or 1)
        except ValueError:
            return None
        span = Span.DAY if day else Span.MONTH if month else Span.YEAR
        return cls(first, span, at, needs_now)

    @property
    def after(self) -> date:
        """The first day after it."""
        if self.span == Span.DAY:
            return self.first + timedelta(days=1)
        if self.span == Span.WEEK:
            return self.first + timedelta(days=7)
        if self.span == Span.YEAR or self.first.month == _DECEMBER:
            return date(self.first.year + 1, 1, 1)
        return date(self.first.year, self.first.month + 1, 1)

    @property
    def text(self) -> str:
        """The same in figures."""
        if self.span == Span.YEAR:
            return f"{self.first:%Y}"
        if self.span == Span.WEEK:
            return f"{self.first:%Y-%m-%d}/{self.after - timedelta(days=1):%Y-%m-%d}"
        return f"{self.first:%Y-%m}" if self.span == Span.MONTH else f"{self.first:%Y-%m-%d}"


def moved(today: date, unit: Span, count: int) -> date:
    """Return the day so many days, weeks, months or years away; of months and years the same day or the last."""
    if unit in (Span.DAY, Span.WEEK):
        return today + timedelta(days=count * (7 if unit == Span.WEEK else 1))
    months = today.year * 12 + today.month - 1 + count * (12 if unit == Span.YEAR else 1)
    year, month = divmod(months, 12)
    for day in (today.day, 30, 29, 28):
        try:
            return date(year, month + 1, day)
        except ValueError:
            continue
    raise ValueError(today)


def stretch(today: date, unit: Span, count: int, at: tuple[int, int]) -> Day:
    """Return the calendar week (from Monday), month or year so many away from that of today."""
    if unit == Span.DAY:
        return Day(moved(today, unit, count), unit, at)
    if unit == Span.WEEK:
        return Day(today - timedelta(days=today.weekday()) + timedelta(days=7 * count), unit, at)
    first = moved(today.replace(day=1), unit, count)
    return Day(first.replace(month=1) if unit == Span.YEAR else first, unit, at)


def weekday(today: date, wanted: int, week: int | None, at: tuple[int, int]) -> Day:
    """Return a day of the week.

    Args:
        wanted: 0 for Monday.
        week: of which week from this one on; None for the next such day after today.
    """
    if week is None:
        return Day(today + timedelta(days=(wanted - today.weekday() - 1) % 7 + 1), Span.DAY, at)
    return Day(today + timedelta(days=wanted - today.weekday() + 7 * week), Span.DAY, at)


def nearest(today: date, month: int, day: int | None, at: tuple[int, int], *, past: bool) -> Day | None:
    """Return a date without a year: the next one from today on, or the last one."""
    for year in (today.year - 1, today.year, today.year + 1) if not past else (today.year, today.year - 1):
        found = Day.of(year, month, day, at=at, needs_now=True)
        if found is None:
            continue
        if (past and found.first <= today) or (not past and found.after > today):
            return found
    return None
