"""The list of memories: search with reasons, filters, pages, and changing many at once."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import Group

from curation.forms_memories import join_labels, split_labels
from curation.models import AgentAssignment
from knowledge.engine.types import SourceRef
from knowledge.models import AccessLog, AuditEvent, Memory
from knowledge.queries import arms, recall
from knowledge.services.edit import forget
from tests.curation.pages import WRITING, ago, fact, masked, queries_of, say, text_of
from tests.knowledge.helpers import writer

pytestmark = pytest.mark.django_db


@pytest.fixture
def bobs(bob, as_bob):
    AgentAssignment.objects.create(user=bob, agent="alice")
    return as_bob


@pytest.fixture
def veras(bob, as_bob):
    """Bob as a viewer of the agent alice."""
    bob.groups.set([Group.objects.get(name="viewer")])
    AgentAssignment.objects.create(user=bob, agent="alice")
    return as_bob


def shown(response) -> list[str]:
    """Ids of the rows on the page, in order."""
    return re.findall(r'id="m-(m_\w+)"', response.content.decode())


def contents(response) -> list[str]:
    rows = Memory.objects.in_bulk(shown(response), field_name="id")
    return [rows[one].content for one in shown(response)]


def test_an_empty_hub_and_no_match_are_told_apart(as_alice):
    assert "No memories yet" in text_of(as_alice.get("/memories/"))
    say("something")
    assert "Nothing matches" in text_of(as_alice.get("/memories/?layer=procedural"))
    assert "Nothing matches “zebra”" in text_of(as_alice.get("/memories/?q=zebra"))
    forget(actor=writer(), memory_id=Memory.objects.get().id)
    assert "Nothing is true now" in text_of(as_alice.get("/memories/"))


def test_every_memory_is_reached_page_by_page_with_the_right_total(as_alice):
    for number in range(120):
        say(f"note {number}", agent=("alice", "zoe")[number % 2])
    found: list[str] = []
    address = "/memories/"
    for _ in range(3):
        response = as_alice.get(address)
        found += contents(response)
        assert "of 120 memories" in text_of(response)
        older = re.search(r'href="(\?before=[^"]+)" rel="next"', response.content.decode())
        address = f"/memories/{older.group(1)}" if older else ""
    assert found == [f"note {number}" for number in reversed(range(120))]
    assert address == ""
    newer = re.search(r'href="(\?after=[^"]+)" rel="prev"', response.content.decode())
    assert newer is not None
    assert contents(as_alice.get(f"/memories/{newer.group(1)}")) == found[50:100]


@pytest.mark.parametrize("place", ["x\0", "nonsense", "m_0'; --", "名"])
def test_a_made_up_place_is_the_beginning(as_alice, place):
    say("note")
    assert contents(as_alice.get("/memories/", {"before": place})) == ["note"]


def test_filters_and_their_chips(as_alice):
    say("one", layer="semantic", tags=("Water", "river"), origin="channel:discord-42", now=ago(days=9))
    say("two", subject="Mika", policy="preference", source=SourceRef("message", "chat-1"), now=ago(days=5))
    say("three", agent="zoe", now=ago(days=1))
    say("a mood", source_event="agent_mood", now=ago(days=1))
    for asked, expected in (
        ("", ["three", "two", "one"]),
        ("layer=semantic", ["one"]),
        ("tag=water", ["one"]),
        ("tag=nothing,water", ["one"]),
        ("tag=nothing&tag=river", ["one"]),
        ("origin=channel", ["one"]),
        ("origin=channel:other", []),
        ("subject=mika", ["two"]),
        ("policy=preference", ["two"]),
        ("session=chat-1", ["two"]),
        (f"since={ago(days=6):%Y-%m-%d}", ["three", "two"]),
        (f"until={ago(days=6):%Y-%m-%d}", ["one"]),
        (f"since={ago(days=5):%Y-%m-%d}&until={ago(days=5):%Y-%m-%d}", ["two"]),
        ("agent=zoe", ["three"]),
        ("tab=signals", ["a mood"]),
        ("state=archived", []),
    ):
        assert contents(as_alice.get(f"/memories/?{asked}")) == expected, asked
    response = as_alice.get("/memories/?layer=semantic&tag=water&state=all")
    chips = [(str(chip.label), chip.value, chip.href) for chip in response.context["chips"]]
    assert chips == [
        ("State", "Any state", "?layer=semantic&tag=water"),
        ("Kind", "Knowledge", "?tag=water&state=all"),
        ("Label", "water", "?layer=semantic&state=all"),
    ]


def test_signals_have_their_own_list_and_total(as_alice):
    for number in range(60):
        say(f"mood {number}", source_event="agent_mood")
    say("a memory", now=ago(days=1))
    memories, signals = as_alice.get("/memories/"), as_alice.get("/memories/?tab=signals")
    assert contents(memories) == ["a memory"]
    assert "1 of 1 memories" in text_of(memories)
    assert len(contents(signals)) == 50
    assert "50 of 60 memories" in text_of(signals)


@pytest.mark.parametrize(
    "asked",
    ["since=2026-13-01", "since=yesterday", "since=2026-10-02&until=2026-10-01", "layer=x", "state=nope", "q=a%00b"],
)
def test_filters_that_cannot_be_read_are_named_not_ignored(as_alice, asked):
    say("note")
    response = as_alice.get(f"/memories/?{asked}")
    assert response.status_code == 422
    assert "These filters cannot be read" in text_of(response)
    assert shown(response) == []


def test_a_search_says_why(as_alice):
    say("The river is high.", importance=9)
    say("The river was low.", importance=1, now=ago(days=60))
    say("The garden is dry.")
    response = as_alice.get("/memories/?q=river")
    assert contents(response) == ["The river is high.", "The river was low."]
    words = text_of(response)
    assert "2 memories match the question" in words
    assert words.count("Match with the words") == 2
    row = response.context["rows"][0]
    assert f"Score {row.hit.score:.3f}" in words
    assert sum(part.contribution for part in row.hit.parts) * row.hit.trust_factor == pytest.approx(row.hit.score)
    assert row.href == f"/memories/{row.memory.id}/?q=river"
    only_words = as_alice.get("/memories/?q=river&mode=keyword").context["rows"][0].hit
    assert [part.name for part in only_words.parts if part.weight] == ["relevance"]


def test_a_search_looks_only_and_marks_nothing(as_alice):
    say("The river is high.")
    sent = queries_of(as_alice, "/memories/?q=river")
    assert [one for one in sent if WRITING.match(one)] == []
    assert Memory.objects.get().access_count == 0
    assert AccessLog.objects.count() == 0


def test_filters_hold_for_a_search_too(as_alice):
    say("river one", layer="semantic", tags=("water",))
    say("river two", origin="channel:forum")
    say("river mood", source_event="agent_mood")
    assert contents(as_alice.get("/memories/?q=river&tag=water")) == ["river one"]
    assert contents(as_alice.get("/memories/?q=river&origin=channel")) == ["river two"]
    assert contents(as_alice.get("/memories/?q=river&tab=signals")) == ["river mood"]


def test_all_results_of_a_search_are_reached(as_alice):
    for number in range(45):
        say(f"The river is {number} feet high.")
    found: list[str] = []
    address = "/memories/?q=river"
    while address:
        response = as_alice.get(address)
        found += contents(response)
        following = re.search(r'href="([^"]+)" rel="next"', response.content.decode())
        address = "/memories/" + following.group(1).replace("&amp;", "&") if following else ""
    assert len(found) == len(set(found)) == 45
    assert as_alice.get("/memories/?q=river&cursor=nonsense").status_code == 400


def test_several_agents_are_searched_each_by_itself(as_alice):
    for place, name in enumerate(["alice", "bea", "cem", "dan", "eva", "flo", "gil"]):
        for number in range(7 - place):
            say(f"{name}'s river {number}", agent=name)
    say("dry", agent="eva")
    response = as_alice.get("/memories/?q=river")
    words = text_of(response)
    assert [(one.agent, one.matched, len(one.rows)) for one in response.context["groups"]] == [
        ("alice", 7, 3),
        ("bea", 6, 3),
        ("cem", 5, 3),
        ("dan", 4, 3),
        ("eva", 3, 3),
    ]
    assert "scores of two agents do not compare" in words
    assert "Not searched yet: flo , gil" in words
    assert 'href="?q=river&amp;agent=gil"' in response.content.decode()
    assert 'name="id"' not in response.content.decode()
    assert len(shown(as_alice.get("/memories/?q=river&agent=gil"))) == 1


def test_outside_what_is_true_now_words_are_looked_for_as_written(as_alice):
    gone = say("The river was forgotten.")
    forget(actor=writer(), memory_id=gone.memory.id)
    say("The river is high.")
    response = as_alice.get("/memories/?q=RIVER+was&state=archived")
    assert contents(response) == ["The river was forgotten."]
    assert "looked for as they are written" in text_of(response)


def test_a_search_that_fails_is_no_empty_list(as_alice, monkeypatch):
    from django.db import DatabaseError

    say("The river is high.")

    def broken(*_args, **_more):
        raise DatabaseError

    monkeypatch.setattr(arms, "keyword_hits", broken)
    words = text_of(as_alice.get("/memories/?q=the+river+is+high&agent=alice"))
    assert "Part of the search could not be done" in words
    assert "1 memory matches the question" in words
    monkeypatch.setattr(recall, "read_candidates", broken)
    words = text_of(as_alice.get("/memories/?q=river&agent=alice"))
    assert "The search could not be done" in words
    assert "Nothing matches" not in words


def test_text_from_agents_is_text(as_alice):
    say("<script>alert(1)</script> pay\u202eika", tags=("<b>x</b>",), agent="zoe")
    body = as_alice.get("/memories/?q=alert&agent=zoe").content.decode()
    assert "<script>alert" not in body
    assert "<b>x</b>" not in body
    assert "&lt;script&gt;" in body
    assert ">RLO</span>" in body
    nasty = '"><img src=x onerror=alert(1)>'
    echoed = as_alice.get("/memories/", {"q": nasty, "tag": nasty, "origin": nasty}).content.decode()
    assert "<img" not in echoed


def test_a_person_sees_only_their_agents(bobs):
    say("alice's river")
    secret = say("zoe's river", agent="zoe")
    assert contents(bobs.get("/memories/?state=all")) == ["alice's river"]
    assert contents(bobs.get("/memories/?q=river")) == ["alice's river"]
    assert contents(bobs.get("/memories/?q=zoe")) == []
    answers = [bobs.get("/memories/", {"agent": one}) for one in ("zoe", "nobody")]
    assert [one.status_code for one in answers] == [404, 404]
    assert masked(answers[0]) == masked(answers[1])
    assert secret.memory.id not in bobs.get("/memories/?state=all").content.decode()


def test_viewers_get_no_actions_and_no_waiting_rows(veras):
    fact("Kyoto", now=ago(days=2))
    fact("Paris", origin="channel:forum", now=ago(days=1))
    response = veras.get("/memories/?state=all")
    assert len(shown(response)) == 1
    body = response.content.decode()
    assert 'name="id"' not in body
    assert "bulk-bar" not in body
    assert "Waiting for a decision" not in text_of(response)
    assert veras.get("/memories/?state=held").status_code == 422


def test_somebody_without_a_role_and_a_stranger(as_charlie, stranger):
    assert as_charlie.get("/memories/").status_code == 403
    assert stranger.get("/memories/").status_code == 302


# ------------------------------------------------------------------ changing many


def test_many_are_forgotten_with_a_reason_and_the_place_is_kept(bobs):
    ids = [say(f"note {number}").memory.id for number in range(4)]
    sent = {"do": "forget", "id": ids[:3], "reason": "said in error", "here": "layer=episodic&before=m_zz"}
    response = bobs.post("/memories/change/", sent)
    assert response.status_code == 302
    assert response["Location"] == "/memories/?layer=episodic&before=m_zz"
    assert "3 memories forgotten." in text_of(bobs.get(response["Location"]))
    assert contents(bobs.get("/memories/")) == ["note 3"]
    records = AuditEvent.objects.filter(action="memory.forgotten")
    assert {(one.target, one.actor, one.door, one.reason) for one in records} == {
        (one, "bob", "page", "said in error") for one in ids[:3]
    }


def test_undo_of_many(bobs):
    ids = [say(f"note {number}").memory.id for number in range(2)]
    answer = bobs.post("/memories/change/", {"do": "forget", "id": ids, "here": ""}, headers={"HX-Request": "true"})
    body = answer.content.decode()
    assert answer.status_code == 200
    assert 'id="results"' in body
    assert "<html" not in body
    assert shown(answer) == []
    form = re.search(r'<form method="post" action="/memories/change/"[^>]*data-once>(.*?)</form>', body, re.DOTALL)
    assert form is not None
    fields = re.findall(r'name="(do|here|id)" value="([^"]*)"', form.group(1))
    sent = {"do": dict(fields)["do"], "here": "", "id": [value for name, value in fields if name == "id"]}
    assert sent == {"do": "restore", "here": "", "id": ids}
    again = bobs.post("/memories/change/", sent, headers={"HX-Request": "true"})
    assert "2 memories restored." in text_of(again)
    assert sorted(shown(again)) == sorted(ids)


def test_a_label_is_added_to_many(bobs):
    ids = [say("one", tags=("water",)).memory.id, say("two").memory.id]
    response = bobs.post("/memories/change/", {"do": "label", "id": ids, "label": "water, 川", "here": "tag=川"})
    assert "2 memories labelled." in text_of(bobs.get(response["Location"]))
    assert [one.tags for one in Memory.objects.order_by("number")] == [["water", "川"], ["water", "川"]]
    assert len(contents(bobs.get("/memories/?tag=川"))) == 2


@pytest.mark.parametrize(
    "sent",
    [{"do": "forget"}, {"do": "label", "id": ["m_1"], "label": " , "}, {"do": "purge", "id": ["m_1"]}, {"id": ["m_1"]}],
)
def test_nothing_chosen_or_nothing_to_do(bobs, sent):
    response = bobs.post("/memories/change/", sent, headers={"HX-Request": "true"})
    assert response.status_code == 400
    assert response["X-Hub-Message"]


def test_foreign_rows_in_a_bulk_change_stay_as_they_are(bobs):
    mine, foreign = say("mine").memory.id, say("zoe's", agent="zoe").memory.id
    for what in ("forget", "label", "restore"):
        sent = {"do": what, "id": [foreign, "m_nothing", "x\0"], "label": "water", "here": ""}
        answer = bobs.post("/memories/change/", sent, headers={"HX-Request": "true"})
        assert "3 could not be changed." in text_of(answer), what
    bobs.post("/memories/change/", {"do": "forget", "id": [mine, foreign], "here": ""})
    assert Memory.objects.get(id=foreign).standing == "believed"
    assert Memory.objects.get(id=foreign).tags == []
    assert Memory.objects.get(id=mine).standing == "archived"


@pytest.mark.parametrize("what", ["forget", "label", "restore"])
def test_viewers_are_refused(veras, what):
    memory_id = say("note").memory.id
    answer = veras.post("/memories/change/", {"do": what, "id": [memory_id], "label": "x", "here": ""})
    assert answer.status_code == 403
    assert Memory.objects.get(id=memory_id).standing == "believed"
    assert veras.get("/memories/change/").status_code == 405


def test_the_address_to_go_back_to_stays_on_this_page(bobs):
    memory_id = say("note").memory.id
    response = bobs.post("/memories/change/", {"do": "forget", "id": [memory_id], "here": "//evil.example/?x=1"})
    assert response["Location"].startswith("/memories/?")


# ------------------------------------------------------------------ cost and forms


@pytest.mark.parametrize(
    "address", ["/memories/", "/memories/?state=all", "/memories/?q=note&agent=alice", "/memories/?tab=signals"]
)
@pytest.mark.parametrize("who", ["as_alice", "bobs"])
def test_the_number_of_queries_does_not_grow(request, who, address):
    client = request.getfixturevalue(who)
    say("note", source_event="agent_mood")
    say("note 0", tags=("a",))
    client.get(address)
    few = queries_of(client, address)
    for number in range(70):
        say(f"note {number}", tags=("a", "b"), source_event="agent_mood" if number % 3 else "")
    many = queries_of(client, address)
    assert len(many) == len(few) <= 18
    assert [one for one in many if WRITING.match(one)] == []


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("", []),
        ("a, b ,a,,", ["a", "b"]),
        ("経理、請求，川", ["経理", "請求", "川"]),
        ('"a, b", c', ["a, b", "c"]),
        ("two words", ["two words"]),
    ],
)
def test_labels_are_read_from_one_line(text, labels):
    assert split_labels(text) == labels
    assert split_labels(join_labels(labels)) == labels


def test_labels_with_marks_survive_the_form():
    labels = ['say "hi"', "a,b", "、", "plain", "new\nline"]
    assert split_labels(join_labels(labels)) == ['say "hi"', "a,b", "、", "plain", "new,line"]
