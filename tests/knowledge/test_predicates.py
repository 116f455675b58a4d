"""A predicate that comes to hold several values: stored facts are sorted anew, and nothing is lost on the way."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from knowledge.engine.types import Actor
from knowledge.errors import Conflict, Invalid, NotFound, Refused, TooLarge
from knowledge.models import Agent, AuditEvent, Memory
from knowledge.queries.browse import list_memories
from knowledge.queries.history import get_at, get_history
from knowledge.queries.recall import RecallRequest, search
from knowledge.services import audit, predicates
from knowledge.services.agents import set_quota
from knowledge.services.edit import expire_by_subject, forget, restore
from knowledge.services.predicates import declare_multi_valued, declare_single_valued
from tests.knowledge.helpers import NOW, days, fact, say, writer

pytestmark = pytest.mark.django_db

ADMIN = Actor(kind="person", name="root", door="page", roles=frozenset({"admin"}), agents=None)
TICK = timedelta(microseconds=1)


def likes(value: str, **more):
    return fact(value, predicate="likes", **more)


def values(at=NOW, agent: str = "alice", **more) -> list[str]:
    rows = get_at(agent=agent, subject="user", predicate="likes", at=at, now=NOW, **more)
    return sorted(str(row.object) for row in rows)


def declare(predicate: str = "likes", agent: str = "alice"):
    return declare_multi_valued(actor=ADMIN, agent=agent, predicate=predicate, now=NOW)


def test_from_now_on_values_stand_side_by_side():
    likes("tea", now=days(-2))
    done = declare(" Likes ")
    assert (done.predicate, done.subjects, done.rows, done.reopened) == ("likes", 1, 1, 0)
    assert likes("coffee").outcome == "stored"
    assert likes("tea", now=days(1)).outcome == "reaffirmed"
    assert values() == ["coffee", "tea"]


def test_a_value_that_another_replaced_is_true_again_and_the_second_clock_remembers():
    likes("tea", now=days(-9), valid_from=days(-9))
    likes("coffee", now=days(-5), valid_from=days(-5))
    assert declare().reopened == 1
    assert values() == ["coffee", "tea"]
    assert values(days(-7)) == ["tea"]
    assert values(days(-1), known_at=NOW - TICK) == ["coffee"]
    assert values(days(-1), known_at=NOW) == ["coffee", "tea"]
    states = {row.object: (row.state, row.version, row.superseded_by, row.invalidated_at) for row in history()}
    assert states == {"tea": ("current", 1, None, None), "coffee": ("current", 1, None, None)}


def history():
    return get_history(agent="alice", subject="user", predicate="likes", now=NOW)


def test_a_row_that_is_true_again_is_found_again():
    likes("oolong tea", now=days(-9))
    likes("coffee", now=days(-5))
    request = RecallRequest("oolong")
    assert search(agent="alice", request=request, now=NOW).hits == ()
    declare()
    found = search(agent="alice", request=request, now=NOW).hits
    assert [hit.memory.object for hit in found] == ["oolong tea"]
    alice = Agent.objects.get(name="alice")
    assert (alice.live_memories, alice.total_memories) == (2, 2)


def test_ends_that_somebody_stated_stay():
    likes("tea", now=days(-9), valid_from=days(-9), valid_until=days(-6))
    likes("coffee", now=days(-5), valid_from=days(-5))
    expire_by_subject(actor=ADMIN, agent="alice", subject="user", reason="moved away", now=days(-4))
    likes("cocoa", now=days(-3), valid_from=days(-3))
    assert declare().reopened == 0
    assert values() == ["cocoa"]
    assert values(days(-4.5)) == ["coffee"]
    assert values(days(-5.5)) == []


def test_a_forgotten_value_stays_forgotten_and_comes_back_on_its_own_axis():
    likes("tea", now=days(-9), valid_from=days(-9))
    gone = likes("coffee", now=days(-5), valid_from=days(-5)).memory.id
    forget(actor=ADMIN, memory_id=gone, now=days(-4))
    likes("cocoa", now=days(-3), valid_from=days(-3))
    declare()
    assert values() == ["cocoa"]
    assert restore(actor=ADMIN, memory_id=gone, now=NOW).outcome == "stored"
    assert values() == ["cocoa", "coffee"]


def test_other_predicates_and_other_agents_are_left_alone():
    fact("en", now=days(-9))
    fact("fr", now=days(-5))
    likes("tea", now=days(-9), agent="carol")
    likes("coffee", now=days(-5), agent="carol")
    likes("tea", now=days(-9))
    before = list(Memory.objects.exclude(agent__name="alice", predicate="likes").order_by("number").values())
    declare()
    assert list(Memory.objects.exclude(agent__name="alice", predicate="likes").order_by("number").values()) == before
    assert values(agent="carol") == ["coffee"]


def test_writes_that_wait_are_decided_first():
    likes("tea", now=days(-2))
    likes("poison", origin="channel:chat")
    with pytest.raises(Conflict, match="1 writes about this predicate wait"):
        declare()
    assert Agent.objects.get(name="alice").multi_valued == []


def test_what_cannot_be_sorted_changes_nothing_at_all():
    """An import confirmed a value beyond the end it later stated; only the operator's value in between hid that."""
    likes("tea", now=days(-50), valid_from=days(-20), origin="import")
    likes("tea", now=days(-49), valid_from=days(-10), origin="import")
    likes("coffee", now=days(-48), valid_from=days(-15))
    likes("tea", now=days(-47), valid_from=days(-18), valid_until=days(-12), origin="import")
    before = list(Memory.objects.order_by("number").values()), AuditEvent.objects.count()
    with pytest.raises(Conflict, match=f"The memory {history()[0].id} was confirmed beyond its end"):
        declare()
    assert (list(Memory.objects.order_by("number").values()), AuditEvent.objects.count()) == before
    assert Agent.objects.get(name="alice").multi_valued == []


def test_too_many_rows_are_refused(monkeypatch):
    monkeypatch.setattr(predicates, "MOST_ROWS", 2)
    for number in range(3):
        likes("tea", subject=f"s{number}")
    with pytest.raises(TooLarge, match="More than 2"):
        declare()


def test_declaring_twice_changes_nothing():
    likes("tea", now=days(-9))
    likes("coffee", now=days(-5))
    declare()
    before = list(Memory.objects.order_by("number").values()), AuditEvent.objects.count()
    assert declare().rows == 0
    assert (list(Memory.objects.order_by("number").values()), AuditEvent.objects.count()) == before


def test_going_back_needs_one_value_per_subject():
    likes("tea", now=days(-9))
    kept = likes("coffee", now=days(-5))
    declare()
    with pytest.raises(Conflict, match="1 subjects hold several values"):
        declare_single_valued(actor=ADMIN, agent="alice", predicate="likes", now=NOW)
    forget(actor=ADMIN, memory_id=history()[0].id, now=NOW)
    declare_single_valued(actor=ADMIN, agent="alice", predicate="likes", now=NOW)
    assert Agent.objects.get(name="alice").multi_valued == []
    assert likes("cocoa", now=days(1)).superseded_id == kept.memory.id


def test_who_may_and_what_is_recorded():
    likes("tea", now=days(-9))
    likes("coffee", now=days(-5))
    curator = Actor(kind="person", name="bob", door="page", roles=frozenset({"curator"}), agents=None)
    for call in (declare_multi_valued, declare_single_valued):
        with pytest.raises(Refused):
            call(actor=curator, agent="alice", predicate="likes")
    with pytest.raises(NotFound):
        declare(agent="nobody")
    for wrong in ("", "  ", "x" * 1_001, "a\0b"):
        with pytest.raises(Invalid):
            declare(wrong)
    declare()
    last = list(AuditEvent.objects.order_by("sequence"))[-2:]
    assert [one.action for one in last] == ["memory.reopened", "agent.predicate_many"]
    assert last[1].details == {"predicate": "likes", "subjects": 1, "rows": 2, "reopened": 1}
    assert "tea" not in str([one.details for one in last])


def test_sorted_anew_equals_written_with_several_values_from_the_start():
    """Random histories, written to one agent before and to another after the declaration, answer alike."""
    draw = random.Random(20261130)
    for round_ in range(12):
        before, after = f"before{round_}", f"after{round_}"
        say("there", agent=after, now=days(-100))
        declare(agent=after)
        for step in range(draw.randint(2, 8)):
            start = days(draw.randint(-40, -1))
            until = None if draw.random() < 0.6 else start + timedelta(days=draw.randint(1, 12))
            value = draw.choice(["tea", "coffee", "cocoa"])
            for agent in (before, after):
                likes(value, agent=agent, now=days(-60 + step), valid_from=start, valid_until=until)
        declare(agent=before)
        for number in range(-42, 14):
            for at in (days(number) - TICK, days(number), days(number) + TICK):
                assert values(at, before) == values(at, after), (round_, number)
        open_rows = Memory.objects.filter(agent__name=before, standing="believed", valid_until=None)
        assert open_rows.count() == open_rows.values("fact_key").distinct().count()
        current = list_memories(agents=frozenset({before}), now=NOW)
        assert current.total == len(current.items)
    assert audit.verify().intact


def test_a_quota_is_set_recorded_and_kept():
    say("one")
    set_quota(actor=ADMIN, agent="alice", quota=1)
    with pytest.raises(Refused, match="quota"):
        say("two")
    set_quota(actor=ADMIN, agent="alice", quota=None)
    say("two")
    events = AuditEvent.objects.filter(action="agent.quota_set").order_by("sequence")
    assert [one.details for one in events] == [{"before": None, "after": 1}, {"before": 1, "after": None}]
    for wrong in (-1, 1_000_000_001, True):
        with pytest.raises(Invalid):
            set_quota(actor=ADMIN, agent="alice", quota=wrong)
    with pytest.raises(NotFound):
        set_quota(actor=ADMIN, agent="nobody", quota=1)
    with pytest.raises(Refused):
        set_quota(actor=writer(), agent="alice", quota=1)


def test_a_quota_in_the_settings_file_counts_for_agents_without_one(settings):
    settings.HUB_TOML = {"memory": {"quota": 1}}
    say("one")
    with pytest.raises(Refused, match="quota"):
        say("two")
    set_quota(actor=ADMIN, agent="alice", quota=2)
    say("two")
    with pytest.raises(Refused, match="quota"):
        say("three")
