"""The further pages of the wiki: what wants attention, what filed itself, the archive, and who sees and writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from curation import access
from curation.forms_wiki import PromoteForm, RuleForm
from curation.wiki_hub import list_scope
from curation.wiki_links import Scope, page_href, wanted_path
from knowledge.queries import wiki, wiki_health, wiki_hub
from knowledge.queries.wiki import PageFilters

if TYPE_CHECKING:
    from django.http import QueryDict

    from knowledge.queries.wiki_views import PageView
    from knowledge.services.types import Actor

ROWS, FIRST = 50, 8
FILED = "auto/"


def health_context(params: QueryDict, actor: Actor) -> dict[str, Any]:
    """Return what wants attention in a wiki, or in all of them."""
    scope, context = list_scope(params, actor)
    found = wiki_health.health(actor=actor, space=scope.space, limit=ROWS)
    some = {name: ROWS if params.get("show") == name else FIRST for name in ("broken", "alike", "orphans", "stale")}
    return context | {
        "health": found,
        "alike_count": len(found.alike),
        "orphans": [(one, _href(one)) for one in found.orphans[: some["orphans"]]],
        "stale": [(one, _href(one)) for one in found.stale[: some["stale"]]],
        "broken": [(one, _href(one.page), _written_at(one.page, one.target)) for one in found.broken[: some["broken"]]],
        "alike": [
            {"pair": one, "one": _href(one.one), "other": _href(one.other), "beside": _beside(scope, one)}
            for one in found.alike[: some["alike"]]
        ],
        "more": {name: scope.to("wiki-health", show=name) for name in some},
    }


def _href(page: PageView, name: str = "wiki-page") -> str:
    return page_href(page.space, page.path, name)


def _written_at(page: PageView, target: str) -> str:
    return Scope(page.space).to("wiki-new", path=wanted_path(target, page.path))


def _beside(scope: Scope, pair: wiki_health.LikePair) -> str:
    one, other = pair.one, pair.other
    return scope.to("wiki-beside", of=one.space, path=one.path, of2=other.space, path2=other.path)


def beside_context(params: QueryDict, actor: Actor) -> dict[str, Any]:
    """Return two pages side by side and what differs between them.

    Raises:
        NotFound: one of them is not there for this person.
    """
    _scope, context = list_scope(params, actor)
    places = [(params.get("of", ""), params.get("path", "")), (params.get("of2", ""), params.get("path2", ""))]
    one, other = (wiki.read_page(actor=actor, space=space, path=path) for space, path in places)
    sides = [(page, _href(page), _href(page, "wiki-archive")) for page in (one, other)]
    return context | {"sides": sides, "segments": wiki.difference(one.text, other.text)}


def filed_context(params: QueryDict, actor: Actor) -> dict[str, Any]:
    """Return the pages that the hub filed from conversations, by path."""
    scope, context = list_scope(params, actor)
    filters = PageFilters(filed=True)
    found = wiki.list_pages(actor=actor, space=scope.space, filters=filters, after=params.get("after", ""), limit=ROWS)
    rows = [
        {
            "page": one,
            "kind": one.path.removeprefix(FILED).split("/", 1)[0] if one.path.startswith(FILED) else "",
            "href": _href(one),
            **{name: _href(one, f"wiki-{name}") for name in ("keep", "promote", "unpromote", "archive")},
        }
        for one in found.items
    ]
    return context | {"rows": rows, "next": scope.to("wiki-filed", after=found.next) if found.next else ""}


def archived_context(params: QueryDict, actor: Actor) -> dict[str, Any]:
    """Return the pages of the archive; it is for curators.

    Raises:
        Refused: the person only reads.
    """
    access.check_may_curate(actor)
    scope, context = list_scope(params, actor)
    filters = PageFilters(standing="archived")
    found = wiki.list_pages(actor=actor, space=scope.space, filters=filters, after=params.get("after", ""), limit=ROWS)
    more = scope.to("wiki-archived", after=found.next) if found.next else ""
    return context | {"rows": found.items, "next": more}


def rules_context(params: QueryDict, actor: Actor, form: RuleForm | None = None) -> dict[str, Any]:
    """Return who sees and who writes the parts of one wiki; the shared one where none is named."""
    access.check_may_curate(actor)
    asked = params.copy()
    if not asked.get("agent"):
        asked["scope"] = "shared"
    scope, context = list_scope(asked, actor)
    form = form or RuleForm(initial={"path": params.get("path", "")}, shared=not scope.space)
    return context | {
        "rules": wiki_hub.rules(actor=actor, space=scope.space or ""),
        "form": form,
        "here": scope.to("wiki-rules"),
    }


def promote_form(page: PageView) -> PromoteForm:
    """Return the form that vouches for a page as it is now."""
    return PromoteForm(initial={"base": page.revision}, auto_id="promote_%s")
