"""The first page: what needs the person now, and how the memory is doing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.views.decorators.http import require_safe

from curation import overview_page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """Show the overview, or the first steps of an empty hub."""
    template, context = overview_page.page(request)
    return render(request, template, context)
