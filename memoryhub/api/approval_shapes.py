"""What callers send and get back about requests that people decide."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from memoryhub.api.answers import Instant, MemoryInFull, MemoryOut, Output, Problem
from memoryhub.api.schemas import AgentName, AgentQuery, Input, Limit

Verdict = Literal["approve", "reject"]
Reason = Annotated[str, Field(max_length=1_000, description="For those who read it later; a rejection needs one.")]
ItemName = Annotated[str, Field(max_length=40)]
_KEY = Field(default=None, description="The header Idempotency-Key is preferred.")


class ApprovalsQuery(AgentQuery):
    """Which requests; what is left out filters nothing."""

    status: Literal["pending", "approved", "rejected", "expired", "stale", "withdrawn", "all"] = "pending"
    kind: str = Field(default="", max_length=24)
    origin: str = Field(default="", max_length=512, description="Who said what it is about.")
    reason: str = Field(default="", max_length=40, description="Why it waits, in one word.")
    risk: Literal["", "high", "medium", "low"] = ""
    age: Literal["", "under_1_hour", "under_1_day", "older"] = Field(default="", description="Since it was raised.")
    limit: Limit = 50
    cursor: str | None = Field(default=None, max_length=40, pattern="^r_[0-9a-z]{26}$")


class DecideIn(Input):
    """A verdict about a request, or about some of its items."""

    verdict: Verdict
    items: list[ItemName] = Field(
        default_factory=list, max_length=1_000, description="Names of items; empty for all that wait."
    )
    reason: Reason = ""
    seen: str = Field(
        default="",
        max_length=64,
        description="The digest the request was read with; if it has changed since, nothing is done.",
    )
    agent: AgentName | None = None
    idempotency_key: str | None = _KEY


class DecideManyIn(Input):
    """One verdict about many requests; each gets its own result."""

    ids: list[ItemName] = Field(min_length=1, max_length=1_000)
    verdict: Verdict
    reason: Reason = ""
    seen: dict[ItemName, Annotated[str, Field(max_length=64)]] = Field(
        default_factory=dict,
        max_length=1_000,
        description="By id, the digest each request had when you read it; one that has changed since is left alone.",
    )
    agent: AgentName | None = None
    idempotency_key: str | None = _KEY


class UndoIn(Input):
    """Taking a decision back, or that about some items."""

    items: list[ItemName] = Field(
        default_factory=list, max_length=1_000, description="Names of items; empty for all that can be undone."
    )
    reason: Reason = ""
    agent: AgentName | None = None
    idempotency_key: str | None = _KEY


class WithdrawIn(Input):
    """Taking a request back."""

    reason: Reason = ""
    agent: AgentName | None = None
    idempotency_key: str | None = _KEY


class ApprovalOut(Output):
    """One request that a person decides, without the texts it is about."""

    id: str
    kind: str
    agent: str = Field(description="Empty for a request that reaches several agents.")
    status: str
    reason: str
    risk: str
    origin: str
    count: int = Field(description="How often the same claim was made.")
    raised_by: str
    created_at: Instant
    expires_at: Instant = Field(description="No answer by then counts as a rejection.")
    decided_by: str
    decided_at: Instant | None
    note: str
    memories: list[str]
    rivals: list[str]


class ApprovalPage(Output):
    """One page of requests, newest first."""

    items: list[ApprovalOut]
    next: str | None


class AliasShown(Output):
    """Another name that waits."""

    id: int
    alias: str
    stated: str
    canonical: str
    origin: str
    origin_trust: float
    standing: str
    added_by: str
    added_at: Instant


class ApprovalItemOut(Output):
    """One thing to decide, in full, and what is true in its place."""

    name: str
    status: str
    memory: MemoryInFull | None
    alias: AliasShown | None
    reason: str
    in_place: MemoryOut | None = Field(description="What is true now where it would begin.")
    changed: bool = Field(description="It is not what the request was opened about; approved, it is closed as stale.")
    findings: dict[str, Any] = Field(description="Why it was stopped.")
    decided_by: str
    decided_at: Instant | None
    note: str
    outcome: str
    carried_by: str
    superseded: str
    review: str
    undo_until: Instant | None
    undone: str


class ApprovalInFull(Output):
    """One request with everything it takes to decide it."""

    id: str
    kind: str
    agent: str
    status: str
    reason: str
    risk: str
    origin: str
    count: int
    raised_by: str
    created_at: Instant
    expires_at: Instant
    last_error: str
    decided_by: str
    decided_at: Instant | None
    note: str
    digest: str = Field(description="Send it back as `seen`, so that nothing else is decided than was shown.")
    items: list[ApprovalItemOut]
    more_items: int
    reopens: str
    reopened_as: str


class ItemDecided(Output):
    """What became of one item."""

    item: str
    status: str
    outcome: str = Field(
        description="stored, superseded, history, reaffirmed, ended, extended, held, rejected, stale, gone or added"
    )
    carried_by: str
    superseded: str
    review: str = Field(description="The request about it, when it was held against something stronger.")


class DecisionOut(Output):
    """What a decision did."""

    request_id: str
    result: str
    kind: str
    agent: str
    status: str
    decided_by: str
    decided_at: Instant | None
    items: list[ItemDecided]
    pending: int


class DecisionOfMany(DecisionOut):
    """What became of one request among many; `error` says why nothing was done."""

    error: Problem | None = None


class DecisionsOut(Output):
    """Results in the order of the ids, and how often each occurred."""

    items: list[DecisionOfMany]
    counts: dict[str, int]
