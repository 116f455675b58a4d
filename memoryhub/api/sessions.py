"""Closing conversations whose memories end with them."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from ninja import Path, Query, Router
from pydantic import Field

from knowledge.services import sessions
from memoryhub.api.answers import Output
from memoryhub.api.door import Bearer, caller_of
from memoryhub.api.schemas import AgentQuery
from memoryhub.tokens import WRITE

router = Router(tags=["memories"])


class ClosedOut(Output):
    """What closing a conversation did."""

    session: str
    closed: int = Field(description="How many memories ended; 0 when nothing of it was open.")
    explanation: str = Field(description="Why none ended, in a sentence; empty when some did.")


@router.post(
    "/sessions/{path:key}/close",
    auth=Bearer(WRITE),
    response=ClosedOut,
    operation_id="close_session",
    summary="Close a conversation",
)
def close_session(
    request: HttpRequest, key: Annotated[str, Path(max_length=512)], query: Query[AgentQuery]
) -> ClosedOut:
    """Nobody is told any more what was stored with the policy `session` in it; what lasts stays.

    A conversation that nobody uses for a day closes by itself. The key may be used again. Closed a second time, or by a
    key that nothing belongs to, it answers 0 and says which of the two it is.
    """
    caller = caller_of(request)
    agent = caller.agent(query.agent)
    done = sessions.close_session(actor=caller.actor(agent), agent=agent, session=key)
    return ClosedOut(session=key, closed=done.closed, explanation=done.explanation)
