"""What is no conversation, whose it is, and what learning from it costs."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection

from knowledge.engine.types import Actor
from knowledge.errors import HubError, Invalid, Refused, TooLarge
from knowledge.models import AuditEvent, Memory, MemorySource
from knowledge.queries.recall import RecallRequest
from knowledge.services import access, audit
from knowledge.services.distil import Attachment, Conversation, Said, distil
from knowledge.services.recall import recall
from tests.knowledge.helpers import NOW, days, say, writer
from tests.knowledge.talking import talk

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("said", "error", "field"),
    [
        ((), Invalid, "turns"),
        ((Said("x" * 200_001),), TooLarge, "turns.0.text"),
        ((Said("hello\0world"),), Invalid, "turns.0.text"),
        ((Said("hello \ud800"),), Invalid, "turns.0.text"),
        ((Said("hello", role="bot"),), Invalid, "turns.0.role"),
        ((Said("hello", id="a"), Said("hello", id="a")), Invalid, "turns"),
        ((Said("hello", id="a" * 600),), TooLarge, "turns.0.id"),
        ((Said("hello", id="a\nb"),), Invalid, "turns.0.id"),
        ((Said("hello", speaker="A" * 101),), TooLarge, "turns.0.speaker"),
        ((Said("hello", speaker="A\u202eb"),), Invalid, "turns.0.speaker"),
        ((Said("hello", at=NOW.replace(tzinfo=None)),), Invalid, "turns.0.time"),
        ((Said("hello", seq=-1),), Invalid, "turns.0.seq"),
        ((Said("hello", attachments=(Attachment("a", "b"),) * 21),), TooLarge, "turns.0.attachments"),
        (tuple(Said("hello") for _ in range(501)), TooLarge, "turns"),
    ],
)
def test_what_is_no_conversation(said, error, field):
    with pytest.raises(error) as raised:
        distil(actor=writer(), agent="alice", conversation=Conversation(said, "s"), now=NOW)
    assert raised.value.field == field
    assert Memory.objects.count() == 0


def test_whose_agent_it_is():
    with pytest.raises(Refused):
        distil(
            actor=writer(agent="bob"), agent="alice", conversation=Conversation((Said("I live in Kyoto."),)), now=NOW
        )
    reader = Actor(kind="person", name="c", door="rest", roles=frozenset({"viewer"}), agents=None, user_id=2)
    with pytest.raises(Refused):
        talk("I live in Kyoto.", actor=reader)
    assert Memory.objects.count() == 0


def test_a_clock_that_runs_ahead_makes_nothing_of_the_future():
    ahead = Said("I live in Kyoto.", id="m", speaker="Ann", at=NOW + timedelta(days=9))
    (one,) = talk(ahead).facts
    assert one.memory.state == "current"
    assert one.memory.valid_from == NOW


def test_the_zone_of_the_people_decides_which_day_it_is():
    said = Said("The launch is tomorrow.", id="m", speaker="Ann", at=NOW.replace(hour=20) - timedelta(days=1))
    (one,) = talk(said, zone=ZoneInfo("Asia/Tokyo")).facts
    assert one.object == "2026-12-01"


def test_the_audit_tells_what_came_of_it_and_no_word_of_it():
    talk("I live in Kyoto.", "I moved to Osaka.")
    entry = AuditEvent.objects.get(action="conversation.distilled")
    assert entry.details == {"turns": 2, "facts": {"stored": 1, "superseded": 1}, "documents": {}}
    for one in AuditEvent.objects.all():
        text = f"{one.details}{one.target}{one.reason}"
        assert "Kyoto" not in text
        assert "s1" not in text


def test_the_number_of_queries_does_not_grow_with_what_is_known(django_assert_max_num_queries):
    for number in range(30):
        say(f"Ann remembers thing number {number}", origin="channel", now=days(-9))
        recall(actor=writer(), agent="alice", request=RecallRequest(f"thing number {number}"), now=NOW)
    access.flush()
    talk("I live in Kyoto.", session="warm")
    with django_assert_max_num_queries(45):
        talk("I love sushi.", session="s9")


def test_a_failing_write_says_so_and_keeps_nothing(monkeypatch):
    def fail(*_: object, **__: object) -> None:
        raise HubError("The audit cannot be written.")

    monkeypatch.setattr(audit, "record", fail)
    with pytest.raises(HubError):
        talk("I live in Kyoto.")
    assert Memory.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_the_same_conversation_sent_by_many_at_once_is_learned_once():
    def send(_: int) -> list[str]:
        try:
            return [one.outcome for one in talk("I live in Kyoto.", "I moved to Osaka.", "I love tea.").facts]
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(send, range(12)))
    assert sorted(answers)[:11] == [["duplicate"] * 3] * 11
    assert sorted(answers)[11] == ["stored", "superseded", "stored"]
    assert Memory.objects.count() == MemorySource.objects.count() == 3
    assert Memory.objects.filter(predicate="lives in", valid_until__isnull=True).count() == 1
