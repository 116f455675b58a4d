"""The audit page, ready for its template: records with links, filters, and how far a check of the chain has come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core import signing
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

from curation import access, wording
from curation.forms_audit import AuditFilterForm
from curation.presenters import chips, paged, query_string
from curation.veil import unveil, veil
from knowledge.errors import Expired
from knowledge.queries.audit import AuditFilters, AuditView, count_audit, list_audit
from knowledge.services.audit import AuditCheck, AuditPlace

if TYPE_CHECKING:
    from django.http import QueryDict
    from django.utils.functional import _StrPromise as LazyText

    from knowledge.services.types import Actor

COLUMNS = (_("When"), _("What"), _("Who"), _("Agent"), _("On what"))
_SALT = "curation.audit.place"
_PLACE_SECONDS = 3_600
_PLACE_DIGITS = 20
_NO_PLACE = 1 << 63


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One record with the address of what it is about; empty when there is no such page for this viewer.

    `about` says in words what an id that tells people nothing stands for.
    """

    event: AuditView
    href: str
    about: LazyText | str = ""


def asked(params: QueryDict, actor: Actor) -> tuple[AuditFilterForm, AuditFilters]:
    """Read the filters of an address.

    Raises:
        Refused: the viewer has no role.
        NotFound: the agent is unknown or not the viewer's.
    """
    access.check_may_look(actor)
    agent = params.get("agent", "")
    if agent and actor.agents is not None:
        access.check_agent(actor, agent)
    form = AuditFilterForm(params)
    form.is_valid()
    return form, form.filters(agent)


def page_context(params: QueryDict, actor: Actor) -> dict[str, Any]:
    """Return everything the page shows for an address.

    Raises:
        Refused, NotFound: see `asked`.
    """
    form, filters = asked(params, actor)
    administers, curates = access.may_administer(actor), access.may_curate(actor)
    page = list_audit(
        agents=actor.agents,
        filters=filters,
        older_than=_place(params.get("before"), veiled=not administers),
        newer_than=_place(params.get("after"), veiled=not administers),
    )
    labels = {name: field.label or name for name, field in form.fields.items()}
    return {
        "agents": access.visible_agents(actor),
        "agent": filters.agent,
        "form": form,
        "fields": [form[name] for name in ("kind", "actor", "action", "door", "since", "until")],
        "kept": [("agent", filters.agent)] if filters.agent else [],
        "chips": chips(params, labels, {**wording.VOCABULARIES, "kind": wording.ACTOR_KINDS}),
        "filtered": not filters.is_plain,
        "rows": [_row(event, administers=administers, curates=curates) for event in page.items],
        "page": page,
        "older": _turn(params, "before", page.older, veiled=not administers),
        "newer": _turn(params, "after", page.newer, veiled=not administers),
        "may_verify": administers,
        "export": reverse("curation:audit-export") + query_string(params),
        # The number of a record counts what everybody wrote, also for agents that this viewer does not see.
        "numbered": administers,
        "columns": [{"label": label} for label in COLUMNS] + [{"label": _("Record"), "kind": "num"}] * administers,
    }


def sealed(place: AuditPlace) -> str:
    """Write down how far a check has come so that nobody but the hub can say so."""
    return signing.dumps([place.sequence, place.hash], salt=_SALT)


def unsealed(text: str) -> AuditPlace:
    """Read what `sealed` wrote; an empty text begins a check.

    Raises:
        Expired: it is older than an hour, or not the hub's.
    """
    if not text:
        return AuditPlace()
    try:
        sequence, last_hash = signing.loads(text, salt=_SALT, max_age=_PLACE_SECONDS)
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise Expired("This check is too old to go on with; start it again.") from error
    return AuditPlace(int(sequence), str(last_hash))


def check_context(found: AuditPlace | AuditCheck) -> dict[str, Any]:
    """Return what the part about the check shows: how far it is, or what it found."""
    if isinstance(found, AuditCheck):
        return {"check": found, "may_verify": True}
    return {"place": sealed(found), "checked": found.sequence, "total": count_audit(), "may_verify": True}


TARGETS: dict[str, tuple[LazyText, str]] = {
    "r_": (_("a request"), "curation:queue-request"),
    "p_": (_("a plan"), "curation:plan"),
    "x_": (_("a mistake"), "curation:mistake"),
    "alias:": (_("another name"), ""),
}
"""What an id stands for, by how it begins, and the page about it that curators may open."""


def target_of(event: AuditView, *, curates: bool) -> tuple[LazyText | str, str]:
    """Return what a record is about in words, empty where its id says as much, and the address of its page if any."""
    for start, (words, name) in TARGETS.items():
        if event.target.startswith(start):
            return words, reverse(name, args=[event.target]) if name and curates else ""
    return "", ""


def _row(event: AuditView, *, administers: bool, curates: bool) -> AuditRow:
    about, href = target_of(event, curates=curates)
    return AuditRow(event, href or _href(event, administers=administers), about)


def _href(event: AuditView, *, administers: bool) -> str:
    kind = event.action.partition(".")[0]
    try:
        if kind == "memory" and event.target:
            return reverse("curation:memory", args=[event.target])
        if kind == "person" and administers:
            return reverse("curation:person", args=[event.details["id"]])
        if kind == "token" and administers:
            return reverse("tokens")
        if kind == "agent" and administers:
            return reverse("curation:agents") + query_string_of(event.agent)
    except (NoReverseMatch, KeyError):
        return ""
    return ""


def query_string_of(agent: str) -> str:
    """Return `?agent=…` for one agent."""
    from django.http import QueryDict  # noqa: PLC0415 - for its quoting only

    return query_string(QueryDict(), agent=agent)


def _turn(params: QueryDict, key: str, place: int | None, *, veiled: bool) -> str:
    """Return the address of the neighbouring page, empty when there is none."""
    if place is None:
        return ""
    return paged(params, **{key: veil(place) if veiled else place})


def _place(text: str | None, *, veiled: bool) -> int | None:
    """Read a place in the list; whatever is none means the beginning."""
    if not text or not (text.isascii() and text.isdigit()) or len(text) > _PLACE_DIGITS:
        return None
    place = unveil(int(text)) if veiled else int(text)
    return place if place < _NO_PLACE else None
