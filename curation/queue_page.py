"""The queue, ready for its template: cards in full, filters with their numbers, and how much is left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from curation import access, wording
from curation.presenters import Chip, query_string
from curation.queries.board import board, board_mark
from curation.queries.queue import FACETS, MOST_AT_ONCE, QueueFilters, progress
from curation.queries.saved_filters import read_filters, saved_filters
from curation.queue_card import Desk, paths_of
from curation.queue_words import REJECTIONS
from knowledge.errors import Invalid

if TYPE_CHECKING:
    from datetime import datetime

    from django.http import QueryDict
    from django.utils.functional import _StrPromise as LazyText

    from curation.queries.queue import FacetValue, QueueEntry, QueuePage
    from curation.queries.saved_filters import SavedView
    from knowledge.services.types import Actor

LABELS: dict[str, LazyText] = {
    "kind": gettext_lazy("Kind"),
    "agent": gettext_lazy("Agent"),
    "origin": gettext_lazy("Origin"),
    "reason": gettext_lazy("Why it waits"),
    "risk": gettext_lazy("Risk"),
    "age": gettext_lazy("Age"),
}
_VOCABULARY = {"kind": "request_kind", "reason": "reason", "risk": "risk", "age": "age"}


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks for, and of whom."""

    params: QueryDict
    actor: Actor
    filters: QueueFilters
    now: datetime

    @property
    def carried(self) -> str:
        """The filters as `?…`, empty without any."""
        return carried(self.filters)


def carried(filters: QueueFilters) -> str:
    """Return filters as an address carries them, `?…`; empty without any."""
    pairs = [(name, value) for name in FACETS if (value := getattr(filters, name))]
    return f"?{urlencode(pairs)}" if pairs else ""


def read(params: QueryDict, actor: Actor) -> Asked:
    """Read an address.

    Raises:
        Refused: the person has no role.
        NotFound: the agent is unknown or not the person's.
    """
    access.check_may_look(actor)
    filters = read_filters(params.urlencode())
    if filters.agent:
        access.check_agent(actor, filters.agent)
    return Asked(params, actor, filters, timezone.now())


def page_context(params: QueryDict, actor: Actor) -> dict[str, Any]:
    """Return everything the page shows for an address.

    Raises:
        Refused, NotFound, Invalid: see `read`; a cursor that is none.
    """
    asked = read(params, actor)
    filters, curator = asked.filters, access.may_curate(actor)
    found = board(agents=actor.agents, filters=filters, cursor=params.get("cursor") or None, now=asked.now)
    paths = paths_of((item.name for card in found.cards for item in card.items), actor)
    desk = Desk(actor, asked.now, carried=asked.carried, paths=paths)
    page = found.page
    return {
        "now": asked.now,
        "agents": access.visible_agents(actor),
        "agent": filters.agent,
        "curator": curator,
        "cards": [
            desk.card(
                card.entry,
                card.items,
                more_items=card.more_items,
                digest=card.digest,
                siblings=_siblings(page, card.entry),
            )
            for card in found.cards
        ],
        "total": page.total,
        "waiting": page.waiting,
        "fields": [_field(name, page.facets[name]) for name in FACETS if page.facets[name]],
        "chips": _chips(asked),
        "views": _views(actor, page, filters),
        "filtered": filters.is_active,
        "all_matching": filters.is_active and len(found.cards) < page.total <= MOST_AT_ONCE,
        "next": f"{asked.carried or '?'}{'&' if asked.carried else ''}cursor={page.next}" if page.next else "",
        "first": (asked.carried or "?") if params.get("cursor") else "",
        "here": asked.carried.removeprefix("?"),
        "mark": found.mark,
        "progress": _progress(actor, asked.now),
        "rejections": REJECTIONS,
        "administers": access.may_administer(actor),
    }


def news_context(params: QueryDict, actor: Actor) -> dict[str, Any] | None:
    """Return what has changed since a page was read; None when nothing has.

    Raises:
        Refused, NotFound: see `read`.
    """
    asked = read(params, actor)
    mark, cards = board_mark(agents=actor.agents, filters=asked.filters, now=asked.now)
    before = params.get("mark", "")
    if mark == before:
        return None
    count = before.partition(".")[0]
    known = int(count) if count.isascii() and count.isdigit() and len(count) < 9 else 0
    return {
        "mark": before,
        "cards_now": cards,
        "new": max(0, cards - known),
        "gone": max(0, known - cards),
        "here": asked.carried.removeprefix("?"),
    }


def ids_of(text: str) -> list[str]:
    """Read the ids of requests as a form carries them: separated by spaces.

    Raises:
        Invalid: none at all.
    """
    found = list(dict.fromkeys(text.replace("\0", "").split()))
    if not found:
        raise Invalid("Choose at least one request.", field="id")
    return found


def today(now: datetime) -> datetime:
    """Return the beginning of the present day in the viewer's zone."""
    return timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)


def value_label(name: str, value: str) -> str:
    """Return the plain word for one value of a filter."""
    if name == "origin":
        label, own = str(wording.word("origin", value).label), value.partition(":")[2]
        return f"{label}: {own}" if own else label
    return str(wording.word(_VOCABULARY[name], value).label) if name in _VOCABULARY else value


# ------------------------------------------------------------------ parts


def _siblings(page: QueuePage, entry: QueueEntry) -> tuple[int, str]:
    """Return how many cards wait of the same source and agent, and the address of the list of them."""
    same = QueueFilters(agent=entry.agent, origin=entry.origin)
    return page.count(same), reverse("curation:queue") + carried(same)


def _progress(actor: Actor, now: datetime) -> Any:
    return progress(agents=actor.agents, user_id=actor.user_id, today=today(now), now=now)


def _field(name: str, values: tuple[FacetValue, ...]) -> dict[str, Any]:
    options = [(one.value, value_label(name, one.value), one.count, one.chosen) for one in values]
    return {"name": name, "label": LABELS[name], "options": options, "chosen": any(one.chosen for one in values)}


def _chips(asked: Asked) -> list[Chip]:
    chosen = [(name, getattr(asked.filters, name)) for name in FACETS]
    return [
        Chip(name, LABELS[name], value_label(name, value), query_string(asked.params, **{name: None}))
        for name, value in chosen
        if value
    ]


def _views(actor: Actor, page: QueuePage, filters: QueueFilters) -> list[tuple[SavedView, int, str, bool]]:
    """Return the saved filters with how many cards each would leave, its address, and whether it is shown now."""
    found = saved_filters(user_id=actor.user_id, agents=actor.agents)
    address = reverse("curation:queue")
    return [(one, page.count(one.filters), address + carried(one.filters), one.filters == filters) for one in found]
