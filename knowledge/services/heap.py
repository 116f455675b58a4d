"""Work on very many rows at once, and the garbage collector.

Every few thousand new objects Python looks through all that live for rings of garbage. Work that holds tens of
thousands of rows makes it look through all of them again and again: a third to a half of its time, under the write
lock too. What such work makes it lets go of by itself, so nothing is looked for until it is over.
"""

from __future__ import annotations

import gc
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_lock = threading.Lock()
_inside = 0
_was_on = False


@contextmanager
def large_work() -> Iterator[None]:
    """Let no garbage be looked for in this process until the last such work is over."""
    global _inside, _was_on  # noqa: PLW0603 - the collector is one for the process
    with _lock:
        if _inside == 0:
            _was_on = gc.isenabled()
            gc.disable()
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0 and _was_on:
                gc.enable()
