"""CSV: a header that names fields of a memory, or `question,answer`."""

from __future__ import annotations

import csv
import json
import re
from collections import deque
from typing import TYPE_CHECKING, Any, Final

from knowledge.engine.importers.base import Entry, LineError, RawLine, Rules
from knowledge.engine.importers.fields import COLUMNS, entry_of
from knowledge.engine.importers.objects import not_utf8, too_long

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_DELIMITERS: Final = ",;\t"
_NUMBERS: Final = {"importance", "confidence", "origin_trust"}
_SOURCE: Final = re.compile(r"source[._](kind|session|item|seq|observed_at)")
_UNDECODED: Final = re.compile("[\udc80-\udcff]")
_NUMBER: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?", re.ASCII)
_WHOLE: Final = re.compile(r"[+-]?\d{1,18}", re.ASCII)


class HeaderError(ValueError):
    """The first line does not say what the columns are; nothing can be imported."""


def columns_of(header: str) -> tuple[list[str], str]:
    """Return the names of the columns and the delimiter.

    Args:
        header: the first line, without its line end.

    Raises:
        HeaderError: no column holds the text of a memory, or a name occurs twice.
    """
    header = header.lstrip("\ufeff")
    for delimiter in sorted(_DELIMITERS, key=header.count, reverse=True):
        try:
            cells = next(csv.reader([header], delimiter=delimiter), [])
        except csv.Error:
            continue  # a cell beyond any length, or a line end within one
        names = [cell.strip().lower() for cell in cells]
        if "content" in names or {"question", "answer"} <= set(names):
            if len(set(names)) != len(names) or "" in names:
                raise HeaderError("The header gives a column no name or one name twice; name each column once.")
            return names, delimiter
    raise HeaderError("The first line must name the columns: content (and tags, …), or question and answer.")


def read_table(lines: Iterable[RawLine], rules: Rules) -> Iterator[Entry]:
    """Read the rows of a table.

    Raises:
        HeaderError: the first line is no header.
    """
    texts = _Texts(lines)
    names, delimiter = columns_of(next(texts, "").rstrip("\r\n"))
    rows = csv.reader(texts, delimiter=delimiter, strict=True)
    while True:
        texts.begin()
        begins = texts.number + 1
        try:
            cells = next(rows, None)
            if cells is None:
                return
            if not any(cells):
                continue
            _check_row(texts, names, cells)
        except csv.Error:
            error = LineError("bad_csv", "The row's quotation marks do not match.")
        except LineError as problem:
            error = problem
        else:
            yield _entry(begins, names, cells, rules)
            continue
        yield Entry(begins, problem=error)
        # A quotation mark too many must not swallow the rows after it.
        texts.take_back()
        rows = csv.reader(texts, delimiter=delimiter, strict=True)


class _Texts:
    """The lines as text for the csv module, which joins those that belong to one row."""

    def __init__(self, lines: Iterable[RawLine]) -> None:
        self._lines = iter(lines)
        self._again: deque[RawLine] = deque()
        self._row: list[RawLine] = []
        self.number = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._again.popleft() if self._again else next(self._lines)
        self.number = line.number
        self._row.append(line)
        data = line.data[:1_000] if line.too_long else line.data
        return data.decode("utf-8", "surrogateescape")

    def begin(self) -> None:
        """Remember that a row begins here."""
        self._row = []

    def take_back(self) -> None:
        """Hand all lines of this row but its first out again."""
        self._again.extendleft(reversed(self._row[1:]))
        self.number = self._row[0].number if self._row else self.number

    @property
    def too_long(self) -> bool:
        """Whether a line of this row was too long to be read."""
        return any(line.too_long for line in self._row)


def _check_row(texts: _Texts, names: Sequence[str], cells: Sequence[str]) -> None:
    if texts.too_long:
        raise too_long()
    if len(cells) != len(names):
        raise LineError("bad_csv", f"The row has {len(cells)} cells where the header names {len(names)} columns.")


def _entry(line: int, names: Sequence[str], cells: Sequence[str], rules: Rules) -> Entry:
    if any(_UNDECODED.search(cell) for cell in cells):
        return Entry(line, problem=not_utf8())
    try:
        fields = _fields(dict(zip(names, cells, strict=True)))
    except LineError as error:
        return Entry(line, problem=error)
    return entry_of(line, fields, rules)


def _fields(row: dict[str, str]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    source: dict[str, Any] = {}
    for name, cell in row.items():
        if not cell.strip():
            continue
        part = _SOURCE.fullmatch(name)
        if part is not None:
            source[part[1]] = _whole(cell, name) if part[1] == "seq" else cell.strip()
        else:
            fields[name] = _value(name, cell)
    if source:
        fields["source"] = source
    if "content" not in row:
        question, answer = fields.pop("question", ""), fields.pop("answer", "")
        if not question or not answer:
            raise LineError("no_content", "question or answer is missing.")
        # Asked and answered: knowledge, not an event.
        fields = {"content": f"{question}\n{answer}", "layer": "semantic", **fields}
    return fields


def _value(name: str, cell: str) -> Any:
    if name in _NUMBERS:
        if not _NUMBER.fullmatch(cell.strip()):
            raise LineError("wrong_type", f"{name} must be a number.")
        return float(cell)
    if name == "ttl_seconds":
        return _whole(cell, name)
    if name in ("tags", "derived_from"):
        return _listed(cell, name)
    if name == "metadata":
        return _json(cell, name)
    return cell if name in ("content", "question", "answer") or name not in COLUMNS else cell.strip()


def _whole(cell: str, name: str) -> int:
    if not _WHOLE.fullmatch(cell.strip()):
        raise LineError("wrong_type", f"{name} must be a whole number.")
    return int(cell)


def _listed(cell: str, name: str) -> list[str]:
    """Read several values of one cell: a JSON list, or separated by semicolons, else by commas."""
    if cell.lstrip().startswith("["):
        value = _json(cell, name)
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise LineError("wrong_type", f"{name} must be a list of texts.")
        return value
    separator = ";" if ";" in cell else ","
    return [part.strip() for part in cell.split(separator) if part.strip()]


def _json(cell: str, name: str) -> Any:
    try:
        return json.loads(cell)
    except (ValueError, RecursionError) as error:
        raise LineError("bad_json", f"{name} is not valid JSON.") from error
