"""An agent's whole memory out and in again: what comes back is what was there, and whose seal it carries counts."""

from __future__ import annotations

import io
import os
import shutil
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge import conf
from knowledge.engine import exchange
from knowledge.engine.lineage import BlockKey
from knowledge.engine.types import Actor, MemoryDraft, SourceRef
from knowledge.errors import HubError, Invalid, Refused
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
from knowledge.services import blocks, edit, index
from knowledge.services.aliases import add_alias
from knowledge.services.check import check_hub
from knowledge.services.exporting import export_memories
from knowledge.services.import_report import ImportReport, ImportRequest
from knowledge.services.importing import import_file, import_stream
from knowledge.services.predicates import declare_multi_valued
from knowledge.services.store import store
from tests.knowledge.helpers import days, fact, say, writer

pytestmark = pytest.mark.django_db

ADMIN = Actor(kind="person", name="carol", door="import", roles=frozenset({"admin"}), agents=None)
LATER = days(20)
AWKWARD = [
    "請求書の計算ミスは七日以内に直す", "資料庫遷移工作排程", "a\u200bb\u2066hidden\u2069 \ufeff", "é e\u0301 ﬁ",
    "~~~~\n# not a heading\n~~~~~~~~", "line\r\nbreaks\u2028and\u0085more", "   blanks   ", "🙂" * 9,
]  # fmt: skip


def out(folder: Path, now: datetime = LATER) -> bytes:
    export_memories(actor=ADMIN, agent="alice", folder=folder, now=now)
    return (folder / exchange.FILE).read_bytes()


def back(path: Path, agent: str = "alice", now: datetime = LATER, **options: Any) -> ImportReport:
    with path.open("rb") as stream:
        request = ImportRequest(agent=agent, name="export", **options)
        return import_file(actor=ADMIN, request=request, path=path, stream=stream, now=now)


def body(data: bytes) -> list[bytes]:
    """What an export says, without the times of the act."""
    return data.splitlines(keepends=True)[1:-1]


def empty() -> None:
    """Take everything out, as if this hub had just been set up with the same keys."""
    index.clear()
    for name in ("AccessHit", "AccessLog", "Derivation", "EntityAlias", "Memory", "Agent"):
        apps.get_model("knowledge", name).objects.all().delete()
    apps.get_model("curation", "ApprovalItem").objects.all().delete()
    apps.get_model("curation", "ApprovalRequest").objects.all().delete()


def tables() -> dict[str, list[Any]]:
    """Every column of everything that belongs to the memories, by ids instead of numbers."""
    names = dict(Memory.objects.values_list("number", "id"))
    found: dict[str, list[Any]] = {
        "memories": [{**row, "number": None, "agent_id": None} for row in Memory.objects.order_by("number").values()],
        "order": list(Memory.objects.order_by("number").values_list("id", flat=True)),
        "aliases": [{**row, "id": 0, "agent_id": 0} for row in EntityAlias.objects.order_by("pk").values()],
        "agents": list(Agent.objects.values("name", "live_memories", "live_tokens", "total_memories", "multi_valued")),
        "parents": sorted(
            (names[child], names[parent])
            for child, parent in apps.get_model("knowledge", "Derivation").objects.values_list("child", "parent")
        ),
        "tags": sorted(
            (names[memory], key)
            for memory, key in apps.get_model("knowledge", "MemoryTag").objects.values_list("memory", "key")
        ),
    }
    for model in (MemorySpan, Reaffirmation, MemorySource):
        found[model.__name__] = [
            {**row, "id": 0, "memory_id": names[row["memory_id"]]}
            for row in model.objects.order_by("memory__number", "pk").values()
        ]
    with connection.cursor() as cursor:
        key = "number" if connection.vendor == "postgresql" else "rowid"
        cursor.execute(f"SELECT {key} FROM knowledge_memorytext")
        found["index"] = sorted(names[number] for (number,) in cursor.fetchall())
    return found


@pytest.fixture
def hub(db: None, tmp_path: Path) -> Path:
    """Rows in every state, tied to one another."""
    fact("python", now=days(0), source=SourceRef("message", "chat-1", "m1", 4, days(0)))
    fact("rust", now=days(1))
    fact("rust", now=days(2), origin="user_direct", source=SourceRef("message", "chat-2", "m9"))
    fact("go", now=days(3), origin="channel:discord")  # held: less trusted
    fact("cobol", now=days(4), valid_from=days(-40))  # history
    say("from November", now=days(0.25))
    first = say("parent one", now=days(4), tags=("a", "Ü"), importance=7.25).memory.id
    second = say("parent two", now=days(4), origin="channel:x").memory.id
    say("made of both", now=days(5), derived_from=(first, second), metadata={"深": [1, 2**62, 0.1, None, "\u200b"]})
    for number in range(5):  # a burst: set aside
        fact(f"claim {number}", subject="the shop", predicate=f"p{number}", now=days(6), origin="channel:loud")
    gone = say("forgotten", now=days(6)).memory.id
    edit.forget(actor=ADMIN, memory_id=gone, reason="asked", now=days(7))
    say("short lived", now=days(8), ttl_seconds=60)
    say("an object", now=days(8), subject="s", predicate="has", object={"b": [1.5, "日本"], "a": None})
    say("later", now=days(8), subject="s", predicate="will", object="x", valid_from=days(60))
    for number, text in enumerate(AWKWARD):
        say(text, now=days(9) + timedelta(microseconds=number), source_event=f"turn:{number}")
    add_alias(actor=ADMIN, agent="alice", canonical="user", alias="the boss", now=days(10))
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


# ------------------------------------------------------------------ whose file it is


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
        "token_count",
    }  # fmt: skip
    columns = {field.attname for field in Memory._meta.concrete_fields}
    assert columns == follows | exchange.MEMORY_COLUMNS.keys()
    parts = ((MemorySpan, exchange.SPAN_COLUMNS), (Reaffirmation, exchange.SAID_COLUMNS))
    for model, known in (*parts, (MemorySource, exchange.SOURCE_COLUMNS)):
        assert {field.attname for field in model._meta.concrete_fields} == {"id", "memory_id"} | known.keys()


# ------------------------------------------------------------------ any hub

_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=30).filter(
    lambda text: bool(text.strip())
)
_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63) + 1, 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | _TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=6,
)
_WHEN = st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
_DRAFT = st.fixed_dictionaries(
    {"content": _TEXT | st.sampled_from(AWKWARD)},
    optional={
        "layer": st.sampled_from(["episodic", "semantic", "procedural"]),
        "tags": st.lists(_TEXT, max_size=3).map(tuple),
        "importance": st.floats(0, 10),
        "subject": st.sampled_from(["user", "ＵＳＥＲ", "太郎", " s\u200bx "]),
        "predicate": st.sampled_from(["lang", "住所"]),
        "object": st.sampled_from(["a", "b"]) | _JSON,
        "valid_from": _WHEN,
        "recorded_at": _WHEN,
        "confidence": st.floats(0, 1),
        "ttl_seconds": st.integers(1, 10**6),
        "metadata": st.dictionaries(_TEXT, _JSON, max_size=2),
        "source": st.builds(
            SourceRef, st.sampled_from(["message", "run"]), st.just("s"), st.just("i"), st.integers(0, 2**62), _WHEN
        ),
    },
)
_STEP = st.tuples(
    _DRAFT, st.sampled_from(["operator", "channel:x", "agent_derived", "user_direct", "tool_echo"]), st.booleans()
)


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(st.lists(_STEP, min_size=1, max_size=8))
def test_any_hub_comes_back(db: None, steps: list[tuple[dict[str, Any], str, bool]]) -> None:
    folder = Path(tempfile.mkdtemp())
    try:
        for number, (draft, origin, forgets) in enumerate(steps):
            try:
                told = store(actor=writer(origin), agent="alice", draft=MemoryDraft(**draft), now=days(number))
                if forgets:
                    edit.forget(actor=ADMIN, memory_id=told.memory.id, now=days(number))
            except HubError:
                continue
        if not Agent.objects.exists():
            return
        before, data = tables(), out(folder / "one", days(len(steps)))
        ended = _ended(days(len(steps)))
        empty()
        report = back(folder / "one" / exchange.FILE, now=days(len(steps)))
        assert report.refused == 0
        after = tables()
        if ended:  # what ended by itself was still in the index, until somebody would have looked
            for found in (before, after):
                found |= {"index": [], "agents": []}
                found["memories"] = [{**row, "token_count": 0} for row in found["memories"]]
        assert after == before
        assert body(out(folder / "two", days(len(steps) + 1))) == body(data)
        assert check_hub(now=days(len(steps))).sound
    finally:
        empty()
        shutil.rmtree(folder)


def _ended(now: datetime) -> bool:
    return Memory.objects.filter(standing="believed", valid_until__lte=now, token_count__gt=0).exists()
