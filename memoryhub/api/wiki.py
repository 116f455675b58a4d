"""Pages of the wiki: read, written, archived, found."""

from __future__ import annotations

import re
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Path, Query, Router, Status

from knowledge.errors import HubError, Invalid
from knowledge.queries import wiki, wiki_graph, wiki_search
from knowledge.services import wiki_moves
from knowledge.services.types import Actor
from knowledge.services.wiki import PageConflict, PageDraft, save
from memoryhub.api import problems
from memoryhub.api import wiki_shapes as shapes
from memoryhub.api.door import Bearer, caller_of
from memoryhub.tokens import WIKI_READ, WIKI_WRITE

router = Router(tags=["wiki"])

PagePath = Annotated[str, Path(alias="path", max_length=2_000)]
_TAG = re.compile(r'(?:W/)?"?(\d{1,18})"?')
SAID = frozenset({"prompt_injection", "scan_failed"})
"""Refusals that leave a record behind, so what was written about them must stay."""


@router.get(
    "/wiki/search",
    auth=Bearer(WIKI_READ),
    response=shapes.PageHitsOut,
    operation_id="search_pages",
    summary="Find pages",
)
def search_pages(request: HttpRequest, query: Query[shapes.PageSearchQuery]) -> shapes.PageHitsOut:
    """By the words of a question; pages marked `do_not_inject` are never among them."""
    actor, agent = _caller(request, query.agent)
    found = wiki_search.search_pages(
        actor=actor,
        query=query.query,
        space=space_of(query.scope, agent),
        filters=_filters(query),
        limit=query.limit,
        expand=query.expand,
    )
    return shapes.PageHitsOut.of(found)


@router.get(
    "/wiki/graph",
    auth=Bearer(WIKI_READ),
    response=shapes.WikiGraphOut,
    operation_id="wiki_graph",
    summary="Related topics",
)
def related_graph(request: HttpRequest, query: Query[shapes.WikiGraphQuery]) -> shapes.WikiGraphOut:
    """Pages, the tags and folders they share, and the links between them."""
    actor, agent = _caller(request, query.agent)
    graph = wiki_graph.related_graph(actor=actor, space=space_of(query.scope, agent), limit=query.limit)
    return shapes.WikiGraphOut.model_validate(graph)


@router.get(
    "/wiki/pages", auth=Bearer(WIKI_READ), response=shapes.PageListOut, operation_id="list_pages", summary="List pages"
)
def list_pages(request: HttpRequest, query: Query[shapes.PagesQuery]) -> shapes.PageListOut:
    """By path; follow `next` to the end."""
    actor, agent = _caller(request, query.agent)
    page = wiki.list_pages(
        actor=actor, space=space_of(query.scope, agent), filters=_filters(query), after=query.cursor, limit=query.limit
    )
    return shapes.PageListOut(items=[shapes.page_out(one) for one in page.items], next=page.next)


@router.get(
    "/wiki/pages/{path:path}/revisions",
    auth=Bearer(WIKI_READ),
    response=shapes.RevisionsOut,
    operation_id="page_revisions",
    summary="The history of a page",
)
def page_revisions(request: HttpRequest, path: PagePath, query: Query[shapes.RevisionsQuery]) -> shapes.RevisionsOut:
    """Newest first."""
    actor, agent = _caller(request, query.agent)
    rows = wiki.history(
        actor=actor, space=space_of(query.scope, agent) or "", path=path, before=query.before, limit=query.limit
    )
    return shapes.RevisionsOut(items=[shapes.RevisionOut.model_validate(one) for one in rows])


@router.get(
    "/wiki/pages/{path:path}",
    auth=Bearer(WIKI_READ),
    response=shapes.PageInFullOut,
    operation_id="read_page",
    summary="Read a page",
)
def read_page(
    request: HttpRequest, response: HttpResponse, path: PagePath, query: Query[shapes.ScopeQuery]
) -> shapes.PageInFullOut:
    """Its text as it was saved. ETag is the revision, for If-Match. Unknown, foreign and hidden look alike."""
    actor, agent = _caller(request, query.agent)
    page = wiki.read_page(actor=actor, space=space_of(query.scope, agent) or "", path=path)
    response["ETag"] = f'"{page.revision}"'
    return shapes.PageInFullOut.of(page)


@router.put(
    "/wiki/pages/{path:path}",
    auth=Bearer(WIKI_WRITE),
    response={200: shapes.SavedOut, 201: shapes.SavedOut, 202: shapes.SavedOut},
    operation_id="write_page",
    summary="Write a page",
)
def write_page(
    request: HttpRequest, response: HttpResponse, path: PagePath, body: shapes.PageIn
) -> Status[Any] | HttpResponse:
    """Answer 201 for a new page, 202 for a write that waits for a person, 409 with the current text if it is newer."""
    actor, agent = _caller(request, body.agent)
    draft = PageDraft(
        space=space_of(body.scope, agent) or "",
        path=path,
        text=body.content,
        base=_base(request, body.base_revision) or 0,
        comment=body.comment,
        merges=body.merge,
        source=body.learned_from(),
    )
    try:
        done = save(actor=actor, draft=draft)
    except PageConflict as error:
        return problems.of_page_conflict(error)
    except HubError as error:
        if error.code not in SAID:
            raise
        return problems.of_error(error)
    response["ETag"] = f'"{done.page.revision}"'
    status = {"created": 201, "held": 202}.get(done.outcome, 200)
    saved = shapes.SavedOut(
        outcome=done.outcome, page=shapes.page_out(done.page), review_id=done.review_id, reason=done.reason
    )
    return Status(status, saved)


@router.delete(
    "/wiki/pages/{path:path}",
    auth=Bearer(WIKI_WRITE),
    response=shapes.ArchivedOut,
    operation_id="archive_page",
    summary="Archive a page",
)
def archive_page(request: HttpRequest, path: PagePath, query: Query[shapes.DeletePageQuery]) -> shapes.ArchivedOut:
    """It goes to the archive, from which a person can bring it back."""
    actor, agent = _caller(request, query.agent)
    base = _base(request, query.base_revision)
    if base is None:
        raise Invalid("Say which revision you saw: base_revision, or the header If-Match.", field="base_revision")
    page = wiki_moves.archive(
        actor=actor, space=space_of(query.scope, agent) or "", path=path, base=base, reason=query.reason
    )
    return shapes.ArchivedOut(archived=True, page=shapes.page_out(page))


# ------------------------------------------------------------------ parts


def _caller(request: HttpRequest, named: str | None) -> tuple[Actor, str]:
    caller = caller_of(request)
    agent = caller.agent(named)
    return caller.actor(agent), agent


def space_of(scope: str | None, agent: str) -> str | None:
    """Return the name of a space: the agent's, empty for the shared one, None for both."""
    return None if scope is None else "" if scope == "shared" else agent


def _filters(query: shapes.PagesQuery | shapes.PageSearchQuery) -> wiki.PageFilters:
    return wiki.PageFilters(prefix=query.prefix, layer=query.layer or "", tag=query.tag, min_trust=query.min_trust)


def _base(request: HttpRequest, said: int | None) -> int | None:
    """Return the revision a write began with, from its body, its address, or the header If-Match."""
    header = request.headers.get("If-Match")
    if header is None:
        return said
    found = _TAG.fullmatch(header.strip())
    if found is None or (said is not None and said != int(found[1])):
        raise Invalid("If-Match is the ETag of the page as you read it, alone.", field="If-Match")
    return int(found[1])
