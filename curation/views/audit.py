"""Who did what: the list, its export, and a check of the chain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from curation import access, audit_page
from knowledge.queries.audit import export_audit
from knowledge.services.audit import verify_step

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_safe
def audit(request: HttpRequest) -> HttpResponse:
    """Show records, newest first."""
    return render(request, "curation/audit.html", audit_page.page_context(request.GET, access.actor_of(request)))


@require_GET
def export(request: HttpRequest) -> StreamingHttpResponse:
    """Send the records that the filters match as JSON lines, oldest first."""
    actor = access.actor_of(request)
    _, filters = audit_page.asked(request.GET, actor)
    response = StreamingHttpResponse(
        export_audit(agents=actor.agents, filters=filters), content_type="application/x-ndjson; charset=utf-8"
    )
    response["Content-Disposition"] = 'attachment; filename="audit.jsonl"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def verify(request: HttpRequest) -> HttpResponse:
    """Check a bounded part of the chain, and show how far that is or what it found; its address leads to the list."""
    if request.method != "POST":
        return redirect(f"{reverse('curation:audit')}?{request.GET.urlencode()}")
    actor = access.actor_of(request)
    access.check_may_administer(actor)
    found = verify_step(after=audit_page.unsealed(request.POST.get("place", "")))
    context = audit_page.check_context(found)
    if request.headers.get("HX-Request"):
        return render(request, "curation/audit.html#check", context)
    return render(request, "curation/audit.html", audit_page.page_context(request.GET, actor) | context)
