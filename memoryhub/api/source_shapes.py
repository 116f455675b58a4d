"""What callers send and get back about origins and sources."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from memoryhub.api.answers import Instant as InstantOut
from memoryhub.api.answers import MemoryOut, Output
from memoryhub.api.schemas import AgentName, AgentQuery, Input, Instant

Reason = Annotated[str, Field(max_length=1_000, description="For the audit; taking an origin back needs one.")]
Key = Annotated[str, Field(max_length=512)]


class InvalidateIn(Input):
    """Taking an origin back, or undoing that."""

    action: Literal["preview", "apply", "undo"] = "preview"
    origin: str = Field(default="", max_length=512, description="The whole text; no part of another one matches.")
    since: Instant | None = Field(default=None, description="Only what was learned at or after this moment.")
    rollback_id: str = Field(default="", max_length=40, description="For undo.")
    reason: Reason = ""
    agent: AgentName | None = None


class ReturningOut(Output):
    """A row that is true again, or longer."""

    memory: MemoryOut
    until: InstantOut | None


class ReachNodeOut(Output):
    """One row in the picture: `closed`, `derived` or `returns`, and how many steps away."""

    id: str
    part: str
    depth: int


class ReachEdgeOut(Output):
    """`derived`: target was made from source. `replaced`: target took the place of source."""

    source: str
    target: str
    kind: str


class ReachOut(Output):
    """The picture of the reach, at most 500 nodes."""

    nodes: list[ReachNodeOut]
    edges: list[ReachEdgeOut]
    left_out: int


class PreviewOut(Output):
    """What taking the origin back would do."""

    agent: str
    origin: str
    since: InstantOut | None
    closed: int
    rows: list[MemoryOut] = Field(description="The newest 200.")
    derived: list[tuple[int, int]] = Field(description="How many rows made from them, by the number of steps.")
    derived_rows: list[MemoryOut]
    returning: int
    returns: list[ReturningOut]
    reach: ReachOut


class RollbackOut(Output):
    """What taking the origin back did."""

    rollback_id: str = Field(description="For undo; empty when there was nothing to close.")
    agent: str
    origin: str
    closed: int
    lowered: int
    returned: list[str]
    not_returned: list[str] = Field(description="Rows that would be true again and may not.")


class UndoneOut(Output):
    """What undoing restored, and what it skipped and why: `forgotten`, `changed` or `blocked`."""

    rollback_id: str
    agent: str
    restored: int
    skipped: list[tuple[str, str]]


class InvalidateOut(Output):
    """One of the three, as `action` says."""

    action: str
    preview: PreviewOut | None = None
    rollback: RollbackOut | None = None
    undo: UndoneOut | None = None


class ItemIn(Input):
    """One message, run or call, by the keys its host gave it."""

    session: Key = ""
    item: Key


class PlanIn(Input):
    """Which sources to forget: items, or a session, or a run, or an import file."""

    items: list[ItemIn] = Field(default_factory=list, max_length=1_000)
    session: Key = ""
    up_to: int | None = Field(default=None, description="Of a session: the last position that is meant.")
    until: Instant | None = Field(default=None, description="Of a session: the last moment meant; left out: now.")
    run: Key = ""
    file: Key = ""
    keep_confirmed: bool = Field(default=False, description="Rows another source said word for word stay with it.")
    minutes: int | None = Field(default=None, description="Life of the plan, 1 to 1 440.")
    reason: Annotated[str, Field(max_length=1_000)] = ""
    agent: AgentName | None = None


class PlanItemOut(Output):
    """One row: `target`, `kept`, `said` (loses a confirmation) or `returns`."""

    memory: str
    part: str
    depth: int
    others: int = Field(description="How many other sources it has.")


class PlanOut(Output):
    """One plan: ids, digests and counts, no content."""

    id: str
    agent: str
    status: str
    hash: str
    epoch: int
    selector: dict[str, Any]
    counts: dict[str, int]
    unreachable: dict[str, int] = Field(description="Besides backups, and copies kept elsewhere.")
    reasons: list[dict[str, Any]] = Field(description="Why it is out of date.")
    steps: list[dict[str, Any]] = Field(description="What follows the commit, and whether it is done.")
    reason: str
    request: str = Field(description="The request an administrator has to approve.")
    created_by: str
    created_at: InstantOut
    expires_at: InstantOut
    approved_by: str
    applied_by: str
    applied_at: InstantOut | None
    pending: bool
    items: list[PlanItemOut]
    more_items: int


class ApplyIn(Input):
    """Nothing but the agent."""

    agent: AgentName | None = None


class ApplyOut(Output):
    """What applying deleted for good."""

    plan_id: str
    agent: str
    deleted: int
    kept: int
    returned: list[str]
    cuts: int
    unreachable: dict[str, tuple[int, int]] = Field(description="When it was planned, and now.")
    steps: list[str] = Field(description="What is still to be done, in the background.")


class SourcesQuery(AgentQuery):
    """Which sessions."""

    kind: str = Field(default="", max_length=16)
    prefix: str = Field(default="", max_length=512)
    limit: int = Field(default=50, ge=1, le=200)
    cursor: str | None = Field(default=None, max_length=512)


class SessionOut(Output):
    """One session, run or file, and how much was learned there."""

    agent: str
    session: str
    kinds: list[str]
    items: int
    memories: int
    first_at: InstantOut | None
    last_at: InstantOut | None


class SourcesOut(Output):
    """One page of sessions."""

    items: list[SessionOut]
    next: str | None


class BlocksQuery(AgentQuery):
    """Which blocks."""

    limit: int = Field(default=100, ge=1, le=200)
    cursor: int = Field(default=0, ge=0)


class BlockOut(Output):
    """One blocked source: a digest, and of a session how far it reaches."""

    id: int
    agent: str
    family: str
    digest: str
    up_to: int | None
    until: InstantOut | None
    plan: str
    at: InstantOut


class BlocksOut(Output):
    """One page of blocks."""

    items: list[BlockOut]
    next: int | None
