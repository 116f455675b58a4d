"""Each call as a value: what to send, and how to read the answer. Both clients send the same ones."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeVar
from urllib.parse import quote

from memoryhub.client import options as given
from memoryhub.client import shapes
from memoryhub.client.reading import read

T = TypeVar("T")
PAGE = 100


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One request.

    Attributes:
        read: makes the result of the JSON that came back.
        body: JSON to send; None for none.
        key: lets the hub know a second try of a write; empty for calls that only read.
    """

    method: str
    path: str
    read: Callable[[Any], T]
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    key: str = ""


def _plain(value: Any) -> Any:
    """Write moments as the hub reads them."""
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError("A time needs a zone; write for example datetime(2026, 3, 1, tzinfo=UTC).")
        return value.isoformat()
    if isinstance(value, Mapping):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _plain(value) for name, value in values.items() if value is not None}


def _as(kind: type[T]) -> Callable[[Any], T]:
    return lambda body: read(kind, body)


def _new_key() -> str:
    return uuid.uuid4().hex


def store(content: str, options: Mapping[str, Any]) -> Call[shapes.Stored]:
    """Store one memory."""
    body = _given({"content": content, **options})
    return Call("POST", "/memories", _as(shapes.Stored), body=body, key=_new_key())


def store_many(items: Sequence[given.Item]) -> Call[list[shapes.BatchItem]]:
    """Store up to 500 memories."""
    return Call(
        "POST",
        "/memories/batch",
        lambda body: [read(shapes.BatchItem, one) for one in body["items"]],
        body={"items": [_given(one) for one in items]},
        key=_new_key(),
    )


def search(query: str, options: Mapping[str, Any]) -> Call[shapes.Found]:
    """Find what answers a question."""
    return Call("POST", "/memories/search", _as(shapes.Found), body=_given({"query": query, **options}))


def memory(memory_id: str) -> Call[shapes.MemoryInFull]:
    """Read one memory."""
    return Call("GET", f"/memories/{quote(memory_id, safe='')}", _as(shapes.MemoryInFull))


def fetch(ids: Sequence[str]) -> Call[shapes.Fetched]:
    """Read up to 100 memories."""
    return Call("POST", "/memories/fetch", _as(shapes.Fetched), body={"ids": list(ids)})


def memories(options: Mapping[str, Any], cursor: str | None) -> Call[tuple[list[shapes.Memory], str | None]]:
    """Read one page of a list; the result is the page and the cursor of the next one."""
    query = _given({"limit": PAGE, **options, "cursor": cursor})
    return Call("GET", "/memories", _page_of(shapes.Memory), query=query)


def forget(memory_id: str, reason: str) -> Call[bool]:
    """Forget one memory."""
    path = f"/memories/{quote(memory_id, safe='')}"
    query = _given({"reason": reason or None})
    return Call("DELETE", path, lambda body: bool(body["forgotten"]), query=query, key=_new_key())


def restore(memory_id: str) -> Call[shapes.Stored]:
    """Bring a forgotten memory back."""
    return Call("POST", f"/memories/{quote(memory_id, safe='')}/restore", _as(shapes.Stored), key=_new_key())


def history(subject: str, predicate: str, object_: str | None) -> Call[list[shapes.MemoryInHistory]]:
    """Read every statement about a fact."""
    query = _given({"subject": subject, "predicate": predicate, "object": object_})
    return Call("GET", "/facts/history", lambda body: read(list[shapes.MemoryInHistory], body["items"]), query=query)


def true_at(subject: str, predicate: str, at: datetime, known_at: datetime | None) -> Call[list[shapes.Memory]]:
    """Read what was true of a fact at a moment."""
    query = _given({"subject": subject, "predicate": predicate, "at": at, "known_at": known_at})
    return Call("GET", "/facts/at", lambda body: read(list[shapes.Memory], body["memories"]), query=query)


def add_alias(canonical: str, alias: str) -> Call[str]:
    """Say that two names mean the same."""
    body = {"canonical": canonical, "alias": alias}
    return Call("POST", "/aliases", lambda answer: str(answer["outcome"]), body=body, key=_new_key())


def remove_alias(alias: str) -> Call[bool]:
    """Take another name away."""
    return Call("DELETE", "/aliases", lambda body: bool(body["removed"]), query={"alias": alias}, key=_new_key())


def context(message: str, options: Mapping[str, Any]) -> Call[shapes.Reading]:
    """Put together what to read before answering."""
    return Call("POST", "/context", _as(shapes.Reading), body=_given({"message": message, **options}))


def close_session(session: str) -> Call[int]:
    """End a conversation."""
    path = f"/sessions/{quote(session, safe='')}/close"
    return Call("POST", path, lambda body: int(body["closed"]), key=_new_key())


def distil(turns: Sequence[given.Turn], session: str | None, timezone: str | None) -> Call[shapes.Distilled]:
    """Learn what a conversation says."""
    body = _given({"turns": [_given(one) for one in turns], "session": session, "timezone": timezone})
    return Call("POST", "/conversations", _as(shapes.Distilled), body=body, key=_new_key())


def record_mistake(category: str, what_went_wrong: str, options: Mapping[str, Any]) -> Call[shapes.Mistake]:
    """Write a mistake down."""
    body = _given({"category": category, "what_went_wrong": what_went_wrong, **options})
    return Call("POST", "/mistakes", _as(shapes.Mistake), body=body, key=_new_key())


def relevant_mistakes(message: str, limit: int) -> Call[shapes.Warnings]:
    """Read past mistakes that bear on a message."""
    query = {"message": message[:2_000], "limit": limit}
    return Call("GET", "/mistakes/relevant", _as(shapes.Warnings), query=query)


def page(path: str, scope: str) -> Call[shapes.PageInFull]:
    """Read one page of the wiki."""
    return Call("GET", f"/wiki/pages/{quote(path)}", _as(shapes.PageInFull), query={"scope": scope})


def write_page(path: str, content: str, options: Mapping[str, Any]) -> Call[shapes.Saved]:
    """Save the text of a page."""
    told = dict(options)
    if not told.pop("allow_empty", False) and not (isinstance(content, str) and content.strip()):
        raise ValueError(
            "This would blank the page: give its text (a page of a list has none; `page` reads it), put it away with"
            " `archive_page`, or say allow_empty=True."
        )
    body = _given({"content": content, **told})
    return Call("PUT", f"/wiki/pages/{quote(path)}", _as(shapes.Saved), body=body, key=_new_key())


def archive_page(path: str, base_revision: int, scope: str) -> Call[bool]:
    """Archive a page."""
    query = {"base_revision": base_revision, "scope": scope}
    return Call(
        "DELETE", f"/wiki/pages/{quote(path)}", lambda body: bool(body["archived"]), query=query, key=_new_key()
    )


def pages(prefix: str, scope: str | None, cursor: str | None) -> Call[tuple[list[shapes.Page], str | None]]:
    """Read one page of the list of pages."""
    query = _given({"limit": PAGE, "prefix": prefix or None, "scope": scope, "cursor": cursor})
    return Call("GET", "/wiki/pages", _page_of(shapes.Page), query=query)


def search_pages(query: str, scope: str | None, limit: int) -> Call[list[shapes.PageHit]]:
    """Find pages."""
    asked = _given({"query": query[:2_000], "scope": scope, "limit": limit})
    return Call("GET", "/wiki/search", lambda body: [read(shapes.PageHit, one) for one in body["items"]], query=asked)


def _page_of(kind: type[T]) -> Callable[[Any], tuple[list[T], str | None]]:
    return lambda body: ([read(kind, one) for one in body["items"]], body["next"])
