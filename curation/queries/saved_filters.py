"""Filters of the queue that people gave a name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q
from django.http import QueryDict

from curation.models import SavedFilter
from curation.queries.queue import FACETS, QueueFilters

if TYPE_CHECKING:
    from collections.abc import Collection


@dataclass(frozen=True, slots=True)
class SavedView:
    """One filter under its name.

    Attributes:
        filters: what it shows.
        query: the same as the address of the list carries it.
        shared: whether everybody sees it.
        mine: whether this person saved it.
        owner: name of whoever did.
    """

    id: int
    name: str
    filters: QueueFilters
    query: str
    shared: bool
    mine: bool
    owner: str


def saved_filters(*, user_id: int | None, agents: Collection[str] | None) -> list[SavedView]:
    """Return a person's own filters and those shared with everybody, by name; one query.

    Args:
        user_id: the person.
        agents: names the person may see, None for all; a shared filter that names another agent is left out.
    """
    rows = SavedFilter.objects.filter(Q(user=user_id) | Q(shared=True)).select_related("user")
    found = [
        SavedView(
            id=row.pk,
            name=row.name,
            filters=read_filters(row.query),
            query=row.query,
            shared=row.shared,
            mine=row.user_id == user_id,
            owner=row.user.get_username(),
        )
        for row in rows.order_by("name", "pk")
    ]
    return [one for one in found if agents is None or not one.filters.agent or one.filters.agent in agents]


def read_filters(query: str) -> QueueFilters:
    """Return the filters that an address carries; whatever else is in it is left out."""
    read = QueryDict(query)
    return QueueFilters(**{name: read.get(name, "") for name in FACETS})
