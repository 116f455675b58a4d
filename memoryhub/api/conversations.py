"""Learning from conversations."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Router

from knowledge.services import distil
from memoryhub.api.conversation_shapes import ConversationIn, DistilOut
from memoryhub.api.door import Bearer, caller_of
from memoryhub.tokens import WRITE

router = Router(tags=["conversations"])


@router.post(
    "/conversations",
    # A model may take its time to read: no write waits for it, and the same messages again add nothing anyway.
    auth=Bearer(WRITE, apart=True),
    response=DistilOut,
    operation_id="distil_conversation",
    summary="Learn what a conversation says",
)
def distil_conversation(request: HttpRequest, body: ConversationIn) -> DistilOut:
    """Preferences, names, decisions, appointments, in English, Japanese and Chinese; each with its outcome.

    Replies and small talk are not learned, nor is what the agent recalled shortly before and now repeats.
    """
    caller = caller_of(request)
    agent = caller.agent(body.agent)
    report = distil.distil(actor=caller.actor(agent), agent=agent, conversation=body.conversation())
    return DistilOut.of(report)
