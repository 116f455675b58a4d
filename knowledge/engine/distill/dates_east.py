"""Words for days and hours in Japanese and Chinese."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from knowledge.engine.distill.calendar import Day, Hour, Span, moved, nearest, stretch, weekday

if TYPE_CHECKING:
    from datetime import date, datetime

_NEAR: Final = {
    word: days
    for days, words in (
        (0, "今日 本日 今朝 今晩 今夜 今天 今晚 今早"),
        (1, "明日 あした あす 明天 明早 明晚"),
        (2, "明後日 あさって 后天 後天"),
        (-1, "昨日 きのう 昨夜 昨天 昨晚"),
        (-2, "一昨日 おととい 前天"),
    )
    for word in words.split()
}
_DAYS: Final = {name: day for names in ("月火水木金土日", "一二三四五六天", "123456") for day, name in enumerate(names)}
_LEADS: Final = {
    "再来": 2,
    "来": 1,
    "今": 0,
    "先々": -2,
    "先": -1,
    "下下": 2,
    "下": 1,
    "这": 0,
    "這": 0,
    "本": 0,
    "上上": -2,
    "上": -1,
}
_FIGURES: Final = {
    **{figure: number for number, figure in enumerate("一二三四五六七八九十", start=1)},
    "两": 2,
    "兩": 2,
    "十一": 11,
    "十二": 12,
    "十五": 15,
    "二十": 20,
    "三十": 30,
}
_N: Final = r"(\d{1,3}|十[一二五]|二十|[一二两兩三四五六七八九十])"

_WORD: Final = re.compile("|".join(sorted(_NEAR, key=len, reverse=True)))
_DATE: Final = re.compile(
    rf"(?:(\d{{4}})年|(来年|去年|今年|明年|昨年))?の?{_N}月(?:の?(\d{{1,2}}|十[一二五]?|二十|三十|"
    rf"[一二三四五六七八九])(?:日|号|號))?"
)
_YEAR: Final = re.compile(r"(\d{4})年(?!\d|間|间|生まれ)")
_DAY_ONLY: Final = re.compile(r"(?<![\d月])(\d{1,2})(?:日|号|號)(?!間|间|目|後|后|前|ほど|線|线)")
_WEEKDAY: Final = re.compile(
    r"(?:(再来|来|今|先々|先)週の?|(?:(下下|下|这|這|本|上上|上)(?:个|個)?))?"
    r"(?:([月火水木金土日])曜|(?:周|週|星期|禮拜|礼拜)([一二三四五六日天1-6])(?!間|间|年|[次回本]))"
)
_LEAD_DAY: Final = re.compile(r"(再来|来|今|先々|先)週の?([月火水木金土日])(?![曜常間間本月後前])")
_STRETCH: Final = re.compile(
    r"(再来|来|今|先々|先)(週末|週|月)|(来年|再来年|去年|昨年|今年|明年|前年|後年)|(下下|下|这|這|本|"
    r"上上|上)(?:个|個)?(周末|週末|周|週|星期|月)(?![一二三四五六日天末])"
)
_AWAY: Final = re.compile(
    rf"{_N}(日|天|週間|周|週|星期|か月|ヶ月|カ月|ヵ月|个月|個月|年)(?:間|间)?(後|后|以後|以后|前|以前)"
)
_YEARS: Final = {"来年": 1, "再来年": 2, "去年": -1, "昨年": -1, "今年": 0, "明年": 1, "前年": -2, "後年": 2}
_HOUR: Final = re.compile(
    r"(午前|午後|朝|夜|夕方|昼|上午|下午|早上|晚上|中午|傍晚|凌晨|早|晚)?の?"
    r"(\d{1,2}|十[一二]?|[一二两兩三四五六七八九])(?:時|点|點)(?!間|间|前|後|以)(?:(半)|(\d{1,2}|十五|三十|二十)分?)?"
)
_NOON: Final = re.compile("正午")
_LATE: Final = frozenset({"午後", "夜", "夕方", "下午", "晚上", "傍晚", "晚", "昼", "中午"})
_PAST: Final = re.compile(r"(?:た|だった|でした)(?:よ|ね|の|ん|。)*$|了(?!吗|嗎)|过|過|曾")


def find_day(text: str, said_at: datetime | None) -> Day | None:
    """Return the first day, week, month or year that is named."""
    today = None if said_at is None else said_at.date()
    match = _DATE.search(text)
    if match is not None and (match[4] or match[1] or not text[match.end() :].startswith(("間", "间"))):
        return _dated(text, today, match)
    if today is not None:
        found = _counted(text, today)
        if found is not None:
            return found
    match = _YEAR.search(text)
    return None if match is None else Day.of(int(match[1]), None, None, at=match.span())


def _dated(text: str, today: date | None, match: re.Match[str]) -> Day | None:
    month, day = _number(match[3]), _number(match[4]) if match[4] else None
    if match[1]:
        return Day.of(int(match[1]), month, day, at=match.span())
    if today is None:
        return None
    if match[2]:
        return Day.of(today.year + _YEARS[match[2]], month, day, at=match.span(), needs_now=True)
    return nearest(today, month, day, match.span(), past=_PAST.search(text) is not None) if 1 <= month <= 12 else None


def _number(text: str) -> int:
    if text.isdecimal():
        return int(text)
    return _FIGURES.get(text, 0)


def _counted(text: str, today: date) -> Day | None:
    match = _WORD.search(text)
    if match is not None:
        return Day(moved(today, Span.DAY, _NEAR[match[0]]), Span.DAY, match.span())
    match = _AWAY.search(text)
    if match is not None:
        unit = {"日": Span.DAY, "天": Span.DAY, "年": Span.YEAR}.get(
            match[2], Span.WEEK if match[2][0] in "週周星" else Span.MONTH
        )
        day = moved(today, unit, _number(match[1]) * (-1 if "前" in match[3] else 1))
        return (
            Day(day, Span.DAY, match.span()) if unit in (Span.DAY, Span.WEEK) else stretch(day, unit, 0, match.span())
        )
    match = _LEAD_DAY.search(text)
    if match is not None:
        return weekday(today, _DAYS[match[2]], _LEADS[match[1]], match.span())
    match = _WEEKDAY.search(text)
    if match is not None:
        return _of_week(text, today, match)
    match = _STRETCH.search(text)
    if match is not None:
        return _of_stretch(today, match)
    match = _DAY_ONLY.search(text)
    return None if match is None else _of_this_month(text, today, match)


def _of_week(text: str, today: date, match: re.Match[str]) -> Day:
    lead = match[1] or match[2]
    wanted = _DAYS[match[3] or match[4]]
    if lead:
        return weekday(today, wanted, _LEADS[lead], match.span())
    day = weekday(today, wanted, None, match.span())
    return Day(day.first - timedelta(days=7), Span.DAY, match.span()) if _PAST.search(text) else day


def _of_stretch(today: date, match: re.Match[str]) -> Day:
    if match[3]:
        return stretch(today, Span.YEAR, _YEARS[match[3]], match.span())
    count = _LEADS[match[1] or match[4]]
    unit = match[2] or match[5]
    if unit.endswith("末"):
        return weekday(today, 5, count, match.span())
    return stretch(today, Span.MONTH if unit == "月" else Span.WEEK, count, match.span())


def _of_this_month(text: str, today: date, match: re.Match[str]) -> Day | None:
    """Return the next such day of a month, of the past the last one."""
    past = _PAST.search(text) is not None
    for months in (0, -1, -2) if past else (0, 1, 2):
        month = moved(today.replace(day=1), Span.MONTH, months)
        found = Day.of(month.year, month.month, int(match[1]), at=match.span(), needs_now=True)
        if found is not None and ((past and found.first <= today) or (not past and found.first >= today)):
            return found
    return None


def find_hour(text: str) -> Hour | None:
    """Return the first time of day that is named."""
    match = _HOUR.search(text)
    if match is None:
        noon = _NOON.search(text)
        return None if noon is None else Hour(12, 0, noon.span())
    hour = _number(match[2])
    minute = 30 if match[3] else _number(match[4]) if match[4] else 0
    if match[1] in _LATE and hour < 12:
        hour += 12
    elif match[1] is None and 1 <= hour < 7:
        hour += 12  # "3時" among people is the afternoon
    if match[1] in ("昼", "中午") and hour >= 23:
        hour -= 12
    return Hour(hour % 24, min(minute, 59), match.span())
