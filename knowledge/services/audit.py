"""The audit trail: written in the transaction of its effect, chained, and checkable.

Every record carries the hash of the one before. The number of records and the last hash are also
kept in a small file outside the database, so that a tail cut off in the database shows.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import logging
import os
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import connection

from knowledge.conf import keyed_digest
from knowledge.engine.injection import scan
from knowledge.engine.instants import format_instant
from knowledge.models import AuditEvent
from knowledge.services import bulk

if TYPE_CHECKING:
    from pathlib import Path

    from knowledge.engine.types import Actor
    from knowledge.services.transactions import WriteTransaction

_log = logging.getLogger(__name__)
_LOCK_NUMBER = 0x6D68_6175  # any fixed number: PostgreSQL's name for "I append to the audit"
_REASON_CHARACTERS = 1_000
GENESIS = "0" * 64
VERIFY_STEP = 10_000
_fixed_form = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """One effect to be recorded. `details` holds ids, counts and digests, never content."""

    action: str
    agent: str = ""
    target: str = ""
    reason: str = ""
    details: dict[str, Any] = field(default_factory=dict)


def record(opened: WriteTransaction, actor: Actor, entry: AuditRecord) -> None:
    """Queue one record; it is appended just before the commit, or the whole write fails."""
    queue = opened.shared.get("audit")
    if queue is None:
        queue = opened.shared["audit"] = []
        opened.before_commit.append(lambda: _append(opened, queue))
    queue.append((actor, entry if actor.door == "page" else _without_orders(entry)))


def _without_orders(entry: AuditRecord) -> AuditRecord:
    """Keep of a reason that reads like an order to whoever reads it later its digest only."""
    if not entry.reason or scan(entry.reason).outcome == "pass":
        return entry
    return replace(entry, reason="", details={**entry.details, "reason_digest": keyed_digest(entry.reason)})


def _append(opened: WriteTransaction, queue: list[tuple[Actor, AuditRecord]]) -> None:
    if connection.vendor == "postgresql":
        # Appends are one after another across processes; the lock goes with the transaction.
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK_NUMBER])
    with connection.cursor() as cursor:
        cursor.execute("SELECT sequence, hash FROM knowledge_auditevent ORDER BY sequence DESC LIMIT 1")
        sequence, previous = cursor.fetchone() or (0, GENESIS)
    events, at = [], format_instant(opened.now)
    for actor, entry in queue:
        sequence += 1
        event = bulk.new(
            AuditEvent,
            sequence=sequence,
            at=opened.now,
            actor_kind=actor.kind,
            actor=actor.name[:200],
            door=actor.door,
            action=entry.action,
            agent=entry.agent,
            target=entry.target,
            reason=entry.reason[:_REASON_CHARACTERS],
            details=entry.details,
            previous_hash=previous,
        )
        previous = event.hash = event_hash(event, at)
        events.append(event)
    queue.clear()
    bulk.insert(events, with_key=True)
    opened.after_commit.append(lambda: _remember_head(sequence, previous))


def event_hash(event: AuditEvent, at: str) -> str:
    """Return the hash of a record: SHA-256 over its fields in a fixed JSON form; `at` is its moment as text."""
    fields = [
        event.sequence,
        at,
        event.actor_kind,
        event.actor,
        event.door,
        event.action,
        event.agent,
        event.target,
        event.reason,
        event.details,
        event.previous_hash,
    ]
    return hashlib.sha256(_fixed_form(fields).encode("utf-8", "surrogatepass")).hexdigest()


def head_file() -> Path:
    """Return the path of the head kept outside the database (one per database)."""
    return head_file_of(settings.MEMORYHUB_DATA, str(connection.settings_dict["NAME"]))


@lru_cache(maxsize=8)
def head_file_of(folder: Path, database: str) -> Path:
    """Return the path of the head of a database by this name, in a data folder."""
    name = database.replace("\\", "/").rsplit("/", 1)[-1]
    safe = "".join(letter if letter.isalnum() or letter in "._-" else "_" for letter in name)
    return folder / f"audit_head.{safe}"


def _remember_head(sequence: int, last_hash: str) -> None:
    """Write the head after the commit. The write stands, so a failure is told to the operator, not to the caller.

    The next write brings the head up to date.
    """
    try:
        write_head(sequence, last_hash)
    except OSError:
        _log.exception("the head of the audit trail could not be written outside the database")


def write_head(sequence: int, last_hash: str) -> None:
    """Remember count and last hash outside the database; an older head never replaces a newer."""
    descriptor = os.open(head_file(), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        if _parse_head(os.read(descriptor, 200))[0] < sequence:
            # Fixed width and in place: one small write that is never half a head.
            os.pwrite(descriptor, f"{sequence:020d} {last_hash}\n".encode(), 0)
    finally:
        os.close(descriptor)


def read_head() -> tuple[int, str]:
    """Return (count, last hash) as kept outside the database; (0, genesis) when there is none."""
    try:
        return _parse_head(head_file().read_bytes())
    except FileNotFoundError:
        return 0, GENESIS


def _parse_head(text: bytes) -> tuple[int, str]:
    parts = text.split()
    if len(parts) != 2 or not parts[0].isdigit():
        return 0, GENESIS
    return int(parts[0]), parts[1].decode("ascii", "replace")


@dataclass(frozen=True, slots=True)
class AuditCheck:
    """Result of walking the chain.

    Attributes:
        count: records read.
        broken_at: sequence of the first record that does not fit, None when all do.
        problem: one sentence on what does not fit; empty when all does.
    """

    count: int
    broken_at: int | None = None
    problem: str = ""

    @property
    def intact(self) -> bool:
        """Whether every link holds."""
        return self.broken_at is None


@dataclass(frozen=True, slots=True)
class AuditPlace:
    """How far a walk along the chain has come: the last record that fits, and its hash."""

    sequence: int = 0
    hash: str = GENESIS


def verify() -> AuditCheck:
    """Walk the whole chain and compare it with the head kept outside the database."""
    place = AuditPlace()
    while True:
        found = verify_step(after=place)
        if isinstance(found, AuditCheck):
            return found
        place = found


def verify_step(*, after: AuditPlace, limit: int = VERIFY_STEP) -> AuditPlace | AuditCheck:
    """Walk a bounded part of the chain, so that a page can show how far it is.

    Args:
        after: where the walk stands; a new `AuditPlace` begins it.
        limit: how many records to read at most.

    Returns:
        Where to go on, or the result once the end or a broken link is reached.
    """
    head_count, head_hash = read_head()
    expected, previous = after.sequence + 1, after.hash
    rows = AuditEvent.objects.filter(sequence__gt=after.sequence).order_by("sequence")[:limit]
    for event in rows.iterator(chunk_size=2_000):
        problem = _misfit(event, expected, previous)
        if not problem and expected == head_count and event.hash != head_hash:
            problem = f"Record {expected} differs from the head kept outside."
        if problem:
            return AuditCheck(expected - 1, expected, problem)
        previous = event.hash
        expected += 1
    count = expected - 1
    if count - after.sequence == limit:
        return AuditPlace(count, previous)
    if count < head_count:
        return AuditCheck(count, count + 1, f"{head_count - count} records are missing at the end.")
    return AuditCheck(count)


def _misfit(event: AuditEvent, expected: int, previous: str) -> str:
    """Say what is wrong with a record as the next link; empty when it fits."""
    if event.sequence != expected:
        return f"Record {expected} is missing."
    if event.previous_hash != previous:
        return f"Record {expected} does not follow the one before it."
    if event.hash != event_hash(event, format_instant(event.at)):
        return f"Record {expected} was changed after it was written."
    return ""
