"""What the scan of a write found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Finding:
    """What the scan found in a write.

    Attributes:
        reason: why the row is in quarantine, one word.
        details: score, names of rules, places in the texts; never text.
        warns: whether it is a person's own edit, which is stored; they are told.
        shown: for that person, what was read, disguises removed.
    """

    reason: str
    details: dict[str, Any]
    warns: bool = False
    shown: tuple[str, ...] = ()
