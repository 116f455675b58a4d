"""Checking JSON that somebody sends: how deep it is, how large, and whether a database can keep it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from knowledge.errors import Invalid, TooLarge

if TYPE_CHECKING:
    from knowledge.conf import MemoryLimits


def check_json(value: object, label: str, bounds: MemoryLimits) -> None:
    """Refuse JSON that is too deep, too large, or holds what a database cannot keep."""
    open_values: list[tuple[object, int]] = [(value, 1)]
    budget = bounds.metadata_bytes
    while open_values:
        current, depth = open_values.pop()
        if depth > bounds.metadata_levels:
            raise TooLarge(f"{label} may be at most {bounds.metadata_levels} levels deep.", field=label)
        if isinstance(current, dict):
            budget -= 2
            for key, inner in current.items():
                if not isinstance(key, str):
                    raise Invalid(f"Keys of {label} must be text.", field=label)
                budget -= text_bytes(key, label)
                open_values.append((inner, depth + 1))
        elif isinstance(current, list | tuple):
            budget -= 2
            open_values.extend((inner, depth + 1) for inner in current)
        else:
            budget -= _json_scalar(current, label)
        if budget < 0:
            raise TooLarge(f"{label} may be at most {bounds.metadata_bytes} bytes.", field=label)


def text_bytes(text: str, label: str) -> int:
    """Return what a text takes as JSON, in bytes; raises Invalid for one that no database can keep."""
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError as error:
        raise Invalid(f"{label} contains half of a surrogate pair; send valid Unicode.", field=label) from error
    if "\0" in text:
        raise Invalid(f"{label} contains a NUL character; remove it.", field=label)
    return size + 2


def _json_scalar(value: object, label: str) -> int:
    if isinstance(value, str):
        return text_bytes(value, label)
    if value is None or isinstance(value, bool):
        return 4
    if isinstance(value, int) and abs(value) < 1 << 63:
        return 8
    if isinstance(value, float) and math.isfinite(value):
        return 8
    raise Invalid(f"{label} holds a value JSON cannot carry (a number out of range, or not JSON).", field=label)
