"""A poisoned origin taken back and put back: the memory's export is what it was, but for what tells of the act."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from knowledge.models import Memory
from knowledge.services.check import check_hub
from knowledge.services.exporting import export_memories
from knowledge.services.origins import invalidate_by_origin, undo
from tests.knowledge.forget_helpers import ADMIN, message
from tests.knowledge.helpers import NOW, days, fact, say

pytestmark = pytest.mark.django_db
BAD = "channel:bad"


def poisoned() -> None:
    """Facts replaced, filled in, confirmed and ended by a bad origin, and memories made over six steps from it."""
    for number in range(4):
        where = {"subject": f"house {number}", "predicate": "colour"}
        fact("red", now=days(-20), origin="channel:good", source=message(f"g{number}", "good"), **where)
        fact("blue", now=days(-10), origin=BAD, source=message(f"b{number}", "bad"), **where)
        if number > 1:
            fact("green", now=days(-5), origin="channel:good", **where)
    fact("old", now=days(-9), valid_from=days(-40), origin=BAD, subject="house 0", predicate="colour")
    fact("blue", now=days(-3), origin="channel:other", subject="house 1", predicate="colour")
    fact("red", now=days(-4), origin=BAD, subject="house 9", predicate="colour", valid_until=days(3))
    root = say("The mill burns.", now=days(-8), origin=BAD, tags=("mill",)).memory
    for step in range(6):
        root = say(f"step {step}", now=days(-7), origin="agent_derived", derived_from=(root.id,)).memory
    say("Bystander.", now=days(-6), origin="channel:bad-extra")


def exported(folder: Path) -> dict[str, Any]:
    """Every row of an export by id, as of the moments before the act, and every readable file."""
    export_memories(actor=ADMIN, agent="alice", folder=folder, now=NOW)
    rows: dict[str, Any] = {}
    for line in (folder / "memories.jsonl").read_text(encoding="utf-8").splitlines()[1:]:
        row = json.loads(line)
        if row.get("record") == "seal":
            continue
        if "spans" in row:
            row["spans"] = [span for span in row["spans"] if span["at"] < NOW.isoformat()]
        rows[str(row.get("id", line))] = row
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted((folder / "markdown").rglob("*.md"))}
    return {"rows": rows, "texts": texts}


def test_undone_it_is_as_it_was(tmp_path: Path) -> None:
    poisoned()
    before = exported(tmp_path / "before")
    assert len(before["rows"]) >= 20
    report = invalidate_by_origin(actor=ADMIN, agent="alice", origin=BAD, reason="poisoned", now=NOW)
    assert report.closed >= 6
    assert report.lowered == 6
    between = exported(tmp_path / "between")
    assert between["texts"] != before["texts"]
    assert {row["origin_trust"] for row in between["rows"].values() if row.get("content", "").startswith("step")} == {
        0.1
    }
    done = undo(actor=ADMIN, rollback_id=report.rollback_id, now=NOW)
    assert (done.restored, done.skipped) == (report.closed, ())
    after = exported(tmp_path / "after")
    assert after["texts"] == before["texts"]
    assert after["rows"] == before["rows"]
    # The act itself stays visible on the second clock.
    events = set(Memory.objects.get(content="The mill burns.").spans.values_list("event", flat=True))
    assert {"origin_purge", "rollback_undone"} <= events


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_what_two_origins_made_gets_its_trust_back_with_the_last_of_them(order: tuple[int, int]) -> None:
    one, two = (say(name, now=days(-9), origin=f"channel:{name}").memory.id for name in ("one", "two"))
    child = say("made of both", derived_from=(one, two), now=days(-5), origin="agent_derived").memory.id
    say("made of that by one of them", now=days(-4), origin="channel:one", derived_from=(child,))
    before = dict(Memory.objects.values_list("content", "origin_trust"))
    reports = [
        invalidate_by_origin(actor=ADMIN, agent="alice", origin=f"channel:{name}", reason="x", now=NOW)
        for name in ("one", "two")
    ]
    assert not check_hub(now=NOW).findings
    undo(actor=ADMIN, rollback_id=reports[order[0]].rollback_id, now=days(1))
    assert Memory.objects.get(id=child).origin_trust == 0.1
    assert not check_hub(now=days(1)).findings
    assert undo(actor=ADMIN, rollback_id=reports[order[1]].rollback_id, now=days(2)).skipped == ()
    assert dict(Memory.objects.values_list("content", "origin_trust")) == before


def test_a_value_returns_although_an_older_one_was_confirmed_by_a_weaker_voice() -> None:
    where = {"subject": "mill", "predicate": "colour"}
    fact("red", now=days(-60), valid_from=days(-25), origin="channel:a", confidence=0.9, **where)
    fact("red", now=days(-50), valid_from=days(-20), origin="channel:b", confidence=0.8, **where)
    fact("green", now=days(-40), valid_from=days(-1), origin=BAD, confidence=0.9, **where)
    green = fact("blue", now=days(-21), origin="channel:b", confidence=0.9, **where).memory
    report = invalidate_by_origin(actor=ADMIN, agent="alice", origin=BAD, reason="x", now=NOW)
    assert report.returned == (green.id,)
    assert not check_hub(now=NOW).findings
