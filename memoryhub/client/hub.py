"""A hub as an agent's program sees it, waiting for answers (`Hub`) or not (`AsyncHub`)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import datetime
from types import TracebackType
from typing import Self, TypeVar, Unpack

import httpx

from memoryhub.client import calls, sending, shapes
from memoryhub.client import options as given
from memoryhub.client.calls import Call

T = TypeVar("T")


class Hub:
    """Calls that wait for their answers; close it, or use it with `with`. Safe to share between threads.

    Args:
        url: of the hub; `MEMORYHUB_URL` if absent, else this machine's port 8000.
        token: `MEMORYHUB_TOKEN` if absent.
        transport: of httpx, for proxies and the like.

    Raises:
        ValueError: there is no token.
        HubError: from every call: the hub refused it, or could not be reached.
    """

    def __init__(
        self, url: str | None = None, token: str | None = None, *, transport: httpx.BaseTransport | None = None
    ) -> None:
        self._http = httpx.Client(**sending.client_options(url, token), transport=transport)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connections."""
        self._http.close()

    def _send(self, call: Call[T]) -> T:
        attempt = 0
        while True:
            attempt += 1
            response, failure = None, ""
            try:
                response = self._http.request(**sending.request_of(call))
            except httpx.TransportError as error:
                failure = str(error) or type(error).__name__
            wait = sending.wait_before(response, attempt)
            if wait is None:
                break
            time.sleep(wait)
        if response is None:
            raise sending.UnreachableError(failure)
        return call.read(sending.checked(response))

    def store(self, content: str, **options: Unpack[given.StoreOptions]) -> shapes.Stored:
        """Remember one thing; with subject and predicate it is a fact with a place in time."""
        return self._send(calls.store(content, options))

    def store_many(self, items: Sequence[given.Item]) -> list[shapes.BatchItem]:
        """Remember up to 500 things in one transaction; each gets its own outcome."""
        return self._send(calls.store_many(items))

    def search(self, query: str, **options: Unpack[given.SearchOptions]) -> shapes.Found:
        """Find what is remembered about a question, best first, with the reasons."""
        return self._send(calls.search(query, options))

    def memory(self, memory_id: str) -> shapes.MemoryInFull:
        """Read one memory with its sources, parents and reaffirmations."""
        return self._send(calls.memory(memory_id))

    def fetch(self, ids: Sequence[str]) -> shapes.Fetched:
        """Read up to 100 memories."""
        return self._send(calls.fetch(ids))

    def memories(self, **options: Unpack[given.ListOptions]) -> Iterator[shapes.Memory]:
        """Go through all memories that pass the filters, newest learned first; pages are read as they are needed."""
        cursor: str | None = None
        while True:
            page, cursor = self._send(calls.memories(options, cursor))
            yield from page
            if cursor is None:
                return

    def forget(self, memory_id: str, reason: str = "") -> bool:
        """Put a memory into the archive; False when it was there already."""
        return self._send(calls.forget(memory_id, reason))

    def restore(self, memory_id: str) -> shapes.Stored:
        """Bring a forgotten memory back, through the same rules as a new statement."""
        return self._send(calls.restore(memory_id))

    def history(self, subject: str, predicate: str, object_: str | None = None) -> list[shapes.MemoryInHistory]:
        """Read every statement about a fact, oldest world time first."""
        return self._send(calls.history(subject, predicate, object_))

    def true_at(
        self, subject: str, predicate: str, at: datetime, *, known_at: datetime | None = None
    ) -> list[shapes.Memory]:
        """Read what was true of a fact at a moment; with `known_at`, as it was known then."""
        return self._send(calls.true_at(subject, predicate, at, known_at))

    def add_alias(self, canonical: str, alias: str) -> str:
        """Say that two names mean the same: added, unchanged or held."""
        return self._send(calls.add_alias(canonical, alias))

    def remove_alias(self, alias: str) -> bool:
        """Take another name away."""
        return self._send(calls.remove_alias(alias))

    def context(self, message: str, **options: Unpack[given.ContextOptions]) -> shapes.Reading:
        """Read what an agent should know before it answers a message."""
        return self._send(calls.context(message, options))

    def close_session(self, session: str) -> int:
        """End a conversation: what was stored with the policy `session` in it ends; how many memories did."""
        return self._send(calls.close_session(session))

    def distil(
        self, turns: Sequence[given.Turn], *, session: str | None = None, timezone: str | None = None
    ) -> shapes.Distilled:
        """Learn what a conversation says; the same turns again add nothing."""
        return self._send(calls.distil(turns, session, timezone))

    def record_mistake(
        self, category: str, what_went_wrong: str, **options: Unpack[given.MistakeOptions]
    ) -> shapes.Mistake:
        """Write a mistake down."""
        return self._send(calls.record_mistake(category, what_went_wrong, options))

    def relevant_mistakes(self, message: str, limit: int = 3) -> shapes.Warnings:
        """Read past mistakes that bear on what is about to be answered."""
        return self._send(calls.relevant_mistakes(message, limit))

    def page(self, path: str, scope: given.Scope = "agent") -> shapes.PageInFull:
        """Read a page of the wiki with its text."""
        return self._send(calls.page(path, scope))

    def pages(self, prefix: str = "", scope: given.Scope | None = None) -> Iterator[shapes.Page]:
        """Go through all pages, by path."""
        cursor: str | None = None
        while True:
            page, cursor = self._send(calls.pages(prefix, scope, cursor))
            yield from page
            if cursor is None:
                return

    def search_pages(self, query: str, *, scope: given.Scope | None = None, limit: int = 10) -> list[shapes.PageHit]:
        """Find pages by the words of a question."""
        return self._send(calls.search_pages(query, scope, limit))

    def write_page(self, path: str, content: str, **options: Unpack[given.PageOptions]) -> shapes.Saved:
        """Save the text of a page; name the revision it was made from. `ValueError` when it would blank the page."""
        return self._send(calls.write_page(path, content, options))

    def archive_page(self, path: str, base_revision: int, scope: given.Scope = "agent") -> bool:
        """Put a page into the archive."""
        return self._send(calls.archive_page(path, base_revision, scope))


class AsyncHub:
    """The same calls for programs on an event loop; close it, or use it with `async with`.

    Args:
        url: of the hub; `MEMORYHUB_URL` if absent, else this machine's port 8000.
        token: `MEMORYHUB_TOKEN` if absent.
        transport: of httpx, for proxies and the like.

    Raises:
        ValueError: there is no token.
        HubError: from every call: the hub refused it, or could not be reached.
    """

    def __init__(
        self, url: str | None = None, token: str | None = None, *, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self._http = httpx.AsyncClient(**sending.client_options(url, token), transport=transport)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Let go of the connections."""
        await self._http.aclose()

    async def _send(self, call: Call[T]) -> T:
        attempt = 0
        while True:
            attempt += 1
            response, failure = None, ""
            try:
                response = await self._http.request(**sending.request_of(call))
            except httpx.TransportError as error:
                failure = str(error) or type(error).__name__
            wait = sending.wait_before(response, attempt)
            if wait is None:
                break
            await asyncio.sleep(wait)
        if response is None:
            raise sending.UnreachableError(failure)
        return call.read(sending.checked(response))

    async def store(self, content: str, **options: Unpack[given.StoreOptions]) -> shapes.Stored:
        """Remember one thing; with subject and predicate it is a fact with a place in time."""
        return await self._send(calls.store(content, options))

    async def store_many(self, items: Sequence[given.Item]) -> list[shapes.BatchItem]:
        """Remember up to 500 things in one transaction; each gets its own outcome."""
        return await self._send(calls.store_many(items))

    async def search(self, query: str, **options: Unpack[given.SearchOptions]) -> shapes.Found:
        """Find what is remembered about a question, best first, with the reasons."""
        return await self._send(calls.search(query, options))

    async def memory(self, memory_id: str) -> shapes.MemoryInFull:
        """Read one memory with its sources, parents and reaffirmations."""
        return await self._send(calls.memory(memory_id))

    async def fetch(self, ids: Sequence[str]) -> shapes.Fetched:
        """Read up to 100 memories."""
        return await self._send(calls.fetch(ids))

    async def memories(self, **options: Unpack[given.ListOptions]) -> AsyncIterator[shapes.Memory]:
        """Go through all memories that pass the filters, newest learned first; pages are read as they are needed."""
        cursor: str | None = None
        while True:
            page, cursor = await self._send(calls.memories(options, cursor))
            for one in page:
                yield one
            if cursor is None:
                return

    async def forget(self, memory_id: str, reason: str = "") -> bool:
        """Put a memory into the archive; False when it was there already."""
        return await self._send(calls.forget(memory_id, reason))

    async def restore(self, memory_id: str) -> shapes.Stored:
        """Bring a forgotten memory back, through the same rules as a new statement."""
        return await self._send(calls.restore(memory_id))

    async def history(self, subject: str, predicate: str, object_: str | None = None) -> list[shapes.MemoryInHistory]:
        """Read every statement about a fact, oldest world time first."""
        return await self._send(calls.history(subject, predicate, object_))

    async def true_at(
        self, subject: str, predicate: str, at: datetime, *, known_at: datetime | None = None
    ) -> list[shapes.Memory]:
        """Read what was true of a fact at a moment; with `known_at`, as it was known then."""
        return await self._send(calls.true_at(subject, predicate, at, known_at))

    async def add_alias(self, canonical: str, alias: str) -> str:
        """Say that two names mean the same: added, unchanged or held."""
        return await self._send(calls.add_alias(canonical, alias))

    async def remove_alias(self, alias: str) -> bool:
        """Take another name away."""
        return await self._send(calls.remove_alias(alias))

    async def context(self, message: str, **options: Unpack[given.ContextOptions]) -> shapes.Reading:
        """Read what an agent should know before it answers a message."""
        return await self._send(calls.context(message, options))

    async def close_session(self, session: str) -> int:
        """End a conversation: what was stored with the policy `session` in it ends; how many memories did."""
        return await self._send(calls.close_session(session))

    async def distil(
        self, turns: Sequence[given.Turn], *, session: str | None = None, timezone: str | None = None
    ) -> shapes.Distilled:
        """Learn what a conversation says; the same turns again add nothing."""
        return await self._send(calls.distil(turns, session, timezone))

    async def record_mistake(
        self, category: str, what_went_wrong: str, **options: Unpack[given.MistakeOptions]
    ) -> shapes.Mistake:
        """Write a mistake down."""
        return await self._send(calls.record_mistake(category, what_went_wrong, options))

    async def relevant_mistakes(self, message: str, limit: int = 3) -> shapes.Warnings:
        """Read past mistakes that bear on what is about to be answered."""
        return await self._send(calls.relevant_mistakes(message, limit))

    async def page(self, path: str, scope: given.Scope = "agent") -> shapes.PageInFull:
        """Read a page of the wiki with its text."""
        return await self._send(calls.page(path, scope))

    async def pages(self, prefix: str = "", scope: given.Scope | None = None) -> AsyncIterator[shapes.Page]:
        """Go through all pages, by path."""
        cursor: str | None = None
        while True:
            page, cursor = await self._send(calls.pages(prefix, scope, cursor))
            for one in page:
                yield one
            if cursor is None:
                return

    async def search_pages(
        self, query: str, *, scope: given.Scope | None = None, limit: int = 10
    ) -> list[shapes.PageHit]:
        """Find pages by the words of a question."""
        return await self._send(calls.search_pages(query, scope, limit))

    async def write_page(self, path: str, content: str, **options: Unpack[given.PageOptions]) -> shapes.Saved:
        """Save the text of a page; name the revision it was made from. `ValueError` when it would blank the page."""
        return await self._send(calls.write_page(path, content, options))

    async def archive_page(self, path: str, base_revision: int, scope: given.Scope = "agent") -> bool:
        """Put a page into the archive."""
        return await self._send(calls.archive_page(path, base_revision, scope))
