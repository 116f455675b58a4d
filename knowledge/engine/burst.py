"""Whether an origin says too much about one thing in too short a time: a pure verdict over counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from knowledge.engine.mentions import names_in
from knowledge.engine.trust import CEILINGS, CURATED, origin_class

Reason = Literal["", "burst", "drip", "spread"]

LOW_CEILING: Final = 0.5
"""Classes trusted no more than this are also counted together, whatever their members call themselves."""

_WORDS: Final = 3
_LETTERS: Final = 30


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much is too much; a count that reaches a bound trips it.

    Attributes:
        window_secs: the short window.
        max_per_subject: new facts of one origin about one subject in the short window.
        long_secs, long_max: the same for a slow drip.
        class_max: new facts of one class with a low ceiling about one subject in the short window.
        disputed_max: the same where a trusted fact about the subject is known: many voices against one.
        spread_agents, spread_secs: one text of one origin in more agents than this, in this time.
    """

    window_secs: int = 3_600
    max_per_subject: int = 5
    long_secs: int = 7 * 86_400
    long_max: int = 20
    class_max: int = 10
    disputed_max: int = 5
    spread_agents: int = 5
    spread_secs: int = 3_600


@dataclass(frozen=True, slots=True)
class Counts:
    """What was counted, the new fact included.

    Attributes:
        short, long: new facts of its origin about its subject, in the two windows.
        of_class: new facts of its class about its subject in the short window.
        agents: agents in which its origin said the same text.
        disputed: whether a trusted fact about its subject is known.
    """

    short: int
    long: int
    of_class: int = 0
    agents: int = 1
    disputed: bool = False


def is_counted(origin: str) -> bool:
    """Tell whether new facts of an origin are counted: those of people and of imports are scanned only."""
    return CEILINGS[origin_class(origin)] < CURATED


def is_low(origin: str) -> bool:
    """Tell whether an origin's whole class is counted together."""
    return CEILINGS[origin_class(origin)] <= LOW_CEILING


def verdict(counts: Counts, bounds: Bounds, *, low: bool) -> tuple[Reason, bool]:
    """Return why a fact is stopped (empty: it is not), and whether the whole class is.

    Args:
        counts: the new fact included.
        bounds: how much is too much.
        low: whether the class is counted together (`is_low`).
    """
    several = counts.of_class > counts.short
    if low and several and counts.of_class >= (bounds.disputed_max if counts.disputed else bounds.class_max):
        return "burst", True
    if counts.short >= bounds.max_per_subject:
        return "burst", False
    if counts.long >= bounds.long_max:
        return "drip", False
    if counts.agents > bounds.spread_agents:
        return "spread", False
    return "", False


def leading_name(content: str) -> str:
    """Return what a text without a triple is counted under: the first name in it, else its first words."""
    names = names_in(content)
    return names[0] if names else " ".join(content.split()[:_WORDS])[:_LETTERS]
