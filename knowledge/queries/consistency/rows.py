"""Rules that need each row to be read: keys, tags, and what the text index holds of it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from django.db import connection

from knowledge.engine.forms import normalize_key
from knowledge.engine.ids import digest
from knowledge.models import Agent, Memory, MemoryTag
from knowledge.models.memory import BELIEVED
from knowledge.queries.consistency.findings import Finding, rows_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

_CHUNK = 1_000


def index_holds_the_right_rows(now: datetime) -> Iterator[Finding]:
    """Compare the rows in the text index with the rows that belong there.

    A row whose end passed since it was written may still be in the index: it is filtered when
    reading, and taken out by the next write that touches it.
    """
    rule = "The text index holds exactly the believed rows that are not over."
    indexed = _Numbers("SELECT {key} FROM knowledge_memorytext ORDER BY {key}")
    columns = ("number", "id", "standing", "valid_from", "valid_until", "token_count")
    rows = Memory.objects.order_by("number").values_list(*columns)
    for number, row, standing, start, until, tokens in rows.iterator(chunk_size=_CHUNK):
        for orphan in indexed.before(number):
            yield Finding(rule, f"entry {orphan} belongs to no row")
        found = indexed.take(number)
        over = until is not None and until <= max(now, start)
        if found != (tokens > 0):
            yield Finding("A row counts its tokens while it is in the text index.", row)
        elif found and standing != BELIEVED:
            yield Finding(rule, f"{row} is {standing} and in the index")
        elif not found and standing == BELIEVED and not over:
            yield Finding(rule, f"{row} is missing")
    for orphan in indexed.rest():
        yield Finding(rule, f"entry {orphan} belongs to no row")


class _Numbers:
    """An ascending list of numbers, read side by side with another."""

    def __init__(self, statement: str) -> None:
        key = "number" if connection.vendor == "postgresql" else "rowid"
        self._rows = rows_of(statement.format(key=key))
        self._next = self._read()

    def _read(self) -> int | None:
        row = next(self._rows, None)
        return None if row is None else int(row[0])

    def before(self, number: int) -> Iterator[int]:
        """Yield and pass over everything below a number."""
        while self._next is not None and self._next < number:
            yield self._next
            self._next = self._read()

    def take(self, number: int) -> bool:
        """Tell whether the number is next, and pass over it."""
        if self._next != number:
            return False
        self._next = self._read()
        return True

    def rest(self) -> Iterator[int]:
        """Yield what is left."""
        while self._next is not None:
            yield self._next
            self._next = self._read()


def keys_and_tags() -> Iterator[Finding]:
    """Recompute the keys a row is found by, and compare its tags with their own table."""
    multi = {agent.pk: frozenset(agent.multi_valued) for agent in Agent.objects.all()}
    tags = _Tags()
    rows = Memory.objects.order_by("number").values_list(
        "number", "id", "agent_id", "content", "tags", "subject", "predicate", "object", "subject_key",
        "predicate_key", "object_key", "fact_key", "value_key", "session",
    )  # fmt: skip
    for number, row, agent, content, own_tags, *triple, session in rows.iterator(chunk_size=_CHUNK):
        if tags.of(number) != sorted({normalize_key(tag)[:200] for tag in own_tags} - {""}):
            yield Finding("The tag table holds exactly a row's tags.", row)
        subject, predicate, value, *stored = triple
        wanted = _keys(content, subject, predicate, value, multi[agent])
        if session is not None:
            wanted[3] = ""  # what belongs to a conversation has no place on the axis of a fact
        if stored != wanted:
            yield Finding("A row's keys are made from its texts.", row)


def _keys(
    content: str, subject: str | None, predicate: str | None, value: str | None, multi: frozenset[str]
) -> list[str]:
    names = [normalize_key(subject or ""), normalize_key(predicate or ""), normalize_key(value or "")]
    fact_key = ""
    if names[0] and names[1]:
        fact_key = digest(names[0], names[1], names[2] if names[1] in multi else None)
    return [*names, fact_key, digest(names[2] if value is not None else None, content.strip())]


class _Tags:
    """The tag table in the order of the rows."""

    def __init__(self) -> None:
        self._rows = MemoryTag.objects.order_by("memory_id").values_list("memory_id", "key").iterator(chunk_size=_CHUNK)
        self._next: tuple[int, str] | None = next(self._rows, None)

    def of(self, number: int) -> list[str]:
        """Return the keys of one row; those of rows passed over are dropped."""
        keys = []
        while self._next is not None and self._next[0] <= number:
            if self._next[0] == number:
                keys.append(self._next[1])
            self._next = next(self._rows, None)
        return sorted(keys)


def index_tokens(tokens_of: Callable[[Memory], list[str]], prefixed: Callable[[int, str], str]) -> Iterator[Finding]:
    """Analyse every indexed row again, and compare with what the index holds of it.

    Args:
        tokens_of: the analysis of a stored row.
        prefixed: how the index writes a token of an agent.
    """
    rows = Memory.objects.filter(token_count__gt=0).order_by("number")
    batch: list[Memory] = []
    for row in rows.iterator(chunk_size=_CHUNK):
        batch.append(row)
        if len(batch) == _CHUNK:
            yield from _compare(batch, tokens_of, prefixed)
            batch = []
    yield from _compare(batch, tokens_of, prefixed)


def _compare(
    batch: list[Memory], tokens_of: Callable[[Memory], list[str]], prefixed: Callable[[int, str], str]
) -> Iterator[Finding]:
    rule = "The text index holds the tokens of a row's text."
    entries = _entries([row.number for row in batch])
    for row in batch:
        tokens = tokens_of(row)
        if row.token_count != max(1, len(tokens)):
            yield Finding("A row's length is the number of its tokens.", row.id)
        entry = entries.get(row.number)
        if entry is not None and entry != _as_held([prefixed(row.agent_id, token) for token in tokens]):
            yield Finding(rule, row.id)


def _as_held(tokens: list[str]) -> Any:
    return Counter(tokens).keys() if connection.vendor == "postgresql" else tokens


def _entries(numbers: list[int]) -> dict[int, Any]:
    """Return what the index holds: the tokens in order on SQLite, the different ones on PostgreSQL."""
    if not numbers:
        return {}
    marks = ",".join(["%s"] * len(numbers))
    if connection.vendor == "postgresql":
        found = rows_of(
            f"SELECT number, tsvector_to_array(tokens) FROM knowledge_memorytext WHERE number IN ({marks})",  # noqa: S608 - only placeholders
            numbers,
        )
        return {number: dict.fromkeys(tokens).keys() for number, tokens in found}
    found = rows_of(f"SELECT rowid, tokens FROM knowledge_memorytext WHERE rowid IN ({marks})", numbers)  # noqa: S608 - only placeholders
    return {number: tokens.split() for number, tokens in found}
