"""The page of the graph, ready for its template; a part that is asked for alone costs no more than that part."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from curation import access, wording
from curation.forms_facts import shown_moments
from curation.forms_graph import DEPTHS, SIZES, USUAL_SIZE, GraphForm
from curation.graph_figure import entity_named, figure, places_of, reference
from curation.graph_links import SELECTED, GraphLinks
from curation.graph_lists import lists_of
from curation.graph_panel import panel_of
from curation.graph_select import Choice, Wish, choose
from curation.moments import COMMON_ZONES
from curation.presenters import chips
from knowledge.engine.text import normalize_key
from knowledge.queries.agents import agents as agents_of
from knowledge.queries.graph_view import LAYERS, FactTable, fact_table, forget_tables

if TYPE_CHECKING:
    from django.http import QueryDict

    from knowledge.services.types import Actor

MATCHES_SHOWN = 12
PREDICATES_OFFERED = 60
VIEWS_KEPT = 24
FILTERS = {
    "predicate": gettext_lazy("Property"),
    "layer": gettext_lazy("Kind"),
    "trust": gettext_lazy("Trust, at least"),
    "held": gettext_lazy("Waiting for a decision"),
    "at": gettext_lazy("As of"),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks for, of whom, and the facts it is about."""

    actor: Actor
    form: GraphForm
    links: GraphLinks
    table: FactTable

    @property
    def curator(self) -> bool:
        """Whether the person may change what is shown here."""
        return access.may_curate(self.actor)

    @property
    def focus(self) -> int | None:
        """The entity in the middle, None for an overview."""
        said = self.form.value("focus")
        return entity_named(self.table, said) if said else None

    @property
    def selected(self) -> dict[str, str]:
        """What is looked at in the panel."""
        return {key: self.form.value(key) for key in SELECTED}

    def wish(self) -> Wish:
        """Return what is to be shown."""
        form, focus = self.form, self.focus
        layer = form.value("layer")
        return Wish(
            most=int(form.value("n", USUAL_SIZE)),
            focus=self.table.keys[focus] if focus is not None else "",
            depth=int(form.value("depth", 1)),
            predicates=frozenset(normalize_key(one) for one in form.chosen_predicates),
            layer=LAYERS.index(layer) if layer else None,
            trust=float(form.value("trust", 0)),
            held=form.held_choice,
        )


def usual_agent(actor: Actor) -> str:
    """Return the agent whose graph is shown when none is named: of those the person may see the one that knows most."""
    access.check_may_look(actor)
    found = agents_of(actor.agents)
    return max(found, key=lambda one: one.live).name if found else ""


def read(params: QueryDict, actor: Actor) -> Asked:
    """Read an address.

    Raises:
        Refused: the person has no role.
        NotFound: the agent is unknown or not the person's.
    """
    access.check_may_look(actor)
    curator = access.may_curate(actor)
    form = GraphForm(params, curator=curator)
    agent = access.check_agent(actor, form.value("agent"))
    table = fact_table(agent=agent, curator=curator, at=form.value("at", None))
    return Asked(actor, form, GraphLinks.of(params, agent), table)


def page_context(params: QueryDict, actor: Actor, part: str = "") -> dict[str, Any]:
    """Return everything the page shows, or what one part of it needs.

    Args:
        params: the address.
        actor: who looks.
        part: `panel` or `lists` for that part alone.
    """
    asked = read(params, actor)
    context: dict[str, Any] = {
        "now": timezone.now(),
        "agents": access.visible_agents(actor),
        "agent": asked.table.agent,
        "all": False,
        "curator": asked.curator,
        "state": asked.links.kept("page"),
        "here": asked.links.to(),
        "query": asked.links.to().partition("?")[2],
    }
    if part != "lists":
        context |= panel_of(
            asked.table, asked.links, asked.selected, curator=asked.curator, merged=params.get("merged", "")
        )
    if part == "panel":
        return context
    choice, drawn = view_of(asked.table, asked.wish())
    lists = lists_of(asked.table, choice, asked.links, asked.form.value("list", "names"), asked.form.value("page", 1))
    return context | lists | ({} if part else _picture(asked, choice, drawn))


def _picture(asked: Asked, choice: Choice, drawn: str) -> dict[str, Any]:
    form, table, links = asked.form, asked.table, asked.links
    said, focus = form.value("focus"), asked.focus
    known = len(table.keys)
    return {
        "form": form,
        "figure": drawn,
        "focus": table.names[focus] if focus is not None else "",
        "said": said,
        "also_called": table.aliases.get(focus, ()) if focus is not None else (),
        "matches": matches(asked, said) if said and focus is None else [],
        "filtered_out": focus is not None and not choice.focused,
        "known": known,
        "shown": len(choice.entities),
        "hidden": choice.all_entities - len(choice.entities),
        "lines": len(choice.lines),
        "hidden_lines": choice.all_lines - len(choice.lines),
        "undrawn": choice.known_lines - len(choice.lines),
        "depths": [(depth, links.to(depth=str(depth) if depth > 1 else "", page="")) for depth in DEPTHS],
        "depth": int(form.value("depth", 1)),
        "overview": links.to(focus="", depth="", node="", s="", p="", o="", page=""),
        "chips": _chips(asked),
        "reset": links.to(**dict.fromkeys(FILTERS, ""), zone="", page=""),
        "keep": links.kept(*FILTERS, "zone", "focus", "page", *SELECTED),
        "fields": [form[name] for name in ("layer", "trust", *(("held",) if asked.curator else ()))],
        "predicates": _predicates(asked),
        "moments": shown_moments(form),
        "zones": COMMON_ZONES,
        "sizes": _sizes(asked, choice),
        "words": json.dumps(picture_words(), ensure_ascii=False),
        "exports": {
            kind: links.to(name="curation:graph-export", args=[kind], **dict.fromkeys(SELECTED, ""), page="")
            for kind in ("json", "graphml", "mermaid")
        },
        "names_href": reverse("curation:graph-names"),
    }


def _sizes(asked: Asked, choice: Choice) -> list[tuple[int, str, bool]]:
    """Return how many names may be shown, as far as there are so many: number, address, whether it is so now."""
    chosen = int(asked.form.value("n", USUAL_SIZE))
    useful = [size for size, before in zip(SIZES, (0, *SIZES), strict=False) if before < choice.all_entities]
    if len(useful) < 2:
        return []
    return [
        (size, asked.links.to(n="" if size == USUAL_SIZE else str(size), page=""), size == chosen) for size in useful
    ]


def written(table: FactTable, said: str) -> str:
    """Return how the entity is written that an address, a form or a key names; what names none is a name itself."""
    entity = entity_named(table, said)
    return table.names[entity] if entity is not None else said


def matches(asked: Asked, said: str) -> list[dict[str, Any]]:
    """Return the entities whose name, or other name, contains what was typed: beginnings first, then best linked."""
    wanted, table = normalize_key(said), asked.table
    if not wanted:
        return []
    size = len(table.keys)
    touched = np.bincount(table.subjects, minlength=size)
    touched += np.bincount(table.objects[table.objects >= 0], minlength=size)
    found: dict[int, tuple[int, int, str]] = {}
    for key, entity in table.entity_of.items():
        if wanted in key:
            rank = (0 if key == wanted else 1 if key.startswith(wanted) else 2, -int(touched[entity]), key)
            found[entity] = min(rank, found.get(entity, rank))
    best = sorted(found, key=found.__getitem__)[:MATCHES_SHOWN]
    return [
        {
            "name": table.names[entity],
            "reference": reference(table.names[entity], table.keys[entity]),
            "aliases": table.aliases.get(entity, ()),
            "facts": int(touched[entity]),
            "href": asked.links.neighbours(table, entity),
        }
        for entity in best
    ]


def _predicates(asked: Asked) -> list[tuple[str, int, bool]]:
    """Return the properties that can be chosen: name, facts, whether chosen; the most used ones and all chosen."""
    table = asked.table
    counts = np.bincount(table.predicates, minlength=len(table.predicate_keys))
    chosen = {normalize_key(one) for one in asked.form.chosen_predicates}
    ranked = sorted(range(len(counts)), key=lambda place: (-int(counts[place]), table.predicate_keys[place]))
    offered = [
        place for n, place in enumerate(ranked) if n < PREDICATES_OFFERED or table.predicate_keys[place] in chosen
    ]
    return [
        (table.predicate_names[place], int(counts[place]), table.predicate_keys[place] in chosen) for place in offered
    ]


def _chips(asked: Asked) -> list[Any]:
    """Return the filters in force; a value that cannot be read is none."""
    form = asked.form
    valid = {key: label for key, label in FILTERS.items() if key not in form.errors}
    if not asked.curator:
        valid.pop("held", None)
    trusts = {f"{floor:g}": word for floor, _bars, word in wording.TRUST_STEPS}
    held = {value: str(label) for value, label in form.fields["held"].choices}  # type: ignore[attr-defined]
    shown = {"layer": wording.LAYERS, "trust": trusts, "held": held}
    return chips(form.data, valid, shown)  # type: ignore[arg-type]


def picture_words() -> dict[str, str]:
    """Return what scripts say in the picture, with a mark where a number or a name goes."""
    return {
        "waits": _("waits for a decision"),
        "waiting": pgettext("link", "waiting"),
        "aside": _("set aside"),
        "links": _("%s links"),
        "link": _("1 link"),
        "hidden": _("%s not shown"),
        "facts": _("%s facts"),
        "place": _("link %1$s of %2$s"),
        "selected": _("selected for merging"),
        "picture": _("Picture saved."),
    }


_views: OrderedDict[tuple[str, Wish], tuple[Choice, str]] = OrderedDict()
_lock = threading.Lock()


def view_of(table: FactTable, wish: Wish) -> tuple[Choice, str]:
    """Return what is shown and its picture as JSON; the views used last are kept."""
    key = (table.stamp, wish)
    with _lock:
        found = _views.get(key)
        if found is not None:
            _views.move_to_end(key)
            return found
    choice = choose(table, wish)
    made = (choice, figure(table, choice, places_of(table, choice)))
    with _lock:
        _views[key] = made
        while len(_views) > VIEWS_KEPT:
            _views.popitem(last=False)
    return made


def forget_views() -> None:
    """Forget the views that are kept; the next look draws anew."""
    with _lock:
        _views.clear()
    forget_tables()
