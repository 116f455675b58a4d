"""Geometry of the pictures: numbers in, coordinates for SVG attributes out. Times are aware; positions are percents.

Coordinates are ready-made strings, so no locale ever puts a comma into them, and colours stay in the style sheet.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, Any

from django.utils import dateformat, timezone
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Sequence


def pct(value: float) -> str:
    """Write a percentage for an SVG attribute: a point, never a comma, no needless zeros."""
    return f"{value:.3f}".rstrip("0").rstrip(".") or "0"


# --- score ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScorePart:
    """One signal of a score: its own value (0-1), its weight, what it adds, and its place in the bar."""

    name: str
    tone: str
    value: float
    weight: float
    contribution: float
    x: str
    width: str
    value_width: str


@dataclass(frozen=True, slots=True)
class ScoreFigure:
    """A score taken apart: `subtotal` is the sum of the parts, `score` = subtotal x trust factor."""

    parts: tuple[ScorePart, ...]
    subtotal: float
    trust_factor: float
    score: float
    rest_x: str
    rest_width: str


def score_figure(*, score: float, parts: Sequence[Any], trust_factor: float) -> ScoreFigure:
    """Lay out a stacked bar.

    Args:
        score: the number shown, sum of contributions times the trust factor.
        parts: objects with `name`, `value` (0-1), `weight` and `contribution`.
        trust_factor: 0-1.
    """
    order = {"relevance": "1", "importance": "2", "recency": "3", "graph": "4", "vector": "5", "context": "6"}
    whole = sum(part.weight for part in parts) or 1.0
    placed: list[ScorePart] = []
    x = 0.0
    for part in sorted(parts, key=lambda p: order.get(p.name, "5")):
        width = 100 * part.contribution / whole
        tone = order.get(part.name, "5")
        values = (part.value, part.weight, part.contribution)
        placed.append(ScorePart(part.name, tone, *values, pct(x), pct(width), pct(100 * part.value)))
        x += width
    subtotal = sum(part.contribution for part in parts)
    return ScoreFigure(tuple(placed), subtotal, trust_factor, score, pct(x), pct(max(0.0, 100 - x)))


# --- small lines ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SparkFigure:
    """A line without axes in a box of 100 x 28."""

    line: str
    area: str
    first: float
    last: float


def spark_figure(values: Sequence[float]) -> SparkFigure | None:
    """Return the points of a small line over equally spaced values; None for fewer than two values."""
    if len(values) < 2:
        return None
    low, high = min(values), max(values)
    spread = (high - low) or 1.0
    step = 100 / (len(values) - 1)
    points = [f"{pct(i * step)},{pct(26 - 24 * (v - low) / spread)}" for i, v in enumerate(values)]
    line = " ".join(points)
    return SparkFigure(line, f"0,28 {line} 100,28", values[0], values[-1])


@dataclass(frozen=True, slots=True)
class CurveFigure:
    """A forgetting curve in a box of 100 x 100 (y down), with the moment `now` and the archive limit marked."""

    past: str
    ahead: str
    area: str
    now_x: str
    now_y: str
    now_value: float
    limit_y: str
    limit: float | None
    ticks: tuple[Tick, ...]
    now_anchor: str


def curve_figure(
    *, points: Sequence[tuple[datetime, float]], now: datetime, limit: float | None = None, zone: tzinfo | None = None
) -> CurveFigure | None:
    """Lay out how well a memory is remembered over time.

    Args:
        points: `(moment, value 0-1)` in order of time, past and future.
        now: splits the solid from the dashed part.
        limit: value under which the memory is archived.
        zone: for the tick labels; the viewer's when absent.

    Returns:
        None for fewer than two points or an empty stretch of time.
    """
    if len(points) < 2 or points[0][0] >= points[-1][0]:
        return None
    start, end = points[0][0], points[-1][0]
    total = (end - start).total_seconds()

    def at(moment: datetime, value: float) -> tuple[float, float]:
        return 100 * (moment - start).total_seconds() / total, 100 * (1 - min(1.0, max(0.0, value)))

    placed = [(moment, *at(moment, value)) for moment, value in points]
    now_value = _interpolated(points, now)
    now_x, now_y = at(min(max(now, start), end), now_value)
    past = [(x, y) for moment, x, y in placed if moment < now] + [(now_x, now_y)]
    ahead = [(now_x, now_y)] + [(x, y) for moment, x, y in placed if moment > now]

    def joined(pairs: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{pct(x)},{pct(y)}" for x, y in pairs)

    whole = joined(past + ahead[1:])
    return CurveFigure(
        past=joined(past),
        ahead=joined(ahead) if len(ahead) > 1 else "",
        area=f"0,100 {whole} 100,100",
        now_x=pct(now_x),
        now_y=pct(now_y),
        now_value=now_value,
        limit_y=pct(100 * (1 - limit)) if limit is not None else "",
        limit=limit,
        ticks=time_ticks(start, end, zone=zone, most=5),
        now_anchor="end" if now_x > 80 else "start",
    )


def _interpolated(points: Sequence[tuple[datetime, float]], now: datetime) -> float:
    before = points[0]
    for point in points:
        if point[0] > now:
            gap = (point[0] - before[0]).total_seconds() or 1.0
            share = max(0.0, (now - before[0]).total_seconds()) / gap
            return before[1] + (point[1] - before[1]) * min(1.0, share)
        before = point
    return before[1]


# --- time axis ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on the time axis: position in percent, text, and how the text leans."""

    x: str
    label: str
    anchor: str = "middle"


_STEPS: tuple[tuple[str, int], ...] = (
    ("minute", 1), ("minute", 5), ("minute", 15), ("hour", 1), ("hour", 3), ("hour", 6), ("hour", 12),
    ("day", 1), ("day", 2), ("day", 7), ("day", 14), ("month", 1), ("month", 2), ("month", 3), ("month", 6),
    ("year", 1), ("year", 2), ("year", 5), ("year", 10), ("year", 25), ("year", 50), ("year", 100), ("year", 500),
)  # fmt: skip
_SECONDS = {"minute": 60.0, "hour": 3600.0, "day": 86400.0, "month": 2_629_746.0, "year": 31_556_952.0}


def time_ticks(start: datetime, end: datetime, *, zone: tzinfo | None = None, most: int = 6) -> tuple[Tick, ...]:
    """Return at most `most` evenly stepped marks between two moments, labelled in the viewer's zone."""
    total = (end - start).total_seconds()
    if total <= 0:
        return ()
    unit, count = next(((u, n) for u, n in _STEPS if total / (_SECONDS[u] * n) <= most), _STEPS[-1])
    zone = zone or timezone.get_current_timezone()
    moment: datetime | None = _floor(start.astimezone(zone), unit, count)
    ticks: list[Tick] = []
    while moment is not None and moment <= end and len(ticks) <= most:
        if moment >= start:
            x = 100 * (moment - start).total_seconds() / total
            anchor = "start" if x < 6 else "end" if x > 94 else "middle"
            ticks.append(Tick(pct(x), _tick_label(moment, unit), anchor))
        moment = _step(moment, unit, count)
    return tuple(ticks)


def _floor(moment: datetime, unit: str, count: int) -> datetime:
    moment = moment.replace(second=0, microsecond=0)
    if unit == "minute":
        return moment.replace(minute=moment.minute - moment.minute % count)
    moment = moment.replace(minute=0)
    if unit == "hour":
        return moment.replace(hour=moment.hour - moment.hour % count)
    moment = moment.replace(hour=0)
    if unit == "day":
        return moment
    if unit == "month":
        return moment.replace(day=1, month=(moment.month - 1) // count * count + 1)
    return moment.replace(day=1, month=1, year=max(1, moment.year - moment.year % count))


def _step(moment: datetime, unit: str, count: int) -> datetime | None:
    try:
        if unit in {"minute", "hour", "day"}:
            return moment + timedelta(**{f"{unit}s": count})
        months = moment.month - 1 + (count if unit == "month" else 12 * count)
        return moment.replace(year=moment.year + months // 12, month=months % 12 + 1)
    except (OverflowError, ValueError):
        return None


def _tick_label(moment: datetime, unit: str) -> str:
    # Translators: date formats of axis marks, from the shortest step to the longest (Django's date format letters).
    formats = {"minute": "H:i", "hour": _("j M H:i"), "day": _("j M"), "month": _("M Y"), "year": "Y"}
    return dateformat.format(moment, formats[unit])
