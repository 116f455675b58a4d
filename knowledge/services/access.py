"""The trace of recalls: collected in memory, written in batches at most a second later."""

from __future__ import annotations

import atexit
import logging
import os
import threading
from collections import Counter, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import connection

from knowledge.engine.instants import format_instant
from knowledge.errors import HubError
from knowledge.models import AccessHit, AccessLog, Agent
from knowledge.services import audit, bulk, sessions
from knowledge.services.agents import lock_agent
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.services.transactions import WriteTransaction

_log = logging.getLogger(__name__)
DELAY_SECONDS = 0.5
_MOST_WAITING = 20_000
_MOST_PER_WRITE = 500


@dataclass(frozen=True, slots=True)
class Access:
    """One recall to be written down; `hits` holds (number, version, score) in order.

    `session` is the key of the conversation that asked, empty for none.
    """

    at: datetime
    agent: str
    door: str
    actor: str
    query_digest: str
    hits: tuple[tuple[int, int, float], ...]
    session: str = ""


class _Writer:
    """The one writer of this process. A fork starts with an empty one."""

    def __init__(self) -> None:
        self.waiting: deque[Access] = deque(maxlen=_MOST_WAITING)
        self.lock = threading.Lock()
        self.wake = threading.Event()
        self.process = 0
        self.automatic = True

    def add(self, access: Access) -> None:
        with self.lock:
            self.waiting.append(access)
            if self.automatic and self.process != os.getpid():
                self.process = os.getpid()
                self.wake = threading.Event()
                threading.Thread(target=self._run, name="access-log", daemon=True).start()
        self.wake.set()

    def take(self) -> list[Access]:
        with self.lock:
            count = min(len(self.waiting), _MOST_PER_WRITE)
            return [self.waiting.popleft() for _ in range(count)]

    def _run(self) -> None:
        while True:
            self.wake.wait()
            threading.Event().wait(DELAY_SECONDS)
            self.wake.clear()
            self.flush()
            connection.close()

    def flush(self) -> int:
        written = 0
        while batch := self.take():
            try:
                _write(batch)
            except HubError:
                # The store is busy or full: keep the trace for the next round; never the caller's problem.
                with self.lock:
                    self.waiting.extendleft(reversed(batch))
                self.wake.set()
                return written
            except Exception:  # noqa: BLE001 - whatever it is, the trace must not stop recall
                _log.exception("a batch of the access log could not be written")
                return written
            written += len(batch)
        return written


_writer = _Writer()


def remember(access: Access) -> None:
    """Queue one recall; returns at once and never fails."""
    _writer.add(access)


def flush() -> int:
    """Write what is waiting now; return how many recalls were written."""
    return _writer.flush()


def write_only_when_told() -> None:
    """Switch the background writer off; `flush` then writes (one process, one thread)."""
    _writer.automatic = False


def discard() -> None:
    """Drop what is waiting: another hub's traces, when one process serves several in turn."""
    _writer.waiting.clear()


def waiting() -> int:
    """Return how many recalls are not written yet."""
    return len(_writer.waiting)


def unwritten(agent: str) -> list[tuple[int, datetime]]:
    """Return (number of the memory, moment) of an agent's recalls in this process that are not in the log yet."""
    with _writer.lock:
        mine = [one for one in _writer.waiting if one.agent == agent]
    return [(number, one.at) for one in mine for number, _, _ in one.hits]


def _write(batch: list[Access]) -> None:
    counted: Counter[int] = Counter()
    latest: dict[int, datetime] = {}
    with write_transaction(batch[-1].at) as opened:
        # Locked like any writer does, before their rows are touched: else each could wait for what the other holds,
        # and a write that has read a row would put the old count back.
        locked = Agent.objects.filter(name__in={one.agent for one in batch}).order_by("name").select_for_update()
        agents = dict(locked.values_list("name", "pk"))
        known = [one for one in batch if one.agent in agents]
        logs = []
        for number, one in zip(bulk.next_numbers(AccessLog, len(known)) if known else (), known, strict=True):
            logs.append(
                AccessLog(
                    id=number,
                    at=one.at,
                    agent_id=agents[one.agent],
                    door=one.door,
                    actor=one.actor[:200],
                    query_digest=one.query_digest,
                )
            )
            for memory, _, _ in one.hits:
                counted[memory] += 1
                latest[memory] = max(latest.get(memory, one.at), one.at)
        existing = _touch(counted, latest)
        _go_on(opened, known)
        bulk.insert(logs, with_key=True)
        bulk.insert(
            [
                AccessHit(log_id=log.pk, memory_id=memory, rank=rank, version=version, score=score)
                for log, one in zip(logs, known, strict=True)
                for rank, (memory, version, score) in enumerate(one.hits, start=1)
                if memory in existing
            ]
        )


def _go_on(opened: WriteTransaction, batch: list[Access]) -> None:
    """Let the conversations that asked live on."""
    asked: dict[tuple[str, str], datetime] = {}
    for one in batch:
        if one.session:
            asked[one.agent, one.session] = max(one.at, asked.get((one.agent, one.session), one.at))
    for (agent, session), at in sorted(asked.items()):
        if sessions.has_memories(agent, session):
            sessions.touch(opened, lock_agent(opened, agent), {session}, at=at)


def _touch(counted: Counter[int], latest: dict[int, datetime]) -> set[int]:
    """Count the recalls on their rows; return the numbers of the rows that still exist."""
    adapt = connection.ops.adapt_datetimefield_value
    existing: set[int] = set()
    with connection.cursor() as cursor:
        for number in counted:
            cursor.execute(
                "UPDATE knowledge_memory SET access_count = access_count + %s, last_accessed_at ="
                " CASE WHEN last_accessed_at > %s THEN last_accessed_at ELSE %s END WHERE number = %s",
                [counted[number], adapt(latest[number]), adapt(latest[number]), number],
            )
            if cursor.rowcount:
                existing.add(number)
    return existing


def forget_old(*, actor: Actor, before: datetime, batch: int = 2_000, most: int = 200_000) -> int:
    """Delete what was recalled before a moment, in short writes that each have their record in the audit.

    Args:
        actor: who clears the log.
        before: recalls at or after this moment stay.
        batch: recalls per write, so that other writers wait for a moment only.
        most: recalls per call; the rest is for the next one.

    Returns:
        How many recalls were deleted.
    """
    deleted = 0
    while deleted < most:
        wanted = min(batch, most - deleted)
        with write_transaction() as opened:
            old = AccessLog.objects.filter(at__lt=before).order_by("at")
            numbers = list(old.values_list("pk", flat=True)[:wanted])
            for start in range(0, len(numbers), _MOST_PER_WRITE):
                some = numbers[start : start + _MOST_PER_WRITE]
                AccessHit.objects.filter(log__in=some).delete()
                AccessLog.objects.filter(pk__in=some).delete()
            if numbers:
                details = {"recalls": len(numbers), "before": format_instant(before)}
                audit.record(opened, actor, audit.AuditRecord("access_log.cleared", details=details))
        deleted += len(numbers)
        if len(numbers) < wanted:
            break
    return deleted


def count_old(*, before: datetime) -> int:
    """Return how many recalls `forget_old` would delete."""
    return AccessLog.objects.filter(at__lt=before).count()


atexit.register(flush)
