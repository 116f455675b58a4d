"""Reading the time axis of facts on both clocks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.db.models import Exists, F, OuterRef, Q, Sum, Window
from django.db.models.functions import RowNumber

from knowledge.clock import hub_now
from knowledge.engine.forms import normalize_key
from knowledge.engine.types import MemoryView, ReaffirmationView
from knowledge.models import Memory, MemorySpan, Reaffirmation, RemovedVersions
from knowledge.models.memory import BELIEVED, PURGED
from knowledge.queries.filters import STANDINGS_FOR_EVERYONE
from knowledge.queries.views import to_view

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from django.db.models import QuerySet

REAFFIRMATIONS_SHOWN = 20
_LOOKED_THROUGH = 400
_MAX_LIMIT = 200


def _rows(agent: str, subject: str, predicate: str, object_: str | None) -> QuerySet[Memory]:
    rows = Memory.objects.filter(
        agent__name=agent,
        subject_key=normalize_key(subject),
        predicate_key=normalize_key(predicate),
    ).exclude(fact_key="")
    if object_ is not None:
        rows = rows.filter(object_key=normalize_key(object_))
    return rows


def get_history(
    *,
    agent: str,
    subject: str,
    predicate: str,
    object_: str | None = None,
    include_inert: bool = False,
    now: datetime | None = None,
) -> list[MemoryView]:
    """Return every row of a fact, oldest world time first, with chain, clocks and confirmations.

    Args:
        agent: namespace; an unknown one gives an empty list.
        subject, predicate: the fact, compared by key.
        object_: only rows with this object, for predicates that hold several values.
        include_inert: also rows only people may see: held, quarantined, rejected, forgotten.
        now: moment for the state of each row; None reads the hub clock.
    """
    moment = now or hub_now()
    rows = _rows(agent, subject, predicate, object_)
    if not include_inert:
        rows = rows.filter(standing__in=(BELIEVED, PURGED))
    found = list(rows.order_by("valid_from", "number"))
    again = confirmations(row.number for row in found)
    return [to_view(row, agent, moment, reaffirmed_by=again.get(row.number, ())) for row in found]


@dataclass(frozen=True, slots=True)
class FactHistory:
    """Every row of a fact, and how many of its versions were deleted for good."""

    items: list[MemoryView]
    removed: int


def fact_history(
    *,
    agent: str,
    subject: str,
    predicate: str,
    object_: str | None = None,
    include_inert: bool = False,
    now: datetime | None = None,
) -> FactHistory:
    """Return all there is of a fact, and what is not there any more; see `get_history` and `removed_versions`."""
    rows = get_history(
        agent=agent, subject=subject, predicate=predicate, object_=object_, include_inert=include_inert, now=now
    )
    removed = removed_versions(agent=agent, subject=subject, predicate=predicate, object_=object_)
    return FactHistory(rows, removed)


def removed_versions(*, agent: str, subject: str, predicate: str, object_: str | None = None) -> int:
    """Return how many versions of a fact were deleted for good; 0 when nothing of it is left."""
    facts = _rows(agent, subject, predicate, object_).values("fact_key").distinct()
    rows = RemovedVersions.objects.filter(agent__name=agent, fact_key__in=facts)
    return rows.aggregate(n=Sum("count"))["n"] or 0


def confirmations(numbers: Iterable[int]) -> dict[int, list[ReaffirmationView]]:
    """Return the newest 20 confirmations per row, newest last; the same source counts once.

    A row may have been confirmed without end, so only its newest 400 are looked through.
    """
    listed = list(numbers)
    newest = Window(RowNumber(), [F("memory_id")], [F("pk").desc()])
    found: dict[int, dict[tuple[str, str, object], ReaffirmationView]] = {}
    for start in range(0, len(listed), 400):
        said = Reaffirmation.objects.filter(memory__in=listed[start : start + 400], original=False)
        for one in said.annotate(place=newest).filter(place__lte=_LOOKED_THROUGH).order_by("pk"):
            source = (one.source_event, one.origin, None if one.source_event else one.pk)
            mine = found.setdefault(one.memory_id, {})
            mine.pop(source, None)
            mine[source] = ReaffirmationView(one.source_event, one.origin, one.at)
    return {number: list(said.values())[-REAFFIRMATIONS_SHOWN:] for number, said in found.items()}


def get_at(
    *,
    agent: str,
    subject: str,
    predicate: str,
    at: datetime,
    known_at: datetime | None = None,
    object_: str | None = None,
    include_inert: bool = False,
    now: datetime | None = None,
) -> list[MemoryView]:
    """Return what was true of a fact at an instant; nothing valid is an empty list.

    A predicate that holds several values may give several rows, any other at most one. What by now waits for a
    decision or was rejected is no answer at any moment, also not at one when it was believed: poison stays out of
    reach, while what was forgotten or rolled back can still be looked up.

    Args:
        at: world time, half-open intervals.
        known_at: ask the hub as it stood at that moment: rows learned later do not count, closings
            made later are undone.
        include_inert: with `known_at`, also what was believed then and waits or was rejected by now.
    """
    moment = now or hub_now()
    if known_at is None:
        rows = (
            _rows(agent, subject, predicate, object_)
            .filter(standing=BELIEVED, valid_from__lte=at)
            .filter(Q(valid_until__isnull=True) | Q(valid_until__gt=at))
            .filter(Q(expires_at__isnull=True) | Q(expires_at__gt=at))
        )
        return [to_view(row, agent, moment) for row in rows.order_by("valid_from", "number")]
    rows = _rows(agent, subject, predicate, object_).filter(ingested_at__lte=known_at, valid_from__lte=at)
    if not include_inert:
        rows = rows.filter(standing__in=STANDINGS_FOR_EVERYONE)
    answers = [
        replace(
            to_view(span.memory, agent, moment),
            valid_until=span.valid_until,
            expires_at=span.expires_at,
        )
        for span in _spans_that_answered(rows, at, known_at).select_related("memory")
    ]
    return sorted(answers, key=lambda view: (view.valid_from, view.number))


def _spans_that_answered(rows: QuerySet[Memory], at: datetime, known_at: datetime) -> QuerySet[MemorySpan]:
    """Return the spans that were their row's last one at a moment and held at an instant."""
    later = MemorySpan.objects.filter(memory=OuterRef("memory"), at__lte=known_at).filter(
        Q(at__gt=OuterRef("at")) | Q(at=OuterRef("at"), pk__gt=OuterRef("pk"))
    )
    return (
        MemorySpan.objects.filter(memory__in=rows, at__lte=known_at, believed=True)
        .filter(Q(valid_until__isnull=True) | Q(valid_until__gt=at))
        .filter(Q(expires_at__isnull=True) | Q(expires_at__gt=at))
        .filter(~Exists(later))
    )


@dataclass(frozen=True, slots=True)
class SpanView:
    """What was believed of a row from one moment on."""

    memory_id: str
    valid_from: datetime
    valid_until: datetime | None
    expires_at: datetime | None
    believed: bool
    at: datetime
    event: str


def second_clock(*, agent: str, subject: str, predicate: str) -> list[SpanView]:
    """Return every span of every row of a fact, in the order the hub learned them."""
    spans = MemorySpan.objects.filter(memory__in=_rows(agent, subject, predicate, None)).select_related("memory")
    return [
        SpanView(
            span.memory.id,
            span.valid_from,
            span.valid_until,
            span.expires_at,
            span.believed,
            span.at,
            span.event,
        )
        for span in spans.order_by("at", "pk")
    ]
