"""What a person may ask of the graph; the address holds all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from curation import wording
from curation.forms_facts import Moments, moment_field

if TYPE_CHECKING:
    from django.http import QueryDict

    from knowledge.errors import HubError

SIZES = (50, 150, 300, 500)
USUAL_SIZE = 150
DEPTHS = (1, 2, 3)
HELD = ("with", "without", "only")
LISTS = ("names", "facts")
NAME_LENGTH = 20_000
PREDICATES_CHOSEN = 50


def trust_choices() -> list[tuple[str, Any]]:
    """Return the least trust one can ask for, with its word, lowest first."""
    steps = [(floor, found.label) for floor, _, found in wording.TRUST_STEPS if floor > 0]
    return [("", _("Any")), *((f"{floor:g}", label) for floor, label in reversed(steps))]


class GraphForm(Moments):
    """Whose graph, what of it, and what is looked at."""

    moments = ("at",)

    agent = forms.CharField(required=False, max_length=200)
    focus = forms.CharField(required=False, max_length=NAME_LENGTH)
    depth = forms.ChoiceField(required=False, choices=[(f"{n}", f"{n}") for n in DEPTHS])
    n = forms.ChoiceField(required=False, choices=[(f"{n}", f"{n}") for n in SIZES])
    layer = forms.ChoiceField(
        label=_("Kind"),
        required=False,
        choices=lambda: [("", _("Any")), *((key, word.label) for key, word in wording.LAYERS.items())],
    )
    trust = forms.ChoiceField(label=_("Trust, at least"), required=False, choices=trust_choices)
    held = forms.ChoiceField(
        label=_("Waiting for a decision"),
        required=False,
        choices=[("", _("Shown")), ("without", _("Left out")), ("only", _("Nothing else"))],
    )
    at = moment_field(_("As of"))
    zone = forms.CharField(required=False, max_length=64, label=_("Time zone"))
    node = forms.CharField(required=False, max_length=NAME_LENGTH)
    s = forms.CharField(required=False, max_length=NAME_LENGTH)
    p = forms.CharField(required=False, max_length=NAME_LENGTH)
    o = forms.CharField(required=False, max_length=NAME_LENGTH)
    list = forms.ChoiceField(required=False, choices=[(name, name) for name in LISTS])
    page = forms.IntegerField(required=False, min_value=1, max_value=10_000)

    def __init__(self, params: QueryDict, *, curator: bool) -> None:
        super().__init__(params, auto_id="graph_%s")
        self.curator = curator
        self.chosen_predicates = [one for one in params.getlist("predicate") if one.strip()][:PREDICATES_CHOSEN]
        self.full_clean()

    def value(self, name: str, absent: Any = "") -> Any:
        """Return what a field says; what it says wrongly counts as not said."""
        found = self.cleaned_data.get(name)
        return absent if found is None or found == "" else found

    @property
    def held_choice(self) -> str:
        """Return what is asked of facts that wait: `with`, `without` or `only`; others never see them."""
        return str(self.value("held", "with")) if self.curator else "without"


class AliasForm(forms.Form):
    """Another name of an entity."""

    canonical = forms.CharField(max_length=NAME_LENGTH)
    alias = forms.CharField(
        max_length=1_000,
        label=_("Another name"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "class": "input"}),
    )

    def refuse(self, error: HubError) -> None:
        """Put an error of the hub beside the field."""
        self.add_error("alias", gettext(error.message))
