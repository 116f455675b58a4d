"""Kinds of life time: who may change them, what a change does, and that it says so beforehand."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from knowledge.engine.policies import BUILT_IN, DAY, Policy
from knowledge.engine.types import Actor
from knowledge.errors import Invalid, NotFound, Refused
from knowledge.models import AuditEvent, Memory, MemorySpan
from knowledge.queries import browse, history
from knowledge.queries import policies as kinds
from knowledge.services import policies
from tests.knowledge.helpers import NOW, days, fact, say

ADMIN = Actor(kind="person", name="alice", door="page", roles=frozenset({"admin"}), agents=None)
CURATOR = Actor(kind="person", name="bob", door="page", roles=frozenset({"curator"}), agents=None)
NEWS = Policy("news", "Yesterday's paper.", ttl_seconds=10 * DAY, predicates=("headline*",), tags=("News",))

pytestmark = pytest.mark.django_db


def changed(**fields: Any) -> Policy:
    return replace(NEWS, **fields)


def save(policy: Policy, *, now=NOW) -> Policy:
    return policies.save(actor=ADMIN, policy=policy, now=now)


def listed(now) -> set[str]:
    from knowledge.queries.filters import ListFilters

    page = browse.list_memories(agents=frozenset({"alice"}), curator=True, filters=ListFilters(), now=now)
    return {one.content for one in page.items}


def test_a_kind_is_made_matched_and_named():
    save(NEWS)
    by_predicate = fact("war ends", predicate="headline of today").memory
    by_tag = say("a strike", tags=("news",)).memory
    named = say("an election", policy="news").memory
    plain = say("nothing").memory
    assert [one.policy for one in (by_predicate, by_tag, named, plain)] == ["news", "news", "news", "default"]
    assert {one.expires_at for one in (by_predicate, by_tag, named)} == {days(10)}
    assert plain.expires_at is None
    own = say("by its own", policy="news", ttl_seconds=60).memory
    assert own.expires_at == NOW + timedelta(seconds=60)
    with pytest.raises(Invalid, match="policy must be one of default, identity, news, preference, realtime"):
        say("x", policy="rumours")
    save(replace(NEWS, layer="semantic"))
    with pytest.raises(Invalid, match="for the layer semantic only"):
        say("y", policy="news")


@pytest.mark.parametrize(
    ("policy", "field"),
    [
        (replace(NEWS, name="no good"), "name"),
        (replace(NEWS, name=""), "name"),
        (replace(NEWS, reason=""), "reason"),
        (replace(NEWS, ttl_seconds=0), "ttl_seconds"),
        (replace(NEWS, ttl_seconds=True), "ttl_seconds"),
        (replace(NEWS, min_confidence=1.1), "min_confidence"),
        (replace(NEWS, min_confidence=float("nan")), "min_confidence"),
        (replace(NEWS, versions_kept=2), "versions_kept"),
        (replace(NEWS, versions_kept=11), "versions_kept"),
        (replace(NEWS, retention_days=0), "retention_days"),
        (changed(failure_cost="none"), "failure_cost"),
        (changed(on_conflict="shrug"), "on_conflict"),
        (replace(NEWS, layer="deep"), "layer"),
        (replace(BUILT_IN["realtime"], ttl_seconds=299), "ttl_seconds"),
        (replace(BUILT_IN["realtime"], ttl_seconds=1_801), "ttl_seconds"),
        (replace(BUILT_IN["realtime"], ttl_seconds=None), "ttl_seconds"),
        (replace(BUILT_IN["preference"], ttl_seconds=6 * DAY), "ttl_seconds"),
        (replace(BUILT_IN["identity"], ttl_seconds=60), "ttl_seconds"),
        (replace(NEWS, predicates=tuple("x" for _ in range(51))), "predicates"),
    ],
)
def test_numbers_outside_their_range_are_refused_and_nothing_is_saved(policy, field):
    for act in (policies.save, policies.preview):
        with pytest.raises(Invalid) as refused:
            act(actor=ADMIN, policy=policy)
        assert refused.value.field == field
    assert {one.policy.name for one in kinds.list_policies()} == set(BUILT_IN)
    assert AuditEvent.objects.count() == 0


def test_only_administrators_change_kinds():
    for actor in (CURATOR, Actor(kind="agent", name="bot", door="rest", agents=frozenset({"alice"}))):
        for act in (policies.save, policies.preview):
            with pytest.raises(Refused):
                act(actor=actor, policy=NEWS)
        with pytest.raises(Refused):
            policies.remove(actor=actor, name="news")
        with pytest.raises(Refused):
            policies.hold(actor=actor, agent="alice", reason="court")


def test_what_a_change_would_do_is_what_it_then_does():
    save(NEWS)
    old = say("old", policy="news", now=days(-6)).memory
    young = say("young", policy="news", now=days(-1)).memory
    own = say("own", policy="news", ttl_seconds=9 * DAY, now=days(-6)).memory
    over = say("over", policy="news", now=days(-11)).memory
    shorter = replace(NEWS, ttl_seconds=5 * DAY)
    told = policies.preview(actor=ADMIN, policy=shorter, now=NOW)
    assert (told.expire, told.shorter, told.longer, told.delete) == (1, 1, 0, 0)
    assert told.expire_ids == (old.id,)
    assert Memory.objects.get(id=old.id).expires_at == days(4)
    save(shorter)
    ends = {row.content: row.expires_at for row in Memory.objects.all()}
    assert ends == {"old": NOW, "young": days(4), "own": own.expires_at, "over": over.expires_at}
    assert listed(NOW) == {"young", "own"}
    assert MemorySpan.objects.filter(memory__id=young.id, event="policy_changed", expires_at=days(4)).exists()
    assert policies.follow(now=NOW) == 0
    longer = replace(NEWS, ttl_seconds=20 * DAY)
    assert policies.preview(actor=ADMIN, policy=longer, now=NOW).longer == 1
    save(longer)
    assert Memory.objects.get(id=young.id).expires_at == days(19)
    assert Memory.objects.get(id=old.id).expires_at == NOW
    save(replace(NEWS, ttl_seconds=None))
    assert Memory.objects.get(id=young.id).expires_at is None
    save(NEWS)
    assert Memory.objects.get(id=young.id).expires_at == days(9)
    assert [event.action for event in AuditEvent.objects.filter(target="news")] == [
        "policy.created",
        *["policy.changed"] * 4,
    ]
    changed = AuditEvent.objects.filter(action="policy.changed").first()
    assert changed is not None
    assert changed.details == {
        "fields": ["ttl_seconds"],
        "before": {"ttl_seconds": 10 * DAY},
        "after": {"ttl_seconds": 5 * DAY},
    }


def test_a_confirmation_renews_by_the_new_life_time_too():
    save(NEWS)
    first = fact("rain", predicate="headline", now=days(-8), source_event="a").memory
    fact("rain", predicate="headline", now=days(-2), source_event="b")
    assert Memory.objects.get(id=first.id).expires_at == days(8)
    save(replace(NEWS, ttl_seconds=5 * DAY))
    row = Memory.objects.get(id=first.id)
    assert row.expires_at == days(3)
    assert [one.expires_at for one in row.reaffirmations.order_by("pk")] == [NOW, days(3)]
    answer = history.get_at(agent="alice", subject="user", predicate="headline", at=days(2.9))
    assert [one.object for one in answer] == ["rain"]
    assert history.get_at(agent="alice", subject="user", predicate="headline", at=days(3)) == []


def test_less_certain_updates_wait_count_or_are_turned_away():
    for conflict, outcome in (("review", "held"), ("accept", "superseded")):
        save(changed(on_conflict=conflict))
        fact("sun", predicate=f"headline {conflict}", now=days(-1))
        assert fact("hail", predicate=f"headline {conflict}", confidence=0.9).outcome == outcome
        assert fact("fog", predicate=f"headline new {conflict}", confidence=0.5).outcome == (
            "held" if conflict == "review" else "stored"
        )
    save(replace(NEWS, on_conflict="reject"))
    fact("sun", predicate="headline reject", now=days(-1))
    count = Memory.objects.count()
    with pytest.raises(Refused, match="less certain"):
        fact("hail", predicate="headline reject", confidence=0.9)
    assert Memory.objects.count() == count
    # Trust is another matter: no kind lets a chat replace what an operator said.
    save(replace(NEWS, on_conflict="accept"))
    assert fact("hail", predicate="headline reject", origin="channel:x").outcome == "held"


def test_a_kind_of_high_cost_asks_for_more_certainty():
    save(replace(NEWS, min_confidence=0.85, failure_cost="high", failure_note="A trade goes wrong."))
    assert fact("up", predicate="headline", confidence=0.84).outcome == "held"
    assert fact("up", predicate="headline two", confidence=0.85).outcome == "stored"


def test_a_kind_that_is_removed_leaves_its_memories_their_end():
    save(NEWS)
    kept = say("old news", policy="news").memory
    policies.remove(actor=ADMIN, name="news")
    assert Memory.objects.get(id=kept.id).expires_at == days(10)
    with pytest.raises(NotFound):
        kinds.read_policy(name="news")
    with pytest.raises(NotFound):
        policies.remove(actor=ADMIN, name="news")
    save(replace(BUILT_IN["realtime"], ttl_seconds=600))
    assert kinds.read_policy(name="realtime").changed
    policies.remove(actor=ADMIN, name="realtime")
    assert kinds.policies().get("realtime") == BUILT_IN["realtime"]


def test_kinds_are_listed_with_what_lives_by_them():
    save(NEWS)
    say("one", policy="news")
    say("two", policy="news", now=days(-20))
    say("three")
    found = {one.policy.name: (one.memories, one.built_in, one.changed) for one in kinds.list_policies(now=NOW)}
    assert found["news"] == (1, False, True)
    assert found["default"] == (1, True, False)
    assert kinds.policy_names() == ("default", "identity", "news", "preference", "realtime", "session")


def test_a_legal_hold_is_put_on_and_taken_off_with_a_reason():
    memory = say("evidence").memory
    with pytest.raises(Invalid):
        policies.hold(actor=ADMIN, agent="alice", reason="")
    with pytest.raises(NotFound):
        policies.hold(actor=ADMIN, agent="alice", memory_id="m_none", reason="court")
    policies.hold(actor=ADMIN, agent="alice", memory_id=memory.id, reason="court")
    number = Memory.objects.get().number
    assert kinds.held_back([number]) == {number}
    assert policies.unhold(actor=ADMIN, agent="alice", memory_id=memory.id)
    assert not policies.unhold(actor=ADMIN, agent="alice", memory_id=memory.id)
    assert kinds.held_back([number]) == set()
    policies.hold(actor=ADMIN, agent="alice", reason="court")
    policies.hold(actor=ADMIN, agent="alice", reason="another court")
    assert [(one.agent, one.memory_id, one.reason) for one in kinds.legal_holds()] == [("alice", None, "another court")]
    assert kinds.held_back([number]) == {number}
