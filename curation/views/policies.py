"""Life times of kinds of memories, and legal holds. Administrators only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from curation import access, policies_page
from curation.forms_policies import HoldForm
from knowledge.errors import HubError
from knowledge.services import policies as services

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from knowledge.services.types import Actor


def _administrator(request: HttpRequest) -> Actor:
    actor = access.actor_of(request)
    access.check_may_administer(actor)
    return actor


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """Show all kinds and the legal holds."""
    return render(request, "curation/policies.html", policies_page.list_context(_administrator(request)))


@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, policy: str = "") -> HttpResponse:
    """Show one kind, or the form of a new one (GET); say what saving would do, and then save it (POST)."""
    actor = _administrator(request)
    asked = policies_page.act(actor, request.POST, policy) if request.method == "POST" else None
    if asked is not None and asked.saved:
        messages.success(request, _("Saved. Memories of this kind go along."))
        return redirect("curation:policies")
    status = 400 if asked is not None and asked.form.errors else 409 if asked is not None and asked.changed else 200
    return render(request, "curation/policy.html", policies_page.form_context(actor, policy, asked), status=status)


@require_POST
def remove(request: HttpRequest, policy: str) -> HttpResponse:
    """Remove a kind, or give a built-in one its own numbers back."""
    services.remove(actor=_administrator(request), name=policy)
    messages.success(request, _("Removed. Memories that lived by it keep their end."))
    return redirect("curation:policies")


@require_POST
def hold(request: HttpRequest) -> HttpResponse:
    """Put an agent under legal hold."""
    actor = _administrator(request)
    form = HoldForm(request.POST)
    if form.is_valid():
        try:
            services.hold(actor=actor, **form.cleaned_data)
        except HubError as error:
            form.refuse(error)
        else:
            messages.success(request, _("No job deletes anything of this agent any more."))
            return redirect("curation:policies")
    return render(request, "curation/policies.html", policies_page.list_context(actor, form), status=400)


@require_POST
def unhold(request: HttpRequest) -> HttpResponse:
    """End a legal hold."""
    memory_id = request.POST.get("memory") or None
    services.unhold(actor=_administrator(request), agent=request.POST.get("agent", ""), memory_id=memory_id)
    messages.success(request, _("The hold has ended; jobs delete by the rules again."))
    return redirect("curation:policies")
