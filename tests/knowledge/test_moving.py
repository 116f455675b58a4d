"""Memories that move to another agent: all of them handed over, or a namespace after an approval."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from curation.models import ApprovalRequest
from curation.services.decisions import decide
from knowledge.engine.types import Actor
from knowledge.errors import Conflict, Expired, Invalid, NotFound, Refused
from knowledge.models import Agent, AuditEvent, EntityAlias, ForgetPlan, Memory, Mistake, SourceBlock
from knowledge.queries.browse import fetch_batch, list_memories
from knowledge.queries.history import get_at, get_history
from knowledge.queries.recall import RecallRequest, search
from knowledge.services import plans
from knowledge.services.aliases import add_alias
from knowledge.services.check import check_hub
from knowledge.services.mistakes import MistakeDraft, record
from knowledge.services.moving import apply_migration, hand_over, plan_migration, preview_hand_over
from knowledge.services.origins import invalidate_by_origin, undo
from knowledge.services.policies import hold
from knowledge.services.predicates import declare_multi_valued
from tests.curation.deciding import person
from tests.knowledge.forget_helpers import ADMIN, CHAT, forget, learn, learn_fact, message
from tests.knowledge.helpers import NOW, days, fact, say, writer

pytestmark = pytest.mark.django_db
OTTO = person("otto", "admin")
LANG: Any = {"subject": "user", "predicate": "lang"}


def over(**more):
    return hand_over(actor=ADMIN, agent="alice", to="bob", now=NOW, **more)


def migrated(**more):
    name = plan_migration(actor=ADMIN, agent="alice", to="bob", now=NOW, **more)
    plan = ForgetPlan.objects.get(pk=name)
    decide(actor=OTTO, request_id=plan.request, verdict="approve", now=NOW)
    return apply_migration(actor=ADMIN, plan_id=name, now=NOW)


def found(agent: str, words: str) -> list[str]:
    return [hit.memory.content for hit in search(agent=agent, request=RecallRequest(words), now=NOW).hits]


def values(agent: str, **where) -> list[tuple[object, str]]:
    return [(row.object, row.state) for row in get_history(agent=agent, **(where or LANG), now=NOW)]


def sound() -> None:
    """Every invariant of the store holds, counters and index included."""
    assert check_hub(now=NOW).findings == []


def test_everything_is_handed_over_with_its_chains():
    fact("python", now=days(-9), **LANG)
    fact("rust", now=days(-2), **LANG)
    plain = say("Likes green tea.", now=days(-3), tags=("tea",)).memory
    child = say("Drinks tea.", derived_from=(plain.id,), now=days(-1)).memory
    before = [row.id for row in get_history(agent="alice", **LANG)]
    add_alias(actor=writer("operator"), agent="alice", canonical="user", alias="Mika", now=NOW)
    record(actor=writer("operator"), agent="alice", draft=MistakeDraft("factual", "wrong"), now=NOW)
    report = over()
    assert (report.moved, report.aliases, report.mistakes, report.stayed) == (4, 1, 1, {})
    assert [row.id for row in get_history(agent="bob", **LANG)] == before
    assert values("bob") == [("python", "superseded"), ("rust", "current")]
    assert values("alice") == []
    assert (found("bob", "green tea")[0], found("alice", "green tea")) == (plain.content, [])
    assert fetch_batch(agent="alice", ids=[child.id]).memories == ()
    assert list(EntityAlias.objects.values_list("agent__name", flat=True)) == ["bob"]
    assert list(Mistake.objects.values_list("agent__name", flat=True)) == ["bob"]
    assert [row.content for row in list_memories(agents=frozenset({"alice"}), curator=True).items] == []
    sound()
    again = over()
    assert again.moved == 0
    with pytest.raises(Invalid):
        hand_over(actor=ADMIN, agent="alice", to="alice", now=NOW)
    event = AuditEvent.objects.filter(action="namespace.handed_over").earliest("pk")
    assert event.details["moved"] == 4
    assert "tea" not in str(event.details)


def test_a_fact_that_both_know_lands_by_the_rules_of_new_statements():
    fact("python", now=days(-9), origin="channel", **LANG)
    fact("rust", now=days(-2), origin="channel", **LANG)
    fact("go", now=days(-5), origin="channel", agent="bob", **LANG)
    report = over()
    assert report.outcomes == {"history": 1, "superseded": 1}
    assert values("bob") == [("python", "ended"), ("go", "superseded"), ("rust", "current")]
    at = get_at(agent="bob", **LANG, at=days(-7), now=NOW)
    assert [row.object for row in at] == ["python"]
    sound()


def test_what_is_weaker_than_what_the_target_knows_waits_for_a_person():
    fact("rust", now=days(-2), origin="channel", **LANG)
    fact("go", now=days(-5), origin="operator", agent="bob", **LANG)
    report = over()
    assert report.outcomes == {"held": 1}
    assert values("bob") == [("go", "current")]
    (request,) = ApprovalRequest.objects.filter(status="pending")
    assert (request.kind, request.agent) == ("fact_conflict", "bob")
    decide(actor=OTTO, request_id=request.pk, verdict="approve", now=NOW)
    assert values("bob")[-1] == ("rust", "current")
    sound()


def test_the_same_said_at_both_is_a_confirmation():
    mine = fact("rust", now=days(-2), origin="channel", source=message("10"), **LANG).memory
    own = fact("rust", now=days(-5), origin="channel", agent="bob", source=message("1", "b"), **LANG).memory
    report = over()
    assert report.outcomes == {"reaffirmed": 1}
    assert values("bob") == [("rust", "current")]
    assert Memory.objects.get(id=mine.id).standing == "archived"
    # What is forgotten later takes its part of the confirmation along.
    forget("10", agent="bob")
    assert not Memory.objects.filter(id=mine.id).exists()
    row = Memory.objects.get(id=own.id)
    assert (row.standing, row.reaffirmations.filter(original=False).count()) == ("believed", 0)
    sound()


def test_a_copy_of_what_the_target_knows_goes_into_its_archive():
    say("The refund window is 7 days.", layer="semantic", agent="bob")
    say("The refund window is 7 days.", layer="semantic")
    assert over().outcomes == {"duplicate": 1}
    assert found("bob", "refund window") == ["The refund window is 7 days."]
    sound()


def test_quarantine_stays_behind_at_a_migration_and_comes_along_when_all_is_handed_over():
    rows = [say(f"burst {n}", subject="s", predicate=f"p{n}", object="x", origin="channel:b").memory for n in range(6)]
    assert Memory.objects.filter(standing="quarantined").count() == 6
    known = say("known")
    report = migrated()
    assert (report.moved, report.stayed) == (1, {"quarantined": 6})
    assert Memory.objects.get(id=known.memory.id).agent.name == "bob"
    assert ApprovalRequest.objects.get(status="pending").agent == "alice"
    assert over().moved == 6
    assert ApprovalRequest.objects.get(status="pending").agent == "bob"
    assert set(Memory.objects.filter(id__in=[row.id for row in rows]).values_list("agent__name", flat=True)) == {"bob"}
    sound()


def test_blocks_travel_along_and_what_the_target_forgot_never_arrives():
    learn("secret", "10")
    forget("10")
    learn("known", "11")
    learn("poison", "66", agent="alice")
    learn("poison", "66", agent="bob")
    forget("66", agent="bob")
    child = say("made of it", derived_from=(Memory.objects.get(content="poison").id,)).memory
    report = migrated()
    assert (report.moved, report.stayed, report.blocks) == (1, {"blocked": 2}, 1)
    assert SourceBlock.objects.filter(agent__name="bob").count() == 2
    for item in ("10", "66"):
        with pytest.raises(Refused):
            learn("again", item, agent="bob")
    with pytest.raises(Refused):
        learn("again", "10", agent="alice")  # the source stays refused where it was, too
    assert Memory.objects.get(id=child.id).agent.name == "alice"
    sound()


def test_a_migration_waits_for_another_administrator(django_user_model):
    say("known")
    name = plan_migration(actor=ADMIN, agent="alice", to="bob", reason="renamed", now=NOW)
    plan = ForgetPlan.objects.get(pk=name)
    request = ApprovalRequest.objects.get(pk=plan.request)
    assert (request.kind, request.agent, plan.counts["memories"]) == ("namespace_migration", "alice", 1)
    with pytest.raises(Refused):
        apply_migration(actor=ADMIN, plan_id=name, now=NOW)
    with pytest.raises(Refused):
        decide(actor=person("bob", "curator"), request_id=request.pk, verdict="approve", now=NOW)
    decide(actor=OTTO, request_id=request.pk, verdict="approve", now=NOW)
    with pytest.raises(Expired):
        apply_migration(actor=ADMIN, plan_id=name, now=NOW + timedelta(days=2))
    assert not Agent.objects.filter(name="bob").exclude(total_memories=0).exists()
    assert apply_migration(actor=ADMIN, plan_id=name, now=NOW).moved == 1
    with pytest.raises(Conflict):
        apply_migration(actor=ADMIN, plan_id=name, now=NOW)
    assert "known" not in str(list(AuditEvent.objects.values()))


@pytest.mark.parametrize("meanwhile", ["source", "target"])
def test_a_plan_that_is_another_by_now_moves_nothing(meanwhile):
    fact("rust", now=days(-2), **LANG)
    fact("go", now=days(-5), agent="bob", **LANG)
    name = plan_migration(actor=ADMIN, agent="alice", to="bob", now=NOW)
    plan = ForgetPlan.objects.get(pk=name)
    assert plans.approve(actor=OTTO, plan_id=name, seen=plan.hash, now=NOW)
    if meanwhile == "source":
        say("one more")
    else:
        fact("zig", now=days(-1), agent="bob", **LANG)
    with pytest.raises(plans.StaleError):
        apply_migration(actor=ADMIN, plan_id=name, now=NOW)
    assert Memory.objects.filter(agent__name="alice").count() == (2 if meanwhile == "source" else 1)


def test_a_preview_binds_the_act_and_a_full_target_refuses_it():
    say("known")
    seen = preview_hand_over(actor=ADMIN, agent="alice", to="bob")
    assert seen.counts["memories"] == 1
    learn("one more", session=CHAT)
    with pytest.raises(plans.StaleError):
        over(seen=seen.hash)
    say("own", agent="bob")
    Agent.objects.filter(name="bob").update(quota=2)
    with pytest.raises(Conflict) as caught:
        over()
    assert caught.value.code == "quota"
    assert Memory.objects.filter(agent__name="alice").count() == 2


def test_only_administrators_move_and_only_what_they_see():
    say("known")
    curator = person("bob", "curator")
    with pytest.raises(Refused):
        preview_hand_over(actor=curator, agent="alice", to="bob")
    with pytest.raises(Refused):
        plan_migration(actor=curator, agent="alice", to="bob", now=NOW)
    program = Actor(kind="agent", name="p", door="rest", roles=frozenset({"admin"}), agents=frozenset({"bob"}))
    with pytest.raises(NotFound):
        hand_over(actor=program, agent="alice", to="bob", now=NOW)
    with pytest.raises(NotFound):
        plan_migration(actor=ADMIN, agent="nobody", to="bob", now=NOW)
    with pytest.raises(Invalid):
        hand_over(actor=ADMIN, agent="alice", to="a\u200bb", now=NOW)


def test_predicates_with_several_values_keep_them():
    say("known")
    declare_multi_valued(actor=ADMIN, agent="alice", predicate="likes", now=NOW)
    for value in ("tea", "coffee"):
        fact(value, subject="user", predicate="likes", now=days(-2))
    assert over().moved == 3
    likes = get_at(agent="bob", subject="user", predicate="likes", at=NOW, now=NOW)
    assert {row.object for row in likes} == {"tea", "coffee"}
    sound()


def test_learned_facts_keep_their_sources():
    row = learn_fact("rust", "10", subject="user", predicate="lang")
    over()
    assert forget("10", agent="bob").deleted == 1
    assert not Memory.objects.filter(id=row.id).exists()


def test_what_is_under_legal_hold_is_not_carried_out_of_its_reach():
    fact("python", **LANG)
    say("of bob", agent="bob")
    name = plan_migration(actor=ADMIN, agent="alice", to="bob", now=NOW)
    decide(actor=OTTO, request_id=ForgetPlan.objects.get(pk=name).request, verdict="approve", now=NOW)
    hold(actor=ADMIN, agent="alice", reason="a court", now=NOW)
    for act in (over, migrated, lambda: apply_migration(actor=ADMIN, plan_id=name, now=NOW)):
        with pytest.raises(Conflict) as caught:
            act()
        assert caught.value.code == "legal_hold"
    hold(actor=ADMIN, agent="bob", reason="a court", now=NOW)
    assert over().moved == 1


def test_what_was_taken_back_before_is_put_back_where_it_is_now():
    known = fact("python", now=days(-9), origin="channel:good", **LANG).memory
    bad = fact("cobol", now=days(-5), origin="channel:bad", **LANG).memory
    child = say("made of it", now=days(-4), derived_from=(bad.id,)).memory
    report = invalidate_by_origin(actor=ADMIN, agent="alice", origin="channel:bad", reason="x", now=NOW)
    over()
    assert values("bob") == [("python", "current"), ("cobol", "purged")]
    undone = undo(actor=ADMIN, rollback_id=report.rollback_id, now=NOW)
    assert (undone.agent, undone.restored, undone.skipped) == ("bob", 1, ())
    assert values("bob") == [("python", "superseded"), ("cobol", "current")]
    assert Memory.objects.get(id=child.id).origin_trust == 0.3
    assert Memory.objects.get(id=known.id).superseded_by_id == bad.id
    sound()
