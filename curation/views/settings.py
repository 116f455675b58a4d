"""Your own account; limits and weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from curation import access, settings_page
from curation.forms_settings import PasswordForm
from curation.queries.people import person
from curation.services import people
from knowledge.errors import HubError

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Show one's own account (GET); set one's own password (POST)."""
    assert request.user.is_authenticated
    actor = access.actor_of(request)
    form = PasswordForm(request.POST or None, has_password=request.user.has_usable_password())
    if request.method == "POST" and form.is_valid():
        try:
            old, new = form.cleaned_data.get("old", ""), form.cleaned_data["new"]
            people.set_own_password(person=request.user, actor=actor, old=old, new=new)
        except HubError as error:
            form.refuse(error)
        else:
            update_session_auth_hash(request, request.user)
            messages.success(request, _("Your password is set. Your other sessions have ended."))
            return redirect("curation:settings")
    context = {"tabs": settings_page.tabs(actor, request.path), "form": form, "me": person(person_id=request.user.pk)}
    return render(request, "curation/account.html", context, status=400 if form.errors else 200)


@require_POST
def end_sessions(request: HttpRequest) -> HttpResponse:
    """End every session of one's own, this one too."""
    assert request.user.is_authenticated
    people.end_sessions(actor=access.actor_of(request), person_id=request.user.pk)
    request.session.flush()
    return redirect("curation:sign-in")


@require_safe
def limits(request: HttpRequest) -> HttpResponse:
    """Show what is in force and where it comes from."""
    actor = access.actor_of(request)
    access.check_may_administer(actor)
    context = settings_page.limits_context() | {"tabs": settings_page.tabs(actor, request.path)}
    return render(request, "curation/limits.html", context)
