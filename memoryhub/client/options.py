"""What calls may be given besides their arguments, as typed dictionaries."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, TypedDict

Layer = Literal["episodic", "semantic", "procedural"]
Scope = Literal["agent", "shared"]


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
    source_event: str
    origin: str
    origin_trust: float
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
    policy: str
    signals: bool
    limit: int


class Attachment(TypedDict):
    """A document that came with a turn."""

    name: str
    text: str


class Turn(TypedDict, total=False):
    """One turn of a conversation. Only what is said in the role `user` is learned from."""

    text: str
    role: Literal["user", "assistant", "system", "tool"]
    id: str
    speaker: str
    time: datetime
    seq: int
    attachments: list[Attachment]


class MistakeOptions(TypedDict, total=False):
    """What a mistake may have besides its category and what went wrong."""

    severity: Literal["significant", "critical"]
    asked: str
    answered: str
    truth: str
    evidence: str
    session: str
    origin: str


class PageOptions(TypedDict, total=False):
    """How a page is saved; without `allow_empty` a text without words is refused before it is sent."""

    base_revision: int
    scope: Scope
    comment: str
    merge: bool
    source: Source
    allow_empty: bool
