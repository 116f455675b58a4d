"""One write = one outermost durable transaction.

The write lock is taken first, then the clock is read, so that the order of the clock is the order
of the writes. Inner services join the transaction that is already open.
"""

from __future__ import annotations

import errno
import fcntl
import os
import threading
import time
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import (
    DatabaseError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    ProgrammingError,
    connection,
    transaction,
)

from knowledge.clock import hub_now
from knowledge.errors import Busy, OutOfSpace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

LOCK_PATIENCE_SECONDS = 20.0
_FIRST_PAUSE = 0.0005
_LONGEST_PAUSE = 0.004


@dataclass(slots=True)
class WriteTransaction:
    """The open write: its moment, and what has to happen before and after the commit.

    Attributes:
        now: the hub clock, read once after the lock was taken.
        now_is_given: whether the caller set the moment instead.
        before_commit: called in order inside the transaction, after the body.
        after_commit: called after the commit, still under the write lock of SQLite.
        shared: state of services that act once per transaction (agents, audit).
    """

    now: datetime
    now_is_given: bool = False
    before_commit: list[Callable[[], None]] = field(default_factory=list)
    after_commit: list[Callable[[], None]] = field(default_factory=list)
    shared: dict[str, Any] = field(default_factory=dict)


_current: ContextVar[WriteTransaction | None] = ContextVar("write_transaction", default=None)
_files = threading.local()


@contextmanager
def write_transaction(now: datetime | None = None) -> Iterator[WriteTransaction]:
    """Open the outermost write, or join the one that is open.

    Args:
        now: the moment to use instead of the hub clock (replays, imports, tests).

    Raises:
        Busy: another writer held the store longer than 20 s, or the database went away.
        OutOfSpace: the disk is full. Nothing was written in either case.
    """
    outer = _current.get()
    if outer is not None:
        yield outer
        return
    with _turn(), plain_database_errors():
        with transaction.atomic(durable=True):
            opened = WriteTransaction(now or hub_now(), now_is_given=now is not None)
            token = _current.set(opened)
            try:
                yield opened
                for step in opened.before_commit:
                    step()
            finally:
                _current.reset(token)
        for step in opened.after_commit:
            step()


@contextmanager
def alone() -> Iterator[None]:
    """Keep other writers of SQLite out for upkeep that no transaction can hold; not inside a write.

    Raises:
        Busy: another writer held the store longer than 20 s, or the database is locked.
        OutOfSpace: the disk is full.
    """
    with _turn(), plain_database_errors():
        yield


_OUTDATED = "The database is older than this version of the hub; start it once with up. Nothing was written."
"""A program that is started beside the hub, before the hub itself after an update, meets this."""


def settle() -> None:
    """Let PostgreSQL check now what it would check at the commit: whether what was deleted is named anywhere.

    For many rows that takes seconds, and at the commit everybody waits whose write ends with a record in the audit.
    """
    if connection.vendor == "postgresql":
        connection.check_constraints()


@contextmanager
def plain_database_errors() -> Iterator[None]:
    """Turn "locked", "full", "gone" and "older than the program" into errors a caller can act on."""
    try:
        yield
    except IntegrityError:
        raise
    except (OperationalError, InterfaceError) as error:
        text = str(error).lower()
        if "disk is full" in text or "no space" in text or "disk i/o" in text:
            msg = "The disk is full; free some space and try again. Nothing was written."
            raise OutOfSpace(msg) from error
        if "no such" in text or "no column" in text:
            raise Busy(_OUTDATED, retry_after=60) from error
        msg = "The store is busy; try again in a few seconds. Nothing was written."
        raise Busy(msg) from error
    except DatabaseError as error:
        if isinstance(error, ProgrammingError) and "does not exist" in str(error):
            raise Busy(_OUTDATED, retry_after=60) from error
        if "no space left" in str(error).lower():
            msg = "The disk is full; free some space and try again. Nothing was written."
            raise OutOfSpace(msg) from error
        raise


@contextmanager
def _turn() -> Iterator[None]:
    """Wait for this writer's turn.

    SQLite's busy handler sleeps ever longer and lets late comers pass; a file lock in front keeps
    waits short and even. PostgreSQL orders writers by the agent's row instead.
    """
    if connection.vendor != "sqlite":
        yield
        return
    try:
        handle = _lock_file()
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise OutOfSpace("The disk is full; free some space and try again. Nothing was written.") from error
    deadline = time.monotonic() + LOCK_PATIENCE_SECONDS
    pause = _FIRST_PAUSE
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.EACCES, errno.EWOULDBLOCK):
                raise
        if time.monotonic() >= deadline:
            msg = "The store is busy; try again in a few seconds. Nothing was written."
            raise Busy(msg)
        time.sleep(pause)
        pause = min(pause * 1.5, _LONGEST_PAUSE)
    try:
        yield
    finally:
        fcntl.flock(handle, fcntl.LOCK_UN)


def _lock_file() -> int:
    path = f"{_lock_base()}.write-lock"
    opened: dict[tuple[int, str], int] = _files.__dict__.setdefault("opened", {})
    key = (os.getpid(), path)
    if key not in opened:
        opened[key] = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    return opened[key]


def _lock_base() -> str:
    name = str(connection.settings_dict["NAME"])
    if name.startswith("file:") or name == ":memory:":
        return str(settings.MEMORYHUB_DATA / "memory")
    return name
