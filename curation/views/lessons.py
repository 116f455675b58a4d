"""What agents got wrong and what was learned of it: mistakes by kind, the rules made, and making them now."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from curation import access, lessons_page
from knowledge.services import mistakes, reflexion

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_safe
def lessons(request: HttpRequest) -> HttpResponse:
    """Show mistakes by kind, what is enough for a rule, the newest rules and the notebook."""
    return render(request, "curation/lessons.html", lessons_page.page_context(request.GET, access.actor_of(request)))


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show all rules that were made of mistakes."""
    context = lessons_page.rules_context(request.GET, access.actor_of(request))
    return render(request, "curation/lesson_rules.html", context)


@require_POST
def make_rules(request: HttpRequest) -> HttpResponse:
    """Make rules of one agent's mistakes now."""
    actor = access.curator_of(request)
    agent = access.check_agent(actor, request.POST.get("agent", ""))
    text, is_well = lessons_page.report(reflexion.consolidate(actor=actor, agent=agent))
    messages.add_message(request, messages.SUCCESS if is_well else messages.WARNING, text)
    back = request.POST.get("back", "")
    return redirect(f"{reverse('curation:lessons')}{'?' + urlencode({'agent': back}) if back == agent else ''}")


@require_safe
def mistake(request: HttpRequest, mistake_id: str) -> HttpResponse:
    """Show one mistake."""
    context = lessons_page.mistake_context(mistake_id, access.actor_of(request))
    return render(request, "curation/mistake.html", context)


@require_POST
def settle(request: HttpRequest, mistake_id: str) -> HttpResponse:
    """Take a mistake as settled without a rule."""
    mistakes.settle(actor=access.curator_of(request), mistake_id=mistake_id)
    messages.success(request, _("It is settled; the agent no longer reads it before it answers."))
    return redirect("curation:mistake", mistake_id)


@require_POST
def remove(request: HttpRequest, mistake_id: str) -> HttpResponse:
    """Delete a mistake from the notebook."""
    mistakes.remove(actor=access.curator_of(request), mistake_id=mistake_id)
    messages.success(request, _("It is deleted from the notebook."))
    return redirect("curation:lessons")
