"""Files made to break an import: each bad line or row is refused on its own, the others are in."""

from __future__ import annotations

import io
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from knowledge.errors import Invalid
from knowledge.models import Memory
from knowledge.services.check import check_hub
from knowledge.services.import_report import ImportReport, ImportRequest, LineReport, Listener
from knowledge.services.importing import import_file, import_stream
from knowledge.services.types import Actor
from tests.knowledge.helpers import NOW, say
from tests.knowledge.legacy_file import make

pytestmark = pytest.mark.django_db

PERSON = Actor(kind="person", name="olga", door="import", roles=frozenset({"admin"}), agents=None)
HALF = "\\ud800"
"""Half of a surrogate pair, as JSON spells it."""
NUL = "\\u0000"


def read(data: bytes, name: str, **request: Any) -> tuple[ImportReport, list[LineReport]]:
    lines: list[LineReport] = []
    report = import_stream(
        actor=PERSON,
        request=ImportRequest("alice", name, **request),
        stream=io.BytesIO(data),
        listener=Listener(line=lines.append),
        now=NOW,
    )
    return report, lines


def read_database(path: Path) -> tuple[ImportReport, list[LineReport]]:
    lines: list[LineReport] = []
    with path.open("rb") as stream:
        report = import_file(
            actor=PERSON,
            request=ImportRequest("", path.name),
            path=path,
            stream=stream,
            listener=Listener(line=lines.append),
            now=NOW,
        )
    return report, lines


def only_the_last_is_in(report: ImportReport, lines: int) -> None:
    assert (report.lines, report.new, report.refused) == (lines, 1, lines - 1)
    assert list(Memory.objects.exclude(content="here before").values_list("content", flat=True)) == ["good"]
    assert check_hub().sound


@pytest.mark.parametrize("dry_run", [False, True])
def test_lines_with_names_no_database_can_hold(dry_run: bool) -> None:
    say("here before")
    bad = [
        *(f'{{"content": "bad", "id": "{one}"}}' for one in (HALF, NUL)),
        *(f'{{"content": "bad", "derived_from": ["{one}"]}}' for one in (HALF, NUL)),
        *(f'{{"content": "bad", "agent": "{one}"}}' for one in (HALF, NUL)),
        '{"content": "bad", "state": ["current"]}',
        '{"content": "bad", "standing": {}}',
        f'{{"content": "bad", "extra": {"[" * 960}{"]" * 960}}}',
        f'{{"content": "bad", "id": {"9" * 5_000}}}',
    ]
    report, lines = read("\n".join([*bad, '{"content": "good"}']).encode(), "notes.jsonl", dry_run=dry_run)
    assert [one.outcome for one in lines[:-1]] == ["refused"] * len(bad)
    if dry_run:
        assert (report.new, Memory.objects.count()) == (1, 1)
    else:
        only_the_last_is_in(report, len(bad) + 1)


@pytest.mark.parametrize(("digits", "kept"), [("9" * 4_000, 10.0), ("-" + "9" * 4_000, 0.0)])
def test_a_number_beyond_any_float_is_brought_into_range(digits: str, kept: float) -> None:
    report, _ = read(f'{{"content": "good", "importance": {digits}}}'.encode(), "notes.jsonl")
    assert (report.new, report.adjusted) == (1, 1)
    assert Memory.objects.get().importance == kept


def test_turns_with_keys_no_database_can_hold() -> None:
    say("here before")
    bad = [
        f'{{"session": "{session}", "id": "{own}", "time": "2026-01-01T00:00:00Z", "text": "bad"}}'
        for session, own in ((HALF, "1"), (NUL, "1"), ("s", HALF), ("s", NUL))
    ]
    good = '{"session": "s", "id": "1", "time": "2026-01-01T00:00:00Z", "text": "good"}'
    report, _ = read("\n".join([*bad, good]).encode(), "chat.jsonl", format="transcript")
    only_the_last_is_in(report, 5)


@pytest.mark.parametrize("header", [b"content\rtags\nx\n", b'"' + b"x" * 200_000 + b"\n", b"\r\x00\xff" * 100])
def test_a_header_that_is_no_line_of_a_table(header: bytes) -> None:
    with pytest.raises(Invalid, match="columns"):
        read(header, "notes.csv")


@pytest.mark.parametrize(
    "bad",
    [
        {"derived_from": f'["{HALF}"]', "metadata": f'{{"a": "{HALF}"}}'},
        {"invalidated_by_event": "a\0b"},
        {"subject": "a\0b", "predicate": "is"},
        {"metadata": f'{{"reaffirmed_by": [{{"at": 1700000000, "origin": "{HALF}"}}]}}'},
        {"metadata": f'{{"reaffirmed_by": [{{"at": 1700000000, "source_event": "{NUL}"}}]}}'},
        {"id": "a\0b"},
        {"agent_id": "a\0b"},
        {"agent_id": b"\x01"},
    ],
)
def test_rows_with_texts_no_database_can_hold(tmp_path: Path, bad: dict[str, Any]) -> None:
    rows = [{"id": "1", "content": "bad", "timestamp": NOW, **bad}, {"id": "2", "content": "good", "timestamp": NOW}]
    report, _ = read_database(make(tmp_path / "memory.db", rows))
    only_the_last_is_in(report, 2)


@pytest.mark.parametrize("value", [f'["{HALF}"]', f'["{NUL}"]'])
def test_parents_nobody_can_be_called(tmp_path: Path, value: str) -> None:
    rows = [{"id": "1", "content": "good", "timestamp": NOW, "derived_from": value}]
    report, lines = read_database(make(tmp_path / "memory.db", rows))
    assert (report.new, report.refused) == (1, 0)
    assert "derived_from" in lines[0].adjusted[0]
    assert Memory.objects.get().metadata["duduclaw"]["derived_from"] == value


@pytest.mark.parametrize("column", ["supersedes", "superseded_by", "subject", "tags", "invalidated_by_event", "origin"])
def test_bytes_that_are_no_text(tmp_path: Path, column: str) -> None:
    rows = [{"id": one, "content": word, "timestamp": NOW} for one, word in (("1", "bad"), ("2", "good"))]
    path = make(tmp_path / "memory.db", rows)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(f"UPDATE memories SET {column} = CAST(x'61ff' AS TEXT) WHERE id = '1'")
    report, _ = read_database(path)
    only_the_last_is_in(report, 2)


@pytest.mark.parametrize(
    "table",
    [
        "id TEXT PRIMARY KEY, agent_id, content, timestamp) WITHOUT ROWID",
        "id TEXT PRIMARY KEY, agent_id, content, timestamp, rowid TEXT)",
    ],
)
def test_a_table_of_another_make(tmp_path: Path, table: str) -> None:
    path = tmp_path / "memory.db"
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(f"CREATE TABLE memories ({table}")
        file.execute("INSERT INTO memories (id, agent_id, content, timestamp) VALUES ('1', 'a', 'x', '2026-01-01')")
    with pytest.raises(Invalid, match="damaged"):
        read_database(path)
    assert Memory.objects.count() == 0


def test_a_damaged_file(tmp_path: Path) -> None:
    rows = [{"id": str(one), "content": "x" * 900, "timestamp": NOW} for one in range(60)]
    path = make(tmp_path / "memory.db", rows)
    data = bytearray(path.read_bytes())
    for page in range(8_192, len(data), 4_096):
        data[page : page + 64] = b"\xa5" * 64
    path.write_bytes(data)
    with pytest.raises(Invalid, match="damaged"):
        read_database(path)
    assert check_hub().sound
