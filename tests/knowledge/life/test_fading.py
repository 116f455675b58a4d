"""What fades goes to the archive with everything, comes back exactly, and is deleted only after its time there."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

import pytest

from knowledge.engine.types import Actor, SourceRef
from knowledge.models import Agent, AuditEvent, Derivation, Memory, MemorySource, MemorySpan, Reaffirmation
from knowledge.queries import fading as faint
from knowledge.queries import history
from knowledge.queries.export import agent_of, every_memory
from knowledge.queries.forgetting import forgetting
from knowledge.queries.recall import RecallRequest, search
from knowledge.queries.views import to_view
from knowledge.services import access, edit, fading, policies
from knowledge.services.check import check_hub
from knowledge.services.recall import recall
from tests.knowledge.helpers import NOW, days, fact, say, writer

JOB = Actor(kind="system", name="jobs", door="job", agents=None)
ADMIN = Actor(kind="person", name="alice", door="page", roles=frozenset({"admin"}), agents=None)

pytestmark = pytest.mark.django_db


def archive(now=NOW) -> int:
    return fading.archive_faded(actor=JOB, now=now)


def clear(now=NOW) -> int:
    return fading.clear_archive(actor=JOB, before=now - timedelta(days=90), now=now)


def old(content: str = "an old aside", *, importance: float = 2, now: datetime | None = None, **draft: Any) -> Memory:
    said = say(content, importance=importance, now=now or days(-40), **draft)
    return Memory.objects.get(id=said.memory.id)


def exported() -> list[bytes]:
    """The lines of an export, without the second clock, which tells of the archive."""
    found = every_memory(agent_of("alice"), days(1))
    lines = [{name: value for name, value in one.fields.items() if name != "spans"} for one in found]
    return [json.dumps(line, ensure_ascii=False, sort_keys=True, default=str).encode() for line in lines]


def everything(row: Memory) -> dict[str, Any]:
    """Every column of a row, and what belongs to it."""
    fresh = Memory.objects.get(pk=row.pk)
    values = {field.attname: getattr(fresh, field.attname) for field in Memory._meta.concrete_fields}
    for name, rows in (
        ("sources", MemorySource.objects.filter(memory=row)),
        ("said", Reaffirmation.objects.filter(memory=row)),
        ("tags", fresh.tag_rows.all()),
        ("parents", Derivation.objects.filter(child=row)),
        ("children", Derivation.objects.filter(parent=row)),
    ):
        values[name] = sorted(map(str, rows.values_list()))
    return values


@pytest.mark.parametrize(
    ("importance", "layer", "age", "recalls", "goes"),
    [
        (2, "episodic", 40, 0, True),
        (2, "procedural", 40, 0, True),
        (2.9, "episodic", 40, 0, True),
        (3, "episodic", 400, 0, False),
        (2, "semantic", 400, 0, False),
        (0, "episodic", 29.9, 0, False),
        (0, "episodic", 30.1, 0, True),
        (2, "episodic", 40, 20, False),
        (2, "episodic", 400, 20, True),
    ],
)
def test_only_what_is_old_unimportant_and_forgotten_goes(importance, layer, age, recalls, goes):
    row = old(importance=importance, layer=layer, now=days(-age))
    Memory.objects.update(access_count=recalls)
    curve = forgetting(to_view(Memory.objects.get(), "alice", NOW), now=NOW)
    assert curve is not None
    assert (curve.due_at is not None and curve.due_at <= NOW) is goes
    assert (curve.band == "nearly gone") <= curve.fades
    assert faint.would_archive(now=NOW).total == goes
    assert archive() == goes
    assert Memory.objects.get(id=row.id).standing == ("archived" if goes else "believed")


def test_the_list_beforehand_names_what_then_goes_the_faintest_first():
    first, second = old("one", now=days(-50)), old("two", now=days(-40))
    old("of another agent", agent="bob", now=days(-60))
    old("too young", now=days(-5))
    told = faint.would_archive(agents=frozenset({"alice"}), now=NOW)
    assert [one.id for one in told.rows] == [first.id, second.id]
    assert told.rows[1].retrievability == pytest.approx(0.000790, abs=1e-6)
    assert faint.would_archive(limit=1, now=NOW).total == 3
    assert Memory.objects.filter(standing="archived").count() == 0
    assert archive() == 3
    assert set(Memory.objects.filter(standing="archived").values_list("id", flat=True)) >= {first.id, second.id}
    assert archive() == 0


def test_a_recall_saves_a_memory_and_starts_its_curve_anew():
    row = old("the harbour")
    found = recall(actor=writer(), agent="alice", request=RecallRequest("harbour"), now=days(-1))
    assert [hit.memory.id for hit in found.hits] == [row.id]
    access.flush()
    assert archive() == 0
    curve = forgetting(to_view(Memory.objects.get(), "alice", NOW), now=NOW)
    assert curve is not None
    assert curve.value == pytest.approx(0.881509, abs=1e-6)
    assert archive(now=days(40)) == 1


def test_archive_and_restore_leave_every_column_and_everything_beside_it_as_it_was():
    parent = old("the root", importance=5)
    row = old(
        "kept whole",
        tags=("a", "B"),
        metadata={"deep": [1, {"x": "ü"}]},
        derived_from=(parent.id,),
        source=SourceRef("message", "chat", "7", 7, days(-40)),
        source_event="turn:7",
    )
    before, lines = everything(row), exported()
    assert archive() == 1
    assert exported() != lines
    assert search(agent="alice", request=RecallRequest("kept whole"), now=NOW).hits == ()
    gone = everything(row)
    changed = {name for name in before if before[name] != gone[name]}
    assert changed == {"standing", "standing_reason", "archived_at", "token_count"}
    assert edit.restore(actor=ADMIN, memory_id=row.id, now=days(1)).outcome == "stored"
    assert everything(row) == before
    assert exported() == lines
    assert [hit.memory.id for hit in search(agent="alice", request=RecallRequest("kept whole"), now=days(1)).hits] == [
        row.id
    ]
    assert [span.event for span in MemorySpan.objects.filter(memory=row)] == ["turn:7", "faded", "restored"]
    assert check_hub(now=days(1)).findings == []
    # What a person brought back is not taken away the next night.
    assert archive(now=days(2)) == 0
    assert archive(now=days(32)) == 1


def test_a_fact_that_fades_leaves_its_axis_and_comes_back_to_it():
    first = fact("oslo", predicate="was in", importance=1, now=days(-60)).memory
    second = fact("rome", predicate="was in", importance=1, now=days(-50)).memory
    before = [everything(Memory.objects.get(id=one.id)) for one in (first, second)]
    ask: dict[str, Any] = {"agent": "alice", "subject": "user", "predicate": "was in"}
    assert archive() == 1
    assert history.get_at(**ask, at=NOW) == []
    assert [row.object for row in history.get_at(**ask, at=days(-55))] == ["oslo"]
    assert edit.restore(actor=ADMIN, memory_id=second.id, now=NOW).outcome == "superseded"
    after = [everything(Memory.objects.get(id=one.id)) for one in (first, second)]
    differ = {
        name for old_one, new in zip(before, after, strict=True) for name in old_one if old_one[name] != new[name]
    }
    assert differ <= {"stated_until", "invalidated_at", "invalidated_by_event"}
    assert [row.object for row in history.get_at(**ask, at=NOW)] == ["rome"]
    assert check_hub(now=NOW).findings == []


def test_ninety_days_in_the_archive_are_the_end():
    faded, forgotten, kept = old("faded"), old("forgotten", importance=9), old("held by a court")
    edit.forget(actor=ADMIN, memory_id=forgotten.id, now=NOW)
    policies.hold(actor=ADMIN, agent="alice", memory_id=kept.id, reason="court", now=NOW)
    assert archive() == 2
    assert clear(now=days(89.9)) == 0
    assert clear(now=days(90)) == 2
    assert list(Memory.objects.values_list("id", flat=True)) == [kept.id]
    assert not MemorySpan.objects.exclude(memory=kept).exists()
    assert Agent.objects.get().total_memories == 1
    assert clear(now=days(90)) == 0
    policies.unhold(actor=ADMIN, agent="alice", memory_id=kept.id, now=days(91))
    assert clear(now=days(91)) == 1
    assert [event.details["rows"] for event in AuditEvent.objects.filter(action="memory.cleared")] == [2, 1]
    assert {faded.id, forgotten.id, kept.id} & set(Memory.objects.values_list("id", flat=True)) == set()
    assert check_hub(now=days(91)).findings == []


def test_what_is_held_in_quarantine_expired_or_ended_is_left_where_it_is():
    rows = [old(f"note {number}") for number in range(4)]
    Memory.objects.filter(pk=rows[0].pk).update(standing="held")
    Memory.objects.filter(pk=rows[1].pk).update(standing="quarantined")
    Memory.objects.filter(pk=rows[2].pk).update(expires_at=days(-1))
    Memory.objects.filter(pk=rows[3].pk).update(valid_until=days(-1))
    assert faint.would_archive(now=NOW).total == 0
    assert archive() == 0


def test_pages_of_candidates_miss_and_repeat_nothing(monkeypatch):
    for number in range(11):
        old(f"note {number}", now=days(-40 - number // 3))
    monkeypatch.setattr(faint, "_PAGE", faint._PAGE.replace(f"LIMIT {faint.AT_ONCE}", "LIMIT 3"))
    monkeypatch.setattr(faint, "AT_ONCE", 3)
    seen = [number for page in faint.pages(NOW) for number in page.numbers.tolist()]
    assert sorted(seen) == sorted(Memory.objects.values_list("number", flat=True))
    assert len(seen) == 11
    monkeypatch.setattr(fading, "BATCH", 2)
    assert archive() == 11
