"""The audit trail as people and programs read it: filtered, by key, and as a stream for export."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from django.db.models import F

from knowledge.engine.instants import format_instant
from knowledge.models import AuditEvent

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from django.db.models import QuerySet

_MAX_LIMIT = 200
_EXPORT_STEP = 1_000
_EXACT = ("actor", "actor_kind", "door", "action", "agent", "target")


@dataclass(frozen=True, slots=True)
class AuditFilters:
    """What a list of records shows; an empty filter matches everything.

    Attributes:
        actor: exact name of who acted.
        actor_kind: `person`, `agent` or `system`; with it, what one person did is found at once.
        door: `page`, `rest`, `mcp`, `command`, `job` or `import`.
        action: one action, for example `memory.forgotten`.
        agent: name of the agent it concerned.
        target: id of the row, token or person it concerned.
        since, until: moment of the record, half-open.
    """

    actor: str = ""
    actor_kind: str = ""
    door: str = ""
    action: str = ""
    agent: str = ""
    target: str = ""
    since: datetime | None = None
    until: datetime | None = None

    @property
    def is_plain(self) -> bool:
        """Whether nothing is filtered."""
        return self == AuditFilters()


@dataclass(frozen=True, slots=True)
class AuditView:
    """One record: who did what to which row, and its place in the chain. It never holds content."""

    sequence: int
    at: datetime
    actor_kind: str
    actor: str
    door: str
    action: str
    agent: str
    target: str
    reason: str
    details: dict[str, Any]
    previous_hash: str
    hash: str


_FIELDS = tuple(field.name for field in fields(AuditView))
_OF_THE_CHAIN = ("sequence", "previous_hash", "hash")


@dataclass(frozen=True, slots=True)
class AuditPage:
    """One page of records, newest first.

    Attributes:
        newer, older: sequence numbers to page on from; None at either end.
        total: how many records there are; None when a filter or the reader's rights narrow the list.
    """

    items: tuple[AuditView, ...]
    newer: int | None
    older: int | None
    total: int | None


def list_audit(
    *,
    agents: frozenset[str] | None,
    filters: AuditFilters = AuditFilters(),
    older_than: int | None = None,
    newer_than: int | None = None,
    limit: int = 50,
) -> AuditPage:
    """Return one page of records.

    Args:
        agents: names whose records the reader may see. None sees everything, also what concerns no agent.
        older_than, newer_than: sequence number of the last or first record already shown; at most one of them.
        limit: 1 to 200 records.
    """
    limit = min(max(limit, 1), _MAX_LIMIT)
    matching = _matching(agents, filters)
    if newer_than is not None:
        rows = list(matching.filter(sequence__gt=newer_than).order_by("sequence")[: limit + 1])
        more_newer, more_older = len(rows) > limit, True
        rows = rows[:limit][::-1]
    else:
        below = matching if older_than is None else matching.filter(sequence__lt=older_than)
        rows = list(below.order_by("-sequence")[: limit + 1])
        more_newer, more_older = older_than is not None, len(rows) > limit
        rows = rows[:limit]
    return AuditPage(
        items=tuple(_view(row) for row in rows),
        newer=rows[0].sequence if rows and more_newer else None,
        older=rows[-1].sequence if rows and more_older else None,
        total=count_audit() if agents is None and filters.is_plain else None,
    )


def count_audit() -> int:
    """Return how many records there are: they are counted without gaps, so the last one knows."""
    last = AuditEvent.objects.order_by("-sequence").values_list("sequence", flat=True).first()
    return last or 0


def export_audit(*, agents: frozenset[str] | None, filters: AuditFilters = AuditFilters()) -> Iterator[str]:
    """Yield the records as JSON lines, oldest first, in blocks of whole lines.

    Number and hashes are left out for whoever sees some agents only: they count what the others wrote, and a chain
    with holes cannot be checked anyway.

    Read in steps of 1 000, so that neither memory nor a long open read grows with the trail. Records written after
    the export began are left out.
    """
    last = count_audit()
    names = _FIELDS if agents is None else tuple(name for name in _FIELDS if name not in _OF_THE_CHAIN)
    after = 0
    while True:
        step = _matching(agents, filters).filter(sequence__gt=after, sequence__lte=last)
        rows = list(step.order_by("sequence").values(*names, number=F("pk"))[:_EXPORT_STEP])
        if rows:
            yield "".join(map(_line, rows))
        if len(rows) < _EXPORT_STEP:
            return
        after = rows[-1]["number"]


def _line(row: dict[str, Any]) -> str:
    kept = {name: value for name, value in row.items() if name != "number"}
    return json.dumps({**kept, "at": format_instant(row["at"])}, ensure_ascii=False) + "\n"


def _matching(agents: frozenset[str] | None, filters: AuditFilters) -> QuerySet[AuditEvent]:
    rows = AuditEvent.objects.all()
    if agents is not None:
        rows = rows.filter(agent__in=agents - {""})
    exact = {name: value for name in _EXACT if (value := getattr(filters, name))}
    if any("\0" in value for value in exact.values()):
        return rows.none()  # no stored text holds one, and PostgreSQL does not even take it
    rows = rows.filter(**exact)
    if filters.since:
        rows = rows.filter(at__gte=filters.since)
    if filters.until:
        rows = rows.filter(at__lt=filters.until)
    return rows


def _view(row: AuditEvent) -> AuditView:
    return AuditView(
        sequence=row.sequence,
        at=row.at,
        actor_kind=row.actor_kind,
        actor=row.actor,
        door=row.door,
        action=row.action,
        agent=row.agent,
        target=row.target,
        reason=row.reason,
        details=row.details,
        previous_hash=row.previous_hash,
        hash=row.hash,
    )
