"""Coming in and going out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from curation.services import sessions

if TYPE_CHECKING:
    from django.contrib.auth.forms import AuthenticationForm


@method_decorator(login_not_required, name="dispatch")
class SignIn(LoginView):
    """Name and password. A wrong password, an unknown name and too many tries all get the same answer."""

    template_name = "registration/sign_in.html"
    redirect_authenticated_user = True

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Record the sign-in, then begin the session: what cannot be recorded does not happen."""
        sessions.record_sign_in(person=form.get_user(), by="password")
        return super().form_valid(form)


@require_GET
@login_not_required
def open_link(request: HttpRequest, token: str) -> HttpResponseRedirect:
    """Move the secret out of the address bar into a short-lived cookie. Nothing is used up yet."""
    response = redirect("curation:sign-in-confirm")
    response.set_cookie(
        settings.LINK_COOKIE_NAME,
        token,
        max_age=settings.SIGN_IN_LINK_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    response["Referrer-Policy"] = "no-referrer"
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@login_not_required
def use_link(request: HttpRequest) -> HttpResponse:
    """Ask before signing in (GET), then use the link up (POST): a page that a browser loads ahead costs nothing."""
    token = request.COOKIES.get(settings.LINK_COOKIE_NAME, "")
    if request.method != "POST":
        return render(request, "registration/link.html", {"has_link": bool(token)})
    user = authenticate(request, link_token=token)
    if user is None:
        response = render(request, "registration/link.html", {"has_link": False}, status=410)
    else:
        sessions.record_sign_in(person=user, by="link")
        login(request, user)
        response = redirect(settings.LOGIN_REDIRECT_URL)
    response.delete_cookie(settings.LINK_COOKIE_NAME)
    return response


@require_POST
@login_not_required
def sign_out(request: HttpRequest) -> HttpResponseRedirect:
    """End the session on the server and in the browser."""
    if request.user.is_authenticated:
        sessions.record_sign_out(person=request.user)
    logout(request)
    return HttpResponseRedirect(reverse("curation:sign-in"))
