"""The audit trail as a list: filters, pages, export."""

from __future__ import annotations

import json

import pytest

from knowledge.engine.types import Actor
from knowledge.models import AuditEvent
from knowledge.queries.audit import AuditFilters, count_audit, export_audit, list_audit
from knowledge.services import audit
from knowledge.services.transactions import write_transaction
from tests.knowledge.helpers import NOW, days

pytestmark = pytest.mark.django_db

PERSON = Actor(kind="person", name="bob", door="page")
PROGRAM = Actor(kind="agent", name="alice", door="rest")


def note(action: str, *, actor: Actor = PROGRAM, agent: str = "alice", target: str = "", now=NOW) -> None:
    with write_transaction(now) as opened:
        audit.record(opened, actor, audit.AuditRecord(action, agent=agent, target=target))


@pytest.fixture
def trail() -> None:
    note("memory.stored", target="m_1", now=days(-3))
    note("memory.stored", agent="carol", target="m_2", now=days(-2))
    note("memory.forgotten", actor=PERSON, target="m_1", now=days(-1))
    note("person.created", actor=PERSON, agent="", target="7")


def read(blocks) -> list[dict]:
    return [json.loads(line) for line in "".join(blocks).splitlines()]


def found(agents=None, **filters) -> list[int]:
    return [one.sequence for one in list_audit(agents=agents, filters=AuditFilters(**filters)).items]


def test_newest_first_and_every_filter_on_its_own(trail):
    assert found() == [4, 3, 2, 1]
    assert found(actor="bob") == [4, 3]
    assert found(door="rest") == [2, 1]
    assert found(action="memory.stored") == [2, 1]
    assert found(agent="alice") == [3, 1]
    assert found(target="m_1") == [3, 1]
    assert found(since=days(-2)) == [4, 3, 2]
    assert found(until=days(-2)) == [1]
    assert found(actor="bob", agent="alice", action="memory.forgotten") == [3]
    assert found(actor="bo") == []
    assert found(target="m_1\0") == []


def test_readers_see_the_records_of_their_agents_only(trail):
    assert found(frozenset({"alice"})) == [3, 1]
    assert found(frozenset({"alice", "carol"})) == [3, 2, 1]
    assert found(frozenset({"alice"}), agent="carol") == []
    assert found(frozenset()) == []
    assert found(frozenset({""})) == []


def test_pages_meet_without_gap_or_repetition():
    for number in range(25):
        note("memory.stored", target=f"m_{number}")
    first = list_audit(agents=None, limit=10)
    second = list_audit(agents=None, limit=10, older_than=first.older)
    third = list_audit(agents=None, limit=10, older_than=second.older)
    numbers = [one.sequence for page in (first, second, third) for one in page.items]
    assert numbers == list(range(25, 0, -1))
    assert (first.newer, third.older, first.total) == (None, None, 25)
    back = list_audit(agents=None, limit=10, newer_than=third.newer)
    assert back == second
    assert list_audit(agents=None, limit=10, newer_than=second.newer).newer is None


def test_totals_are_known_only_where_nothing_is_hidden(trail):
    assert list_audit(agents=None).total == count_audit() == 4
    assert list_audit(agents=None, filters=AuditFilters(door="rest")).total is None
    assert list_audit(agents=frozenset({"alice"})).total is None


def test_export_gives_every_field_and_a_chain_that_can_be_checked_elsewhere(trail):
    lines = read(export_audit(agents=None))
    assert [line["sequence"] for line in lines] == [1, 2, 3, 4]
    assert lines[2]["action"] == "memory.forgotten"
    assert lines[2]["at"] == "2026-11-29T12:00:00Z"
    assert [line["previous_hash"] for line in lines[1:]] == [line["hash"] for line in lines[:-1]]
    mine = read(export_audit(agents=frozenset({"carol"})))
    assert [line["target"] for line in mine] == ["m_2"]
    assert not {"sequence", "hash", "previous_hash", "number"} & set(mine[0])


def test_export_reads_in_steps(monkeypatch, trail):
    from knowledge.queries import audit as module

    monkeypatch.setattr(module, "_EXPORT_STEP", 2)
    stream = export_audit(agents=None)
    first = next(stream)
    note("memory.stored", target="later")
    assert [line["sequence"] for line in read([first, *stream])] == [1, 2, 3, 4]
    assert len(first.splitlines()) == 2


def test_a_page_costs_the_same_with_more_records(django_assert_num_queries):
    note("memory.stored")
    with django_assert_num_queries(2):
        list_audit(agents=None)
    for _ in range(5):
        note("memory.stored")
    with django_assert_num_queries(2):
        list_audit(agents=None)
    assert AuditEvent.objects.count() == 6
