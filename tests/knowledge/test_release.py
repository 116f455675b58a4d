"""What a decision does to a row that waits, and what it is bound to."""

from __future__ import annotations

from typing import Any

import pytest

from knowledge.engine.trust import ceiling
from knowledge.engine.types import Actor
from knowledge.errors import NotFound, Refused
from knowledge.models import AuditEvent, Memory, MemorySource
from knowledge.queries.browse import ListFilters, list_memories
from knowledge.queries.history import get_history
from knowledge.queries.review import pictures, shown
from knowledge.services import release
from tests.knowledge.helpers import days, fact, say, writer
from tests.knowledge.released import books_balance, found, value_at
from tests.knowledge.waiting import CURATOR, quarantined

pytestmark = pytest.mark.django_db


# ------------------------------------------------------------------ letting in


def test_a_released_row_is_found_and_was_not_before() -> None:
    row = quarantined("brompton", subject=None, predicate=None, content="The bicycle is a brompton")
    assert found("brompton") == []
    assert list_memories(agents=frozenset({"alice"}), filters=ListFilters(layer="episodic"), now=days(1)).items == ()
    outcome = release.release(actor=CURATOR, memory_id=row.id, now=days(1))
    assert (outcome.outcome, outcome.memory_id) == ("stored", row.id)
    assert found("brompton") == [row.id]
    row.refresh_from_db()
    assert (row.standing, row.origin, row.origin_trust) == ("believed", "channel:x", 0.3)
    books_balance()


def test_released_from_quarantine_it_finds_its_place_by_the_rules() -> None:
    fact("A", origin="channel:x", now=days(-10))
    row = quarantined("B", now=days(-2))
    assert value_at(-1) == "A"
    outcome = release.release(actor=CURATOR, memory_id=row.id, now=days(0))
    assert outcome.outcome == "superseded"
    assert outcome.superseded_id == Memory.objects.get(object="A").id
    # True from when it was said, known since it was released.
    assert (value_at(-1), value_at(-1, known_at=days(-1)), value_at(-3)) == ("B", "A", "A")
    late = quarantined("H", now=days(1), valid_from=days(-5))
    assert release.release(actor=CURATOR, memory_id=late.id, now=days(2)).outcome == "history"
    assert [value_at(at) for at in (-6, -4, -1)] == ["A", "H", "B"]
    again = quarantined("B", now=days(3))
    outcome = release.release(actor=CURATOR, memory_id=again.id, now=days(4))
    assert (outcome.outcome, outcome.memory_id) == ("reaffirmed", row.id)
    again.refresh_from_db()
    assert (again.standing, again.standing_reason) == ("archived", "merged")
    assert MemorySource.objects.filter(memory__id=row.id, role="reaffirmed").count() == 1
    books_balance()


def test_a_released_row_that_the_current_value_outranks_is_held_against_it() -> None:
    from curation.models import ApprovalRequest

    current = fact("A", now=days(-10)).memory
    row = quarantined("B", now=days(-2))
    agent = writer("channel:x")
    outcome = release.release(actor=CURATOR, memory_id=row.id, raiser=agent, now=days(0))
    row.refresh_from_db()
    assert (outcome.outcome, row.standing, row.standing_reason, row.rival) == (
        "held",
        "held",
        "less_trusted",
        current.id,
    )
    card = ApprovalRequest.objects.get(id=outcome.review_id)
    assert (card.kind, card.raised_by_kind) == ("fact_conflict", "agent")
    assert value_at(1) == "A"
    # Approving that one is the act of a person, and the person's origin carries it.
    assert release.release(actor=CURATOR, memory_id=row.id, now=days(1)).outcome == "superseded"
    row.refresh_from_db()
    assert (row.origin, row.origin_trust, value_at(2)) == ("operator", 1.0, "B")
    books_balance()


def test_the_same_claim_that_waits_already_is_not_doubled() -> None:
    fact("A", now=days(-10))
    waiting = fact("B", origin="channel:x", now=days(-0.5))
    row = quarantined("B", now=days(-0.4))
    outcome = release.release(actor=CURATOR, memory_id=row.id, now=days(0))
    assert (outcome.outcome, outcome.memory_id, outcome.review_id) == ("held", waiting.memory.id, waiting.review_id)
    assert Memory.objects.filter(standing="held").count() == 1
    books_balance()


@pytest.mark.parametrize(
    ("reason", "first", "claim"),
    [
        ("less_trusted", {}, {"origin": "channel:x"}),
        ("less_certain", {"confidence": 0.9}, {"confidence": 0.8}),
        ("below_threshold", {"origin": "channel:x", "confidence": 0.5, "policy": None}, {"confidence": 0.6}),
    ],
)
def test_an_approved_claim_replaces_what_held_it_back(reason: str, first: Any, claim: Any) -> None:
    if reason != "below_threshold":
        fact("A", now=days(-10), **first)
    held = fact("B", now=days(-2), **claim)
    assert (held.outcome, held.reason) == ("held", reason)
    outcome = release.release(actor=CURATOR, memory_id=held.memory.id, now=days(0))
    assert outcome.outcome == ("stored" if reason == "below_threshold" else "superseded")
    row = Memory.objects.get(id=held.memory.id)
    assert (row.origin, row.confidence) == ("operator", claim.get("confidence", 1.0))
    assert value_at(1) == "B"
    (last,) = AuditEvent.objects.filter(action="memory.released")
    assert (last.actor, last.target, last.details["was"]) == ("bob", row.id, "held")
    books_balance()


def test_an_approved_end_ends_the_row_and_the_claim_rests() -> None:
    current = fact("A", now=days(-10)).memory
    held = fact("A", origin="channel:x", now=days(-2), valid_until=days(5))
    assert held.outcome == "held"
    outcome = release.release(actor=CURATOR, memory_id=held.memory.id, now=days(0))
    assert (outcome.outcome, outcome.memory_id) == ("ended", current.id)
    assert (value_at(4), value_at(6)) == ("A", None)
    assert Memory.objects.get(id=held.memory.id).origin == "channel:x"
    release.undo(actor=CURATOR, trace=outcome.trace, now=days(0))
    assert value_at(6) == "A"
    books_balance()


def test_an_approved_claim_is_trusted_no_more_than_what_it_was_made_from() -> None:
    parent = say("They said so", origin="channel:x", now=days(-20)).memory
    fact("A", now=days(-10))
    held = fact("B", origin="agent_derived", now=days(-2), derived_from=(parent.id,))
    release.release(actor=CURATOR, memory_id=held.memory.id, now=days(0))
    row = Memory.objects.get(id=held.memory.id)
    assert (row.origin, row.origin_trust, value_at(1)) == ("operator", 0.3, "B")
    books_balance()


def test_whoever_said_it_a_released_row_replaces_nothing_that_is_trusted_more() -> None:
    classes = ["operator", "import", "agent_derived", "tool_echo", "channel:x", "unattributed"]
    for place, current in enumerate(classes):
        for number, origin in enumerate(classes):
            subject = f"s{place}{number}"
            fact("A", subject=subject, origin=current, now=days(-10))
            row = quarantined("B", subject=subject, origin=origin, now=days(-2))
            outcome = release.release(actor=CURATOR, memory_id=row.id, now=days(0)).outcome
            weaker = ceiling(origin) < ceiling(current)
            assert outcome == ("held" if weaker else "superseded"), (current, origin)
    books_balance()


# ------------------------------------------------------------------ bound to what was shown


def test_a_claim_is_stale_once_the_value_it_would_replace_has_changed() -> None:
    fact("A", now=days(-10))
    held = fact("B", origin="channel:x", now=days(-2))
    seen, rival = shown([held.memory.id])[held.memory.id]
    assert rival == Memory.objects.get(object="A").id
    fact("C", now=days(-1.5), valid_from=days(-3))
    outcome = release.release(actor=CURATOR, memory_id=held.memory.id, shown=seen, now=days(0))
    row = Memory.objects.get(id=held.memory.id)
    assert (outcome.outcome, row.standing, row.invalidated_by_event) == ("stale", "rejected", "stale")
    assert (value_at(1), found("lang user is B")) == ("C", [Memory.objects.get(object="C").id])
    books_balance()


CHANGES: dict[str, Any] = {
    "content": "The lang of user is X",
    "subject": "usex",
    "predicate": "lanx",
    "object": "X",
    "object_is_json": True,
    "tags": ["x"],
    "metadata": {"x": 1},
    "importance": 5.5,
    "layer": "semantic",
    "origin": "channel:y",
    "origin_trust": 0.29,
    "confidence": 0.99,
    "stated_until": days(900),
    "valid_from": days(-2.1),
    "policy": "identity",
    "ttl_seconds": 999,
    "source_event": "x",
}


@pytest.mark.parametrize("standing", ["held", "quarantined"])
@pytest.mark.parametrize("name", CHANGES)
def test_every_field_that_is_shown_binds_the_decision(name: str, standing: str) -> None:
    fact("A", now=days(-10))
    memory_id = fact("B", origin="channel:x", now=days(-2)).memory.id if standing == "held" else quarantined("B").id
    seen = shown([memory_id])[memory_id][0]
    Memory.objects.filter(id=memory_id).update(**{name: CHANGES[name]})
    assert release.release(actor=CURATOR, memory_id=memory_id, shown=seen, now=days(1)).outcome == "stale"
    assert value_at(2) == "A"


@pytest.mark.parametrize(
    ("name", "value"),
    [("content", "X"), ("object", "X"), ("origin", "import"), ("origin_trust", 0.99), ("valid_until", days(300))],
)
def test_so_does_every_field_of_what_a_claim_would_replace(name: str, value: Any) -> None:
    rival = fact("A", now=days(-10)).memory
    held = fact("B", origin="channel:x", now=days(-2)).memory.id
    seen = shown([held])[held][0]
    Memory.objects.filter(id=rival.id).update(**{name: value})
    assert release.release(actor=CURATOR, memory_id=held, shown=seen, now=days(1)).outcome == "stale"


def test_texts_that_run_into_one_another_are_told_apart() -> None:
    seen = set()
    for subject, value in (("ab", "c"), ("a", "bc")):
        row = quarantined(value, subject=subject, predicate="p", content="same")
        Memory.objects.filter(id=row.id).update(id="m_same")
        seen.add(shown(["m_same"])["m_same"][0])
        Memory.objects.filter(id="m_same").update(id=row.id)
    assert len(seen) == 2


def test_a_confirmation_or_a_recall_meanwhile_changes_nothing_of_it() -> None:
    fact("A", now=days(-10), confidence=0.9)
    held = fact("B", origin="channel:x", now=days(-2)).memory.id
    seen = shown([held])[held][0]
    fact("A", origin="channel:z", now=days(-1))
    Memory.objects.filter(object="A").update(access_count=9, last_accessed_at=days(0))
    picture = pictures(ids=[held])[held]
    assert (picture.digest, picture.in_place and picture.in_place.object) == (seen, "A")
    assert release.release(actor=CURATOR, memory_id=held, shown=seen, now=days(0)).outcome == "superseded"


def test_pictures_cost_the_same_however_many(django_assert_num_queries: Any) -> None:
    fact("A", now=days(-10))
    ids = [fact(f"B{number}", origin="channel:x", now=days(-2)).memory.id for number in range(12)]
    with django_assert_num_queries(6):
        assert len(pictures(ids=ids[:2], now=days(0))) == 2
    with django_assert_num_queries(6):
        assert {one.in_place.object for one in pictures(ids=ids, now=days(0)).values() if one.in_place} == {"A"}
    assert pictures(ids=ids, agents=frozenset({"bob"})) == {}


# ------------------------------------------------------------------ turning away


@pytest.mark.parametrize("standing", ["held", "quarantined"])
def test_a_rejected_row_is_closed_for_good(standing: str) -> None:
    fact("A", now=days(-10))
    memory_id = fact("B", origin="channel:x", now=days(-2)).memory.id if standing == "held" else quarantined("B").id
    outcome = release.reject(actor=CURATOR, memory_id=memory_id, reason="not so", now=days(1))
    row = Memory.objects.get(id=memory_id)
    assert (outcome.outcome, row.standing, row.origin_trust) == ("rejected", "rejected", 0.1)
    assert row.invalidated_by_event == ("quarantine_reject" if standing == "quarantined" else "claim_reject")
    assert row.invalidated_at == days(1)
    assert memory_id not in found("lang of user is B")
    shown_history = get_history(agent="alice", subject="user", predicate="lang", include_inert=True)
    assert ("B", "rejected") in {(one.object, one.state) for one in shown_history}
    assert [one.object for one in get_history(agent="alice", subject="user", predicate="lang")] == ["A"]
    for again in (release.release, release.reject):
        with pytest.raises(NotFound):
            again(actor=CURATOR, memory_id=memory_id, now=days(2))
    books_balance()


def test_what_was_made_from_a_rejected_row_is_trusted_no_more_than_it() -> None:
    row = quarantined("B", origin="import", subject=None, predicate=None, content="the root")
    trace = release.release(actor=CURATOR, memory_id=row.id, now=days(1)).trace
    child = say("a child", now=days(2), derived_from=(row.id,)).memory.id
    grandchild = say("a grandchild", now=days(3), derived_from=(child,)).memory.id
    release.undo(actor=CURATOR, trace=trace, now=days(4))
    outcome = release.reject(actor=CURATOR, memory_id=row.id, now=days(5))
    trusts = dict(Memory.objects.values_list("id", "origin_trust"))
    assert trusts == {row.id: 0.1, child: 0.1, grandchild: 0.1}
    assert set(found("child")) >= {child}
    books_balance()
    release.undo(actor=CURATOR, trace=outcome.trace, now=days(6))
    assert set(Memory.objects.values_list("origin_trust", flat=True)) == {0.7}
    books_balance()


# ------------------------------------------------------------------ who


def test_a_viewer_decides_nothing_and_a_stranger_sees_nothing() -> None:
    row = quarantined("B")
    viewer = Actor(kind="person", name="v", door="page", roles=frozenset({"viewer"}), agents=None)
    stranger = Actor(kind="person", name="s", door="page", roles=frozenset({"curator"}), agents=frozenset({"bob"}))
    for act in (release.release, release.reject):
        with pytest.raises(Refused):
            act(actor=viewer, memory_id=row.id)
        for memory_id in (row.id, "m_unknown", "\0"):
            who = stranger if memory_id == row.id else CURATOR
            with pytest.raises(NotFound):
                act(actor=who, memory_id=memory_id)
    trace = release.reject(actor=CURATOR, memory_id=row.id, now=days(1)).trace
    with pytest.raises(NotFound):
        release.undo(actor=stranger, trace=trace)
    with pytest.raises(Refused):
        release.undo(actor=viewer, trace=trace)
