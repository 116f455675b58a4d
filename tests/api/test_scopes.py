"""Which token may do what, and which fields a program may set."""

from __future__ import annotations

from itertools import combinations

import pytest

from knowledge.models import Memory
from memoryhub.tokens import SCOPES
from tests.api.helpers import UNKNOWN_ID, Program, program
from tests.api.operations import ADMIN, OPERATIONS, documented

pytestmark = pytest.mark.django_db

SUBSETS = [set(chosen) for size in range(1, len(SCOPES) + 1) for chosen in combinations(SCOPES, size)]


@pytest.mark.parametrize("scopes", SUBSETS, ids=lambda scopes: "+".join(sorted(scopes)))
def test_scopes_decide(scopes):
    """Every set of scopes at every operation."""
    caller = program("alice", scopes=sorted(scopes), origin="operator")
    helper = program("alice", origin="operator")
    for name, operation in OPERATIONS.items():
        memory_id = helper.store(f"for {name}")["memory"]["id"] if operation.has_id else ""
        memory_id = operation.make("alice") if operation.make else memory_id
        operation.prepare(helper, memory_id)
        answer = operation.call(caller, memory_id)
        if not operation.people and (ADMIN in scopes or (operation.scope in scopes and not operation.beyond)):
            assert answer.status in {200, 201}, (name, answer.text)
        else:
            assert answer.status == 403, (name, answer.text)
            if operation.scope not in scopes and ADMIN not in scopes:
                assert answer.code == "missing_scope"
                assert operation.scope in answer.json["detail"]


@pytest.mark.parametrize("name", OPERATIONS)
def test_without_a_token_nothing(name):
    operation = OPERATIONS[name]
    answer = operation.call(Program(None), UNKNOWN_ID)
    assert (answer.status, answer.code) == (401, "unauthorized")
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="memoryhub"'


def test_a_session_of_a_person_is_no_token(as_alice):
    assert as_alice.get("/api/v1/memories").status_code == 401


def test_the_document_names_the_scope_of_each_operation():
    for name, operation in documented().items():
        assert f"Scope: `{OPERATIONS[name].scope}`" in operation["description"]
        assert operation["security"] == [{"Bearer": []}]


def test_an_administrators_token_may_name_an_agent(administrator, bob_agent):
    bob_agent.store("bob's own")
    assert [one["content"] for one in administrator.get("/memories?agent=bob").json["items"]] == ["bob's own"]
    assert administrator.get("/memories").json["items"] == []
    stored = administrator.post("/memories", {"content": "from above", "agent": "bob"}).json["memory"]
    assert stored["agent"] == "bob"
    assert bob_agent.get(f"/memories/{stored['id']}").status == 200
    # An id is looked for where the call says, not everywhere.
    assert administrator.get(f"/memories/{stored['id']}").status == 404
    assert administrator.get(f"/memories/{stored['id']}?agent=bob").status == 200
    assert administrator.post("/memories/search", {"query": "above", "agent": "bob"}).json["matched"] == 1


# ------------------------------------------------------------------ fields

FIELDS_OF_A_MEMORY = sorted(
    {field.name for field in Memory._meta.concrete_fields}
    | {"state", "quarantined", "agent_id", "is_superuser", "reaffirmed_by", "sources", "superseded_by_id", "reason"}
)
ALLOWED = {
    "store_memory": {
        "content", "layer", "tags", "importance", "subject", "predicate", "object", "valid_from", "valid_until",
        "recorded_at", "confidence", "policy", "ttl_seconds", "derived_from", "source", "session", "source_event",
        "origin", "origin_trust", "metadata", "idempotency_key", "agent",
    },
    "store_memories": {"items", "agent", "idempotency_key"},
    "edit_memory": {"tags", "importance", "metadata"},
    "write_page": {
        "content", "base_revision", "scope", "comment", "merge", "source", "agent", "idempotency_key",
    },
    "search_memories": {
        "query", "limit", "layer", "tags", "since", "until", "subject", "mode", "profile", "token_budget", "session",
        "cursor", "agent",
    },
    "fetch_memories": {"ids", "agent"},
    "decide_approval": {"verdict", "items", "reason", "seen", "agent", "idempotency_key"},
    "decide_approvals": {"ids", "verdict", "reason", "seen", "agent", "idempotency_key"},
    "undo_approval": {"items", "reason", "agent", "idempotency_key"},
    "withdraw_approval": {"reason", "agent", "idempotency_key"},
    "add_alias": {"canonical", "alias", "agent", "idempotency_key"},
    "record_mistake": {
        "category", "what_went_wrong", "severity", "asked", "answered", "truth", "evidence", "session", "origin",
        "agent", "idempotency_key",
    },
    "distil_conversation": {"turns", "session", "timezone", "agent", "idempotency_key"},
    "invalidate_origin": {"action", "origin", "since", "rollback_id", "reason", "agent"},
    "plan_forgetting": {
        "items", "session", "up_to", "until", "run", "file", "keep_confirmed", "minutes", "reason", "agent",
    },
    "apply_plan": {"agent"},
    "memory_context": {"agent", "message", "session", "shared_session", "token_budget"},
    "save_policy": {
        "name", "ttl_seconds", "min_confidence", "versions_kept", "retention_days", "on_conflict", "failure_cost",
        "failure_note", "predicates", "tags", "layer", "reason", "dry_run",
    },
    "run_job": {"dry_run"},
}  # fmt: skip


@pytest.mark.parametrize("name", [name for name, one in OPERATIONS.items() if one.body is not None])
def test_a_body_takes_its_own_fields_only(name, alice_agent, administrator):
    operation = OPERATIONS[name]
    caller = administrator if operation.scope == ADMIN else alice_agent
    memory_id = alice_agent.store("target")["memory"]["id"]
    before = Memory.objects.filter(id=memory_id).values().get()
    count = Memory.objects.count()
    for field in FIELDS_OF_A_MEMORY:
        if field in ALLOWED[name]:
            continue
        for value in ("bob", 1.0, True, None):
            answer = operation.call(caller, memory_id, fields={field: value})
            assert (answer.status, answer.code) == (400, "invalid"), (field, answer.text)
            assert answer.fields == {field}
    assert Memory.objects.filter(id=memory_id).values().get() == before
    assert Memory.objects.count() == count


def test_the_document_says_the_same():
    schemas = {
        "store_memory": "StoreOneIn",
        "store_memories": "StoreBatchIn",
        "edit_memory": "ChangesIn",
        "write_page": "PageIn",
        "search_memories": "SearchIn",
        "fetch_memories": "FetchIn",
        "decide_approval": "DecideIn",
        "decide_approvals": "DecideManyIn",
        "undo_approval": "UndoIn",
        "withdraw_approval": "WithdrawIn",
        "add_alias": "AliasIn",
        "invalidate_origin": "InvalidateIn",
        "plan_forgetting": "PlanIn",
        "apply_plan": "ApplyIn",
        "record_mistake": "MistakeIn",
        "distil_conversation": "ConversationIn",
        "memory_context": "ContextIn",
        "save_policy": "PolicyIn",
        "run_job": "RunIn",
    }
    from memoryhub.api.router import api

    for name, schema in schemas.items():
        described = api.document["components"]["schemas"][schema]
        assert set(described["properties"]) == ALLOWED[name]
        assert described["additionalProperties"] is False
    item = api.document["components"]["schemas"]["StoreIn"]
    assert set(item["properties"]) == ALLOWED["store_memory"] - {"agent", "idempotency_key"}


@pytest.mark.parametrize("name", OPERATIONS)
def test_unknown_parameters_are_refused_by_name(name, alice_agent, administrator):
    operation = OPERATIONS[name]
    caller = administrator if operation.scope == ADMIN else alice_agent
    mark = "&" if "?" in operation.path else "?"
    path = operation.path.replace("{id}", UNKNOWN_ID)
    for parameter in ("bogus", "origin_trust", "Agent", "agent[]", "include_inert"):
        answer = caller.call(operation.method, f"{path}{mark}{parameter}=1", operation.body)
        assert (answer.status, answer.fields) == (400, {parameter}), answer.text
