"""A decision about a row can be taken back without a trace in any answer."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest

from knowledge.errors import Conflict, HubError
from knowledge.models import AuditEvent, Memory, MemorySpan
from knowledge.services import edit, release
from tests.knowledge.helpers import days, fact, writer
from tests.knowledge.released import assert_same, books_balance, everything, value_at
from tests.knowledge.waiting import CURATOR, quarantined

pytestmark = pytest.mark.django_db


def test_undoing_leaves_every_answer_as_it_was_and_the_act_on_the_second_clock() -> None:
    fact("A", now=days(-10))
    fact("A", now=days(-5), source_event="again")
    held = fact("B", origin="channel:x", now=days(-2), valid_from=days(-7)).memory.id
    before = everything()
    outcome = release.release(actor=CURATOR, memory_id=held, now=days(0))
    assert (outcome.outcome, value_at(-6), value_at(-4), value_at(1)) == ("history", "B", "A", "A")
    assert release.undo(actor=CURATOR, trace=outcome.trace, reason="a slip", now=days(1)) == held
    assert_same(everything(), before)
    assert (value_at(-6), value_at(-6, known_at=days(0.5)), value_at(-6, known_at=days(2))) == ("A", None, "A")
    assert value_at(-6, known_at=days(0.5), include_inert=True) == "B", "what was believed then, to those who decide"
    events = list(MemorySpan.objects.filter(memory__id=held).order_by("pk").values_list("event", flat=True))
    assert events == ["held", "released", "undone"]
    (record,) = AuditEvent.objects.filter(action="memory.undone")
    assert (record.target, record.reason) == (held, "a slip")
    books_balance()


@pytest.mark.parametrize(
    "meanwhile",
    [
        lambda memory_id: fact("C", now=days(0.5)),
        lambda memory_id: fact("C", now=days(0.5), valid_from=days(-8), valid_until=days(-1)),
        lambda memory_id: edit.forget(actor=writer(), memory_id=memory_id, now=days(0.5)),
        lambda memory_id: edit.expire_by_subject(actor=writer(), agent="alice", subject="user", now=days(0.5)),
        lambda memory_id: fact("B", now=days(0.5), valid_until=days(90)),
    ],
)
def test_what_has_changed_since_cannot_be_undone(meanwhile: Any) -> None:
    fact("A", now=days(-10))
    held = fact("B", origin="channel:x", now=days(-2)).memory.id
    trace = release.release(actor=CURATOR, memory_id=held, now=days(0)).trace
    meanwhile(held)
    before = everything()
    with pytest.raises(Conflict):
        release.undo(actor=CURATOR, trace=trace, now=days(1))
    assert_same(everything(), before)
    books_balance()


def test_a_hole_that_was_filled_meanwhile_counts_as_a_change() -> None:
    fact("A", now=days(-20))
    held = fact("B", origin="channel:x", now=days(-8), valid_until=days(-6)).memory.id
    trace = release.release(actor=CURATOR, memory_id=held, now=days(0)).trace
    assert (value_at(-7), value_at(-5)) == ("B", None)
    fact("C", now=days(0.5), valid_from=days(-4))
    with pytest.raises(Conflict):
        release.undo(actor=CURATOR, trace=trace, now=days(1))
    books_balance()


def test_several_decisions_on_one_fact_are_undone_last_first() -> None:
    fact("A", origin="channel:x", now=days(-10))
    ids = [quarantined(value, now=days(-5 + place)).id for place, value in enumerate("BCB")]
    before = everything()
    traces = [release.release(actor=CURATOR, memory_id=one, now=days(0)).trace for one in ids]
    assert [value_at(at) for at in (-6, -4.5, -3.5, -2)] == ["A", "B", "C", "B"]
    with pytest.raises(Conflict):
        release.undo(actor=CURATOR, trace=traces[0], now=days(1))
    for trace in reversed(traces):
        release.undo(actor=CURATOR, trace=trace, now=days(1))
    assert_same(everything(), before)
    books_balance()


@pytest.mark.parametrize("seed", range(4))
def test_any_decision_can_be_undone_exactly(seed: int) -> None:
    chance = random.Random(seed)
    waiting: list[str] = []
    for step in range(24):
        now = days(-24 + step)
        start = chance.choice([None, None, days(chance.randint(-60, 20))])
        begins = start or now
        said: dict[str, Any] = {
            "now": now,
            "origin": chance.choice(["operator", "import", "channel:x"]),
            "valid_from": start,
            "valid_until": chance.choice([None, None, begins + timedelta(days=chance.randint(1, 30))]),
            "confidence": chance.choice([1.0, 0.9, 0.6]),
            "ttl_seconds": chance.choice([None, None, 86_400 * chance.randint(1, 50)]),
        }
        value = chance.choice("ABC")
        try:
            if chance.random() < 0.3:
                waiting.append(quarantined(value, **said).id)
            else:
                outcome = fact(value, **said)
                waiting += [outcome.memory.id] if outcome.outcome == "held" else []
        except HubError:
            continue
    for number, memory_id in enumerate(dict.fromkeys(waiting)):
        now = days(1 + number)
        if Memory.objects.get(id=memory_id).standing not in ("held", "quarantined"):
            continue
        before = everything()
        act: Any = chance.choice([release.release, release.release, release.reject])
        done = act(actor=CURATOR, memory_id=memory_id, now=now)
        books_balance()
        release.undo(actor=CURATOR, trace=done.trace, now=now + timedelta(hours=1))
        assert_same(everything(), before)
        if chance.random() < 0.5:
            act(actor=CURATOR, memory_id=memory_id, now=now + timedelta(hours=2))
    books_balance()
