"""Reading JSON objects one after another: one per line, or the elements of one array.

Nothing larger than one object is ever held. A bad line says nothing about the next one; inside an
array a syntax error ends the reading, because nobody can tell where the next element begins.
"""

from __future__ import annotations

import json
import re
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from knowledge.engine.importers.base import MAX_LINE_BYTES, Entry, LineError, RawLine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_BOM: Final = b"\xef\xbb\xbf"
_BLANK: Final = b" \t\r\n\v\f"
_SKIP: Final = re.compile(r"[\s,]*")
_UNDECODED: Final = re.compile("[\udc80-\udcff]")


class _RepeatedNameError(ValueError):
    pass


class _NotJsonError(ValueError):
    pass


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise _RepeatedNameError
    return fields


def _constant(text: str) -> Any:
    raise _NotJsonError(text)


_decoder: Final = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant)


def is_array(first: bytes) -> bool:
    """Tell whether a file that begins like this is one JSON array."""
    return first.removeprefix(_BOM).lstrip(_BLANK).startswith(b"[")


def read_lines(lines: Iterable[RawLine], make: Callable[[int, dict[str, Any]], Entry]) -> Iterator[Entry]:
    """Read one object per line; blank lines are passed over.

    Args:
        lines: the file's lines.
        make: turns line number and object into an entry.
    """
    for line in lines:
        data = line.data
        if line.number == 1:
            data = data.removeprefix(_BOM)
        if not data.strip(_BLANK):
            continue
        try:
            fields = _object_of(line, data)
        except LineError as error:
            yield Entry(line.number, problem=error)
            continue
        yield make(line.number, fields)


def _object_of(line: RawLine, data: bytes) -> dict[str, Any]:
    if line.too_long:
        raise too_long()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise not_utf8() from error
    return checked_object(_parsed(text))


def _parsed(text: str) -> Any:
    try:
        return _decoder.decode(text)
    except _RepeatedNameError as error:
        raise LineError("bad_json", "The line gives one field twice; keep one of them.") from error
    except (_NotJsonError, RecursionError, ValueError) as error:
        raise LineError("bad_json", "The line is not valid JSON.") from error


def checked_object(value: Any) -> dict[str, Any]:
    """Return a JSON object.

    Raises:
        LineError: another kind of value.
    """
    if not isinstance(value, dict):
        raise LineError("bad_json", "The line is JSON, but not an object of named fields.")
    return value


def too_long() -> LineError:
    """Return the problem of a line nobody could have meant as one memory."""
    return LineError("too_long", f"The line is longer than {MAX_LINE_BYTES // 1024 // 1024} MiB.")


def not_utf8() -> LineError:
    """Return the problem of bytes that are no text."""
    return LineError("bad_utf8", "The line is not valid UTF-8; save the file as UTF-8.")


def read_array(pieces: Iterable[bytes], make: Callable[[int, dict[str, Any]], Entry]) -> Iterator[Entry]:
    """Read the elements of one JSON array, piece by piece.

    Args:
        pieces: the file in pieces of any size.
        make: turns the number of the element, from 1, and the object into an entry.
    """
    window = _Window(pieces)
    window.open()
    for line in count(1):
        if not window.skip():
            yield Entry(line, problem=LineError("bad_json", "The array has no end; the file may be cut off."))
            return
        if window.text.startswith("]", window.at):
            return
        try:
            value, raw = window.element()
        except LineError as error:
            yield Entry(line, problem=error)
            return
        try:
            if _UNDECODED.search(raw):
                raise not_utf8()
            fields = checked_object(value)
        except LineError as error:
            yield Entry(line, problem=error)
            continue
        yield make(line, fields)


class _Window:
    """The part of an array that is being read."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = iter(pieces)
        self._rest = b""
        self._ended = False
        self.text = ""
        self.at = 0

    def open(self) -> None:
        """Go past the opening bracket."""
        while "[" not in self.text and self._more():
            pass
        self.at = self.text.index("[") + 1

    def skip(self) -> bool:
        """Go to the next element or bracket; False at the end of the file."""
        while True:
            found = _SKIP.match(self.text, self.at)
            self.at = found.end() if found else self.at
            if self.at < len(self.text):
                return True
            if not self._more():
                return False

    def element(self) -> tuple[Any, str]:
        """Return the next element and its text."""
        while True:
            try:
                value, end = _decoder.raw_decode(self.text, self.at)
            except _RepeatedNameError as error:
                raise LineError("bad_json", "An element gives one field twice; the rest was not read.") from error
            except (ValueError, RecursionError) as error:
                if len(self.text) - self.at <= MAX_LINE_BYTES and self._more():
                    continue
                raise LineError("bad_json", "This element is not valid JSON; the rest was not read.") from error
            if end == len(self.text) and self._more():
                continue  # a number may go on in the next piece
            raw = self.text[self.at : end]
            self.at = end
            return value, raw

    def _more(self) -> bool:
        """Read another piece; what was read already is dropped."""
        piece = next(self._pieces, b"")
        if not piece:
            if self._ended:
                return False
            self._ended = True
        data = self._rest + piece
        cut = len(data) if not piece else _whole_characters(data)
        self._rest = data[cut:]
        # Bytes that are no text stay recognisable, so that only their own element is refused.
        self.text = self.text[self.at :] + data[:cut].decode("utf-8", "surrogateescape")
        self.at = 0
        return bool(piece) or bool(data)


def _whole_characters(data: bytes) -> int:
    """Return how many bytes end at the border of a character."""
    for back in range(1, min(4, len(data)) + 1):
        byte = data[-back]
        if byte < 0x80:
            return len(data)
        if byte >= 0xC0:  # the first byte of a character
            needed = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            return len(data) if needed == back else len(data) - back
    return len(data)
