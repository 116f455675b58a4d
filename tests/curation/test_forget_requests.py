"""Plans to forget a source, as people decide about them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from curation.models import ApprovalItem, ApprovalRequest, OutboxEvent
from curation.queries.cards_in_full import request_in_full
from curation.services.decisions import decide, expire_due, undo
from knowledge.errors import Conflict, Expired, Refused
from knowledge.models import ForgetPlan, Memory
from knowledge.services import forgetting, plans
from tests.curation.deciding import burst, conflict, person, status
from tests.knowledge.forget_helpers import ADMIN, CHAT, forget, learn, message, plan
from tests.knowledge.helpers import NOW, fact, say

pytestmark = pytest.mark.django_db
OTTO = person("otto", "admin")


@pytest.fixture
def planned(alice, bob) -> ForgetPlan:
    learn("canary", "10")
    return plan("10")


def approve(made: ForgetPlan, actor: Any = OTTO, **more: Any) -> Any:
    return decide(actor=actor, request_id=made.request, verdict="approve", **{"now": NOW, **more})


def test_a_plan_asks_for_a_decision_that_is_bound_to_it(planned):
    request = ApprovalRequest.objects.get(pk=planned.request)
    assert (request.kind, request.agent, request.expires_at) == ("forget_source", "alice", planned.expires_at)
    item = ApprovalItem.objects.get(request=request)
    assert (item.memory, item.digest) == (f"plan:{planned.pk}", planned.hash)
    seen = request_in_full(agents=None, request_id=planned.request, now=NOW)
    assert not seen.items[0].changed
    report = approve(planned, seen=seen.digest)
    assert report.status == "approved"
    planned.refresh_from_db()
    assert (planned.status, planned.approved_hash, planned.approved_by) == ("approved", planned.hash, "otto")
    assert Memory.objects.count() == 1
    forgetting.apply(actor=OTTO, plan_id=planned.pk, now=NOW)
    assert not Memory.objects.exists()


def test_only_another_administrator_decides(planned, django_user_model):
    from django.contrib.auth.models import Group

    for name in ("otto", "ada"):
        django_user_model.objects.create_user(name).groups.add(Group.objects.get(name="admin"))
    with pytest.raises(Refused):
        approve(planned, person("bob", "curator"))
    with pytest.raises(Refused):
        approve(planned, ADMIN)  # who planned it
    assert status(planned.request) == "pending"
    approve(planned)


def test_a_plan_that_is_not_what_was_shown_is_not_approved(planned):
    ForgetPlan.objects.filter(pk=planned.pk).update(hash="f" * 64)
    report = approve(planned)
    assert [one.status for one in report.items] == ["stale"]
    planned.refresh_from_db()
    assert planned.status == "planned"


def test_a_rejected_plan_is_never_applied(planned):
    decide(actor=OTTO, request_id=planned.request, verdict="reject", reason="no", now=NOW)
    planned.refresh_from_db()
    assert planned.status == "rejected"
    with pytest.raises(Refused):
        forgetting.apply(actor=OTTO, plan_id=planned.pk, now=NOW)
    assert Memory.objects.count() == 1


def test_a_plan_nobody_approves_is_over_with_its_request(planned):
    late = NOW + timedelta(minutes=31)
    with pytest.raises(Expired):
        approve(planned, now=late)
    assert expire_due(now=late) == 0
    assert status(planned.request) == "expired"
    assert plans.withdraw_expired(now=late) == 0
    planned.refresh_from_db()
    assert planned.status == "rejected"


def test_an_approval_can_be_taken_back_until_the_plan_is_applied(planned):
    approve(planned)
    again = undo(actor=OTTO, request_id=planned.request, now=NOW + timedelta(minutes=1))
    planned.refresh_from_db()
    assert planned.status == "planned"
    with pytest.raises(Refused):
        forgetting.apply(actor=OTTO, plan_id=planned.pk, now=NOW)
    decide(actor=OTTO, request_id=again.request_id, verdict="approve", now=NOW + timedelta(minutes=2))
    forgetting.apply(actor=OTTO, plan_id=planned.pk, now=NOW + timedelta(minutes=2))
    with pytest.raises(Conflict):
        undo(actor=OTTO, request_id=again.request_id, now=NOW + timedelta(minutes=3))


def test_cards_and_events_let_go_of_what_was_forgotten():
    fact("A", origin="operator")
    claim = conflict("B", source=message("10"))
    request, rows = burst("x", "y", subject="s", source=message("1", "other chat"))
    bad = say("canary", source=message("10"), origin="channel:x").memory
    assert ApprovalItem.objects.filter(request=claim).count() == 1
    held = ApprovalItem.objects.get(request=claim).memory
    forget("10")
    assert not Memory.objects.filter(id__in=[held, bad.id]).exists()
    assert status(claim) == "stale"
    assert not ApprovalItem.objects.filter(request=claim).exists()
    assert held not in str(list(OutboxEvent.objects.values_list("body", flat=True)))
    # What comes from elsewhere still waits.
    assert status(request) == "pending"
    assert set(ApprovalItem.objects.filter(request=request).values_list("memory", flat=True)) == set(rows)
    assert CHAT not in str(list(OutboxEvent.objects.values()))
