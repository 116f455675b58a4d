"""Which agents there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from knowledge.models import Agent, Memory

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class AgentView:
    """One agent and its size; `live` counts rows that are believed and not over."""

    name: str
    live: int
    total: int
    created_at: datetime
    multi_valued: tuple[str, ...]
    quota: int | None


def agent_names(allowed: Collection[str] | None) -> list[str]:
    """Return the names of the agents that exist, in order; None allows every one."""
    agents = Agent.objects.order_by("name")
    if allowed is not None:
        agents = agents.filter(name__in=allowed)
    return list(agents.values_list("name", flat=True))


def agents_of_memories(ids: Collection[str]) -> dict[str, str]:
    """Return the name of each memory's agent, by the memory's id; unknown ids are left out."""
    found: dict[str, str] = {}
    listed = sorted(one for one in set(ids) if "\0" not in one)
    for start in range(0, len(listed), 400):
        found |= dict(Memory.objects.filter(id__in=listed[start : start + 400]).values_list("id", "agent__name"))
    return found


def agents(allowed: Collection[str] | None) -> list[AgentView]:
    """Return the agents that exist, in order of their names; None allows every one."""
    found = Agent.objects.order_by("name")
    if allowed is not None:
        found = found.filter(name__in=allowed)
    return [
        AgentView(one.name, one.live_memories, one.total_memories, one.created_at, tuple(one.multi_valued), one.quota)
        for one in found
    ]
