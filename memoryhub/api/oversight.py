"""What people look after: requests that wait."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Query, Router

from curation.queries import waiting
from knowledge.errors import Refused
from memoryhub.api import answers, schemas
from memoryhub.api.door import Bearer, caller_of
from memoryhub.tokens import READ

router = Router(tags=["oversight"])


@router.get(
    "/approvals",
    auth=Bearer(READ),
    response=answers.ApprovalPage,
    operation_id="list_approvals",
    summary="Requests that a person decides",
)
def list_approvals(request: HttpRequest, query: Query[schemas.ApprovalsQuery]) -> answers.ApprovalPage:
    """Newest first. For people and administrators: what is held is nothing an agent may read."""
    caller = caller_of(request)
    agent = caller.agent(query.agent)
    if not caller.sees_all:
        raise Refused("Requests are for people and for tokens with the scope admin.")
    found = waiting.requests(
        agents=[agent],
        status=None if query.status == "all" else query.status,
        after=query.cursor,
        limit=query.limit + 1,
    )
    shown = found[: query.limit]
    return answers.ApprovalPage(
        items=[answers.ApprovalOut.model_validate(one) for one in shown],
        next=shown[-1].id if len(found) > query.limit else None,
    )
