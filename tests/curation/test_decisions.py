"""Deciding: who may, what it does, what it is bound to, and when its time is over."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, User

from curation.models import ApprovalItem, ApprovalRequest, OutboxEvent
from curation.queries.cards_in_full import request_in_full
from curation.services import approvals
from curation.services.decisions import (
    Choice,
    decide,
    decide_many,
    expire_due,
    remind_due,
    undo,
    withdraw,
)
from knowledge.engine.types import Actor
from knowledge.errors import Conflict, Expired, HubError, Invalid, NotFound, Refused, TooLarge
from knowledge.models import AuditEvent, EntityAlias, Memory
from knowledge.queries.history import get_at
from knowledge.services import aliases, audit
from knowledge.services.check import check_hub
from tests.curation.deciding import BOB, burst, conflict, person, status
from tests.knowledge.helpers import NOW, days, fact, writer
from tests.knowledge.waiting import quarantined

pytestmark = pytest.mark.django_db
MS = timedelta(milliseconds=1)


def value(at: float = 1, predicate: str = "lang") -> object:
    found = get_at(agent="alice", subject="user", predicate=predicate, at=days(at), now=days(900))
    return found[0].object if found else None


def actions(start: str = "approval.") -> list[str]:
    found = AuditEvent.objects.filter(action__startswith=start).order_by("sequence")
    return list(found.values_list("action", flat=True))


def events() -> list[tuple[str, str]]:
    return list(OutboxEvent.objects.order_by("pk").values_list("kind", "request"))


def books_balance() -> None:
    report = check_hub(now=days(900), quick=True)
    assert not report.findings, report.findings
    assert audit.verify().intact


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
    assert events() == [("approval.decided", request)]
    (event,) = OutboxEvent.objects.all()
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


# ------------------------------------------------------------------ who


AGENT = Actor(kind="agent", name="alice", door="rest", roles=frozenset({"admin"}), agents=None, token_id="t_1")


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
    assert [kind for kind, _ in events()] == ["approval.expired"]
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


# ------------------------------------------------------------------ taking back


def test_undoing_opens_a_new_request_with_the_old_deadline() -> None:
    fact("A", now=days(-1))
    request = conflict()
    decide(actor=BOB, request_id=request, verdict="approve", now=days(0.1))
    assert value() == "B"
    report = undo(actor=person("carol"), request_id=request, reason="a slip", now=days(0.1) + timedelta(minutes=9))
    again = ApprovalRequest.objects.get(pk=report.request_id)
    assert (again.status, again.expires_at, again.created_at, again.reopens_id) == ("pending", days(1), NOW, request)
    assert (value(), status(request)) == ("A", "approved")
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
    assert value() == "B"
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
