"""Whose seal an export carries counts, and what lies in its folder."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from knowledge import conf
from knowledge.engine import exchange
from knowledge.engine.types import Actor
from knowledge.errors import HubError, Invalid, Refused
from knowledge.models import (
    Agent,
    AuditEvent,
    Memory,
    MemorySource,
    MemorySpan,
    Reaffirmation,
)
from knowledge.services.exporting import export_memories
from knowledge.services.import_report import ImportRequest
from knowledge.services.importing import import_file, import_stream
from tests.knowledge.export_helpers import ADMIN, LATER, back, empty, filled, out

pytestmark = pytest.mark.django_db


@pytest.fixture
def hub(db: None, tmp_path: Path) -> Path:
    filled()
    return tmp_path


def test_without_the_hubs_own_key_it_is_any_import(hub: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out(hub / "one")
    empty()
    monkeypatch.setattr(conf, "_digest_key", lambda: b"another hub's key, as long as it has to be" * 2)
    report = back(hub / "one" / exchange.FILE)
    assert report.notes == [
        "Another hub exported this file: its current memories are imported like any, trusted up to 0.7."
    ]
    assert Memory.objects.get(content="parent one").origin == "import:operator"
    assert max(Memory.objects.values_list("origin_trust", flat=True)) == 0.7
    assert Memory.objects.get(content="parent one").ingested_at == LATER
    assert not Memory.objects.filter(standing="archived").exists()
    assert Memory.objects.get(content="made of both").parents.count() == 2


def test_a_named_format_makes_it_any_import(hub: Path) -> None:
    out(hub / "one")
    empty()
    back(hub / "one" / exchange.FILE, agent="bob", format="jsonl")
    assert set(Memory.objects.values_list("agent__name", flat=True)) == {"bob"}
    assert max(Memory.objects.values_list("origin_trust", flat=True)) == 0.7


def test_another_agent_is_refused(hub: Path) -> None:
    out(hub / "one")
    with pytest.raises(Invalid, match="This is the memory of alice"):
        back(hub / "one" / exchange.FILE, agent="bob")
    assert not Agent.objects.filter(name="bob").exists()


def test_only_administrators_take_it_out_or_bring_it_back(hub: Path) -> None:
    out(hub / "one")
    curator = Actor(kind="person", name="bob", door="import", roles=frozenset({"curator"}), agents=None)
    with pytest.raises(Refused):
        export_memories(actor=curator, agent="alice", folder=hub / "two")
    assert not (hub / "two").exists()
    path = hub / "one" / exchange.FILE
    with path.open("rb") as stream, pytest.raises(Refused):
        import_file(actor=curator, request=ImportRequest("alice", "x"), path=path, stream=stream)


@pytest.mark.parametrize("spot", ["first line", "a trust", "the seal", "cut off", "a line less", "a line more"])
def test_a_changed_export_is_refused_whole(hub: Path, spot: str) -> None:
    data = out(hub / "one")
    lines = data.splitlines(keepends=True)
    changed = {
        "first line": data.replace(b'"agent":"alice"', b'"agent":"alicf"', 1),
        "a trust": data.replace(b'"origin_trust":0.3', b'"origin_trust":1.0', 1),
        "the seal": data[:-20] + bytes([data[-20] ^ 1]) + data[-19:],
        "cut off": data[: len(data) // 2],
        "a line less": b"".join(lines[:3] + lines[4:]),
        "a line more": b"".join([*lines[:-1], lines[3], lines[-1]]),
    }[spot]
    assert changed != data
    path = hub / "changed.jsonl"
    path.write_bytes(changed)
    empty()
    if spot == "the seal":  # whose it is can no longer be told
        try:
            back(path)
        except HubError:
            return
        assert max(Memory.objects.values_list("origin_trust", flat=True)) <= 0.7
        return
    with pytest.raises(Invalid, match="cut off, or was changed"):
        back(path)
    assert Memory.objects.count() == 0


def test_a_newer_export_says_so(hub: Path) -> None:
    data = out(hub / "one").replace(b'"memoryhub_export":1', b'"memoryhub_export":2', 1)
    (hub / "newer.jsonl").write_bytes(data)
    with pytest.raises(Invalid, match="newer version"):
        back(hub / "newer.jsonl")


def test_a_stream_is_not_enough(hub: Path) -> None:
    data = out(hub / "one")
    with pytest.raises(Invalid, match="name its file"):
        import_stream(actor=ADMIN, request=ImportRequest("alice", "x"), stream=io.BytesIO(data))


# ------------------------------------------------------------------ the folder


def test_markdown_holds_what_is_current_and_nothing_breaks_its_frame(hub: Path) -> None:
    out(hub / "one")
    pages = sorted((hub / "one" / "markdown").iterdir())
    assert [page.name for page in pages] == ["2026-11-0001.md", "2026-12-0001.md"]
    text = "".join(page.read_text() for page in pages)
    assert "made of both" in text
    assert "請求書の計算ミス" in text
    for hidden in ("forgotten", "claim", "short lived", "The lang of user is go", "later"):
        assert hidden not in text
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    current = [hit for hit in headings if Memory.objects.filter(id=hit[3:]).exists()]
    assert headings == current
    assert "\n~~~~~~~~~text\n~~~~\n# not a heading\n~~~~~~~~\n~~~~~~~~~\n" in text
    assert all(path.stat().st_mode & 0o077 == 0 for path in (hub / "one").rglob("*"))


def test_a_folder_in_use_is_left_alone(hub: Path) -> None:
    (hub / "used").mkdir()
    (hub / "used" / "mine").write_text("mine")
    (hub / "link").symlink_to(hub / "used")
    for name in ("used", "link", "used/mine"):
        with pytest.raises(Invalid, match="in use"):
            out(hub / name)
    assert [path.name for path in (hub / "used").iterdir()] == ["mine"]
    assert sorted(path.name for path in hub.iterdir()) == ["link", "used"]


def test_a_failing_export_leaves_nothing(hub: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: object) -> bytes:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(exchange, "line_of", full)
    with pytest.raises(HubError, match="disk is full"):
        out(hub / "one")
    assert list(hub.iterdir()) == []


def test_it_is_audited(hub: Path) -> None:
    out(hub / "one")
    empty()
    back(hub / "one" / exchange.FILE)
    assert AuditEvent.objects.filter(action="export.run", agent="alice").count() == 1
    assert AuditEvent.objects.get(action="memory.reinstated").details["count"] == Memory.objects.count()
    assert AuditEvent.objects.get(action="import.run").details["stored"] == Memory.objects.count() + 1


def test_the_commands(hub: Path) -> None:
    printed = io.StringIO()
    call_command("export_memories", "--agent", "alice", "--to", str(hub / "one"), stdout=printed)
    assert printed.getvalue().startswith(f"{Memory.objects.count()} memories of every state and 1 other names are in")
    empty()
    printed = io.StringIO()
    call_command("import_memories", str(hub / "one"), "--agent", "alice", stdout=printed)
    assert printed.getvalue().endswith("new, 0 reaffirmed, 0 already there, 0 refused.\n")
    with pytest.raises(CommandError, match="There is no such agent") as caught:
        call_command("export_memories", "--agent", "nobody", "--to", str(hub / "two"))
    assert caught.value.returncode == 2
    assert not (hub / "two").exists()


def test_every_column_is_exported_or_follows_from_others() -> None:
    follows = {
        "number", "agent_id", "subject_key", "predicate_key", "object_key", "fact_key", "value_key", "copy_key",
        "token_count", "subject_form",
    }  # fmt: skip
    columns = {field.attname for field in Memory._meta.concrete_fields}
    assert columns == follows | exchange.MEMORY_COLUMNS.keys()
    parts = ((MemorySpan, exchange.SPAN_COLUMNS), (Reaffirmation, exchange.SAID_COLUMNS))
    for model, known in (*parts, (MemorySource, exchange.SOURCE_COLUMNS)):
        assert {field.attname for field in model._meta.concrete_fields} == {"id", "memory_id"} | known.keys()
