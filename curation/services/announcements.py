"""What other systems are told: one shape for each kind of event. Ids, counts and names, never what is remembered.

A field says what it means, for whoever writes a receiver.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from knowledge.engine.instants import format_instant

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one item of a request."""

    item: Annotated[str, "id of the memory, the other name, the revision or the plan that was asked about"]
    status: Annotated[str, "approved, rejected, stale, expired or withdrawn"]
    outcome: Annotated[
        str, "what it did: for a memory stored, superseded, history, reaffirmed …; else mostly the status"
    ]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """One item of a decision that is taken back."""

    item: Annotated[str, "id of what was asked about"]
    status: Annotated[str, "what the decision had made of it: approved or rejected"]


@dataclass(frozen=True, slots=True)
class Announcement:
    """One thing that happened; the kind is the name receivers know it by."""

    kind_of_event: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Quarantined(Announcement):
    """Something looks like an attack or came in a burst: it waits for a person, and no agent reads it."""

    kind_of_event: ClassVar[str] = "knowledge.quarantined"
    reason: Annotated[str, "why it was set aside: injection, burst, drip, spread …"]
    origin: Annotated[str, "where it came from, a class or a class with a name; empty when several"]
    memories: Annotated[list[str], "ids of the memories that are new on this request"]


@dataclass(frozen=True, slots=True)
class Waits(Announcement):
    """Something waits for a person, and nobody is told it before."""

    reason: Annotated[str, "why it waits, in one word"]
    origin: Annotated[str, "where it came from, a class or a class with a name; empty for what a person planned"]
    items: Annotated[list[str], "ids of what waits: memories, or alias:, page:, vouch: or plan: and an id"]
    expires_at: Annotated[str, "when it counts as rejected, RFC 3339 in UTC"]


@dataclass(frozen=True, slots=True)
class WriteHeld(Waits):
    """A write waits, and what was known stays true.

    It contradicts something better founded, is not certain enough, or is about a name that could be mistaken.
    """

    kind_of_event: ClassVar[str] = "knowledge.write_held"


@dataclass(frozen=True, slots=True)
class AliasHeld(Waits):
    """Another name would join something better trusted: it waits."""

    kind_of_event: ClassVar[str] = "knowledge.alias_held"


@dataclass(frozen=True, slots=True)
class PageHeld(Waits):
    """A write to the wiki waits; the page says what it said."""

    kind_of_event: ClassVar[str] = "knowledge.page_held"


@dataclass(frozen=True, slots=True)
class PromotionAsked(Waits):
    """Somebody asks a person to vouch for a page as it is now."""

    kind_of_event: ClassVar[str] = "knowledge.promotion_asked"


@dataclass(frozen=True, slots=True)
class ForgetPlanned(Waits):
    """A plan to forget a source waits for an administrator; nothing is deleted before."""

    kind_of_event: ClassVar[str] = "knowledge.forget_planned"


@dataclass(frozen=True, slots=True)
class MigrationPlanned(Waits):
    """A plan to move an agent's memories to another name waits for an administrator."""

    kind_of_event: ClassVar[str] = "knowledge.migration_planned"


@dataclass(frozen=True, slots=True)
class PageAutoFiled(Announcement):
    """The hub filed a page of the wiki from a conversation."""

    kind_of_event: ClassVar[str] = "knowledge.page_auto_filed"
    page: Annotated[str, "id of the page"]
    outcome: Annotated[str, "created or updated"]
    waits: Annotated[bool, "whether a person has to decide first; then knowledge.page_held comes too"]


@dataclass(frozen=True, slots=True)
class Decided(Announcement):
    """A person decided about a request, or about some of its items, or withdrew it."""

    kind_of_event: ClassVar[str] = "approval.decided"
    kind: Annotated[str, "what kind of request it is"]
    status: Annotated[str, "of the request: approved, rejected, stale or withdrawn; pending while items of it wait"]
    by: Annotated[str, "who did it"]
    items: Annotated[list[Outcome], "what this decision was about"]
    pending: Annotated[int, "how many items still wait"]


@dataclass(frozen=True, slots=True)
class Expired(Announcement):
    """Nobody decided in time; that counts as a rejection."""

    kind_of_event: ClassVar[str] = "approval.expired"
    kind: Annotated[str, "what kind of request it is"]
    status: Annotated[str, "always expired"]
    by: Annotated[str, "always empty: the hub did it"]
    items: Annotated[list[Outcome], "what had waited"]
    pending: Annotated[int, "always 0"]


@dataclass(frozen=True, slots=True)
class Reminder(Announcement):
    """Two thirds of the time are over and somebody still has to decide. Once for each request."""

    kind_of_event: ClassVar[str] = "approval.reminder"
    kind: Annotated[str, "what kind of request it is"]
    expires_at: Annotated[str, "when it counts as rejected, RFC 3339 in UTC"]


@dataclass(frozen=True, slots=True)
class Undone(Announcement):
    """A person took a decision back; the items wait again, on a request of their own."""

    kind_of_event: ClassVar[str] = "approval.undone"
    kind: Annotated[str, "what kind of request it is"]
    by: Annotated[str, "who did it"]
    request: Annotated[str, "id of the new request"]
    items: Annotated[list[TakenBack], "what is taken back"]


@dataclass(frozen=True, slots=True)
class Ping(Announcement):
    """A try that an administrator sends to one target, to see whether it arrives."""

    kind_of_event: ClassVar[str] = "webhook.ping"


ANNOUNCED: tuple[type[Announcement], ...] = (
    Quarantined,
    WriteHeld,
    AliasHeld,
    PageHeld,
    PromotionAsked,
    ForgetPlanned,
    MigrationPlanned,
    PageAutoFiled,
    Decided,
    Expired,
    Reminder,
    Undone,
)
"""What targets choose from; a try goes to one target whatever it has chosen."""


def told(announcement: Announcement) -> dict[str, Any]:
    """Return what an event says in its `data`, as JSON."""
    return asdict(announcement)


def message(*, event: str, kind: str, at: datetime, agent: str, request: str, data: dict[str, Any]) -> dict[str, Any]:
    """Return what is sent, the same with every try.

    Args:
        event: its id; whoever has seen it before leaves it alone.
        kind: what happened.
        at: when it happened, not when it is sent.
        agent: whose memory it is about; empty for the whole hub.
        request: id of the request; empty when it is about none.
        data: see `told`.
    """
    return {"id": event, "type": kind, "at": format_instant(at), "agent": agent, "request": request, "data": data}
