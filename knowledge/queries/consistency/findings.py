"""What a check reports, and how it reads the tables."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import connection, transaction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_CHUNK = 2_000


@dataclass(frozen=True, slots=True)
class Finding:
    """One row, or a few that belong together, that break a rule.

    Attributes:
        rule: the rule as one sentence.
        where: what is wrong, with ids and numbers but without any content.
    """

    rule: str
    where: str


def rows_of(statement: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a query without holding them all."""
    with _cursor() as cursor:
        cursor.execute(statement, list(values))
        while chunk := cursor.fetchmany(_CHUNK):
            yield from chunk


@contextmanager
def _cursor() -> Iterator[Any]:
    # On PostgreSQL an ordinary cursor would fetch the whole answer at once.
    chunked = connection.vendor == "postgresql" and connection.in_atomic_block
    with connection.chunked_cursor() if chunked else connection.cursor() as cursor:
        yield cursor


@contextmanager
def one_picture() -> Iterator[None]:
    """Read everything as of one moment, without keeping a writer waiting."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        # Django would begin a writing transaction here.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("COMMIT")
