"""The timeline of one fact as lanes of bars: when each version is true in the world, and when the hub believed it.

Positions are percents written as strings for SVG attributes; heights are px. Colours stay in the style sheet.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, Any, Protocol

from django.utils import dateformat, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from curation.figures import Tick, pct, time_ticks

if TYPE_CHECKING:
    from collections.abc import Sequence

LANE_HEIGHT = 26
LANE_GAP = 5
# A bar narrower than the first has no room for a word, one narrower than the second only on a wide screen; the table
# and the tooltip always have it.
MIN_LABEL_PERCENT = 3.5
SLIM_PERCENT = 9.0
BELIEVED = frozenset({"current", "scheduled", "superseded", "ended", "expired"})
_DAY = timedelta(days=1)


class Version(Protocol):
    """What the timeline reads of one version of a fact; a `MemoryView` and a history row both have it."""

    id: str
    version: int
    state: str
    valid_from: datetime
    valid_until: datetime | None
    ingested_at: datetime
    invalidated_at: datetime | None


@dataclass(frozen=True, slots=True)
class Span:
    """One bar: where it lies (percent), its lane's height (px), and what it says."""

    id: str
    href: str
    label: str
    title: str
    state: str
    late: bool
    open_end: bool
    slim: bool
    x: str
    width: str
    y: int
    confirmations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClockRow:
    """All bars of one clock, with the height of their lanes in px."""

    name: str
    top: int
    height: int
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class TimelineFigure:
    """One fact on one or two clocks over a common time axis."""

    clocks: tuple[ClockRow, ...]
    ticks: tuple[Tick, ...]
    now: Tick | None
    pins: tuple[Tick, ...]
    height: int
    axis_y: int
    start: datetime
    end: datetime


def timeline_figure(
    versions: Sequence[Any],
    *,
    now: datetime,
    labels: dict[str, str],
    hrefs: dict[str, str] | None = None,
    as_of: datetime | None = None,
    known_at: datetime | None = None,
    clocks: Sequence[str] = ("world", "hub"),
    zone: tzinfo | None = None,
) -> TimelineFigure | None:
    """Lay out every version of a fact.

    Args:
        versions: rows with the fields of `Version`, any order.
        now: where the present is drawn.
        labels: version id to the value written on its bar.
        hrefs: version id to the address a click opens.
        as_of, known_at: moments the viewer asks about, drawn as dashed lines.
        clocks: `world` (true in the world) and `hub` (known to the hub), top to bottom.
        zone: for the axis labels; the viewer's when absent.

    Returns:
        None when there are no versions.
    """
    if not versions:
        return None
    start, end = _reach(versions, now, [m for m in (as_of, known_at) if m])
    scale = _Scale(start, end)
    late = _late_ids(versions)
    rows: list[ClockRow] = []
    top = 18
    for clock in clocks:
        spans, lanes = _spans(versions, clock, scale, top + 16, labels, hrefs or {}, late)
        height = 16 + lanes * (LANE_HEIGHT + LANE_GAP)
        rows.append(ClockRow(clock, top, height, spans))
        top += height + 8
    pins = [
        Tick(pct(scale.x(m)), text, scale.anchor(m))
        for m, text in ((as_of, _("as of")), (known_at, _("known on")))
        if m
    ]
    return TimelineFigure(
        clocks=tuple(rows),
        ticks=time_ticks(start, end, zone=zone),
        now=Tick(pct(scale.x(now)), _("now"), scale.anchor(now)),
        pins=tuple(pins),
        height=top + 20,
        axis_y=top,
        start=start,
        end=end,
    )


@dataclass(frozen=True, slots=True)
class _Scale:
    start: datetime
    end: datetime

    def x(self, moment: datetime) -> float:
        share = (moment - self.start).total_seconds() / (self.end - self.start).total_seconds()
        return 100 * min(1.0, max(0.0, share))

    def anchor(self, moment: datetime) -> str:
        x = self.x(moment)
        return "start" if x < 5 else "end" if x > 95 else "middle"


def _reach(versions: Sequence[Version], now: datetime, extra: Sequence[datetime]) -> tuple[datetime, datetime]:
    moments = [now, *extra]
    for row in versions:
        moments += [m for m in (row.valid_from, row.valid_until, row.ingested_at, row.invalidated_at) if m]
    low, high = min(moments), max(moments)
    # An end in the far future would squeeze everything else into one pixel; its bar simply leaves the picture.
    if now < high:
        high = min(high, max([now + max(now - low, timedelta(days=30)), *extra]))
    margin = max((high - low) * 0.04, timedelta(minutes=1))
    try:
        return low - margin / 2, high + margin
    except OverflowError:
        return low, high + _DAY if low == high else high


def _late_ids(versions: Sequence[Version]) -> set[str]:
    """Versions learned when a later one had already begun: history filled in, not a replacement."""
    believed = [row for row in versions if row.state in BELIEVED]
    return {
        row.id
        for row in believed
        if any(row.valid_from < o.valid_from <= row.ingested_at and o.ingested_at < row.ingested_at for o in believed)
    }


def _spans(
    versions: Sequence[Version],
    clock: str,
    scale: _Scale,
    top: int,
    labels: dict[str, str],
    hrefs: dict[str, str],
    late: set[str],
) -> tuple[tuple[Span, ...], int]:
    lane_ends: list[datetime] = []
    placed: list[Span] = []

    def begin(row: Version) -> datetime:
        return row.valid_from if clock == "world" else row.ingested_at

    for row in sorted(versions, key=lambda r: (begin(r), r.version)):
        start = begin(row)
        stated_end = row.valid_until if clock == "world" else row.invalidated_at
        end = max(stated_end or scale.end, start)
        lane = next((i for i, taken in enumerate(lane_ends) if taken <= start), len(lane_ends))
        if lane == len(lane_ends):
            lane_ends.append(end)
        lane_ends[lane] = end
        x, right = scale.x(start), scale.x(end)
        placed.append(
            Span(
                id=row.id,
                href=hrefs.get(row.id, ""),
                label=labels.get(row.id, "") if right - x >= MIN_LABEL_PERCENT else "",
                title=span_title(row, labels.get(row.id, "")),
                state=row.state,
                late=row.id in late and clock == "world",
                open_end=stated_end is None,
                slim=right - x < SLIM_PERCENT,
                x=pct(x),
                width=pct(max(right - x, 0.35)),
                y=top + lane * (LANE_HEIGHT + LANE_GAP),
                confirmations=_confirmations(row, scale) if clock == "hub" else (),
            )
        )
    return tuple(placed), max(1, len(lane_ends))


def _confirmations(row: Version, scale: _Scale) -> tuple[str, ...]:
    return tuple(pct(scale.x(again.at)) for again in getattr(row, "reaffirmed_by", ()))


def span_title(row: Version, label: str) -> str:
    """Return the tooltip of a version: value, number, stretch of time, confirmations."""
    shape = _("j M Y H:i")
    zone = timezone.get_current_timezone()
    start = dateformat.format(row.valid_from.astimezone(zone), shape)
    end = dateformat.format(row.valid_until.astimezone(zone), shape) if row.valid_until else "…"
    text = f"{label} · v{row.version} · {start} – {end}"
    again = len(getattr(row, "reaffirmed_by", ()))
    if again:
        text += " · " + ngettext("confirmed %d time", "confirmed %d times", again) % again
    return text
