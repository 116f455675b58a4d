"""What the database says is told in words that help."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, InterfaceError, OperationalError, ProgrammingError

from knowledge.errors import Busy, HubError, OutOfSpace
from knowledge.services.transactions import plain_database_errors


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (OperationalError("database is locked"), Busy, "busy"),
        (InterfaceError("connection already closed"), Busy, "busy"),
        (OperationalError("database or disk is full"), OutOfSpace, "disk is full"),
        (DatabaseError("could not extend file: No space left on device"), OutOfSpace, "disk is full"),
        (OperationalError("no such column: knowledge_memory.session"), Busy, "older than this version"),
        (OperationalError("table knowledge_memory has no column named session"), Busy, "older than this version"),
        (ProgrammingError('column "session" of relation "knowledge_memory" does not exist'), Busy, "older than this"),
    ],
)
def test_it_says_what_to_do(error: Exception, kind: type[HubError], words: str) -> None:
    with pytest.raises(kind, match=words), plain_database_errors():
        raise error


def test_anything_else_is_our_own_mistake() -> None:
    with pytest.raises(ProgrammingError), plain_database_errors():
        raise ProgrammingError("syntax error at or near")
