"""Whatever door takes something out, agents and viewers stop being told it at every door; no job has to run first."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.core.management import call_command
from django.test import Client

from curation.jobs import sweep_approvals
from curation.models import AgentAssignment, ApprovalRequest
from knowledge.clock import hub_now
from knowledge.jobs import archive_faded, expire_memories
from knowledge.models import Memory
from knowledge.services import persons
from tests.api.helpers import OPERATOR, program
from tests.api.inert import AGENT, CANARY, PREDICATE, SUBJECT, WAYS_IN, believed
from tests.api.test_inert import TELLS_NO_MEMORY, TOOLS_THAT_READ
from tests.curation.queue_pages import decide
from tests.knowledge.helpers import fact
from tests.mcp.agent import agent

pytestmark = pytest.mark.django_db

ORIGIN = "user_direct"
OF_THE_PAST = {"memory_read", "memory_get_history", "memory_get_at, then"}
"""These say of one row, or of one fact, what was, and that it is over."""


def administrator() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    return client


def _aged(days: int, **more: Any) -> str:
    said: dict[str, Any] = {"agent": AGENT, "now": hub_now() - timedelta(days=days), "origin": ORIGIN, "importance": 1}
    return fact(
        CANARY, content=f"{SUBJECT} is {CANARY}", subject=SUBJECT, predicate=PREDICATE, **said, **more
    ).memory.id


def _rest_forgets() -> None:
    assert program(AGENT, origin=ORIGIN).call("DELETE", f"/memories/{believed()}").status == 200


def _rest_takes_back() -> None:
    believed()
    asked = {"action": "apply", "origin": ORIGIN, "reason": "x", "agent": AGENT}
    assert program(AGENT, scopes=["admin"]).post("/origins/invalidate", asked).json["rollback"]["closed"] == 1


def _rest_rejects() -> None:
    WAYS_IN["rest, held"]()
    User.objects.create_user("carol").groups.add(Group.objects.get(name="admin"))
    request = ApprovalRequest.objects.get().pk
    answer = program(user="carol").post(f"/approvals/{request}/decide", {"verdict": "reject", "reason": "x"})
    assert answer.status == 200, answer.text


def _tool_forgets() -> None:
    assert agent(AGENT, origin=ORIGIN).good("memory_forget", memory_id=believed())["forgotten"]


def _tool_takes_back() -> None:
    believed()
    asked = {"origin": ORIGIN, "reason": "x", "dry_run": False}
    assert agent(AGENT, scopes=["admin"]).good("memory_invalidate_by_origin", **asked)["rollback"]["closed"] == 1


def _page_forgets() -> None:
    assert administrator().post(f"/memories/{believed()}/forget/", {"reason": "x"}).status_code in {200, 302}


def _page_takes_back() -> None:
    believed()
    sent = {"agent": AGENT, "origin": ORIGIN, "reason": "x"}
    assert administrator().post("/sources/origin/", sent).status_code == 302


def _page_rejects() -> None:
    WAYS_IN["rest, suspicious fact"]()
    decide(administrator(), ApprovalRequest.objects.get().pk, "reject", reason="x")
    assert ApprovalRequest.objects.get().status == "rejected"


def _page_changes_its_mind() -> None:
    """What was let in waits again."""
    WAYS_IN["rest, suspicious fact"]()
    root, request = administrator(), ApprovalRequest.objects.get().pk
    decide(root, request)
    assert Memory.objects.get().standing == "believed"
    root.post(f"/queue/{request}/undo/", {"reason": "x"})


def _command_takes_back() -> None:
    believed()
    call_command("invalidate_by_origin", ORIGIN, "--agent", AGENT, "--apply", "--reason", "x", "--json")


def _command_erases() -> None:
    believed()
    seen = persons.preview(actor=OPERATOR, who=SUBJECT, agent=AGENT)
    call_command("erase_person", SUBJECT, "--agent", AGENT, "--apply", "--hash", seen.hash, "--json")


def _job_expires() -> None:
    _aged(1, ttl_seconds=3_600)
    expire_memories()


def _job_archives() -> None:
    _aged(400)
    archive_faded()


def _job_closes_the_request() -> None:
    WAYS_IN["rest, suspicious fact"]()
    then = hub_now() - timedelta(seconds=1)
    ApprovalRequest.objects.update(created_at=then - timedelta(days=1), expires_at=then)
    assert sweep_approvals() == "1 requests closed, 0 reminders"


WAYS_OUT: dict[str, Callable[[], None]] = {
    "rest, forgotten": _rest_forgets,
    "rest, origin taken back": _rest_takes_back,
    "rest, rejected": _rest_rejects,
    "tool, forgotten": _tool_forgets,
    "tool, origin taken back": _tool_takes_back,
    "page, forgotten": _page_forgets,
    "page, origin taken back": _page_takes_back,
    "page, rejected": _page_rejects,
    "page, decision undone": _page_changes_its_mind,
    "command, origin taken back": _command_takes_back,
    "command, person erased": _command_erases,
    "job, expired": _job_expires,
    "job, archived": _job_archives,
    "job, request closed": _job_closes_the_request,
}
STANDINGS = {"archived", "purged", "rejected", "quarantined", "believed"}


def told() -> set[str]:
    """Where the text is still told, by door and way of reading."""
    memory_id = Memory.objects.order_by("-number").values_list("id", flat=True).first() or "m_gone"
    tools, rest = agent(AGENT, scopes=["memory:read"]), program(AGENT, scopes=["memory:read"])
    found = {
        name: str(tools.call(name.split(",")[0], **asked(memory_id)).body)
        for name, asked in TOOLS_THAT_READ.items()
        if name not in OF_THE_PAST and name not in TELLS_NO_MEMORY
    }
    for query in (
        {"query": f"{SUBJECT} code"},
        {"query": SUBJECT, "mode": "keyword"},
        {"query": "x", "subject": SUBJECT},
    ):
        found[f"rest {query}"] = rest.post("/memories/search", query).text
    for path in ("/memories", "/graph", "/graph?format=mermaid"):
        found[f"rest {path}"] = rest.get(path).text
    viewer = _viewer()
    for path in (
        "/memories/",
        f"/memories/?q=Aurora&agent={AGENT}",
        f"/graph/?agent={AGENT}",
        f"/graph/export.json?agent={AGENT}",
    ):
        response = viewer.get(path)
        found[f"page {path}"] = (
            b"".join(response.streaming_content) if response.streaming else response.content  # type: ignore[attr-defined]
        ).decode()
    return {name for name, text in found.items() if CANARY in text}


def _viewer() -> Client:
    person = User.objects.create_user("vera")
    person.groups.add(Group.objects.get(name="viewer"))
    AgentAssignment.objects.create(user=person, agent=AGENT)
    client = Client()
    client.force_login(person)
    return client


def test_all_of_these_tell_what_is_true():
    believed()
    everywhere = told()
    assert {"memory_search", "memory_context", "memory_list_recent", "memory_summarize", "graph_export"} <= everywhere
    assert {"rest /memories", "rest /graph", "page /memories/", f"page /graph/export.json?agent={AGENT}"} <= everywhere


@pytest.mark.parametrize("way", WAYS_OUT)
def test_nobody_is_told_any_more(way):
    WAYS_OUT[way]()
    assert set(Memory.objects.values_list("standing", flat=True)) <= STANDINGS
    assert told() == set()
