"""What a host sends of a conversation, and what it is told became of it."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from pydantic import Field

from knowledge.errors import Invalid
from knowledge.services.distil import Attachment, Conversation, DistilReport, Said
from memoryhub.api.answers import MemoryOut, Output, WaitingOut
from memoryhub.api.schemas import AgentName, AnyJson, Input, Instant

Key = Annotated[str, Field(max_length=512)]
KEY = "The header Idempotency-Key is preferred."


class AttachmentIn(Input):
    """A text that came with a turn."""

    name: str = Field(default="", max_length=512)
    text: str


class TurnIn(Input):
    """One turn. Only what is said in the role `user` is learned from."""

    text: str = ""
    role: Literal["user", "assistant", "system", "tool"] = "user"
    id: Key = Field(default="", description="Your key of the message. The same message again adds nothing.")
    speaker: str = Field(default="", max_length=100, description="Name of who speaks; empty for one unnamed user.")
    time: Instant | None = None
    seq: Annotated[int, Field(ge=0)] | None = Field(default=None, description="Position in the session.")
    attachments: list[AttachmentIn] = Field(default_factory=list, max_length=20)


class ConversationIn(Input):
    """Turns of one conversation, in the order they were said."""

    turns: list[TurnIn] = Field(min_length=1, max_length=2_000)
    session: Key | None = Field(
        default=None, description="Your key of the conversation; made from its first turn if absent."
    )
    timezone: str | None = Field(
        default=None, max_length=64, description='For "tomorrow" and the like, for example Asia/Tokyo; UTC if absent.'
    )
    agent: AgentName | None = None
    idempotency_key: str | None = Field(default=None, description=KEY)

    def conversation(self) -> Conversation:
        """Return what the service reads.

        Raises:
            Invalid: there is no such zone.
        """
        said = tuple(
            Said(
                text=turn.text,
                role=turn.role,
                id=turn.id,
                speaker=turn.speaker,
                at=turn.time,
                seq=turn.seq,
                attachments=tuple(Attachment(one.name, one.text) for one in turn.attachments),
            )
            for turn in self.turns
        )
        return Conversation(said, self.session or "", zone_of(self.timezone))


def zone_of(name: str | None) -> ZoneInfo | None:
    """Return a time zone by its name, None when none is named.

    Raises:
        Invalid: there is no such zone.
    """
    if not name:
        return None
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise Invalid("There is no such time zone; write for example UTC or Asia/Tokyo.", field="timezone") from error


class LearnedOut(WaitingOut):
    """What became of one fact; what was dropped is not repeated."""

    outcome: str = Field(
        description="stored, superseded, history, reaffirmed, ended, extended, held, quarantined, dropped, "
        "duplicate or blocked"
    )
    kind: str
    content: str
    turns: list[str] = Field(description="Ids of the turns it was read from.")
    confidence: float
    subject: str | None
    predicate: str | None
    object: AnyJson
    memory: MemoryOut | None
    superseded_id: str | None
    review_id: str | None


class ReferenceOut(WaitingOut):
    """A reference document that was found, and what became of it."""

    outcome: str = Field(description="created, updated, unchanged, held, dropped or refused")
    turn: str
    name: str
    kind: str = Field(description="charter, sop, spec, policy or reference")
    title: str
    slug: str
    score: float
    characters: int
    path: str = Field(description="Of the page; empty where there is none.")
    pointer: str = Field(description="Id of the memory that points to the page.")
    review_id: str | None


class SkippedOut(Output):
    """A turn nothing is learned from: too_short or not_the_user."""

    turn: str
    reason: str


class DistilOut(Output):
    """What one conversation gave."""

    session: str
    extractor: str = Field(description="built_in or model: what read it.")
    degraded: list[str] = Field(description="Why a configured model did not read it.")
    facts: list[LearnedOut]
    documents: list[ReferenceOut]
    skipped: list[SkippedOut]
    left_out: int = Field(description="Facts beyond the bound of one conversation.")
    counts: dict[str, int]

    @classmethod
    def of(cls, report: DistilReport) -> DistilOut:
        """Return a report as it is sent."""
        documents: list[dict[str, Any]] = [
            {
                "outcome": one.outcome,
                "reason": one.reason,
                "turn": one.document.turn,
                "name": one.document.name,
                "kind": one.document.kind,
                "title": one.document.title,
                "slug": one.document.slug,
                "score": one.document.score,
                "characters": one.document.characters,
                "path": one.filed.path,
                "pointer": one.filed.pointer,
                "review_id": one.filed.review_id,
            }
            for one in report.documents
        ]
        return cls(
            session=report.session,
            extractor=report.extractor,
            degraded=list(report.degraded),
            facts=[LearnedOut.model_validate(one) for one in report.facts],
            documents=[ReferenceOut.model_validate(one) for one in documents],
            skipped=[SkippedOut.model_validate(one) for one in report.skipped],
            left_out=report.left_out,
            counts=report.counts,
        )
