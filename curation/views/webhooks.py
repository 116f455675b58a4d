"""Webhooks: where events are sent, and what became of each. Administrators only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from curation import access, settings_page, webhooks_page
from curation.forms_webhooks import TargetForm
from curation.queries.webhooks import target
from curation.services import webhooks as services
from knowledge.errors import HubError

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from knowledge.services.types import Actor


def _administrator(request: HttpRequest) -> Actor:
    actor = access.actor_of(request)
    access.check_may_administer(actor)
    return actor


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """Show targets and deliveries."""
    actor = _administrator(request)
    return render(request, "curation/webhooks.html", webhooks_page.page_context(request.GET, actor))


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Ask for a new target (GET); add it and show its secret once (POST)."""
    actor = _administrator(request)
    form = TargetForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = services.create_target(actor=actor, **form.cleaned_data)
        except HubError as error:
            form.refuse(error)
        else:
            return _secret(request, made.key, made.secret, _("The target is there."))
    tabs = settings_page.tabs(actor, reverse("curation:webhooks"))
    return render(
        request, "curation/webhook_new.html", {"tabs": tabs, "form": form}, status=400 if form.errors else 200
    )


@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, key: str) -> HttpResponse:
    """Show one target (GET); change it (POST)."""
    actor = _administrator(request)
    form = TargetForm(request.POST) if request.method == "POST" else None
    if form is not None and form.is_valid():
        try:
            services.change_target(actor=actor, key=key, **form.cleaned_data)
        except HubError as error:
            form.refuse(error)
        else:
            messages.success(request, _("Saved."))
            return redirect("curation:webhook", key)
    context = webhooks_page.target_context(key, actor, form)
    return render(request, "curation/webhook.html", context, status=400 if form is not None else 200)


@require_POST
def act(request: HttpRequest, key: str, what: str) -> HttpResponse:
    """Try, pause, resume or remove a target, or give it a new secret."""
    actor = _administrator(request)
    text, secret = webhooks_page.act(what, target(key=key), actor)
    if secret:
        return _secret(request, key, secret, text)
    messages.success(request, text)
    return redirect("curation:webhooks") if what == "remove" else redirect("curation:webhook", key)


@require_POST
def again(request: HttpRequest, delivery: int) -> HttpResponse:
    """Try an event again."""
    services.send_again(actor=_administrator(request), delivery=delivery)
    messages.success(request, _("It is tried again with the next round; there is one a minute."))
    here = request.POST.get("here", "")
    return redirect(f"{reverse('curation:webhooks')}{'?' if here else ''}{here}")


def _secret(request: HttpRequest, key: str, secret: str, text: str) -> HttpResponse:
    """Show a secret, this once."""
    return render(request, "curation/webhook_made.html", {"one": target(key=key), "secret": secret, "text": text})
