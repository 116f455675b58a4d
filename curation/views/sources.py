"""Where agents learned: origins taken back, sources forgotten for good."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from curation import access, plan_page, sources_page
from curation.forms_sources import OriginForm, PlanForm, ReasonForm, UndoForm
from knowledge.errors import HubError, NotFound, Refused
from knowledge.services import forgetting, origins, plans

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from knowledge.services.types import Actor


def _administrator(request: HttpRequest) -> Actor:
    actor = access.actor_of(request)
    access.check_may_administer(actor)
    return actor


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """Show origins, conversations, plans, rollbacks or blocks."""
    return render(request, "curation/sources.html", sources_page.page_context(request.GET, access.actor_of(request)))


@require_safe
def source(request: HttpRequest) -> HttpResponse:
    """Show one conversation, run or file with what it taught."""
    return render(request, "curation/source.html", sources_page.source_context(request.GET, access.actor_of(request)))


@require_http_methods(["GET", "HEAD", "POST"])
def origin(request: HttpRequest) -> HttpResponse:
    """Show what taking an origin back would do (GET); do it (POST)."""
    actor = access.actor_of(request)
    if request.method != "POST":
        context = sources_page.origin_context(request.GET.dict(), actor)
        return render(request, "curation/source_origin.html", context, status=422 if context["wrong"] else 200)
    access.check_may_administer(actor)
    form, asked = ReasonForm(request.POST), OriginForm(request.POST)
    if form.is_valid() and asked.is_valid():
        where = {name: asked.cleaned_data[name] for name in ("agent", "origin", "since")}
        try:
            done = origins.invalidate_by_origin(actor=actor, reason=form.cleaned_data["reason"], **where)
        except (NotFound, Refused):
            raise
        except HubError as error:
            form.refuse(error)
        else:
            return _taken_back(request, done)
    context = sources_page.origin_context(request.POST.dict(), actor, form)
    return render(request, "curation/source_origin.html", context, status=422)


@require_safe
def rollback(request: HttpRequest, rollback_id: str) -> HttpResponse:
    """Show what a rollback did."""
    context = sources_page.rollback_context(rollback_id, access.actor_of(request))
    return render(request, "curation/source_rollback.html", context)


@require_POST
def undo(request: HttpRequest, rollback_id: str) -> HttpResponse:
    """Put back what a rollback closed."""
    actor = _administrator(request)
    form = UndoForm(request.POST)
    if form.is_valid():
        done = origins.undo(actor=actor, rollback_id=rollback_id, reason=form.cleaned_data["reason"])
        text = ngettext("%(n)s row is believed again.", "%(n)s rows are believed again.", done.restored)
        messages.success(request, text % {"n": done.restored})
        for why, count in _counted(done.skipped):
            messages.warning(request, f"{why} {count}")
        return redirect("curation:rollback", rollback_id)
    context = sources_page.rollback_context(rollback_id, actor, form)
    return render(request, "curation/source_rollback.html", context, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
def plan_new(request: HttpRequest) -> HttpResponse:
    """Ask which source is to be forgotten (GET); plan it, which deletes nothing (POST)."""
    actor = _administrator(request)
    form = PlanForm(request.POST if request.method == "POST" else None, initial=request.GET.dict())
    if request.method == "POST" and form.is_valid():
        try:
            agent, reason = form.cleaned_data["agent"], form.cleaned_data["reason"]
            name = forgetting.plan(actor=actor, agent=agent, selector=form.selector(), reason=reason)
        except HubError as error:
            form.refuse(error)
        else:
            messages.success(request, _("Planned. Nothing is deleted before an administrator has approved it."))
            return redirect("curation:plan", name)
    context = {"form": form, "agents": access.visible_agents(actor), "agent": form["agent"].value() or ""}
    return render(request, "curation/source_plan_new.html", context, status=422 if form.errors else 200)


@require_safe
def plan(request: HttpRequest, plan_id: str) -> HttpResponse:
    """Show a plan: what it would do, or what it did."""
    return render(request, "curation/source_plan.html", plan_page.page_context(plan_id, access.actor_of(request)))


@require_POST
def apply(request: HttpRequest, plan_id: str) -> HttpResponse:
    """Carry an approved plan out."""
    actor = _administrator(request)
    try:
        text = plan_page.carry_out(plan_id, actor)
    except plans.StaleError:
        messages.error(request, _("Something has changed since this was planned; nothing was done. Plan anew."))
    except Refused as error:
        if error.code != plans.NOT_APPROVED:
            raise
        messages.error(request, _(error.message))
    else:
        messages.success(request, text)
    return redirect("curation:plan", plan_id)


def _taken_back(request: HttpRequest, done: origins.RollbackReport) -> HttpResponse:
    if not done.rollback_id:
        messages.info(request, _("Nothing believed comes from this origin; nothing was closed."))
        return redirect(reverse("curation:sources"))
    text = ngettext("%(n)s row is closed.", "%(n)s rows are closed.", done.closed) % {"n": done.closed}
    messages.success(request, text)
    return redirect("curation:rollback", done.rollback_id)


def _counted(skipped: tuple[tuple[str, str], ...]) -> list[tuple[str, int]]:
    """Return how many rows an undoing left as they are, by why."""
    words = {
        origins.FORGOTTEN: _("Forgotten for good meanwhile:"),
        origins.CHANGED: _("Changed since, so left as they are:"),
        origins.BLOCKED: _("From a source that is blocked now:"),
    }
    return [(words[why], n) for why in words if (n := sum(1 for _memory, one in skipped if one == why))]
