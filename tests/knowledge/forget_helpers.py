"""Sources and plans, as tests make them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from knowledge.engine.lineage import Selector
from knowledge.engine.types import Actor, MemoryView, SourceRef
from knowledge.models import ForgetPlan, Memory
from knowledge.services import forgetting, plans
from knowledge.services.forgetting import ApplyReport
from tests.knowledge.helpers import NOW, fact, say

ADMIN = Actor(kind="person", name="ada", door="page", roles=frozenset({"admin"}), agents=None, user_id=7)
OTHER_ADMIN = Actor(kind="person", name="otto", door="page", roles=frozenset({"admin"}), agents=None, user_id=8)
CHAT = "chat-1"


def message(
    item: str, session: str = CHAT, *, seq: int | None = None, at: datetime | None = None, **more: Any
) -> SourceRef:
    return SourceRef("message", session, item, seq, at, **more)


def learn(content: str, item: str = "10", session: str = CHAT, **more: Any) -> MemoryView:
    """Store a plain memory that came from a message."""
    return say(content, source=message(item, session), **more).memory


def learn_fact(value: str, item: str = "10", session: str = CHAT, **more: Any) -> MemoryView:
    """State a fact that came from a message."""
    return fact(value, source=message(item, session), **more).memory


def plan(*items: str, session: str = CHAT, agent: str = "alice", now: datetime = NOW, **more: Any) -> ForgetPlan:
    """Plan to forget some messages, or whatever the selector says."""
    selector = more.pop("selector", None) or Selector(
        items=tuple((session, item) for item in items), keep_confirmed=more.pop("keep_confirmed", False)
    )
    name = forgetting.plan(actor=ADMIN, agent=agent, selector=selector, now=now, **more)
    return ForgetPlan.objects.get(pk=name)


def approved(*items: str, **more: Any) -> ForgetPlan:
    """Plan, and let it be applied."""
    made = plan(*items, **more)
    assert plans.approve(actor=OTHER_ADMIN, plan_id=made.pk, seen=made.hash, now=more.get("now", NOW))
    return made


def forget(*items: str, **more: Any) -> ApplyReport:
    """Plan, approve and apply."""
    made = approved(*items, **more)
    return forgetting.apply(actor=ADMIN, plan_id=made.pk, now=more.get("now", NOW))


def there(*memories: MemoryView) -> list[bool]:
    """Which of some rows still exist."""
    known = set(Memory.objects.values_list("id", flat=True))
    return [one.id in known for one in memories]
