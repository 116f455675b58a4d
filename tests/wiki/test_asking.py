"""Asking somebody to vouch for a page, and what is announced of pages; the bounds come from the settings."""

from __future__ import annotations

import pytest

from curation.models import ApprovalItem, ApprovalRequest
from curation.services.decisions import decide, undo
from knowledge import events
from knowledge.errors import HubError
from knowledge.models import AuditEvent, WikiPage
from knowledge.services import wiki_trust
from tests.wiki.pages import ADMIN, NOW, agent, viewer, write
from tests.wiki.pages import curator as curating
from tests.wiki.test_filing import procedure, tell

pytestmark = pytest.mark.django_db


def ask(**more) -> str:
    write("a.md", "# A\n\nHow it is done.\n", actor=agent())
    asked = wiki_trust.ask(
        actor=more.get("actor", agent()), space="alice", path="a.md", base=1, reason="true since May", now=NOW
    )
    assert asked is not None
    return asked


def test_who_asks_changes_nothing_and_somebody_else_decides():
    request = ApprovalRequest.objects.get(pk=ask())
    page = WikiPage.objects.get()
    assert (request.kind, request.agent, request.reason, request.status) == (
        "wiki_promotion",
        "alice",
        "asked",
        "pending",
    )
    assert (request.expires_at - request.created_at).days == 7
    assert (page.trust, page.promoted) == (0.5, None)
    decide(actor=curating("alice"), request_id=request.id, verdict="approve", now=NOW)
    page.refresh_from_db()
    assert (page.trust, page.source_type) == (0.8, "verified_fact")
    assert list(AuditEvent.objects.filter(target=page.id).order_by("pk").values_list("action", flat=True)) == [
        "page.created",
        "page.promotion_asked",
        "page.promoted",
    ]


def test_a_decision_is_taken_back_and_the_question_asked_again():
    request = ask()
    decide(actor=ADMIN, request_id=request, verdict="approve", now=NOW)
    undo(actor=ADMIN, request_id=request, now=NOW)
    assert WikiPage.objects.get().trust == 0.5
    assert ApprovalRequest.objects.filter(kind="wiki_promotion", status="pending").count() == 1


def test_a_page_that_has_changed_is_not_vouched_for():
    request = ask()
    write("a.md", "# A\n\nHow it was never done.\n", base=1, actor=agent())
    decide(actor=ADMIN, request_id=request, verdict="approve", now=NOW)
    assert ApprovalItem.objects.get(request=request).status == "stale"
    assert WikiPage.objects.get().trust == 0.5


def test_a_page_that_is_gone_is_not_vouched_for_and_asking_twice_is_one_card():
    request = ask()
    again = wiki_trust.ask(actor=agent(), space="alice", path="a.md", base=1, now=NOW)
    assert again == request
    WikiPage.objects.update(standing="archived")
    decide(actor=ADMIN, request_id=request, verdict="approve", now=NOW)
    assert ApprovalItem.objects.get(request=request).status == "stale"


def test_nobody_vouches_through_their_own_question_or_without_the_role():
    mine = ask(actor=curating("alice"))
    for actor in (curating("alice"), viewer("alice"), agent()):
        with pytest.raises(HubError):
            decide(actor=actor, request_id=mine, verdict="approve", now=NOW)
    assert WikiPage.objects.get().trust == 0.5
    with pytest.raises(HubError):
        wiki_trust.ask(actor=viewer("alice"), space="alice", path="a.md", base=1, now=NOW)
    with pytest.raises(HubError):
        wiki_trust.ask(actor=agent("carol"), space="alice", path="a.md", base=1, now=NOW)


def test_the_queue_shows_the_page_that_is_asked_about(as_alice):
    request = ask()
    body = as_alice.get(f"/queue/{request}/").content.decode()
    assert "How it is done." in body
    assert "You would vouch for" in body


def test_a_page_asks_through_its_form(as_alice):
    write("a.md", "Text")
    data = {"base": "1", "trust": "0.8", "source_type": "verified_fact", "act": "ask"}
    assert as_alice.post("/wiki/promote/a.md?agent=alice", data).status_code == 302
    assert ApprovalRequest.objects.get().kind == "wiki_promotion"
    assert WikiPage.objects.get().trust == 0.5


def test_what_is_filed_is_announced(settings):
    heard: list[tuple[str, str, bool]] = []

    def listen(*, outcome: str, agent: str, held: bool, **_: object) -> None:
        heard.append((outcome, agent, held))

    settings.HUB_TOML = {"wiki": {"filed_per_day": 1}}
    events.page_auto_filed.connect(listen)
    try:
        tell(procedure())
        refused = tell(procedure("Return"), key="e")
    finally:
        events.page_auto_filed.disconnect(listen)
    assert heard == [("created", "alice", False)]
    assert refused.outcome == "refused"
