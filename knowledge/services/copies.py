"""Copies: a semantic memory that says what a current one says already is not stored again.

A copy may only lean on a row that is worth at least as much: as trusted, as certain, and lasting. A
stranger's sentence planted beforehand never keeps the hub from learning the same from somebody who
is trusted more, and a memory of an hour does not stand in for one that is to stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection

from knowledge.models import Memory
from knowledge.models.memory import BELIEVED
from knowledge.queries.rows import read_rows

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from knowledge.models import Agent


class Copies:
    """What an agent's current semantic memories say, as far as one batch of writes asks for it."""

    def __init__(self, agent: Agent, now: datetime) -> None:
        self._agent = agent
        self._now = now
        self._rows: dict[str, list[Memory]] = {}

    def learn(self, keys: Iterable[str | None]) -> None:
        """Read the current rows with these keys; call it under the agent's lock.

        Args:
            keys: `copy_key` of the drafts; None is passed over.
        """
        wanted = sorted({key for key in keys if key})
        for start in range(0, len(wanted), 500):
            some = wanted[start : start + 500]
            marks = ",".join(["%s"] * len(some))
            moment = connection.ops.adapt_datetimefield_value(self._now)
            found = read_rows(
                Memory,
                f"WHERE agent_id = %s AND copy_key IN ({marks}) AND standing = %s AND valid_from <= %s"
                " AND (valid_until IS NULL OR valid_until > %s) AND (expires_at IS NULL OR expires_at > %s)"
                " ORDER BY number",
                [self._agent.pk, *some, BELIEVED, moment, moment, moment],
            )
            for row in found:
                self.add(row)

    def add(self, memory: Memory) -> None:
        """Take in a row, read or about to be written."""
        if memory.copy_key and memory.session is None and memory.valid_from <= self._now:
            self._rows.setdefault(memory.copy_key, []).append(memory)

    def of(self, memory: Memory) -> Memory | None:
        """Return the row that makes a new memory a copy, the most trusted one; None when it says something new."""
        worthy = [
            row
            for row in self._rows.get(memory.copy_key or "", ())
            if row.origin_trust >= memory.origin_trust
            and row.confidence >= memory.confidence
            and self._lasts(row, memory)
        ]
        return max(worthy, key=lambda row: (row.origin_trust, row.confidence), default=None)

    def _lasts(self, row: Memory, memory: Memory) -> bool:
        """Whether a row stays for at least half of the time that the new one would."""
        end, wanted = _end(row), _end(memory)
        if end is None:
            return wanted is None or wanted > self._now
        return wanted is not None and self._now < wanted <= end + (end - self._now)


def _end(memory: Memory) -> datetime | None:
    ends = [end for end in (memory.valid_until, memory.expires_at) if end is not None]
    return min(ends, default=None)
