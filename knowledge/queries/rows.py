"""Reading whole rows with a statement that is built once: the hot paths of store and recall."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from django.db import connection, models
from django.db.models.base import ModelState

if TYPE_CHECKING:
    from django.db.models import Model

_Row = TypeVar("_Row", bound="Model")
_Converter = Callable[[Any], Any]


def _aware(value: datetime | None) -> datetime | None:
    return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


def _parsed(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value


def _truth(value: Any) -> bool | None:
    return None if value is None else bool(value)


@lru_cache(maxsize=16)
def _plan(
    model: type[Model], vendor: str, without: frozenset[str]
) -> tuple[str, list[str], list[tuple[int, _Converter]]]:
    """Return the columns as SQL, the attribute names, and what the driver leaves to be converted."""
    del vendor  # part of the key: quoting may differ
    every = model._meta.concrete_fields  # noqa: SLF001 - Django's documented way to list columns
    fields = [field for field in every if field.attname not in without]
    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    convert: list[tuple[int, _Converter]] = []
    for place, field in enumerate(fields):
        if isinstance(field, models.DateTimeField):
            convert.append((place, _aware))
        elif isinstance(field, models.JSONField):
            convert.append((place, _parsed))
        elif isinstance(field, models.BooleanField):
            convert.append((place, _truth))
    table = connection.ops.quote_name(model._meta.db_table)  # noqa: SLF001 - as above
    return f"SELECT {columns} FROM {table}", [str(field.attname) for field in fields], convert  # noqa: S608 - names of the model


def read_rows(
    model: type[_Row], condition: str, params: Sequence[Any], *, without: frozenset[str] = frozenset()
) -> list[_Row]:
    """Return instances.

    Args:
        model: a model without custom column types other than times, truth values and JSON.
        condition: SQL from WHERE on, with `%s` placeholders; never holds a caller's text.
        params: its values; times through `adapt_datetimefield_value`.
        without: columns that are left to be read when somebody asks for them.
    """
    select, names, convert = _plan(model, connection.vendor, without)
    with connection.cursor() as cursor:
        cursor.execute(f"{select} {condition}", params)
        found = cursor.fetchall()
    rows = []
    for values in found:
        listed = list(values)
        for place, converter in convert:
            listed[place] = converter(listed[place])
        rows.append(_instance(model, dict(zip(names, listed, strict=True))))
    return rows


def _instance(model: type[_Row], values: dict[str, Any]) -> _Row:
    """Return a row that was read, as `from_db` does, without the detour of setting each column."""
    row = model.__new__(model)
    state = values["_state"] = ModelState()
    state.adding, state.db = False, connection.alias
    row.__dict__ = values
    return row
