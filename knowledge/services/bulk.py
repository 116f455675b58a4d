"""Writing rows with statements that are built once.

The hot path of a write is a dozen small statements. Building each of them anew from model objects
costs several times what the database takes to run them, so the inserts and updates of one write are
prepared per table and reused. Values still pass through the fields of the model.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.db import connection

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import Field, Model


@lru_cache(maxsize=64)
def _insert_plan(model: type[Model], vendor: str, *, with_key: bool) -> tuple[str, tuple[Field[Any, Any], ...]]:
    fields = tuple(field for field in model._meta.concrete_fields if with_key or not field.primary_key)  # noqa: SLF001 - Django's documented way to list columns
    del vendor  # part of the key: placeholders differ by database
    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    table = connection.ops.quote_name(model._meta.db_table)  # noqa: SLF001 - as above
    return f"INSERT INTO {table} ({columns}) VALUES ({marks})", fields  # noqa: S608 - names of the model


def insert(rows: Sequence[Model], *, with_key: bool = False) -> None:
    """Insert rows of one model.

    Args:
        rows: complete instances; their `pk` is only written when `with_key` is set, and is not
            filled in otherwise.
        with_key: the instances carry their primary key (see `next_numbers`).
    """
    if not rows:
        return
    sql, fields = _insert_plan(type(rows[0]), connection.vendor, with_key=with_key)
    values = [[field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in fields] for row in rows]
    with connection.cursor() as cursor:
        if len(values) == 1:
            cursor.execute(sql, values[0])
        else:
            cursor.executemany(sql, values)


@lru_cache(maxsize=16)
def _update_plan(model: type[Model], names: tuple[str, ...], vendor: str) -> tuple[str, tuple[Field[Any, Any], ...]]:
    del vendor
    options = model._meta  # noqa: SLF001 - as above
    fields = tuple(field for name in names for field in options.concrete_fields if name in (field.name, field.attname))
    settings = ", ".join(f"{connection.ops.quote_name(str(field.column))} = %s" for field in fields)
    key = connection.ops.quote_name(str(options.pk.column))
    table = connection.ops.quote_name(options.db_table)
    return f"UPDATE {table} SET {settings} WHERE {key} = %s", fields  # noqa: S608 - names of the model


def update(row: Model, names: tuple[str, ...]) -> None:
    """Write back the named fields of one row."""
    sql, fields = _update_plan(type(row), names, connection.vendor)
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql, [*values, row.pk])


def next_numbers(model: type[Model], count: int) -> list[int]:
    """Reserve primary keys for rows about to be inserted; call it under the write lock."""
    table = model._meta.db_table  # noqa: SLF001 - as above
    key = str(model._meta.pk.column)  # noqa: SLF001 - as above
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)", [table, key, count]
            )
            return [row[0] for row in cursor.fetchall()]
        # The sequence also remembers the keys of deleted rows, so none is ever used twice.
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        found = cursor.fetchone()
        start = (found[0] if found else 0) + 1
        return list(range(start, start + count))
