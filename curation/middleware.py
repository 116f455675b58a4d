"""What people's pages need around every request."""

from __future__ import annotations

import zoneinfo
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils import timezone

from curation.preferences import read_preferences

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
