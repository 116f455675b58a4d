"""Cards that wait, and people who decide, as tests make them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from curation.models import ApprovalRequest
from curation.services import approvals
from curation.services.approvals import NewItem
from knowledge.engine.types import Actor
from tests.knowledge.helpers import NOW, fact, writer
from tests.knowledge.waiting import quarantined


def person(
    name: str = "bob", role: str = "curator", *, agents: frozenset[str] | None = None, door: Any = "page"
) -> Actor:
    roles = {"curator": {"curator", "viewer"}, "admin": {"admin", "curator", "viewer"}}.get(role, {role})
    number = sum(map(ord, name))
    return Actor(kind="person", name=name, door=door, roles=frozenset(roles), agents=agents, user_id=number)


BOB = person()


def conflict(value: str = "B", *, now: datetime = NOW, **more: Any) -> str:
    """A weaker claim against what is known; the id of the request about it."""
    outcome = fact(value, now=now, **{"origin": "channel:x", **more})
    assert outcome.outcome == "held", outcome.outcome
    assert outcome.review_id
    return outcome.review_id


def burst(
    *values: str, now: datetime = NOW, group: str = "", agent: str = "alice", **more: Any
) -> tuple[str, list[str]]:
    """Rows in quarantine on one card; the id of the request and those of the rows."""
    reason, seconds = more.pop("reason", "burst"), more.pop("seconds", None)
    rows = [quarantined(value, now=now, agent=agent, reason=reason, **more) for value in values]
    origin = more.get("origin", "channel:x")
    card = approvals.Card(approvals.QUARANTINE, agent, reason, origin, group, seconds)
    items = [NewItem(row.id, findings={"rules": ["burst"]}) for row in rows]
    request = approvals.open_card(actor=writer(origin, agent), card=card, items=items, now=now)
    return request, [row.id for row in rows]


def status(request_id: str) -> str:
    return ApprovalRequest.objects.get(pk=request_id).status
