"""Every part of the interface in every state; served in development only."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from curation.samples import sample_context


def styleguide(request: HttpRequest) -> HttpResponse:
    """Show the guide to developers; elsewhere there is no such page."""
    if not settings.DEBUG:
        raise Http404
    return render(request, "curation/styleguide.html", sample_context(request.GET, now=timezone.now()))
