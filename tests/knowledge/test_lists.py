"""Lists: every row once, the right total at any moment, and the indexes that make both cheap."""

from __future__ import annotations

import pytest
from django.db import connection

from knowledge.models import Memory
from knowledge.queries import browse
from knowledge.queries.browse import ListFilters, list_memories
from knowledge.queries.views import state_of
from knowledge.services.edit import forget
from tests.knowledge.helpers import NOW, days, fact, say, writer

pytestmark = pytest.mark.django_db

EVERYONE = frozenset({"alice", "bob", "external/bot"})


def fill() -> None:
    """Rows of every kind of life, for three agents; learned over ten days."""
    for number in range(7):
        say(f"alice's note {number}", now=days(-10 + number))
        say(f"bob's note {number}", now=days(-10 + number), agent="bob")
    say("a mood", now=days(-5), source_event="agent_mood")
    say("a guess", now=days(-4), source_event="prediction_episodic")
    say("a guess that ran out", now=days(-4), source_event="prediction_episodic", ttl_seconds=3600)
    say("a price", now=days(-3), ttl_seconds=300)
    say("a long-lived price", now=days(-3), ttl_seconds=30 * 86_400)
    say("until yesterday", now=days(-3), valid_until=days(-1))
    say("from tomorrow", now=days(-3), valid_from=days(1))
    fact("Osaka", now=days(-2), predicate="lives in")
    fact("Kyoto", now=days(-1), predicate="lives in")
    fact("Nara", now=days(-1), predicate="lives in", origin="channel:forum")  # held
    say("seen by the bot", now=days(-1), agent="external/bot")
    gone = say("to be forgotten", now=days(-1))
    forget(actor=writer(), memory_id=gone.memory.id, now=days(-0.5))


def walk(agents: frozenset[str] | None, filters: ListFilters, *, limit: int = 3) -> list[str]:
    """Every page from the newest to the oldest, and back again."""
    found: list[str] = []
    page = list_memories(agents=agents, filters=filters, limit=limit, now=NOW)
    total = page.total
    pages = [page]
    while page.older:
        page = list_memories(agents=agents, filters=filters, limit=limit, older_than=page.older, now=NOW)
        assert page.total == total
        pages.append(page)
    for page in pages:
        found += [one.id for one in page.items]
    assert len(found) == total
    back = [pages[-1]]
    while back[0].newer:
        back.insert(0, list_memories(agents=agents, filters=filters, limit=limit, newer_than=back[0].newer, now=NOW))
    assert [one.id for page in back for one in page.items][-len(found) :] == found
    return found


@pytest.mark.parametrize("agents", [None, EVERYONE, frozenset({"alice"}), frozenset({"bob", "external/bot"})])
@pytest.mark.parametrize("signals", [False, True])
@pytest.mark.parametrize("state", browse.STATES)
def test_paging_shows_every_row_of_a_state_once(agents, signals, state):
    fill()
    rows = Memory.objects.select_related("agent").order_by("-id")
    expected = [
        row.id
        for row in rows
        if (agents is None or row.agent.name in agents)
        and (row.source_event in browse.SIGNAL_EVENTS) == signals
        and (state == "all" or state_of(row, NOW) == state)
    ]
    assert walk(agents, ListFilters(state=state, signals=signals)) == expected


@pytest.mark.parametrize("at", [0.0, 0.5, 2.0, 26.5, 40.0])
def test_the_total_is_right_while_time_passes_and_no_job_runs(at):
    fill()
    for agents in (None, EVERYONE, frozenset({"alice"})):
        for signals in (False, True):
            rows = Memory.objects.select_related("agent")
            known = [
                row
                for row in rows
                if (agents is None or row.agent.name in agents)
                and (row.source_event in browse.SIGNAL_EVENTS) == signals
            ]
            current = sum(state_of(row, days(at)) == "current" for row in known)
            page = list_memories(agents=agents, filters=ListFilters(signals=signals), now=days(at))
            assert (page.total, page.total_is_exact) == (current, True)


def test_viewers_see_nothing_that_waits_or_was_rejected():
    fill()
    for_curators = list_memories(agents=EVERYONE, filters=ListFilters(state="all"), now=NOW, limit=200)
    for_viewers = list_memories(agents=EVERYONE, filters=ListFilters(state="all"), now=NOW, limit=200, curator=False)
    assert {one.state for one in for_curators.items} - {one.state for one in for_viewers.items} == {"held"}
    assert for_viewers.total == for_curators.total - 1
    held = list_memories(agents=None, filters=ListFilters(state="held"), now=NOW, curator=False)
    assert (held.items, held.total) == ((), 0)


def test_words_narrow_a_list_as_they_are_written():
    fill()
    found = list_memories(agents=None, filters=ListFilters(state="archived", words=("FORGOTTEN", "be")), now=NOW)
    assert [one.content for one in found.items] == ["to be forgotten"]
    assert list_memories(agents=None, filters=ListFilters(state="archived", words=("100%",)), now=NOW).total == 0


def test_an_agent_nobody_has_gives_an_empty_list():
    fill()
    page = list_memories(agents=frozenset({"mallory"}), filters=ListFilters(state="all"), now=NOW)
    assert (page.items, page.total, page.older, page.newer) == ((), 0, None, None)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the plans of one database")
@pytest.mark.parametrize("agents", [None, frozenset({"alice"}), EVERYONE])
@pytest.mark.parametrize("signals", [False, True])
def test_no_page_of_current_memories_walks_through_the_table(agents, signals):
    fill()
    plans: list[str] = []

    def explain(execute, sql, params, many, context):
        with connection.cursor() as cursor:
            cursor.cursor.execute("EXPLAIN QUERY PLAN " + sql.replace("%s", "?"), params or ())
            plans.extend(row[3] for row in cursor.cursor.fetchall())
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explain):
        list_memories(agents=agents, filters=ListFilters(signals=signals), now=NOW)
    assert plans
    assert [step for step in plans if step.startswith("SCAN knowledge_memory")] == []
    counts = [step for step in plans if "memory_live" in step]
    assert counts
    assert all("COVERING" in step for step in counts if "later" not in step)
