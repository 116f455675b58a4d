"""Second step of a question: from the passages that answer best to memories about what they mention by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from django.db import connection

from knowledge.engine.context import completes, rarity
from knowledge.engine.mentions import LOOKED_AT, names_in, strength, together
from knowledge.engine.text import analyze
from knowledge.queries.textindex import RowFilter, read_current
from knowledge.queries.vector_rows import places_in

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from numpy.typing import NDArray

    from knowledge.queries.keywords import Words

PASSAGES = 2
"""Best passages whose names are followed."""
NAMES = 24
"""Names of one passage that are followed."""
_FEW = 50
"""A name that more memories hold leads nowhere in particular."""
_TEXTS = 100
"""Memories that are looked at, those with the rarest names first."""
_SHORTEST = 3

_CHOSEN = RowFilter(any_session=True)
_SQLITE = (
    "SELECT * FROM (SELECT {place}, rowid FROM knowledge_memorytext WHERE knowledge_memorytext MATCH %s LIMIT {few})"
)
_POSTGRESQL = """
SELECT v.place - 1, t.number
FROM unnest(%s::text[]) WITH ORDINALITY AS v(query, place)
CROSS JOIN LATERAL (
    SELECT x.number FROM knowledge_memorytext x WHERE x.tokens @@ v.query::tsquery LIMIT {few}
) AS t
"""


@dataclass(frozen=True, slots=True)
class Link:
    """What one passage leads to.

    Attributes:
        passage: number of the memory whose names were followed.
        memories: how strongly each memory is about them, by number, 0 to 1.
    """

    passage: int
    memories: dict[int, float]


def follow(*, words: Words, passages: Sequence[int], now: datetime) -> list[Link]:
    """Follow the names that passages mention and the question does not.

    Only memories that hold a word of the question which the passage lacks are reached: a name alone is no answer,
    and a passage that holds all of the question leaves nothing to be looked for.

    Args:
        words: where the question's words stand.
        passages: numbers of the memories to start from, at most `PASSAGES`.
        now: moment that decides what is current.
    """
    asked = np.unique(np.array(passages[:PASSAGES], np.int64))
    held = dict(zip(asked.tolist(), words.held_by(asked), strict=True))
    asked = np.array([number for number, each in held.items() if words.telling[~each].any()], np.int64)
    contents = dict(read_current(asked, f"m.number, substr(m.content, 1, {LOOKED_AT})", now=now, narrowed=_CHOSEN))
    known = frozenset(words.terms)
    names: dict[str, tuple[str, ...]] = {}
    mentioned: dict[int, list[str]] = {}
    for number in asked.tolist():
        new = _new_names(contents.get(number, ""), known)
        mentioned[number] = list(new)
        names.update(new)
    holders = _holders(words.corpus.agent_id, list(names.values()))
    reached = {
        name: found
        for name, numbers in zip(names, holders, strict=True)
        if 2 <= numbers.size <= _FEW and (found := numbers[places_in(words.numbers, numbers)[1]]).size
    }
    rare = {
        name: rarity(numbers.size, documents=words.corpus.live) for name, numbers in zip(names, holders, strict=True)
    }
    texts = _texts(reached, rare, now)
    further = np.array(list(texts), np.int64)
    held_there = words.held_by(further)
    links = []
    for number, its in mentioned.items():
        worth = dict(zip(texts, completes(held[number], held_there, words.telling).tolist(), strict=True))
        led_to = _led_to(number, its, reached, rare, texts)
        links.append(Link(number, {each: value * worth[each] for each, value in led_to.items() if worth[each] > 0.0}))
    return links


def _new_names(text: str, known: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """Return names of a text and their tokens; at least one token of each is not among those of the question."""
    found: dict[str, tuple[str, ...]] = {}
    for name in names_in(text):
        tokens = tuple(dict.fromkeys(analyze(name)))
        if not tokens or known.issuperset(tokens) or (len(tokens) == 1 and len(tokens[0]) < _SHORTEST):
            continue
        found[name] = tokens
        if len(found) == NAMES:
            break
    return found


def _holders(agent_id: int, names: Sequence[Sequence[str]]) -> list[NDArray[np.int64]]:
    """Return numbers of the memories that hold all tokens of each name; of a common name only as many as show that."""
    found: list[list[int]] = [[] for _ in names]
    if names:
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                queries = [" & ".join(f"'{agent_id}_{token}'" for token in name) for name in names]
                cursor.execute(_POSTGRESQL.format(few=_FEW + 1), [queries])
            else:
                queries = [" AND ".join(f'"{agent_id}_{token}"' for token in name) for name in names]
                parts = [_SQLITE.format(place=place, few=_FEW + 1) for place in range(len(names))]
                cursor.execute(" UNION ALL ".join(parts), queries)
            for place, number in cursor.fetchall():
                found[place].append(number)
    return [np.array(sorted(numbers), np.int64) for numbers in found]


def _texts(reached: dict[str, NDArray[np.int64]], rare: dict[str, float], now: datetime) -> dict[int, str]:
    """Read the memories that hold the rarest names, as many as are looked at; casefolded."""
    chosen = np.zeros(0, np.int64)
    for name in sorted(reached, key=lambda one: (-rare[one], one)):
        more = np.union1d(chosen, reached[name])
        if more.size > _TEXTS:
            break
        chosen = more
    rows = read_current(chosen, f"m.number, substr(m.content, 1, {LOOKED_AT})", now=now, narrowed=_CHOSEN)
    return {number: text.casefold() for number, text in rows}


def _led_to(
    passage: int,
    names: Sequence[str],
    reached: dict[str, NDArray[np.int64]],
    rare: dict[str, float],
    texts: dict[int, str],
) -> dict[int, float]:
    values: dict[int, list[float]] = {}
    for name in names:
        for number in reached[name].tolist() if name in reached else ():
            text = texts.get(number)
            if text is None or number == passage:
                continue
            value = strength(name, text, rarity=rare[name])
            if value > 0:
                values.setdefault(number, []).append(value)
    return {number: together(each) for number, each in values.items()}
