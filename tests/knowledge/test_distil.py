"""What becomes of a conversation in the store."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from knowledge.engine.types import Actor
from knowledge.models import AuditEvent, Memory, MemorySource
from knowledge.services.distil import Attachment, Said
from knowledge.services.edit import forget
from tests.knowledge.helpers import NOW, days, fact, say, writer
from tests.knowledge.talking import current, found, talk

pytestmark = pytest.mark.django_db


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
