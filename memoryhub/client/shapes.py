"""What a hub answers, as plain frozen values; a field that a newer hub adds is left out, not an error."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Memory:
    """One memory; times are aware, in UTC.

    Attributes:
        state: current, scheduled, ended, superseded, expired, held, quarantined, archived, purged or rejected.
        origin_trust: 0 to 1, how far its source is trusted.
        valid_for_seconds: how long it stays true as far as is known; None for no end.
        expires_at, ttl_seconds: when its life time ends, and how long that is; None where it has none.
        invalidated_at, invalidated_by_event: when and by what it was closed; None and empty while it is not.
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
    expires_at: datetime | None = None
    ttl_seconds: int | None = None
    invalidated_at: datetime | None = None
    invalidated_by_event: str = ""
    archived_at: datetime | None = None
    last_accessed_at: datetime | None = None
    source_event: str = ""
    quarantined: bool = False


@dataclass(frozen=True, slots=True)
class Reaffirmation:
    """Who said the same again, and when."""

    source_event: str
    origin: str
    at: datetime


@dataclass(frozen=True, slots=True)
class LearnedFrom:
    """Where a memory was learned; `role` is direct, inherited or reaffirmed."""

    kind: str
    session: str
    item: str
    seq: int | None
    observed_at: datetime | None
    role: str
    parent: str | None = None


@dataclass(frozen=True, slots=True)
class MemoryInHistory(Memory):
    """One memory, and who said the same again."""

    reaffirmed_by: list[Reaffirmation] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class MemoryInFull(MemoryInHistory):
    """One memory with everything that hangs on it; `derived_from` names the memories it was made from."""

    sources: list[LearnedFrom] = field(default_factory=list)
    derived_from: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Stored:
    """What one write did.

    Attributes:
        outcome: stored, superseded, history, reaffirmed, ended, extended, held or quarantined.
        review_id: the request a person decides, when it waits.
        explanation: why it waits and who decides, in a sentence.
    """

    outcome: str
    memory: Memory
    superseded_id: str | None = None
    review_id: str | None = None
    reason: str = ""
    explanation: str = ""

    @property
    def waits(self) -> bool:
        """Whether a person has to decide before anybody is told."""
        return self.outcome in {"held", "quarantined"}


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """One field at fault."""

    field: str
    message: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """One item of a batch that was not stored, and what to do about it."""

    code: str
    detail: str
    status: int
    title: str = ""
    type: str = ""
    errors: list[FieldProblem] = field(default_factory=list)
    outcome: str | None = None
    duplicate_of: str | None = None


@dataclass(frozen=True, slots=True)
class BatchItem:
    """What became of one item of a batch: stored with its memory, or refused with the reason."""

    outcome: str
    memory: Memory | None = None
    error: Refusal | None = None
    superseded_id: str | None = None
    review_id: str | None = None
    reason: str = ""
    explanation: str = ""


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
    outranked: bool = False


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
    total_found: int = 0
    total_missing: int = 0


@dataclass(frozen=True, slots=True)
class Piece:
    """One part of what to read before answering, and why it is there."""

    kind: str
    id: str
    text: str
    reason: str
    trust: float
    title: str = ""
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What to read before answering; `text` holds all pieces as one passage for a model."""

    text: str
    pieces: list[Piece]
    used_tokens: int
    token_budget: int
    left_out: dict[str, int] = field(default_factory=dict)
    repeated: int = 0
    degraded: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Learned:
    """What became of one statement of a conversation."""

    outcome: str
    kind: str
    content: str
    turns: list[str]
    memory: Memory | None = None
    confidence: float = 1.0
    subject: str | None = None
    predicate: str | None = None
    object: Any = None
    superseded_id: str | None = None
    review_id: str | None = None
    reason: str = ""
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference document that a conversation held, and what became of it."""

    outcome: str
    turn: str
    name: str
    kind: str
    title: str
    slug: str
    score: float
    characters: int
    path: str = ""
    pointer: str = ""
    review_id: str | None = None
    reason: str = ""
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A turn nothing is learned from, and why."""

    turn: str
    reason: str


@dataclass(frozen=True, slots=True)
class Distilled:
    """What a conversation gave."""

    session: str
    facts: list[Learned]
    counts: dict[str, int]
    documents: list[Reference] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    extractor: str = ""
    degraded: list[str] = field(default_factory=list)
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Mistake:
    """One entry of the notebook."""

    id: str
    category: str
    what_went_wrong: str
    truth: str
    severity: str
    at: datetime
    agent: str = ""
    session: str = ""
    asked: str = ""
    answered: str = ""
    evidence: str = ""
    origin: str = ""
    origin_trust: float = 0.0
    resolved_at: datetime | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Warnings:
    """Past mistakes to read before answering; `text` is the same as one passage for a model."""

    mistakes: list[Mistake]
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the wiki without its text, which `page` reads."""

    path: str
    scope: str
    title: str
    tags: list[str]
    layer: str
    trust: float
    revision: int
    updated_at: datetime
    id: str = ""
    source_type: str = ""
    origin: str = ""
    author: str = ""
    sources: list[str] = field(default_factory=list)
    related: list[str] = field(default_factory=list)
    do_not_inject: bool = False
    filed: bool = False
    created_at: datetime | None = None
    updated_by: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading and the anchor that leads to it."""

    level: int
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a page; `path` is None where it leads nowhere the caller may see."""

    target: str
    anchor: str
    path: str | None = None


@dataclass(frozen=True, slots=True)
class PageInFull(Page):
    """A page with its text."""

    content: str = ""
    headings: list[Heading] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Saved:
    """What saving a page did: created, saved, merged, unchanged or held."""

    outcome: str
    page: Page
    review_id: str | None = None
    reason: str = ""
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class PageHit:
    """A page that was found."""

    page: Page
    score: float
    snippet: str
    relevance: float = 0.0
    source_factor: float = 1.0
    marks: list[list[int]] = field(default_factory=list)
