"""What happens around every request, from the outside in."""

from __future__ import annotations

import hashlib
import time
import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import structlog
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import redirect_to_login
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.http import url_has_allowed_host_and_scheme

from memoryhub import metrics

log = structlog.get_logger("memoryhub.request")

GetResponse = Callable[[HttpRequest], HttpResponse]
KNOWN_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
# These doors judge the credentials themselves: a machine gets an answer, not a sign-in page.
OWN_DOOR = ("/api/", "/health/", "/metrics", "/mcp", "/static/")
QUIET = ("/health/", "/static/", "/metrics")
SEEN_EVERY_SECONDS = 60
SIGNED_IN_AT = "signed_in_at"
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"


class RequestLogMiddleware:
    """Give the request a number and write one line about it. The line names the route, never the address typed."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, with ``X-Request-ID`` set."""
        number = uuid.uuid4().hex[:16]
        request.request_id = number  # type: ignore[attr-defined]
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=number)
        started = time.perf_counter()
        response = self.get_response(request)
        response["X-Request-ID"] = number
        if not request.path.startswith(QUIET):
            match = request.resolver_match
            route = match.route if match else "(none)"
            seconds = time.perf_counter() - started
            method = request.method if request.method in KNOWN_METHODS else "OTHER"
            metrics.count_request(method=str(method), route=route, status=response.status_code, seconds=seconds)
            log.info("request", method=method, route=route, status=response.status_code, ms=round(seconds * 1000, 1))
        return response


class SecurityHeadersMiddleware:
    """Headers that Django does not set itself; pages of a signed-in person are never kept by a browser."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer with the headers added."""
        response = self.get_response(request)
        response.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        response.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if not request.path.startswith("/static/"):
            response.setdefault("Cache-Control", "no-store")
        return response


class CrossSiteMiddleware:
    """Refuse a writing request that a browser says another site started, before any token is looked at."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, or 403."""
        site = request.headers.get("Sec-Fetch-Site", "same-origin")
        if request.method not in SAFE_METHODS and site not in {"same-origin", "none"}:
            return HttpResponseForbidden("This request came from another site. Open the page here and try again.\n")
        return self.get_response(request)


class SessionLimitsMiddleware:
    """End a session after a while without use, and after a longer while in any case.

    The last use is kept in a signed cookie of its own, so that reading a page never writes to the database. A session
    without that cookie counts as unused since it began.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; a session past its limits is ended first."""
        if request.path.startswith("/static/") or not request.user.is_authenticated:
            return self.get_response(request)
        now = int(time.time())
        began = int(request.session.get(SIGNED_IN_AT, 0))
        seen = max(began, self._seen(request))
        if now - seen > settings.SESSION_IDLE_SECONDS or now - began > settings.SESSION_COOKIE_AGE:
            logout(request)
            return self.get_response(request)
        response = self.get_response(request)
        if now - self._seen(request) >= SEEN_EVERY_SECONDS and request.user.is_authenticated:
            response.set_cookie(
                settings.SEEN_COOKIE_NAME,
                signing.dumps([_fingerprint(request), now], salt="memoryhub.seen"),
                max_age=settings.SESSION_COOKIE_AGE,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    @staticmethod
    def _seen(request: HttpRequest) -> int:
        try:
            whose, at = signing.loads(request.COOKIES.get(settings.SEEN_COOKIE_NAME, ""), salt="memoryhub.seen")
        except (signing.BadSignature, ValueError, TypeError):
            return 0
        return int(at) if whose == _fingerprint(request) else 0


def _fingerprint(request: HttpRequest) -> str:
    return hashlib.sha256((request.session.session_key or "").encode()).hexdigest()[:16]


class SignInRequiredMiddleware(LoginRequiredMiddleware):
    """Every page needs a signed-in person unless its view says otherwise; a forgotten decorator locks, never opens."""

    def process_view(
        self,
        request: HttpRequest,
        view_func: Callable[..., Any],
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> HttpResponseBase | None:
        """Send strangers to the sign-in page."""
        if request.path.startswith(OWN_DOOR):
            return None
        return super().process_view(request, view_func, view_args, view_kwargs)

    def handle_no_permission(self, request: HttpRequest, view_func: Callable[..., Any]) -> HttpResponseRedirect:
        """Send to the sign-in page, which leads back to a page: to where a form stood, never to where it was sent."""
        if request.method in {"GET", "HEAD"}:
            return super().handle_no_permission(request, view_func)
        came_from = request.META.get("HTTP_REFERER", "")
        here = url_has_allowed_host_and_scheme(came_from, {request.get_host()}, require_https=request.is_secure())
        address = urlsplit(came_from)
        back = urlunsplit(("", "", address.path, address.query, "")) if here else "/"
        return redirect_to_login(back, self.get_login_url(view_func), self.get_redirect_field_name(view_func))
