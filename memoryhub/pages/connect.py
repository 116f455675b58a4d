"""Connecting a client: a token, what to paste, and a light that tells when the first call has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from curation import access
from knowledge.errors import HubError
from memoryhub import tokens
from memoryhub.pages.clients import PLACEHOLDER, recipes
from memoryhub.pages.forms import ConnectForm
from memoryhub.pages.views import administrator, once

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_http_methods(["GET", "HEAD", "POST"])
def connect(request: HttpRequest) -> HttpResponse:
    """Ask which agent it is (GET); make its token and show what to paste, once (POST)."""
    actor = administrator(request)
    form = ConnectForm(request.POST or None, initial={"agent": request.GET.get("agent", "")})
    if request.method == "POST" and form.is_valid():
        try:
            minted = tokens.mint(actor=actor, **form.cleaned_data)
        except HubError as error:
            form.refuse(error)
        else:
            return once(request, "memoryhub/connect_made.html", _context(request, minted.token, minted.secret))
    context = {"form": form, "known_agents": access.visible_agents(actor)}
    return render(request, "memoryhub/connect.html", context, status=400 if form.errors else 200)


@require_safe
def connected(request: HttpRequest, token_id: str) -> HttpResponse:
    """Show the same again, without the secret."""
    administrator(request)
    return render(request, "memoryhub/connect_made.html", _context(request, tokens.one(token_id), ""))


@require_safe
def light(request: HttpRequest, token_id: str) -> HttpResponse:
    """Show only whether a call has come; asked every few seconds until one has."""
    administrator(request)
    return render(request, "memoryhub/connect_light.html", {"token": tokens.one(token_id)})


def _context(request: HttpRequest, token: tokens.TokenView, secret: str) -> dict[str, object]:
    address = request.build_absolute_uri("/").rstrip("/")
    return {
        "token": token,
        "secret": secret,
        "recipes": recipes(address=address, token=secret or PLACEHOLDER),
        "placeholder": PLACEHOLDER,
        "again": reverse("connect"),
        "document": reverse("reference"),
    }
