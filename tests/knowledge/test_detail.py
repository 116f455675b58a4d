"""One memory with everything that hangs on it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from knowledge.engine.types import Actor, SourceRef
from knowledge.errors import NotFound
from knowledge.models import Memory
from knowledge.queries.detail import by_ids, detail
from knowledge.queries.recall import RecallRequest
from knowledge.services import access
from knowledge.services.edit import forget
from knowledge.services.recall import recall
from tests.knowledge.helpers import NOW, days, fact, say, writer

pytestmark = pytest.mark.django_db

ALICE = frozenset({"alice"})


def test_relatives_sources_clock_and_trail():
    parent = say("The river was high.", now=days(-3), source=SourceRef("message", "chat-1", "7"))
    child = say("Floods are near.", now=days(-2), derived_from=(parent.memory.id,))
    found = detail(agents=ALICE, memory_id=parent.memory.id, now=NOW)
    assert [one.id for one in found.children] == [child.memory.id]
    assert [(one.kind, one.session, one.item) for one in found.memory.sources] == [("message", "chat-1", "7")]
    assert [(span.believed, span.valid_from) for span in found.spans] == [(True, days(-3))]
    assert [(one.action, one.target) for one in found.trail] == [("memory.stored", parent.memory.id)]
    other = detail(agents=ALICE, memory_id=child.memory.id, now=NOW)
    assert [one.id for one in other.parents] == [parent.memory.id]
    assert {source.role for source in other.memory.sources} == {"direct", "inherited"}


def test_who_recalled_it():
    access.write_only_when_told()
    row = say("The river was high.", now=days(-3)).memory
    bot = Actor(kind="agent", name="bot", door="rest", agents=ALICE)
    recall(actor=bot, agent="alice", request=RecallRequest("river"), now=days(-1))
    access.flush()
    found = detail(agents=ALICE, memory_id=row.id, now=NOW)
    assert [(one.at, one.actor, one.door, one.rank) for one in found.recalls] == [(days(-1), "bot", "rest", 1)]
    assert found.memory.access_count == 1


def test_a_long_chain_folds_around_what_is_looked_at():
    for number in range(20):
        fact(f"value {number}", now=days(-40 + number))
    rows = list(Memory.objects.order_by("valid_from"))
    found = detail(agents=ALICE, memory_id=rows[8].id, now=NOW)
    shown = [(step.memory.object, step.skipped) for step in found.steps]
    assert shown == [
        ("value 19", 0), ("value 18", 0), ("value 17", 6), ("value 10", 0), ("value 9", 0), ("value 8", 0),
        ("value 7", 0), ("value 6", 5), ("value 0", 0),
    ]  # fmt: skip
    assert [step.memory.object for step in found.steps if step.here] == ["value 8"]
    assert sum(1 + step.skipped for step in found.steps) == 20


def test_a_gap_of_one_is_shown_instead_of_folded():
    for number in range(7):
        fact(f"value {number}", now=days(-40 + number))
    newest = Memory.objects.order_by("-valid_from").values_list("id", flat=True)[0]
    steps = detail(agents=ALICE, memory_id=newest, now=NOW).steps
    assert [(step.memory.object, step.skipped) for step in steps] == [
        ("value 6", 0), ("value 5", 0), ("value 4", 3), ("value 0", 0),
    ]  # fmt: skip


def test_a_plain_memory_has_no_chain():
    assert detail(agents=ALICE, memory_id=say("note").memory.id, now=NOW).steps == ()


def test_a_waiting_row_names_its_rival_and_viewers_do_not_see_it():
    old = fact("Osaka", now=days(-3))
    held = fact("Paris", now=days(-1), origin="channel:forum")
    assert held.outcome == "held"
    found = detail(agents=ALICE, memory_id=held.memory.id, now=NOW)
    assert (found.memory.state, found.reason) == ("held", "less_trusted")
    assert found.rival is not None
    assert found.rival.id == old.memory.id
    assert found.forgetting is None
    assert [step.memory.state for step in found.steps] == ["held", "current"]
    with pytest.raises(NotFound):
        detail(agents=ALICE, memory_id=held.memory.id, curator=False, now=NOW)
    for_viewer = detail(agents=ALICE, memory_id=old.memory.id, curator=False, now=NOW)
    assert [step.memory.state for step in for_viewer.steps] == ["current"]
    assert set(by_ids(agents=None, ids=[old.memory.id, held.memory.id], curator=False, now=NOW)) == {old.memory.id}


@pytest.mark.parametrize("memory_id", ["m_00000000000000000000000000", "", "x\0y", "名前"])
def test_unknown_ids(memory_id):
    with pytest.raises(NotFound):
        detail(agents=ALICE, memory_id=memory_id, now=NOW)


def test_foreign_rows_are_not_there():
    row = say("bob's", agent="bob").memory
    with pytest.raises(NotFound) as foreign:
        detail(agents=ALICE, memory_id=row.id, now=NOW)
    with pytest.raises(NotFound) as unknown:
        detail(agents=ALICE, memory_id="m_00000000000000000000000000", now=NOW)
    assert str(foreign.value) == str(unknown.value)
    assert by_ids(agents=ALICE, ids=[row.id], now=NOW) == {}


@pytest.mark.parametrize(
    ("layer", "importance", "band", "fades"),
    [("episodic", 1, "nearly gone", True), ("semantic", 1, "faint", False), ("episodic", 5, "faint", False)],
)
def test_the_curve_tells_the_truth(layer, importance, band, fades):
    row = say("an old note", now=days(-100), layer=layer, importance=importance).memory
    found = detail(agents=ALICE, memory_id=row.id, now=NOW).forgetting
    assert found is not None
    assert (found.band, found.fades, found.limit is not None, found.due_at is not None) == (band, fades, fades, fades)
    assert found.points[0] == (days(-100), 1.0)
    assert found.points[-1][0] > NOW
    assert found.value == pytest.approx(next(v for at, v in reversed(found.points) if at <= NOW), abs=0.02)


def test_when_it_will_be_archived():
    row = say("a small thing", now=days(-1), importance=2).memory
    found = detail(agents=ALICE, memory_id=row.id, now=NOW).forgetting
    assert found is not None
    assert found.due_at == pytest.approx(days(29), abs=timedelta(seconds=1))


def test_what_agents_do_not_get_has_no_curve():
    row = say("gone").memory
    forget(actor=writer(), memory_id=row.id, now=NOW)
    assert detail(agents=ALICE, memory_id=row.id, now=NOW).forgetting is None


def test_the_number_of_queries_does_not_grow(django_assert_num_queries):
    first = fact("Osaka", now=days(-30)).memory
    with django_assert_num_queries(12) as asked:
        detail(agents=ALICE, memory_id=first.id, now=NOW)
    for number in range(12):
        fact(f"value {number}", now=days(-20 + number))
        say(f"child {number}", derived_from=(first.id,))
    with django_assert_num_queries(len(asked)):
        detail(agents=ALICE, memory_id=first.id, now=NOW)
