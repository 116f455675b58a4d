"""The first page of the wiki: which wikis there are, the tree, the latest changes, and what a search finds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from curation import access
from curation.forms_wiki import WikiSearchForm
from curation.presenters import chips
from curation.wiki_links import SHARED, Scope, page_href
from curation.wiki_words import LAYERS
from curation.wording import TRUST_STEPS
from knowledge.errors import NotFound
from knowledge.queries import wiki_hub
from knowledge.queries.wiki import PageFilters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import QueryDict

    from knowledge.queries.wiki_hub import Branch, Wiki
    from knowledge.queries.wiki_search import PageHit
    from knowledge.services.types import Actor

RESULTS = 30
SCOPES_SHOWN = 8
FILTERS = {"layer": _("Layer"), "trust": _("Trust, at least"), "tag": _("Label")}


def page_context(params: QueryDict, actor: Actor) -> dict[str, Any]:
    """Return what the first page shows: the tree and the changes, or what a search finds.

    Raises:
        Refused: the person has no role.
        NotFound: the agent is not this person's.
    """
    access.check_may_look(actor)
    query = params.get("q", "").strip()
    asked = _asked(params)
    folder = params.get("folder", "")
    if query:
        context = _search(params, query, asked, actor)
    else:
        found = wiki_hub.hub(actor=actor, space=asked.space, folder=folder)
        context = {
            **scope_context(found.wikis, asked, actor),
            "tree": _shown(found.tree, asked, folder) if found.tree else None,
            "changes": [(one, page_href(one.page.space, one.page.path)) for one in found.changes],
            "waiting": found.waiting,
            "drafts": [(space, path, at, page_href(space, path, "wiki-edit")) for space, path, at in found.drafts],
        }
    form = WikiSearchForm(params, auto_id="wiki_%s")
    return context | {
        "query": query,
        "fields": list(form),
        "keep": list(asked.params.items()),
        "chips": _chips(params),
        "reset": asked.to(q=query),
        "folder": folder,
    }


def scope_context(wikis: Sequence[Wiki], scope: Scope, actor: Actor) -> dict[str, Any]:
    """Return what the tabs of every page of the hub need.

    Raises:
        NotFound: the agent is not this person's.
    """
    names = [one.space for one in wikis if one.space]
    if scope.space and scope.space not in names:
        raise NotFound("There is no such agent.")
    shown = [one for one in wikis[:SCOPES_SHOWN] if one.space != scope.space]
    chosen = next((one for one in wikis if one.space == scope.space), None)
    listed = sorted([*shown, *([chosen] if chosen else [])], key=lambda one: one.space)
    counted = wikis if scope.space is None else [chosen] if chosen else []
    return {
        "now": timezone.now(),
        "agents": names,
        "agent": scope.space or "",
        "scope": scope,
        "numbers": {one.number: one.space for one in wikis},
        "scopes": [(one, Scope(one.space)) for one in listed],
        "wikis": [(one, Scope(one.space)) for one in wikis],
        "more_wikis": len(wikis) > SCOPES_SHOWN,
        "pages": sum(one.pages for one in counted),
        "filed_pages": sum(one.filed for one in counted),
        "archived_pages": sum(one.archived for one in counted),
        "curator": access.may_curate(actor),
        "may_rule": access.may_administer(actor) if not scope.space else access.may_curate(actor),
        "tab_hrefs": {
            name: scope.to(f"wiki-{name}" if name != "pages" else "wiki")
            for name in ("pages", "graph", "health", "filed", "archived", "rules", "new")
        },
    }


def list_scope(params: QueryDict, actor: Actor) -> tuple[Scope, dict[str, Any]]:
    """Read which wiki a page of the hub is about, and return what its tabs need.

    Raises:
        Refused: the person has no role.
        NotFound: the agent is not this person's.
    """
    access.check_may_look(actor)
    scope = _asked(params)
    return scope, scope_context(wiki_hub.wikis(actor=actor), scope, actor)


def _asked(params: QueryDict) -> Scope:
    return Scope(params.get("agent") or ("" if params.get("scope") == SHARED else None))


def _search(params: QueryDict, query: str, scope: Scope, actor: Actor) -> dict[str, Any]:
    said = WikiSearchForm(params).said
    filters = PageFilters(layer=said["layer"], tag=said["tag"], min_trust=said["trust"])
    wikis, found = wiki_hub.found(actor=actor, query=query, space=scope.space, filters=filters, limit=RESULTS)
    return scope_context(wikis, scope, actor) | {
        "searched": True,
        "everywhere": Scope(None).to(q=query),
        "total": found.total,
        "hits": [_hit(one) for one in found.hits],
        "nearby": [(one, page_href(one.space, one.path)) for one in found.nearby],
    }


def _hit(hit: PageHit) -> dict[str, Any]:
    page = hit.page
    return {
        "page": page,
        "hit": hit,
        "href": page_href(page.space, page.path),
        "title": _pieces(page.title, hit.title_marks),
        "snippet": _pieces(hit.snippet, hit.marks),
    }


def _pieces(text: str, marks: Sequence[tuple[int, int]]) -> list[tuple[str, bool]]:
    """Return a text in pieces, each with whether its words were found."""
    pieces, place = [], 0
    for start, end in sorted(marks):
        if start < place:
            continue
        pieces += [(text[place:start], False), (text[start:end], True)]
        place = end
    return [one for one in [*pieces, (text[place:], False)] if one[0]]


def _chips(params: QueryDict) -> list[Any]:
    trusts = {f"{floor:g}": word for floor, _bars, word in TRUST_STEPS}
    return chips(params, FILTERS, {"layer": LAYERS, "trust": trusts})


def _shown(branch: Branch, scope: Scope, folder: str) -> dict[str, Any]:
    """Return a branch of the tree with addresses: that of an open folder closes it."""
    above = branch.path[: branch.path.rstrip("/").rfind("/") + 1]
    return {
        "branch": branch,
        "name": branch.name.removesuffix("/"),
        "href": scope.to(folder=above if branch.is_open else branch.path),
        "is_chosen": branch.path == folder and branch.path != "",
        "branches": [_shown(one, scope, folder) for one in branch.branches],
        "leaves": [(one, page_href(scope.space or "", one.path)) for one in branch.leaves],
    }
