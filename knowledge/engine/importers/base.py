"""What all import formats share: lines, entries, problems, and times without a zone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from knowledge.engine.instants import BadInstantError, parse_instant

if TYPE_CHECKING:
    from datetime import tzinfo

    from knowledge.engine.types import MemoryDraft, SourceRef

MAX_LINE_BYTES: Final = 4 * 1024 * 1024
"""Longest line of an import; a longer one is passed over without being held in memory."""

_LOCAL: Final = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?",
    re.ASCII,
)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_SHORT: Final = re.compile(r"(\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2})\s?([Zz]|[+-]\d{2}:?\d{2})", re.ASCII)


class LineError(ValueError):
    """Why a line was not imported: a stable word, and one sentence without any of its content."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@dataclass(frozen=True, slots=True)
class RawLine:
    """One line of the file.

    Attributes:
        number: counted from 1.
        data: its bytes, the line end included.
        too_long: it is over `MAX_LINE_BYTES`; `data` is only its beginning.
    """

    number: int
    data: bytes
    too_long: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """How the lines of one import are read.

    Attributes:
        agent: whose memories they become; a line that names another agent is refused.
        name: what the import is called; forgetting the whole import later goes by it.
        origin: origin of lines that name none.
        timezone: zone of times that have none; None refuses them.
    """

    agent: str
    name: str
    origin: str = "import"
    timezone: tzinfo | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One memory of an import, or the reason why there is none.

    Attributes:
        line: where it begins in the file, from 1.
        draft: what to store; None when there is a problem.
        arrival: the source that tells this line from every other, and recognises it next time.
        adjusted: what was brought into range, one sentence each.
        name: the line's own id, when it has one; within a file it may occur once.
        counted: the position in `arrival` was counted here, and goes on where an earlier file ended.
    """

    line: int
    draft: MemoryDraft | None = None
    arrival: SourceRef | None = None
    problem: LineError | None = None
    adjusted: tuple[str, ...] = ()
    name: str = ""
    counted: bool = False


def check_storable(text: str, label: str) -> str:
    """Return a text that any database can hold and be asked for.

    Raises:
        LineError: it holds a NUL or half of a surrogate pair.
    """
    if "\0" in text or _SURROGATE.search(text):
        raise LineError("bad_text", f"{label} holds a character that is no text (NUL or half of a surrogate pair).")
    return text


def read_time(value: Any, label: str, zone: tzinfo | None) -> datetime | None:
    """Read a time of a line.

    Args:
        value: RFC 3339 text; with a zone given here also a local time or a day. None is absent.
        label: the field's name, for the message.
        zone: zone of times that carry none.

    Returns:
        The instant in UTC.

    Raises:
        LineError: not a time, or a time without a zone and no zone to read it in.
    """
    if value is None:
        return None
    if not isinstance(value, str):
        raise LineError("bad_time", f"{label}: write the time as RFC 3339 text, for example 2026-03-03T10:00:00Z.")
    text = value.strip()
    short = _SHORT.fullmatch(text)
    if short is not None:
        text = f"{short[1]}:00{short[2]}"
    local = _LOCAL.fullmatch(text)
    if local is not None:
        return _in_zone(local, label, zone)
    try:
        return parse_instant(text)
    except BadInstantError as error:
        raise LineError("bad_time", f"{label}: {error}") from error


def _in_zone(local: re.Match[str], label: str, zone: tzinfo | None) -> datetime:
    if zone is None:
        raise LineError(
            "naive_time",
            f"{label}: add a zone to the time (Z for UTC, or an offset such as +09:00), or name one with --timezone.",
        )
    year, month, day, hour, minute, second, fraction = local.groups()
    try:
        return datetime(
            int(year),
            int(month),
            int(day),
            int(hour or 0),
            int(minute or 0),
            int(second or 0),
            int((fraction or "0")[:6].ljust(6, "0")),
            tzinfo=zone,
        ).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise LineError("bad_time", f"{label}: there is no such moment; check day and hour.") from error
