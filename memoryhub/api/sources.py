"""Origins that are taken back, and sources that are forgotten: for administrators and their programs."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from ninja import Path, Query, Router, Status

from knowledge.queries import origins as seen_origins
from knowledge.queries import sources as seen
from knowledge.services import forgetting, origins
from knowledge.services.types import Selector
from memoryhub.api import source_shapes as shapes
from memoryhub.api.door import Bearer, caller_of
from memoryhub.api.schemas import AgentQuery
from memoryhub.tokens import ADMIN

router = Router(tags=["sources"])

PlanId = Annotated[str, Path(alias="id", max_length=200)]


@router.post(
    "/origins/invalidate",
    auth=Bearer(ADMIN),
    response=shapes.InvalidateOut,
    operation_id="invalidate_origin",
    summary="Take an origin back",
)
def invalidate_origin(request: HttpRequest, body: shapes.InvalidateIn) -> shapes.InvalidateOut:
    """Close everything one origin said; `preview` changes nothing, `undo` puts back what a rollback closed.

    Equality of the whole text decides. Rows made from what is closed are trusted no more than 0.1.
    """
    caller = caller_of(request)
    agent = caller.agent(body.agent)
    if body.action == "preview":
        found = seen_origins.preview(agent=agent, origin=body.origin, since=body.since)
        return shapes.InvalidateOut(action=body.action, preview=shapes.PreviewOut.model_validate(found))
    actor = caller.actor(agent)
    if body.action == "undo":
        undone = origins.undo(actor=actor, rollback_id=body.rollback_id, reason=body.reason)
        return shapes.InvalidateOut(action=body.action, undo=shapes.UndoneOut.model_validate(undone))
    done = origins.invalidate_by_origin(
        actor=actor, agent=agent, origin=body.origin, since=body.since, reason=body.reason
    )
    return shapes.InvalidateOut(action=body.action, rollback=shapes.RollbackOut.model_validate(done))


@router.get(
    "/sources",
    auth=Bearer(ADMIN),
    response=shapes.SourcesOut,
    operation_id="list_sources",
    summary="Where an agent learned",
)
def list_sources(request: HttpRequest, query: Query[shapes.SourcesQuery]) -> shapes.SourcesOut:
    """Sessions, runs and files, in the order of their keys."""
    agent = caller_of(request).agent(query.agent)
    page = seen.sources(agent=agent, kind=query.kind, prefix=query.prefix, after=query.cursor, limit=query.limit)
    return shapes.SourcesOut.model_validate(page)


@router.get(
    "/sources/blocks",
    auth=Bearer(ADMIN),
    response=shapes.BlocksOut,
    operation_id="list_blocks",
    summary="What is never learned again",
)
def list_blocks(request: HttpRequest, query: Query[shapes.BlocksQuery]) -> shapes.BlocksOut:
    """Digests only, in the order they were blocked."""
    agent = caller_of(request).agent(query.agent)
    found = seen.source_blocks(agents={agent}, after=query.cursor, limit=query.limit + 1)
    shown = found[: query.limit]
    return shapes.BlocksOut(
        items=[shapes.BlockOut.model_validate(one) for one in shown],
        next=shown[-1].id if len(found) > query.limit else None,
    )


@router.post(
    "/sources/plans",
    auth=Bearer(ADMIN),
    response={201: shapes.PlanOut},
    operation_id="plan_forgetting",
    summary="Plan to forget a source",
)
def plan_forgetting(request: HttpRequest, body: shapes.PlanIn) -> Status[shapes.PlanOut]:
    """Nothing is deleted: the plan says what would be, and waits for an administrator to approve it."""
    caller = caller_of(request)
    agent = caller.agent(body.agent)
    selector = Selector(
        items=tuple((one.session, one.item) for one in body.items),
        session=body.session,
        up_to=body.up_to,
        until=body.until,
        run=body.run,
        file=body.file,
        keep_confirmed=body.keep_confirmed,
    )
    name = forgetting.plan(
        actor=caller.actor(agent), agent=agent, selector=selector, reason=body.reason, minutes=body.minutes
    )
    return Status(201, shapes.PlanOut.model_validate(seen.plan_in_full(agents={agent}, plan_id=name)))


@router.get(
    "/sources/plans/{id}",
    auth=Bearer(ADMIN),
    response=shapes.PlanOut,
    operation_id="read_plan",
    summary="One plan to forget a source",
)
def read_plan(request: HttpRequest, plan_id: PlanId, query: Query[AgentQuery]) -> shapes.PlanOut:
    """What it would delete or has deleted, whether it may be applied, and what is still to be done."""
    agent = caller_of(request).agent(query.agent)
    return shapes.PlanOut.model_validate(seen.plan_in_full(agents={agent}, plan_id=plan_id))


@router.post(
    "/sources/plans/{id}/apply",
    auth=Bearer(ADMIN),
    response=shapes.ApplyOut,
    operation_id="apply_plan",
    summary="Forget a source for good",
)
def apply_plan(request: HttpRequest, plan_id: PlanId, body: shapes.ApplyIn) -> shapes.ApplyOut:
    """An approved plan only. 409 when anything differs from what was planned: nothing is done then."""
    caller = caller_of(request)
    agent = caller.agent(body.agent)
    return shapes.ApplyOut.model_validate(forgetting.apply(actor=caller.actor(agent), plan_id=plan_id))
