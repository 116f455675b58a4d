"""The agents' door on the hub's own port: ``/mcp``, one request and one JSON answer at a time, nothing kept between.

Before the protocol sees a request, it has passed what every request at the REST door passes: host, origin, size,
strict JSON, and a good token, judged anew each time.
"""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import AbstractAsyncContextManager
from io import BytesIO
from typing import Any

import structlog
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from knowledge.errors import HubError, Invalid, Refused, TooLarge
from memoryhub import tokens
from memoryhub.api import problems
from memoryhub.api.door import check_kind, credential_of
from memoryhub.mcp.messages import check_message, of_version, refusal
from memoryhub.mcp.server import Context, Hub, Workers

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]

PATH = "/mcp"
CREDENTIAL = "memoryhub.credential"
HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_JSON = "application/json"
_OWN_SITE = {"same-origin", "none"}


class Door:
    """An ASGI application that answers under one path."""

    def __init__(self) -> None:
        self._workers = Workers()
        hub = Hub(who=_who, workers=self._workers)
        self._protocol = StreamableHTTPSessionManager(
            app=hub.server(),
            json_response=True,
            stateless=True,
            max_request_body_size=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        )

    def running(self) -> AbstractAsyncContextManager[None]:
        """Serve for as long as this is entered; once only."""
        return self._protocol.run()

    def close(self) -> None:
        """Wait for calls that have begun."""
        self._workers.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        number = uuid.uuid4().hex[:16]
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=number)
        send = _with_headers(send, {**HEADERS, "X-Request-ID": number})
        if scope["method"] != "POST":
            refused = problems.of_error(problems.MethodNotAllowedError("Send POST; this door streams nothing."))
            refused["Allow"] = "POST"
            await _respond(refused, send)
            return
        try:
            body = await _read(scope, receive)
        except HubError as error:
            await _respond(problems.of_error(error), send)
            return
        if body is None:
            return
        found = await self._workers.do(lambda: _admitted(scope, body))
        if isinstance(found, HttpResponse):
            await _respond(found, send)
            return
        structlog.contextvars.bind_contextvars(token_id=found.token_id)
        scope[CREDENTIAL] = found
        await self._protocol.handle_request(scope, _replay(body, receive), send)


def _who(context: Context) -> tokens.Credential:
    """Return whom the door let in with this request."""
    assert context.request is not None  # this door hands one over with every message
    credential: tokens.Credential = context.request.scope[CREDENTIAL]
    return credential


def _admitted(scope: Scope, body: bytes) -> tokens.Credential | HttpResponse:
    """Judge a request before the protocol sees it; return who calls, or why not."""
    try:
        request = ASGIRequest(dict(scope), BytesIO())
        _check_place(request)
        credential = credential_of(request, door="mcp")
        check_kind(request)
    except Exception as error:  # noqa: BLE001 - the table of problems knows them all
        return problems.of_exception(None, error)
    try:
        check_message(body)
    except Invalid as error:
        wrong = refusal(body, error).model_dump_json(by_alias=True, exclude_unset=True)
        return HttpResponse(wrong, status=error.status, content_type=_JSON)
    other = of_version(body, request.headers.get("MCP-Protocol-Version"))
    if other is not None:
        return HttpResponse(other.model_dump_json(by_alias=True, exclude_unset=True), status=400, content_type=_JSON)
    return credential


def _check_place(request: ASGIRequest) -> None:
    """Refuse what was sent to another name than this hub's, from a page of another site, or in the open.

    Raises:
        Refused: says which.
    """
    try:
        host = request.get_host()
    except DisallowedHost:
        raise Refused("This hub does not go by that name; MEMORYHUB_ALLOWED_HOSTS lists its names.") from None
    origin = request.headers.get("Origin")
    if origin is not None and origin not in {f"{request.scheme}://{host}", *settings.CSRF_TRUSTED_ORIGINS}:
        raise Refused("Pages of other sites may not call this door.")
    if request.headers.get("Sec-Fetch-Site", "none") not in _OWN_SITE:
        raise Refused("Pages of other sites may not call this door.")
    if settings.SECURE_SSL_REDIRECT and not request.is_secure():
        raise Refused("Send this over https, and revoke the token if it was sent in the open.")


async def _read(scope: Scope, receive: Receive) -> bytes | None:
    """Return the body, or None when the client is gone.

    Raises:
        TooLarge: it is over the limit.
    """
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    too_large = TooLarge(f"A request body has at most {most} bytes; send less at once.")
    length = dict(scope["headers"]).get(b"content-length", b"0")
    if length.isdigit() and int(length[:18]) > most:
        raise too_large
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        part = message.get("body", b"")
        size += len(part)
        if size > most:
            raise too_large
        parts.append(part)
        if not message.get("more_body", False):
            return b"".join(parts)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Hand the body over once more, then what the server has to say."""
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Any:
        return waiting.pop() if waiting else await receive()

    return again


def _with_headers(send: Send, headers: dict[str, str]) -> Send:
    added = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *added]}
        await send(message)

    return sending


async def _respond(response: HttpResponse, send: Send) -> None:
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    headers.append((b"content-length", str(len(response.content)).encode()))
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})
