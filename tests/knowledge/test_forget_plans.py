"""Plans to forget a source: what they say, who makes them, and what makes them out of date."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from knowledge.engine.lineage import Selector
from knowledge.engine.types import Actor, SourceRef
from knowledge.errors import Conflict, Expired, Invalid, NotFound, Refused, TooLarge
from knowledge.models import (
    AuditEvent,
    Derivation,
    ForgetPlan,
    Memory,
    MemorySource,
)
from knowledge.queries.sources import plan_in_full
from knowledge.services import forgetting
from knowledge.services.plans import StaleError, approve
from tests.knowledge.forget_helpers import (
    ADMIN,
    CHAT,
    OTHER_ADMIN,
    approved,
    forget,
    graph,
    learn,
    parts_of,
    plan,
    tables,
)
from tests.knowledge.helpers import NOW, say, writer

pytestmark = pytest.mark.django_db


def test_a_plan_names_what_hangs_on_the_source_and_changes_nothing():
    rows = graph()
    before = {
        name: found for name, found in tables().items() if name not in {"ForgetPlan", "ForgetPlanItem", "AuditEvent"}
    }
    made = plan("10")
    after = tables()
    assert all(after[name] == found for name, found in before.items())
    assert parts_of(made) == {rows[name].id for name in ("M1", "M3", "M4")}
    assert (made.counts["direct"], made.counts["inherited"]) == (1, 2)
    # Message 11 loses M3 and M4.
    assert (made.counts["collateral"], made.counts["collateral_sources"]) == (2, 1)
    # M3 and M4 name message 10 through their parents; only L names nothing.
    assert made.unreachable == {"untracked": 1, "elsewhere": 0}
    seen = plan_in_full(agents={"alice"}, plan_id=made.pk, now=NOW)
    assert {one.memory: one.depth for one in seen.items} == {
        rows["M1"].id: 0, rows["M3"].id: 1, rows["M4"].id: 2
    }  # fmt: skip
    with pytest.raises(NotFound):
        plan_in_full(agents={"bob"}, plan_id=made.pk)


def test_a_plan_holds_no_content_before_or_after():
    graph()
    made = approved("10")
    text = json.dumps([ForgetPlan.objects.filter(pk=made.pk).values()[0], list(made.items.values())], default=str)
    assert "canary" not in text
    assert text.count(CHAT) == 1
    forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW)
    again = ForgetPlan.objects.get(pk=made.pk)
    assert again.hash == made.hash
    assert set(again.items.values_list("digest", flat=True)) == {""}
    assert json.dumps(ForgetPlan.objects.filter(pk=made.pk).values()[0], default=str).count(CHAT) == 1


@pytest.mark.parametrize(("minutes", "lasts"), [(100_000, 1_440), (0, 1), (-5, 1), (None, 30), (7, 7)])
def test_how_long_a_plan_lasts(minutes, lasts):
    graph()
    made = plan("10", minutes=minutes)
    assert made.expires_at - made.created_at == timedelta(minutes=lasts)


def test_an_unknown_message_needs_no_plan():
    graph()
    for item, session in (("99", CHAT), ("10", "another")):
        with pytest.raises(NotFound) as error:
            plan(item, session=session)
        assert error.value.code == "nothing_to_forget"
    assert not ForgetPlan.objects.exists()


def test_a_forgotten_source_needs_no_second_plan():
    graph()
    forget("10")
    with pytest.raises(Conflict) as error:
        plan("10")
    assert error.value.code == "already_forgotten"
    assert ForgetPlan.objects.count() == 1


def test_a_source_that_only_the_record_knows_is_blocked():
    from knowledge.services.conversations import Conversation, Said
    from knowledge.services.distil import distil

    said = (Said("I live in Kyoto.", id="9"), Said("Hi!", id="10"))
    distil(actor=writer("channel:x"), agent="alice", conversation=Conversation(said, session=CHAT), now=NOW)
    assert set(MemorySource.objects.filter(session=CHAT).values_list("item", flat=True)) == {"9"}
    report = forget("10")
    assert report.deleted == 0
    with pytest.raises(Refused):
        learn("again")
    again = (Said("I work at Acme.", id="10"), Said("I live in Osaka.", id="11"))
    read = distil(actor=writer("channel:x"), agent="alice", conversation=Conversation(again, session=CHAT), now=NOW)
    assert [one.outcome for one in read.facts] == ["blocked", "superseded"]


@pytest.mark.parametrize(("length", "fits"), [(32, True), (33, False)])
def test_a_chain_of_parents_is_followed_so_far(length, fits):
    row = learn("first")
    for step in range(length):
        row = say(f"step {step}", derived_from=(row.id,)).memory
    if fits:
        assert plan("10").counts["memories"] == length + 1
    else:
        # The last one inherited the source from a parent that is still there.
        with pytest.raises(TooLarge):
            plan("10")
        assert not ForgetPlan.objects.exists()


def test_a_circle_of_parents_ends():
    first = learn("first")
    second = say("second", derived_from=(first.id,)).memory
    one, two = (Memory.objects.get(id=row.id).pk for row in (first, second))
    Derivation.objects.create(child_id=one, parent_id=two)
    assert forget("10").deleted == 2


def test_too_many_rows_are_refused_unless_the_limit_is_raised():
    for number in range(3):
        learn(f"text {number}")
    with pytest.raises(TooLarge):
        plan("10", most_rows=2)
    assert not ForgetPlan.objects.exists()
    assert plan("10", most_rows=3).counts["memories"] == 3


@pytest.mark.parametrize(
    "selector",
    [
        Selector(), Selector(session="a", run="b"), Selector(items=(("a", ""),)), Selector(session="a", up_to=-1),
        Selector(session="a", until=NOW.replace(tzinfo=None)), Selector(run="a\x07b"),
    ],
)  # fmt: skip
def test_a_selector_has_rules(selector):
    graph()
    with pytest.raises(Invalid):
        plan(selector=selector)


def test_who_may_plan_and_apply():
    graph()
    made = approved("10")
    curator = Actor(kind="person", name="bob", door="page", roles=frozenset({"curator"}), agents=None)
    elsewhere = Actor(kind="person", name="eve", door="page", roles=frozenset({"admin"}), agents=frozenset({"bob"}))
    for actor, error in ((curator, Refused), (writer(), Refused), (elsewhere, NotFound)):
        with pytest.raises(error):
            forgetting.plan(actor=actor, agent="alice", selector=Selector(session=CHAT), now=NOW)
        with pytest.raises(error):
            forgetting.apply(actor=actor, plan_id=made.pk, now=NOW)
    assert Memory.objects.count() == 6


def reasons_of(made: ForgetPlan) -> list[dict[str, Any]]:
    with pytest.raises(StaleError) as error:
        forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW)
    made.refresh_from_db()
    assert made.status == "stale"
    assert list(error.value.reasons) == made.reasons
    return made.reasons


def test_a_text_that_changed_makes_a_plan_stale():
    rows = graph()
    made = approved("10")
    Memory.objects.filter(id=rows["M1"].id).update(content="other")
    assert reasons_of(made) == [{"what": "changed", "count": 1}]
    assert Memory.objects.count() == 6


def test_another_plan_in_between_makes_a_plan_stale():
    graph()
    made = approved("10")
    forget("1", session="other chat")
    assert reasons_of(made) == [{"what": "epoch", "planned": 0, "current": 1}]


def test_every_reason_is_listed():
    rows = graph()
    made = approved("10")
    forget("1", session="other chat")
    Memory.objects.filter(id=rows["M1"].id).update(content="other")
    say("fifth", derived_from=(rows["M1"].id,))
    assert reasons_of(made) == [
        {"what": "epoch", "planned": 0, "current": 1}, {"what": "changed", "count": 1}, {"what": "added", "count": 1}
    ]  # fmt: skip


def test_what_has_nothing_to_do_with_it_does_not_matter():
    learn("canary", "10")
    made = approved("10")
    assert made.unreachable == {"untracked": 0, "elsewhere": 0}
    say("untracked")
    learn("elsewhere", "10", agent="bob")
    report = forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW)
    assert report.unreachable == {"untracked": (0, 1), "elsewhere": (0, 1)}
    assert Memory.objects.filter(agent__name="bob").count() == 1


def test_without_approval_nothing_is_deleted():
    graph()
    made = plan("10")
    with pytest.raises(Refused) as error:
        forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW)
    assert error.value.code == "not_approved"
    assert not approve(actor=ADMIN, plan_id=made.pk, seen="0" * 64, now=NOW)
    assert approve(actor=ADMIN, plan_id=made.pk, seen=made.hash, now=NOW)
    ForgetPlan.objects.filter(pk=made.pk).update(hash="1" * 64)
    with pytest.raises(Refused):
        forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW)
    ForgetPlan.objects.filter(pk=made.pk).update(hash=made.hash)
    with pytest.raises(Expired):
        forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW + timedelta(minutes=30))
    assert Memory.objects.count() == 6
    assert AuditEvent.objects.filter(action="source.forget_refused").count() == 3
    forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW)
    with pytest.raises(Conflict):
        forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW)


def test_what_a_plan_reaches_through_its_conversation_is_not_out_of_reach():
    for one in ("first", "second"):
        say(one, source=SourceRef(kind="message", session="no items"))
    say("third", source=SourceRef(kind="message", session="elsewhere"))
    made = plan(selector=Selector(session="no items"))
    assert made.counts["memories"] == 2
    assert made.unreachable == {"untracked": 1, "elsewhere": 0}
    assert approve(actor=OTHER_ADMIN, plan_id=made.pk, seen=made.hash, now=NOW)
    report = forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW)
    assert report.unreachable == {"untracked": (1, 1), "elsewhere": (0, 0)}
