"""The list of the queue with every card in full, as a person decides from it; and what has changed in it since."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, F, Max, Sum, Window
from django.db.models.functions import RowNumber

from curation.models import PENDING, ApprovalItem
from curation.queries.cards import card_digest, shown_now
from curation.queries.cards_in_full import ItemInFull, items_in_full
from curation.queries.queue import QueueEntry, QueueFilters, QueuePage, narrowed, pending, queue
from knowledge.clock import hub_now

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

ITEMS_ON_CARD = 8
"""A card of the list shows so many items; with more, it is decided where all of them are shown."""
CARDS = 12


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the list.

    Attributes:
        entry: the request.
        items: the items that wait, in the order they came, at most 8; `more_items` are left out.
        digest: of all that is shown; a decision that carries it is bound to it. Empty when items are left out.
    """

    entry: QueueEntry
    items: tuple[ItemInFull, ...]
    more_items: int
    digest: str


@dataclass(frozen=True, slots=True)
class Board:
    """One page of the queue; `mark` changes with everything that waits under the same filters."""

    page: QueuePage
    cards: tuple[Card, ...]
    mark: str


def board(
    *,
    agents: Collection[str] | None,
    filters: QueueFilters,
    cursor: str | None = None,
    limit: int = CARDS,
    now: datetime | None = None,
) -> Board:
    """Return one page of the queue with its cards in full; the number of queries is fixed.

    Args:
        agents: names the person may see, None for all.
        filters: what to show.
        cursor: `next` of the page before.
        limit: 1 to 200.
        now: present moment; None reads the hub clock.

    Raises:
        Invalid: the cursor is none of ours.
    """
    moment = now or hub_now()
    page = queue(agents=agents, filters=filters, cursor=cursor, limit=limit, now=moment)
    place = Window(RowNumber(), partition_by=F("request"), order_by=F("pk").asc())
    rows = ApprovalItem.objects.filter(request__in=[entry.id for entry in page.entries], status=PENDING)
    stored = list(rows.annotate(place=place).filter(place__lte=ITEMS_ON_CARD).order_by("pk"))
    items, digests = items_in_full(stored, None if agents is None else frozenset(agents), moment)
    of_card: defaultdict[str, list[ItemInFull]] = defaultdict(list)
    for row, item in zip(stored, items, strict=True):
        of_card[row.request_id].append(item)
    return Board(
        page, tuple(_card(entry, of_card[entry.id], digests) for entry in page.entries), _mark(agents, filters, moment)
    )


def board_mark(
    *, agents: Collection[str] | None, filters: QueueFilters, now: datetime | None = None
) -> tuple[str, int]:
    """Return the mark that the board would have now, and how many cards wait under these filters; one query."""
    mark = _mark(agents, filters, now or hub_now())
    return mark, int(mark.partition(".")[0])


def digests_of(*, agents: Collection[str] | None, ids: Collection[str], now: datetime | None = None) -> dict[str, str]:
    """Return, per request that waits, the digest of all that would be shown of it.

    Args:
        agents: names the person may see, None for all.
        ids: of requests.
        now: present moment; None reads the hub clock.
    """
    known = [one for one in set(ids) if "\0" not in one]
    waiting = pending(agents, now or hub_now()).filter(pk__in=known)
    items: defaultdict[str, list[str]] = defaultdict(list)
    for request, name in ApprovalItem.objects.filter(request__in=waiting, status=PENDING).values_list(
        "request_id", "memory"
    ):
        items[request].append(name)
    shown = shown_now(name for names in items.values() for name in names)
    return {
        request: card_digest({name: shown.get(name, ("", ""))[0] for name in names}) for request, names in items.items()
    }


# ------------------------------------------------------------------ parts


def _card(entry: QueueEntry, items: list[ItemInFull], digests: dict[str, str]) -> Card:
    more = max(0, entry.waiting - len(items))
    digest = "" if more else card_digest({item.name: digests[item.name] for item in items})
    return Card(entry, tuple(items), more, digest)


def _mark(agents: Collection[str] | None, filters: QueueFilters, now: datetime) -> str:
    rows = narrowed(pending(agents, now), filters, now)
    found = rows.aggregate(cards=Count("pk"), newest=Max("pk"), revisions=Sum("revision"))
    return f"{found['cards']}.{found['newest'] or ''}.{found['revisions'] or 0}"
