"""Deciding from the pages: one card, some items, many at once, taking back, and everything that is refused."""

from __future__ import annotations

import html
import re
from html import escape
from urllib.parse import quote

import pytest
from django.contrib.auth.models import User

from curation.models import AgentAssignment, ApprovalItem, ApprovalRequest
from curation.services.decisions import decide as decide_at_once
from knowledge.engine.types import Actor
from knowledge.models import AuditEvent, Memory
from knowledge.queries.history import get_at
from knowledge.services.wiki import PageDraft, save
from tests.curation.deciding import BOB, burst, conflict, person, status
from tests.curation.pages import masked, text_of
from tests.curation.queue_pages import HTMX, card, cards, decide, hidden_fields, notice
from tests.knowledge.helpers import NOW, days, fact

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]


@pytest.fixture
def request_id(db) -> str:
    fact("A", now=days(-2), origin="operator")
    return conflict("B", now=days(-0.5))


def answer() -> list[object]:
    return [row.object for row in get_at(agent="alice", subject="user", predicate="lang", at=NOW)]


# ------------------------------------------------------------------ one card


def test_an_approval_takes_effect_and_the_card_is_gone(curator, request_id):
    done = decide(curator, request_id)
    assert done.status_code == 200
    assert notice(done) == "Approved: Replaced the earlier value."
    assert cards(done) == []
    assert "Nothing waits for a decision" in text_of(done)
    assert (status(request_id), answer()) == ("approved", ["B"])
    assert 'hx-swap-oob="innerHTML">Approved' in done.content.decode()
    assert 'id="waiting-count" hx-swap-oob="true" hidden>0<' in done.content.decode()


def test_a_rejection_needs_a_reason(curator, request_id):
    refused = decide(curator, request_id, "reject", reason="  ")
    assert refused.status_code == 400
    assert "Say why you reject this" in text_of(refused)
    assert status(request_id) == "pending"
    done = decide(curator, request_id, "reject", reason="not so")
    assert (done.status_code, notice(done)) == (200, "Rejected.")
    row = ApprovalRequest.objects.get(pk=request_id)
    assert (row.status, row.decision_note, row.decided_by) == ("rejected", "not so", "bob")
    assert answer() == ["A"]


def test_a_common_reason_is_one_button(curator, request_id):
    decide(curator, request_id, "reject", because="Looks like an attack", reason="")
    assert ApprovalRequest.objects.get(pk=request_id).decision_note == "Looks like an attack"


def test_a_button_adds_to_what_was_written(curator, request_id):
    decide(curator, request_id, "reject", because="Not true", reason="Mika was there")
    assert ApprovalRequest.objects.get(pk=request_id).decision_note == "Not true: Mika was there"


@pytest.mark.parametrize("live", [True, False], ids=["scripts", "no scripts"])
def test_a_reason_that_was_not_taken_is_there_again(curator, request_id, live):
    """Nothing that was typed is lost when the card has changed, or nothing was ticked."""
    typed = "because <Mika> was there"
    Memory.objects.filter(standing="held").update(importance=9)
    answered = decide(curator, request_id, "reject", live=live, reason=typed, seen="0" * 32, back="request")
    page = answered if live else curator.get(answered["Location"])
    assert f'value="{escape(typed)}"' in page.content.decode()
    assert typed not in (answered.get("Location") or "")
    assert escape(typed) not in curator.get(f"/queue/{request_id}/").content.decode()
    nothing = {"verdict": "reject", "which": "chosen", "reason": typed}
    refused = curator.post(f"/queue/{request_id}/decide/", nothing, headers=HTMX if live else {})
    assert refused.status_code == 400
    assert f'value="{escape(typed)}"' in curator.get(f"/queue/{request_id}/").content.decode()
    assert status(request_id) == "pending"


def test_signing_in_again_leads_back_to_the_page_of_the_form(client, request_id):
    address = f"/queue/{request_id}/"
    away = {"verdict": "approve"}
    sent = client.post(
        f"{address}decide/",
        away,
        headers={"Referer": client.get("/sign-in/").wsgi_request.build_absolute_uri(f"{address}?kind=x")},
    )
    assert sent["Location"] == f"/sign-in/?next={quote(address + '?kind=x', safe='/')}"
    for foreign in ("https://evil.example/x", "", "//evil.example"):
        assert client.post(f"{address}decide/", away, headers={"Referer": foreign})["Location"] == "/sign-in/?next=/"


def test_without_scripts_it_leads_back_with_an_undo(curator, request_id):
    done = decide(curator, request_id, live=False, here="kind=fact_conflict")
    assert (done.status_code, done["Location"]) == (302, "/queue/?kind=fact_conflict")
    page = curator.get(done["Location"])
    assert notice(page) == "Approved: Replaced the earlier value."
    undo = re.search(rf'action="(/queue/{request_id}/undo/[?]item=m_\w+)"', page.content.decode())
    assert undo is not None
    back = curator.post(undo[1])
    assert back["Location"] == "/queue/"
    again = curator.get("/queue/")
    assert notice(again) == "Undone. It waits for a decision again."
    assert answer() == ["A"]
    assert len(cards(again)) == 1
    assert cards(again) != [request_id]


def test_the_list_keeps_its_filters(curator, request_id):
    other, _ = burst("C", predicate="p")
    done = decide(curator, request_id, here="kind=fact_conflict")
    assert cards(done) == []
    assert "Nothing that waits matches" in text_of(done)
    assert status(other) == "pending"


def test_who_was_first_is_told_to_the_second(curator, request_id):
    markup = card(curator.get("/queue/"), request_id)
    decide_at_once(actor=person("eve"), request_id=request_id, verdict="reject", reason="no", now=NOW)
    late = curator.post(f"/queue/{request_id}/decide/", hidden_fields(markup), headers=HTMX)
    assert late.status_code == 409
    assert notice(late) == "eve decided this already: Rejected, just now."
    assert cards(late) == []
    plain = curator.post(f"/queue/{request_id}/decide/", hidden_fields(markup))
    assert notice(curator.get(plain["Location"])) == "eve decided this already: Rejected, just now."


def test_what_is_over_cannot_be_decided(curator, request_id):
    markup = card(curator.get("/queue/"), request_id)
    ApprovalRequest.objects.update(expires_at=NOW)
    late = curator.post(f"/queue/{request_id}/decide/", hidden_fields(markup), headers=HTMX)
    assert (late.status_code, notice(late)) == (
        409,
        "The time to decide this was over; no answer has counted as a rejection.",
    )
    assert (status(request_id), answer()) == ("expired", ["A"])


def test_nothing_else_is_approved_than_was_shown(curator):
    request, _ = burst("B", "C", predicate="p", group="g")
    markup = card(curator.get("/queue/"), request)
    burst("D", predicate="p", group="g")
    grown = curator.post(f"/queue/{request}/decide/", hidden_fields(markup), headers=HTMX)
    assert (grown.status_code, notice(grown)) == (200, "2 approved.")
    assert "The p of user is D" in text_of(grown)
    assert status(request) == "pending"
    assert set(Memory.objects.filter(standing="quarantined").values_list("object", flat=True)) == {"D"}


def test_what_was_swapped_is_shown_again_first(curator):
    request, _ = burst("B", "C", predicate="p", group="g")
    markup = card(curator.get("/queue/"), request)
    Memory.objects.filter(object="C").update(content="something else")
    late = curator.post(f"/queue/{request}/decide/", hidden_fields(markup), headers=HTMX)
    assert late.status_code == 409
    assert notice(late).startswith("This card has changed since you looked at it")
    assert status(request) == "pending"
    fresh = decide(curator, request)
    assert (notice(fresh), fresh.status_code) == ("1 approved. 1 was out of date.", 200)


@pytest.mark.parametrize(
    "fields", [{}, {"verdict": "maybe"}, {"verdict": "reject"}, {"verdict": "approve", "item": "m_x"}]
)
def test_a_form_that_asks_for_nothing_does_nothing(curator, request_id, fields):
    assert curator.post(f"/queue/{request_id}/decide/", fields).status_code == 400
    assert status(request_id) == "pending"


def test_whoever_may_not_is_refused(viewer, curator, as_charlie, stranger, request_id):
    fact("A", now=days(-2), origin="operator", agent="zoe")
    foreign = conflict("B", agent="zoe", now=NOW)
    sent = {"verdict": "approve"}
    for client in (viewer, as_charlie):
        for act in ("decide", "undo"):
            assert client.post(f"/queue/{request_id}/{act}/", sent).status_code == 403
        assert client.post("/queue/many/", {"id": request_id, **sent}).status_code == 403
        assert client.post("/queue/many/undo/", {"ids": request_id}).status_code == 403
    assert stranger.post(f"/queue/{request_id}/decide/", sent).status_code == 302
    for act in ("decide", "undo", "withdraw"):
        unknown, hidden = (curator.post(f"/queue/{one}/{act}/", sent) for one in ("r_nothing", foreign))
        assert unknown.status_code == hidden.status_code == 404
        assert masked(unknown) == masked(hidden)
    assert curator.get(f"/queue/{request_id}/decide/").status_code == 405
    assert (status(request_id), status(foreign)) == ("pending", "pending")


def test_ones_own_request_is_refused_and_written_down(curator, request_id):
    ApprovalRequest.objects.filter(pk=request_id).update(raised_by="bob", raised_by_kind="person")
    assert curator.post(f"/queue/{request_id}/decide/", {"verdict": "approve"}).status_code == 403
    assert AuditEvent.objects.filter(action="approval.refused", target=request_id).exists()
    done = curator.post(f"/queue/{request_id}/withdraw/")
    assert done["Location"] == "/queue/"
    assert status(request_id) == "withdrawn"


# ------------------------------------------------------------------ one request in full


def test_items_of_a_group_are_decided_one_by_one_and_undone_one_by_one(curator):
    request, rows = burst("B", "C", "D", predicate="p", group="g")
    address = f"/queue/{request}/"
    body = curator.get(address).content.decode()
    assert all(f'name="item" value="{row}"' in body for row in rows)
    digest = re.search(r'name="seen" value="(\w+)"', body)
    assert digest is not None
    sent = {"which": "chosen", "seen": digest[1], "back": "request", "item": rows[:2]}
    done = curator.post(f"{address}decide/", sent | {"verdict": "reject", "reason": "no"})
    assert done["Location"] == address
    page = curator.get(address)
    assert notice(page) == "2 rejected."
    assert status(request) == "pending"
    assert dict(ApprovalItem.objects.values_list("memory", "status")) == {
        rows[0]: "rejected",
        rows[1]: "rejected",
        rows[2]: "pending",
    }
    assert "Approve 1" in text_of(page)
    curator.post(f"{address}undo/", {"item": rows[0], "back": "request"})
    assert ApprovalRequest.objects.filter(reopens=request).count() == 1
    nothing = curator.post(f"{address}decide/", {"which": "chosen", "verdict": "approve"})
    assert nothing.status_code == 400


def test_one_request_says_everything(curator, request_id):
    words = text_of(curator.get(f"/queue/{request_id}/"))
    for expected in (
        "The lang of user is B",
        "The lang of user is A",
        "No answer by then counts as a rejection.",
        "Raised by",
        "Reminder",
        request_id,
    ):
        assert expected in words, expected
    done = curator.post(
        f"/queue/{request_id}/decide/", {"verdict": "approve", "reason": "heard it myself", "back": "request"}
    )
    assert done["Location"] == "/queue/"
    page = curator.get(f"/queue/{request_id}/")
    words = text_of(page)
    for expected in (
        "bob decided: Approved",
        "heard it myself",
        "Replaced the earlier value",
        "what it replaced",
        "possible until",
    ):
        assert expected in words, expected
    back = curator.post(f"/queue/{request_id}/undo/", {"back": "request"})
    assert back["Location"].startswith("/queue/r_")
    assert "An earlier decision about this was undone." in text_of(curator.get(back["Location"]))
    assert "it waits again here" in text_of(curator.get(f"/queue/{request_id}/"))


def test_a_page_of_the_wiki_stands_beside_what_it_says_now(as_alice):
    actor = Actor(kind="agent", name="alice", door="rest", agents=frozenset({"alice"}), origin="agent_derived")
    text = "---\nlayer: identity\n---\nI am <b>Alice</b>."
    held = save(actor=actor, draft=PageDraft("alice", "a.md", text, base=0), now=NOW)
    assert held.review_id
    shown = card(as_alice.get("/queue/"), held.review_id)
    assert "Look at it, then decide" in shown
    assert len(re.findall(r">\s*a\.md\s*<", shown)) == 1, "its path is said once"
    assert "page:" not in text_of(as_alice.get("/queue/"))
    assert 'name="verdict"' not in shown
    page = as_alice.get(f"/queue/{held.review_id}/")
    words = text_of(page)
    for expected in ("Would stand near every answer", "a.md", "The page would say", "Nothing: it would be a new page."):
        assert expected in words, expected
    assert "<b>Alice" not in page.content.decode()
    sent = hidden_fields(page.content.decode())
    assert (
        notice(as_alice.get(as_alice.post(f"/queue/{held.review_id}/decide/", sent)["Location"])) == "Approved: Stored."
    )
    assert status(held.review_id) == "approved"


def test_what_else_waits_like_it_is_decided_with_it(curator, request_id):
    similar = conflict("C", now=NOW)
    body = curator.get(f"/queue/{request_id}/").content.decode()
    assert re.search(rf'name="id" value="{similar}" form="alike" checked', body)
    step = curator.post("/queue/many/", {"id": [request_id, similar], "verdict": "reject"})
    assert "Reject 2 requests?" in text_of(step)


# ------------------------------------------------------------------ many at once


def confirmed(step) -> dict[str, str]:
    pairs = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', step.content.decode())
    return {name: html.unescape(value) for name, value in pairs if name != "csrfmiddlewaretoken"}


def test_many_are_weighed_first_then_decided_and_undone(curator, request_id):
    second, _ = burst("B", "C", predicate="p")
    step = curator.post("/queue/many/", {"id": [request_id, second], "verdict": "approve"})
    words = text_of(step)
    assert "Approve 2 requests?" in words
    assert "3 items in all" in words
    assert "Little trusted 3" in words
    assert "Medium risk 3" in words
    assert status(request_id) == "pending"
    done = curator.post("/queue/many/", confirmed(step))
    assert "Approved 2" in text_of(done)
    assert (status(request_id), status(second)) == ("approved", "approved")
    back = curator.post("/queue/many/undo/", {"ids": f"{request_id} {second}"})
    assert notice(curator.get(back["Location"])) == "2 decisions undone."
    assert answer() == ["A"]
    again = curator.post("/queue/many/undo/", {"ids": f"{request_id} {second}"})
    assert notice(curator.get(again["Location"])) == "0 decisions undone. 2 could not be undone."


def test_what_somebody_else_decided_meanwhile_is_named_and_left_out(curator, request_id):
    second, _ = burst("B", predicate="p")
    decide(curator, second)
    words = text_of(curator.post("/queue/many/", {"id": [request_id, second], "verdict": "approve"}))
    assert "Approve 1 request?" in words
    assert "1 of those chosen no longer waits and is left out." in words


def test_of_many_each_tells_the_truth(curator, request_id):
    second, _ = burst("B", predicate="p")
    third, _ = burst("C", predicate="q", group="g")
    step = curator.post("/queue/many/", {"id": [request_id, second, third], "verdict": "reject"})
    decide_at_once(actor=BOB, request_id=second, verdict="approve", now=NOW)
    burst("D", predicate="q", group="g")
    done = curator.post("/queue/many/", confirmed(step) | {"reason": "no"})
    words = text_of(done)
    for expected in ("Rejected 1", "Already decided 1", "Refused 1", "bob decided this already: Approved, just now."):
        assert expected in words, expected
    assert (status(request_id), status(second), status(third)) == ("rejected", "approved", "pending")


def test_all_that_match_needs_a_filter(curator, request_id):
    conflict("C", now=NOW)
    burst("B", predicate="p")
    refused = curator.post("/queue/many/", {"all": "yes", "verdict": "reject"})
    assert refused.status_code == 400
    step = curator.post("/queue/many/", {"all": "yes", "here": "kind=fact_conflict", "verdict": "reject"})
    assert "Reject 2 requests?" in text_of(step)
    assert curator.post("/queue/many/", {"verdict": "reject"}).status_code == 400
    assert curator.post("/queue/many/", {"id": "r_nothing", "verdict": "reject"}).status_code == 404


def test_very_many_are_typed(curator):
    ids = [burst(*(f"v{number}.{place}" for place in range(60)), predicate="p")[0] for number in range(2)]
    step = curator.post("/queue/many/", {"id": ids, "verdict": "approve"})
    assert "Type 120 to go on." in text_of(step)
    wrong = curator.post("/queue/many/", confirmed(step) | {"typed": "12"})
    assert (wrong.status_code, status(ids[0])) == (422, "pending")
    curator.post("/queue/many/", confirmed(step) | {"typed": "120"})
    assert [status(one) for one in ids] == ["approved", "approved"]


def test_a_thousand_at_once_but_no_more(curator, request_id):
    ids = " ".join(f"r_{number}" for number in range(1_001))
    assert (
        curator.post("/queue/many/", {"ids": ids, "verdict": "reject", "reason": "x", "sure": "yes"}).status_code == 413
    )
    assert curator.post("/queue/many/undo/", {"ids": ids}).status_code == 413


def test_an_administrator_may_withdraw_and_a_curator_not(curator, as_alice, request_id):
    assert curator.post(f"/queue/{request_id}/withdraw/").status_code == 403
    assert "Withdraw" not in text_of(curator.get(f"/queue/{request_id}/"))
    assert "Withdraw" in text_of(as_alice.get(f"/queue/{request_id}/"))
    as_alice.post(f"/queue/{request_id}/withdraw/")
    assert status(request_id) == "withdrawn"


def test_a_curator_decides_for_their_agents_only(as_bob, bob, request_id):
    assert as_bob.post(f"/queue/{request_id}/decide/", {"verdict": "approve"}).status_code == 404
    AgentAssignment.objects.create(user=bob, agent="alice")
    assert as_bob.post(f"/queue/{request_id}/decide/", {"verdict": "approve"}).status_code == 302
    assert User.objects.get(username="bob").pk == ApprovalRequest.objects.get(pk=request_id).decided_by_user
