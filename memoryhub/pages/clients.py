"""What to paste into each kind of client, with the address of this hub and a token in it."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from knowledge.command_lines import DATABASE, HIDDEN, environment

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as LazyText

NAME = "memoryhub"
PLACEHOLDER = "TOKEN"


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one client is connected.

    Attributes:
        key: part of an address.
        title: name of the client; names are not translated.
        where: where the text goes.
        text: what is pasted.
    """

    key: str
    title: str
    where: LazyText | str
    text: str


def recipes(*, address: str, token: str) -> list[Recipe]:
    """Return a recipe for each client.

    Args:
        address: of the hub as the reader's browser knows it, without a slash at the end.
        token: the secret, or `PLACEHOLDER`.
    """
    url = f"{address}/mcp"
    headers = {"Authorization": f"Bearer {token}"}
    return [
        Recipe("claude-code", "Claude Code", _("Type this in a terminal."), _claude_code(url, token)),
        Recipe(
            "claude-desktop",
            "Claude Desktop",
            _desktop_goes(),
            _json({"mcpServers": {NAME: _started(token)}}),
        ),
        Recipe(
            "cursor",
            "Cursor",
            _("Goes into .cursor/mcp.json of a project, or ~/.cursor/mcp.json for all."),
            _json({"mcpServers": {NAME: {"url": url, "headers": headers}}}),
        ),
        Recipe(
            "vs-code",
            "VS Code",
            _("Goes into .vscode/mcp.json of a project; keep that file out of version control."),
            _json({"servers": {NAME: {"type": "http", "url": url, "headers": headers}}}),
        ),
        Recipe("openai-agents", "OpenAI Agents SDK", _("Needs: pip install openai-agents"), _openai(url, token)),
        Recipe(
            "langgraph",
            "LangGraph",
            _("Needs: pip install langgraph langchain langchain-mcp-adapters"),
            _langgraph(url, token),
        ),
        Recipe(
            "python", "Python", _("The client that comes with the hub; it needs httpx only."), _python(address, token)
        ),
        Recipe("curl", "curl", _("Stores one fact and asks for it."), _curl(address, token)),
    ]


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def _desktop_goes() -> LazyText | str:
    goes = _("Goes into claude_desktop_config.json on the machine of the hub; the app starts the hub's door itself.")
    if environment().get(DATABASE) != HIDDEN:
        return goes
    return format_lazy("{} {}", goes, _("Put the hub's own DATABASE_URL in the place of …; it is never shown."))


def _started(token: str) -> dict[str, object]:
    return {
        "command": sys.executable,
        "args": [str(settings.BASE_DIR / "manage.py"), "mcp_stdio"],
        "env": {"MEMORYHUB_TOKEN": token, "MEMORYHUB_DATA": str(settings.MEMORYHUB_DATA), **environment()},
    }


def _claude_code(url: str, token: str) -> str:
    return f'claude mcp add --transport http {NAME} {url} \\\n  --header "Authorization: Bearer {token}"'


def _openai(url: str, token: str) -> str:
    return f"""import asyncio

from agents import Agent, Runner
from agents.mcp import MCPServerStreamableHttp


async def main() -> None:
    headers = {{"Authorization": "Bearer {token}"}}
    params = {{"url": "{url}", "headers": headers}}
    async with MCPServerStreamableHttp(name="{NAME}", params=params) as hub:
        agent = Agent(name="Assistant", instructions="Search your memory before you answer.", mcp_servers=[hub])
        print((await Runner.run(agent, "Where does Mika live?")).final_output)


asyncio.run(main())"""


def _langgraph(url: str, token: str) -> str:
    return f"""import asyncio

from langchain.agents import create_agent
from langchain_mcp_adapters.client import MultiServerMCPClient


async def main() -> None:
    headers = {{"Authorization": "Bearer {token}"}}
    hub = MultiServerMCPClient({{"{NAME}": {{"transport": "http", "url": "{url}", "headers": headers}}}})
    agent = create_agent("openai:gpt-5", await hub.get_tools())
    question = {{"messages": [{{"role": "user", "content": "Where does Mika live?"}}]}}
    print((await agent.ainvoke(question))["messages"][-1].content)


asyncio.run(main())"""


def _python(address: str, token: str) -> str:
    return f"""from memoryhub.client import Hub

with Hub("{address}", "{token}") as hub:
    hub.store("Mika moved to Kyoto.", subject="Mika", predicate="lives in", object="Kyoto")
    print(hub.search("Where does Mika live?").results[0].memory.content)"""


def _curl(address: str, token: str) -> str:
    fact = {"content": "Mika moved to Kyoto.", "subject": "Mika", "predicate": "lives in", "object": "Kyoto"}
    asked = {"": fact, "/search": {"query": "Where does Mika live?"}}
    head = f"-H 'Authorization: Bearer {token}' -H 'Content-Type: application/json'"
    return "\n".join(
        f"curl {address}/api/v1/memories{path} \\\n  {head} \\\n  -d '{json.dumps(body)}'"
        for path, body in asked.items()
    )
