"""Reading the file of an import: its beginning twice, its lines once, never the whole."""

from __future__ import annotations

import io
import sqlite3
from typing import TYPE_CHECKING, BinaryIO, Self

from knowledge.engine.importers.base import MAX_LINE_BYTES, RawLine
from knowledge.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD_BYTES = 65_536
_PIECE = 262_144
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class ImportFile:
    """A stream that can be looked at before it is read.

    Args:
        stream: read once, from where it stands.
        size: its length in bytes, 0 when nobody knows.

    Attributes:
        head: its first 64 KiB.

    Raises:
        Invalid: the stream is UTF-16 text.
    """

    def __init__(self, stream: BinaryIO, *, size: int = 0) -> None:
        self._size = size
        self.head = stream.read(HEAD_BYTES)
        if self.head.startswith(_UTF_16):
            raise Invalid("The file is UTF-16; save it as UTF-8 first.")
        self._source = _Again(self.head, stream)
        self._reader = io.BufferedReader(self._source, _PIECE)

    @property
    def part(self) -> float:
        """How much was handed out so far, 0 to 1; 0 when the length is not known."""
        return min(1.0, self._source.handed_out / self._size) if self._size else 0.0

    def lines(self) -> Iterator[RawLine]:
        """Yield the lines; of one over the limit only the beginning is kept."""
        number = 0
        while data := self._reader.readline(MAX_LINE_BYTES + 1):
            number += 1
            too_long = len(data) > MAX_LINE_BYTES
            rest = data
            while too_long and not rest.endswith(b"\n") and rest:
                rest = self._reader.readline(_PIECE)
            yield RawLine(number, data, too_long=too_long)

    def pieces(self) -> Iterator[bytes]:
        """Yield the bytes in pieces, whatever the lines."""
        while data := self._reader.read(_PIECE):
            yield data


class _Again(io.RawIOBase):
    """The beginning that was read already, then the rest of the stream."""

    def __init__(self, head: bytes, stream: BinaryIO) -> None:
        super().__init__()
        self._head = memoryview(head)
        self._stream = stream
        self.handed_out = 0

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # what BufferedReader passes
        """Fill a buffer; 0 at the end."""
        if self._head:
            count = min(len(buffer), len(self._head))
            buffer[:count], self._head = self._head[:count], self._head[count:]
        else:
            data = self._stream.read(len(buffer))
            count = len(data)
            buffer[:count] = data
        self.handed_out += count
        return count


class SeenNames:
    """The ids of the lines of one file, kept on disk: a file may have more than memory holds."""

    def __init__(self) -> None:
        self._names = sqlite3.connect("", isolation_level=None)
        self._names.execute("CREATE TABLE seen (name TEXT PRIMARY KEY, item TEXT, line INTEGER) WITHOUT ROWID")
        self._names.execute("BEGIN")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._names.close()

    def first(self, name: str, item: str, line: int) -> tuple[str, int] | None:
        """Remember a name; return item and line of its first use when it was used before."""
        found = self.find(name)
        if found is None:
            self._names.execute("INSERT INTO seen VALUES (?, ?, ?)", [name, item, line])
        return found

    def find(self, name: str) -> tuple[str, int] | None:
        """Return item and line of the first use of a name."""
        found: tuple[str, int] | None = self._names.execute(
            "SELECT item, line FROM seen WHERE name = ?", [name]
        ).fetchone()
        return found
