"""Every tool: who may call it, what it refuses, and that it refuses in the words of the REST door."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import jsonschema
import pytest

from knowledge.models import AccessLog, AuditEvent, Memory, Mistake, WikiPage
from knowledge.services import access
from memoryhub import throttle, tokens
from memoryhub.mcp.calls import TOOLS, allowed
from memoryhub.tokens import SCOPES
from tests.api.helpers import UNKNOWN_ID, Program, mint, program
from tests.mcp.agent import ADMIN, CALLS, READ, WRITE, Agent, agent

pytestmark = pytest.mark.django_db

SUBSETS = [set(chosen) for size in range(1, len(SCOPES) + 1) for chosen in combinations(SCOPES, size)]
HUGE = "x" * 600_000
FINE = [("metadata", {"a": 1}), ("query", HUGE), ("subject", HUGE)]
"""Not wrong: any object; a question of which only the beginning counts, about something nobody knows."""


def test_every_tool_is_listed_here():
    assert {name: call.scope for name, call in CALLS.items()} == {name: tool.scope for name, tool in TOOLS.items()}


@pytest.mark.parametrize("name", CALLS)
def test_every_tool_answers_as_its_schema_says(name):
    asked = CALLS[name].arguments("alice")
    jsonschema.validate(asked, TOOLS[name].takes_schema)
    body = agent(scopes=SCOPES).good(name, **asked)
    jsonschema.validate(body, TOOLS[name].gives_schema)
    assert body.get("untrusted", False) is TOOLS[name].told


@pytest.mark.parametrize("scopes", SUBSETS, ids=lambda scopes: "+".join(sorted(scopes)))
def test_scopes_decide_at_the_call_and_in_the_list(scopes):
    caller = agent(scopes=sorted(scopes), origin="operator")
    credential = tokens.verify(caller.secret, door="mcp")
    assert credential is not None
    listed = {tool.name for tool in allowed(credential)}
    for name, call in CALLS.items():
        may = ADMIN in scopes or call.scope in scopes
        assert (name in listed) is may
        told = caller.call(name, **call.arguments("alice"))
        assert told.wrong is not may, (name, told.body)
        if not may:
            assert (told.status, told.body["code"]) == (403, "missing_scope")
            assert call.scope in told.body["detail"]


@pytest.mark.parametrize("name", CALLS)
def test_wrong_types_and_unknown_fields_change_nothing(name):
    caller = agent(scopes=SCOPES)
    good = CALLS[name].arguments("alice")
    before = _rows()
    told = caller.call(name, **good, bogus=1)
    assert (told.status, told.body["code"], told.fields) == (400, "invalid", {"bogus"})
    for field, schema in TOOLS[name].takes_schema["properties"].items():
        if field == "object":  # any JSON
            continue
        values: tuple[Any, ...] = ([[]], {"a": 1}, "\0", HUGE) if schema.get("type") != "array" else (5, {}, "x")
        for value in values:
            if (field, value) in FINE:
                continue
            told = caller.call(name, **{**good, field: value})
            assert told.wrong, (field, value)
            assert 400 <= told.status < 500, (field, told.body)
            assert HUGE not in str(told.body)
            assert "Traceback" not in str(told.body)
    for required in TOOLS[name].takes_schema.get("required", ()):
        told = caller.call(name, **{field: value for field, value in good.items() if field != required})
        assert (told.status, told.fields) == (400, {required})
    assert _rows() == before


def _rows():
    return [kind.objects.count() for kind in (Memory, WikiPage, Mistake)]


@pytest.mark.parametrize("name", CALLS)
def test_nobody_names_another_agent(name):
    told = agent(scopes=[one for one in SCOPES if one != ADMIN]).call(
        name, **CALLS[name].arguments("alice"), agent="bob"
    )
    expected = (403, "missing_scope") if CALLS[name].scope == ADMIN else (403, "refused")
    assert (told.status, told.body["code"]) == expected


def test_an_administrators_token_may():
    bob = program("bob").store("bob's own")["memory"]["id"]
    administrator = agent(scopes=[ADMIN])
    assert administrator.call("memory_read", memory_id=bob).status == 404
    assert administrator.good("memory_read", memory_id=bob, agent="bob")["content"] == "bob's own"


def test_foreign_and_unknown_look_alike():
    foreign = program("bob").store("bob's own")["memory"]["id"]
    caller = agent()
    for tool in ("memory_read", "memory_forget"):
        told = [caller.call(tool, memory_id=one).body for one in (foreign, UNKNOWN_ID, "\u202e", "x" * 200)]
        assert all(one == told[0] for one in told)
        assert told[0]["status"] == 404
    fetched = caller.good("memory_fetch_batch", ids=[foreign, UNKNOWN_ID])
    assert (fetched["memories"], fetched["missing_ids"]) == ([], [foreign, UNKNOWN_ID])
    assert Memory.objects.get(id=foreign).standing == "believed"


# ------------------------------------------------------------------ one rule at both doors


def _both(scopes=(READ, WRITE, "wiki:read", "wiki:write"), **options) -> tuple[Agent, Program]:
    secret = mint("alice", scopes=scopes, **options).secret
    return Agent(secret), Program(secret)


@pytest.mark.parametrize(
    ("tool", "arguments", "method", "path", "body"),
    [
        ("memory_store", {"content": ""}, "POST", "/memories", {"content": ""}),
        ("memory_store", {"content": "x" * 20_001}, "POST", "/memories", {"content": "x" * 20_001}),
        ("memory_store", {"content": 5}, "POST", "/memories", {"content": 5}),
        ("memory_store", {"content": "\ud800"}, "POST", "/memories", {"content": "\ud800"}),
        ("memory_store", {"content": "x", "ttl_seconds": -1}, "POST", "/memories", {"content": "x", "ttl_seconds": -1}),
        ("memory_search", {"query": "x", "limit": 0}, "POST", "/memories/search", {"query": "x", "limit": 0}),
        ("memory_search", {"query": "x", "since": "soon"}, "POST", "/memories/search", {"query": "x", "since": "soon"}),
        ("memory_read", {"memory_id": UNKNOWN_ID}, "GET", f"/memories/{UNKNOWN_ID}", None),
        ("memory_fetch_batch", {"ids": []}, "POST", "/memories/fetch", {"ids": []}),
        ("memory_fetch_batch", {"ids": ["x"] * 101}, "POST", "/memories/fetch", {"ids": ["x"] * 101}),
        ("memory_alias_remove", {"alias": "nobody"}, "DELETE", "/aliases?alias=nobody", None),
        ("memory_alias_add", {"canonical": "a", "alias": "a"}, "POST", "/aliases", {"canonical": "a", "alias": "a"}),
        ("wiki_read", {"path": "none.md"}, "GET", "/wiki/pages/none.md", None),
        ("memory_invalidate_by_origin", {"origin": "x", "reason": "y"}, "POST", "/origins/invalidate", {"origin": "x"}),
        ("mistake_record", {"category": "no"}, "POST", "/mistakes", {"category": "no"}),
        ("conversation_distill", {"turns": []}, "POST", "/conversations", {"turns": []}),
    ],
)  # fmt: skip
def test_both_doors_refuse_alike(tool, arguments, method, path, body):
    caller, rest = _both()
    told = caller.call(tool, **arguments)
    answer = rest.call(method, path, body)
    assert told.wrong
    assert told.body == answer.json


def test_a_page_that_somebody_else_saved_is_not_overwritten():
    caller, rest = _both()
    caller.good("wiki_write", path="a.md", content="one")
    caller.good("wiki_write", path="a.md", content="two", base_revision=1)
    told = caller.call("wiki_write", path="a.md", content="three", base_revision=1)
    answer = rest.call("PUT", "/wiki/pages/a.md", {"content": "three", "base_revision": 1})
    assert told.body == answer.json
    assert (told.status, told.body["current"], told.body["current_revision"]) == (409, "two", 2)
    assert caller.good("wiki_read", path="a.md")["content"] == "two"


def test_a_copy_is_refused_with_the_id_of_the_other():
    caller, rest = _both()
    text = {"content": "Tickets are answered within 7 days by the support team.", "layer": "semantic"}
    first = caller.good("memory_store", **text)["memory"]["id"]
    told = caller.call("memory_store", **text)
    assert told.body == rest.post("/memories", text).json
    assert (told.status, told.body["duplicate_of"]) == (409, first)


# ------------------------------------------------------------------ twice, too often, traces


def test_a_second_try_has_no_second_effect():
    caller = agent()
    first = caller.call("memory_store", content="once", idempotency_key="k")
    again = caller.call("memory_store", content="once", idempotency_key="k")
    assert again.body == first.body
    assert (first.replayed, again.replayed) == (False, True)
    other = caller.call("memory_store", content="twice", idempotency_key="k")
    assert (other.status, other.body["code"]) == (422, "idempotency_key_reused")
    assert [one.content for one in Memory.objects.all()] == ["once"]
    for name in ("wiki_write", "mistake_record", "memory_alias_add", "conversation_distill", "memory_store_batch"):
        asked = CALLS[name].arguments("alice")
        told = [caller.call(name, **asked, idempotency_key=name) for _ in range(2)]
        assert told[0].body == told[1].body, name
        assert told[1].replayed, name


def test_reads_and_writes_are_counted_together_with_the_other_door(settings):
    settings.READS_PER_MINUTE = settings.WRITES_PER_MINUTE = 4
    throttle._shares.clear()
    caller, rest = _both()
    for _ in range(2):
        assert rest.get("/stats").status == 200
        caller.good("memory_list_recent")
    told = caller.call("memory_list_recent")
    assert (told.status, told.body["code"]) == (429, "too_many")
    assert told.body["retry_after"] >= 1
    assert rest.get("/stats").status == 429
    caller.good("memory_store", content="writes have an allowance of their own")
    throttle._shares.clear()


def test_what_is_done_is_written_down_with_the_door():
    caller = agent()
    stored = caller.good("memory_store", content="The kettle is red")["memory"]["id"]
    assert [one["memory"]["id"] for one in caller.good("memory_search", query="kettle")["results"]] == [stored]
    access.flush()
    line = AccessLog.objects.get()
    assert (line.door, [hit.memory.id for hit in line.hits.all()]) == ("mcp", [stored])
    assert Memory.objects.get(id=stored).access_count == 1
    caller.good("memory_forget", memory_id=stored, reason="broken")
    event = AuditEvent.objects.get(action="memory.forgotten")
    assert (event.door, event.reason, event.target) == ("mcp", "broken", stored)


def test_origins_are_taken_back_only_when_told_to():
    program("alice", origin="channel:bad").store("Nonsense about teapots")
    administrator = agent(scopes=[ADMIN])
    shown = administrator.good("memory_invalidate_by_origin", origin="channel:bad", reason="a leak")
    assert (shown["action"], shown["preview"]["closed"]) == ("preview", 1)
    assert Memory.objects.get().standing == "believed"
    done = administrator.good("memory_invalidate_by_origin", origin="channel:bad", reason="a leak", dry_run=False)
    assert done["rollback"]["closed"] == 1
    assert Memory.objects.get().standing == "purged"


@pytest.mark.parametrize("until", ["0001-01-01T00:00:00Z", "0001-01-03T00:00:00Z", "9999-12-31T23:59:59Z"])
def test_a_window_may_end_on_any_day(until):
    told = agent().call("memory_summarize", until=until)
    assert told.status in {200, 400}
    assert told.status == 200 or told.fields == {"until"}


def test_a_batch_has_an_outcome_per_item():
    items = [{"content": "good"}, {"content": ""}, {"bogus": 1}, {"content": "x" * 20_001}]
    body = agent().good("memory_store_batch", items=items)
    assert [one["outcome"] for one in body["items"]] == ["stored", "refused", "refused", "refused"]
    assert agent().call("memory_store_batch", items=[{"content": "x"}] * 101).status == 400
