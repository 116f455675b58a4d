"""How pages belong together: pages and topics (tags and folders), links, and topics that only few pages share.

At most 500 nodes: the pages with the most connections first. Kept until a page of those in reach changes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from threading import Lock
from typing import TYPE_CHECKING

from django.db import connection

from knowledge.engine.forms import normalize_key
from knowledge.engine.ids import digest
from knowledge.engine.wiki.paths import folder_of
from knowledge.models import WikiLink, WikiPage
from knowledge.models.wiki import LIVE
from knowledge.queries.wiki_access import Reach
from knowledge.queries.wiki_columns import changes_of

if TYPE_CHECKING:
    from knowledge.engine.types import Actor

MOST_NODES = 500
FEW, MANY = 2, 6
"""A topic that so many pages share also joins these pages to one another."""

_KEPT = 32


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A page or a topic; `id` is the page's id, or `tag:` or `folder:` and the name."""

    id: str
    label: str
    kind: str
    degree: int
    path: str = ""
    space: int = 0


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """Two nodes that belong together: by `link`, by `topic` (page and topic), or as they are `related` by one."""

    source: str
    target: str
    kind: str


@dataclass(frozen=True, slots=True)
class WikiGraph:
    """The picture; `total` is how many pages there are, `is_cut` whether some are left out."""

    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    total: int
    is_cut: bool


_cache: dict[str, WikiGraph] = {}
_lock = Lock()


def related_graph(*, actor: Actor, space: str | None = None, limit: int = MOST_NODES) -> WikiGraph:
    """Return the related-topic graph of the pages this actor sees.

    Args:
        actor: who looks.
        space: name of an agent, empty for the shared wiki; None for all in reach.
        limit: nodes, 1 to 500.
    """
    reach = Reach(actor, space)
    pages = WikiPage.objects.filter(reach.visible, standing=LIVE)
    limit = max(1, min(limit, MOST_NODES))
    key = _key(reach, limit)
    # What a transaction sees may be gone again when it ends; it is nothing to keep.
    is_kept = not connection.in_atomic_block
    with _lock:
        known = _cache.get(key) if is_kept else None
    if known is not None:
        return known
    rows = list(pages.order_by("number").values_list("number", "id", "path", "title", "tags", "space"))
    numbers = {row[0]: row[1] for row in rows}
    links = WikiLink.objects.filter(source__space__in=reach.spaces, source__standing=LIVE, page__isnull=False)
    joined = {(numbers[a], numbers[b]) for a, b in links.values_list("source", "page") if a in numbers and b in numbers}
    graph = _drawn(rows, {(a, b) for a, b in joined if a != b}, limit)
    with _lock:
        if not is_kept:
            return graph
        if len(_cache) >= _KEPT:
            _cache.pop(next(iter(_cache)))
        _cache[key] = graph
    return graph


def _key(reach: Reach, limit: int) -> str:
    """Return what the graph depends on: any write to a page changes it, and so does what may be seen."""
    state = (reach.spaces, sorted(reach.hidden), sorted(changes_of(reach.spaces).items()), limit)
    return digest(repr(state), str(connection.settings_dict["NAME"]))


def _drawn(rows: list[tuple[int, str, str, str, list[str], int]], links: set[tuple[str, str]], limit: int) -> WikiGraph:
    topics: dict[str, tuple[str, list[str]]] = {}
    for _, name, path, _, tags, _ in rows:
        said = {f"tag:{normalize_key(tag)}": tag for tag in tags}
        if folder_of(path):
            said[f"folder:{folder_of(path)}"] = folder_of(path)
        for topic, label in said.items():
            topics.setdefault(topic, (label, []))[1].append(name)
    shared = {topic: found for topic, found in topics.items() if len(found[1]) > 1}
    edges = [GraphEdge(a, b, "link") for a, b in sorted({(min(pair), max(pair)) for pair in links})]
    linked = {(one.source, one.target) for one in edges}
    for topic, (_, members) in sorted(shared.items()):
        edges += [GraphEdge(name, topic, "topic") for name in members]
        if FEW <= len(members) <= MANY:
            pairs = {(min(pair), max(pair)) for pair in combinations(members, 2)} - linked
            edges += [GraphEdge(a, b, "related") for a, b in sorted(pairs)]
            linked |= pairs
    degree = Counter(end for one in edges for end in (one.source, one.target))
    nodes = [GraphNode(name, title, "page", degree[name], path, space) for _, name, path, title, _, space in rows]
    nodes += [GraphNode(topic, label, topic.split(":", 1)[0], degree[topic]) for topic, (label, _) in shared.items()]
    nodes.sort(key=lambda one: (-one.degree, one.id))
    kept = {one.id for one in nodes[:limit]}
    inner = tuple(one for one in edges if one.source in kept and one.target in kept)
    return WikiGraph(tuple(nodes[:limit]), inner, len(rows), len(nodes) > limit)
