"""Importing: every line with its own outcome, nothing twice, nothing half."""

from __future__ import annotations

import io
import json
from contextlib import closing
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection

from knowledge.engine.importers.fields import item_digest
from knowledge.errors import Invalid
from knowledge.models import Agent, AuditEvent, Derivation, Memory, MemorySource, MemorySpan, Reaffirmation
from knowledge.queries.history import get_at
from knowledge.queries.imports import ItemKey, known_items
from knowledge.services.import_report import ImportReport, ImportRequest, LineReport, Listener
from knowledge.services.importing import import_stream
from knowledge.services.types import Actor, SourceRef
from tests.knowledge.forget_helpers import CHAT, forget, learn
from tests.knowledge.helpers import NOW, days, fact, say

pytestmark = pytest.mark.django_db

PERSON = Actor(kind="person", name="olga", door="import", roles=frozenset({"admin"}), agents=None)
TABLES = (Agent, Memory, MemorySource, MemorySpan, Reaffirmation, Derivation, AuditEvent)


def run(data: bytes, name: str = "notes.jsonl", **request: Any) -> tuple[ImportReport, list[LineReport]]:
    lines: list[LineReport] = []
    now = request.pop("now", NOW)
    report = import_stream(
        actor=PERSON,
        request=ImportRequest(request.pop("agent", "alice"), name, **request),
        stream=io.BytesIO(data),
        listener=Listener(line=lines.append),
        now=now,
    )
    return report, lines


def as_lines(*objects: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(one, ensure_ascii=False).encode() + b"\n" for one in objects)


def counts() -> dict[str, int]:
    return {model.__name__: model.objects.count() for model in TABLES if model is not AuditEvent}


def test_a_line_with_every_field_is_stored_with_it() -> None:
    line = {
        "content": "Ann moved to Osaka",
        "layer": "semantic",
        "tags": ["home", "Ann"],
        "importance": 7.5,
        "subject": "Ann",
        "predicate": "home",
        "object": {"city": "Osaka"},
        "valid_from": "2026-03-03T10:00:00+09:00",
        "valid_until": "2027-01-01T00:00:00Z",
        "timestamp": "2026-03-04T00:00:00Z",
        "confidence": 0.8,
        "policy": "identity",
        "origin": "channel:mail",
        "origin_trust": 0.2,
        "source": {"kind": "message", "session": "mail", "item": "17", "seq": 4, "observed_at": "2026-03-03T01:00:00Z"},
        "source_event": "mail:17",
        "metadata": {"a": [1]},
        "mood": "calm",
    }
    report, _ = run(as_lines(line))
    assert dict(report.outcomes) == {"stored": 1}
    row = Memory.objects.get()
    assert (row.content, row.layer, row.tags, row.importance) == (
        "Ann moved to Osaka", "semantic", ["home", "Ann"], 7.5,
    )  # fmt: skip
    assert (row.object, row.object_is_json, row.confidence, row.policy) == ('{"city":"Osaka"}', True, 0.8, "identity")
    assert row.valid_from.isoformat() == "2026-03-03T01:00:00+00:00"
    assert row.valid_until is not None
    assert (row.valid_until.year, row.recorded_at.day, row.ingested_at) == (2027, 4, NOW)
    assert (row.origin, row.origin_trust, row.source_event) == ("channel:mail", 0.2, "mail:17")
    assert row.metadata == {"a": [1], "mood": "calm"}
    assert set(MemorySource.objects.values_list("kind", "session", "role")) == {
        ("message", "mail", "direct"),
        ("import_item", "notes.jsonl", "direct"),
    }


def test_imports_are_trusted_as_imports() -> None:
    run(as_lines({"content": "a"}, {"content": "b", "origin": "operator", "origin_trust": 1.0}))
    assert list(Memory.objects.order_by("content").values_list("origin", "origin_trust")) == [
        ("import", 0.7),
        ("import:operator", 0.7),
    ]
    with pytest.raises(Invalid, match=r"0\.7"):
        run(as_lines({"content": "c"}), origin="operator")


def test_running_it_twice_adds_nothing_whatever_the_file_is_called() -> None:
    lines = [{"content": f"note {number}", "tags": ["x"]} for number in range(7)]
    lines += [{"content": "py", "subject": "u", "predicate": "l", "object": "py"}] * 2
    lines += [
        {"content": "again", "subject": "u", "predicate": "l", "object": "py", "valid_from": "2026-12-30T00:00:00Z"}
    ]
    first, _ = run(as_lines(*lines))
    assert (first.new, first.already, first.refused) == (9, 1, 0)
    before = counts(), list(Memory.objects.order_by("number").values())
    for name in ("notes.jsonl", "copy.jsonl"):
        again, told = run(as_lines(*reversed(lines)), name=name, now=days(1))
        assert (again.new, again.reaffirmed, again.already) == (0, 0, 10)
        assert {one.outcome for one in told} == {"already"}
        assert (counts(), list(Memory.objects.order_by("number").values())) == before


def test_another_agent_gets_its_own_rows() -> None:
    data = as_lines({"content": "shared note"})
    run(data)
    report, _ = run(data, agent="bob")
    assert report.new == 1
    assert set(Memory.objects.values_list("agent__name", flat=True)) == {"alice", "bob"}


def test_a_confirming_line_is_remembered_and_confirms_once() -> None:
    said = fact("python", origin="channel:x", confidence=0.8)
    line = {"content": said.memory.content, "subject": "User", "predicate": "LANG", "object": "Python"}
    report, lines = run(
        as_lines({**line, "source_event": "e1"}, {**line, "source_event": "e1", "tags": ["other"]}), now=days(1)
    )
    # More trusted than what it repeats: the first is a version of its own, the second confirms that.
    assert [one.outcome for one in lines] == ["superseded", "reaffirmed"]
    row = Memory.objects.get(id=lines[1].memory_id)
    assert (row.access_count, row.reaffirmations.filter(original=False).count()) == (1, 1)
    again, _ = run(as_lines({**line, "source_event": "e1", "tags": ["other"]}), now=days(2))
    assert again.already == 1
    assert Memory.objects.get(id=row.id).access_count == 1
    assert report.reaffirmed == 1


def test_a_held_line_waits_once() -> None:
    fact("python", origin="operator")
    line = as_lines({"content": "perl now", "subject": "user", "predicate": "lang", "object": "perl"})
    report, lines = run(line, now=days(1))
    assert (report.held, lines[0].code, report.refused) == (1, "less_trusted", 0)
    again, _ = run(line, now=days(2))
    assert (again.held, again.already) == (0, 1)
    other_words = as_lines(
        {"content": "perl now", "subject": "user", "predicate": "lang", "object": "perl", "tags": ["t"]}
    )
    third, _ = run(other_words, now=days(2))
    assert (third.held, Memory.objects.filter(standing="held").count()) == (1, 1)
    assert run(other_words, now=days(3))[0].already == 1
    assert [row.object for row in get_at(agent="alice", subject="user", predicate="lang", at=days(3))] == ["python"]


def test_an_id_may_occur_once_in_a_file() -> None:
    one = {"id": "7", "content": "first"}
    report, lines = run(as_lines(one, {"id": 7, "content": "second"}, one, {"id": "8", "content": "second"}))
    assert [(line.outcome, line.code) for line in lines] == [
        ("stored", ""),
        ("refused", "duplicate_id"),
        ("already", ""),
        ("stored", ""),
    ]
    assert report.refused == 1


def test_lines_can_be_made_from_other_lines() -> None:
    parents = {"id": "c", "content": "so it rains", "derived_from": ["a", "b"]}
    data = as_lines({"id": "a", "content": "clouds"}, {"id": "b", "content": "wind", "origin": "channel"}, parents)
    dry, _ = run(data, dry_run=True)
    assert (dry.new, Memory.objects.count()) == (3, 0)
    run(data)
    child = Memory.objects.get(content="so it rains")
    assert child.origin_trust == 0.3
    assert set(Derivation.objects.values_list("child__id", "parent__content")) == {
        (child.id, "clouds"),
        (child.id, "wind"),
    }
    later, _ = run(
        as_lines({"id": "a", "content": "clouds"}, {"id": "d", "content": "umbrella", "derived_from": ["a"]})
    )
    assert (later.new, later.already) == (1, 1)
    missing, lines = run(as_lines({"content": "from nothing", "derived_from": ["nobody"]}))
    assert (missing.refused, lines[0].code) == (1, "invalid")


def test_a_dry_run_tells_the_same_and_writes_not_one_row() -> None:
    data = as_lines(
        {"content": "a"}, {"content": "x" * 20_001}, {"content": " "}, {"content": "orchid\0"}, {"content": "a"}
    )
    dry, told = run(data, dry_run=True)
    assert counts() == dict.fromkeys(counts(), 0)
    assert AuditEvent.objects.count() == 0
    real, done = run(data)
    assert [one.outcome for one in told] == ["new", "refused", "refused", "refused", "already"]
    assert [one.outcome for one in done] == ["stored", "refused", "refused", "refused", "already"]
    assert [one.code for one in told] == [one.code for one in done] == ["", "too_large", "invalid", "invalid", ""]
    assert (dry.refused, real.refused) == (3, 3)


def test_the_run_itself_is_audited_without_content() -> None:
    run(as_lines({"content": "orchid-4711"}, {"content": 5}))
    event = AuditEvent.objects.get(action="import.run")
    assert (event.actor, event.door, event.agent, event.target) == ("olga", "import", "alice", "notes.jsonl")
    assert event.details == {"format": "jsonl", "stored": 1, "refused": 1}
    assert not any("orchid" in json.dumps(details) for details in AuditEvent.objects.values_list("details", flat=True))


def turn(number: int, text: str = "", **fields: Any) -> dict[str, Any]:
    return {"session": "S1", "id": f"m{number}", "speaker": "Ann", "time": f"2026-03-03T10:{number:02}:00",
            "text": text or f"turn {number}", **fields}  # fmt: skip


def test_turns_become_episodes_with_their_message_as_source() -> None:
    report, _ = run(as_lines(turn(0), turn(1, caption="a lake"), turn(1)), name="chat", timezone=ZoneInfo("Asia/Tokyo"))
    assert (report.format, report.new, report.already) == ("transcript", 2, 1)
    rows = list(Memory.objects.order_by("number").values_list("content", "layer", "source_event", "metadata"))
    assert rows == [
        ("turn 0", "episodic", "transcript", {"speaker": "Ann"}),
        ("turn 1", "episodic", "transcript", {"speaker": "Ann", "caption": "a lake"}),
    ]
    assert list(MemorySource.objects.order_by("pk").values_list("kind", "session", "item", "sequence")) == [
        ("message", "S1", "m0", 0),
        ("message", "S1", "m1", 1),
    ]
    row = Memory.objects.get(content="turn 0")
    assert row.recorded_at == row.valid_from
    assert row.valid_from.isoformat() == "2026-03-03T01:00:00+00:00"


def test_a_message_is_known_by_its_id_and_must_not_change() -> None:
    zone = {"timezone": ZoneInfo("UTC")}
    run(as_lines(turn(0), turn(1)), name="chat", **zone)
    report, lines = run(as_lines(turn(0), turn(1, "edited"), turn(2), turn(2, "other words")), name="chat", **zone)
    assert [(one.outcome, one.code) for one in lines] == [
        ("already", ""),
        ("refused", "duplicate_id"),
        ("stored", ""),
        ("refused", "duplicate_id"),
    ]
    assert Memory.objects.filter(content__startswith="turn").count() == 3
    assert report.refused == 2


def test_positions_go_on_where_an_earlier_file_ended() -> None:
    zone = {"timezone": ZoneInfo("UTC")}
    run(as_lines(turn(0), turn(1), turn(2)), name="chat", **zone)
    run(as_lines(turn(3), turn(4)), name="chat", **zone)
    run(as_lines(turn(4), turn(5)), name="chat", **zone)
    assert list(MemorySource.objects.order_by("sequence").values_list("item", "sequence")) == [
        (f"m{number}", number) for number in range(6)
    ]


def test_a_fact_learned_from_a_message_is_not_the_message() -> None:
    say("Ann likes tea", source=SourceRef(kind="message", session="S1", item="m0"))
    report, _ = run(as_lines(turn(0)), name="chat", timezone=ZoneInfo("UTC"))
    assert report.new == 1


def test_a_time_without_a_zone_needs_one() -> None:
    report, lines = run(as_lines(turn(0)), name="chat")
    assert (report.refused, lines[0].code) == (1, "naive_time")
    assert "--timezone" in lines[0].reason


@pytest.mark.parametrize(
    ("data", "request_", "said"),
    [
        (b"# Title\n", {"name": "page.md"}, "wiki"),
        (b"\x00\x01\x02", {"name": "x.bin"}, "--format"),
        ("content\nx\n".encode("utf-16"), {}, "UTF-16"),
        (b"a,b\n1,2\n", {"format": "csv"}, "columns"),
        (b'{"content": "x"}', {"agent": ""}, "--agent"),
        (b'{"content": "x"}', {"agent": "a/../b"}, "plain form"),
        (b'{"content": "x"}', {"name": "a\nb"}, "name"),
        (b"SQLite format 3\0", {}, "file"),
    ],
)
def test_what_cannot_be_imported_at_all(data: bytes, request_: dict[str, Any], said: str) -> None:
    with pytest.raises(Invalid, match=said):
        run(data, **request_)
    assert Agent.objects.count() == 0


def test_an_array_and_crlf_and_a_byte_order_mark() -> None:
    array = json.dumps([turn(0), turn(1)]).encode()
    assert run(array, name="chat.json", timezone=ZoneInfo("UTC"))[0].new == 2
    windows = b"\xef\xbb\xbf" + b'{"content": "one"}\r\n\r\n{"content": "two"}'
    assert run(windows)[0].new == 2
    assert set(Memory.objects.exclude(source_event="transcript").values_list("content", flat=True)) == {"one", "two"}


def bad_lines() -> list[bytes]:
    return [
        b'{"content": ',
        b'{"content": "\xff\xfe"}',
        b'{"content": "orchid", "valid_from": "2026-03-03T10:00:00"}',
        b'{"content": 17}',
        b'{"content": "' + b"x" * 20_001 + b'"}',
        b'{"content": "orchid", "id": "first"}',
        b'{"content": "orchid", "agent": "nobody"}',
        b'{"content": "orchid\\u0000"}',
        b'{"content": "orchid \\ud800"}',
        b'{"content": "orchid", "metadata": ' + b'{"a":' * 40 + b"1" + b"}" * 40 + b"}",
    ]


@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
def test_many_bad_lines_among_many_good_ones(ending: bytes) -> None:
    bad = bad_lines()
    lines = [b'{"content": "first of all", "id": "first"}']
    expected = []
    for number in range(1, 1_000):
        if number % 73 == 0:
            lines.append(bad[number // 73 % len(bad)])
            expected.append(number + 1)
        else:
            lines.append(json.dumps({"content": f"line {number}", "importance": number % 12}).encode())
    data = ending.join(lines)  # no line end after the last one
    report, told = run(data)
    assert [one.line for one in told if one.outcome == "refused"] == expected
    assert (report.new, report.refused, report.lines) == (1_000 - len(expected), len(expected), 1_000)
    assert all(one.reason and "orchid" not in one.reason for one in told if one.outcome == "refused")
    assert Memory.objects.count() == report.new
    again, _ = run(data)
    assert (again.new, again.already, again.refused) == (0, report.new, len(expected))


@pytest.mark.skipif(connection.vendor != "sqlite", reason="asks SQLite how it would look the lines up")
@pytest.mark.parametrize("count", [1, 2, 400])
def test_lines_are_looked_up_one_by_one_and_not_all_read(count: int) -> None:
    keys = [ItemKey("import_item", "", f"line {number}") for number in range(count)]
    plans: list[str] = []

    def explain(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        with closing(context["connection"].connection.cursor()) as cursor:
            cursor.execute("EXPLAIN QUERY PLAN " + sql.replace("%s", "?"), params)
            plans.extend(row[3] for row in cursor)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explain):
        assert known_items(1, keys) == {}
    assert [plan for plan in plans if "source_" in plan] == ["SEARCH s USING INDEX source_import_item (item=?)"]
    assert "SEARCH m USING INTEGER PRIMARY KEY (rowid=?)" in plans


def test_an_agent_cannot_pass_a_memory_off_as_an_imported_line() -> None:
    line = {"content": "Ann moved to Osaka"}
    item = item_digest(line)
    with pytest.raises(Invalid, match="import_item is for imports") as refused:
        say("something else", source=SourceRef("import_item", "notes.jsonl", item))
    assert refused.value.field == "source"
    assert not Memory.objects.exists()
    say("something else", source=SourceRef("message", "notes.jsonl", item))
    report, lines = run(as_lines(line))
    assert [one.outcome for one in lines] == ["stored"]
    assert report.already == 0


def test_a_file_may_name_an_imported_line_as_its_source() -> None:
    run(as_lines({"content": "Ann moved to Osaka", "source": {"kind": "import_item", "session": "old", "item": "7"}}))
    assert MemorySource.objects.filter(kind="import_item", session="old", item="7").count() == 1


def test_a_dry_run_knows_what_was_forgotten() -> None:
    learn("canary", "10")
    forget("10")
    source = {"kind": "message", "session": CHAT.upper(), "item": "１０"}
    data = as_lines({"content": "told again", "source": source}, {"content": "new"})
    told = [[(one.outcome, one.code) for one in run(data, dry_run=dry)[1]] for dry in (True, False)]
    assert told == [[("refused", "source_blocked"), (new, "")] for new in ("new", "stored")]
