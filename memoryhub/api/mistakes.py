"""What agents got wrong: written down, and read before answering."""

from __future__ import annotations

from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Query, Router, Status
from pydantic import Field

from knowledge.queries import mistakes as notebook
from knowledge.services import mistakes
from memoryhub.api.answers import Instant, Output
from memoryhub.api.door import Bearer, caller_of
from memoryhub.api.schemas import QUESTION_CHARACTERS, AgentName, AgentQuery, Input
from memoryhub.tokens import READ, WRITE

router = Router(tags=["mistakes"])

Category = Literal["safety", "hallucination", "factual", "capability", "behavioral"]
Severity = Literal["significant", "critical"]
Text = Annotated[str, Field(description="At most 4 000 characters.")]


class MistakeIn(Input):
    """One mistake."""

    category: Category
    what_went_wrong: Text
    severity: Severity = "significant"
    asked: Text = ""
    answered: Text = ""
    truth: Text = Field(default="", description="What would have been right; leave it out when nobody knows.")
    evidence: Text = Field(default="", description="How that is known.")
    session: str = Field(default="", description="Your key of the conversation, at most 512 bytes.")
    origin: str | None = Field(default=None, description="Fixed by the token; may be repeated, not changed.")
    agent: AgentName | None = None
    idempotency_key: str | None = Field(default=None, description="The header Idempotency-Key is preferred.")

    def draft(self) -> mistakes.MistakeDraft:
        """Return what the service writes down."""
        return mistakes.MistakeDraft(**self.model_dump(exclude={"agent", "idempotency_key"}))


class MistakeOut(Output):
    """One entry of the notebook."""

    id: str
    agent: str
    category: Category
    severity: Severity
    at: Instant
    session: str
    asked: str
    answered: str
    what_went_wrong: str
    truth: str
    evidence: str
    origin: str
    origin_trust: float
    resolved_at: Instant | None
    rule: str = Field(description="Id of the memory that was made of it; empty for none.")


class RelevantQuery(AgentQuery):
    """What is about to be answered."""

    message: str = Field(
        max_length=QUESTION_CHARACTERS, description="Its beginning is enough; an address has no room for more."
    )
    limit: int = Field(default=3, ge=1, le=notebook.MOST_RELEVANT)


class RelevantOut(Output):
    """What to read before answering."""

    mistakes: list[MistakeOut]
    text: str = Field(description="The same as one passage for a model to read; no text in it can end its frame.")


@router.post(
    "/mistakes",
    auth=Bearer(WRITE),
    response={201: MistakeOut},
    operation_id="record_mistake",
    summary="Write a mistake down",
)
def record_mistake(request: HttpRequest, body: MistakeIn) -> Status[MistakeOut]:
    """Several of one category become a rule. An agent keeps the fifty gravest and newest that are not resolved."""
    caller = caller_of(request)
    agent = caller.agent(body.agent)
    made = mistakes.record(actor=caller.actor(agent), agent=agent, draft=body.draft())
    return Status(201, MistakeOut.model_validate(made))


@router.get(
    "/mistakes/relevant",
    auth=Bearer(READ),
    response=RelevantOut,
    operation_id="relevant_mistakes",
    summary="Mistakes to read before answering",
)
def relevant_mistakes(request: HttpRequest, query: Query[RelevantQuery]) -> RelevantOut:
    """Those that share the most words with the message; when none does, the newest."""
    agent = caller_of(request).agent(query.agent)
    found = notebook.relevant_mistakes(agent=agent, message=query.message, limit=query.limit)
    return RelevantOut.model_validate(found)
