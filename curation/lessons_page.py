"""The pages of lessons, ready for their templates: mistakes by kind, what is enough for a rule, the rules made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from curation import access
from curation.forms_lessons import STANDS, MistakeFilterForm
from curation.presenters import chips, paged, query_string
from curation.wording import VOCABULARIES, word
from knowledge.conf import reflexion_settings
from knowledge.queries.lessons import CATEGORIES, KindView, kinds, rules
from knowledge.queries.mistakes import list_mistakes, read_mistake

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from django.http import QueryDict

    from knowledge.services.reflexion import RuleReport
    from knowledge.services.types import Actor

PAGE = 30
RULES_SHOWN = 5
RULES_PAGE = 30
FILTERS = {"category": gettext_lazy("Kind"), "stands": gettext_lazy("State"), "rule": gettext_lazy("Rule")}


@dataclass(frozen=True, slots=True)
class Tile:
    """One kind of mistake over all agents shown: how many are open, and what is missing for a rule."""

    category: str
    unresolved: int
    verified: int
    note: str
    href: str


@dataclass(frozen=True, slots=True)
class Ready:
    """An agent with enough mistakes for a rule: the kinds, each with how many there are."""

    agent: str
    kinds: tuple[KindView, ...]


def page_context(params: QueryDict, actor: Actor) -> dict[str, Any]:
    """Return everything the page of lessons shows for an address.

    Raises:
        Refused: the person has no role.
        NotFound: the agent is unknown or not the person's.
    """
    agent, names = _scope(params, actor)
    form = MistakeFilterForm(params)
    form.is_valid()
    rule = params.get("rule", "")[:40]
    found = list_mistakes(
        agents=names,
        category=form.kind,
        resolved=form.resolved,
        rule=rule,
        before=params.get("before", "")[:40],
        limit=PAGE + 1,
    )
    shown = kinds(agents=names)
    ready = _ready(shown)
    made = rules(agents=names, curator=access.may_curate(actor), limit=RULES_SHOWN + 1)
    here = reverse("curation:lessons") + (query_string(_only(params, "agent")) if agent else "")
    return _frame(actor, agent) | {
        "tiles": [_tile(category, shown, params, agent) for category in CATEGORIES],
        "ready": ready,
        "unresolved": sum(one.unresolved for one in shown),
        "rules": made[:RULES_SHOWN],
        "rules_more": len(made) > RULES_SHOWN,
        "form": form,
        "fields": list(form),
        "keep": [("agent", agent)] if agent else [],
        "chips": chips(params, FILTERS, {"category": VOCABULARIES["category"], "stands": STANDS}),
        "here": here,
        "mistakes": found[:PAGE],
        "filtered": bool(form.kind or form.resolved is not None or rule),
        **_turns(params, [one.id for one in found], PAGE),
    }


def rules_context(params: QueryDict, actor: Actor) -> dict[str, Any]:
    """Return what the list of all rules shows.

    Raises:
        Refused, NotFound: see `page_context`.
    """
    agent, names = _scope(params, actor)
    found = rules(
        agents=names,
        curator=access.may_curate(actor),
        before=params.get("before", "")[:40],
        limit=RULES_PAGE + 1,
    )
    turns = _turns(params, [one.memory.id for one in found], RULES_PAGE)
    return _frame(actor, agent) | {"rules": found[:RULES_PAGE], **turns}


def mistake_context(mistake_id: str, actor: Actor) -> dict[str, Any]:
    """Return what the page of one mistake shows.

    Raises:
        Refused: the person has no role.
        NotFound: unknown or foreign.
    """
    access.check_may_look(actor)
    one = read_mistake(agents=actor.agents, mistake_id=mistake_id)
    return {"one": one, "curator": access.may_curate(actor), "now": timezone.now()}


def report(made: Sequence[RuleReport]) -> tuple[str, bool]:
    """Say what came of making rules, and whether all went well."""
    if not made:
        return _("There were not enough mistakes of one kind; nothing was changed."), True
    return " ".join(_told(one) for one in made), all(one.outcome != "refused" for one in made)


def _told(one: RuleReport) -> str:
    kind = word("category", one.category).label
    if one.outcome == "refused":
        return f"{kind}: {_(one.reason)}"
    return f"{kind}: {word('rule', one.outcome).label}"


def _scope(params: QueryDict, actor: Actor) -> tuple[str, Collection[str] | None]:
    """Return the agent that is chosen, empty for all, and the names of those to read."""
    access.check_may_look(actor)
    agent = params.get("agent", "")
    if not agent:
        return "", actor.agents
    return access.check_agent(actor, agent), frozenset({agent})


def _frame(actor: Actor, agent: str) -> dict[str, Any]:
    bounds = reflexion_settings()
    return {
        "agents": access.visible_agents(actor),
        "agent": agent,
        "now": timezone.now(),
        "curator": access.may_curate(actor),
        "minimum": bounds.minimum,
        "strict": bounds.strict,
        "kept_days": bounds.resolved_days,
    }


def _tile(category: str, shown: Sequence[KindView], params: QueryDict, agent: str) -> Tile:
    some = [one for one in shown if one.category == category]
    wanted = None if params.get("category") == category else category
    return Tile(
        category=category,
        unresolved=sum(one.unresolved for one in some),
        verified=sum(one.verified for one in some),
        note=_distance(some, agent),
        href=query_string(params, category=wanted, rule=None) + "#mistakes",
    )


def _distance(some: Sequence[KindView], agent: str) -> str:
    """Say how far a kind is from a rule."""
    if not some:
        return _("none is open")
    enough = sum(one.is_enough for one in some)
    if enough:
        if agent or len(some) == 1:
            return _("enough for a rule")
        return ngettext("enough for a rule with %d agent", "enough for a rule with %d agents", enough) % enough
    nearest = min(some, key=lambda one: (one.missing, one.missing_sessions))
    if nearest.missing:
        return ngettext("%d more makes a rule", "%d more make a rule", nearest.missing) % nearest.missing
    count = nearest.missing_sessions
    return (
        ngettext("evidence from %d conversation is missing", "evidence from %d conversations is missing", count) % count
    )


def _ready(shown: Sequence[KindView]) -> list[Ready]:
    agents = dict.fromkeys(one.agent for one in shown if one.is_enough)
    return [Ready(name, tuple(one for one in shown if one.agent == name and one.is_enough)) for name in agents]


def _turns(params: QueryDict, ids: Sequence[str], size: int) -> dict[str, str]:
    """Return the addresses of the older page and of the first one; empty where there is none."""
    return {
        "older": paged(params, before=ids[size - 1]) if len(ids) > size else "",
        "newest": query_string(params) if params.get("before") else "",
    }


def _only(params: QueryDict, key: str) -> QueryDict:
    kept = params.copy()
    for other in list(kept):
        if other != key:
            del kept[other]
    return kept
