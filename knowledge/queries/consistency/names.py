"""Whether other names of entities are closed: reading never follows a chain, so no chain may be left open."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from knowledge.engine.aliases import CycleError, closure
from knowledge.engine.forms import normalize_key
from knowledge.engine.trust import ceiling
from knowledge.queries.consistency.findings import Finding, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_ALL = (
    "SELECT agent_id, id, standing, alias, alias_key, stated, stated_key, canonical, canonical_key, origin,"
    " origin_trust FROM knowledge_entityalias ORDER BY agent_id, id"
)


def names_closed() -> Iterator[Finding]:
    """Compare where each chain of believed names ends with what was stated link by link; also keys and trust."""
    for _, rows in groupby(rows_of(_ALL), key=itemgetter(0)):
        links: dict[str, tuple[int, str, str]] = {}
        for _, number, standing, alias, alias_key, stated, stated_key, canonical, canonical_key, origin, trust in rows:
            pairs = ((alias, alias_key), (stated, stated_key), (canonical, canonical_key))
            if any(normalize_key(name) != key for name, key in pairs):
                yield Finding("A name's key is that of the name.", f"alias {number}")
            if trust > ceiling(origin):
                yield Finding("A name is trusted no more than its origin allows.", f"alias {number}")
            if standing == "believed":
                links[alias_key] = (number, stated_key, canonical_key)
        yield from _chains(links)


def _chains(links: dict[str, tuple[int, str, str]]) -> Iterator[Finding]:
    try:
        ends = closure({name: stated for name, (_, stated, _) in links.items()})
    except CycleError:
        numbers = ", ".join(str(number) for number, _, _ in links.values())
        yield Finding("Names lead in no circle.", f"among the aliases {numbers[:200]}")
        return
    for name, (number, _, canonical) in links.items():
        if ends[name] != canonical:
            yield Finding("A name leads to where the chain of what was stated ends.", f"alias {number}")
