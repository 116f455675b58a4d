"""A running hub of its own, for tests that need a real server and a real socket."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

PATIENCE = 60.0


def only_once() -> None:
    """Skip with PostgreSQL: such a hub has a SQLite file of its own, whatever the suite runs on."""
    if connection.vendor == "postgresql":
        pytest.skip("starts a hub on SQLite whatever the suite runs on: once is enough")


_open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open


class Hub:
    """A running hub of its own."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("MEMORYHUB_", "DATABASE_"))}
        self.folder = folder
        self.environment = {**clean, "MEMORYHUB_DATA": str(folder), "MEMORYHUB_LOG_FORMAT": "json"}
        self.log = folder.parent / "log"
        with self.log.open("wb") as file:
            self.process = subprocess.Popen(
                self.command("up", "--no-worker", "--port", str(self.port)),
                env=self.environment,
                stdout=file,
                stderr=file,
                start_new_session=True,
            )
        deadline = time.monotonic() + PATIENCE
        while self.call("GET", "/nothing")[0] != 404:
            assert time.monotonic() < deadline, self.log.read_text()
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.2)

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]

    def manage(self, *arguments: str) -> str:
        done = subprocess.run(
            self.command(*arguments), env=self.environment, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def call(
        self, method: str, path: str, body: Any = None, token: str = "", **headers: str
    ) -> tuple[int, dict[str, str], str]:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/api/v1{path}", data=data, method=method)
        if body is not None:
            request.add_header("Content-Type", "application/json")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        for name, value in headers.items():
            request.add_header(name.replace("_", "-"), value)
        try:
            with _open(request, timeout=30) as answer:
                return answer.status, {k.lower(): v for k, v in answer.headers.items()}, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, {k.lower(): v for k, v in error.headers.items()}, error.read().decode()
        except OSError:
            return 0, {}, ""

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
