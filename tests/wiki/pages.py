"""Short ways to say things in tests of the wiki."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from knowledge.engine.types import Actor
from knowledge.services.wiki import PageDraft, SaveOutcome, save

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def agent(name: str = "alice", origin: str = "agent_derived") -> Actor:
    return Actor(kind="agent", name=f"token of {name}", door="rest", agents=frozenset({name}), origin=origin)


def curator(*agents: str, user_id: int = 7) -> Actor:
    return Actor(
        kind="person",
        name="bob",
        door="page",
        roles=frozenset({"viewer", "curator"}),
        agents=frozenset(agents or {"alice"}),
        user_id=user_id,
    )


def viewer(*agents: str) -> Actor:
    return Actor(
        kind="person",
        name="vera",
        door="page",
        roles=frozenset({"viewer"}),
        agents=frozenset(agents or {"alice"}),
        user_id=9,
    )


ADMIN = Actor(
    kind="person", name="root", door="page", roles=frozenset({"viewer", "curator", "admin"}), agents=None, user_id=1
)


def write(
    path: str = "a.md",
    text: str = "# A\n\nText.\n",
    *,
    actor: Actor | None = None,
    space: str = "alice",
    base: int = 0,
    now: datetime = NOW,
    **rest: Any,
) -> SaveOutcome:
    """Save one page at a moment."""
    return save(
        actor=actor or curator("alice", "carol"), draft=PageDraft(space, path, text, base=base, **rest), now=now
    )
