"""One good request per operation of the OpenAPI document; one that is missing here fails the tests that walk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from knowledge.queries.sources import plan_hashes
from knowledge.services import forgetting, jobs, plans, wiki
from knowledge.services.types import Selector
from memoryhub.api.router import api
from tests.api.helpers import OPERATOR, Answer, Program, program

READ, WRITE, ADMIN = "memory:read", "memory:write", "admin"
WIKI_READ, WIKI_WRITE = "wiki:read", "wiki:write"
FACT = "subject=user&predicate=lang"


@dataclass(frozen=True)
class Operation:
    """How to call an operation well.

    Attributes:
        scope: the scope it needs.
        path: address after the base; ``{id}`` is a memory's id, unless `make` makes another thing to name.
        body: what is sent.
        prepare: what has to happen to the memory before.
        beyond: whether the scope alone is not enough and the token must be an administrator's.
        people: whether no token of an agent is enough, whatever its scopes.
        of_agent: whether it is about an agent, which an administrator may name.
        make: makes the thing whose id is in the address, for an agent; returns the id.
    """

    method: str
    path: str
    scope: str
    body: dict[str, Any] | None = None
    prepare: Callable[[Program, str], object] = field(default=lambda program, memory_id: None)
    beyond: bool = False
    people: bool = False
    of_agent: bool = True
    make: Callable[[str], str] | None = None

    @property
    def has_id(self) -> bool:
        return "{id}" in self.path

    def call(
        self, program: Program, memory_id: str, *, agent: Any = None, fields: dict[str, Any] | None = None
    ) -> Answer:
        """Call it, perhaps naming an agent where this operation takes one, perhaps with more fields in the body."""
        path = self.path.replace("{id}", memory_id)
        sent = None if self.body is None else {**self.body, **(fields or {})}
        if agent is not None:
            if self.body is not None and self.method in {"POST", "PUT"}:
                sent = {**(sent or {}), "agent": agent}
            else:
                path += ("&" if "?" in path else "?") + f"agent={agent}"
        return program.call(self.method, path, sent)


def _forget(program: Program, memory_id: str) -> None:
    assert program.call("DELETE", f"/memories/{memory_id}").status == 200


def _add_name(program: Program, memory_id: str) -> None:
    assert program.post("/aliases", {"canonical": "user", "alias": "me"}).status in {200, 201}


def _in_chat(program: Program, memory_id: str) -> None:
    program.store(f"said {next(_numbers)}", source={"kind": "message", "session": "chat", "item": f"m{next(_numbers)}"})


def _planned(agent: str) -> str:
    """A plan to forget one message; its id."""
    item = f"forget {next(_numbers)}"
    program(agent).store(item, source={"kind": "message", "session": "other chat", "item": item})
    selector = Selector(items=(("other chat", item),))
    return forgetting.plan(actor=OPERATOR, agent=agent, selector=selector)


def _approved(agent: str) -> str:
    """A plan that may be applied; its id."""
    name = _planned(agent)
    (digest,) = plan_hashes([name]).values()
    assert plans.approve(actor=OPERATOR, plan_id=name, seen=digest)
    return name


def _held(agent: str) -> str:
    """A request about a claim that is held; its id."""
    number = next(_numbers)
    program(agent, origin="operator").fact("old", predicate=f"held {number}")
    return str(program(agent, origin="channel").fact("new", predicate=f"held {number}")["review_id"])


def _page(agent: str) -> str:
    """A page of the agent's wiki; its path."""
    path = f"page-{next(_numbers)}.md"
    wiki.save(actor=OPERATOR, draft=wiki.PageDraft(agent, path, "text"))
    return path


_numbers = count()


def _job(agent: str) -> str:
    jobs.sync([jobs.JobEntry("tidy", "Tidy up", 60, tells_before=True)])
    return "tidy"


OPERATIONS: dict[str, Operation] = {
    "store_memory": Operation("POST", "/memories", WRITE, {"content": "x"}),
    "store_memories": Operation("POST", "/memories/batch", WRITE, {"items": [{"content": "x"}]}),
    "list_memories": Operation("GET", "/memories", READ),
    "read_memory": Operation("GET", "/memories/{id}", READ),
    "edit_memory": Operation("PATCH", "/memories/{id}", WRITE, {"importance": 3}),
    "forget_memory": Operation("DELETE", "/memories/{id}", WRITE),
    "restore_memory": Operation("POST", "/memories/{id}/restore", WRITE, prepare=_forget),
    "search_memories": Operation("POST", "/memories/search", READ, {"query": "x"}),
    "fetch_memories": Operation("POST", "/memories/fetch", READ, {"ids": ["m_x"]}),
    "list_facts": Operation("GET", "/facts", READ),
    "fact_history": Operation("GET", f"/facts/history?{FACT}", READ),
    "fact_at": Operation("GET", f"/facts/at?{FACT}&at=2026-01-01T00:00:00Z", READ),
    "export_graph": Operation("GET", "/graph", READ),
    "list_aliases": Operation("GET", "/aliases", READ),
    "add_alias": Operation("POST", "/aliases", WRITE, {"canonical": "user", "alias": "me"}),
    "remove_alias": Operation("DELETE", "/aliases?alias=me", WRITE, prepare=_add_name),
    "list_approvals": Operation("GET", "/approvals", READ, beyond=True),
    "read_approval": Operation("GET", "/approvals/{id}", READ, beyond=True, make=_held),
    "decide_approval": Operation(
        "POST", "/approvals/{id}/decide", WRITE, {"verdict": "approve"}, people=True, make=_held
    ),
    "decide_approvals": Operation("POST", "/approvals/decide", WRITE, {"ids": ["r_x"], "verdict": "approve"}),
    "undo_approval": Operation("POST", "/approvals/{id}/undo", WRITE, {}, people=True, make=_held),
    "withdraw_approval": Operation("POST", "/approvals/{id}/withdraw", WRITE, {}, people=True, make=_held),
    "distil_conversation": Operation("POST", "/conversations", WRITE, {"turns": [{"text": "I live in Kyoto."}]}),
    "record_mistake": Operation("POST", "/mistakes", WRITE, {"category": "factual", "what_went_wrong": "x"}),
    "relevant_mistakes": Operation("GET", "/mistakes/relevant?message=x", READ),
    "invalidate_origin": Operation("POST", "/origins/invalidate", ADMIN, {"origin": "channel:bad"}),
    "list_sources": Operation("GET", "/sources", ADMIN),
    "list_blocks": Operation("GET", "/sources/blocks", ADMIN),
    "plan_forgetting": Operation("POST", "/sources/plans", ADMIN, {"session": "chat"}, prepare=_in_chat),
    "read_plan": Operation("GET", "/sources/plans/{id}", ADMIN, make=_planned),
    "apply_plan": Operation("POST", "/sources/plans/{id}/apply", ADMIN, {}, make=_approved),
    "search_pages": Operation("GET", "/wiki/search?query=x", WIKI_READ),
    "wiki_graph": Operation("GET", "/wiki/graph", WIKI_READ),
    "list_pages": Operation("GET", "/wiki/pages", WIKI_READ),
    "read_page": Operation("GET", "/wiki/pages/{id}", WIKI_READ, make=_page),
    "page_revisions": Operation("GET", "/wiki/pages/{id}/revisions", WIKI_READ, make=_page),
    "write_page": Operation(
        "PUT", "/wiki/pages/{id}", WIKI_WRITE, {"content": "new text", "base_revision": 1}, make=_page
    ),
    "archive_page": Operation("DELETE", "/wiki/pages/{id}?base_revision=1", WIKI_WRITE, make=_page),
    "memory_context": Operation("POST", "/context", READ, {"message": "x"}),
    "close_session": Operation("POST", "/sessions/chat/close", WRITE),
    "list_policies": Operation("GET", "/policies", READ),
    "save_policy": Operation("PUT", "/policies", ADMIN, {"name": "news", "reason": "It gets old."}, of_agent=False),
    "list_jobs": Operation("GET", "/jobs", ADMIN),
    "run_job": Operation("POST", "/jobs/{id}/run", ADMIN, {}, of_agent=False, make=_job),
    "read_stats": Operation("GET", "/stats", READ),
    "list_audit": Operation("GET", "/audit", ADMIN),
}


def documented() -> dict[str, dict[str, Any]]:
    """Every operation of the document, with its address and method."""
    return {
        operation["operationId"]: {**operation, "path": path, "method": method.upper()}
        for path, methods in api.document["paths"].items()
        for method, operation in methods.items()
    }


def test_every_operation_is_listed():
    assert set(documented()) == set(OPERATIONS)
