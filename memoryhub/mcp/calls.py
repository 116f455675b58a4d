"""One call of a tool, from the token to the answer, in whatever thread it is made.

What may be asked, how often, what goes wrong and what a second try gets is the same as at the REST door.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

import pydantic
from django.db import close_old_connections
from django.http import HttpResponse
from mcp import types

from knowledge.errors import NotFound
from memoryhub import idempotency, tokens
from memoryhub.api import problems
from memoryhub.api.bodies import check_json
from memoryhub.api.door import KEY_FIELD, Caller, let_in
from memoryhub.api.schemas import AGENT_CHARACTERS
from memoryhub.mcp import fact_tools, learning_tools, memory_tools, wiki_tools
from memoryhub.mcp.registry import UNTRUSTED, Tool, by_name

TOOLS: dict[str, Tool] = by_name(
    tool for group in (memory_tools, fact_tools, learning_tools, wiki_tools) for tool in group.TOOLS.values()
)
T = TypeVar("T")
_TOLD = f'{{"{UNTRUSTED}":true,'
REPLAYED = "idempotency_replayed"
PROBLEM = "problem"
_JSON = "application/json"
_REFUSED = 400
_OBJECT = pydantic.TypeAdapter(dict[str, Any])
"""Several times as fast as the json module, which shows in answers with many memories."""


def allowed(credential: tokens.Credential) -> list[Tool]:
    """Return the tools a token may call."""
    return [tool for tool in TOOLS.values() if credential.allows(tool.scope)]


def call(tool: Tool, credential: tokens.Credential, arguments: dict[str, Any]) -> types.CallToolResult:
    """Call a tool; whatever goes wrong is the problem that the REST door would answer with."""
    try:
        caller = let_in(credential, scope=tool.scope, writes=tool.writes)
        check_json(arguments)
        asked = tool.takes.model_validate(arguments)
        answer, replayed = _answered(tool, caller, asked, arguments)
    except pydantic.ValidationError as error:
        answer, replayed = _answer_of(problems.of_shape(error)), False
    except Exception as error:  # noqa: BLE001 - the table of problems knows them all
        answer, replayed = _answer_of(problems.of_exception(None, error)), False
    return result_of(answer, replayed=replayed)


def problem_of(error: Exception) -> dict[str, Any]:
    """Return the problem that stands for an error, as programs read it."""
    return _body_of(problems.of_exception(None, error))


def with_database(work: Callable[[], T]) -> T:
    """Do something in a thread that no request of Django's ever opens or closes."""
    close_old_connections()
    try:
        return work()
    finally:
        close_old_connections()


# ------------------------------------------------------------------ parts


def _answered(tool: Tool, caller: Caller, asked: Any, arguments: dict[str, Any]) -> tuple[idempotency.Answer, bool]:
    key = getattr(asked, KEY_FIELD, None)
    if key is None:
        return _run(tool, caller, asked), False
    request = idempotency.request_of(
        token_id=caller.credential.token_id,
        agent=(asked.agent or caller.credential.agent)[:AGENT_CHARACTERS],
        route=f"mcp {tool.name}",
        key=key,
        asked={name: value for name, value in arguments.items() if name != KEY_FIELD},
    )
    return idempotency.once(request, lambda: _run(tool, caller, asked), apart=tool.apart)


def _run(tool: Tool, caller: Caller, asked: Any) -> idempotency.Answer:
    try:
        found = tool.run(caller, asked)
        if isinstance(found, HttpResponse):
            return _answer_of(found)
        text = found.model_dump_json()
        return idempotency.Answer(200, _JSON, _TOLD + text[1:] if tool.told else text)
    except Exception as error:  # noqa: BLE001 - the table of problems knows them all
        return _answer_of(problems.of_exception(None, error))


def _answer_of(response: HttpResponse) -> idempotency.Answer:
    body = _body_of(response)
    return idempotency.Answer(response.status_code, _JSON, _text(body), undone=problems.was_undone(response))


def _body_of(response: HttpResponse) -> dict[str, Any]:
    """Return a problem with what the REST door says in headers."""
    body: dict[str, Any] = json.loads(response.content)
    if "Retry-After" in response:
        body["retry_after"] = int(response["Retry-After"])
    return body


def result_of(answer: idempotency.Answer, *, replayed: bool = False) -> types.CallToolResult:
    """Return an answer as clients get it: the same JSON as text and as structure.

    The structure of a refusal stands beside the result: in its place some clients look for the tool's own shape.
    """
    body = _OBJECT.validate_json(answer.body)
    wrong = answer.status >= _REFUSED
    beside: dict[str, Any] = {PROBLEM: body} if wrong else {}
    if replayed:
        beside[REPLAYED] = True
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=answer.body)],
        structured_content=None if wrong else body,
        is_error=wrong,
        _meta=beside or None,
    )


def _text(value: dict[str, Any]) -> str:
    return _OBJECT.dump_json(value).decode()


def found(name: str) -> Tool:
    """Return a tool by its name.

    Raises:
        NotFound: there is none.
    """
    tool = TOOLS.get(name)
    if tool is None:
        raise NotFound("There is no such tool; tools/list names them.")
    return tool
