"""Making values out of the JSON that came back."""

from __future__ import annotations

import dataclasses
import types
from datetime import datetime
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


def read(kind: type[T], value: Any) -> T:
    """Make a value of a kind out of JSON."""
    return _read(kind, value)  # type: ignore[no-any-return]


def _read(kind: Any, value: Any) -> Any:
    if value is None or kind is Any:
        return value
    origin = get_origin(kind)
    if origin in {Union, types.UnionType}:
        return _read(next(one for one in get_args(kind) if one is not type(None)), value)
    if origin is list:
        return [_read(get_args(kind)[0], one) for one in value]
    if kind is datetime:
        return datetime.fromisoformat(value)
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return kind(**{name: _read(hint, value[name]) for name, hint in _hints(kind) if name in value})
    return value


@cache
def _hints(kind: type) -> tuple[tuple[str, Any], ...]:
    return tuple(get_type_hints(kind).items())
