"""The agents' door for a program that starts the hub itself and talks through its standard input and output."""

from __future__ import annotations

import asyncio
import os

from mcp.server.stdio import stdio_server

from memoryhub import tokens
from memoryhub.api.bodies import check_json
from memoryhub.api.problems import UnauthorizedError
from memoryhub.mcp.server import Context, Hub, Workers

TOKEN = "MEMORYHUB_TOKEN"  # noqa: S105 - the name of a variable


def _who(context: Context) -> tokens.Credential:
    """Judge the token of the environment anew for each call, so that a revocation holds at once."""
    check_json(dict(context.params or {}))
    credential = tokens.verify(os.environ.get(TOKEN, ""), door="mcp")
    if credential is None:
        raise UnauthorizedError
    return credential


def serve() -> None:
    """Serve until the other side closes the input."""
    asyncio.run(_serve())


async def _serve() -> None:
    workers = Workers()
    server = Hub(who=_who, workers=workers).server()
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())
    workers.close()
