"""The list of memories, one memory, and what a curator may do with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from curation import access, bulk, memory_list, memory_page
from curation.forms_memories import LabelsForm
from knowledge.services.edit import MemoryChanges, edit, forget, restore

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_safe
def memories(request: HttpRequest) -> HttpResponse:
    """Show a page of the list, or the results of a search."""
    context = memory_list.page_context(request.GET, access.actor_of(request))
    return render(request, "curation/memories.html", context, status=422 if context["kind"] == "problem" else 200)


@require_safe
def memory(request: HttpRequest, memory_id: str) -> HttpResponse:
    """Show one memory."""
    context = memory_page.page_context(memory_id, request.GET, access.actor_of(request))
    return render(request, "curation/memory.html", context)


@require_POST
def edit_labels(request: HttpRequest, memory_id: str) -> HttpResponse:
    """Change labels and importance."""
    actor = access.curator_of(request)
    form = LabelsForm(request.POST)
    if not form.is_valid():
        return _page(request, memory_id, labels=form, status=422)
    changes = MemoryChanges(tags=form.labels(), importance=form.cleaned_data["importance"])
    edit(actor=actor, memory_id=memory_id, changes=changes)
    return _done(request, memory_id, _("Saved."))


@require_POST
def forget_one(request: HttpRequest, memory_id: str) -> HttpResponse:
    """Forget one memory; it can be restored."""
    reason = request.POST.get("reason", "").strip()
    forgotten = forget(actor=access.actor_of(request), memory_id=memory_id, reason=reason)
    text = _("Forgotten. Agents no longer get it.") if forgotten else _("It was forgotten already.")
    return _done(request, memory_id, text, undo=reverse("curation:memory-restore", args=[memory_id]))


@require_POST
def restore_one(request: HttpRequest, memory_id: str) -> HttpResponse:
    """Bring a forgotten memory back."""
    outcome = restore(actor=access.actor_of(request), memory_id=memory_id)
    return _done(request, memory_id, memory_page.outcome_words(outcome.outcome))


@require_POST
def change_many(request: HttpRequest) -> HttpResponse:
    """Forget, restore or label the chosen memories of a list."""
    actor = access.curator_of(request)
    answer = bulk.change(request.POST, actor)
    if not request.headers.get("HX-Request"):
        messages.add_message(request, messages.INFO if answer.changed else messages.WARNING, answer.text)
        return redirect(f"{reverse('curation:memories')}?{answer.params.urlencode()}")
    context = memory_list.page_context(answer.params, actor)
    request.GET = answer.params  # type: ignore[assignment]  # addresses in the answer are those of the list
    notice = {"text": answer.text, "kind": "success" if answer.changed else "warning", "target": "#results"}
    undo = {"undo": reverse("curation:memories-change"), "undo_fields": answer.undo} if answer.undo else {}
    return render(request, "curation/memories.html#answer", context | {"notice": notice | undo})


def _page(request: HttpRequest, memory_id: str, *, status: int = 200, **more: Any) -> HttpResponse:
    """Show the memory again: as a part for htmx, else as the page."""
    labels = more.pop("labels", None)
    context = memory_page.page_context(memory_id, request.GET, access.actor_of(request), labels=labels)
    part = "#answer" if request.headers.get("HX-Request") else ""
    return render(request, f"curation/memory.html{part}", context | more, status=status)


def _done(request: HttpRequest, memory_id: str, text: str, *, undo: str = "") -> HttpResponse:
    """Say what was done and show the memory as it is now."""
    if request.headers.get("HX-Request"):
        notice = {"text": text, "kind": "success", "undo": undo, "target": "#memory"}
        return _page(request, memory_id, notice=notice)
    messages.success(request, text)
    return redirect(reverse("curation:memory", args=[memory_id]) + memory_list.carried(request.GET))
