"""What was decided: who, when, why, what it did, and taking it back."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from curation.models import ApprovalRequest
from curation.services.decisions import decide, expire_due
from curation.services.settling import Verdict
from tests.curation.deciding import burst, conflict, person, status
from tests.curation.pages import queries_of, text_of
from tests.curation.queue_pages import notice
from tests.knowledge.helpers import NOW, days, fact

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]


def rows(response) -> list[str]:
    return re.findall(r'href="/queue/(r_\w+)/" ?[^>]*data-open', response.content.decode())


def decided(
    value: str, verdict: Verdict = "approve", *, by: str = "bob", minutes: float = 1, agent: str = "alice"
) -> str:
    request = conflict(value, now=days(-0.5), agent=agent)
    moment = NOW - timedelta(minutes=minutes)
    decide(actor=person(by), request_id=request, verdict=verdict, reason=f"because of {value}", now=moment)
    return request


def test_every_decision_says_who_when_why_and_what_it_did(as_alice):
    fact("A", now=days(-2), origin="operator")
    fact("A", now=days(-2), origin="operator", agent="zoe")
    yes = decided("B", minutes=20)
    no = decided("B", "reject", by="eve", minutes=3, agent="zoe")
    words = text_of(as_alice.get("/queue/decided/"))
    assert rows(as_alice.get("/queue/decided/")) == [no, yes]
    assert re.search(r"The lang of user is B.*zoe Rejected eve 3 min ago because of B .*Undo", words)
    assert re.search(r"alice Approved Replaced the earlier value bob 20 min ago because of B", words)
    assert "Undo" not in words.split("20 min ago")[1].split("In the queue")[0].replace("Undo u", "")


def test_a_group_says_how_many_ended_how(as_alice):
    request, items = burst("B", "C", "D", predicate="p", group="g")
    decide(actor=person(), request_id=request, verdict="reject", items=items[:1], reason="no", now=NOW)
    decide(actor=person(), request_id=request, verdict="approve", now=NOW)
    words = text_of(as_alice.get("/queue/decided/"))
    assert "1 × Rejected" in words
    assert "2 × Approved" in words


def test_time_that_ran_out_is_told_apart(as_alice):
    fact("A", now=days(-3), origin="operator")
    request = conflict("B", now=days(-2))
    expire_due(now=NOW)
    words = text_of(as_alice.get("/queue/decided/"))
    assert "No answer nobody" in words
    assert status(request) == "expired"


def test_filters(as_alice):
    fact("A", now=days(-2), origin="operator")
    fact("A", now=days(-2), origin="operator", agent="zoe")
    yes, no = decided("B", minutes=60 * 30), decided("B", "reject", by="eve", agent="zoe")
    for query, expected in (
        ({"status": "approved"}, [yes]),
        ({"by": "eve"}, [no]),
        ({"agent": "zoe"}, [no]),
        ({"kind": "alias_review"}, []),
        ({"since": NOW.date().isoformat()}, [no]),
        ({"until": (NOW - timedelta(days=1)).date().isoformat()}, [yes]),
        ({"status": "nonsense"}, [no, yes]),
    ):
        assert rows(as_alice.get("/queue/decided/", query)) == expected, query
    assert "Nothing decided matches" in text_of(as_alice.get("/queue/decided/?by=nobody"))
    assert as_alice.get("/queue/decided/?cursor=x").status_code == 400
    assert as_alice.get("/queue/decided/?agent=nobody").status_code == 404


def test_taking_back_leads_back_here(curator):
    fact("A", now=days(-2), origin="operator")
    request = decided("B")
    done = curator.post(f"/queue/{request}/undo/", {"back": "decided"})
    assert done["Location"] == "/queue/decided/"
    page = curator.get("/queue/decided/")
    assert notice(page) == "Undone. It waits for a decision again."
    again = ApprovalRequest.objects.get(reopens=request)
    assert f'href="/queue/{again.pk}/">undone' in page.content.decode()
    late = curator.post(f"/queue/{request}/undo/", {"back": "decided"})
    assert late.status_code == 409
    assert "undone already" in text_of(late)


def test_after_ten_minutes_it_is_too_late(curator):
    fact("A", now=days(-2), origin="operator")
    request = decided("B", minutes=11)
    assert curator.post(f"/queue/{request}/undo/").status_code == 410


def test_people_see_the_decisions_of_their_agents(curator, viewer):
    fact("A", now=days(-2), origin="operator")
    fact("A", now=days(-2), origin="operator", agent="zoe")
    mine = decided("B", minutes=2)
    decided("B", minutes=1, agent="zoe")
    assert rows(curator.get("/queue/decided/")) == [mine]
    assert viewer.get("/queue/decided/").status_code == 403
    assert "/undo/" in curator.get("/queue/decided/").content.decode()


def test_many_decisions_cost_no_more_queries(as_alice):
    fact("A", now=days(-2), origin="operator")
    decided("B", "reject")
    few = len(queries_of(as_alice, "/queue/decided/"))
    for number in range(5):
        decided(f"C{number}", "reject")
    assert len(queries_of(as_alice, "/queue/decided/")) == few


def test_nothing_decided_yet(as_alice):
    assert "Nothing has been decided yet" in text_of(as_alice.get("/queue/decided/"))
