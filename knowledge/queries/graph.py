"""The knowledge graph: the arm of recall that follows ties, and the graph as people and programs see it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from knowledge.clock import hub_now
from knowledge.engine import pagerank
from knowledge.engine.drawing import FORMATS, GraphEdge, GraphExport, GraphNode, to_graphml, to_json, to_mermaid
from knowledge.engine.forms import normalize_key
from knowledge.engine.graph import NOTHING
from knowledge.errors import NotFound
from knowledge.models import Agent, EntityAlias, Memory
from knowledge.models.entity import ALIAS_BELIEVED
from knowledge.models.memory import BELIEVED, HELD, QUARANTINED
from knowledge.queries.aliases import AliasView, list_aliases, names_of
from knowledge.queries.graph_cache import cache
from knowledge.queries.graph_rows import OPEN, Snapshot, moment_of
from knowledge.queries.named import among
from knowledge.queries.views import holds

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from knowledge.engine.graph import Floats, Ints, Numbers

__all__ = [
    "FORMATS",
    "AgentGraph",
    "EntityDetail",
    "GraphEdge",
    "GraphExport",
    "GraphNode",
    "GraphSignal",
    "Neighbour",
    "entity_detail",
    "export_graph",
    "graph_signal",
    "load",
    "written",
]

WAITING = (HELD, QUARANTINED)
MOST_EDGES = 2_000
MOST_NEIGHBOURS = 100
_AT_ONCE = 400
_DRAWN = (
    "number", "id", "subject", "subject_key", "predicate", "object", "object_key",
    "origin_trust", "confidence", "standing",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class GraphSignal:
    """What the ties say about a query.

    Attributes:
        numbers: (memories,) numbers of the memories that are reached, ascending.
        values: (memories,) in (0, 1]; 1 is the best of this query.
        seeds: keys of the entities the walk starts from; empty when the query names none, and then nothing is reached.
    """

    numbers: Numbers
    values: Floats
    seeds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AgentGraph:
    """The graph of one agent's current facts.

    Attributes:
        generation: of the agent; the facts are at least as new.
        until: moment at which time alone changes it, None when nothing is dated.
        keys: of the entities, those with most facts first.
        degrees: (entities,) how many facts touch each.
        numbers: (facts,) of the memories, ascending: in the order they were learned.
        subjects, objects: (facts,) places in `keys`; -1 for a fact without an object.
        trusts: (facts,) 0 to 1.
    """

    agent: str
    generation: int
    until: datetime | None
    keys: tuple[str, ...]
    degrees: Numbers
    numbers: Numbers
    subjects: Ints
    objects: Ints
    trusts: Floats


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An entity that shares facts with another: its key, its name as last written, and how many facts."""

    id: str
    label: str
    facts: int


@dataclass(frozen=True, slots=True)
class EntityDetail:
    """One entity.

    Attributes:
        id: its key; asked by another name, it is the one that counts.
        label: its name as last written.
        aliases: its other names; for curators those too that wait for a decision.
        degree: how many current facts touch it.
        edges: the newest of them, and for curators what waits, newest learned first; facts without an object too.
        truncated: whether there are more than that.
        neighbours: entities that share facts with it, the closest first.
    """

    agent: str
    id: str
    label: str
    aliases: tuple[AliasView, ...]
    degree: int
    edges: tuple[GraphEdge, ...]
    truncated: bool
    neighbours: tuple[Neighbour, ...]


def graph_signal(
    *, agent_id: int, generation: int, query: str, now: datetime, nearby: Sequence[str] = ()
) -> GraphSignal:
    """Rank the memories that are tied to the entities a query names.

    Args:
        agent_id: whose memories.
        generation: of the agent, as just read.
        query: plain words; see `knowledge.engine.names` for what counts as naming.
        now: moment that decides what is current.
        nearby: keys of further entities to start from.
    """
    graph = cache.get(agent_id=agent_id, generation=generation, now=now)
    named = graph.lexicon.names.find(query)
    further = [number for key in nearby if (number := graph.lexicon.number(key)) is not None]
    seeds = graph.places([*named, *further])
    if not seeds:
        return GraphSignal(np.zeros(0, np.int64), np.zeros(0))
    values = pagerank.scores(graph.graph, seeds)
    reached = values > 0
    return GraphSignal(graph.graph.number[reached], values[reached], tuple(graph.key(seed) for seed in seeds))


def load(*, agent: str, now: datetime | None = None) -> AgentGraph:
    """Return the graph of an agent's current facts; an unknown agent has an empty one."""
    graph, generation = _graph_of(agent, now or hub_now())
    return AgentGraph(
        agent=agent,
        generation=generation,
        until=None if graph.ends == OPEN else moment_of(graph.ends),
        keys=tuple(graph.key(place) for place in range(graph.graph.entity.size)),
        degrees=graph.graph.degree,
        numbers=graph.graph.number,
        subjects=graph.graph.subject,
        objects=graph.graph.object,
        trusts=graph.graph.trust,
    )


def export_graph(*, agent: str, for_curator: bool, now: datetime | None = None, limit: int = 500) -> GraphExport:
    """Return the newest facts of an agent as nodes and edges.

    Args:
        agent: namespace; an unknown one has none.
        for_curator: also what waits for a decision, marked.
        now: moment that decides what is current.
        limit: most edges, 1 to 2 000.
    """
    limit = min(max(limit, 1), MOST_EDGES)
    moment = now or hub_now()
    graph, _ = _graph_of(agent, moment)
    numbers = graph.graph.number[graph.graph.object != NOTHING][-limit - 1 :]
    rows = _current_rows(agent, numbers, moment)
    if for_curator:
        waiting = _waiting(agent).exclude(object_key="").order_by("-number")[: limit + 1]
        rows = sorted((*rows, *waiting), key=lambda row: -row.number)
    edges = _edges(agent, rows[:limit])
    return GraphExport(agent, _nodes(agent, edges, rows), tuple(edges), truncated=len(rows) > limit)


def written(export: GraphExport, form: str) -> tuple[str, str]:
    """Return an export as text, and the media type of that.

    Args:
        export: nodes and edges.
        form: `json`, `graphml` or `mermaid`.
    """
    writers = {"json": to_json, "graphml": to_graphml, "mermaid": to_mermaid}
    return writers[form](export), FORMATS[form]


def entity_detail(
    *, agent: str, entity: str, for_curator: bool, now: datetime | None = None, limit: int = 200
) -> EntityDetail:
    """Return everything that is known about one entity.

    Args:
        agent: namespace.
        entity: any of its names.
        for_curator: also what waits for a decision.
        now: moment that decides what is current.
        limit: most edges, 1 to 2 000.

    Raises:
        NotFound: there is no such agent, or nothing is known under this name.
    """
    limit = min(max(limit, 1), MOST_EDGES)
    moment = now or hub_now()
    graph, _ = _graph_of(agent, moment)
    names = list_aliases(agent=agent, for_curator=for_curator, entity=entity, limit=500).items
    key = names[0].canonical_key if names else normalize_key(entity)
    number = graph.lexicon.number(key)
    place = next(iter(graph.places([] if number is None else [number])), None)
    touching = np.zeros(0, np.int64) if place is None else _touching(graph, place)
    rows = _current_rows(agent, touching[-limit - 1 :], moment)
    if for_curator:
        keys = {key, *(normalize_key(one.alias) for one in names if one.standing == ALIAS_BELIEVED)}
        rows = sorted((*rows, *_waiting_about(agent, keys, limit + 1)), key=lambda row: -row.number)
    if not rows and not names:
        raise NotFound("Nothing is known under this name.")
    edges = _edges(agent, rows[:limit])
    labels = _labels(agent, rows, {key})
    return EntityDetail(
        agent=agent,
        id=key,
        label=labels.get(key, key),
        aliases=names,
        degree=int(touching.size),
        edges=tuple(edges),
        truncated=len(rows) > limit,
        neighbours=_neighbours(agent, graph, place, moment),
    )


# ------------------------------------------------------------------ parts


def _graph_of(agent: str, now: datetime) -> tuple[Snapshot, int]:
    found = Agent.objects.filter(name=agent).values_list("pk", "generation").first()
    number, generation = found or (0, 0)
    return cache.get(agent_id=number, generation=generation, now=now), generation


def _touching(graph: Snapshot, place: int) -> Numbers:
    facts = graph.graph
    touching: Numbers = facts.number[(facts.subject == place) | (facts.object == place)]
    return touching


def _current_rows(agent: str, numbers: Numbers, now: datetime) -> list[Memory]:
    """Read current rows by number, newest learned first."""
    listed = numbers.tolist()
    found: list[Memory] = []
    for start in range(0, len(listed), _AT_ONCE):
        named = Memory.objects.filter(holds(now), number__in=listed[start : start + _AT_ONCE])
        found += _drawn(among(named, agent_name=agent, standing=BELIEVED))
    return sorted(found, key=lambda row: -row.number)


def _waiting(agent: str) -> QuerySet[Memory]:
    return _drawn(Memory.objects.filter(agent__name=agent, standing__in=WAITING).exclude(fact_key=""))


def _waiting_about(agent: str, keys: set[str], most: int) -> list[Memory]:
    rows = _waiting(agent)
    return list((rows.filter(subject_key__in=keys) | rows.filter(object_key__in=keys)).order_by("-number")[:most])


def _drawn(rows: QuerySet[Memory]) -> QuerySet[Memory]:
    return rows.only(*_DRAWN)


def _folds(agent: str, rows: Sequence[Memory]) -> dict[str, EntityAlias]:
    """Return what the keys of some rows stand for, where that is another name."""
    keys = sorted({key for row in rows for key in (row.subject_key, row.object_key) if key})
    found: dict[str, EntityAlias] = {}
    for start in range(0, len(keys), _AT_ONCE):
        links = EntityAlias.objects.filter(
            agent__name=agent, standing=ALIAS_BELIEVED, alias_key__in=keys[start : start + _AT_ONCE]
        )
        found.update((link.alias_key, link) for link in links)
    return found


def _edges(agent: str, rows: Sequence[Memory]) -> list[GraphEdge]:
    folds = _folds(agent, rows)

    def folded(key: str) -> str:
        return folds[key].canonical_key if key in folds else key

    return [
        GraphEdge(
            subject=folded(row.subject_key),
            predicate=row.predicate or "",
            object=folded(row.object_key) if row.object_key else None,
            memory_id=row.id,
            origin_trust=row.origin_trust,
            confidence=row.confidence,
            quarantined=row.standing != BELIEVED,
            standing=row.standing,
        )
        for row in rows
    ]


def _labels(agent: str, rows: Sequence[Memory], keys: set[str]) -> dict[str, str]:
    """Return how entities are written: as in the newest row under their own key, else as in their other names."""
    labels: dict[str, str] = {}
    # A name that waits for a decision is how something is written only when it is written in no other way.
    for row in sorted(rows, key=lambda row: row.standing != BELIEVED):
        for key, name in ((row.subject_key, row.subject), (row.object_key, row.object)):
            if key in keys and name:
                labels.setdefault(key, name)
    missing = keys - set(labels)
    for key, links in names_of(agent=agent, canonical_keys=missing).items():
        labels[key] = links[0].canonical
    return labels


def _nodes(agent: str, edges: Sequence[GraphEdge], rows: Sequence[Memory]) -> tuple[GraphNode, ...]:
    degree: Counter[str] = Counter()
    for edge in edges:
        degree.update({edge.subject, edge.object or edge.subject})
    others = names_of(agent=agent, canonical_keys=degree)
    labels = _labels(agent, rows, set(degree))
    return tuple(
        GraphNode(
            id=key,
            label=labels.get(key, key),
            degree=degree[key],
            aliases=tuple(link.alias for link in others.get(key, ())),
        )
        for key in sorted(degree, key=lambda key: (-degree[key], key))
    )


def _neighbours(agent: str, graph: Snapshot, place: int | None, now: datetime) -> tuple[Neighbour, ...]:
    if place is None:
        return ()
    facts = graph.graph
    others = np.concatenate((facts.object[facts.subject == place], facts.subject[facts.object == place]))
    others = others[(others != place) & (others != NOTHING)]
    places, counts = np.unique(others, return_counts=True)
    best = np.lexsort((places, -counts))[:MOST_NEIGHBOURS]
    keys = [graph.key(int(one)) for one in places[best]]
    shared = np.isin(facts.subject, places[best]) | np.isin(facts.object, places[best])
    shared &= (facts.subject == place) | (facts.object == place)
    rows = _current_rows(agent, facts.number[shared][-MOST_EDGES:], now)
    labels = _labels(agent, rows, set(keys))
    return tuple(
        Neighbour(key, labels.get(key, key), int(count)) for key, count in zip(keys, counts[best], strict=True)
    )
