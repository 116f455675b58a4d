"""Sources and plans, as tests make them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.apps import apps
from django.db import connection

from knowledge.engine.lineage import Selector
from knowledge.engine.types import Actor, MemoryView, SourceRef
from knowledge.models import ForgetPlan, ForgetPlanItem, Memory
from knowledge.services import forgetting, plans
from knowledge.services.check import check_hub
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


def is_sound() -> None:
    report = check_hub(now=NOW)
    found = [one for one in report.findings if one[0] != "constraints and indexes"]
    assert not found, found


def tables() -> dict[str, Any]:
    models: list[Any] = list(apps.get_app_config("knowledge").get_models())
    there = set(connection.introspection.table_names())
    return {
        model.__name__: list(model.objects.order_by("pk").values()) for model in models if model._meta.db_table in there
    }


def graph() -> dict[str, Any]:
    """M1 from message 10, M2 from 11, M3 made from both, M4 from M3, K from another chat, L without a source."""
    first, second = learn("canary one", "10"), learn("text two", "11")
    third = say("canary three", derived_from=(first.id, second.id)).memory
    fourth = say("canary four", derived_from=(third.id,)).memory
    return {
        "M1": first, "M2": second, "M3": third, "M4": fourth,
        "K": learn("text five", "1", "other chat"), "L": say("text six").memory,
    }  # fmt: skip


def parts_of(made: ForgetPlan, part: str = "target") -> set[str]:
    return set(ForgetPlanItem.objects.filter(plan=made, part=part).values_list("memory", flat=True))
