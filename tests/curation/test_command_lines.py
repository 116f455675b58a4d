"""A command that a page shows is about the hub that shows it, and tells nobody a password."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from knowledge.command_lines import command_line, environment
from memoryhub.pages.clients import recipes
from tests.curation.pages import text_of

ROOT = Path(__file__).resolve().parents[2]
SECRET_URL = "postgres://hub:hunter2@db.example/hub"


@pytest.fixture
def own_folder(settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A hub with a data folder of its own, on its default database."""
    for name in ("DATABASE_URL", "DATABASE_URL_FILE"):
        monkeypatch.delenv(name, raising=False)
    settings.MEMORYHUB_DATA = tmp_path / "two words"
    return tmp_path / "two words"


def test_the_usual_hub_needs_no_variables(own_folder, settings):
    settings.MEMORYHUB_DATA = settings.BASE_DIR / ".memoryhub"
    assert command_line("demo") == "python3 manage.py demo"


def test_an_own_folder_is_named_so_that_a_shell_understands_it(own_folder):
    assert shlex.split(command_line("token list")) == [
        f"MEMORYHUB_DATA={own_folder}", "python3", "manage.py", "token", "list"
    ]  # fmt: skip


def test_an_own_database_is_hinted_at_and_its_file_is_named(own_folder, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", SECRET_URL)
    assert command_line("up").endswith(" DATABASE_URL=… python3 manage.py up")
    monkeypatch.delenv("DATABASE_URL")
    monkeypatch.setenv("DATABASE_URL_FILE", "/run/secrets/hub url")
    assert " DATABASE_URL_FILE='/run/secrets/hub url' python3" in command_line("up")


def test_pages_and_recipes_name_it(as_alice, own_folder, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", SECRET_URL)
    for address, command in (
        ("/", "demo"), ("/settings/tokens/", "token mint"), ("/jobs/", "up"),
        ("/settings/limits/", "check_hub"),
    ):  # fmt: skip
        page = text_of(as_alice.get(address))
        assert f"MEMORYHUB_DATA='{own_folder}' DATABASE_URL=… python3 manage.py {command}" in page, address
        assert "hunter2" not in page
    desktop = recipes(address="http://hub", token="T")[1]
    assert str(own_folder) in desktop.text
    assert '"DATABASE_URL": "…"' in desktop.text
    assert "in the place of …" in str(desktop.where)


def test_only_administrators_see_where_the_hub_lies(as_alice, as_bob, stranger, own_folder, settings):
    assert str(own_folder) in text_of(as_alice.get("/settings/limits/"))
    assert as_bob.get("/settings/limits/").status_code == 403
    stale = text_of(stranger.get("/sign-in/link/"))
    assert "stop the hub in its terminal" in stale
    assert "manage.py" not in stale
    settings.MEMORYHUB_DATA = settings.BASE_DIR / ".memoryhub"
    assert "python3 manage.py up" in text_of(stranger.get("/sign-in/link/"))
    assert environment() == {}


def test_no_page_writes_a_command_by_itself():
    written = [
        str(path.relative_to(ROOT))
        for folder in ("templates", "curation", "memoryhub/pages", "memoryhub/api", "memoryhub/mcp")
        for path in (ROOT / folder).rglob("*.*")
        if path.suffix in {".html", ".txt", ".py"} and path.name != "styleguide.html"
        if re.search(r"python3? manage\.py", path.read_text(encoding="utf-8"))
    ]
    assert written == []
