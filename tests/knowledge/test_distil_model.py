"""A language model reads the conversation: a real server, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.request
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.distill import Turn
from knowledge.engine.distill.asked import MOST_SENT, SCHEMA, AnswerError, facts_of, request_of
from knowledge.models import Memory
from knowledge.queries.recall import RecallRequest
from knowledge.services import access
from knowledge.services.distil import Conversation, Said, distil
from knowledge.services.recall import recall
from tests.knowledge.helpers import NOW, days, say, writer

BUILT_IN = ["Ann lives in Oslo.", "Ann likes tea."]
SAID = (
    Said("I live in Oslo.", id="m0", speaker="Ann", at=NOW - timedelta(minutes=9)),
    Said("You live in Oslo, I see, and you like coffee.", id="m1", role="assistant", at=NOW - timedelta(minutes=8)),
    Said("I love tea.", id="m2", speaker="Ann", at=NOW - timedelta(minutes=7)),
)


@pytest.fixture(scope="module")
def address():
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("model_server.py"))], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    port = process.stdout.readline().strip()
    yield f"http://127.0.0.1:{port}"
    process.terminate()
    process.wait(10)
    process.stdout.close()


@pytest.fixture
def model(settings, address, monkeypatch):
    """Let a model of a name read from now on."""
    monkeypatch.setenv("READER_KEY", "k-secret-1")

    def use(name: str, **more):
        table = {"endpoint": f"{address}/v1", "model": name, "key_variable": "READER_KEY", "allow_internal": True}
        settings.HUB_TOML = {"distil": {**table, "timeout_seconds": 5, **more}}

    return use


@pytest.fixture(autouse=True)
def _trace_written_when_told():
    access.write_only_when_told()
    yield
    access.discard()


def learn(*said: Said, origin: str = "agent_derived"):
    return distil(actor=writer(origin), agent="alice", conversation=Conversation(said or SAID, "s1"), now=NOW)


def asked(address: str) -> dict:
    with urllib.request.urlopen(f"{address}/asked", timeout=5) as answer:
        return json.load(answer)[-1]


@pytest.mark.django_db
def test_what_the_model_read_is_stored(model, address):
    model("good")
    report = learn()
    assert (report.extractor, report.degraded) == ("model", ())
    assert [(one.outcome, one.content, one.turns) for one in report.facts] == [
        ("stored", "Ann lives in Kyoto.", ("m0",)),
        ("stored", "Ann is learning to sail.", ("m2",)),
    ]
    row = Memory.objects.get(subject="Ann")
    assert (row.origin, row.origin_trust, row.confidence, row.recorded_at) == ("channel", 0.3, 0.9, SAID[0].at)
    assert [one.item for one in row.sources.all()] == ["m0"]


@pytest.mark.django_db
def test_what_the_model_is_sent(model, address):
    model("good")
    learn()
    request = asked(address)
    assert request["path"] == "/v1/chat/completions"
    assert request["headers"]["Authorization"] == "Bearer k-secret-1"
    assert request["body"]["response_format"]["json_schema"]["schema"] == SCHEMA
    sent = json.loads(request["body"]["messages"][1]["content"])["turns"]
    assert [(one["turn"], one["role"], one["speaker"], one["text"]) for one in sent] == [
        (0, "user", "Ann", "I live in Oslo."),
        (1, "assistant", "assistant", "You live in Oslo, I see, and you like coffee."),
        (2, "user", "Ann", "I love tea."),
    ]
    assert "m0" not in json.dumps(request["body"])


@pytest.mark.django_db
def test_a_model_is_never_trusted_more_than_a_channel(model):
    model("good")
    learn(origin="user_direct")
    assert set(Memory.objects.values_list("origin_trust", flat=True)) == {0.3}


@pytest.mark.django_db
def test_sending_it_again_adds_nothing(model):
    model("good")
    learn()
    assert [one.outcome for one in learn().facts] == ["duplicate", "duplicate"]
    assert Memory.objects.count() == 2


@pytest.mark.django_db
def test_its_answer_is_bounded(model):
    model("many")
    report = learn()
    assert (len(report.facts), report.left_out, Memory.objects.count()) == (20, 20, 20)


@pytest.mark.django_db
def test_of_a_wild_answer_only_what_can_be_believed(model):
    model("wild")
    report = learn()
    assert [(one.content, one.subject, one.confidence) for one in report.facts] == [
        ("Sure of itself.", None, 0.5),
        ("Over and out.", None, 0.9),
        ("Ended.", None, 0.9),
        ("No zone.", "Ann", 0.9),
    ]
    assert set(Memory.objects.values_list("origin_trust", "standing")) == {(0.3, "believed")}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("broken", "model_refused"),
        ("moved", "model_redirect"),
        ("huge", "model_too_large"),
        ("prose", "model_bad_answer"),
        ("shapeless", "model_bad_answer"),
        ("nonsense", "model_bad_answer"),
    ],
)
def test_where_the_model_fails_the_rules_read_and_say_so(model, name, why):
    model(name)
    report = learn()
    assert (report.extractor, report.degraded) == ("built_in", (why,))
    assert [one.content for one in report.facts] == BUILT_IN


@pytest.mark.django_db
def test_it_may_not_take_for_ever(model):
    model("slow", timeout_seconds=1)
    started = time.monotonic()
    report = learn()
    assert time.monotonic() - started < 6
    assert (report.extractor, report.degraded) == ("built_in", ("model_timeout",))


@pytest.mark.django_db
def test_it_is_not_asked_where_it_must_not_be(model, address):
    model("good", allow_internal=False)
    assert learn().degraded == ("model_internal_address",)
    model("good", endpoint="file:///etc/passwd")
    assert learn().degraded == ("model_bad_address",)
    model("good", key_variable="NO_SUCH_VARIABLE")
    assert learn().degraded == ("model_no_key",)
    model("good")
    long = Said("word " * (MOST_SENT // 5 + 1), id="long", speaker="Ann")
    assert learn(*SAID, long).degraded == ("model_too_long",)


@pytest.mark.django_db
def test_an_echo_reaches_neither_the_model_nor_the_store(model, address):
    say("Ann lives in Kyoto with two cats.", origin="agent_derived", now=days(-30), layer="semantic")
    recall(
        actor=writer("agent_derived"), agent="alice", request=RecallRequest("Kyoto"), now=NOW - timedelta(minutes=20)
    )
    model("echo")
    told = Said("Ann lives in Kyoto with two cats. I love tea.", id="m3", speaker="Ann", at=NOW)
    assert [(one.outcome, one.reason) for one in learn(told).facts] == [("dropped", "recall_echo")]
    sent = json.loads(asked(address)["body"]["messages"][1]["content"])["turns"]
    assert [one["text"] for one in sent] == ["I love tea"]
    assert Memory.objects.count() == 1


@pytest.mark.django_db
def test_without_words_of_a_user_nobody_is_asked(model):
    model("broken")
    report = learn(Said("You live in Oslo, I see, and you like coffee.", id="r", role="assistant"))
    assert (report.extractor, report.degraded, report.facts) == ("model", (), ())


def completion(content: object) -> bytes:
    return json.dumps({"choices": [{"message": {"content": json.dumps(content)}}]}).encode()


TURNS = [Turn("a", "I live in Oslo.", speaker="Ann", at=NOW), Turn("b", "I see.", role="assistant")]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FACTS = st.fixed_dictionaries(
    {},
    optional={
        name: JSON | st.just([0]) | st.text(max_size=700)
        for name in (
            "content",
            "subject",
            "predicate",
            "object",
            "denies",
            "valid_from",
            "valid_until",
            "confidence",
            "turns",
        )
    },
)


@given(st.lists(FACTS | JSON, max_size=6))
def test_no_answer_makes_it_fail(listed):
    facts, left_out = facts_of(completion({"facts": listed}), TURNS)
    assert left_out == 0
    for fact in facts:
        assert 0 < len(fact.content) <= 600
        assert fact.turns == ("a",)
        assert 0 < fact.confidence <= 0.9
        assert (fact.subject is None) == (fact.predicate is None)
        assert fact.object is None or fact.denies is None


@given(st.binary(max_size=300) | JSON.map(lambda value: json.dumps(value).encode()) | JSON.map(completion))
def test_what_is_no_answer_is_refused(answer):
    try:
        facts, _ = facts_of(answer, TURNS)
    except AnswerError:
        return
    assert isinstance(facts, tuple)


def test_a_long_conversation_is_not_sent():
    assert request_of([Turn("a", "x" * MOST_SENT)], "m") is not None
    assert request_of([Turn("a", "x" * (MOST_SENT + 1))], "m") is None
