"""The forgetting curve: how retrievable a memory is, and which ones are archived.

    R = exp(-t / S)
    S = 14 * (1 + 0.6 * ln(1 + recalls)) * clamp(importance / 5, 0.2, 2.0), at most 365 days

`t` is days since the last recall, since it was recorded if there was none. The exponential curve
and the growth of stability with each recall follow Ebbinghaus (1885) and SuperMemo's two-component
model; the constants are the product's.
"""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Band = Literal["fresh", "fading", "faint", "nearly gone"]

BASE_DAYS: Final = 14.0
RECALL_GAIN: Final = 0.6
MAX_DAYS: Final = 365.0
ARCHIVE_AFTER_DAYS: Final = 30.0
ARCHIVE_BELOW_IMPORTANCE: Final = 3.0
ARCHIVE_BELOW: Final = 0.05
FRESH_FROM: Final = 0.7
FADING_FROM: Final = 0.3


def stabilities(access_count: npt.ArrayLike, importance: npt.ArrayLike) -> Floats:
    """Days after which a memory is retrievable to 1/e: 2.8 to 365.

    Args:
        access_count: recalls, 0 or more.
        importance: 0 to 10.
    """
    recalls = np.maximum(np.asarray(access_count, np.float64), 0.0)
    weight = np.clip(np.asarray(importance, np.float64) / 5.0, 0.2, 2.0)
    return np.asarray(np.minimum(BASE_DAYS * (1.0 + RECALL_GAIN * np.log1p(recalls)) * weight, MAX_DAYS))


def retrievabilities(days: npt.ArrayLike, access_count: npt.ArrayLike, importance: npt.ArrayLike) -> Floats:
    """Retrievability R of many memories, 0 to 1; arguments broadcast, a time in the future counts as now."""
    elapsed = np.maximum(np.asarray(days, np.float64), 0.0)
    return np.asarray(np.exp(-elapsed / stabilities(access_count, importance)))


def stability(access_count: int, importance: float) -> float:
    """Days after which one memory is retrievable to 1/e: 2.8 to 365."""
    return float(stabilities(access_count, importance))


def retrievability(days: float, access_count: int, importance: float) -> float:
    """Retrievability R of one memory, 0 to 1, `days` after its last recall or its recording."""
    return float(retrievabilities(days, access_count, importance))


def days_until(level: float, access_count: int, importance: float) -> float:
    """Days after the last recall at which R reaches `level`, which is above 0 and at most 1."""
    if not 0.0 < level <= 1.0:
        raise ValueError("The level must be above 0 and at most 1.")
    return float(-stability(access_count, importance) * np.log(level))


def may_fade(*, importance: npt.ArrayLike, semantic: npt.ArrayLike, exempt: npt.ArrayLike) -> Mask:
    """Rows the archive may ever take: unimportant, not semantic, not exempt (held or in quarantine)."""
    return np.asarray(
        (np.asarray(importance, np.float64) < ARCHIVE_BELOW_IMPORTANCE)
        & ~np.asarray(semantic, np.bool_)
        & ~np.asarray(exempt, np.bool_)
    )


def due_for_archive(
    *,
    age_days: npt.ArrayLike,
    idle_days: npt.ArrayLike,
    access_count: npt.ArrayLike,
    importance: npt.ArrayLike,
    semantic: npt.ArrayLike,
    exempt: npt.ArrayLike,
) -> Mask:
    """Rows to archive: they may fade, are older than 30 days, and R is below 0.05.

    Args:
        age_days: days since the row was recorded.
        idle_days: days since its last recall, since it was recorded if there was none.
        access_count: recalls.
        importance: 0 to 10.
        semantic: whether the row is of the semantic layer, which is never archived.
        exempt: whether the row waits for a person (held, in quarantine).
    """
    return np.asarray(
        may_fade(importance=importance, semantic=semantic, exempt=exempt)
        & (np.asarray(age_days, np.float64) > ARCHIVE_AFTER_DAYS)
        & (retrievabilities(idle_days, access_count, importance) < ARCHIVE_BELOW)
    )


def days_to_archive(*, age_days: float, idle_days: float, access_count: int, importance: float) -> float:
    """Days from now until a row that may fade is due, 0 when it is due already, if nobody recalls it."""
    faded = days_until(ARCHIVE_BELOW, access_count, importance) - max(idle_days, 0.0)
    return max(faded, ARCHIVE_AFTER_DAYS - age_days, 0.0)


def band(value: float, *, fades: bool) -> Band:
    """Word for a retrievability; "nearly gone" only for a row that the archive may take."""
    if value >= FRESH_FROM:
        return "fresh"
    if value >= FADING_FROM:
        return "fading"
    return "nearly gone" if fades and value < ARCHIVE_BELOW else "faint"


def curve(access_count: int, importance: float, *, days: float, points: int = 61) -> tuple[Floats, Floats]:
    """Points of the curve for a chart: days 0 to `days` after a recall, evenly spaced, and R at each.

    Raises:
        ValueError: `days` is not above 0, or there are fewer than 2 points.
    """
    if not days > 0.0 or points < 2:
        raise ValueError("A curve needs a positive number of days and at least two points.")
    at = np.linspace(0.0, days, points)
    return at, retrievabilities(at, access_count, importance)
