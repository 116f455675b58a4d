"""Looking words up in the text index, and reading the rows found: the same on both databases."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from django.db import connection

from knowledge.queries.views import CURRENT_SQL

if TYPE_CHECKING:
    from datetime import datetime

    from numpy.typing import NDArray

# One text of all numbers for each term: an object for each occurrence would take most of the time.
_SQLITE = "SELECT {place}, group_concat(doc) FROM {table}_terms WHERE term = %s"
_AT_ONCE = 400
"""Terms of one statement; SQLite joins at most 500 parts."""
_POSTGRESQL = """
SELECT x.lexeme, t.number, LEAST(cardinality(x.positions), 255)
FROM {table} t CROSS JOIN LATERAL unnest(t.tokens) AS x
WHERE t.tokens @@ %(query)s::tsquery AND x.lexeme IN ({terms})
"""
_CURRENT = re.sub(r"\b(standing|valid_from|valid_until|expires_at)\b", r"m.\1", CURRENT_SQL)


@dataclass(frozen=True, slots=True)
class Occurrences:
    """Where words of a query stand in one agent's part of the index.

    Attributes:
        number: shape (occurrences,), int64: memory of each.
        term: shape (occurrences,), int64: position in the list of terms asked for.
        frequency: shape (occurrences,), int64: how often, 1 to 255; the same pair may come in pieces.
    """

    number: NDArray[np.int64]
    term: NDArray[np.int64]
    frequency: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class RowFilter:
    """A further condition on the rows, as SQL over the alias `m` with named parameters."""

    sql: str = ""
    params: tuple[tuple[str, Any], ...] = ()


MEMORIES = "knowledge_memorytext"
PAGES = "knowledge_wikitext"
"""Tables of the index: of memories, prefixed with their agent, and of pages, prefixed with their space."""


def occurrences(*, agent_id: int, terms: Sequence[str], table: str = MEMORIES) -> Occurrences:
    """Return every occurrence of the terms in the agent's memories, in no particular order.

    Args:
        agent_id: number of the agent, or of the space of pages.
        terms: distinct tokens of the query, without the agent's prefix.
        table: `MEMORIES` or `PAGES`.
    """
    tokens = [f"{agent_id}_{term}" for term in terms]
    if connection.vendor == "postgresql":
        return _in_postgresql(tokens, table)
    return _in_sqlite(tokens, table)


def _in_sqlite(tokens: Sequence[str], table: str) -> Occurrences:
    numbers: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    terms: list[int] = []
    sizes: list[int] = []
    with connection.cursor() as cursor:
        for start in range(0, len(tokens), _AT_ONCE):
            some = tokens[start : start + _AT_ONCE]
            parts = (_SQLITE.format(place=start + offset, table=table) for offset in range(len(some)))
            cursor.execute(" UNION ALL ".join(parts), some)
            for term, listed in cursor.fetchall():
                if listed is not None:
                    numbers.append(np.fromstring(listed, np.int64, sep=","))
                    terms.append(term)
                    sizes.append(numbers[-1].size)
    number = np.concatenate(numbers)
    return Occurrences(number, np.repeat(np.array(terms, np.int64), sizes), np.ones(number.size, np.int64))


def _in_postgresql(tokens: Sequence[str], table: str) -> Occurrences:
    found: list[tuple[Any, ...]] = []
    place = {token: position for position, token in enumerate(tokens)}
    params: dict[str, Any] = {f"t{position}": token for position, token in enumerate(tokens)}
    params["query"] = " | ".join(f"'{token}'" for token in tokens)
    marks = ",".join(f"%(t{position})s" for position in range(len(tokens)))
    if tokens:
        with connection.cursor() as cursor:
            cursor.execute(_POSTGRESQL.format(terms=marks, table=table), params)
            found = cursor.fetchall()
    return Occurrences(
        number=np.fromiter((row[1] for row in found), np.int64, len(found)),
        term=np.fromiter((place[row[0]] for row in found), np.int64, len(found)),
        frequency=np.fromiter((row[2] for row in found), np.int64, len(found)),
    )


def read_current(
    numbers: NDArray[np.int64],
    columns: str,
    *,
    now: datetime,
    narrowed: RowFilter = RowFilter(),
) -> list[tuple[Any, ...]]:
    """Read columns of those of the rows that are current and pass the filter, ascending by number.

    Args:
        numbers: rows asked for, ascending.
        columns: SQL over the alias `m`; the first is `m.number`.
        now: moment that decides what is current.
        narrowed: further condition.
    """
    if not numbers.size:
        return []
    listed = numbers.tolist()
    params: dict[str, Any] = dict(narrowed.params)
    params["now"] = connection.ops.adapt_datetimefield_value(now)
    if connection.vendor == "postgresql":
        params["numbers"] = listed
        source = "unnest(%(numbers)s::bigint[]) AS j(value)"
    else:
        # One text of all numbers: the statement stays the same, so it is parsed once.
        params["numbers"] = json.dumps(listed)
        source = "json_each(%(numbers)s) j"
    join = "CROSS JOIN knowledge_memory m ON m.number = j.value"
    if connection.vendor == "postgresql":
        join = "JOIN knowledge_memory m ON m.number = j.value"
    extra = f" AND {narrowed.sql}" if narrowed.sql else ""
    sql = f"SELECT {columns} FROM {source} {join} WHERE {_CURRENT}{extra}"  # noqa: S608 - fixed parts and placeholders
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return sorted(cursor.fetchall())
