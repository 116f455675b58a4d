"""Forgetting a source on its pages: planned, approved in the queue, carried out, reported."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.utils.http import urlencode

from curation.models import AgentAssignment, ApprovalRequest
from knowledge.models import AuditEvent, ForgetPlan, Memory
from knowledge.services import forget_steps, plans
from knowledge.services.mistakes import MistakeDraft, record
from knowledge.services.moving import plan_migration
from knowledge.services.persons import erase_person
from tests.curation.pages import WRITING, queries_of, text_of
from tests.knowledge.forget_helpers import ADMIN, CHAT, OTHER_ADMIN, learn, learn_fact, message, plan
from tests.knowledge.helpers import days, fact, say, writer
from tests.wiki.pages import write

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]
NEW = "/sources/plans/new/"


@pytest.fixture
def otto(db) -> Client:
    person = User.objects.create_user("otto")
    person.groups.add(Group.objects.get(name="admin"))
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def learned():
    """A fact that message 10 replaced, and what was made from it."""
    before = fact("Oslo", now=days(-9), source=message("1", "other"))
    ten = learn_fact("Rome", "10", now=days(-5))
    child = say("It is warm in Rome.", derived_from=(ten.id,), now=days(-4)).memory
    say("nobody knows where from")
    return {"before": before.memory.id, "ten": ten.id, "child": child.id}


def planned(client: Client, **more: str) -> ForgetPlan:
    answer = client.post(NEW, {"agent": "alice", "session": CHAT, "items": "10", **more})
    assert answer.status_code == 302, text_of(answer)
    return ForgetPlan.objects.get(pk=answer["Location"].split("/")[-2])


def test_from_a_conversation_to_the_report(as_alice, otto, learned):
    session = as_alice.get(f"/sources/conversation/?{urlencode({'agent': 'alice', 'session': CHAT})}")
    (link, *_) = re.findall(r'href="(/sources/plans/new/\?[^"]*items=10)"', session.content.decode())
    form = as_alice.get(link.replace("&amp;", "&"))
    assert '<textarea name="items"' in form.content.decode()
    made = planned(as_alice, reason="told in error")
    page = as_alice.get(f"/sources/plans/{made.pk}/")
    words = text_of(page)
    assert "Planned. Nothing is deleted before an administrator has approved it." in words
    assert "Rows that would be deleted 2" in words
    assert "Earlier values true again 1" in words
    assert "1 step away 1" in words
    assert "Memories that name no source: 1" in words
    assert "older ones still hold it" in words
    body = page.content.decode()
    assert all(f"/memories/{name}/" in body for name in learned.values())
    assert body.count('class="reach-closed"') == body.count('class="reach-derived" cx') == 1
    assert "Delete for good" not in body
    assert f'href="/queue/{made.request}/"' in body

    request = otto.get(f"/queue/{made.request}/")
    assert f'href="/sources/plans/{made.pk}/"' in request.content.decode()
    (seen, *_) = re.findall(r'name="seen" value="([^"]+)"', request.content.decode())
    assert "You planned it, so another administrator decides." in words
    assert "You decide, or another administrator." in text_of(otto.get(f"/sources/plans/{made.pk}/"))
    sent = {"verdict": "approve", "which": "all", "seen": seen, "back": "request"}
    approved = otto.post(f"/queue/{made.request}/decide/", sent, follow=True)
    assert approved.redirect_chain == [(f"/sources/plans/{made.pk}/", 302)]
    words = text_of(approved)
    assert "The plan is approved. Nothing is deleted yet: the next step is to carry it out." in words
    assert "Next step: carry it out Approved by otto." in words
    assert ApprovalRequest.objects.get(pk=made.request).status == "approved"
    ready = otto.get(f"/sources/plans/{made.pk}/")
    assert "Delete for good" in text_of(ready)
    done = otto.post(f"/sources/plans/{made.pk}/apply/", follow=True)
    words = text_of(done)
    assert "2 rows are deleted for good." in words
    assert "Rows deleted 2" in words
    assert "told in error" in words
    assert "The database file holds no byte of it" in words
    assert "Waiting" in words
    body = done.content.decode()
    assert learned["ten"] not in body
    assert f"/memories/{learned['before']}/" in body
    assert "Delete for good" not in body
    assert set(Memory.objects.values_list("id", flat=True)).isdisjoint({learned["ten"], learned["child"]})
    again = otto.post(f"/sources/plans/{made.pk}/apply/")
    assert again.status_code == 409


def test_the_only_administrator_decides_what_they_planned_and_is_told_so(as_alice, curator, learned):
    User.objects.filter(groups__name="admin").exclude(username="alice").delete()
    made = planned(as_alice)
    words = text_of(as_alice.get(f"/sources/plans/{made.pk}/"))
    assert "You planned it and are the only administrator, so you decide yourself; the audit says so." in words
    assert "another administrator decides" not in words
    theirs = text_of(curator.get(f"/sources/plans/{made.pk}/"))
    assert "Next step: the decision An administrator decides." in theirs
    form = as_alice.get(f"/queue/{made.request}/").content.decode()
    (seen, *_) = re.findall(r'name="seen" value="([^"]+)"', form)
    sent = {"verdict": "approve", "which": "all", "seen": seen, "back": "request"}
    approved = as_alice.post(f"/queue/{made.request}/decide/", sent, follow=True)
    assert approved.redirect_chain == [(f"/sources/plans/{made.pk}/", 302)]
    assert AuditEvent.objects.filter(target=made.request, reason__contains="there is no other administrator").exists()
    assert ForgetPlan.objects.get(pk=made.pk).status == "approved"
    assert "An administrator carries it out." in text_of(curator.get(f"/sources/plans/{made.pk}/"))


def test_what_follows_is_shown_as_it_is_done(as_alice, learned):
    made = planned(as_alice)
    ForgetPlan.objects.filter(pk=made.pk).update(
        status="applied",
        applied_by="otto",
        applied_at=days(0),
        pending=True,
        steps=[{"name": "vacuum", "state": "needed", "tries": 1, "note": "Run <VACUUM>.", "at": ""}],
    )
    page = as_alice.get(f"/sources/plans/{made.pk}/")
    assert "Needs a person The database file holds no byte of it Run <VACUUM>." in text_of(page)
    assert "Of the steps that follow, 0 of 1 are done." in text_of(page)
    assert forget_steps.pending() == 1


def test_a_plan_that_is_not_approved_deletes_nothing(as_alice, learned):
    made = planned(as_alice)
    refused = as_alice.post(f"/sources/plans/{made.pk}/apply/", follow=True)
    assert "This plan is not approved" in text_of(refused)
    assert Memory.objects.count() == 4


def test_a_plan_that_has_become_another_is_shown_with_its_reasons(as_alice, otto, learned):
    made = planned(as_alice)
    ForgetPlan.objects.filter(pk=made.pk).update(status="approved", approved_hash=made.hash, approved_by="otto")
    learn("one more", "10")
    page = as_alice.post(f"/sources/plans/{made.pk}/apply/", follow=True)
    words = text_of(page)
    assert "Something has changed since this was planned; nothing was done." in words
    assert "Rows have come in: 1" in words
    assert Memory.objects.count() == 5


def test_every_way_to_name_a_source(as_alice):
    learn("a", "1")
    learn("b", "2")
    say("c", source=message("3", seq=3, at=days(-1)))
    whole = planned(as_alice, items="", up_to="2", until=f"{days(0):%Y-%m-%dT%H:%M}", zone="UTC", keep_confirmed="on")
    assert whole.selector["session"] == CHAT
    assert (whole.selector["up_to"], whole.selector["keep_confirmed"]) == (2, True)
    two = planned(as_alice, items="1\r\n\r\n 2 \r\n")
    assert two.selector["items"] == [{"session": CHAT, "items": ["1", "2"]}]
    assert two.counts["memories"] == 2
    page = text_of(as_alice.get(f"/sources/plans/{whole.pk}/"))
    assert "Up to position 2" in page


def test_what_is_wrong_is_said_and_kept(as_alice):
    learn("a", "1")
    for data, sentence in (
        ({"session": ""}, "Name items, or a session"),
        ({"session": "nowhere"}, "there is nothing to forget"),
        ({"run": "r"}, "one of them"),
        ({"until": "25 o'clock"}, ""),
        ({"agent": "nobody"}, "There is no such agent."),
    ):
        answer = as_alice.post(NEW, {"agent": "alice", "session": CHAT, **data})
        assert answer.status_code == 422, data
        assert sentence in text_of(answer)
    assert not ForgetPlan.objects.exists()


def test_curators_see_plans_and_change_none(curator, viewer, as_charlie, learned):
    made = plan("10", now=days(0))
    page = curator.get(f"/sources/plans/{made.pk}/")
    assert page.status_code == 200
    assert f"/queue/{made.request}/" not in page.content.decode()
    for client in (viewer, as_charlie):
        assert client.get(f"/sources/plans/{made.pk}/").status_code == 403
    for client in (curator, viewer, as_charlie):
        assert client.post(f"/sources/plans/{made.pk}/apply/").status_code == 403
    AgentAssignment.objects.filter(user__username="bob").delete()
    assert curator.get(f"/sources/plans/{made.pk}/").status_code == 404
    assert curator.get("/sources/plans/p_nothing/").status_code == 404
    assert curator.get("/sources/plans/%00/").status_code == 404
    assert made.pk not in curator.get("/sources/?tab=plans").content.decode()


def test_looking_writes_nothing_and_costs_the_same(as_alice):
    def cost(count: int, item: str) -> int:
        for number in range(count):
            fact("P", subject=f"{item} {number}", now=days(-9))
            row = learn_fact("X", item, subject=f"{item} {number}", now=days(-5))
            say(f"child {item} {number}", derived_from=(row.id,))
        made = plan(item, now=days(0))
        found = queries_of(as_alice, f"/sources/plans/{made.pk}/")
        assert not [sql for sql in found if WRITING.match(sql)]
        return len(found)

    assert cost(8, "11") == cost(1, "10")
    events = AuditEvent.objects.count()
    as_alice.get("/sources/?tab=plans")
    assert AuditEvent.objects.count() == events


def test_a_namespace_is_moved_from_its_plan(as_alice, otto, curator):
    row = say("known").memory
    name = plan_migration(actor=ADMIN, agent="alice", to="carol", reason="renamed", now=days(0))
    page = as_alice.get(f"/sources/plans/{name}/")
    words = text_of(page)
    assert "Plan to move a namespace" in words
    assert "Memories that move 1" in words
    assert "To the agent carol" in words
    assert "Move a namespace" in text_of(as_alice.get("/sources/?tab=plans"))
    assert curator.post(f"/sources/plans/{name}/apply/").status_code == 403
    made = ForgetPlan.objects.get(pk=name)
    assert plans.approve(actor=OTHER_ADMIN, plan_id=name, seen=made.hash, now=days(0))
    done = otto.post(f"/sources/plans/{name}/apply/", follow=True)
    assert "1 row has moved." in text_of(done)
    assert Memory.objects.get(id=row.id).agent.name == "carol"


def test_an_erasure_is_shown_without_the_name(as_alice):
    say("Mika called.")
    report = erase_person(actor=ADMIN, who="Mika", now=days(0))
    page = as_alice.get(f"/sources/plans/{report.plans[0]}/")
    assert "A person erased" in text_of(page)
    assert "mika" not in page.content.decode().casefold()


def test_the_request_about_a_move_says_what_it_would_do(otto):
    say("known")
    name = plan_migration(actor=ADMIN, agent="alice", to="carol", now=days(0))
    page = otto.get(f"/queue/{ForgetPlan.objects.get(pk=name).request}/")
    words = text_of(page)
    assert "Planned by an administrator" in words
    assert "Memories that move 1" in words
    assert "its memories then belong to the other agent" in words
    assert f'href="/sources/plans/{name}/"' in page.content.decode()


def test_a_plan_names_its_pages_and_mistakes_and_its_card_the_source(as_alice, otto, learned):
    write("notes/rome.md", "---\ntitle: About Rome\n---\nWarm.", source=message("10"))
    record(actor=writer(), agent="alice", draft=MistakeDraft("factual", "Said Rome is cold.", session=CHAT))
    made = planned(as_alice, items="")
    words = text_of(as_alice.get(f"/sources/plans/{made.pk}/"))
    assert "Pages that would lose their text, or a part of it About Rome notes/rome.md" in words
    assert "Mistakes that would be deleted Said Rome is cold." in words
    assert f"{CHAT} (2 memories)" in text_of(otto.get("/queue/?kind=forget_source"))
    request = text_of(otto.get(f"/queue/{made.request}/"))
    assert "Mistakes deleted 1 Pages deleted 1" in request
