"""What holds at a moment, and the whole store to compare with later."""

from __future__ import annotations

from typing import Any

from knowledge.models import Derivation, Memory, MemorySource, Reaffirmation
from knowledge.queries.history import get_at
from knowledge.queries.recall import RecallRequest, search
from knowledge.services import audit
from knowledge.services.check import check_hub
from tests.knowledge.helpers import days


def value_at(at: float, **more: Any) -> object:
    found = get_at(agent="alice", subject="user", predicate="lang", at=days(at), now=days(1000), **more)
    assert len(found) <= 1
    return found[0].object if found else None


def found(words: str, at: float = 900) -> list[str]:
    return [hit.memory.id for hit in search(agent="alice", request=RecallRequest(words), now=days(at)).hits]


def books_balance() -> None:
    report = check_hub(now=days(1000), quick=True)
    # Here rows are decided about below the cards; `tests/curation` decides with them.
    findings = [one for one in report.findings if one[0] != "cards of what waits"]
    assert not findings, findings
    assert audit.verify().intact


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """All that is stored of memories, except the second clock, the audit, and the index that follows from them.

    A row whose end has passed leaves the index with the next write that touches it.
    """
    rows = [
        tuple(sorted((name, str(value)) for name, value in row.items() if name not in {"number", "token_count"}))
        for row in Memory.objects.exclude(standing="archived").order_by("id").values()
    ]
    said = Reaffirmation.objects.order_by("memory__id", "valid_from", "at", "original", "origin")
    return {
        "rows": rows,
        "said": list(said.values_list("memory__id", "valid_from", "stated_until", "expires_at", "original", "origin")),
        "sources": list(
            MemorySource.objects.exclude(memory__standing="archived")
            .order_by("pk")
            .values_list("memory_id", "kind", "item", "role")
        ),
        "children": list(Derivation.objects.order_by("pk").values_list("child", "parent")),
    }


def assert_same(now: dict[str, list[tuple[Any, ...]]], before: dict[str, list[tuple[Any, ...]]]) -> None:
    differences = [(name, set(now[name]) ^ set(before[name])) for name in before if now[name] != before[name]]
    assert not differences, differences
