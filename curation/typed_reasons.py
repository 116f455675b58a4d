"""Reasons that were typed but not taken: kept for the person's next look at the same request, never in an address."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.http import HttpRequest

_KEY = "typed_reason"
_MOST = 1_000


def keep(request: HttpRequest, request_id: str) -> None:
    """Remember the reason a form carries, in the session."""
    reason = request.POST.get("reason", "")[:_MOST]
    if reason.strip():
        request.session[_KEY] = [request_id, reason]


def take(request: HttpRequest, request_id: str) -> list[str]:
    """Return the request's id and what was typed about it last, once; nothing if that was another request."""
    kept: list[str] | None = request.session.get(_KEY)
    if not kept or kept[0] != request_id:
        return []
    del request.session[_KEY]
    return kept
