"""Reading what callers send: JSON and query parameters, each in exactly one way."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest
from django.utils.datastructures import MultiValueDict
from ninja.parser import Parser

from knowledge.errors import Invalid

LEVELS = 64
"""Depth of JSON that is read at all; what may be stored is less, and checked where it is stored."""

_DIGITS = 19
_BIGGEST = (1 << 63) - 1


class StrictParser(Parser):
    """JSON with one meaning: UTF-8, no key twice, no number that a database cannot hold, no text it cannot keep."""

    def parse_body(self, request: HttpRequest) -> Any:
        """Return the body as plain values; it is read once per request.

        Raises:
            Invalid: it is not such JSON.
        """
        known = request.__dict__.setdefault("_hub_body", [])
        if not known:
            known.append(read_json(request.body))
        return known[0]

    def parse_querydict(
        self, data: MultiValueDict[str, str], list_fields: list[str], request: HttpRequest
    ) -> dict[str, Any]:
        """Return the query; a parameter that is given twice is refused unless it is a list."""
        return {name: data.getlist(name) if name in list_fields else data[name] for name in data}


def read_json(raw: bytes) -> Any:
    """Read strict JSON.

    Raises:
        Invalid: see `StrictParser`.
    """
    try:
        text = raw.decode("utf-8")
        value = json.loads(
            text,
            parse_constant=_no_constant,
            parse_int=_whole,
            parse_float=_finite,
            object_pairs_hook=_object,
        )
    except UnicodeDecodeError as error:
        raise Invalid("The body is not UTF-8; send JSON in UTF-8.") from error
    except RecursionError as error:
        raise Invalid(f"The body is nested deeper than {LEVELS} levels.") from error
    except ValueError as error:
        raise Invalid("The body is not valid JSON.") from error
    check_json(value)
    return value


def _no_constant(name: str) -> None:
    raise Invalid("NaN and Infinity are not JSON numbers.")


def _whole(digits: str) -> int:
    if len(digits) > _DIGITS + 1 or abs(value := int(digits)) > _BIGGEST:
        raise Invalid("The body holds a whole number that is too large (64 bits at most).")
    return value


def _finite(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise Invalid("The body holds a number that is too large.")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise Invalid("The body names a field twice; send each once.")
    return result


def check_json(value: Any) -> None:
    """Refuse depth and texts that could not be kept, wherever they stand.

    Raises:
        Invalid: see `StrictParser`.
    """
    waiting = [(value, 1)]
    while waiting:
        current, depth = waiting.pop()
        if isinstance(current, str):
            check_text(current)
        elif isinstance(current, dict | list):
            if depth > LEVELS:
                raise Invalid(f"The body is nested deeper than {LEVELS} levels.")
            if isinstance(current, dict):
                for key in current:
                    check_text(key)
                current = list(current.values())
            waiting.extend((inner, depth + 1) for inner in current)


def check_text(text: str) -> None:
    """Refuse NUL and halves of surrogate pairs.

    Raises:
        Invalid: the text holds one.
    """
    if "\0" in text:
        raise Invalid("A text holds a NUL character; remove it.")
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise Invalid("A text holds half of a surrogate pair; send valid Unicode.") from error
