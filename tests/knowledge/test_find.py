"""Searching with the filters of the list, and the reasons of one result."""

from __future__ import annotations

import pytest

from knowledge.engine.types import SourceRef
from knowledge.errors import Invalid, NotFound
from knowledge.models import AuditEvent, Memory
from knowledge.queries.filters import ListFilters
from knowledge.queries.find import find, find_in_each, reasons
from knowledge.services.edit import forget_many
from knowledge.services.many import add_tags, restore_many
from tests.knowledge.helpers import NOW, days, fact, say, writer

pytestmark = pytest.mark.django_db


def texts(**asked: object) -> list[str]:
    filters = ListFilters(**asked)  # type: ignore[arg-type]
    return sorted(hit.memory.content for hit in find(agent="alice", query="river", filters=filters, now=NOW).hits)


def test_filters_that_recall_does_not_know():
    say("river one", origin="channel:discord-42", source=SourceRef("message", "chat-1"))
    say("river two", origin="channel:forum", policy="preference")
    say("river three", origin="operator", tags=("water",))
    say("river mood", source_event="agent_mood")
    assert texts() == ["river one", "river three", "river two"]
    assert texts(signals=True) == ["river mood"]
    assert texts(origin="channel") == ["river one", "river two"]
    assert texts(origin="channel:forum") == ["river two"]
    assert texts(origin="chan") == []
    assert texts(policy="preference") == ["river two"]
    assert texts(session="chat-1") == ["river one"]
    assert texts(session="%") == []
    assert texts(tags=("WATER",), origin="operator", layer="episodic") == ["river three"]
    assert texts(origin="channel", session="chat-1", policy="preference") == []


def test_the_reasons_are_those_of_the_search():
    for number in range(30):
        say(f"The river was {number} feet high.", now=days(-number), importance=number % 10)
    result = find(agent="alice", query="river high", limit=30, now=NOW)
    assert result.matched == 30
    for place, hit in enumerate(result.hits, start=1):
        assert reasons(agent="alice", memory_id=hit.memory.id, query="river high", now=NOW) == (place, hit)


def test_what_is_no_result_has_no_reasons():
    row = say("The garden is dry.").memory
    say("The river is high.")
    assert reasons(agent="alice", memory_id=row.id, query="river", now=NOW) is None
    assert reasons(agent="nobody", memory_id=row.id, query="garden", now=NOW) is None
    assert reasons(agent="alice", memory_id=row.id, query="", now=NOW) is None
    narrowed = ListFilters(origin="channel")
    assert reasons(agent="alice", memory_id=row.id, query="garden", filters=narrowed, now=NOW) is None


def test_each_agent_is_searched_by_itself():
    say("alice's river")
    say("bob's river", agent="bob")
    say("bob's other river", agent="bob")
    found = find_in_each(agents=["bob", "alice", "nobody"], query="river", limit=1, now=NOW)
    assert [(name, result.matched, len(result.hits)) for name, result in found] == [
        ("bob", 2, 1),
        ("alice", 1, 1),
        ("nobody", 0, 0),
    ]


def test_a_made_up_cursor_is_refused():
    say("river")
    with pytest.raises(Invalid):
        find(agent="alice", query="river", cursor="nonsense", now=NOW)


def test_tags_are_added_to_many_and_each_has_an_answer():
    one = say("one", tags=("water",)).memory
    two = say("two", tags=("Water", "river")).memory
    foreign = say("bob's", agent="bob").memory
    results = add_tags(actor=writer(), memory_ids=[one.id, two.id, foreign.id, one.id], tags=("river",), now=NOW)
    assert (results[one.id], results[two.id]) == (True, False)
    assert isinstance(results[foreign.id], NotFound)
    assert list(Memory.objects.order_by("number").values_list("tags", flat=True)) == [
        ["water", "river"],
        ["Water", "river"],
        [],
    ]
    edited = AuditEvent.objects.filter(action="memory.edited").values_list("target", flat=True)
    assert list(edited) == [one.id, two.id]


def test_many_are_forgotten_and_come_back():
    plain, stated = say("plain").memory, fact("Osaka", now=days(-1)).memory
    ids = [plain.id, stated.id]
    forget_many(actor=writer(), memory_ids=ids, reason="a slip", now=NOW)
    fact("Osaka", now=days(0.1))
    results = restore_many(actor=writer(), memory_ids=[*ids, "m_nothing"], now=days(0.2))
    assert results[plain.id] is True
    assert isinstance(results["m_nothing"], NotFound)
    assert Memory.objects.get(id=plain.id).standing == "believed"
    # The same was said again meanwhile; that row stands, or the old one does: one of them is open.
    assert Memory.objects.filter(predicate_key="lang", standing="believed", valid_until=None).count() == 1
