"""The hub's clock: the database's, so that every process agrees on what time it is."""

from __future__ import annotations

from datetime import UTC, datetime

from django.db import connection


def hub_now() -> datetime:
    """Return the current moment in UTC, microsecond precision.

    SQLite lives inside this process and reads this machine's clock itself; PostgreSQL is asked.
    Inside a write, call it after the write lock is taken (see `write_transaction`).
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            moment: datetime = cursor.fetchone()[0]
            return moment.astimezone(UTC)
    return datetime.now(UTC)
