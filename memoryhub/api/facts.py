"""Facts over time: what there is, what was true when, and what was known when."""

from __future__ import annotations

import base64
import binascii

from django.http import HttpRequest
from ninja import Query, Router

from knowledge.errors import HubError, Invalid
from knowledge.queries import facts, history
from memoryhub.api import answers, schemas
from memoryhub.api.bodies import read_json
from memoryhub.api.door import Bearer, caller_of
from memoryhub.tokens import READ

router = Router(tags=["facts"])


@router.get("/facts", auth=Bearer(READ), response=answers.FactPage, operation_id="list_facts", summary="Find facts")
def list_facts(request: HttpRequest, query: Query[schemas.FactsQuery]) -> answers.FactPage:
    """Facts whose subject or predicate contains each word of a text, by name."""
    caller = caller_of(request)
    page = facts.find_facts(
        agents=[caller.agent(query.agent)],
        text=query.text,
        after=None if query.cursor is None else _read_cursor(query.cursor),
        limit=query.limit,
        curator=caller.sees_all,
    )
    return answers.FactPage(
        items=[answers.FactOut.model_validate(one) for one in page.lines],
        next=None if page.after is None else _cursor(page.after),
    )


@router.get(
    "/facts/history",
    auth=Bearer(READ),
    response=answers.HistoryOut,
    operation_id="fact_history",
    summary="All that was ever true of a fact",
)
def fact_history(request: HttpRequest, query: Query[schemas.HistoryQuery]) -> answers.HistoryOut:
    """Every row, oldest world time first, with its state, chain and both clocks."""
    caller = caller_of(request)
    found = history.fact_history(
        agent=caller.agent(query.agent),
        subject=query.subject,
        predicate=query.predicate,
        object_=query.object,
        include_inert=caller.sees_all,
    )
    return answers.HistoryOut.model_validate(found)


@router.get(
    "/facts/at",
    auth=Bearer(READ),
    response=answers.AtOut,
    operation_id="fact_at",
    summary="What was true of a fact at a moment",
)
def fact_at(request: HttpRequest, query: Query[schemas.AtQuery]) -> answers.AtOut:
    """With `known_at`, as the hub knew it at that moment. Nothing true is an ordinary empty answer."""
    caller = caller_of(request)
    rows = history.get_at(
        agent=caller.agent(query.agent),
        subject=query.subject,
        predicate=query.predicate,
        at=query.at,
        known_at=query.known_at,
        include_inert=caller.sees_all,
        object_=query.object,
    )
    return answers.AtOut.of(rows)


def _cursor(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _read_cursor(cursor: str) -> str:
    try:
        raw = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        read_json(raw)  # what stands in it may be anything by now
        return raw.decode()
    except (binascii.Error, HubError) as error:
        raise Invalid("cursor is not one this hub gave out; start from the first page.", field="cursor") from error
