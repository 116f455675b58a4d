"""Every address of the pages, from the URL map, with a sample for each part of it and who may call it.

A page that is not listed in ``NEEDED`` fails the tests that walk; so does a part of an address without a sample.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from curation.services import people, webhooks
from curation.services.saved_filters import save_filter
from knowledge.engine.types import Actor
from knowledge.services import mistakes
from knowledge.services.wiki import PageDraft, save
from memoryhub import tokens
from memoryhub.jobs import sync_schedules
from tests.knowledge.helpers import fact, say

SYSTEM = Actor("system", "root", "command", frozenset({"admin"}), None)
UNKNOWN_MEMORY = "m_01jzzzzzzz0000000000000000"
EVERYBODY, ANYBODY, VIEWER, CURATOR, ADMIN = "everybody", "any person", "viewer", "curator", "admin"
"""Without signing in; signed in, even without a role; and the three roles."""

# Who may call it, by name and method. GET stands for HEAD too.
NEEDED: dict[str, dict[str, str]] = {
    "overview": {"GET": VIEWER},
    "memories": {"GET": VIEWER},
    "memories-change": {"POST": CURATOR},
    "memory": {"GET": VIEWER},
    "memory-labels": {"POST": CURATOR},
    "memory-forget": {"POST": CURATOR},
    "memory-restore": {"POST": CURATOR},
    "facts": {"GET": VIEWER},
    "fact-new": {"GET": CURATOR, "POST": CURATOR},
    "fact": {"GET": VIEWER, "POST": CURATOR},
    "fact-export": {"GET": VIEWER},
    "graph": {"GET": VIEWER},
    "graph-names": {"GET": VIEWER},
    "graph-export": {"GET": VIEWER},
    "graph-name-add": {"POST": CURATOR},
    "graph-name-remove": {"POST": CURATOR},
    "graph-merge": {"GET": CURATOR, "POST": CURATOR},
    "graph-merge-undo": {"POST": CURATOR},
    "graph-forget": {"POST": CURATOR},
    "graph-restore": {"POST": CURATOR},
    "audit": {"GET": VIEWER},
    "audit-export": {"GET": VIEWER},
    "audit-verify": {"GET": ANYBODY, "POST": ADMIN},
    "queue": {"GET": CURATOR},
    "queue-news": {"GET": CURATOR},
    "queue-decided": {"GET": CURATOR},
    "queue-request": {"GET": CURATOR},
    "queue-decide": {"POST": CURATOR},
    "queue-undo": {"POST": CURATOR},
    "queue-withdraw": {"POST": ADMIN},
    "queue-many": {"POST": CURATOR},
    "queue-many-undo": {"POST": CURATOR},
    "queue-filter-save": {"POST": CURATOR},
    "queue-filter-remove": {"POST": CURATOR},
    "wiki": {"GET": VIEWER},
    "wiki-graph": {"GET": VIEWER},
    "wiki-health": {"GET": VIEWER},
    "wiki-beside": {"GET": VIEWER},
    "wiki-filed": {"GET": VIEWER},
    "wiki-page": {"GET": VIEWER},
    "wiki-raw": {"GET": VIEWER},
    "wiki-history": {"GET": VIEWER},
    "wiki-changes": {"GET": VIEWER},
    "wiki-archived": {"GET": CURATOR},
    "wiki-rules": {"GET": CURATOR, "POST": CURATOR},
    "wiki-new": {"GET": CURATOR, "POST": CURATOR},
    "wiki-edit": {"GET": CURATOR, "POST": CURATOR},
    "wiki-move": {"GET": CURATOR, "POST": CURATOR},
    "wiki-back": {"POST": CURATOR},
    "wiki-preview": {"POST": CURATOR},
    "wiki-draft": {"POST": CURATOR},
    "wiki-merge": {"POST": CURATOR},
    "wiki-restore": {"POST": CURATOR},
    "wiki-archive": {"POST": CURATOR},
    "wiki-share": {"POST": CURATOR},
    "wiki-keep": {"POST": CURATOR},
    "wiki-promote": {"POST": CURATOR},
    "wiki-unpromote": {"POST": CURATOR},
    "policies": {"GET": ADMIN},
    "policy-new": {"GET": ADMIN, "POST": ADMIN},
    "policy": {"GET": ADMIN, "POST": ADMIN},
    "policy-remove": {"POST": ADMIN},
    "hold": {"POST": ADMIN},
    "unhold": {"POST": ADMIN},
    "webhooks": {"GET": ADMIN},
    "webhook-new": {"GET": ADMIN, "POST": ADMIN},
    "webhook": {"GET": ADMIN, "POST": ADMIN},
    "webhook-act": {"POST": ADMIN},
    "webhook-again": {"POST": ADMIN},
    "sources": {"GET": CURATOR},
    "source": {"GET": CURATOR},
    "origin": {"GET": CURATOR, "POST": ADMIN},
    "rollback": {"GET": CURATOR},
    "rollback-undo": {"POST": ADMIN},
    "plan-new": {"GET": ADMIN, "POST": ADMIN},
    "plan": {"GET": CURATOR},
    "plan-apply": {"POST": ADMIN},
    "jobs": {"GET": ADMIN},
    "job": {"GET": ADMIN},
    "job-run": {"POST": ADMIN},
    "lessons": {"GET": VIEWER},
    "lesson-rules": {"GET": VIEWER},
    "lesson-rules-make": {"POST": CURATOR},
    "mistake": {"GET": VIEWER},
    "mistake-settle": {"POST": CURATOR},
    "mistake-remove": {"POST": CURATOR},
    "settings": {"GET": ANYBODY, "POST": ANYBODY},
    "end-my-sessions": {"POST": ANYBODY},
    "limits": {"GET": ADMIN},
    "people": {"GET": ADMIN},
    "person-new": {"GET": ADMIN, "POST": ADMIN},
    "person": {"GET": ADMIN},
    "person-role": {"POST": ADMIN},
    "person-agents": {"POST": ADMIN},
    "person-off": {"POST": ADMIN},
    "person-on": {"POST": ADMIN},
    "person-sessions": {"POST": ADMIN},
    "person-link": {"POST": ADMIN},
    "agents": {"GET": ADMIN},
    "agent-quota": {"POST": ADMIN},
    "agent-many": {"POST": ADMIN},
    "agent-single": {"POST": ADMIN},
    "connect": {"GET": ADMIN, "POST": ADMIN},
    "connected": {"GET": ADMIN},
    "connect-light": {"GET": ADMIN},
    "tokens": {"GET": ADMIN},
    "token-new": {"GET": ADMIN, "POST": ADMIN},
    "token-revoke": {"POST": ADMIN},
    "sign-in": {"GET": EVERYBODY, "POST": EVERYBODY},
    "sign-in-link": {"GET": EVERYBODY},
    "sign-in-confirm": {"GET": EVERYBODY, "POST": EVERYBODY},
    "sign-out": {"POST": EVERYBODY},
    "preferences": {"POST": EVERYBODY},
    "set_language": {"GET": EVERYBODY, "POST": EVERYBODY},
}
# What an address needs to be about something.
QUERIES = dict.fromkeys(("fact", "fact-export"), "?agent=alice&subject=user&predicate=lang") | dict.fromkeys(
    ("graph", "graph-names", "graph-export", "graph-name-add", "graph-name-remove", "graph-merge", "graph-merge-undo"),
    "?agent=alice&node=user",
)
OF_PAGES = ["page", "raw", "history", "edit", "move", "draft", "merge", "restore", "archive", "share"]
OF_PAGES += ["promote", "unpromote"]
QUERIES |= dict.fromkeys(("wiki", "wiki-new", "wiki-rules", *(f"wiki-{name}" for name in OF_PAGES)), "?agent=alice")
QUERIES |= {"wiki-changes": "?agent=alice&new=1", "wiki-beside": "?of=alice&path=plan.md&of2=alice&path2=plan.md"}
QUERIES |= {"source": "?agent=alice&session=talk", "origin": "?agent=alice&origin=channel:x"}
# Judged by their own tests: the admin by tests/curation/test_admin.py, programs' addresses by tests/api.
ELSEWHERE = re.compile(r"^(admin/|api/|health/|metrics|static/|styleguide/)")


@dataclass(frozen=True)
class Route:
    """One address of the map: its pattern, and its name without the name of the application."""

    name: str
    pattern: str

    @property
    def parts(self) -> list[str]:
        return re.findall(r"<(?:\w+:)?(\w+)>", self.pattern)

    def path(self, samples: dict[str, object]) -> str:
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda match: str(samples[match.group(1)]), self.pattern)
        return f"/{path}{QUERIES.get(self.name, '')}"


def _walk(patterns: list[URLPattern | URLResolver], prefix: str = "") -> Iterator[Route]:
    for one in patterns:
        pattern = prefix + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _walk(one.url_patterns, pattern)
        else:
            yield Route(one.name or pattern, pattern)


def routes() -> list[Route]:
    """Every page, in the order of the map."""
    return [one for one in _walk(get_resolver().url_patterns) if not ELSEWHERE.match(one.pattern)]


def calls() -> list[tuple[Route, str, str]]:
    """Every page with each of its methods and who may call it; a page that is not listed may be called by nobody."""
    found = []
    for route in routes():
        for method, needed in NEEDED.get(route.name, {"GET": "nobody: list it in NEEDED"}).items():
            found.append((route, method, needed))
    return found


@dataclass(frozen=True)
class World:
    """A small hub: two agents, one person per role, and a sample for every part of an address."""

    clients: dict[str, Client]
    people: dict[str, User]
    samples: dict[str, object]
    foreign: dict[str, object]

    def path(self, route: Route) -> str:
        return route.path(self.samples)


def _page(agent: str) -> str:
    return save(actor=SYSTEM, draft=PageDraft(agent, "plan.md", "# The plan\n\nSee [[nowhere]].\n")).page.path


def make_world() -> World:
    sync_schedules()
    mine = fact("en", agent="alice").memory.id
    waiting = fact("de", agent="alice", origin="channel:x")
    theirs = say("Carol's secret", agent="carol", subject="carol", predicate="secret", object="x").memory.id
    found: dict[str, User] = {}
    for name, role in (("charlie", ""), ("vera", VIEWER), ("bob", CURATOR), ("alice", ADMIN)):
        person = User.objects.create_user(name, is_staff=role == ADMIN)
        if role:
            person.groups.add(Group.objects.get(name=role))
            people.assign_agents(actor=SYSTEM, person_id=person.pk, agents=["alice"])
        found[role or ANYBODY] = person
    emil = User.objects.create_user("emil")
    clients = {EVERYBODY: Client()}
    for role, person in found.items():
        clients[role] = Client()
        clients[role].force_login(person)
    token = tokens.mint(actor=SYSTEM, agent="alice", scopes=["memory:read"]).token
    samples: dict[str, object] = {
        "memory_id": mine,
        "path": _page("alice"),
        "mistake_id": _mistake("alice"),
        "name": "tidy",
        "policy": "preference",
        "rollback_id": "b_none",
        "plan_id": "p_none",
        "person_id": emil.pk,
        "token_id": token.id,
        "token": "x" * 32,
        "kind": "csv",
        "format": "json",
        "request_id": waiting.review_id,
        "filter_id": save_filter(actor=replace(SYSTEM, kind="person", user_id=emil.pk), name="n", query="risk=high"),
        "key": webhooks.create_target(actor=SYSTEM, name="ops", url="https://hooks.example.org/").key,
        "what": "try",
        "delivery": 1,
    }
    return World(clients, found, samples, {"memory_id": theirs, "mistake_id": _mistake("carol")})


def _mistake(agent: str) -> str:
    return mistakes.record(actor=SYSTEM, agent=agent, draft=mistakes.MistakeDraft("factual", "It was wrong.")).id
