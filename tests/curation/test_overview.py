"""The overview: what it tells, to whom, and what it costs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone, translation

from curation.models import AgentAssignment, ApprovalRequest
from curation.queries.queue import QueueFilters, queue
from knowledge.queries import metrics
from knowledge.services.edit import forget
from memoryhub.jobs import beat
from tests.curation.pages import WRITING, ago, fact, masked, queries_of, say, text_of
from tests.knowledge.forget_helpers import message, plan
from tests.knowledge.helpers import writer

pytestmark = pytest.mark.django_db


@pytest.fixture
def bobs(bob, as_bob):
    """Bob, who looks after the agent alice."""
    AgentAssignment.objects.create(user=bob, agent="alice")
    return as_bob


def held(city: str = "Paris", agent: str = "alice") -> str:
    fact("Kyoto", subject="Mika", predicate="lives in", content="Mika lives in Kyoto.", now=ago(days=3), agent=agent)
    outcome = fact(
        city,
        subject="Mika",
        predicate="lives in",
        content=f"Mika moved to {city} <b>today</b>",
        origin="channel:forum",
        now=ago(hours=2),
        agent=agent,
    )
    assert outcome.outcome == "held"
    return outcome.memory.id


def test_an_empty_hub_says_what_to_do_next(as_alice):
    response = as_alice.get("/")
    words = text_of(response)
    assert "This hub is empty" in words
    for command in (
        "python3 manage.py demo",
        "python3 manage.py token mint alice \\\n  --scopes memory:read,memory:write",
        "curl http://testserver/api/v1/memories",
        "python3 manage.py import_memories notes.jsonl \\\n  --agent alice --dry-run",
    ):
        assert " ".join(command.split()) in words
    assert response.templates[0].name == "curation/first_steps.html"


def test_somebody_without_agents_is_told_whom_to_ask_and_learns_nothing(as_bob):
    empty = text_of(as_bob.get("/"))
    say("a secret of another agent", agent="zoe")
    assert "There is nothing for you to see yet" in empty
    assert "token mint" not in empty
    assert text_of(as_bob.get("/")) == empty


def test_what_waits_is_shown_with_both_values_reason_and_deadline(bobs):
    held_id = held()
    response = bobs.get("/")
    words = text_of(response)
    for part in (
        "Needs you now",
        "No answer by the deadline counts as a rejection",
        "Mika moved to Paris <b>today</b>",
        "True now Mika lives in Kyoto.",
        "Less trusted than what it would replace",
        "in 21 h",
    ):
        assert part in words, part
    assert b"<b>today" not in response.content
    assert f'href="/memories/{held_id}/"' in response.content.decode()


def test_the_soonest_deadline_comes_first_and_the_rest_are_counted(bobs):
    for number in range(7):
        held(f"City {number}")
    ApprovalRequest.objects.filter(pk=ApprovalRequest.objects.latest("id").pk).update(
        expires_at=timezone.now() + timedelta(minutes=10)
    )
    words = text_of(bobs.get("/"))
    assert words.index("City 6") < words.index("City 0")
    assert "2 more wait." in words


def test_a_request_past_its_deadline_does_not_wait(bobs):
    held()
    ApprovalRequest.objects.update(created_at=ago(days=3), expires_at=ago(days=2))
    assert "Nothing waits for your decision." in text_of(bobs.get("/"))


def test_other_agents_writes_are_not_shown(bobs):
    held(agent="zoe")
    say("alice's own")
    words = text_of(bobs.get("/"))
    assert "Paris" not in words
    assert "zoe" not in words
    assert "Nothing waits for your decision." in words


def test_what_waits_and_is_about_no_memory_is_shown_too(as_alice):
    say("learned there", source=message("10"))
    plan("10", now=timezone.now())
    words = text_of(as_alice.get("/"))
    assert "Nothing waits" not in words
    assert "Forgetting a source alice Everything learned from one source would be deleted for good." in words


def test_a_viewer_sees_no_waiting_write(bob, as_bob):
    bob.groups.set([Group.objects.get(name="viewer")])
    AgentAssignment.objects.create(user=bob, agent="alice")
    held()
    words = text_of(as_bob.get("/"))
    assert "Paris" not in words.replace("Held a write back", "")
    assert "waits" not in words
    assert "True now Mika" not in words


def test_numbers_match_what_is_there(as_alice):
    for number in range(3):
        say(f"note {number}", now=ago(days=2), importance=5)
    say("an old note", now=ago(days=90), importance=1)
    say("a price", now=ago(minutes=1), ttl_seconds=86_400)
    gone = say("to be forgotten", now=ago(days=20))
    forget(actor=writer(), memory_id=gone.memory.id, reason="a slip", now=ago(minutes=5))
    fact("Osaka", now=ago(days=2), predicate="lives in")
    fact("Kyoto", now=ago(days=1), predicate="lives in")
    response = as_alice.get("/")
    context = response.context
    assert (context["live"], context["total"]) == (6, 8)
    assert (sum(context["learned"]), context["learned_week"]) == (7, 6)
    assert (context["expiring_week"], context["expired_week"]) == (1, 0)
    assert (context["updates"].statements, context["updates"].replaced) == (2, 1)
    words = text_of(response)
    assert "Memories in use 6 6 learned in the last 7 days" in words
    assert "Statements that replace 50 % 1 of the newest 2 statements" in words
    assert "Nearly gone Unimportant and faint: the archive may take it. 16.7 %" in words
    assert "Forgot a memory to be forgotten test" in words


def test_pictures_and_their_tables_say_what_the_numbers_say(bobs):
    now = timezone.now()
    for days, ttl in ((-6.5, 3_600), (-2.5, 3_600), (-2.4, 3_600), (-1, 2 * 86_400), (0, 6 * 86_400), (0, 9 * 86_400)):
        say(f"short-lived {days} {ttl}", now=now + timedelta(days=days, minutes=-1), ttl_seconds=ttl)
    for days, city in ((3.5, "Osaka"), (2.5, "Nara"), (0.5, "Kyoto")):
        fact(city, now=ago(days=days), predicate="lives in")
    held("Paris")
    held("Rome")
    ApprovalRequest.objects.filter(pk=ApprovalRequest.objects.earliest("id").pk).update(created_at=ago(hours=30))
    response = bobs.get("/")
    context = response.context
    counts = [count for _, count in context["expiring_days"]]
    assert counts == [1, 0, 0, 0, 2, 0, 0, 1, 0, 0, 0, 0, 1, 0]
    assert (context["expired_week"], context["expiring_week"]) == (sum(counts[:7]), sum(counts[7:])) == (3, 2)
    known = metrics.expiry(metrics.population(frozenset({"alice"})), now)
    assert (known.lately, known.soon) == (3, 2)
    rows = context["statement_days"]
    assert sum(stated for _, stated, _ in rows) == context["updates"].statements
    assert sum(replaced for _, _, replaced in rows) == context["updates"].replaced == 2
    assert [(age, count) for age, count, _ in context["ages"]] == [
        ("under_1_hour", 0), ("under_1_day", 1), ("older", 1),
    ]  # fmt: skip
    for age, count, _ in context["ages"]:
        assert queue(agents={"alice"}, filters=QueueFilters(age=age)).total == count
    assert context["waiting_count"] == 2
    words = text_of(response)
    assert "3 expired in the last 7 days, 2 expire in the next" in words


def test_days_are_those_of_the_viewers_zone(as_alice):
    say("late at night", now=ago(days=3).replace(hour=20, minute=0))
    as_alice.cookies["hub-zone"] = "Asia/Tokyo"  # 05:00 on the next day there
    response = as_alice.get("/")
    counted = {start.date().isoformat(): count for start, count in response.context["learned_days"]}
    assert [day for day, count in counted.items() if count] == [(ago(days=2)).date().isoformat()]


def test_one_agent_alone(as_alice):
    say("alice's")
    say("zoe's", agent="zoe")
    say("zoe's second", agent="zoe")
    words = text_of(as_alice.get("/?agent=zoe"))
    assert "What zoe knows" in words
    assert "Memories in use 2" in words
    assert "alice's" not in words


@pytest.mark.parametrize("agent", ["nobody", "zoe", "alice\0"])
def test_foreign_and_unknown_agents_look_alike(bobs, agent):
    say("alice's")
    say("zoe's", agent="zoe")
    answers = [bobs.get("/", {"agent": one}) for one in ("certainly-not", agent)]
    assert [one.status_code for one in answers] == [404, 404]
    assert masked(answers[0]) == masked(answers[1])


def test_somebody_without_a_role_and_a_stranger(as_charlie, stranger):
    assert as_charlie.get("/").status_code == 403
    assert stranger.get("/").status_code == 302


def test_health_is_told_to_everyone_and_its_reasons_to_administrators(as_alice, bobs, settings):
    say("something")
    settings.CONFIG_WARNINGS = ["hub.toml: [memory] tags is odd."]
    assert "No worker has run the jobs of this hub yet." in text_of(as_alice.get("/"))
    assert "hub.toml: [memory] tags is odd." in text_of(as_alice.get("/"))
    words = text_of(bobs.get("/"))
    assert "The jobs of this hub stand still. Tell an administrator." in words
    assert "hub.toml" not in words
    beat()
    assert "stand still" not in text_of(bobs.get("/"))


@pytest.mark.parametrize("who", ["as_alice", "bobs"])
def test_cost_does_not_grow_and_nothing_is_written(request, who):
    client = request.getfixturevalue(who)
    held("Paris")
    client.get("/")
    few = queries_of(client, "/")
    for number in range(9):
        held(f"City {number}")
        say(f"note {number}", agent=f"agent {number}")
    many = queries_of(client, "/")
    assert len(many) == len(few) <= 15
    assert [one for one in many if WRITING.match(one)] == []


def test_in_japanese(as_alice):
    say("something")
    as_alice.cookies["hub-language"] = "ja"
    with translation.override("ja"):
        assert '<html lang="ja"' in as_alice.get("/").content.decode()
