"""Entities whose names are near to a question: further places where the walk over the graph may start."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from django.db import DatabaseError, connection

from knowledge.conf import vector_settings
from knowledge.engine.embedder import EmbedderError
from knowledge.models.memory import BELIEVED
from knowledge.queries import embedders

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from knowledge.engine.embedder import Embedder

NEAREST: Final = 5
_SHARE: Final = 4  # of the memory for vectors, names may take one part in this many
_MEGABYTE: Final = 1 << 20
_LIVE = (
    "FROM knowledge_memory m WHERE m.agent_id = %(agent)s AND m.standing = %(believed)s AND m.token_count > 0"
    " AND m.fact_key <> ''"
)
_NAMES = f"SELECT m.subject_key {_LIVE} UNION SELECT m.object_key {_LIVE} AND m.object_key <> ''"
_STORED = (
    "SELECT e.entity, e.vector FROM knowledge_entityembedding e WHERE e.agent_id = %(agent)s AND e.model = %(model)s"  # noqa: S608 - fixed parts and placeholders
    f" AND e.entity IN ({_NAMES})"
)


@dataclass(frozen=True, slots=True)
class _Names:
    generation: int
    keys: tuple[str, ...]
    vectors: NDArray[np.float32]

    @property
    def bytes(self) -> int:
        return self.vectors.nbytes + 100 * len(self.keys)


_lock = threading.Lock()
_kept: OrderedDict[tuple[str, int, str], _Names] = OrderedDict()


def nearest_entities(*, agent_id: int, generation: int, query: str, limit: int = NEAREST) -> tuple[str, ...]:
    """Return the keys of the entities whose names are nearest to a question, nearest first.

    Empty unless the settings say `graph_embed_seed`, and when the embedder does not answer: the names written in the
    question are enough to start from.

    Args:
        agent_id: whose entities.
        generation: of the agent, as the caller has just read it.
        query: what is asked.
        limit: most entities.
    """
    if not vector_settings().graph_embed_seed or not query.strip():
        return ()
    try:
        embedder = embedders.chosen()
        if embedder is None:
            return ()
        names = _names(agent_id, generation, embedder)
        vector = embedder.embed([query], query=True)[0]
    except (EmbedderError, DatabaseError):
        return ()
    if not names.keys or vector.size != names.vectors.shape[1]:
        return ()
    cosines = (names.vectors.astype(np.float64) * vector.astype(np.float64)).sum(axis=1)
    order = np.argsort(-cosines, kind="stable")[:limit]
    return tuple(names.keys[place] for place in order.tolist() if cosines[place] >= embedder.floor(query))


def _names(agent_id: int, generation: int, embedder: Embedder) -> _Names:
    key = (str(connection.settings_dict["NAME"]), agent_id, embedder.name)
    keep = not connection.in_atomic_block  # what a transaction sees may be gone again when it ends
    with _lock:
        known = _kept.get(key) if keep else None
        if known is not None and known.generation == generation:
            _kept.move_to_end(key)
            return known
    names = _read(agent_id, generation, embedder, known)
    if keep:
        with _lock:
            _kept.pop(key, None)
            _kept[key] = names
            most = vector_settings().cache_megabytes * _MEGABYTE // _SHARE
            while _kept and sum(one.bytes for one in _kept.values()) > most:
                _kept.popitem(last=False)
    return names


def _read(agent_id: int, generation: int, embedder: Embedder, known: _Names | None) -> _Names:
    """Read the names, in the order of their keys; the vectors of the built-in embedder are made here."""
    if not embedder.is_instant:
        stored = sorted((str(entity), bytes(vector)) for entity, vector in _rows(_STORED, agent_id, embedder.name))
        vectors = [np.frombuffer(vector, "<f4") for _, vector in stored]
        size = vectors[0].size if vectors else 0
        fits = [place for place, vector in enumerate(vectors) if vector.size == size]
        matrix = np.array([vectors[place] for place in fits], np.float32).reshape(len(fits), size)
        return _Names(generation, tuple(stored[place][0] for place in fits), matrix)
    keys = tuple(sorted(str(row[0]) for row in _rows(_NAMES, agent_id)))
    matrix = np.zeros((len(keys), embedder.dimensions), np.float32)
    before = {} if known is None else {name: place for place, name in enumerate(known.keys)}
    new = [place for place, name in enumerate(keys) if name not in before]
    if known is not None:
        old = [place for place, name in enumerate(keys) if name in before]
        matrix[old] = known.vectors[[before[keys[place]] for place in old]]
    matrix[new] = embedder.embed([keys[place] for place in new])
    return _Names(generation, keys, matrix)


def _rows(sql: str, agent_id: int, model: str = "") -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, {"agent": agent_id, "believed": BELIEVED, "model": model})
        return list(cursor.fetchall())


def forget_names() -> None:
    """Forget what is kept in this process."""
    with _lock:
        _kept.clear()


def _start_afresh() -> None:
    """Begin with nothing in a process that was split off: a lock may be held there by a thread that is not."""
    global _lock  # noqa: PLW0603 - the only way to replace it
    _lock = threading.Lock()
    _kept.clear()


os.register_at_fork(after_in_child=_start_afresh)
