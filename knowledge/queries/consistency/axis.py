"""Whether the stored intervals give the answers that what was said gives."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from knowledge.engine.timeline import Statement, answer, earliest, stored_end
from knowledge.models import Memory
from knowledge.models.memory import BELIEVED
from knowledge.queries.consistency.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

_CHUNK = 2_000
_FIELDS = (
    "agent_id", "fact_key", "id", "valid_from", "valid_until", "said_from", "stated_until", "expires_at",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Row:
    id: str
    start: datetime
    until: datetime | None
    last: Statement

    @property
    def answers_until(self) -> datetime | None:
        return earliest(self.until, self.last.expires_at)

    @property
    def is_empty(self) -> bool:
        return self.until is not None and self.until <= self.start

    @property
    def said_nothing(self) -> bool:
        """Whether it was over before it began, as a row brought from elsewhere can be."""
        return self.last.stated_until is not None and self.last.stated_until <= self.start


def answers() -> Iterator[Finding]:
    """Ask every fact at every border of its rows, and compare with the rule of the time axis."""
    rows = (
        Memory.objects.filter(standing=BELIEVED)
        .exclude(fact_key="")
        .order_by("agent_id", "fact_key", "valid_from", "number")
        .values_list(*_FIELDS)
        .iterator(chunk_size=_CHUNK)
    )
    for (_, key), group in groupby(rows, key=lambda row: row[:2]):
        own = [_row(*values) for _, _, *values in group]
        yield from _of_fact(key, own)


def _row(
    row_id: str,
    start: datetime,
    until: datetime | None,
    said_from: datetime,
    stated_until: datetime | None,
    expires_at: datetime | None,
) -> _Row:
    return _Row(row_id, start, until, Statement(said_from, stated_until, expires_at))


def _of_fact(key: str, rows: Sequence[_Row]) -> Iterator[Finding]:
    rule = "A fact answers at every moment with the latest statement that has begun."
    # A row that was over before it began has no say, unless it had ended the one before it.
    ends = {row.until for row in rows if not row.is_empty}
    speaking = [row for row in rows if not row.said_nothing or row.start in ends]
    shown = [row for row in speaking if not row.is_empty]
    for row, following in zip(shown, [*shown[1:], None], strict=True):
        end = earliest(stored_end(row.last, following.start if following else None), row.last.expires_at)
        if row.answers_until != end and not _ends_at_an_empty_row(row, speaking):
            yield Finding("A row ends at its own end or where the next one begins.", row.id)
    statements = _statements(speaking)
    starts = [said.start for said, _ in statements]
    for row in shown:
        for at in (row.start, row.answers_until):
            if at is not None and _said(statements, starts, at) != _stored(shown, at):
                yield Finding(rule, f"fact {key} at {at.isoformat()}, beside {row.id}")


def _ends_at_an_empty_row(row: _Row, rows: Sequence[_Row]) -> bool:
    """Tell whether a statement that was itself overruled at once had ended the row there."""
    return any(one.is_empty and one.start == row.until for one in rows)


def _statements(rows: Sequence[_Row]) -> list[tuple[Statement, str]]:
    """Return what was said, by start; of equal starts the one that was learned last comes last."""
    said: list[tuple[bool, Statement, str]] = []
    for row in rows:
        if row.last.start > row.start:
            said.append((not row.is_empty, Statement(row.start), row.id))
        said.append((not row.is_empty, row.last, row.id))
    said.sort(key=lambda one: (one[1].start, one[0]))
    return [(statement, row_id) for _, statement, row_id in said]


def _said(statements: Sequence[tuple[Statement, str]], starts: Sequence[datetime], at: datetime) -> str | None:
    # Only statements with the latest start can be the answer.
    end = bisect_right(starts, at)
    begin = bisect_right(starts, starts[end - 1]) - 1 if end else 0
    while begin > 0 and starts[begin - 1] == starts[end - 1]:
        begin -= 1
    return answer(statements[begin:end], at)


def _stored(rows: Sequence[_Row], at: datetime) -> str | None:
    place = bisect_right([row.start for row in rows], at) - 1
    if place < 0:
        return None
    row = rows[place]
    ends = row.answers_until
    return row.id if ends is None or at < ends else None
