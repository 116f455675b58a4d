"""Rows that are named one by one, and whatever else has to hold for them.

SQLite does not know how many rows an agent has. Asked for 400 rows by number that belong to one agent, it takes the
index of agents and walks over all the agent holds, a million rows where 400 were meant. What has to hold besides the
name is compared here in a way that no index serves, so that the names lead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import F, Value
from django.db.models.functions import Concat

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from knowledge.models import Memory


def among(
    rows: QuerySet[Memory], *, agent: int | None = None, agent_name: str | None = None, standing: str | None = None
) -> QuerySet[Memory]:
    """Narrow rows that are filtered by number, id or fact already.

    Args:
        rows: filtered by what names them.
        agent, agent_name: number or name of their agent.
        standing: theirs.
    """
    if agent is not None:
        rows = rows.alias(owner=F("agent_id") + 0).filter(owner=agent)
    if agent_name is not None:
        rows = rows.alias(owner_name=Concat("agent__name", Value(""))).filter(owner_name=agent_name)
    if standing is not None:
        rows = rows.alias(stands=Concat("standing", Value(""))).filter(stands=standing)
    return rows
