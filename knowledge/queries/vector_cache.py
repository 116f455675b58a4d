"""Vectors kept between queries: a matrix for each agent and embedder, brought up to date after writes.

The generation of an agent is in the database, so a write in one process is seen by the next query in
every other. A kept matrix holds the same vectors, to the bit, as one that is built anew.
"""

from __future__ import annotations

import os
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import connection

from knowledge.conf import vector_settings
from knowledge.queries.vector_rows import Matrix, Snapshot, bring_up_to_date, live_generation_of, read_all

if TYPE_CHECKING:
    from knowledge.engine.embedder import Embedder

_MEGABYTE = 1 << 20
_LEAST_MEGABYTES = 16  # for the one agent that is asked for
_LOOK_AGAIN_SECONDS = 10.0
_WAITING_AT_ONCE = 500
_Key = tuple[str, int, str]


@dataclass(frozen=True, slots=True)
class Usage:
    """What is kept, and how often it was good enough.

    Attributes:
        matrices: how many.
        bytes: their size, roughly.
        hits: queries answered from what was kept.
        updated: queries for which what had changed was read.
        read: queries for which everything was read.
    """

    matrices: int
    bytes: int
    hits: int
    updated: int
    read: int


class VectorCache:
    """The matrices of this process; the one used longest ago goes first when they take too much memory."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[_Key, Matrix] = OrderedDict()
        self._building: dict[_Key, threading.Lock] = {}
        self._looked: dict[_Key, float] = {}
        self._counts = {"hits": 0, "updated": 0, "read": 0}

    def get(self, *, agent_id: int, live_generation: int, embedder: Embedder) -> Snapshot:
        """Return an agent's vectors.

        Args:
            agent_id: whose.
            live_generation: of the agent, as the caller has just read it.
            embedder: whose vectors.
        """
        most_rows = _most_rows(embedder)
        if connection.in_atomic_block:
            # What a transaction sees may be gone again when it ends; it is nothing to keep.
            self._count("read")
            return read_all(agent_id, embedder, generation=live_generation, most_rows=most_rows).snapshot()
        key = (str(connection.settings_dict["NAME"]), agent_id, embedder.name)
        with self._lock:
            found = self._found(key, live_generation)
            building = self._building.setdefault(key, threading.Lock())
        if found is not None:
            return found
        with building:
            with self._lock:
                found = self._found(key, live_generation)
            return found or self._renewed(key, live_generation, embedder, most_rows)

    def usage(self) -> Usage:
        """Return what is kept."""
        with self._lock:
            return Usage(matrices=len(self._kept), bytes=self._bytes(), **self._counts)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self._looked.clear()
            self._counts = dict.fromkeys(self._counts, 0)

    def _found(self, key: _Key, generation: int) -> Snapshot | None:
        kept = self._kept.get(key)
        if kept is None or kept.generation != generation:
            return None
        self._kept.move_to_end(key)
        self._counts["hits"] += 1
        return kept.snapshot()

    def _renewed(self, key: _Key, generation: int, embedder: Embedder, most_rows: int) -> Snapshot:
        """Do as little as leads to the vectors of this generation; one thread at a time for each agent."""
        with self._lock:
            kept = self._kept.get(key)
        if kept is not None and kept.generation > generation and kept.generation == live_generation_of(key[1]):
            # Another thread was here after the caller read the agent; what is kept is newer.
            return kept.snapshot()
        if kept is not None and kept.generation < generation:
            look_again = self._may_look_again(key, len(kept.waiting))
            if bring_up_to_date(kept, key[1], embedder, generation=generation, look_again=look_again):
                self._count("updated")
                self._keep(key, kept)
                return kept.snapshot()
        self._count("read")
        matrix = read_all(key[1], embedder, generation=generation, most_rows=most_rows)
        self._keep(key, matrix)
        return matrix.snapshot()

    def _may_look_again(self, key: _Key, waiting: int) -> bool:
        """Whether rows without a vector are looked up again: always when they are few, else now and then."""
        now = time.monotonic()
        if waiting > _WAITING_AT_ONCE and now - self._looked.get(key, 0.0) < _LOOK_AGAIN_SECONDS:
            return False
        self._looked[key] = now
        return True

    def _keep(self, key: _Key, matrix: Matrix) -> None:
        most = vector_settings().cache_megabytes * _MEGABYTE
        with self._lock:
            self._kept.pop(key, None)
            self._kept[key] = matrix
            while self._kept and self._bytes() > most:
                self._kept.popitem(last=False)

    def _bytes(self) -> int:
        return sum(one.bytes for one in self._kept.values())

    def _count(self, how: str) -> None:
        with self._lock:
            self._counts[how] += 1


def _most_rows(embedder: Embedder) -> int:
    """Return how many vectors of one agent are searched at most."""
    megabytes = max(_LEAST_MEGABYTES, vector_settings().cache_megabytes)
    return max(1, megabytes * _MEGABYTE // (5 * embedder.dimensions + 200))


cache = VectorCache()


def _start_afresh() -> None:
    """Begin with nothing in a process that was split off: a lock may be held there by a thread that is not."""
    cache.__init__()  # type: ignore[misc]


os.register_at_fork(after_in_child=_start_afresh)
