"""Tokens and sign-in links. Administrators only; a secret is shown once, on the page that answers the form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from curation import access, settings_page
from curation.queries.people import person
from knowledge.errors import HubError
from memoryhub import signin, tokens
from memoryhub.pages.forms import SCOPE_LABELS, TokenForm

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from knowledge.services.types import Actor

COLUMNS = [
    {"label": label} for label in (_("Token"), _("For"), _("May"), _("Source"), _("Last use"), _("Good until"), "")
]


def administrator(request: HttpRequest) -> Actor:
    """Return who asks.

    Raises:
        Refused: not an administrator.
    """
    actor = access.actor_of(request)
    access.check_may_administer(actor)
    return actor


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """Show the tokens that work; with `?ended=1` the others too."""
    actor = administrator(request)
    found = tokens.listed()
    ended = request.GET.get("ended") == "1"
    context = {
        "tabs": settings_page.tabs(actor, request.path),
        "tokens": [one for one in found if ended or one.state == "live"],
        "ended": ended,
        "hidden": sum(one.state != "live" for one in found),
        "scope_labels": SCOPE_LABELS,
        "columns": COLUMNS,
    }
    return render(request, "memoryhub/tokens.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def mint(request: HttpRequest) -> HttpResponse:
    """Ask for a new token (GET); make it and show it, once (POST)."""
    actor = administrator(request)
    form = TokenForm(request.POST or None, initial={"agent": request.GET.get("agent", ""), "days": 90})
    if request.method == "POST" and form.is_valid():
        try:
            minted = tokens.mint(actor=actor, **form.cleaned_data)
        except HubError as error:
            form.refuse(error)
        else:
            return once(request, "memoryhub/token_made.html", {"secret": minted.secret, "token": minted.token})
    context = {"form": form, "known_agents": access.visible_agents(actor)}
    return render(request, "memoryhub/token_new.html", context, status=400 if form.errors else 200)


@require_POST
def revoke(request: HttpRequest, token_id: str) -> HttpResponse:
    """End a token at once."""
    tokens.revoke(actor=administrator(request), token_id=token_id)
    messages.success(request, gettext("The token is revoked; the next call made with it is refused."))
    return redirect("tokens")


@require_POST
def link(request: HttpRequest, person_id: int) -> HttpResponse:
    """Make a sign-in link for somebody and show it, once."""
    secret = signin.invite(actor=administrator(request), person_id=person_id)
    address = request.build_absolute_uri(reverse("curation:sign-in-link", args=[secret]))
    return once(request, "memoryhub/link_made.html", {"secret": address, "one": person(person_id=person_id)})


def once(request: HttpRequest, template: str, context: dict[str, object]) -> HttpResponse:
    """Show something that no browser may keep or pass on."""
    response = render(request, template, context)
    response["Cache-Control"] = "no-store"
    response["Referrer-Policy"] = "no-referrer"
    return response
