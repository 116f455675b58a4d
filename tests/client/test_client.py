"""The client for programs in Python, against a real server."""

from __future__ import annotations

import asyncio
import doctest
import inspect
import subprocess
import sys
from datetime import timedelta

import httpx
import pytest

from knowledge.models import Memory
from memoryhub import client, tokens
from memoryhub.client import AsyncHub, Hub, HubError, UnreachableError, sending, shapes
from memoryhub.client.reading import read
from tests.api.helpers import OPERATOR, READ_WRITE, mint

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def token(live_server) -> str:
    return mint("alice", scopes=READ_WRITE).secret


def test_the_examples_do_what_they_say(live_server, token):
    known = {"url": live_server.url, "token": token}
    examples = doctest.DocTestFinder().find(client, "memoryhub.client", extraglobs=known)
    (example,) = [one for one in examples if one.examples]
    done = doctest.DocTestRunner().run(example)
    assert done.attempted > 20
    assert done.failed == 0


def test_both_clients_have_the_same_calls():
    def calls(kind):
        found = inspect.getmembers(kind, inspect.isfunction)
        return {name: list(inspect.signature(one).parameters) for name, one in found if not name.startswith("_")}

    assert calls(Hub) == calls(AsyncHub)


def test_every_call(live_server, token):
    with Hub(live_server.url, token) as hub:
        made = hub.store_many([{"content": "one"}, {"content": ""}, {"content": "two", "tags": ["t"]}])
        assert [item.outcome for item in made] == ["stored", "refused", "stored"]
        one, two = made[0].memory, made[2].memory
        assert made[1].error is not None
        assert one is not None
        assert two is not None
        assert made[1].error.code == "invalid"
        assert hub.memory(two.id).tags == ["t"]
        fetched = hub.fetch([one.id, "m_x"])
        assert ([memory.content for memory in fetched.memories], fetched.missing_ids) == (["one"], ["m_x"])
        assert [memory.content for memory in hub.memories(limit=1)] == ["two", "one"]
        assert [memory.content for memory in hub.memories(tag=["t"])] == ["two"]
        short = hub.store("three", ttl_seconds=90, source={"kind": "message", "session": "c", "item": "7"}).memory
        assert (short.ttl_seconds, short.expires_at) == (90, short.valid_from + timedelta(seconds=90))
        assert [source.item for source in hub.memory(short.id).sources] == ["7"]
        assert hub.forget(short.id) is True
        assert hub.forget(one.id, "old") is True
        assert hub.forget(one.id) is False
        assert [memory.content for memory in hub.memories()] == ["two"]
        assert hub.restore(one.id).memory.content == "one"
        assert hub.add_alias("Office", "HQ") == "added"
        assert hub.remove_alias("HQ") is True
        assert hub.write_page("a/b c.md", "text about teapots").page.revision == 1
        assert [page.path for page in hub.pages("a/")] == ["a/b c.md"]
        assert [hit.page.path for hit in hub.search_pages("teapots")] == ["a/b c.md"]
        for blank in ("", " \n"):
            with pytest.raises(ValueError, match="would blank the page"):
                hub.write_page("a/b c.md", blank, base_revision=1)
        assert hub.page("a/b c.md").content == "text about teapots"
        assert hub.write_page("a/b c.md", "", base_revision=1, allow_empty=True).page.revision == 2
        assert hub.archive_page("a/b c.md", 2) is True
        with pytest.raises(HubError) as refused:
            hub.page("a/b c.md")
        assert (refused.value.status, refused.value.code) == (404, "not_found")
        with pytest.raises(ValueError, match="zone"):
            hub.store("x", valid_from=one.valid_from.replace(tzinfo=None))
    assert token not in repr(hub) + str(vars(refused.value))


def test_every_call_on_a_loop(live_server, token):
    async def work() -> None:
        async with AsyncHub(live_server.url, token) as hub:
            stored = await asyncio.gather(*(hub.store(f"number {number}") for number in range(4)))
            assert {one.outcome for one in stored} == {"stored"}
            assert {memory.content for memory in [one async for one in hub.memories(limit=3)]} == {
                f"number {number}" for number in range(4)
            }
            assert (await hub.write_page("a.md", "text")).outcome == "created"
            assert [page.path async for page in hub.pages()] == ["a.md"]

    asyncio.run(work())


class Flaky(httpx.HTTPTransport):
    """Hands the first requests on and loses their answers."""

    def __init__(self, lost: int) -> None:
        super().__init__()
        self.lost = lost
        self.sent: list[httpx.Request] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request)
        response = super().handle_request(request)
        if len(self.sent) <= self.lost:
            response.read()
            raise httpx.ReadError("the line went dead")
        return response


def test_a_lost_answer_is_asked_for_again_without_a_second_effect(live_server, token):
    line = Flaky(2)
    with Hub(live_server.url, token, transport=line) as hub:
        assert hub.store("once").outcome == "stored"
    assert len(line.sent) == 3
    assert len({request.headers["Idempotency-Key"] for request in line.sent}) == 1
    assert [memory.content for memory in Memory.objects.all()] == ["once"]


def test_a_line_that_stays_dead_is_given_up(live_server, token):
    line = Flaky(99)
    with Hub(live_server.url, token, transport=line) as hub, pytest.raises(UnreachableError) as failed:
        hub.search("x")
    assert len(line.sent) == sending.TRIES
    assert (failed.value.status, failed.value.code) == (0, "unreachable")


def test_too_many_calls_wait_as_long_as_they_are_told(live_server, token, settings, monkeypatch):
    settings.READS_PER_MINUTE = 60
    waits: list[float] = []
    with Hub(live_server.url, token) as hub:
        for _ in range(58):
            hub.fetch(["m_x"])
        monkeypatch.setattr("memoryhub.client.hub.time.sleep", waits.append)
        with pytest.raises(HubError) as refused:
            [hub.fetch(["m_x"]) for _ in range(10)]
    assert refused.value.code == "too_many"
    assert len(waits) == sending.TRIES - 1
    assert all(1 <= seconds <= 2 for seconds in waits)


@pytest.mark.parametrize(
    "wrong", [{"content": "\ud800"}, {"content": "x", "metadata": {"a": float("nan")}}, {"content": "a\0"}]
)
def test_what_is_no_text_and_no_number_is_refused_like_all_else(live_server, token, wrong):
    with Hub(live_server.url, token) as hub:
        with pytest.raises(HubError) as refused:
            hub.store(**wrong)
        assert (refused.value.status, refused.value.code) == (400, "invalid")
        assert hub.store("請求書 😀").memory.content == "請求書 😀"


def test_a_token_is_needed_and_may_come_from_the_environment(live_server, token, monkeypatch):
    monkeypatch.delenv("MEMORYHUB_TOKEN", raising=False)
    with pytest.raises(ValueError, match="token mint"):
        Hub(live_server.url)
    monkeypatch.setenv("MEMORYHUB_TOKEN", token)
    monkeypatch.setenv("MEMORYHUB_URL", live_server.url)
    with Hub() as hub:
        assert hub.fetch(["m_x"]).missing_ids == ["m_x"]
    tokens.revoke(actor=OPERATOR, token_id=tokens.listed()[0].id)
    with Hub() as hub, pytest.raises(HubError) as refused:
        hub.fetch(["m_x"])
    assert (refused.value.status, refused.value.code) == (401, "unauthorized")


def test_what_a_newer_hub_adds_is_no_error():
    part = read(shapes.Part, {"name": "a", "value": 1.0, "weight": 2.0, "contribution": 2.0, "new": [1]})
    assert part == shapes.Part("a", 1.0, 2.0, 2.0)


def test_it_needs_nothing_else_of_a_hub():
    program = "import memoryhub.client, sys; print({'django', 'pydantic', 'mcp', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
