"""How much a long piece of work writes at a time: as much as others can wait for."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from django.db import connection

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

PAUSE_SECONDS: Final = 0.015
"""Between two writes: whoever waits looks every few milliseconds, and later where the machine is busy."""
_HELD_SECONDS: Final = {"sqlite": 0.04, "postgresql": 0.08}
"""What one write should take, from the lock to the commit: on PostgreSQL only others of the same agent wait for it."""
_MOST_TIMES: Final = 8
_FEWEST: Final = 100
"""Fewer are not worth a commit, however busy the machine is."""


class Pace:
    """Rows per write, brought up or down by what the writes before took; in between others have their turn."""

    def __init__(self, first: int) -> None:
        """Begin with a number of rows; it grows to eight times as many at most."""
        self.rows = first
        self._most = first * _MOST_TIMES
        self._fewest = min(first, _FEWEST)
        self._took = 0.0

    def began(self, rows: int) -> Callable[[], None]:
        """Say that the lock for a write of so many rows is taken; call what comes back after the commit."""
        at = time.monotonic()
        return lambda: self._held(rows, time.monotonic() - at)

    def _held(self, rows: int, seconds: float) -> None:
        self._took = seconds
        wanted = rows * _HELD_SECONDS[connection.vendor] / max(seconds, 1e-4)
        # One slow commit says little: never more than twice, or less than half, of what it was.
        wanted = min(max(wanted, self.rows / 2), self.rows * 2)
        self.rows = int(min(max(wanted, self._fewest), self._most))

    def parts(self, numbers: Sequence[int]) -> Iterator[Sequence[int]]:
        """Yield numbers in parts of as many rows as one write takes by then."""
        start = 0
        while start < len(numbers):
            some = numbers[start : start + self.rows]
            start += len(some)
            yield some

    def rest(self) -> None:
        """Let others write: where they take turns at one file, for half as long as they had to wait."""
        longest = _HELD_SECONDS["sqlite"] if connection.vendor == "sqlite" else 0.0
        time.sleep(max(PAUSE_SECONDS, min(self._took / 2, longest)))
