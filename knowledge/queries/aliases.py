"""Other names of entities: who is called what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from knowledge.engine.forms import normalize_key
from knowledge.models import EntityAlias
from knowledge.models.entity import ALIAS_BELIEVED, ALIAS_HELD

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

_MAX_LIMIT = 500
_LONGEST_NUMBER = 19


@dataclass(frozen=True, slots=True)
class AliasView:
    """One other name.

    Attributes:
        alias, stated, canonical: the name, what it was said to stand for, and what that goes by in the end.
        standing: `believed`, or `held` while it waits for a person.
        added_by: name of whoever added it; nothing that agents are shown.
    """

    id: int
    alias: str
    stated: str
    canonical: str
    canonical_key: str
    origin: str
    origin_trust: float
    standing: str
    added_by: str
    added_at: datetime


@dataclass(frozen=True, slots=True)
class AliasPage:
    """One page of other names, by name; `after` is the key of the next page, None on the last."""

    items: tuple[AliasView, ...]
    after: str | None


def list_aliases(
    *, agent: str, for_curator: bool = False, entity: str = "", after: str | None = None, limit: int = 100
) -> AliasPage:
    """List the other names that an agent knows.

    Args:
        agent: namespace; an unknown one has none.
        for_curator: also those that wait for a decision.
        entity: only names of this entity, itself named in whatever way.
        after: key of a page as given by the page before.
        limit: 1 to 500.
    """
    standings = (ALIAS_BELIEVED, ALIAS_HELD) if for_curator else (ALIAS_BELIEVED,)
    rows = EntityAlias.objects.filter(agent__name=agent, standing__in=standings)
    if entity:
        rows = rows.filter(canonical_key=canonical_key(agent=agent, name=entity))
    if after is not None:
        rows = rows.filter(_beyond(after))
    limit = min(max(limit, 1), _MAX_LIMIT)
    found = list(rows.order_by("alias_key", "standing", "pk")[: limit + 1])
    shown = found[:limit]
    more = len(found) > limit
    return AliasPage(tuple(alias_view(row) for row in shown), _key_of(shown[-1]) if more else None)


def aliases_by_id(ids: Collection[int]) -> dict[int, AliasView]:
    """Return other names by id, whatever their standing: for those who decide about them."""
    if not ids:
        return {}
    return {row.pk: alias_view(row) for row in EntityAlias.objects.filter(pk__in=set(ids))}


def _key_of(row: EntityAlias) -> str:
    """Return the key of a place in the list; a believed name is there once, one that waits perhaps more often."""
    return row.alias_key if row.standing == ALIAS_BELIEVED else f"{row.alias_key}\n{row.pk}"


def _beyond(key: str) -> Q:
    name, _, number = key.partition("\n")
    if not number:
        return Q(alias_key__gt=name) | Q(alias_key=name, standing=ALIAS_HELD)
    place = int(number) if number.isascii() and number.isdigit() and len(number) < _LONGEST_NUMBER else 0
    return Q(alias_key__gt=name) | Q(alias_key=name, standing=ALIAS_HELD, pk__gt=place)


def canonical_key(*, agent: str, name: str) -> str:
    """Return the key of the entity that goes by a name: that of the name itself when it is nobody's other name."""
    key = normalize_key(name)
    rows = EntityAlias.objects.filter(agent__name=agent, alias_key=key, standing=ALIAS_BELIEVED)
    return rows.values_list("canonical_key", flat=True).first() or key


def names_of(*, agent: str, canonical_keys: Collection[str]) -> dict[str, list[EntityAlias]]:
    """Return the believed other names of entities, in order, by the key each entity goes by."""
    found: dict[str, list[EntityAlias]] = {}
    listed = sorted(set(canonical_keys))
    for start in range(0, len(listed), 400):
        rows = EntityAlias.objects.filter(
            agent__name=agent, standing=ALIAS_BELIEVED, canonical_key__in=listed[start : start + 400]
        )
        for row in rows.order_by("alias_key"):
            found.setdefault(row.canonical_key, []).append(row)
    return found


def alias_view(row: EntityAlias) -> AliasView:
    """Turn a row into what doors show."""
    return AliasView(
        id=row.pk,
        alias=row.alias,
        stated=row.stated,
        canonical=row.canonical,
        canonical_key=row.canonical_key,
        origin=row.origin,
        origin_trust=row.origin_trust,
        standing=row.standing,
        added_by=row.added_by,
        added_at=row.added_at,
    )
