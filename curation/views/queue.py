"""What waits for a decision: the list, one request, what was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from curation import access, decided_page, queue_page, queue_request, typed_reasons

if TYPE_CHECKING:
    from django.http import HttpRequest


@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """Show a page of the queue; only its changing part to whoever asks for that."""
    context = queue_page.page_context(request.GET, access.curator_of(request))
    part = "#queue" if request.headers.get("HX-Request") else ""
    response = render(request, f"curation/queue.html{part}", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
def news(request: HttpRequest) -> HttpResponse:
    """Say what has changed in the queue since a page was read; nothing at all when nothing has."""
    context = queue_page.news_context(request.GET, access.curator_of(request))
    if context is None:
        return HttpResponse(status=204)
    return render(request, "curation/queue_news.html", context)


@require_safe
def one(request: HttpRequest, request_id: str) -> HttpResponse:
    """Show one request in full."""
    context = queue_request.page_context(request_id, request.GET, access.curator_of(request))
    context["typed"] = typed_reasons.take(request, request_id)
    return render(request, "curation/queue_request.html", context)


@require_safe
def decided(request: HttpRequest) -> HttpResponse:
    """Show what was decided."""
    context = decided_page.page_context(request.GET, access.curator_of(request))
    return render(request, "curation/decided.html", context)
