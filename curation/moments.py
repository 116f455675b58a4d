"""Moments as people type them: a local date and time with a zone, or any instant as the hub writes it."""

from __future__ import annotations

import re
import unicodedata
import zoneinfo
from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from curation.preferences import zone_names
from knowledge.queries.instants import BadInstantError, parse_instant

_LOCAL = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:[.,]\d{1,6})?)?)?", re.ASCII)
COMMON_ZONES = (
    "UTC",
    "Asia/Tokyo",
    "Asia/Shanghai",
    "Asia/Taipei",
    "Asia/Hong_Kong",
    "Asia/Seoul",
    "Asia/Singapore",
    "Asia/Kolkata",
    "Australia/Sydney",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Paris",
    "Europe/Kyiv",
    "Africa/Johannesburg",
    "America/Sao_Paulo",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "Pacific/Auckland",
)


class MomentError(ValueError):
    """What was typed is no moment; the message says what to type."""


@dataclass(frozen=True, slots=True)
class Moment:
    """An instant in UTC. `twice` says that its local time came twice that day and the first one is meant."""

    at: datetime
    twice: bool = False


def read_moment(text: str, zone: str) -> Moment:
    """Read what a person typed.

    Args:
        text: `2026-11-05`, `2026-11-05T09:30`, with seconds and fractions if wanted, or with an offset or `Z`;
            full-width digits are fine.
        zone: name of the zone that a time without an offset is meant in.

    Raises:
        MomentError: no such day, hour or zone, or a local time that the clocks skipped.
    """
    text = unicodedata.normalize("NFKC", text).strip().replace("−", "-")
    match = _LOCAL.fullmatch(text)
    if match is None:
        try:
            return Moment(parse_instant(text))
        except BadInstantError as error:
            raise MomentError(_("Write a date and a time, for example 2026-11-05 09:30.")) from error
    if zone not in zone_names():
        raise MomentError(_("There is no such time zone; write a name such as Asia/Tokyo or UTC."))
    day, minute, second = match.groups()
    try:
        local = datetime.fromisoformat(f"{day}T{minute or '00:00'}{(second or '').replace(',', '.')}")
        return _in_zone(local, zoneinfo.ZoneInfo(zone))
    except (ValueError, OverflowError) as error:
        if isinstance(error, MomentError):
            raise
        raise MomentError(_("There is no such day or hour.")) from error


def _in_zone(local: datetime, zone: zoneinfo.ZoneInfo) -> Moment:
    first, second = (local.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    at = first.astimezone(UTC)
    if at.astimezone(zone).replace(tzinfo=None) != local:
        after = at.astimezone(zone)
        raise MomentError(
            _("That hour does not exist in this zone: the clocks went forward. Try %(time)s.")
            % {"time": after.strftime("%H:%M")}
        )
    return Moment(at, twice=first.utcoffset() != second.utcoffset())


def local_text(moment: datetime | None, zone: str) -> str:
    """Write a moment for a field of date and time, in a zone; empty for none."""
    if moment is None:
        return ""
    local = moment.astimezone(zoneinfo.ZoneInfo(zone))
    spec = "milliseconds" if local.microsecond else "seconds"
    return local.replace(tzinfo=None).isoformat(timespec=spec)


def viewer_zone() -> str:
    """Return the name of the zone that times are shown in."""
    name = timezone.get_current_timezone_name()
    return name if name in zone_names() else "UTC"
