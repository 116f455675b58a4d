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

from dataclasses import replace
from typing import TYPE_CHECKING

from knowledge.engine.statements import (
    NewRow,
    NewStatement,
    OutcomeName,
    Placement,
    Row,
    RowChange,
    Statement,
    answer,
    earliest,
    stored_end,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

__all__ = [
    "NewRow",
    "NewStatement",
    "OutcomeName",
    "Placement",
    "Row",
    "RowChange",
    "Statement",
    "answer",
    "earliest",
    "place",
    "stored_end",
]


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


def _next_start(after: Sequence[Row]) -> datetime | None:
    return after[0].start if after else None


def _change(row: Row, *, last: Statement, until: datetime | None, closed: bool = False) -> RowChange:
    return RowChange(
        closed=closed,
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
    later = _surviving(previous, new) if inside and previous is not None else ()
    same_value = inside and previous is not None and previous.value_key == new.value_key
    second = None
    if later and previous is not None and not same_value:
        second = _continuation(previous, later, after, continuation_id)
    next_start = second.start if second is not None else _next_start(after)
    absorbed = later if same_value else ()
    last = absorbed[-1] if absorbed else said
    row = NewRow(
        id=new.id,
        start=said.start,
        until=stored_end(last, next_start),
        last=last,
        absorbs=previous.id if previous is not None and absorbed else None,
        moved=tuple(one.key for one in absorbed),
    )
    next_begun = next_start is not None and next_start <= now
    if previous is None:
        if next_begun:
            return Placement("history", new.id, inserts=(row,))
        row, changes = _link_forward(row, after, version=1)
        return Placement("stored", new.id, changes=tuple(changes), inserts=(row,))
    cut = _cut(previous, said.start, inside=inside)
    if next_begun:
        return _as_history(previous, after, row, cut, second, now=now)
    return _as_successor(previous, after, row, cut, second)


def _surviving(previous: Row, new: NewStatement) -> tuple[Statement, ...]:
    """Return the later statements of the row that hold beside the new one."""
    if previous.value_key == new.value_key:
        return previous.later
    # A later confirmation by a weaker voice could not have replaced the new value either.
    return tuple(one for one in previous.later if one.trust >= new.trust and one.confidence >= new.confidence)


def _cut(previous: Row, start: datetime, *, inside: bool) -> RowChange:
    """End the previous row where the new one starts, or where it had ended by itself."""
    kept = previous.last
    if inside and kept.start >= start:
        # A statement at the very start of the new row is overruled by it and no longer decides.
        kept = previous.kept or kept
    return _change(previous, last=kept, until=start if inside else previous.answers_until, closed=inside)


def _as_history(
    previous: Row, after: Sequence[Row], row: NewRow, cut: RowChange, second: NewRow | None, *, now: datetime
) -> Placement:
    """Place a segment of the past: the chain of replacements stays, except where a row had to be split."""
    row = replace(row, version=previous.version)
    inserts: tuple[NewRow, ...] = (row,)
    moved: list[RowChange] = []
    if second is not None:
        cut, second, moved = _hand_over(previous, cut, second, after, now=now)
        inserts = (row, second)
    changes = (cut, *moved) if cut.closed else ()
    return Placement("history", row.id, changes=changes, inserts=inserts)


def _as_successor(previous: Row, after: Sequence[Row], row: NewRow, cut: RowChange, second: NewRow | None) -> Placement:
    """Place the row that replaces the previous one; what has not begun hangs behind it."""
    cut = replace(cut, superseded_by=row.id, expired=not cut.closed and previous.until is None)
    row = replace(row, version=previous.version + 1, supersedes=previous.id)
    if second is None:
        row, moved = _link_forward(row, after, version=row.version)
        inserts: tuple[NewRow, ...] = (row,)
    else:
        row = replace(row, superseded_by=second.id)
        second = replace(second, supersedes=row.id)
        second, moved = _link_forward(second, after, version=row.version + 1)
        inserts = (row, second)
    return Placement("superseded", row.id, superseded_id=previous.id, changes=(cut, *moved), inserts=inserts)


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
