"""Stored vectors leave in the write that takes their memory or their name out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection

from knowledge.models import EntityEmbedding, Memory
from knowledge.models.memory import BELIEVED

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_AT_ONCE = 400


def take_out(numbers: Sequence[int]) -> int:
    """Remove the vectors of memories; return how many there were.

    Args:
        numbers: memories that are no longer live, or whose text for the embedder changed.
    """
    removed = 0
    for start in range(0, len(numbers), _AT_ONCE):
        some = list(numbers[start : start + _AT_ONCE])
        marks = ",".join(["%s"] * len(some))
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM knowledge_memoryembedding WHERE memory_id IN ({marks})", some)  # noqa: S608 - only placeholders
            removed += cursor.rowcount
    return removed


def take_out_names(agent_id: int, keys: Collection[str]) -> None:
    """Remove the vectors of names that no live fact of an agent uses any more.

    Args:
        agent_id: whose names.
        keys: subject and object keys of facts that are no longer live, as the tables already say.
    """
    wanted = sorted({key for key in keys if key})
    if not wanted or not _has_names(agent_id):
        return
    facts = Memory.objects.filter(agent_id=agent_id, standing=BELIEVED, token_count__gt=0).exclude(fact_key="")
    for start in range(0, len(wanted), _AT_ONCE):
        some = wanted[start : start + _AT_ONCE]
        used = {*facts.filter(subject_key__in=some).values_list("subject_key", flat=True)}
        used |= {*facts.filter(object_key__in=some).values_list("object_key", flat=True)}
        EntityEmbedding.objects.filter(agent_id=agent_id, entity__in=set(some) - used).delete()


def _has_names(agent_id: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM knowledge_entityembedding WHERE agent_id = %s LIMIT 1", [agent_id])
        return cursor.fetchone() is not None
