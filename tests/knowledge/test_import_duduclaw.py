"""The ancestor's database: every column, either time format, chains kept, and nothing twice."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from knowledge.errors import Invalid
from knowledge.models import Derivation, Memory, MemorySource, MemorySpan, Reaffirmation
from knowledge.queries.history import get_at, get_history
from tests.knowledge.helpers import NOW, days, fact
from tests.knowledge.legacy_file import LATER, make, stamp
from tests.knowledge.legacy_import import by_old_id, chain, run

pytestmark = pytest.mark.django_db


def rows_of_the_hub() -> list[tuple[Any, ...]]:
    columns = [field.attname for field in Memory._meta.concrete_fields if field.attname not in ("number", "id")]
    columns = [name for name in columns if name not in ("supersedes_id", "superseded_by_id")]
    return sorted((str(row) for row in Memory.objects.values_list("metadata__duduclaw__id", *columns)), key=str)  # type: ignore[misc]


def test_a_chain_keeps_its_links_times_and_counts(tmp_path: Path) -> None:
    report, _ = run(make(tmp_path / "memory.db", chain()))
    assert (report.new, report.refused, report.lines) == (2, 0, 2)
    old, new = by_old_id("a1"), by_old_id("a2")
    assert (old.superseded_by_id, new.supersedes_id) == (new.id, old.id)
    assert (old.version, new.version) == (1, 2)
    assert (old.valid_from, old.valid_until, new.valid_until) == (days(-40), days(-10), None)
    assert (old.invalidated_at, old.invalidated_by_event) == (days(-9), "turn:42")
    assert (old.access_count, old.last_accessed_at, old.importance, old.tags) == (7, days(-11), 8.0, ["ops"])
    assert [row.state for row in get_history(agent="dudu", subject="user", predicate="deploy_target", now=NOW)] == [
        "superseded",
        "current",
    ]
    found = get_at(agent="dudu", subject="user", predicate="deploy_target", at=days(-20))
    assert [row.content for row in found] == ["deploys on Vercel"]


def test_two_open_rows_of_one_triple_are_repaired_and_reported(tmp_path: Path) -> None:
    hour = timedelta(hours=1)
    triple = {"subject": "user", "predicate": "lang"}
    rows = [
        {"id": "new", "content": "likes Rust", "object": "rust", "timestamp": NOW - hour, **triple},
        {"id": "old", "content": "likes Go", "object": "go", "timestamp": NOW - 2 * hour, **triple},
    ]
    report, lines = run(make(tmp_path / "memory.db", rows))
    assert report.adjusted == 1
    assert [(one.line, "ends there" in " ".join(one.adjusted)) for one in lines] == [(2, True), (1, False)]
    old, new = by_old_id("old"), by_old_id("new")
    assert (old.valid_until, new.valid_until) == (NOW - hour, None)
    written = fact("zig", agent="dudu", content="likes Zig", now=NOW + hour, origin="operator")
    assert written.superseded_id == new.id
    old, new = by_old_id("old"), by_old_id("new")
    assert Memory.objects.get(id=written.memory.id).supersedes_id == new.id
    assert (old.valid_until, new.valid_until) == (NOW - hour, NOW + hour)


def test_two_open_rows_that_say_the_same_stay_two(tmp_path: Path) -> None:
    triple = {"subject": "user", "predicate": "lang", "object": "go", "content": "likes Go"}
    rows = [{"id": name, "timestamp": days(-day), **triple} for name, day in (("x", 5), ("y", 3))]
    run(make(tmp_path / "memory.db", rows))
    assert (by_old_id("x").valid_until, by_old_id("y").valid_until) == (days(-3), None)


def test_running_it_twice_adds_nothing(tmp_path: Path) -> None:
    path = make(tmp_path / "memory.db", chain())
    run(path)
    before = (rows_of_the_hub(), MemorySource.objects.count(), MemorySpan.objects.count())
    report, _ = run(path, now=days(1))
    assert (report.new, report.already) == (0, 2)
    assert (rows_of_the_hub(), MemorySource.objects.count(), MemorySpan.objects.count()) == before


def test_a_dry_run_writes_not_one_row(tmp_path: Path) -> None:
    from knowledge.models import Agent, AuditEvent

    report, lines = run(make(tmp_path / "memory.db", chain()), dry_run=True)
    assert (report.new, [one.outcome for one in lines]) == (2, ["new", "new"])
    assert [model.objects.count() for model in (Agent, Memory, MemorySource, AuditEvent)] == [0, 0, 0, 0]


def test_a_file_that_went_on_is_continued(tmp_path: Path) -> None:
    path = make(tmp_path / "memory.db", chain())
    run(path)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE memories SET valid_until = ?, superseded_by = 'a3' WHERE id = 'a2'", [stamp(days(-1))])
        file.execute(
            "INSERT INTO memories (id, agent_id, content, timestamp, valid_from, subject, predicate, object,"
            " supersedes)"
            " VALUES ('a3', 'dudu', 'deploys on Fly', ?, ?, 'user', 'deploy_target', 'Fly', 'a2')",
            [stamp(days(-1)), stamp(days(-1))],
        )
    report, _ = run(path, now=days(1))
    assert (report.new, report.already) == (1, 2)
    middle, last = by_old_id("a2"), by_old_id("a3")
    assert (middle.valid_until, middle.superseded_by_id) == (days(-1), last.id)
    assert (last.supersedes_id, last.version, last.valid_until) == (middle.id, 3, None)


def test_both_time_formats_and_numbers(tmp_path: Path) -> None:
    noon = datetime(2026, 4, 5, 12, 30, 15, tzinfo=UTC)
    rows = [
        {"id": "rfc", "content": "rfc", "timestamp": "2026-04-05T21:30:15+09:00"},
        {"id": "nanos", "content": "nanos", "timestamp": "2026-04-05T12:30:15.000000999+00:00"},
        {"id": "sqlite", "content": "sqlite", "timestamp": "2026-04-05 12:30:15"},
        {"id": "display", "content": "display", "timestamp": "2026-04-05 12:30:15 UTC"},
        {"id": "seconds", "content": "seconds", "timestamp": int(noon.timestamp())},
        {"id": "thousandths", "content": "thousandths", "timestamp": int(noon.timestamp() * 1000)},
    ]
    report, _ = run(make(tmp_path / "memory.db", rows))
    assert report.refused == 0
    assert set(Memory.objects.values_list("recorded_at", "valid_from")) == {(noon, noon)}


def test_a_row_whose_time_cannot_be_read_is_refused_and_the_others_are_not(tmp_path: Path) -> None:
    rows = [
        {"id": "1", "content": "fine", "timestamp": days(-1)},
        {"id": "2", "content": "from the other column", "timestamp": "soon", "created_at": "2026-04-05 12:30:15"},
        {"id": "3", "content": "no end", "timestamp": days(-1), "valid_until": "never"},
    ]
    report, lines = run(make(tmp_path / "memory.db", rows))
    assert (report.new, report.refused) == (2, 1)
    assert [(one.line, one.code) for one in lines if one.outcome == "refused"] == [(3, "bad_time")]
    assert by_old_id("2").recorded_at == datetime(2026, 4, 5, 12, 30, 15, tzinfo=UTC)


@pytest.mark.parametrize("half", [0, 4, 9, 12])
def test_half_of_the_columns_and_unknown_ones(tmp_path: Path, half: int) -> None:
    later = (*LATER[:half], "mood TEXT", "weight INTEGER")
    rows = [{"id": "1", "content": "one", "timestamp": days(-3), "mood": "calm", "weight": 12}]
    path = make(tmp_path / "memory.db", rows, later=later)
    run(path)
    run(path)
    row = Memory.objects.get()
    kept = row.metadata["duduclaw"]
    assert (kept["id"], kept["mood"], kept["weight"]) == ("1", "calm", 12)
    assert (row.confidence, row.origin_trust, row.valid_until) == (1.0, 1.0, None)


def test_every_agent_keeps_its_name_and_one_can_be_chosen(tmp_path: Path) -> None:
    rows = [
        {"id": "1", "content": "one", "timestamp": days(-1), "agent_id": "ann"},
        {"id": "2", "content": "two", "timestamp": days(-1), "agent_id": "ben"},
    ]
    path = make(tmp_path / "memory.db", rows)
    assert run(path, agent="ben")[0].new == 1
    assert list(Memory.objects.values_list("agent__name", "content")) == [("ben", "two")]
    report, _ = run(path)
    assert (report.new, report.already) == (1, 1)
    assert set(Memory.objects.values_list("agent__name", "content")) == {("ann", "one"), ("ben", "two")}


def test_parents_confirmations_and_the_archive(tmp_path: Path) -> None:
    said = [{"source_event": "turn:7", "origin": "channel:x", "at": stamp(days(-1))}]
    rows = [
        {"id": "parent", "content": "heard it", "timestamp": days(-5), "origin": "channel:x", "origin_trust": 0.3},
        {
            "id": "child", "content": "concluded it", "timestamp": days(-4), "derived_from": ["parent", "gone"],
            "metadata": {"reaffirmed_by": said, "mine": 1},
        },
    ]  # fmt: skip
    path = make(tmp_path / "memory.db", rows)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(
            "CREATE TABLE memories_archive (id TEXT PRIMARY KEY, agent_id TEXT, content TEXT, timestamp TEXT,"
            " tags TEXT, archived_at TEXT)"
        )
        file.execute(
            "INSERT INTO memories_archive VALUES ('old', 'dudu', 'faded', ?, '[]', '2026-11-01 00:00:00')",
            [stamp(days(-90))],
        )
    report, _ = run(path)
    assert dict(report.outcomes) == {"stored": 2, "archived": 1}
    child, parent = by_old_id("child"), by_old_id("parent")
    assert list(Derivation.objects.values_list("child__id", "parent__id")) == [(child.id, parent.id)]
    assert child.origin_trust == 0.3
    assert child.metadata["mine"] == 1
    assert child.metadata["duduclaw"]["derived_from"] == ["gone"]
    assert "reaffirmed_by" not in child.metadata
    assert list(Reaffirmation.objects.order_by("pk").values_list("source_event", "origin", "original", "at")) == [
        ("", "unattributed", True, NOW),
        ("turn:7", "channel:x", False, days(-1)),
    ]
    assert set(MemorySource.objects.filter(memory=child).values_list("item", "role")) == {
        ("child", "direct"),
        ("parent", "inherited"),
    }
    faded = by_old_id("old")
    assert (faded.standing, faded.archived_at) == ("archived", datetime(2026, 11, 1, tzinfo=UTC))


def test_the_file_is_only_read_and_must_be_one(tmp_path: Path) -> None:
    path = make(tmp_path / "memory.db", chain())
    before = path.read_bytes()
    run(path)
    assert path.read_bytes() == before
    with closing(sqlite3.connect(tmp_path / "other.db")) as file, file:
        file.execute("CREATE TABLE notes (id TEXT)")
    with pytest.raises(Invalid, match="no DuDuClaw memory"):
        run(tmp_path / "other.db")
    (tmp_path / "broken.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 2_000)
    with pytest.raises(Invalid, match="SQLite"):
        run(tmp_path / "broken.db")


def random_file(path: Path, seed: int) -> tuple[Path, list[dict[str, Any]]]:
    """Facts as the ancestor writes them: chains in world time, some segments of the past, some open twice."""
    rng = random.Random(seed)
    rows: list[dict[str, Any]] = []
    for number in range(rng.randint(1, 6)):
        triple = {"subject": f"s{number % 3}", "predicate": f"p{number}"}
        starts = sorted(rng.sample(range(-400, -1), rng.randint(1, 7)))
        own: list[dict[str, Any]] = []
        for at, start in enumerate(starts):
            value = rng.choice("abc")
            own.append(
                {
                    "id": f"f{number}-{at}", "content": f"{triple['predicate']} is {value}", "object": value,
                    "timestamp": days(start), "valid_from": rng.choice([days(start), None]), **triple,
                }
            )  # fmt: skip
        for row, following, end in zip(own, own[1:], starts[1:], strict=False):
            kind = rng.random()
            if kind < 0.6:
                row |= {"valid_until": days(end), "superseded_by": following["id"]}
                following["supersedes"] = row["id"]
            elif kind < 0.8:
                row["valid_until"] = days(end - 0.5)
        rows += own
    rows += [
        {"id": f"n{number}", "content": f"note {number}", "timestamp": days(-number - 1)}
        for number in range(rng.randint(0, 5))
    ]
    rng.shuffle(rows)
    return make(path, rows), rows


@pytest.mark.parametrize("seed", range(12))
def test_random_files_answer_as_they_did_there(tmp_path: Path, seed: int) -> None:
    path, rows = random_file(tmp_path / "memory.db", seed)
    report, _ = run(path)
    assert (report.refused, report.held, report.new) == (0, 0, len(rows))
    facts: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in rows:
        if "subject" in row:
            facts.setdefault((row["subject"], row["predicate"]), []).append(row)
    for (subject, predicate), own in facts.items():
        own.sort(key=lambda row: row["timestamp"])
        for at in [row["timestamp"] + timedelta(days=shift) for row in own for shift in (-0.1, 0, 0.2)]:
            begun = [row for row in own if row["timestamp"] <= at]
            last = begun[-1] if begun else None
            ended = last is not None and last.get("valid_until") is not None and last["valid_until"] <= at
            expected = [] if last is None or ended else [last["content"]]
            found = get_at(agent="dudu", subject=subject, predicate=predicate, at=at, now=NOW)
            assert [row.content for row in found] == expected
        for row in own:
            here = by_old_id(row["id"])
            follower = here.superseded_by.metadata["duduclaw"]["id"] if here.superseded_by else None
            if row.get("superseded_by"):
                assert follower == row["superseded_by"]
    again, _ = run(path, now=days(1))
    assert again.already == len(rows)
