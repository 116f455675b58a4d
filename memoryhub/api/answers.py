"""What callers get back.

Times are RFC 3339 in UTC with `Z`; lists carry `next`, the cursor of the page that follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, WithJsonSchema, computed_field

from knowledge.queries.browse import BatchResult
from knowledge.queries.instants import format_instant
from knowledge.services.types import MemoryView, explanation
from memoryhub.api.schemas import INSTANT_SCHEMA

Instant = Annotated[
    datetime,
    PlainSerializer(format_instant, return_type=str),
    WithJsonSchema(INSTANT_SCHEMA, mode="serialization"),
]
AnyJson = Annotated[Any, WithJsonSchema({"description": "Text, or any JSON value."}, mode="serialization")]


class Output(BaseModel):
    """Read from the frozen values of services and queries by name."""

    model_config = ConfigDict(from_attributes=True)


class ReaffirmationOut(Output):
    """Who said the same again, and when."""

    source_event: str
    origin: str
    at: Instant


class SourceOut(Output):
    """Where it was learned; `role` is direct, inherited or reaffirmed."""

    kind: str
    session: str
    item: str
    seq: int | None = Field(validation_alias="sequence")
    observed_at: Instant | None
    role: str
    parent: str | None


class MemoryOut(Output):
    """One memory."""

    id: str
    agent: str
    layer: str
    content: str
    tags: list[str]
    importance: float
    access_count: int
    last_accessed_at: Instant | None
    source_event: str
    recorded_at: Instant
    valid_from: Instant
    valid_until: Instant | None
    expires_at: Instant | None
    ttl_seconds: int | None
    policy: str
    ingested_at: Instant
    invalidated_at: Instant | None
    invalidated_by_event: str
    supersedes: str | None
    superseded_by: str | None
    subject: str | None
    predicate: str | None
    object: AnyJson
    version: int
    confidence: float
    origin: str
    origin_trust: float
    state: str = Field(
        description="current, scheduled, ended, superseded, expired, held, quarantined, archived, purged or rejected"
    )
    quarantined: bool
    metadata: dict[str, Any]
    valid_for_seconds: int | None = Field(description="How long it stays true as far as is known; null for no end.")
    archived_at: Instant | None


class MemoryInHistory(MemoryOut):
    """One memory, and who said the same again."""

    reaffirmed_by: list[ReaffirmationOut]


class MemoryInFull(MemoryInHistory):
    """One memory with everything that hangs on it."""

    sources: list[SourceOut]
    derived_from: list[str] = Field(description="Ids of the memories it was made from.")


class WaitingOut(Output):
    """What may wait for a person says so in a sentence."""

    outcome: str
    reason: str

    @computed_field(description="Why it waits and who decides, in a sentence; empty when it does not wait.")  # type: ignore[prop-decorator]
    @property
    def explanation(self) -> str:
        """Return the sentence."""
        return explanation(self.outcome, self.reason)


class StoreOut(WaitingOut):
    """What one write did, and the memory that now carries the statement."""

    outcome: str = Field(
        description="stored, superseded, history, reaffirmed, ended, extended, held, quarantined or duplicate"
    )
    memory: MemoryOut
    superseded_id: str | None
    review_id: str | None


class FieldProblem(Output):
    """One field at fault."""

    field: str
    message: str


class Problem(Output):
    """RFC 9457 problem details."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    errors: list[FieldProblem] = Field(default_factory=list)
    outcome: str | None = Field(None, description="duplicate, when a memory was refused because another says the same.")
    duplicate_of: str | None = Field(None, description="Id of that other memory.")


class RefusedOut(Output):
    """One item of a batch that was not stored; the others are untouched."""

    outcome: str = "refused"
    error: Problem


class BatchOut(Output):
    """Outcomes in the order of the items, and how often each occurred."""

    items: list[StoreOut | RefusedOut]
    counts: dict[str, int]


class ForgetOut(Output):
    """Whether this call forgot the memory; false when it was forgotten before."""

    forgotten: bool


class MemoryPage(Output):
    """One page of memories, newest learned first."""

    items: list[MemoryOut]
    next: str | None
    total: int
    total_is_exact: bool


class PartOut(Output):
    """One signal of a score: value times weight is its contribution."""

    name: str
    value: float
    weight: float
    contribution: float


class HitOut(Output):
    """One result; the sum of the contributions times the trust factor is the score."""

    memory: MemoryOut
    score: float
    parts: list[PartOut]
    trust_factor: float
    outranked: bool


class SearchOut(Output):
    """Results, best first. `degraded` names arms that failed; the answer comes from the rest."""

    results: list[HitOut] = Field(validation_alias="hits")
    degraded: list[str]
    next: str | None
    matched: int


class FetchOut(Output):
    """Memories found; ids that are unknown, foreign or not visible alike, in the order asked."""

    memories: list[MemoryOut]
    missing_ids: list[str]
    total_found: int
    total_missing: int

    @classmethod
    def of(cls, batch: BatchResult) -> FetchOut:
        """Return what was found as it is sent."""
        return cls(
            memories=[MemoryOut.model_validate(one) for one in batch.memories],
            missing_ids=list(batch.missing_ids),
            total_found=len(batch.memories),
            total_missing=len(batch.missing_ids),
        )


class FactOut(Output):
    """One fact: what is true of it now (at most three of its values), and how often it was stated."""

    agent: str
    subject: str
    predicate: str
    values: list[MemoryOut]
    value_count: int
    versions: int
    waiting: int = Field(description="Statements that wait for a person; 0 for those who may not see them.")
    learned_at: Instant


class FactPage(Output):
    """One page of facts, by name."""

    items: list[FactOut]
    next: str | None


class HistoryOut(Output):
    """Every row of a fact, oldest world time first."""

    items: list[MemoryInHistory]
    removed: int = Field(description="How many versions were deleted for good; they are not in the list.")


class AtOut(Output):
    """What was true at a moment: one memory, several for a predicate with several values, none when nothing was."""

    memory: MemoryOut | None = Field(description="The one memory; null when there is none or several.")
    memories: list[MemoryOut]

    @classmethod
    def of(cls, rows: Sequence[MemoryView]) -> AtOut:
        """Return what was true as it is sent."""
        memories = [MemoryOut.model_validate(row) for row in rows]
        return cls(memory=memories[0] if len(memories) == 1 else None, memories=memories)


class AuditOut(Output):
    """One record of the audit trail; details hold ids, counts and digests, never content."""

    sequence: int
    at: Instant
    actor_kind: str
    actor: str
    door: str
    action: str
    agent: str
    target: str
    reason: str
    details: dict[str, Any]
    previous_hash: str
    hash: str


class AuditPage(Output):
    """One page of records, newest first."""

    items: list[AuditOut]
    next: str | None


class ExpiryOut(Output):
    """What runs out within a week, and what did within the last; each counted up to 10 000."""

    soon: int
    lately: int


class UpdatesOut(Output):
    """How often statements of the last week replaced earlier ones."""

    statements: int
    replaced: int
    rate: float | None
    looked_at: int


class FreshnessOut(Output):
    """Shares of current memories by how fresh they are, 0 to 1."""

    shares: dict[str, float]
    looked_at: int
    sampled: bool


class StatsOut(Output):
    """How one agent's memory is doing."""

    agent: str
    current: int
    total: int
    learned_last_day: int
    learned_last_week: int
    expiry: ExpiryOut
    updates: UpdatesOut
    freshness: FreshnessOut
    at: Instant


class AliasOut(Output):
    """Another name: `alias` was said to stand for `stated`, which goes by `canonical` in the end."""

    alias: str
    stated: str
    canonical: str
    origin: str
    origin_trust: float
    standing: str = Field(description="believed, or held while it waits for a person")
    added_at: Instant


class AliasPage(Output):
    """One page of other names, by name."""

    items: list[AliasOut]
    next: str | None


class AliasAddedOut(WaitingOut):
    """What saying that two names mean the same did: added, unchanged or held."""

    outcome: str
    alias: AliasOut
    review_id: str | None


class AliasRemovedOut(Output):
    """The name is nobody's other name any more."""

    removed: bool


class GraphNodeOut(Output):
    """One entity; `degree` counts the edges of this answer that touch it."""

    id: str
    label: str
    degree: int
    aliases: list[str]


class GraphEdgeOut(Output):
    """One fact; subject and object are ids of nodes."""

    subject: str
    predicate: str
    object: str
    memory_id: str
    origin_trust: float
    confidence: float
    quarantined: bool = Field(description="Waits for a person; never true in what an agent sees.")
    standing: str = Field(description="believed, held or quarantined")


class GraphOut(Output):
    """The newest facts as nodes, best linked first, and edges, newest learned first."""

    nodes: list[GraphNodeOut]
    edges: list[GraphEdgeOut]
    truncated: bool
