"""Several effects in one write, each of which may fail without the others."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.db import transaction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from knowledge.models import Agent
    from knowledge.services.transactions import WriteTransaction

_COUNTERS = ("generation", "live_generation", "live_memories", "live_tokens", "total_memories", "forgettings")


@contextmanager
def attempt(opened: WriteTransaction) -> Iterator[None]:
    """Do one part of a write; if it fails, the tables and all that is kept for the commit are as before it.

    What the part queued (records of the audit, events, steps before and after the commit) is dropped, and agents get
    their counters back. The error goes on to the caller, who decides whether the rest of the write stands.
    """
    keys = set(opened.shared)
    lists = {name: len(kept) for name, kept in opened.shared.items() if isinstance(kept, list)}
    agents: dict[str, Agent] = opened.shared.get("agents", {})
    counters = {name: [getattr(agent, counter) for counter in _COUNTERS] for name, agent in agents.items()}
    before, after = len(opened.before_commit), len(opened.after_commit)
    try:
        with transaction.atomic():
            yield
    except BaseException:
        del opened.before_commit[before:], opened.after_commit[after:]
        for name in set(opened.shared) - keys:
            # An agent that was locked in here is locked no more: the savepoint took its lock along.
            del opened.shared[name]
        for name, length in lists.items():
            del opened.shared[name][length:]
        for name in set(agents) - set(counters):
            del agents[name]
        for name, values in counters.items():
            for counter, value in zip(_COUNTERS, values, strict=True):
                setattr(agents[name], counter, value)
        raise
