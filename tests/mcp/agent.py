"""An agent at its door, in few words, and one good call of every tool."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from knowledge.services import wiki
from memoryhub import tokens
from memoryhub.mcp import calls
from tests.api.helpers import OPERATOR, mint, program

READ, WRITE, ADMIN = "memory:read", "memory:write", "admin"
WIKI_READ, WIKI_WRITE = "wiki:read", "wiki:write"


@dataclass(frozen=True)
class Told:
    """What a call gave."""

    wrong: bool
    body: dict[str, Any]
    replayed: bool

    @property
    def status(self) -> int:
        return int(self.body["status"]) if self.wrong else 200

    @property
    def fields(self) -> set[str]:
        return {one["field"] for one in self.body.get("errors", [])}


@dataclass(frozen=True)
class Agent:
    """Calls tools with one token, without a server between."""

    secret: str

    def call(self, name: str, /, **arguments: Any) -> Told:
        credential = tokens.verify(self.secret, door="mcp")
        assert credential is not None
        result = calls.call(calls.TOOLS[name], credential, arguments)
        beside = result.meta or {}
        body = beside[calls.PROBLEM] if result.is_error else result.structured_content
        assert isinstance(body, dict)
        (part,) = result.content
        assert json.loads(part.text) == body  # type: ignore[union-attr]
        return Told(bool(result.is_error), body, bool(beside.get(calls.REPLAYED)))

    def good(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        told = self.call(name, **arguments)
        assert not told.wrong, told.body
        return told.body


def agent(name: str = "alice", **options: Any) -> Agent:
    return Agent(mint(name, **options).secret)


@dataclass(frozen=True)
class Call:
    """How to call a tool well.

    Attributes:
        scope: what it needs.
        arguments: what is sent; made anew each time, for an agent's name.
    """

    scope: str
    arguments: Callable[[str], dict[str, Any]] = field(default=lambda agent: {})


def _memory(agent: str) -> str:
    # Trusted no more than any caller, so that each may forget it.
    return str(program(agent, origin="mcp_external").store(f"memory {next(_numbers)}")["memory"]["id"])


def _page(agent: str) -> str:
    path = f"page-{next(_numbers)}.md"
    wiki.save(actor=OPERATOR, draft=wiki.PageDraft(agent, path, "text"))
    return path


def _alias(agent: str) -> str:
    name = f"name {next(_numbers)}"
    program(agent).post("/aliases", {"canonical": f"thing of {name}", "alias": name})
    return name


def _origin(agent: str) -> str:
    program(agent, origin="channel:bad").store(f"said {next(_numbers)}")
    return "channel:bad"


_numbers = count()
FACT = {"subject": "user", "predicate": "lang"}
CALLS: dict[str, Call] = {
    "memory_store": Call(WRITE, lambda agent: {"content": "x"}),
    "memory_store_batch": Call(WRITE, lambda agent: {"items": [{"content": "x"}]}),
    "memory_search": Call(READ, lambda agent: {"query": "x"}),
    "memory_list_recent": Call(READ),
    "memory_summarize": Call(READ),
    "memory_read": Call(READ, lambda agent: {"memory_id": _memory(agent)}),
    "memory_fetch_batch": Call(READ, lambda agent: {"ids": ["m_x"]}),
    "memory_forget": Call(WRITE, lambda agent: {"memory_id": _memory(agent)}),
    "memory_context": Call(READ, lambda agent: {"message": "x"}),
    "memory_get_history": Call(READ, lambda agent: FACT),
    "memory_get_at": Call(READ, lambda agent: {**FACT, "at": "2026-01-01T00:00:00Z"}),
    "memory_invalidate_by_origin": Call(ADMIN, lambda agent: {"origin": _origin(agent), "reason": "tests"}),
    "memory_alias_add": Call(WRITE, lambda agent: {"canonical": "user", "alias": "me"}),
    "memory_alias_remove": Call(WRITE, lambda agent: {"alias": _alias(agent)}),
    "memory_alias_list": Call(READ),
    "graph_export": Call(READ),
    "conversation_distill": Call(WRITE, lambda agent: {"turns": [{"text": "I live in Kyoto."}]}),
    "mistake_record": Call(WRITE, lambda agent: {"category": "factual", "what_went_wrong": "x"}),
    "mistakes_relevant": Call(READ, lambda agent: {"message": "x"}),
    "wiki_search": Call(WIKI_READ, lambda agent: {"query": "x"}),
    "wiki_read": Call(WIKI_READ, lambda agent: {"path": _page(agent)}),
    "wiki_list": Call(WIKI_READ),
    "wiki_write": Call(WIKI_WRITE, lambda agent: {"path": _page(agent), "content": "new", "base_revision": 1}),
    "wiki_delete": Call(WIKI_WRITE, lambda agent: {"path": _page(agent), "base_revision": 1}),
}
