"""What belongs to a conversation is told to it alone, and ends with it: closed, or left alone for a day."""

from __future__ import annotations

from datetime import timedelta

import pytest

from knowledge.engine.types import Actor, MemoryDraft, SourceRef
from knowledge.errors import Invalid, NotFound
from knowledge.models import AuditEvent, Memory, MemorySpan
from knowledge.queries import browse, find, graph, history
from knowledge.queries.filters import ListFilters
from knowledge.queries.recall import RecallRequest, search
from knowledge.services import access, expiry, sessions, store
from knowledge.services.check import check_hub
from knowledge.services.memory_context import memory_context
from knowledge.services.recall import recall
from tests.knowledge.helpers import NOW, days, fact, say, writer

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
JOB = Actor(kind="system", name="jobs", door="job", agents=None)
DAY = timedelta(days=1)


def in_session(content: str, session: str = "chat 1", **more):
    more.setdefault("now", NOW)
    return say(content, policy="session", source=SourceRef("message", session=session, item=content[:40]), **more)


def found(session: str | None = None, *, now=NOW, query: str = "harbour", **more) -> list[str]:
    request = RecallRequest(query, session=session, **more)
    return [hit.memory.content for hit in search(agent="alice", request=request, now=now).hits]


def close(session: str = "chat 1", *, now=NOW) -> int:
    return sessions.close_session(actor=writer(), agent="alice", session=session, now=now).closed


def test_it_is_told_to_its_own_conversation_and_to_no_other():
    own = in_session("the harbour code is 42").memory
    say("the harbour is old")
    assert (own.policy, own.expires_at) == ("session", NOW + DAY)
    assert found() == ["the harbour is old"]
    assert found("chat 2") == ["the harbour is old"]
    for more in ({}, {"mode": "keyword"}, {"profile": "evidence"}):
        assert set(found("chat 1", **more)) == {"the harbour is old", "the harbour code is 42"}, more
    assert set(found("  chat\u200b 1 ")) == set(found("chat 1"))


def test_people_find_by_words_what_their_list_shows():
    own = in_session("the harbour code is 42").memory
    for wanted, shown in ((ListFilters(sessions=True), {own.id}), (ListFilters(), set())):
        page = find.find(agent="alice", query="harbour", filters=wanted, now=NOW)
        assert {hit.memory.id for hit in page.hits} == shown


def test_lists_and_summaries_leave_it_out_and_count_without_it():
    own = in_session("the harbour code is 42").memory
    say("the harbour is old")
    listed = browse.list_memories(agents=frozenset({"alice"}), now=NOW)
    assert ([one.content for one in listed.items], listed.total) == (["the harbour is old"], 1)
    seen = browse.list_memories(agents=frozenset({"alice"}), filters=ListFilters(sessions=True), now=NOW)
    assert (len(seen.items), seen.total) == (2, 2)
    mine = browse.list_memories(agents=frozenset({"alice"}), filters=ListFilters(session="chat 1"), now=NOW)
    assert ([one.id for one in mine.items], mine.total) == ([own.id], 1)
    assert [one.content for one in browse.recent(agent="alice", now=NOW)] == ["the harbour is old"]
    text = browse.summarize(agent="alice", since=days(-1), until=days(1), now=NOW)
    assert "1 memories" in text
    assert "42" not in text


def test_a_fact_of_a_conversation_neither_replaces_nor_is_replaced():
    fact("python")
    in_session("today it is rust", subject="user", predicate="lang", object="rust")
    assert [row.object for row in history.get_at(agent="alice", subject="user", predicate="lang", at=NOW)] == ["python"]
    assert len(history.get_history(agent="alice", subject="user", predicate="lang")) == 1
    assert [edge.object for edge in graph.export_graph(agent="alice", for_curator=True, now=NOW).edges] == ["python"]
    assert found("chat 1", query="rust") == ["today it is rust"]
    assert check_hub(now=NOW).findings == []


def test_the_same_sentence_may_be_said_in_two_conversations_and_for_good():
    first = in_session("tea is at five", layer="semantic")
    second = in_session("tea is at five", "chat 2", layer="semantic")
    lasting = say("tea is at five", layer="semantic")
    assert {first.outcome, second.outcome, lasting.outcome} == {"stored"}


def test_a_session_has_to_be_named():
    with pytest.raises(Invalid, match="name the conversation"):
        say("lost", policy="session")
    with pytest.raises(Invalid, match="name the conversation"):
        say("lost", policy="session", source=SourceRef("message", session="  "))


def test_what_is_made_of_it_stays_in_it():
    own = in_session("the harbour code is 42").memory
    with pytest.raises(Invalid, match="stays there"):
        say("a code exists", derived_from=(own.id,))
    with pytest.raises(Invalid, match="stays there"):
        in_session("a code exists", "chat 2", derived_from=(own.id,))
    assert in_session("a code exists", derived_from=(own.id,)).outcome == "stored"


def test_closing_ends_it_for_everybody_at_once_and_says_so():
    own = in_session("the harbour code is 42").memory
    other = in_session("the harbour bell", "chat 2").memory
    say("the harbour is old")
    assert close(now=NOW + HOUR) == 1
    later = NOW + HOUR
    assert found("chat 1", now=later) == ["the harbour is old"]
    assert set(found("chat 2", now=later)) == {"the harbour is old", "the harbour bell"}
    assert browse.fetch_batch(agent="alice", ids=[own.id, other.id], now=later).missing_ids == (own.id,)
    with pytest.raises(NotFound):
        browse.read(agents=frozenset({"alice"}), memory_id=own.id, for_person=False, now=later)
    row = Memory.objects.get(id=own.id)
    assert (row.valid_until, row.expires_at, row.invalidated_by_event) == (later, later, "session_closed")
    assert MemorySpan.objects.filter(memory=row).latest("pk").event == "session_closed"
    assert AuditEvent.objects.get(action="session.closed").details["rows"] == 1
    assert browse.read(agents=None, memory_id=own.id, for_person=True, now=later).state == "expired"
    assert check_hub(now=later).findings == []
    assert expiry.expire_due(actor=JOB, now=later) == 0


def test_closing_again_or_nothing_does_nothing_and_the_key_may_be_used_again():
    assert close() == 0
    in_session("the harbour code is 42")
    assert (close(), close()) == (1, 0)
    assert AuditEvent.objects.filter(action="session.closed").count() == 1
    in_session("a harbour again", now=NOW + HOUR)
    assert found("chat 1", now=NOW + HOUR) == ["a harbour again"]


def test_only_its_own_agent_closes_it():
    in_session("the harbour code is 42")
    with pytest.raises(NotFound):
        sessions.close_session(actor=writer(agent="bob"), agent="alice", session="chat 1")
    with pytest.raises(Invalid, match="name it"):
        close("   ")
    assert found("chat 1") == ["the harbour code is 42"]


def test_left_alone_for_a_day_it_is_over_whether_the_job_ran_or_not():
    in_session("the harbour code is 42")
    assert found("chat 1", now=NOW + DAY - HOUR) == ["the harbour code is 42"]
    assert found("chat 1", now=NOW + DAY) == []
    assert expiry.expire_due(actor=JOB, now=NOW + DAY + HOUR) == 1
    assert Memory.objects.get().valid_until == NOW + DAY
    assert check_hub(now=NOW + DAY + HOUR).findings == []


def test_saying_something_in_it_lets_it_go_on():
    in_session("the harbour code is 42")
    say("it rains", source=SourceRef("message", session="chat 1", item="2"), now=NOW + 20 * HOUR)
    assert found("chat 1", now=NOW + 43 * HOUR) == ["the harbour code is 42"]
    assert found("chat 1", now=NOW + 44 * HOUR) == []
    assert check_hub(now=NOW + 44 * HOUR).findings == []


@pytest.mark.parametrize("asks", ["search", "context"])
def test_asking_in_it_lets_it_go_on_and_asking_elsewhere_does_not(asks):
    in_session("the harbour code is 42")
    for session, at in (("chat 1", 20), ("chat 2", 23), (None, 23)):
        moment = NOW + at * HOUR
        if asks == "search":
            recall(actor=writer(), agent="alice", request=RecallRequest("harbour", session=session), now=moment)
        else:
            memory_context(actor=writer(), agent="alice", message="harbour", session=session, now=moment)
    access.flush()
    assert Memory.objects.get().expires_at == NOW + 44 * HOUR
    assert check_hub(now=NOW + 23 * HOUR).findings == []


def test_what_is_over_stays_over_and_a_life_time_of_its_own_counts():
    in_session("the harbour code is 42", ttl_seconds=3_600)
    in_session("the harbour bell", now=NOW + HOUR / 2)
    assert found("chat 1", now=NOW + 2 * HOUR) == ["the harbour bell"]
    in_session("next day", now=NOW + 2 * DAY)
    assert found("chat 1", now=NOW + 2 * DAY) == []


def test_context_tells_it_to_its_conversation_only():
    in_session("the harbour code is 42")

    def told(session: str | None) -> str:
        return memory_context(actor=writer(), agent="alice", message="harbour", session=session, now=NOW).text

    assert "42" in told("chat 1")
    assert "42" not in told("chat 2") + told(None)


def test_a_rule_of_a_conversation_stands_nowhere_else():
    in_session("always bow", layer="semantic", source_event="reflexion_consolidation")
    assert "bow" not in memory_context(actor=writer(), agent="alice", message="tea", now=NOW).text


def test_a_batch_stores_each_in_its_own_and_refuses_the_one_without():
    drafts = [
        MemoryDraft("one", policy="session", source=SourceRef("message", session="s 1")),
        MemoryDraft("two", policy="session"),
        MemoryDraft("three", source=SourceRef("message", session="s 1")),
    ]
    done = store.store_many(actor=writer(), agent="alice", drafts=drafts, now=NOW)
    assert [isinstance(one, Invalid) for one in done] == [False, True, False]
    assert dict(Memory.objects.values_list("content", "session")) == {"one": "s 1", "three": None}
