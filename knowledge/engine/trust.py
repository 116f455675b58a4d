"""Origins and how far each class of them is trusted.

An origin is written `class` or `class:name`. Ceilings go by class; the name never raises anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

CEILINGS: Final[dict[str, float]] = {
    "user_direct": 1.0,
    "operator": 1.0,
    "import": 0.7,
    "agent_derived": 0.6,
    "user_profile": 0.6,
    "tool_echo": 0.5,
    "channel": 0.3,
    "mcp_external": 0.3,
    "unattributed": 0.3,
}
"""Highest trust a memory of each origin class can be stored with, 0 to 1."""

UNATTRIBUTED: Final = "unattributed"
CURATED: Final = 0.7
"""Trust from which a row counts as curated."""

_NOT_INDEPENDENT: Final = frozenset({"agent_derived", "tool_echo", UNATTRIBUTED})
CONFIRMATION_GAIN: Final = 0.1


def origin_class(origin: str) -> str:
    """Return the class of an origin; anything unknown is `unattributed`."""
    name = origin.split(":", 1)[0]
    return name if name in CEILINGS else UNATTRIBUTED


def ceiling(origin: str) -> float:
    """Return the highest trust for an origin, 0 to 1."""
    return CEILINGS[origin_class(origin)]


def stored_trust(origin: str, declared: float | None, parents: Iterable[float] = ()) -> float:
    """Return the trust to store: the lowest of declaration, ceiling and every parent's trust.

    Args:
        origin: `class` or `class:name`.
        declared: 0 to 1, or None when nothing was declared.
        parents: trust of every memory this one was made from.
    """
    return min(1.0 if declared is None else declared, ceiling(origin), *parents, 1.0)


def standing_trust(origin: str, trust: float) -> float:
    """Return the trust that counts when somebody wants to replace the row.

    A row without a known origin may rank with the trust it was imported with, but it is defended
    only as far as an unknown writer is trusted.
    """
    if origin_class(origin) == UNATTRIBUTED:
        return min(trust, CEILINGS[UNATTRIBUTED])
    return trust


def confirmed_confidence(
    confidence: float, *, own_origin: str, counted_origins: Iterable[str], new_origin: str
) -> float:
    """Return the confidence after a confirmation.

    Only an independent class adds 0.1: not the row's own, not one that was counted already, and
    never an echo of the agent itself or an unknown writer.

    Args:
        confidence: before, 0 to 1.
        own_origin: origin of the row.
        counted_origins: origins of all earlier confirmations.
        new_origin: origin of this one.
    """
    new_class = origin_class(new_origin)
    seen = {origin_class(own_origin), *(origin_class(one) for one in counted_origins)}
    if new_class in seen or new_class in _NOT_INDEPENDENT:
        return confidence
    return min(1.0, round(confidence + CONFIRMATION_GAIN, 10))
