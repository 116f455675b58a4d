"""People: accounts, roles, assignments. Administrators only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from curation import access, settings_page
from curation.forms_settings import AssignmentForm, PersonForm, RoleForm
from curation.queries import people as queries
from curation.services import people as services
from knowledge.errors import HubError

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from curation.forms_settings import ServiceForm
    from knowledge.services.types import Actor


def _administrator(request: HttpRequest) -> Actor:
    actor = access.actor_of(request)
    access.check_may_administer(actor)
    return actor


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """Show accounts by name."""
    actor = _administrator(request)
    text = request.GET.get("q", "")[:150].replace("\0", "")
    after = request.GET.get("after", "")[:150].replace("\0", "")
    page = queries.people(text=text, after=after)
    context = {
        "tabs": settings_page.tabs(actor, request.path),
        "page": page,
        "query": text,
        "columns": settings_page.PEOPLE_COLUMNS,
    }
    return render(request, "curation/people.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Ask for a new account (GET), make it (POST)."""
    actor = _administrator(request)
    form = PersonForm(request.POST or None, names=access.visible_agents(actor))
    if request.method == "POST" and form.is_valid():
        try:
            key = services.create_person(actor=actor, **form.cleaned_data)
        except HubError as error:
            form.refuse(error)
        else:
            messages.success(request, _("The account is there. Make a sign-in link and hand it over."))
            return redirect("curation:person", key)
    context = {"tabs": settings_page.tabs(actor, request.path), "form": form}
    return render(request, "curation/person_new.html", context, status=400 if form.errors else 200)


@require_safe
def detail(request: HttpRequest, person_id: int) -> HttpResponse:
    """Show one account."""
    return _page(request, _administrator(request), person_id)


@require_POST
def role(request: HttpRequest, person_id: int) -> HttpResponse:
    """Give another role."""
    actor = _administrator(request)
    form = RoleForm(request.POST)
    if form.is_valid():
        try:
            services.set_role(actor=actor, person_id=person_id, role=form.cleaned_data["role"])
        except HubError as error:
            form.refuse(error)
        else:
            return _done(request, person_id, _("The role is set."))
    return _page(request, actor, person_id, role_form=form)


@require_POST
def assign(request: HttpRequest, person_id: int) -> HttpResponse:
    """Say which agents they look after."""
    actor = _administrator(request)
    names = {*access.visible_agents(actor), *queries.person(person_id=person_id).agents}
    form = AssignmentForm(request.POST, names=sorted(names))
    if form.is_valid():
        try:
            services.assign_agents(actor=actor, person_id=person_id, agents=form.cleaned_data["agents"])
        except HubError as error:
            form.refuse(error)
        else:
            return _done(request, person_id, _("The agents are set."))
    return _page(request, actor, person_id, agents_form=form)


@require_POST
def switch_off(request: HttpRequest, person_id: int) -> HttpResponse:
    """Shut somebody out at once."""
    services.deactivate(actor=_administrator(request), person_id=person_id)
    return _done(request, person_id, _("They are shut out, and every session of theirs has ended."))


@require_POST
def switch_on(request: HttpRequest, person_id: int) -> HttpResponse:
    """Let somebody in again."""
    services.reactivate(actor=_administrator(request), person_id=person_id)
    return _done(request, person_id, _("They may come in again."))


@require_POST
def end_sessions(request: HttpRequest, person_id: int) -> HttpResponse:
    """End every session of somebody."""
    services.end_sessions(actor=_administrator(request), person_id=person_id)
    return _done(request, person_id, _("Every session of theirs has ended."))


def _done(request: HttpRequest, person_id: int, sentence: str) -> HttpResponse:
    messages.success(request, sentence)
    return redirect("curation:person", person_id)


def _page(
    request: HttpRequest,
    actor: Actor,
    person_id: int,
    *,
    role_form: ServiceForm | None = None,
    agents_form: ServiceForm | None = None,
) -> HttpResponse:
    one = queries.person(person_id=person_id)
    names = sorted({*access.visible_agents(actor), *one.agents})
    context: dict[str, Any] = {
        "tabs": settings_page.tabs(actor, request.path),
        "one": one,
        "is_me": one.id == actor.user_id,
        "role_form": role_form or RoleForm(initial={"role": one.role}),
        "agents_form": agents_form or AssignmentForm(initial={"agents": one.agents}, names=names),
    }
    wrong = any(form.errors for form in (role_form, agents_form) if form)
    return render(request, "curation/person.html", context, status=400 if wrong else 200)
