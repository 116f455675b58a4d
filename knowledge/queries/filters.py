"""What a list shows: filters by name, turned into conditions on rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.db.models import F, Q

from knowledge.engine.forms import normalize_key
from knowledge.engine.lineage import normal_source_key
from knowledge.errors import Invalid
from knowledge.models import Agent, MemorySource, MemoryTag
from knowledge.models.memory import (
    ARCHIVED,
    BELIEVED,
    HELD,
    IS_SIGNAL,
    PURGED,
    QUARANTINED,
    REJECTED,
    SIGNAL_EVENTS,
)
from knowledge.models.source import SOURCE_KINDS
from knowledge.queries.views import current, of_session

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from django.db.models import QuerySet

    from knowledge.models import Memory

__all__ = ["SIGNAL_EVENTS"]

STATES = (
    "current",
    "scheduled",
    "ended",
    "superseded",
    "expired",
    "held",
    "quarantined",
    "archived",
    "purged",
    "rejected",
    "all",
)

STANDING_OF = {name: name for name in (HELD, QUARANTINED, ARCHIVED, PURGED, REJECTED)}
"""States of rows that are not believed, by the name of their standing."""

STANDINGS_FOR_EVERYONE = (BELIEVED, ARCHIVED, PURGED)
STANDINGS_FOR_CURATORS = (*STANDINGS_FOR_EVERYONE, HELD, QUARANTINED, REJECTED)
"""Viewers do not see what waits for a person, nor what was rejected."""


@dataclass(frozen=True, slots=True)
class ListFilters:
    """What a list shows.

    Attributes:
        state: one of `STATES`.
        origin: a class or a whole origin.
        since, until: when it was recorded, half-open.
        session: what was learned in that conversation.
        sessions: also what belongs to other conversations than `session`, as people see it.
        signals: telemetry instead of memories.
        words: texts that all occur in content, subject or object, as they are written.
    """

    state: str = "current"
    layer: str | None = None
    tags: tuple[str, ...] = ()
    origin: str | None = None
    subject: str | None = None
    session: str | None = None
    sessions: bool = False
    since: datetime | None = None
    until: datetime | None = None
    policy: str | None = None
    signals: bool = False
    words: tuple[str, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether it asks for everything that is current and nothing else."""
        return replace(self, signals=False, sessions=False) == ListFilters()


def apply_filters(
    rows: QuerySet[Memory], filters: ListFilters, now: datetime, *, agents: Collection[int] | None = None
) -> QuerySet[Memory]:
    """Narrow rows to what the filters ask for. `agents` are the numbers of the agents the rows belong to, if known."""
    rows = rows.filter(_state(filters.state, now)).filter(IS_SIGNAL if filters.signals else ~IS_SIGNAL)
    if not filters.sessions:
        rows = rows.filter(of_session(normal_source_key(filters.session or "")))
    if filters.layer:
        rows = rows.filter(layer=filters.layer)
    if filters.policy:
        rows = rows.filter(policy=filters.policy)
    rows = _by_labels(rows, filters, agents)
    if filters.origin:
        whole = Q(origin=filters.origin)
        rows = rows.filter(whole if ":" in filters.origin else whole | Q(origin__startswith=f"{filters.origin}:"))
    if filters.since:
        rows = rows.filter(recorded_at__gte=filters.since)
    if filters.until:
        rows = rows.filter(recorded_at__lt=filters.until)
    for word in filters.words:
        rows = rows.filter(Q(content__icontains=word) | Q(subject__icontains=word) | Q(object__icontains=word))
    return rows


def _by_labels(rows: QuerySet[Memory], filters: ListFilters, agents: Collection[int] | None) -> QuerySet[Memory]:
    """Narrow rows by what tables beside them, and keys, tell."""
    if filters.tags:
        keys = [normalize_key(tag) for tag in filters.tags]
        tagged = MemoryTag.objects.filter(key__in=keys)
        # Named in any case: tags are looked up by agent.
        tagged = tagged.filter(agent__in=Agent.objects.all() if agents is None else list(agents))
        rows = rows.filter(number__in=tagged.values("memory"))
    if filters.subject:
        rows = rows.filter(subject_key=normalize_key(filters.subject))
    if filters.session:
        learned = MemorySource.objects.filter(kind__in=[kind for kind, _ in SOURCE_KINDS], session=filters.session)
        rows = rows.filter(number__in=learned.values("memory"))
    return rows


def _state(state: str, now: datetime) -> Q:
    """Return the filter for one state; it agrees with `state_of` row by row."""
    expired = Q(expires_at__lte=now) & (Q(valid_until__isnull=True) | Q(valid_until__gte=F("expires_at")))
    over = Q(valid_until__lte=now) & ~expired
    replaced_or_open = Q(superseded_by__isnull=False) & (
        Q(stated_until__isnull=True) | ~Q(stated_until=F("valid_until"))
    )
    believed = Q(standing=BELIEVED)
    table = {
        "current": current(now),
        "scheduled": believed & Q(valid_from__gt=now) & (Q(valid_until__isnull=True) | Q(valid_until__gt=now)),
        "expired": believed & expired,
        "superseded": believed & over & replaced_or_open,
        "ended": believed & over & ~replaced_or_open,
        "held": Q(standing=HELD),
        "quarantined": Q(standing=QUARANTINED),
        "archived": Q(standing=ARCHIVED),
        "purged": Q(standing=PURGED),
        "rejected": Q(standing=REJECTED),
        "all": Q(),
    }
    if state not in table:
        raise Invalid(f"state must be one of {', '.join(STATES)}.", field="state")
    return table[state]
