"""Rows that leave the time axis for good or until an undo: what was before them is true again, if it may be."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from django.db import connection

from knowledge.engine.types import Actor
from knowledge.errors import HubError
from knowledge.models import Memory, MemorySpan
from knowledge.services import bulk, scanning
from knowledge.services.guard import RELEASED

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from knowledge.queries.leaving import Move
    from knowledge.services.blocks import Fence
    from knowledge.services.ledger import Ledger

RETURNED: Final = "reopened"
HUB: Final = Actor(kind="system", name="hub", door="job", agents=None)
_AT_ONCE: Final = 400


def may_not_return(fence: Fence, rows: Sequence[Memory]) -> set[str]:
    """Return those rows that must not be true again, and lower the trust of the others to that of their parents today.

    Args:
        fence: what the agent may not learn from.
        rows: about to be true, or true for longer; the trust of those in memory and in the table is lowered here.
    """
    refused = refused_today(fence, rows)
    lower_to_parents([row for row in rows if row.id not in refused])
    return refused


def lower_to_parents(rows: Sequence[Memory]) -> None:
    """Lower the trust of rows, in memory and in the table, to that of what they were made from today."""
    lowered = []
    parents = trusts_of_parents([row.number for row in rows])
    for row in rows:
        most = min(parents.get(row.number, ()), default=row.origin_trust)
        if most < row.origin_trust:
            row.origin_trust = most
            lowered.append(row)
    bulk.update_many(lowered, ("origin_trust",))


def refused_today(fence: Fence, rows: Sequence[Memory]) -> set[str]:
    """Return those rows that must not be true again; nothing is written, and the queries are few.

    What came from a blocked source stays out, and what reads like an order today, unless a person has let it in.
    """
    blocked = fence.blocked_rows([row.number for row in rows])
    suspicious = [row for row in rows if row.number not in blocked and not _reads_well(row)]
    judged = _let_in([row.number for row in suspicious])
    refused = {row.id for row in rows if row.number in blocked}
    return refused | {row.id for row in suspicious if row.number not in judged}


def move(
    ledger: Ledger, moves: Iterable[Move], *, refused: Collection[str], cut: Collection[str] | None = None
) -> None:
    """Bring rows that stay to their new place.

    Args:
        ledger: collects the changes.
        moves: see `queries.leaving`.
        refused: ids of rows that must not be true for longer; their end stays.
        cut: ids of rows that are deleted: links to them end, and no others are made. None: those that stay are linked.
    """
    for one in moves:
        row, new = one.row, one.new
        moves_on = one.moves and new.last is not None and not (one.longer and row.id in refused)
        linked = (row.supersedes_id, row.superseded_by_id, row.version)
        if cut is None:
            row.version, row.supersedes_id, row.superseded_by_id = new.version, new.supersedes, new.superseded_by
        else:
            row.supersedes_id = None if row.supersedes_id in cut else row.supersedes_id
            row.superseded_by_id = None if row.superseded_by_id in cut else row.superseded_by_id
        if moves_on and new.last is not None:
            row.valid_until = new.until
            row.said_from = new.last.start
            row.stated_until, row.expires_at = new.last.stated_until, new.last.expires_at
            row.invalidated_at = ledger.opened.now if new.ended_by else None
            row.invalidated_by_event = f"superseded:{new.ended_by}" if new.ended_by else ""
        if moves_on or linked != (row.supersedes_id, row.superseded_by_id, row.version):
            ledger.change(row, event=RETURNED if moves_on else None)


def trusts_of_parents(numbers: Sequence[int]) -> dict[int, list[float]]:
    """Return today's trust of what some rows were made from, by number of the row."""
    found: defaultdict[int, list[float]] = defaultdict(list)
    with connection.cursor() as cursor:
        for start in range(0, len(numbers), _AT_ONCE):
            some = list(numbers[start : start + _AT_ONCE])
            marks = ",".join(["%s"] * len(some))
            cursor.execute(
                "SELECT d.child_id, m.origin_trust FROM knowledge_derivation d"  # noqa: S608 - only placeholders are joined
                f" JOIN knowledge_memory m ON m.number = d.parent_id WHERE d.child_id IN ({marks})",
                some,
            )
            for child, trust in cursor.fetchall():
                found[child].append(trust)
    return found


def _reads_well(row: Memory) -> bool:
    """Tell whether a row passes the scan as the rules are today; what cannot be scanned does not."""
    try:
        return scanning.judged(HUB, scanning.texts_of_row(row)) is None
    except HubError:
        return False


def _let_in(numbers: Sequence[int]) -> set[int]:
    """Return those rows that a person has let in once."""
    found: set[int] = set()
    for start in range(0, len(numbers), _AT_ONCE):
        spans = MemorySpan.objects.filter(memory__in=numbers[start : start + _AT_ONCE], event=RELEASED)
        found |= set(spans.values_list("memory_id", flat=True))
    return found
