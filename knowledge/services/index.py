"""Upkeep of the text index: the same tokens for both databases.

The index holds exactly the believed rows that are not closed in the past. Tokens carry the agent's
number as a prefix, so that a search costs what the agent holds and not what the hub holds.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from django.db import connection

from knowledge.engine.text import analyze
from knowledge.queries.textindex import MEMORIES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

_MAX_OCCURRENCES = 255  # of one token in a tsvector
_CHUNK = 400


def index_tokens(
    *,
    content: str,
    subject: str | None = None,
    predicate: str | None = None,
    object_text: str | None = None,
    speaker: str = "",
    said_at: datetime | None = None,
) -> list[str]:
    """Return the tokens a memory is found by.

    The triple counts where the content does not already say it. For turns of a conversation the
    speaker and the date belong to what people ask about ("what did Alice say in May?").
    """
    texts = [content]
    if subject or predicate or object_text:
        lowered = content.casefold()
        texts += [part for part in (subject, predicate, object_text) if part and part.casefold() not in lowered]
    if speaker:
        texts.append(speaker)
    if said_at is not None:
        texts.append(f"{said_at.day} {said_at:%B %Y}")
    return analyze("\n".join(texts))


def prefixed(agent_id: int, token: str) -> str:
    """Return the token as the index holds it for one agent."""
    return f"{agent_id}_{token}"


def add(entries: Sequence[tuple[int, int, Sequence[str]]], table: str = MEMORIES) -> None:
    """Add rows to the index.

    Args:
        entries: (number of the memory or page, number of the agent or space, tokens with repetitions).
        table: `MEMORIES` or `PAGES`.
    """
    if not entries:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.executemany(
                f"INSERT INTO {table} (number, tokens) VALUES (%s, %s::tsvector)"  # noqa: S608 - a fixed table name
                " ON CONFLICT (number) DO UPDATE SET tokens = EXCLUDED.tokens",
                [(number, _vector(agent, tokens)) for number, agent, tokens in entries],
            )
        else:
            cursor.executemany(
                f"INSERT INTO {table} (rowid, tokens) VALUES (%s, %s)",  # noqa: S608 - a fixed table name
                [(number, _document(agent, tokens)) for number, agent, tokens in entries],
            )


def remove(numbers: Iterable[int], table: str = MEMORIES) -> None:
    """Take rows out of the index; a row that is not in it is no error."""
    column = "number" if connection.vendor == "postgresql" else "rowid"
    listed = list(numbers)
    with connection.cursor() as cursor:
        for start in range(0, len(listed), _CHUNK):
            chunk = listed[start : start + _CHUNK]
            marks = ",".join(["%s"] * len(chunk))
            cursor.execute(f"DELETE FROM {table} WHERE {column} IN ({marks})", chunk)  # noqa: S608 - only placeholders are joined


def clear(agent_id: int | None = None) -> None:
    """Empty the index, or one agent's part of it."""
    column = "number" if connection.vendor == "postgresql" else "rowid"
    with connection.cursor() as cursor:
        if agent_id is None:
            cursor.execute("DELETE FROM knowledge_memorytext")
        else:
            cursor.execute(
                f"DELETE FROM knowledge_memorytext WHERE {column} IN"  # noqa: S608 - a fixed column name
                " (SELECT number FROM knowledge_memory WHERE agent_id = %s)",
                [agent_id],
            )


def clear_pages() -> None:
    """Empty the index of pages."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM knowledge_wikitext")


def _document(agent_id: int, tokens: Sequence[str]) -> str:
    """Write tokens as the text FTS5 splits at its blanks."""
    return " ".join(map(prefixed(agent_id, "").__add__, tokens))


def _vector(agent_id: int, tokens: Sequence[str]) -> str:
    """Write tokens as the text form of a tsvector: 'token':1,2,3.

    The cast is used instead of `to_tsvector` so that PostgreSQL's own parser never sees the text.
    """
    parts = []
    for token, count in Counter(tokens).items():
        # Positions start anew for each token: they have to count, not to place.
        occurrences = ",".join(map(str, range(1, min(count, _MAX_OCCURRENCES) + 1)))
        parts.append(f"'{prefixed(agent_id, token)}':{occurrences}")
    return " ".join(parts)
