"""What a curator does in the graph: other names, merging two names, forgetting what a link rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from curation import access, graph_merge, graph_page
from curation.forms_graph import AliasForm
from curation.memory_page import outcome_words
from curation.text import clip, one_line
from knowledge.errors import HubError, NotFound, Refused
from knowledge.services.aliases import add_alias, remove_alias, undo_merge
from knowledge.services.edit import forget, restore

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

NAME = 60
LONGEST_NUMBER = 19


@require_POST
def add_name(request: HttpRequest) -> HttpResponse:
    """Give an entity another name."""
    actor = access.curator_of(request)
    asked = graph_page.read(request.GET, actor)
    form = AliasForm(request.POST, auto_id="alias_%s")
    if not form.is_valid():
        return _again(request, form)
    alias = form.cleaned_data["alias"]
    canonical = graph_page.written(asked.table, form.cleaned_data["canonical"])
    try:
        outcome = add_alias(actor=actor, agent=asked.table.agent, canonical=canonical, alias=alias)
    except HubError as error:
        form.refuse(error)
        return _again(request, form)
    if outcome.outcome == "unchanged":
        return _done(request, _("That was known already."))
    text = _("“%(alias)s” is now another name of “%(name)s”.") % {
        "alias": clip(one_line(alias), NAME),
        "name": clip(one_line(canonical), NAME),
    }
    return _done(request, text, undo=_to(request, "graph-name-remove"), fields=[("alias", alias)])


@require_POST
def remove_name(request: HttpRequest) -> HttpResponse:
    """Take another name away."""
    actor = access.curator_of(request)
    asked = graph_page.read(request.GET, actor)
    alias, stated = request.POST.get("alias", ""), request.POST.get("stated", "")
    if not remove_alias(actor=actor, agent=asked.table.agent, alias=alias):
        return _done(request, _("That was no other name any more."))
    text = _("“%s” is a name of its own again.") % clip(one_line(alias), NAME)
    fields = [("alias", alias), ("canonical", stated)]
    return _done(request, text, undo=_to(request, "graph-name-add") if stated else "", fields=fields)


@require_http_methods(["GET", "HEAD", "POST"])
def merge_names(request: HttpRequest) -> HttpResponse:
    """Show what merging two names would do; do it by POST."""
    actor = access.actor_of(request)
    refused: dict[str, str] = {}
    status = 200
    if request.method == "POST":
        try:
            landing = graph_merge.merged(request.GET, request.POST, actor)
        except HubError as error:
            if isinstance(error, NotFound | Refused):
                raise
            refused, status = {"refused": _(error.message)}, error.status
        else:
            if landing:
                return redirect(landing)
    context = graph_merge.merge_context(request.GET, actor)
    return render(
        request, "curation/graph_merge.html", context | refused, status=422 if "problem" in context else status
    )


@require_POST
def undo_merging(request: HttpRequest) -> HttpResponse:
    """Take two merged names apart again."""
    actor = access.curator_of(request)
    asked = graph_page.read(request.GET, actor)
    number = request.POST.get("alias_id", "")
    is_number = number.isascii() and number.isdigit() and len(number) < LONGEST_NUMBER
    gone = undo_merge(actor=actor, agent=asked.table.agent, alias_id=int(number) if is_number else 0)
    return _done(request, _("“%s” is a name of its own again.") % clip(one_line(gone.alias), NAME))


@require_POST
def forget_memory(request: HttpRequest, memory_id: str) -> HttpResponse:
    """Forget one memory that a link rests on; it can be restored."""
    forgotten = forget(actor=access.actor_of(request), memory_id=memory_id)
    text = _("Forgotten. Agents no longer get it.") if forgotten else _("It was forgotten already.")
    return _done(request, text, undo=_to(request, "graph-restore", memory_id))


@require_POST
def restore_memory(request: HttpRequest, memory_id: str) -> HttpResponse:
    """Bring a forgotten memory back into the graph."""
    outcome = restore(actor=access.actor_of(request), memory_id=memory_id)
    return _done(request, outcome_words(outcome.outcome))


def _to(request: HttpRequest, name: str, *args: str) -> str:
    """Return the address of an action that leads back to this view."""
    return f"{reverse(f'curation:{name}', args=args)}?{request.GET.urlencode()}"


def _again(request: HttpRequest, form: AliasForm) -> HttpResponse:
    """Show the panel again with what is wrong beside the field."""
    is_part = bool(request.headers.get("HX-Request"))
    context = graph_page.page_context(request.GET, access.actor_of(request), "panel" if is_part else "")
    response = render(
        request, f"curation/graph.html{'#panel' if is_part else ''}", {**context, "alias_form": form}, status=422
    )
    response["HX-Retarget"] = "#panel"
    response["HX-Reswap"] = "outerHTML"
    return response


def _done(
    request: HttpRequest, text: str, *, undo: str = "", fields: list[tuple[str, str]] | None = None
) -> HttpResponse:
    """Say what was done and show the graph as it is now."""
    if not request.headers.get("HX-Request") or not request.GET.get("agent"):
        messages.success(request, text)
        return redirect(f"{reverse('curation:graph')}?{request.GET.urlencode()}")
    context: dict[str, Any] = graph_page.page_context(request.GET, access.actor_of(request))
    notice = {"text": text, "kind": "success", "undo": undo, "undo_fields": fields or [], "target": "#graph"}
    return render(request, "curation/graph.html#answer", {**context, "notice": notice})
