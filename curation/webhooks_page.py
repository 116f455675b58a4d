"""Where events are sent and what became of them, ready for the templates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from curation import settings_page, wording
from curation.forms_webhooks import TargetForm
from curation.presenters import Chip, paged, query_string
from curation.queries import webhooks as queries
from curation.services import webhooks as services
from knowledge.errors import NotFound

if TYPE_CHECKING:
    from django.http import QueryDict

    from curation.queries.webhooks import TargetView
    from knowledge.services.types import Actor

LABELS = {"target": gettext_lazy("Target"), "state": gettext_lazy("State"), "request": gettext_lazy("Request")}


def page_context(params: QueryDict, actor: Actor) -> dict[str, Any]:
    """Return targets and deliveries; whoever calls has made sure of an administrator."""
    targets = queries.targets()
    names = {one.key: one.name for one in targets}
    state = params.get("state", "")
    found = queries.deliveries(
        target=params.get("target", "").replace("\0", ""),
        state=state if state in queries.STATES else "",
        request=params.get("request", "").replace("\0", ""),
        cursor=params.get("cursor"),
    )
    return {
        "now": timezone.now(),
        "tabs": settings_page.tabs(actor, reverse("curation:webhooks")),
        "targets": targets,
        "deliveries": found.items,
        "states": [(one, wording.word("delivery", one).label) for one in queries.STATES],
        "state": state,
        "target": params.get("target", ""),
        "chips": [
            Chip(key, label, _shown(key, params.get(key, ""), names), query_string(params, **{key: None}))
            for key, label in LABELS.items()
            if params.get(key)
        ],
        "reset": reverse("curation:webhooks"),
        "older": paged(params, cursor=found.next) if found.next else "",
        "newer": query_string(params) if params.get("cursor") else "",
        "here": params.urlencode(),
    }


def target_context(key: str, actor: Actor, form: TargetForm | None = None) -> dict[str, Any]:
    """Return one target and the form that changes it.

    Raises:
        NotFound: there is no such target.
    """
    one = queries.target(key=key)
    return {
        "now": timezone.now(),
        "tabs": settings_page.tabs(actor, reverse("curation:webhooks")),
        "one": one,
        "form": form or TargetForm(initial={"name": one.name, "url": one.url, "kinds": one.kinds}),
        "deliveries": queries.deliveries(target=key, limit=20).items,
    }


def act(what: str, one: TargetView, actor: Actor) -> tuple[str, str]:
    """Do one thing to a target; return a sentence, and a new secret if there is one.

    Raises:
        NotFound: there is no such thing to do.
        Refused: not an administrator.
    """
    if what in {"secret", "leaked"}:
        made = services.rotate_secret(actor=actor, key=one.key, at_once=what == "leaked")
        if what == "leaked":
            return _("The new secret is in force; the old one signs nothing any more."), made.secret
        return _("The new secret is in force; for a day every message is signed with the old one too."), made.secret
    if what == "try":
        services.ping(actor=actor, key=one.key)
        return _(
            "A try is listed below. It is sent with the next round, one a minute; load the page again to see whether it"
            " arrived."
        ), ""
    if what in {"pause", "resume"}:
        services.change_target(actor=actor, key=one.key, active=what == "resume")
        return (_("It gets events again.") if what == "resume" else _("It gets nothing until it is resumed.")), ""
    if what == "remove":
        services.delete_target(actor=actor, key=one.key)
        return _("The target is removed."), ""
    raise NotFound("There is no such target.")


def _shown(key: str, value: str, names: dict[str, str]) -> str:
    if key == "state":
        return str(wording.word("delivery", value).label)
    return names.get(value, value) if key == "target" else value
