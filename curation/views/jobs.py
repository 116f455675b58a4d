"""What runs by the clock: when, how far, with what result; running it now. Administrators only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from curation import access, jobs_page
from knowledge.services import jobs as services

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """Show every job, and what is under way."""
    access.check_may_administer(access.actor_of(request))
    return render(request, "curation/jobs.html", jobs_page.page_context())


@require_safe
def job(request: HttpRequest, name: str) -> HttpResponse:
    """Show one job and what its runs did."""
    access.check_may_administer(access.actor_of(request))
    return render(request, "curation/job.html", jobs_page.job_context(name, request.GET))


@require_POST
def run(request: HttpRequest, name: str) -> HttpResponse:
    """Have the worker run a job, or say what it would do."""
    actor = access.actor_of(request)
    access.check_may_administer(actor)
    asked = services.ask(actor=actor, name=name, dry_run=bool(request.POST.get("dry_run")))
    messages.success(request, jobs_page.asked(asked))
    return redirect("curation:job", name)
