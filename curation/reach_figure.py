"""The reach of a rollback or a forgetting as a picture: what goes, what was made from it, and what returns."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

if TYPE_CHECKING:
    from knowledge.queries.origins import Reach, ReachNode

MOST_ROWS: Final = 16
MOST_COLUMNS: Final = 7
_WIDTH, _ROW, _TOP, _RADIUS = 150, 22, 46, 6


@dataclass(frozen=True, slots=True)
class Dot:
    """One row; `kind` is `closed`, `derived` or `returns`."""

    x: int
    y: int
    kind: str


@dataclass(frozen=True, slots=True)
class Line:
    """A bow from one row to another; `kind` is `derived` or `replaced`."""

    path: str
    kind: str


@dataclass(frozen=True, slots=True)
class Column:
    """Rows of one depth: heading, how many there are, and how many are not drawn."""

    x: int
    label: str
    more: str
    more_y: int


@dataclass(frozen=True, slots=True)
class ReachFigure:
    """Everything the picture draws, in units of the view box."""

    width: int
    height: int
    columns: tuple[Column, ...]
    dots: tuple[Dot, ...]
    lines: tuple[Line, ...]


def reach_figure(reach: Reach) -> ReachFigure | None:
    """Place the rows in columns: what returns at the left, then what goes, then what hangs on it by depth.

    Returns:
        None when there is nothing to draw.
    """
    groups: defaultdict[int, list[ReachNode]] = defaultdict(list)
    for node in reach.nodes:
        groups[-1 if node.part == "returns" else min(node.depth, MOST_COLUMNS - 2)].append(node)
    if not groups:
        return None
    at: dict[str, tuple[int, int]] = {}
    columns, dots = [], []
    order = sorted(groups)
    for depth in (*(one for one in order if one >= 0), *(one for one in order if one < 0)):
        x = order.index(depth) * _WIDTH + _WIDTH // 2
        shown = _beside(reach, groups[depth], at)[:MOST_ROWS]
        for row, node in enumerate(shown):
            at[node.id] = (x, _TOP + row * _ROW)
            dots.append(Dot(x, _TOP + row * _ROW, node.part))
        left = len(groups[depth]) - len(shown)
        more = ngettext("%(n)s more", "%(n)s more", left) % {"n": left} if left else ""
        columns.append(Column(x, _heading(depth), more, _TOP + len(shown) * _ROW + 4))
    columns.sort(key=lambda column: column.x)
    lines = [
        Line(_bow(at[edge.source], at[edge.target]), edge.kind)
        for edge in reach.edges
        if edge.source in at and edge.target in at
    ]
    rows = max(min(len(group), MOST_ROWS + 1) for group in groups.values())
    height = _TOP + rows * _ROW
    return ReachFigure(len(groups) * _WIDTH, height, tuple(columns), tuple(dots), tuple(lines))


def _beside(reach: Reach, nodes: list[ReachNode], at: dict[str, tuple[int, int]]) -> list[ReachNode]:
    """Return the nodes of a column in the order of what they are linked with, so that lines cross little."""
    heights: defaultdict[str, list[int]] = defaultdict(list)
    for edge in reach.edges:
        for one, other in ((edge.source, edge.target), (edge.target, edge.source)):
            if other in at:
                heights[one].append(at[other][1])
    places = {node.id: place for place, node in enumerate(nodes)}
    last = max((y for _, y in at.values()), default=0) + 1
    return sorted(
        nodes,
        key=lambda node: (sum(heights[node.id]) / len(heights[node.id]) if heights[node.id] else last, places[node.id]),
    )


def _heading(depth: int) -> str:
    if depth < 0:
        return _("True again")
    if depth == 0:
        return _("Goes")
    return ngettext("%(n)s step away", "%(n)s steps away", depth) % {"n": depth}


def _bow(start: tuple[int, int], end: tuple[int, int]) -> str:
    """Return a bow between two dots, from the edge of one to the edge of the other."""
    (x1, y1), (x2, y2) = start, end
    if x1 == x2:
        return f"M{x1 + _RADIUS} {y1}Q{x1 + 30} {(y1 + y2) // 2} {x2 + _RADIUS} {y2}"
    side = _RADIUS if x2 > x1 else -_RADIUS
    half = (x1 + x2) // 2
    return f"M{x1 + side} {y1}C{half} {y1} {half} {y2} {x2 - side} {y2}"
