"""Writing pages: the editor, its preview and its drafts, and what happens when somebody was faster.

Nothing typed is lost: a refused save shows the editor again with all that was typed, a conflict keeps it as a draft.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from curation import access, wiki_edit
from curation.wiki_links import page_href, space_of
from knowledge.errors import HubError
from knowledge.services.wiki import PageConflict, SaveOutcome
from knowledge.services.wiki_drafts import drop_draft, keep_draft, save_typed

if TYPE_CHECKING:
    from django.http import HttpRequest

    from knowledge.queries.wiki_page import ForEditing


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Write a new page."""
    actor = access.curator_of(request)
    space = space_of(request.GET, actor)
    said, found = wiki_edit.blank(space, actor, request.GET)
    if request.method != "POST":
        return _editor(request, said, found)
    return _typed(request, space, "", found)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, path: str) -> HttpResponse:
    """Change a page."""
    actor = access.curator_of(request)
    space = space_of(request.GET, actor)
    said, found = wiki_edit.opened(space, path, actor, request.GET)
    if request.method != "POST":
        return _editor(request, said, found)
    return _typed(request, space, path, found)


def _typed(request: HttpRequest, space: str, path: str, found: ForEditing) -> HttpResponse:
    """Do what a button of the editor asks for: save, draw, or show the frontmatter another way."""
    try:
        said = wiki_edit.typed(request.POST, space, path, found.text)
    except HubError as error:
        return _editor(request, wiki_edit.as_typed(request.POST, space, path), found, error=error)
    asked = request.POST.get("act", "save")
    if asked != "save":
        shown = wiki_edit.with_view(said, asked)
        return _editor(request, shown, found, preview=asked == "preview")
    try:
        outcome = save_typed(actor=access.actor_of(request), draft=said.draft())
    except PageConflict as conflict:
        return _conflict(request, said, found, conflict)
    except HubError as error:
        return _editor(request, said, found, error=error)
    return _saved(request, outcome)


def _editor(
    request: HttpRequest,
    said: wiki_edit.Typed,
    found: ForEditing,
    *,
    error: HubError | None = None,
    preview: bool = False,
) -> HttpResponse:
    context = wiki_edit.editor_context(said, found, access.actor_of(request), error=error, preview=preview)
    status = 200 if error is None else 422 if error.status in {400, 409, 413} else error.status
    response = render(request, "curation/wiki_edit.html", context, status=status)
    if error is not None and status != 422:
        response["X-Hub-Message"] = quote(context["error"])
    return response


def _conflict(request: HttpRequest, said: wiki_edit.Typed, found: ForEditing, conflict: PageConflict) -> HttpResponse:
    """Offer both texts put together; for a new page whose path is taken, say so."""
    if not said.base:
        return _editor(request, said, found, error=wiki_edit.taken(said))
    return render(request, "curation/wiki_conflict.html", wiki_edit.conflict_context(conflict, said), status=409)


def _saved(request: HttpRequest, outcome: SaveOutcome) -> HttpResponse:
    """Say what became of it and go to the page."""
    level, text = wiki_edit.outcome_words(outcome)
    messages.add_message(request, level, text)
    for line in outcome.warning[:3]:
        messages.warning(request, _("Hidden in the text: %s") % line[:300])
    href = page_href(outcome.page.space, outcome.page.path)
    if request.headers.get("HX-Request"):
        response = HttpResponse(status=204)
        response["HX-Redirect"] = href
        return response
    return redirect(href)


@require_POST
def merge(request: HttpRequest, path: str) -> HttpResponse:
    """Put both texts together as chosen, and show the editor with the result."""
    actor = access.actor_of(request)
    said, found = wiki_edit.put_together(request.POST, space_of(request.GET, actor), path, actor)
    context = wiki_edit.editor_context(said, found, actor, preview=True)
    return render(request, "curation/wiki_edit.html", context | {"put_together": True})


@require_POST
def preview(request: HttpRequest) -> HttpResponse:
    """Draw what is typed."""
    access.curator_of(request)
    try:
        drawn = wiki_edit.drawn(wiki_edit.typed(request.POST, "", "", "").text)
    except HubError as error:
        drawn = {"html": "", "problem": _(error.message)}
    return render(request, "curation/wiki_preview.html", {"drawn": drawn})


@require_POST
def draft(request: HttpRequest, path: str) -> HttpResponse:
    """Keep what is typed, or let go of it."""
    actor = access.curator_of(request)
    space = space_of(request.GET, actor)
    if request.POST.get("act") == "drop":
        drop_draft(actor=actor, space=space, path=path)
        return redirect(
            page_href(space, path, "wiki-edit") if request.POST.get("base", "0") != "0" else "curation:wiki"
        )
    said = wiki_edit.as_typed(request.POST, space, path)
    keep_draft(actor=actor, space=space, path=path, text=said.text, base=said.base)
    return HttpResponse(status=204)
