"""Storing memories: every door's one way in."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from django.db import IntegrityError, transaction

from knowledge.conf import limits
from knowledge.errors import Busy, HubError, Invalid, Refused, TooLarge
from knowledge.measures import WRITES
from knowledge.services.agents import check_agent_name, lock_agent
from knowledge.services.drafts import Prepared, prepare_each
from knowledge.services.guard import lock_texts
from knowledge.services.permissions import check_may_write
from knowledge.services.scanning import screen, write_down
from knowledge.services.transactions import write_transaction
from knowledge.services.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from knowledge.engine.types import Actor, MemoryDraft, SourceRef, StoreOutcome
    from knowledge.models import Agent
    from knowledge.services.transactions import WriteTransaction
    from knowledge.services.writer import Carried, Result

_AnyWriter = TypeVar("_AnyWriter", bound=Writer)
_Answer = TypeVar("_Answer")

_TRIES = 3


def store(*, actor: Actor, agent: str, draft: MemoryDraft, now: datetime | None = None) -> StoreOutcome:
    """Store one memory.

    Args:
        actor: who writes; must be allowed to touch the agent.
        agent: the namespace; made on its first write.
        draft: what to store.
        now: moment of the write; None reads the hub clock inside the transaction.

    Raises:
        Invalid, TooLarge: the draft breaks a rule.
        Refused: not this actor's agent, or a quota or origin rule.
        TooMany: the day's limit of held writes is reached.
        Busy, OutOfSpace: nothing was written; see the message.
    """
    outcome = store_many(actor=actor, agent=agent, drafts=[draft], now=now)[0]
    if isinstance(outcome, HubError):
        raise outcome
    return outcome


def store_many(
    *, actor: Actor, agent: str, drafts: Sequence[MemoryDraft], now: datetime | None = None
) -> list[StoreOutcome | HubError]:
    """Store up to 500 memories in one transaction, with an outcome for each.

    A draft that is refused leaves the others untouched. The result is in the order of the drafts.

    Args:
        actor: who writes; must be allowed to touch the agent.
        agent: the namespace; made on its first write.
        drafts: what to store.
        now: moment of the write; None reads the hub clock inside the transaction.
    """
    _check_batch(actor, agent, len(drafts))
    return write_prepared(actor, agent, prepare_each(actor, drafts), Writer, Writer.outcome, now)


def store_lines(
    *,
    actor: Actor,
    agent: str,
    drafts: Sequence[MemoryDraft],
    arrivals: Sequence[SourceRef | None],
    now: datetime | None = None,
) -> list[Carried | HubError]:
    """Store the lines of an import as `store_many` does, and say of each which row carries it.

    Args:
        actor: who imports.
        agent: the namespace.
        drafts: what to store.
        arrivals: the line that brought each draft. It is kept as a source, and a line that arrived
            before is answered `duplicate` and changes nothing.
        now: moment of the write; None reads the hub clock inside the transaction.
    """
    _check_batch(actor, agent, len(drafts))
    prepared = prepare_each(actor, drafts)
    for one, arrival in zip(prepared, arrivals, strict=True):
        if isinstance(one, Prepared):
            one.arrival = arrival
    return write_prepared(actor, agent, prepared, Writer, Writer.carried, now)


def _check_batch(actor: Actor, agent: str, count: int) -> None:
    check_may_write(actor)
    if not actor.may_touch(agent):
        raise Refused("This credential may not write for that agent.")
    check_agent_name(agent)
    if not count:
        raise Invalid("Send at least one item.", field="items")
    if count > limits().batch_items:
        raise TooLarge(f"At most {limits().batch_items} items go in one batch.", field="items")


def write_prepared(
    actor: Actor,
    agent: str,
    prepared: Sequence[Prepared | HubError],
    writer: Callable[[WriteTransaction, Actor, Agent], _AnyWriter],
    answer: Callable[[_AnyWriter, Result], _Answer],
    now: datetime | None,
) -> list[_Answer | HubError]:
    """Scan checked drafts and write them in one transaction, again when another writer opened the same fact first.

    Args:
        actor: who writes.
        agent: the namespace; made on its first write.
        prepared: checked drafts; errors are handed through.
        writer: makes the writer, once per try.
        answer: turns what became of a draft into what the caller wants to know.
        now: moment of the write; None reads the hub clock inside the transaction.
    """
    screened = screen(actor, agent, prepared, now)
    if screened.is_empty:
        write_down(actor, screened, now)
        _count(screened.prepared)
        return [one for one in screened.prepared if isinstance(one, HubError)]
    for attempt in range(_TRIES):
        try:
            with write_transaction(now) as opened:
                lock_texts(screened.prepared, actor)
                writing = writer(opened, actor, lock_agent(opened, agent, create=True))
                screened.record(opened, actor)
                results = writing.run(screened.prepared)
                transaction.on_commit(partial(_count, results))
                return [one if isinstance(one, HubError) else answer(writing, one) for one in results]
        except IntegrityError:
            # Another writer opened the same fact first; plan again on the new picture.
            if attempt == _TRIES - 1:
                raise
    raise Busy("The store is busy; try again in a few seconds. Nothing was written.")


def _count(results: Sequence[Result | Prepared | HubError]) -> None:
    """Tell whoever watches the hub what became of each draft."""
    for one in results:
        WRITES.labels(one[0] if isinstance(one, tuple) else "refused").inc()
