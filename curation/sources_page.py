"""The pages of sources, ready for their templates: where agents learned, what each source taught, what is blocked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from curation import access
from curation.forms_sources import OriginForm, PlanForm, ReasonForm, UndoForm
from curation.moments import local_text, viewer_zone
from curation.presenters import paged, query_string
from curation.reach_figure import reach_figure
from knowledge.errors import NotFound
from knowledge.queries import origins, sources
from knowledge.queries.taught import taught

if TYPE_CHECKING:
    from collections.abc import Mapping

    from knowledge.services.types import Actor

TABS: Final = (
    ("origins", _("Origins")),
    ("conversations", _("Conversations and files")),
    ("plans", _("Plans")),
    ("rollbacks", _("Taken back")),
    ("blocks", _("Never learned again")),
)
ON_A_PAGE: Final = 50
WHOLE_KINDS: Final = frozenset({"import_item", "tool_turn"})
"""Kinds whose items are never forgotten one by one: the file or the conversation is."""


def page_context(params: QueryDict, actor: Actor) -> dict[str, Any]:
    """Return what the list of a tab shows.

    Raises:
        Refused: the person only reads.
        NotFound: the agent is unknown or not this person's.
    """
    access.check_may_curate(actor)
    agent = params.get("agent", "")
    if agent:
        access.check_agent(actor, agent)
    visible = access.visible_agents(actor)
    tab = params.get("tab", "")
    tab = tab if tab in dict(TABS) else "origins"
    whose = {agent} if agent else actor.agents
    kept = {"agent": agent} if agent else {}
    lists = {
        "origins": _origins,
        "conversations": _conversations,
        "plans": _plans,
        "rollbacks": _rollbacks,
        "blocks": _blocks,
    }
    return {
        "now": timezone.now(),
        "agents": visible,
        "agent": agent,
        "tab": tab,
        "tabs": [(f"?{urlencode({'tab': name, **kept})}", label, name == tab) for name, label in TABS],
        "administers": access.may_administer(actor),
        "first": query_string(params) if params.get("cursor") else "",
        "start": query_string(params),
        **lists[tab](params, whose, agent or (visible[0] if len(visible) == 1 else "")),
    }


def source_context(params: QueryDict, actor: Actor, form: PlanForm | None = None) -> dict[str, Any]:
    """Return one conversation, run or file with what each of its items taught.

    Raises:
        Refused: the person only reads.
        NotFound: unknown or foreign.
    """
    access.check_may_curate(actor)
    agent, session = access.check_agent(actor, params.get("agent", "")), params.get("session", "")
    found = taught(agent=agent, session=session, after=params.get("cursor"), limit=ON_A_PAGE)
    if not found.items and not params.get("cursor"):
        raise NotFound("Nothing here comes from this source; there is nothing to forget.")
    kinds = {one.kind for one in found.items}
    only_lines = kinds == {"import_item"}
    meant = {"agent": agent, "file" if only_lines else "session": session}
    return {
        "now": timezone.now(),
        "agents": access.visible_agents(actor),
        "agent": agent,
        "session": session,
        "items": [(one, one.kind not in WHOLE_KINDS and bool(one.item)) for one in found.items],
        "next": _next(params, found.next),
        "first": query_string(params) if params.get("cursor") else "",
        "administers": access.may_administer(actor),
        "form": form or PlanForm(initial=meant),
        "only_lines": only_lines,
        "back": f"{reverse('curation:sources')}?{urlencode({'tab': 'conversations', 'agent': agent})}",
    }


def origin_context(params: Mapping[str, str], actor: Actor, reason: ReasonForm | None = None) -> dict[str, Any]:
    """Return what taking an origin back would do.

    Raises:
        Refused: the person only reads.
        NotFound: the agent is unknown or not this person's, or no origin is named.
    """
    access.check_may_curate(actor)
    form = OriginForm(params)
    form.is_valid()
    agent, origin = access.check_agent(actor, params.get("agent", "")), params.get("origin", "")
    if not origin or "\0" in origin:
        raise NotFound("There is no such origin.")
    since = form.cleaned_data.get("since")
    found = origins.preview(agent=agent, origin=origin, since=since)
    zone = form.cleaned_data.get("zone") or viewer_zone()
    return {
        "now": timezone.now(),
        "agents": access.visible_agents(actor),
        "agent": agent,
        "origin": origin,
        "form": form,
        "wrong": bool(form.errors),
        "since_text": local_text(since, zone) if since else params.get("since", ""),
        "zone": zone,
        "found": found,
        "below": sum(count for _depth, count in found.derived),
        "figure": reach_figure(found.reach),
        "administers": access.may_administer(actor),
        "reason": reason or ReasonForm(),
    }


_TOUCHED = ("closed", "moved", "lowered")


def rollback_context(rollback_id: str, actor: Actor, form: UndoForm | None = None) -> dict[str, Any]:
    """Return what a rollback did.

    Raises:
        Refused: the person only reads.
        NotFound: unknown or foreign.
    """
    access.check_may_curate(actor)
    one, rows = origins.rollback(agents=actor.agents, rollback_id=rollback_id)
    shown = {name: [memory for memory, part in rows if part == name][:ON_A_PAGE] for name in _TOUCHED}
    now = timezone.now()
    known = origins.rollback_rows(agent=one.agent, ids={name for ids in shown.values() for name in ids}, now=now)
    return {
        "now": now,
        "agents": access.visible_agents(actor),
        "agent": one.agent,
        "one": one,
        "parts": [(part, [(name, known.get(name)) for name in ids]) for part, ids in shown.items()],
        "administers": access.may_administer(actor),
        "form": form or UndoForm(),
    }


# ------------------------------------------------------------------ lists


def _origins(params: QueryDict, whose: Any, _agent: str) -> dict[str, Any]:
    return {"rows": origins.origins(agents=whose)}


def _conversations(params: QueryDict, whose: Any, agent: str) -> dict[str, Any]:
    prefix = params.get("prefix", "").replace("\0", "")
    if not agent:
        return {"choose": True, "rows": [], "prefix": prefix}
    cursor = params.get("cursor", "").replace("\0", "") or None
    page = sources.sources(agent=agent, prefix=prefix, after=cursor, limit=ON_A_PAGE)
    return {"rows": page.items, "next": _next(params, page.next), "prefix": prefix, "of": agent}


def _plans(params: QueryDict, whose: Any, _agent: str) -> dict[str, Any]:
    found = sources.plans(agents=whose, limit=ON_A_PAGE + 1, before=params.get("cursor", ""))
    return _paged(params, found)


def _rollbacks(params: QueryDict, whose: Any, _agent: str) -> dict[str, Any]:
    found = origins.rollbacks(agents=whose, limit=ON_A_PAGE + 1, before=params.get("cursor", ""))
    return _paged(params, found)


def _blocks(params: QueryDict, whose: Any, _agent: str) -> dict[str, Any]:
    place = params.get("cursor", "")
    is_place = place.isascii() and place.isdigit() and len(place) < 19
    found = sources.source_blocks(agents=whose, after=int(place) if is_place else 0, limit=ON_A_PAGE + 1)
    return _paged(params, found)


def _paged(params: QueryDict, found: list[Any]) -> dict[str, Any]:
    shown = found[:ON_A_PAGE]
    return {"rows": shown, "next": _next(params, str(shown[-1].id) if len(found) > ON_A_PAGE else None)}


def _next(params: QueryDict, cursor: str | None) -> str:
    return "" if cursor is None else paged(params, cursor=cursor)
