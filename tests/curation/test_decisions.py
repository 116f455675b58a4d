"""Deciding: what it does, what it is bound to, and many at once."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import Group, User

from curation.models import ApprovalItem, ApprovalRequest, OutboxEvent
from curation.queries.cards_in_full import request_in_full
from curation.services.decisions import (
    Choice,
    decide,
    decide_many,
    expire_due,
    undo,
)
from knowledge.errors import Conflict, Expired, Invalid, NotFound, Refused, TooLarge
from knowledge.models import AuditEvent, EntityAlias, Memory
from knowledge.services import aliases
from tests.curation.decided import actions, books_balance, events, value
from tests.curation.deciding import BOB, burst, conflict, person, status
from tests.knowledge.helpers import NOW, days, fact, writer

pytestmark = pytest.mark.django_db


# ------------------------------------------------------------------ verdict and effect


def test_approving_lets_the_claim_in_with_the_voice_of_a_person() -> None:
    old = fact("A", now=days(-1)).memory.id
    request = conflict()
    report = decide(actor=BOB, request_id=request, verdict="approve", now=days(0.1))
    (item,) = report.items
    assert (report.result, report.status, report.decided_by, report.decided_at) == (
        "done",
        "approved",
        "bob",
        days(0.1),
    )
    assert (item.status, item.outcome, item.superseded, item.carried_by) == ("approved", "superseded", old, item.item)
    row = Memory.objects.get(id=item.item)
    assert (value(), row.origin, row.origin_trust, row.standing) == ("B", "operator", 1.0, "believed")
    assert actions() == ["approval.approved"]
    assert actions("memory.rel") == ["memory.released"]
    assert events() == [("knowledge.write_held", request), ("approval.decided", request)]
    event = OutboxEvent.objects.get(kind="approval.decided")
    assert event.body["items"] == [{"item": row.id, "status": "approved", "outcome": "superseded"}]
    assert "user" not in str(event.body)
    books_balance()


def test_rejecting_closes_it_and_needs_a_reason() -> None:
    fact("A", now=days(-1))
    request = conflict()
    for reason in ("", "  \n"):
        with pytest.raises(Invalid, match="Say why"):
            decide(actor=BOB, request_id=request, verdict="reject", reason=reason, now=days(0.1))
    decide(actor=BOB, request_id=request, verdict="reject", reason=" not so ", now=days(0.1))
    row = ApprovalRequest.objects.get(pk=request)
    assert (row.status, row.decided_by, row.decision_note, row.decided_by_user) == (
        "rejected",
        "bob",
        "not so",
        BOB.user_id,
    )
    memory = Memory.objects.get(object="B")
    assert (memory.standing, memory.origin_trust, value()) == ("rejected", 0.1, "A")
    assert AuditEvent.objects.get(action="approval.rejected").reason == "not so"
    assert actions("memory.rej") == ["memory.rejected"]
    books_balance()


def test_a_final_request_is_not_decided_again_and_says_by_whom_and_when() -> None:
    fact("A", now=days(-1))
    request = conflict()
    decide(actor=BOB, request_id=request, verdict="approve", now=days(0.1))
    before = (actions(""), events())
    for verdict in ("approve", "reject"):
        with pytest.raises(Conflict, match=r"already decided \(approved\) by bob at 2026-11-30T14:24:00") as found:
            decide(actor=person("carol"), request_id=request, verdict=verdict, reason="x", now=days(0.2))
        assert found.value.code == "already_decided"
    assert (actions(""), events()) == before


def test_a_group_is_decided_item_by_item() -> None:
    request, (first, second, third) = burst("A", "B", "C", predicate="p")
    report = decide(actor=BOB, request_id=request, verdict="approve", items=[second], now=days(0.1))
    assert ([one.item for one in report.items], report.status, report.pending) == ([second], "pending", 2)
    with pytest.raises(Conflict, match="already decided"):
        decide(actor=BOB, request_id=request, verdict="reject", items=[second], reason="x", now=days(0.1))
    decide(actor=BOB, request_id=request, verdict="reject", items=[first], reason="spam", now=days(0.2))
    assert status(request) == "pending"
    # The whole card: what is left of it.
    report = decide(actor=BOB, request_id=request, verdict="reject", reason="spam", now=days(0.3))
    assert [one.item for one in report.items] == [third]
    assert (report.status, report.pending) == ("approved", 0)
    standings = dict(Memory.objects.values_list("id", "standing"))
    assert standings == {first: "rejected", second: "believed", third: "rejected"}
    with pytest.raises(Invalid, match="not on this card"):
        decide(actor=BOB, request_id=burst("D", predicate="q")[0], verdict="approve", items=[first], now=days(0.3))
    assert [kind for kind, _ in events()].count("approval.decided") == 3
    books_balance()


def test_a_released_row_that_is_outranked_becomes_a_conflict_card_of_its_own() -> None:
    fact("A", now=days(-1))
    request, _ = burst("B")
    report = decide(actor=BOB, request_id=request, verdict="approve", now=days(0.1))
    (item,) = report.items
    assert (item.status, item.outcome, value()) == ("approved", "held", "A")
    card = ApprovalRequest.objects.get(pk=item.review)
    assert (card.kind, card.raised_by_kind, card.raised_by, card.expires_at) == (
        "fact_conflict",
        "agent",
        "test",
        days(1.1),
    )
    # The person who released it may decide that one too: the agent raised it.
    decide(actor=BOB, request_id=card.pk, verdict="approve", now=days(0.2))
    assert value() == "B"


def test_a_claim_whose_rival_has_changed_is_closed_as_stale() -> None:
    fact("A", now=days(-1))
    request = conflict()
    fact("C", now=days(0.05), valid_from=days(-0.5))
    report = decide(actor=BOB, request_id=request, verdict="approve", now=days(0.1))
    assert (report.status, report.items[0].status, status(request)) == ("stale", "stale", "stale")
    memory = Memory.objects.get(object="B")
    assert (memory.standing, memory.invalidated_by_event, value()) == ("rejected", "stale", "C")
    assert actions() == ["approval.stale"]
    with pytest.raises(Conflict, match="out of date"):
        decide(actor=BOB, request_id=request, verdict="approve", now=days(0.1))
    books_balance()


def test_a_row_that_is_gone_leaves_nothing_to_approve() -> None:
    request, _ = burst("A")
    other, _ = burst("B", predicate="p")
    Memory.objects.update(standing="purged")
    report = decide(actor=BOB, request_id=request, verdict="approve", now=days(0.1))
    assert (report.items[0].status, report.items[0].outcome) == ("stale", "gone")
    report = decide(actor=BOB, request_id=other, verdict="reject", reason="x", now=days(0.1))
    assert (report.items[0].status, report.items[0].outcome) == ("rejected", "gone")


def test_another_name_is_decided_the_same_way() -> None:
    fact("A", now=days(-1), subject="ceo")
    held = [
        aliases.add_alias(actor=writer("channel:x"), agent="alice", canonical=name, alias="ceo", now=NOW)
        for name in ("mallory", "eve", "trent")
    ]
    for one, verdict in zip(held, ("reject", "approve", "reject"), strict=True):
        assert one.review_id
        decide(actor=BOB, request_id=one.review_id, verdict=verdict, reason="x", now=days(0.01))  # type: ignore[arg-type]
    assert set(EntityAlias.objects.values_list("stated", "standing", "origin")) == {
        ("mallory", "rejected", "channel:x"),
        ("eve", "believed", "operator"),
        ("trent", "rejected", "channel:x"),
    }
    assert held[1].review_id
    report = undo(actor=BOB, request_id=held[1].review_id, now=days(0.011))
    assert EntityAlias.objects.get(stated="eve").standing == "held"
    decide(actor=BOB, request_id=report.request_id, verdict="approve", now=days(0.02))
    assert EntityAlias.objects.get(stated="eve").standing == "believed"


# ------------------------------------------------------------------ bound to what was shown


def test_a_card_that_grew_since_it_was_shown_is_shown_again_first() -> None:
    request, (first,) = burst("A", group="g")
    seen = request_in_full(agents=None, request_id=request, now=NOW).digest
    joined, (second,) = burst("B", group="g", now=days(0.01))
    assert (joined, ApprovalRequest.objects.get(pk=request).revision) == (request, 2)
    with pytest.raises(Conflict, match="has changed since you looked") as found:
        decide(actor=BOB, request_id=request, verdict="approve", seen=seen, now=days(0.02))
    assert (found.value.code, status(request)) == ("changed", "pending")
    assert set(Memory.objects.values_list("standing", flat=True)) == {"quarantined"}
    again = request_in_full(agents=None, request_id=request, now=days(0.02))
    assert again.digest != seen
    assert {item.name for item in again.items} == {first, second}
    assert decide(actor=BOB, request_id=request, verdict="approve", seen=again.digest, now=days(0.03)).pending == 0


def test_whoever_floods_a_card_keeps_nobody_from_deciding_what_was_shown() -> None:
    request, (first,) = burst("A", group="g")
    seen = request_in_full(agents=None, request_id=request, now=NOW).digest
    joined, (second,) = burst("B", group="g", now=days(0.01))
    assert joined == request
    report = decide(actor=BOB, request_id=request, verdict="approve", items=[first], seen=seen, now=days(0.02))
    assert (report.pending, status(request)) == (1, "pending")
    assert Memory.objects.get(id=first).standing == "believed"
    for names in ([second], [first, second]):
        with pytest.raises(Conflict):
            decide(actor=BOB, request_id=request, verdict="approve", items=names, seen=seen, now=days(0.03))
    assert Memory.objects.get(id=second).standing == "quarantined"


def test_what_comes_late_gets_a_deadline_of_its_own() -> None:
    early, _ = burst("A", group="g")
    same, _ = burst("B", group="g", now=days(0.49))
    late, _ = burst("C", group="g", now=days(0.51))
    again, _ = burst("D", group="g", now=days(0.6))
    assert (same, late == early, again) == (early, False, late)
    ends = dict(ApprovalRequest.objects.values_list("pk", "expires_at"))
    assert (ends[early], ends[late]) == (days(1), days(1.51))


@pytest.mark.parametrize("with_digest", [True, False])
def test_a_text_that_was_swapped_is_never_approved(with_digest: bool) -> None:
    request, (row,) = burst("A")
    seen = request_in_full(agents=None, request_id=request, now=NOW).digest if with_digest else ""
    Memory.objects.filter(id=row).update(content="The lang of user is a")
    if with_digest:
        with pytest.raises(Conflict):
            decide(actor=BOB, request_id=request, verdict="approve", seen=seen, now=days(0.1))
        assert request_in_full(agents=None, request_id=request, now=NOW).items[0].changed
        return
    assert decide(actor=BOB, request_id=request, verdict="approve", now=days(0.1)).status == "stale"
    assert Memory.objects.get().standing == "rejected"


def test_a_card_of_its_group_that_is_over_is_not_joined() -> None:
    first, _ = burst("A", group="g")
    second, _ = burst("B", group="g", now=days(1))
    assert first != second
    assert ApprovalRequest.objects.get(pk=first).group_key == ""
    assert expire_due(now=days(1)) == 1
    assert (status(first), status(second)) == ("expired", "pending")


def test_a_claim_made_again_after_its_card_was_over_gets_a_new_one() -> None:
    fact("A", now=days(-1))
    first = conflict()
    assert conflict(now=days(0.5)) == first
    assert ApprovalRequest.objects.get(pk=first).count == 2
    second = conflict(now=days(1))
    assert (status(first), status(second)) == ("expired", "pending")
    assert ApprovalRequest.objects.get(pk=second).expires_at == days(2)
    assert expire_due(now=days(1)) == 0
    decide(actor=BOB, request_id=second, verdict="approve", now=days(1.5))
    assert value(2) == "B"


# ------------------------------------------------------------------ many


def test_many_at_once_each_with_its_own_result() -> None:
    User.objects.create_user("root").groups.add(Group.objects.get(name="admin"))
    fact("A", now=days(-1))
    good, stale, own, over, done = (conflict(value) for value in "BCDEF")
    ApprovalRequest.objects.filter(pk=own).update(raised_by_kind="person", raised_by="bob")
    ApprovalRequest.objects.filter(pk=over).update(expires_at=days(0.05))
    decide(actor=BOB, request_id=done, verdict="reject", reason="x", now=days(0.05))
    choices = [Choice(one, "approve") for one in (good, stale, own, over, done, "r_unknown", good)]
    found = decide_many(actor=BOB, choices=choices, now=days(0.1))
    assert [one.result for one in found] == [
        "done", "done", "refused", "expired", "already_decided", "refused", "already_decided",
    ]  # fmt: skip
    assert [one.request_id for one in found] == [one.request_id for one in choices]
    # The first approval changed what the second one would have replaced.
    assert [one.status for one in found] == ["approved", "stale", "pending", "expired", "rejected", "", "approved"]
    assert [type(one.error) for one in found] == [
        type(None), type(None), Refused, Expired, Conflict, NotFound, Conflict,
    ]  # fmt: skip
    assert value() == "B"
    books_balance()


def test_limits_and_shapes() -> None:
    with pytest.raises(TooLarge, match="1000"):
        decide_many(actor=BOB, choices=[Choice("r_x", "approve")] * 1_001)
    for bad in (
        Choice("r_x", "maybe"),  # type: ignore[arg-type]
        Choice("r_x", "reject", reason="\0"),
        Choice("r_x", "reject", reason="\ud800"),
        Choice("r_x", "reject", reason=7),  # type: ignore[arg-type]
    ):
        with pytest.raises(Invalid):
            decide_many(actor=BOB, choices=[bad])
    with pytest.raises(TooLarge):
        decide_many(actor=BOB, choices=[Choice("r_x", "reject", reason="x" * 1_001)])
    assert decide_many(actor=BOB, choices=[]) == []


def test_nothing_in_audit_or_events_is_content() -> None:
    fact("A", now=days(-1))
    request = conflict("SECRETVALUE", content="SECRETTEXT is said")
    decide(actor=BOB, request_id=request, verdict="approve", now=days(0.1))
    undo(actor=BOB, request_id=request, now=days(0.101))
    kept = [*AuditEvent.objects.values_list("details", flat=True), *OutboxEvent.objects.values_list("body", flat=True)]
    kept += ApprovalItem.objects.values_list("effect", flat=True)
    assert not re.search("SECRET", str(kept))
