"""Finding memories by words, and reading many by id."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Router

from knowledge.queries import browse
from knowledge.services import recall
from memoryhub.api import answers, schemas
from memoryhub.api.door import Bearer, caller_of
from memoryhub.tokens import READ

router = Router(tags=["recall"])


@router.post(
    "/memories/search",
    auth=Bearer(READ),
    response=answers.SearchOut,
    operation_id="search_memories",
    summary="Recall what answers a question",
)
def search_memories(request: HttpRequest, body: schemas.SearchIn) -> answers.SearchOut:
    """Only what is current; every result says why it stands where it stands."""
    caller = caller_of(request)
    agent = caller.agent(body.agent)
    found = recall.recall(actor=caller.actor(agent), agent=agent, request=asked_of(body))
    return answers.SearchOut.model_validate(found)


def asked_of(body: schemas.SearchIn) -> recall.RecallRequest:
    """Return what the service looks for."""
    return recall.RecallRequest(
        query=body.query,
        limit=body.limit,
        layer=body.layer,
        tags=tuple(body.tags),
        since=body.since,
        until=body.until,
        subject=body.subject,
        mode=body.mode,
        profile=body.profile,
        token_budget=body.token_budget,
        session=body.session,
        cursor=body.cursor,
    )


@router.post(
    "/memories/fetch",
    auth=Bearer(READ),
    response=answers.FetchOut,
    operation_id="fetch_memories",
    summary="Read up to 100 memories by id",
)
def fetch_memories(request: HttpRequest, body: schemas.FetchIn) -> answers.FetchOut:
    """Ids that are unknown, foreign or not visible are listed as missing alike."""
    batch = browse.fetch_batch(agent=caller_of(request).agent(body.agent), ids=body.ids)
    return answers.FetchOut.of(batch)
