"""Deleting rows for good, with everything that belongs to them: inside the caller's transaction, few statements each.

What the tables let go of is overwritten by the database (`secure_delete`); what indexes and logs still hold of it is
purged after the commit, see `forget_steps`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.db import connection
from django.db.models import Q

from knowledge import events
from knowledge.models import (
    EntityAlias,
    EntityEmbedding,
    Memory,
    MemorySource,
    Mistake,
    Reaffirmation,
    RemovedVersions,
)
from knowledge.models.memory import BELIEVED, HELD, PURGED
from knowledge.queries.named import among
from knowledge.queries.reach import parts
from knowledge.queries.vector_rows import EPOCH
from knowledge.services import bulk, index, vectors
from knowledge.services.transactions import settle

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from knowledge.models import Agent
    from knowledge.services.transactions import WriteTransaction

_BELONGINGS: Final = (
    ("knowledge_accesshit", "memory_id"),
    ("knowledge_legalhold", "memory_id"),
    ("knowledge_guardsighting", "memory_id"),
    ("knowledge_memorytag", "memory_id"),
    ("knowledge_derivation", "child_id"),
    ("knowledge_derivation", "parent_id"),
    ("knowledge_memorysource", "memory_id"),
    ("knowledge_reaffirmation", "memory_id"),
    ("knowledge_memoryspan", "memory_id"),
)
_MANY: Final = 400


@dataclass(frozen=True, slots=True)
class Erased:
    """What was deleted.

    Attributes:
        ids: of the rows.
        cuts: links of rows that stay, which led to them.
        hits: lines of the access log that named them.
        aliases: ids of other names that were left without a fact.
    """

    ids: tuple[str, ...]
    cuts: int
    hits: int
    aliases: tuple[int, ...]


def erase(opened: WriteTransaction, agent: Agent, numbers: Collection[int]) -> Erased:
    """Delete rows of a locked agent, whatever their standing, with all that belongs to them.

    Whatever else names or tells them hears of it (`events.forgotten`). Rows that stay keep their place; the caller
    moves their ends.
    """
    listed = sorted(numbers)
    rows = [one for part in parts(listed) for one in _read(agent, part)]
    listed, ids = [row[0] for row in rows], [row[1] for row in rows]
    names = orphaned_names(agent.pk, listed)
    hits = 0
    for part in parts(listed):
        index.remove(part)
        vectors.take_out(part)
        for table, column in _BELONGINGS:
            gone = _delete(table, column, part)
            hits += gone if table == "knowledge_accesshit" else 0
        _delete("knowledge_memory", "number", part)
    for part in parts(ids):
        Mistake.objects.filter(rule__in=part).update(rule=None)
    cuts = sum(_cut(agent, part) for part in parts(ids))
    agent.total_memories -= len(rows)
    agent.live_memories -= sum(1 for row in rows if row[2])
    agent.live_tokens -= sum(row[2] for row in rows)
    agent.generation += 1
    agent.live_generation += EPOCH  # no process keeps a vector of them
    aliases = tuple(names.aliases)
    for some in parts(aliases):
        EntityAlias.objects.filter(pk__in=some).delete()
    for keys in parts(sorted(names.entities)):
        EntityEmbedding.objects.filter(agent=agent, entity__in=keys).delete()
    events.forgotten.send(sender=Memory, memories=tuple(ids), aliases=aliases, agent=agent.name, now=opened.now)
    settle()
    return Erased(tuple(ids), cuts, hits, aliases)


@dataclass(frozen=True, slots=True)
class Versions:
    """By fact, how many versions that its history shows go; and the facts of which something stays."""

    gone: Counter[str]
    stay: frozenset[str]


def versions_of(agent_id: int, numbers: Collection[int]) -> Versions:
    """Return what the histories of facts lose with some rows of an agent."""
    out = set(numbers)
    gone: Counter[str] = Counter()
    for part in parts(sorted(out)):
        going = Memory.objects.filter(number__in=part).exclude(fact_key="").values_list("fact_key", "standing")
        gone.update(fact for fact, standing in going if standing in (BELIEVED, PURGED))
    stay: set[str] = set()
    for facts in parts(sorted(gone)):
        rows = Memory.objects.filter(agent=agent_id, fact_key__in=facts).exclude(fact_key="")
        stay |= {fact for number, fact in rows.values_list("number", "fact_key") if number not in out}
    return Versions(gone, frozenset(stay))


def note_removed(agent: Agent, versions: Versions) -> None:
    """Let the history of facts say how many versions were deleted; of a fact that is gone altogether nothing stays."""
    gone, stay = versions.gone, versions.stay
    known = RemovedVersions.objects.filter(agent=agent)
    noted = {row.fact_key: row for row in known if row.fact_key in gone}
    over = [row.pk for key, row in noted.items() if key not in stay]
    for some in parts(over):
        RemovedVersions.objects.filter(pk__in=some).delete()
    changed = [row for key, row in noted.items() if key in stay]
    for row in changed:
        row.count += gone[row.fact_key]
    bulk.update_many(changed, ("count",))
    fresh = sorted(stay - noted.keys())
    bulk.insert([bulk.new(RemovedVersions, agent_id=agent.pk, fact_key=key, count=gone[key]) for key in fresh])


def take_sources(sources: Sequence[int], said: Sequence[int]) -> None:
    """Delete sources and confirmations of rows that stay, by key."""
    for some in parts(sources):
        MemorySource.objects.filter(pk__in=some).delete()
    for some in parts(said):
        Reaffirmation.objects.filter(pk__in=some).delete()


@dataclass(frozen=True, slots=True)
class Names:
    """What is left without a fact: ids of other names, and names of entities that have a vector."""

    aliases: tuple[int, ...]
    entities: frozenset[str]


def orphaned_names(agent_id: int, numbers: Collection[int]) -> Names:
    """Return the other names and the vectors of names that no row uses any more once some are gone."""
    has_aliases = EntityAlias.objects.filter(agent=agent_id).exists()
    has_vectors = EntityEmbedding.objects.filter(agent=agent_id).exists()
    if not (has_aliases or has_vectors):
        return Names((), frozenset())
    out = set(numbers)
    keys: set[str] = set()
    for part in parts(sorted(out)):
        for pair in Memory.objects.filter(number__in=part).values_list("subject_key", "object_key"):
            keys |= set(pair)
    keys.discard("")
    aliases, vectored = _candidates(agent_id, keys, has_aliases=has_aliases, has_vectors=has_vectors)
    wanted = vectored.union(*aliases.values()) if aliases else vectored
    used = _used(agent_id, wanted, out)
    return Names(
        tuple(sorted(pk for pk, own in aliases.items() if not own & used)),
        frozenset(vectored - used),
    )


def used_names(agent_id: int, keys: Collection[str]) -> set[str]:
    """Return which of some names the facts of an agent use, whatever their standing."""
    return _used(agent_id, keys, ())


# ------------------------------------------------------------------ parts


def _candidates(
    agent_id: int, keys: Collection[str], *, has_aliases: bool, has_vectors: bool
) -> tuple[dict[int, set[str]], set[str]]:
    """Return the other names that any of the keys is part of, each with all its keys; and the keys with a vector."""
    aliases: dict[int, set[str]] = {}
    vectored: set[str] = set()
    if has_aliases:
        for part in parts(sorted(keys)):
            named = Q(alias_key__in=part) | Q(stated_key__in=part) | Q(canonical_key__in=part)
            rows = EntityAlias.objects.filter(named, agent=agent_id)
            for pk, *own in rows.values_list("pk", "alias_key", "stated_key", "canonical_key"):
                aliases[pk] = set(own)
    if has_vectors:
        for part in parts(sorted(keys)):
            rows_of = EntityEmbedding.objects.filter(agent=agent_id, entity__in=part)
            vectored |= set(rows_of.values_list("entity", flat=True))
    return aliases, vectored


def _used(agent_id: int, keys: Collection[str], out: Collection[int]) -> set[str]:
    """Return which names rows besides `out` use; objects have no index, so many names are asked for in one pass."""
    if not keys:
        return set()
    rows = Memory.objects.filter(agent=agent_id).exclude(fact_key="")
    found: set[str] = set()
    for column in ("subject_key", "object_key"):
        if len(keys) > _MANY:
            pairs = rows.values_list("number", column).iterator(chunk_size=2_000)
        else:
            pairs = rows.filter(**{f"{column}__in": list(keys)}).values_list("number", column).iterator()
        found |= {key for number, key in pairs if number not in out and key in keys}
    return found


def _read(agent: Agent, numbers: Sequence[int]) -> list[tuple[int, str, int]]:
    rows = among(Memory.objects.filter(number__in=numbers), agent=agent.pk).order_by("number")
    return list(rows.values_list("number", "id", "token_count"))


def _cut(agent: Agent, ids: Sequence[str]) -> int:
    """End the links of other rows to some that go; return how many of rows that stay."""
    marks = ",".join(["%s"] * len(ids))
    cuts = 0
    with connection.cursor() as cursor:
        for column in ("supersedes_id", "superseded_by_id"):
            cursor.execute(f"UPDATE knowledge_memory SET {column} = NULL WHERE {column} IN ({marks})", list(ids))  # noqa: S608 - only placeholders
            cuts += cursor.rowcount
        cursor.execute(
            f"UPDATE knowledge_memory SET rival = '' WHERE agent_id = %s AND standing = %s AND rival IN ({marks})",  # noqa: S608 - as above
            [agent.pk, HELD, *ids],
        )
    return cuts


def _delete(table: str, column: str, numbers: Sequence[Any]) -> int:
    marks = ",".join(["%s"] * len(numbers))
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table} WHERE {column} IN ({marks})", list(numbers))  # noqa: S608 - names from the list above
        return int(cursor.rowcount)
