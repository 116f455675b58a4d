"""The picture of a graph as the browser gets it: few numbers, short names, nothing twice."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from curation.graph_layout import layout
from curation.text import clip, one_line
from curation.wording import trust_word

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from curation.graph_select import Choice
    from knowledge.queries.graph_view import FactTable

LABEL_LENGTH = 24
SHOWN_LENGTH = 160
"""Longest name the browser gets; the panel shows the whole."""
ADDRESS_LENGTH = 200
"""Longest name that stands in an address; a longer one is named by its digest."""
VALUE_ONLY, HAS_ALIASES, WAITS = 1, 2, 4
_DIGEST = "#"


def reference(name: str, key: str) -> str:
    """Return what names an entity in an address: its name, or a digest of its key when that is long."""
    if len(name) <= ADDRESS_LENGTH and not name.startswith(_DIGEST):
        return name
    return _DIGEST + hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def entity_named(table: FactTable, said: str) -> int | None:
    """Return the entity that an address names; None when there is none."""
    found = table.find(said)
    if found is not None or not said.startswith(_DIGEST):
        return found
    return next((place for place, name in enumerate(table.names) if reference(name, table.keys[place]) == said), None)


def predicate_named(table: FactTable, said: str) -> int | None:
    """Return the predicate that an address names; None when there is none."""
    pairs = zip(table.predicate_names, table.predicate_keys, strict=True)
    return next((place for place, (name, key) in enumerate(pairs) if said in {key, reference(name, key)}), None)


def places_of(table: FactTable, choice: Choice) -> NDArray[np.int64]:
    """Lay out what was chosen; shape `(entities, 2)`."""
    place = _places(table, choice)
    subjects, objects = place[choice.lines.subject], place[choice.lines.object]
    apart = subjects != objects
    return layout([table.keys[one] for one in choice.entities], subjects[apart], objects[apart])


def figure(table: FactTable, choice: Choice, places: NDArray[np.int64]) -> str:
    """Return the picture as JSON.

    One list per column: `names` (short), `x`, `y`, `degree`, `kind` (sum of 1 for what is only ever a value, 2 for what
    has other names, 4 for what something waits about) per entity; `subject`, `object` (places in `names`), `predicate`
    (place in `predicates`), `trust` (0 to 4), `standing` (0 believed, 1 held, 2 set aside) per line. Where they differ
    from the short name: `whole`, the longer name, and `refs`, the name in an address, by place; `count`, facts of a
    line where there are several. `focus` is the place of the entity in the middle, or -1.
    """
    place = _places(table, choice)
    lines = choice.lines
    waits = np.zeros(len(table.keys), np.bool_)
    for ends in (lines.subject, lines.object):
        waits[ends[lines.standing > 0]] = True
    kind = [
        VALUE_ONLY * (not table.subject_of[one]) + HAS_ALIASES * (one in table.aliases) + WAITS * bool(waits[one])
        for one in choice.entities.tolist()
    ]
    used, predicate = np.unique(lines.predicate, return_inverse=True)
    trusts = [trust_word(trust)[0] for trust in lines.trust.tolist()]
    told: dict[str, Any] = {
        **_named([(table.names[one], table.keys[one]) for one in choice.entities]),
        "x": places[:, 0].tolist(),
        "y": places[:, 1].tolist(),
        "degree": choice.degree.tolist(),
        "kind": kind,
        "subject": place[lines.subject].tolist(),
        "object": place[lines.object].tolist(),
        "predicate": predicate.tolist(),
        "trust": trusts,
        "standing": lines.standing.tolist(),
        "count": {n: count for n, count in enumerate(lines.count.tolist()) if count > 1},
        "predicates": _named([(table.predicate_names[one], table.predicate_keys[one]) for one in used]),
        "focus": 0 if choice.focused else -1,
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _named(pairs: list[tuple[str, str]]) -> dict[str, Any]:
    """Return `names`, and where they differ `whole` and `refs` by place."""
    names, whole, refs = [], {}, {}
    for place, (name, key) in enumerate(pairs):
        plain = one_line(name[: 4 * SHOWN_LENGTH])
        names.append(clip(plain, LABEL_LENGTH))
        longer = clip(plain, SHOWN_LENGTH)
        if longer != names[-1]:
            whole[place] = longer
        ref = reference(name, key)
        if ref != whole.get(place, names[-1]):
            refs[place] = ref
    return {"names": names, "whole": whole, "refs": refs}


def _places(table: FactTable, choice: Choice) -> NDArray[np.int64]:
    place = np.full(len(table.keys), -1, np.int64)
    place[choice.entities] = np.arange(len(choice.entities))
    return place
