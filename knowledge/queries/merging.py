"""What two entities have in common, before somebody says that they are one."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from knowledge.engine.forms import normalize_key
from knowledge.engine.ids import digest
from knowledge.errors import Invalid
from knowledge.models import Agent, EntityAlias
from knowledge.models.entity import ALIAS_BELIEVED
from knowledge.queries.aliases import canonical_key
from knowledge.queries.graph import MOST_EDGES, EntityDetail, Neighbour, entity_detail

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.engine.drawing import GraphEdge


@dataclass(frozen=True, slots=True)
class MergeView:
    """Two entities side by side.

    Attributes:
        keep, other: what is known of each; `other` would go by the name of `keep`.
        names: what the entity would be called besides.
        shared: entities both are tied to.
        between: facts that tie the one to the other; they would speak of one entity twice.
        same: facts of both that would say the same.
        contradictions: predicates under which each has a value of its own, though only one can be true of one entity.
        token: changes when the names of either do.
    """

    keep: EntityDetail
    other: EntityDetail
    names: tuple[str, ...]
    shared: tuple[Neighbour, ...]
    between: int
    same: int
    contradictions: tuple[str, ...]
    token: str


def view_merge(
    *, agent: str, keep: str, other: str, for_curator: bool = False, now: datetime | None = None
) -> MergeView:
    """Put two entities side by side; of each at most the 2 000 newest facts are compared.

    Args:
        agent: whose.
        keep, other: any name of each.
        for_curator: also a name of which nothing but what waits for a decision is known; that itself is not compared.
        now: moment that decides what is current.

    Raises:
        Invalid: both are the same entity already.
        NotFound: nothing is known under one of the names.
    """
    first, second = (
        _believed(entity_detail(agent=agent, entity=name, for_curator=for_curator, now=now, limit=MOST_EDGES))
        for name in (keep, other)
    )
    if first.id == second.id:
        raise Invalid("These names stand for the same entity already.", field="other")
    near = {one.id for one in second.neighbours}
    return MergeView(
        keep=first,
        other=second,
        names=(*(one.alias for one in first.aliases), second.label, *(one.alias for one in second.aliases)),
        shared=tuple(one for one in first.neighbours if one.id in near),
        between=sum(second.id in (edge.subject, edge.object) for edge in first.edges),
        same=len(_said(first) & _said(second)),
        contradictions=_contradictions(agent, first, second),
        token=merge_token(agent=agent, keep=keep, other=other),
    )


def merge_token(*, agent: str, keep: str, other: str) -> str:
    """Return a digest of what two entities are called; it changes when somebody adds or removes a name of either."""
    ends = [canonical_key(agent=agent, name=name) for name in (keep, other)]
    links = EntityAlias.objects.filter(agent__name=agent, standing=ALIAS_BELIEVED, canonical_key__in=ends)
    return digest(*ends, *(f"{key} {number}" for key, number in links.order_by("pk").values_list("alias_key", "pk")))


def _believed(entity: EntityDetail) -> EntityDetail:
    """Leave out what waits for a decision."""
    return replace(
        entity,
        aliases=tuple(one for one in entity.aliases if one.standing == ALIAS_BELIEVED),
        edges=tuple(edge for edge in entity.edges if not edge.quarantined),
    )


def _said(entity: EntityDetail) -> set[tuple[str, str, str]]:
    """Return what the facts of an entity say, with the entity itself left out."""
    own = entity.id
    return {
        (
            "" if edge.subject == own else edge.subject,
            normalize_key(edge.predicate),
            "" if edge.object == own else edge.object or "",
        )
        for edge in entity.edges
    }


def _contradictions(agent: str, first: EntityDetail, second: EntityDetail) -> tuple[str, ...]:
    many = Agent.objects.filter(name=agent).values_list("multi_valued", flat=True).first() or []
    mine, theirs = _values(first), _values(second)
    return tuple(
        label for key, (label, values) in mine.items() if key not in many and key in theirs and values != theirs[key][1]
    )


def _values(entity: EntityDetail) -> dict[str, tuple[str, frozenset[str]]]:
    """Return what is stated about an entity: by predicate, how that is written and its values."""
    found: defaultdict[str, list[GraphEdge]] = defaultdict(list)
    for edge in entity.edges:
        if edge.subject == entity.id and edge.object is not None:
            found[normalize_key(edge.predicate)].append(edge)
    return {key: (edges[0].predicate, frozenset(edge.object or "" for edge in edges)) for key, edges in found.items()}
