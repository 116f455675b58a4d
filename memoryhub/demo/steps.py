"""What the demo is told in: steps of a story, each some days before today."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from knowledge.services.mistakes import MistakeDraft
from knowledge.services.types import MemoryDraft, SourceRef

MINUTE = 1 / 1_440


@dataclass(frozen=True, slots=True)
class Say:
    """Something is remembered.

    Attributes:
        day: when, in days from today; negative lies in the past.
        text: the content.
        origin: who says it.
        fact: subject, predicate and object, for statements that can be replaced.
        starts, ends: from when and until when it holds, in days from today; None is unstated.
        name: how later steps call it.
        parents: names of what it was made from.
        source: conversation and message it was learned from.
        more: further fields of the draft.
    """

    day: float
    text: str
    origin: str
    fact: tuple[str, str, Any] | None = None
    starts: float | None = None
    ends: float | None = None
    name: str = ""
    parents: tuple[str, ...] = ()
    source: SourceRef | None = None
    more: dict[str, Any] = field(default_factory=dict)

    def draft(self, today: datetime, ids: dict[str, str]) -> MemoryDraft:
        """Return what is stored, with days turned into moments and names into ids."""
        subject, predicate, value = self.fact or (None, None, None)
        return MemoryDraft(
            content=self.text,
            origin=self.origin,
            subject=subject,
            predicate=predicate,
            object=value,
            valid_from=_moment(today, self.starts),
            valid_until=_moment(today, self.ends),
            recorded_at=today + timedelta(days=self.day),
            derived_from=tuple(ids[name] for name in self.parents),
            source=self.source and replace(self.source, observed_at=today + timedelta(days=self.day)),
            **self.more,
        )


@dataclass(frozen=True, slots=True)
class Ask:
    """The agent recalls something, which keeps it fresh."""

    day: float
    query: str
    limit: int = 4


@dataclass(frozen=True, slots=True)
class Forget:
    """A person takes one memory away."""

    day: float
    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Also:
    """A person says that two names mean the same."""

    day: float
    name: str
    alias: str


@dataclass(frozen=True, slots=True)
class Learn:
    """The agent learns something by itself, through the guard: it may be believed, held back or dropped."""

    said: Say

    @property
    def day(self) -> float:
        """When, in days from today."""
        return self.said.day


@dataclass(frozen=True, slots=True)
class Join:
    """An agent says that two names mean the same; where one of them is better trusted a person decides."""

    day: float
    name: str
    alias: str
    origin: str


@dataclass(frozen=True, slots=True)
class Err:
    """The agent writes down what it got wrong."""

    day: float
    draft: MistakeDraft


@dataclass(frozen=True, slots=True)
class Conclude:
    """Rules are made of the mistakes so far."""

    day: float


@dataclass(frozen=True, slots=True)
class Write:
    """A page of the wiki is written, or written anew, by a person or by the agent itself."""

    day: float
    path: str
    text: str
    comment: str
    by_agent: bool = False


@dataclass(frozen=True, slots=True)
class Trust:
    """A person vouches for a page."""

    day: float
    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Copy:
    """A person copies a page to the shared wiki."""

    day: float
    path: str


@dataclass(frozen=True, slots=True)
class File:
    """Somebody pastes a document into a conversation, and the hub files it."""

    day: float
    text: str
    session: str


Step = Say | Ask | Forget | Also | Learn | Join | Err | Conclude | Write | Trust | Copy | File
PAGE_STEPS = (Write, Trust, Copy, File)


@dataclass(frozen=True, slots=True)
class Story:
    """Everything one agent goes through."""

    agent: str
    steps: tuple[Step, ...]


def _moment(today: datetime, day: float | None) -> datetime | None:
    return None if day is None else today + timedelta(days=day)


def conversation(session: str, day: float, origin: str, lines: Sequence[tuple[str, str]]) -> Iterator[Say]:
    """Turn a conversation into one memory per turn, some minutes apart.

    Args:
        session: its key.
        day: when it begins, in days from today.
        origin: where it was heard.
        lines: speaker and words.
    """
    for position, (speaker, words) in enumerate(lines):
        yield Say(
            day + 2 * position * MINUTE,
            words,
            origin,
            name=f"{session}/{position}",
            source=SourceRef(kind="message", session=session, item=f"m{position}", sequence=position),
            more={"source_event": "transcript", "metadata": {"speaker": speaker}, "importance": 3 + position % 3},
        )


def heard(session: str, position: int) -> SourceRef:
    """Return the source of something that was learned from one turn of a conversation."""
    return SourceRef(kind="message", session=session, item=f"m{position}", sequence=position)
