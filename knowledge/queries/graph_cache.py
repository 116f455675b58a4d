"""Graphs kept between queries: one for each agent with many facts, while nobody writes and time changes nothing.

The generation of an agent is in the database, so a write in one process is seen by the next query in
every other. A kept graph gives the same answers, to the bit, as one that is built anew.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import connection

from knowledge.conf import graph_limits
from knowledge.queries.graph_rows import Columns, Snapshot, counters, microseconds, read_all, read_changes, snapshot

if TYPE_CHECKING:
    from datetime import datetime

_MEGABYTE = 1 << 20
_NAMES_TO_SPARE = 10_000


@dataclass(frozen=True, slots=True)
class Kept:
    """One agent's facts and their graph."""

    columns: Columns
    current: Snapshot

    @property
    def bytes(self) -> int:
        """Memory both take, roughly."""
        return self.columns.bytes + self.current.graph.bytes + self.current.place.nbytes


@dataclass(frozen=True, slots=True)
class Usage:
    """What is kept, and how often it was good enough.

    Attributes:
        graphs: how many.
        bytes: their size, roughly.
        hits: queries answered from what was kept.
        turned: queries for which only time had changed something.
        updated: queries for which what had changed was read.
        read: queries for which everything was read.
    """

    graphs: int
    bytes: int
    hits: int
    turned: int
    updated: int
    read: int


class GraphCache:
    """The graphs of this process; the one used longest ago goes first when they take too much memory."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, int], Kept] = OrderedDict()
        self._building: dict[tuple[str, int], threading.Lock] = {}
        self._counts = {"hits": 0, "turned": 0, "updated": 0, "read": 0}

    def get(self, *, agent_id: int, generation: int, now: datetime) -> Snapshot:
        """Return an agent's graph at a moment.

        Args:
            agent_id: whose.
            generation: of the agent, as the caller has just read it.
            now: the moment.
        """
        if connection.in_atomic_block:
            # What a transaction sees may be gone again when it ends; it is nothing to keep.
            self._count("read")
            return snapshot(read_all(agent_id, now), now)
        key = (str(connection.settings_dict["NAME"]), agent_id)
        found = self._found(key, generation, now)
        if found is not None:
            return found
        with self._lock:
            building = self._building.setdefault(key, threading.Lock())
        with building:
            return self._found(key, generation, now) or self._renewed(key, generation, now)

    def usage(self) -> Usage:
        """Return what is kept."""
        with self._lock:
            return Usage(graphs=len(self._kept), bytes=self._bytes(), **self._counts)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self._counts = dict.fromkeys(self._counts, 0)

    def _found(self, key: tuple[str, int], generation: int, now: datetime) -> Snapshot | None:
        with self._lock:
            kept = self._kept.get(key)
            if kept is None or kept.columns.generation != generation:
                return None
            if not kept.current.holds(now):
                return None
            self._kept.move_to_end(key)
            self._counts["hits"] += 1
            return kept.current

    def _renewed(self, key: tuple[str, int], generation: int, now: datetime) -> Snapshot:
        """Do as little as leads to the graph of this generation at this moment; one thread at a time for each agent."""
        kept = self._kept.get(key)
        columns, how = None, "read"
        if kept is not None and kept.columns.since <= microseconds(now):
            known = kept.columns
            if generation == known.generation or (generation < known.generation and _is_newest(known, key[1])):
                columns, how = known, "turned"
            elif generation > known.generation and not _is_outgrown(kept):
                columns, how = read_changes(known, key[1], now), "updated"
        if columns is None:
            columns, how = read_all(key[1], now, kept_above=graph_limits().cached_above), "read"
        self._count(how)
        if kept is not None and columns is kept.columns and kept.current.holds(now):
            return kept.current
        current = snapshot(columns, now)
        if kept is None or columns is not kept.columns or current.begins >= kept.current.begins:
            self._keep(key, Kept(columns, current))
        return current

    def _keep(self, key: tuple[str, int], kept: Kept) -> None:
        limits = graph_limits()
        with self._lock:
            self._kept.pop(key, None)
            if kept.columns.number.size > limits.cached_above:
                self._kept[key] = kept
            while self._kept and self._bytes() > limits.cache_megabytes * _MEGABYTE:
                self._kept.popitem(last=False)

    def _bytes(self) -> int:
        return sum(one.bytes for one in self._kept.values())

    def _count(self, how: str) -> None:
        with self._lock:
            self._counts[how] += 1


def _is_newest(columns: Columns, agent_id: int) -> bool:
    """Tell whether the caller, not the cache, is behind: another thread was here after the caller read the agent."""
    return counters(agent_id) == (columns.generation, columns.total)


def _is_outgrown(kept: Kept) -> bool:
    """Tell whether most of the names that are known belong to facts that are gone."""
    used = kept.current.graph.entity.size + len(kept.columns.links)
    return len(kept.columns.lexicon.keys) > _NAMES_TO_SPARE + 2 * used


cache = GraphCache()


def _start_afresh() -> None:
    """Begin with nothing in a process that was split off: a lock may be held there by a thread that is not."""
    cache.__init__()  # type: ignore[misc]


os.register_at_fork(after_in_child=_start_afresh)
