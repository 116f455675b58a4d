"""The agents' door for a program that starts the hub itself and talks through its standard input and output.

A line is read as strictly as a request's body over HTTP, and one that is no message is answered: whoever sent it would
wait for ever.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import Any, BinaryIO, Self, cast

from django.conf import settings
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage

from knowledge.errors import HubError, TooLarge
from memoryhub import tokens
from memoryhub.api.problems import UnauthorizedError
from memoryhub.mcp.messages import check_message, refusal
from memoryhub.mcp.server import Context, Hub, Workers

TOKEN = "MEMORYHUB_TOKEN"  # noqa: S105 - the name of a variable
LAST_ANSWERS_SECONDS = 30
"""How long what was asked before the input ended may take to be answered."""


class Lines:
    """The lines of the other side that are messages.

    Args:
        source: where they come from.
        most: bytes a line may have.
    """

    def __init__(self, source: BinaryIO, *, most: int) -> None:
        self._source = source
        self._most = most
        self._answers: Any = None
        self._ready = asyncio.Event()
        self._unanswered: set[str | int] = set()
        self._is_all_answered = asyncio.Event()
        self._counts = False

    def answer_through(self, outgoing: Any) -> None:
        """Say where what is no message is answered; nothing is read before."""
        self._answers = outgoing
        self._ready.set()

    def answers_of(self, outgoing: Any) -> Answers:
        """Return a way out through which it is seen what is answered; the lines end only when all is, or after long.

        What is carried out is told: whoever writes a call, closes the line and reads on gets the answer to it.
        """
        self._counts = True
        return Answers(outgoing, self._answered)

    def _answered(self, number: str | int | None) -> None:
        if number is not None:
            self._unanswered.discard(number)
        if not self._unanswered:
            self._is_all_answered.set()

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield messages, one JSON text each, until the input ends and what it asked is answered."""
        await self._ready.wait()
        waiting: asyncio.Queue[bytes] = asyncio.Queue(1)
        # No thread that anybody waits for at the end: it may sit there reading as long as the other side lives.
        threading.Thread(target=self._feed, args=(waiting, asyncio.get_running_loop()), daemon=True).start()
        while line := await waiting.get():
            if not line.strip():
                continue
            try:
                text = self._checked(line)
            except HubError as error:
                await self._answers.send(SessionMessage(refusal(line, error)))
            else:
                yield text
        if self._unanswered:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_all_answered.wait(), LAST_ANSWERS_SECONDS)

    def _feed(self, waiting: asyncio.Queue[bytes], loop: asyncio.AbstractEventLoop) -> None:
        """Hand over one line after the other, and an empty one at the end."""
        line = b"\n"
        while line:
            line = self._next()
            try:
                asyncio.run_coroutine_threadsafe(waiting.put(line), loop).result()
            except (RuntimeError, CancelledError):
                return  # nobody listens any more

    def _next(self) -> bytes:
        """Return the next line, empty at the end; of one that is too long only the beginning."""
        line = self._source.readline(self._most + 1)
        rest = line
        while rest and not rest.endswith(b"\n") and len(line) > self._most:
            rest = self._source.readline(self._most + 1)
        return line

    def _checked(self, line: bytes) -> str:
        """Return the message that a line is.

        Raises:
            Invalid, TooLarge: it is none.
        """
        if len(line) > self._most:
            raise TooLarge(f"A message has at most {self._most} bytes; send less at once.")
        message = check_message(line)
        if self._counts:
            self._note(message)
        return line.decode()

    def _note(self, message: dict[str, Any]) -> None:
        """Keep in mind what wants an answer, and forget what nobody waits for any more."""
        number, said = message.get("id"), message.get("params")
        if number is not None and "method" in message:
            self._unanswered.add(number)
            self._is_all_answered.clear()
        elif message.get("method") == "notifications/cancelled" and isinstance(said, dict):
            self._answered(said.get("requestId"))


class Answers:
    """What goes to the other side, each message told to whoever counts.

    Args:
        outgoing: where it goes.
        told: called with the id of each message that has gone.
    """

    def __init__(self, outgoing: Any, told: Callable[[str | int | None], None]) -> None:
        self._outgoing = outgoing
        self._told = told

    async def send(self, item: SessionMessage, /) -> None:
        """Send one message."""
        await self._outgoing.send(item)
        self._told(getattr(item.message, "id", None))

    async def aclose(self) -> None:
        """Close the way out."""
        await self._outgoing.aclose()

    async def __aenter__(self) -> Self:
        await self._outgoing.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> bool | None:
        closed: bool | None = await self._outgoing.__aexit__(*error)
        return closed


def _who(context: Context) -> tokens.Credential:
    """Judge the token of the environment anew for each call, so that a revocation holds at once."""
    credential = tokens.verify(os.environ.get(TOKEN, ""), door="mcp")
    if credential is None:
        raise UnauthorizedError
    return credential


def serve() -> None:
    """Serve until the other side closes the input."""
    try:
        asyncio.run(_serve())
    except* BrokenPipeError:
        pass  # the other side is gone: nobody is left to be told


async def _serve() -> None:
    workers = Workers()
    server = Hub(who=_who, workers=workers).server()
    lines = Lines(_input_of_ours(), most=settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    async with stdio_server(stdin=cast("Any", lines)) as (incoming, outgoing):
        lines.answer_through(outgoing)
        await server.run(incoming, lines.answers_of(outgoing), server.create_initialization_options())
    workers.close()


def _input_of_ours() -> BinaryIO:
    """Return the standard input as a file of its own, and leave an empty one in its place.

    Programs that are started meanwhile close or read what they take for their input: not a line may get lost in them,
    and none may wait for the one that is being read here.
    """
    ours = os.dup(sys.stdin.fileno())
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, sys.stdin.fileno())
    os.close(nothing)
    return os.fdopen(ours, "rb")
