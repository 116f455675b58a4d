"""What the picture shows as a file: nodes and edges for programs, a drawing for documents."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import numpy as np

from curation.graph_page import view_of
from curation.graph_select import passing
from knowledge.engine.drawing import FORMATS, GraphEdge, GraphExport, GraphNode, to_graphml, to_mermaid
from knowledge.queries.graph_view import STANDINGS, facts_of

if TYPE_CHECKING:
    from curation.graph_page import Asked

__all__ = ["FILES", "FORMATS", "written"]

FILES = {"json": "graph.json", "graphml": "graph.graphml", "mermaid": "graph.mmd"}


def written(asked: Asked, kind: str) -> str:
    """Return the view as `json`, `graphml` or `mermaid`: every fact behind a line is an edge of its own."""
    export = export_of(asked)
    if kind == "graphml":
        return to_graphml(export)
    if kind == "mermaid":
        return to_mermaid(export)
    told: dict[str, object] = {"agent": export.agent, "nodes": [asdict(node) for node in export.nodes]}
    told |= {"edges": [asdict(edge) for edge in export.edges], "truncated": export.truncated}
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def export_of(asked: Asked) -> GraphExport:
    """Return the view as nodes, best linked first, and edges, newest learned first."""
    table = asked.table
    choice, _ = view_of(table, asked.wish())
    lines = choice.lines
    ends = (lines.subject, lines.predicate, lines.object, lines.standing)
    wanted = set(zip(*(one.tolist() for one in ends), strict=True))
    columns = (table.subjects, table.predicates, table.objects, table.standings)
    rows = passing(table, asked.wish())
    among = zip(*(one[rows].tolist() for one in columns), strict=True)
    shown = [row for row, which in zip(rows.tolist(), among, strict=True) if which in wanted]
    edges = [
        GraphEdge(
            subject=table.keys[table.subjects[row]],
            predicate=table.predicate_names[table.predicates[row]],
            object=table.keys[table.objects[row]],
            memory_id=memory_id,
            origin_trust=float(table.trusts[row]),
            confidence=confidence,
            quarantined=bool(table.standings[row]),
            standing=STANDINGS[table.standings[row]],
        )
        for row, (memory_id, confidence) in facts_of(table, shown).items()
    ]
    degree = np.bincount(
        [place for row in shown for place in {int(table.subjects[row]), int(table.objects[row])}],
        minlength=len(table.keys),
    )
    nodes = tuple(
        GraphNode(table.keys[one], table.names[one], int(degree[one]), table.aliases.get(one, ()))
        for one in choice.entities.tolist()
    )
    hidden = choice.all_entities > len(nodes) or choice.all_lines > len(lines)
    return GraphExport(table.agent, nodes, tuple(edges), truncated=hidden)
