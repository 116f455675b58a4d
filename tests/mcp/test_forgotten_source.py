"""A message that was forgotten for good is sent again through every door: refused everywhere, and audited by digest."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import pytest

from knowledge.clock import hub_now
from knowledge.errors import Refused
from knowledge.management.console import command_actor
from knowledge.models import AuditEvent, Memory, Mistake, SourceBlock, WikiPage
from knowledge.queries.wiki_access import SHARED_NAME
from knowledge.services import forgetting
from knowledge.services.import_report import ImportRequest, LineReport, Listener
from knowledge.services.importing import import_stream
from knowledge.services.moving import hand_over
from knowledge.services.types import Selector
from tests.api.helpers import program
from tests.knowledge.forget_helpers import ADMIN, CHAT, approved, learn, message
from tests.knowledge.helpers import say
from tests.mcp.agent import agent as at_mcp
from tests.wiki.pages import agent as wiki_agent
from tests.wiki.pages import write

pytestmark = pytest.mark.django_db
TEXT = "quokkacanary lives here"
AGAIN = {"kind": "message", "session": f"  {CHAT.upper()} ", "item": "１０", "observed_at": "2026-01-01T00:00:00Z"}


def rest(path: str, body: dict[str, Any]) -> bool:
    answer = program("alice", origin="operator").post(path, body)
    told = answer.json
    if "items" in told:
        return [one["error"]["code"] for one in told["items"]] == ["source_blocked"]
    if "facts" in told or "documents" in told:
        return all(one["outcome"] == "blocked" for one in [*told.get("facts", ()), *told.get("documents", ())])
    return answer.status == 403 and answer.code == "source_blocked"


def mcp(tool: str, **arguments: Any) -> bool:
    told = at_mcp(origin="operator").call(tool, **arguments)
    if not told.wrong:
        return [one["error"]["code"] for one in told.body["items"]] == ["source_blocked"]
    return told.body["code"] == "source_blocked"


def imported() -> bool:
    line = json.dumps({"content": TEXT, "source": {**AGAIN, "seq": 3}})
    request = ImportRequest(agent="alice", format="jsonl", name="file.jsonl")
    told: list[LineReport] = []
    actor = command_actor("import")
    import_stream(actor=actor, request=request, stream=io.BytesIO(line.encode()), listener=Listener(line=told.append))
    return [one.code for one in told] == ["source_blocked"]


def refused(work: Callable[[], object]) -> bool:
    with pytest.raises(Refused) as caught:
        work()
    return caught.value.code == "source_blocked"


def taken_over() -> bool:
    hand_over(actor=ADMIN, agent="alice", to="bob", now=hub_now())
    return refused(lambda: learn(TEXT, "10", agent="bob", now=hub_now()))


ROUTES: dict[str, Callable[[], bool]] = {
    "rest": lambda: rest("/memories", {"content": TEXT, "source": AGAIN}),
    "rest, a batch": lambda: rest("/memories/batch", {"items": [{"content": TEXT, "source": AGAIN}]}),
    "rest, a fact that is known": lambda: rest(
        "/memories", {"content": "known", "subject": "s", "predicate": "p", "object": "known", "source": AGAIN}
    ),
    "mcp": lambda: mcp("memory_store", content=TEXT, source=AGAIN),
    "mcp, a batch": lambda: mcp("memory_store_batch", items=[{"content": TEXT, "source": AGAIN}]),
    "the service": lambda: refused(lambda: learn(TEXT, "10", now=hub_now())),
    "a page of the shared wiki": lambda: refused(
        lambda: write(text=TEXT, source=message("10"), space=SHARED_NAME, actor=wiki_agent())
    ),
    "a page": lambda: refused(lambda: write(text=TEXT, source=message("10"))),
    "import": imported,
    "another agent that takes over": taken_over,
}


@pytest.fixture
def forgotten() -> None:
    learn(TEXT, "10", now=hub_now())
    say("known", now=hub_now(), subject="s", predicate="p", object="known")
    made = approved("10", now=hub_now())
    forgetting.apply(actor=ADMIN, plan_id=made.pk)
    assert SourceBlock.objects.count() == 1


@pytest.mark.usefixtures("forgotten")
@pytest.mark.parametrize("route", ROUTES)
def test_it_is_refused(route: str) -> None:
    assert ROUTES[route]()
    assert list(Memory.objects.values_list("content", flat=True)) == ["known"]
    assert not WikiPage.objects.exists()
    row = Memory.objects.get()
    assert (row.access_count, row.reaffirmations.count(), row.confidence) == (0, 0, 1.0)
    event = AuditEvent.objects.filter(action="source.refused").first()
    assert event is not None
    assert set(event.details) == {"digest", "plan"}
    assert CHAT not in str(list(AuditEvent.objects.filter(action="source.refused").values()))


def test_conversations_and_mistakes_of_a_forgotten_one() -> None:
    learn(TEXT, "10", now=hub_now())
    made = approved(selector=Selector(session=CHAT), now=hub_now())
    forgetting.apply(actor=ADMIN, plan_id=made.pk)
    before = "2026-01-01T00:00:00Z"
    turns = [{"id": "10", "text": "My favourite town is Quokkacanary.", "time": before}]
    assert rest("/conversations", {"session": CHAT, "turns": turns})
    noted = at_mcp(origin="operator").call("mistake_record", category="factual", what_went_wrong=TEXT, session=CHAT)
    assert not noted.wrong  # made after the watermark: new information
    Mistake.objects.all().delete()
    told = at_mcp(origin="operator").call("conversation_distill", session=CHAT, turns=turns)
    assert not told.wrong
    assert not Memory.objects.exists()
    assert not Mistake.objects.exists()


def test_the_same_told_in_a_new_message_is_new_information() -> None:
    learn(TEXT, "10", now=hub_now())
    forgetting.apply(actor=ADMIN, plan_id=approved("10", now=hub_now()).pk)
    assert at_mcp(origin="operator").good("memory_store", content=TEXT, source={**AGAIN, "item": "12"})
    assert Memory.objects.count() == 1
