"""Pictures of counts: bars over days, and one bar cut into shares. Numbers in, coordinates for SVG attributes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from curation.figures import pct

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: place and size in percent, and its count."""

    x: str
    y: str
    width: str
    height: str
    count: int


@dataclass(frozen=True, slots=True)
class BarFigure:
    """Bars over equal steps in a box of 100 x 100 (y down); `top` is the count of the highest line."""

    bars: tuple[Bar, ...]
    top: int


def bar_figure(counts: Sequence[int]) -> BarFigure:
    """Lay out bars for counts of 0 or more, oldest first; a count above 0 always shows."""
    top = _round_up(max(counts, default=0))
    step = 100 / max(1, len(counts))
    bars = []
    for place, count in enumerate(counts):
        height = max(100 * count / top, 1.5) if count else 0.0
        bars.append(Bar(pct(place * step + step * 0.14), pct(100 - height), pct(step * 0.72), pct(height), count))
    return BarFigure(tuple(bars), top)


@dataclass(frozen=True, slots=True)
class PartBar:
    """One bar and the lower part of it: places and sizes in percent, and both counts."""

    x: str
    width: str
    y: str
    height: str
    part_y: str
    part_height: str
    count: int
    part: int


def parts_figure(pairs: Sequence[tuple[int, int]]) -> tuple[tuple[PartBar, ...], int]:
    """Lay out bars of which a part is marked, from pairs of a count and how many of it are the part, oldest first.

    Returns:
        The bars and the count of the highest line.
    """
    whole = bar_figure([count for count, _ in pairs])
    bars = []
    for bar, (count, part) in zip(whole.bars, pairs, strict=True):
        height = max(100 * part / whole.top, 1.5) if part else 0.0
        bars.append(PartBar(bar.x, bar.width, bar.y, bar.height, pct(100 - height), pct(height), count, part))
    return tuple(bars), whole.top


def _round_up(count: int) -> int:
    """Return the next of 1, 2, 5, 10, 20, 50 … that is not below a count."""
    step = 1
    while True:
        for factor in (1, 2, 5):
            if count <= factor * step:
                return factor * step
        step *= 10


@dataclass(frozen=True, slots=True)
class Share:
    """One part of a bar: its name, its share (0 to 1), and place and width in percent."""

    name: str
    share: float
    x: str
    width: str


def share_figure(shares: dict[str, float]) -> tuple[Share, ...]:
    """Lay out the parts of one bar in the order given."""
    placed = []
    x = 0.0
    for name, share in shares.items():
        placed.append(Share(name, share, pct(x), pct(100 * share)))
        x += 100 * share
    return tuple(placed)
