"""Statements about a fact, the rows that write them down, and the rule by which they answer.

All times are aware datetimes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

OutcomeName = Literal["stored", "superseded", "history", "reaffirmed", "ended", "extended", "held"]


def earliest(*times: datetime | None) -> datetime | None:
    """Return the smallest of the given instants; None stands for "never" and loses."""
    known = [time for time in times if time is not None]
    return min(known) if known else None


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that was said about a fact.

    Attributes:
        start: world time from which the value holds.
        stated_until: end the writer stated, None when open.
        expires_at: end of its life time, None when it has none.
        trust, confidence: standing of whoever said it, 0 to 1.
        key: the store's own name for it, 0 for the first statement of a row.
    """

    start: datetime
    stated_until: datetime | None = None
    expires_at: datetime | None = None
    trust: float = 1.0
    confidence: float = 1.0
    key: int = 0

    @property
    def end(self) -> datetime | None:
        """Where the statement stops answering by itself."""
        return earliest(self.stated_until, self.expires_at)


@dataclass(frozen=True, slots=True)
class Row:
    """One believed row of the fact, as the store holds it.

    Attributes:
        id: public id.
        value_key: digest of object key and trimmed content; equal means "says the same".
        trust: 0 to 1, the trust that counts when somebody wants to replace it.
        confidence: 0 to 1.
        start: first start of its run.
        until: stored end, None when open.
        last: the statement that decides its end (latest start; equal starts: later learned).
        kept: the last statement before the new start; only needed when `last` is not before it.
        later: statements of the run that start after the new one, ascending.
        version: position in the chain, from 1.
        supersedes, superseded_by: neighbours in the chain.
    """

    id: str
    value_key: str
    trust: float
    confidence: float
    start: datetime
    until: datetime | None
    last: Statement
    kept: Statement | None = None
    later: tuple[Statement, ...] = ()
    version: int = 1
    supersedes: str | None = None
    superseded_by: str | None = None

    @property
    def answers_until(self) -> datetime | None:
        """End of what the row answers today, expiry included whether or not a job has run."""
        return earliest(self.until, self.last.expires_at)


@dataclass(frozen=True, slots=True)
class NewStatement:
    """The statement to place, with the standing of its writer."""

    id: str
    value_key: str
    trust: float
    confidence: float
    said: Statement
    min_confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class RowChange:
    """New values of an existing row; a field left at its old value is simply repeated."""

    id: str
    until: datetime | None
    last: Statement
    version: int
    supersedes: str | None
    superseded_by: str | None
    closed: bool = False
    expired: bool = False


@dataclass(frozen=True, slots=True)
class NewRow:
    """A row to insert.

    Attributes:
        continues: the row whose later statements it takes over, because that one had to be split;
            None for the row that carries the new statement itself.
        voice: for a second half, the strongest of its statements: it speaks with that standing.
        absorbs: a weaker row of the same value whose later statements it takes over.
        moved: keys of the statements taken over.
    """

    id: str
    start: datetime
    until: datetime | None
    last: Statement
    version: int = 1
    supersedes: str | None = None
    superseded_by: str | None = None
    continues: str | None = None
    voice: Statement | None = None
    absorbs: str | None = None
    moved: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Placement:
    """What the store has to do.

    Attributes:
        outcome: see `OutcomeName`.
        row_id: the row that carries the statement afterwards.
        superseded_id: the row that was replaced, if one was.
        changes: rows to update. Apply these before `inserts`.
        inserts: rows to add.
        confirms: row that gains the statement as a confirmation.
        reason: for `held`: `less_trusted`, `less_certain`, `below_threshold`, or what else keeps it out.
    """

    outcome: OutcomeName
    row_id: str
    superseded_id: str | None = None
    changes: tuple[RowChange, ...] = ()
    inserts: tuple[NewRow, ...] = ()
    confirms: str | None = None
    reason: str = ""
    rival_id: str | None = None


def stored_end(last: Statement, next_start: datetime | None) -> datetime | None:
    """Return the end to store for a row.

    An expiry is written down only once something follows the row; until then it is checked when
    reading, so that a confirmation can still renew it.
    """
    if next_start is None:
        return last.stated_until
    return earliest(last.stated_until, last.expires_at, next_start)


def answer(statements: Sequence[tuple[Statement, str]], at: datetime) -> str | None:
    """Apply the answer rule directly to statements, in the order they were learned.

    This is the definition the rows are a cache of; tests and the consistency check use it.

    Args:
        statements: (statement, value) pairs in order of learning.
        at: the instant asked about.

    Returns:
        The value that holds at that instant, or None.
    """
    best: tuple[Statement, str] | None = None
    for said, value in statements:
        if said.start <= at and (best is None or said.start >= best[0].start):
            best = (said, value)
    if best is None or (best[0].end is not None and at >= best[0].end):
        return None
    return best[1]
