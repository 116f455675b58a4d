"""Labels, forgetting, restoring."""

from __future__ import annotations

from typing import Any

import pytest

from knowledge.engine.types import Actor
from knowledge.errors import Conflict, NotFound, Refused
from knowledge.models import AuditEvent, Memory, MemoryTag
from knowledge.queries.browse import list_memories
from knowledge.queries.history import get_at, get_history
from knowledge.queries.recall import RecallRequest, search
from knowledge.services import edit
from knowledge.services.check import check_hub
from knowledge.services.edit import MemoryChanges
from tests.knowledge.helpers import days, fact, say, writer

pytestmark = pytest.mark.django_db
PERSON = Actor(kind="person", name="bob", door="page", roles=frozenset({"curator"}), agents=None)


def values(at: float, **more: Any) -> list[object]:
    return [row.object for row in get_at(agent="alice", subject="user", predicate="lang", at=days(at), **more)]


def test_labels_change_and_nothing_else() -> None:
    row = say("hello", tags=("a",)).memory
    changed = edit.edit(
        actor=PERSON, memory_id=row.id, changes=MemoryChanges(tags=("B", "c"), importance=9), now=days(1)
    )
    assert (changed.tags, changed.importance, changed.content) == (("B", "c"), 9, "hello")
    assert set(MemoryTag.objects.values_list("key", flat=True)) == {"b", "c"}
    assert Memory.objects.get().access_count == 0


def test_the_record_of_an_edit_tells_one_state_from_another_without_its_words() -> None:
    row = say("hello", tags=("secret",)).memory
    for tags in (("other",), ("secret",)):
        edit.edit(actor=PERSON, memory_id=row.id, changes=MemoryChanges(tags=tags), now=days(1))
    first, back = AuditEvent.objects.filter(action="memory.edited").order_by("sequence")
    assert first.details["before"] == back.details["after"] != first.details["after"] == back.details["before"]
    assert "secret" not in str(first.details) + str(back.details)


def test_a_turn_is_found_by_its_speaker_also_after_that_was_put_right() -> None:
    row = say("We meet at noon", source_event="transcript", metadata={"speaker": "Alice"}).memory
    changes = MemoryChanges(metadata={"speaker": "Zoltan von Braun"})
    edit.edit(actor=PERSON, memory_id=row.id, changes=changes, now=days(1))
    found = [
        len(search(agent="alice", request=RecallRequest(name), now=days(2)).hits)
        for name in ("Zoltan", "Alice", "noon")
    ]
    assert found == [1, 0, 1]
    assert not check_hub(now=days(2)).findings


def test_a_viewer_may_not_edit() -> None:
    row = say("hello").memory
    viewer = Actor(kind="person", name="v", door="page", roles=frozenset({"viewer"}), agents=None)
    with pytest.raises(Refused):
        edit.edit(actor=viewer, memory_id=row.id, changes=MemoryChanges(importance=1))
    with pytest.raises(Refused):
        edit.forget(actor=viewer, memory_id=row.id)


def test_forgetting_twice_and_by_a_stranger() -> None:
    row = say("the secret plan").memory
    with pytest.raises(NotFound):
        edit.forget(actor=writer(agent="bob"), memory_id=row.id)
    assert edit.forget(actor=writer(), memory_id=row.id, now=days(1)) is True
    assert edit.forget(actor=writer(), memory_id=row.id, now=days(1)) is False
    assert list_memories(agents=frozenset({"alice"}), now=days(1)).items == ()
    assert Memory.objects.get().standing == "archived"


def test_a_plain_memory_comes_back_as_it_was() -> None:
    row = say("hello", tags=("a",), metadata={"k": 1}).memory
    before = Memory.objects.get()
    edit.forget(actor=writer(), memory_id=row.id, now=days(1))
    edit.restore(actor=writer(), memory_id=row.id, now=days(2))
    after = Memory.objects.get()
    for field in Memory._meta.concrete_fields:
        assert getattr(before, field.attname) == getattr(after, field.attname), field.attname


def test_forgetting_the_current_value_does_not_revive_the_one_before() -> None:
    fact("A", valid_from=days(-10))
    current = fact("B", valid_from=days(-5))
    edit.forget(actor=writer(), memory_id=current.memory.id, now=days(0))
    assert (values(-7), values(-1), values(1)) == (["A"], [], [])


def test_forget_write_restore_goes_back_through_the_rules() -> None:
    first = fact("A", valid_from=days(-10)).memory
    edit.forget(actor=writer(), memory_id=first.id, now=days(-9))
    fact("B", valid_from=days(-5))
    outcome = edit.restore(actor=writer(), memory_id=first.id, now=days(0))
    assert outcome.outcome == "history"
    assert (values(-7), values(-1)) == (["A"], ["B"])
    assert [row.object for row in get_history(agent="alice", subject="user", predicate="lang")] == ["A", "B"]


def test_a_value_brought_back_to_the_same_start_is_the_one_that_is_replaced_next() -> None:
    first = fact("A", valid_from=days(-10)).memory
    edit.forget(actor=writer(), memory_id=first.id, now=days(1))
    fact("B", valid_from=days(-10), now=days(2))
    edit.restore(actor=writer(), memory_id=first.id, now=days(3))
    assert values(-5) == ["A"]
    outcome = fact("C", valid_from=days(-3), now=days(4))
    assert (outcome.outcome, outcome.superseded_id) == ("superseded", first.id)
    assert (values(-5), values(-1)) == (["A"], ["C"])
    assert not check_hub(now=days(5)).findings


def test_a_value_brought_back_to_the_same_start_to_come_keeps_its_chain() -> None:
    first = fact("A", valid_from=days(10)).memory
    edit.forget(actor=writer(), memory_id=first.id, now=days(1))
    fact("B", valid_from=days(10), now=days(2))
    edit.restore(actor=writer(), memory_id=first.id, now=days(3))
    fact("C", valid_from=days(5), now=days(4))
    assert (values(6), values(11)) == (["C"], ["A"])
    assert not check_hub(now=days(5)).findings


def test_restoring_below_a_stronger_statement_is_refused() -> None:
    weak = fact("A", valid_from=days(-5), origin="channel:x").memory
    edit.forget(actor=writer(), memory_id=weak.id, now=days(-4))
    fact("B", valid_from=days(-10), origin="operator")
    with pytest.raises(Conflict):
        edit.restore(actor=writer(), memory_id=weak.id, now=days(0))
    assert values(-1) == ["B"]


def test_what_was_known_before_the_forgetting_can_still_be_asked() -> None:
    row = fact("A", now=days(-10)).memory
    edit.forget(actor=writer(), memory_id=row.id, now=days(-5))
    assert values(-8) == []
    assert values(-8, known_at=days(-6)) == ["A"]
    assert values(-8, known_at=days(-4)) == []


def test_expiring_a_subject_touches_exactly_that_subject() -> None:
    fact("1", subject="wiki:auto/sop/x", predicate="documented_in")
    fact("2", subject="wiki:auto/sop/x2", predicate="documented_in")
    assert edit.expire_by_subject(actor=writer(), agent="alice", subject="  ", now=days(1)) == 0
    assert edit.expire_by_subject(actor=writer(), agent="alice", subject="Wiki:auto/sop/X", now=days(1)) == 1
    left = list_memories(agents=frozenset({"alice"}), now=days(2)).items
    assert [row.subject for row in left] == ["wiki:auto/sop/x2"]


def test_a_weaker_credential_cannot_make_room_for_its_own_value() -> None:
    curated = fact("A", origin="operator").memory
    with pytest.raises(Refused):
        edit.forget(actor=writer("channel:x"), memory_id=curated.id, now=days(1))
    assert values(2) == ["A"]
    own = fact("B", predicate="job", origin="channel:x").memory
    assert edit.forget(actor=writer("channel:x"), memory_id=own.id, now=days(1)) is True
    note = say("a plain note", origin="operator").memory
    for act in (
        lambda: edit.forget(actor=writer("channel:x"), memory_id=note.id, now=days(1)),
        lambda: edit.edit(actor=writer("channel:x"), memory_id=note.id, changes=edit.MemoryChanges(importance=0)),
    ):
        with pytest.raises(Refused):
            act()
