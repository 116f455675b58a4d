"""May this become true? Asked of every row that a decision, or the undoing of one, lets back among what is believed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.engine.types import Actor
from knowledge.errors import Refused
from knowledge.services.blocks import FORGOTTEN, MESSAGE, Fence
from knowledge.services.descent import trust_of_parents

if TYPE_CHECKING:
    from collections.abc import Iterable

    from knowledge.models import Agent, Memory
    from knowledge.services.transactions import WriteTransaction

_HUB = Actor(kind="system", name="hub", door="job", agents=None)


def check_may_return(opened: WriteTransaction, rows: Iterable[Memory]) -> None:
    """Check rows that are about to be believed again, and lower their trust to that of their parents today.

    The one place for whatever may keep a row from coming back; the caller writes the rows afterwards.

    Args:
        opened: the write in which they come back.
        rows: not written back yet.

    Raises:
        Refused: one comes from a source that was forgotten for good.
    """
    listed = list(rows)
    locked: dict[str, Agent] = opened.shared.get("agents", {})
    for agent in locked.values():
        numbers = [row.number for row in listed if row.agent_id == agent.pk]
        if Fence(None, _HUB, agent).blocked_rows(numbers):
            raise Refused(MESSAGE, code=FORGOTTEN)
    for row in listed:
        row.origin_trust = min([row.origin_trust, *trust_of_parents(row.number)])
