"""What was decided, ready for its template."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from curation import access, wording
from curation.forms_memories import midnight
from curation.presenters import chips, paged, query_string
from curation.queries.decided import FINAL, DecisionFilters, DecisionView, decisions
from curation.queue_card import Desk

if TYPE_CHECKING:
    from django.http import QueryDict

    from knowledge.services.types import Actor

PAGE = 40
_SAID = frozenset({"approved", "rejected", "stale"})
"""Effects that the status tells already."""
LABELS = {
    "status": _("Decision"),
    "kind": _("Kind"),
    "by": _("Decided by"),
    "since": _("From"),
    "until": _("Up to"),
}


class DecidedForm(forms.Form):
    """What a person may ask of the history; its address holds it all."""

    status = forms.ChoiceField(
        label=_("Decision"),
        required=False,
        choices=lambda: [("", _("Any")), *((one, wording.word("request_status", one).label) for one in FINAL)],
    )
    kind = forms.ChoiceField(
        label=_("Kind"),
        required=False,
        choices=lambda: [
            ("", _("Any")),
            *((key, one.label) for key, one in wording.VOCABULARIES["request_kind"].items()),
        ],
    )
    by = forms.CharField(label=_("Decided by"), required=False, max_length=150)
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(label=_("Up to"), required=False, widget=forms.DateInput(attrs={"type": "date"}))

    def filters(self, agent: str) -> DecisionFilters:
        """Return the filters; what cannot be read filters nothing."""
        read = self.cleaned_data
        return DecisionFilters(
            status=read.get("status") or "",
            kind=read.get("kind") or "",
            by=read.get("by") or "",
            agent=agent,
            since=midnight(read.get("since")),
            until=midnight(read.get("until"), later=1),
        )


def page_context(params: QueryDict, actor: Actor) -> dict[str, Any]:
    """Return everything the page shows.

    Raises:
        Refused: the person has no role.
        NotFound: the agent is unknown or not the person's.
        Invalid: a cursor that is none.
    """
    access.check_may_look(actor)
    now = timezone.now()
    agent = params.get("agent", "")
    if agent:
        access.check_agent(actor, agent)
    form = DecidedForm(params)
    form.is_valid()
    found = decisions(
        agents=actor.agents, filters=form.filters(agent), cursor=params.get("cursor") or None, limit=PAGE, now=now
    )
    desk = Desk(actor, now)
    shown = {"status": wording.VOCABULARIES["request_status"], "kind": wording.VOCABULARIES["request_kind"]}
    return {
        "now": now,
        "agents": access.visible_agents(actor),
        "agent": agent,
        "curator": access.may_curate(actor),
        "form": form,
        "fields": list(form),
        "keep": [("agent", agent)] if agent else [],
        "chips": chips(params, LABELS, shown),
        "reset": reverse("curation:queue-decided") + (f"?agent={agent}" if agent else ""),
        "rows": [_row(one, desk) for one in found.items],
        "older": paged(params, cursor=found.next) if found.next else "",
        "newer": query_string(params) if params.get("cursor") else "",
        "filtered": any(params.get(name) for name in (*LABELS, "agent")),
        "here": params.urlencode(),
    }


def _row(view: DecisionView, desk: Desk) -> dict[str, Any]:
    card = desk.card(view.entry, ())
    words = [(wording.word("request_status", status), count) for status, count in view.outcomes.items()]
    return {
        "view": view,
        "card": card,
        "outcomes": words if view.entry.items > 1 else [],
        "effects": [(wording.word("effect", one), count) for one, count in view.effects.items() if one not in _SAID],
        "undo": view.undo_until if card.may_decide else None,
    }
