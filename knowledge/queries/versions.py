"""The versions of one fact as people read them: a window of a chain of any length, and all of it for a file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from django.db.models import Min

from knowledge.clock import hub_now
from knowledge.engine.forms import normalize_key
from knowledge.engine.timeline import earliest
from knowledge.engine.types import SourceView
from knowledge.errors import NotFound
from knowledge.models import Agent, Memory, MemorySource, MemorySpan
from knowledge.models.memory import ARCHIVED, BELIEVED
from knowledge.models.source import REAFFIRMED
from knowledge.queries.facts import FOR_CURATORS, FOR_EVERYONE
from knowledge.queries.history import confirmations
from knowledge.queries.views import object_value, state_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from knowledge.engine.types import ReaffirmationView

SHOWN_WHOLE = 48
"""Chains up to this length are shown whole; of longer ones the ends and the part looked at."""
OLDEST, NEWEST, AROUND = 3, 20, 10
SMALLEST_FOLD = 4
LEARNED_SHOWN = 40
_BATCH = 400


@dataclass(frozen=True, slots=True)
class FactName:
    """Which fact: names are compared by key, `object_` narrows a predicate that holds several values."""

    agent: str
    subject: str
    predicate: str
    object_: str | None = None


@dataclass(frozen=True, slots=True)
class FactVersion:
    """One row of a fact.

    Attributes:
        value: the object as it was given; None when there is none or the row was forgotten.
        content: the text; empty when the row was forgotten.
        value_key: equal for rows about the same value.
        valid_until: until when the row answers, life time included; None for no end.
        stated_until: the end its writer stated.
        hold_reason: why it waits or was forgotten.
        rival: id of the row a held write would have changed.
        sources: where it was learned; those of confirmations are left out.
    """

    id: str
    number: int
    version: int
    state: str
    value: Any
    content: str
    value_key: str
    valid_from: datetime
    valid_until: datetime | None
    stated_until: datetime | None
    expires_at: datetime | None
    ttl_seconds: int | None
    policy: str
    recorded_at: datetime
    ingested_at: datetime
    invalidated_at: datetime | None
    invalidated_by_event: str
    supersedes: str | None
    superseded_by: str | None
    origin: str
    origin_trust: float
    confidence: float
    layer: str
    importance: float
    tags: tuple[str, ...]
    source_event: str
    metadata: dict[str, Any]
    hold_reason: str
    rival: str
    archived_at: datetime | None
    reaffirmed_by: tuple[ReaffirmationView, ...] = ()
    sources: tuple[SourceView, ...] = ()

    @property
    def forgotten(self) -> bool:
        """Whether only a stub is left to read."""
        return self.state == ARCHIVED


@dataclass(frozen=True, slots=True)
class Fold:
    """A stretch of versions left out: how many, after which shown one, and a version inside to open it with."""

    after: str
    count: int
    opens: str


@dataclass(frozen=True, slots=True)
class FactWindow:
    """Part of a fact's versions, oldest world time first.

    Attributes:
        name: the names as the newest row writes them.
        multi_valued: whether the predicate holds several values side by side.
        total: how many versions there are.
        chosen: the version looked at, if one was named and found; it is always among the shown ones.
        position: its place among all versions, from 1; 0 when there is none.
        earlier, later: ids of its neighbours.
        also: further versions that were asked for by id, as far as they are this fact's.
        first_learned: when the hub first learned anything about the fact.
    """

    name: FactName
    multi_valued: bool
    shown: tuple[FactVersion, ...]
    folds: tuple[Fold, ...]
    total: int
    chosen: FactVersion | None
    position: int
    earlier: str | None
    later: str | None
    also: dict[str, FactVersion]
    first_learned: datetime


def versions(
    name: FactName,
    *,
    chosen: str | None = None,
    around: str | None = None,
    also: Iterable[str] = (),
    curator: bool = False,
    now: datetime | None = None,
) -> FactWindow:
    """Read a window of a fact's versions; the number of queries does not depend on how many there are.

    Args:
        name: which fact.
        chosen: id of the version to look at; the window opens around it.
        around: the same if nothing is chosen, but one that is not to be seen is passed over.
        also: ids of further versions to read; what is not to be seen is left out.
        curator: also rows that wait for a person or were rejected.
        now: moment for the state of each row; None reads the hub clock.

    Raises:
        NotFound: no such fact, or the chosen id is no version of it that this caller may see.
    """
    moment = now or hub_now()
    rows = visible_rows(name, curator=curator)
    order = list(rows.order_by("valid_from", "number").values_list("number", flat=True))
    if not order:
        raise NotFound("Nothing is known about this.")
    wanted = {one for one in (chosen, around, *also) if one and "\0" not in one}
    by_id = dict(rows.filter(id__in=wanted).values_list("id", "number"))
    if chosen and chosen not in by_id:
        raise NotFound("There is no such version of this fact.")
    looked_at = chosen or around
    pivot = order.index(by_id[looked_at]) if looked_at in by_id else None
    places = shown_places(len(order), pivot)
    middles = [(left, right, (left + right) // 2) for left, right in _gaps(places)]
    numbers = [order[place] for place in {*places, *(middle for *_, middle in middles)}]
    read = _read([*numbers, *by_id.values()], moment)
    shown = tuple(read[order[place]] for place in places)
    found = None if pivot is None else read[order[pivot]]
    agent = Agent.objects.get(name=name.agent)
    newest = rows.order_by("-number").only("subject", "predicate").first()
    learned = rows.aggregate(first=Min("ingested_at"))["first"]
    return FactWindow(
        name=replace(name, subject=(newest and newest.subject) or "", predicate=(newest and newest.predicate) or ""),
        multi_valued=normalize_key(name.predicate) in agent.multi_valued,
        shown=shown,
        folds=tuple(
            Fold(read[order[left]].id, right - left - 1, read[order[middle]].id) for left, right, middle in middles
        ),
        total=len(order),
        chosen=found,
        position=0 if pivot is None else pivot + 1,
        earlier=read[order[pivot - 1]].id if pivot else None,
        later=read[order[pivot + 1]].id if pivot is not None and pivot + 1 < len(order) else None,
        also={one: read[number] for one, number in by_id.items()},
        first_learned=learned,
    )


def shown_places(total: int, pivot: int | None) -> list[int]:
    """Return which places of a chain to show, ascending: its ends, and what is around the pivot.

    Args:
        total: length of the chain.
        pivot: place looked at, from 0; None when none is.
    """
    if total <= SHOWN_WHOLE:
        return list(range(total))
    places = {*range(OLDEST), *range(total - NEWEST, total)}
    if pivot is not None:
        places |= set(range(max(0, pivot - AROUND), min(total, pivot + AROUND + 1)))
    for left, right in _gaps(sorted(places)):
        if right - left - 1 < SMALLEST_FOLD:
            places |= set(range(left + 1, right))
    return sorted(places)


def _gaps(places: Sequence[int]) -> list[tuple[int, int]]:
    """Return the pairs of neighbouring shown places between which others were left out."""
    return [(left, right) for left, right in pairwise(places) if right - left > 1]


def all_versions(name: FactName, *, curator: bool = False, now: datetime | None = None) -> Iterator[FactVersion]:
    """Yield every version, oldest world time first, in batches: a long chain never sits in memory whole.

    Raises:
        NotFound: no such fact.
    """
    moment = now or hub_now()
    order = list(visible_rows(name, curator=curator).order_by("valid_from", "number").values_list("number", flat=True))
    if not order:
        raise NotFound("Nothing is known about this.")
    return _in_batches(order, moment)


def _in_batches(order: Sequence[int], now: datetime) -> Iterator[FactVersion]:
    for start in range(0, len(order), _BATCH):
        numbers = order[start : start + _BATCH]
        read = _read(numbers, now)
        # A row that was erased since is simply no longer there.
        yield from (read[number] for number in numbers if number in read)


def neighbours(
    name: FactName, *, at: datetime, now: datetime | None = None
) -> tuple[FactVersion | None, FactVersion | None]:
    """Return the believed versions before and after a moment at which nothing was true."""
    moment = now or hub_now()
    rows = _rows(name).filter(standing=BELIEVED)
    pair = (
        rows.filter(valid_from__lte=at).order_by("-valid_from", "-number").first(),
        rows.filter(valid_from__gt=at).order_by("valid_from", "number").first(),
    )
    before, after = (None if row is None else _version(row, moment) for row in pair)
    return before, after


@dataclass(frozen=True, slots=True)
class Learned:
    """One thing the hub learned about a fact.

    Attributes:
        believed: whether the row counted from then on; `starts` and `ends` are the interval believed in.
        first: whether this is the row's own arrival.
    """

    at: datetime
    version: FactVersion
    believed: bool
    starts: datetime
    ends: datetime | None
    event: str
    first: bool


def learned(name: FactName, *, curator: bool = False, now: datetime | None = None) -> list[Learned]:
    """Return the newest 40 things the hub learned about a fact, newest first."""
    moment = now or hub_now()
    spans = MemorySpan.objects.filter(memory__in=visible_rows(name, curator=curator)).select_related("memory")
    return [
        Learned(
            at=span.at,
            version=_version(span.memory, moment),
            believed=span.believed,
            starts=span.valid_from,
            ends=earliest(span.valid_until, span.expires_at),
            event=span.event,
            first=span.at == span.memory.ingested_at,
        )
        for span in spans.order_by("-at", "-pk")[:LEARNED_SHOWN]
    ]


# ------------------------------------------------------------------ reading rows


def _rows(name: FactName) -> QuerySet[Memory]:
    rows = Memory.objects.filter(
        agent__name=name.agent,
        subject_key=normalize_key(name.subject),
        predicate_key=normalize_key(name.predicate),
    ).exclude(fact_key="")
    return rows if name.object_ is None else rows.filter(object_key=normalize_key(name.object_))


def visible_rows(name: FactName, *, curator: bool) -> QuerySet[Memory]:
    """Return the rows of a fact that a person may see."""
    return _rows(name).filter(standing__in=FOR_CURATORS if curator else FOR_EVERYONE)


def _read(numbers: Iterable[int], now: datetime) -> dict[int, FactVersion]:
    """Read rows with their confirmations and sources, in three queries."""
    listed = sorted(set(numbers))
    again = confirmations(listed)
    sources: dict[int, list[SourceView]] = {}
    for one in MemorySource.objects.filter(memory__in=listed).exclude(role=REAFFIRMED).order_by("pk"):
        view = SourceView(one.kind, one.session, one.item, one.sequence, one.observed_at, one.role, one.parent or None)
        sources.setdefault(one.memory_id, []).append(view)
    return {
        row.number: replace(
            _version(row, now),
            reaffirmed_by=tuple(again.get(row.number, ())),
            sources=tuple(sources.get(row.number, ())),
        )
        for row in Memory.objects.filter(number__in=listed)
    }


def _version(row: Memory, now: datetime) -> FactVersion:
    forgotten = row.standing == ARCHIVED
    return FactVersion(
        id=row.id,
        number=row.number,
        version=row.version,
        state=state_of(row, now),
        value=None if forgotten else object_value(row),
        content="" if forgotten else row.content,
        value_key="" if forgotten else row.object_key,
        valid_from=row.valid_from,
        valid_until=earliest(row.valid_until, row.expires_at),
        stated_until=row.stated_until,
        expires_at=row.expires_at,
        ttl_seconds=row.ttl_seconds,
        policy=row.policy,
        recorded_at=row.recorded_at,
        ingested_at=row.ingested_at,
        invalidated_at=row.invalidated_at,
        invalidated_by_event=row.invalidated_by_event,
        supersedes=row.supersedes_id,
        superseded_by=row.superseded_by_id,
        origin=row.origin,
        origin_trust=row.origin_trust,
        confidence=row.confidence,
        layer=row.layer,
        importance=row.importance,
        tags=() if forgotten else tuple(row.tags),
        source_event=row.source_event,
        metadata={} if forgotten else row.metadata,
        hold_reason=row.standing_reason,
        rival=row.rival,
        archived_at=row.archived_at,
    )
