"""From rows to the plain values every door shows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from knowledge.engine.types import MemoryView
from knowledge.models.memory import BELIEVED, QUARANTINED

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from knowledge.engine.types import ReaffirmationView, SourceView
    from knowledge.models import Memory


def current(now: datetime) -> Q:
    """Return the one filter of what is true now.

    Every search, list, summary and batch goes through it: believed (so neither held, quarantined,
    forgotten, purged nor rejected), begun, not ended, not expired. What belongs to a conversation is
    for that conversation alone: see `of_session`.
    """
    return Q(standing=BELIEVED) & holds(now)


def holds(now: datetime) -> Q:
    """Return the part of `current` that asks the clock: begun, not ended, not expired."""
    return (
        Q(valid_from__lte=now)
        & (Q(valid_until__isnull=True) | Q(valid_until__gt=now))
        & (Q(expires_at__isnull=True) | Q(expires_at__gt=now))
    )


def of_session(session: str | None) -> Q:
    """Return the filter of what a conversation may be told: what lasts, and what belongs to it.

    Args:
        session: its key; None or empty for none.
    """
    lasting = Q(session__isnull=True)
    return lasting | Q(session=session) if session else lasting


NOT_OVER_SQL = (
    "standing = 'believed' AND (valid_until IS NULL OR valid_until > %(now)s)"
    " AND (expires_at IS NULL OR expires_at > %(now)s)"
)
"""The filter of what is current or will be, for statements written by hand."""

CURRENT_SQL = f"{NOT_OVER_SQL} AND valid_from <= %(now)s"
"""The filter of what is current, for statements written by hand; a test holds the two together."""


def state_of(memory: Memory, now: datetime) -> str:
    """Return the state of a row in one word.

    `current`, `scheduled` (true later), `ended`, `superseded`, `expired`, or its standing when the
    row is not believed: `held`, `quarantined`, `archived`, `purged`, `rejected`.
    """
    if memory.standing != BELIEVED:
        return memory.standing
    until = memory.valid_until
    if memory.expires_at is not None and memory.expires_at <= now and (until is None or memory.expires_at <= until):
        return "expired"
    if until is not None and until <= now:
        if memory.superseded_by_id is not None and until != memory.stated_until:
            return "superseded"
        return "ended"
    return "scheduled" if memory.valid_from > now else "current"


def object_value(memory: Memory) -> Any:
    """Return the object as it was given: text, or the JSON value."""
    if memory.object_is_json and memory.object is not None:
        return json.loads(memory.object)
    return memory.object


def seconds_valid(memory: Memory, now: datetime) -> int | None:
    """Return how many whole seconds the row stays an answer as far as is known, None for no end."""
    ends = [end for end in (memory.valid_until, memory.expires_at) if end is not None]
    if not ends:
        return None
    return max(0, int((min(ends) - now).total_seconds()))


def to_view(
    memory: Memory,
    agent_name: str,
    now: datetime,
    *,
    reaffirmed_by: Sequence[ReaffirmationView] = (),
    sources: Sequence[SourceView] = (),
    derived_from: Sequence[str] = (),
) -> MemoryView:
    """Turn a row into what doors show."""
    return MemoryView(
        id=memory.id,
        agent=agent_name,
        layer=memory.layer,
        content=memory.content,
        tags=tuple(memory.tags),
        importance=memory.importance,
        access_count=memory.access_count,
        last_accessed_at=memory.last_accessed_at,
        source_event=memory.source_event,
        recorded_at=memory.recorded_at,
        valid_from=memory.valid_from,
        valid_until=memory.valid_until,
        expires_at=memory.expires_at,
        ttl_seconds=memory.ttl_seconds,
        policy=memory.policy,
        ingested_at=memory.ingested_at,
        invalidated_at=memory.invalidated_at,
        invalidated_by_event=memory.invalidated_by_event,
        supersedes=memory.supersedes_id,
        superseded_by=memory.superseded_by_id,
        subject=memory.subject,
        predicate=memory.predicate,
        object=object_value(memory),
        version=memory.version,
        confidence=memory.confidence,
        origin=memory.origin,
        origin_trust=memory.origin_trust,
        state=state_of(memory, now),
        quarantined=memory.standing == QUARANTINED,
        metadata=memory.metadata,
        valid_for_seconds=seconds_valid(memory, now),
        archived_at=memory.archived_at,
        reaffirmed_by=tuple(reaffirmed_by),
        sources=tuple(sources),
        derived_from=tuple(derived_from),
        number=memory.number or 0,
    )
