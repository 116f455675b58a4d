"""What stands beside the picture: the entity or the line that is selected, ready for the template."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import numpy as np
from django.urls import reverse
from django.utils.translation import gettext as _

from curation.fact_page import FactLinks
from curation.forms_graph import AliasForm
from curation.graph_figure import entity_named, predicate_named, reference
from curation.graph_lists import STATES
from curation.memory_page import FORGETTABLE
from knowledge.queries.aliases import list_aliases
from knowledge.queries.graph_view import memories_of
from knowledge.queries.versions import FactName

if TYPE_CHECKING:
    from curation.graph_links import GraphLinks
    from knowledge.queries.graph_view import FactTable
    from knowledge.services.types import MemoryView

FACTS_SHOWN = 40
MEMORIES_SHOWN = 10
ALIASES_SHOWN = 100


@dataclass(frozen=True, slots=True)
class Told:
    """One line at an entity: the predicate, and the entity at its other end (empty for a fact without an object)."""

    predicate: str
    other: str
    other_href: str
    href: str
    trust: float
    state: str
    count: int


@dataclass(frozen=True, slots=True)
class Backing:
    """One memory behind a line, and what may be done with it."""

    memory: MemoryView
    author: str
    href: str
    history: str
    may_forget: bool


def panel_of(
    table: FactTable, links: GraphLinks, selected: dict[str, str], *, curator: bool, merged: str = ""
) -> dict[str, Any]:
    """Return the context of the panel.

    Args:
        table: the facts.
        links: addresses of this view.
        selected: `node`, or `s`, `p` and `o`, as the address has them.
        curator: whether other names may be changed and memories forgotten here.
        merged: id of the other name that was just made by merging, if any.
    """
    if selected["node"]:
        entity = entity_named(table, selected["node"])
        if entity is None:
            return {"panel": "gone", "gone": selected["node"]}
        return _entity(table, links, entity, curator=curator, merged=merged)
    if selected["s"] and selected["p"]:
        return _line(table, links, selected, curator=curator)
    return {"panel": "overview"}


def _entity(table: FactTable, links: GraphLinks, entity: int, *, curator: bool, merged: str) -> dict[str, Any]:
    name, key = table.names[entity], table.keys[entity]
    outward = told_of(table, links, entity, outward=True)
    inward = told_of(table, links, entity, outward=False)
    page = list_aliases(agent=table.agent, for_curator=curator, entity=key, limit=ALIASES_SHOWN)
    return {
        "panel": "entity",
        "entity": name,
        "entity_reference": reference(name, key),
        "sections": [
            (_("What is believed about it"), outward[:FACTS_SHOWN], len(outward) - FACTS_SHOWN),
            (_("Where it is the value"), inward[:FACTS_SHOWN], len(inward) - FACTS_SHOWN),
        ],
        "aliases": page.items,
        "merged": next((one for one in page.items if merged and str(one.id) == merged), None),
        "alias_form": AliasForm(initial={"canonical": reference(name, key)}, auto_id="alias_%s"),
        "neighbours": [(depth, links.neighbours(table, entity, depth)) for depth in (1, 2, 3)],
        "facts_href": f"{reverse('curation:facts')}?{urlencode({'agent': table.agent, 'q': name[:200]})}",
        "memories_href": f"{reverse('curation:memories')}?{urlencode({'agent': table.agent, 'subject': name})}"
        if len(name) <= 1_000
        else "",
        "close": links.view(),
    }


def told_of(table: FactTable, links: GraphLinks, entity: int, *, outward: bool) -> list[Told]:
    """Return the lines that leave an entity, or those that reach it; what waits first, then by name and trust."""
    here, there = (table.subjects, table.objects) if outward else (table.objects, table.subjects)
    rows = np.flatnonzero(here == entity)
    if not outward:
        rows = rows[table.subjects[rows] != entity]  # a fact about an entity and itself is told once
    found: dict[tuple[int, int, int], tuple[float, int]] = {}
    for row in rows.tolist():
        which = (int(table.predicates[row]), int(there[row]), int(table.standings[row]))
        trust, count = found.get(which, (0.0, 0))
        found[which] = (max(trust, float(table.trusts[row])), count + 1)
    lines = []
    for (predicate, other, standing), (trust, count) in found.items():
        subject, object_ = (entity, other) if outward else (other, entity)
        lines.append(
            Told(
                predicate=table.predicate_names[predicate],
                other=table.names[other] if other >= 0 else "",
                other_href=links.node(table, other) if other >= 0 else "",
                href=links.line(table, subject, predicate, object_),
                trust=trust,
                state=STATES[standing],
                count=count,
            )
        )
    lines.sort(key=lambda line: (line.state == STATES[0], line.predicate, -line.trust, line.other))
    return lines


def _line(table: FactTable, links: GraphLinks, selected: dict[str, str], *, curator: bool) -> dict[str, Any]:
    subject, predicate = entity_named(table, selected["s"]), predicate_named(table, selected["p"])
    object_ = entity_named(table, selected["o"]) if selected["o"] else -1
    shown = {"subject": selected["s"], "predicate": selected["p"], "object": selected["o"]}
    rows = np.zeros(0, np.int64)
    if subject is not None and predicate is not None and object_ is not None:
        among = (table.subjects == subject) & (table.predicates == predicate) & (table.objects == object_)
        rows = np.flatnonzero(among)[::-1]
        shown |= {"subject": table.names[subject], "predicate": table.predicate_names[predicate]}
        shown |= {"object": table.names[object_] if object_ >= 0 else ""}
    memories = memories_of(table, rows[:MEMORIES_SHOWN].tolist())
    fact = FactLinks(FactName(table.agent, shown["subject"], shown["predicate"]))
    return {
        "panel": "line",
        "line": shown,
        "line_references": {key: selected[key] for key in ("s", "p", "o")},
        "line_subject_href": links.node(table, subject) if subject is not None else "",
        "line_object_href": links.node(table, object_) if object_ is not None and object_ >= 0 else "",
        "backing": [_backing(one, curator=curator) for one in memories],
        "backing_more": len(rows) - len(memories),
        "history": fact.to(),
        "close": links.view(),
    }


def _backing(memory: MemoryView, *, curator: bool) -> Backing:
    direct = next((source for source in memory.sources if source.role == "direct"), None)
    name = FactName(memory.agent, memory.subject or "", memory.predicate or "")
    return Backing(
        memory=memory,
        author=direct.session.removeprefix("person:") if direct else "",
        href=reverse("curation:memory", args=[memory.id]),
        history=FactLinks(name).version(memory.id),
        may_forget=curator and memory.state in FORGETTABLE,
    )
