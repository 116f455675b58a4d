"""Reading and writing moments in time: RFC 3339 with a zone, nothing guessed."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from typing import Final

_PATTERN: Final = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?"
    r"\s?([Zz]|[+-]\d{2}:?\d{2})?",
    re.ASCII,
)
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_MINUTES_IN_HOUR: Final = 60
_HOURS_IN_DAY: Final = 24


class BadInstantError(ValueError):
    """The text is not a moment in time; the message says what to write instead."""


def parse_instant(text: str) -> datetime:
    """Read an RFC 3339 time with a zone.

    Args:
        text: for example `2026-03-03T10:00:00Z` or `2026-03-03T19:00:00+09:00`.

    Returns:
        The instant in UTC, microsecond precision; further digits are cut.

    Raises:
        BadInstantError: no zone, no such day or hour, a leap second, or outside years 1 to 9999 in UTC.
    """
    text = text.strip()
    match = _PATTERN.fullmatch(text)
    if match is None:
        if _DAY.fullmatch(text):
            msg = "Add a time and a zone to the date, for example 2026-03-03T00:00:00Z."
            raise BadInstantError(msg)
        msg = "Write the time as RFC 3339 with a zone, for example 2026-03-03T10:00:00Z."
        raise BadInstantError(msg)
    year, month, day, hour, minute, second, fraction, zone = match.groups()
    if zone is None:
        msg = "Add a zone to the time: Z for UTC, or an offset such as +09:00."
        raise BadInstantError(msg)
    try:
        return datetime(
            int(year),
            int(month),
            int(day),
            int(hour),
            int(minute),
            int(second),
            int((fraction or "0")[:6].ljust(6, "0")),
            tzinfo=_zone(zone),
        ).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        msg = "There is no such moment; check day, hour and offset (years 0001 to 9999, no leap second)."
        raise BadInstantError(msg) from error


def _zone(text: str) -> timezone:
    if text in "Zz":
        return UTC
    if text == "-00:00":
        # RFC 3339: UTC is known, the local offset is not. The instant is the same.
        return UTC
    hours, minutes = int(text[1:3]), int(text[-2:])
    if hours >= _HOURS_IN_DAY or minutes >= _MINUTES_IN_HOUR:
        raise ValueError(text)
    offset = timedelta(hours=hours, minutes=minutes)
    return timezone(-offset if text[0] == "-" else offset)


def format_instant(moment: datetime) -> str:
    """Write an aware moment as RFC 3339 in UTC with `Z`; microseconds only when there are any."""
    text = moment.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00")
    # isoformat pads years to four digits, so texts of any year compare in order.
    return text.rstrip("0").rstrip(".") + "Z" if "." in text else text + "Z"
