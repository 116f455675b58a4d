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

# One text of all numbers for each term: an object for each occurrence would take most of the time. Whatever is asked
# for, the statement stays the same, so it is parsed once.
_SQLITE = """
SELECT asked.key, (SELECT group_concat(doc) FROM {table}_terms WHERE term = asked.value)
FROM json_each(%s) AS asked
"""
# The rank of one word in one text tells how often it stands there, and costs far less than taking the text apart.
_POSTGRESQL = """
SELECT asked.place - 1, found.rank, found.numbers
FROM unnest(%s::text[]::tsquery[]) WITH ORDINALITY AS asked(word, place) CROSS JOIN LATERAL (
    SELECT ts_rank(tokens, asked.word) AS rank, string_agg(number::text, ',') AS numbers
    FROM {table} WHERE tokens @@ asked.word GROUP BY rank
) AS found
ORDER BY asked.place, found.rank
"""
_MOST_OCCURRENCES = 255
# `ts_rank` of a single word: its weight (0.1) × Σ 1/i² over its occurrences i, divided by π²/6 rounded as there.
_RANKS = 0.1 * np.cumsum(1.0 / np.arange(1, _MOST_OCCURRENCES + 1) ** 2) / 1.64493406685
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
    """A further condition on the rows, as SQL over the alias `m` with named parameters.

    Attributes:
        session: key of the conversation whose own memories may be told besides those that last; None for none.
        any_session: whether those of every conversation may be told; the rows were chosen before.
    """

    sql: str = ""
    params: tuple[tuple[str, Any], ...] = ()
    session: str | None = None
    any_session: bool = False

    @property
    def where(self) -> str:
        """The whole condition, with `session` in `values`."""
        own = "(m.session IS NULL OR m.session = %(own_session)s)" if self.session else "m.session IS NULL"
        return " AND ".join(part for part in ("" if self.any_session else own, self.sql) if part)

    @property
    def values(self) -> dict[str, Any]:
        """Its parameters."""
        return dict(self.params) | ({"own_session": self.session} if self.session else {})


MEMORIES = "knowledge_memorytext"
PAGES = "knowledge_wikitext"
"""Tables of the index: of memories, prefixed with their agent, and of pages, prefixed with their space."""


def occurrences(*, agent_id: int, terms: Sequence[str], table: str = MEMORIES) -> Occurrences:
    """Return every occurrence of the terms in the agent's memories, term by term.

    Args:
        agent_id: number of the agent, or of the space of pages.
        terms: distinct tokens of the query, without the agent's prefix.
        table: `MEMORIES` or `PAGES`.
    """
    return postings([f"{agent_id}_{term}" for term in terms], table)


def postings(tokens: Sequence[str], table: str) -> Occurrences:
    """Return every occurrence of tokens of the index, in their order, with one query however many there are.

    Args:
        tokens: distinct, with their prefix; `term` of the answer counts in them.
        table: `MEMORIES` or `PAGES`.
    """
    is_postgresql = connection.vendor == "postgresql"
    numbers: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    terms: list[int] = []
    frequencies: list[int] = []
    with connection.cursor() as cursor:
        if is_postgresql:
            cursor.execute(_POSTGRESQL.format(table=table), [[f"'{token}'" for token in tokens]])
        else:
            cursor.execute(_SQLITE.format(table=table), [json.dumps(tokens)])
        for term, *rank, listed in cursor.fetchall():
            if listed is not None:
                numbers.append(np.fromstring(listed, np.int64, sep=","))
                terms.append(term)
                frequencies.append(_frequency(rank[0]) if rank else 1)
    number = np.concatenate(numbers)
    sizes = [one.size for one in numbers[1:]]
    return Occurrences(
        number, np.repeat(np.array(terms, np.int64), sizes), np.repeat(np.array(frequencies, np.int64), sizes)
    )


def _frequency(rank: float) -> int:
    """Return how often a word stands in a text of which this is the rank by that word alone."""
    return int(np.abs(_RANKS - rank).argmin()) + 1


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
    params: dict[str, Any] = narrowed.values
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
    extra = f" AND {narrowed.where}" if narrowed.where else ""
    sql = f"SELECT {columns} FROM {source} {join} WHERE {_CURRENT}{extra}"  # noqa: S608 - fixed parts and placeholders
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return sorted(cursor.fetchall())
