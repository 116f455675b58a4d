"""Which pages say nearly the same: sketches of their words, compared without reading the pages again.

Min-wise hashing (Broder 1997): the share of equal places in two sketches estimates how many runs of three words two
texts have in common (Jaccard). Likeness is only ever shown to a person; no number tells a copy from a related page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from zlib import crc32

import numpy as np
import numpy.typing as npt

PLACES: Final = 32
"""Numbers in a sketch."""

_BAND: Final = 4
_RUN: Final = 3
_MOST_RUNS: Final = 5_000
_PRIME: Final = np.uint64(4_294_967_311)
_SEEDS: Final = np.random.default_rng(7).integers(1, 1 << 31, size=(2, PLACES), dtype=np.uint64)


def sketch(tokens: Sequence[str]) -> bytes:
    """Return the sketch of a text: 32 numbers of 32 bits, little-endian; empty for fewer than three tokens."""
    runs = {" ".join(tokens[place : place + _RUN]) for place in range(min(len(tokens) - _RUN + 1, _MOST_RUNS))}
    if not runs:
        return b""
    hashes = np.array(sorted(crc32(run.encode("utf-8", "surrogatepass")) for run in runs), np.uint64)
    values = (hashes[:, None] * _SEEDS[0] + _SEEDS[1]) % _PRIME
    return bytes((values.min(axis=0) & np.uint64(0xFFFFFFFF)).astype("<u4").tobytes())


def alike(sketches: Sequence[bytes], *, least: float, limit: int) -> list[tuple[int, int, float]]:
    """Return pairs of texts that may say the same, the most alike first.

    Args:
        sketches: of `sketch`; empty ones are like nothing.
        least: estimated share of common runs from which a pair is listed, 0 to 1.
        limit: of the answer.
    """
    there = [place for place, one in enumerate(sketches) if len(one) == PLACES * 4]
    if len(there) < 2:
        return []
    table = np.stack([np.frombuffer(sketches[place], "<u4") for place in there])
    pairs: set[tuple[int, int]] = set()
    for start in range(0, PLACES, _BAND):
        pairs |= _equal_rows(table[:, start : start + _BAND])
    found = [(there[a], there[b], float((table[a] == table[b]).mean())) for a, b in pairs]
    return sorted((one for one in found if one[2] >= least), key=lambda one: (-one[2], one[0], one[1]))[:limit]


def _equal_rows(band: npt.NDArray[np.uint32]) -> set[tuple[int, int]]:
    """Return pairs of rows that agree in a band; of many equal ones each is paired with the next only."""
    order = np.lexsort(band.T[::-1])
    same = (band[order[1:]] == band[order[:-1]]).all(axis=1)
    return {(min(a, b), max(a, b)) for a, b in zip(order[:-1][same].tolist(), order[1:][same].tolist(), strict=True)}
