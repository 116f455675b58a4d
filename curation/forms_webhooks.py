"""Forms of the webhooks page. The services check everything again; these say early what is wrong."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from curation import wording
from curation.forms_settings import ServiceForm
from curation.services.outbox import KINDS
from curation.services.webhooks import NAME_CHARACTERS, URL_CHARACTERS


class TargetForm(ServiceForm):
    """Where events are sent, and which."""

    name = forms.CharField(
        label=_("Name"), max_length=NAME_CHARACTERS, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    url = forms.CharField(
        label=_("Address"),
        max_length=URL_CHARACTERS,
        help_text=_("With http or https; only administrators see it, because it may hold a secret."),
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    kinds = forms.MultipleChoiceField(
        label=_("Events"),
        required=False,
        choices=lambda: [(kind, wording.word("event", kind).label) for kind in KINDS],
        help_text=_("None ticked means all of them."),
        widget=forms.CheckboxSelectMultiple,
    )
