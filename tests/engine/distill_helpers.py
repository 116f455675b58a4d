"""One turn of Ann's, said on Monday, 30 November 2026, ten in the morning in Tokyo."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from knowledge.engine.distill import Candidate, Turn, distill

SAID_AT = datetime(2026, 11, 30, 10, tzinfo=ZoneInfo("Asia/Tokyo"))


def facts(text: str, **turn: Any) -> tuple[Candidate, ...]:
    """What is learned from one turn."""
    turn.setdefault("speaker", "Ann")
    return distill([Turn("t1", text, at=turn.pop("at", SAID_AT), **turn)]).facts


def contents(text: str) -> list[str]:
    """The sentences learned from one turn."""
    return [fact.content for fact in facts(text)]


def triples(text: str) -> list[tuple[str | None, str | None, str | None]]:
    """The triples learned from one turn."""
    return [(fact.subject, fact.predicate, fact.object) for fact in facts(text)]
