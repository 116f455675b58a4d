"""How well one memory is remembered, and whether it may ever be archived."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from knowledge.engine import decay

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.engine.types import MemoryView

BANDS = ("fresh", "fading", "faint", "nearly gone")
_DAY_SECONDS = 86_400.0
_POINTS = 61
_SHORTEST_DAYS, _LONGEST_DAYS = 14.0, 1_500.0
REMEMBERED = frozenset({"current", "scheduled"})


@dataclass(frozen=True, slots=True)
class Forgetting:
    """The forgetting curve of one memory.

    Attributes:
        value: how retrievable it is now, 0 to 1.
        band: one of `BANDS`; "nearly gone" only for what the archive may take.
        fades: whether the archive may ever take it.
        limit: value below which the archive takes it; None when it never does.
        due_at: when it is archived if nobody recalls it; None when it never is.
        stable_days: days after a recall until the value is 1/e.
        points: (moment, value 0 to 1) from the last recall, or the recording, on into the future.
    """

    value: float
    band: str
    fades: bool
    limit: float | None
    due_at: datetime | None
    stable_days: float
    points: tuple[tuple[datetime, float], ...]


def forgetting(memory: MemoryView, *, now: datetime) -> Forgetting | None:
    """Return the curve of a memory, None for one that agents do not get anyway (replaced, forgotten, held …)."""
    if memory.state not in REMEMBERED:
        return None
    fresh = min(memory.last_accessed_at or memory.recorded_at, now)
    idle = (now - fresh).total_seconds() / _DAY_SECONDS
    age = max(0.0, (now - memory.recorded_at).total_seconds() / _DAY_SECONDS)
    count, importance = memory.access_count, memory.importance
    fades = bool(decay.may_fade(importance=importance, semantic=memory.layer == "semantic", exempt=False))
    value = decay.retrievability(idle, count, importance)
    ahead = decay.days_to_archive(age_days=age, idle_days=idle, access_count=count, importance=importance)
    span = max(idle * 1.5, (idle + ahead) * 1.15 if fades else decay.stability(count, importance) * 1.5)
    at, values = decay.curve(count, importance, days=min(max(span, _SHORTEST_DAYS), _LONGEST_DAYS), points=_POINTS)
    return Forgetting(
        value=value,
        band=decay.band(value, fades=fades),
        fades=fades,
        limit=decay.ARCHIVE_BELOW if fades else None,
        due_at=now + timedelta(days=ahead) if fades else None,
        stable_days=decay.stability(count, importance),
        points=tuple((fresh + timedelta(days=float(day)), float(one)) for day, one in zip(at, values, strict=True)),
    )
