"""What an agent does in a life, through the real client of the protocol: every tool, each with what it must give."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

SCOPES = ("memory:read", "memory:write", "wiki:read", "wiki:write", "admin")
CANARY = "zebrafish4711"


@dataclass
class Traveller:
    """A connected client that remembers which tools it has called."""

    client: Client
    called: set[str] = field(default_factory=set)

    async def good(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        self.called.add(name)
        result = await self.client.call_tool(name, arguments)
        assert not result.is_error, result.content
        assert isinstance(result.structured_content, dict)
        return result.structured_content

    async def wrong(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        result = await self.client.call_tool(name, arguments)
        assert result.is_error
        # A client that finds a structure checks it against the tool's own shape, whatever the result says.
        assert result.structured_content is None
        problem: dict[str, Any] = (result.meta or {})["problem"]
        assert json.loads(result.content[0].text) == problem  # type: ignore[union-attr]
        return problem


async def live(traveller: Traveller) -> None:
    """Call every tool; the parts build on one another."""
    for part in PARTS:
        await part(traveller)


async def _memories(one: Traveller) -> None:
    stored = await one.good("memory_store", content=f"The kettle is red {CANARY}", tags=["kitchen"])
    memory_id = stored["memory"]["id"]
    assert stored["outcome"] == "stored"
    many = await one.good("memory_store_batch", items=[{"content": "The pot is blue"}, {"content": ""}])
    assert many["counts"] == {"stored": 1, "refused": 1}
    found = await one.good("memory_search", query="what colour is the kettle?", limit=5)
    assert found["results"][0]["memory"]["id"] == memory_id
    assert found["results"][0]["parts"]
    recent = await one.good("memory_list_recent", limit=1)
    assert [memory["content"] for memory in recent["memories"]] == ["The pot is blue"]
    summary = await one.good("memory_summarize")
    assert summary["text"].startswith("2 memories from ")
    assert (await one.good("memory_read", memory_id=memory_id))["tags"] == ["kitchen"]
    fetched = await one.good("memory_fetch_batch", ids=[memory_id, "m_x"])
    assert ([memory["id"] for memory in fetched["memories"]], fetched["missing_ids"]) == ([memory_id], ["m_x"])
    assert (await one.good("memory_forget", memory_id=memory_id, reason="broken")) == {"forgotten": True}
    assert (await one.good("memory_read", memory_id=memory_id))["state"] == "archived"
    assert (await one.good("memory_search", query="kettle"))["results"] == []


async def _facts(one: Traveller) -> None:
    fact = {"subject": "Office", "predicate": "floor"}
    for value, since in (("two", "2026-01-01T00:00:00Z"), ("three", "2026-03-01T00:00:00Z")):
        await one.good("memory_store", content=f"The office is on {value}", object=value, valid_from=since, **fact)
    rows = (await one.good("memory_get_history", **fact))["items"]
    assert [(row["object"], row["state"]) for row in rows] == [("two", "superseded"), ("three", "current")]
    then = await one.good("memory_get_at", at="2026-02-01T00:00:00Z", **fact)
    assert then["memory"]["object"] == "two"
    assert (await one.good("memory_alias_add", canonical="Office", alias="HQ"))["outcome"] == "added"
    names = (await one.good("memory_alias_list", entity="Office"))["items"]
    assert [name["alias"] for name in names] == ["HQ"]
    nodes = {node["label"]: node["aliases"] for node in (await one.good("graph_export"))["nodes"]}
    assert nodes["Office"] == ["HQ"]
    assert await one.good("memory_alias_remove", alias="HQ") == {"removed": True}


async def _learning(one: Traveller) -> None:
    turns = [{"role": "user", "text": "My favorite color is green.", "speaker": "Zoe", "id": "t1"}]
    learned = await one.good("conversation_distill", turns=turns, session="s1")
    assert learned["facts"]
    made = await one.good("mistake_record", category="factual", what_went_wrong="said the pot is red", truth="blue")
    relevant = await one.good("mistakes_relevant", message="what colour is the pot?")
    assert [note["id"] for note in relevant["mistakes"]] == [made["id"]]
    context = await one.good("memory_context", message="what colour is the pot?", token_budget=500)
    assert "The pot is blue" in context["text"]
    assert {"memory", "mistake"} <= {piece["kind"] for piece in context["pieces"]}
    assert [prompt.name for prompt in (await one.client.list_prompts()).prompts] == ["context"]
    prompt = await one.client.get_prompt("context", {"message": "what colour is the pot?", "token_budget": "500"})
    assert "The pot is blue" in prompt.messages[0].content.text  # type: ignore[union-attr]
    with pytest.raises(MCPError) as refused:
        await one.client.get_prompt("context", {"message": "x", "token_budget": "many"})
    assert refused.value.error.data["errors"][0]["field"] == "token_budget"


async def _pages(one: Traveller) -> None:
    saved = await one.good("wiki_write", path="notes/tea.md", content="# Tea\n\nGreen tea at 70 degrees.")
    assert (saved["outcome"], saved["page"]["revision"]) == ("created", 1)
    assert [page["path"] for page in (await one.good("wiki_list", prefix="notes/"))["items"]] == ["notes/tea.md"]
    page = await one.good("wiki_read", path="notes/tea.md")
    assert page["content"] == "# Tea\n\nGreen tea at 70 degrees."
    assert [hit["page"]["path"] for hit in (await one.good("wiki_search", query="green tea"))["items"]]
    (resource,) = (await one.client.list_resources()).resources
    assert resource.uri == "wiki://agent/notes/tea.md"
    (content,) = (await one.client.read_resource(resource.uri)).contents
    assert (content.mime_type, content.text) == ("text/markdown", page["content"])  # type: ignore[union-attr]
    assert (content.meta or {})["untrusted"] is True
    assert {one.uri_template for one in (await one.client.list_resource_templates()).resource_templates} == {
        "wiki://agent/{+path}",
        "wiki://shared/{+path}",
    }
    assert (await one.good("wiki_delete", path="notes/tea.md", base_revision=1))["archived"]
    assert (await one.client.list_resources()).resources == []


async def _origins(one: Traveller) -> None:
    shown = await one.good("memory_invalidate_by_origin", origin="agent_derived", reason="a drill")
    assert shown["preview"]["closed"] > 0
    undone = await one.good("memory_invalidate_by_origin", origin="nobody", reason="a drill", dry_run=False)
    assert undone["rollback"]["closed"] == 0


PARTS: tuple[Callable[[Traveller], Awaitable[None]], ...] = (_memories, _facts, _learning, _pages, _origins)
