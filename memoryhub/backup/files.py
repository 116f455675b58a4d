"""The files of a hub beside its database: what goes into a backup, and where each belongs."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from django.conf import settings

from knowledge.errors import Conflict
from knowledge.services import block_list
from knowledge.services.audit import head_file
from memoryhub.backup import archive
from memoryhub.backup.databases import SQLITE, kind, name

if TYPE_CHECKING:
    from collections.abc import Iterator

LOCK: Final = "up.lock"
SCRATCH: Final = ".making"


def kept_files() -> dict[str, Path]:
    """Return member -> path of every file a backup takes along when it exists."""
    folder = settings.MEMORYHUB_DATA
    secrets = {called: folder / called for called in archive.SECRETS}
    return {
        **secrets,
        archive.HUB_TOML: folder / archive.HUB_TOML,
        archive.BLOCK_LIST: block_list.file(),
        archive.AUDIT_HEAD: head_file(),
    }


def database_folder() -> Path:
    """Return the folder of the database file, of a server the data folder."""
    return Path(name()).parent if kind() == SQLITE else settings.MEMORYHUB_DATA


@contextlib.contextmanager
def scratch(folder: Path, stem: str) -> Iterator[Path]:
    """Make a folder for half-done work that is gone afterwards; what killed runs left there goes too.

    Args:
        folder: where it is made.
        stem: tells it from others there.
    """
    for left in folder.glob(f".{stem}.*{SCRATCH}"):
        _remove_if_left(left)
    made = folder / f".{stem}.{os.getpid()}{SCRATCH}"
    made.mkdir(mode=0o700)
    handle = os.open(made / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)
        os.close(handle)


def _remove_if_left(path: Path) -> None:
    try:
        handle = os.open(path / "lock", os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return  # begun this moment, or not ours
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return
    else:
        shutil.rmtree(path, ignore_errors=True)
    finally:
        os.close(handle)


@contextlib.contextmanager
def stopped_hub() -> Iterator[None]:
    """Hold the lock of the data folder, so that no hub runs on it.

    Raises:
        Conflict: one does.
    """
    with (settings.MEMORYHUB_DATA / LOCK).open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            running = file.read().strip() or "another process"
            raise Conflict(f"This hub is running ({running}): stop it, restore, then start it again.") from error
        file.seek(0)
        file.truncate()
        file.write(f"process {os.getpid()}, restoring a backup")
        file.flush()
        yield


def settle_on_disk(path: Path) -> None:
    """Wait until a file or the names in a folder would survive a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
