"""The archive: what nobody has recalled for long goes there with everything that belongs to it, and later for good."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import TYPE_CHECKING, Final

import numpy as np
from django.db import connection
from django.db.models import F

from knowledge.clock import hub_now
from knowledge.models import Agent, Memory, RemovedVersions
from knowledge.models.memory import ARCHIVED
from knowledge.queries import fading
from knowledge.queries.named import among
from knowledge.queries.policies import agents_of, held_back, policies, surplus_versions
from knowledge.services import closing, jobs
from knowledge.services.agents import lock_agent
from knowledge.services.edit import archive_row
from knowledge.services.erasing import erase
from knowledge.services.ledger import Ledger
from knowledge.services.pacing import PAUSE_SECONDS, Pace
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from knowledge.engine.policies import Policy
    from knowledge.engine.types import Actor
    from knowledge.services.transactions import WriteTransaction

FADED: Final = "faded"
BATCH: Final = 100
"""Rows of the first write of the archive; the later ones take as long as others can wait."""
_ERASED_AT_ONCE: Final = 200
_LOOKED_AT: Final = 100_000
"""Old versions of one kind that one run looks for; the next run goes on."""


def archive_faded(*, actor: Actor, now: datetime | None = None) -> int:
    """Move what has faded to the archive; a recall in between saves a memory, and again it finds nothing to do.

    Args:
        actor: the job.
        now: the moment to act at; None reads the hub clock.

    Returns:
        How many memories were moved.
    """
    moment = now or hub_now()
    names = dict(Agent.objects.values_list("pk", "name"))
    # Everything is read before anything is moved: a cursor on a table that changes shows some rows twice.
    found = [(page.agents[page.due], page.numbers[page.due]) for page in fading.pages(moment)]
    agents = np.concatenate([np.zeros(0, np.int64), *(one for one, _ in found)])
    numbers = np.concatenate([np.zeros(0, np.int64), *(one for _, one in found)])
    moved = 0
    pace = Pace(BATCH)
    for agent in np.unique(agents).tolist():
        mine = np.sort(numbers[agents == agent]).tolist()
        for some in pace.parts(mine):
            moved += _archive(actor, names[agent], some, now, pace=pace, done=moved, total=int(numbers.size))
            pace.rest()
    return moved


def _archive(
    actor: Actor, agent: str, numbers: Sequence[int], now: datetime | None, *, pace: Pace, done: int, total: int
) -> int:
    """Move some rows of one agent, by what the tables say under its lock."""
    with write_transaction(now) as opened:
        locked = lock_agent(opened, agent)
        opened.after_commit.append(pace.began(len(numbers)))
        rows = fading.still_due(numbers, opened.now)
        plain = [(number, name) for number, name, fact in rows if not fact]
        facts = [number for number, _, fact in rows if fact]
        assignments = "standing = %s, standing_reason = %s, archived_at = %s,"
        values = (ARCHIVED, FADED, connection.ops.adapt_datetimefield_value(opened.now))
        closing.close(
            opened, locked, [one for one, _ in plain], closing.Closing(assignments, values, FADED, believed=False)
        )
        ids = [name for _, name in plain] + _archive_facts(opened, locked, facts)
        closing.note(opened, actor, locked, "memory.faded", ids)
        jobs.step(opened, done=done + len(ids), total=total)
        return len(ids)


def _archive_facts(opened: WriteTransaction, agent: Agent, numbers: Sequence[int]) -> list[str]:
    """Take rows off the time axis of their facts, one by one."""
    if not numbers:
        return []
    ledger = Ledger(opened, agent)
    ids = []
    for row in Memory.objects.filter(number__in=list(numbers)).order_by("number"):
        archive_row(row, ledger, opened, FADED)
        ledger.flush()
        ids.append(row.id)
    return ids


def clear_archive(*, actor: Actor, before: datetime, now: datetime | None = None) -> int:
    """Delete for good what has been in the archive since before a moment; what is under legal hold stays.

    Args:
        actor: the job.
        before: what was archived later stays.
        now: the moment to act at; None reads the hub clock.

    Returns:
        How many memories were deleted.
    """
    gone, last = 0, 0
    while True:
        over = Memory.objects.filter(standing=ARCHIVED, archived_at__lte=before, number__gt=last).order_by("number")
        found = list(over.values_list("number", "agent__name")[: 10 * _ERASED_AT_ONCE])
        if not found:
            return gone
        last = found[-1][0]
        for agent, numbers in _by_agent(found):
            for start in range(0, len(numbers), _ERASED_AT_ONCE):
                with write_transaction(now) as opened:
                    locked = lock_agent(opened, agent)
                    named = numbers[start : start + _ERASED_AT_ONCE]
                    some = Memory.objects.filter(number__in=named, archived_at__lte=before)
                    some = among(some, agent=locked.pk, standing=ARCHIVED)
                    gone += _erase(opened, actor, locked, list(some), "memory.cleared", done=gone)
                time.sleep(PAUSE_SECONDS)


def clear_versions(*, actor: Actor, now: datetime | None = None) -> int:
    """Delete ended versions that their kind of life time keeps no longer; never one that is true now or will be.

    Args:
        actor: the job.
        now: the moment to act at; None reads the hub clock.

    Returns:
        How many versions were deleted.
    """
    gone = 0
    for policy in policies().by_name.values():
        if policy.versions_kept is None and policy.retention_days is None:
            continue
        found = surplus_versions(policy, now=now or hub_now(), most=_LOOKED_AT)
        for agent in agents_of([number for number, _ in found]):
            while some := _clear_some(actor, policy, agent, now, done=gone):
                gone += some
                time.sleep(PAUSE_SECONDS)
    return gone


def count_versions() -> int:
    """Return how many versions `clear_versions` would delete."""
    now = hub_now()
    return sum(len(surplus_versions(one, now=now, most=1_000_000)) for one in policies().by_name.values())


def _clear_some(actor: Actor, policy: Policy, agent: str, now: datetime | None, *, done: int) -> int:
    with write_transaction(now) as opened:
        locked = lock_agent(opened, agent)
        listed = surplus_versions(policy, now=opened.now, most=_ERASED_AT_ONCE, agent=agent)
        rows = list(Memory.objects.filter(number__in=[number for number, _ in listed]))
        counts: dict[str, int] = defaultdict(int)
        for row in rows:
            counts[row.fact_key] += 1
        gone = _erase(opened, actor, locked, rows, "memory.versions_cleared", done=done)
        for key, count in counts.items():
            if key:
                RemovedVersions.objects.get_or_create(agent=locked, fact_key=key)
                RemovedVersions.objects.filter(agent=locked, fact_key=key).update(count=F("count") + count)
        return gone


def _erase(
    opened: WriteTransaction, actor: Actor, agent: Agent, rows: Sequence[Memory], action: str, *, done: int
) -> int:
    held = held_back([row.number for row in rows])
    out = [row for row in rows if row.number not in held]
    if out:
        erase(opened, agent, [row.number for row in out])
        closing.note(opened, actor, agent, action, [row.id for row in out])
    jobs.step(opened, done=done + len(out))
    return len(out)


def _by_agent(found: Iterable[tuple[int, str]]) -> list[tuple[str, list[int]]]:
    numbers: dict[str, list[int]] = defaultdict(list)
    for number, agent in found:
        numbers[agent].append(number)
    return sorted(numbers.items())
