"""When a statement expires."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from datetime import datetime

LONGEST_TTL: Final = 100 * 366 * 86_400


def expiry(*, valid_from: datetime, ingested_at: datetime, ttl_seconds: int | None) -> datetime | None:
    """Return when a statement expires: its life counts from when it holds and is known.

    Args:
        valid_from: world time from which it holds.
        ingested_at: when the hub learned it.
        ttl_seconds: positive life time, None for no end.
    """
    if ttl_seconds is None:
        return None
    try:
        return max(valid_from, ingested_at) + timedelta(seconds=ttl_seconds)
    except OverflowError:
        return None
