"""What people look after: the audit trail, and the numbers."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Query, Router

from knowledge.queries import audit, stats
from memoryhub.api import answers, schemas
from memoryhub.api.door import Bearer, caller_of
from memoryhub.tokens import ADMIN, READ

router = Router(tags=["oversight"])


@router.get(
    "/audit",
    auth=Bearer(ADMIN),
    response=answers.AuditPage,
    operation_id="list_audit",
    summary="Who did what",
)
def list_audit(request: HttpRequest, query: Query[schemas.AuditQuery]) -> answers.AuditPage:
    """The audit trail, newest first: of one agent when one is named, else all that the token reaches."""
    caller = caller_of(request)
    page = audit.list_audit(
        agents=caller.credential.actor.agents,
        filters=audit.AuditFilters(
            actor=query.actor,
            door=query.door,
            action=query.action,
            agent="" if query.agent is None else caller.agent(query.agent),
            target=query.target,
            since=query.since,
            until=query.until,
        ),
        older_than=query.cursor,
        limit=query.limit,
    )
    return answers.AuditPage(
        items=[answers.AuditOut.model_validate(one) for one in page.items],
        next=None if page.older is None else str(page.older),
    )


@router.get("/stats", auth=Bearer(READ), response=answers.StatsOut, operation_id="read_stats", summary="Numbers")
def read_stats(request: HttpRequest, query: Query[schemas.AgentQuery]) -> answers.StatsOut:
    """How one agent's memory is doing."""
    return answers.StatsOut.model_validate(stats.stats(agent=caller_of(request).agent(query.agent)))
