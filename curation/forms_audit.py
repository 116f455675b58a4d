"""What a person may ask of the audit trail."""

from __future__ import annotations

from itertools import groupby

from django import forms
from django.utils.translation import gettext_lazy as _

from curation import wording
from knowledge.queries.audit import AuditFilters

_GROUPS = {
    "memory": _("Memories"),
    "import": _("Memories"),
    "approval": _("Decisions"),
    "page": _("Pages"),
    "origin": _("Origins and sources"),
    "source": _("Origins and sources"),
    "webhook": _("Webhooks"),
    "agent": _("Agents"),
    "token": _("Tokens"),
    "person": _("People"),
    "session": _("Signing in"),
}
_OTHER = _("Upkeep")


def _action_choices() -> list[tuple[object, object]]:
    found: list[tuple[object, object]] = [("", _("Anything"))]
    for name, keys in groupby(wording.ACTIONS, key=lambda key: str(_GROUPS.get(key.partition(".")[0], _OTHER))):
        found.append((name, [(key, wording.ACTIONS[key].label) for key in keys]))
    return found


class AuditFilterForm(forms.Form):
    """Filters of the list; what cannot be read is named and left out."""

    actor = forms.CharField(label=_("Who"), required=False, max_length=200)
    kind = forms.ChoiceField(
        label=_("Kind of actor"),
        required=False,
        choices=lambda: [("", _("Anybody")), *((key, word.label) for key, word in wording.ACTOR_KINDS.items())],
    )
    action = forms.ChoiceField(label=_("What"), required=False, choices=_action_choices)
    door = forms.ChoiceField(
        label=_("Through"),
        required=False,
        choices=lambda: [("", _("Any way")), *((key, word.label) for key, word in wording.DOORS.items())],
    )
    target = forms.CharField(label=_("On what"), required=False, max_length=512)
    since = forms.DateTimeField(
        label=_("From"), required=False, widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )
    until = forms.DateTimeField(
        label=_("Until"), required=False, widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )

    def filters(self, agent: str) -> AuditFilters:
        """Return what could be read as filters; call after `is_valid`."""
        read = self.cleaned_data
        return AuditFilters(
            actor=read.get("actor", ""),
            actor_kind=read.get("kind", ""),
            door=read.get("door", ""),
            action=read.get("action", ""),
            agent=agent,
            target=read.get("target", ""),
            since=read.get("since"),
            until=read.get("until"),
        )
