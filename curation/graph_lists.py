"""The picture as lists: its entities and its lines, a page at a time, for reading, for keys, and without scripts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from curation.graph_figure import reference

if TYPE_CHECKING:
    from curation.graph_links import GraphLinks
    from curation.graph_select import Choice
    from knowledge.queries.graph_view import FactTable

PAGE = 25
STATES = ("current", "held", "quarantined")
"""The word for each standing in the table of facts."""


@dataclass(frozen=True, slots=True)
class NameLine:
    """One entity of the picture."""

    name: str
    reference: str
    aliases: tuple[str, ...]
    degree: int
    only_value: bool
    distance: int
    href: str
    neighbours: str


@dataclass(frozen=True, slots=True)
class LinkLine:
    """One line of the picture; `count` facts say the same."""

    subject: str
    predicate: str
    object: str
    trust: float
    state: str
    count: int
    href: str
    subject_href: str
    object_href: str


def lists_of(table: FactTable, choice: Choice, links: GraphLinks, chosen: str, page: int) -> dict[str, Any]:
    """Return the context of the lists: one of them, one page of it."""
    sizes = {"names": len(choice.entities), "facts": len(choice.lines)}
    last = max(1, -(-sizes[chosen] // PAGE))
    page = min(page, last)
    start = (page - 1) * PAGE
    lines: list[Any]
    if chosen == "names":
        lines = [_name(table, choice, links, place) for place in range(start, min(start + PAGE, sizes["names"]))]
    else:
        lines = [_line(table, choice, links, one) for one in range(start, min(start + PAGE, sizes["facts"]))]
    kept = "" if chosen == "names" else chosen
    return {
        "list": chosen,
        "list_lines": lines,
        "list_total": sizes[chosen],
        "list_sizes": sizes,
        "tabs": {name: links.to(list="" if name == "names" else name, page="") for name in sizes},
        "earlier_page": links.to(list=kept, page=str(page - 1) if page > 2 else "") if page > 1 else "",
        "later_page": links.to(list=kept, page=str(page + 1)) if page < last else "",
        "list_from": start + 1 if lines else 0,
        "list_until": start + len(lines),
    }


def _name(table: FactTable, choice: Choice, links: GraphLinks, place: int) -> NameLine:
    entity = int(choice.entities[place])
    return NameLine(
        name=table.names[entity],
        reference=reference(table.names[entity], table.keys[entity]),
        aliases=table.aliases.get(entity, ()),
        degree=int(choice.degree[place]),
        only_value=not table.subject_of[entity],
        distance=int(choice.distance[place]),
        href=links.node(table, entity),
        neighbours=links.neighbours(table, entity),
    )


def _line(table: FactTable, choice: Choice, links: GraphLinks, line: int) -> LinkLine:
    found = choice.lines
    subject, predicate, object_ = int(found.subject[line]), int(found.predicate[line]), int(found.object[line])
    return LinkLine(
        subject=table.names[subject],
        predicate=table.predicate_names[predicate],
        object=table.names[object_],
        trust=float(found.trust[line]),
        state=STATES[int(found.standing[line])],
        count=int(found.count[line]),
        href=links.line(table, subject, predicate, object_),
        subject_href=links.node(table, subject),
        object_href=links.node(table, object_),
    )
