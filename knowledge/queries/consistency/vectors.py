"""Checks of what is kept to find and to compare texts by: stored vectors, and the keys of copies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from knowledge.engine.novelty import copy_key
from knowledge.models import EntityEmbedding, Memory, MemoryEmbedding
from knowledge.models.memory import BELIEVED
from knowledge.queries.consistency.findings import Finding, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_CHUNK = 1_000


def stored_vectors() -> Iterator[Finding]:
    """Look for vectors that belong to nothing, or are none."""
    stray = rows_of(
        "SELECT m.id FROM knowledge_memoryembedding e JOIN knowledge_memory m ON m.number = e.memory_id"
        " WHERE e.agent_id <> m.agent_id OR m.standing <> %s OR m.token_count = 0",
        [BELIEVED],
    )
    for (row,) in stray:
        yield Finding("A stored vector belongs to a live memory of its agent.", row)
    nameless = rows_of(
        "SELECT e.entity FROM knowledge_entityembedding e WHERE NOT EXISTS (SELECT 1 FROM knowledge_memory m"
        " WHERE m.agent_id = e.agent_id AND m.standing = %s AND m.token_count > 0 AND m.fact_key <> ''"
        " AND e.entity IN (m.subject_key, m.object_key))",
        [BELIEVED],
    )
    for (name,) in nameless:
        yield Finding("A stored vector of a name belongs to an entity with a live fact.", name)
    yield from _shapes(MemoryEmbedding.objects.order_by("pk").values_list("model", "vector", "memory__id"))
    yield from _shapes(EntityEmbedding.objects.order_by("pk").values_list("model", "vector", "entity"))


def _shapes(rows: object) -> Iterator[Finding]:
    sizes: dict[str, int] = {}
    for model, vector, where in rows.iterator(chunk_size=_CHUNK):  # type: ignore[attr-defined]
        raw = bytes(vector)
        if not raw or len(raw) % 4 or sizes.setdefault(model, len(raw)) != len(raw):
            yield Finding("All vectors of a model have the same size.", where)
            continue
        numbers = np.frombuffer(raw, "<f4").astype(np.float64)
        length = float(np.sqrt((numbers * numbers).sum()))
        if not (abs(length - 1.0) < 1e-3 or length == 0.0):
            yield Finding("A stored vector has length 1.", where)


def keys_of_copies() -> Iterator[Finding]:
    """Compare every text again with the key by which copies of it are recognised."""
    rows = (
        Memory.objects.filter(session=None)
        .order_by("number")
        .values_list("id", "layer", "fact_key", "copy_key", "content", "subject_key", "predicate_key", "object_key")
    )
    for row, layer, fact_key, key, content, *names in rows.iterator(chunk_size=_CHUNK):
        wanted = copy_key(content, *names) if layer == "semantic" and not fact_key else None
        if key != wanted:
            yield Finding("The key of copies is made from what a memory says.", row)
