"""Whether there is a hub here yet; and its database is for its owner's eyes alone."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import find_commands
from django.db import DatabaseError, connection

from knowledge.command_lines import command_line

# What begins a hub, or tries this program; every other command of ours is about a hub that was started once.
BEGIN = frozenset({"up", "restore", "test", "bench", "check_all"})
OTHERS = {"changepassword", "clearsessions", "createsuperuser", "dbshell", "dumpdata", "flush", "loaddata", "shell"}
OTHERS |= {"qcluster", "qinfo", "qmemory", "qmonitor", "remove_stale_contenttypes"}
"""Commands of Django and its jobs that ask the database for what a hub holds."""
COMPANIONS = ("", "-wal", "-shm", "-journal")


def no_hub_yet(arguments: Sequence[str]) -> str:
    """Return the sentence that answers a command which needs a hub where none was started; empty where all is well.

    Nothing is made: no folder, no file.

    Args:
        arguments: the command line without the program's name.
    """
    name = arguments[0] if arguments else ""
    try:
        if not _needs_one(name) or {"-h", "--help"} & set(arguments) or _is_here():
            return ""
        start = command_line("up")
    except (ImproperlyConfigured, DatabaseError):
        return ""  # the command says what is wrong
    return f"There is no hub here yet: start it with {start} (data folder {settings.MEMORYHUB_DATA})."


def older(error: DatabaseError) -> str:
    """Return the sentence for tables or columns that are not there; empty for every other error."""
    text = str(error)
    if "no such" not in text and not (("column" in text or "relation" in text) and "does not exist" in text):
        return ""
    return (
        f"The hub in {settings.MEMORYHUB_DATA} was kept by an older version: {command_line('up')} brings it up to date,"
        f" and {command_line('migrate')} does so without starting it."
    )


def _needs_one(name: str) -> bool:
    folders = (settings.BASE_DIR / room / "management" for room in ("knowledge", "memoryhub"))
    ours = {found for folder in folders for found in find_commands(str(folder))}
    return name in (ours - BEGIN) | OTHERS


def _is_here() -> bool:
    file = _file()
    if file is not None and (not file.exists() or file.stat().st_size == 0):
        return False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # Django warns of questions before the command began
        try:
            return bool(connection.introspection.table_names())
        finally:
            connection.close()


def _file() -> Path | None:
    """The file of the database; None where a server holds it."""
    found = settings.DATABASES["default"]
    return Path(str(found["NAME"])) if found["ENGINE"].endswith("sqlite3") else None


def keep_private(**_signal: Any) -> None:
    """Take a database in the data folder away from everybody but its owner, however it was made, by whatever door.

    SQLite makes its companions with the rights of the database; those that were there before are mended with it.
    """
    file = _file()
    if file is None or settings.MEMORYHUB_DATA not in file.parents:
        return
    for ending in COMPANIONS:
        path = file.with_name(file.name + ending)
        with contextlib.suppress(OSError):  # not there, or somebody else's: whoever owns it has to do it
            rights = path.stat().st_mode & 0o777
            if rights & 0o077:
                path.chmod(rights & 0o700)
