"""Exports, the hub they are made of, and everything that has to come back."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db import connection

from knowledge.engine import exchange
from knowledge.engine.types import Actor, SourceRef
from knowledge.models import (
    Agent,
    EntityAlias,
    Memory,
    MemorySource,
    MemorySpan,
    Reaffirmation,
)
from knowledge.services import edit, index
from knowledge.services.aliases import add_alias
from knowledge.services.exporting import export_memories
from knowledge.services.import_report import ImportReport, ImportRequest
from knowledge.services.importing import import_file
from tests.knowledge.helpers import days, fact, say

ADMIN = Actor(kind="person", name="carol", door="import", roles=frozenset({"admin"}), agents=None)
LATER = days(20)
AWKWARD = [
    "請求書の計算ミスは七日以内に直す", "資料庫遷移工作排程", "a\u200bb\u2066hidden\u2069 \ufeff", "é e\u0301 ﬁ",
    "~~~~\n# not a heading\n~~~~~~~~", "line\r\nbreaks\u2028and\u0085more", "   blanks   ", "🙂" * 9,
]  # fmt: skip


def out(folder: Path, now: datetime = LATER) -> bytes:
    export_memories(actor=ADMIN, agent="alice", folder=folder, now=now)
    return (folder / exchange.FILE).read_bytes()


def back(path: Path, agent: str = "alice", now: datetime = LATER, **options: Any) -> ImportReport:
    with path.open("rb") as stream:
        request = ImportRequest(agent=agent, name="export", **options)
        return import_file(actor=ADMIN, request=request, path=path, stream=stream, now=now)


def body(data: bytes) -> list[bytes]:
    """What an export says, without the times of the act."""
    return data.splitlines(keepends=True)[1:-1]


def empty() -> None:
    """Take everything out, as if this hub had just been set up with the same keys."""
    index.clear()
    for name in ("AccessHit", "AccessLog", "Derivation", "EntityAlias", "Memory", "Agent"):
        apps.get_model("knowledge", name).objects.all().delete()
    apps.get_model("curation", "ApprovalItem").objects.all().delete()
    apps.get_model("curation", "ApprovalRequest").objects.all().delete()


def tables() -> dict[str, list[Any]]:
    """Every column of everything that belongs to the memories, by ids instead of numbers."""
    names = dict(Memory.objects.values_list("number", "id"))
    found: dict[str, list[Any]] = {
        "memories": [{**row, "number": None, "agent_id": None} for row in Memory.objects.order_by("number").values()],
        "order": list(Memory.objects.order_by("number").values_list("id", flat=True)),
        "aliases": [{**row, "id": 0, "agent_id": 0} for row in EntityAlias.objects.order_by("pk").values()],
        "agents": list(Agent.objects.values("name", "live_memories", "live_tokens", "total_memories", "multi_valued")),
        "parents": sorted(
            (names[child], names[parent])
            for child, parent in apps.get_model("knowledge", "Derivation").objects.values_list("child", "parent")
        ),
        "tags": sorted(
            (names[memory], key)
            for memory, key in apps.get_model("knowledge", "MemoryTag").objects.values_list("memory", "key")
        ),
    }
    for model in (MemorySpan, Reaffirmation, MemorySource):
        found[model.__name__] = [
            {**row, "id": 0, "memory_id": names[row["memory_id"]]}
            for row in model.objects.order_by("memory__number", "pk").values()
        ]
    with connection.cursor() as cursor:
        key = "number" if connection.vendor == "postgresql" else "rowid"
        cursor.execute(f"SELECT {key} FROM knowledge_memorytext")
        found["index"] = sorted(names[number] for (number,) in cursor.fetchall())
    return found


def filled() -> None:
    """Rows in every state, tied to one another."""
    fact("python", now=days(0), source=SourceRef("message", "chat-1", "m1", 4, days(0)))
    fact("rust", now=days(1))
    fact("rust", now=days(2), origin="user_direct", source=SourceRef("message", "chat-2", "m9"))
    fact("go", now=days(3), origin="channel:discord")  # held: less trusted
    fact("cobol", now=days(4), valid_from=days(-40))  # history
    say("from November", now=days(0.25))
    first = say("parent one", now=days(4), tags=("a", "Ü"), importance=7.25).memory.id
    second = say("parent two", now=days(4), origin="channel:x").memory.id
    say("made of both", now=days(5), derived_from=(first, second), metadata={"深": [1, 2**62, 0.1, None, "\u200b"]})
    for number in range(5):  # a burst: set aside
        fact(f"claim {number}", subject="the shop", predicate=f"p{number}", now=days(6), origin="channel:loud")
    gone = say("forgotten", now=days(6)).memory.id
    edit.forget(actor=ADMIN, memory_id=gone, reason="asked", now=days(7))
    say("short lived", now=days(8), ttl_seconds=60)
    chat = SourceRef(session="c")
    say("of one chat", policy="session", subject="s", predicate="has", object=1, now=days(8), source=chat)
    say("an object", now=days(8), subject="s", predicate="has", object={"b": [1.5, "日本"], "a": None})
    say("later", now=days(8), subject="s", predicate="will", object="x", valid_from=days(60))
    for number, text in enumerate(AWKWARD):
        say(text, now=days(9) + timedelta(microseconds=number), source_event=f"turn:{number}")
    add_alias(actor=ADMIN, agent="alice", canonical="user", alias="the boss", now=days(10))
