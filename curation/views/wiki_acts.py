"""What a curator does with pages besides writing them: moving, archiving, sharing, vouching, saying who sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from curation import access, wiki_history, wiki_lists, wiki_page
from curation.forms_wiki import ArchiveForm, MoveForm, PromoteForm, RuleForm, names
from curation.wiki_links import Scope, page_href, space_of
from knowledge.errors import HubError, Invalid
from knowledge.services import wiki_moves, wiki_rules, wiki_trust

if TYPE_CHECKING:
    from django.forms import Form
    from django.http import HttpRequest, HttpResponse

_LOOK_AGAIN = "Somebody saved this page meanwhile; look again."


def _said(form: Form) -> dict[str, Any]:
    """Return what a form of the page says; what it carries along is only wrong when the page is another by now."""
    if not form.is_valid():
        raise Invalid(_LOOK_AGAIN)
    return form.cleaned_data


@require_http_methods(["GET", "HEAD", "POST"])
def move(request: HttpRequest, path: str) -> HttpResponse:
    """Give a page another path; the links to it follow."""
    actor = access.curator_of(request)
    space = space_of(request.GET, actor)
    form = MoveForm(request.POST or None, initial={"to": path}, auto_id="move_%s")
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            done = wiki_moves.move(
                actor=actor, space=space, path=path, to=said["to"], base=said["base"], comment=said["comment"]
            )
        except HubError as error:
            form.add_error("to", _(error.message))
        else:
            followed = ngettext("%d page had its links follow.", "%d pages had their links follow.", done.followed)
            messages.success(
                request, " ".join([_("Moved."), followed % done.followed if done.followed else ""]).strip()
            )
            return redirect(page_href(space, done.page.path))
    context = wiki_page.page_context(space, path, actor) | {"form": form}
    return render(request, "curation/wiki_move.html", context, status=422 if form.errors else 200)


@require_POST
def archive(request: HttpRequest, path: str) -> HttpResponse:
    """Take a page out of the wiki; it can be brought back."""
    actor = access.curator_of(request)
    space = space_of(request.GET, actor)
    said = _said(ArchiveForm(request.POST))
    wiki_moves.archive(actor=actor, space=space, path=path, base=said["base"], reason=said["reason"])
    messages.success(request, _("The page is in the archive. It can be brought back there."))
    return redirect(Scope(space).to("wiki-filed" if said["back"] == "filed" else "wiki"))


@require_POST
def bring_back(request: HttpRequest) -> HttpResponse:
    """Bring a page back from the archive."""
    actor = access.curator_of(request)
    to = request.POST.get("to", "").strip() or None
    page = wiki_moves.bring_back(actor=actor, page_id=request.POST.get("page", ""), to=to)
    messages.success(request, _("The page is back."))
    return redirect(page_href(page.space, page.path))


@require_POST
def share(request: HttpRequest, path: str) -> HttpResponse:
    """Copy a page of an agent to the shared wiki, as trusted as it is."""
    actor = access.curator_of(request)
    to = request.POST.get("to", "").strip() or None
    page = wiki_moves.share(actor=actor, space=space_of(request.GET, actor), path=path, to=to)
    messages.success(request, _("A copy is in the shared wiki, as trusted as the page."))
    return redirect(page_href("", page.path))


@require_POST
def restore(request: HttpRequest, path: str) -> HttpResponse:
    """Save the text of an earlier revision again."""
    actor = access.curator_of(request)
    space, data = space_of(request.GET, actor), request.POST
    wanted, base = (wiki_history.number(data.get(name, "")) for name in ("number", "base"))
    done = wiki_moves.restore_revision(actor=actor, space=space, path=path, number=wanted, base=base)
    messages.success(request, _("The text of revision %d is the page's text again.") % wanted)
    return redirect(page_href(space, done.page.path))


@require_POST
def promote(request: HttpRequest, path: str) -> HttpResponse:
    """Vouch for a page."""
    actor = access.curator_of(request)
    space = space_of(request.GET, actor)
    said = _said(PromoteForm(request.POST))
    if request.POST.get("act") == "ask":
        wiki_trust.ask(actor=actor, space=space, path=path, base=said["base"], reason=said["reason"])
        messages.success(request, _("It waits in the queue until somebody else decides."))
        return redirect(page_href(space, path))
    wiki_trust.promote(
        actor=actor,
        space=space,
        path=path,
        base=said["base"],
        trust=float(said["trust"]),
        source_type=said["source_type"],
        layer=said["layer"] or None,
        reason=said["reason"],
    )
    messages.success(request, _("You vouch for this page now. It can be taken back."))
    return redirect(page_href(space, path))


@require_POST
def keep(request: HttpRequest, path: str) -> HttpResponse:
    """Let a page that the hub filed by itself stay as it is."""
    actor = access.curator_of(request)
    space = space_of(request.GET, actor)
    said = _said(ArchiveForm(request.POST))
    wiki_trust.keep(actor=actor, space=space, path=path, base=said["base"])
    messages.success(request, _("The page stays, trusted as before."))
    return redirect(Scope(space).to("wiki-filed") if said["back"] == "filed" else page_href(space, path))


@require_POST
def unpromote(request: HttpRequest, path: str) -> HttpResponse:
    """Take a promotion back."""
    actor = access.curator_of(request)
    space = space_of(request.GET, actor)
    wiki_trust.take_back(actor=actor, space=space, path=path, reason=request.POST.get("reason", "").strip())
    messages.success(request, _("Taken back: the page is trusted as before."))
    return redirect(page_href(space, path))


@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest) -> HttpResponse:
    """Say who sees and who writes which part of a wiki."""
    actor = access.curator_of(request)
    space = space_of(request.GET, actor)
    form = RuleForm(request.POST or None, shared=not space)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            wiki_rules.set_rule(
                actor=actor,
                space=space,
                path=said["path"],
                visible_to=form.visible_to(),
                mode=said["mode"] or None,
                allowed=names(said["allowed"]),
            )
        except HubError as error:
            form.add_error("path", _(error.message))
        else:
            messages.success(request, _("Saved."))
            return redirect(f"{reverse('curation:wiki-rules')}?{request.GET.urlencode()}")
    context = wiki_lists.rules_context(request.GET, actor, form if request.method == "POST" else None)
    return render(request, "curation/wiki_rules.html", context, status=422 if form.errors else 200)
