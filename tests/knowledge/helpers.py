"""Short ways to say things in tests of the memory."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from knowledge.engine.types import Actor, MemoryDraft, StoreOutcome
from knowledge.services.store import store

if TYPE_CHECKING:
    import pytest

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def days(number: float) -> datetime:
    """A moment relative to the tests' present."""
    return NOW + timedelta(days=number)


def hold_the_clock(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    """Let the hub's clock stand at a moment for whoever reads it: PostgreSQL's is out of a time machine's reach."""
    monkeypatch.setattr("knowledge.clock.hub_now", lambda: moment)
    for name, module in list(sys.modules.items()):
        if name.startswith(("knowledge.", "curation.")) and "hub_now" in vars(module):
            monkeypatch.setattr(module, "hub_now", lambda: moment)


def writer(origin: str = "operator", agent: str = "alice") -> Actor:
    return Actor(kind="agent", name="test", door="rest", agents=frozenset({agent}), origin=origin)


def say(
    content: str, *, now: datetime = NOW, origin: str = "operator", agent: str = "alice", **draft: Any
) -> StoreOutcome:
    """Store one memory at a moment."""
    return store(actor=writer(origin, agent), agent=agent, draft=MemoryDraft(content, **draft), now=now)


def fact(
    value: str, *, now: datetime = NOW, subject: str = "user", predicate: str = "lang", **rest: Any
) -> StoreOutcome:
    """State the value of one fact."""
    rest.setdefault("content", f"The {predicate} of {subject} is {value}")
    content = rest.pop("content")
    return say(content, now=now, subject=subject, predicate=predicate, object=value, **rest)
