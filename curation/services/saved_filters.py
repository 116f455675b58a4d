"""Giving a filter of the queue a name, for oneself or for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from curation.models import SavedFilter
from curation.queries.people import ADMIN, CURATOR
from curation.queries.queue import FACETS
from curation.queries.saved_filters import read_filters
from knowledge.errors import Conflict, Invalid, NotFound, Refused, TooLarge
from knowledge.services import audit
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.engine.types import Actor

NAME_CHARACTERS, QUERY_CHARACTERS = 100, 1_000
MOST_FILTERS = 50


def save_filter(*, actor: Actor, name: str, query: str, shared: bool = False, now: datetime | None = None) -> int:
    """Save a filter; one of the same name and person is replaced.

    Args:
        actor: a person with any role; only curators and administrators share.
        name: 1 to 100 visible characters.
        query: the filter as the address of the list carries it; it has to filter something.
        shared: whether everybody sees it.
        now: moment of the write; None reads the hub clock.

    Returns:
        The key of the filter.

    Raises:
        Refused: no person with a role, or one that may not share.
        Invalid, TooLarge: a value breaks a rule.
        Conflict: the person has as many as there may be.
    """
    if actor.kind != "person" or actor.user_id is None or not actor.roles:
        raise Refused("Only people with a role save filters.")
    if shared and not actor.roles & {CURATOR, ADMIN}:
        raise Refused("Your role only reads; ask a curator or an administrator.")
    clean, kept = _name(name), _query(query)
    with write_transaction(now) as opened:
        mine = SavedFilter.objects.filter(user=actor.user_id)
        row = mine.select_for_update().filter(name=clean).first()
        if row is None:
            if mine.count() >= MOST_FILTERS:
                raise Conflict(f"There are {MOST_FILTERS} filters already; remove one first.")
            row = SavedFilter(user_id=actor.user_id, name=clean)
        row.query, row.shared, row.created_at = kept, bool(shared), opened.now
        row.save()
        details = {"id": row.pk, "shared": row.shared}
        audit.record(opened, actor, audit.AuditRecord("filter.saved", target=f"filter:{row.pk}", details=details))
        return int(row.pk)


def remove_filter(*, actor: Actor, filter_id: int, now: datetime | None = None) -> str:
    """Remove a filter of one's own, or as an administrator a shared one; return its name.

    Raises:
        NotFound: there is none, or it is somebody else's.
    """
    with write_transaction(now) as opened:
        row = SavedFilter.objects.select_for_update().filter(pk=filter_id).first()
        if row is None or not (row.user_id == actor.user_id or (row.shared and ADMIN in actor.roles)):
            raise NotFound("There is no such filter.")
        name, key = row.name, row.pk
        row.delete()
        audit.record(opened, actor, audit.AuditRecord("filter.removed", target=f"filter:{key}"))
        return name


def _name(name: object) -> str:
    clean = " ".join(name.split()) if isinstance(name, str) else ""
    if not clean or not clean.isprintable():
        raise Invalid("Give the filter a name of visible characters.", field="name")
    if len(clean) > NAME_CHARACTERS:
        raise TooLarge(f"A name has at most {NAME_CHARACTERS} characters.", field="name")
    return clean


def _query(query: object) -> str:
    filters = read_filters(query) if isinstance(query, str) and "\0" not in query else None
    if filters is None or not filters.is_active:
        raise Invalid("Choose a filter first; the whole queue needs no name.", field="name")
    kept = urlencode([(name, value) for name in FACETS if (value := getattr(filters, name))])
    if len(kept) > QUERY_CHARACTERS:
        raise TooLarge(f"A filter has at most {QUERY_CHARACTERS} characters.", field="name")
    return kept
