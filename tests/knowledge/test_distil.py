"""What becomes of a conversation in the store."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection

from knowledge.engine.types import Actor
from knowledge.errors import HubError, Invalid, Refused, TooLarge
from knowledge.models import AuditEvent, Memory, MemorySource, Reaffirmation
from knowledge.queries.recall import RecallRequest, search
from knowledge.services import access, audit
from knowledge.services.distil import Attachment, Conversation, Said, distil
from knowledge.services.edit import forget
from knowledge.services.recall import recall
from tests.knowledge.helpers import NOW, days, fact, say, writer

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _trace_written_when_told():
    access.write_only_when_told()
    yield
    access.discard()


def talk(*said: str | Said, session: str = "s1", origin: str = "agent_derived", now=NOW, ago=0, **more: Any):
    """Send what Ann said so many days ago, a minute apart, and learn it now."""
    turns = tuple(
        one
        if isinstance(one, Said)
        else Said(one, id=f"m{place}", speaker="Ann", at=now - timedelta(days=ago, minutes=30 - place))
        for place, one in enumerate(said)
    )
    actor = more.pop("actor", None) or writer(origin)
    return distil(actor=actor, agent="alice", conversation=Conversation(turns, session, **more), now=now)


def outcomes(report) -> list[tuple[str, str]]:
    return [(one.outcome, one.content) for one in report.facts]


def current() -> list[str]:
    """Contents of the rows that answer today."""
    rows = Memory.objects.filter(standing="believed", valid_until__isnull=True).order_by("number")
    return list(rows.values_list("content", flat=True))


def found(query: str, agent: str = "alice") -> list[str]:
    return [hit.memory.content for hit in search(agent=agent, request=RecallRequest(query), now=NOW).hits]


# ------------------------------------------------------------------ what is stored


def test_a_fact_of_a_conversation():
    (one,) = talk("I live in Kyoto since 2019.").facts
    assert (one.outcome, one.content, one.kind, one.turns) == ("stored", "Ann lives in Kyoto.", "attribute", ("m0",))
    row = Memory.objects.get()
    assert one.memory is not None
    assert one.memory.id == row.id
    assert (row.layer, row.origin, row.origin_trust, row.confidence) == ("semantic", "channel", 0.3, 0.9)
    assert (row.subject, row.predicate, row.object) == ("Ann", "lives in", "Kyoto")
    assert f"{row.valid_from:%Y-%m-%d}" == "2019-01-01"
    assert row.recorded_at == NOW - timedelta(minutes=30)
    assert row.source_event == "conversation:m0"
    source = MemorySource.objects.get()
    assert (source.kind, source.session, source.item, source.sequence) == ("message", "s1", "m0", 0)
    assert (source.observed_at, source.role) == (row.recorded_at, "direct")
    assert found("who lives in Kyoto") == ["Ann lives in Kyoto."]


def test_every_language_is_found_again():
    talk("I love sushi.", "納豆は苦手です。", "我住在北京海淀区。", "我喜歡看科幻小說。")
    assert found("納豆")[0] == "Annは納豆が嫌い。"
    assert found("北京")[0] == "Ann住在北京海淀区。"
    assert found("科幻小說")[0] == "Ann喜歡看科幻小說。"


@pytest.mark.parametrize(
    ("credential", "origin", "trust"),
    [
        ("agent_derived", "channel", 0.3),
        ("agent_derived:planner", "channel:planner", 0.3),
        ("channel:discord-42", "channel:discord-42", 0.3),
        ("mcp_external", "mcp_external", 0.3),
        ("tool_echo", "tool_echo", 0.5),
        ("user_direct", "user_direct", 1.0),
    ],
)
def test_the_credential_says_where_it_comes_from(credential, origin, trust):
    talk("I live in Kyoto.", origin=credential)
    row = Memory.objects.get()
    assert (row.origin, row.origin_trust) == (origin, trust)


def test_what_people_told_one_another_is_no_statement_of_whoever_sends_it():
    person = Actor(kind="person", name="bob", door="rest", roles=frozenset({"curator"}), agents=None, user_id=1)
    talk("I live in Kyoto.", actor=person)
    row = Memory.objects.get()
    assert (row.origin, row.origin_trust) == ("channel", 0.3)


def test_small_talk_leaves_nothing():
    report = talk("Good morning, how are you?", "That sounds great, thank you so much!", "ok")
    assert (report.facts, Memory.objects.count(), AuditEvent.objects.count()) == ((), 0, 0)
    assert [(one.turn, one.reason) for one in report.skipped] == [("m2", "too_short")]


def test_replies_are_not_learned():
    reply = Said("You live in Kyoto and your favourite colour is blue.", role="assistant", id="r", speaker="Hub")
    assert talk("What do you know about me?", reply).facts == ()


def test_at_most_twenty_facts():
    report = talk(". ".join(f"I love game number {number}" for number in range(25)))
    assert (len(report.facts), report.left_out, Memory.objects.count()) == (20, 5, 20)


# ------------------------------------------------------------------ outcomes


def test_a_correction_supersedes():
    report = talk("I live in Kyoto.", "Actually, I moved to Osaka.")
    assert [one.outcome for one in report.facts] == ["stored", "superseded"]
    assert report.facts[1].superseded_id == report.facts[0].memory.id
    assert current() == ["Ann lives in Osaka."]
    assert found("where does Ann live") == ["Ann lives in Osaka."]


def test_opinions_live_side_by_side_and_change_one_by_one():
    talk("I love sushi.", "I love ramen.", "I don't like ramen anymore.")
    assert sorted(current()) == ["Ann likes sushi.", "Ann no longer likes ramen."]


def test_no_longer_ends_what_it_speaks_of_and_nothing_else():
    talk("I work at Globex.", session="s1", now=days(-3))
    other = talk("I no longer work at Acme.", session="s2", now=days(-2))
    assert [(one.outcome, one.subject) for one in other.facts] == [("stored", None)]
    assert "Ann works at Globex." in current()
    ended = talk("I no longer work at Globex.", session="s3", now=days(-1))
    assert [one.outcome for one in ended.facts] == ["superseded"]
    assert "Ann works at Globex." not in current()


def test_a_denial_that_is_learned_first_still_ends_what_was_so_before():
    talk("I no longer work at Globex.", session="s1", now=days(-1))
    earlier = talk("I work at Globex.", session="s2", ago=9)
    assert [one.outcome for one in earlier.facts] == ["history"]
    assert current() == ["Ann no longer works at Globex."]


def test_any_denial_ends_whatever_holds():
    talk("I work at Globex.", session="s1", now=days(-3))
    report = talk("I quit my job.", session="s2")
    assert [one.outcome for one in report.facts] == ["superseded"]
    assert current() == ["Ann left their job."]


def test_said_again_in_another_message_is_one_row_with_two_proofs():
    talk("I live in Kyoto.", session="s1", now=days(-3))
    report = talk("We live in Kyoto.", session="s2")
    assert [one.outcome for one in report.facts] == ["reaffirmed"]
    row = Memory.objects.get()
    assert sorted(row.sources.values_list("session", "role")) == [("s1", "direct"), ("s2", "reaffirmed")]
    # The same class of origin proves nothing by saying it again.
    assert row.confidence == 0.9


def test_one_batch_or_one_by_one_gives_the_same_rows():
    said = ("I live in Kyoto.", "As I said, I live in Kyoto.", "I love tea.")
    talk(*said)
    together = list(Memory.objects.order_by("number").values_list("content", "subject", "predicate", "confidence"))
    proofs = MemorySource.objects.count()
    Memory.objects.all().delete()
    for place, text in enumerate(said):
        talk(Said(text, id=f"m{place}", speaker="Ann", at=NOW - timedelta(minutes=30 - place)))
    assert (
        list(Memory.objects.order_by("number").values_list("content", "subject", "predicate", "confidence")) == together
    )
    assert MemorySource.objects.count() == proofs == 3


def test_an_older_conversation_is_history():
    talk("I live in Osaka.", session="s2", now=days(-1))
    report = talk("I live in Kyoto.", session="s1", ago=400)
    assert [one.outcome for one in report.facts] == ["history"]
    assert current() == ["Ann lives in Osaka."]


def test_what_is_trusted_more_is_not_overruled_by_talk():
    fact("Kyoto", subject="Ann", predicate="lives in", origin="operator", now=days(-9))
    (one,) = talk("I moved to Osaka.").facts
    assert (one.outcome, one.reason) == ("held", "less_trusted")
    assert found("Osaka") == []
    assert current() == ["The lives in of Ann is Kyoto"]
    assert Memory.objects.filter(standing="held").count() == 1


def test_a_hesitant_update_waits_for_a_person():
    talk("I live in Kyoto.", session="s1", now=days(-3))
    (one,) = talk("I think I live in Osaka now.", session="s2").facts
    assert (one.outcome, one.reason) == ("held", "less_certain")
    assert found("where Ann lives") == ["Ann lives in Kyoto."]


def test_a_doubt_is_kept_as_a_sentence():
    (one,) = talk("Maybe I live in Kyoto.").facts
    assert (one.outcome, one.subject, one.confidence) == ("stored", None, 0.5)


def test_a_sentence_said_again_is_a_duplicate():
    first = talk("I've decided to learn Rust this year.", session="s1", now=days(-1))
    again = talk("I've decided to learn Rust this year.", session="s2")
    assert [one.outcome for one in (*first.facts, *again.facts)] == ["stored", "duplicate"]
    assert Memory.objects.count() == 1


def test_one_refusal_leaves_the_others(settings):
    settings.HUB_TOML = {"memory": {"quota": 1}}
    report = talk("I live in Kyoto.", "I love sushi.")
    assert [(one.outcome, one.content, one.reason) for one in report.facts] == [
        ("stored", "Ann lives in Kyoto.", ""),
        ("dropped", "", "refused"),
    ]


def test_small_batches_are_one_conversation_all_the_same(settings):
    settings.HUB_TOML = {"memory": {"batch_items": 1}}
    report = talk("I live in Kyoto.", "I moved to Osaka.", "I love sushi.")
    assert [one.outcome for one in report.facts] == ["stored", "superseded", "stored"]


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


# ------------------------------------------------------------------ turns that are memories


def imported(text: str, *, item: str = "m0", **more: Any):
    from knowledge.engine.types import SourceRef

    source = SourceRef(kind="message", session="s1", item=item, sequence=0, observed_at=days(-1))
    return say(
        text, source=source, source_event="transcript", origin=more.pop("origin", "import"), now=days(-1), **more
    )


def test_a_fact_from_an_imported_turn_has_it_as_its_parent():
    turn = imported("I live in Kyoto.").memory
    (one,) = talk("I live in Kyoto.").facts
    assert one.outcome == "stored"
    row = Memory.objects.get(id=one.memory.id)
    assert [link.parent.id for link in row.parents.all()] == [turn.id]
    assert sorted(row.sources.values_list("role", "item")) == [("direct", "m0"), ("inherited", "m0")]
    assert row.origin_trust == 0.3


def test_trust_never_exceeds_that_of_the_turn():
    imported("I live in Kyoto.", origin="channel", origin_trust=0.1)
    (one,) = talk("I live in Kyoto.").facts
    assert one.memory.origin_trust == 0.1


def test_nothing_is_learned_from_a_turn_that_is_not_believed():
    turn = imported("I live in Kyoto.").memory
    forget(actor=writer("operator"), memory_id=turn.id, reason="", now=NOW)
    (one,) = talk("I live in Kyoto.").facts
    assert (one.outcome, one.reason) == ("blocked", "message_not_believed")
    assert found("Kyoto") == []


# ------------------------------------------------------------------ documents

PROCEDURE = """# Refund procedure

1. Open the order in the back office.
2. Check that the item was returned. Amounts above 500 EUR must be approved by a manager.
3. Approve the refund and send the confirmation mail.
"""


def test_documents_go_into_the_wiki():
    report = talk(
        Said(PROCEDURE, id="d"),
        Said("I live in Kyoto.", id="m", speaker="Ann", attachments=(Attachment("refunds.md", PROCEDURE),)),
    )
    assert [(one.outcome, one.filed.path, one.document.turn, one.document.name) for one in report.documents] == [
        ("created", "auto/sop/refund-procedure.md", "d", ""),
        ("unchanged", "auto/sop/refund-procedure.md", "m", "refunds.md"),
    ]
    assert [one.content for one in report.facts] == ["Ann lives in Kyoto."]
    subjects = Memory.objects.order_by("subject").values_list("subject", flat=True)
    assert list(subjects) == ["Ann", "wiki:auto/sop/refund-procedure"]
    assert AuditEvent.objects.get(action="conversation.distilled").details["documents"] == {
        "created": 1,
        "unchanged": 1,
    }


# ------------------------------------------------------------------ what is refused


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
