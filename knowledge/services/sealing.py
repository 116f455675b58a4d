"""The seal of what this hub hands out, made with its own key."""

from __future__ import annotations

from knowledge.conf import keyed_digest
from knowledge.engine.exchange import Seal


def own_seal() -> Seal:
    """Return a seal that only this hub can make, before its first line."""
    return Seal(keyed_digest("seal of an export").encode())
