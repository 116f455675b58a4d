"""The real client of the protocol against a real hub: over HTTP and over standard input, old protocol and new."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from memoryhub.mcp.calls import TOOLS
from tests.api.server import Hub, only_once
from tests.mcp.journey import CANARY, SCOPES, Traveller, live

pytestmark = pytest.mark.xdist_group("up")

READ_WRITE = SCOPES[:4]
READ_ONLY = SCOPES[:1]
TRANSPORTS = ("http", "stdio")
ERAS = ("auto", "legacy")


@pytest.fixture(scope="module")
def hub(tmp_path_factory) -> Iterator[Hub]:
    only_once()
    running = Hub(tmp_path_factory.mktemp("mcp") / "data")
    yield running
    running.stop()
    assert running.process.returncode == 0
    without_what_was_sent(running.log.read_text())


def without_what_was_sent(written: str) -> None:
    """Whatever the tests sent, and in whatever order they ran, the log holds none of it."""
    assert CANARY not in written
    assert re.search(r"mh_live_\w", written) is None
    assert "evil.example" not in written
    assert "Traceback" not in written
    assert '"level": "error"' not in written


MINT = """
import json
from knowledge.services.types import Actor
from memoryhub import tokens
actor = Actor(kind="system", name="tests", door="command", roles=frozenset({"admin"}), agents=None)
made = [tokens.mint(actor=actor, agent=f"agent-{number}", scopes=scopes) for number, scopes in enumerate(%r)]
print(json.dumps([[one.secret, one.token.id] for one in made]))
"""


@pytest.fixture(scope="module")
def purse(hub) -> dict[tuple[str, ...], list[tuple[str, str]]]:
    """Tokens by their scopes, each of an agent of its own; made by one process, because starting one takes long."""
    wanted = [scopes for scopes in (SCOPES, READ_WRITE, READ_ONLY) for _ in range(8)]
    made = json.loads(hub.manage("shell", "--no-imports", "-c", MINT % wanted).splitlines()[-1])
    found: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for scopes, (secret, token_id) in zip(wanted, made, strict=True):
        found.setdefault(scopes, []).append((secret, token_id))
    return found


@asynccontextmanager
async def connected(hub: Hub, transport: str, token: str, era: str = "auto") -> AsyncIterator[Client]:
    async with AsyncExitStack() as stack:
        if transport == "stdio":
            command = hub.command("mcp_stdio")
            environment = {**hub.environment, "MEMORYHUB_TOKEN": token}
            server: Any = StdioServerParameters(command=command[0], args=command[1:], env=environment)
        else:
            headers = {"Authorization": f"Bearer {token}"}
            http = await stack.enter_async_context(httpx2.AsyncClient(headers=headers, trust_env=False, timeout=60))
            server = streamable_http_client(f"http://127.0.0.1:{hub.port}/mcp", http_client=http)
        yield await stack.enter_async_context(Client(server, mode=era))


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_whole_life(hub, purse, transport, era):
    token, _ = purse[SCOPES].pop()

    async def work() -> None:
        async with connected(hub, transport, token, era) as client:
            listed = await client.list_tools()
            assert {tool.name: tool.input_schema for tool in listed.tools} == {
                name: tool.takes_schema for name, tool in TOOLS.items()
            }
            traveller = Traveller(client)
            await live(traveller)
            assert traveller.called == set(TOOLS)

    run(work)


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_what_is_refused_is_refused_in_the_same_words(hub, purse, transport):
    token, token_id = purse[READ_ONLY].pop()

    async def work() -> None:
        async with connected(hub, transport, token) as client:
            one = Traveller(client)
            listed = {tool.name for tool in (await client.list_tools()).tools}
            assert listed == {name for name, tool in TOOLS.items() if tool.scope == "memory:read"}
            refused = await one.wrong("memory_store", content="x")
            assert (refused["status"], refused["code"]) == (403, "missing_scope")
            refused = await one.wrong("memory_search", query=5, bogus=1)
            assert {field["field"] for field in refused["errors"]} == {"query", "bogus"}
            assert (await one.wrong("memory_read", memory_id="m_x"))["status"] == 404
            assert (await one.wrong("memory_list_recent", agent="somebody"))["code"] == "refused"
            assert (await client.list_resources()).resources == []
            with pytest.raises(MCPError) as unknown:
                await client.call_tool("memory_destroy", {})
            assert unknown.value.error.data["code"] == "not_found"
            with pytest.raises(MCPError) as shut:
                await client.read_resource("wiki://shared/a.md")
            assert shut.value.error.data["code"] == "missing_scope"
            hub.manage("token", "revoke", token_id)
            with pytest.raises((MCPError, httpx2.HTTPError)):
                await client.call_tool("memory_list_recent", {})

    run(work)


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_huge_input_is_refused_and_the_door_stays_open(hub, purse, transport):
    token, _ = purse[READ_WRITE].pop()

    async def work() -> None:
        async with connected(hub, transport, token) as client:
            one = Traveller(client)
            assert (await one.wrong("memory_store", content="x" * 4_000_000))["status"] == 413
            deep: Any = "x"
            for _ in range(80):
                deep = [deep]
            with pytest.raises(MCPError) as refused:
                await client.call_tool("memory_store", {"content": "x", "metadata": {"a": deep}})
            assert "64" in refused.value.message
            assert (await one.good("memory_list_recent"))["memories"] == []

    run(work)


# ------------------------------------------------------------------ what only HTTP has


def call(hub: Hub, token: str = "", body: Any = None, **options: Any) -> httpx.Response:
    headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    headers |= options.pop("headers", {})
    if token:
        headers["Authorization"] = f"Bearer {token}"
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"} if body is None else body
    content = asked if isinstance(asked, bytes) else json.dumps(asked).encode()
    return httpx.request(
        options.pop("method", "POST"),
        f"http://127.0.0.1:{hub.port}{options.pop('path', '/mcp')}",
        content=content,
        headers=headers,
        trust_env=False,
        timeout=60,
    )


def test_without_a_good_token_nothing(hub, purse):
    for token in ("", "mh_live_nonsense", "mh_live_" + "0" * 33):
        answer = call(hub, token)
        assert (answer.status_code, answer.json()["code"]) == (401, "unauthorized")
        assert answer.headers["www-authenticate"] == 'Bearer realm="memoryhub"'
        assert answer.headers["content-type"] == "application/problem+json"
    token, token_id = purse[READ_ONLY].pop()
    assert call(hub, token).status_code == 200
    in_address = call(hub, token, path=f"/mcp?token={token}")
    assert (in_address.status_code, in_address.json()["code"]) == (400, "token_in_address")
    hub.manage("token", "revoke", token_id)
    assert call(hub, token).status_code == 401


def test_other_names_and_pages_of_other_sites_are_refused(hub, purse):
    token, _ = purse[READ_ONLY].pop()
    own = f"127.0.0.1:{hub.port}"
    for headers in (
        {"Host": "evil.example"},
        {"Host": f"evil.example:{hub.port}"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": f"http://{own}.evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
    ):
        answer = call(hub, token, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "refused"), headers
        assert "result" not in answer.json()
    for headers in ({"Origin": f"http://{own}"}, {"Host": f"localhost:{hub.port}"}):
        assert call(hub, token, headers=headers).status_code == 200, headers


def test_what_is_no_message_is_told_so(hub, purse):
    token, _ = purse[READ_WRITE].pop()
    store = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_store","arguments":%s}}'
    for raw in (
        b"",
        b"{",
        b"\xff\xfe",
        b'{"a":1,"a":2}',
        (store % '{"content":"one","content":"two"}').encode(),
        (store % '{"content":"x","importance":NaN}').encode(),
        (store % '{"content":"x","ttl_seconds":99999999999999999999}').encode(),
        b"[" * 10_000,
    ):
        answer = call(hub, token, raw)
        assert answer.status_code == 400, raw[:60]
        assert answer.json()["error"]["code"] == -32700
    asked = {"jsonrpc": "2.0", "method": "tools/list"}
    for body in ([], 5, {"jsonrpc": "2.0"}, [{**asked, "id": 1}], {**asked, "id": None}, {**asked, "id": {}}):
        answer = call(hub, token, body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, -32600), body
        assert answer.json()["error"]["message"] == "This is no message of the protocol."
    assert call(hub, token, {**asked, "id": 1, "method": "no/such"}).json()["error"]["code"] == -32601
    for version in ("1999-01-01", "2099-01-01", "2025-06-18x"):
        answer = call(hub, token, {**asked, "id": 7}, headers={"MCP-Protocol-Version": version})
        told = answer.json()
        assert (answer.status_code, told["id"], told["error"]["code"]) == (400, 7, -32022)
        assert "2025-06-18" in told["error"]["data"]["supported"]
    assert call(hub, token, headers={"Content-Type": "text/plain"}).json()["code"] == "unsupported_media_type"
    assert call(hub, token, method="GET").headers["allow"] == "POST"
    assert call(hub, token, method="DELETE").status_code == 405
    assert call(hub, token, b"x" * 5_100_000).status_code in {413, 400}
    assert Listing(hub, token).contents() == []


class Listing:
    """What one token's agent holds, read at the other door."""

    def __init__(self, hub: Hub, token: str) -> None:
        self.hub, self.token = hub, token

    def contents(self) -> list[str]:
        _, _, text = self.hub.call("GET", "/memories", token=self.token)
        return [one["content"] for one in json.loads(text)["items"]]


def test_a_connection_that_is_cut_leaves_all_or_nothing(hub, purse):
    token, _ = purse[READ_WRITE].pop()
    items = [{"content": f"item {number} " + "word " * 200} for number in range(100)]
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "memory_store_batch", "arguments": {"items": items, "idempotency_key": "cut"}},
    }
    raw = json.dumps(body).encode()
    head = (
        f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{hub.port}\r\nAuthorization: Bearer {token}\r\n"
        f"Accept: application/json\r\nContent-Type: application/json\r\nContent-Length: {len(raw)}\r\n\r\n"
    ).encode()

    async def cut(sent: bytes, wait: float) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", hub.port)
        writer.write(sent)
        await writer.drain()
        await asyncio.sleep(wait)
        writer.transport.abort()

    asyncio.run(cut(head + raw[: len(raw) // 2], 0.2))
    assert Listing(hub, token).contents() == []
    for wait in (0.01, 0.05):
        asyncio.run(cut(head + raw, wait))
    # Whoever heard nothing asks again with the same key: it is there once, whole.
    for _ in range(50):
        answer = call(hub, token, body)
        result = answer.json()["result"]
        if not result["isError"]:
            break
        assert result["_meta"]["problem"]["code"] == "idempotency_in_flight"
    assert result["structuredContent"]["counts"] == {"stored": 100}
    _, _, text = hub.call("GET", "/stats", token=token)
    assert json.loads(text)["total"] == 100


def test_without_a_token_the_command_says_so(hub):
    for environment in ({}, {"MEMORYHUB_TOKEN": "mh_live_nonsense"}):
        done = subprocess.run(
            hub.command("mcp_stdio"),
            env={**hub.environment, **environment},
            input=b"",
            capture_output=True,
            check=False,
        )
        assert done.returncode == 1
        assert done.stdout == b""
        assert b"token mint" in done.stderr


def test_what_was_asked_before_the_input_ended_is_answered(hub, purse):
    token, _ = purse[READ_WRITE].pop()
    call = {"name": "memory_store", "arguments": {"content": "Said on a line that was the last one."}}
    begin = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "pipe", "version": "1"}}
    asked = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": begin},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call},
        {"jsonrpc": "2.0", "id": "three", "method": "ping"},
    ]
    done = subprocess.run(
        hub.command("mcp_stdio"),
        env={**hub.environment, "MEMORYHUB_TOKEN": token},
        input="\n".join(json.dumps(one) for one in asked),
        capture_output=True,
        text=True,
        check=False,
    )
    told = {one["id"]: one for one in map(json.loads, done.stdout.splitlines())}
    assert (done.returncode, set(told)) == (0, {1, 2, "three"}), done.stderr
    assert told[2]["result"]["structuredContent"]["outcome"] == "stored"


def listened(hub: Hub, token: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = hub.command("demo_agent", "--url", f"http://127.0.0.1:{hub.port}", "--pause", "0", "--json", *arguments)
    environment = {**hub.environment, "MEMORYHUB_TOKEN": token, "NO_PROXY": "127.0.0.1"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_an_agent_listens_to_a_conversation(hub, purse, tmp_path):
    token, _ = purse[READ_WRITE].pop()
    done = listened(hub, token)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["turns"], report["questions"], report["answered"]) == (14, 4, 4)
    assert report["learned"]["stored"] >= 5
    assert report["learned"]["superseded"] >= 1
    contents = Listing(hub, token).contents()
    assert "Noor: News: I moved again. I live in Porto now." in contents
    assert not any("ignore all previous instructions" in text for text in contents)
    _, _, text = hub.call("GET", "/wiki/pages/notes/listening.md", token=token)
    assert json.loads(text)["content"].startswith("# What was learned by listening")
    nobody = listened(hub, "mh_live_nonsense")
    assert (nobody.returncode, nobody.stdout) == (1, "")
    assert "is it running?" in nobody.stderr
    wrong = tmp_path / "turns.jsonl"
    wrong.write_text('{"text": "no time"}')
    assert "Line 1 is no turn" in listened(hub, token, str(wrong)).stderr


def test_a_call_is_logged_and_what_it_says_is_not(hub, purse):
    token, _ = purse[READ_WRITE].pop()

    async def work() -> None:
        async with connected(hub, "http", token) as client:
            told = await client.call_tool("memory_store", {"content": f"Said once {CANARY}"})
            assert not told.is_error
            wrong = await client.call_tool("memory_store", {"content": f"Said once {CANARY}", "layer": CANARY})
            assert wrong.is_error

    run(work)
    deadline = time.monotonic() + 10
    while '"route": "mcp:memory_store"' not in hub.log.read_text():
        assert time.monotonic() < deadline
        time.sleep(0.1)
    without_what_was_sent(hub.log.read_text())
