"""Agents: made when they first write, locked by whoever writes for them."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from django.db import connection

from knowledge.clock import hub_now
from knowledge.errors import Invalid, NotFound, Refused
from knowledge.models import Agent, Memory
from knowledge.queries.rows import read_rows
from knowledge.services import audit, bulk
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.services.transactions import WriteTransaction

_NAME_CHARACTERS = 200
LARGEST_QUOTA = 1_000_000_000


def check_agent_name(name: str) -> str:
    """Check the name of an agent's namespace.

    Raises:
        Invalid: it is empty, longer than 200 characters, or holds control characters, spaces at its
            ends, or empty parts between slashes.
    """
    if not isinstance(name, str) or not name or len(name) > _NAME_CHARACTERS:
        raise Invalid("An agent's name has 1 to 200 characters.", field="agent")
    # Letters, marks, numbers, punctuation, symbols and plain spaces; nothing that hides.
    if any(unicodedata.category(letter)[0] in "CZ" and letter != " " for letter in name):
        raise Invalid("An agent's name holds no control or invisible characters.", field="agent")
    if unicodedata.normalize("NFKC", name) != name or any(
        not part or part != part.strip() or part in (".", "..") for part in name.split("/")
    ):
        raise Invalid("Write the agent's name in plain form, for example alice or external/tool.", field="agent")
    return name


def lock_agent(opened: WriteTransaction, name: str, *, create: bool = False) -> Agent:
    """Return the agent's row, locked until the commit; its counters are written back by then.

    Raises:
        NotFound: there is no such agent and `create` is off.
    """
    agents: dict[str, Agent] = opened.shared.setdefault("agents", {})
    if name in agents:
        return agents[name]
    agent = _locked(name)
    if agent is None and create:
        # Two first writes may meet here: the one that comes second waits and finds the other's row.
        Agent.objects.bulk_create([Agent(name=check_agent_name(name), created_at=opened.now)], ignore_conflicts=True)
        agent = _locked(name)
    if agent is None:
        raise NotFound("There is no such agent.")
    if connection.vendor == "postgresql" and not opened.now_is_given:
        # The agent's row is the lock here: whoever waited for it reads the clock after the wait.
        opened.now = hub_now()
    agents[name] = agent
    agent.writes += 1
    opened.before_commit.append(lambda: _write_back(agent))
    return agent


def lock_agents_of(opened: WriteTransaction, actor: Actor, memory_ids: Iterable[str]) -> None:
    """Lock the agents of several memories in order of their names, so that no two writers wait crosswise.

    Ids that are unknown or not the actor's are left out.
    """
    rows = Memory.objects.filter(id__in={one for one in memory_ids if "\0" not in one})
    for name in sorted(set(rows.values_list("agent__name", flat=True))):
        if actor.may_touch(name):
            lock_agent(opened, name)


def _locked(name: str) -> Agent | None:
    lock = " FOR UPDATE" if connection.vendor == "postgresql" else ""
    return next(iter(read_rows(Agent, f"WHERE name = %s{lock}", [name])), None)


def _write_back(agent: Agent) -> None:
    bulk.update(
        agent,
        ("generation", "live_generation", "live_memories", "live_tokens", "total_memories", "forgettings", "writes"),
    )


def check_may_administer(actor: Actor) -> None:
    """Refuse everybody but administrators, their tokens, and the hub itself.

    Raises:
        Refused: the actor has no such right.
    """
    if actor.kind != "system" and "admin" not in actor.roles:
        raise Refused("Only an administrator may do this.")


def set_quota(*, actor: Actor, agent: str, quota: int | None, now: datetime | None = None) -> None:
    """Limit how many rows an agent may hold; nothing that is there goes away.

    Args:
        quota: 0 to 1 000 000 000 rows; None for no limit.

    Raises:
        Refused: not an administrator.
        Invalid: outside the range.
        NotFound: there is no such agent.
    """
    check_may_administer(actor)
    if quota is not None and (isinstance(quota, bool) or not 0 <= quota <= LARGEST_QUOTA):
        raise Invalid(f"A quota is a whole number from 0 to {LARGEST_QUOTA}; leave it empty for none.", field="quota")
    with write_transaction(now) as opened:
        locked = lock_agent(opened, agent)
        if locked.quota == quota:
            return
        details = {"before": locked.quota, "after": quota}
        locked.quota = quota
        locked.save(update_fields=["quota"])
        audit.record(opened, actor, audit.AuditRecord("agent.quota_set", agent=agent, details=details))
