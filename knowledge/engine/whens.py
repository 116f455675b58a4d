"""Dates a question names, in English, Japanese and Chinese, and how well a moment fits them.

Only what the calendar says: "in May", "on 8 May 2023", "2023-05-08", "2023年5月", "五月". What depends on
the day of asking ("last week") is left to the words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from knowledge.engine.forms import prepared

Floats = npt.NDArray[np.float64]

DAY: Final = 1.0
MONTH: Final = 0.7
YEAR: Final = 0.3
"""How well a moment fits a date that names a day, a month or only a year."""

_NAMES = "january february march april may june july august september october november december".split()  # noqa: SIM905 - reads better
_MONTHS: Final = {name: number for number, name in enumerate(_NAMES, 1)} | {
    short: number
    for number, shorts in enumerate("jan feb mar apr - jun jul aug sep oct nov dec".split(), 1)  # noqa: SIM905
    for short in (shorts, f"{shorts}.")
    if shorts != "-"
} | {"sept": 9, "sept.": 9}  # fmt: skip
_MONTH = "|".join(re.escape(name) for name in sorted(_MONTHS, key=len, reverse=True))
_YEAR = r"(?:1[5-9]|20)\d\d"
_ENGLISH = re.compile(
    rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?)?(?P<month>{_MONTH})(?![\w.])"
    rf"(?:\s+(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?(?!\d))?(?:,?\s+(?:of\s+)?(?P<year>{_YEAR})\b)?",
    re.IGNORECASE,
)
_NUMBERS = re.compile(
    rf"(?<!\d)(?P<year>{_YEAR})[-/.](?P<month>0?[1-9]|1[0-2])(?:[-/.](?P<day>0?[1-9]|[12]\d|3[01]))?(?!\d)"
)
_FIGURES: Final = {figure: number for number, figure in enumerate("一二三四五六七八九十", 1)} | {"十一": 11, "十二": 12}
_EASTERN = re.compile(
    rf"(?:(?<!\d)(?P<year>{_YEAR})年\s*)?(?:(?<![\d一二三四五六七八九十])(?P<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月)"
    r"(?:\s*(?P<day>3[01]|[12]\d|0?[1-9])[日号號])?"
)
_LONE_YEAR = re.compile(rf"(?<![\d.,-])(?P<year>{_YEAR})(?![\d.,-]?\d)")
# "may" and "march" are months only as names, or where a word before says so.
_DOUBTFUL = re.compile(r"(?:in|on|of|during|since|until|by|last|this|next|early|mid|late|\d)\W*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class When:
    """A day, a month or a year; what is not named is 0."""

    year: int = 0
    month: int = 0
    day: int = 0


def dates_in(question: str) -> tuple[When, ...]:
    """Return the dates a question names, each once, in order."""
    text = prepared(question)
    found: dict[When, None] = {}
    rest = text
    for pattern in (_NUMBERS, _EASTERN, _ENGLISH):
        for match in pattern.finditer(text):
            when = _read(match, text)
            if when is not None:
                found[when] = None
                rest = rest.replace(match[0], " ", 1)
    found.update(dict.fromkeys(When(int(match["year"])) for match in _LONE_YEAR.finditer(rest)))
    return tuple(found)


def _read(match: re.Match[str], text: str) -> When | None:
    groups = match.groupdict()
    name = groups["month"].casefold()
    day = int(groups.get("day") or groups.get("day2") or 0)
    year = int(groups.get("year") or 0)
    is_plain = name in {"may", "march"} and not (year or day or groups["month"][0].isupper())
    if is_plain and not _DOUBTFUL.search(text[: match.start()]):
        return None
    month = _MONTHS.get(name) or _FIGURES.get(name) or int(name)
    return When(year, month, day) if day <= 31 else None


def fits(dates: Sequence[When], moments: npt.NDArray[np.datetime64]) -> Floats:
    """How well each moment fits the date that fits it best, shape (moments,), 0 to 1.

    Args:
        dates: of the question.
        moments: in UTC.
    """
    days = moments.astype("datetime64[D]")
    months = days.astype("datetime64[M]")
    year = months.astype("datetime64[Y]").astype(np.int64) + 1970
    month = months.astype(np.int64) % 12 + 1
    day = (days - months.astype("datetime64[D]")).astype(np.int64) + 1
    best = np.zeros(moments.size)
    for when in dates:
        hit = np.ones(moments.size, np.bool_)
        for asked, have in ((when.year, year), (when.month, month), (when.day, day)):
            if asked:
                hit &= have == asked
        value = DAY if when.day else MONTH if when.month else YEAR
        best = np.maximum(best, np.where(hit, value, 0.0))
    return best
