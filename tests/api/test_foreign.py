"""A program never learns anything of another agent's memories, not even that there are any."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from django.db import transaction

from knowledge.models import Agent
from tests.api.helpers import UNKNOWN_ID, Answer, Program, program
from tests.api.operations import ADMIN, OPERATIONS, documented

pytestmark = pytest.mark.django_db

OWN_TO_A_CALL = {"X-Request-ID"}


def comparable(answer: Answer, *secrets: str) -> tuple[int, tuple[tuple[str, str], ...], str]:
    """All of an answer except its number and the ids the caller sent."""
    text = answer.text
    for secret in secrets:
        text = text.replace(secret, "<id>")
    headers = sorted((name, value) for name, value in answer.headers.items() if name not in OWN_TO_A_CALL)
    return answer.status, tuple(headers), text


@pytest.fixture
def secret_id(alice_agent) -> str:
    """A memory of alice's that bob must never notice."""
    memory = alice_agent.store(
        "The vault opens with 4711", subject="user", predicate="lang", object="secret", tags=["vault"], session="s-9"
    )
    return str(memory["memory"]["id"])


OF_A_CONVERSATION = {"close_session"}
"""These take the host's own key of a conversation, which is no id: everybody may have one of that name."""


def test_somebody_elses_conversation_is_none(alice_agent, bob_agent):
    said = {"policy": "session", "session": "chat"}
    alice_agent.store("The vault opens with 4711", **said)
    foreign, absent = (bob_agent.post(f"/sessions/{key}/close", {}) for key in ("chat", "nowhere"))
    said = absent.json["explanation"]
    assert "compare the key" in said
    assert (foreign.status, foreign.json) == (200, {"session": "chat", "closed": 0, "explanation": said})
    assert (absent.status, absent.json) == (200, {"session": "nowhere", "closed": 0, "explanation": said})
    found = alice_agent.post("/memories/search", {"query": "vault", "session": "chat"}).json["results"]
    assert len(found) == 1


@pytest.mark.parametrize("name", OPERATIONS)
def test_foreign_and_absent_ids_are_the_same(name, bob_agent, secret_id):
    operation = OPERATIONS[name]
    if not operation.has_id:
        assert "{" not in documented()[name]["path"] or name in OF_A_CONVERSATION
        return
    named = operation.make("alice") if operation.make else secret_id
    foreign = operation.call(bob_agent, named)
    absent = operation.call(bob_agent, UNKNOWN_ID)
    assert foreign.status == (403 if operation.beyond or operation.scope == ADMIN else 404)
    assert comparable(foreign, named) == comparable(absent, UNKNOWN_ID)


@pytest.mark.parametrize("name", OPERATIONS)
def test_foreign_and_absent_agents_are_the_same(name, bob_agent, secret_id):
    own = bob_agent.store("mine")["memory"]["id"]
    operation = OPERATIONS[name]
    answers = {
        agent: operation.call(bob_agent, own, agent=agent)
        for agent in ("alice", "nobody", "Bob", "bob ", "ｂｏｂ", "", "*", "%", "internal/bob", "external/bob", "a,bob")
    }
    assert {answer.status for answer in answers.values()} == {403}
    assert len({comparable(answer) for answer in answers.values()}) == 1
    assert Agent.objects.filter(name__in=["nobody", "Bob"]).count() == 0


@pytest.mark.parametrize("name", OPERATIONS)
def test_naming_oneself_is_no_offence(name, bob_agent):
    operation = OPERATIONS[name]
    own = operation.make("bob") if operation.make else bob_agent.store("mine")["memory"]["id"]
    operation.prepare(bob_agent, own)
    answer = operation.call(bob_agent, own, agent="bob")
    allowed = operation.scope != ADMIN and not operation.beyond and not operation.people
    assert answer.status in {200, 201} if allowed else answer.status == 403, answer.text


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("agent", [["alice"], {"alice": 1}, None, 7, True])
def test_an_agent_is_a_name_and_nothing_else(name, agent, bob_agent):
    operation = OPERATIONS[name]
    if operation.method != "POST" or operation.body is None:
        assert operation.call(bob_agent, UNKNOWN_ID, agent=str(agent)).status == 403
        return
    for_administrators = operation.scope == ADMIN
    caller = program("bob", scopes=["admin"]) if for_administrators else bob_agent
    answer = operation.call(caller, UNKNOWN_ID, fields={"agent": agent})
    # null is the same as leaving it out
    good = {404} if operation.people or for_administrators else {200, 201}
    good = good if operation.of_agent else {400}
    assert answer.status in (good if agent is None else {400}), answer.text


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_agent_named_twice_is_refused(name, bob_agent, administrator, secret_id):
    operation = OPERATIONS[name]
    caller = administrator if operation.scope == ADMIN else bob_agent
    mark = "&" if "?" in operation.path else "?"
    path = operation.path.replace("{id}", secret_id)
    for pair in (("bob", "alice"), ("alice", "bob"), ("bob", "bob")):
        answer = caller.call(operation.method, f"{path}{mark}agent={pair[0]}&agent={pair[1]}", operation.body)
        assert answer.status == 400, answer.text
        assert "4711" not in answer.text


def test_ids_inside_bodies(bob_agent, secret_id):
    fetched = [bob_agent.post("/memories/fetch", {"ids": [one]}) for one in (secret_id, UNKNOWN_ID)]
    assert comparable(fetched[0], secret_id) == comparable(fetched[1], UNKNOWN_ID)
    assert fetched[0].json["missing_ids"] == [secret_id]
    derived = [bob_agent.post("/memories", {"content": "x", "derived_from": [one]}) for one in (secret_id, UNKNOWN_ID)]
    assert derived[0].status == 400
    assert comparable(derived[0], secret_id) == comparable(derived[1], UNKNOWN_ID)
    listed = [bob_agent.get(f"/memories?cursor={one}") for one in (secret_id, UNKNOWN_ID)]
    assert comparable(listed[0]) == comparable(listed[1])


def test_nothing_of_the_others_in_any_answer(bob_agent, secret_id):
    assert bob_agent.found("vault opens 4711") == []
    for path in (
        "/memories",
        "/memories?tag=vault",
        "/memories?session=s-9",
        "/memories?subject=user",
        "/facts?text=user",
        "/facts/history?subject=user&predicate=lang",
        "/facts/at?subject=user&predicate=lang&at=2099-01-01T00:00:00Z",
    ):
        answer = bob_agent.get(path)
        assert answer.status == 200
        assert "4711" not in answer.text
        assert secret_id not in answer.text
        body = answer.json
        assert body.get("total", 0) == 0
        assert not body.get("items") and not body.get("memories")  # noqa: PT018 - either list is empty


TIME = re.compile(r"\d{4}-\d\d-\d\dT[0-9:.]+Z")
ID = re.compile(r"\bm_[0-9a-z]{26}")


def transcript(caller: Program) -> str:
    """A day in the life of bob, with ids and times named in the order they appear."""
    said: list[str] = []

    def note(answer: Answer) -> Any:
        headers = {name: value for name, value in answer.headers.items() if name not in OWN_TO_A_CALL}
        said.append(f"{answer.status} {sorted(headers.items())} {answer.text}")
        return answer.json

    first = note(
        caller.post("/memories", {"content": "I use vim", "subject": "user", "predicate": "lang", "object": "v"})
    )
    note(caller.post("/memories", {"content": "I use ed", "subject": "user", "predicate": "lang", "object": "e"}))
    note(caller.post("/memories", {"content": "I use ed", "subject": "user", "predicate": "lang", "object": "e"}))
    note(caller.post("/memories/batch", {"items": [{"content": "vault"}, {"content": ""}]}))
    note(caller.post("/memories/search", {"query": "which editor do I use, vault 4711"}))
    note(caller.get("/memories?limit=2"))
    note(caller.get("/facts"))
    note(caller.get("/facts/history?subject=user&predicate=lang"))
    note(caller.get(f"/memories/{first['memory']['id']}"))
    note(caller.call("DELETE", f"/memories/{first['memory']['id']}"))
    note(caller.get("/memories"))
    note(caller.post("/memories", {"content": "x"}, Idempotency_Key="shared-key"))
    note(caller.get("/approvals"))
    text = "\n".join(said)
    names: dict[str, str] = {}
    for found in ID.findall(text):
        names.setdefault(found, f"<id {len(names)}>")
    for one, name in names.items():
        text = text.replace(one, name)
    text = re.sub(r'"(value|score|contribution)":[0-9.e-]+', r'"\1":n', text)
    text = re.sub(r"token:t_[0-9a-f]+", "token", text)
    # Lengths differ by the digits of fractions alone.
    text = re.sub(r"'Content-Length', '\d+'", "'Content-Length', n", text)
    return TIME.sub("<time>", text)


def test_the_same_day_in_a_hub_with_and_without_the_others(bob_agent):
    before = transaction.savepoint()
    alone = transcript(bob_agent)
    transaction.savepoint_rollback(before)
    other = program("alice")
    for number in range(5):
        other.store(f"The vault opens with 4711, {number}", tags=["vault"])
        other.fact(str(number), content="vault")
    other.post("/memories", {"content": "x"}, Idempotency_Key="shared-key")
    assert transcript(bob_agent) == alone
    assert "<id 0>" in alone


def test_time_does_not_tell(bob_agent, secret_id):
    """Foreign and absent ids take as long: how often one is slower than the other is a matter of chance."""
    taken: dict[str, list[float]] = {secret_id: [], UNKNOWN_ID: []}
    order = [secret_id, UNKNOWN_ID]
    for _ in range(20):
        bob_agent.get(f"/memories/{UNKNOWN_ID}")
    for turn in range(400):
        for one in order if turn % 2 else reversed(order):
            started = time.perf_counter()
            bob_agent.get(f"/memories/{one}")
            taken[one].append(time.perf_counter() - started)
    wins = sum((a > b) + 0.5 * (a == b) for a in taken[secret_id] for b in taken[UNKNOWN_ID])
    assert 0.42 <= wins / 400**2 <= 0.58
