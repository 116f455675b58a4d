"""Rebuilding the text index: the same entries again, faults mended, counters right, searches answered meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from knowledge.errors import NotFound
from knowledge.models import Agent, AuditEvent, Memory
from knowledge.services import edit, index
from knowledge.services.check import check_hub
from knowledge.services.reindex import ReindexReport, rebuild_index
from knowledge.services.types import Actor
from tests.knowledge.helpers import NOW, days, fact, say

pytestmark = pytest.mark.django_db

PERSON = Actor(kind="person", name="olga", door="command", roles=frozenset({"admin"}), agents=None)


def entries() -> list[tuple[Any, ...]]:
    key = "number" if connection.vendor == "postgresql" else "rowid"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {key}, CAST(tokens AS TEXT) FROM knowledge_memorytext ORDER BY {key}")
        return list(cursor.fetchall())


def counters() -> list[tuple[Any, ...]]:
    return list(Agent.objects.order_by("name").values_list("name", "live_memories", "live_tokens", "total_memories"))


def some_rows() -> None:
    fact("old", content="old value 旧い値", valid_from=days(-4))
    fact("new", content="new value 新しい値", valid_from=days(-2))
    say("a turn", source_event="transcript", metadata={"speaker": "Ann"}, recorded_at=days(-9))
    gone = say("forgotten one")
    say("of another agent", agent="bob")
    edit.forget(actor=PERSON, memory_id=gone.memory.id, now=days(1))


def rebuild(**arguments: Any) -> ReindexReport:
    return rebuild_index(actor=PERSON, now=days(1), **arguments)


def test_a_sound_index_comes_out_as_it_was() -> None:
    some_rows()
    before = entries(), counters()
    report = rebuild()
    assert (report.rows, report.indexed, report.mended, report.orphans) == (5, 3, 0, 0)
    assert (entries(), counters()) == before
    assert set(AuditEvent.objects.filter(action="index.rebuilt").values_list("agent", flat=True)) == {"alice", "bob"}


def test_everything_that_can_be_wrong_is_mended() -> None:
    some_rows()
    before = entries(), counters()
    index.remove([Memory.objects.get(content__startswith="new").number])
    forgotten = Memory.objects.get(content="forgotten one")
    index.add([(forgotten.number, forgotten.agent_id, ["forgotten"])])
    Memory.objects.filter(content="a turn").update(token_count=40)
    Agent.objects.update(live_memories=900, live_tokens=1, total_memories=2)
    if connection.vendor == "sqlite":
        index.add([(99_999, 1, ["nobody"])])
    report = rebuild()
    assert (report.mended, report.orphans) == (3, int(connection.vendor == "sqlite"))
    assert (entries(), counters()) == before
    assert check_hub().sound


def test_an_emptied_index_is_filled_again() -> None:
    some_rows()
    before = entries()
    index.clear()
    assert rebuild().mended == 3
    assert entries() == before


def test_one_agent_alone() -> None:
    some_rows()
    before = entries()
    index.clear()
    report = rebuild(agent="bob")
    assert (report.rows, report.indexed) == (1, 1)
    assert len(entries()) == 1
    rebuild(agent="alice")
    assert entries() == before
    with pytest.raises(NotFound):
        rebuild(agent="nobody")


def test_more_rows_than_one_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    from knowledge.engine.types import MemoryDraft
    from knowledge.services import reindex
    from knowledge.services.store import store_many
    from tests.knowledge.helpers import writer

    monkeypatch.setattr(reindex, "BATCH", 7)
    store_many(actor=writer(), agent="alice", drafts=[MemoryDraft(f"note {n}") for n in range(30)], now=NOW)
    before = entries()
    seen: list[tuple[int, int]] = []
    index.clear()
    report = rebuild(progress=lambda so_far: seen.append((so_far.rows, len(entries()))))
    assert seen == [(7, 7), (14, 14), (21, 21), (28, 28), (30, 30)]
    assert (report.rows, entries()) == (30, before)
