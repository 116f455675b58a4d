"""Two names side by side before they become one: what would be folded, what would speak against itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from django.utils.translation import gettext as _

from curation import access, graph_page
from curation.graph_figure import entity_named, reference
from curation.graph_panel import Told, told_of
from curation.text import clip, one_line
from knowledge.services.aliases import merge, preview_merge

if TYPE_CHECKING:
    from django.http import QueryDict

    from curation.graph_page import Asked
    from knowledge.queries.graph_view import FactTable
    from knowledge.services.aliases import MergePreview
    from knowledge.services.types import Actor

FACTS_SHOWN = 8
SHARED_SHOWN = 12
NAME = 80


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two names."""

    name: str
    reference: str
    aliases: tuple[str, ...]
    facts: int
    told: list[Told]
    href: str


@dataclass(frozen=True, slots=True)
class Against:
    """A property that would have two values: what each name says."""

    predicate: str
    kept: tuple[str, ...]
    other: tuple[str, ...]


def merge_context(params: QueryDict, actor: Actor) -> dict[str, Any]:
    """Return the context of the merge page.

    Args:
        params: `agent`, two of `pick`, and `keep`, the one of them that stays; else the better known one does.
        actor: who merges.

    Raises:
        Refused: the person only reads.
        NotFound: the agent is unknown or not the person's.
    """
    access.check_may_look(actor)
    access.check_may_curate(actor)
    asked = graph_page.read(params, actor)
    table = asked.table
    said = list(dict.fromkeys(one.strip() for one in params.getlist("pick") if one.strip()))
    found = {one: entity_named(table, one) for one in said}
    context: dict[str, Any] = {
        "agents": access.visible_agents(actor),
        "agent": table.agent,
        "all": False,
        "back": asked.links.view(),
        "picked": said,
        "state": asked.links.kept("page", "node", "s", "p", "o"),
    }
    unknown = next((one for one, entity in found.items() if entity is None), None)
    chosen = list(dict.fromkeys(entity for entity in found.values() if entity is not None))
    if unknown is not None:
        return context | _unknown(asked, unknown, [one for one in said if one != unknown])
    if len(chosen) != 2:
        same = len(said) == 2 and len(chosen) == 1
        return context | {"problem": _("These are one name already.") if same else _("Choose exactly two names.")}
    keep, other = _in_order(table, chosen, params.get("keep", ""))
    names = [reference(table.names[one], table.keys[one]) for one in (keep, other)]
    preview = preview_merge(actor=actor, agent=table.agent, keep=table.keys[keep], other=table.keys[other])
    return context | {
        "kept": _side(asked, keep),
        "other": _side(asked, other),
        "swap": asked.links.to(name="curation:graph-merge", pick=names, keep=names[1]),
        "preview": preview,
        "shared": [one.label for one in preview.view.shared[:SHARED_SHOWN]],
        "shared_more": len(preview.view.shared) - SHARED_SHOWN,
        "against": _against(table, preview),
    }


def merged(params: QueryDict, sent: QueryDict, actor: Actor) -> str:
    """Merge the two names that were sent, and return the address of the one that stays; empty when they name no two.

    Args:
        params: the address, with the agent.
        sent: `keep`, `other` and the `token` of what was seen.
        actor: who merges.

    Raises:
        Conflict: the two are not what was seen.
        Refused, NotFound: as for `merge_context`.
    """
    access.check_may_look(actor)
    access.check_may_curate(actor)
    asked = graph_page.read(params, actor)
    table = asked.table
    keep, other = (entity_named(table, sent.get(key, "")) for key in ("keep", "other"))
    if keep is None or other is None or keep == other:
        return ""
    kept, gone, token = table.names[keep], table.names[other], sent.get("token", "")
    outcome = merge(actor=actor, agent=table.agent, keep=kept, other=gone, token=token)
    return asked.links.view(node=reference(table.names[keep], table.keys[keep]), merged=str(outcome.alias.id))


def _unknown(asked: Asked, name: str, others: list[str]) -> dict[str, Any]:
    """Say that there is no such name, and offer those that contain it."""
    offered = [
        {**one, "href": asked.links.to(name="curation:graph-merge", pick=[*others, one["reference"]])}
        for one in graph_page.matches(asked, name)
    ]
    return {"problem": _("No name is “%s”.") % clip(one_line(name), NAME), "offered": offered}


def _in_order(table: FactTable, chosen: list[int], keep: str) -> tuple[int, int]:
    """Return the name that stays and the one that goes into it."""
    first, second = chosen
    wanted = entity_named(table, keep) if keep else None
    if wanted not in chosen:
        known = [int(((table.subjects == one) | (table.objects == one)).sum()) for one in chosen]
        wanted = second if known[1] > known[0] else first
    return (second, first) if wanted == second else (first, second)


def _side(asked: Asked, entity: int) -> Side:
    table = asked.table
    told = told_of(table, asked.links, entity, outward=True)
    touching = np.flatnonzero((table.subjects == entity) | (table.objects == entity))
    return Side(
        name=table.names[entity],
        reference=reference(table.names[entity], table.keys[entity]),
        aliases=table.aliases.get(entity, ()),
        facts=len(touching),
        told=told[:FACTS_SHOWN],
        href=asked.links.node(table, entity),
    )


def _against(table: FactTable, preview: MergePreview) -> list[Against]:
    """Return the properties under which the two names say different things."""
    view = preview.view

    def values(side: Any, predicate: str) -> tuple[str, ...]:
        edges = [edge for edge in side.edges if edge.subject == side.id and edge.predicate == predicate]
        keys = dict.fromkeys(edge.object for edge in edges if edge.object is not None)
        return tuple(graph_page.written(table, key) for key in keys)

    return [Against(one, values(view.keep, one), values(view.other, one)) for one in view.contradictions]
