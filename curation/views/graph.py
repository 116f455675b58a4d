"""The graph: its picture, the lists that say the same, and what is selected in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from curation import access, graph_export, graph_page
from knowledge.errors import NotFound

if TYPE_CHECKING:
    from django.http import HttpRequest


@require_safe
def graph(request: HttpRequest) -> HttpResponse:
    """Show a view of the graph, or one part of it."""
    actor = access.actor_of(request)
    if not request.GET.get("agent"):
        return _usual(request)
    part = {"panel": "panel", "lists": "lists"}.get(request.headers.get("HX-Target", ""), "")
    context = graph_page.page_context(request.GET, actor, part)
    wrong = "form" in context and "at" in context["form"].errors
    template = f"curation/graph.html{'#' + part if part else ''}"
    response = render(request, template, context, status=422 if wrong else 200)
    if part:
        response["HX-Push-Url"] = context["here"]
    return response


def _usual(request: HttpRequest) -> HttpResponse:
    """Lead to the graph of the agent that knows most, or say that there is none yet."""
    actor = access.actor_of(request)
    agent = graph_page.usual_agent(actor)
    if not agent:
        return render(request, "curation/graph.html", {"agents": [], "agent": "", "nothing": True})
    query = request.GET.copy()
    query["agent"] = agent
    return redirect(f"{reverse('curation:graph')}?{query.urlencode()}")


@require_safe
def names(request: HttpRequest) -> HttpResponse:
    """Offer the names that contain what is being typed."""
    actor = access.actor_of(request)
    asked = graph_page.read(request.GET, actor)
    if not request.headers.get("HX-Request"):
        return redirect(asked.links.to())
    said = asked.form.value("focus")
    context = {"matches": graph_page.matches(asked, said), "said": said}
    return render(request, "curation/graph_names.html", context)


@require_safe
def export(request: HttpRequest, format: str) -> HttpResponse:  # noqa: A002 - the name of a part of the address
    """Send what the picture shows as a file."""
    if format not in graph_export.FORMATS:
        raise NotFound("There is no such file.")
    text = graph_export.written(graph_page.read(request.GET, access.actor_of(request)), format)
    response = HttpResponse(text, content_type=f"{graph_export.FORMATS[format]}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{graph_export.FILES[format]}"'
    return response
