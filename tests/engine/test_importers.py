"""The readers of import formats: what they take, what they refuse and with which word."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.importers.base import MAX_LINE_BYTES, Entry, LineError, RawLine, Rules, read_time
from knowledge.engine.importers.duduclaw import legacy_time
from knowledge.engine.importers.fields import entry_of, item_digest
from knowledge.engine.importers.guess import guess_format
from knowledge.engine.importers.objects import read_array, read_lines
from knowledge.engine.importers.table import HeaderError, read_table
from knowledge.engine.importers.turns import TurnReader

RULES = Rules("alice", "notes")
NOON = datetime(2026, 3, 3, 12, tzinfo=UTC)


def raw(*lines: bytes) -> list[RawLine]:
    return [RawLine(number, line) for number, line in enumerate(lines, 1)]


def memories(*lines: bytes, rules: Rules = RULES) -> list[Entry]:
    return list(read_lines(raw(*lines), lambda line, fields: entry_of(line, fields, rules)))


def codes(entries: list[Entry]) -> list[tuple[int, str]]:
    return [(one.line, one.problem.code if one.problem else "") for one in entries]


def one(**fields: Any) -> Entry:
    return entry_of(1, {"content": "text", **fields}, RULES)


def test_each_bad_line_has_its_word_and_spoils_no_other() -> None:
    good = b'{"content": "fine"}\n'
    entries = memories(
        b"\xef\xbb\xbf" + good,
        b'{"content": \n',
        b'{"content": "\xff"}\n',
        b"[1]\n",
        b'{"content": "a", "content": "b"}\n',
        b'{"content": "x", "importance": NaN}\n',
        b"   \r\n",
        b'{"importance": 3}\n',
        b'{"content": 3}\n',
        b'{"content": "x", "tags": "a"}\n',
        b'{"content": "x", "valid_from": "2026-03-03T10:00:00"}\n',
        b'{"content": "x", "agent": "bob"}\n',
        b'{"content": "x", "quarantined": true}\n',
        b'{"content": "x", "n": ' + b"9" * 6_000 + b"}\n",
        b"[" * 100_000 + b"\n",
        b'{"content": "windows"}\r\n',
        b'{"content": "no end"}',
    )
    assert codes(entries) == [
        (1, ""), (2, "bad_json"), (3, "bad_utf8"), (4, "bad_json"), (5, "bad_json"), (6, "bad_json"),
        (8, "no_content"), (9, "wrong_type"), (10, "wrong_type"), (11, "naive_time"), (12, "other_agent"),
        (13, "not_live"), (14, "bad_json"), (15, "bad_json"), (16, ""), (17, ""),
    ]  # fmt: skip
    assert [entry.draft.content for entry in entries if entry.draft] == ["fine", "windows", "no end"]


def test_a_reason_never_holds_the_content() -> None:
    secret = "orchid-4711"
    entries = memories(
        f'{{"content": "{secret}", "tags": "{secret}"}}'.encode(),
        f'{{"content": "{secret}", "valid_from": "{secret}"}}'.encode(),
        f'{{"content": "{secret}" oops'.encode(),
        f'{{"content": "{secret}", "agent": "{secret}"}}'.encode(),
    )
    assert len(entries) == 4
    assert all(entry.problem and secret not in entry.problem.reason for entry in entries)


def test_values_out_of_range_are_brought_into_it_and_named() -> None:
    entry = one(importance=12, confidence=-1, origin_trust=1e999)
    assert entry.draft
    assert (entry.draft.importance, entry.draft.confidence, entry.draft.origin_trust) == (10.0, 0.0, 1.0)
    assert [sentence.split()[0] for sentence in entry.adjusted] == ["importance", "confidence", "origin_trust"]


@pytest.mark.parametrize(
    ("declared", "stored"),
    [
        (None, "import"),
        ("", "import"),
        ("channel:discord-42", "channel:discord-42"),
        ("agent_derived", "agent_derived"),
        ("operator", "import:operator"),
        ("user_direct:ann", "import:user_direct:ann"),
        ("somebody", "somebody"),
    ],
)
def test_a_file_cannot_claim_more_trust_than_an_import_has(declared: str | None, stored: str) -> None:
    entry = one(origin=declared)
    assert entry.draft
    assert entry.draft.origin == stored
    assert bool(entry.adjusted) == (stored.startswith("import:"))


def test_what_has_no_column_goes_into_the_metadata() -> None:
    entry = one(task="conv-26", metadata={"task": "mine", "a": 1}, access_count=9, ingested_at="2020-01-01T00:00:00Z")
    assert entry.draft
    assert entry.draft.metadata == {"task": "mine", "a": 1}
    plain = one(task="conv-26")
    assert plain.draft
    assert plain.draft.metadata == {"task": "conv-26"}


def test_the_source_of_a_line_is_its_own_or_the_line() -> None:
    entry = one(
        source={"kind": "message", "session": "S", "item": "7", "seq": 3, "observed_at": "2026-03-03T12:00:00Z"}
    )
    assert entry.draft
    assert entry.draft.source
    assert entry.arrival
    assert (entry.draft.source.session, entry.draft.source.sequence) == ("S", 3)
    assert (entry.draft.source.observed_at, entry.arrival.kind) == (NOON, "import_item")
    assert one(source={"kind": "message", "who": "x"}).problem


def test_a_line_is_recognised_whatever_its_spacing_order_or_unicode_form() -> None:
    first = memories(b'{"content": "Caf\xc3\xa9", "tags": ["a"]}')[0]
    second = memories('{"tags":["a"],   "content":"Cafe\u0301"}'.encode())[0]
    other = memories(b'{"content": "Caf\xc3\xa9", "tags": ["b"]}')[0]
    assert first.arrival
    assert second.arrival
    assert other.arrival
    assert first.arrival.item == second.arrival.item != other.arrival.item


@given(st.dictionaries(st.text(), st.one_of(st.text(), st.integers(), st.none()), max_size=4))
def test_any_object_has_one_digest(fields: dict[str, Any]) -> None:
    assert item_digest(fields) == item_digest(dict(reversed(fields.items())))


@pytest.mark.parametrize(
    ("text", "zone", "expected"),
    [
        ("2026-03-03T12:00:00Z", None, NOON),
        ("2026-03-03T12:00Z", None, NOON),
        ("2026-03-03T21:00:00+09:00", None, NOON),
        ("2026-03-03 21:00", "Asia/Tokyo", NOON),
        ("2026-03-03T21:00:00.5", "Asia/Tokyo", NOON.replace(microsecond=500_000)),
        ("2026-03-04", "Asia/Tokyo", datetime(2026, 3, 3, 15, tzinfo=UTC)),
        ("2026-03-03T12:00:00Z", "Asia/Tokyo", NOON),
    ],
)
def test_times(text: str, zone: str | None, expected: datetime) -> None:
    assert read_time(text, "at", ZoneInfo(zone) if zone else None) == expected


@pytest.mark.parametrize("text", ["2026-03-03T12:00:00", "2026-03-03", "soon", "2026-13-01T00:00:00Z", 5, "", True])
def test_what_is_no_time(text: Any) -> None:
    with pytest.raises(LineError):
        read_time(text, "at", None)
    with pytest.raises(LineError):
        read_time("2026-02-30 10:00", "at", UTC)


@pytest.mark.parametrize(
    "value",
    ["2026-03-03T12:00:00+00:00", "2026-03-03 12:00:00", 1772539200, 1772539200.0, "1772539200", 1772539200000,
     1772539200000000, 1772539200000000000],
)  # fmt: skip
def test_times_of_the_ancestor(value: Any) -> None:
    assert legacy_time(value, "at") == NOON


def test_an_array_is_read_in_pieces_of_any_size() -> None:
    elements = [{"text": f"あ{number}", "id": str(number), "session": "S"} for number in range(30)]
    data = ("\ufeff " + json.dumps(elements, ensure_ascii=False, indent=1)).encode()
    for size in (1, 2, 3, 7, 64, 10_000):
        pieces = [data[at : at + size] for at in range(0, len(data), size)]
        entries = list(read_array(pieces, TurnReader(RULES).entry))
        assert [(one.line, one.draft.content) for one in entries if one.draft] == [
            (number + 1, f"あ{number}") for number in range(30)
        ]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b'[{"text": "a"}, {"text": "b"', [(1, ""), (2, "bad_json")]),
        (b'[{"text": "a"}, ', [(1, ""), (2, "bad_json")]),
        (
            b'[{"text": "a"}, 5, "x", null, {"text": "b"}]',
            [(1, ""), (2, "bad_json"), (3, "bad_json"), (4, "bad_json"), (5, "")],
        ),
        (b'[{"text": "\xff"}, {"text": "b"}]', [(1, "bad_utf8"), (2, "")]),
        (b"[]", []),
        (b'[{"text": "a"},,{"text": "b"},]', [(1, ""), (2, "")]),
    ],
)
def test_broken_arrays(data: bytes, expected: list[tuple[int, str]]) -> None:
    for size in (1, 5, 1_000):
        pieces = [data[at : at + size] for at in range(0, len(data), size)]
        assert codes(list(read_array(pieces, TurnReader(RULES).entry))) == expected


def test_a_turn_keeps_speaker_place_and_words() -> None:
    reader = TurnReader(Rules("alice", "chat", timezone=UTC))
    first = reader.entry(
        1,
        {
            "session": "S1",
            "id": "D1:1",
            "speaker": "Ann",
            "time": "2026-03-03T12:00:00",
            "text": " Hi! ",
            "caption": "",
            "task": "t",
        },
    )
    second = reader.entry(2, {"session": "S1", "id": "D1:2", "role": "assistant", "content": "Hello"})
    other = reader.entry(3, {"session": "S2", "id": "D1:1", "text": "Elsewhere", "seq": 40})
    assert first.draft
    assert first.draft.source
    assert (first.draft.content, first.draft.layer, first.draft.source_event) == (" Hi! ", "episodic", "transcript")
    assert (first.draft.recorded_at, first.draft.valid_from, first.draft.metadata) == (
        NOON,
        NOON,
        {"speaker": "Ann", "task": "t"},
    )
    assert [
        (one.arrival.session, one.arrival.item, one.arrival.sequence) for one in (first, second, other) if one.arrival
    ] == [
        ("S1", "D1:1", 0),
        ("S1", "D1:2", 1),
        ("S2", "D1:1", 40),
    ]
    assert second.draft
    assert second.draft.metadata == {"speaker": "assistant"}
    assert reader.entry(4, {"session": "S", "text": None}).problem


def table(text: str) -> list[Entry]:
    return list(read_table(raw(*text.encode("utf-8", "surrogateescape").splitlines(keepends=True)), RULES))


def test_a_table_of_contents_and_tags() -> None:
    entries = table('\ufeffcontent,tags,importance\n"a, ""b""\nc",x; y,3\n\nplain,"p,q",\n')
    assert [(one.line, one.draft.content, one.draft.tags, one.draft.importance) for one in entries if one.draft] == [
        (2, 'a, "b"\nc', ("x", "y"), 3.0),
        (5, "plain", ("p", "q"), 5.0),
    ]


def test_questions_and_answers_are_knowledge() -> None:
    entries = table("Question;Answer;topic\nHow long?;Seven days.;shop\nWhy?;;\n")
    assert entries[0].draft
    assert (entries[0].draft.content, entries[0].draft.layer) == ("How long?\nSeven days.", "semantic")
    assert entries[0].draft.metadata == {"topic": "shop"}
    assert codes(entries)[1] == (3, "no_content")


def test_a_quotation_mark_too_many_costs_one_row() -> None:
    entries = table('content,tags\nfirst,a\n"open,b\nthird,c\nfour"th,d\nfifth,e\n')
    assert codes(entries) == [(2, ""), (3, "bad_csv"), (4, ""), (5, ""), (6, "")]
    assert codes(table("content,tags\na,b,c\nd\ne,f\n")) == [(2, "bad_csv"), (3, "bad_csv"), (4, "")]


def test_cells_of_the_wrong_kind() -> None:
    header = "content,importance,ttl_seconds,metadata,valid_from\n"
    entries = table(header + 'a,high,,,\nb,,1.5,,\nc,,,{,\nd,,,,yesterday\n"e\udcff",,,,\nf,3e1,60,"{""k"": 1}",\n')
    assert codes(entries) == [
        (2, "wrong_type"), (3, "wrong_type"), (4, "bad_json"), (5, "bad_time"), (6, "bad_utf8"), (7, ""),
    ]  # fmt: skip
    last = entries[-1]
    assert last.draft
    assert (last.draft.importance, last.draft.ttl_seconds, last.draft.metadata) == (10.0, 60, {"k": 1})


@pytest.mark.parametrize("header", ["", "a,b\n1,2\n", "content,content\nx,y\n", "content,\nx,y\n"])
def test_a_header_that_says_nothing(header: str) -> None:
    with pytest.raises(HeaderError):
        table(header)


def test_too_long_lines() -> None:
    long = RawLine(1, b'{"content": "' + b"x" * 50, too_long=True)
    entries = list(read_lines([long], lambda line, fields: entry_of(line, fields, RULES)))
    assert codes(entries) == [(1, "too_long")]
    assert MAX_LINE_BYTES == 4_194_304
    lines = [*raw(b"content\n"), RawLine(2, b"y" * 2_000, too_long=True), RawLine(3, b"z\n")]
    assert codes(list(read_table(lines, RULES))) == [(2, "too_long"), (3, "")]


@pytest.mark.parametrize(
    ("name", "beginning", "expected"),
    [
        ("memory.db", b"SQLite format 3\0....", "duduclaw"),
        ("a.txt", b'{"content": "x", "importance": 3}\n', "jsonl"),
        ("a.txt", b'\xef\xbb\xbf[{"session": "S", "text": "x"}]', "transcript"),
        ("a.jsonl", b'{"role": "user", "content": "x"}\n', "transcript"),
        ("a.jsonl", b'{broken\n{"content": "x"}\n', "jsonl"),
        ("", b"content,tags\n", "csv"),
        ("", b"question;answer\n", "csv"),
        ("a.md", b"# Title\n", "markdown"),
        ("a.bin", b"\x00\x01", None),
        ("", b"", None),
    ],
)
def test_the_format_is_told_from_the_beginning(name: str, beginning: bytes, expected: str | None) -> None:
    assert guess_format(name, beginning) == expected
