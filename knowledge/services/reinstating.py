"""Putting rows back exactly as this hub had them: columns, second clock, confirmations, sources and place in the order.

Only the import of this hub's own sealed export reaches this. Nothing is weighed, scanned or counted again: that was
done when each row was learned, and what came of it stands in the row.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from knowledge.engine.forms import normalize_key
from knowledge.engine.ids import digest
from knowledge.engine.types import SourceRef
from knowledge.errors import Refused
from knowledge.models import Derivation, Memory, MemorySource, MemorySpan, MemoryTag, Reaffirmation
from knowledge.models.memory import BELIEVED, HELD, QUARANTINED
from knowledge.models.source import REAFFIRMED
from knowledge.queries.named import among
from knowledge.services import audit, bulk, held, index
from knowledge.services.drafts import copy_key_of
from knowledge.services.facts import fact_key_of
from knowledge.services.ledger import tag_keys, tokens_of
from knowledge.services.likeness import form_of
from knowledge.services.quarantine import Group
from knowledge.services.sources import key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.db.models import Model

    from knowledge.engine.types import Actor
    from knowledge.models import Agent
    from knowledge.services.blocks import Fence
    from knowledge.services.transactions import WriteTransaction

_AT_ONCE = 400
_PARTS: dict[str, type[Model]] = {"spans": MemorySpan, "confirmations": Reaffirmation, "sources": MemorySource}


@dataclass(slots=True)
class Returning:
    """One row on its way back.

    Attributes:
        memory: complete but for its number and its links to other rows.
        parts: second clock, confirmations and sources, by name, each as columns.
        supersedes, superseded_by: ids of the rows it stands between.
        parents: ids of those it was made from.
    """

    memory: Memory
    parts: dict[str, list[dict[str, Any]]]
    supersedes: str | None = None
    superseded_by: str | None = None
    parents: Sequence[str] = field(default_factory=tuple)


def row_of(values: dict[str, Any], agent: Agent) -> Memory:
    """Return a row with the columns of an export and those that follow from them; its links are left open."""
    names = tuple(normalize_key(values[name] or "") for name in ("subject", "predicate", "object"))
    keys = (names[0], names[1], names[2])
    kept = {name: value for name, value in values.items() if name not in ("supersedes_id", "superseded_by_id")}
    kept["access_count"] = kept["access_count"] or 0
    fact_key = fact_key_of(keys, agent) if values["session"] is None else ""
    return bulk.new(
        Memory,
        agent_id=agent.pk,
        **kept,
        subject_key=keys[0],
        predicate_key=keys[1],
        object_key=keys[2],
        fact_key=fact_key,
        subject_form=form_of(values["subject"]) if fact_key else None,
        value_key=digest(keys[2] if values["object"] is not None else None, values["content"].strip()),
        copy_key=copy_key_of(values["layer"], values["content"], keys) if values["session"] is None else None,
    )


def keep_out(fence: Fence, one: Returning) -> Refused | None:
    """Check where a row was learned; what a blocked source only confirmed comes back without that confirmation.

    Returns:
        Why it may not come back (audited), None when it may.
    """
    if not fence.is_up:
        return None
    sources = [(part, bulk.new(MemorySource, memory_id=0, **part)) for part in one.parts["sources"]]
    try:
        fence.check_sources([source for _, source in sources if source.role != REAFFIRMED])
    except Refused as error:
        return error
    for part, source in sources:
        if source.role != REAFFIRMED:
            continue
        try:
            fence.check_sources([source])
        except Refused:
            one.parts["sources"].remove(part)
            said_by = key_of(SourceRef(source.kind, source.session, source.item))
            kept = [said for said in one.parts["confirmations"] if not said_by or said["source_key"] != said_by]
            one.parts["confirmations"] = kept
    return None


def reinstate(opened: WriteTransaction, actor: Actor, agent: Agent, rows: Sequence[Returning]) -> list[Returning]:
    """Write rows that are not there, inside the caller's write.

    Args:
        opened: the write.
        actor: who brings them back.
        agent: the owner, locked.
        rows: in the order in which the hub learned them.

    Returns:
        Those with a link to a row that is not there yet; see `link`.
    """
    if not rows:
        return []
    numbers = bulk.next_numbers(Memory, len(rows))
    entries, waiting = [], []
    for one, number in zip(rows, numbers, strict=True):
        memory = one.memory
        memory.number = number
        over = memory.valid_until is not None and memory.valid_until <= max(opened.now, memory.valid_from)
        if memory.standing == BELIEVED and not over:
            tokens = tokens_of(memory)
            memory.token_count = max(1, len(tokens))
            entries.append((number, agent.pk, tokens))
    there = _numbers({name for one in rows for name in _links(one)}, rows)
    for one in rows:
        one.memory.supersedes_id = one.supersedes if one.supersedes in there else None
        one.memory.superseded_by_id = one.superseded_by if one.superseded_by in there else None
        if any(name not in there for name in _links(one)):
            waiting.append(one)
    bulk.insert([one.memory for one in rows], with_key=True)
    for name, model in _PARTS.items():
        bulk.insert([bulk.new(model, memory_id=one.memory.number, **part) for one in rows for part in one.parts[name]])
    bulk.insert(
        [
            bulk.new(Derivation, child_id=one.memory.number, parent_id=there[parent])
            for one in rows
            for parent in one.parents
            if parent in there
        ]
    )
    bulk.insert(
        [
            bulk.new(MemoryTag, memory_id=one.memory.number, agent_id=agent.pk, key=key)
            for one in rows
            for key in tag_keys(one.memory.tags)
        ]
    )
    index.add(entries)
    agent.total_memories += len(rows)
    agent.live_memories += len(entries)
    agent.live_tokens += sum(one.memory.token_count for one in rows)
    agent.generation += 1
    agent.live_generation += 1
    details = {"count": len(rows), "ids": digest(*(one.memory.id for one in rows))}
    audit.record(opened, actor, audit.AuditRecord("memory.reinstated", agent=agent.name, details=details))
    _announce(opened, actor, agent, [one.memory for one in rows])
    return waiting


def _links(one: Returning) -> list[str]:
    return [name for name in (one.supersedes, one.superseded_by, *one.parents) if name]


def _numbers(names: Iterable[str], rows: Sequence[Returning]) -> dict[str, int]:
    """Return the numbers of those rows that are there, or come in this write."""
    found = {one.memory.id: one.memory.number for one in rows}
    wanted = sorted(set(names) - found.keys())
    for start in range(0, len(wanted), _AT_ONCE):
        some = Memory.objects.filter(id__in=wanted[start : start + _AT_ONCE])
        found |= dict(some.values_list("id", "number"))
    return found


def link(agent: Agent, wanted: Sequence[tuple[str, str | None, str | None, Sequence[str]]]) -> None:
    """Tie rows to those that came after them, inside the caller's write; a link that is there stays as it is.

    Args:
        agent: the owner, locked.
        wanted: id of a row, and of what it supersedes, what superseded it, and its parents.
    """
    ids = {name for own, before, after, parents in wanted for name in (own, before, after, *parents) if name}
    rows: dict[str, Memory] = {}
    listed = sorted(ids)
    for start in range(0, len(listed), _AT_ONCE):
        some = among(Memory.objects.filter(id__in=listed[start : start + _AT_ONCE]), agent=agent.pk)
        rows |= {row.id: row for row in some.only("number", "id", "supersedes_id", "superseded_by_id", "agent_id")}
    born = []
    for own, before, after, parents in wanted:
        row = rows.get(own)
        if row is None:
            continue
        links = (row.supersedes_id, row.superseded_by_id)
        row.supersedes_id = row.supersedes_id or (before if before in rows else None)
        row.superseded_by_id = row.superseded_by_id or (after if after in rows else None)
        if links != (row.supersedes_id, row.superseded_by_id):
            bulk.update(row, ("supersedes_id", "superseded_by_id"))
        born += [Derivation(child_id=row.number, parent_id=rows[name].number) for name in parents if name in rows]
    Derivation.objects.bulk_create(born, ignore_conflicts=True)


def _announce(opened: WriteTransaction, actor: Actor, agent: Agent, rows: Sequence[Memory]) -> None:
    """Tell whoever looks after the memory of rows that wait: each has a card, as it had before."""
    groups: dict[tuple[str, str], Group] = {}
    for row in rows:
        if row.standing == HELD:
            held.announce(row, agent=agent.name, reason=row.standing_reason, actor=actor, now=opened.now)
        elif row.standing == QUARANTINED:
            key = (row.origin, row.standing_reason)
            group = groups.setdefault(key, Group(agent.name, row.origin, row.standing_reason))
            group.rows[row.id] = {}
    for group in groups.values():
        group.announce(opened, actor)
