"""Forms of the wiki: filters of its search, and what is done with a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from curation.wiki_words import LAYERS, SOURCE_TYPES, WRITING
from curation.wording import TRUST_STEPS

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_PATH = 512
LONGEST_REASON = 1_000
_ANY = ("", _("any"))


class WikiSearchForm(forms.Form):
    """What a search in the wiki is narrowed to."""

    layer = forms.ChoiceField(
        label=_("Layer"), required=False, choices=[_ANY, *((name, word.label) for name, word in LAYERS.items())]
    )
    trust = forms.ChoiceField(
        label=_("Trust, at least"),
        required=False,
        choices=[_ANY, *((f"{floor:g}", word.label) for floor, _bars, word in TRUST_STEPS if floor)],
    )
    tag = forms.CharField(label=_("Label"), required=False, max_length=200)

    @property
    def said(self) -> dict[str, Any]:
        """The values that can be read; what cannot narrows nothing."""
        self.is_valid()
        found = self.cleaned_data
        return {
            "layer": found.get("layer") or "",
            "trust": float(found["trust"]) if found.get("trust") else None,
            "tag": found.get("tag") or "",
        }


class MoveForm(forms.Form):
    """Another path for a page."""

    to = forms.CharField(label=_("New path"), max_length=LONGEST_PATH, strip=False)
    comment = forms.CharField(label=_("Summary"), required=False, max_length=500)
    base = forms.IntegerField(widget=forms.HiddenInput, min_value=1)


class ArchiveForm(forms.Form):
    """Taking a page out of the wiki."""

    reason = forms.CharField(label=_("Reason"), required=False, max_length=LONGEST_REASON)
    base = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    back = forms.CharField(required=False, max_length=10)


class PromoteForm(forms.Form):
    """Vouching for a page, or asking somebody else to."""

    trust = forms.ChoiceField(
        label=_("Trust"),
        choices=[("1.0", "1.0"), ("0.9", "0.9"), ("0.8", "0.8"), ("0.7", "0.7"), ("0.6", "0.6"), ("0.5", "0.5")],
        initial="0.8",
    )
    source_type = forms.ChoiceField(
        label=_("Kind of source"),
        required=False,
        choices=[(name, word.label) for name, word in SOURCE_TYPES.items()],
        initial="verified_fact",
    )
    layer = forms.ChoiceField(
        label=_("Layer"),
        required=False,
        choices=[("", _("as it is")), *((name, word.label) for name, word in LAYERS.items())],
    )
    reason = forms.CharField(label=_("Reason"), required=False, max_length=LONGEST_REASON)
    base = forms.IntegerField(widget=forms.HiddenInput, min_value=1)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["trust"].help_text = _("From 0 to 1; 0.7 and more counts as curated.")


class RuleForm(forms.Form):
    """Who sees and who writes a folder or a page."""

    path = forms.CharField(
        label=_("Folder or page"),
        required=False,
        max_length=LONGEST_PATH,
        strip=False,
        help_text=_("A folder ends with a slash; empty for the whole wiki."),
    )
    seen = forms.ChoiceField(label=_("Who sees it"), required=False)
    seen_names = forms.CharField(label=_("These agents"), required=False, help_text=_("Names, with commas between."))
    mode = forms.ChoiceField(
        label=_("Who writes it"),
        required=False,
        choices=[("", _("as the folder above")), *((name, word.label) for name, word in WRITING.items())],
    )
    allowed = forms.CharField(
        label=_("These agents may write"), required=False, help_text=_("Names, with commas between.")
    )

    def __init__(self, *args: Any, shared: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not shared:
            del self.fields["seen"], self.fields["seen_names"]
            return
        choices = [("", _("everybody")), ("chosen", _("only these agents")), ("nobody", _("nobody"))]
        self.fields["seen"].choices = choices  # type: ignore[attr-defined]

    def visible_to(self) -> Sequence[str] | None:
        """Return the names that see it; None for everybody."""
        said = self.cleaned_data.get("seen", "")
        if not said:
            return None
        return [] if said == "nobody" else names(self.cleaned_data["seen_names"])


def names(said: str) -> list[str]:
    """Return names that were typed with commas between."""
    return [one.strip() for one in said.replace("、", ",").replace("，", ",").split(",") if one.strip()]
