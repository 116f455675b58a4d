"""What a person may ask of the notebook of mistakes."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from curation import wording

OPEN, SETTLED = "open", "settled"
STANDS = {OPEN: _("Still read before answering"), SETTLED: _("Settled")}


class MistakeFilterForm(forms.Form):
    """Filters of the list; what cannot be read is left out."""

    category = forms.ChoiceField(
        label=_("Kind"),
        required=False,
        choices=lambda: [
            ("", _("Any kind")),
            *((key, word.label) for key, word in wording.VOCABULARIES["category"].items()),
        ],
    )
    stands = forms.ChoiceField(label=_("State"), required=False, choices=[("", _("Any state")), *STANDS.items()])

    @property
    def resolved(self) -> bool | None:
        """Which ones are wanted: settled, not settled, or (None) both; call after `is_valid`."""
        stands = self.cleaned_data.get("stands", "")
        return None if not stands else stands == SETTLED

    @property
    def kind(self) -> str:
        """The category asked for, empty for all; call after `is_valid`."""
        found: str = self.cleaned_data.get("category", "")
        return found
