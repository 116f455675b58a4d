"""The page of one memory, ready for its template."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from curation import access
from curation.explain import event_words
from curation.figures import curve_figure
from curation.forms_memories import LabelsForm, MemoryFilterForm, join_labels
from curation.lanes import UNNUMBERED
from curation.memory_list import SIGNALS, carried
from curation.overview_page import BANDS
from curation.templatetags.hub import value_text
from curation.text import clip
from curation.wording import word
from knowledge.queries.agents import agent_names
from knowledge.queries.detail import MemoryDetail, detail
from knowledge.queries.find import reasons

if TYPE_CHECKING:
    from datetime import datetime

    from django.http import QueryDict

    from knowledge.queries.forgetting import Forgetting
    from knowledge.services.types import Actor, MemoryView

TITLE_LIMIT = 90
VALUE_LIMIT = 120
RESTORABLE = frozenset({"archived"})
FORGETTABLE = frozenset({"current", "scheduled", "ended", "superseded", "expired"})
STATES = {
    "scheduled": gettext_lazy("Agents get it from the day on which it begins."),
    "ended": gettext_lazy("Agents no longer get it: it ended as its writer stated."),
    "superseded": gettext_lazy("Agents no longer get it: a newer statement took its place."),
    "expired": gettext_lazy("Agents no longer get it: its life time ran out."),
    "held": gettext_lazy("Agents do not get it. A person decides; no answer by the deadline counts as a rejection."),
    "quarantined": gettext_lazy("Agents do not get it until a person releases it."),
    "archived": gettext_lazy("It was forgotten: agents do not get it. It can be restored as it was."),
    "purged": gettext_lazy("Its source was taken back: agents do not get it, and it stays in the history."),
    "rejected": gettext_lazy("A person decided that this is not true."),
}
"""What a state other than "true now" means for whoever looks at the memory."""


def page_context(
    memory_id: str, params: QueryDict, actor: Actor, *, labels: LabelsForm | None = None
) -> dict[str, Any]:
    """Return everything the page shows.

    Args:
        memory_id: its public id.
        params: the search that led here, if any.
        actor: who looks.
        labels: a form with problems, to be shown again as it was typed.

    Raises:
        Refused: the person has no role.
        NotFound: unknown, foreign or not to be seen.
    """
    access.check_may_look(actor)
    now = timezone.now()
    curator = access.may_curate(actor)
    found = detail(agents=actor.agents, memory_id=memory_id, curator=curator, now=now)
    memory = found.memory
    return {
        "now": now,
        "agents": agent_names(actor.agents),
        "agent": params.get("agent", ""),
        "memory": memory,
        "title": title_of(memory),
        "found": found,
        "meaning": STATES.get(memory.state, ""),
        "forgotten_by": next((one for one in found.trail if one.action == "memory.forgotten"), None),
        "rows": _facts(memory),
        "here": carried(params),
        "fact": fact_address(memory),
        "steps": _steps(found, carried(params)),
        "spans": [(span, event_words(span.event)) for span in found.spans],
        "audit": audit_address(memory.id),
        "more_of_subject": _subject_address(memory),
        "in_graph": graph_address(memory.agent, memory.subject or "") if memory.predicate else "",
        **_curve(found.forgetting, now),
        **_why(memory, params, actor, now),
        **_actions(memory, curator=curator, labels=labels),
    }


def title_of(memory: MemoryView) -> str:
    """Return the memory in a few words: subject and property, else the beginning of its text."""
    if memory.subject and memory.predicate:
        return clip(f"{memory.subject} · {memory.predicate}", TITLE_LIMIT)
    return clip(" ".join(memory.content.split()), TITLE_LIMIT)


def fact_address(memory: MemoryView) -> str:
    """Return the address of the fact's time axis, empty for a memory that is no fact."""
    if not (memory.subject and memory.predicate):
        return ""
    keys = {"agent": memory.agent, "subject": memory.subject, "predicate": memory.predicate, "v": memory.id}
    return _address("curation:fact", keys)


def graph_address(agent: str, name: str) -> str:
    """Return the address of a name's surroundings in the graph, itself selected; empty for no name."""
    return _address("curation:graph", {"agent": agent, "focus": name, "node": name}) if name else ""


def audit_address(memory_id: str) -> str:
    """Return the address of the records about a memory."""
    return _address("curation:audit", {"target": memory_id})


def _address(name: str, keys: dict[str, str]) -> str:
    try:
        return f"{reverse(name)}?{urlencode(keys)}"
    except NoReverseMatch:
        return ""


def _subject_address(memory: MemoryView) -> str:
    if not memory.subject:
        return ""
    return _address("curation:memories", {"agent": memory.agent, "subject": memory.subject})


def _facts(memory: MemoryView) -> list[tuple[str, str]]:
    """Return the plain numbers and names that need no badge, empty ones left out by the template."""
    numbered = memory.subject and memory.predicate and memory.state not in UNNUMBERED
    return [
        (_("Version"), str(memory.version) if numbered else ""),
        (_("Written as"), memory.source_event),
        (_("Closed by"), event_words(memory.invalidated_by_event) if memory.invalidated_by_event else ""),
    ]


def _value(memory: MemoryView) -> str:
    return clip(value_text(memory.object) or " ".join(memory.content.split()), VALUE_LIMIT)


def _steps(found: MemoryDetail, here: str) -> list[dict[str, Any]]:
    """Return the versions of the fact for the chain, newest first."""
    steps: list[dict[str, Any]] = []
    for step in found.steps:
        memory = step.memory
        shown = ("id", "version", "state", "valid_from", "valid_until", "origin", "origin_trust")
        steps.append(
            {name: getattr(memory, name) for name in shown}
            | {
                "value": _value(memory),
                "href": reverse("curation:memory", args=[memory.id]) + here,
                "reaffirmed": step.confirmed,
                "here": step.here,
                "fold": step.skipped,
            }
        )
    return steps


def _curve(found: Forgetting | None, now: datetime) -> dict[str, Any]:
    if found is None:
        return {"curve": None}
    label, hint = BANDS[found.band]
    return {
        "curve": curve_figure(points=found.points, now=now, limit=found.limit),
        "forgetting": found,
        "band": label,
        "band_hint": hint,
    }


def _why(memory: MemoryView, params: QueryDict, actor: Actor, now: datetime) -> dict[str, Any]:
    """Return why a search found the memory, when one led here."""
    form = MemoryFilterForm(params, curator=access.may_curate(actor), signals=params.get("tab") == SIGNALS)
    if not form.is_valid() or not form.searches or memory.state != "current":
        return {"query": params.get("q", "")}
    found = reasons(
        agent=memory.agent,
        memory_id=memory.id,
        query=form.query,
        mode=form.chosen_mode,
        filters=form.filters(),
        now=now,
    )
    return {"query": form.query, "place": found and found[0], "hit": found and found[1], "searched": True}


def _actions(memory: MemoryView, *, curator: bool, labels: LabelsForm | None) -> dict[str, Any]:
    """Return what this person may do here; nothing for those who only read."""
    if not curator:
        return {"curator": False}
    return {
        "curator": True,
        "may_forget": memory.state in FORGETTABLE,
        "may_restore": memory.state in RESTORABLE,
        "labels": labels or (labels_form(memory) if memory.state in FORGETTABLE else None),
        "labels_open": labels is not None,
    }


def labels_form(memory: MemoryView) -> LabelsForm:
    """Return the form with the memory's labels as they are."""
    return LabelsForm(initial={"tags": join_labels(memory.tags), "importance": f"{memory.importance:g}"})


def outcome_words(outcome: str) -> str:
    """Say what became of a memory that was brought back."""
    if outcome == "stored":
        return _("Restored.")
    return _("Restored: %s") % str(word("outcome", outcome).label)
