"""Storing, reading, editing, forgetting and restoring memories."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any

import pydantic
from django.http import HttpRequest, HttpResponse
from ninja import Path, Query, Router, Status

from knowledge.conf import limits
from knowledge.errors import HubError, Invalid, NotFound, Refused, TooLarge
from knowledge.queries import browse
from knowledge.services import edit, store
from knowledge.services.types import Actor, MemoryDraft, StoreOutcome
from memoryhub.api import answers, problems, schemas
from memoryhub.api.door import Bearer, caller_of
from memoryhub.tokens import READ, WRITE

router = Router(tags=["memories"])

MemoryId = Annotated[str, Path(alias="id", max_length=200)]
_TAG = re.compile(r'(?:W/)?"?([0-9a-zA-Z]{8,128})"?')
NEW_ROW = {"stored", "superseded", "history"}
WAITING = {"held", "quarantined"}
OF_AGENTS = {"current", "scheduled", "ended", "superseded"}


@router.post(
    "/memories",
    auth=Bearer(WRITE),
    response={200: answers.StoreOut, 201: answers.StoreOut, 202: answers.StoreOut},
    operation_id="store_memory",
    summary="Store a memory",
)
def store_memory(request: HttpRequest, body: schemas.StoreOneIn) -> Status[Any] | HttpResponse:
    """Answer 201 for a new row, 202 for one that waits for a person, 200 when an existing row carries it.

    A semantic memory without a triple that says what another one says already is refused with 409.
    """
    caller = caller_of(request)
    agent = caller.agent(body.agent)
    outcome = store.store_many(actor=caller.actor(agent), agent=agent, drafts=[body.draft()])[0]
    if isinstance(outcome, HubError):
        return problems.of_error(outcome)
    if outcome.outcome == "duplicate":
        return problems.of_copy(outcome.memory.id)
    status = 201 if outcome.outcome in NEW_ROW else 202 if outcome.outcome in WAITING else 200
    return Status(status, answers.StoreOut.model_validate(outcome))


@router.post(
    "/memories/batch",
    auth=Bearer(WRITE),
    response=answers.BatchOut,
    operation_id="store_memories",
    summary="Store up to 500 memories",
)
def store_memories(request: HttpRequest, body: schemas.StoreBatchIn) -> answers.BatchOut:
    """One transaction; an item that is refused leaves the others untouched."""
    caller = caller_of(request)
    agent = caller.agent(body.agent)
    if len(body.items) > limits().batch_items:
        raise TooLarge(f"At most {limits().batch_items} items go in one batch.", field="items")
    return stored_each(actor=caller.actor(agent), agent=agent, items=body.items)


def stored_each(*, actor: Actor, agent: str, items: Sequence[object]) -> answers.BatchOut:
    """Store many, each read on its own: one of the wrong shape is refused like any other, and leaves the others."""
    read = [_draft(item) for item in items]
    drafts = [one for one in read if isinstance(one, MemoryDraft)]
    stored = iter(store.store_many(actor=actor, agent=agent, drafts=drafts) if drafts or not read else ())
    done = [_item(next(stored) if isinstance(one, MemoryDraft) else one) for one in read]
    return answers.BatchOut(items=done, counts=dict(Counter(one.outcome for one in done)))


def _draft(item: object) -> MemoryDraft | dict[str, Any]:
    """Read one item of a batch, or say what is wrong with it."""
    try:
        return schemas.StoreIn.model_validate(item).draft()
    except pydantic.ValidationError as error:
        return problems.item_of_validation(error)
    except HubError as error:
        return problems.item_of(error)


def _item(result: StoreOutcome | HubError | dict[str, Any]) -> answers.StoreOut | answers.RefusedOut:
    if isinstance(result, StoreOutcome):
        return answers.StoreOut.model_validate(result)
    found = problems.item_of(result) if isinstance(result, HubError) else result
    return answers.RefusedOut(error=answers.Problem.model_validate(found))


@router.get(
    "/memories",
    auth=Bearer(READ),
    response=answers.MemoryPage,
    operation_id="list_memories",
    summary="List memories",
)
def list_memories(request: HttpRequest, filters: Query[schemas.ListQuery]) -> answers.MemoryPage:
    """Newest learned first; follow `next` to the end."""
    caller = caller_of(request)
    agent = caller.agent(filters.agent)
    if filters.state not in OF_AGENTS and not caller.sees_all:
        raise Refused(f"This token sees memories that are {', '.join(sorted(OF_AGENTS))}.", field="state")
    page = browse.list_memories(
        agents=frozenset({agent}),
        filters=browse.ListFilters(
            state=filters.state,
            layer=filters.layer,
            tags=tuple(filters.tag),
            origin=filters.origin,
            subject=filters.subject,
            session=filters.session,
            sessions=caller.sees_all,
            since=filters.since,
            until=filters.until,
            policy=filters.policy,
            signals=filters.signals,
        ),
        older_than=filters.cursor,
        limit=filters.limit,
    )
    return answers.MemoryPage(
        items=[answers.MemoryOut.model_validate(one) for one in page.items],
        next=page.older,
        total=page.total,
        total_is_exact=page.total_is_exact,
    )


@router.get(
    "/memories/{id}",
    auth=Bearer(READ),
    response=answers.MemoryInFull,
    operation_id="read_memory",
    summary="Read a memory",
)
def read_memory(
    request: HttpRequest, response: HttpResponse, memory_id: MemoryId, query: Query[schemas.AgentQuery]
) -> answers.MemoryInFull:
    """With its sources, parents and confirmations. ETag is that of its labels, for If-Match.

    Unknown, foreign and not visible look alike.
    """
    caller = caller_of(request)
    agent = caller.agent(query.agent)
    memory = browse.read(agents=frozenset({agent}), memory_id=plain_id(memory_id), for_person=caller.sees_all)
    response["ETag"] = f'"{edit.labels_digest(memory)}"'
    return answers.MemoryInFull.model_validate(memory)


@router.patch(
    "/memories/{id}",
    auth=Bearer(WRITE),
    response=answers.MemoryOut,
    operation_id="edit_memory",
    summary="Change the labels of a memory",
)
def edit_memory(
    request: HttpRequest,
    response: HttpResponse,
    memory_id: MemoryId,
    query: Query[schemas.AgentQuery],
    body: schemas.ChangesIn,
) -> answers.MemoryOut:
    """Tags, importance and metadata; nothing else of a memory ever changes.

    With If-Match, the ETag of the memory as you read it, 409 when somebody changed them meanwhile.
    """
    caller = caller_of(request)
    changes = edit.MemoryChanges(
        tags=None if body.tags is None else tuple(body.tags), importance=body.importance, metadata=body.metadata
    )
    actor = caller.actor(caller.agent(query.agent))
    memory = edit.edit(actor=actor, memory_id=plain_id(memory_id), changes=changes, seen=_seen(request))
    response["ETag"] = f'"{edit.labels_digest(memory)}"'
    return answers.MemoryOut.model_validate(memory)


def _seen(request: HttpRequest) -> str | None:
    """Return what the header If-Match says of the labels that the caller saw."""
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return None
    found = _TAG.fullmatch(header.strip())
    if found is None:
        raise Invalid("If-Match is the ETag of the memory as you read it, alone.", field="If-Match")
    return found[1]


@router.delete(
    "/memories/{id}",
    auth=Bearer(WRITE),
    response=answers.ForgetOut,
    operation_id="forget_memory",
    summary="Forget a memory",
)
def forget_memory(request: HttpRequest, memory_id: MemoryId, query: Query[schemas.ForgetQuery]) -> answers.ForgetOut:
    """It goes to the archive: nothing returns it any more, and it can be restored."""
    caller = caller_of(request)
    actor = caller.actor(caller.agent(query.agent))
    forgotten = edit.forget(actor=actor, memory_id=plain_id(memory_id), reason=query.reason)
    return answers.ForgetOut(forgotten=forgotten)


@router.post(
    "/memories/{id}/restore",
    auth=Bearer(WRITE),
    response=answers.StoreOut,
    operation_id="restore_memory",
    summary="Bring a forgotten memory back",
)
def restore_memory(request: HttpRequest, memory_id: MemoryId, query: Query[schemas.AgentQuery]) -> answers.StoreOut:
    """Through the same rules as a new statement: what was learned meanwhile counts."""
    caller = caller_of(request)
    actor = caller.actor(caller.agent(query.agent))
    return answers.StoreOut.model_validate(edit.restore(actor=actor, memory_id=plain_id(memory_id)))


def plain_id(memory_id: str) -> str:
    """Return an id that can be looked up.

    Raises:
        NotFound: no id reads like this; the answer is that of any other id that leads nowhere.
    """
    if not memory_id.isascii() or not memory_id.isprintable():
        raise NotFound("There is no such memory.")
    return memory_id
