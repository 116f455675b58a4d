"""Reading the wiki: its first page, one page, its history, and the lists of what wants attention."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from curation import access, wiki_graph, wiki_history, wiki_hub, wiki_lists, wiki_page
from curation.wiki_links import page_href, space_of
from knowledge.errors import NotFound
from knowledge.queries.wiki_page import moved_to

if TYPE_CHECKING:
    from django.http import HttpRequest


@require_safe
def hub(request: HttpRequest) -> HttpResponse:
    """Show the wikis, the tree of the chosen one and the latest changes, or what a search finds."""
    context = wiki_hub.page_context(request.GET, access.actor_of(request))
    return render(request, "curation/wiki.html", context)


@require_safe
def page(request: HttpRequest, path: str) -> HttpResponse:
    """Show one page; who comes by the address it had before it was moved is led to where it is."""
    actor = access.actor_of(request)
    space = space_of(request.GET, actor)
    try:
        context = wiki_page.page_context(space, path, actor)
    except NotFound:
        there = moved_to(actor=actor, space=space, path=path)
        if there is None:
            raise
        return redirect(page_href(space, there))
    context["promote"] = wiki_lists.promote_form(context["page"])
    return render(request, "curation/wiki_page.html", context)


@require_safe
def raw(request: HttpRequest, path: str) -> HttpResponse:
    """Send the text of a page as a file, byte for byte as it was saved."""
    actor = access.actor_of(request)
    found = wiki_page.raw_text(space_of(request.GET, actor), path, actor)
    response = HttpResponse(found.text.encode(), content_type="text/markdown; charset=utf-8")
    name = quote(found.path.rsplit("/", 1)[-1], safe="")
    response["Content-Disposition"] = f"attachment; filename=\"page.md\"; filename*=UTF-8''{name}"
    return response


@require_safe
def history(request: HttpRequest, path: str) -> HttpResponse:
    """Show the revisions of a page."""
    actor = access.actor_of(request)
    context = wiki_history.history_context(space_of(request.GET, actor), path, request.GET, actor)
    return render(request, "curation/wiki_history.html", context)


@require_safe
def changes(request: HttpRequest, path: str) -> HttpResponse:
    """Show what two revisions differ in, or one of them."""
    actor = access.actor_of(request)
    context = wiki_history.changes_context(space_of(request.GET, actor), path, request.GET, actor)
    return render(request, "curation/wiki_changes.html", context)


@require_safe
def graph(request: HttpRequest) -> HttpResponse:
    """Show how pages and topics belong together, or what is selected in the picture."""
    part = "panel" if request.headers.get("HX-Target") == "panel" else ""
    context = wiki_graph.page_context(request.GET, access.actor_of(request), part)
    response = render(request, f"curation/wiki_graph.html{'#' + part if part else ''}", context)
    if part:
        response["HX-Push-Url"] = context["here"]
    return response


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Show what wants attention."""
    context = wiki_lists.health_context(request.GET, access.actor_of(request))
    return render(request, "curation/wiki_health.html", context)


@require_safe
def beside(request: HttpRequest) -> HttpResponse:
    """Show two pages side by side."""
    context = wiki_lists.beside_context(request.GET, access.actor_of(request))
    return render(request, "curation/wiki_beside.html", context)


@require_safe
def filed(request: HttpRequest) -> HttpResponse:
    """Show the pages that the hub filed from conversations."""
    context = wiki_lists.filed_context(request.GET, access.actor_of(request))
    return render(request, "curation/wiki_filed.html", context)


@require_safe
def archived(request: HttpRequest) -> HttpResponse:
    """Show the archive."""
    context = wiki_lists.archived_context(request.GET, access.actor_of(request))
    return render(request, "curation/wiki_archived.html", context)
