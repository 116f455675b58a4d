"""What of an agent's graph is shown at once: filters, then the best linked entities or the surroundings of one.

Pure: columns in, numbers out. Equal facts give equal answers, whatever the process.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from knowledge.queries.graph_view import FactTable

    Numbers = NDArray[np.int64]
    Mask = NDArray[np.bool_]

MOST_ENTITIES = 500
LINES_PER_ENTITY = 3
"""Most links drawn per entity shown, on average: more of them hide one another."""
HUBS_SHARE = 0.45
"""Share of an overview given to the best linked entities; the rest goes to what they are linked with."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be shown.

    Attributes:
        most: entities, 2 to 500.
        focus: key of the entity in the middle; empty for an overview.
        depth: links away from it, 1 to 3.
        predicates: keys; empty for all.
        layer: place in the table's layers; None for all.
        trust: least trust, 0 to 1.
        held: `with`, `without` or `only` what waits for a decision.
    """

    most: int = MOST_ENTITIES
    focus: str = ""
    depth: int = 1
    predicates: frozenset[str] = frozenset()
    layer: int | None = None
    trust: float = 0.0
    held: str = "with"


@dataclass(frozen=True, slots=True)
class Lines:
    """Facts drawn as one line each: equal subject, predicate, object and standing.

    Attributes:
        subject, predicate, object, standing: numbers of the table.
        trust: the highest among its facts.
        count: how many facts it stands for.
    """

    subject: Numbers
    predicate: Numbers
    object: Numbers
    standing: Numbers
    trust: NDArray[np.float64]
    count: Numbers

    def __len__(self) -> int:
        return len(self.subject)

    def pick(self, places: Numbers) -> Lines:
        """Return some of the lines."""
        return Lines(
            self.subject[places],
            self.predicate[places],
            self.object[places],
            self.standing[places],
            self.trust[places],
            self.count[places],
        )


@dataclass(frozen=True, slots=True)
class Links:
    """All lines that pass the filters.

    Attributes:
        degree: per entity of the table, how many lines touch it.
        facts: per entity, how many facts without an object are about it.
    """

    lines: Lines
    degree: Numbers
    facts: Numbers


@dataclass(frozen=True, slots=True)
class Choice:
    """What is shown of the table; small enough to keep many of.

    Attributes:
        focused: whether this is the surroundings of an entity; it is the first then.
        entities: numbers of the table, best linked or nearest first.
        degree: per shown entity, how many lines and facts without an object touch it, shown or not.
        distance: per shown entity, links away from the focus; 0 everywhere in an overview.
        lines: what is drawn, in a fixed order.
        all_entities, all_lines: how many the filters leave in all.
        known_lines: lines among the shown entities, drawn or not.
    """

    focused: bool
    entities: Numbers
    degree: Numbers
    distance: Numbers
    lines: Lines
    all_entities: int
    all_lines: int
    known_lines: int


@dataclass(slots=True)
class _Neighbours:
    """For each entity the entities and lines it is linked with, best linked first."""

    links: Links
    order: Numbers = field(init=False)
    starts: Numbers = field(init=False)
    ends: Numbers = field(init=False)

    def __post_init__(self) -> None:
        links, lines = self.links, self.links.lines
        here = np.concatenate([lines.subject, lines.object])
        there = np.concatenate([lines.object, lines.subject])
        order = np.lexsort((there, -links.degree[there], here))
        self.ends = there[order]
        self.starts = np.searchsorted(here[order], np.arange(len(links.degree) + 1))

    def of(self, entity: int) -> Numbers:
        found: Numbers = self.ends[self.starts[entity] : self.starts[entity + 1]]
        return found

    def of_all(self, entities: Numbers) -> Numbers:
        """Return everything linked with one of them, each once, in order of number."""
        pieces = [self.of(int(entity)) for entity in entities]
        return np.unique(np.concatenate(pieces)) if pieces else np.zeros(0, np.int64)


def choose(table: FactTable, wish: Wish) -> Choice:
    """Apply the filters and pick what is shown."""
    links = lines_of(table, wish)
    present = (links.degree > 0) | (links.facts > 0)
    focus = table.entity_of.get(wish.focus) if wish.focus else None
    focused = focus is not None and bool(present[focus])
    if focus is not None and focused:
        entities, distance = _around(links, focus, wish)
    else:
        entities = _overview(links, present, wish.most)
        distance = np.zeros(len(entities), np.int64)
    inside = np.zeros(len(links.degree), np.bool_)
    inside[entities] = True
    lines = links.lines
    among = np.flatnonzero(inside[lines.subject] & inside[lines.object])
    return Choice(
        focused=focused,
        entities=entities,
        degree=(links.degree + links.facts)[entities],
        distance=distance,
        lines=lines.pick(_drawn(links, among, LINES_PER_ENTITY * max(wish.most, 2))),
        all_entities=int(present.sum()),
        all_lines=len(lines),
        known_lines=len(among),
    )


def lines_of(table: FactTable, wish: Wish) -> Links:
    """Return the facts that pass the filters, equal ones together."""
    kept = passing(table, wish)
    size = len(table.keys)
    linked = kept[table.objects[kept] >= 0]
    alone = kept[table.objects[kept] < 0]
    columns = (table.subjects, table.predicates, table.objects, table.standings)
    sizes = (size, len(table.predicate_keys), size, 4)
    code = np.zeros(len(linked), np.int64)
    for column, width in zip(columns, sizes, strict=True):
        code = code * max(width, 1) + column[linked]
    _, first, group, count = np.unique(code, return_index=True, return_inverse=True, return_counts=True)
    trust = np.zeros(len(first))
    np.maximum.at(trust, group, table.trusts[linked])
    subject, predicate, object_, standing = (column[linked[first]] for column in columns)
    degree = np.bincount(subject, minlength=size) + np.bincount(object_[object_ != subject], minlength=size)
    facts = np.bincount(table.subjects[alone], minlength=size)
    lines = Lines(subject, predicate, object_, standing, trust, count)
    return Links(lines, degree.astype(np.int64), facts.astype(np.int64))


def passing(table: FactTable, wish: Wish) -> Numbers:
    """Return the places of the facts that pass the filters."""
    kept = table.trusts >= wish.trust
    if wish.predicates:
        wanted = [place for place, key in enumerate(table.predicate_keys) if key in wish.predicates]
        kept = kept & np.isin(table.predicates, wanted)
    if wish.layer is not None:
        kept = kept & (table.layers == wish.layer)
    if wish.held == "only":
        kept = kept & (table.standings > 0)
    elif wish.held == "without":
        kept = kept & (table.standings == 0)
    return np.flatnonzero(kept)


def _overview(links: Links, present: Mask, most: int) -> Numbers:
    """Return the best linked entities and, in turns, what each of them is linked with.

    Without the second half a picture of hubs with only small neighbours would show dots and no line.
    """
    ranked = np.lexsort((np.arange(len(links.degree)), -links.degree - np.minimum(links.facts, 1) / 2))
    ranked = ranked[present[ranked]]
    if len(ranked) <= most:
        return ranked
    hubs = [int(one) for one in ranked[: max(1, int(most * HUBS_SHARE))] if links.degree[one] > 1]
    chosen = dict.fromkeys(hubs)
    neighbours = _Neighbours(links)
    queues = [iter(neighbours.of(hub).tolist()) for hub in hubs]
    while queues and len(chosen) < most:
        going = []
        for queue in queues:
            found = next((one for one in queue if one not in chosen), None)
            if found is None:
                continue
            chosen[found] = None
            going.append(queue)
            if len(chosen) == most:
                break
        queues = going
    for one in ranked.tolist():
        if len(chosen) == most:
            break
        chosen.setdefault(one)
    return np.array(list(chosen), np.int64)


def _around(links: Links, focus: int, wish: Wish) -> tuple[Numbers, Numbers]:
    """Return an entity and what lies within some links of it, nearest first, then best linked."""
    neighbours = _Neighbours(links)
    found = np.array([focus], np.int64)
    distance = np.zeros(1, np.int64)
    border = found
    for step in range(1, wish.depth + 1):
        following = np.setdiff1d(neighbours.of_all(border), found, assume_unique=False)
        border = following[np.lexsort((following, -links.degree[following]))][: wish.most - len(found)]
        found = np.concatenate([found, border])
        distance = np.concatenate([distance, np.full(len(border), step, np.int64)])
        if not len(border) or len(found) >= wish.most:
            break
    return found, distance


def _drawn(links: Links, among: Numbers, most: int) -> Numbers:
    """Return the lines to draw: what waits first, then the best of each entity, then the most trusted."""
    lines, degree = links.lines, links.degree
    weight = np.minimum(degree[lines.subject[among]], degree[lines.object[among]])
    ranked = among[np.lexsort((among, -weight, -lines.trust[among], lines.standing[among] == 0))]
    if len(ranked) <= most:
        return np.sort(ranked)
    best = np.full(len(degree), len(ranked))
    for ends in (lines.subject[ranked], lines.object[ranked]):
        np.minimum.at(best, ends, np.arange(len(ranked)))
    needed = np.unique(best[best < len(ranked)])
    rest = np.setdiff1d(np.arange(len(ranked)), needed)
    return np.sort(ranked[np.concatenate([needed, rest])[:most]])
