"""Where a new statement belongs on the time axis of one fact.

A *statement* says "this value is true from `start`", optionally until a stated end. The answer at an
instant t is the statement with the latest start at or before t (equal starts: the one learned
later), if t lies before the earlier of its stated end and its expiry; otherwise there is no answer.

Rows of the store are that rule written down: a row is a run of statements with one value whose
intervals touch, and its stored end is the earliest of the stated end, the expiry and the start of
the next row. This module decides, for one new statement, which rows change and how. It reads
nothing and writes nothing; all times are aware datetimes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
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
        reason: for `held`: `less_trusted`, `less_certain` or `below_threshold`.
    """

    outcome: OutcomeName
    row_id: str
    superseded_id: str | None = None
    changes: tuple[RowChange, ...] = ()
    inserts: tuple[NewRow, ...] = ()
    confirms: str | None = None
    reason: str = ""
    rival_id: str | None = None


def place(rows: Sequence[Row], new: NewStatement, *, now: datetime, continuation_id: str) -> Placement:
    """Decide where a statement goes.

    Args:
        rows: believed rows of the fact around the new start, ascending by start and then by the
            order they were learned: at least the last one that starts at or before the new start
            and the first one after it; if that one has not begun, every one after it.
        new: the statement; its stated end, when given, lies after its start.
        now: the hub's clock in this transaction.
        continuation_id: id for the second half if an existing row has to be split.

    Returns:
        The plan. Rows that already begun and lie after the new start are never touched.
    """
    start = new.said.start
    before = [row for row in rows if row.start <= start]
    after = [row for row in rows if row.start > start]
    previous = _without_overruled(before[-1]) if before else None
    inside = previous is not None and (previous.answers_until is None or start < previous.answers_until)
    if previous is not None and inside and previous.value_key == new.value_key and new.trust <= previous.trust:
        return _say_again(previous, after, new, now=now, continuation_id=continuation_id)
    if previous is not None and inside:
        reason = _weaker(new, previous)
        if reason:
            return Placement("held", new.id, reason=reason, rival_id=previous.id)
    if new.confidence < new.min_confidence:
        return Placement("held", new.id, reason="below_threshold")
    return _insert(previous, after, new, inside=inside, now=now, continuation_id=continuation_id)


def _without_overruled(row: Row) -> Row:
    """Drop later statements at the row's own end: a row learned later has taken that start."""
    if row.until is None:
        return row
    return replace(row, later=tuple(one for one in row.later if one.start < row.until))


def _weaker(new: NewStatement, row: Row) -> str:
    if new.trust < row.trust:
        return "less_trusted"
    if new.confidence < row.confidence:
        return "less_certain"
    return ""


def stored_end(last: Statement, next_start: datetime | None) -> datetime | None:
    """Return the end to store for a row.

    An expiry is written down only once something follows the row; until then it is checked when
    reading, so that a confirmation can still renew it.
    """
    if next_start is None:
        return last.stated_until
    return earliest(last.stated_until, last.expires_at, next_start)


def _next_start(after: Sequence[Row]) -> datetime | None:
    return after[0].start if after else None


def _change(row: Row, *, last: Statement, until: datetime | None) -> RowChange:
    return RowChange(
        id=row.id,
        until=until,
        last=last,
        version=row.version,
        supersedes=row.supersedes,
        superseded_by=row.superseded_by,
    )


def _say_again(row: Row, after: Sequence[Row], new: NewStatement, *, now: datetime, continuation_id: str) -> Placement:
    """Place a statement that repeats the value of the row it falls into."""
    said = new.said
    weaker = _weaker(new, row)
    if row.later:
        follow = row.later[0].start
        if said.end is None or said.end >= follow:
            # The run goes on under a later statement, which alone decides its end.
            return Placement("reaffirmed", row.id, confirms=row.id)
        if weaker:
            return Placement("held", new.id, reason=weaker, rival_id=row.id)
        # It ends before the next statement of the same value: a hole, so the run becomes two rows.
        ended = _change(row, last=said, until=said.end)
        second = _continuation(row, row.later, after, continuation_id)
        ended, second, moved = _hand_over(row, ended, second, after, now=now)
        return Placement("ended", row.id, changes=(ended, *moved), inserts=(second,), confirms=row.id)
    if said.start < row.last.start:
        return Placement("reaffirmed", row.id, confirms=row.id)
    if said.stated_until == row.last.stated_until:
        # A weaker voice confirms the value but does not prolong its life.
        last = said if not weaker else replace(said, expires_at=row.last.expires_at)
        return Placement(
            "reaffirmed",
            row.id,
            changes=(_change(row, last=last, until=stored_end(last, _next_start(after))),),
            confirms=row.id,
        )
    if weaker:
        return Placement("held", new.id, reason=weaker, rival_id=row.id)
    shorter = row.last.stated_until is None or (
        said.stated_until is not None and said.stated_until < row.last.stated_until
    )
    return Placement(
        "ended" if shorter else "extended",
        row.id,
        changes=(_change(row, last=said, until=stored_end(said, _next_start(after))),),
        confirms=row.id,
    )


def _continuation(row: Row, later: Sequence[Statement], after: Sequence[Row], continuation_id: str) -> NewRow:
    """Build the second half of a split row, from its first later statement on."""
    last = later[-1]
    return NewRow(
        id=continuation_id,
        start=later[0].start,
        until=stored_end(last, _next_start(after)),
        last=last,
        version=row.version,
        continues=row.id,
        voice=max(later, key=lambda one: (one.trust, one.confidence)),
        moved=tuple(one.key for one in later),
    )


def _insert(
    previous: Row | None,
    after: Sequence[Row],
    new: NewStatement,
    *,
    inside: bool,
    now: datetime,
    continuation_id: str,
) -> Placement:
    """Give the statement a row of its own, cutting or following the previous one."""
    said = new.said
    same_value = inside and previous is not None and previous.value_key == new.value_key
    later = previous.later if inside and previous is not None else ()
    if not same_value:
        # A later confirmation by a weaker voice could not have replaced the new value either.
        later = tuple(one for one in later if one.trust >= new.trust and one.confidence >= new.confidence)
    split = bool(later) and not same_value
    last = later[-1] if later and same_value else said
    next_start = later[0].start if split else _next_start(after)
    next_begun = next_start is not None and next_start <= now
    until = stored_end(last, next_start)

    row = NewRow(
        id=new.id,
        start=said.start,
        until=until,
        last=last,
        absorbs=previous.id if previous is not None and later and same_value else None,
        moved=tuple(one.key for one in later) if same_value else (),
    )
    changes: list[RowChange] = []
    inserts: list[NewRow] = []
    if previous is None:
        if not next_begun:
            row, changes = _link_forward(row, after, version=1)
        outcome: OutcomeName = "history" if next_begun else "stored"
        return Placement(outcome, new.id, changes=tuple(changes), inserts=(row,))

    # A statement at the very start of the new row is overruled by it and no longer decides.
    kept = previous.last
    if inside and kept.start >= said.start:
        kept = previous.kept or kept
    cut = _change(previous, last=kept, until=said.start if inside else previous.answers_until)
    continuation = _continuation(previous, later, after, continuation_id) if split else None
    if next_begun:
        # A segment of the past: the chain of replacements stays as it is, except where a row had
        # to be split.
        row = replace(row, version=previous.version)
        inserts = [row]
        if continuation is not None:
            cut, continuation, changes = _hand_over(previous, cut, continuation, after, now=now)
            inserts = [row, continuation]
        touched = (replace(cut, closed=inside), *changes) if inside else ()
        return Placement("history", new.id, changes=touched, inserts=tuple(inserts))

    cut = replace(
        cut,
        superseded_by=new.id,
        closed=inside,
        expired=not inside and previous.until is None,
    )
    row = replace(row, version=previous.version + 1, supersedes=previous.id)
    if continuation is not None:
        continuation = replace(continuation, version=row.version + 1, supersedes=row.id)
        row = replace(row, superseded_by=continuation.id)
        continuation, changes = _link_forward(continuation, after, version=continuation.version)
        inserts = [row, continuation]
    else:
        row, changes = _link_forward(row, after, version=row.version)
        inserts = [row]
    return Placement(
        "superseded",
        new.id,
        superseded_id=previous.id,
        changes=(cut, *changes),
        inserts=tuple(inserts),
    )


def _hand_over(
    row: Row, cut: RowChange, second: NewRow, after: Sequence[Row], *, now: datetime
) -> tuple[RowChange, NewRow, list[RowChange]]:
    """Give the second half of a split row the place in the chain that the row had.

    It follows the first half and is followed by what has not begun. A successor that has begun
    stays where it is: between it and the first half the second one is a segment of the past.
    """
    waiting = bool(after) and after[0].start > now and row.superseded_by == after[0].id
    if row.superseded_by is not None and not waiting:
        return cut, second, []
    second = replace(second, version=row.version + 1, supersedes=row.id)
    cut = replace(cut, superseded_by=second.id)
    if not waiting:
        return cut, second, []
    second, moved = _link_forward(second, after, version=second.version)
    return cut, second, moved


def _link_forward(row: NewRow, after: Sequence[Row], *, version: int) -> tuple[NewRow, list[RowChange]]:
    """Hang rows that have not begun behind the new one and renumber them."""
    row = replace(row, version=version)
    changes: list[RowChange] = []
    if not after:
        return row, changes
    first = after[0]
    row = replace(row, superseded_by=first.id)
    for offset, following in enumerate(after, start=1):
        change = _change(following, last=following.last, until=following.until)
        change = replace(change, version=version + offset)
        if offset == 1:
            change = replace(change, supersedes=row.id)
        changes.append(change)
    return row, changes


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
