"""Expected errors as people see them: one table for all pages, and a notice when a part of a page was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from django.shortcuts import render
from django.utils.translation import gettext

from knowledge.errors import NotFound, Refused, TooMany

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from knowledge.errors import HubError

# The page of each error; what is not named here has the plain page.
PAGES: tuple[tuple[type[HubError], str], ...] = (
    (NotFound, "404.html"),
    (Refused, "403.html"),
    (TooMany, "429.html"),
)

# Of these htmx takes the answer into the page instead of calling it a failure (see the frame's settings).
SWAPPED = frozenset({409, 422})


def answer(request: HttpRequest, error: HubError) -> HttpResponse:
    """Turn an expected error into its page with the right status.

    The page of "not found" says nothing about what was asked for, so that a row of another agent and one that never
    existed look alike. A request for a part of a page gets the sentence as a notice.
    """
    template = next((name for kind, name in PAGES if isinstance(error, kind)), "error.html")
    retry_after = getattr(error, "retry_after", None)
    message = gettext(error.message)
    if request.headers.get("HX-Request") and error.status in SWAPPED:
        notice = {"text": message, "kind": "error", "undo": ""}
        # The page keeps what it shows; only the notice is added to it.
        response = render(request, "components/toast.html", notice, status=error.status)
        response["HX-Reswap"] = "none"
        return response
    context = {"message": message, "status": error.status, "retry_after": retry_after}
    response = render(request, template, context, status=error.status)
    if retry_after is not None:
        response["Retry-After"] = str(max(1, int(retry_after)))
    if request.headers.get("HX-Request"):
        response["X-Hub-Message"] = quote(message)
    return response
