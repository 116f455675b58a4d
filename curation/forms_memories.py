"""What a person may ask of the list of memories, and change of one."""

from __future__ import annotations

import csv
import io
import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from curation import wording
from knowledge.queries.browse import STATES, ListFilters

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from django.http import QueryDict

MODES = (("recall", _("All signals")), ("keyword", _("Words only")))
FOR_CURATORS_ONLY = frozenset({"held", "quarantined", "rejected"})
WORDS_LOOKED_FOR = 8
_SEPARATORS = re.compile(r"[,、，\n]")


def split_labels(text: str) -> list[str]:
    """Read labels from one line: separated by commas of any script; in quotation marks a comma is part of a label."""
    if '"' in text:
        parts = next(csv.reader(io.StringIO(text.replace("\n", ",")), skipinitialspace=True), [])
    else:
        parts = _SEPARATORS.split(text)
    return list(dict.fromkeys(part.strip() for part in parts if part.strip()))


def join_labels(labels: Sequence[str]) -> str:
    """Write labels on one line, so that `split_labels` reads the same ones."""
    return ", ".join(
        '"' + label.replace('"', '""') + '"' if '"' in label or _SEPARATORS.search(label) else label for label in labels
    )


class MemoryFilterForm(forms.Form):
    """Search and filters of the list; its address holds them all."""

    q = forms.CharField(required=False, max_length=2_000)
    mode = forms.ChoiceField(required=False, choices=MODES)
    state = forms.ChoiceField(label=_("State"), required=False)
    layer = forms.ChoiceField(
        label=_("Kind"),
        required=False,
        choices=lambda: [("", _("Any")), *((key, word.label) for key, word in wording.LAYERS.items())],
    )
    tag = forms.CharField(label=_("Label"), required=False, max_length=400)
    origin = forms.CharField(
        label=_("Origin"), required=False, max_length=512, widget=forms.TextInput(attrs={"list": "origins"})
    )
    subject = forms.CharField(label=_("Subject"), required=False, max_length=1_000)
    session = forms.CharField(label=_("Conversation"), required=False, max_length=512)
    policy = forms.CharField(
        label=_("Life time"), required=False, max_length=100, widget=forms.TextInput(attrs={"list": "policies"})
    )
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(label=_("Up to"), required=False, widget=forms.DateInput(attrs={"type": "date"}))

    def __init__(self, params: QueryDict, *, curator: bool, signals: bool) -> None:
        data: dict[str, Any] = {name: params.get(name, "") for name in self.base_fields}
        self.tags = [label for value in params.getlist("tag") for label in split_labels(value)]
        super().__init__({**data, "tag": join_labels(self.tags)})
        self.signals = signals
        states = [state for state in STATES if state != "all" and (curator or state not in FOR_CURATORS_ONLY)]
        field: Any = self.fields["state"]
        field.choices = [
            ("", wording.STATES["current"].label),
            *((state, wording.STATES[state].label) for state in states if state != "current"),
            ("all", _("Any state")),
        ]

    def clean(self) -> dict[str, Any]:
        """Refuse a stretch of time that ends before it begins, and text no database takes."""
        read: dict[str, Any] = super().clean() or {}
        if read.get("since") and read.get("until") and read["until"] < read["since"]:
            self.add_error("until", _("This day is before the first one."))
        return read

    @property
    def chosen_state(self) -> str:
        """Return the state looked for."""
        return str(self.cleaned_data.get("state") or "current")

    @property
    def query(self) -> str:
        """Return the words looked for."""
        return str(self.cleaned_data.get("q", "")).strip()

    @property
    def chosen_mode(self) -> str:
        """Return how they are looked for."""
        return str(self.cleaned_data.get("mode") or "recall")

    @property
    def searches(self) -> bool:
        """Whether words are looked up in the index: it holds what is true now. Elsewhere they narrow the list."""
        return bool(self.query) and self.chosen_state == "current"

    def filters(self) -> ListFilters:
        """Return the filters; call after `is_valid`."""
        read = self.cleaned_data
        words = [] if self.searches else self.query.split()[:WORDS_LOOKED_FOR]
        return ListFilters(
            state=self.chosen_state,
            layer=read.get("layer") or None,
            tags=tuple(self.tags),
            origin=read.get("origin") or None,
            subject=read.get("subject") or None,
            session=read.get("session") or None,
            sessions=True,
            policy=read.get("policy") or None,
            since=midnight(read.get("since")),
            until=midnight(read.get("until"), later=1),
            signals=self.signals,
            words=tuple(words),
        )


def midnight(day: date | None, *, later: int = 0) -> datetime | None:
    """Return the beginning of a day in the viewer's zone, or of a day so many days later."""
    if day is None:
        return None
    try:
        start = datetime(day.year, day.month, day.day) + timedelta(days=later)  # noqa: DTZ001 - the zone comes next
        return timezone.make_aware(start)
    except (OverflowError, ValueError):
        return None


class LabelsForm(forms.Form):
    """What may be changed of a memory."""

    tags = forms.CharField(
        label=_("Labels"),
        required=False,
        max_length=20_000,
        help_text=_("Separated by commas."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    importance = forms.FloatField(
        label=_("Importance"),
        min_value=0,
        max_value=10,
        help_text=_("From 0 to 10; what matters more fades more slowly."),
        widget=forms.NumberInput(attrs={"step": "any"}),
    )

    def labels(self) -> tuple[str, ...]:
        """Return the labels; call after `is_valid`."""
        return tuple(split_labels(self.cleaned_data["tags"]))
