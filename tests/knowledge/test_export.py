"""An agent's whole memory out and in again: what comes back is what was there."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps

from knowledge.engine import exchange
from knowledge.engine.lineage import BlockKey
from knowledge.engine.types import SourceRef
from knowledge.errors import Invalid
from knowledge.models import (
    Agent,
    AuditEvent,
    EntityAlias,
    Memory,
    MemorySource,
    MemorySpan,
    Reaffirmation,
    SourceBlock,
)
from knowledge.queries.recall import RecallRequest, search
from knowledge.services import blocks, index
from knowledge.services.aliases import add_alias
from knowledge.services.check import check_hub
from knowledge.services.predicates import declare_multi_valued
from tests.knowledge.export_helpers import ADMIN, LATER, back, body, empty, filled, out, tables
from tests.knowledge.forget_helpers import forget
from tests.knowledge.helpers import days, fact, say

pytestmark = pytest.mark.django_db


@pytest.fixture
def hub(db: None, tmp_path: Path) -> Path:
    filled()
    return tmp_path


def test_everything_comes_back_as_it_was(hub: Path) -> None:
    standings = set(Memory.objects.values_list("standing", flat=True))
    assert standings >= {"believed", "held", "quarantined", "archived"}
    before, data = tables(), out(hub / "one")
    empty()
    report = back(hub / "one" / exchange.FILE)
    assert (report.refused, report.already, report.format) == (0, 0, "export")
    assert report.outcomes["stored"] == len(before["memories"]) + 1
    assert tables() == before
    assert check_hub(now=LATER).sound
    assert body(out(hub / "two", LATER + timedelta(days=1))) == body(data)


def test_what_waited_waits_again_with_a_card(hub: Path) -> None:
    out(hub / "one")
    waiting = set(Memory.objects.filter(standing__in=("held", "quarantined")).values_list("id", flat=True))
    empty()
    back(hub / "one" / exchange.FILE)
    items = apps.get_model("curation", "ApprovalItem").objects
    assert set(items.filter(memory__in=waiting).values_list("memory", flat=True)) == waiting
    assert "go" not in [hit.memory.object for hit in _found("lang of user")]


def _found(query: str) -> tuple[Any, ...]:
    return search(agent="alice", request=RecallRequest(query), now=LATER).hits


def test_twice_adds_nothing(hub: Path) -> None:
    out(hub / "one")
    before = tables()
    for _ in range(2):
        report = back(hub / "one" / exchange.FILE)
        assert (report.new, report.refused, report.already) == (0, 0, report.lines)
    after = tables()
    assert after == before


def test_a_dry_run_changes_nothing(hub: Path) -> None:
    out(hub / "one")
    count = Memory.objects.count()
    empty()
    report = back(hub / "one" / exchange.FILE, dry_run=True)
    assert (report.new, report.refused) == (count + 1, 0)
    assert (Memory.objects.count(), Agent.objects.count()) == (0, 0)


def test_some_rows_are_missing_and_only_those_come_back(hub: Path) -> None:
    data = out(hub / "one")
    lost = Memory.objects.get(content="made of both")
    index.remove([lost.number])
    lost.delete()
    report = back(hub / "one" / exchange.FILE)
    assert (report.new, report.refused) == (1, 0)
    again = Memory.objects.get(content="made of both")
    assert (again.id, again.parents.count(), again.ingested_at) == (lost.id, 2, lost.ingested_at)
    assert sorted(body(out(hub / "two"))) == sorted(body(data))


def test_a_fact_that_went_on_is_not_turned_back(hub: Path) -> None:
    out(hub / "one")
    fact("zig", now=days(12))
    lost = Memory.objects.get(object="python")
    MemorySpan.objects.filter(memory=lost).delete()
    lost.delete()
    report = back(hub / "one" / exchange.FILE)
    assert (report.new, report.refused) == (0, 1)
    assert not Memory.objects.filter(object="python").exists()
    assert Memory.objects.get(object="zig", standing="believed").valid_until is None


def test_a_memory_that_says_something_else_here_stays(hub: Path) -> None:
    out(hub / "one")
    Memory.objects.filter(content="parent one").update(content="parent uno")
    report = back(hub / "one" / exchange.FILE)
    assert (report.new, report.refused) == (0, 1)
    assert Memory.objects.filter(content="parent uno").exists()


def test_several_values_at_once_are_declared_with_the_export(tmp_path: Path) -> None:
    say("warm", now=days(0))
    declare_multi_valued(actor=ADMIN, agent="alice", predicate="likes", now=days(0))
    for value in ("tea", "茶"):
        fact(value, predicate="likes", now=days(1))
    before = tables()
    out(tmp_path / "one")
    empty()
    back(tmp_path / "one" / exchange.FILE)
    assert tables() == before
    Agent.objects.update(multi_valued=[])
    with pytest.raises(Invalid, match="declare the same ones"):
        back(tmp_path / "one" / exchange.FILE)


def test_a_quota_holds(tmp_path: Path) -> None:
    for number in range(4):
        say(f"note {number}", now=days(number))
    Agent.objects.update(quota=2)
    out(tmp_path / "one")
    empty()
    report = back(tmp_path / "one" / exchange.FILE)
    assert (report.new, report.refused) == (2, 2)


def test_what_was_forgotten_for_good_stays_away(hub: Path) -> None:
    out(hub / "one")
    empty()
    agent = Agent.objects.create(name="alice", created_at=LATER, forgettings=2)
    for session, item in (("chat-1", "m1"), ("chat-2", "m9")):
        key = BlockKey("item", session, item)
        SourceBlock.objects.create(
            agent=agent, digest=blocks.digest_of(key), family="item", key_check=blocks.key_check(), plan="p", at=LATER
        )
    report = back(hub / "one" / exchange.FILE)
    assert report.refused == 1
    assert not Memory.objects.filter(object="python").exists()
    rust = Memory.objects.get(object="rust")
    assert rust.supersedes_id is None
    assert list(Reaffirmation.objects.filter(memory=rust).values_list("original", flat=True)) == [True]
    assert not MemorySource.objects.filter(session__in=("chat-1", "chat-2")).exists()
    assert AuditEvent.objects.filter(action="source.refused").count() == 2


def test_other_names_of_what_was_forgotten_stay_out_too(hub: Path) -> None:
    fact("tea", subject="Robin", predicate="likes", now=days(10), source=SourceRef("message", "chat-9", "m1"))
    add_alias(actor=ADMIN, agent="alice", canonical="Robin", alias="Robbie", now=days(10))
    add_alias(actor=ADMIN, agent="alice", canonical="user", alias="tea", now=days(10))
    out(hub / "one")
    forget("m1", session="chat-9", now=LATER)
    EntityAlias.objects.all().delete()
    tried = back(hub / "one" / exchange.FILE, dry_run=True)
    done = back(hub / "one" / exchange.FILE)
    names = EntityAlias.objects.count()
    assert (tried.refused, tried.new) == (2, names)
    assert (done.refused, done.new) == (2, names)
    assert set(EntityAlias.objects.values_list("alias", flat=True)) >= {"tea"}
    assert not EntityAlias.objects.filter(alias="Robbie").exists()
    assert not Memory.objects.filter(subject="Robin").exists()
