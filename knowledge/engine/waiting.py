"""Why something waits for a person, in a sentence for programs.

The pages say the same in words of their own, in the language of the reader.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WAITING: Final = frozenset({"held", "quarantined"})
WHY: Final[Mapping[str, str]] = {
    "less_trusted": "what it would change comes from a better trusted source",
    "less_certain": "what it would change is more certain",
    "below_threshold": "it is less certain than its kind of memory has to be",
    "look_alike": "its subject could be mistaken for another one that is known",
    "touches_trusted": "what is known under one name, from a better trusted source, would count for the other",
    "layer": "a page of this layer would stand near every answer",
    "trust": "a person vouched for what it would replace",
    "changes": "the page changed too often within the hour",
    "injection": "something in it reads like an order to whoever reads it later",
    "burst": "its source stated so many new facts about this subject within the hour that it may be a flood; those of"
    " the hour that were stored before wait with it and are not told either",
    "drip": "its source keeps adding facts about this subject, so many over the last days that it may be a flood; the"
    " earlier ones of those days wait with it and are not told either",
    "spread": "its source told the same text to several agents within the hour",
    "guard_failed": "the guard against floods could not count it",
}
"""What each reason means, as the part of a sentence that follows a colon."""
_KEPT: Final = "It is kept, and nobody is told it before a person has decided: "
_WHO: Final = (
    ". People decide on the page Queue, or over REST with a person's token (GET /api/v1/approvals);"
    " no answer in time counts as a rejection."
)


def explanation(outcome: str, reason: str) -> str:
    """Say why something waits and who decides; empty for what does not wait.

    Args:
        outcome: what a write did; `held` and `quarantined` wait.
        reason: the stable word that came with it.
    """
    if outcome not in WAITING:
        return ""
    return f"{_KEPT}{WHY.get(reason, 'it has to be looked at')}{_WHO}"
