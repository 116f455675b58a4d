"""Requests that people decide: read by people and administrators' tokens, decided by people alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Path, Query, Router

from curation.queries import waiting
from curation.queries.cards_in_full import RequestInFull, request_in_full
from curation.queries.queue import QueueFilters
from curation.services import decisions
from knowledge.errors import Refused
from knowledge.services.types import Actor
from memoryhub.api import approval_shapes as shapes
from memoryhub.api import problems, schemas
from memoryhub.api.answers import Problem
from memoryhub.api.door import Bearer, Caller, caller_of
from memoryhub.tokens import READ, WRITE

router = Router(tags=["approvals"])

RequestId = Annotated[str, Path(alias="id", max_length=200)]
FOR_PEOPLE = "Requests are for people and for tokens with the scope admin."


@router.get(
    "/approvals",
    auth=Bearer(READ),
    response=shapes.ApprovalPage,
    operation_id="list_approvals",
    summary="Requests that a person decides",
)
def list_approvals(request: HttpRequest, query: Query[shapes.ApprovalsQuery]) -> shapes.ApprovalPage:
    """Newest first. For people and administrators: what is held is nothing an agent may read."""
    agents = _readable(caller_of(request), query.agent)
    found = waiting.requests(
        agents=agents,
        status=None if query.status == "all" else query.status,
        filters=QueueFilters(kind=query.kind, origin=query.origin, reason=query.reason, risk=query.risk, age=query.age),
        after=query.cursor,
        limit=query.limit + 1,
    )
    shown = found[: query.limit]
    return shapes.ApprovalPage(
        items=[shapes.ApprovalOut.model_validate(one) for one in shown],
        next=shown[-1].id if len(found) > query.limit else None,
    )


@router.post(
    "/approvals/decide",
    auth=Bearer(WRITE),
    response=shapes.DecisionsOut,
    operation_id="decide_approvals",
    summary="Decide up to 1 000 requests at once",
)
def decide_approvals(request: HttpRequest, body: shapes.DecideManyIn) -> shapes.DecisionsOut:
    """One verdict for all; a request that cannot be decided leaves the others alone. With the token of a person."""
    caller = caller_of(request)
    choices = [decisions.Choice(one, body.verdict, reason=body.reason, seen=body.seen.get(one, "")) for one in body.ids]
    reports = decisions.decide_many(actor=_actor(caller, body.agent), choices=choices)
    return shapes.DecisionsOut(
        items=[_of_many(report) for report in reports], counts=dict(Counter(report.result for report in reports))
    )


@router.get(
    "/approvals/{id}",
    auth=Bearer(READ),
    response=shapes.ApprovalInFull,
    operation_id="read_approval",
    summary="One request in full",
)
def read_approval(
    request: HttpRequest, request_id: RequestId, query: Query[schemas.AgentQuery]
) -> shapes.ApprovalInFull:
    """Every item with all its fields, what is true in its place now, and why it was stopped."""
    agents = _readable(caller_of(request), query.agent)
    return _in_full(request_in_full(agents=agents, request_id=request_id))


@router.post(
    "/approvals/{id}/decide",
    auth=Bearer(WRITE),
    response=shapes.DecisionOut,
    operation_id="decide_approval",
    summary="Approve or reject a request",
)
def decide_approval(
    request: HttpRequest, request_id: RequestId, body: shapes.DecideIn
) -> shapes.DecisionOut | HttpResponse:
    """With the token of a person; an agent's token never decides. 409 says by whom and when it was decided before."""
    choice = decisions.Choice(request_id, body.verdict, tuple(body.items), body.reason, body.seen)
    actor = _actor(caller_of(request), body.agent)
    (report,) = decisions.decide_many(actor=actor, choices=[choice])
    return _answer(report)


@router.post(
    "/approvals/{id}/undo",
    auth=Bearer(WRITE),
    response=shapes.DecisionOut,
    operation_id="undo_approval",
    summary="Take a decision back",
)
def undo_approval(
    request: HttpRequest, request_id: RequestId, body: shapes.UndoIn
) -> shapes.DecisionOut | HttpResponse:
    """Within ten minutes and if nothing has changed since; the answer names the request that waits now."""
    actor = _actor(caller_of(request), body.agent)
    return _answer(
        decisions.undo_report(actor=actor, request_id=request_id, items=tuple(body.items), reason=body.reason)
    )


@router.post(
    "/approvals/{id}/withdraw",
    auth=Bearer(WRITE),
    response=shapes.DecisionOut,
    operation_id="withdraw_approval",
    summary="Take a request back",
)
def withdraw_approval(
    request: HttpRequest, request_id: RequestId, body: shapes.WithdrawIn
) -> shapes.DecisionOut | HttpResponse:
    """For whoever raised it, and for administrators; what it was about is closed as if rejected."""
    actor = _actor(caller_of(request), body.agent)
    return _answer(decisions.withdraw_report(actor=actor, request_id=request_id, reason=body.reason))


# ------------------------------------------------------------------ parts


def _agents(caller: Caller, named: str | None) -> frozenset[str] | None:
    """Return the agents a call is about: the one it names, else that of the token, else all that the token reaches."""
    if named is not None or caller.credential.agent:
        return frozenset({caller.agent(named)})
    return caller.credential.actor.agents


def _readable(caller: Caller, named: str | None) -> frozenset[str] | None:
    agents = _agents(caller, named)
    if not caller.sees_all:
        raise Refused(FOR_PEOPLE)
    return agents


def _actor(caller: Caller, named: str | None) -> Actor:
    return replace(caller.credential.actor, agents=_agents(caller, named))


def _answer(report: decisions.DecisionReport) -> shapes.DecisionOut | HttpResponse:
    """Answer with what was done; a refusal is an answer too, because what it wrote down has to stay."""
    if report.error is not None:
        return problems.of_error(report.error)
    return shapes.DecisionOut.model_validate(report)


def _of_many(report: decisions.DecisionReport) -> shapes.DecisionOfMany:
    error = None if report.error is None else Problem.model_validate(problems.item_of(report.error))
    found = shapes.DecisionOut.model_validate(report)
    return shapes.DecisionOfMany(**found.model_dump(), error=error)


def _in_full(found: RequestInFull) -> shapes.ApprovalInFull:
    entry = found.entry
    fields = {
        name: getattr(entry, name)
        for name in (
            "id", "kind", "agent", "status", "reason", "risk", "origin", "count", "raised_by", "created_at",
            "expires_at", "last_error",
        )
    }  # fmt: skip
    own = ("decided_by", "decided_at", "note", "digest", "more_items", "reopens", "reopened_as")
    fields |= {name: getattr(found, name) for name in own}
    return shapes.ApprovalInFull(**fields, items=[shapes.ApprovalItemOut.model_validate(item) for item in found.items])
