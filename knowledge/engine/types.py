"""Values that cross the border between doors, services and the pure engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from datetime import datetime

ActorKind = Literal["agent", "person", "system"]
Door = Literal["rest", "mcp", "page", "command", "job", "import"]

LAYERS = ("episodic", "semantic", "procedural")


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, through which door, and for which agents.

    Attributes:
        kind: `agent` for an agent's token, `person` for somebody signed in, `system` for jobs.
        name: the name written into the audit trail.
        door: the way in.
        roles: roles of a person (`viewer`, `curator`, `admin`) or scopes of a token.
        agents: names of the agents this actor may touch; None means every agent.
        origin: the origin fixed by the actor's credential; empty when the door decides.
        token_id: public id of the token used, empty for people.
        user_id: key of the signed-in person, None for agents.
    """

    kind: ActorKind
    name: str
    door: Door
    roles: frozenset[str] = frozenset()
    agents: frozenset[str] | None = frozenset()
    origin: str = ""
    token_id: str = ""
    user_id: int | None = None

    def may_touch(self, agent: str) -> bool:
        """Tell whether this actor may work on that agent's memories."""
        return self.agents is None or agent in self.agents


@dataclass(frozen=True, slots=True)
class SourceRef:
    """Where something was learned. Keys come from the host or the credential, never from text.

    Attributes:
        kind: `message`, `run`, `import_item`, `tool_turn`, `external_call` or `system`.
        session: conversation or run key, at most 512 bytes.
        item: key of the one message, turn or line, at most 512 bytes.
        sequence: position inside the session, counted by the host.
        observed_at: when it was said or seen.
        turn: key of the turn in which an agent learned it from that message; empty when the host names none.
    """

    kind: str = "external_call"
    session: str = ""
    item: str = ""
    sequence: int | None = None
    observed_at: datetime | None = None
    turn: str = ""


@dataclass(frozen=True, slots=True)
class MemoryDraft:
    """What a door wants to store; the store service validates every field.

    Attributes:
        content: 1 to 20 000 characters after NFC.
        layer: `episodic`, `semantic` or `procedural`.
        importance: 0 to 10.
        object: text, or any JSON value.
        valid_from, valid_until: world time, half-open; None means "from now" and "still true".
        recorded_at: when the event happened or was noted.
        confidence: 0 to 1.
        policy: kind of life time; None lets the hub match one.
        ttl_seconds: overrides the life time of the policy.
        origin: `class` or `class:name`; only honoured where the actor's credential fixes none.
        origin_trust: declared trust, capped by the ceiling of the class and by every parent.
        derived_from: public ids of the memories this was made from.
    """

    content: str
    layer: str = "episodic"
    tags: tuple[str, ...] = ()
    importance: float = 5.0
    subject: str | None = None
    predicate: str | None = None
    object: Any = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    recorded_at: datetime | None = None
    confidence: float = 1.0
    policy: str | None = None
    ttl_seconds: int | None = None
    origin: str | None = None
    origin_trust: float | None = None
    derived_from: tuple[str, ...] = ()
    source: SourceRef | None = None
    source_event: str = ""
    metadata: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class ReaffirmationView:
    """One confirmation of a row: who said it again, and when."""

    source_event: str
    origin: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SourceView:
    """One recorded source of a row; `role` is `direct`, `inherited` or `reaffirmed`."""

    kind: str
    session: str
    item: str
    sequence: int | None
    observed_at: datetime | None
    role: str
    parent: str | None = None


@dataclass(frozen=True, slots=True)
class MemoryView:
    """One memory as every door shows it. Times are aware and in UTC."""

    id: str
    agent: str
    layer: str
    content: str
    tags: tuple[str, ...]
    importance: float
    access_count: int
    last_accessed_at: datetime | None
    source_event: str
    recorded_at: datetime
    valid_from: datetime
    valid_until: datetime | None
    expires_at: datetime | None
    ttl_seconds: int | None
    policy: str
    ingested_at: datetime
    invalidated_at: datetime | None
    invalidated_by_event: str
    supersedes: str | None
    superseded_by: str | None
    subject: str | None
    predicate: str | None
    object: Any
    version: int
    confidence: float
    origin: str
    origin_trust: float
    state: str
    quarantined: bool
    metadata: dict[str, Any]
    valid_for_seconds: int | None = None
    archived_at: datetime | None = None
    reaffirmed_by: tuple[ReaffirmationView, ...] = ()
    sources: tuple[SourceView, ...] = ()
    derived_from: tuple[str, ...] = ()
    number: int = field(default=0, repr=False)


@dataclass(frozen=True, slots=True)
class StoreOutcome:
    """What one write did.

    Attributes:
        outcome: `stored`, `superseded`, `history`, `reaffirmed`, `ended`, `extended`, `held`,
            `quarantined` or `duplicate`.
        memory: the row that now carries the statement.
        superseded_id: the row that was replaced, when one was.
        review_id: the request a person decides, when the write was held or quarantined.
        reason: why it was held or quarantined; `copy` for a duplicate that was refused because `memory`
            says the same already; empty otherwise.
        warning: of what a person wrote on a page and what is stored as they wrote it: what in it reads like an order
            to whoever reads it later, disguises removed.
    """

    outcome: str
    memory: MemoryView
    superseded_id: str | None = None
    review_id: str | None = None
    reason: str = ""
    warning: tuple[str, ...] = ()
