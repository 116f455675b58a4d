"""The page of one memory: what it tells, and what a curator may do there."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import Group

from curation.models import AgentAssignment
from knowledge.engine.types import Actor, SourceRef
from knowledge.models import AuditEvent, Memory
from knowledge.queries.find import find
from knowledge.queries.recall import RecallRequest
from knowledge.services import access
from knowledge.services.edit import forget
from knowledge.services.recall import recall
from tests.curation.pages import WRITING, ago, fact, masked, queries_of, say, text_of
from tests.knowledge.helpers import writer

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


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


def page(memory_id: str) -> str:
    return f"/memories/{memory_id}/"


def test_everything_about_a_plain_memory(as_alice):
    access.write_only_when_told()
    parent = say("The storm came at night.", now=ago(days=21)).memory
    row = say(
        "The river rose two metres.",
        now=ago(days=20),
        importance=2,
        tags=("water", "経理"),
        derived_from=(parent.id,),
        source=SourceRef("message", "chat-river", "17"),
        metadata={"speaker": "Mika <b>"},
        origin="channel:discord-42",
    ).memory
    child = say("Floods are near.", now=ago(days=19), derived_from=(row.id,)).memory
    bot = Actor(kind="agent", name="alice-bot", door="rest", agents=frozenset({"alice"}))
    recall(actor=bot, agent="alice", request=RecallRequest("river"), now=ago(days=3))
    access.flush()
    response = as_alice.get(page(row.id))
    words, body = text_of(response), response.content.decode()
    for part in (
        "The river rose two metres.",
        "True now", "Event", "Chat discord-42", "Little trusted",
        "Trust 0.30", "Confidence 1.00", "Importance 2.0 / 10", "True until open", "Life time default",
        "water", "経理", "chat-river", "17", "Learned here", "Through a parent",
        "Recalled 1 time", "alice-bot REST 1",
        "Made from The storm came at night.", "Made into Floods are near.",
        "Last recalled", "If no agent recalls it, the archive may take it:",
        "Stored a memory", "Mika <b>", row.id,
    ):  # fmt: skip
        assert part in words, part
    assert "<b>" not in body
    assert page(child.id) in body
    assert f"/audit/?target={row.id}" in body
    assert "/memories/?agent=alice&amp;session=chat-river&amp;state=all" in body


def test_hidden_characters_are_visible_and_markup_is_text(as_alice):
    row = say("send to pay\u202em\u200bika <img src=x onerror=alert(1)>", subject="<i>s</i>", tags=("<u>",)).memory
    body = as_alice.get(page(row.id)).content.decode()
    assert ">RLO</span>" in body
    assert ">ZWSP</span>" in body
    for tag in ("<img", "<i>", "<u>"):
        assert tag not in body
    assert "<h1><span" in body


def test_a_fact_shows_its_chain_and_leads_to_its_time_axis(as_alice):
    rows = [fact(city, subject="Mika", predicate="lives in", now=ago(days=days)).memory for city, days in
            (("Osaka", 90), ("Kobe", 60), ("Kyoto", 30))]  # fmt: skip
    response = as_alice.get(page(rows[1].id))
    words = text_of(response)
    assert "Agents no longer get it: a newer statement took its place." in words
    assert re.search(r"Kyoto v3 True now .* Kobe v2 Replaced .* Osaka v1 Replaced", words)
    body = response.content.decode()
    assert f"/facts/fact/?agent=alice&amp;subject=Mika&amp;predicate=lives+in&amp;v={rows[1].id}" in body
    assert f'href="{page(rows[2].id)}"' in body
    assert "How well it is remembered" not in words


def test_a_value_that_is_no_text_is_shown_as_it_is(as_alice):
    row = say("There are six of them.", subject="loan bicycles", predicate="count", object=6).memory
    words = text_of(as_alice.get(page(row.id)))
    assert "loan bicycles count 6 There are six of them." in words
    assert "Time axis 6 v1 True now" in words


def test_a_long_chain_is_folded_with_the_right_numbers(as_alice):
    rows = [fact(f"value {n}", now=ago(days=60 - n)).memory for n in range(20)]
    words = text_of(as_alice.get(page(rows[8].id)))
    assert "6 versions not shown" in words
    assert "5 versions not shown" in words


@pytest.mark.parametrize(
    ("layer", "importance", "said", "not_said"),
    [
        ("episodic", 1, "Nearly gone", "never takes it"),
        ("semantic", 1, "The archive never takes it", "Nearly gone"),
        ("episodic", 5, "The archive never takes it", "Nearly gone"),
    ],
)
def test_the_curve_tells_the_truth(as_alice, layer, importance, said, not_said):
    row = say("old", now=ago(days=300), layer=layer, importance=importance).memory
    response = as_alice.get(page(row.id))
    assert said in text_of(response)
    assert not_said not in text_of(response)
    assert ("archived below this" in response.content.decode()) == (said == "Nearly gone")


def test_the_parts_of_the_score_follow_from_the_search(as_alice):
    rows = [say(f"The river is {number} feet high.", importance=number).memory for number in range(5)]
    hits = find(agent="alice", query="river high", limit=5).hits
    assert [hit.memory.id for hit in hits] == [row.id for row in reversed(rows)]
    response = as_alice.get(f"{page(rows[1].id)}?q=river+high&agent=alice&mode=recall")
    words = text_of(response)
    assert "Result 4 for “river high”" in words
    assert f"Score {hits[3].score:.3f}" in words
    assert 'href="/memories/?q=river+high&amp;agent=alice&amp;mode=recall"' in response.content.decode()
    assert "<mark>river</mark>" in response.content.decode()
    assert "does not find this memory" in text_of(as_alice.get(f"{page(rows[1].id)}?q=garden"))
    assert "Why the search finds it" not in text_of(as_alice.get(page(rows[1].id)))


@pytest.mark.parametrize("who", ["bobs", "as_alice"])
def test_foreign_unknown_and_odd_ids_look_alike(request, who):
    client = request.getfixturevalue(who)
    say("alice's")
    foreign = say("zoe's", agent="zoe").memory.id
    unknown = client.get(page("m_00000000000000000000000000"))
    assert unknown.status_code == 404
    odd = [page("x%00y"), page("名前"), page("m_1'--")]
    if who == "bobs":
        odd.append(page(foreign))
    for address in odd:
        response = client.get(address)
        assert (response.status_code, masked(response)) == (404, masked(unknown)), address
    for action in ("labels", "forget", "restore"):
        sent = {"tags": "x", "importance": "1"}
        answers = [client.post(f"{one}{action}/", sent) for one in (page("m_00000000000000000000000000"), odd[-1])]
        assert [one.status_code for one in answers] == [404, 404], action
    assert Memory.objects.get(id=foreign).standing == "believed"


def test_viewers_see_no_actions_and_are_refused(veras):
    row = say("note", tags=("water",)).memory
    body = veras.get(page(row.id)).content.decode()
    for trace in ("What you can do", "/labels/", "/forget/", "/restore/"):
        assert trace not in body
    for action in ("labels", "forget", "restore"):
        answer = veras.post(f"{page(row.id)}{action}/", {"tags": "x", "importance": "1"})
        assert answer.status_code == 403, action
    left = Memory.objects.get(id=row.id)
    assert (left.standing, left.tags) == ("believed", ["water"])


def test_viewers_do_not_see_what_waits(veras):
    fact("Kyoto", now=ago(days=2))
    held = fact("Paris", origin="channel:forum", now=ago(days=1)).memory
    assert veras.get(page(held.id)).status_code == 404


def test_a_waiting_write_says_why_and_what_it_would_change(bobs):
    fact("Kyoto", content="It is Kyoto.", now=ago(days=2))
    held = fact("Paris", origin="channel:forum", now=ago(days=1)).memory
    words = text_of(bobs.get(page(held.id)))
    assert "no answer by the deadline counts as a rejection" in words
    assert "Less trusted than what it would replace" in words
    assert "It would change: It is Kyoto." in words
    assert "What you can do" not in words
    assert bobs.post(f"{page(held.id)}forget/").status_code == 404


def test_somebody_without_a_role_and_a_stranger(as_charlie, stranger):
    row = say("note").memory
    assert as_charlie.get(page(row.id)).status_code == 403
    assert as_charlie.post(f"{page(row.id)}forget/").status_code == 403
    assert stranger.get(page(row.id)).status_code == 302
    assert stranger.post(f"{page(row.id)}forget/").status_code == 302
    assert Memory.objects.get().standing == "believed"


# ------------------------------------------------------------------ actions


def test_labels_and_importance_are_changed_without_scripts(bobs):
    row = say("note", tags=("old",)).memory
    form = bobs.get(page(row.id)).content.decode()
    assert 'name="tags" value="old"' in form
    response = bobs.post(f"{page(row.id)}labels/?q=note", {"tags": "water, 川、x", "importance": "7.5"}, follow=True)
    assert response.redirect_chain == [(f"{page(row.id)}?q=note", 302)]
    assert "Saved." in text_of(response)
    left = Memory.objects.get()
    assert (left.tags, left.importance, left.content) == (["water", "川", "x"], 7.5, "note")
    record = AuditEvent.objects.get(action="memory.edited")
    assert (record.actor, record.door, record.target) == ("bob", "page", row.id)


@pytest.mark.parametrize("importance", ["11", "-1", "", "much", "nan"])
def test_what_was_typed_stays_when_it_cannot_be_saved(bobs, importance):
    row = say("note", tags=("old",)).memory
    for headers in ({}, HTMX):
        answer = bobs.post(f"{page(row.id)}labels/", {"tags": "new one", "importance": importance}, headers=headers)
        assert answer.status_code == 422
        assert 'value="new one"' in answer.content.decode()
        assert '<details class="act" open>' in answer.content.decode()
        assert ("<html" in answer.content.decode()) == (not headers)
    assert Memory.objects.get().tags == ["old"]


def test_too_many_labels_are_refused_by_the_rules_of_the_hub(bobs):
    row = say("note").memory
    sent = {"tags": ",".join(f"t{n}" for n in range(101)), "importance": "5"}
    answer = bobs.post(f"{page(row.id)}labels/", sent, headers=HTMX)
    assert answer.status_code in {400, 413}
    assert answer["X-Hub-Message"]
    assert Memory.objects.get().tags == []


def test_forget_and_undo_without_scripts(bobs):
    row = say("note").memory
    gone = bobs.post(f"{page(row.id)}forget/", {"reason": "said <in> error"}, follow=True)
    words = text_of(gone)
    assert "Forgotten. Agents no longer get it." in words
    assert "It was forgotten: agents do not get it." in words
    assert "said <in> error" in words
    assert find(agent="alice", query="note").hits == ()
    back = bobs.post(f"{page(row.id)}restore/", follow=True)
    assert "Restored." in text_of(back)
    assert [hit.memory.id for hit in find(agent="alice", query="note").hits] == [row.id]


def test_forget_with_htmx_swaps_the_part_and_offers_undo(bobs):
    row = say("note").memory
    answer = bobs.post(f"{page(row.id)}forget/?q=note", {"reason": ""}, headers=HTMX)
    body = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in body
    assert '<div id="memory"' in body
    assert f'action="{page(row.id)}restore/"' in body
    assert 'hx-swap-oob="beforeend:#toasts"' in body
    assert 'hx-target="#memory"' in body
    again = bobs.post(f"{page(row.id)}forget/", headers=HTMX)
    assert "It was forgotten already." in text_of(again)
    back = bobs.post(f"{page(row.id)}restore/", headers=HTMX)
    assert "Restored." in text_of(back)
    assert "True now" in text_of(back)


def test_restoring_what_is_not_forgotten_or_outranked_says_so(bobs):
    row = say("note").memory
    answer = bobs.post(f"{page(row.id)}restore/", headers=HTMX)
    assert answer.status_code == 409
    weak = fact("Paris", origin="channel:forum", now=ago(days=9)).memory
    forget(actor=writer(), memory_id=weak.id, now=ago(days=8))
    fact("Kyoto", now=ago(days=7))
    assert Memory.objects.get(id=weak.id).standing == "archived"
    bobs.post(f"{page(weak.id)}restore/")
    current = Memory.objects.get(standing="believed", predicate_key="lang", valid_until=None)
    assert current.object == "Kyoto"


def test_get_never_changes_anything(bobs):
    row = say("note").memory
    for action in ("labels", "forget", "restore"):
        assert bobs.get(f"{page(row.id)}{action}/").status_code == 405
    sent = queries_of(bobs, f"{page(row.id)}?q=note")
    assert [one for one in sent if WRITING.match(one)] == []
    assert (Memory.objects.get().access_count, AuditEvent.objects.count()) == (0, 1)


def test_the_number_of_queries_does_not_grow(bobs):
    first = fact("Osaka", now=ago(days=30)).memory
    bobs.get(page(first.id))
    few = queries_of(bobs, page(first.id))
    for number in range(12):
        fact(f"value {number}", now=ago(days=20 - number))
        say(f"child {number}", derived_from=(first.id,), source=SourceRef("message", "chat", str(number)))
    many = queries_of(bobs, page(first.id))
    assert len(many) == len(few) <= 19  # one of them for the number beside the queue
