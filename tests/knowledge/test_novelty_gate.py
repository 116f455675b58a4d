from __future__ import annotations

import io
import threading
from datetime import timedelta

import pytest
from django.db import close_old_connections, connection

from knowledge.engine.types import Actor, MemoryDraft, StoreOutcome
from knowledge.models import Agent, Memory, MemorySource
from knowledge.services.edit import forget
from knowledge.services.import_report import ImportRequest
from knowledge.services.importing import import_stream
from knowledge.services.store import store, store_many
from tests.engine.novelty_pairs import CHANGED, COPIES
from tests.knowledge.helpers import NOW, days, fact, say, writer

REFUND = "The refund window for online orders is 7 days"
PERSON = Actor(kind="person", name="carol", door="import", roles=frozenset({"admin"}), agents=None)


def learn(content: str, **rest):
    return say(content, layer="semantic", **rest)


def contents(agent: str = "alice") -> list[str]:
    return list(Memory.objects.filter(agent__name=agent).order_by("number").values_list("content", flat=True))


@pytest.mark.django_db
def test_the_same_text_twice_is_one_row():
    first = learn(REFUND)
    second = learn(REFUND)
    assert (first.outcome, second.outcome, second.reason) == ("stored", "duplicate", "copy")
    assert second.memory.id == first.memory.id
    assert contents() == [REFUND]
    agent = Agent.objects.get(name="alice")
    assert (agent.total_memories, agent.live_memories) == (1, 1)
    assert MemorySource.objects.count() == 1


@pytest.mark.django_db
def test_a_changed_value_is_stored():
    learn(REFUND)
    assert learn(REFUND.replace("7", "30")).outcome == "stored"
    assert len(contents()) == 2


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "ja", "zh"])
def test_every_pair_of_the_tables(language):
    # A curator, whose own sentences are no orders: some pairs read like ones.
    curator = Actor(kind="person", name="bob", door="page", roles=frozenset({"curator"}), agents=None, user_id=1)

    def outcomes(agent: str, *texts: str) -> list[str]:
        return [
            store(actor=curator, agent=agent, draft=MemoryDraft(text, layer="semantic"), now=NOW).outcome
            for text in texts
        ]

    for place, pair in enumerate(COPIES[language]):
        assert outcomes(f"copies-{place}", *pair) == ["stored", "duplicate"], pair
    for place, pair in enumerate(CHANGED[language]):
        assert outcomes(f"changed-{place}", *pair) == ["stored", "stored"], pair


@pytest.mark.django_db
def test_only_semantic_memories_without_a_triple_are_gated():
    for layer in ("episodic", "procedural"):
        assert [say(REFUND, layer=layer).outcome for _ in range(2)] == ["stored", "stored"]
    assert learn(REFUND).outcome == "stored"
    assert fact("7 days", content=REFUND, layer="semantic").outcome == "stored"
    assert fact("7 days", subject="shop", content=REFUND, layer="semantic").outcome == "stored"
    assert len(contents()) == 7
    assert learn("Prefers tea", subject="Ann").outcome == "stored"
    assert learn("Prefers tea", subject="Ben").outcome == "stored"
    assert learn("prefers tea.", subject="ann").outcome == "duplicate"


@pytest.mark.django_db
def test_another_agent_knows_nothing_of_it():
    learn(REFUND, agent="bob")
    assert learn(REFUND, agent="alice").outcome == "stored"


@pytest.mark.django_db
def test_a_row_that_is_not_current_refuses_nothing():
    gone = learn(REFUND).memory.id
    forget(actor=writer(), memory_id=gone, now=NOW)
    assert learn(REFUND).outcome == "stored"

    learn("Ended", valid_from=days(-5), valid_until=days(-1), now=days(-5))
    assert learn("Ended").outcome == "stored"
    learn("Expired", ttl_seconds=60, now=days(-1))
    assert learn("Expired").outcome == "stored"
    learn("Later", valid_from=days(3))
    assert learn("Later").outcome == "stored"
    held = learn("Quarantined").memory.id
    Memory.objects.filter(id=held).update(standing="quarantined")
    assert learn("Quarantined").outcome == "stored"


@pytest.mark.django_db
def test_a_planted_copy_does_not_keep_a_trusted_statement_out():
    planted = learn(REFUND, origin="channel:stranger")
    assert learn(REFUND, origin="channel:other").outcome == "duplicate"
    true = learn(REFUND, origin="operator")
    assert (true.outcome, true.memory.origin_trust) == ("stored", 1.0)
    assert learn(REFUND, origin="channel:stranger").memory.id == true.memory.id != planted.memory.id
    assert len(contents()) == 2


@pytest.mark.django_db
def test_a_doubtful_copy_does_not_keep_a_certain_statement_out():
    learn(REFUND, confidence=0.5)
    assert learn(REFUND, confidence=0.9).outcome == "stored"
    assert learn(REFUND, confidence=0.7).outcome == "duplicate"


@pytest.mark.django_db
def test_what_will_be_gone_soon_does_not_stand_in_for_what_stays():
    learn(REFUND, ttl_seconds=3_600)
    assert learn(REFUND, ttl_seconds=3_600, now=NOW + timedelta(minutes=10)).outcome == "duplicate"
    assert learn(REFUND, ttl_seconds=3_600, now=NOW + timedelta(minutes=45)).outcome == "stored"
    assert learn(REFUND, now=NOW + timedelta(minutes=46)).outcome == "stored"
    assert learn(REFUND, ttl_seconds=60, now=NOW + timedelta(minutes=47)).outcome == "duplicate"
    assert len(contents()) == 3


@pytest.mark.django_db
def test_what_was_true_once_is_stored_beside_what_is():
    learn(REFUND)
    past = learn(REFUND, valid_from=days(-9), valid_until=days(-8))
    assert past.outcome == "stored"


@pytest.mark.django_db
def test_one_refusal_never_stops_a_batch_and_copies_inside_it_are_seen():
    learn(REFUND)
    drafts = [
        MemoryDraft(text, layer="semantic")
        for text in (
            "Tea is at four",
            REFUND.upper(),
            "",
            "tea is at 4.",
            "Tea is at five",
            "TEA IS AT FIVE!",
        )
    ]
    outcomes = store_many(actor=writer(), agent="alice", drafts=drafts, now=NOW)
    assert [one.outcome if isinstance(one, StoreOutcome) else one.code for one in outcomes] == [
        "stored",
        "duplicate",
        "invalid",
        "duplicate",
        "stored",
        "duplicate",
    ]
    ids = [one.memory.id if isinstance(one, StoreOutcome) else "" for one in outcomes]
    assert (ids[3], ids[5]) == (ids[0], ids[4])
    assert contents() == [REFUND, "Tea is at four", "Tea is at five"]


@pytest.mark.django_db
def test_the_gate_has_a_switch(settings):
    settings.HUB_TOML = {"memory": {"novelty_gate": False}}
    assert [learn(REFUND).outcome for _ in range(3)] == ["stored"] * 3
    settings.HUB_TOML = {}
    assert learn(REFUND).outcome == "duplicate"
    settings.HUB_TOML = {"memory": {"novelty_gate": "off"}}
    assert learn(REFUND).outcome == "duplicate"


@pytest.mark.django_db
def test_an_import_reports_copies_and_adds_nothing_when_repeated():
    lines = [
        f'{{"content": "{REFUND}", "layer": "semantic"}}',
        f'{{"content": "{REFUND}!", "layer": "semantic"}}',
        f'{{"content": "{REFUND}", "layer": "episodic"}}',
        f'{{"content": "{REFUND.replace("7", "8")}", "layer": "semantic"}}',
    ]

    def run():
        request = ImportRequest(agent="alice", name="notes.jsonl")
        return import_stream(actor=PERSON, request=request, stream=io.BytesIO("\n".join(lines).encode()), now=NOW)

    assert dict(run().outcomes) == {"stored": 3, "already": 1}
    assert len(contents()) == 3
    assert dict(run().outcomes) == {"already": 4}
    # What was forgotten does not come back by the line that was its copy.
    for one in Memory.objects.filter(layer="semantic"):
        forget(actor=writer("operator"), memory_id=one.id, now=NOW)
    assert dict(run().outcomes) == {"already": 4}
    assert len(contents()) == 3


@pytest.mark.django_db
def test_a_transcript_keeps_every_turn():
    lines = '{"session": "s", "id": "1", "speaker": "Ann", "time": "2026-11-30T10:00:00Z", "text": "Yes"}\n'
    lines += '{"session": "s", "id": "2", "speaker": "Ann", "time": "2026-11-30T10:01:00Z", "text": "Yes"}\n'
    request = ImportRequest(agent="alice", name="talk.jsonl", format="transcript")
    report = import_stream(actor=PERSON, request=request, stream=io.BytesIO(lines.encode()), now=NOW)
    assert dict(report.outcomes) == {"stored": 2}


@pytest.mark.django_db(transaction=True)
def test_writers_at_the_same_moment_leave_one_row():
    say("made first", agent="alice")
    start = threading.Barrier(6)
    outcomes: list[str] = []

    def write(number: int) -> None:
        close_old_connections()
        start.wait()
        try:
            text = REFUND + "!" * number
            outcomes.append(say(text, layer="semantic", agent="alice").outcome)
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["duplicate"] * 5 + ["stored"]
    assert Memory.objects.filter(layer="semantic").count() == 1
