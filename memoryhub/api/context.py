"""What an agent reads before it answers."""

from __future__ import annotations

from typing import Literal

from django.http import HttpRequest
from ninja import Router
from pydantic import Field

from knowledge.services import memory_context
from memoryhub.api.answers import Output
from memoryhub.api.door import Bearer, caller_of
from memoryhub.api.schemas import AgentName, Input
from memoryhub.tokens import READ

router = Router(tags=["recall"])


class ContextIn(Input):
    """What is about to be answered."""

    message: str = Field(description="At most 20 000 characters.")
    token_budget: int = Field(
        default=memory_context.USUAL_TOKENS, ge=memory_context.LEAST_TOKENS, le=memory_context.MOST_TOKENS
    )
    shared_session: bool = Field(default=False, description="Whether others read along: nothing about the user then.")
    session: str | None = Field(
        default=None, max_length=512, description="Your key of the conversation: what belongs to it is told, too."
    )
    agent: AgentName | None = None


class PieceOut(Output):
    """One part, and why it is there."""

    kind: Literal["page", "rule", "mistake", "fact", "memory"]
    id: str = Field(description="Of the page, the mistake or the memory.")
    title: str
    text: str = Field(description="As it is stored; not escaped.")
    reason: str
    trust: float
    score: float | None = Field(description="How well it answers; null where it is read anyway.")


class ContextOut(Output):
    """What to read."""

    text: str = Field(description="One passage for a model; no text in it can close its frame.")
    pieces: list[PieceOut] = Field(description="Its parts in their order.")
    used_tokens: int = Field(description="An estimate on the high side, never above the budget.")
    token_budget: int
    left_out: dict[str, int] = Field(description="By kind, how many parts did not fit.")
    repeated: int = Field(description="How many were left out because they are there already.")
    degraded: list[str] = Field(description="Parts of recall that failed; the answer comes from the rest.")


@router.post(
    "/context",
    auth=Bearer(READ),
    response=ContextOut,
    operation_id="memory_context",
    summary="What to read before answering",
)
def context(request: HttpRequest, body: ContextIn) -> ContextOut:
    """Identity and core pages, rules, past mistakes, facts about the user and recalled memories, within a budget.

    Pages come only to tokens that may read them.
    """
    caller = caller_of(request)
    agent = caller.agent(body.agent)
    found = memory_context.memory_context(
        actor=caller.actor(agent),
        agent=agent,
        message=body.message,
        token_budget=body.token_budget,
        shared_session=body.shared_session,
        session=body.session,
    )
    return ContextOut.model_validate(found)
