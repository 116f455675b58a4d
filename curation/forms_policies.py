"""Forms of the page on life times. The services check everything again; these say early what is wrong."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from curation import life_words, wording
from curation.forms_settings import ServiceForm
from knowledge.queries.policies import built_in_kinds, built_in_sentences
from knowledge.services.policies import MOST_PATTERNS, Policy

UNITS = {"seconds": 1, "minutes": 60, "hours": 3_600, "days": 86_400}
_UNIT_LABELS = {"seconds": _("seconds"), "minutes": _("minutes"), "hours": _("hours"), "days": _("days")}


def _choices(vocabulary: str) -> list[tuple[str, object]]:
    return [(name, word.label) for name, word in life_words.VOCABULARIES[vocabulary].items()]


def _layers() -> list[tuple[str, object]]:
    return [("", _("every layer")), *((name, word.label) for name, word in wording.LAYERS.items())]


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if line.strip())


class PolicyForm(ServiceForm):
    """One kind of life time."""

    name = forms.CharField(
        label=_("Name"),
        max_length=40,
        help_text=_("What memories name; letters, digits, - and _."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    reason = forms.CharField(label=_("Why these numbers"), max_length=1_000, widget=forms.Textarea(attrs={"rows": 2}))
    ttl = forms.IntegerField(
        label=_("Ends after"),
        required=False,
        min_value=1,
        max_value=3_162_240_000,
        help_text=_("Counted from when it holds and is known; a confirmation starts it anew. Empty for no end."),
    )
    ttl_unit = forms.ChoiceField(label=_("Unit"), choices=list(_UNIT_LABELS.items()))
    failure_cost = forms.ChoiceField(label=_("What a wrong answer costs"), choices=lambda: _choices("cost"))
    failure_note = forms.CharField(
        label=_("Why it costs that"), max_length=1_000, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
    min_confidence = forms.FloatField(
        label=_("Least certainty"),
        min_value=0,
        max_value=1,
        help_text=_("From 0 to 1; 0.7 is usual, 0.85 where failure costs much."),
        widget=forms.NumberInput(attrs={"step": "0.05"}),
    )
    on_conflict = forms.ChoiceField(label=_("A less certain update"), choices=lambda: _choices("on_conflict"))
    versions_kept = forms.IntegerField(
        label=_("Versions kept"), required=False, min_value=3, max_value=10, help_text=_("3 to 10; empty for all.")
    )
    retention_days = forms.IntegerField(
        label=_("Days an ended version is kept"), required=False, min_value=1, max_value=36_500,
        help_text=_("Empty for ever. What is true now is never deleted."),
    )  # fmt: skip
    layer = forms.ChoiceField(label=_("Only for"), required=False, choices=_layers)
    predicates = forms.CharField(
        label=_("Matches properties"), required=False, widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=_("One per line; * stands for any letters, as in price_*."),
    )  # fmt: skip
    tags = forms.CharField(
        label=_("Matches tags"), required=False, widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=_("One per line."),
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Read the lists."""
        read = super().clean() or {}
        for name in ("predicates", "tags"):
            if len(_lines(read.get(name, ""))) > MOST_PATTERNS:
                self.add_error(name, _("These are too many lines."))
        return read

    def policy(self) -> Policy:
        """Return the kind that was typed in; the form is valid."""
        read = self.cleaned_data
        ttl = read["ttl"]
        plain = ("name", "reason", "failure_cost", "failure_note", "min_confidence", "versions_kept")
        return Policy(
            **{name: _as_known(read[name]) for name in plain},
            retention_days=read["retention_days"],
            on_conflict=read["on_conflict"],
            layer=read["layer"],
            ttl_seconds=None if ttl is None else ttl * UNITS[read["ttl_unit"]],
            predicates=_lines(read["predicates"]),
            tags=_lines(read["tags"]),
        )


def initial_of(policy: Policy) -> dict[str, Any]:
    """Return what the form shows of a kind."""
    ttl, unit = split(policy.ttl_seconds)
    names = ("name", "reason", "failure_cost", "failure_note", "min_confidence", "versions_kept", "retention_days")
    return {
        **{name: getattr(policy, name) for name in names},
        "reason": gettext(policy.reason),
        "failure_note": gettext(policy.failure_note) if policy.failure_note else "",
        "on_conflict": policy.on_conflict,
        "layer": policy.layer,
        "ttl": ttl,
        "ttl_unit": unit,
        "predicates": "\n".join(policy.predicates),
        "tags": "\n".join(policy.tags),
    }


def _as_known(value: Any) -> Any:
    """Return what the hub itself says as it keeps it, when it comes back in the viewer's language; else the value."""
    return next((text for text in built_in_sentences() if value == gettext(text)), value)


def split(seconds: int | None) -> tuple[int | None, str]:
    """Return a length of time in the largest unit that says it in whole numbers."""
    if seconds is None:
        return None, "days"
    unit = next(name for name in reversed(UNITS) if seconds % UNITS[name] == 0)
    return seconds // UNITS[unit], unit


class AdviceForm(ServiceForm):
    """What the hub needs to know to propose numbers."""

    like = forms.ChoiceField(
        label=_("It is most like"), choices=lambda: [(one, one) for one in built_in_kinds()], required=False
    )
    interval = forms.IntegerField(
        label=_("Its source says something new every … minutes"), required=False, min_value=1, max_value=5_256_000
    )


class HoldForm(ServiceForm):
    """A legal hold on everything of an agent."""

    agent = forms.CharField(label=_("Agent"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    reason = forms.CharField(label=_("Reason"), max_length=1_000)
