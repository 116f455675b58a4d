"""The newest rows of several lists as one, each list read through its own index.

A database asked for the newest rows of "these three agents" either walks through everybody's rows or
sorts all rows of the three. Asked for the newest few of each, it reads just those.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.exceptions import EmptyResultSet
from django.db import connection

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import QuerySet

    from knowledge.models import Memory

MOST_LISTS = 300
"""More lists than this are not worth asking one by one (SQLite joins at most 500 in one statement)."""


def newest(
    lists: Sequence[QuerySet[Memory]], *, limit: int, columns: tuple[str, ...] = (), oldest_first: bool = False
) -> list[tuple[Any, ...]]:
    """Return (id, number, *columns) of the newest rows of all lists together, in one query.

    Args:
        lists: disjoint querysets without an order, at most `MOST_LISTS`.
        limit: how many rows at most.
        columns: further columns of the row.
        oldest_first: the oldest rows instead, oldest first.
    """
    parts: list[str] = []
    params: list[Any] = []
    order = "id" if oldest_first else "-id"
    for place, rows in enumerate(lists):
        try:
            sql, values = rows.order_by(order).values_list("id", "number", *columns)[:limit].query.sql_with_params()
        except EmptyResultSet:
            continue
        parts.append(f"SELECT * FROM ({sql}) AS list{place}")  # noqa: S608 - a statement built by Django
        params += values
    if not parts:
        return []
    direction = "ASC" if oldest_first else "DESC"
    statement = " UNION ALL ".join(parts) + f" ORDER BY 1 {direction} LIMIT {int(limit)}"
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        return list(cursor.fetchall())
