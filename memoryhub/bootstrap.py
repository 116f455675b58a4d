"""Standard library only: make the environment a hub runs in, then run the same command inside it.

A machine with Python 3.11 and pip is enough. What this does by hand is two lines::

    python3 -m venv .venv
    .venv/bin/pip install -c memoryhub/constraints.txt -e .

An environment that somebody else made and installed MemoryHub into (a container, a developer's own) is left alone.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

DEVELOPER_COMMANDS = frozenset({"test", "check_all"})
STAMP = "memoryhub-install.json"
GUARD = "MEMORYHUB_BOOTSTRAPPED"


def ensure_environment(*, root: Path, arguments: Sequence[str]) -> None:
    """Return when the command can run in this process; otherwise replace the process by one where it can.

    Args:
        root: the folder of ``manage.py``.
        arguments: the command line without the program's name.

    Raises:
        SystemExit: with one sentence, when the environment cannot be made.
    """
    if sys.version_info < (3, 11):  # noqa: UP036 - this file may meet an older Python and has to say so
        raise SystemExit("MemoryHub needs Python 3.11 or newer: run manage.py with a newer python3.")
    developer = bool(arguments) and arguments[0] in DEVELOPER_COMMANDS
    venv = root / ".venv"
    inside = Path(sys.prefix).resolve() == venv.resolve()
    if not inside and _installed_here(developer=developer):
        return
    if inside and _is_current(root=root, developer=developer):
        return
    if os.environ.get(GUARD) == _digest(root) and inside:
        raise SystemExit("The environment in .venv is not complete: delete the folder .venv and try again.")
    with _one_at_a_time(root):
        if not _python_works(venv):
            _make(venv)
        if not _stamp_matches(root=root, developer=developer):
            _install(root=root, developer=developer)
    os.environ[GUARD] = _digest(root)
    python = str(venv / "bin" / "python")
    os.execv(python, [python, str(root / "manage.py"), *arguments])  # noqa: S606 - our own interpreter


def make_data_folder(*, root: Path) -> Path:
    """Make the folder that holds everything of this hub, readable by its owner alone.

    Raises:
        SystemExit: with one sentence, when it cannot be made.
    """
    folder = Path(os.environ.get("MEMORYHUB_DATA") or root / ".memoryhub").expanduser().absolute()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SystemExit(f"The data folder {folder} cannot be made ({error.strerror}): set MEMORYHUB_DATA.") from error
    return folder


def _installed_here(*, developer: bool) -> bool:
    """Whether MemoryHub was installed into the running interpreter's own environment."""
    try:
        metadata.version("memoryhub")
    except metadata.PackageNotFoundError:
        return False
    return find_spec("django") is not None and (not developer or find_spec("pytest") is not None)


def _is_current(*, root: Path, developer: bool) -> bool:
    """Whether ``.venv`` fits the lists in the repository; one without a stamp was made by hand and is trusted."""
    if (root / ".venv" / STAMP).exists():
        return _stamp_matches(root=root, developer=developer)
    return _installed_here(developer=developer)


def _stamp_matches(*, root: Path, developer: bool) -> bool:
    try:
        stamp = json.loads((root / ".venv" / STAMP).read_text(encoding="utf-8"))
        return bool(stamp["digest"] == _digest(root) and (stamp["developer"] or not developer))
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _digest(root: Path) -> str:
    """Changes when what has to be installed changes, and not when a linter's settings do."""
    import tomllib  # noqa: PLC0415 - absent before Python 3.11, where one sentence should say so

    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = json.dumps([project["dependencies"], project["optional-dependencies"]])
    pinned = (root / "memoryhub" / "constraints.txt").read_text(encoding="utf-8")
    return hashlib.sha256(f"{wanted}\n{pinned}".encode()).hexdigest()


@contextlib.contextmanager
def _one_at_a_time(root: Path) -> Iterator[None]:
    """Two commands started together install once."""
    with (root / "pyproject.toml").open(encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _python_works(venv: Path) -> bool:
    try:
        done = subprocess.run([str(venv / "bin" / "python"), "-c", ""], check=False, capture_output=True)
    except OSError:
        return False
    return done.returncode == 0


def _make(venv: Path) -> None:
    """An environment without pip: a fresh Debian has no ensurepip, and pip can install from outside."""
    print("MemoryHub: making .venv", file=sys.stderr)
    base = _base_python()
    done = subprocess.run([base, "-m", "venv", "--clear", "--without-pip", str(venv)], check=False)
    if done.returncode:
        raise SystemExit("The environment .venv could not be made; the lines above say why.")


def _install(*, root: Path, developer: bool) -> None:
    what = "with the developers' tools " if developer else ""
    print(f"MemoryHub: installing {what}into .venv (once; about a minute)", file=sys.stderr)
    python = str(root / ".venv" / "bin" / "python")
    rest = ["-q", "-c", str(root / "memoryhub" / "constraints.txt"), "-e", f"{root}[dev]" if developer else str(root)]
    uv = shutil.which("uv")
    attempts = [[uv, "pip", "install", "--python", python, *rest]] if uv else []
    attempts.append([_base_python(), "-m", "pip", "--python", python, "install", "--disable-pip-version-check", *rest])
    for command in attempts:
        if subprocess.run(command, check=False, cwd=root).returncode == 0:
            break
    else:
        raise SystemExit(
            "The packages could not be installed; the lines above say why. "
            "pip has to be there (on Debian: apt install python3-pip) and has to reach a package index."
        )
    stamp = json.dumps({"digest": _digest(root), "developer": developer})
    (root / ".venv" / STAMP).write_text(stamp, encoding="utf-8")


def _base_python() -> str:
    """The interpreter that environments are made from, also when running inside one."""
    return getattr(sys, "_base_executable", None) or sys.executable
