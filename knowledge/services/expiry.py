"""Writing down that memories have run out. Nobody is shown them any more before that: readers look at the time."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from django.db import connection

from knowledge.clock import hub_now
from knowledge.models import Memory
from knowledge.models.memory import BELIEVED
from knowledge.queries.named import among
from knowledge.services import closing, jobs
from knowledge.services.agents import lock_agent
from knowledge.services.facts import EXPIRED
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from knowledge.engine.types import Actor

_AT_ONCE: Final = 20 * closing.BATCH


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
    while True:
        found = due(moment).order_by("expires_at", "number").values_list("number", "agent__name")[:_AT_ONCE]
        by_agent: dict[str, list[int]] = defaultdict(list)
        for number, agent in found:
            by_agent[agent].append(number)
        if not by_agent:
            return closed
        for agent, numbers in sorted(by_agent.items()):
            for start in range(0, len(numbers), closing.BATCH):
                if closed:
                    time.sleep(closing.PAUSE_SECONDS)
                some = numbers[start : start + closing.BATCH]
                closed += _expire(actor, agent, some, now, done=closed, total=total)


def _expire(actor: Actor, agent: str, numbers: Sequence[int], now: datetime | None, *, done: int, total: int) -> int:
    """Close some rows of one agent; what was said again meanwhile has another end and is left alone."""
    with write_transaction(now) as opened:
        locked = lock_agent(opened, agent)
        at = opened.now
        named = Memory.objects.filter(number__in=list(numbers), expires_at__lte=at, token_count__gt=0)
        rows = among(named, agent=locked.pk, standing=BELIEVED).order_by("number")
        found = list(rows.values_list("number", "id", "valid_until", "expires_at"))
        over = {number for number, _, until, due_at in found if until is not None and due_at and until <= due_at}
        running = [(number, name) for number, name, _, _ in found if number not in over]
        # Rows that ended before their time was over only leave the index; nothing new is said about them.
        closing.close(opened, locked, sorted(over), closing.Closing("", (), "", believed=True))
        end = "CASE WHEN expires_at < valid_from THEN valid_from ELSE expires_at END"
        assignments = f"valid_until = {end}, invalidated_at = %s, invalidated_by_event = %s,"
        values = (connection.ops.adapt_datetimefield_value(at), EXPIRED)
        numbers_now = [number for number, _ in running]
        closing.close(opened, locked, numbers_now, closing.Closing(assignments, values, EXPIRED, believed=True))
        closing.note(opened, actor, locked, "memory.expired_by_time", [name for _, name in running])
        jobs.step(opened, done=done + len(found), total=total)
        return len(found)
