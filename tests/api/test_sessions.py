"""Conversations at the doors of programs: what belongs to one is told to it alone, until it is closed."""

from __future__ import annotations

import pytest

from knowledge.models import AuditEvent, Memory
from knowledge.services import expiry, sessions
from knowledge.services.types import Actor
from memoryhub.client import Hub
from tests.api.helpers import mint, program
from tests.api.inert import AGENT, CANARY, PREDICATE, SUBJECT
from tests.api.operations import READ, WRITE
from tests.api.test_inert import READS, TOOLS_THAT_READ, shown
from tests.mcp.agent import agent

BOTH = [READ, WRITE]
BY_ID = {
    "browse.read", "browse.fetch_batch", "memory_read", "memory_fetch_batch", "detail.detail", "detail.by_ids",
}  # fmt: skip
"""Its id was told to its conversation only; the last two are for people, who see everything."""
OF_CONVERSATION = {"policy": "session", "session": "chat/7 雑談"}


def said_in_a_conversation() -> str:
    writes = program(AGENT, scopes=BOTH)
    triple = {"subject": SUBJECT, "predicate": PREDICATE, "object": CANARY}
    return str(writes.store(f"{SUBJECT} is called {CANARY}", **triple, **OF_CONVERSATION)["memory"]["id"])


@pytest.mark.django_db
@pytest.mark.parametrize("closed", ["open", "closed", "closed and swept"])
def test_no_query_and_no_tool_tells_it_outside(closed):
    memory_id = said_in_a_conversation()
    if closed != "open":
        actor = Actor(kind="agent", name="x", door="rest", agents=frozenset({AGENT}), origin="operator")
        assert sessions.close_session(actor=actor, agent=AGENT, session=OF_CONVERSATION["session"]).closed == 1
    if closed == "closed and swept":
        expiry.expire_due(actor=Actor(kind="system", name="jobs", door="job", agents=None))
    told = {name for name, read in READS.items() if CANARY in shown(read, memory_id)}
    reader = agent(AGENT, scopes=[READ])
    # What was asked for is repeated in no answer.
    asked = {name: make(memory_id) for name, make in TOOLS_THAT_READ.items()}
    told |= {name for name, one in asked.items() if CANARY in str(reader.call(name.split(",")[0], **one).body)}
    assert told <= BY_ID
    assert closed == "open" or told <= {"detail.detail", "detail.by_ids"}


@pytest.mark.django_db
def test_rest_tells_it_to_its_conversation_until_it_is_closed(django_assert_max_num_queries):
    memory_id = said_in_a_conversation()
    one = program(AGENT, scopes=BOTH)
    key = OF_CONVERSATION["session"]
    assert one.found("Aurora") == one.found("Aurora", session="another") == []
    assert one.found("Aurora", session=key) == [f"{SUBJECT} is called {CANARY}"]
    assert CANARY in one.post("/context", {"message": "Aurora", "session": key}).json["text"]
    assert CANARY not in one.post("/context", {"message": "Aurora"}).json["text"]
    listed = one.get("/memories").json
    assert (listed["items"], listed["total"]) == ([], 0)
    assert one.get(f"/memories?session={key}").json["items"][0]["id"] == memory_id
    assert one.get(f"/memories/{memory_id}").json["policy"] == "session"
    answer = one.post(f"/sessions/{key}/close")
    assert (answer.status, answer.json) == (200, {"session": key, "closed": 1, "explanation": ""})
    again = one.post("/sessions/chat%2F7%20%E9%9B%91%E8%AB%87/close")
    assert (again.status, again.json["closed"]) == (200, 0)
    assert "closed, or rested too long, before" in again.json["explanation"]
    assert one.found("Aurora", session=key) == []
    assert one.get(f"/memories/{memory_id}").status == 404
    assert one.post("/memories/fetch", {"ids": [memory_id]}).json["missing_ids"] == [memory_id]
    assert AuditEvent.objects.get(action="session.closed").door == "rest"


@pytest.mark.django_db
def test_nobody_closes_another_agents_conversation_and_reading_is_not_enough():
    memory_id = said_in_a_conversation()
    path = f"/sessions/{OF_CONVERSATION['session']}/close"
    assert program("bob", scopes=BOTH).post(path).json["closed"] == 0
    assert program("bob", scopes=BOTH).post(f"{path}?agent={AGENT}").status in {403, 404}
    assert program(AGENT, scopes=[READ]).post(path).status == 403
    assert program(AGENT, scopes=BOTH).post(f"/sessions/{'k' * 600}/close").status == 400
    assert Memory.objects.get(id=memory_id).invalidated_at is None


@pytest.mark.django_db
def test_a_second_try_with_the_same_key_gets_the_first_answer():
    said_in_a_conversation()
    one = program(AGENT, scopes=BOTH)
    path = f"/sessions/{OF_CONVERSATION['session']}/close"
    answers = [one.post(path, **{"Idempotency-Key": "k1"}) for _ in range(2)]
    assert [answer.json["closed"] for answer in answers] == [1, 1]


@pytest.mark.django_db
def test_a_memory_of_no_conversation_is_refused():
    answer = program(AGENT, scopes=BOTH).post("/memories", {"content": "x", "policy": "session"})
    assert (answer.status, answer.fields) == (400, {"session"})


@pytest.mark.django_db
def test_tools_take_the_session():
    one = agent(AGENT, scopes=BOTH)
    stored = one.good("memory_store", content=f"the {CANARY} is loose", **OF_CONVERSATION)
    assert stored["memory"]["policy"] == "session"
    asked = {"query": CANARY}
    assert one.good("memory_search", **asked)["results"] == []
    session = {"session": OF_CONVERSATION["session"]}
    assert len(one.good("memory_search", **asked, **session)["results"]) == 1
    assert CANARY in one.good("memory_context", message=CANARY, **session)["text"]
    assert f"the {CANARY} is" not in one.good("memory_context", message=CANARY)["text"]
    batch = one.good("memory_store_batch", items=[{"content": "b", **OF_CONVERSATION}, {"content": "c"}])
    assert [item["memory"]["policy"] for item in batch["items"]] == ["session", "default"]
    assert one.call("memory_store", content="x", policy="session").fields == {"session"}


@pytest.mark.django_db(transaction=True)
def test_the_client_speaks_of_conversations(live_server):
    with Hub(live_server.url, mint(AGENT, scopes=BOTH).secret) as hub:
        hub.store("the tide turns at six", policy="session", session="a/b")
        assert hub.search("tide").results == []
        assert len(hub.search("tide", session="a/b").results) == 1
        assert "six" in hub.context("tide", session="a/b").text
        assert hub.context("tide").pieces == []
        assert (hub.close_session("a/b"), hub.close_session("a/b")) == (1, 0)
        assert hub.search("tide", session="a/b").results == []
