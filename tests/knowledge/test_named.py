"""Rows that are named one by one: the right ones, and without walking over all that an agent has."""

from __future__ import annotations

import gc
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from knowledge.engine.types import MemoryDraft, SourceRef
from knowledge.models import Memory
from knowledge.models.memory import ARCHIVED, BELIEVED
from knowledge.queries.named import among
from knowledge.services import forgetting
from knowledge.services.heap import large_work
from knowledge.services.store import store_many
from tests.knowledge.forget_helpers import ADMIN, CHAT, approved
from tests.knowledge.helpers import NOW, say, writer

pytestmark = pytest.mark.django_db(transaction=True)
OF_ALL = ("memory_agent_list (agent_id=?)", "(agent_id=? AND standing=?)", "memory_hub_list (standing=?)")


def test_what_has_to_hold_besides_the_name() -> None:
    own, archived = say("own").memory, say("archived").memory
    foreign = say("foreign", agent="bob").memory
    Memory.objects.filter(id=archived.id).update(standing=ARCHIVED)
    rows = Memory.objects.filter(id__in=[own.id, archived.id, foreign.id])
    alice = Memory.objects.get(id=own.id).agent_id
    assert {row.id for row in among(rows, agent=alice)} == {own.id, archived.id}
    assert {row.id for row in among(rows, agent_name="bob")} == {foreign.id}
    assert {row.id for row in among(rows, agent=alice, standing=ARCHIVED)} == {archived.id}
    assert among(rows, agent_name="bob", standing=ARCHIVED).count() == 0
    assert among(rows, standing=BELIEVED).update(importance=1) == 2


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL knows how rows are spread")
def test_forgetting_walks_over_no_index_of_all_an_agent_has() -> None:
    drafts = [
        MemoryDraft(
            f"place {number} is {value}", subject=f"place {number}", predicate="is", object=value,
            source=SourceRef("message", session, str(number)),
        )
        for session, value in (("before", "old"), (CHAT, "new")) for number in range(60)
    ]  # fmt: skip
    store_many(actor=writer(), agent="alice", drafts=drafts, now=NOW)
    made = approved(*map(str, range(60)))
    with CaptureQueriesContext(connection) as seen:
        report = forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW)
    assert (report.deleted, len(report.returned)) == (60, 60)
    assert [sql for sql in _statements(seen) if any(walk in _plan(sql) for walk in OF_ALL)] == []
    assert Memory.objects.filter(object="old", valid_until=None).count() == 60


def _statements(seen: Any) -> list[str]:
    """The statements that name many memories; of those that wait for a person there are always few."""
    listed = [
        one["sql"] for one in seen.captured_queries if "knowledge_memory" in one["sql"] and "held" not in one["sql"]
    ]
    return [sql for sql in listed if sql.count(",") > 40 and sql.lstrip().startswith(("SELECT", "UPDATE", "DELETE"))]


def _plan(sql: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return " ".join(str(row[-1]) for row in cursor.fetchall())


def test_large_works_side_by_side_leave_the_collector_as_it_was() -> None:
    assert gc.isenabled()
    with large_work():
        with large_work():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()
    gc.disable()
    try:
        with pytest.raises(ValueError, match="x"), large_work():
            raise ValueError("x")
        assert not gc.isenabled()
    finally:
        gc.enable()
