"""What waits for a person is read by nobody else: every way in, by every way of reading.

A query, an operation of the REST door or a page that is added and not named here fails the tests that walk.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import URLPattern, reverse

from curation.models import AgentAssignment
from curation.urls import urlpatterns
from knowledge import queries
from knowledge.clock import hub_now
from knowledge.errors import HubError
from knowledge.models import Agent, Memory
from knowledge.queries import (
    browse,
    detail,
    facts,
    find,
    graph,
    graph_view,
    history,
    recall,
    versions,
)
from knowledge.queries.filters import ListFilters
from knowledge.queries.recall import RecallRequest
from knowledge.queries.versions import FactName
from memoryhub.mcp.calls import TOOLS
from tests.api.helpers import program
from tests.api.inert import AGENT, CANARY, PREDICATE, SUBJECT, WAYS_IN, believed
from tests.api.operations import OPERATIONS, READ
from tests.mcp.agent import agent

PAGES = [one for one in urlpatterns if isinstance(one, URLPattern)]

pytestmark = pytest.mark.django_db

AGENTS = frozenset({AGENT})
NAME = FactName(AGENT, SUBJECT, PREDICATE, None)
Read = Callable[[str], object]


def _search(**asked: Any) -> Read:
    return lambda memory_id: recall.search(agent=AGENT, request=RecallRequest(CANARY, **asked))


def _table(memory_id: str) -> object:
    table = graph_view.fact_table(agent=AGENT, curator=False)
    return graph_view.memories_of(table, list(range(len(table.numbers))))


READS: dict[str, Read] = {
    "recall.search": _search(),
    "recall.search, words": _search(mode="keyword"),
    "recall.search, evidence": _search(profile="evidence"),
    "recall.search, subject": lambda i: recall.search(agent=AGENT, request=RecallRequest(SUBJECT, subject=SUBJECT)),
    "recall.search, graph": lambda i: recall.search(agent=AGENT, request=RecallRequest(SUBJECT)),
    "find.find": lambda i: find.find(agent=AGENT, query=CANARY),
    "find.find_in_each": lambda i: find.find_in_each(agents=[AGENT], query=CANARY),
    "browse.read": lambda i: browse.read(agents=AGENTS, memory_id=i, for_person=False),
    "browse.fetch_batch": lambda i: browse.fetch_batch(agent=AGENT, ids=[i]),
    "browse.list_memories": lambda i: browse.list_memories(agents=AGENTS, curator=False),
    "browse.list_memories, all": lambda i: browse.list_memories(
        agents=AGENTS, curator=False, filters=ListFilters(state="all")
    ),
    "browse.recent": lambda i: browse.recent(agent=AGENT),
    "browse.summarize": lambda i: browse.summarize(
        agent=AGENT, since=hub_now() - timedelta(days=1), until=hub_now() + timedelta(days=1)
    ),
    "detail.detail": lambda i: detail.detail(agents=AGENTS, memory_id=i, curator=False),
    "detail.by_ids": lambda i: detail.by_ids(agents=AGENTS, ids=[i], curator=False),
    "history.get_history": lambda i: history.get_history(agent=AGENT, subject=SUBJECT, predicate=PREDICATE),
    "history.fact_history": lambda i: history.fact_history(agent=AGENT, subject=SUBJECT, predicate=PREDICATE),
    "history.get_at": lambda i: history.get_at(agent=AGENT, subject=SUBJECT, predicate=PREDICATE, at=hub_now()),
    "history.get_at, known": lambda i: history.get_at(
        agent=AGENT, subject=SUBJECT, predicate=PREDICATE, at=hub_now(), known_at=hub_now() + timedelta(seconds=1)
    ),
    "history.get_at, known then": lambda i: history.get_at(
        agent=AGENT, subject=SUBJECT, predicate=PREDICATE, at=_then(i), known_at=_then(i)
    ),
    "versions.versions": lambda i: versions.versions(NAME),
    "versions.all_versions": lambda i: list(versions.all_versions(NAME)),
    "versions.learned": lambda i: versions.learned(NAME),
    "versions.neighbours": lambda i: versions.neighbours(NAME, at=hub_now() + timedelta(days=1)),
    "facts.find_facts": lambda i: facts.find_facts(agents=AGENTS, text=SUBJECT),
    "graph.export_graph": lambda i: graph.export_graph(agent=AGENT, for_curator=False),
    "graph.entity_detail": lambda i: graph.entity_detail(agent=AGENT, entity=SUBJECT, for_curator=False),
    "graph.load": lambda i: graph.load(agent=AGENT),
    "graph_view.fact_table": _table,
}
SHOWS_NO_TEXT = {"graph.load"}

NOT_A_WAY_OF_READING = {
    "agents": "names of agents",
    "aliases": "other names, tested with them",
    "alike": "what waits, for those who decide",
    "audit": "digests only",
    "conversations": "what a conversation had taught before",
    "embedders": "vectors, no rows",
    "entity_vectors": "vectors of names",
    "export": "a whole memory, for whoever runs the hub",
    "fading": "what the archive would take, for administrators",
    "filters": "parts of lists",
    "forgetting": "one row somebody may read",
    "graph_cache": "kept graphs",
    "graph_rows": "parts of the graph",
    "imports": "which lines arrived before",
    "instants": "texts of moments",
    "jobs": "what ran when, with counts",
    "policies": "kinds of life time, and ids for administrators",
    "reading": "what is read before answering, tested with it",
    "keywords": "an arm of recall",
    "leaving": "moves of rows that are deleted",
    "lessons": "rules made of mistakes, tested with their page",
    "limits": "settings",
    "linking": "a part of recall",
    "merging": "a preview for curators",
    "metrics": "counts",
    "mistakes": "the notebook, no memories",
    "named": "filters",
    "newest": "a part of lists",
    "origins": "what a rollback reaches, for administrators",
    "moves": "plans to move a namespace, for whoever runs the hub",
    "plan_reach": "what a forgetting reaches, for curators",
    "reach": "what a forgetting reaches, for administrators",
    "arms": "parts of recall",
    "context": "a part of recall",
    "consistency": "checks of the store",
    "review": "what waits, for those who decide",
    "rows": "reading rows that were chosen",
    "sightings": "counts",
    "sources": "what a source taught, for administrators",
    "taught": "what a source taught, for curators",
    "stats": "counts",
    "textindex": "the index",
    "told": "ids only",
    "totals": "counts",
    "vector_cache": "kept vectors",
    "vector_rows": "parts of the vectors",
    "vector_state": "counts",
    "vectors": "an arm of recall",
    "views": "one row somebody may read",
    "watching": "counts",
    **dict.fromkeys(
        [
            *("wiki", "wiki_access", "wiki_graph", "wiki_health", "wiki_hub", "wiki_page", "wiki_review"),
            *("wiki_columns", "wiki_search", "wiki_vault", "wiki_views"),
        ],
        "pages of the wiki",
    ),
}
INSIDE = {
    "recall.place_of": "a place, no row",
    "recall.longest_query": "a bound",
    "find.reasons": "why one row was found that somebody may read",
    "browse.retrievable": "a filter",
    "graph.graph_signal": "an arm of recall",
    "graph.written": "a form of the export",
    "graph_view.memories_of": "rows of a table that was read",
    "graph_view.facts_of": "rows of a table that was read",
    "graph_view.forget_tables": "empties a cache",
    "history.removed_versions": "a number",
    "history.confirmations": "who said a row again",
    "history.second_clock": "moments of rows, for curators",
    "versions.visible_rows": "a filter",
    "versions.shown_places": "numbers",
}


@pytest.fixture(autouse=True)
def _no_table_of_another_test():
    graph_view.forget_tables()


def shown(read: Read, memory_id: str) -> str:
    try:
        return repr(read(memory_id))
    except HubError as error:
        return error.message


@pytest.mark.parametrize("way_in", WAYS_IN)
def test_no_query_shows_what_waits(way_in):
    memory_id = WAYS_IN[way_in]()
    assert Memory.objects.get(id=memory_id).standing in {"quarantined", "held"}
    told = {name: shown(read, memory_id) for name, read in READS.items()}
    assert [name for name, text in told.items() if CANARY in text] == []


def test_every_query_shows_what_is_true():
    memory_id = believed()
    told = {name: shown(read, memory_id) for name, read in READS.items()}
    silent = {name for name, text in told.items() if CANARY not in text} - SHOWS_NO_TEXT
    assert silent == set()


@pytest.mark.parametrize("way_in", WAYS_IN)
def test_no_operation_shows_what_waits(way_in):
    memory_id = WAYS_IN[way_in]()
    reader = program(AGENT, scopes=[READ])
    for name, operation in OPERATIONS.items():
        if operation.scope != READ or operation.people or operation.make is not None:
            continue
        assert CANARY not in _called(reader, name, memory_id), name
    for path in (
        f"/memories/{memory_id}",
        f"/facts/history?{_FACT}",
        f"/facts/at?{_FACT}&at={_soon()}",
        f"/facts/at?{_FACT}&at={_instant(_then(memory_id))}&known_at={_instant(_then(memory_id))}",
        "/graph",
        "/facts",
    ):
        assert CANARY not in reader.get(path).text, path
    assert CANARY not in reader.post("/memories/fetch", {"ids": [memory_id]}).text
    for asked in ({}, {"mode": "keyword"}, {"profile": "evidence"}, {"subject": SUBJECT}):
        assert CANARY not in reader.post("/memories/search", {"query": f"{SUBJECT} code", **asked}).text


def test_those_operations_show_what_is_true():
    memory_id = believed()
    reader = program(AGENT, scopes=[READ])
    for path in (f"/memories/{memory_id}", f"/facts/history?{_FACT}", f"/facts/at?{_FACT}&at={_soon()}", "/graph"):
        assert CANARY in reader.get(path).text, path
    assert CANARY in reader.post("/memories/search", {"query": SUBJECT}).text


TOOLS_THAT_READ: dict[str, Callable[[str], dict[str, Any]]] = {
    "memory_search": lambda i: {"query": f"{SUBJECT} code {CANARY}"},
    "memory_context": lambda i: {"message": f"{SUBJECT} code {CANARY}"},
    "memory_list_recent": lambda i: {"limit": 100},
    "memory_summarize": lambda i: {"until": _soon()},
    "memory_read": lambda i: {"memory_id": i},
    "memory_fetch_batch": lambda i: {"ids": [i]},
    "memory_get_history": lambda i: {"subject": SUBJECT, "predicate": PREDICATE},
    "memory_get_at": lambda i: {"subject": SUBJECT, "predicate": PREDICATE, "at": _soon()},
    "memory_get_at, then": lambda i: {
        "subject": SUBJECT,
        "predicate": PREDICATE,
        "at": _instant(_then(i)),
        "known_at": _instant(_then(i)),
    },
    "memory_alias_list": lambda i: {},
    "graph_export": lambda i: {},
    "mistakes_relevant": lambda i: {"message": SUBJECT},
}
TELLS_NO_MEMORY = {"memory_alias_list", "mistakes_relevant"}


def _told(memory_id: str) -> dict[str, str]:
    reader = agent(AGENT, scopes=[READ])
    return {
        name: str(reader.call(name.split(",")[0], **asked(memory_id)).body) for name, asked in TOOLS_THAT_READ.items()
    }


def test_every_tool_that_reads_memories_is_listed():
    assert {name for name, tool in TOOLS.items() if tool.scope == READ} == {
        name.split(",")[0] for name in TOOLS_THAT_READ
    }


@pytest.mark.parametrize("way_in", WAYS_IN)
def test_no_tool_shows_what_waits(way_in):
    memory_id = WAYS_IN[way_in]()
    told = {name: text for name, text in _told(memory_id).items() if CANARY in text}
    assert told == {}


def test_every_tool_shows_what_is_true():
    told = _told(believed())
    assert {name for name, text in told.items() if CANARY not in text} == TELLS_NO_MEMORY


_FACT = "subject=Project%20Aurora&predicate=code%20name"


def _then(memory_id: str) -> datetime:
    """The moment the row was written: some of them were believed then."""
    return Memory.objects.get(id=memory_id).ingested_at


def _instant(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


def _soon() -> str:
    return _instant(hub_now() + timedelta(seconds=1))


def _called(reader: Any, name: str, memory_id: str) -> str:
    return str(OPERATIONS[name].call(reader, memory_id).text)


def _addresses(memory_id: str) -> dict[str, str]:
    """Every page that is asked for by GET, with an address that could show the row."""
    fact = f"?agent={AGENT}&{_FACT}"
    row = Memory.objects.filter(id=memory_id).first()
    then = "" if row is None else (row.ingested_at + timedelta(seconds=1)).strftime("%Y-%m-%dT%H:%M:%S")
    own = {
        "memory": reverse("curation:memory", args=[memory_id]),
        "memories": f"{reverse('curation:memories')}?state=all",
        "fact": reverse("curation:fact") + fact,
        "fact then": f"{reverse('curation:fact')}{fact}&at={then}&known={then}&zone=UTC",
        "facts": f"{reverse('curation:facts')}?q=Aurora",
        "fact-export": reverse("curation:fact-export", args=["json"]) + fact,
        "graph": f"{reverse('curation:graph')}?agent={AGENT}&entity=Project+Aurora",
        "graph-names": f"{reverse('curation:graph-names')}?agent={AGENT}&q=Aurora",
        "graph-export": f"{reverse('curation:graph-export', args=['json'])}?agent={AGENT}",
    }
    plain = {str(one.name): "" for one in PAGES if "<" not in str(one.pattern)}
    return {name: reverse(f"curation:{name}") for name in plain} | own


PAGES_ABOUT_SOMETHING_ELSE = {
    "memory-labels", "memory-forget", "memory-restore", "sign-in-link", "person", "person-role", "person-agents",
    "person-off", "person-on", "person-sessions", "graph-forget", "graph-restore",
    "queue-decide", "queue-undo", "queue-withdraw", "queue-request", "queue-filter-remove",
    "webhook", "webhook-act", "webhook-again",
    "plan", "plan-apply", "rollback", "rollback-undo",
    "mistake", "mistake-settle", "mistake-remove", "job", "job-run", "policy", "policy-remove",
    "wiki-page", "wiki-raw", "wiki-edit", "wiki-draft", "wiki-merge", "wiki-history", "wiki-changes",
    "wiki-restore", "wiki-move", "wiki-archive", "wiki-share", "wiki-keep", "wiki-promote", "wiki-unpromote",
}  # fmt: skip


@pytest.fixture
def viewer(db) -> Client:
    person = User.objects.create_user("vera")
    person.groups.add(Group.objects.get(name="viewer"))
    AgentAssignment.objects.create(user=person, agent=AGENT)
    client = Client()
    client.force_login(person)
    return client


@pytest.mark.parametrize("way_in", WAYS_IN)
def test_no_page_shows_a_viewer_what_waits(way_in, viewer):
    memory_id = WAYS_IN[way_in]()
    for name, address in _addresses(memory_id).items():
        assert CANARY not in _text(viewer.get(address)), name


def test_pages_show_a_viewer_what_is_true(viewer):
    memory_id = believed()
    addresses = _addresses(memory_id)
    for name in ("memory", "memories", "fact", "fact-export", "graph", "graph-export"):
        assert f"is called {CANARY}" in _text(viewer.get(addresses[name])) or name.startswith("graph"), name
    assert CANARY in _text(viewer.get(addresses["graph-export"]))


def _text(response: Any) -> str:
    if getattr(response, "streaming", False):
        return b"".join(response.streaming_content).decode()
    return str(response.content.decode())


def test_every_page_is_asked():
    named = {str(one.name) for one in PAGES}
    assert named - _addresses("m_x").keys() == PAGES_ABOUT_SOMETHING_ELSE & named


def test_every_query_is_listed():
    listed = {name.split(",")[0] for name in READS} | set(INSIDE)
    found = {f"{module}.{name}" for module, name in _public() if module not in NOT_A_WAY_OF_READING}
    assert found - listed == set()
    modules = {one.name for one in pkgutil.iter_modules(queries.__path__)}
    assert set(NOT_A_WAY_OF_READING) - modules == set()


def _public() -> Iterator[tuple[str, str]]:
    for one in pkgutil.iter_modules(queries.__path__):
        module = importlib.import_module(f"knowledge.queries.{one.name}")
        for name, thing in vars(module).items():
            if inspect.isfunction(thing) and thing.__module__ == module.__name__ and not name.startswith("_"):
                yield one.name, name


@pytest.mark.parametrize("way_in", ["rest, burst in a batch", "rest, suspicious fact"])
def test_counters_and_the_graph_are_those_of_a_store_without_it(way_in):
    memory_id = WAYS_IN[way_in]()
    agent = Agent.objects.get(name=AGENT)
    assert (agent.live_memories, agent.live_tokens) == (0, 0)
    assert graph.export_graph(agent=AGENT, for_curator=False).nodes == ()
    assert memory_id
