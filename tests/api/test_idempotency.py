"""Sending a request twice."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection

from knowledge.clock import hub_now
from knowledge.errors import Invalid
from knowledge.models import AuditEvent, Memory
from memoryhub import idempotency
from memoryhub.models import IdempotencyClaim, RateBucket
from tests.api.helpers import UNKNOWN_ID, Program, mint, program

KEY = {"Idempotency_Key": "order-1"}


@pytest.mark.django_db
def test_the_second_try_gets_the_first_answer(alice_agent):
    body = {"content": "x", "tags": ["a"]}
    first = alice_agent.post("/memories", body, **KEY)
    again = alice_agent.post("/memories", {"tags": ["a"], "content": "x"}, **KEY)  # the same, spelled otherwise
    assert (again.status, again.text) == (201, first.text)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.headers["Content-Type"] == first.headers["Content-Type"]
    assert "Idempotency-Replayed" not in first.headers
    assert Memory.objects.count() == 1
    assert AuditEvent.objects.filter(action="memory.stored").count() == 1


@pytest.mark.django_db
def test_another_request_with_the_key_is_refused(alice_agent):
    alice_agent.post("/memories", {"content": "x"}, **KEY)
    answer = alice_agent.post("/memories", {"content": "y"}, **KEY)
    assert (answer.status, answer.code) == (422, "idempotency_key_reused")
    assert Memory.objects.count() == 1


@pytest.mark.django_db
def test_the_key_may_stand_in_the_body(alice_agent):
    body = {"content": "x", "idempotency_key": "order-1"}
    first = alice_agent.post("/memories", body)
    assert alice_agent.post("/memories", body).text == first.text
    assert alice_agent.post("/memories", {"content": "x"}, **KEY).text == first.text
    assert alice_agent.post("/memories", {"content": "z", "idempotency_key": "order-1"}).status == 422
    batch = {"items": [{"content": "b"}], "idempotency_key": "order-1"}
    assert alice_agent.post("/memories/batch", batch).text == alice_agent.post("/memories/batch", batch).text
    assert Memory.objects.count() == 2


@pytest.mark.django_db
def test_keys_belong_to_a_token_and_a_route(alice_agent, bob_agent):
    same_agent = program("alice")
    body = {"content": "x"}
    for caller in (alice_agent, bob_agent, same_agent):
        answer = caller.post("/memories", body, **KEY)
        assert (answer.status, "Idempotency-Replayed" in answer.headers) == (201, False)
    batch = alice_agent.post("/memories/batch", {"items": [body]}, **KEY)
    assert batch.json["counts"] == {"stored": 1}
    assert Memory.objects.count() == 4


@pytest.mark.django_db
def test_refusals_are_answers_too(alice_agent):
    strong = program("alice", origin="operator")
    strong.fact("python")
    for body, status in (
        ({"content": "x", "derived_from": ["m_nothing"]}, 400),
        ({"content": "x", "bogus": 1}, 400),
        ({"content": "x", "origin": "operator"}, 403),
        ({"content": "x", "agent": "bob"}, 403),
        ({"content": "x" * 20_001}, 413),
    ):
        key = {"Idempotency_Key": f"refused-{status}-{len(str(body))}"}
        first = alice_agent.post("/memories", body, **key)
        again = alice_agent.post("/memories", body, **key)
        assert (first.status, again.status, again.text) == (status, status, first.text)
        assert again.headers["Idempotency-Replayed"] == "true"
        assert alice_agent.post("/memories", {"content": "right"}, **key).status == 422
    assert Memory.objects.count() == 1


@pytest.mark.django_db
def test_a_name_too_long_for_an_agent_is_a_refusal_like_any_other(alice_agent, administrator):
    for caller in (alice_agent, administrator):
        for answer in (
            caller.post("/memories", {"content": "x", "agent": "a" * 300}, **KEY),
            caller.post(f"/memories/{UNKNOWN_ID}/restore?agent={'a' * 300}", **KEY),
        ):
            assert answer.status == 400, answer.text


@pytest.mark.django_db
def test_edit_forget_and_restore_take_keys(alice_agent):
    path = f"/memories/{alice_agent.store('x')['memory']['id']}"
    other = f"/memories/{alice_agent.store('y')['memory']['id']}"
    for method, address, body in (
        ("PATCH", path, {"importance": 1}),
        ("DELETE", path, None),
        ("POST", f"{path}/restore", None),
    ):
        first = alice_agent.call(method, address, body, **KEY)
        again = alice_agent.call(method, address, body, **KEY)
        assert (first.status, again.status, again.text) == (200, 200, first.text)
    assert AuditEvent.objects.filter(action="memory.forgotten").count() == 1
    assert alice_agent.call("DELETE", other, **KEY).status == 422
    assert alice_agent.get(other).status == 200


@pytest.mark.django_db
def test_later_is_not_an_answer(settings, alice_agent):
    """A call over the rate is not remembered: the second try goes through."""
    settings.WRITES_PER_MINUTE = 1
    alice_agent.post("/memories", {"content": "first"})
    assert alice_agent.post("/memories", {"content": "x"}, **KEY).status == 429
    RateBucket.objects.all().delete()
    assert alice_agent.post("/memories", {"content": "x"}, **KEY).status == 201


@pytest.mark.django_db
def test_broken_is_not_an_answer_and_leaves_nothing():
    minted = mint("alice")
    described = idempotency.request_of(token_id=minted.token.id, agent="alice", route="POST /x", key="k", asked={})

    def store_and_break(status: int) -> idempotency.Answer:
        Program(minted.secret).store("half")
        return idempotency.Answer(status, "text/plain", "broken", undone=True)

    answer, replayed = idempotency.once(described, lambda: store_and_break(503))
    assert (answer.status, replayed) == (503, False)
    assert Memory.objects.count() == 0
    assert IdempotencyClaim.objects.count() == 0

    with pytest.raises(RuntimeError):
        idempotency.once(described, lambda: (_ for _ in ()).throw(RuntimeError("died")))
    assert IdempotencyClaim.objects.count() == 0

    answer, replayed = idempotency.once(described, lambda: store_and_break(404))
    assert (answer.status, replayed, Memory.objects.count()) == (404, False, 0)
    answer, replayed = idempotency.once(described, lambda: store_and_break(404))
    assert (answer.status, answer.body, replayed) == (404, "broken", True)


@pytest.mark.django_db
def test_a_claim_of_a_dead_process_is_taken_over_after_its_lease(alice_agent):
    alice_agent.post("/memories", {"content": "x"}, **KEY)
    IdempotencyClaim.objects.update(status=None, body="", lease_until=hub_now() + timedelta(seconds=30))
    running = alice_agent.post("/memories", {"content": "x"}, **KEY)
    assert (running.status, running.code) == (409, "idempotency_in_flight")
    assert running.headers["Retry-After"] == "1"
    IdempotencyClaim.objects.update(lease_until=hub_now() - timedelta(seconds=1))
    taken = alice_agent.post("/memories", {"content": "x"}, **KEY)
    assert (taken.status, "Idempotency-Replayed" in taken.headers) == (201, False)


@pytest.mark.django_db
def test_who_lost_the_claim_may_not_leave_an_effect():
    minted = mint("alice")
    described = idempotency.request_of(token_id=minted.token.id, agent="alice", route="POST /x", key="k", asked={})

    def slow() -> idempotency.Answer:
        Program(minted.secret).store("too late")
        IdempotencyClaim.objects.update(holder="somebody else")
        return idempotency.Answer(201, "text/plain", "done")

    with pytest.raises(idempotency.InFlightError):
        idempotency.once(described, slow)
    assert Memory.objects.count() == 0


@pytest.mark.django_db
def test_keys_are_forgotten_after_a_day(alice_agent):
    alice_agent.post("/memories", {"content": "x"}, **KEY)
    alice_agent.post("/memories", {"content": "other"}, Idempotency_Key="order-2")
    IdempotencyClaim.objects.update(expires_at=hub_now() - timedelta(seconds=1))
    fresh = alice_agent.post("/memories", {"content": "y"}, **KEY)
    assert (fresh.status, "Idempotency-Replayed" in fresh.headers) == (201, False)
    assert IdempotencyClaim.objects.count() == 1
    assert IdempotencyClaim.objects.get().expires_at > hub_now() + timedelta(hours=23)


@pytest.mark.django_db
def test_a_stored_answer_does_not_outlive_the_memory_it_tells(alice_agent):
    body = {"content": "the code of the door is 4711"}
    stored = alice_agent.post("/memories", body, **KEY).json["memory"]["id"]
    batch = {"items": [{"content": "kept"}, {"content": "4711 again"}]}
    second = alice_agent.post("/memories/batch", batch, **KEY).json["items"][1]["memory"]["id"]
    path = f"/memories/{stored}"
    assert alice_agent.call("PATCH", path, {"importance": 9}, **KEY).status == 200
    assert alice_agent.post("/memories", body, **KEY).headers["Idempotency-Replayed"] == "true"
    for one in (stored, second):
        assert alice_agent.call("DELETE", f"/memories/{one}").status == 200
    for answer in (
        alice_agent.post("/memories", body, **KEY),
        alice_agent.post("/memories/batch", batch, **KEY),
        alice_agent.call("PATCH", path, {"importance": 9}, **KEY),
    ):
        assert (answer.status, answer.code) == (409, "answer_withdrawn")
        assert "4711" not in answer.text
        assert "Idempotency-Replayed" not in answer.headers
    assert Memory.objects.count() == 3  # nothing was done a second time
    alice_agent.post(f"{path}/restore")
    assert alice_agent.post("/memories", body, **KEY).status == 201


@pytest.mark.django_db
def test_a_stored_answer_ends_with_the_life_of_its_memory(alice_agent):
    alice_agent.post("/memories", {"content": "4711", "ttl_seconds": 60}, **KEY)
    Memory.objects.update(expires_at=hub_now() - timedelta(seconds=1))
    assert alice_agent.post("/memories", {"content": "4711", "ttl_seconds": 60}, **KEY).code == "answer_withdrawn"


@pytest.mark.django_db
def test_what_was_forgotten_or_held_itself_is_answered_again():
    """The answer to forgetting tells nothing, and a write that waits is told to whoever wrote it."""
    program("alice", origin="operator").fact("python")
    weak = program("alice", origin="channel:chat")
    said = {"content": "No, cobol", "subject": "user", "predicate": "lang", "object": "cobol"}
    first, again = weak.post("/memories", said, **KEY), weak.post("/memories", said, **KEY)
    assert (first.status, again.status, again.text) == (202, 202, first.text)
    path = f"/memories/{weak.store('x')['memory']['id']}"
    first, again = weak.call("DELETE", path, **KEY), weak.call("DELETE", path, **KEY)
    assert (first.status, again.status, again.text) == (200, 200, first.text)


@pytest.mark.django_db
def test_neither_keys_nor_requests_are_kept(alice_agent):
    alice_agent.post("/memories", {"content": "x", "bogus-name": "bogus-value"}, Idempotency_Key="secret-key")
    claim = IdempotencyClaim.objects.get()
    kept = repr({name: getattr(claim, name) for name in ("key_digest", "request_digest", "route", "agent", "body")})
    assert "secret-key" not in kept
    assert "bogus-value" not in kept


@pytest.mark.django_db
def test_what_a_key_may_be(alice_agent):
    for wrong in ("", "x" * 256, "a\tb", "a\x7f"):
        with pytest.raises(Invalid):
            idempotency.request_of(token_id="t", agent="", route="r", key=wrong, asked={})
    answer = alice_agent.post("/memories", {"content": "x"}, Idempotency_Key="x" * 256)
    assert (answer.status, answer.fields) == (400, {"idempotency_key"})
    assert alice_agent.post("/memories", {"content": "x", "idempotency_key": ""}).status == 400
    assert alice_agent.post("/memories", {"content": "x", "idempotency_key": 7}).status == 400
    # Reading needs no key, and a key does no harm.
    assert alice_agent.post("/memories/search", {"query": "x"}, **KEY).status == 200


@pytest.mark.django_db(transaction=True)
def test_many_tries_at_once_have_one_effect():
    secret = mint("alice").secret

    def attempt(_: int) -> tuple[int, str]:
        try:
            answer = Program(secret).post("/memories", {"content": "once"}, Idempotency_Key="the-one")
            return answer.status, answer.text
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(attempt, range(24)))
    assert {status for status, _ in answers} <= {201, 409}
    done = {text for status, text in answers if status == 201}
    assert len(done) == 1
    assert Memory.objects.count() == 1
    assert attempt(0) == (201, done.pop())
