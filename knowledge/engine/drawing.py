"""The graph as it leaves the hub: nodes and edges, and the formats other programs read."""

from __future__ import annotations

import io
import json
import re
from dataclasses import asdict, dataclass

FORMATS = {"json": "application/json", "graphml": "application/xml", "mermaid": "text/plain"}
"""Formats of an export, and the media type of each."""

# Characters XML 1.0 cannot hold, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LONGEST_LABEL = 80


@dataclass(frozen=True, slots=True)
class GraphNode:
    """One entity.

    Attributes:
        id: its key.
        label: its name as last written.
        degree: how many of the edges of this export touch it.
        aliases: its other names.
    """

    id: str
    label: str
    degree: int
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """One fact.

    Attributes:
        subject, object: ids of nodes; None for a fact without an object, which no export holds.
        quarantined: whether it waits for a person: nothing an agent ever sees.
        standing: `believed`, `held` or `quarantined`.
    """

    subject: str
    predicate: str
    object: str | None
    memory_id: str
    origin_trust: float
    confidence: float
    quarantined: bool
    standing: str


@dataclass(frozen=True, slots=True)
class GraphExport:
    """Nodes, the best linked first, and edges, the newest learned first; `truncated` when there are more."""

    agent: str
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    truncated: bool


def to_json(export: GraphExport) -> str:
    """Write an export as JSON, as the REST door answers it."""
    return json.dumps(
        {
            "nodes": [asdict(node) for node in export.nodes],
            "edges": [asdict(edge) for edge in export.edges],
            "truncated": export.truncated,
        },
        ensure_ascii=False,
    )


def to_graphml(export: GraphExport) -> str:
    """Write an export as GraphML; characters that XML cannot hold become a replacement character."""
    import networkx as nx  # noqa: PLC0415 - loads slowly, and few calls need it

    drawn: nx.MultiDiGraph[str] = nx.MultiDiGraph(agent=_xml(export.agent), truncated=export.truncated)
    for number, node in enumerate(export.nodes):
        drawn.add_node(
            f"n{number}",
            key=_xml(node.id),
            label=_xml(node.label),
            aliases=_xml("\n".join(node.aliases)),
        )
    places = {node.id: f"n{number}" for number, node in enumerate(export.nodes)}
    for edge in export.edges:
        if edge.object is None:
            continue
        drawn.add_edge(
            places[edge.subject],
            places[edge.object],
            key=edge.memory_id,
            label=_xml(edge.predicate),
            memory_id=edge.memory_id,
            origin_trust=edge.origin_trust,
            confidence=edge.confidence,
            quarantined=edge.quarantined,
        )
    written = io.BytesIO()
    nx.write_graphml(drawn, written, encoding="utf-8", prettyprint=True)
    return written.getvalue().decode("utf-8")


def to_mermaid(export: GraphExport) -> str:
    """Write an export as a Mermaid flow chart; what waits for a person is drawn dotted."""
    lines = ["graph LR"]
    places = {node.id: f"n{number}" for number, node in enumerate(export.nodes)}
    lines += [f'    {places[node.id]}["{_mermaid(node.label)}"]' for node in export.nodes]
    for edge in export.edges:
        if edge.object is None:
            continue
        arrow = "-.->" if edge.quarantined else "-->"
        lines.append(f'    {places[edge.subject]} {arrow}|"{_mermaid(edge.predicate)}"| {places[edge.object]}')
    return "\n".join(lines) + "\n"


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)


def _mermaid(text: str) -> str:
    """Quote a label: no character of it is syntax, and none of it is read as HTML."""
    cut = text if len(text) <= _LONGEST_LABEL else text[: _LONGEST_LABEL - 1] + "…"
    plain = " ".join("".join(letter if letter.isprintable() else " " for letter in cut).split())
    return "".join(letter if letter.isalnum() or letter in " .,-_…" else f"#{ord(letter)};" for letter in plain) or " "
