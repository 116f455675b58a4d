"""What people's pages need around every request."""

from __future__ import annotations

import zoneinfo
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils import timezone

from curation.preferences import read_preferences
from curation.views import errors
from knowledge.errors import HubError

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse


class ViewerZoneMiddleware:
    """Show times in the viewer's zone, or in the zone set for people; stored times stay UTC."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer with the zone active, and leave none behind in this thread."""
        name = read_preferences(request).zone or settings.TIMEZONE_OF_PEOPLE
        with timezone.override(zoneinfo.ZoneInfo(name)):
            return self.get_response(request)


class ErrorPagesMiddleware:
    """Answer the expected errors that a page raises; anything unexpected stays an error of the hub."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on; only exceptions matter here."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Turn an expected error into its page."""
        return errors.answer(request, exception) if isinstance(exception, HubError) else None
