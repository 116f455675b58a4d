"""Commands in a folder that holds no hub yet, and who may read the database of one."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from memoryhub import here

ROOT = Path(here.__file__).resolve().parents[1]


def run(folder: Path, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    # The folder is that of a hub with SQLite, whatever the suite runs on.
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={**environment, "MEMORYHUB_DATA": str(folder), **variables},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with a blank in its name, for commands of this process."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    settings.MEMORYHUB_DATA = tmp_path / "not here"
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", "django.db.backends.sqlite3")
    monkeypatch.setitem(settings.DATABASES["default"], "NAME", str(settings.MEMORYHUB_DATA / "hub.sqlite3"))
    return tmp_path / "not here"


def test_one_sentence_says_what_to_do_and_nothing_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "not here"
    ran = run(folder, "token", "mint", "alice", "--scopes", "memory:read")
    assert ran.returncode == 1
    assert ran.stderr == (
        f"There is no hub here yet: start it with MEMORYHUB_DATA='{folder}' python3 manage.py up"
        f" (data folder {folder}).\n"
    )
    assert not folder.exists()


@pytest.mark.parametrize("name", ["demo", "mcp_stdio", "verify_audit", "createsuperuser", "shell"])
def test_every_command_about_a_hub_says_so(folder: Path, name: str) -> None:
    assert here.no_hub_yet([name]).startswith("There is no hub here yet: ")
    folder.mkdir()
    (folder / "hub.sqlite3").touch()
    assert here.no_hub_yet([name, "--json"]).startswith("There is no hub here yet: ")


@pytest.mark.parametrize(
    "typed", ["", "up", "migrate", "restore /a.hub", "test tests", "check", "help", "tokn", "token mint --help"]
)
def test_what_begins_a_hub_or_asks_none_is_let_through(folder: Path, typed: str) -> None:
    assert here.no_hub_yet(typed.split()) == ""
    assert not folder.exists()


def test_a_setting_that_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    ran = run(tmp_path, "token", "list", DATABASE_URL="…")
    assert ran.returncode == 1
    assert ran.stderr.endswith("DATABASE_URL must name SQLite or PostgreSQL.\n")
    assert "Traceback" not in ran.stderr


def test_an_open_database_becomes_private_with_its_companions_and_nobody_elses_does(folder: Path) -> None:
    folder.mkdir()
    for place in (folder, folder.parent):
        with closing(sqlite3.connect(place / "hub.sqlite3")) as database:
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("CREATE TABLE one (id)")
            for path in place.glob("hub.sqlite3*"):
                path.chmod(0o664)
            here.keep_private()
            rights = {path.name: path.stat().st_mode & 0o777 for path in place.glob("hub.sqlite3*")}
        assert set(rights) == {"hub.sqlite3", "hub.sqlite3-wal", "hub.sqlite3-shm"}
        assert set(rights.values()) == ({0o600} if place == folder else {0o664})
