"""Counting the changes of each wiki, so that what is kept of its pages is known to be old.

The counters are written last in a write: whoever holds one waits for nothing else, so no two writers wait for each
other.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from django.db import connection

from knowledge.services.transactions import write_transaction

_NOTED: Final = "wikis_changed"
_COUNT: Final = (
    "INSERT INTO knowledge_wikispace (number, changes) VALUES (%s, 1)"
    " ON CONFLICT (number) DO UPDATE SET changes = knowledge_wikispace.changes + 1"
)


def note_change(space: int) -> None:
    """Note, inside a write, that a page or a rule of a wiki changes in what a search or the graph depends on.

    Args:
        space: number of the agent whose wiki it is; 0 for the shared one.
    """
    with write_transaction() as opened:
        noted: set[int] | None = opened.shared.get(_NOTED)
        if noted is None:
            noted = opened.shared[_NOTED] = set()
            # Two steps: the second comes behind all that others want to do before the commit.
            last = partial(_count, noted)
            opened.before_commit.append(lambda: opened.before_commit.append(last))
        noted.add(space)


def _count(wikis: set[int]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(_COUNT, [(one,) for one in sorted(wikis)])
