"""What was forgotten is never learned again: whoever brings it, in whatever spelling, from wherever."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from knowledge.engine.lineage import BlockKey, Selector
from knowledge.engine.types import Actor, MemoryDraft, SourceRef
from knowledge.errors import HubError, Refused
from knowledge.models import (
    AuditEvent,
    Memory,
    MemorySource,
    Reaffirmation,
    SourceBlock,
)
from knowledge.queries.history import get_at
from knowledge.queries.sources import plans, source_blocks, sources
from knowledge.queries.taught import taught
from knowledge.services import block_list, blocks, edit
from knowledge.services.check import check_hub
from knowledge.services.drafts import prepare_each
from knowledge.services.origins import invalidate_by_origin, undo
from knowledge.services.store import store, store_lines, store_many, write_prepared
from knowledge.services.transactions import write_transaction
from knowledge.services.writer import Writer
from tests.knowledge.forget_helpers import (
    ADMIN,
    CHAT,
    forget,
    graph,
    is_sound,
    learn,
    learn_fact,
    message,
    plan,
    there,
)
from tests.knowledge.helpers import NOW, days, fact, say, writer

pytestmark = pytest.mark.django_db


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


def test_an_older_database_is_as_if_it_had_been_forgotten_there() -> None:
    """What was said before is true again, and a row that the source only said again stays with its own."""
    fact("P", now=days(-3))
    learn_fact("X", "10", now=days(-2))
    own = fact("tea", predicate="likes", source=message("1", "other"), now=days(-2)).memory
    fact("tea", predicate="likes", source=message("11"), now=days(-1))
    child = say("made of tea", derived_from=(own.id,)).memory
    made = plan(selector=Selector(session=CHAT))
    line = {
        "agent": "alice", "digest": blocks.digest_of(BlockKey("session", CHAT, "")), "family": "session",
        "up_to": None, "until": None, "key_check": blocks.key_check(), "plan": made.pk, "at": NOW.isoformat(),
    }  # fmt: skip
    block_list.file().write_text(f"{json.dumps(line)}\n", encoding="utf-8")
    try:
        assert block_list.write_out() == 1  # what only the list knows stays in it
        assert block_list.read_in(actor=ADMIN) == {"blocks": 1, "deleted": 1}
    finally:
        block_list.file().unlink()
    (again,) = get_at(agent="alice", subject="user", predicate="lang", at=NOW)
    assert (again.object, again.valid_until) == ("P", None)
    assert there(own, child) == [True, True]
    assert list(MemorySource.objects.filter(memory__id=own.id).values_list("session", flat=True)) == ["other"]
    assert not Reaffirmation.objects.filter(memory__id=own.id, original=False).exists()
    assert not MemorySource.objects.filter(session=CHAT).exists()
    is_sound()
