"""A full disk: the write is refused with that reason, nothing is half written, and space is all it takes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

START = """
import pathlib
import sys
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from knowledge.engine.types import Actor, MemoryDraft
from knowledge.errors import OutOfSpace
from knowledge.models import Memory
from knowledge.services.check import check_hub
from knowledge.services.store import store

folder = pathlib.Path(sys.argv[1])
actor = Actor(kind="agent", name="test", door="rest", agents=frozenset({"alice"}), origin="operator")
kept = 0

def fill():
    global kept
    try:
        while kept < 5_000:
            store(actor=actor, agent="alice", draft=MemoryDraft(f"{kept} " + "word " * 3_000))
            kept += 1
    except OutOfSpace as error:
        return "free some space" in error.message

def make_room():
    for filler in folder.glob("filler*"):
        filler.unlink()
"""
WRITES = """
print("full", fill(), Memory.objects.count() == kept)
make_room()
store(actor=actor, agent="alice", draft=MemoryDraft("after"))
print("after", Memory.objects.count() == kept + 1, check_hub().sound)
"""
DOORS = """
from django.test import Client
from memoryhub import tokens
secret = tokens.mint(
    actor=Actor("system", "root", "command", frozenset({"admin"}), None),
    agent="alice", scopes=["memory:read", "memory:write"],
).secret
browser = Client(raise_request_exception=False, HTTP_HOST="127.0.0.1")
program = Client(raise_request_exception=False, HTTP_HOST="127.0.0.1", HTTP_AUTHORIZATION=f"Bearer {secret}")

def each():
    body = {"content": "by a program " * 1_000}
    return [
        browser.post("/sign-in/", {"username": "nobody", "password": "wrong"}).status_code,
        program.post("/api/v1/memories", body, content_type="application/json").status_code,
        program.post("/api/v1/memories/search", {"query": "word"}, content_type="application/json").status_code,
    ]

each()  # keys and tables of counts are there before the disk is full, as in a hub that runs
kept += 1
fill()
with (folder / "filler2").open("wb", buffering=0) as rest:
    try:
        while rest.write(b"x" * 512):
            pass
    except OSError:
        pass
print("full", *each())
make_room()
print("after", *each(), check_hub().sound)
"""


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    if os.geteuid() != 0:
        pytest.skip("only root can make a small disk")
    folder = tmp_path / "small"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", str(folder)], check=False).returncode:
        pytest.skip("this machine mounts nothing")
    (folder / "filler").write_bytes(b"x" * 6_000_000)
    yield folder
    subprocess.run(["umount", str(folder)], check=False)


def lines_of(script: str, folder: Path) -> list[str]:
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("MEMORYHUB", "DATABASE"))},
        "MEMORYHUB_DATA": str(folder),
        "DJANGO_SETTINGS_MODULE": "memoryhub.settings",
        "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
    }
    done = subprocess.run(
        [sys.executable, "-c", START + script, str(folder)],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [line for line in done.stdout.split("\n") if line.startswith(("full", "after"))]


def test_a_full_disk_refuses_and_recovers(small_disk: Path) -> None:
    assert lines_of(WRITES, small_disk) == ["full True True", "after True True"]


def test_every_door_says_that_the_disk_is_full(small_disk: Path) -> None:
    """Signing in writes past the services: it counts the tries. Reading goes on."""
    assert lines_of(DOORS, small_disk) == ["full 507 507 200", "after 200 201 200 True"]
