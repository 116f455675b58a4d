"""A conversation sent again, and memories that come back as talk, are not learned twice."""

from __future__ import annotations

from datetime import timedelta

import pytest

from knowledge.models import Memory, MemorySource, Reaffirmation
from knowledge.queries.recall import RecallRequest
from knowledge.services import access
from knowledge.services.distil import Said
from knowledge.services.edit import forget
from knowledge.services.recall import recall
from tests.knowledge.helpers import NOW, days, say, writer
from tests.knowledge.talking import found, talk

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _trace_written_when_told():
    access.write_only_when_told()
    yield
    access.discard()


# ------------------------------------------------------------------ sending it again


def test_the_same_messages_again_add_nothing():
    said = ("I live in Kyoto.", "I moved to Osaka.", "I've decided to learn Rust this year.", "I love sushi.")
    talk(*said)
    before = list(Memory.objects.order_by("number").values())
    for _ in range(3):
        again = talk(*said)
        assert [(one.outcome, one.reason) for one in again.facts] == [("duplicate", "same_message")] * 4
    assert list(Memory.objects.order_by("number").values()) == before
    assert (Reaffirmation.objects.count(), MemorySource.objects.count()) == (0, 4)


def test_a_conversation_that_has_grown_adds_what_is_new():
    talk("I live in Kyoto.")
    report = talk("I live in Kyoto.", "I love sushi.")
    assert [one.outcome for one in report.facts] == ["duplicate", "stored"]


def test_turns_without_ids_are_known_again_too():
    said = (Said("I live in Kyoto.", speaker="Ann", at=NOW), Said("I love sushi.", speaker="Ann", at=NOW))
    assert [one.outcome for one in talk(*said, session="").facts] == ["stored", "stored"]
    again = talk(*said, Said("I love ramen.", speaker="Ann", at=NOW), session="")
    assert [one.outcome for one in again.facts] == ["duplicate", "duplicate", "stored"]


def test_what_was_forgotten_does_not_come_back_with_the_same_message():
    (one,) = talk("I live in Kyoto.").facts
    forget(actor=writer("operator"), memory_id=one.memory.id, reason="wrong", now=NOW)
    assert [again.outcome for again in talk("I live in Kyoto.").facts] == ["duplicate"]
    assert found("Kyoto") == []
    # Told again in a new message it is new information.
    assert [new.outcome for new in talk("I live in Kyoto.", session="s2").facts] == ["stored"]


# ------------------------------------------------------------------ echoes


def remember_and_recall(text: str, *, at) -> None:
    say(text, origin="agent_derived", now=days(-30), layer="semantic")
    recall(actor=writer("agent_derived"), agent="alice", request=RecallRequest(text), now=at)


def test_what_recall_just_returned_is_not_learned():
    remember_and_recall("Ann lives in Kyoto with two cats.", at=NOW - timedelta(minutes=40))
    access.flush()
    for text in (
        "Ann lives in Kyoto with two cats.",
        "- Ann lives in Kyoto with two cats",
        "ＡＮＮ lives in  kyoto with two cats!",
        "Memory: Ann lives in Kyoto with two cats.",
        "Ann lives in Kyoto.",
    ):
        for one in talk(text, session=text).facts:
            assert (one.outcome, one.reason, one.content) == ("dropped", "recall_echo", "")
    assert Memory.objects.count() == 1


def test_an_echo_that_is_not_in_the_log_yet_is_known_too():
    remember_and_recall("Ann lives in Kyoto with two cats.", at=NOW - timedelta(minutes=31))
    assert access.waiting() == 1
    assert [one.reason for one in talk("Ann lives in Kyoto with two cats.").facts] == ["recall_echo"]


def test_thirty_rounds_of_recalling_and_telling_change_nothing():
    say(
        "Ann lives in Kyoto.",
        origin="channel",
        subject="Ann",
        predicate="lives in",
        object="Kyoto",
        confidence=0.8,
        now=days(-9),
    )
    for round_ in range(30):
        at = NOW + timedelta(minutes=round_)
        hits = recall(
            actor=writer("agent_derived"), agent="alice", request=RecallRequest("Where does Ann live?"), now=at
        ).hits
        text = hits[0].memory.content
        said = Said(text, id=f"m{round_}", speaker="Ann", at=at + timedelta(seconds=20))
        report = talk(said, session=f"s{round_}", now=at + timedelta(seconds=30))
        assert {one.outcome for one in report.facts} <= {"dropped"}
    row = Memory.objects.get()
    assert row.confidence == 0.8
    assert Reaffirmation.objects.count() == 0


def test_a_person_may_say_in_their_own_words_what_was_recalled():
    say(
        "Ann lives in Kyoto.",
        origin="channel",
        subject="Ann",
        predicate="lives in",
        object="Kyoto",
        confidence=0.8,
        now=days(-9),
    )
    recall(
        actor=writer("agent_derived"), agent="alice", request=RecallRequest("Kyoto"), now=NOW - timedelta(minutes=40)
    )
    assert [one.outcome for one in talk("Yes, I live in Kyoto.").facts] == ["reaffirmed"]


def test_what_was_said_before_the_recall_is_no_echo():
    remember_and_recall("Ann lives in Kyoto with two cats.", at=NOW - timedelta(minutes=5))
    assert [one.outcome for one in talk("Ann lives in Kyoto.").facts] == ["stored"]


def test_the_message_a_memory_was_learned_from_is_no_echo_of_it():
    """A conversation is read at its end, long after its own first messages were recalled."""
    said = Said("Bob lives in Kyoto, in a house with a garden.", id="m0", speaker="Ann")
    talk(said)
    recall(actor=writer("agent_derived"), agent="alice", request=RecallRequest("Kyoto"), now=NOW)
    again = talk(said, Said("Bob likes tea a lot.", id="m1", speaker="Ann"), now=NOW + timedelta(minutes=1))
    assert [(one.outcome, one.reason) for one in again.facts] == [("duplicate", "same_message"), ("stored", "")]


def test_another_agents_recalls_do_not_count():
    say("Ann lives in Kyoto with two cats.", agent="bob", origin="agent_derived", now=days(-30), layer="semantic")
    bob = writer("agent_derived", "bob")
    recall(actor=bob, agent="bob", request=RecallRequest("Kyoto"), now=NOW - timedelta(minutes=40))
    assert [one.outcome for one in talk("Ann lives in Kyoto.").facts] == ["stored"]


def test_echoes_can_be_switched_off(settings):
    settings.HUB_TOML = {"distil": {"echo_minutes": 0}}
    remember_and_recall("Ann lives in Kyoto with two cats.", at=NOW - timedelta(minutes=40))
    assert [one.outcome for one in talk("Ann lives in Kyoto.").facts] == ["stored"]
