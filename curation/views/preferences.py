"""The viewer's choices for this browser, also before signing in."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from curation import preferences


@require_POST
@login_not_required
def choose(request: HttpRequest) -> HttpResponseRedirect:
    """Keep the theme, language or shortcut switch that was sent, and go back to the page it came from."""
    back = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        back = "/"
    response = HttpResponseRedirect(back)
    for cookie, value in preferences.chosen_cookies(request.POST).items():
        response.set_cookie(
            cookie,
            value,
            max_age=preferences.COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=cookie != preferences.ZONE_COOKIE,
            samesite="Lax",
        )
    return response
