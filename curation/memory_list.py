"""The list of memories, ready for its template: a page of rows, or the results of a search with their reasons."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from curation import access, wording
from curation.forms_memories import MODES, MemoryFilterForm
from curation.presenters import chips, paged, query_string
from knowledge.queries.browse import COUNTED_UP_TO, list_memories
from knowledge.queries.find import find, find_in_each
from knowledge.queries.metrics import Population, population

if TYPE_CHECKING:
    from datetime import datetime

    from django.http import QueryDict

    from knowledge.queries.find import RecallHit, RecallResult
    from knowledge.services.types import Actor, MemoryView

PAGE = 50
HITS = 20
HITS_OF_EACH = 3
AGENTS_SEARCHED = 5
SIGNALS = "signals"
FILTERS = {
    "state": gettext_lazy("State"),
    "layer": gettext_lazy("Kind"),
    "tag": gettext_lazy("Label"),
    "origin": gettext_lazy("Origin"),
    "subject": gettext_lazy("Subject"),
    "session": gettext_lazy("Conversation"),
    "policy": gettext_lazy("Life time"),
    "since": gettext_lazy("From"),
    "until": gettext_lazy("Up to"),
}
_ID = re.compile(r"m_[0-9a-z]{1,38}", re.ASCII)
POLICIES = ("default", "identity", "preference", "realtime")


@dataclass(frozen=True, slots=True)
class Row:
    """One memory of the list, its address, and for a search result its score."""

    memory: MemoryView
    href: str
    hit: RecallHit | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """The best results of one agent, how many there are, and the address of all of them."""

    agent: str
    rows: tuple[Row, ...]
    matched: int
    failed: bool
    href: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks for, and of whom."""

    params: QueryDict
    actor: Actor
    agent: str
    visible: Population
    form: MemoryFilterForm
    now: datetime

    @property
    def one_agent(self) -> str:
        """The agent to search: the chosen one, or the only one there is; empty when there are several."""
        if self.agent or len(self.visible.agents) != 1:
            return self.agent
        return self.visible.agents[0].name

    @property
    def names(self) -> frozenset[str] | None:
        """Whose memories are listed; None for all."""
        return frozenset({self.agent}) if self.agent else self.actor.agents

    def memory(self, memory_id: str) -> str:
        """Return the address of a memory that leads back to this list."""
        return reverse("curation:memory", args=[memory_id]) + carried(self.params)

    def page(self, key: str, place: str | None) -> str:
        """Return the address of a neighbouring page, empty when there is none."""
        return paged(self.params, **{key: place}) if place else ""


def carried(params: QueryDict) -> str:
    """Return the search and filters of an address as `?…`, empty when there are none."""
    found = query_string(params)
    return found if len(found) > 1 else ""


def read(params: QueryDict, actor: Actor) -> Asked:
    """Read an address.

    Raises:
        Refused: the person has no role.
        NotFound: the agent is unknown or not the person's.
    """
    access.check_may_look(actor)
    visible = population(actor.agents)
    agent = params.get("agent", "")
    if agent:
        visible.only(agent)
    form = MemoryFilterForm(params, curator=access.may_curate(actor), signals=params.get("tab") == SIGNALS)
    form.is_valid()
    return Asked(params, actor, agent, visible, form, timezone.now())


def page_context(params: QueryDict, actor: Actor) -> dict[str, Any]:
    """Return everything the page shows for an address.

    Raises:
        Refused, NotFound, Invalid: see `read`; a cursor that is none.
    """
    asked = read(params, actor)
    context = _frame(asked)
    if asked.form.errors:
        return context | {"kind": "problem"}
    if not asked.form.searches:
        return context | _listed(asked)
    if asked.one_agent:
        return context | _searched(asked)
    return context | _searched_in_each(asked)


def _frame(asked: Asked) -> dict[str, Any]:
    form, params = asked.form, asked.params
    plain = reverse("curation:memories") + (query_string(_only_agent(params)) if asked.agent else "")
    found = chips(params, FILTERS, {"state": {**wording.STATES, "all": _("Any state")}, "layer": wording.LAYERS})
    return {
        "now": asked.now,
        "agents": [one.name for one in asked.visible.agents],
        "agent": asked.agent,
        "form": form,
        "query": params.get("q", "").strip(),
        "mode": params.get("mode") or "recall",
        "modes": [(key, label, query_string(params, mode=None if key == "recall" else key)) for key, label in MODES],
        "fields": [form[name] for name in FILTERS],
        "keep": [(key, params[key]) for key in ("agent", "tab", "mode") if params.get(key)],
        "chips": found,
        "reset": plain,
        "tab": SIGNALS if form.signals else "",
        "filtered": bool(found) or bool(params.get("q", "").strip()),
        "origins": list(wording.ORIGINS),
        "policies": POLICIES,
        "curator": access.may_curate(asked.actor),
        "here": params.urlencode(),
        "nothing_yet": not asked.visible.total,
    }


def _only_agent(params: QueryDict) -> QueryDict:
    kept = params.copy()
    for key in list(kept):
        if key != "agent":
            del kept[key]
    return kept


def _listed(asked: Asked) -> dict[str, Any]:
    older, newer = _place(asked.params.get("before")), _place(asked.params.get("after"))
    page = list_memories(
        agents=asked.names,
        filters=asked.form.filters(),
        older_than=None if newer else older,
        newer_than=newer,
        limit=PAGE,
        curator=access.may_curate(asked.actor),
        now=asked.now,
    )
    return {
        "kind": "list",
        "rows": [Row(one, asked.memory(one.id)) for one in page.items],
        "total": page.total if page.total_is_exact else None,
        "counted": COUNTED_UP_TO,
        "older": asked.page("before", page.older),
        "newer": asked.page("after", page.newer),
        "as_written": bool(asked.form.query),
        "show_agent": not asked.agent and len(asked.visible.agents) > 1,
    }


def _place(text: str | None) -> str | None:
    """Read a place in the list; whatever is none means the beginning."""
    return text if text and _ID.fullmatch(text) else None


def _searched(asked: Asked) -> dict[str, Any]:
    form = asked.form
    result = find(
        agent=asked.one_agent,
        query=form.query,
        mode=form.chosen_mode,
        filters=form.filters(),
        limit=HITS,
        cursor=asked.params.get("cursor") or None,
        now=asked.now,
    )
    return {
        "kind": "search",
        "rows": _hits(asked, result),
        "total": result.matched,
        "failed": bool(result.degraded and not result.hits),
        "partial": bool(result.degraded and result.hits),
        "next": asked.page("cursor", result.next),
        "first": query_string(asked.params) if asked.params.get("cursor") else "",
    }


def _searched_in_each(asked: Asked) -> dict[str, Any]:
    """Search the largest agents, each by itself, and offer the others by name."""
    form = asked.form
    sizes = sorted(asked.visible.agents, key=lambda one: (-one.live, one.name))
    found = find_in_each(
        agents=[one.name for one in sizes[:AGENTS_SEARCHED]],
        query=form.query,
        mode=form.chosen_mode,
        filters=form.filters(),
        limit=HITS_OF_EACH,
        now=asked.now,
    )
    groups = [
        Group(
            name,
            tuple(_hits(asked, result)),
            result.matched,
            bool(result.degraded and not result.hits),
            query_string(asked.params, agent=name),
        )
        for name, result in found
    ]
    rest = sizes[AGENTS_SEARCHED:]
    return {
        "kind": "each",
        "groups": [one for one in groups if one.matched or one.failed],
        "silent": [one for one in groups if not one.matched and not one.failed],
        "elsewhere": [(one.name, query_string(asked.params, agent=one.name)) for one in rest],
        "total": sum(one.matched for one in groups),
    }


def _hits(asked: Asked, result: RecallResult) -> list[Row]:
    return [Row(hit.memory, asked.memory(hit.memory.id), hit) for hit in result.hits]
