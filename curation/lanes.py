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
    from collections.abc import Collection, Sequence

LANE_HEIGHT = 26
LANE_GAP = 5
FIRST_ROW = 18
CLOCK_NAME = 16
# A bar narrower than the first has no room for a word, one narrower than the second only on a wide screen; the table
# and the tooltip always have it.
MIN_LABEL_PERCENT = 3.5
SLIM_PERCENT = 9.0
BELIEVED = frozenset({"current", "scheduled", "superseded", "ended", "expired"})
UNNUMBERED = frozenset({"held", "quarantined", "rejected"})
"""What waits, or was turned away, has no place in the chain of versions."""
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
    here: bool
    open_end: bool
    slim: bool
    x: str
    width: str
    y: int
    confirmations: tuple[str, ...]
    beside: str = ""
    beside_x: str = ""
    beside_anchor: str = "start"


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the time axis without a bar of its own: a hole, or versions left out (then with a link)."""

    x: str
    width: str
    y: int
    title: str
    label: str = ""
    href: str = ""


@dataclass(frozen=True, slots=True)
class ClockRow:
    """All bars of one clock, with the height of their lanes in px; holes and folds lie in the world's row."""

    name: str
    top: int
    height: int
    spans: tuple[Span, ...]
    holes: tuple[Stretch, ...] = ()
    folds: tuple[Stretch, ...] = ()


class Folded(Protocol):
    """Versions left out after a shown one; `opens` is one of them."""

    @property
    def after(self) -> str:
        """Id of the shown version before them."""

    @property
    def count(self) -> int:
        """How many there are."""

    @property
    def opens(self) -> str:
        """Id of one of them."""


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

    @property
    def states(self) -> frozenset[str]:
        """The states of all bars, for the legend."""
        return frozenset(span.state for clock in self.clocks for span in clock.spans)


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
    here: Collection[str] = (),
    lanes: dict[str, str] | None = None,
    folds: Sequence[Folded] = (),
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
        here: ids of the versions looked at; they stand out.
        lanes: version id to the value whose lane it lies in, for predicates that hold several values; without
            it bars share lanes as they fit, and stretches between them are shown as holes.
        folds: versions left out of a long chain.

    Returns:
        None when there are no versions.
    """
    if not versions:
        return None
    start, end = _reach(versions, now, [m for m in (as_of, known_at) if m])
    picture = _Picture(
        scale=_Scale(start, end),
        now=now,
        labels=labels,
        hrefs=hrefs or {},
        late=_late_ids(versions),
        here=frozenset(here),
        lanes=lanes or {},
    )
    rows, top = _clock_rows(picture, versions, clocks, folds)
    scale = picture.scale
    pins, now_label = _marks(scale, as_of, known_at, now)
    return TimelineFigure(
        clocks=tuple(rows),
        ticks=time_ticks(start, end, zone=zone),
        now=Tick(pct(scale.x(now)), now_label, scale.anchor(now)),
        pins=pins,
        height=top + 20,
        axis_y=top,
        start=start,
        end=end,
    )


def _clock_rows(
    picture: _Picture, versions: Sequence[Version], clocks: Sequence[str], folds: Sequence[Folded]
) -> tuple[list[ClockRow], int]:
    """Return the clocks' rows from top to bottom, and where the axis lies under them."""
    rows: list[ClockRow] = []
    top = FIRST_ROW
    for clock in clocks:
        lanes_top = top + CLOCK_NAME
        spans, count = _spans(picture, versions, clock, lanes_top)
        height = CLOCK_NAME + count * (LANE_HEIGHT + LANE_GAP)
        with_holes = clock == "world" and not picture.lanes
        holes = _holes(picture, versions, folds, lanes_top) if with_holes else ()
        rows.append(ClockRow(clock, top, height, spans, holes, _folds(picture, versions, folds, clock, lanes_top)))
        top += height + 8
    return rows, top


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
        moments += [m for m in (row.valid_from, _world_end(row), row.ingested_at, row.invalidated_at) if m]
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


@dataclass(frozen=True, slots=True)
class _Picture:
    """What every bar of one picture is drawn by."""

    scale: _Scale
    now: datetime
    labels: dict[str, str]
    hrefs: dict[str, str]
    late: set[str]
    here: frozenset[str]
    lanes: dict[str, str]

    def begin(self, row: Version, clock: str) -> datetime:
        return row.valid_from if clock == "world" else row.ingested_at

    def end(self, row: Version, clock: str) -> datetime | None:
        """Return where a bar ends; None when it leaves the picture."""
        if clock == "world":
            return _world_end(row)
        # A current row whose end is known already was touched, but the hub still believes it.
        touched = None if row.state in {"current", "scheduled"} else row.invalidated_at
        left = touched or getattr(row, "archived_at", None)
        # The hub knows nothing of tomorrow: what it still believes reaches to the present.
        return left or max(self.now, row.ingested_at)


def _world_end(row: Version) -> datetime | None:
    ends = [end for end in (row.valid_until, getattr(row, "expires_at", None)) if end is not None]
    return min(ends) if ends else None


def _spans(picture: _Picture, versions: Sequence[Version], clock: str, top: int) -> tuple[tuple[Span, ...], int]:
    """Place every bar in the first lane with room for it; named lanes never share."""
    taken: list[tuple[str, datetime]] = []
    placed: list[Span] = []
    scale = picture.scale
    order = sorted(versions, key=lambda row: (picture.begin(row, clock), row.version))
    names = list(dict.fromkeys(picture.lanes.get(row.id, "") for row in order))
    for row in sorted(order, key=lambda row: names.index(picture.lanes.get(row.id, ""))):
        name, start = picture.lanes.get(row.id, ""), picture.begin(row, clock)
        stated_end = picture.end(row, clock)
        end = max(stated_end or scale.end, start)
        free = (i for i, (owner, until) in enumerate(taken) if owner == name and until <= start)
        lane = next(free, len(taken))
        taken[lane : lane + 1] = [(name, end)]
        placed.append(
            _span(picture, row, clock, (start, end, stated_end is None), top + lane * (LANE_HEIGHT + LANE_GAP))
        )
    return tuple(placed), max(1, len(taken))


def _span(picture: _Picture, row: Version, clock: str, reach: tuple[datetime, datetime, bool], y: int) -> Span:
    scale, label = picture.scale, picture.labels.get(row.id, "")
    x, right = scale.x(reach[0]), scale.x(reach[1])
    wide = right - x >= MIN_LABEL_PERCENT
    outside = bool(picture.lanes) and not wide
    return Span(
        id=row.id,
        href=picture.hrefs.get(row.id, ""),
        label=label if wide else "",
        title=span_title(row, label),
        state=row.state,
        late=row.id in picture.late and clock == "world",
        here=row.id in picture.here,
        open_end=reach[2],
        x=pct(x),
        width=pct(max(right - x, 0.35)),
        slim=right - x < SLIM_PERCENT,
        y=y,
        confirmations=_confirmations(row, scale) if clock == "hub" else (),
        beside=label if outside else "",
        beside_x=pct(x - 0.6 if x > 70 else max(right, x + 0.35) + 0.6),
        beside_anchor="end" if x > 70 else "start",
    )


def _holes(picture: _Picture, versions: Sequence[Version], folds: Sequence[Folded], y: int) -> tuple[Stretch, ...]:
    """Stretches up to now for which nothing was believed, after the first believed start."""
    folded = {fold.after for fold in folds}
    rows = sorted((row for row in versions if row.state in BELIEVED), key=lambda row: row.valid_from)
    holes: list[Stretch] = []
    covered: datetime | None = None
    for row in rows:
        if covered is not None and row.valid_from > covered:
            holes.append(_hole(picture, covered, row.valid_from, y))
        end = None if row.id in folded else _world_end(row)
        until = picture.scale.end if end is None else end
        if row.id in folded:
            until = row.valid_from
            covered = min((other.valid_from for other in rows if other.valid_from > row.valid_from), default=until)
        covered = until if covered is None else max(covered, until)
    if covered is not None and covered < picture.now:
        holes.append(_hole(picture, covered, picture.now, y))
    return tuple(holes)


def _hole(picture: _Picture, start: datetime, end: datetime, y: int) -> Stretch:
    x, right = picture.scale.x(start), picture.scale.x(end)
    title = _("Nothing known to be true: %(start)s – %(end)s") % {"start": moment_text(start), "end": moment_text(end)}
    return Stretch(pct(x), pct(right - x), y, title)


def _folds(
    picture: _Picture, versions: Sequence[Version], folds: Sequence[Folded], clock: str, y: int
) -> tuple[Stretch, ...]:
    """Stretches of the axis whose versions were left out."""
    order = sorted(versions, key=lambda row: row.valid_from)
    found: list[Stretch] = []
    for fold in folds:
        place = next(i for i, row in enumerate(order) if row.id == fold.after)
        left = order[place]
        end = picture.begin(order[place + 1], clock) if place + 1 < len(order) else picture.scale.end
        x, right = picture.scale.x(min(picture.end(left, clock) or end, end)), picture.scale.x(end)
        text = ngettext("%d version not shown", "%d versions not shown", fold.count) % fold.count
        label = text if right - x > 16 else "…" if right - x > 2 else ""
        found.append(Stretch(pct(x), pct(max(right - x, 0.35)), y, text, label, picture.hrefs.get(fold.opens, "")))
    return tuple(found)


def _marks(
    scale: _Scale, as_of: datetime | None, known_at: datetime | None, now: datetime
) -> tuple[tuple[Tick, ...], str]:
    """Return the moments asked about, and the word for the present; words that would collide make room."""
    asked = [(m, text) for m, text in ((as_of, _("as of")), (known_at, _("known on"))) if m]
    asked.sort(key=lambda pair: pair[0])
    places = [scale.x(m) for m, _text in asked]
    close = len(asked) == 2 and places[1] - places[0] < 14
    pins: list[Tick] = []
    for i, (moment, text) in enumerate(asked):
        anchor = scale.anchor(moment)
        if close and 8 < places[i] < 92:
            anchor = "start" if i else "end"
        pins.append(Tick(pct(places[i]), text, anchor))
    crowded = any(abs(place - scale.x(now)) < 12 for place in places)
    return tuple(pins), "" if crowded else _("now")


def _confirmations(row: Version, scale: _Scale) -> tuple[str, ...]:
    return tuple(pct(scale.x(again.at)) for again in getattr(row, "reaffirmed_by", ()))


def moment_text(moment: datetime) -> str:
    """Write a moment for a tooltip, in the viewer's zone."""
    return dateformat.format(moment.astimezone(timezone.get_current_timezone()), _("j M Y H:i"))


def span_title(row: Version, label: str) -> str:
    """Return the tooltip of a version: value, number, stretch of time, confirmations."""
    ends = _world_end(row)
    number = "" if row.state in UNNUMBERED else f" · v{row.version}"
    text = f"{label}{number} · {moment_text(row.valid_from)} – {moment_text(ends) if ends else '…'}"
    again = len(getattr(row, "reaffirmed_by", ()))
    if again:
        text += " · " + ngettext("confirmed %d time", "confirmed %d times", again) % again
    return text
