"""People's addresses."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from curation.views import (
    agents,
    audit,
    dashboard,
    facts,
    graph,
    graph_acts,
    memories,
    people,
    preferences,
    session,
    settings,
    styleguide,
)

app_name = "curation"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", dashboard.overview, name="overview"),
    path("memories/", memories.memories, name="memories"),
    path("memories/change/", memories.change_many, name="memories-change"),
    path("memories/<str:memory_id>/", memories.memory, name="memory"),
    path("memories/<str:memory_id>/labels/", memories.edit_labels, name="memory-labels"),
    path("memories/<str:memory_id>/forget/", memories.forget_one, name="memory-forget"),
    path("memories/<str:memory_id>/restore/", memories.restore_one, name="memory-restore"),
    path("sign-in/", session.SignIn.as_view(), name="sign-in"),
    path("sign-in/link/<str:token>/", session.open_link, name="sign-in-link"),
    path("sign-in/link/", session.use_link, name="sign-in-confirm"),
    path("sign-out/", session.sign_out, name="sign-out"),
    path("preferences/", preferences.choose, name="preferences"),
    path("audit/", audit.audit, name="audit"),
    path("audit/export/", audit.export, name="audit-export"),
    path("audit/verify/", audit.verify, name="audit-verify"),
    path("facts/", facts.facts, name="facts"),
    path("facts/fact/", facts.fact, name="fact"),
    path("facts/fact.<slug:kind>", facts.export, name="fact-export"),
    path("graph/", graph.graph, name="graph"),
    path("graph/names/", graph.names, name="graph-names"),
    path("graph/export.<slug:format>", graph.export, name="graph-export"),
    path("graph/name/add/", graph_acts.add_name, name="graph-name-add"),
    path("graph/name/remove/", graph_acts.remove_name, name="graph-name-remove"),
    path("graph/merge/", graph_acts.merge_names, name="graph-merge"),
    path("graph/merge/undo/", graph_acts.undo_merging, name="graph-merge-undo"),
    path("graph/memories/<str:memory_id>/forget/", graph_acts.forget_memory, name="graph-forget"),
    path("graph/memories/<str:memory_id>/restore/", graph_acts.restore_memory, name="graph-restore"),
    path("settings/", settings.account, name="settings"),
    path("settings/sessions/end/", settings.end_sessions, name="end-my-sessions"),
    path("settings/limits/", settings.limits, name="limits"),
    path("settings/people/", people.listing, name="people"),
    path("settings/people/new/", people.create, name="person-new"),
    path("settings/people/<int:person_id>/", people.detail, name="person"),
    path("settings/people/<int:person_id>/role/", people.role, name="person-role"),
    path("settings/people/<int:person_id>/agents/", people.assign, name="person-agents"),
    path("settings/people/<int:person_id>/off/", people.switch_off, name="person-off"),
    path("settings/people/<int:person_id>/on/", people.switch_on, name="person-on"),
    path("settings/people/<int:person_id>/sessions/end/", people.end_sessions, name="person-sessions"),
    path("settings/agents/", agents.listing, name="agents"),
    path("settings/agents/quota/", agents.quota, name="agent-quota"),
    path("settings/agents/several-values/", agents.many, name="agent-many"),
    path("settings/agents/one-value/", agents.single, name="agent-single"),
    path("styleguide/", styleguide.styleguide, name="styleguide"),
]
