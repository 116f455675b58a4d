"""Finding a fact, reading its time axis, correcting it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from curation import access, fact_list, fact_page
from curation.exports import csv_lines, json_lines
from curation.forms_facts import FactForm, FindForm, NewFactForm, StatementForm, shown_moments, statement_form
from curation.moments import COMMON_ZONES
from curation.queries.facts import FactReading, Question, read_fact
from knowledge.errors import HubError, NotFound, Refused
from knowledge.queries.facts import find_facts
from knowledge.queries.versions import FactName, all_versions
from knowledge.services.preview import Preview, preview
from knowledge.services.store import store

if TYPE_CHECKING:
    from knowledge.queries.versions import FactVersion
    from knowledge.services.types import Actor, StoreOutcome


@require_safe
def facts(request: HttpRequest) -> HttpResponse:
    """List the facts whose subject or predicate contains what was typed."""
    actor = access.actor_of(request)
    access.check_may_look(actor)
    form = FindForm(request.GET)
    form.is_valid()
    query, agent, after = (form.cleaned_data.get(name, "") for name in ("q", "agent", "after"))
    if agent:
        access.check_agent(actor, agent)
    page = find_facts(
        agents={agent} if agent else actor.agents,
        text=query,
        after=after or None,
        curator=access.may_curate(actor),
    )
    context = {
        "agents": access.visible_agents(actor),
        "agent": agent,
        "first": fact_list.next_page(query, agent, "") if after else "",
        "may_state": access.may_curate(actor),
        **fact_list.list_of(page, query, agent),
    }
    return render(request, "curation/facts.html", context)


@dataclass(frozen=True, slots=True)
class _Asked:
    """Who asks what about which fact."""

    actor: Actor
    name: FactName
    question: Question
    form: FactForm

    @property
    def links(self) -> fact_page.FactLinks:
        clock = self.form.cleaned_data.get("clock", "")
        return fact_page.FactLinks(self.name, "" if clock == "both" else clock)


def _asked(request: HttpRequest) -> _Asked | None:
    """Read the address; None when it names no fact."""
    actor = access.actor_of(request)
    access.check_may_look(actor)
    form = FactForm(request.GET)
    form.is_valid()
    data = form.cleaned_data
    agent, subject, predicate = (data.get(key, "") for key in ("agent", "subject", "predicate"))
    if agent:
        access.check_agent(actor, agent)
    if not (agent and subject and predicate):
        return None
    question = Question(
        at=data.get("at"),
        known_at=data.get("known"),
        chosen=data.get("v", ""),
        compare=(data["a"], data["b"]) if data.get("a") and data.get("b") else None,
        curator=access.may_curate(actor),
    )
    return _Asked(actor, FactName(agent, subject, predicate, data.get("object") or None), question, form)


@require_http_methods(["GET", "HEAD", "POST"])
def fact(request: HttpRequest) -> HttpResponse:
    """Show one fact at the moment asked about; a curator's statement arrives by POST."""
    asked = _asked(request)
    if asked is None:
        query = {key: request.GET.get(key, "") for key in ("agent",) if request.GET.get(key)}
        words = request.GET.get("subject") or request.GET.get("predicate") or ""
        return redirect(f"{reverse('curation:facts')}?{urlencode({**query, **({'q': words} if words else {})})}")
    if request.method == "POST":
        return _state(request, asked)
    wrong = bool(asked.form.errors.keys() & {"at", "known", "zone"})
    return _page(request, asked, _reading(asked), status=422 if wrong else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Ask which fact is to be known, and its value (GET); preview or store it (POST)."""
    actor = access.curator_of(request)
    agents = access.visible_agents(actor)
    if request.method != "POST":
        return _new_page(request, agents, _begun(request, agents))
    form = NewFactForm(request.POST, agents=agents)
    if not form.is_valid():
        return _new_page(request, agents, form, status=422)
    data = form.cleaned_data
    if agents or not access.may_administer(actor):  # the first agent of all is made by the first fact
        access.check_agent(actor, data["agent"])
    name = FactName(data["agent"], data["subject"], data["predicate"])
    asked = _asked_now(actor, name)
    reading = _reading(asked)
    try:
        draft = form.draft(name, _present(reading))
        if request.POST.get("do") == "preview":
            said = preview(actor=actor, agent=name.agent, draft=draft)
            return _new_page(request, agents, form, fact_page.forecast_words(said, reading, form.shown_value()))
        outcome = store(actor=actor, agent=name.agent, draft=draft)
    except HubError as error:
        form.refuse(error)
        return _new_page(request, agents, form, status=422 if error.status < 500 else error.status)
    return _stored(request, asked, reading, outcome, form.shown_value())


def _begun(request: HttpRequest, agents: list[str]) -> NewFactForm:
    named = {name: request.GET.get(name, "") for name in ("agent", "subject", "predicate")}
    return NewFactForm(agents=agents, initial={**statement_form(None).initial, **named})


def _asked_now(actor: Actor, name: FactName) -> _Asked:
    asked = _Asked(actor, name, Question(curator=True), FactForm({}))
    asked.form.is_valid()
    return asked


def _new_page(
    request: HttpRequest, agents: list[str], form: NewFactForm, forecast: list[str] | None = None, *, status: int = 200
) -> HttpResponse:
    may_begin = bool(agents) or access.may_administer(access.actor_of(request))
    context = {"agents": agents, "agent": form["agent"].value() or "", "form": form, "may_begin": may_begin}
    shown = {**context, "forecast": forecast, "zones": COMMON_ZONES}
    return render(request, "curation/fact_new.html", shown, status=status)


def _reading(asked: _Asked, question: Question | None = None, also: tuple[str, ...] = ()) -> FactReading | None:
    """Read the fact; None when nothing is known and this person may be the first to say something."""
    question = question or asked.question
    try:
        return read_fact(asked.name, question, also=also)
    except NotFound:
        if question.chosen or question.compare or not question.curator:
            raise
        return None


def _page(
    request: HttpRequest,
    asked: _Asked,
    reading: FactReading | None,
    *,
    statement: StatementForm | None = None,
    forecast: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    clock = asked.form.cleaned_data.get("clock") or "both"
    page = fact_page.page_of(reading, asked.links, clock) if reading else {"name": asked.name}
    context: dict[str, Any] = {
        **page,
        "agents": access.visible_agents(asked.actor),
        "agent": asked.name.agent,
        "form": asked.form,
        "asked": shown_moments(asked.form),
        "zones": COMMON_ZONES,
        "may_state": asked.question.curator,
        "statement": statement or statement_form(_present(reading)),
        "forecast": forecast,
        "here": asked.links.to(),
    }
    return render(request, "curation/fact.html", context, status=status)


def _present(reading: FactReading | None) -> FactVersion | None:
    """Return the one version that is true now, if the reading is about now."""
    if reading is None or len(reading.answers) != 1 or reading.question.at or reading.question.known_at:
        return None
    return reading.answers[0].version


def _state(request: HttpRequest, asked: _Asked) -> HttpResponse:
    """Preview or store what a curator says."""
    if not access.may_curate(asked.actor):
        raise Refused("Your role only reads; ask a curator or an administrator.")
    form = StatementForm(request.POST)
    reading = _reading(asked, Question(curator=True))
    if not form.is_valid():
        return _page(request, asked, reading, statement=form, status=422)
    draft = form.draft(asked.name, _present(reading))
    try:
        if request.POST.get("do") == "preview":
            said = preview(actor=asked.actor, agent=asked.name.agent, draft=draft)
            return _forecast(request, asked, form, said)
        outcome = store(actor=asked.actor, agent=asked.name.agent, draft=draft)
    except HubError as error:
        form.refuse(error)
        return _page(request, asked, reading, statement=form, status=422 if error.status < 500 else error.status)
    return _stored(request, asked, reading, outcome, form.shown_value())


def _forecast(request: HttpRequest, asked: _Asked, form: StatementForm, said: Preview) -> HttpResponse:
    """Show what the statement would do."""
    named = (said.superseded_id, said.rival_id, said.row_id, *(one.memory_id for one in said.changes))
    reading = _reading(asked, Question(curator=True), tuple(one for one in named if one))
    lines = fact_page.forecast_words(said, reading, form.shown_value())
    return _page(request, asked, reading, statement=form, forecast=lines)


def _stored(
    request: HttpRequest, asked: _Asked, before: FactReading | None, outcome: StoreOutcome, value: str
) -> HttpResponse:
    """Say what the statement did, and show the version that carries it."""
    words = " ".join(fact_page.outcome_words(outcome, before, value))
    level = messages.WARNING if outcome.outcome == "held" else messages.SUCCESS
    messages.add_message(request, level, words)
    if outcome.warning:
        messages.warning(request, fact_page.warning_words(outcome.warning))
    return redirect(asked.links.version(outcome.memory.id))


@require_safe
def export(request: HttpRequest, kind: str) -> HttpResponseBase:
    """Send the whole history of a fact as a file."""
    asked = _asked(request)
    if asked is None or kind not in {"csv", "json"}:
        raise NotFound("There is no such fact.")
    rows = (fact_page.export_row(one) for one in all_versions(asked.name, curator=asked.question.curator))
    if kind == "csv":
        columns = fact_page.COLUMNS
        lines = csv_lines(columns, ([row[name] for name in columns] for row in rows))
    else:
        head = {"agent": asked.name.agent, "subject": asked.name.subject, "predicate": asked.name.predicate}
        lines = json_lines(head, "versions", rows)
    response = StreamingHttpResponse(
        lines, content_type="text/csv; charset=utf-8" if kind == "csv" else "application/json"
    )
    response["Content-Disposition"] = f'attachment; filename="fact.{kind}"'
    return response
