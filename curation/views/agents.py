"""Agents: how much they may hold, and which of their properties may hold several values. Administrators only."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from curation import access, settings_page
from curation.forms_settings import PredicateForm, QuotaForm
from knowledge.errors import HubError
from knowledge.services import agents as services
from knowledge.services import predicates

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    from curation.forms_settings import ServiceForm
    from knowledge.services.types import Actor


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """Show all agents, and one of them in full."""
    return _page(request, _administrator(request), request.GET.get("agent", ""))


@require_POST
def quota(request: HttpRequest) -> HttpResponse:
    """Limit how many memories an agent may hold."""
    actor = _administrator(request)
    form = QuotaForm(request.POST)
    agent = request.POST.get("agent", "")
    if form.is_valid():
        try:
            services.set_quota(actor=actor, agent=agent, quota=form.cleaned_data["quota"])
        except HubError as error:
            form.refuse(error)
        else:
            return _done(request, agent, _("The quota is set."))
    return _page(request, actor, agent, quota_form=form)


@require_POST
def many(request: HttpRequest) -> HttpResponse:
    """Let a property hold several values."""
    return _change(request, predicates.declare_multi_valued, _sorted_anew)


@require_POST
def single(request: HttpRequest) -> HttpResponse:
    """Let a property hold one value at a time again."""
    return _change(
        request, predicates.declare_single_valued, lambda _done: _("The property holds one value at a time again.")
    )


def _change(
    request: HttpRequest, declare: Callable[..., predicates.Rekeyed], say: Callable[[predicates.Rekeyed], str]
) -> HttpResponse:
    actor = _administrator(request)
    form = PredicateForm(request.POST)
    agent = request.POST.get("agent", "")
    if form.is_valid():
        try:
            done = declare(actor=actor, agent=agent, predicate=form.cleaned_data["predicate"])
        except HubError as error:
            form.refuse(error)
        else:
            return _done(request, agent, say(done))
    return _page(request, actor, agent, predicate_form=form)


def _administrator(request: HttpRequest) -> Actor:
    actor = access.actor_of(request)
    access.check_may_administer(actor)
    return actor


def _sorted_anew(done: predicates.Rekeyed) -> str:
    if not done.reopened:
        return _("The property may hold several values from now on.")
    return ngettext(
        "The property may hold several values. %d value is true again.",
        "The property may hold several values. %d values are true again.",
        done.reopened,
    ) % (done.reopened,)


def _done(request: HttpRequest, agent: str, sentence: str) -> HttpResponse:
    messages.success(request, sentence)
    return redirect(f"{reverse('curation:agents')}?{urlencode({'agent': agent})}")


def _page(
    request: HttpRequest,
    actor: Actor,
    agent: str,
    *,
    quota_form: ServiceForm | None = None,
    predicate_form: ServiceForm | None = None,
) -> HttpResponse:
    context = settings_page.agents_context(actor, agent)
    one = context["one"]
    context["tabs"] = settings_page.tabs(actor, request.path)
    context["quota_form"] = quota_form or QuotaForm(initial={"agent": agent, "quota": one.quota if one else None})
    context["predicate_form"] = predicate_form or PredicateForm(initial={"agent": agent})
    wrong = any(form.errors for form in (quota_form, predicate_form) if form)
    return render(request, "curation/agents.html", context, status=400 if wrong else 200)
