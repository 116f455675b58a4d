"""What people's pages need around every request."""

from __future__ import annotations

import zoneinfo
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from curation.preferences import read_preferences
from curation.views import errors
from knowledge.errors import Busy, HubError, OutOfSpace
from knowledge.services.transactions import plain_database_errors

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
        expected = _of_database(exception) if isinstance(exception, DatabaseError) else exception
        return errors.answer(request, expected) if isinstance(expected, HubError) else None


def _of_database(error: DatabaseError) -> HubError | None:
    """Return what a page can say of a disk without room or a store that is held; None for anything else."""
    try:
        with plain_database_errors():
            raise error
    except OutOfSpace as full:
        return full
    except Busy as busy:
        return busy if "locked" in str(error) else None
    except DatabaseError:
        return None
