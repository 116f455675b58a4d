"""Looking words up in the text index: the same postings from both databases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from django.db import connection

from knowledge.queries.views import CURRENT_SQL

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from numpy.typing import NDArray

_SQLITE = """
SELECT t.term, t.doc, count(*), m.token_count
FROM knowledge_memorytext_terms t CROSS JOIN knowledge_memory m ON m.number = t.doc
WHERE t.term IN ({terms}) AND {current}{extra}
GROUP BY t.term, t.doc
"""
# Reading the table through its key after the index keeps the plan the same at any size.
_POSTGRESQL = """
SELECT x.lexeme, t.number, cardinality(x.positions), m.token_count
FROM knowledge_memorytext t
JOIN knowledge_memory m ON m.number = t.number
CROSS JOIN LATERAL unnest(t.tokens) AS x
WHERE t.tokens @@ %(query)s::tsquery AND x.lexeme IN ({terms}) AND {current}{extra}
"""


@dataclass(frozen=True, slots=True)
class Postings:
    """Where the words of a query occur among the rows that may be shown.

    Attributes:
        numbers: shape (documents,), int64, ascending: numbers of the memories.
        lengths: shape (documents,), float64: length of each in index tokens.
        document: shape (postings,), int64: position in `numbers`.
        term: shape (postings,), int64: position in the list of terms asked for.
        frequency: shape (postings,), float64: occurrences, 1 to 255.
    """

    numbers: NDArray[np.int64]
    lengths: NDArray[np.float64]
    document: NDArray[np.int64]
    term: NDArray[np.int64]
    frequency: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RowFilter:
    """A further condition on the rows, as SQL over the alias `m` with named parameters."""

    sql: str = ""
    params: tuple[tuple[str, Any], ...] = ()


def postings(*, agent_id: int, terms: Sequence[str], now: datetime, narrowed: RowFilter = RowFilter()) -> Postings:
    """Return the occurrences of terms in one agent's current memories.

    Args:
        agent_id: number of the agent.
        terms: distinct tokens of the query, without the agent's prefix.
        now: moment that decides what is current.
        narrowed: further condition.

    Returns:
        Postings sorted by document and term, so that sums over them do not depend on the database.
    """
    if not terms:
        return _assemble([])
    tokens = [f"{agent_id}_{term}" for term in terms]
    position = {token: place for place, token in enumerate(tokens)}
    params: dict[str, Any] = {f"t{place}": token for place, token in enumerate(tokens)}
    params.update(dict(narrowed.params), now=_moment(now))
    marks = ",".join(f"%(t{place})s" for place in range(len(tokens)))
    extra = f" AND {narrowed.sql}" if narrowed.sql else ""
    template = _SQLITE
    if connection.vendor == "postgresql":
        template = _POSTGRESQL
        params["query"] = " | ".join(f"'{token}'" for token in tokens)
    current = (
        CURRENT_SQL.replace("standing", "m.standing").replace("valid_", "m.valid_").replace("expires", "m.expires")
    )
    with connection.cursor() as cursor:
        cursor.execute(template.format(terms=marks, current=current, extra=extra), params)
        found = cursor.fetchall()
    return _assemble([(number, position[term], count, length) for term, number, count, length in found])


def _moment(now: datetime) -> Any:
    """Return a moment as the database adapter of a hand-written query expects it."""
    return connection.ops.adapt_datetimefield_value(now)


def _assemble(rows: Sequence[tuple[int, int, int, int]]) -> Postings:
    table = np.array(sorted(rows), dtype=np.int64).reshape(-1, 4)
    numbers, first, document = np.unique(table[:, 0], return_index=True, return_inverse=True)
    return Postings(
        numbers=numbers,
        lengths=table[first, 3].astype(np.float64),
        document=document.astype(np.int64),
        term=table[:, 1],
        frequency=np.minimum(table[:, 2], 255).astype(np.float64),
    )
