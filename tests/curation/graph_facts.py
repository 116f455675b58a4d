"""Facts for tests of the graph's picture, without a database."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from knowledge.engine.text import normalize_key
from knowledge.queries import graph_view
from knowledge.queries.graph_view import FactTable

Fact = tuple[str, str, str | None] | tuple[str, str, str | None, dict[str, Any]]


def table_of(facts: Iterable[Fact], names: Sequence[tuple[str, str]] = ()) -> FactTable:
    """A table of facts `(subject, predicate, object, {trust, layer, standing})`; names are `(alias, canonical)`."""
    rows = []
    for number, (subject, predicate, value, *more) in enumerate(facts, start=1):
        said: dict[str, Any] = {
            "trust": 1.0,
            "layer": "semantic",
            "standing": "believed",
            **(more[0] if more else {}),
        }
        keys = [normalize_key(subject), subject, normalize_key(predicate), predicate, normalize_key(value or ""), value]
        rows.append((number, *keys, said["trust"], said["layer"], said["standing"]))
    links = [(normalize_key(alias), alias, normalize_key(name), name) for alias, name in names]
    return graph_view._table("alice", "test", rows, links)


def chain(*names: str) -> list[Fact]:
    """Each name knows the next."""
    return [(one, "knows", other) for one, other in pairwise(names)]


def large(entities: int, seed: int = 1) -> FactTable:
    """A company of so many entities or a few more: hubs, values that occur once, names in two scripts."""
    draw = random.Random(seed)
    people = [f"{'美香' if n % 7 == 0 else 'Mika'} {draw.randrange(10**6)} of the office" for n in range(entities // 2)]
    facts: list[Fact] = []
    for n, person in enumerate(people):
        facts.append((person, "desk", f"desk number {n}"))
        facts.extend(
            (person, predicate, people[int(n * draw.random() ** 2)], {"trust": draw.choice([0.2, 0.6, 1.0])})
            for predicate in ("reports to", "works with")
        )
    return table_of(facts)
