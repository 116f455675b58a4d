"""What a call costs, measured in units of a fixed piece of work done in the same process a moment before.

Seconds say as much about the machine and its other work as about the call. Tests ask only whether an input drives the
cost up (what grows with the square of a text is beyond any limit set here); how fast things are is for the benchmarks.
"""

from __future__ import annotations

import gc
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

TRIES = 3


def _yardstick() -> None:
    """Do about ten milliseconds of what text work consists of: cutting, looking up, counting, joining."""
    words = [f"w{number % 997}" for number in range(20_000)]
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    " ".join(sorted(words)).upper().split()


def _seconds(work: Callable[[], object]) -> float:
    gc.disable()  # else it is other tests' garbage that is measured
    try:
        started = time.process_time()
        work()
        return time.process_time() - started
    finally:
        gc.enable()


def _unit() -> float:
    return min(_seconds(_yardstick) for _ in range(2))


def stays_within(units: float, work: Callable[[], object]) -> bool:
    """Tell whether a call costs at most so many units (one is about 10 ms of CPU on a quiet machine).

    The best of some tries counts: a busy machine spoils one, a slow call is slow in each.
    """
    return any(_seconds(work) <= units * _unit() for _ in range(TRIES))


def grows_no_more_than(factor: float, small: Callable[[], object], large: Callable[[], object]) -> bool:
    """Tell whether the large call costs at most `factor` times the small one, half a unit of noise allowed."""
    return any(_seconds(large) <= factor * _seconds(small) + 0.5 * _unit() for _ in range(TRIES))
