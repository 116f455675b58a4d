"""Who may decide, and until when."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, User

from curation.models import ApprovalItem, ApprovalRequest
from curation.services import approvals
from curation.services.decisions import (
    decide,
    expire_due,
    remind_due,
    undo,
)
from knowledge.engine.types import Actor
from knowledge.errors import Expired, HubError, NotFound, Refused
from knowledge.models import AuditEvent, Memory
from tests.curation.decided import AGENT, actions, books_balance, events, value
from tests.curation.deciding import BOB, burst, conflict, person, status
from tests.knowledge.helpers import NOW, days, fact, writer
from tests.knowledge.waiting import quarantined

pytestmark = pytest.mark.django_db
MS = timedelta(milliseconds=1)


# ------------------------------------------------------------------ who


@pytest.mark.parametrize(
    ("actor", "error"),
    [
        (AGENT, Refused),
        (Actor(kind="system", name="cli", door="command", roles=frozenset({"admin"}), agents=None), Refused),
        (person("vic", "viewer"), Refused),
        (person("bob", agents=frozenset({"bob"})), NotFound),
        (person("eve", "none", agents=frozenset()), NotFound),
    ],
    ids=["agent's token", "command", "viewer", "another agent's curator", "nobody"],
)
def test_who_may_not_decide_changes_nothing(actor: Actor, error: type[HubError]) -> None:
    fact("A", now=days(-1))
    request = conflict()
    for verdict in ("approve", "reject"):
        with pytest.raises(error):
            decide(actor=actor, request_id=request, verdict=verdict, reason="x", now=days(0.1))
    assert (status(request), value()) == ("pending", "A")
    assert actions() == ([] if error is NotFound else ["approval.refused"] * 2)


def test_unknown_and_foreign_requests_are_the_same() -> None:
    fact("A", now=days(-1))
    stranger = person(agents=frozenset({"bob"}))
    messages = set()
    for request in (conflict(), "r_unknown", "\0"):
        with pytest.raises(NotFound) as found:
            decide(actor=stranger, request_id=request, verdict="approve")
        messages.add(found.value.message)
    assert len(messages) == 1


@pytest.mark.parametrize("door", ["page", "rest"])
@pytest.mark.parametrize("role", ["curator", "admin"])
def test_nobody_decides_what_they_raised_themselves(role: str, door: str) -> None:
    User.objects.create_user("root").groups.add(Group.objects.get(name="admin"))
    fact("A", now=days(-1), origin="operator")
    me = person("bob", role)
    request = conflict(confidence=0.8, origin="operator")
    ApprovalRequest.objects.filter(pk=request).update(raised_by_kind="person", raised_by="bob")
    with pytest.raises(Refused, match="You raised this yourself"):
        decide(actor=person("bob", role, door=door), request_id=request, verdict="approve", now=days(0.1))
    refused = AuditEvent.objects.get(action="approval.refused")
    assert (refused.actor, refused.details["code"]) == ("bob", "own_request")
    with pytest.raises(Refused):
        undo(actor=me, request_id=request)
    decide(actor=person("carol"), request_id=request, verdict="approve", now=days(0.2))
    with pytest.raises(Refused):
        undo(actor=me, request_id=request, now=days(0.2))


def test_the_only_administrator_may_and_that_is_written_down() -> None:
    fact("A", now=days(-1))
    me = person("root", "admin")
    root = User.objects.create_user("root")
    root.groups.add(Group.objects.get(name="admin"))
    gone = User.objects.create_superuser("gone")
    User.objects.filter(pk=gone.pk).update(is_active=False)
    me = Actor(kind="person", name="root", door="page", roles=me.roles, agents=None, user_id=root.pk)
    request = conflict()
    ApprovalRequest.objects.filter(pk=request).update(raised_by_kind="person", raised_by="root")
    decide(actor=me, request_id=request, verdict="approve", now=days(0.1))
    assert actions() == ["approval.own", "approval.approved"]


def test_plans_to_forget_are_for_administrators_and_what_is_no_plan_is_stale() -> None:
    card = approvals.Card("forget_source", "alice", "planned", seconds=1_800)
    item = approvals.NewItem("plan:1", digest="d")
    request = approvals.open_card(actor=person("carol"), card=card, items=[item], now=NOW)
    with pytest.raises(Refused, match="Only an administrator"):
        decide(actor=BOB, request_id=request, verdict="reject", reason="x", now=days(0.01))
    decide(actor=person("root", "admin"), request_id=request, verdict="approve", now=days(0.01))
    assert status(request) == "stale"


def test_a_card_that_reaches_several_agents_is_for_those_who_see_them_all() -> None:
    rows = [quarantined("A", agent=agent).id for agent in ("alice", "bob")]
    items = [approvals.NewItem(row) for row in rows]
    request = approvals.open_quarantine(actor=writer(), agent="", reason="spread", origin="channel:x", items=items)
    with pytest.raises(NotFound):
        decide(actor=person(agents=frozenset({"alice", "bob"})), request_id=request, verdict="approve")
    decide(actor=person("root", "admin"), request_id=request, verdict="reject", reason="spam")
    assert set(Memory.objects.values_list("standing", flat=True)) == {"rejected"}


# ------------------------------------------------------------------ time


@pytest.mark.parametrize(("life", "lived"), [(None, 86_400), (0, 86_400), (-5, 86_400), (True, 86_400), (3_600, 3_600)])
def test_an_invalid_life_means_the_life_of_the_kind(life: object, lived: int) -> None:
    request, _ = burst("A", seconds=life)
    row = ApprovalRequest.objects.get(pk=request)
    assert row.expires_at - row.created_at == timedelta(seconds=lived)
    assert approvals.life_of("wiki_promotion", life) == timedelta(seconds=7 * 86_400 if lived == 86_400 else lived)


@pytest.mark.parametrize(("shift", "in_time"), [(-MS, True), (0 * MS, False), (MS, False)])
def test_the_deadline_is_half_open_and_no_answer_is_a_rejection(shift: timedelta, in_time: bool) -> None:
    fact("A", now=days(-1))
    request = conflict()
    at = days(1) + shift
    if in_time:
        assert decide(actor=BOB, request_id=request, verdict="approve", now=at).status == "approved"
        return
    with pytest.raises(Expired, match="was over at 2026-12-01T12:00:00"):
        decide(actor=BOB, request_id=request, verdict="approve", now=at)
    memory = Memory.objects.get(object="B")
    assert (status(request), memory.standing, memory.origin_trust, value(2)) == ("expired", "rejected", 0.1, "A")
    assert actions() == ["approval.expired"]
    assert [kind for kind, _ in events()] == ["knowledge.write_held", "approval.expired"]
    # Over is over, also when the clock is set back.
    with pytest.raises(Expired):
        decide(actor=BOB, request_id=request, verdict="approve", now=at - timedelta(hours=2))
    assert expire_due(now=at + timedelta(days=9)) == 0
    assert actions() == ["approval.expired"]


def test_the_sweep_closes_what_is_over_once() -> None:
    fact("A", now=days(-1))
    first, second = conflict(), conflict("C", now=days(0.5))
    grouped, rows = burst("D", "E", predicate="p")
    decide(actor=BOB, request_id=grouped, verdict="approve", items=rows[:1], now=days(0.1))
    assert expire_due(now=days(1) - MS) == 0
    assert expire_due(now=days(1)) == 2
    assert expire_due(now=days(1)) == 0
    assert [status(one) for one in (first, second, grouped)] == ["expired", "pending", "expired"]
    assert dict(ApprovalItem.objects.filter(request=grouped).values_list("memory", "status")) == {
        rows[0]: "approved",
        rows[1]: "expired",
    }
    assert Memory.objects.get(id=rows[1]).invalidated_by_event == "quarantine_reject"
    assert [kind for kind, _ in events()].count("approval.expired") == 2
    books_balance()


def test_one_reminder_at_two_thirds_of_the_life() -> None:
    long, _ = burst("A", seconds=3_600)
    short, _ = burst("B", predicate="p", seconds=119)
    for seconds, expected in ((2_399, 0), (2_400, 1), (2_401, 0), (3_599, 0)):
        assert remind_due(now=NOW + timedelta(seconds=seconds)) == expected, seconds
    assert [one for one in events() if one[0] == "approval.reminder"] == [("approval.reminder", long)]
    assert expire_due(now=NOW + timedelta(seconds=3_600)) == 2
    assert remind_due(now=NOW + timedelta(seconds=3_600)) == 0
    assert status(short) == "expired"
    just, _ = burst("C", predicate="q", seconds=120)
    assert [remind_due(now=NOW + timedelta(seconds=at)) for at in (79, 80, 81)] == [0, 1, 0]
    assert ApprovalRequest.objects.get(pk=just).reminded_at == NOW + timedelta(seconds=80)
