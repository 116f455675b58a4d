"""Too much from one origin about one thing: stopped with what came before it; nobody slips past the count."""

from __future__ import annotations

from datetime import timedelta
from unittest.mock import patch

import pytest

from curation.models import ApprovalItem, ApprovalRequest
from knowledge.conf import guard_settings
from knowledge.engine.types import Actor, MemoryDraft, SourceRef, StoreOutcome
from knowledge.errors import HubError
from knowledge.jobs import trim_sightings
from knowledge.models import AuditEvent, GuardSighting, Memory, MemorySpan
from knowledge.queries import sightings
from knowledge.queries.history import get_at, get_history
from knowledge.queries.recall import RecallRequest, search
from knowledge.services import aliases, release
from knowledge.services.check import check_hub
from knowledge.services.store import store_many
from tests.knowledge.helpers import NOW, days, fact, say, writer
from tests.knowledge.waiting import CURATOR

pytestmark = pytest.mark.django_db


def minutes(number: float):
    return NOW + timedelta(minutes=number)


def tell(number: int, *, at=None, origin: str = "channel:x", subject: str = "Alice", **rest):
    """Say a new thing about somebody."""
    moment = minutes(number) if at is None else at
    return fact(f"value {number}", predicate=f"p{number}", subject=subject, origin=origin, now=moment, **rest)


def standings(**fields) -> list[tuple[str, str]]:
    rows = Memory.objects.filter(**fields).order_by("number")
    return list(rows.values_list("standing", "standing_reason"))


def value_of(predicate: str, subject: str = "Alice", at=None):
    rows = get_at(agent="alice", subject=subject, predicate=predicate, at=at or days(1), now=days(1))
    return [row.object for row in rows]


def test_the_fifth_of_an_hour_takes_all_five_with_it_on_one_card():
    said = [tell(number) for number in range(5)]
    assert [one.outcome for one in said] == ["stored"] * 4 + ["quarantined"]
    assert standings() == [("quarantined", "burst")] * 5
    card = ApprovalRequest.objects.get()
    assert (card.kind, card.reason, card.origin, card.agent) == ("knowledge_quarantine", "burst", "channel:x", "alice")
    assert said[4].review_id == card.id
    assert set(card.items.values_list("memory", flat=True)) == {one.memory.id for one in said}
    assert card.items.all()[0].findings["counts"]["short"] == 5
    assert search(agent="alice", request=RecallRequest("value Alice"), now=days(1)).hits == ()


def test_four_are_nothing_and_a_second_subject_counts_apart():
    said = [tell(number) for number in range(4)] + [tell(number, subject="Bob") for number in range(4, 8)]
    assert {one.outcome for one in said} == {"stored"}
    assert not ApprovalRequest.objects.exists()
    assert value_of("p0") == ["value 0"]


def test_what_they_had_replaced_is_true_again():
    fact("first", subject="Alice", predicate="p1", origin="channel:other", now=days(-1))
    seen = MemorySpan.objects.count()
    said = [tell(number) for number in range(5)]
    assert said[1].outcome == "superseded"
    assert value_of("p1") == ["first"]
    history = get_history(agent="alice", subject="Alice", predicate="p1", now=days(1))
    assert [(row.object, row.valid_until, row.superseded_by) for row in history if row.state == "current"] == [
        ("first", None, None)
    ]
    events = list(MemorySpan.objects.filter(memory__object="first").order_by("pk").values_list("event", "valid_until"))
    assert len(MemorySpan.objects.all()) > seen
    assert events[-1] == ("reopened", None)
    # The second clock still knows what was believed in between, and tells it to those who decide only.
    then = {"agent": "alice", "subject": "Alice", "predicate": "p1", "at": minutes(3), "known_at": minutes(3)}
    assert get_at(**then, now=days(1)) == []
    assert [row.object for row in get_at(**then, include_inert=True, now=days(1))] == ["value 1"]
    known = get_at(agent="alice", subject="Alice", predicate="p1", at=minutes(3), known_at=minutes(5), now=days(1))
    assert [row.object for row in known] == ["first"]


def test_a_chain_of_lies_between_two_true_values_leaves_no_hole():
    fact("old", subject="Alice", predicate="city", origin="channel:a", now=days(-9))
    fact("new", subject="Alice", predicate="city", origin="channel:a", valid_from=days(3), now=days(-8))
    for number in range(5):
        fact(f"lie {number}", subject="Alice", predicate="city", origin="channel:x", now=minutes(number))
    rows = Memory.objects.filter(standing="believed").order_by("valid_from")
    assert [(row.object, row.valid_until) for row in rows] == [("old", days(3)), ("new", None)]
    assert rows[0].superseded_by_id == rows[1].id
    assert value_of("city", at=days(1)) == ["old"]


def test_a_trusted_note_about_something_else_makes_no_subject_disputed():
    say("The harbour opens at six", origin="operator")
    told = [
        say(f"note {n}", subject="Zoe", predicate=f"p{n}", object=str(n), origin=f"channel:{n}", policy="session",
            source=SourceRef("message", session="s"), now=minutes(n))
        for n in range(3)
    ]  # fmt: skip
    assert [one.outcome for one in told] == ["stored"] * 3


def test_one_batch_of_five_is_quarantined_as_one():
    drafts = [MemoryDraft(f"c{n}", subject="Alice", predicate=f"p{n}", object=str(n)) for n in range(5)]
    answers = store_many(actor=writer("mcp_external"), agent="alice", drafts=drafts, now=NOW)
    outcomes = [one for one in answers if isinstance(one, StoreOutcome)]
    assert [one.outcome for one in outcomes] == ["quarantined"] * 5
    assert {one.reason for one in outcomes} == {"burst"}
    assert {one.memory.state for one in outcomes} == {"quarantined"}
    assert len({one.review_id for one in outcomes}) == 1


def test_two_each_on_two_subjects_with_a_limit_of_three(settings):
    settings.HUB_TOML = {"knowledge_guard": {"max_per_subject": 3}}
    said = [tell(n, subject=name) for n, name in enumerate(["Alice", "Alice", "Bob", "Bob"])]
    assert {one.outcome for one in said} == {"stored"}
    assert tell(9, subject="Bob").outcome == "quarantined"
    assert standings(subject="Alice") == [("believed", "")] * 2


def test_what_was_said_outside_the_window_does_not_count():
    for number in range(4):
        tell(number, at=days(-1))
    assert tell(4).outcome == "stored"


def test_a_slow_drip_is_stopped_at_the_twentieth():
    said = [tell(number, at=NOW + timedelta(minutes=61 * number)) for number in range(20)]
    assert [one.outcome for one in said] == ["stored"] * 19 + ["quarantined"]
    assert said[-1].reason == "drip"
    assert standings() == [("quarantined", "drip")] * 20


def test_one_every_fifteen_minutes_is_stopped_at_the_fifth_when_an_hour_holds_five():
    said = [tell(number, at=NOW + timedelta(minutes=14 * number)) for number in range(5)]
    assert said[-1].outcome == "quarantined"


@pytest.mark.parametrize("origin", ["channel", "mcp_external", "tool_echo"])
def test_many_names_of_one_class_are_counted_together(origin):
    said = [tell(number, origin=f"{origin}:{number}") for number in range(10)]
    assert [one.outcome for one in said] == ["stored"] * 9 + ["quarantined"]
    assert standings() == [("quarantined", "burst")] * 10
    assert ApprovalRequest.objects.get().origin == origin


def test_many_voices_against_a_trusted_fact_are_stopped_earlier():
    fact("true", subject="Alice", predicate="answer", origin="operator", now=days(-1))
    said = [tell(number, origin=f"channel:{number}") for number in range(5)]
    assert [one.outcome for one in said] == ["stored"] * 4 + ["quarantined"]
    assert value_of("answer") == ["true"]
    assert standings(origin__startswith="channel") == [("quarantined", "burst")] * 5


def test_classes_that_are_trusted_more_are_not_counted_together():
    said = [tell(number, origin=f"agent_derived:{number}") for number in range(12)]
    assert {one.outcome for one in said} == {"stored"}


SPELLINGS = [
    "Alice", "alice ", "ALICE", "Ａｌｉｃｅ", "Аlice", "Al\u200bice", " alice", "aIice".replace("I", "l"),
    "ali\u00adce", "Alicе", "ａlice", "al\u2060ice",
]  # fmt: skip


def test_another_spelling_is_the_same_bucket():
    said = [tell(number, subject=name) for number, name in enumerate(SPELLINGS)]
    assert [one.outcome for one in said] == ["stored"] * 4 + ["quarantined"] * 8
    assert standings() == [("quarantined", "burst")] * 12


def test_another_name_is_the_same_bucket():
    aliases.add_alias(actor=writer(), agent="alice", canonical="Alice", alias="boss", now=NOW)
    said = [tell(number, subject="boss" if number % 2 else "Alice") for number in range(5)]
    assert said[-1].outcome == "quarantined"
    assert standings() == [("quarantined", "burst")] * 5


def test_one_text_to_many_agents_is_stopped_everywhere_on_one_card():
    told = {"subject": "bank", "predicate": "site", "object": "evil.example", "origin": "channel:x"}
    outcomes = [
        say("The bank moved to evil.example", agent=f"a{number}", now=minutes(number / 10), **told).outcome
        for number in range(50)
    ]
    assert outcomes == ["stored"] * 5 + ["quarantined"] * 45
    assert standings() == [("quarantined", "spread")] * 50
    card = ApprovalRequest.objects.get()
    assert (card.agent, card.reason, card.items.count()) == ("", "spread", 50)


@pytest.mark.parametrize("origin", ["operator", "user_direct", "import"])
def test_people_and_imports_are_not_counted(origin):
    assert {tell(number, origin=origin).outcome for number in range(12)} == {"stored"}
    assert not GuardSighting.objects.exists()


def test_what_is_not_a_new_fact_is_not_counted():
    tell(0)
    for number in range(1, 9):  # said again
        assert tell(0, at=minutes(number)).outcome == "reaffirmed"
    for number in range(1, 9):  # history
        outcome = fact(
            f"old {number}",
            subject="Alice",
            predicate="p0",
            origin="channel:x",
            valid_from=days(-number),
            now=minutes(9),
        )
        assert outcome.outcome == "history"
    for number in range(9):  # turns, and texts without a triple
        say(f"turn {number}", source_event="transcript", origin="channel:x")
        say(f"note {number}", origin="channel:x")
    assert GuardSighting.objects.count() == 1
    assert not ApprovalRequest.objects.exists()


def test_sentences_read_from_conversations_count_by_their_first_name():
    said = [
        say(
            f"Zed Corp said thing {number}",
            source_event=f"conversation:{number}",
            origin="channel:x",
            now=minutes(number),
        )
        for number in range(5)
    ]
    assert [one.outcome for one in said] == ["stored"] * 4 + ["quarantined"]


def test_imports_a_person_started_are_not_counted():
    actor = Actor(kind="person", name="bob", door="import", roles=frozenset({"admin"}), agents=None)
    drafts = [
        MemoryDraft(f"c{n}", subject="Alice", predicate=f"p{n}", object=str(n), origin="channel:x") for n in range(9)
    ]
    answers = store_many(actor=actor, agent="alice", drafts=drafts, now=NOW)
    assert {one.outcome if isinstance(one, StoreOutcome) else one.code for one in answers} == {"stored"}


def test_what_a_person_let_in_stays_when_more_comes():
    said = [tell(number) for number in range(5)]
    release.release(actor=CURATOR, memory_id=said[0].memory.id, now=minutes(6))
    assert value_of("p0") == ["value 0"]
    assert tell(7).outcome == "quarantined"
    assert value_of("p0") == ["value 0"]
    assert standings(standing="believed") == [("believed", "")]


def test_what_joins_later_goes_on_the_same_card():
    for number in range(8):
        tell(number)
    card = ApprovalRequest.objects.get()
    assert card.items.count() == 8
    assert ApprovalItem.objects.values("memory").distinct().count() == 8


def test_a_guard_that_cannot_count_believes_nothing():
    with patch.object(sightings, "_COUNTS", "SELECT nothing FROM no_such_table WHERE 1 IN ({marks})"):
        outcome = tell(0)
    assert (outcome.outcome, outcome.reason) == ("quarantined", "guard_failed")
    assert value_of("p0") == []
    assert ApprovalRequest.objects.get().reason == "guard_failed"
    assert Memory.objects.get().agent.live_memories == 0
    assert tell(1).outcome == "stored"


@pytest.mark.parametrize(
    ("table", "enabled", "most"),
    [
        ({}, True, 5),
        ({"enabled": "no"}, True, 5),
        ({"enabled": 0}, True, 5),
        ({"enabled": False}, False, 5),
        ({"max_per_subject": "7", "window_secs": -1}, True, 5),
        ({"max_per_subject": 3}, True, 3),
        ("off", True, 5),
    ],
)
def test_nothing_malformed_turns_it_off(settings, table, enabled, most):
    settings.HUB_TOML = {"knowledge_guard": table}
    found = guard_settings()
    assert (found.enabled, found.max_per_subject, found.window_secs) == (enabled, most, 3_600)
    said = [tell(number) for number in range(most)]
    assert said[-1].outcome == ("quarantined" if enabled else "stored")


def test_a_clock_that_was_set_back_does_not_open_a_new_window():
    for number in range(4):
        tell(number, at=days(2))
    assert tell(4, at=days(0)).outcome == "quarantined"


def test_old_counts_are_cleared():
    tell(0, at=NOW - timedelta(days=9_000))
    assert "1 old" in trim_sightings(dry_run=True)
    assert "1 old" in trim_sightings()
    assert not GuardSighting.objects.exists()
    assert standings() == [("believed", "")]


def test_claims_that_wait_against_a_stronger_value_count_too():
    fact("true", predicate="p0", subject="Alice", origin="operator", now=NOW)
    held = [fact(f"lie {n}", predicate="p0", subject="Alice", origin="channel:x", now=minutes(n + 1)) for n in range(4)]
    assert [one.outcome for one in held] == ["held"] * 4
    fifth = fact("another lie", predicate="p9", subject="Alice", origin="channel:x", now=minutes(9))
    assert (fifth.outcome, fifth.reason) == ("quarantined", "burst")
    assert Memory.objects.filter(standing="held").count() == len(held)
    assert value_of("p0") == ["true"]


def test_a_burst_beyond_the_days_room_is_turned_away_with_an_entry_and_never_believed(settings):
    settings.HUB_TOML = {"knowledge_guard": {"quarantined_per_day": 6}}
    outcomes: list[str] = []
    for number in range(9):
        try:
            outcomes.append(tell(number).outcome)
        except HubError as error:
            outcomes.append(error.code)
    assert outcomes == ["stored"] * 4 + ["quarantined"] * 2 + ["too_many"] * 3
    assert Memory.objects.filter(standing="quarantined").count() == 6
    assert set(Memory.objects.filter(standing="rejected").values_list("standing_reason", flat=True)) == {
        "quarantine_full"
    }
    assert not Memory.objects.filter(standing="believed").exists()
    assert AuditEvent.objects.filter(action="memory.quarantine_refused").count() == 3
    assert ApprovalItem.objects.count() == 6
    assert value_of("p8") == []
    assert check_hub(quick=True).checks["cards of what waits"] == 0


def test_what_waits_without_a_card_and_a_card_without_what_waits_are_found():
    for number in range(5):
        tell(number)
    assert check_hub(quick=True).checks["cards of what waits"] == 0
    first, second = Memory.objects.filter(standing="quarantined").order_by("number")[:2]
    ApprovalItem.objects.filter(memory=first.id).update(status="withdrawn")
    Memory.objects.filter(id=second.id).update(standing="archived")
    report = check_hub(quick=True)
    where = [found.where for name, found in report.findings if name == "cards of what waits"]
    assert len(where) == 2
    assert any(first.id in one and "on none" in one for one in where)
    assert any(second.id in one and "does not wait" in one for one in where)


def test_what_the_hub_writes_without_a_source_is_no_order():
    hub = Actor(kind="system", name="jobs", door="job", agents=None)
    (outcome,) = store_many(actor=hub, agent="alice", drafts=[MemoryDraft("The office is in Kyoto.")], now=NOW)
    assert isinstance(outcome, StoreOutcome)
    row = Memory.objects.get(id=outcome.memory.id)
    assert (outcome.outcome, row.sources.get().session) == ("stored", "hub:jobs")
