"""Rows that wait for a person, as tests make them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from knowledge.engine import trust
from knowledge.engine.types import Actor, MemoryDraft
from knowledge.models import Memory
from knowledge.models.memory import QUARANTINED
from knowledge.services.agents import lock_agent
from knowledge.services.drafts import prepare
from knowledge.services.facts import fact_key_of
from knowledge.services.transactions import write_transaction
from knowledge.services.writer import Writer
from tests.knowledge.helpers import NOW, writer

CURATOR = Actor(kind="person", name="bob", door="page", roles=frozenset({"curator"}), agents=None, user_id=2)


def quarantined(
    value: str,
    *,
    now: datetime = NOW,
    origin: str = "channel:x",
    agent: str = "alice",
    subject: str | None = "user",
    predicate: str | None = "lang",
    reason: str = "burst",
    **draft: Any,
) -> Memory:
    """Write a row that is stored inert, as the guard stores it."""
    content = draft.pop("content", f"The {predicate} of {subject} is {value}")
    declared = MemoryDraft(content, subject=subject, predicate=predicate, object=value, **draft)
    actor = writer(origin, agent)
    with write_transaction(now) as opened:
        written = Writer(opened, actor, lock_agent(opened, agent, create=True))
        one = prepare(actor, declared)
        parents = written._parents(one)
        key = fact_key_of(one.names, written.agent)
        stored = trust.stored_trust(one.origin, one.declared_trust, parents.trusts)
        memory = written._row(one, key, one.valid_from or one.recorded_at or now, stored)
        memory.standing, memory.standing_reason = QUARANTINED, reason
        memory.valid_until = one.valid_until
        written._insert(memory, one, parents, event="quarantined")
        written.ledger.flush()
    return Memory.objects.get(id=memory.id)
