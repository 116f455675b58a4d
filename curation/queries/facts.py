"""Everything the page of one fact shows, read in one go; the number of queries does not grow with the chain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from knowledge.clock import hub_now
from knowledge.engine.diff import word_diff
from knowledge.engine.timeline import earliest
from knowledge.errors import NotFound
from knowledge.queries.history import get_at
from knowledge.queries.versions import FactName, FactVersion, FactWindow, Learned, learned, neighbours, versions

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from knowledge.engine.diff import Segment
    from knowledge.engine.types import MemoryView

ANSWERS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about a fact.

    Attributes:
        at: moment in the world; None means now.
        known_at: what the hub knew by then; None means what it knows now.
        chosen: id of a version to look at.
        compare: ids of two versions, older first or not.
        curator: whether the reader may see rows that wait or were rejected.
    """

    at: datetime | None = None
    known_at: datetime | None = None
    chosen: str = ""
    compare: tuple[str, str] | None = None
    curator: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """One value that held at the moment asked about, with the interval believed in when asked."""

    version: FactVersion
    starts: datetime
    ends: datetime | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two versions and what changed from the first to the second."""

    before: FactVersion
    after: FactVersion
    content: list[Segment]


@dataclass(frozen=True, slots=True)
class FactReading:
    """The page of one fact.

    Attributes:
        now: moment of reading.
        answers: what held at the moment asked about; several only for predicates with several values.
        answer_count: how many there are, shown or not.
        other: what the hub answers for the same moment by its other knowledge: at `known_at` given, today's;
            else what it answered at that very moment; None when there is no other moment to compare with.
        same: whether both say the same.
        before, after: believed versions around a moment at which nothing held.
        learned: the newest things the hub learned, newest first.
    """

    now: datetime
    question: Question
    window: FactWindow
    answers: tuple[Answer, ...]
    answer_count: int
    other: tuple[Answer, ...] | None
    same: bool
    before: FactVersion | None
    after: FactVersion | None
    learned: tuple[Learned, ...]
    comparison: Comparison | None


def read_fact(
    name: FactName, question: Question, *, also: Collection[str] = (), now: datetime | None = None
) -> FactReading:
    """Read the page of one fact.

    Args:
        name: which fact.
        question: what is asked about it.
        also: ids of further versions to read into the window.
        now: moment of reading; None reads the hub clock.

    Raises:
        NotFound: no such fact, or no such version of it.
    """
    moment = now or hub_now()
    at = question.at or moment
    said = _answer(name, at, question, question.known_at, moment)
    other = _other(name, question, at, moment)
    named = [view.id for view in (*said[:ANSWERS_SHOWN], *(other or ())[:ANSWERS_SHOWN])]
    window = versions(
        name,
        chosen=question.chosen or None,
        around=said[0].id if said else None,
        also=(*named, *also, *(question.compare or ())),
        curator=question.curator,
        now=moment,
    )
    before, after = (None, None) if said else neighbours(name, at=at, now=moment)
    return FactReading(
        now=moment,
        question=question,
        window=window,
        answers=_answers(said, window),
        answer_count=len(said),
        other=None if other is None else _answers(other, window),
        same=other is not None and [view.id for view in said] == [view.id for view in other],
        before=before,
        after=after,
        learned=tuple(learned(name, curator=question.curator, now=moment)),
        comparison=_comparison(question, window),
    )


def _answer(
    name: FactName, at: datetime, question: Question, known_at: datetime | None, now: datetime
) -> list[MemoryView]:
    return get_at(
        agent=name.agent,
        subject=name.subject,
        predicate=name.predicate,
        object_=name.object_,
        at=at,
        known_at=known_at,
        include_inert=question.curator,
        now=now,
    )


def _other(name: FactName, question: Question, at: datetime, now: datetime) -> list[MemoryView] | None:
    """Ask the same by the hub's other knowledge: today's, or that of the moment itself."""
    if question.known_at is not None:
        return _answer(name, at, question, None, now)
    if question.at is not None and question.at <= now:
        return _answer(name, at, question, question.at, now)
    return None


def _answers(views: Sequence[MemoryView], window: FactWindow) -> tuple[Answer, ...]:
    return tuple(
        Answer(window.also[view.id], view.valid_from, earliest(view.valid_until, view.expires_at))
        for view in views[:ANSWERS_SHOWN]
        if view.id in window.also
    )


def _comparison(question: Question, window: FactWindow) -> Comparison | None:
    if question.compare is None:
        return None
    if not set(question.compare) <= window.also.keys():
        raise NotFound("There is no such version of this fact.")
    one, two = (window.also[key] for key in question.compare)
    return Comparison(one, two, word_diff(one.content, two.content))
