"""How many rows a list has, without reading them where counters and small indexes know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import F, Q, Sum

from knowledge.models import Agent, Memory
from knowledge.models.memory import IS_SIGNAL

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from django.db.models import QuerySet

COUNTED_UP_TO = 10_000


def count_current(
    agents: Collection[str] | None, now: datetime, *, signals: bool = False, sessions: bool = True
) -> int:
    """Return how many memories are current; telemetry is left out, or counted alone.

    The agents' counters know the live rows: those in the text index. Of these the few that have run
    out, have ended or begin later are taken off. Each of the counts reads an index that holds only
    such rows.

    Args:
        agents: names of agents; None for all.
        now: moment that decides what is current.
        signals: count the telemetry instead.
        sessions: also what belongs to conversations.
    """
    known = Agent.objects.all() if agents is None else Agent.objects.filter(name__in=agents)
    live = Memory.objects.filter(agent__in=known.values("pk"), token_count__gt=0)
    telemetry = live.filter(IS_SIGNAL).count()
    if signals and not telemetry:
        return 0
    kind = IS_SIGNAL if signals else ~IS_SIGNAL
    count = telemetry if signals else (known.aggregate(rows=Sum("live_memories"))["rows"] or 0) - telemetry
    expired = Q(expires_at__isnull=False, expires_at__lte=now)
    over = Q(valid_until__isnull=False, valid_until__lte=now)
    count -= live.filter(expired).filter(kind).count()
    count -= live.filter(over).exclude(expired).filter(kind).count()
    later = live.filter(valid_from__gt=F("ingested_at")).filter(valid_from__gt=now)
    count -= later.exclude(expired).exclude(over).filter(kind).count()
    if not sessions:
        own = live.filter(session__isnull=False, valid_from__lte=now).exclude(expired).exclude(over)
        others = own.filter(~IS_SIGNAL).count()
        # Asked for the telemetry among them, SQLite would read all telemetry instead of the few rows of conversations.
        count -= own.count() - others if signals else others
    return count


def count_up_to(rows: QuerySet[Memory]) -> tuple[int, bool]:
    """Count rows, at most 10 000; the second value tells whether that is all of them."""
    count = rows.order_by()[: COUNTED_UP_TO + 1].count()
    return min(count, COUNTED_UP_TO), count <= COUNTED_UP_TO
