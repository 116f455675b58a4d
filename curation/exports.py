"""Files for spreadsheets and programs."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import datetime
from typing import TYPE_CHECKING, Any

from knowledge.queries.instants import format_instant

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

# What makes a spreadsheet take a cell for a formula; the full-width forms do so where keyboards type them.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
# Where lists are separated by semicolons, a spreadsheet cuts our cells at those, and pays no heed to quotes in their
# middle: a new cell begins there. A dash before a blank is left alone, it begins an item of a list.
_INNER_FORMULA = re.compile(r"""(?<=[;\t\r\n])(?=["']*(?:[=@＝＠]|[-+－＋](?!\s)))""")


def safe_cell(value: Any) -> str:
    """Write a value as a cell that no spreadsheet runs: what looks like a formula gets an apostrophe.

    None is an empty cell, a moment RFC 3339 in UTC, a number itself, a list or object JSON.
    """
    if value is None:
        return ""
    if isinstance(value, datetime):
        return format_instant(value)
    if isinstance(value, bool | int | float):
        return str(value)
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = _INNER_FORMULA.sub("'", text)
    return f"'{text}" if text.startswith(_FORMULA) else text


def csv_lines(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Yield a CSV file line by line: a byte order mark for spreadsheets, the column names, the rows."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(columns)
    yield "\ufeff" + buffer.getvalue()
    for row in rows:
        buffer.seek(0)
        buffer.truncate()
        writer.writerow([safe_cell(value) for value in row])
        yield buffer.getvalue()


def json_lines(head: dict[str, Any], name: str, items: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield one JSON object piece by piece: the head, and under `name` the list of items."""
    start = json.dumps(head, ensure_ascii=False, default=_plain)
    yield f"{start[:-1]}{', ' if head else ''}{json.dumps(name)}: ["
    for number, item in enumerate(items):
        yield (",\n" if number else "\n") + json.dumps(item, ensure_ascii=False, default=_plain)
    yield "\n]}\n"


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return format_instant(value)
    raise TypeError(type(value).__name__)
