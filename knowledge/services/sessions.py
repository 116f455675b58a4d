"""Conversations whose memories end with them: going on while they are used, closed when somebody says so.

A memory of the kind `session` is told to its own conversation only, and for as long as that goes on. Its `expires_at`
is the moment at which the conversation has rested for as long as the kind allows, so every reader sees by the time
alone that it is over. Closing brings that moment forward.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.db import connection
from django.db.models import Q

from knowledge.engine.lineage import normal_source_key
from knowledge.engine.policies import SESSION
from knowledge.errors import Invalid, NotFound
from knowledge.models import Memory
from knowledge.models.memory import BELIEVED, HELD, QUARANTINED
from knowledge.queries.policies import policies
from knowledge.services import bulk, closing
from knowledge.services.agents import lock_agent
from knowledge.services.drafts import checked_key
from knowledge.services.permissions import check_may_write
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import datetime

    from django.db.models import QuerySet

    from knowledge.engine.types import Actor
    from knowledge.models import Agent
    from knowledge.services.transactions import WriteTransaction

CLOSED: Final = "session_closed"
_WENT_ON: Final = "session_used"
_NOTED_SECONDS: Final = 60
_NOTED_SHARE: Final = 96
"""How often the use of one conversation is written down, at most: each minute, and this often within its rest.

It may end this much before it has rested long enough.
"""
_RESTING = (
    "SELECT number FROM knowledge_memory WHERE agent_id = %s AND session IS NOT NULL AND session IN ({marks})"
    " AND standing = %s AND token_count > 0 AND ttl_seconds = %s AND expires_at > %s AND expires_at < %s"
)
_CLOSE = (
    "expires_at = %s, valid_until = CASE WHEN valid_from > %s THEN valid_from ELSE %s END,"
    " invalidated_at = %s, invalidated_by_event = %s,"
)


@dataclass(frozen=True, slots=True)
class Closed:
    """What closing a conversation did.

    Attributes:
        closed: how many memories ended.
        explanation: why none did, in a sentence; empty when some did.
    """

    closed: int
    explanation: str = ""


_NOTHING: Final = (
    "No memory with the policy session belongs to a conversation with this key, so there was nothing to close:"
    " compare the key with the session that the memories were stored with."
)
_NOTHING_OPEN: Final = "Nothing of this conversation was open any more: it was closed, or rested too long, before."


def close_session(*, actor: Actor, agent: str, session: str, now: datetime | None = None) -> Closed:
    """End a conversation: nobody is told any more what belonged to it. Closed again, it finds nothing to do.

    What was said in it and lasts stays. The key may be used again; that is another conversation then.

    Args:
        actor: who closes it.
        agent: whose memory.
        session: its key, as the host counts conversations; at most 512 bytes.
        now: the moment; None reads the hub clock.

    Returns:
        How many memories ended, and why none did.

    Raises:
        NotFound: not this actor's agent.
        Refused: the actor's role only reads.
        Invalid: the key is empty or no key.
    """
    if not actor.may_touch(agent):
        raise NotFound("There is no such agent.")
    check_may_write(actor)
    key = normal_source_key(checked_key(session, "session"))
    if not key:
        raise Invalid("session is the key of a conversation; name it.", field="session")
    if not has_memories(agent, key):
        return Closed(0, _NOTHING)
    with write_transaction(now) as opened:
        locked = lock_agent(opened, agent)
        mine = _open(locked, {key}, opened.now)
        live = list(mine.filter(standing=BELIEVED).order_by("number").values_list("number", "id"))
        waiting = list(mine.filter(standing__in=(HELD, QUARANTINED)).order_by("number").values_list("number", "id"))
        for rows, believed in ((live, True), (waiting, False)):
            _close(opened, locked, [number for number, _ in rows], believed=believed)
        closing.note(opened, actor, locked, "session.closed", [name for _, name in live + waiting])
    return Closed(len(live), "" if live or waiting else _NOTHING_OPEN)


def _close(opened: WriteTransaction, agent: Agent, numbers: list[int], *, believed: bool) -> None:
    at = connection.ops.adapt_datetimefield_value(opened.now)
    how = closing.Closing(_CLOSE, (at, at, at, at, CLOSED), CLOSED, believed=believed)
    if not believed:  # it still waits for a person, who then finds it over
        how = closing.Closing("expires_at = %s,", (at,), CLOSED, believed=False)
    for start in range(0, len(numbers), closing.BATCH):
        closing.close(opened, agent, numbers[start : start + closing.BATCH], how)


def has_memories(agent: str, session: str) -> bool:
    """Return whether anything belongs to a conversation, or did."""
    return Memory.objects.filter(agent__name=agent, session__isnull=False, session=session).exists()


def touch(opened: WriteTransaction, agent: Agent, sessions: Collection[str], *, at: datetime) -> None:
    """Let conversations rest from a moment on, as if they had just been used.

    What a memory has as a life time of its own stays; what is over stays over.

    Args:
        opened: the write.
        agent: locked in it.
        sessions: keys, as they are stored.
        at: when they were used.
    """
    for some in _parts(sorted(sessions)):
        rests = policies().get(SESSION).ttl_seconds
        if not rests:
            return
        due = at + timedelta(seconds=rests)
        noted = due - timedelta(seconds=max(_NOTED_SECONDS, rests / _NOTED_SHARE))
        numbers = _resting(agent, some, rests, after=at, before=noted)
        if not numbers:
            continue
        rows = Memory.objects.filter(number__in=numbers)
        going_on = list(rows.only("number", "valid_from", "valid_until", "expires_at", "ttl_seconds"))
        for row in going_on:
            row.expires_at = due
        bulk.update_many(going_on, ("expires_at",))
        bulk.insert([closing.span_of(row, opened.now, _WENT_ON) for row in going_on])
        agent.live_generation += bool(going_on)


def _resting(agent: Agent, sessions: list[str], rests: float, *, after: datetime, before: datetime) -> list[int]:
    """Numbers of what ends with these conversations between two moments.

    Every write of a conversation asks this, and mostly nothing is found: put together by hand, for building the
    question took longer than its answer, a third of a whole write.
    """
    adapt = connection.ops.adapt_datetimefield_value
    marks = ", ".join(["%s"] * len(sessions))
    with connection.cursor() as cursor:
        cursor.execute(
            _RESTING.format(marks=marks), [agent.pk, *sessions, BELIEVED, rests, adapt(after), adapt(before)]
        )
        return [number for (number,) in cursor.fetchall()]


def _open(agent: Agent, sessions: Collection[str], at: datetime) -> QuerySet[Memory]:
    rows = Memory.objects.filter(agent=agent, session__isnull=False, session__in=sessions)
    return rows.filter(Q(expires_at__isnull=True) | Q(expires_at__gt=at))


def _parts(keys: list[str]) -> Iterable[list[str]]:
    return (keys[start : start + 400] for start in range(0, len(keys), 400))
