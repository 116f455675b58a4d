"""One port for everyone: Django runs as WSGI in a few worker threads inside an ASGI shell, the agents' door beside it.

Running Django this way costs about half the CPU of its native ASGI handler, because none of the synchronous
middleware has to hop between threads.
"""

from __future__ import annotations

import os
from typing import Any, cast

os.environ.setdefault("MEMORYHUB_PROCESS", "web")

from a2wsgi import WSGIMiddleware
from django.conf import settings

from memoryhub.wsgi import application as django

# After Django's own set-up.
from memoryhub.mcp import http as mcp  # isort: skip

_pages: Any = WSGIMiddleware(cast("Any", django), workers=settings.WEB_THREADS)
_agents = mcp.Door()


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Send agents to their door and every other request to Django; start and stop with the server."""
    if scope["type"] == "lifespan":
        await _live(receive, send)
        return

    async def receive_message() -> Any:
        # The bridge wants a coroutine; the server's own function returns another kind of awaitable.
        return await receive()

    if scope["type"] == "http":
        door = _agents if scope["path"].rstrip("/") == mcp.PATH else _pages
        await door(scope, receive_message, send)


async def _live(receive: Any, send: Any) -> None:
    message = await receive()
    async with _agents.running():
        await send({"type": f"{message['type']}.complete"})
        message = await receive()
    _agents.close()
    await send({"type": f"{message['type']}.complete"})
