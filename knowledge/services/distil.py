"""Learning from conversations: what was said becomes facts, each with its own outcome.

Whatever reads the conversation – the built-in rules or a model – only proposes. Every fact goes through the one
store service, at most as trusted as a channel, with the message it was learned from as its source.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.db import IntegrityError

from knowledge.clock import hub_now
from knowledge.conf import distil_settings
from knowledge.engine.distill import Attachment, Distilled, Skipped, Turn, distill
from knowledge.engine.distill.echoes import key_of, without_echoes
from knowledge.errors import Refused
from knowledge.queries.conversations import recalled_between
from knowledge.services import access
from knowledge.services.agents import check_agent_name
from knowledge.services.conversations import Conversation, Said, checked
from knowledge.services.distil_facts import (
    BUILT_IN,
    CHANNEL,
    MODEL,
    DistilReport,
    DocumentOutcome,
    FactOutcome,
    Learner,
)
from knowledge.services.distil_model import read_by_model
from knowledge.services.permissions import check_may_write
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.queries.conversations import Recalled

__all__ = [
    "Attachment",
    "Conversation",
    "DistilReport",
    "DocumentOutcome",
    "FactOutcome",
    "Said",
    "Skipped",
    "distil",
]

_TRIES: Final = 3


def distil(*, actor: Actor, agent: str, conversation: Conversation, now: datetime | None = None) -> DistilReport:
    """Learn what a conversation says.

    Sending the same messages again adds nothing. What an agent recalled shortly before is not learned again when it
    comes back word for word.

    Args:
        actor: who sends it; the origin its credential fixes is kept, except that a conversation is never the
            agent's own conclusion: then the origin is `channel`.
        agent: whose memory learns; made on its first write.
        conversation: turns in the order they were said.
        now: moment of the write; None reads the hub clock inside the transaction.

    Raises:
        Invalid, TooLarge: the conversation breaks a rule; nothing was learned.
        Refused: not this actor's agent.
        Busy, OutOfSpace: nothing was written.
    """
    check_may_write(actor)
    if not actor.may_touch(agent):
        raise Refused("This credential may not write for that agent.")
    check_agent_name(agent)
    asked = checked(conversation, now=now or hub_now())
    recalled = _recalled(agent, asked, now or hub_now())
    read, extractor, degraded = _read(asked, recalled)
    facts: tuple[FactOutcome, ...] = ()
    documents: tuple[DocumentOutcome, ...] = ()
    if read.facts or read.documents:
        before = {turn.id: _keys_before(turn, asked.session, recalled) for turn in asked.turns}
        facts, documents = _learn(actor, agent, asked, read, before, now, by_model=extractor == MODEL)
    return DistilReport(
        session=asked.session,
        extractor=extractor,
        facts=facts,
        documents=documents,
        skipped=read.skipped,
        degraded=degraded,
        left_out=read.left_out,
    )


def preview(*, conversation: Conversation, now: datetime | None = None) -> Distilled:
    """Return what the built-in rules would read, without learning anything."""
    return distill(checked(conversation, now=now or hub_now()).turns)


# ------------------------------------------------------------------ reading


def _read(asked: Conversation, recalled: Sequence[Recalled]) -> tuple[Distilled, str, tuple[str, ...]]:
    read = distill(asked.turns)
    settings = distil_settings()
    if not settings.endpoint:
        return read, BUILT_IN, ()
    shelved = {one.turn for one in read.documents if not one.name}
    unread = {one.turn for one in read.skipped if one.reason == "too_short"}
    turns = [
        replace(turn, text=without_echoes(turn.text, _keys_before(turn, asked.session, recalled)))
        for turn in asked.turns
        if turn.id not in shelved | unread
    ]
    if not any(turn.role == "user" for turn in turns):
        return replace(read, facts=()), MODEL, ()
    answered = read_by_model(turns, settings)
    if isinstance(answered, str):
        return read, BUILT_IN, (f"model_{answered}",)
    facts, left_out = answered
    return replace(read, facts=facts, left_out=left_out), MODEL, ()


def _recalled(agent: str, asked: Conversation, now: datetime) -> list[Recalled]:
    """Return what the agent recalled around the time of the conversation."""
    minutes = distil_settings().echo_minutes
    said = [turn.at for turn in asked.turns if turn.at is not None]
    since = min([*said, now]) - timedelta(minutes=minutes)
    until = now if len(said) < len(asked.turns) else max(said)
    if not minutes:
        return []
    return recalled_between(agent=agent, since=since, until=until, unwritten=access.unwritten(agent))


def _keys_before(turn: Turn, session: str, recalled: Iterable[Recalled]) -> list[str]:
    """Return what was recalled before a turn was said, as it is compared; not what was learned from that very turn."""
    return [
        key_of(one.content)
        for one in recalled
        if (turn.at is None or one.at <= turn.at) and (session, turn.id) not in one.messages
    ]


# ------------------------------------------------------------------ learning


def _learn(
    actor: Actor,
    agent: str,
    asked: Conversation,
    read: Distilled,
    before: Mapping[str, Sequence[str]],
    now: datetime | None,
    *,
    by_model: bool,
) -> tuple[tuple[FactOutcome, ...], tuple[DocumentOutcome, ...]]:
    speaking = _speaking(actor, asked)
    for attempt in range(_TRIES):
        try:
            with write_transaction(now) as opened:
                learner = Learner(opened, speaking, agent, asked, before, by_model=by_model)
                facts = tuple(learner.run(read.facts))
                documents = tuple(learner.file(read.documents))
                learner.record(facts, documents)
                return facts, documents
        except IntegrityError:
            if attempt == _TRIES - 1:
                raise
    raise AssertionError


def _speaking(actor: Actor, asked: Conversation) -> Actor:
    """Return the actor with the origin of what people say to one another: never a person's own or an agent's idea."""
    kind, _, name = actor.origin.partition(":")
    if not actor.origin or actor.kind != "agent":
        return replace(actor, origin=asked.origin or CHANNEL)
    if kind == "agent_derived":
        return replace(actor, origin=f"{CHANNEL}:{name}" if name else CHANNEL)
    return actor
