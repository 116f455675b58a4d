"""Conversations that are learned from, and what came of them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from knowledge.models import Memory
from knowledge.queries.recall import RecallRequest, search
from knowledge.services.distil import Conversation, Said, distil
from tests.knowledge.helpers import NOW, writer


def talk(*said: str | Said, session: str = "s1", origin: str = "agent_derived", now=NOW, ago=0, **more: Any):
    """Send what Ann said so many days ago, a minute apart, and learn it now."""
    turns = tuple(
        one
        if isinstance(one, Said)
        else Said(one, id=f"m{place}", speaker="Ann", at=now - timedelta(days=ago, minutes=30 - place))
        for place, one in enumerate(said)
    )
    actor = more.pop("actor", None) or writer(origin)
    return distil(actor=actor, agent="alice", conversation=Conversation(turns, session, **more), now=now)


def outcomes(report) -> list[tuple[str, str]]:
    return [(one.outcome, one.content) for one in report.facts]


def current() -> list[str]:
    """Contents of the rows that answer today."""
    rows = Memory.objects.filter(standing="believed", valid_until__isnull=True).order_by("number")
    return list(rows.values_list("content", flat=True))


def found(query: str, agent: str = "alice") -> list[str]:
    return [hit.memory.content for hit in search(agent=agent, request=RecallRequest(query), now=NOW).hits]
