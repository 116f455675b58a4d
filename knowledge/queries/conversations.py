"""What is known of the messages of a conversation: what was learned from them, and what was recalled around them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from django.db.models import Q

from knowledge.models import AccessHit, AccessLog, Agent, Memory, MemorySource
from knowledge.models.memory import BELIEVED, HELD, QUARANTINED, REJECTED
from knowledge.models.source import DIRECT, REAFFIRMED
from knowledge.queries.named import among

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

MESSAGE: Final = "message"
TRANSCRIPT: Final = "transcript"
_CHUNK: Final = 400
_RECALLS: Final = 500
_ROWS: Final = 1_000
_CHARACTERS: Final = 500_000


@dataclass(slots=True)
class MessageTrace:
    """What one message has left behind.

    Attributes:
        learned: digest of each text learned from it, with the id of the memory that carries it.
        turn: id of the memory that is the message itself, when the conversation was imported.
        turn_is_believed: whether that memory still counts.
    """

    learned: dict[str, str] = field(default_factory=dict)
    turn: str | None = None
    turn_is_believed: bool = True


@dataclass(frozen=True, slots=True)
class Recalled:
    """A memory that an agent recalled, the first time of that within the stretch that was asked about.

    Attributes:
        messages: (session, item) of the messages it was learned from.
    """

    content: str
    at: datetime
    messages: frozenset[tuple[str, str]]


def traces_of(*, agent_id: int, session: str, items: Iterable[str], origin: str = "") -> dict[str, MessageTrace]:
    """Return what an agent's memories have from messages of one session, by the message's key.

    Args:
        agent_id: whose memories.
        session: the session.
        items: keys of messages.
        origin: who tells it now; what somebody else said and nobody let in keeps nothing out. Empty for the hub.
    """
    found: dict[str, MessageTrace] = defaultdict(MessageTrace)
    listed = list(dict.fromkeys(items))
    for start in range(0, len(listed), _CHUNK):
        rows = MemorySource.objects.filter(
            kind=MESSAGE, session=session, item__in=listed[start : start + _CHUNK], memory__agent=agent_id
        )
        if origin:
            rows = rows.exclude(~Q(memory__origin=origin), memory__standing__in=(HELD, QUARANTINED, REJECTED))
        for item, content, role, memory, event, standing in rows.values_list(
            "item", "content_digest", "role", "memory__id", "memory__source_event", "memory__standing"
        ):
            if event == TRANSCRIPT and role == DIRECT:
                found[item].turn, found[item].turn_is_believed = memory, standing == BELIEVED
            elif role in (DIRECT, REAFFIRMED):
                found[item].learned[content] = memory
    return dict(found)


def recalled_between(
    *, agent: str, since: datetime, until: datetime, unwritten: Sequence[tuple[int, datetime]] = ()
) -> list[Recalled]:
    """Return what an agent recalled in a stretch of time, newest recalls first, within bounds.

    Args:
        agent: whose recalls.
        since, until: both included.
        unwritten: (number of the memory, moment) of recalls that are not in the log yet.
    """
    number = Agent.objects.filter(name=agent).values_list("pk", flat=True).first()
    if number is None:
        return []
    logs = dict(
        AccessLog.objects.filter(agent=number, at__gte=since, at__lte=until)
        .order_by("-id")
        .values_list("pk", "at")[:_RECALLS]
    )
    first: dict[int, datetime] = {}
    for memory, at in unwritten:
        if since <= at <= until:
            first[memory] = min(at, first.get(memory, at))
    for log, memory in AccessHit.objects.filter(log__in=list(logs)).order_by("-log_id").values_list("log", "memory"):
        if memory in first or len(first) < _ROWS:
            first[memory] = min(logs[log], first.get(memory, logs[log]))
    return _with_texts(number, first)


def _with_texts(agent_id: int, first: dict[int, datetime]) -> list[Recalled]:
    numbers = list(first)
    said: dict[int, set[tuple[str, str]]] = defaultdict(set)
    texts: dict[int, str] = {}
    for start in range(0, len(numbers), _CHUNK):
        some = numbers[start : start + _CHUNK]
        texts |= dict(among(Memory.objects.filter(number__in=some), agent=agent_id).values_list("number", "content"))
        sources = MemorySource.objects.filter(memory__in=some, kind=MESSAGE).exclude(item="")
        for memory, session, item in sources.values_list("memory", "session", "item"):
            said[memory].add((session, item))
    found: list[Recalled] = []
    room = _CHARACTERS
    for memory, at in first.items():
        text = texts.get(memory, "")
        room -= len(text)
        if text and room >= 0:
            found.append(Recalled(text, at, frozenset(said[memory])))
    return found
