"""Prompts: what a person lets a client put in front of a conversation."""

from __future__ import annotations

from typing import Any

import pydantic
from mcp import types

from knowledge.errors import Invalid, NotFound
from memoryhub import tokens
from memoryhub.api.bodies import check_json
from memoryhub.api.context import ContextIn
from memoryhub.api.door import let_in
from memoryhub.mcp.learning_tools import memory_context
from memoryhub.tokens import READ

CONTEXT = types.Prompt(
    name="context",
    title="What the hub remembers",
    description="What is remembered that bears on a message: pages, rules, past mistakes, facts, memories.",
    arguments=[
        types.PromptArgument(name="message", description="What is about to be answered.", required=True),
        types.PromptArgument(name="token_budget", description="Most tokens it may take; 2 000 if absent."),
    ],
)
_DIGITS = 6


def listed(credential: tokens.Credential) -> list[types.Prompt]:
    """Return the prompts a token may use."""
    return [CONTEXT] if credential.allows(READ) else []


def filled(credential: tokens.Credential, name: str, arguments: dict[str, str] | None) -> types.GetPromptResult:
    """Return a prompt with what is remembered in it.

    Raises:
        NotFound: there is no such prompt.
        Refused: the token may not read.
        Invalid: an argument breaks a rule.
    """
    if name != CONTEXT.name:
        raise NotFound("There is no such prompt; prompts/list names them.")
    caller = let_in(credential, scope=READ, writes=False)
    found = memory_context.run(caller, _asked(arguments or {}))
    text = types.TextContent(type="text", text=str(getattr(found, "text", "")))
    return types.GetPromptResult(
        description=CONTEXT.description, messages=[types.PromptMessage(role="user", content=text)]
    )


def _asked(arguments: dict[str, str]) -> ContextIn:
    check_json(arguments)
    given: dict[str, Any] = dict(arguments)
    budget = given.get("token_budget")
    if isinstance(budget, str) and budget.isascii() and budget.isdigit() and len(budget) <= _DIGITS:
        given["token_budget"] = int(budget)  # arguments of prompts are always texts
    try:
        return ContextIn.model_validate(given)
    except pydantic.ValidationError as error:
        wrong = str(error.errors()[0]["loc"][0])
        raise Invalid(f"Correct these fields: {wrong}.", field=wrong) from None
