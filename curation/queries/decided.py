"""What was decided: by whom, when, why, and what it did."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from curation.models import PENDING, ApprovalItem, ApprovalRequest
from curation.queries.cards_in_full import undo_until
from curation.queries.queue import QueueEntry, entries, scoped
from knowledge.clock import hub_now
from knowledge.engine.instants import BadInstantError, format_instant, parse_instant
from knowledge.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

FINAL = ("approved", "rejected", "expired", "stale", "withdrawn")
_MAX_LIMIT = 200
_BAD_CURSOR = "cursor is not one this hub gave out; start from the first page."


@dataclass(frozen=True, slots=True)
class DecisionFilters:
    """Which decisions are listed; an empty word filters nothing.

    Attributes:
        status: one of `FINAL`.
        kind, agent, by: equal to these; `by` is the name of a person.
        since, until: when it was decided, half-open.
    """

    status: str = ""
    kind: str = ""
    agent: str = ""
    by: str = ""
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class DecisionView:
    """One request that is final.

    Attributes:
        entry: the request and its first item.
        decided_by: name of the person; empty when its time was over.
        outcomes: how many items ended in each status.
        effects: what that did, in one word each (see `knowledge.services.release`), and to how many items.
        undo_until: until when it can be taken back; None when it cannot.
        undone: id of the request that was opened when it was undone; empty otherwise.
        reopens: id of the request whose undoing opened it; empty otherwise.
    """

    entry: QueueEntry
    decided_by: str
    decided_at: datetime
    note: str
    outcomes: dict[str, int]
    effects: dict[str, int]
    undo_until: datetime | None
    undone: str
    reopens: str


@dataclass(frozen=True, slots=True)
class DecisionPage:
    """One page of decisions, newest first; `next` continues it, None on the last."""

    items: tuple[DecisionView, ...]
    next: str | None


def decisions(
    *,
    agents: Collection[str] | None,
    filters: DecisionFilters | None = None,
    cursor: str | None = None,
    limit: int = 50,
    now: datetime | None = None,
) -> DecisionPage:
    """Return one page of what was decided; the number of queries is fixed.

    Args:
        agents: names the reader may see, None for all.
        filters: which ones.
        cursor: `next` of the page before.
        limit: 1 to 200.
        now: present moment; None reads the hub clock.

    Raises:
        Invalid: the cursor is none of ours.
    """
    moment = now or hub_now()
    chosen = filters or DecisionFilters()
    limit = min(max(limit, 1), _MAX_LIMIT)
    rows = scoped(agents).exclude(status=PENDING).filter(decided_at__isnull=False)
    for name, column in (("status", "status"), ("kind", "kind"), ("agent", "agent"), ("by", "decided_by")):
        if wanted := getattr(chosen, name):
            rows = rows.filter(**{column: wanted})
    if chosen.since is not None:
        rows = rows.filter(decided_at__gte=chosen.since)
    if chosen.until is not None:
        rows = rows.filter(decided_at__lt=chosen.until)
    if cursor:
        rows = rows.filter(_before(cursor))
    found = list(rows.order_by("-decided_at", "-id")[: limit + 1])
    shown = found[:limit]
    items: dict[str, list[ApprovalItem]] = {row.pk: [] for row in shown}
    for item in ApprovalItem.objects.filter(request__in=list(items)).order_by("pk"):
        items[item.request_id].append(item)
    cards = entries(shown, agents=agents, now=moment)
    return DecisionPage(
        items=tuple(_view(row, entry, items[row.pk], moment) for row, entry in zip(shown, cards, strict=True)),
        next=_cursor(shown[-1]) if len(found) > limit else None,
    )


def _view(row: ApprovalRequest, entry: QueueEntry, items: list[ApprovalItem], now: datetime) -> DecisionView:
    assert row.decided_at is not None
    ends = [undo_until(item.status, item.decided_at, item.effect) for item in items]
    open_ends = [end for end in ends if end is not None and end > now]
    statuses = [item.status for item in items]
    return DecisionView(
        entry=entry,
        decided_by=row.decided_by,
        decided_at=row.decided_at,
        note=row.decision_note,
        outcomes={status: statuses.count(status) for status in dict.fromkeys(statuses)},
        effects=dict(Counter(item.effect["outcome"] for item in items if item.effect.get("outcome"))),
        undo_until=min(open_ends) if open_ends else None,
        undone=next((item.effect["undone"] for item in items if "undone" in item.effect), ""),
        reopens=row.reopens_id or "",
    )


def _cursor(row: ApprovalRequest) -> str:
    assert row.decided_at is not None
    return f"{format_instant(row.decided_at)}~{row.pk}"


def _before(cursor: str) -> Q:
    moment, _, last = cursor.partition("~")
    try:
        at = parse_instant(moment)
    except BadInstantError as error:
        raise Invalid(_BAD_CURSOR, field="cursor") from error
    if not last or "\0" in last:
        raise Invalid(_BAD_CURSOR, field="cursor")
    return Q(decided_at__lt=at) | Q(decided_at=at, id__lt=last)
