"""What tests of decisions read back."""

from __future__ import annotations

from curation.models import OutboxEvent
from knowledge.engine.types import Actor
from knowledge.models import AuditEvent
from knowledge.queries.history import get_at
from knowledge.services import audit
from knowledge.services.check import check_hub
from tests.knowledge.helpers import days

AGENT = Actor(kind="agent", name="alice", door="rest", roles=frozenset({"admin"}), agents=None, token_id="t_1")


def value(at: float = 1, predicate: str = "lang") -> object:
    found = get_at(agent="alice", subject="user", predicate=predicate, at=days(at), now=days(900))
    return found[0].object if found else None


def actions(start: str = "approval.") -> list[str]:
    found = AuditEvent.objects.filter(action__startswith=start).order_by("sequence")
    return list(found.values_list("action", flat=True))


def events() -> list[tuple[str, str]]:
    return list(OutboxEvent.objects.order_by("pk").values_list("kind", "request"))


def books_balance() -> None:
    report = check_hub(now=days(900), quick=True)
    assert not report.findings, report.findings
    assert audit.verify().intact
