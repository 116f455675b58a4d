"""Importing DuDuClaw files in tests."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from knowledge.models import Memory
from knowledge.services.import_report import ImportReport, ImportRequest, LineReport, Listener
from knowledge.services.importing import import_file
from knowledge.services.types import Actor
from tests.knowledge.helpers import NOW, days

PERSON = Actor(kind="person", name="olga", door="import", roles=frozenset({"admin"}), agents=None)


def run(path: Path, *, agent: str = "", now: datetime = NOW, **request: Any) -> tuple[ImportReport, list[LineReport]]:
    lines: list[LineReport] = []
    with path.open("rb") as stream:
        report = import_file(
            actor=PERSON,
            request=ImportRequest(agent, path.name, **request),
            path=path,
            stream=stream,
            listener=Listener(line=lines.append),
            now=now,
        )
    return report, lines


def by_old_id(old: str) -> Memory:
    return Memory.objects.get(metadata__duduclaw__id=old)


def chain() -> list[dict[str, Any]]:
    return [
        {
            "id": "a1", "content": "deploys on Vercel", "timestamp": days(-40), "valid_from": days(-40),
            "valid_until": days(-10), "superseded_by": "a2", "subject": "user", "predicate": "deploy_target",
            "object": "Vercel", "invalidated_at": days(-9), "invalidated_by_event": "turn:42", "access_count": 7,
            "last_accessed": days(-11), "tags": ["ops"], "importance": 8.0,
        },
        {
            "id": "a2", "content": "deploys on Workers", "timestamp": days(-10), "valid_from": days(-10),
            "supersedes": "a1", "subject": "user", "predicate": "deploy_target", "object": "Workers",
        },
    ]  # fmt: skip
