"""Deciding, taking a decision back, and keeping filters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from curation import access, queue_deciding, queue_page, queue_request, typed_reasons
from curation.queries.saved_filters import read_filters
from curation.services.saved_filters import remove_filter, save_filter
from knowledge.errors import HubError

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from curation.queue_deciding import Answer


@require_POST
def decide(request: HttpRequest, request_id: str) -> HttpResponse:
    """Approve or reject a request, or some of its items."""
    actor = access.curator_of(request)
    try:
        answer = queue_deciding.decide_one(request_id, request.POST, actor)
    except HubError:
        typed_reasons.keep(request, request_id)
        raise
    if not answer.changed:
        typed_reasons.keep(request, request_id)
    return _answer(request, answer)


@require_POST
def undo(request: HttpRequest, request_id: str) -> HttpResponse:
    """Take a decision back."""
    actor = access.curator_of(request)
    items = [*request.POST.getlist("item"), *request.GET.getlist("item")]
    return _answer(request, queue_deciding.undo_one(request_id, request.POST, items, actor))


@require_POST
def withdraw(request: HttpRequest, request_id: str) -> HttpResponse:
    """Take a request back."""
    actor = access.actor_of(request)
    queue_request.check_may_withdraw(request_id, actor)
    return _answer(request, queue_deciding.withdraw_one(request_id, request.POST, actor))


@require_POST
def many(request: HttpRequest) -> HttpResponse:
    """Show what deciding many at once would be about; do it once that is confirmed."""
    actor = access.curator_of(request)
    if not queue_request.is_sure(request.POST):
        wrong = request.POST.get("sure") == "yes"
        context = queue_request.many_context(request.POST, actor) | {"wrong": wrong}
        return render(request, "curation/queue_many.html", context, status=422 if wrong else 200)
    answer = queue_deciding.decide_all(request.POST, actor)
    here = request.POST.get("here", "")
    context = {"answer": answer, "done": " ".join(answer.done), "here": here, "back": _list(here)}
    return render(request, "curation/queue_done.html", context)


@require_POST
def undo_many(request: HttpRequest) -> HttpResponse:
    """Take many decisions back."""
    actor = access.curator_of(request)
    return _answer(request, queue_deciding.undo_all(request.POST, actor))


@require_POST
def keep_filter(request: HttpRequest) -> HttpResponse:
    """Save the filters of a list under a name."""
    here, name = request.POST.get("here", ""), request.POST.get("name", "")
    shared = request.POST.get("shared") == "yes"
    save_filter(actor=access.curator_of(request), name=name, query=here, shared=shared)
    messages.success(request, _("The filter is saved."))
    return redirect(_list(here))


@require_POST
def drop_filter(request: HttpRequest, filter_id: int) -> HttpResponse:
    """Remove a saved filter."""
    actor = access.curator_of(request)
    name = remove_filter(actor=actor, filter_id=filter_id)
    messages.success(request, _("The filter “%s” is removed.") % name)
    return redirect(_list(request.POST.get("here", "")))


def _answer(request: HttpRequest, answer: Answer) -> HttpResponse:
    """Say what came of it and show the queue as it is now; where a whole page was asked for, that page."""
    if not request.headers.get("HX-Request"):
        level = messages.SUCCESS if answer.kind == "success" else messages.WARNING
        messages.add_message(request, level, answer.text, extra_tags=answer.undo)
        return redirect(_landing(request.POST.get("back", ""), answer))
    context = queue_page.page_context(answer.here, access.actor_of(request))
    context["typed"] = typed_reasons.take(request, answer.request_id)
    notice = {"text": answer.text, "kind": answer.kind, "undo": answer.undo, "target": "#queue"}
    context["notice"] = notice | {"undo_fields": answer.undo_fields}
    return render(request, "curation/queue.html#answer", context, status=200 if answer.changed else 409)


def _landing(back: str, answer: Answer) -> str:
    """Return where to go after an act: where it goes on, else where it was started if anything is left to do there."""
    if answer.then:
        return answer.then
    if back == "decided":
        return reverse("curation:queue-decided")
    if back == "request" and answer.request_id and (answer.left or not answer.changed):
        address = reverse("curation:queue-request", args=[answer.request_id])
        return address + queue_page.carried(read_filters(answer.here.urlencode()))
    return _list(answer.here.urlencode())


def _list(here: str) -> str:
    """Return the address of the list with the filters that a form carries."""
    return reverse("curation:queue") + queue_page.carried(read_filters(here))
