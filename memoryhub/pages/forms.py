"""Forms of the shell's pages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from curation import wording
from curation.forms_settings import ServiceForm
from memoryhub import tokens

SCOPE_LABELS = {
    tokens.READ: _("Read memories"),
    tokens.WRITE: _("Write memories"),
    tokens.WIKI_READ: _("Read the wiki"),
    tokens.WIKI_WRITE: _("Write the wiki"),
    tokens.ADMIN: _("Everything, for every agent"),
}
LIVES = ((30, _("30 days")), (90, _("90 days")), (365, _("a year")), ("", _("no end")))


def _origins() -> list[tuple[str, object]]:
    return [("", _("As usual for such a token")), *((key, word.label) for key, word in wording.ORIGINS.items())]


MAY = {
    "all": (_("Remember, recall, and read and write its wiki"), (*tokens.SCOPES[:4],)),
    "memory": (_("Remember and recall"), (tokens.READ, tokens.WRITE)),
    "read": (_("Only recall and read"), (tokens.READ, tokens.WIKI_READ)),
}


class ConnectForm(ServiceForm):
    """Which agent a client is, and what it may do."""

    agent = forms.CharField(
        label=_("Agent"),
        max_length=200,
        help_text=_("The name under which it stores and reads, for example alice or external/notes."),
        widget=forms.TextInput(attrs={"list": "agents", "autocomplete": "off", "spellcheck": "false"}),
    )
    may = forms.ChoiceField(label=_("What it may do"), choices=[(key, label) for key, (label, _scopes) in MAY.items()])
    days = forms.TypedChoiceField(
        label=_("Good for"), required=False, choices=LIVES, coerce=int, empty_value=None, initial=90
    )

    def clean(self) -> dict[str, Any]:
        """Return what a token is made of."""
        read = super().clean() or {}
        if "may" in read:
            read["scopes"] = MAY[read.pop("may")][1]
        return read


class TokenForm(ServiceForm):
    """A new token: for an agent, or for a person."""

    user = forms.CharField(
        label=_("Person"),
        required=False,
        max_length=150,
        help_text=_("Only for a token that acts as a person, with the role they have."),
        widget=forms.TextInput(attrs={"list": "people", "autocomplete": "off", "spellcheck": "false"}),
    )
    agent = forms.CharField(
        label=_("Agent"),
        required=False,
        max_length=200,
        help_text=_("The name under which it stores and reads, for example alice or external/notes."),
        widget=forms.TextInput(attrs={"list": "agents", "autocomplete": "off", "spellcheck": "false"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        required=False,
        choices=list(SCOPE_LABELS.items()),
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(label=_("Good for"), required=False, choices=LIVES, coerce=int, empty_value=None)
    origin = forms.ChoiceField(
        label=_("Where what it writes comes from"),
        required=False,
        choices=_origins,
        help_text=_("How far its statements are trusted depends on this. It cannot be changed later."),
    )
    origin_name = forms.CharField(
        label=_("Name of that source"), required=False, max_length=150, help_text=_("For example: discord-42")
    )
    field_order = ["agent", "scopes", "days", "origin", "origin_name", "user"]

    def clean(self) -> dict[str, Any]:
        """Put class and name of the origin together."""
        read = super().clean() or {}
        kind, name = read.get("origin", ""), read.pop("origin_name", "")
        if name and not kind:
            self.add_error("origin", _("Choose what kind of source it is."))
        read["origin"] = f"{kind}:{name}" if name else kind or None
        return read
