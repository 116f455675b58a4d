"""The page on life times: each kind, what a change would do before it is saved, advice, legal holds."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from curation import settings_page
from curation.forms_policies import AdviceForm, HoldForm, PolicyForm, initial_of, split
from knowledge.errors import HubError
from knowledge.queries import policies as kinds
from knowledge.queries.detail import by_ids
from knowledge.services import policies

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import QueryDict

    from knowledge.services.types import Actor

_COLUMNS = [
    {"label": gettext_lazy("Kind")},
    {"label": gettext_lazy("Ends after")},
    {"label": gettext_lazy("Least certainty"), "kind": "num"},
    {"label": gettext_lazy("A less certain update")},
    {"label": gettext_lazy("Versions kept"), "kind": "num"},
    {"label": gettext_lazy("Matches")},
    {"label": gettext_lazy("True now"), "kind": "num"},
]
_NUMBERS = {
    "ttl_seconds": gettext_lazy("Ends after"),
    "min_confidence": gettext_lazy("Least certainty"),
    "versions_kept": gettext_lazy("Versions kept"),
}


@dataclass(slots=True)
class Asked:
    """What became of a form that was sent.

    Attributes:
        form: with what was typed, and what is wrong with it.
        effect: what saving would do; None until that was asked for.
        seen: stands for exactly this kind and this effect; a save has to bring it along.
        saved: whether it was saved.
        changed: whether something changed since the effect was shown, so that it is shown again first.
        advice: proposed numbers and why, one line each.
        about: what the hub was told for its advice.
    """

    form: PolicyForm
    effect: policies.Effect | None = None
    seen: str = ""
    saved: bool = False
    changed: bool = False
    advice: tuple[tuple[str, str], ...] = ()
    about: AdviceForm | None = None


def list_context(actor: Actor, hold: HoldForm | None = None) -> dict[str, Any]:
    """Return all kinds and the legal holds."""
    return {
        "tabs": settings_page.tabs(actor, reverse("curation:policies")),
        "kinds": kinds.list_policies(),
        "columns": _COLUMNS,
        "holds": kinds.legal_holds(),
        "hold": hold or HoldForm(),
    }


def form_context(actor: Actor, name: str, asked: Asked | None = None) -> dict[str, Any]:
    """Return one kind with its form; an empty name is a new one.

    Raises:
        NotFound: there is no such kind.
    """
    one = kinds.read_policy(name=name) if name else None
    start = {"failure_cost": "low", "min_confidence": 0.7, "on_conflict": "review", "ttl_unit": "days"}
    form = asked.form if asked else PolicyForm(initial=initial_of(one.policy) if one else start)
    return {
        "tabs": settings_page.tabs(actor, reverse("curation:policies")),
        "one": one,
        "form": form,
        "asked": asked,
        "ask_advice": (asked and asked.about) or AdviceForm(initial={"like": name}),
        "examples": _examples(asked.effect) if asked and asked.effect else (),
    }


def act(actor: Actor, data: QueryDict, name: str) -> Asked:
    """Show what saving would do; save what was shown; or propose numbers.

    Args:
        actor: an administrator.
        data: the form as it was sent, with the button that was pressed.
        name: of the kind; empty for a new one.
    """
    if name:
        kinds.read_policy(name=name)
        data = data.copy()
        data["name"] = name
    if "advise" in data:
        return _advised(data)
    asked = Asked(PolicyForm(data), about=AdviceForm(data))
    if not asked.form.is_valid():
        return asked
    try:
        policy = asked.form.policy()
        asked.effect = policies.preview(actor=actor, policy=policy)
        asked.seen = _seen(policy, asked.effect)
        if "save" in data:
            if data.get("seen") == asked.seen:
                policies.save_or_preview(actor=actor, policy=policy, dry_run=False)
                asked.saved = True
            asked.changed = not asked.saved
    except HubError as error:
        asked.form.refuse(error)
        asked.effect = None
    return asked


def _advised(data: QueryDict) -> Asked:
    """Fill the form with proposed numbers; what else was typed stays."""
    about = AdviceForm(data)
    about.is_valid()
    minutes = about.cleaned_data.get("interval")
    cost = data.get("failure_cost", "low")
    found = kinds.advice(
        kind=about.cleaned_data.get("like") or "default",
        failure_cost=cost if cost in ("low", "medium", "high") else "low",  # type: ignore[arg-type]  # one of the three
        interval_seconds=None if minutes is None else minutes * 60,
    )
    filled = data.copy()
    ttl, unit = split(found.ttl_seconds)
    numbers = {
        "ttl": ttl,
        "ttl_unit": unit,
        "min_confidence": found.min_confidence,
        "versions_kept": found.versions_kept,
    }
    for field, value in numbers.items():
        filled[field] = "" if value is None else str(value)
    told = tuple((str(label), _told(found.reasons[number])) for number, label in _NUMBERS.items())
    return Asked(PolicyForm(initial=filled.dict()), advice=told, about=about)


def _told(sentences: tuple[str, ...]) -> str:
    return " ".join(_(sentence) for sentence in sentences)


def _seen(policy: policies.Policy, effect: policies.Effect) -> str:
    text = json.dumps([str(policy), str(effect)])
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _examples(effect: policies.Effect) -> tuple[Mapping[str, Any], ...]:
    """Return the first memories that go, by what happens to them."""
    groups = (
        (_("Would expire at once"), effect.expire, effect.expire_ids),
        (_("Would be deleted for good"), effect.delete, effect.delete_ids),
    )
    found = by_ids(agents=None, ids=[*effect.expire_ids, *effect.delete_ids])
    return tuple(
        {"label": label, "more": count - len(ids), "rows": [found[one] for one in ids if one in found]}
        for label, count, ids in groups
        if ids
    )
