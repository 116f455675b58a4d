"""When an environment has to be made or renewed, and when it is left alone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from memoryhub import bootstrap


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of what bootstrap looks at, with an environment that was just installed."""
    shutil.copy(settings.BASE_DIR / "pyproject.toml", tmp_path)
    (tmp_path / "memoryhub").mkdir()
    shutil.copy(settings.BASE_DIR / "memoryhub" / "constraints.txt", tmp_path / "memoryhub")
    (tmp_path / ".venv").mkdir()
    stamp(tmp_path, developer=False)
    return tmp_path


def stamp(root: Path, *, developer: bool) -> None:
    text = json.dumps({"digest": bootstrap._digest(root), "developer": developer})
    (root / ".venv" / bootstrap.STAMP).write_text(text)


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_what_was_just_installed_is_current(root):
    assert bootstrap._is_current(root=root, developer=False)


def test_the_developers_tools_are_a_reason_to_install_again(root):
    assert not bootstrap._is_current(root=root, developer=True)
    stamp(root, developer=True)
    assert bootstrap._is_current(root=root, developer=True)
    assert bootstrap._is_current(root=root, developer=False)


def test_a_new_version_or_package_is_noticed(root):
    change(root / "memoryhub" / "constraints.txt", "django==", "django==9.")
    assert not bootstrap._is_current(root=root, developer=False)
    stamp(root, developer=False)
    change(root / "pyproject.toml", "dependencies = [", 'dependencies = [\n    "another",')
    assert not bootstrap._is_current(root=root, developer=False)


def test_a_linters_setting_is_no_reason(root):
    change(root / "pyproject.toml", "line-length = 120", "line-length = 100")
    assert bootstrap._is_current(root=root, developer=False)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"digest": 3}'])
def test_a_damaged_stamp_means_install_again(root, text):
    (root / ".venv" / bootstrap.STAMP).write_text(text)
    assert not bootstrap._is_current(root=root, developer=False)


def test_every_pin_is_exact_and_names_no_place():
    for line in (settings.BASE_DIR / "memoryhub" / "constraints.txt").read_text().splitlines():
        assert "==" in line, line
        assert "/" not in line, line
        assert "@" not in line, line


def test_every_declared_package_is_pinned():
    text = (settings.BASE_DIR / "memoryhub" / "constraints.txt").read_text()
    pinned = {line.split("==")[0] for line in text.splitlines()}
    import tomllib

    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
    declared = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    names = {item.split(">")[0].split("[")[0].split("=")[0] for item in declared}
    assert names <= pinned


def run(root: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("MEMORYHUB_")}
    return subprocess.run(
        [sys.executable, str(root / "manage.py"), "version"],
        env={**clean, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_data_folder_is_private(tmp_path):
    assert run(settings.BASE_DIR, MEMORYHUB_DATA=str(tmp_path / "a" / "b")).returncode == 0
    assert (tmp_path / "a" / "b").stat().st_mode & 0o777 == 0o700


def test_a_data_folder_that_cannot_be_made_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    done = run(settings.BASE_DIR, MEMORYHUB_DATA=str(tmp_path / "file" / "data"))
    assert done.returncode == 1
    assert done.stderr.startswith("The data folder ")
    assert len(done.stderr.splitlines()) == 1
