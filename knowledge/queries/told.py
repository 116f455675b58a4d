"""Whether what was told of memories once may be told again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q

from knowledge.clock import hub_now
from knowledge.models import Memory
from knowledge.models.memory import BELIEVED, HELD, QUARANTINED

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

_CHUNK = 400


def withdrawn(ids: Collection[str], *, now: datetime | None = None) -> frozenset[str]:
    """Return the ids of memories that are forgotten, purged, rejected, expired, or not there at all.

    Args:
        ids: of memories whose content was told to somebody before.
        now: the moment of the question; None reads the hub clock.
    """
    moment = now or hub_now()
    listed = list(ids)
    still: set[str] = set()
    for start in range(0, len(listed), _CHUNK):
        rows = Memory.objects.filter(
            Q(expires_at__isnull=True) | Q(expires_at__gt=moment),
            id__in=listed[start : start + _CHUNK],
            standing__in=(BELIEVED, HELD, QUARANTINED),
        )
        still.update(rows.values_list("id", flat=True))
    return frozenset(listed) - still
