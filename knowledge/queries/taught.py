"""What each message, turn or line of a session taught, page by page in the order of the session."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.db.models import Count, Min, Q, Value
from django.db.models.functions import Coalesce

from knowledge.clock import hub_now
from knowledge.errors import Invalid
from knowledge.models import Memory, MemorySource
from knowledge.queries.views import to_view

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from knowledge.engine.types import MemoryView

ITEMS_ON_A_PAGE: Final = 50
ROWS_OF_AN_ITEM: Final = 20
_MOST_ROWS: Final = 1_000
_NO_PLACE: Final = -1
_CURSOR_CHARACTERS: Final = 4_000
_CURSOR: Final = "cursor is not one this hub gave out; start from the first page."


@dataclass(frozen=True, slots=True)
class TaughtRow:
    """One row that an item taught; `role` is `direct`, `inherited` or `reaffirmed`."""

    memory: MemoryView
    role: str


@dataclass(frozen=True, slots=True)
class TaughtItem:
    """One message, turn or line.

    Attributes:
        kind, item: what names it; an item without a key has an empty one.
        sequence: its position in the session, if the host said so.
        observed_at: when it was first seen, if the host said so.
        memories: how many rows it taught.
        rows: the first of them, at most `ROWS_OF_AN_ITEM`.
    """

    kind: str
    item: str
    sequence: int | None
    observed_at: datetime | None
    memories: int
    rows: tuple[TaughtRow, ...]


@dataclass(frozen=True, slots=True)
class TaughtPage:
    """One page of items; `next` continues it, None at the end."""

    items: tuple[TaughtItem, ...]
    next: str | None


def taught(
    *, agent: str, session: str, after: str | None = None, limit: int = ITEMS_ON_A_PAGE, now: datetime | None = None
) -> TaughtPage:
    """Return a page of the items of a session, by position and then by key; those without a position come first.

    Args:
        agent: whose memory.
        session: key of the session, run or file.
        after: `next` of the page before.
        limit: 1 to 200.
        now: present moment; None reads the hub clock.

    Raises:
        Invalid: the cursor or the limit is none.
    """
    if not 1 <= limit <= 200:
        raise Invalid("limit is from 1 to 200.", field="limit")
    rows = MemorySource.objects.filter(memory__agent__name=agent, session=session.replace("\0", ""))
    placed: QuerySet[Any, Any] = rows.annotate(place=Coalesce("sequence", Value(_NO_PLACE)))
    groups = placed.values("place", "item", "kind").annotate(
        memories=Count("memory", distinct=True), seen=Min("observed_at")
    )
    found = list(_after(groups, after).order_by("place", "item", "kind")[: limit + 1])
    shown = found[:limit]
    told = _rows_of(placed, shown, agent, now or hub_now())
    items = tuple(
        TaughtItem(
            kind=one["kind"],
            item=one["item"],
            sequence=None if one["place"] == _NO_PLACE else one["place"],
            observed_at=one["seen"],
            memories=one["memories"],
            rows=tuple(told[_place(one)][:ROWS_OF_AN_ITEM]),
        )
        for one in shown
    )
    return TaughtPage(items, json.dumps(_place(shown[-1])) if len(found) > limit else None)


# ------------------------------------------------------------------ parts


def _place(one: dict[str, Any]) -> tuple[int, str, str]:
    return one["place"], one["item"], one["kind"]


def _after(groups: QuerySet[Any, Any], after: str | None) -> QuerySet[Any, Any]:
    if not after:
        return groups
    try:
        place, item, kind = json.loads(after[:_CURSOR_CHARACTERS])
    except (ValueError, TypeError, RecursionError) as error:
        raise Invalid(_CURSOR, field="cursor") from error
    whole = isinstance(place, int) and not isinstance(place, bool) and abs(place) < 1 << 62
    if not whole or not isinstance(item, str) or not isinstance(kind, str) or "\0" in item + kind:
        raise Invalid(_CURSOR, field="cursor")
    later = Q(place__gt=place) | Q(place=place, item__gt=item) | Q(place=place, item=item, kind__gt=kind)
    return groups.filter(later)


def _rows_of(
    placed: QuerySet[Any, Any], shown: Sequence[dict[str, Any]], agent: str, now: datetime
) -> dict[tuple[int, str, str], list[TaughtRow]]:
    """Read the rows that some items taught, in two queries however many items there are."""
    found: defaultdict[tuple[int, str, str], dict[int, str]] = defaultdict(dict)
    names = [one["item"] for one in shown]
    sources = placed.filter(item__in=names).order_by("place", "item", "kind", "memory_id")
    for place, item, kind, number, role in sources.values_list("place", "item", "kind", "memory_id", "role")[
        :_MOST_ROWS
    ]:
        found[place, item, kind].setdefault(number, role)
    numbers = {number for rows in found.values() for number in list(rows)[:ROWS_OF_AN_ITEM]}
    rows = {row.number: row for row in Memory.objects.filter(number__in=numbers)}
    told: defaultdict[tuple[int, str, str], list[TaughtRow]] = defaultdict(list)
    for key, roles in found.items():
        told[key] = [TaughtRow(to_view(rows[n], agent, now), role) for n, role in roles.items() if n in rows]
    return told
