"""Backup and restore as processes: while others write, killed anywhere, into used hubs, from damaged files."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from memoryhub.backup import finishing
from tests.commands.hub import ROOT
from tests.commands.places import Place, login
from tests.commands.test_import_memories import notes

pytestmark = pytest.mark.xdist_group("backup")

STATE = "SELECT id, content, standing, origin, origin_trust FROM knowledge_memory ORDER BY id"
GENERATIONS = "SELECT generation FROM knowledge_agent ORDER BY name"
SINCE = "INSERT INTO auth_group (name) VALUES ('since')"
IS_SINCE = "SELECT COUNT(*) FROM auth_group WHERE name = 'since'"
FILL = """
call_command("migrate", verbosity=0)
call_command("import_memories", {path!r}, agent="alice")
call_command("token", "mint", "alice", "--scopes", "memory:read")
from memoryhub import keys
keys.digest_key()
"""
SOUND = """
call_command("verify_audit")
call_command("check_hub", json=True)
"""
WRITER = """
import sys, time
import django
django.setup()
from knowledge.engine.types import Actor, MemoryDraft
from knowledge.services.store import store
actor = Actor(kind="agent", name="test", door="rest", agents=frozenset({"busy"}), origin="operator")
print("begun", flush=True)
count = 0
while count < 5_000:
    began = time.monotonic()
    fact = {"subject": f"s{count % 7}", "predicate": "is", "object": str(count)}
    store(actor=actor, agent="busy", draft=MemoryDraft(f"write {count}", **fact))
    count += 1
    print(count, flush=True)
    time.sleep(max(0, 0.02 - (time.monotonic() - began)))
"""
FORGET = """
from knowledge.clock import hub_now
from knowledge.engine.lineage import BlockKey
from knowledge.models import Agent, MemorySource, SourceBlock
from knowledge.services import block_list, blocks
source = MemorySource.objects.get(memory__content="note number 7", kind="import_item")
SourceBlock.objects.create(
    agent=Agent.objects.get(name="alice"), digest=blocks.digest_of(BlockKey("line", "", source.item)), family="line",
    key_check=blocks.key_check(), plan="p_1", at=hub_now(),
)
Agent.objects.update(forgettings=1)
"""

Make = Callable[..., Place]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A hub with a backup beside it, copied by the tests."""
    folder = tmp_path_factory.mktemp("original")
    place = Place(folder / "hub", login())
    place.script(FILL.format(path=str(notes(folder / "notes.jsonl", 60))))
    (place.folder / "hub.toml").write_text("[memory]\ntags = 9\n")
    out, _ = place.run("backup", str(folder / "one.hub"), "--verify")
    assert "60 memories of 1 agents" in out
    assert "read again and found whole" in out
    assert "The file holds secrets" in out
    assert (folder / "one.hub").stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in folder.iterdir()) == ["hub", "notes.jsonl", "one.hub"]
    yield place
    place.close()


@pytest.fixture
def file(original: Place) -> Path:
    return original.folder.parent / "one.hub"


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    made: list[Place] = []

    def place(name: str, copied: Place | None = None) -> Place:
        made.append(Place(tmp_path / name, login(), copied=copied))
        return made[-1]

    yield place
    for one in made:
        one.close()


@pytest.fixture
def hub(make: Make, original: Place) -> Place:
    """The hub of the backup, a little later."""
    place = make("hub", original)
    place.write(SINCE)
    return place


def test_it_is_all_back(hub: Place, original: Place, file: Path) -> None:
    counter = hub.rows(GENERATIONS)[0][0]
    _, err = hub.run("restore", str(file), code=2)
    assert "This hub holds something already: add --replace to put the backup in its place.\n" in err
    assert hub.rows(IS_SINCE) == [(1,)]
    out, _ = hub.run("restore", str(file), "--replace")
    assert "60 memories of 1 agents" in out
    assert "Tokens, passwords and people are those of then" in out
    assert (hub.rows(STATE), hub.rows(IS_SINCE)) == (original.rows(STATE), [(0,)])
    assert hub.rows(GENERATIONS)[0][0] > 2**32 + counter
    assert hub.rows("SELECT action FROM knowledge_auditevent ORDER BY sequence DESC LIMIT 1") == [("hub.restored",)]
    audit, sound = hub.script(SOUND).splitlines()
    assert audit.endswith("every link intact.")
    assert json.loads(sound)["findings"] == []
    assert sorted(path.name for path in hub.folder.iterdir() if path.name.startswith((".", "restore"))) == []


def test_a_new_machine_gets_keys_and_settings_too(make: Make, original: Place, file: Path) -> None:
    other = make("other")
    found = json.loads(other.run("restore", str(file), "--json")[0])
    assert (found["memories"], found["audit_problem"], found["kept"], found["deleted"]) == (60, "", [], 0)
    assert other.rows(STATE) == original.rows(STATE)
    for name in ("digest_key", "token_pepper", "hub.toml"):
        assert (other.folder / name).read_bytes() == (original.folder / name).read_bytes()
        assert (other.folder / name).stat().st_mode & 0o777 == 0o600
    assert other.rows("SELECT COUNT(*) FROM memoryhub_agenttoken") == [(1,)]


def test_a_used_name_is_left_alone(hub: Place, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine")
    assert "name another one" in hub.run("backup", str(tmp_path / "taken"), code=2)[1]
    assert (tmp_path / "taken").read_text() == "mine"


def test_a_hub_in_use_is_not_replaced(hub: Place, file: Path) -> None:
    with (hub.folder / "up.lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.truncate(0)
        lock.write("process 7 at http://127.0.0.1:8000/")
        lock.flush()
        _, err = hub.run("restore", str(file), "--replace", code=2)
        assert "This hub is running (process 7 at http://127.0.0.1:8000/): stop it, restore, then start it" in err
    with hub.open():
        assert "Another program uses this hub's database" in hub.run("restore", str(file), "--replace", code=2)[1]
    assert hub.rows(IS_SINCE) == [(1,)]
    assert not (hub.folder / ".restoring").exists()


def test_damaged_and_newer_files_change_nothing(hub: Place, file: Path, tmp_path: Path) -> None:
    data = file.read_bytes()
    (tmp_path / "flipped").write_bytes(data[:5_000] + bytes([data[5_000] ^ 1]) + data[5_001:])
    for option in ("--replace", "--verify"):
        assert "damaged or cut off" in hub.run("restore", str(tmp_path / "flipped"), option, code=2)[1]
    hub.write(
        "INSERT INTO django_migrations (app, name, applied) VALUES ('knowledge', '9999_later', '2026-11-30T00:00:00Z')"
    )
    hub.run("backup", str(tmp_path / "newer.hub"))
    assert "newer version" in hub.run("restore", str(tmp_path / "newer.hub"), "--replace", code=2)[1]
    assert hub.rows(IS_SINCE) == [(1,)]


def test_a_damaged_hub_is_what_a_backup_is_for(hub: Place, original: Place, file: Path) -> None:
    if hub.login is not None:
        pytest.skip("a server's files are out of reach")
    (hub.folder / "hub.sqlite3").write_bytes(b"not a database" * 1_000)
    assert "--replace" in hub.run("restore", str(file), code=2)[1]
    hub.run("restore", str(file), "--replace")
    assert hub.rows(STATE) == original.rows(STATE)


def test_while_others_write(hub: Place, make: Make, tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITER]
    environment = {**hub.environment, "DJANGO_SETTINGS_MODULE": "memoryhub.settings", "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, cwd=ROOT, env=environment
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "begun\n"
        hub.run("backup", str(tmp_path / "busy.hub"))
        assert writer.poll() is None, "every write succeeded, and it still writes"
        writer.terminate()
        answered = writer.stdout.read().split()
    written = hub.rows("SELECT COUNT(*) FROM knowledge_memory")[0][0] - 60
    assert written - int(answered[-1]) in (0, 1)  # what was answered is there; one more may have been on its way
    other = make("other")
    other.run("restore", str(tmp_path / "busy.hub"))
    assert 60 < other.rows("SELECT COUNT(*) FROM knowledge_memory")[0][0] < 60 + written
    assert json.loads(other.script(SOUND).splitlines()[1])["findings"] == []


@pytest.mark.parametrize("listed", [True, False])
def test_what_was_forgotten_since_stays_forgotten(hub: Place, file: Path, listed: bool) -> None:
    """Whether or not the list beside the database had been written when the backup was restored."""
    hub.script(FORGET + ("block_list.write_out()" if listed else ""))
    out, _ = hub.run("restore", str(file), "--replace")
    assert "1 memories came from sources that were forgotten since; they were deleted again." in out
    assert hub.rows("SELECT COUNT(*) FROM knowledge_memory WHERE content = 'note number 7'") == [(0,)]
    assert hub.rows("SELECT COUNT(*) FROM knowledge_sourceblock") == [(1,)]
    assert len((hub.folder / "blocks.jsonl").read_text().splitlines()) == 1
    for path in hub.folder.rglob("*"):
        assert not path.is_file() or b"note number 7" not in path.read_bytes(), path
    assert json.loads(hub.script(SOUND).splitlines()[1])["findings"] == []


def test_killed_while_it_is_made(hub: Place, tmp_path: Path) -> None:
    file = tmp_path / "killed.hub"
    process = hub.start("backup", str(file))
    time.sleep(2.5)
    process.kill()
    process.communicate()
    file.unlink(missing_ok=True)  # it was done already
    # Killed as late as it can be: the scratch stays, and the next run takes it away.
    left = tmp_path / f".{file.name}.1.making"
    left.mkdir()
    (left / "lock").touch()
    (left / "database").write_bytes(b"half")
    found: dict[str, Any] = json.loads(hub.run("backup", str(file), "--json")[0])
    assert (found["memories"], found["agents"], found["holds_secrets"], found["verified"]) == (60, 1, True, False)
    assert found["bytes"] == file.stat().st_size
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []


def test_killed_while_it_restores(hub: Place, original: Place, file: Path) -> None:
    for delay in (2.5, 5.0):
        process = hub.start("restore", str(file), "--replace", start_new_session=True)
        time.sleep(delay)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        if (hub.folder / "restore_plan.json").exists():
            hub.run("restore", "--finish")
        assert hub.rows(STATE) == original.rows(STATE)
        assert hub.rows(IS_SINCE)[0][0] in (0, 1)
    hub.run("restore", str(file), "--replace")
    assert hub.rows(IS_SINCE) == [(0,)]
    assert not (hub.folder / ".restoring").exists()


def test_a_broken_off_restore_serves_nothing_until_it_is_finished(hub: Place) -> None:
    assert "No restore was broken off" in hub.run("restore", "--finish", code=2)[1]
    staged = hub.folder / ".restoring"
    staged.mkdir()
    (staged / "hub.toml").write_text("[memory]\ntags = 5\n")
    moves = [(str(staged / "hub.toml"), str(hub.folder / "hub.toml"))]
    finishing.begin(hub.folder, finishing.Plan(moves=moves, folders=[str(staged)]))
    said = hub.run("up", "--port", "0", code=1)[1]
    assert said.startswith("A restore was broken off at its end: run MEMORYHUB_DATA=")
    assert said.endswith(" python3 manage.py restore --finish\n")
    assert len(said.splitlines()) == 1
    assert "The restore is complete" in hub.run("restore", "--finish")[0]
    assert (hub.folder / "hub.toml").read_text() == "[memory]\ntags = 5\n"


def test_another_kind_of_database_is_refused(hub: Place, tmp_path: Path) -> None:
    if hub.login is None:
        pytest.skip("needs both databases")
    sqlite = Place(tmp_path / "sqlite", None)
    sqlite.script('call_command("migrate", verbosity=0)')
    sqlite.run("backup", str(tmp_path / "sqlite.hub"))
    assert "export_memories" in hub.run("restore", str(tmp_path / "sqlite.hub"), "--replace", code=2)[1]


@pytest.mark.parametrize("done", range(5))
def test_a_plan_is_carried_out_from_wherever_it_was_broken_off(tmp_path: Path, done: int) -> None:
    staged = tmp_path / "staged"
    staged.mkdir()
    moves = []
    for name in ("database", "digest_key", "hub.toml", "audit_head"):
        (staged / name).write_text(f"new {name}")
        (tmp_path / name).write_text(f"old {name}")
        moves.append((str(staged / name), str(tmp_path / name)))
    (tmp_path / "database-wal").write_text("old log")
    plan = finishing.Plan(moves=moves, remove=[str(tmp_path / "database-wal")], folders=[str(staged)])
    finishing.begin(tmp_path, plan)
    for source, target in moves[:done]:
        Path(source).rename(target)
    if done:  # it went before the first file moved
        (tmp_path / "database-wal").unlink()
    if done >= len(moves):
        (tmp_path / "database-wal").write_text("a new log")  # nothing is left to move: it is the new hub's
    assert finishing.is_unfinished(tmp_path)
    finishing.finish(tmp_path)
    assert {path.name: path.read_text() for path in tmp_path.iterdir() if path.name != "database-wal"} == {
        name: f"new {name}" for name in ("database", "digest_key", "hub.toml", "audit_head")
    }
    assert (tmp_path / "database-wal").exists() == (done >= len(moves))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    if os.geteuid() != 0:
        pytest.skip("only root can make a small disk")
    folder = tmp_path / "small"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], check=False).returncode:
        pytest.skip("this machine mounts nothing")
    yield folder
    subprocess.run(["umount", str(folder)], check=False)


def test_a_full_disk_leaves_nothing_behind(hub: Place, small_disk: Path) -> None:
    (small_disk / "filler").write_bytes(b"x" * 1_000_000)
    assert "The disk is full" in hub.run("backup", str(small_disk / "one.hub"), code=2)[1]
    _, err = hub.run("export_memories", "--agent", "alice", "--to", str(small_disk / "out"), code=2)
    assert "The disk is full" in err
    assert [path.name for path in small_disk.iterdir()] == ["filler"]
