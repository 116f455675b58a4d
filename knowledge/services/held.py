"""Writes that wait for a person: kept as inert rows until somebody decides."""

from __future__ import annotations

from datetime import UTC, datetime, time
from typing import TYPE_CHECKING

from django.db.models import F, Q

from knowledge import events
from knowledge.conf import limits
from knowledge.engine.ids import first_id
from knowledge.errors import TooMany
from knowledge.models import Memory
from knowledge.models.memory import HELD, STANDINGS

if TYPE_CHECKING:
    from knowledge.engine.types import Actor
    from knowledge.models import Agent

UNCERTAIN = ("less_certain", "below_threshold")
LOOK_ALIKE = "look_alike"
HELD_REASONS = ("less_trusted", LOOK_ALIKE, *UNCERTAIN)


def same_claim(agent: Agent, memory: Memory) -> Memory | None:
    """Return the row that already waits with the same claim of the same origin, if there is one.

    A claim about another time is another claim; those that name no start hold from whenever they were made.
    """
    starts = Q(valid_from=memory.valid_from)
    if memory.valid_from == memory.ingested_at:
        starts |= Q(valid_from=F("ingested_at"))
    waiting = Memory.objects.filter(
        starts,
        agent=agent,
        standing=HELD,
        fact_key=memory.fact_key,
        value_key=memory.value_key,
        origin=memory.origin,
        stated_until=memory.stated_until,
    ).exclude(fact_key="")
    return waiting.first()


def check_room(agent: Agent, memory: Memory, now: datetime) -> None:
    """Refuse more held writes than a person can look at in a day.

    What is trusted less takes no place from what is trusted more.

    Args:
        agent: whose memory.
        memory: the row to be held.
        now: moment of the write.

    Raises:
        TooMany: the limit for this UTC day is reached.
    """
    midnight = datetime.combine(now.astimezone(UTC).date(), time(), tzinfo=UTC)
    # Ids sort by creation: the index of lists finds today's rows, however many the agent has.
    today = Memory.objects.filter(
        Q(origin=memory.origin) | Q(origin_trust__gte=memory.origin_trust),
        agent=agent,
        standing__in=[name for name, _ in STANDINGS],
        id__gte=first_id("m", midnight),
    )
    held_today = today.filter(standing_reason__in=HELD_REASONS).count()
    if held_today >= limits().held_per_day:
        raise TooMany(
            f"{held_today} writes of this agent were held for a person already today; try again tomorrow.",
            retry_after=3600,
        )


def mark_held(memory: Memory, *, reason: str, rival_id: str | None) -> None:
    """Turn a row that is not written yet into a held one."""
    memory.standing = HELD
    memory.standing_reason = reason
    memory.rival = rival_id or ""
    memory.valid_until = memory.stated_until


def announce(
    memory: Memory, *, agent: str, reason: str, actor: Actor, now: datetime, again: bool = False
) -> str | None:
    """Tell whoever looks after the memory; return the id of the request about it.

    `again` says that the same claim already waits.
    """
    answers = events.write_held.send(
        sender=Memory, memory=memory, agent=agent, reason=reason, actor=actor, now=now, again=again
    )
    return next((answer for _, answer in answers if isinstance(answer, str)), None)
