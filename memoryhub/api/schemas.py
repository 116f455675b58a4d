"""What callers may send, field by field; anything else is refused by name."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from knowledge.errors import Invalid
from knowledge.queries.instants import BadInstantError, parse_instant
from knowledge.services.types import MemoryDraft, SourceRef

INSTANT_SCHEMA = {"type": "string", "format": "date-time"}
AGENT_CHARACTERS = 200
QUESTION_CHARACTERS = 2_000
"""Of a text in an address: recall looks at no more, and percent-encoded it still fits."""

_INSTANT_CHARACTERS = 64
AGENT = "The agent meant. Only an administrator's or a person's token names another than its own."


def _instant(value: object) -> datetime:
    if not isinstance(value, str):
        raise ValueError("Write the time as text in RFC 3339 with a zone, for example 2026-03-03T10:00:00Z.")  # noqa: TRY004
    if len(value) > _INSTANT_CHARACTERS:
        raise ValueError(f"A time has at most {_INSTANT_CHARACTERS} characters.")
    try:
        return parse_instant(value)
    except BadInstantError as error:
        raise ValueError(str(error)) from error


Instant = Annotated[
    datetime,
    BeforeValidator(_instant),
    WithJsonSchema(
        {
            **INSTANT_SCHEMA,
            "maxLength": _INSTANT_CHARACTERS,
            "description": "RFC 3339 with a zone, for example 2026-03-03T10:00:00Z.",
        }
    ),
]
Layer = Literal["episodic", "semantic", "procedural"]
Limit = Annotated[int, Field(ge=1, le=100)]
AgentName = Annotated[str, Field(max_length=AGENT_CHARACTERS, description=AGENT)]
AnyJson = Annotated[Any, WithJsonSchema({"description": "Text, or any JSON value."})]


class Input(BaseModel):
    """A body: exact types, no further fields."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SourceIn(Input):
    """Where something was learned; keys come from the caller's host, never from the text."""

    kind: Literal["message", "run", "import_item", "tool_turn", "external_call", "system"] = "external_call"
    session: str = ""
    item: str = ""
    seq: int | None = None
    observed_at: Instant | None = None
    turn: str = Field(default="", description="Key of the turn in which an agent learned it from that message.")


class StoreIn(Input):
    """One memory to store. With subject and predicate it is a fact with a place in time."""

    content: str = Field(description="1 to 20 000 characters.")
    layer: Layer = "episodic"
    tags: list[str] = Field(default_factory=list)
    importance: float = Field(default=5.0, ge=0, le=10)
    subject: str | None = None
    predicate: str | None = None
    object: AnyJson = None
    valid_from: Instant | None = None
    valid_until: Instant | None = None
    recorded_at: Instant | None = None
    confidence: float = Field(default=1.0, ge=0, le=1)
    policy: str | None = Field(default=None, description="Kind of life time, for example realtime.")
    ttl_seconds: int | None = None
    derived_from: list[str] = Field(default_factory=list, description="Ids of the memories this was made from.")
    source: SourceIn | None = None
    session: str | None = Field(
        default=None, description="The same as source.session. With the policy session the memory never leaves it."
    )
    source_event: str = ""
    origin: str | None = Field(default=None, description="Fixed by the token; may be repeated, not changed.")
    origin_trust: float | None = Field(default=None, ge=0, le=1, description="Can only lower the trust.")
    metadata: dict[str, Any] | None = None

    def draft(self) -> MemoryDraft:
        """Return what the service stores.

        Raises:
            Invalid: session and source.session differ.
        """
        source = self.source or SourceIn()
        if self.session and source.session and self.session != source.session:
            raise Invalid("session and source.session differ; send one of them.", field="session")
        given = self.source is not None or bool(self.session)
        return MemoryDraft(
            content=self.content,
            layer=self.layer,
            tags=tuple(self.tags),
            importance=self.importance,
            subject=self.subject,
            predicate=self.predicate,
            object=self.object,
            valid_from=self.valid_from,
            valid_until=self.valid_until,
            recorded_at=self.recorded_at,
            confidence=self.confidence,
            policy=self.policy,
            ttl_seconds=self.ttl_seconds,
            origin=self.origin,
            origin_trust=self.origin_trust,
            derived_from=tuple(self.derived_from),
            source=SourceRef(
                kind=source.kind,
                session=self.session or source.session,
                item=source.item,
                sequence=source.seq,
                observed_at=source.observed_at,
                turn=source.turn,
            )
            if given
            else None,
            source_event=self.source_event,
            metadata=self.metadata,
        )


class StoreOneIn(StoreIn):
    """One memory to store in a call of its own."""

    agent: AgentName | None = None
    idempotency_key: str | None = Field(default=None, description="The header Idempotency-Key is preferred.")


class StoreBatchIn(Input):
    """Up to 500 memories, stored in one transaction; each gets its own outcome."""

    # Each item is read on its own; the document names its shape.
    items: Annotated[list[Any], WithJsonSchema({"type": "array", "items": {}, "minItems": 1, "maxItems": 500})]
    agent: AgentName | None = None
    idempotency_key: str | None = Field(default=None, description="The header Idempotency-Key is preferred.")


class ChangesIn(Input):
    """New labels of a memory; what is left out stays. Nothing else of a memory can be changed."""

    tags: list[str] | None = None
    importance: float | None = Field(default=None, ge=0, le=10)
    metadata: dict[str, Any] | None = None


class SearchIn(Input):
    """A question in plain words; no character in it is syntax."""

    query: str
    limit: Limit = 10
    layer: Layer | None = None
    tags: list[str] = Field(default_factory=list, max_length=100, description="Any of these.")
    since: Instant | None = None
    until: Instant | None = None
    subject: str | None = None
    mode: Literal["recall", "keyword"] = "recall"
    profile: Literal["documented", "evidence"] | None = Field(
        default=None,
        description="How `recall` weighs its signals: `documented` balances the question with what is fresh and"
        " important, `evidence` looks for the passages that hold the answer. The setting of the hub if absent.",
    )
    token_budget: int | None = Field(default=None, ge=1, le=1_000_000, description="Instead of a limit.")
    session: str | None = Field(
        default=None, max_length=512, description="Your key of the conversation: what belongs to it is told, too."
    )
    cursor: str | None = Field(default=None, max_length=500)
    agent: AgentName | None = None


class FetchIn(Input):
    """Ids of memories to read."""

    ids: list[str] = Field(description="1 to 100 ids; one that is named twice is answered once.")
    agent: AgentName | None = None


class Query(BaseModel):
    """Parameters of an address: always texts, so numbers and switches are read from them."""

    model_config = ConfigDict(extra="forbid")


class AgentQuery(Query):
    """The agent meant."""

    agent: AgentName | None = None


class ForgetQuery(AgentQuery):
    """Why something is forgotten; the reason goes into the audit."""

    reason: str = Field(default="", max_length=1_000)


class ListQuery(AgentQuery):
    """Filters of a list; all of them must fit."""

    state: str = Field(
        default="current", max_length=20, description="current, scheduled, ended, superseded; with more rights any."
    )
    layer: Layer | None = None
    tag: list[Annotated[str, Field(max_length=200)]] = Field(
        default_factory=list, max_length=10, description="Any of these; may be repeated."
    )
    origin: str | None = Field(default=None, max_length=200, description="A class, or a whole origin.")
    subject: str | None = Field(default=None, max_length=1_000)
    session: str | None = Field(default=None, max_length=512)
    since: Instant | None = None
    until: Instant | None = None
    policy: str | None = Field(default=None, max_length=40)
    signals: bool = Field(default=False, description="Telemetry instead of memories.")
    limit: Limit = 50
    cursor: str | None = Field(default=None, max_length=100, pattern="^m_[0-9a-z]{26}$")


class FactsQuery(AgentQuery):
    """Part of a subject or predicate."""

    text: str = Field(default="", max_length=1_000)
    limit: Limit = 50
    cursor: str | None = Field(default=None, max_length=12_000, pattern=r"^[A-Za-z0-9_-]*$")


class HistoryQuery(AgentQuery):
    """One fact."""

    subject: str = Field(max_length=1_000)
    predicate: str = Field(max_length=1_000)
    object: str | None = Field(default=None, max_length=2_000)


class AtQuery(HistoryQuery):
    """One fact at a moment, as known now or at another moment."""

    at: Instant
    known_at: Instant | None = None


class AuditQuery(AgentQuery):
    """Which records."""

    actor: str = Field(default="", max_length=200)
    door: str = Field(default="", max_length=8, description="page, rest, mcp, command, job or import")
    action: str = Field(default="", max_length=40, description="For example memory.forgotten.")
    target: str = Field(default="", max_length=512, description="Id of what it concerned.")
    since: Instant | None = None
    until: Instant | None = None
    limit: Limit = 50
    cursor: int | None = Field(default=None, ge=0, le=(1 << 63) - 1)


class AliasIn(Input):
    """Another name of an entity."""

    canonical: str = Field(description="The entity, by any of its names.")
    alias: str = Field(description="What it is called besides.")
    agent: AgentName | None = None
    idempotency_key: str | None = Field(default=None, description="The header Idempotency-Key is preferred.")


class AliasQuery(ForgetQuery):
    """One other name."""

    alias: str = Field(max_length=1_000)


class AliasesQuery(AgentQuery):
    """Which other names."""

    entity: str = Field(default="", max_length=1_000, description="Only names of this entity, itself named in any way.")
    limit: Limit = 50
    cursor: str | None = Field(default=None, max_length=12_000, pattern=r"^[A-Za-z0-9_-]*$")


class GraphQuery(AgentQuery):
    """How much of the graph, and written how."""

    format: Literal["json", "graphml", "mermaid"] = "json"
    limit: int = Field(default=500, ge=1, le=2_000, description="Most facts, newest learned first.")
