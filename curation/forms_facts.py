"""What people type on the pages of facts."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from curation.explain import CORRECTION, LABEL_LIMIT, label_of
from curation.moments import MomentError, local_text, read_moment, viewer_zone
from curation.preferences import zone_names
from curation.text import clip
from knowledge.services.types import MemoryDraft

if TYPE_CHECKING:
    from collections.abc import Sequence

    from knowledge.errors import HubError
    from knowledge.queries.versions import FactName, FactVersion

AGENT_LIMIT = 60
CLOCKS = ("both", "world", "hub")


class _MomentInput(forms.DateTimeInput):
    input_type = "datetime-local"


def moment_field(label: Any, help_text: Any = "") -> forms.CharField:
    """Return a field for a date and a time, read together with a zone."""
    return forms.CharField(
        required=False,
        max_length=64,
        label=label,
        help_text=help_text,
        widget=_MomentInput(attrs={"step": "1", "class": "input"}),
    )


class Moments(forms.Form):
    """Fields of date and time that share one field for the zone."""

    moments: tuple[str, ...] = ()

    def clean(self) -> dict[str, Any]:
        """Turn what was typed into moments; note when an hour came twice."""
        data = super().clean() or {}
        data["zone"] = data.get("zone") or viewer_zone()
        self.twice = False
        for name in self.moments:
            text = data.get(name, "")
            data[name] = None
            if not isinstance(text, str) or not text.strip():
                continue
            try:
                moment = read_moment(text, data["zone"])
            except MomentError as error:
                self.add_error(name, str(error))
            else:
                data[name] = moment.at
                self.twice = self.twice or moment.twice
        return data


class FindForm(forms.Form):
    """What the list of facts is asked for."""

    q = forms.CharField(required=False, max_length=2000, strip=True)
    after = forms.CharField(required=False, max_length=4000)
    agent = forms.CharField(required=False, max_length=200)


class FactForm(Moments):
    """Which fact, and what is asked about it. All of it lives in the address."""

    moments = ("at", "known")

    agent = forms.CharField(max_length=200)
    subject = forms.CharField(max_length=1000, strip=False)
    predicate = forms.CharField(max_length=1000, strip=False)
    object = forms.CharField(required=False, max_length=20_000, strip=False)
    at = moment_field(gettext_lazy("As of"))
    known = moment_field(gettext_lazy("As known on"))
    zone = forms.CharField(required=False, max_length=64, label=gettext_lazy("Time zone"))
    clock = forms.ChoiceField(required=False, choices=[(name, name) for name in CLOCKS])
    v = forms.CharField(required=False, max_length=40)
    a = forms.CharField(required=False, max_length=40)
    b = forms.CharField(required=False, max_length=40)


class StatementForm(Moments):
    """A new value for a fact, said by the person who is signed in."""

    moments = ("valid_from", "valid_until")

    value = forms.CharField(required=False, max_length=20_000, label=gettext_lazy("Value"))
    is_json = forms.BooleanField(required=False, label=gettext_lazy("The value is JSON, not text"))
    content = forms.CharField(
        required=False,
        max_length=20_000,
        label=gettext_lazy("Sentence"),
        help_text=gettext_lazy("What agents read. Left empty, the hub writes it from the value."),
        widget=forms.Textarea(attrs={"rows": 2, "class": "input"}),
    )
    valid_from = moment_field(gettext_lazy("True from"), gettext_lazy("Empty means from now on."))
    valid_until = moment_field(
        gettext_lazy("True until"), gettext_lazy("Empty means until the next value, if one is known.")
    )
    zone = forms.CharField(required=False, max_length=64, label=gettext_lazy("Time zone"))
    confidence = forms.FloatField(
        required=False,
        min_value=0,
        max_value=1,
        label=gettext_lazy("Confidence"),
        help_text=gettext_lazy("How sure you are, from 0 to 1. Less than the present value's waits for a decision."),
        widget=forms.NumberInput(attrs={"step": "0.05", "class": "input"}),
    )
    comment = forms.CharField(
        required=False,
        max_length=1000,
        label=gettext_lazy("Comment"),
        help_text=gettext_lazy("Why you say so. Kept with the version."),
        widget=forms.TextInput(attrs={"class": "input"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", "say_%s")
        super().__init__(*args, **kwargs)
        self.fields["value"].widget.attrs["class"] = "input"
        self.fields["zone"].widget.attrs.update({"class": "input", "list": "zones"})

    def clean(self) -> dict[str, Any]:
        """Check what the fields say together."""
        data = super().clean()
        start, end = data.get("valid_from"), data.get("valid_until")
        if isinstance(start, datetime) and isinstance(end, datetime) and end <= start:
            self.add_error("valid_until", _("The end has to lie after the beginning."))
        if not data.get("value") and not data.get("content"):
            self.add_error("value", _("Write a value or a sentence."))
        if data.get("is_json") and data.get("value"):
            try:
                data["value"] = json.loads(data["value"])
            except (ValueError, RecursionError):
                data["value"] = None
            if data["value"] is None:
                self.add_error("value", _("This is no JSON value; correct it, or take it as text."))
        return data

    def draft(self, name: FactName, current: FactVersion | None) -> MemoryDraft:
        """Return what to store, once the form is valid.

        What the person leaves open stays as it is with the present value: kind, labels, importance, life time, and
        its sentence when the value is the same.
        """
        data = self.cleaned_data
        value = data["value"] if data["value"] != "" else None
        content = data["content"]
        if not content and current is not None and not current.forgotten and current.value == value:
            content = current.content
        shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        confidence = data.get("confidence")
        return MemoryDraft(
            content=content or f"{name.subject} {name.predicate}: {shown}",
            layer=current.layer if current else "semantic",
            tags=current.tags if current else (),
            importance=current.importance if current else 5.0,
            subject=name.subject,
            predicate=name.predicate,
            object=value,
            valid_from=data["valid_from"],
            valid_until=data["valid_until"],
            confidence=1.0 if confidence is None else confidence,
            policy=current.policy if current else None,
            ttl_seconds=current.ttl_seconds if current else None,
            source_event=CORRECTION,
            metadata={"comment": data["comment"]} if data["comment"] else None,
        )

    def shown_value(self) -> str:
        """Return what is stated, in short."""
        value = self.cleaned_data["value"]
        if value is None or value == "":
            return clip(self.cleaned_data["content"], LABEL_LIMIT)
        return clip(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), LABEL_LIMIT)

    def refuse(self, error: HubError) -> None:
        """Put an error of the hub beside the field it is about."""
        name = {"object": "value"}.get(error.field or "", error.field or "")
        self.add_error(name if name in self.fields else None, _(error.message))


class NewFactForm(StatementForm):
    """A value for a fact that is named in the form, too."""

    agent = forms.CharField(max_length=200, label=gettext_lazy("Agent"))
    subject = forms.CharField(
        max_length=1000,
        label=gettext_lazy("Subject"),
        help_text=gettext_lazy("Who or what it is about, for example Mika."),
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
    )
    predicate = forms.CharField(
        max_length=1000,
        label=gettext_lazy("Property"),
        help_text=gettext_lazy("What is said about it, for example lives in."),
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, agents: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        attrs = {"class": "select" if agents else "input"}
        self.fields["agent"].widget = (
            forms.Select(attrs=attrs, choices=[(name, clip(name, AGENT_LIMIT)) for name in agents])
            if agents
            else forms.TextInput(attrs=attrs | {"autocomplete": "off", "spellcheck": "false"})
        )
        if not agents:
            self.fields["agent"].help_text = _("There is none yet; this one is made with its first fact.")


def statement_form(current: FactVersion | None) -> StatementForm:
    """Return an empty form that shows the present value without putting it into anybody's mouth."""
    form = StatementForm(initial={"confidence": 1, "zone": viewer_zone()})
    if current is not None:
        form.fields["value"].widget.attrs["placeholder"] = label_of(current)
    return form


def shown_moments(form: Moments) -> dict[str, str]:
    """Return the values for the fields of date and time: what was meant, in the form's zone, or what was typed."""
    typed = form.cleaned_data.get("zone", "")
    zone = typed if typed in zone_names() else viewer_zone()
    return {
        name: local_text(form.cleaned_data.get(name), zone) if name not in form.errors else form.data.get(name, "")
        for name in form.moments
    } | {"zone": typed or zone}
