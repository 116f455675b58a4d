"""Writing down that memories have run out. Nobody is shown them any more before that: readers look at the time."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from django.db import connection
from django.db.models import F

from knowledge.clock import hub_now
from knowledge.models import Memory, MemorySpan
from knowledge.models.memory import BELIEVED
from knowledge.services import closing, jobs, sessions
from knowledge.services.agents import lock_agent
from knowledge.services.facts import EXPIRED
from knowledge.services.ledger import Ledger
from knowledge.services.pacing import Pace
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from knowledge.engine.types import Actor
    from knowledge.models import Agent
    from knowledge.services.transactions import WriteTransaction

_AT_ONCE: Final = 20 * closing.BATCH
_RIGHT_AGAIN: Final = "clock_set_right"
_END: Final = "CASE WHEN expires_at < valid_from THEN valid_from ELSE expires_at END"
_STILL_DUE: Final = (
    "SELECT number, knowledge_memory.id, valid_until, expires_at FROM {named} WHERE agent_id + 0 = %s"
    " AND standing = 'believed' AND expires_at <= %s AND token_count > 0 ORDER BY number"
)
"""Of rows that were due, those that still are."""


def due(now: datetime) -> QuerySet[Memory]:
    """Return the rows whose time is over and for which that is not written down yet."""
    return Memory.objects.filter(standing=BELIEVED, expires_at__isnull=False, expires_at__lte=now, token_count__gt=0)


def count_due() -> int:
    """Return how many rows `expire_due` would close."""
    return due(hub_now()).count()


def expire_due(*, actor: Actor, now: datetime | None = None) -> int:
    """Close every memory whose life time is over at the end of it; again, it finds nothing to do.

    Args:
        actor: the job.
        now: the moment to act at; None reads the hub clock.

    Returns:
        How many memories were closed.
    """
    moment = now or hub_now()
    total = due(moment).count()
    closed = 0
    pace = Pace(closing.BATCH)
    while True:
        found = due(moment).order_by("expires_at", "number").values_list("number", "agent__name")[:_AT_ONCE]
        by_agent = _by_agent(found)
        if not by_agent:
            return closed
        before = closed
        for agent, numbers in by_agent:
            for some in pace.parts(numbers):
                closed += _expire(actor, agent, some, now, pace=pace, done=closed, total=total)
                pace.rest()
        if closed == before:  # a clock was set back meanwhile: none of them is due any more
            return closed


def _by_agent(found: Iterable[tuple[int, str]]) -> list[tuple[str, list[int]]]:
    numbers: dict[str, list[int]] = defaultdict(list)
    for number, agent in found:
        numbers[agent].append(number)
    return sorted(numbers.items())


def _expire(
    actor: Actor, agent: str, numbers: Sequence[int], now: datetime | None, *, pace: Pace, done: int, total: int
) -> int:
    """Close some rows of one agent; what was said again meanwhile has another end and is left alone."""
    named, all_of_them = closing.rows_of(numbers)
    with write_transaction(now) as opened:
        locked = lock_agent(opened, agent)
        opened.after_commit.append(pace.began(len(numbers)))
        at = connection.ops.adapt_datetimefield_value(opened.now)
        with connection.cursor() as cursor:
            cursor.execute(_STILL_DUE.format(named=named), [all_of_them, locked.pk, at])
            found = cursor.fetchall()
        over = [number for number, _, until, due_at in found if until is not None and until <= due_at]
        gone = set(over)
        running = [(number, name) for number, name, _, _ in found if number not in gone]
        # Rows that ended before their time was over only leave the index; nothing new is said about them.
        closing.close(opened, locked, over, closing.Closing("", (), "", believed=True))
        assignments = f"valid_until = {_END}, invalidated_at = %s, invalidated_by_event = %s,"
        end = closing.Closing(assignments, (at, EXPIRED), EXPIRED, believed=True)
        closing.close(opened, locked, [number for number, _ in running], end)
        closing.note(opened, actor, locked, "memory.expired_by_time", [name for _, name in running])
        jobs.step(opened, done=done + len(found), total=total)
        return len(found)


def bring_back(*, actor: Actor, now: datetime | None = None) -> int:
    """Let memories live on that were closed at an end which is still to come: the clock had gone ahead.

    Args:
        actor: the job.
        now: the moment to act at; None reads the hub clock.

    Returns:
        How many memories came back.
    """
    moment = now or hub_now()
    back = 0
    for agent, numbers in _by_agent(closed_too_early(moment).values_list("number", "agent__name")):
        for start in range(0, len(numbers), closing.BATCH):
            with write_transaction(now) as opened:
                locked = lock_agent(opened, agent)
                rows = closed_too_early(opened.now).filter(number__in=numbers[start : start + closing.BATCH])
                back += _bring_back(opened, actor, locked, list(rows.order_by("number")))
    return back


def closed_too_early(now: datetime) -> QuerySet[Memory]:
    """Return the believed rows that are not live although their life time is not over."""
    early = Memory.objects.filter(standing=BELIEVED, expires_at__isnull=False, expires_at__gt=now, token_count=0)
    # One that never held, because another statement has the same start, was closed by that and by no clock.
    held = early.filter(valid_until__gt=now).filter(valid_until__gt=F("valid_from"))
    return held.exclude(invalidated_by_event=sessions.CLOSED)


def _bring_back(opened: WriteTransaction, actor: Actor, agent: Agent, rows: Sequence[Memory]) -> int:
    ledger = Ledger(opened, agent)
    # What the second clock says of moments that are still to come was never so.
    ahead = MemorySpan.objects.filter(memory__in=[row.number for row in rows], at__gt=opened.now)
    ahead.filter(event=EXPIRED).delete()
    for row in rows:
        if not _was_followed(row):
            row.valid_until = row.stated_until
        if row.invalidated_by_event == EXPIRED:
            row.invalidated_at, row.invalidated_by_event = None, ""
        ledger.change(row, event=_RIGHT_AGAIN)
    ledger.flush()
    closing.note(opened, actor, agent, "memory.back_in_time", [row.id for row in rows])
    return len(rows)


def _was_followed(row: Memory) -> bool:
    """Whether something was said of its fact that begins after it: then its end stays where it is."""
    if not row.fact_key:
        return False
    said = Memory.objects.filter(agent=row.agent_id, fact_key=row.fact_key, standing=BELIEVED).exclude(fact_key="")
    return said.filter(valid_from__gte=row.valid_from).exclude(pk=row.pk).exists()
