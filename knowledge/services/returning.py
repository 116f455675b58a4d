"""May this become true? Asked of every row that a decision, or the undoing of one, lets back among what is believed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.services.descent import trust_of_parents

if TYPE_CHECKING:
    from collections.abc import Iterable

    from knowledge.models import Memory
    from knowledge.services.transactions import WriteTransaction


def check_may_return(opened: WriteTransaction, rows: Iterable[Memory]) -> None:
    """Check rows that are about to be believed again, and lower their trust to that of their parents today.

    The one place for whatever may keep a row from coming back; the caller writes the rows afterwards.

    Args:
        opened: the write in which they come back.
        rows: not written back yet.
    """
    for row in rows:
        row.origin_trust = min([row.origin_trust, *trust_of_parents(row.number)])
