"""The wiki's related topics, for the picture that the graph page draws: pages, topics, and what joins them."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from django.utils.translation import get_language

from curation.graph_layout import layout
from curation.graph_page import picture_words
from curation.text import clip, one_line
from curation.wiki_hub import list_scope
from curation.wiki_links import Scope, page_href
from curation.wiki_words import EDGES
from knowledge.queries.wiki_graph import related_graph

if TYPE_CHECKING:
    from django.http import QueryDict

    from knowledge.queries.wiki_graph import GraphNode, WikiGraph
    from knowledge.services.types import Actor

LABEL_LENGTH, SHOWN_LENGTH = 24, 160
KINDS = tuple(EDGES)
_LOOKS = {"link": 3, "topic": 2, "related": 0}
"""How a line is drawn: as one of the five degrees of trust in the picture of the graph."""
NEIGHBOURS = 40
SIZES = (80, 200, 500)
"""How many pages and topics may be shown."""
_KEPT = 16

_figures: OrderedDict[tuple[int, str], tuple[WikiGraph, str]] = OrderedDict()
_lock = threading.Lock()


def page_context(params: QueryDict, actor: Actor, part: str = "") -> dict[str, Any]:
    """Return what the picture shows and what is selected in it, or the selection alone."""
    scope, context = list_scope(params, actor)
    said = params.get("n", "")
    most = int(said) if said in {str(size) for size in SIZES} else SIZES[0]
    graph = related_graph(actor=actor, space=scope.space, limit=most)
    more = {"n": most} if most != SIZES[0] else {}
    places = {one.id: place for place, one in enumerate(graph.nodes)}
    names: dict[int, str] = context["numbers"]
    panel = _panel(params, graph, places, _Place(scope, names, more))
    here = scope.to("wiki-graph", **more, **panel.get("keys", {}))
    context |= {"graph": graph, "here": here, "panel": panel}
    if part:
        return context
    return context | {
        "figure": _figure(graph) if graph.nodes else "",
        "words": json.dumps(picture_words(), ensure_ascii=False),
        "listed": [_listed(one, _Place(scope, names, more)) for one in graph.nodes],
        "shown": len(graph.nodes),
        "plain": scope.to("wiki-graph"),
        "sizes": [(size, scope.to("wiki-graph", n=size), size == most) for size in SIZES]
        if graph.is_cut or most != SIZES[0]
        else [],
    }


@dataclass(frozen=True, slots=True)
class _Place:
    """Where addresses of the picture lead: the wikis, the names of their agents by number, and how much is shown."""

    scope: Scope
    names: dict[int, str]
    more: dict[str, int]


def _listed(node: GraphNode, place: _Place) -> dict[str, Any]:
    select = place.scope.to("wiki-graph", **place.more, node=node.id)
    return {"node": node, "href": _href(node, place.names), "select": select}


def _href(node: GraphNode, names: dict[int, str]) -> str:
    return page_href(names.get(node.space, ""), node.path) if node.kind == "page" else ""


def _panel(params: QueryDict, graph: WikiGraph, places: dict[str, int], place: _Place) -> dict[str, Any]:
    """Return what is selected: a page or a topic with what is joined to it, or a line with its ends."""
    node, ends = params.get("node", ""), (params.get("s", ""), params.get("o", ""))
    if node in places:
        found = graph.nodes[places[node]]
        joined = []
        for edge in graph.edges:
            if node in {edge.source, edge.target}:
                other = graph.nodes[places[edge.target if edge.source == node else edge.source]]
                joined.append((EDGES[edge.kind].label, _listed(other, place)))
        joined.sort(key=lambda one: (str(one[0]), one[1]["node"].label))
        return {
            "kind": "node",
            **_listed(found, place),
            "joined": joined[:NEIGHBOURS],
            "more": max(0, len(joined) - NEIGHBOURS),
            "keys": {"node": node},
        }
    if all(end in places for end in ends):
        kinds = {(edge.source, edge.target): edge.kind for edge in graph.edges}
        if ends in kinds:
            pair = [_listed(graph.nodes[places[end]], place) for end in ends]
            label = str(EDGES[kinds[ends]].label)
            return {"kind": "line", "ends": pair, "label": label, "keys": {"s": ends[0], "p": label, "o": ends[1]}}
    return {"kind": ""}


def _figure(graph: WikiGraph) -> str:
    """Return the picture as JSON, as `curation.graph_figure.figure` describes it; pictures drawn last are kept."""
    key = (id(graph), get_language() or "")
    with _lock:
        known = _figures.get(key)
        if known is not None and known[0] is graph:
            _figures.move_to_end(key)
            return known[1]
    made = _drawn(graph)
    with _lock:
        _figures[key] = (graph, made)
        while len(_figures) > _KEPT:
            _figures.popitem(last=False)
    return made


def _drawn(graph: WikiGraph) -> str:
    place = {one.id: number for number, one in enumerate(graph.nodes)}
    sources = np.array([place[one.source] for one in graph.edges], np.int64)
    targets = np.array([place[one.target] for one in graph.edges], np.int64)
    places = layout([one.id for one in graph.nodes], sources, targets)
    labels = [one_line(one.label) for one in graph.nodes]
    return json.dumps(
        {
            "names": [clip(label, LABEL_LENGTH) for label in labels],
            "whole": {
                n: clip(label, SHOWN_LENGTH) for n, label in enumerate(labels) if clip(label, LABEL_LENGTH) != label
            },
            "refs": {n: one.id for n, one in enumerate(graph.nodes)},
            "x": places[:, 0].tolist(),
            "y": places[:, 1].tolist(),
            "degree": [one.degree for one in graph.nodes],
            "kind": [0 if one.kind == "page" else 1 for one in graph.nodes],
            "subject": sources.tolist(),
            "object": targets.tolist(),
            "predicate": [KINDS.index(one.kind) for one in graph.edges],
            "trust": [_LOOKS[one.kind] for one in graph.edges],
            "standing": [0] * len(graph.edges),
            "count": {},
            "predicates": {"names": [str(EDGES[kind].label) for kind in KINDS], "whole": {}, "refs": {}},
            "focus": -1,
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )
