"""What finding pages needs to know of every page, kept between queries while nobody changes a page.

Each wiki has a counter in the database that every write to one of its pages moves on, so a write in one process is
seen by the next query in every other. All wikis that are asked for are read in one query, however many they are.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from django.db import connection

from knowledge.engine.wiki import policy
from knowledge.engine.wiki.frontmatter import SOURCE_FACTORS
from knowledge.models import WikiPage
from knowledge.models.wiki import LIVE, SHARED
from knowledge.queries.wiki_access import rules_of, sees_everything

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from knowledge.engine.wiki.policy import Rule
    from knowledge.queries.wiki_access import Reach

_MOST_PAGES = 200_000
"""Pages of all wikis that are kept; the wiki used longest ago goes first."""

_MOST_READERS = 64
_NAMES = (
    "number", "space", "path", "tags", "token_count", "trust", "source_type", "layer", "do_not_inject", "filed",
    "visible_to",
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """The live pages of one wiki, ascending by number; every array has shape (pages,).

    Attributes:
        lengths: in tokens of the index.
        trust: 0 to 1.
        factor: of the kind of source, 0.6 to 1.2.
        is_told: whether agents are given the page.
        rules: of the shared wiki, what is said about who sees its folders and pages; of another one, none.
        visible_to: by place, what is said about who sees the page, where anything is.
        seen: by reader, which pages they see; filled when they first ask.
    """

    space: int
    changes: int
    numbers: NDArray[np.int64]
    lengths: NDArray[np.float64]
    trust: NDArray[np.float64]
    factor: NDArray[np.float64]
    layers: NDArray[np.str_]
    is_told: NDArray[np.bool_]
    is_filed: NDArray[np.bool_]
    paths: tuple[str, ...]
    tags: tuple[tuple[str, ...], ...]
    rules: tuple[Rule, ...]
    visible_to: dict[int, Any]
    seen: dict[frozenset[str] | None, NDArray[np.bool_]] = field(default_factory=dict)

    def seen_by(self, reach: Reach) -> NDArray[np.bool_]:
        """Return which of the pages somebody sees."""
        if self.space != SHARED or sees_everything(reach.actor):
            return np.ones(self.numbers.size, np.bool_)
        rules = [rule for rule in self.rules if rule.visible_to is not None]
        reader = reach.actor.agents
        found = self.seen.get(reader)
        if found is None:
            found = np.ones(self.numbers.size, np.bool_)
            reach.knowing(list(self.rules))
            about = set(self.visible_to)
            about |= {place for place, path in enumerate(self.paths) if any(policy.covers(r, path) for r in rules)}
            for place in about:
                found[place] = reach.shows_shared(self.paths[place], self.visible_to.get(place))
            if len(self.seen) >= _MOST_READERS:
                self.seen.clear()
            self.seen[reader] = found
        return found


class ColumnCache:
    """The columns of this process, by database and wiki."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, int], Columns] = OrderedDict()

    def get(self, spaces: Sequence[int]) -> list[Columns]:
        """Return the columns of those of the wikis that hold pages, in the order asked for; three queries at most."""
        counted = changes_of(spaces)
        name = str(connection.settings_dict["NAME"])
        # What a transaction sees may be gone again when it ends; it is nothing to keep.
        is_kept = not connection.in_atomic_block
        known: dict[int, Columns] = {}
        if is_kept:
            with self._lock:
                for space, changes in counted.items():
                    found = self._kept.get((name, space))
                    if found is not None and found.changes == changes:
                        self._kept.move_to_end((name, space))
                        known[space] = found
        fresh = _read({space: changes for space, changes in counted.items() if space not in known})
        if is_kept and fresh:
            with self._lock:
                for each in fresh:
                    self._kept[name, each.space] = each
                    self._kept.move_to_end((name, each.space))
                while len(self._kept) > 1 and sum(one.numbers.size for one in self._kept.values()) > _MOST_PAGES:
                    self._kept.popitem(last=False)
        known |= {each.space: each for each in fresh}
        return [known[space] for space in spaces if space in known]

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()


def changes_of(spaces: Sequence[int]) -> dict[int, int]:
    """Return how often pages of some wikis were changed; wikis that never held a page are left out."""
    if not spaces:
        return {}
    marks = ",".join(["%s"] * len(spaces))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT number, changes FROM knowledge_wikispace WHERE number IN ({marks})", list(spaces))  # noqa: S608 - only placeholders are joined
        return dict(cursor.fetchall())


def _read(wanted: dict[int, int]) -> list[Columns]:
    if not wanted:
        return []
    rows = WikiPage.objects.filter(space__in=list(wanted), standing=LIVE).order_by("space", "number")
    by_space: dict[int, list[tuple[Any, ...]]] = {space: [] for space in wanted}
    for row in rows.values_list(*_NAMES):
        by_space[row[1]].append(row)
    rules = tuple(rules_of(SHARED)) if SHARED in wanted else ()
    return [
        _columns(space, wanted[space], found, rules if space == SHARED else ()) for space, found in by_space.items()
    ]


def _columns(space: int, changes: int, rows: list[tuple[Any, ...]], rules: tuple[Rule, ...]) -> Columns:
    each = zip(*rows, strict=True) if rows else ((),) * len(_NAMES)
    number, _, path, tags, length, trust, kind, layer, hushed, filed, seen = each
    return Columns(
        space=space,
        changes=changes,
        numbers=np.array(number, np.int64),
        lengths=np.array(length, np.float64),
        trust=np.array(trust, np.float64),
        factor=np.array([SOURCE_FACTORS.get(one, SOURCE_FACTORS[""]) for one in kind], np.float64),
        layers=np.array(layer, np.str_),
        is_told=~np.array(hushed, np.bool_),
        is_filed=np.array(filed, np.bool_),
        paths=tuple(path),
        tags=tuple(tuple(one) for one in tags),
        rules=rules,
        visible_to={place: one for place, one in enumerate(seen) if one is not None},
    )


cache = ColumnCache()


def _start_afresh() -> None:
    """Begin with nothing in a process that was split off: a lock may be held there by a thread that is not."""
    cache.__init__()  # type: ignore[misc]


os.register_at_fork(after_in_child=_start_afresh)
