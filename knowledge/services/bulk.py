"""Writing rows with statements that are built once.

The hot path of a write is a dozen small statements. Building each of them anew from model objects
costs several times what the database takes to run them, so the inserts and updates of one write are
prepared per table and reused. Values the driver does not take as they are pass through their field.
The same goes for the objects: a row of forty columns takes longer to make than to write.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

from django.db import connection
from django.db.models import (
    BooleanField,
    CharField,
    DateTimeField,
    FloatField,
    ForeignKey,
    IntegerField,
    JSONField,
    TextField,
)
from django.db.models.base import ModelState

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from django.db.models import Field, Model

_Row = TypeVar("_Row", bound="Model")
_json_of = json.JSONEncoder().encode


@lru_cache(maxsize=64)
def _defaults(model: type[Model]) -> tuple[dict[str, Any], tuple[tuple[str, Callable[[], Any]], ...]]:
    """Return the values columns have when nothing is said, and what makes those that no two rows may share."""
    fixed, made = {}, []
    for field in model._meta.concrete_fields:  # noqa: SLF001 - Django's documented way to list columns
        if field.has_default() and callable(field.default):
            made.append((str(field.attname), field.default))
        else:
            fixed[str(field.attname)] = field.get_default()
    return fixed, tuple(made)


def new(model: type[_Row], **values: object) -> _Row:
    """Return an instance that is not written yet, as `model(**values)` does, many times faster.

    Args:
        model: a model without signals of its own.
        values: by column attribute, so `agent_id` and not `agent`.
    """
    fixed, made = _defaults(model)
    row = model.__new__(model)
    row.__dict__ = {**fixed, **values, "_state": ModelState()}
    for name, make in made:
        if name not in values:
            setattr(row, name, make())
    return row


@dataclass(frozen=True, slots=True)
class _Plan:
    """How rows of one model are written.

    Attributes:
        sql: the statement for one row.
        values: reads all its columns of an instance at once.
        turns: (position, how to write the value) of the columns the driver does not take as they are.
    """

    sql: str
    values: Callable[[Model], tuple[Any, ...]]
    turns: tuple[tuple[int, Callable[[Any], Any]], ...]

    @classmethod
    def of(cls, sql: str, fields: Sequence[Field[Any, Any]], vendor: str) -> _Plan:
        """Make the plan of a statement with one placeholder for each field."""
        turns = tuple((at, turn) for at, field in enumerate(fields) if (turn := _turn(field, vendor)) is not None)
        return cls(sql, attrgetter(*(field.attname for field in fields)), turns)

    def row(self, instance: Model) -> list[Any]:
        """Return the values of one instance as the driver takes them."""
        values = list(self.values(instance))
        for position, turn in self.turns:
            if values[position] is not None:
                values[position] = turn(values[position])
        return values


@lru_cache(maxsize=64)
def _insert_plan(model: type[Model], vendor: str, *, with_key: bool) -> _Plan:
    fields = tuple(field for field in model._meta.concrete_fields if with_key or not field.primary_key)  # noqa: SLF001 - Django's documented way to list columns
    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    table = connection.ops.quote_name(model._meta.db_table)  # noqa: SLF001 - as above
    return _Plan.of(f"INSERT INTO {table} ({columns}) VALUES ({marks})", fields, vendor)  # noqa: S608 - names of the model


def _turn(field: Field[Any, Any], vendor: str) -> Callable[[Any], Any] | None:
    """Return how a value of a column is written, None when the driver takes it as it is."""
    if isinstance(field, ForeignKey):
        return _turn(field.target_field, vendor)
    if isinstance(field, DateTimeField):
        return _sqlite_instant if vendor == "sqlite" else None
    if isinstance(field, JSONField) and vendor == "sqlite" and field.encoder is None:
        return _sqlite_json
    if isinstance(field, CharField | TextField | IntegerField | FloatField | BooleanField):
        return None
    return lambda value: field.get_db_prep_save(value, connection)


def _sqlite_instant(moment: datetime) -> str:
    """Write a moment as Django does on SQLite: UTC, without a zone."""
    if moment.tzinfo is UTC:
        return _utc_text(moment)
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(" ")


@lru_cache(maxsize=64)
def _utc_text(moment: datetime) -> str:
    """Write a moment of UTC; the rows of one write share most of theirs."""
    return moment.isoformat(" ")[:-6]  # without "+00:00"


def _sqlite_json(value: object) -> str:
    """Write JSON as Django does on SQLite; most rows have neither tags nor metadata."""
    return "{}" if value == {} else "[]" if value == [] else _json_of(value)


def insert(rows: Sequence[Model], *, with_key: bool = False) -> None:
    """Insert rows of one model.

    Args:
        rows: complete instances; their `pk` is only written when `with_key` is set, and is not
            filled in otherwise.
        with_key: the instances carry their primary key (see `next_numbers`).
    """
    if not rows:
        return
    plan = _insert_plan(type(rows[0]), connection.vendor, with_key=with_key)
    with connection.cursor() as cursor:
        if len(rows) == 1:
            cursor.execute(plan.sql, plan.row(rows[0]))
        else:
            cursor.executemany(plan.sql, [plan.row(row) for row in rows])


@lru_cache(maxsize=64)
def _update_plan(model: type[Model], names: tuple[str, ...], vendor: str) -> _Plan:
    options = model._meta  # noqa: SLF001 - as above
    fields = [field for name in names for field in options.concrete_fields if name in (field.name, field.attname)]
    settings = ", ".join(f"{connection.ops.quote_name(str(field.column))} = %s" for field in fields)
    key = connection.ops.quote_name(str(options.pk.column))
    table = connection.ops.quote_name(options.db_table)
    return _Plan.of(f"UPDATE {table} SET {settings} WHERE {key} = %s", [*fields, options.pk], vendor)  # noqa: S608 - names of the model


def update(row: Model, names: tuple[str, ...], *, only_if: str = "", values: Sequence[Any] = ()) -> int:
    """Write back the named fields of one row.

    Args:
        row: a row that is stored.
        names: its fields.
        only_if: a condition in SQL on the row as it is stored, with `%s` for values; never a caller's text.
        values: those of the condition, as the driver takes them.

    Returns:
        How many rows were written, 0 or 1.
    """
    plan = _update_plan(type(row), names, connection.vendor)
    sql = f"{plan.sql} AND {only_if}" if only_if else plan.sql
    with connection.cursor() as cursor:
        cursor.execute(sql, [*plan.row(row), *values])
        return int(cursor.rowcount)


def update_many(rows: Sequence[Model], names: tuple[str, ...]) -> None:
    """Write back the named fields of rows of one model, in their order, with one statement for all."""
    if len(rows) == 1:
        update(rows[0], names)
    elif rows:
        plan = _update_plan(type(rows[0]), names, connection.vendor)
        with connection.cursor() as cursor:
            cursor.executemany(plan.sql, [plan.row(row) for row in rows])


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
