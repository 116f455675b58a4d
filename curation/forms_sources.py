"""What people type on the pages of sources. The services check everything again; these say early what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from curation.forms_facts import Moments, moment_field
from knowledge.services.types import Selector

if TYPE_CHECKING:
    from knowledge.errors import HubError

KEY, REASON = 512, 1_000


def _key(label: Any, help_text: Any = "") -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "class": "input"})
    return forms.CharField(label=label, help_text=help_text, required=False, max_length=KEY, widget=widget)


_AUDITED = _("It is written into the audit.")


def _reason(*, required: bool, help_text: Any = _AUDITED) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "off", "class": "input"})
    return forms.CharField(
        label=_("Reason"),
        max_length=REASON,
        required=required,
        help_text=help_text,
        widget=widget,
    )


class _Refusable(forms.Form):
    def refuse(self, error: HubError) -> None:
        """Put the sentence of an error where it belongs: at its field, or above the form."""
        self.add_error(error.field if error.field in self.fields else None, gettext(error.message))


class OriginForm(Moments, _Refusable):
    """Which origin, and from when on."""

    moments = ("since",)

    agent = forms.CharField(max_length=200)
    origin = forms.CharField(max_length=KEY, strip=False)
    since = moment_field(_("Learned since"), _("Leave it empty for everything it ever said."))
    zone = forms.CharField(required=False, max_length=64)


class ReasonForm(_Refusable):
    """Why."""

    reason = _reason(required=True)


class UndoForm(_Refusable):
    """Why, if there is anything to say."""

    reason = _reason(required=False)


class PlanForm(Moments, _Refusable):
    """Which source is to be forgotten: messages of a conversation, all of it, a run, or a file."""

    moments = ("until",)

    agent = forms.CharField(max_length=200)
    session = _key(_("Conversation"), _("Its key, as the program that wrote gave it."))
    items = forms.CharField(
        label=_("Only these messages"),
        required=False,
        max_length=100_000,
        help_text=_("One key a line; left empty, the whole conversation is meant."),
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "class": "input mono"}),
    )
    up_to = forms.IntegerField(
        label=_("Up to position"),
        required=False,
        min_value=0,
        help_text=_("Of a whole conversation; later messages are new information."),
        widget=forms.NumberInput(attrs={"class": "input"}),
    )
    until = moment_field(_("Up to"), _("Of a whole conversation; left empty, up to now."))
    zone = forms.CharField(required=False, max_length=64)
    run = _key(_("Agent run"), _("Its key, in place of a conversation."))
    file = _key(_("Imported file"), _("Its name, in place of a conversation."))
    keep_confirmed = forms.BooleanField(
        label=_("Keep what another source said too"),
        required=False,
        help_text=_("Word for word; only this source's part of it goes."),
    )
    reason = _reason(
        required=False, help_text=_("It is written into the audit; do not repeat there what is to be forgotten.")
    )

    def selector(self) -> Selector:
        """Return what is meant."""
        data = self.cleaned_data
        items = tuple((data["session"], line.strip()) for line in data["items"].splitlines() if line.strip())
        return Selector(
            items=items,
            session="" if items else data["session"],
            up_to=None if items else data["up_to"],
            until=None if items else data["until"],
            run=data["run"],
            file=data["file"],
            keep_confirmed=data["keep_confirmed"],
        )
