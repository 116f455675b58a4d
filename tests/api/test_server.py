"""A sample of the REST door over a real socket, with the real server and its own data folder."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.api.server import Hub, only_once

pytestmark = pytest.mark.xdist_group("up")


@pytest.fixture(scope="module")
def hub(tmp_path_factory) -> Iterator[Hub]:
    only_once()
    running = Hub(tmp_path_factory.mktemp("rest") / "data")
    yield running
    running.stop()
    assert running.process.returncode == 0
    without_what_was_sent(running.log.read_text())


def without_what_was_sent(written: str) -> None:
    """Whatever the tests sent, and in whatever order they ran, the log holds none of it."""
    assert re.search(r"mh_live_\w", written) is None
    assert "canary-4711" not in written
    assert "the-one" not in written
    assert "事務所" not in written


def test_a_fact_over_the_wire(hub):
    token = hub.manage("token", "mint", "alice", "--scopes", "memory:read", "memory:write")
    fact = {"subject": "office", "predicate": "floor", "content": "The office is on floor 2", "object": 2}
    status, headers, text = hub.call("POST", "/memories", fact, token)
    assert (status, headers["content-type"]) == (201, "application/json; charset=utf-8")
    first = json.loads(text)["memory"]
    fact |= {"content": "事務所は三階です", "object": 3}
    status, _, text = hub.call("POST", "/memories", fact, token, Idempotency_Key="move")
    assert json.loads(text)["superseded_id"] == first["id"]
    assert hub.call("POST", "/memories", fact, token, Idempotency_Key="move")[2] == text
    _, _, text = hub.call("POST", "/memories/search", {"query": "事務所"}, token)
    assert [one["memory"]["object"] for one in json.loads(text)["results"]] == [3]
    _, _, text = hub.call("GET", "/facts/history?subject=office&predicate=floor", token=token)
    assert [row["state"] for row in json.loads(text)["items"]] == ["superseded", "current"]


def test_a_revocation_reaches_the_running_server(hub):
    made = json.loads(hub.manage("token", "mint", "bob", "--scopes", "memory:read", "--json"))
    assert hub.call("GET", "/memories", token=made["token"])[0] == 200
    hub.manage("token", "revoke", made["id"])
    status, headers, text = hub.call("GET", "/memories", token=made["token"])
    assert (status, headers["www-authenticate"]) == (401, 'Bearer realm="memoryhub"')
    assert json.loads(text)["code"] == "unauthorized"


def test_many_tries_at_once_over_the_wire(hub):
    token = hub.manage("token", "mint", "carol", "--scopes", "memory:read", "memory:write")

    def attempt(_: int) -> tuple[int, str]:
        status, _, text = hub.call("POST", "/memories", {"content": "once"}, token, Idempotency_Key="the-one")
        return status, text

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(attempt, range(24)))
    assert {status for status, _ in answers} <= {201, 409}
    assert len({text for status, text in answers if status == 201}) == 1
    assert json.loads(hub.call("GET", "/memories", token=token)[2])["total"] == 1


def test_too_much_and_too_odd_over_the_wire(hub):
    token = hub.manage("token", "mint", "dave", "--scopes", "memory:read", "memory:write")
    status, _, text = hub.call("POST", "/memories", {"content": "x" * 6_000_000}, token)
    assert status in {0, 413}  # the server may close before everything was sent
    assert status == 0 or json.loads(text)["code"] == "too_large"
    assert hub.call("POST", "/memories", {"content": "x" * 20_001}, token)[0] == 413
    assert hub.call("GET", "/memories?limit=1&limit=2", token=token)[0] == 400
    assert hub.call("GET", f"/memories?token={token}", token=token)[0] == 400
    for path in ("/memories/%00", "/memories/%FF%FE", "/memories/..%2f..%2fetc"):
        assert hub.call("GET", path, token=token)[0] == 404


def test_a_chunked_body_is_asked_for_its_length(hub):
    token = hub.manage("token", "mint", "erin", "--scopes", "memory:write")
    with socket.create_connection(("127.0.0.1", hub.port), timeout=30) as wire:
        wire.sendall(
            f"POST /api/v1/memories HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
            "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
            '5\r\n{"con\r\n0\r\n\r\n'.encode()
        )
        answer = b""
        while chunk := wire.recv(4_096):
            answer += chunk
    assert answer.startswith(b"HTTP/1.1 411 ")


def test_no_token_and_no_content_in_logs(hub):
    token = hub.manage("token", "mint", "frank", "--scopes", "memory:read", "memory:write")
    canary = "canary-4711"
    hub.call("POST", "/memories", {"content": canary, "bogus": canary}, token)
    hub.call("GET", f"/memories?subject={canary}&token={token}", token=token)
    hub.call("GET", f"/memories/{token}", token=token)
    deadline = time.monotonic() + 10
    while '"route": "api/v1/memories"' not in hub.log.read_text():
        assert time.monotonic() < deadline
        time.sleep(0.1)
    without_what_was_sent(hub.log.read_text())
    held = b"".join(path.read_bytes() for path in hub.folder.rglob("*") if path.is_file())
    assert token.encode() not in held
    assert token.split("_")[2][:24].encode() not in held
