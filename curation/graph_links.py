"""Addresses around one view of a graph: everything that is shown stands in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.urls import reverse

from curation.graph_figure import reference

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django.http import QueryDict

    from knowledge.queries.graph_view import FactTable

KEYS = ("agent", "focus", "depth", "predicate", "layer", "trust", "held", "at", "zone", "n", "list", "page")
SELECTED = ("node", "s", "p", "o")
"""Keys of the view, and of what is selected in it."""
LONGEST = 400
"""Most values of one key that are carried on."""


@dataclass(frozen=True, slots=True)
class GraphLinks:
    """Addresses of one view; `pairs` are its keys as they stand in the address, those of the selection last."""

    pairs: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, params: QueryDict, agent: str) -> GraphLinks:
        """Take over what is known of an address; anything else in it is dropped."""
        keys = [key for key in (*KEYS, *SELECTED) if key != "zone" or params.get("at")]  # a zone alone says nothing
        known = [(key, value) for key in keys for value in params.getlist(key)[:LONGEST] if value]
        return cls((("agent", agent), *((key, value) for key, value in known if key != "agent")))

    def to(self, *, name: str = "curation:graph", args: Sequence[str] = (), **changes: str | Sequence[str]) -> str:
        """Return an address with some keys changed; an empty value removes one."""
        return f"{reverse(name, args=list(args))}?{urlencode(self.changed(changes))}"

    def changed(self, changes: Mapping[str, str | Sequence[str]]) -> list[tuple[str, str]]:
        """Return the keys and values of the view with some of them changed."""
        pairs = [(key, value) for key, value in self.pairs if key not in changes]
        for key, value in changes.items():
            many = [value] if isinstance(value, str) else value
            pairs += [(key, one) for one in many if one]
        order = {key: place for place, key in enumerate((*KEYS, *SELECTED))}
        return sorted(pairs, key=lambda pair: order.get(pair[0], len(order)))

    def view(self, **changes: str) -> str:
        """Return the address of the view with nothing selected."""
        return self.to(**{**dict.fromkeys(SELECTED, ""), **changes})

    def kept(self, *without: str) -> list[tuple[str, str]]:
        """Return keys and values for hidden fields of a form."""
        return [(key, value) for key, value in self.pairs if key not in without]

    def node(self, table: FactTable, entity: int) -> str:
        """Return the address that selects an entity."""
        return self.view(node=reference(table.names[entity], table.keys[entity]))

    def neighbours(self, table: FactTable, entity: int, depth: int = 1) -> str:
        """Return the address of the surroundings of an entity, itself selected."""
        named = reference(table.names[entity], table.keys[entity])
        return self.view(focus=named, depth=str(depth) if depth > 1 else "", node=named, page="")

    def line(self, table: FactTable, subject: int, predicate: int, object_: int) -> str:
        """Return the address that selects a line; `object_` is -1 for facts without one."""
        return self.to(
            node="",
            s=reference(table.names[subject], table.keys[subject]),
            p=reference(table.predicate_names[predicate], table.predicate_keys[predicate]),
            o=reference(table.names[object_], table.keys[object_]) if object_ >= 0 else "",
        )
