"""What a hub answers, as plain frozen values; a field that a newer hub adds is left out, not an error."""

from __future__ import annotations

import dataclasses
import types
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any, Literal, TypedDict, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
Layer = Literal["episodic", "semantic", "procedural"]
Scope = Literal["agent", "shared"]


@dataclass(frozen=True, slots=True)
class Memory:
    """One memory; times are aware, in UTC.

    Attributes:
        state: current, scheduled, ended, superseded, expired, held, quarantined, archived, purged or rejected.
        origin_trust: 0 to 1, how far its source is trusted.
        valid_for_seconds: how long it stays true as far as is known; None for no end.
    """

    id: str
    agent: str
    layer: str
    content: str
    tags: list[str]
    importance: float
    subject: str | None
    predicate: str | None
    object: Any
    valid_from: datetime
    valid_until: datetime | None
    recorded_at: datetime
    ingested_at: datetime
    state: str
    version: int
    confidence: float
    origin: str
    origin_trust: float
    access_count: int
    policy: str
    metadata: dict[str, Any]
    supersedes: str | None = None
    superseded_by: str | None = None
    valid_for_seconds: int | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """What one write did.

    Attributes:
        outcome: stored, superseded, history, reaffirmed, ended, extended, held or quarantined.
        review_id: the request a person decides, when it waits.
    """

    outcome: str
    memory: Memory
    superseded_id: str | None = None
    review_id: str | None = None
    reason: str = ""

    @property
    def waits(self) -> bool:
        """Whether a person has to decide before anybody is told."""
        return self.outcome in {"held", "quarantined"}


@dataclass(frozen=True, slots=True)
class Refusal:
    """One item of a batch that was not stored, and what to do about it."""

    code: str
    detail: str
    status: int


@dataclass(frozen=True, slots=True)
class BatchItem:
    """What became of one item of a batch: stored with its memory, or refused with the reason."""

    outcome: str
    memory: Memory | None = None
    error: Refusal | None = None
    superseded_id: str | None = None
    review_id: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One signal of a score: value times weight is its contribution."""

    name: str
    value: float
    weight: float
    contribution: float


@dataclass(frozen=True, slots=True)
class Hit:
    """One result; the sum of the contributions times the trust factor is the score."""

    memory: Memory
    score: float
    parts: list[Part]
    trust_factor: float


@dataclass(frozen=True, slots=True)
class Found:
    """Results, best first. `degraded` names ways of finding that failed."""

    results: list[Hit]
    matched: int
    degraded: list[str] = field(default_factory=list)
    next: str | None = None


@dataclass(frozen=True, slots=True)
class Fetched:
    """Memories by id, and the ids that lead nowhere for this token."""

    memories: list[Memory]
    missing_ids: list[str]


@dataclass(frozen=True, slots=True)
class Piece:
    """One part of what to read before answering, and why it is there."""

    kind: str
    id: str
    text: str
    reason: str
    trust: float


@dataclass(frozen=True, slots=True)
class Reading:
    """What to read before answering; `text` holds all pieces as one passage for a model."""

    text: str
    pieces: list[Piece]
    used_tokens: int
    token_budget: int


@dataclass(frozen=True, slots=True)
class Learned:
    """What became of one statement of a conversation."""

    outcome: str
    kind: str
    content: str
    turns: list[str]
    memory: Memory | None = None


@dataclass(frozen=True, slots=True)
class Distilled:
    """What a conversation gave."""

    session: str
    facts: list[Learned]
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class Mistake:
    """One entry of the notebook."""

    id: str
    category: str
    what_went_wrong: str
    truth: str
    severity: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Warnings:
    """Past mistakes to read before answering; `text` is the same as one passage for a model."""

    mistakes: list[Mistake]
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the wiki; `content` only where one page was asked for."""

    path: str
    scope: str
    title: str
    tags: list[str]
    layer: str
    trust: float
    revision: int
    updated_at: datetime
    content: str = ""


@dataclass(frozen=True, slots=True)
class Saved:
    """What saving a page did: created, saved, merged, unchanged or held."""

    outcome: str
    page: Page
    review_id: str | None = None


@dataclass(frozen=True, slots=True)
class PageHit:
    """A page that was found."""

    page: Page
    score: float
    snippet: str


class Source(TypedDict, total=False):
    """Where something was learned, by your own keys."""

    kind: str
    session: str
    item: str
    seq: int
    observed_at: datetime
    turn: str


class StoreOptions(TypedDict, total=False):
    """What a memory may have besides its content."""

    layer: Layer
    tags: list[str]
    importance: float
    subject: str
    predicate: str
    object: Any
    valid_from: datetime
    valid_until: datetime
    recorded_at: datetime
    confidence: float
    policy: str
    ttl_seconds: int
    derived_from: list[str]
    source: Source
    session: str
    metadata: dict[str, Any]


class Item(StoreOptions):
    """One memory of a batch."""

    content: str


class SearchOptions(TypedDict, total=False):
    """What a question may be narrowed to."""

    limit: int
    layer: Layer
    tags: list[str]
    since: datetime
    until: datetime
    subject: str
    mode: Literal["recall", "keyword"]
    profile: Literal["documented", "evidence"]
    token_budget: int
    session: str
    cursor: str


class ContextOptions(TypedDict, total=False):
    """How what to read is put together."""

    token_budget: int
    shared_session: bool
    session: str


class ListOptions(TypedDict, total=False):
    """Filters of a list; all of them must fit."""

    state: str
    layer: Layer
    tag: list[str]
    origin: str
    subject: str
    session: str
    since: datetime
    until: datetime
    limit: int


class Turn(TypedDict, total=False):
    """One turn of a conversation. Only what is said in the role `user` is learned from."""

    text: str
    role: Literal["user", "assistant", "system", "tool"]
    id: str
    speaker: str
    time: datetime


class MistakeOptions(TypedDict, total=False):
    """What a mistake may have besides its category and what went wrong."""

    severity: Literal["significant", "critical"]
    asked: str
    answered: str
    truth: str
    evidence: str
    session: str


class PageOptions(TypedDict, total=False):
    """How a page is saved."""

    base_revision: int
    scope: Scope
    comment: str
    merge: bool


def read(kind: type[T], value: Any) -> T:
    """Make a value of a kind out of JSON."""
    return _read(kind, value)  # type: ignore[no-any-return]


def _read(kind: Any, value: Any) -> Any:
    if value is None or kind is Any:
        return value
    origin = get_origin(kind)
    if origin in {Union, types.UnionType}:
        return _read(next(one for one in get_args(kind) if one is not type(None)), value)
    if origin is list:
        return [_read(get_args(kind)[0], one) for one in value]
    if kind is datetime:
        return datetime.fromisoformat(value)
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return kind(**{name: _read(hint, value[name]) for name, hint in _hints(kind) if name in value})
    return value


@cache
def _hints(kind: type) -> tuple[tuple[str, Any], ...]:
    return tuple(get_type_hints(kind).items())
