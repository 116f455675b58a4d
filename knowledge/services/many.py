"""The same change to many memories, in one transaction, with an answer for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.errors import HubError, TooLarge
from knowledge.models import Memory
from knowledge.services.agents import lock_agents_of
from knowledge.services.edit import MOST_AT_ONCE, MemoryChanges, edit, restore
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from knowledge.engine.types import Actor


def add_tags(
    *, actor: Actor, memory_ids: Sequence[str], tags: Sequence[str], now: datetime | None = None
) -> dict[str, bool | HubError]:
    """Add tags to up to 1 000 memories; False for one that has them all already.

    Raises:
        TooLarge: more than 1 000 ids.
    """

    def change(memory_id: str) -> bool:
        # Text the database would refuse to compare is left to `edit`, which says that there is no such memory.
        rows = Memory.objects.filter(id=memory_id) if "\0" not in memory_id else Memory.objects.none()
        known = rows.values_list("tags", flat=True).first() or []
        wanted = list(dict.fromkeys([*known, *tags]))
        edit(actor=actor, memory_id=memory_id, changes=MemoryChanges(tags=tuple(wanted)))
        return len(wanted) > len(known)

    return _each(actor, memory_ids, change, now)


def restore_many(*, actor: Actor, memory_ids: Sequence[str], now: datetime | None = None) -> dict[str, bool | HubError]:
    """Bring up to 1 000 forgotten memories back; False for one whose statement somebody made again meanwhile.

    Raises:
        TooLarge: more than 1 000 ids.
    """

    def change(memory_id: str) -> bool:
        return restore(actor=actor, memory_id=memory_id).memory.id == memory_id

    return _each(actor, memory_ids, change, now)


def _each(
    actor: Actor, memory_ids: Sequence[str], change: Callable[[str], bool], now: datetime | None
) -> dict[str, bool | HubError]:
    if len(memory_ids) > MOST_AT_ONCE:
        raise TooLarge(f"At most {MOST_AT_ONCE} memories can be changed at once.", field="ids")
    results: dict[str, bool | HubError] = {}
    with write_transaction(now) as opened:
        lock_agents_of(opened, actor, memory_ids)
        for memory_id in dict.fromkeys(memory_ids):
            try:
                results[memory_id] = change(memory_id)
            except HubError as error:
                results[memory_id] = error
    return results
