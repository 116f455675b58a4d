"""The import command: what it prints, how it ends, and that it can be killed anywhere."""

from __future__ import annotations

import io
import json
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command, load_command_class

from tests.commands.hub import Hub
from tests.knowledge.legacy_file import make

Command = Callable[..., tuple[int, str, str]]

STATE = (
    "SELECT content, tags, importance, valid_from IS NOT NULL, version, standing, origin, origin_trust, access_count"
    " FROM knowledge_memory ORDER BY content, version"
)
SOURCES = "SELECT kind, session, item, sequence, role FROM knowledge_memorysource ORDER BY kind, item, sequence"
INDEX = "SELECT tokens FROM knowledge_memorytext ORDER BY tokens"
COUNTERS = "SELECT name, live_memories, live_tokens, total_memories FROM knowledge_agent"


def notes(path: Path, count: int) -> Path:
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            fact = {"subject": f"s{number % 50}", "predicate": "p", "object": str(number)} if number % 9 == 0 else {}
            line = {"content": f"note number {number}", "tags": [f"t{number % 3}"], **fact}
            if fact:
                line["valid_from"] = f"2026-01-01T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}Z"
            file.write(json.dumps(line) + "\n")
    return path


@pytest.fixture
def command(db: None, monkeypatch: pytest.MonkeyPatch) -> Command:
    def run(*arguments: str, text: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        out, err = io.StringIO(), io.StringIO()
        try:
            call_command("import_memories", *arguments, stdout=out, stderr=err)
        except CommandError as error:
            return error.returncode, out.getvalue(), str(error)
        except SystemExit as stop:
            return int(stop.code or 0), out.getvalue(), err.getvalue()
        return 0, out.getvalue(), err.getvalue()

    return run


def test_all_good_ends_with_zero_and_again_adds_nothing(command: Command, tmp_path: Path) -> None:
    path = notes(tmp_path / "good.jsonl", 20)
    assert command(str(path), "--agent", "good") == (
        0,
        "20 lines: 20 new, 0 reaffirmed, 0 already there, 0 refused.\n",
        "",
    )
    assert command(str(path), "--agent", "good") == (
        0,
        "20 lines: 0 new, 0 reaffirmed, 20 already there, 0 refused.\n",
        "",
    )


def test_a_refused_line_ends_with_one_and_is_named(command: Command) -> None:
    text = '{"content": "fine", "importance": 11}\nbroken\n'
    code, out, err = command("-", "--agent", "mixed", "--name", "typed", text=text)
    assert (code, err) == (1, "line 2: refused: The line is not valid JSON.\n")
    assert out.splitlines()[0].startswith("line 1: stored m_")
    assert out.splitlines()[0].endswith("importance was out of range and became 10.")
    assert out.splitlines()[1:] == [
        "2 lines: 1 new, 0 reaffirmed, 0 already there, 1 refused.",
        "1 lines had a value brought into range.",
    ]


def test_json_says_the_same_to_programs(command: Command) -> None:
    text = '{"content": "fine"}\nbroken\n'
    code, out, _ = command("-", "--agent", "json", "--format", "jsonl", "--json", text=text)
    report = json.loads(out)
    assert code == 1
    assert {name: report[name] for name in ("lines", "new", "already", "held", "refused", "format", "dry_run")} == {
        "lines": 2, "new": 1, "already": 0, "held": 0, "refused": 1, "format": "jsonl", "dry_run": False,
    }  # fmt: skip
    assert report["details"] == [
        {"line": 2, "outcome": "refused", "code": "bad_json", "reason": "The line is not valid JSON."}
    ]
    code, out, _ = command("-", "--agent", "json", "--json", "--each", "--dry-run", text=text)
    assert [json.loads(line).get("outcome") for line in out.splitlines()] == ["already", "refused", None]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("missing.jsonl", "--agent", "a"), "cannot be read"),
        (("manage.py", "--agent", "a"), "--format"),
        (("-", "--agent", "a", "--timezone", "Mars/Base"), "zone"),
        (("-", "--agent", "a", "--origin", "operator"), "0.7"),
        (("-",), "--agent"),
    ],
)
def test_what_cannot_start_ends_with_two(command: Command, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = command(*arguments, text='{"content": "x"}')
    assert (code, out, said in err) == (2, "", True)


def test_a_duduclaw_file_needs_no_agent(command: Command, tmp_path: Path) -> None:
    rows = [{"id": "1", "content": "one", "timestamp": "2026-04-05 12:00:00", "importance": 44}]
    path = make(tmp_path / "memory.db", rows)
    code, out, err = command(str(path))
    assert (code, err) == (0, "")
    assert out.splitlines()[-2:] == [
        "1 lines: 1 new, 0 reaffirmed, 0 already there, 0 refused.",
        "1 lines had a value brought into range.",
    ]


def test_many_refusals_are_not_all_printed(command: Command) -> None:
    code, out, err = command("-", "--agent", "a", "--format", "jsonl", text="x\n" * 1_200)
    assert (code, len(err.splitlines())) == (1, 1_000)
    assert out.splitlines()[0] == "200 more lines have something to say; --json lists up to 10,000."


def test_help_has_an_example_and_the_exit_codes() -> None:
    text = (
        load_command_class("knowledge", "import_memories").create_parser("manage.py", "import_memories").format_help()
    )
    assert "example: python3 manage.py import_memories notes.jsonl" in text
    assert "exit codes:" in text


def test_killed_anywhere_and_run_again_it_ends_the_same(tmp_path: Path) -> None:
    path = notes(tmp_path / "many.jsonl", 1_600)
    whole = Hub(tmp_path / "whole")
    broken = Hub(tmp_path / "broken", like=whole)
    whole.run("import_memories", str(path), "--agent", "a")
    seen = 0
    for _ in range(2):
        process = broken.start("import_memories", str(path), "--agent", "a")
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            (count,) = broken.rows("SELECT count(*) FROM knowledge_memory")[0]
            if count > seen:
                process.send_signal(signal.SIGKILL)
                break
            time.sleep(0.002)
        process.communicate(timeout=60)
        # What a killed process had committed is all there is.
        (seen,) = broken.rows("SELECT count(*) FROM knowledge_memory")[0]
    assert 0 < seen < 1_600
    out, _ = broken.run("import_memories", str(path), "--agent", "a")
    assert out == f"1,600 lines: {1_600 - seen:,} new, 0 reaffirmed, {seen:,} already there, 0 refused.\n"
    for statement in (STATE, SOURCES, COUNTERS):
        assert broken.rows(statement) == whole.rows(statement)
    assert broken.rows(INDEX) == whole.rows(INDEX)
    (records,) = broken.rows("SELECT count(*) FROM knowledge_auditevent")[0]
    assert broken.rows("SELECT max(sequence), min(sequence) FROM knowledge_auditevent") == [(records, 1)]


def test_facts_of_a_transcript(command: Command, tmp_path: Path) -> None:
    turns = [
        {"session": "s", "id": "1", "speaker": "Ann", "text": "I live in Kyoto."},
        {"session": "s", "id": "2", "speaker": "Ann", "text": "I love sushi."},
    ]
    path = tmp_path / "talk.jsonl"
    path.write_text("\n".join(json.dumps(turn) for turn in turns), encoding="utf-8")
    arguments = (str(path), "--agent", "ann", "--format", "transcript", "--distil")
    code, out, _ = command(*arguments, "--dry-run")
    assert (code, "Facts from conversations: 2 new." in out) == (0, True)
    code, out, _ = command(*arguments)
    assert (code, "Facts from conversations: 2 stored." in out) == (0, True)
    code, out, _ = command(*arguments, "--json")
    assert json.loads(out)["facts"] == {"duplicate": 2}
    assert command(str(path), "--agent", "ann", "--format", "jsonl", "--distil")[0] == 2
