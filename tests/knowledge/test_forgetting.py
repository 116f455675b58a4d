"""Forgetting a source: what a plan says, what applying deletes, what stays, and what is refused afterwards."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from knowledge.engine.lineage import Selector
from knowledge.engine.types import Actor, MemoryDraft, SourceRef
from knowledge.errors import Conflict, Expired, HubError, Invalid, NotFound, Refused, TooLarge
from knowledge.models import (
    AccessHit,
    AuditEvent,
    Derivation,
    EntityAlias,
    ForgetPlan,
    ForgetPlanItem,
    Memory,
    MemorySource,
    Reaffirmation,
    SourceBlock,
)
from knowledge.queries.history import get_at, get_history
from knowledge.queries.recall import RecallRequest
from knowledge.queries.sources import plan_in_full, plans, source_blocks, sources
from knowledge.queries.taught import taught
from knowledge.services import access, aliases, blocks, edit, forgetting
from knowledge.services.check import check_hub
from knowledge.services.drafts import prepare_each
from knowledge.services.origins import invalidate_by_origin, undo
from knowledge.services.plans import StaleError, approve
from knowledge.services.recall import recall
from knowledge.services.store import store, store_lines, store_many, write_prepared
from knowledge.services.transactions import write_transaction
from knowledge.services.writer import Writer
from tests.knowledge.forget_helpers import (
    ADMIN,
    CHAT,
    approved,
    forget,
    learn,
    learn_fact,
    message,
    plan,
    there,
)
from tests.knowledge.helpers import NOW, days, fact, say, writer

pytestmark = pytest.mark.django_db


def sound() -> None:
    report = check_hub(now=NOW)
    found = [one for one in report.findings if one[0] != "constraints and indexes"]
    assert not found, found


def tables() -> dict[str, Any]:
    models: list[Any] = list(apps.get_app_config("knowledge").get_models())
    there = set(connection.introspection.table_names())
    return {
        model.__name__: list(model.objects.order_by("pk").values()) for model in models if model._meta.db_table in there
    }


def graph() -> dict[str, Any]:
    """M1 from message 10, M2 from 11, M3 made from both, M4 from M3, K from another chat, L without a source."""
    first, second = learn("canary one", "10"), learn("text two", "11")
    third = say("canary three", derived_from=(first.id, second.id)).memory
    fourth = say("canary four", derived_from=(third.id,)).memory
    return {
        "M1": first, "M2": second, "M3": third, "M4": fourth,
        "K": learn("text five", "1", "other chat"), "L": say("text six").memory,
    }  # fmt: skip


def parts(made: ForgetPlan, part: str = "target") -> set[str]:
    return set(ForgetPlanItem.objects.filter(plan=made, part=part).values_list("memory", flat=True))


# ------------------------------------------------------------------ the plan


def test_a_plan_names_what_hangs_on_the_source_and_changes_nothing():
    rows = graph()
    before = {
        name: found for name, found in tables().items() if name not in {"ForgetPlan", "ForgetPlanItem", "AuditEvent"}
    }
    made = plan("10")
    after = tables()
    assert all(after[name] == found for name, found in before.items())
    assert parts(made) == {rows[name].id for name in ("M1", "M3", "M4")}
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


# ------------------------------------------------------------------ applying


def test_applying_deletes_what_was_planned_and_nothing_else():
    rows = graph()
    report = forget("10")
    assert report.deleted == 3
    assert there(*(rows[name] for name in ("M1", "M3", "M4"))) == [False] * 3
    assert there(*(rows[name] for name in ("M2", "K", "L"))) == [True] * 3
    hits = recall(actor=writer(), agent="alice", request=RecallRequest(query="canary"), now=NOW).hits
    assert hits == ()
    dumped = json.dumps(tables(), default=str)
    assert "canary" not in dumped
    sound()


def test_facts_leave_history_time_names_and_vectors():
    learn_fact("canary", "10", predicate="city", subject="Quokka")
    aliases.add_alias(actor=ADMIN, agent="alice", canonical="Quokka", alias="Q", now=NOW)
    aliases.add_alias(actor=ADMIN, agent="alice", canonical="user", alias="me", now=NOW)
    learn_fact("kept", "11", predicate="lang")
    report = forget("10")
    assert report.deleted == 1
    assert get_history(agent="alice", subject="Quokka", predicate="city") == []
    assert get_at(agent="alice", subject="Quokka", predicate="city", at=NOW) == []
    assert list(EntityAlias.objects.values_list("alias", flat=True)) == ["me"]
    sound()


def test_a_row_with_another_source_goes_whole():
    row = learn("both say it", "10")
    other = MemorySource.objects.create(memory=Memory.objects.get(id=row.id), kind="message", session="b", item="2")
    made = approved("10")
    assert ForgetPlanItem.objects.get(plan=made, memory=row.id).others == 1
    assert made.counts["collateral"] == 1
    forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW)
    assert there(row) == [False]
    assert not MemorySource.objects.filter(pk=other.pk).exists()


def test_a_row_that_was_only_confirmed_there_stays():
    row = learn_fact("python", "1", "other chat", origin="operator", confidence=0.8)
    learn_fact("python", "10", origin="channel:a", confidence=0.8)
    before = Memory.objects.get(id=row.id)
    assert Reaffirmation.objects.filter(original=False).count() == 1
    made = approved("10")
    assert (made.counts["memories"], made.counts["confirmations"]) == (0, 1)
    forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW)
    after = Memory.objects.get(id=row.id)
    assert (after.confidence, after.access_count) == (before.confidence, before.access_count)
    assert not Reaffirmation.objects.filter(original=False).exists()
    assert not MemorySource.objects.filter(session=CHAT).exists()
    sound()


def test_an_end_that_only_the_forgotten_message_stated_is_taken_back():
    row = learn_fact("python", "1", "other chat", now=days(-5), content="x")
    learn_fact("python", "10", now=days(-1), valid_until=days(3), content="x")
    assert Memory.objects.get(id=row.id).valid_until == days(3)
    forget("10")
    assert Memory.objects.get(id=row.id).valid_until is None
    assert [one.object for one in get_at(agent="alice", subject="user", predicate="lang", at=days(10))] == ["python"]
    sound()


def test_what_another_source_said_word_for_word_can_be_kept():
    before = learn_fact("ruby", "1", "other chat", now=days(-20), content="old")
    row = learn_fact("python", "10", now=days(-9), content="x", origin="operator", tags=("t",), metadata={"canary": 1})
    learn_fact("python", "1", "third chat", now=days(-3), content="x", origin="operator")
    made = approved("10", keep_confirmed=True)
    assert (made.counts["memories"], made.counts["kept"]) == (0, 1)
    report = forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW)
    assert (report.deleted, report.kept) == (0, 1)
    kept = Memory.objects.get(id=row.id)
    assert (kept.valid_from, kept.tags, kept.metadata) == (days(-3), [], {})
    assert set(kept.sources.values_list("session", "role")) == {("third chat", "direct")}
    assert Memory.objects.get(id=before.id).valid_until == days(-3)
    assert [one.object for one in get_at(agent="alice", subject="user", predicate="lang", at=days(-5))] == ["ruby"]
    sound()


def test_without_that_choice_it_goes():
    row = learn_fact("python", "10", now=days(-9), content="x")
    learn_fact("python", "1", "third chat", now=days(-3), content="x")
    assert forget("10").deleted == 1
    assert there(row) == [False]


def test_what_stood_between_two_others_is_cut_out():
    first = learn_fact("P", "1", "other chat", now=days(-30))
    learn_fact("X", "10", now=days(-20))
    last = learn_fact("N", "2", "other chat", now=days(-10))
    report = forget("10")
    assert (report.deleted, report.cuts) == (1, 2)
    one, two = Memory.objects.get(id=first.id), Memory.objects.get(id=last.id)
    assert (one.superseded_by_id, one.valid_until) == (None, days(-10))
    assert (two.supersedes_id, two.valid_until) == (None, None)
    assert [row.object for row in get_at(agent="alice", subject="user", predicate="lang", at=days(-15))] == ["P"]
    sound()


def test_a_predecessor_is_true_again():
    first = learn_fact("P", "1", "other chat", now=days(-30))
    learn_fact("X", "10", now=days(-20))
    made = approved("10")
    assert parts(made, "returns") == {first.id}
    assert forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW).returned == (first.id,)
    hits = recall(actor=writer(), agent="alice", request=RecallRequest(query="lang of user"), now=NOW).hits
    assert [hit.memory.id for hit in hits] == [first.id]
    sound()


def test_an_archived_row_goes_too():
    row = learn("canary", "10")
    edit.forget(actor=ADMIN, memory_id=row.id, now=NOW)
    made = approved("10")
    assert made.counts["archived"] == 1
    forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW)
    assert there(row) == [False]


def test_the_access_log_lets_go():
    learn("canary", "10")
    recall(actor=writer(), agent="alice", request=RecallRequest(query="canary"), now=NOW)
    access.flush()
    assert AccessHit.objects.count() == 1
    made = approved("10")
    assert made.counts["access_log"] == 1
    forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW)
    assert not AccessHit.objects.exists()


# ------------------------------------------------------------------ out of date


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


# ------------------------------------------------------------------ never again


def test_a_forgotten_message_confirms_nothing():
    learn("canary", "10")
    row = learn_fact("python", "1", "other chat", content="x", origin="channel:a")
    before = Memory.objects.get(id=row.id)
    forget("10")
    with pytest.raises(Refused) as error:
        learn_fact("python", "10", content="x", origin="operator")
    assert error.value.code == "source_blocked"
    after = Memory.objects.get(id=row.id)
    assert (after.confidence, after.access_count) == (before.confidence, before.access_count)
    event = AuditEvent.objects.get(action="source.refused")
    assert event.details["digest"] in set(SourceBlock.objects.values_list("digest", flat=True))
    assert CHAT not in json.dumps(event.details)


def test_the_same_told_in_a_new_message_is_new():
    learn("canary", "10")
    forget("10")
    assert learn("canary", "12").content == "canary"


@pytest.mark.parametrize(
    "source",
    [
        message("10"), message("10", " CHAT-1 "), message("１０", "chat-1"), SourceRef("external_call", CHAT, "10"),
        SourceRef("run", "Chat-1", "10"), message("11", turn="t5"), SourceRef("tool_turn", CHAT, "t5"),
    ],
    ids=["same", "blanks", "wide", "call", "run", "turn beside", "turn alone"],
)  # fmt: skip
def test_every_spelling_of_it_is_refused(source):
    say("canary", source=message("10", turn="t5"))
    forget("10")
    with pytest.raises(Refused):
        say("again", source=source)
    assert say("again", source=SourceRef("tool_turn", CHAT, "t8")).memory.content == "again"


def test_one_of_a_batch_is_refused_and_the_others_are_stored():
    learn("canary", "10")
    forget("10")
    drafts = [MemoryDraft("a", source=message("11")), MemoryDraft("b", source=message("10")), MemoryDraft("c")]
    first, second, third = store_many(actor=writer(), agent="alice", drafts=drafts, now=NOW)
    assert isinstance(second, HubError)
    assert not isinstance(first, HubError)
    assert not isinstance(third, HubError)


def test_nothing_is_made_from_a_row_with_a_forgotten_source_and_none_returns():
    row = learn("archived", "1", "other chat")
    edit.forget(actor=ADMIN, memory_id=row.id, now=NOW)
    learn("canary", "10")
    forget("10")
    stored = Memory.objects.get(id=row.id)
    MemorySource.objects.create(memory=stored, kind="message", session=CHAT, item="10")
    with pytest.raises(Refused):
        edit.restore(actor=ADMIN, memory_id=row.id, now=NOW)
    Memory.objects.filter(id=row.id).update(standing="believed", archived_at=None)
    with pytest.raises(Refused):
        say("child", derived_from=(row.id,))
    assert AuditEvent.objects.filter(action="source.refused").count() == 2


def test_a_write_on_its_way_is_refused_when_its_source_is_forgotten_meanwhile():
    learn("canary", "10")
    on_its_way = prepare_each(writer(), [MemoryDraft("again", source=message("10"))])
    forget("10")
    (outcome,) = write_prepared(writer(), "alice", on_its_way, Writer, Writer.outcome, NOW)
    assert isinstance(outcome, Refused)
    assert outcome.code == "source_blocked"
    assert not Memory.objects.filter(content="again").exists()


def test_another_agent_may_still_learn_it_until_the_blocks_follow():
    learn("canary", "10")
    forget("10")
    assert learn("canary", "10", agent="bob").agent == "bob"
    from knowledge.services.agents import lock_agent

    with write_transaction(NOW) as opened:
        assert blocks.follow(opened, lock_agent(opened, "alice"), lock_agent(opened, "bob")) == 1
    with pytest.raises(Refused):
        learn("again", "10", agent="bob")
    with write_transaction(NOW) as opened:
        assert blocks.follow(opened, lock_agent(opened, "alice"), lock_agent(opened, "bob")) == 0


@pytest.mark.parametrize(
    ("seq", "seconds", "refused"), [(3, 3, True), (8, 8, False), (11, 3, False), (None, None, True)]
)
def test_a_session_is_fenced_up_to_its_watermark(seq, seconds, refused):
    start = days(-1)
    say("canary", source=message("3", seq=3, at=start + timedelta(seconds=3)))
    later = say("later", source=message("20", seq=20, at=start + timedelta(seconds=20))).memory
    forget(selector=Selector(session=CHAT, up_to=10, until=start + timedelta(seconds=5)))
    assert there(later) == [True]
    at = None if seconds is None else start + timedelta(seconds=seconds)
    draft = MemoryDraft("new", source=message("new", seq=seq, at=at))
    if refused:
        with pytest.raises(Refused):
            store(actor=writer(), agent="alice", draft=draft, now=NOW)
    else:
        assert store(actor=writer(), agent="alice", draft=draft, now=NOW).outcome == "stored"


def test_a_run_and_a_file_are_sources_too():
    run = say("from a run", source=SourceRef("run", "", "run-7")).memory
    actor = Actor(kind="person", name="ada", door="import", roles=frozenset({"admin"}), agents=None)
    lines = [SourceRef("import_item", "a.jsonl", f"f00d{number}") for number in range(2)]
    drafts = [MemoryDraft(f"line {number}", origin="import") for number in range(2)]
    again: dict[str, Any] = {"actor": actor, "agent": "alice", "drafts": drafts, "now": NOW}
    assert [getattr(one, "outcome", "") for one in store_lines(arrivals=lines, **again)] == ["stored", "stored"]
    assert forget(selector=Selector(file="a.jsonl")).deleted == 2
    elsewhere = [replace(line, session="b.jsonl") for line in lines]
    assert all(isinstance(one, Refused) for one in store_lines(arrivals=elsewhere, **again))
    assert forget(selector=Selector(run="run-7")).deleted == 1
    assert there(run) == [False]
    with pytest.raises(Refused):
        say("again", source=SourceRef("run", "", "run-7"))


def test_without_the_digest_key_nothing_is_learned():
    learn("canary", "10")
    forget("10")
    SourceBlock.objects.update(key_check="0" * 16)
    blocks._known_to_be_ours.clear()
    with pytest.raises(Refused) as error:
        learn("anything", "55")
    assert error.value.code == "digest_key_lost"
    from memoryhub.checks import check_blocks

    assert [problem.id for problem in check_blocks(None, databases=["default"])] == ["memoryhub.E006"]
    assert check_hub(now=NOW).checks["blocked sources"] == 1


def test_undoing_a_rollback_revives_nothing_that_was_forgotten_meanwhile():
    gone = learn("canary", "10", origin="channel:bad")
    back = learn("other", "11", origin="channel:bad")
    report = invalidate_by_origin(actor=ADMIN, agent="alice", origin="channel:bad", reason="x", now=NOW)
    forget("10")
    undone = undo(actor=ADMIN, rollback_id=report.rollback_id, now=NOW)
    assert (undone.restored, undone.skipped) == (1, ((gone.id, "forgotten"),))
    assert there(gone, back) == [False, True]


def test_what_people_see_of_sources():
    rows = graph()
    page = sources(agent="alice")
    by_name = {one.session: one for one in page.items}
    assert (by_name[CHAT].items, by_name[CHAT].memories, by_name[CHAT].kinds) == (2, 4, ("message",))
    first = sources(agent="alice", limit=1)
    assert first.next == first.items[0].session
    assert sources(agent="alice", after=first.next).items[0].session > first.next
    (ten, eleven) = taught(agent="alice", session=CHAT, now=NOW).items
    roles = {(row.memory.id, row.role) for row in ten.rows}
    assert roles == {(rows["M1"].id, "direct"), (rows["M3"].id, "inherited"), (rows["M4"].id, "inherited")}
    assert (eleven.item, eleven.memories) == ("11", 3)
    assert {row.memory.id for row in eleven.rows} == {rows[name].id for name in ("M2", "M3", "M4")}
    forget("10")
    (block,) = source_blocks(agents={"alice"})
    assert (block.family, len(block.digest)) == ("item", 64)
    assert source_blocks(agents={"bob"}) == []
    assert [one.status for one in plans(agents=None, now=NOW)] == ["applied"]


def test_the_number_of_queries_does_not_grow_with_the_rows():
    def cost(count: int, agent: str) -> int:
        for number in range(count):
            fact("P", subject=f"s{number}", now=days(-9), agent=agent)
            learn_fact("X", "10", subject=f"s{number}", now=days(-5), agent=agent)
        with CaptureQueriesContext(connection) as seen:
            assert forget("10", agent=agent).deleted == count
        return len(seen)

    assert cost(30, "many") <= cost(3, "few") + 2
