"""Calls to the outside, against real servers on this machine."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import contextmanager

import pytest

from knowledge.outbound import OutboundError, Target, check_url, is_internal, post

USER = "user:secret"


@contextmanager
def server(answer):
    """A server that reads one request per connection and lets `answer(connection)` do the rest."""
    listening = socket.create_server(("127.0.0.1", 0))
    asked: list[bytes] = []

    def serve():
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            with connection:
                connection.settimeout(5)
                try:
                    asked.append(_request(connection))
                    answer(connection)
                except OSError:
                    pass

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1", asked
    finally:
        listening.close()


def _request(connection) -> bytes:
    got = b""
    while b"\r\n\r\n" not in got:
        piece = connection.recv(65_536)
        if not piece:
            return got
        got += piece
    head, _, body = got.partition(b"\r\n\r\n")
    wanted = next(
        (int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-l")), 0
    )
    while len(body) < wanted:
        body += connection.recv(65_536)
    return head + b"\r\n\r\n" + body


def saying(text: str):
    return lambda connection: connection.sendall(text.replace("\n", "\r\n").encode())


OK = "HTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: 2\n\n{}"


def call(url, **target):
    target.setdefault("allow_internal", True)
    target.setdefault("timeout_seconds", 5)
    return post(Target(url, **target), b'{"a":1}', {"Content-Type": "application/json", "Authorization": "Bearer k"})


def test_a_call_and_its_answer():
    with server(saying(OK)) as (url, asked):
        reply = call(f"{url}/chat?x=1")
    assert (reply.status, reply.body, reply.is_success) == (200, b"{}", True)
    head, _, body = asked[0].partition(b"\r\n\r\n")
    assert head.startswith(b"POST /v1/chat?x=1 HTTP/1.1\r\n")
    assert b"Authorization: Bearer k" in head
    assert body == b'{"a":1}'


def test_an_error_is_an_answer_too():
    with server(saying("HTTP/1.1 503 Busy\nContent-Length: 0\n\n")) as (url, _):
        reply = call(url)
    assert (reply.status, reply.is_success) == (503, False)


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("HTTP/1.1 302 Found\nLocation: http://127.0.0.1:1/\nContent-Length: 0\n\n", "redirect"),
        ("HTTP/1.1 200 OK\nContent-Length: 5000\n\n" + "x" * 5000, "too_large"),
        ("HTTP/1.1 200 OK\n\n" + "x" * 5000, "too_large"),
        ("what is this", "bad_answer"),
        ("", "bad_answer"),
    ],
)
def test_what_is_no_good_answer(answer, code):
    with server(saying(answer)) as (url, _), pytest.raises(OutboundError) as error:
        call(url, most_bytes=1000)
    assert error.value.code == code


@pytest.mark.parametrize("body", ["Content-Length: 5000\n\n" + "x" * 5000, "\n" + "x" * 5000, "Content-Length: 9\n\nx"])
def test_where_the_status_is_all_that_counts_nothing_else_is_waited_for(body):
    with server(saying(f"HTTP/1.1 200 OK\n{body}")) as (url, _):
        reply = call(url, most_bytes=10, reads_answer=False)
    assert (reply.status, reply.body) == (200, b"")


def test_a_redirect_is_not_followed():
    with server(saying(OK)) as (elsewhere, never):
        pointing = f"HTTP/1.1 307 Go\nLocation: {elsewhere}\nContent-Length: 0\n\n"
        with server(saying(pointing)) as (url, _), pytest.raises(OutboundError):
            call(url)
    assert never == []


@pytest.mark.parametrize("pause", [0.05, 9.0])
def test_time_is_bounded_as_a_whole(pause):
    """Neither silence nor an answer that drips holds the caller."""

    def drip(connection):
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        for _ in range(200):
            time.sleep(pause)
            connection.sendall(b"X-More: y\r\n")

    with server(drip) as (url, _):
        started = time.monotonic()
        with pytest.raises(OutboundError) as error:
            call(url, timeout_seconds=0.6)
    assert error.value.code == "timeout"
    assert time.monotonic() - started < 3


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "2130706433", "0x7f000001", "127.1", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]"],
)
def test_this_machine_is_not_called_unless_allowed(host):
    with server(saying(OK)) as (url, asked):
        port = url.rsplit(":", 1)[1].split("/")[0]
        with pytest.raises(OutboundError) as error:
            call(f"http://{host}:{port}/v1", allow_internal=False)
    assert error.value.code == "internal_address"
    assert asked == []


@pytest.mark.parametrize(
    ("address", "internal"),
    [
        ("8.8.8.8", False),
        ("2606:4700:4700::1111", False),
        ("10.0.0.1", True),
        ("172.16.3.4", True),
        ("192.168.1.1", True),
        ("169.254.169.254", True),
        ("100.64.0.1", True),
        ("127.8.8.8", True),
        ("0.0.0.0", True),
        ("224.0.0.1", True),
        ("255.255.255.255", True),
        ("::1", True),
        ("::", True),
        ("fe80::1%eth0", True),
        ("fd00::1", True),
        ("ff02::1", True),
        ("::ffff:10.0.0.1", True),
        ("2002:0a00:0001::1", True),
        ("64:ff9b::a00:1", True),
        ("64:ff9b::808:808", False),
        ("64:ff9b:1::a00:1", True),
        ("fec0::1", True),
        ("::127.0.0.1", True),
        ("::ffff:0:10.0.0.1", True),
        ("2001:4860::5efe:10.0.0.1", True),
        ("2001:4860::200:5efe:192.168.0.9", True),
    ],
)
def test_which_addresses_are_internal(address, internal):
    assert is_internal(address) is internal


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "gopher://example.org/",
        "ftp://example.org/",
        "http://",
        "http:///x",
        "//example.org/x",
        "example.org",
        "",
        f"http://{USER}@example.org/",
        "http://example.org/#part",
        "http://example.org/a b",
        "http://example.org/\r\nHost: x",
        "http://example.org:99999/",
        "http://example.org:0/",
        f"http://{'[::1'}/",
        "http://example.org/ä",
        "http://example.org/" + "a" * 3000,
    ],
)
def test_what_is_no_address(url):
    with pytest.raises(OutboundError) as error:
        check_url(url)
    assert error.value.code == "bad_address"
    assert "secret" not in error.value.message


def test_nobody_there():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(OutboundError) as error:
        call(f"http://127.0.0.1:{port}/")
    assert error.value.code == "unreachable"
    with pytest.raises(OutboundError) as error:
        call("http://no-such-host.example/")
    assert error.value.code in {"unreachable", "timeout"}


def test_the_address_that_was_checked_is_the_one_that_is_called(monkeypatch):
    """A name that means something else the second time leads nowhere else."""
    answers = iter([[("93.184.216.34", 80)], [("127.0.0.1", 80)]])
    asked: list[object] = []

    def look(host, port, **_):
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", address) for address in next(answers)]

    called: list[tuple[str, int]] = []

    def connect(address, **_):
        called.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", look)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(OutboundError):
        call("http://twice.example/", allow_internal=False)
    assert asked == ["twice.example"]
    assert called == [("93.184.216.34", 80)]


def test_the_environments_proxy_is_not_asked(monkeypatch):
    with server(saying(OK)) as (proxy, through), server(saying(OK)) as (url, asked):
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy)
        call(url)
    assert (len(asked), through) == (1, [])


def test_a_stranger_cannot_pass_for_the_host():
    """Somebody who cannot show a certificate is not talked to."""
    with server(saying("no tls here")) as (url, _), pytest.raises(OutboundError) as error:
        call(url.replace("http:", "https:"), timeout_seconds=3)
    assert error.value.code in {"unreachable", "bad_answer", "timeout"}
