"""Decisions taken back, and requests withdrawn."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, User

from curation.models import ApprovalItem, ApprovalRequest
from curation.queries.cards_in_full import request_in_full
from curation.queries.queue import progress
from curation.services.decisions import (
    decide,
    expire_due,
    undo,
    withdraw,
)
from knowledge.errors import Conflict, Expired, Invalid, NotFound, Refused
from knowledge.models import Memory
from tests.curation.decided import AGENT, actions, books_balance, events, value
from tests.curation.deciding import BOB, burst, conflict, person, status
from tests.knowledge.helpers import NOW, days, fact

pytestmark = pytest.mark.django_db


def decided_today() -> tuple[int, int]:
    """How many requests were decided, and how many of them by Bob."""
    found = progress(agents=None, user_id=BOB.user_id, today=NOW, now=days(0.3))
    return found.done, found.mine


def test_undoing_opens_a_new_request_with_the_old_deadline() -> None:
    fact("A", now=days(-1))
    request = conflict()
    decide(actor=BOB, request_id=request, verdict="approve", now=days(0.1))
    assert (value(), decided_today()) == ("B", (1, 1))
    report = undo(actor=person("carol"), request_id=request, reason="a slip", now=days(0.1) + timedelta(minutes=9))
    again = ApprovalRequest.objects.get(pk=report.request_id)
    assert (again.status, again.expires_at, again.created_at, again.reopens_id) == ("pending", days(1), NOW, request)
    assert (value(), status(request), decided_today()) == ("A", "approved", (0, 0))
    item = ApprovalItem.objects.get(request=request)
    assert (item.status, item.effect["undone"], item.effect["undone_by"]) == ("approved", again.pk, "carol")
    with pytest.raises(Conflict, match="undone already"):
        undo(actor=BOB, request_id=request, now=days(0.101))
    assert actions() == ["approval.approved", "approval.undone"]
    assert events()[-1] == ("approval.undone", request)
    seen = request_in_full(agents=None, request_id=request, now=days(0.2))
    assert (seen.reopened_as, seen.items[0].undone, seen.items[0].undo_until) == (again.pk, again.pk, None)
    # And it can be decided like any other.
    decide(actor=BOB, request_id=again.pk, verdict="approve", now=days(0.2))
    assert (value(), decided_today()) == ("B", (1, 1))
    books_balance()


@pytest.mark.parametrize(("minutes", "works"), [(9.99, True), (10, False), (10.01, False)])
def test_ten_minutes_are_the_time_to_undo(minutes: float, works: bool) -> None:
    request, _ = burst("A")
    decide(actor=BOB, request_id=request, verdict="reject", reason="x", now=days(0.1))
    at = days(0.1) + timedelta(minutes=minutes)
    if works:
        assert undo(actor=BOB, request_id=request, now=at).status == "pending"
        assert Memory.objects.get().standing == "quarantined"
        return
    with pytest.raises(Expired, match="too late"):
        undo(actor=BOB, request_id=request, now=at)
    assert Memory.objects.get().standing == "rejected"


def test_what_has_changed_since_stays() -> None:
    fact("A", now=days(-1))
    request = conflict()
    decide(actor=BOB, request_id=request, verdict="approve", now=days(0.1))
    fact("C", now=days(0.101))
    with pytest.raises(Conflict, match="Something has changed"):
        undo(actor=BOB, request_id=request, now=days(0.102))
    assert (value(), actions()) == ("C", ["approval.approved"])
    books_balance()


def test_only_what_people_decided_can_be_undone() -> None:
    fact("A", now=days(-1))
    request = conflict()
    with pytest.raises(Conflict, match="no decision"):
        undo(actor=BOB, request_id=request, now=days(0.1))
    expire_due(now=days(1))
    with pytest.raises(Conflict, match="no decision"):
        undo(actor=BOB, request_id=request, now=days(1))
    with pytest.raises(NotFound):
        undo(actor=BOB, request_id="r_unknown")


def test_undoing_when_the_old_deadline_is_over() -> None:
    fact("A", now=days(-1))
    approved, rejected = conflict(), conflict("C")
    late = days(1) - timedelta(minutes=1)
    decide(actor=BOB, request_id=approved, verdict="approve", now=late)
    decide(actor=BOB, request_id=rejected, verdict="reject", reason="x", now=late)
    after = days(1) + timedelta(minutes=5)
    report = undo(actor=BOB, request_id=approved, now=after)
    assert (report.status, value(2)) == ("expired", "A")
    assert Memory.objects.get(object="B").standing == "rejected"
    with pytest.raises(Expired, match="rejected at once"):
        undo(actor=BOB, request_id=rejected, now=after)
    books_balance()


def test_undoing_a_release_that_was_held_takes_its_new_card_back() -> None:
    fact("A", now=days(-1))
    request, (row,) = burst("B")
    card = decide(actor=BOB, request_id=request, verdict="approve", now=days(0.1)).items[0].review
    undo(actor=BOB, request_id=request, now=days(0.101))
    assert (status(card), Memory.objects.get(id=row).standing) == ("withdrawn", "quarantined")
    again = ApprovalRequest.objects.get(reopens=request).pk
    card = decide(actor=BOB, request_id=again, verdict="approve", now=days(0.102)).items[0].review
    decide(actor=BOB, request_id=card, verdict="approve", now=days(0.103))
    with pytest.raises(Conflict, match="Something has changed"):
        undo(actor=BOB, request_id=again, now=days(0.104))
    assert value() == "B"
    books_balance()


def test_a_group_is_undone_as_a_whole_or_in_part() -> None:
    request, rows = burst("A", "B", "C", predicate="lang")
    decide(actor=BOB, request_id=request, verdict="approve", items=rows[:2], now=days(0.1))
    decide(actor=BOB, request_id=request, verdict="reject", items=rows[2:], reason="x", now=days(0.101))
    part = undo(actor=BOB, request_id=request, items=[rows[2]], now=days(0.102))
    assert [one.item for one in part.items] == [rows[2]]
    whole = undo(actor=BOB, request_id=request, now=days(0.103))
    assert [one.item for one in whole.items] == rows[:2]
    assert set(Memory.objects.values_list("standing", flat=True)) == {"quarantined"}
    assert value() is None
    with pytest.raises(Invalid):
        undo(actor=BOB, request_id=request, items=["m_x"], now=days(0.103))
    books_balance()


def test_withdrawing_is_for_whoever_raised_it_or_an_administrator() -> None:
    User.objects.create_user("root").groups.add(Group.objects.get(name="admin"))
    fact("A", now=days(-1))
    request, other = conflict(), conflict("C")
    ApprovalRequest.objects.filter(pk=request).update(raised_by_kind="person", raised_by="bob")
    for actor in (person("carol"), AGENT, person("vic", "viewer")):
        with pytest.raises(Refused):
            withdraw(actor=actor, request_id=request, now=days(0.1))
    assert withdraw(actor=BOB, request_id=request, reason="a slip", now=days(0.1)).status == "withdrawn"
    assert withdraw(actor=person("root", "admin"), request_id=other, now=days(0.1)).status == "withdrawn"
    assert set(Memory.objects.exclude(object="A").values_list("standing", flat=True)) == {"rejected"}
    with pytest.raises(Conflict, match="already withdrawn by bob"):
        decide(actor=person("carol"), request_id=request, verdict="approve", now=days(0.2))
    books_balance()
