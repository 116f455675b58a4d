"""Forms of the settings pages. The services check everything again; these say early what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from curation import wording

if TYPE_CHECKING:
    from collections.abc import Collection

    from knowledge.errors import HubError


def _role_choices() -> list[tuple[str, object]]:
    return [("", _("No role yet")), *((key, word.label) for key, word in wording.ROLES.items())]


class ServiceForm(forms.Form):
    """A form that can show why a service refused."""

    def refuse(self, error: HubError) -> None:
        """Put the sentence of an error where it belongs: at its field, or above the form."""
        self.add_error(error.field if error.field in self.fields else None, gettext(error.message))


class RoleForm(ServiceForm):
    """What a person may do."""

    role = forms.ChoiceField(label=_("Role"), required=False, choices=_role_choices)


class AssignmentForm(ServiceForm):
    """Which agents a person looks after."""

    agents = forms.MultipleChoiceField(label=_("Agents"), required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, names: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["agents"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(name, name) for name in names]


class PersonForm(RoleForm, AssignmentForm):
    """A new account."""

    name = forms.CharField(
        label=_("Name"),
        max_length=150,
        help_text=_("Letters, digits and @ . + - _"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    field_order = ["name", "role", "agents"]


class PasswordForm(ServiceForm):
    """A new password for oneself."""

    old = forms.CharField(
        label=_("Current password"),
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    new = forms.CharField(
        label=_("New password"),
        strip=False,
        max_length=1_000,
        help_text=_("At least 12 characters; a sentence is easy to remember."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label=_("New password again"),
        strip=False,
        max_length=1_000,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, has_password: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_password:
            del self.fields["old"]

    def clean(self) -> dict[str, Any]:
        """Compare the two new ones."""
        read = super().clean() or {}
        if read.get("new") and read.get("again") and read["new"] != read["again"]:
            self.add_error("again", _("The two do not match."))
        return read


class QuotaForm(ServiceForm):
    """How many memories an agent may hold."""

    agent = forms.CharField(widget=forms.HiddenInput, max_length=200)
    quota = forms.IntegerField(
        label=_("Most memories"),
        required=False,
        min_value=0,
        max_value=1_000_000_000,
        help_text=_("Leave it empty for no limit. Nothing that is there goes away."),
    )


class PredicateForm(ServiceForm):
    """A property that may hold several values."""

    agent = forms.CharField(widget=forms.HiddenInput, max_length=200)
    predicate = forms.CharField(
        label=_("Property"),
        max_length=1_000,
        help_text=_("As agents write it, for example: likes"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
