"""Sorting the rows of one fact into several facts, when its predicate may hold several values at once.

While a predicate holds one value, a new value ends the one before it. Once it holds several, each value is a fact of
its own, and a value ends only where its own statements say so. This module works out, from the statements already
made, where each row ends then and how each value's own chain runs. It reads nothing and writes nothing.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from knowledge.engine.timeline import Statement, earliest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime


class CannotRegroupError(ValueError):
    """A row would have to be cut in two. `row_id` names it."""

    def __init__(self, row_id: str) -> None:
        super().__init__(f"The row {row_id} would have to be cut in two.")
        self.row_id = row_id


@dataclass(frozen=True, slots=True)
class AxisRow:
    """One row of the fact, whatever its standing.

    Attributes:
        id: public id.
        group: which new fact it belongs to.
        believed: whether it has a place on the time axis; other rows only keep their chain.
        start, until: stored interval, half-open.
        statements: everything that was said of it, ascending by start, then by order of learning; at least one.
        ended_by_hand: end that was set apart from any statement, None when there is none.
        expired: whether its end was written down because its life time ran out.
        supersedes, superseded_by: neighbours in the chain of the old fact.
    """

    id: str
    group: str
    believed: bool
    start: datetime
    until: datetime | None
    statements: tuple[Statement, ...]
    ended_by_hand: datetime | None = None
    expired: bool = False
    supersedes: str | None = None
    superseded_by: str | None = None


@dataclass(frozen=True, slots=True)
class Regrouped:
    """New values of one row.

    Attributes:
        last: the statement that decides its end from now on; None for a row that is not believed.
        ended_by: the row of the same new fact at whose start it ends, None when it ends by itself or not at all.
    """

    id: str
    until: datetime | None
    last: Statement | None
    ended_by: str | None
    version: int
    supersedes: str | None
    superseded_by: str | None


def regroup(rows: Sequence[AxisRow]) -> list[Regrouped]:
    """Sort the rows of one fact into the facts named by their groups.

    Args:
        rows: all rows of the fact, ascending by start and then by the order they were learned.

    Returns:
        One result per row, in the same order. At every instant each group answers what the statements of its rows
        say; an end never moves to an earlier moment.

    Raises:
        CannotRegroupError: a statement that was overruled by another value would come to life again behind a hole.
    """
    by_id = {row.id: row for row in rows}
    following = _next_in_group(rows)
    links = {row.id: _next_link(row, by_id) for row in rows}
    back = {later: earlier for earlier, later in links.items() if later is not None}
    versions = _versions(rows, back)
    found = []
    for row in rows:
        last, until, ended_by = None, row.until, None
        if row.believed:
            last, until, ended_by = _end(row, following.get(row.id))
        found.append(Regrouped(row.id, until, last, ended_by, versions[row.id], back.get(row.id), links[row.id]))
    return found


def _next_in_group(rows: Iterable[AxisRow]) -> dict[str, AxisRow]:
    """Return, per believed row, the next believed row of its group."""
    found: dict[str, AxisRow] = {}
    before: dict[str, AxisRow] = {}
    for row in rows:
        if row.believed:
            if row.group in before:
                found[before[row.group].id] = row
            before[row.group] = row
    return found


def _end(row: AxisRow, following: AxisRow | None) -> tuple[Statement, datetime | None, str | None]:
    """Return the deciding statement, the stored end, and the row at whose start it ends."""
    next_start = following.start if following else None
    last = row.statements[0]
    for said in row.statements[1:]:
        if next_start is not None and said.start >= next_start:
            # What had cut the row there before has overruled that already.
            if said.start > next_start != row.until:
                raise CannotRegroupError(row.id)
            continue
        if last.end is not None and last.end < said.start:
            raise CannotRegroupError(row.id)
        # A weaker voice confirms the value but does not prolong its life.
        weaker = said.trust < last.trust or said.confidence < last.confidence
        last = (
            replace(said, expires_at=last.expires_at, trust=last.trust, confidence=last.confidence) if weaker else said
        )
    last = replace(last, stated_until=earliest(last.stated_until, row.ended_by_hand))
    durable = following is not None or row.expired
    until = earliest(last.stated_until, last.expires_at if durable else None, next_start)
    ended_by = following.id if following is not None and until == next_start != last.stated_until else None
    return last, until, ended_by


def _next_link(row: AxisRow, by_id: Mapping[str, AxisRow]) -> str | None:
    """Follow the old chain to the next row of the same group."""
    seen = {row.id}
    current = row.superseded_by
    while current is not None and current in by_id and current not in seen:
        seen.add(current)
        if by_id[current].group == row.group:
            return current
        current = by_id[current].superseded_by
    return None


def _versions(rows: Iterable[AxisRow], back: Mapping[str, str]) -> dict[str, int]:
    """Count versions along each new chain; a segment of the past takes the number of the row before it."""
    found: dict[str, int] = {}
    latest: defaultdict[str, int] = defaultdict(lambda: 1)
    for row in rows:
        earlier = back.get(row.id)
        found[row.id] = found[earlier] + 1 if earlier in found else latest[row.group]
        latest[row.group] = found[row.id]
    return found
