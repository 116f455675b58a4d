"""Taking a change of some rows back: what they were before is kept, and put back if nothing has changed since.

A trace holds ids, times and standings, never a text, so that whoever keeps it keeps no content.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.db.models import DateTimeField

from knowledge.engine.ids import digest
from knowledge.errors import Conflict
from knowledge.models import Memory, MemorySource, Reaffirmation
from knowledge.models.memory import ARCHIVED, BELIEVED
from knowledge.services import bulk
from knowledge.services.descent import put_trust_back
from knowledge.services.ledger import CHANGING_FIELDS, Ledger
from knowledge.services.returning import check_may_return

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from knowledge.models import Agent
    from knowledge.services.transactions import WriteTransaction

UNDONE = "undone"
VOUCHING_FIELDS = ("origin", "origin_trust", "rival")
"""Columns that only a decision changes."""

_KEPT = tuple(name for name in (*CHANGING_FIELDS, *VOUCHING_FIELDS) if name != "token_count")
_AXIS = (
    "SELECT id, valid_from, valid_until, said_from, stated_until, expires_at, supersedes_id FROM knowledge_memory"
    " WHERE agent_id = %s AND fact_key = %s AND NOT (fact_key = '') AND valid_from >= %s AND standing = 'believed'"
    " ORDER BY valid_from, number"
)

Image = dict[str, Any]


@dataclass(slots=True)
class Trace:
    """What one change did to rows.

    Attributes:
        row: id of the row the change was about; it leaves the axis first.
        rows: per id the columns before and after.
        added: ids of rows that the change wrote.
        said: keys of confirmations it added.
        sources: keys of sources it added.
        moved: keys of confirmations that got another row, and the number of the row that had them.
        confirmed: id of the row that was said again.
        children: per id the trust of rows made from these before it was lowered.
        since: start of the part of the fact's axis that matters, empty for a plain memory.
        axis: digest of that part afterwards.
    """

    row: str
    rows: dict[str, tuple[Image, Image]] = field(default_factory=dict)
    added: list[str] = field(default_factory=list)
    said: list[int] = field(default_factory=list)
    sources: list[int] = field(default_factory=list)
    moved: dict[int, int] = field(default_factory=dict)
    confirmed: str = ""
    children: dict[str, float] = field(default_factory=dict)
    since: str = ""
    axis: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the trace as plain JSON values."""
        return {
            "row": self.row,
            "rows": {name: [before, after] for name, (before, after) in self.rows.items()},
            "added": self.added,
            "said": self.said,
            "sources": self.sources,
            "moved": [[key, number] for key, number in self.moved.items()],
            "confirmed": self.confirmed,
            "children": self.children,
            "since": self.since,
            "axis": self.axis,
        }

    @classmethod
    def of_json(cls, value: dict[str, Any]) -> Trace:
        """Read what `as_json` wrote."""
        return cls(
            row=value["row"],
            rows={name: (before, after) for name, (before, after) in value["rows"].items()},
            added=list(value["added"]),
            said=list(value["said"]),
            sources=list(value["sources"]),
            moved={int(key): int(number) for key, number in value["moved"]},
            confirmed=value["confirmed"],
            children=dict(value["children"]),
            since=value["since"],
            axis=value["axis"],
        )


def images(rows: Iterable[Memory]) -> dict[str, Image]:
    """Return the columns that a change may touch, per row, as plain JSON values."""
    return {row.id: {name: _plain(getattr(row, name)) for name in _KEPT} for row in rows}


def finish(trace: Trace, agent: Agent, rows: Sequence[Memory], before: dict[str, Image]) -> None:
    """Complete a trace after the ledger was flushed.

    Args:
        trace: names the row; what was added is filled in already.
        agent: the owner.
        rows: every existing row the change could have touched, as it is now.
        before: their images before it.
    """
    after = images(rows)
    trace.rows = {name: (before[name], now) for name, now in after.items() if now != before[name]}
    facts = {row.fact_key for row in rows if row.id == trace.row and row.fact_key}
    if facts:
        starts = [row.valid_from for row in rows if row.id in trace.rows or row.id == trace.row]
        trace.since = min(starts).isoformat()
        trace.axis = axis_digest(agent, facts.pop(), min(starts))


def axis_digest(agent: Agent, fact_key: str, since: datetime) -> str:
    """Return a digest of the rows of a fact from a start on: equal as long as nothing there has changed."""
    with connection.cursor() as cursor:
        cursor.execute(_AXIS, [agent.pk, fact_key, connection.ops.adapt_datetimefield_value(since)])
        return digest(*(str(value) for row in cursor.fetchall() for value in row))


def take_back(opened: WriteTransaction, agent: Agent, trace: Trace) -> Memory:
    """Put rows back as they were before a change; each gets one more entry on its second clock.

    Returns:
        The row the change was about.

    Raises:
        Conflict: something has changed since.
    """
    names = [trace.row, *trace.added, *trace.rows, *([trace.confirmed] if trace.confirmed else [])]
    rows = {row.id: row for row in Memory.objects.filter(agent=agent, id__in=names)}
    main = rows.get(trace.row)
    if main is None or not _is_as_left(agent, trace, rows, main):
        raise Conflict("Something has changed since this decision; it can no longer be undone.", code="changed_since")
    ledger = Ledger(opened, agent)
    # What leaves the axis goes first: at no moment do two rows hold at once.
    comes_back = []
    for name in dict.fromkeys(names):
        row = rows[name]
        if name in trace.added:
            row.standing, row.standing_reason, row.archived_at = ARCHIVED, UNDONE, opened.now
        elif name in trace.rows:
            put_back(row, trace.rows[name][0])
            if row.standing == BELIEVED:
                comes_back.append(row)
        if name == trace.confirmed:
            ledger.count(row, -1)
        ledger.change(row, event=UNDONE if name in trace.rows or name in trace.added else None)
    check_may_return(opened, comes_back)
    numbers = {row.number: row for row in rows.values()}
    for number in set(trace.moved.values()):
        if number in numbers:
            ledger.move_statements(numbers[number], [key for key, owner in trace.moved.items() if owner == number])
    ledger.flush()
    for name in trace.rows:
        bulk.update(rows[name], VOUCHING_FIELDS)
    Reaffirmation.objects.filter(pk__in=trace.said).delete()
    MemorySource.objects.filter(pk__in=trace.sources).delete()
    put_trust_back(agent, trace.children)
    return main


def _is_as_left(agent: Agent, trace: Trace, rows: dict[str, Memory], main: Memory) -> bool:
    """Tell whether every row is as the change left it, and nothing was said in that part of the axis since."""
    if not rows.keys() >= {*trace.rows, *trace.added}:
        return False
    now = images(rows[name] for name in trace.rows)
    if any(now[name] != after for name, (_, after) in trace.rows.items()):
        return False
    if not trace.since or not main.fact_key:
        return True
    return axis_digest(agent, main.fact_key, datetime.fromisoformat(trace.since)) == trace.axis


def put_back(row: Memory, image: Image) -> None:
    """Give a row in memory the columns of an image."""
    for name, value in image.items():
        setattr(row, name, datetime.fromisoformat(value) if name in _TIMES and value is not None else value)


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


_TIMES = frozenset(
    one.attname
    for one in Memory._meta.concrete_fields  # noqa: SLF001 - Django's documented way to list columns
    if isinstance(one, DateTimeField)
)
