"""Places for the entities of a picture: forces push all apart and pull linked ones together, from a start by name.

Own code, because time matters here: 500 entities take less than a tenth of the CPU time that networkx needs for as many
rounds of the same model. The model is that of ForceAtlas2 (Jacomy et al. 2014): repulsion (d+1)(d+1)/distance,
attraction that grows with distance. Parts that no link joins are laid out apart and packed in rows.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Numbers = NDArray[np.int64]

ROUNDS = 140
SETTLING = 24
REPULSION = 12.0
SIDE = 1000
"""Length of the longer side of the picture."""
LARGEST = 14.0
"""Most units of the picture per unit of the forces: two entities alone do not stand a screen apart."""
ROOM = 1.5
"""Width of the rows that parts are packed into over the height of them all."""
WIDTH = 1.35
"""Width of the finished picture over its height, as far as stretching by no more than this can make it so."""
WIDENED_FROM = 24
EASE = 0.3
MARGIN, APART = 9.0, 0.05
"""Least distance of parts in units of the forces, and as a share of the whole."""


def layout(names: Sequence[str], sources: Numbers, targets: Numbers) -> NDArray[np.int64]:
    """Place entities; the same names and links always give the same picture, similar ones a similar one.

    Args:
        names: a key per entity, any text.
        sources, targets: the ends of each link, as places in `names`.

    Returns:
        Whole coordinates of shape `(len(names), 2)`, from 0 to at most 1000, y upwards.
    """
    count = len(names)
    if count == 0:
        return np.zeros((0, 2), np.int64)
    part = _parts(count, sources, targets)
    degree = (np.bincount(sources, minlength=count) + np.bincount(targets, minlength=count)).astype(np.float32)
    start = _start(names)
    places = _packed(_moved(start, part, sources, targets, degree), part, start)
    spread = np.ptp(places, axis=0)
    if len(places) > WIDENED_FROM:
        places[:, 0] *= np.clip(WIDTH * spread[1] / max(float(spread[0]), 1e-6), 1, WIDTH)
    low, high = places.min(axis=0), places.max(axis=0)
    scale = min(SIDE / max(float((high - low).max()), 1e-6), LARGEST)
    places = _parted((places - low) * np.float32(scale), degree)
    low, high = places.min(axis=0), places.max(axis=0)
    shrink = min(1.0, SIDE / max(float((high - low).max()), 1e-6))
    fitted: NDArray[np.int64] = np.rint((places - low) * shrink).astype(np.int64)
    return fitted


def _parts(count: int, sources: Numbers, targets: Numbers) -> Numbers:
    """Return for every entity the lowest place among those it is joined with."""
    part = np.arange(count)
    while True:
        low = np.minimum(part[sources], part[targets])
        following = part.copy()
        np.minimum.at(following, sources, low)
        np.minimum.at(following, targets, low)
        following = following[following]
        if (following == part).all():
            return part
        part = following


def _start(names: Sequence[str]) -> Floats:
    """Return first places drawn from the names themselves: the same in every process, whatever the order."""
    words = [hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest() for name in names]
    drawn = np.frombuffer(b"".join(words), np.dtype("<u4")).reshape(-1, 2).astype(np.float64) / 2**32
    angle, radius = 2 * np.pi * drawn[:, 0], np.sqrt(drawn[:, 1]) * 6 * np.sqrt(len(names))
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1).astype(np.float32)


class _Pairs:
    """Squared distances of all pairs, and the sum of pushes along them, each as a product of thin matrices."""

    def __init__(self, count: int) -> None:
        self.squares = np.empty((count, count), np.float32)
        self._left = np.ones((count, 4), np.float32)
        self._right = np.ones((4, count), np.float32)
        self._weighed = np.ones((count, 3), np.float32)

    def measure(self, places: Floats) -> Floats:
        """Fill and return `squares`: |p - q|² = |p|² + |q|² - 2pq, never below 0.01."""
        norm = (places * places).sum(axis=1)
        self._left[:, :2], self._left[:, 2], self._right[:2], self._right[3] = places, norm, -2 * places.T, norm
        np.matmul(self._left, self._right, out=self.squares)
        return np.maximum(self.squares, 0.01, out=self.squares)

    def pushed(self, places: Floats, weights: Floats) -> Floats:
        """Return for each p the sum over q of weight(p, q) · (p - q)."""
        self._weighed[:, :2] = places
        sums = weights @ self._weighed
        push: Floats = places * sums[:, 2:] - sums[:, :2]
        return push


def _moved(places: Floats, part: Numbers, sources: Numbers, targets: Numbers, degree: Floats) -> Floats:
    """Let the forces act; each round moves nothing further than the cooling limit."""
    count = len(places)
    mass = degree + 1
    masses = np.outer(mass, mass) * np.float32(REPULSION)
    masses[part[:, None] != part[None, :]] = 0
    np.fill_diagonal(masses, 0)
    pairs = _Pairs(count)
    limit = 4.0 * np.sqrt(count)
    for turn in range(ROUNDS):
        squares = pairs.measure(places)
        force = pairs.pushed(places, np.divide(masses, squares, out=squares))
        pull = places[targets] - places[sources]
        for axis in (0, 1):
            force[:, axis] += np.bincount(sources, pull[:, axis], count)
            force[:, axis] -= np.bincount(targets, pull[:, axis], count)
        step = force / mass[:, None]
        length = np.sqrt((step * step).sum(axis=1, keepdims=True))
        bound = limit * (1 - turn / ROUNDS) ** 1.5 + 0.05
        places = places + (step * (np.minimum(length, bound) / np.maximum(length, 1e-6))).astype(np.float32)
    return places


def _packed(places: Floats, part: Numbers, start: Floats) -> Floats:
    """Lay each part flat and set the parts in rows, tall ones first, so that the whole fits a screen."""
    packed = places.copy()
    boxes: list[tuple[float, float, Numbers]] = []
    for label in np.unique(part):
        members = np.flatnonzero(part == label)
        packed[members] = _eased(_turned(packed[members], start[members]))
        width, height = np.ptp(packed[members], axis=0)
        boxes.append((float(width), float(height), members))
    # The larger the whole, the smaller it is drawn: what stands apart has to stay apart.
    margin = max(MARGIN, APART * float(np.sqrt(sum(width * height for width, height, _ in boxes))))
    boxes = [(width + margin, height + margin, members) for width, height, members in boxes]
    boxes.sort(key=lambda box: (-box[1], -box[0], int(box[2][0])))
    area = sum(width * height for width, height, _ in boxes)
    row_width = max(float(np.sqrt(area * ROOM)), *(width for width, _, _ in boxes))
    x = y = row_height = 0.0
    for width, height, members in boxes:
        if x and x + width > row_width:
            x, y, row_height = 0.0, y - row_height, 0.0
        row_height = row_height or height
        corner = packed[members].min(axis=0)
        # Smaller parts hang in the middle of their row.
        packed[members] += np.array([x, y - (row_height + height) / 2], np.float32) - corner
        x += width
    return packed


def _turned(places: Floats, start: Floats) -> Floats:
    """Turn a part so that its longest direction lies flat: screens are wider than high.

    Of the four ways to do so the one nearest to the first places is taken, so that a fact more does not mirror it.
    """
    places = places - places.mean(axis=0)
    if len(places) < 2:
        return places
    _, directions = np.linalg.eigh(places.T @ places)
    flat = places @ directions[:, ::-1]
    turned: Floats = (flat * np.where((flat * start).sum(axis=0) < 0, -1, 1)).astype(np.float32)
    return turned


def _eased(places: Floats) -> Floats:
    """Draw the far ends of a part in and give the middle more room: most names stand there."""
    radius = np.sqrt((places * places).sum(axis=1, keepdims=True))
    usual = max(float(np.median(radius)), 1e-6)
    eased: Floats = (places * np.maximum(radius / usual, 0.2) ** -EASE).astype(np.float32)
    return eased


def _parted(places: Floats, degree: Floats) -> Floats:
    """Push circles apart that lie on one another; lengths are those of the picture."""
    count = len(places)
    radius = min(24.0, 170 / np.sqrt(count)) * (0.8 + 0.1 * np.sqrt(np.minimum(degree, 50)))
    wanted = (radius[:, None] + radius[None, :]).astype(np.float32)
    np.fill_diagonal(wanted, 0)
    pairs = _Pairs(count)
    for _ in range(SETTLING):
        distance = np.sqrt(pairs.measure(places))
        short = np.maximum(wanted - distance, 0)
        if not short.any():
            break
        places = places + 0.5 * pairs.pushed(places, short / distance)
    return places
