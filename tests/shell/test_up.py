"""Starting and stopping a hub for real: processes, ports, signals."""

from __future__ import annotations

import http.client
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

pytestmark = [
    pytest.mark.xdist_group("up"),
    pytest.mark.skipif(sys.platform != "linux", reason="watches processes through /proc"),
]

PATIENCE = 120.0
ON_POSTGRESQL = os.environ.get("DATABASE_URL", "").startswith("postgres")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def command(*arguments: str) -> list[str]:
    return [sys.executable, str(settings.BASE_DIR / "manage.py"), "up", *arguments]


def environment(folder: Path, **extra: str) -> dict[str, str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("MEMORYHUB_", "DATABASE_"))}
    return {**clean, "MEMORYHUB_DATA": str(folder), **extra}


def wait_until(happened: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, f"not within {PATIENCE} s: {what}"
        time.sleep(0.1)


def processes_of(folder: Path) -> dict[int, str]:
    """Every process whose environment names this data folder, with its command line."""
    needle = f"MEMORYHUB_DATA={folder}\0".encode()
    found = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if needle in (path / "environ").read_bytes():
                found[int(path.name)] = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
    return found


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Message
    body: str


class Hub:
    """One ``up``, with what it printed."""

    def __init__(self, folder: Path, *options: str, **extra: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.output = folder.parent / f"{folder.name}.out"
        with self.output.open("wb") as file:
            self.process = subprocess.Popen(
                command("--port", str(self.port), *options), env=environment(folder, **extra), stdout=file, stderr=file
            )
        wait_until(lambda: "Sign in, once" in self.printed() or self.process.poll() is not None, "the hub is up")
        assert self.process.poll() is None, self.printed()

    def printed(self) -> str:
        return self.output.read_text()

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request(method, path, body or None, headers)
        answer = connection.getresponse()
        found = Answer(answer.status, answer.headers, answer.read().decode())
        connection.close()
        return found

    def pids(self, kind: str) -> list[int]:
        return [pid for pid, line in processes_of(self.folder).items() if f"memoryhub.serve {kind}" in line]


@pytest.fixture
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    if ON_POSTGRESQL and request.node.get_closest_marker("postgres") is None:
        pytest.skip("starts a hub on SQLite whatever the suite runs on: once is enough")
    data = tmp_path / "data"
    yield data
    for pid in processes_of(data):
        os.kill(pid, signal.SIGKILL)


def test_the_whole_story(folder: Path) -> None:
    hub = Hub(folder)

    assert sorted(path.name for path in folder.iterdir() if path.name.endswith("_key")) == ["digest_key", "secret_key"]
    assert (folder / "secret_key").stat().st_mode & 0o777 == 0o600
    assert hub.printed().count("/sign-in/link/") == 1

    # The printed link signs its reader in, once.
    link = re.search(r"/sign-in/link/\S+/", hub.printed())
    assert link is not None
    opened = hub.ask("GET", link.group())
    cookie = opened.headers["Set-Cookie"].split(";")[0]
    page = hub.ask("GET", "/sign-in/link/", Cookie=cookie)
    csrf_cookie = page.headers["Set-Cookie"].split(";")[0]
    csrf = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.body)
    assert csrf is not None

    def press() -> Answer:
        return hub.ask(
            "POST",
            "/sign-in/link/",
            f"csrfmiddlewaretoken={csrf.group(1)}",
            Cookie=f"{cookie}; {csrf_cookie}",
            **{"Content-Type": "application/x-www-form-urlencoded"},
        )

    used = press()
    assert (used.status, used.headers["Location"]) == (302, "/")
    session = next(
        part.split(";")[0] for part in used.headers.get_all("Set-Cookie", []) if part.startswith("hub-session=")
    )
    assert hub.ask("GET", "/admin/", Cookie=session).status == 200
    assert press().status == 410

    # A second one on the same folder is refused in one sentence.
    second = subprocess.run(
        command("--port", str(free_port())), env=environment(folder), capture_output=True, text=True, check=False
    )
    assert second.returncode != 0
    assert "This hub is already running" in second.stderr
    assert len(second.stderr.strip().splitlines()) == 1

    # The worker gives its sign of life, is started again when it dies, and leaves nothing behind.
    wait_until(lambda: hub.ask("GET", "/health/ready").body == '{"status": "ready"}', "the worker runs its first job")
    before = set(hub.pids("worker"))
    os.kill(min(before), signal.SIGKILL)
    wait_until(lambda: "The worker is started again." in hub.printed(), "the worker is started again")
    wait_until(lambda: not before & set(processes_of(folder)), "the old worker's processes are gone")
    wait_until(lambda: len(hub.pids("worker")) >= len(before), "the new worker is complete")

    # A signal stops all of it, quickly and cleanly.
    started = time.monotonic()
    hub.process.terminate()
    assert hub.process.wait(15) == 0
    assert time.monotonic() - started < 10
    assert processes_of(folder) == {}
    assert "Traceback" not in hub.printed()

    # The second start finds everything as it was and prints a new link.
    key = (folder / "secret_key").read_text()
    again = Hub(folder, "--no-worker")
    assert (folder / "secret_key").read_text() == key
    assert again.ask("GET", "/admin/", Cookie=session).status == 200
    assert again.pids("worker") == []
    again.process.send_signal(signal.SIGINT)
    assert again.process.wait(15) == 0


@pytest.mark.postgres
@pytest.mark.skipif(not ON_POSTGRESQL, reason="runs on PostgreSQL")
@pytest.mark.django_db(transaction=True)
def test_the_same_on_postgresql(folder: Path) -> None:
    name = f"up_{secrets.token_hex(6)}"
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}"')
    try:
        hub = Hub(folder, DATABASE_URL=f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{name}")
        wait_until(lambda: hub.ask("GET", "/health/ready").body == '{"status": "ready"}', "the worker runs a job")
        assert not (folder / "hub.sqlite3").exists()
        hub.process.terminate()
        assert hub.process.wait(15) == 0
        assert processes_of(folder) == {}
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def test_nothing_survives_when_the_parent_is_killed(folder: Path) -> None:
    hub = Hub(folder)
    wait_until(lambda: len(hub.pids("worker")) >= 5, "the worker is complete")
    hub.process.kill()
    hub.process.wait()
    wait_until(lambda: processes_of(folder) == {}, "every process is gone")


def test_a_dead_web_server_stops_the_rest_and_the_exit_code_says_so(folder: Path) -> None:
    hub = Hub(folder)
    os.kill(min(hub.pids("web")), signal.SIGKILL)
    assert hub.process.wait(20) == 1
    assert "The web server ended by itself" in hub.printed()
    assert processes_of(folder) == {}


def refusal(folder: Path, *options: str, **extra: str) -> str:
    done = subprocess.run(
        command(*options), env=environment(folder, **extra), capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode != 0
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert done.stdout == ""
    return done.stderr


def test_a_port_in_use_is_one_sentence(folder: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert f"Port {port} on 127.0.0.1 cannot be used" in refusal(folder, "--port", str(port))


LONG = "0123456789-abcdefghijklmnopqrstuvwxyz-0123456789-abcdef"


def test_other_machines_are_let_in_only_on_purpose(folder: Path) -> None:
    def try_open(**extra: str) -> str:
        return refusal(folder, "--host", "0.0.0.0", "--port", str(free_port()), **extra)

    assert "set MEMORYHUB_SECRET_KEY" in try_open()
    assert "set MEMORYHUB_SECRET_KEY" in try_open(MEMORYHUB_ALLOWED_HOSTS="hub.example.org")
    assert "MEMORYHUB_ALLOWED_HOSTS" in try_open(MEMORYHUB_SECRET_KEY=LONG)
    assert "MEMORYHUB_ALLOWED_HOSTS" in try_open(MEMORYHUB_SECRET_KEY=LONG, MEMORYHUB_ALLOWED_HOSTS="*")
    assert "too easy to guess" in try_open(MEMORYHUB_SECRET_KEY="short", MEMORYHUB_ALLOWED_HOSTS="hub.example.org")
    assert "too easy to guess" in try_open(MEMORYHUB_SECRET_KEY="a" * 60, MEMORYHUB_ALLOWED_HOSTS="hub.example.org")


def test_a_database_that_is_none_is_one_sentence(folder: Path) -> None:
    folder.mkdir()
    (folder / "hub.sqlite3").write_bytes(b"this is no database at all " * 400)
    assert "The database cannot be used" in refusal(folder, "--port", str(free_port()))


def test_a_job_may_not_outlive_its_retry(folder: Path) -> None:
    said = refusal(folder, "--port", str(free_port()), MEMORYHUB_WORKER_TIMEOUT_SECONDS="900")
    assert "MEMORYHUB_WORKER_TIMEOUT_SECONDS must be less" in said
