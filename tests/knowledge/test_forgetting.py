"""Forgetting a source: what applying a plan deletes, and what stays."""

from __future__ import annotations

import json

import pytest

from knowledge.models import (
    AccessHit,
    EntityAlias,
    ForgetPlanItem,
    Memory,
    MemorySource,
    Reaffirmation,
)
from knowledge.queries.history import get_at, get_history
from knowledge.queries.recall import RecallRequest
from knowledge.services import access, aliases, edit, forgetting
from knowledge.services.recall import recall
from tests.knowledge.forget_helpers import (
    ADMIN,
    CHAT,
    approved,
    forget,
    graph,
    is_sound,
    learn,
    learn_fact,
    parts_of,
    tables,
    there,
)
from tests.knowledge.helpers import NOW, days, writer

pytestmark = pytest.mark.django_db


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
    is_sound()


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
    is_sound()


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
    is_sound()


def test_an_end_that_only_the_forgotten_message_stated_is_taken_back():
    row = learn_fact("python", "1", "other chat", now=days(-5), content="x")
    learn_fact("python", "10", now=days(-1), valid_until=days(3), content="x")
    assert Memory.objects.get(id=row.id).valid_until == days(3)
    forget("10")
    assert Memory.objects.get(id=row.id).valid_until is None
    assert [one.object for one in get_at(agent="alice", subject="user", predicate="lang", at=days(10))] == ["python"]
    is_sound()


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
    is_sound()


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
    is_sound()


def test_a_predecessor_is_true_again():
    first = learn_fact("P", "1", "other chat", now=days(-30))
    learn_fact("X", "10", now=days(-20))
    made = approved("10")
    assert parts_of(made, "returns") == {first.id}
    assert forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW).returned == (first.id,)
    hits = recall(actor=writer(), agent="alice", request=RecallRequest(query="lang of user"), now=NOW).hits
    assert [hit.memory.id for hit in hits] == [first.id]
    is_sound()


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
