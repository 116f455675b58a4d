"""The knowledge graph, and the other names its entities go by."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Status

from knowledge.errors import HubError, Invalid, NotFound
from knowledge.queries import aliases as names
from knowledge.queries import graph
from knowledge.services import aliases
from memoryhub.api import answers, schemas
from memoryhub.api.bodies import check_text
from memoryhub.api.door import Bearer, caller_of
from memoryhub.tokens import READ, WRITE

router = Router(tags=["graph"])

OTHER_FORMATS: dict[str, Any] = {
    "responses": {
        200: {
            "content": {
                media: {"schema": {"type": "string"}} for name, media in graph.FORMATS.items() if name != "json"
            }
        }
    }
}
STATUS = {"added": 201, "held": 202, "unchanged": 200}


@router.get(
    "/graph",
    auth=Bearer(READ),
    response=answers.GraphOut,
    operation_id="export_graph",
    summary="The newest facts as a graph",
    openapi_extra=OTHER_FORMATS,
)
def export_graph(request: HttpRequest, query: Query[schemas.GraphQuery]) -> answers.GraphOut | HttpResponse:
    """Newest learned first; what waits for a person is shown to people and administrators only, and marked."""
    caller = caller_of(request)
    export = graph.export_graph(agent=caller.agent(query.agent), for_curator=caller.sees_all, limit=query.limit)
    if query.format == "json":
        return answers.GraphOut.model_validate(export)
    text, media = graph.written(export, query.format)
    return HttpResponse(text, content_type=f"{media}; charset=utf-8")


@router.get(
    "/aliases", auth=Bearer(READ), response=answers.AliasPage, operation_id="list_aliases", summary="List other names"
)
def list_aliases(request: HttpRequest, query: Query[schemas.AliasesQuery]) -> answers.AliasPage:
    """By name; of one entity when one is named, in whatever way."""
    caller = caller_of(request)
    page = names.list_aliases(
        agent=caller.agent(query.agent),
        for_curator=caller.sees_all,
        entity=query.entity,
        after=None if query.cursor is None else read_cursor(query.cursor),
        limit=query.limit,
    )
    return alias_page(page)


@router.post(
    "/aliases",
    auth=Bearer(WRITE),
    response={200: answers.AliasAddedOut, 201: answers.AliasAddedOut, 202: answers.AliasAddedOut},
    operation_id="add_alias",
    summary="Say that two names mean the same",
)
def add_alias(request: HttpRequest, body: schemas.AliasIn) -> Status[Any]:
    """Answer 201 when it is new, 200 when it was known, 202 when it waits for a person."""
    caller = caller_of(request)
    agent = caller.agent(body.agent)
    done = aliases.add_alias(actor=caller.actor(agent), agent=agent, canonical=body.canonical, alias=body.alias)
    return Status(STATUS[done.outcome], answers.AliasAddedOut.model_validate(done))


@router.delete(
    "/aliases",
    auth=Bearer(WRITE),
    response=answers.AliasRemovedOut,
    operation_id="remove_alias",
    summary="Take another name away",
)
def remove_alias(request: HttpRequest, query: Query[schemas.AliasQuery]) -> answers.AliasRemovedOut:
    """What it joined falls apart again. A name that is nobody's other name is not found."""
    caller = caller_of(request)
    agent = caller.agent(query.agent)
    if not aliases.remove_alias(actor=caller.actor(agent), agent=agent, alias=query.alias, reason=query.reason):
        raise NotFound("There is no such name.")
    return answers.AliasRemovedOut(removed=True)


def alias_page(page: names.AliasPage) -> answers.AliasPage:
    """Return one page of names as it is sent."""
    return answers.AliasPage(
        items=[answers.AliasOut.model_validate(one) for one in page.items],
        next=None if page.after is None else base64.urlsafe_b64encode(page.after.encode()).decode().rstrip("="),
    )


def read_cursor(cursor: str) -> str:
    """Read a cursor that `alias_page` gave out.

    Raises:
        Invalid: it is none.
    """
    try:
        text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
        check_text(text)
    except (binascii.Error, UnicodeDecodeError, HubError) as error:
        raise Invalid("cursor is not one this hub gave out; start from the first page.", field="cursor") from error
    return text
