"""Restoring a backup: made ready beside the hub, checked and brought up to date there, then put in its place."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from django.conf import settings
from django.db import DatabaseError, connection

from knowledge.errors import Conflict, HubError, Invalid, OutOfSpace
from knowledge.services import block_list
from knowledge.services.audit import head_file_of
from knowledge.services.restored import newest_generation
from memoryhub.backup import archive, databases, finishing
from memoryhub.backup.checking import check_room, open_archive, silent, verify
from memoryhub.backup.files import database_folder, kept_files, scratch, stopped_hub
from memoryhub.backup.making import FULL, NO_ROOM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryhub.backup.checking import Tell

STAGE: Final = ".restoring"
_BESIDE: Final = ("-wal", "-shm", "-journal")


@dataclass(frozen=True, slots=True)
class RestoreReport:
    """What was restored.

    Attributes:
        manifest: what the backup says about itself.
        agents: how many agents the hub has now.
        audit: what is wrong with the audit trail in it; empty when every link holds.
        deleted: memories of sources that were forgotten since the backup was made.
        kept: files of this hub that the backup has none of, and that stayed.
    """

    manifest: archive.Manifest
    agents: int
    audit: str
    deleted: int
    kept: tuple[str, ...]


def check_backup(*, path: Path, tell: Tell) -> archive.Manifest:
    """Read a whole backup and change nothing.

    Raises:
        Invalid: it is damaged, or a newer version made it.
        OutOfSpace: there is no room to unpack the database for a look inside.
    """
    with _plain_errors(), open_archive(path) as found, scratch(settings.MEMORYHUB_DATA, "verify") as folder:
        verify(found, folder, tell)
        return found.manifest


def restore(*, path: Path, replace: bool = False, tell: Tell = silent) -> RestoreReport:
    """Put a backup in the place of this hub: all of it, or nothing.

    Args:
        path: the backup.
        replace: also where this hub was used.
        tell: called with what is done and how much of it, 0 to 1.

    Raises:
        Invalid: the backup is damaged, of a newer version or another kind of database, or cannot be brought in.
        Conflict: this hub runs, is used by another program, or was used and `replace` is off.
        OutOfSpace: the disk is full. In all cases nothing has changed.
    """
    with _plain_errors(), stopped_hub(), open_archive(path) as found:
        if found.manifest.kind != databases.kind():
            raise Invalid(
                f"The backup holds a {found.manifest.kind} database and this hub uses {databases.kind()}: restore it"
                " into a hub of its kind, and move agents with export_memories and import_memories."
            )
        used = databases.holds_anything()
        if used and not replace:
            raise Conflict("This hub holds something already: add --replace to put the backup in its place.")
        with _stage() as stage:
            return _restored(found, stage, tell, used=used)


def _restored(found: archive.Archive, stage: _Stage, tell: Tell, *, used: bool) -> RestoreReport:
    check_room(stage.database.parent, 2 * found.size)
    total = found.manifest.files[archive.DATABASE].size
    for member in found.manifest.files:
        if member != archive.DATABASE:
            found.unpack(member, stage.folder / stage.name_of(member))
    found.unpack(archive.DATABASE, stage.database, lambda done: tell("unpacking", done / max(1, total)))
    kept = _kept(found)
    for member in kept:
        # They stay, so the restored hub is brought up to date with them.
        shutil.copy2(kept_files()[member], stage.folder / stage.name_of(member))
    _add_blocks(stage, used=used)
    tell("checking", 0.3)
    databases.check_copy(stage.database, found.manifest.kind)
    if databases.kind() == databases.POSTGRESQL:
        tell("filling a second database", 0.5)
        databases.stage_postgresql(stage.database, stage.staged)
    with databases.nobody_else():
        pass  # asked early: bringing the tables up to date may take a while
    tell("bringing the tables up to date", 0.7)
    settled = _settle(stage, found, used=used)
    if databases.kind() == databases.SQLITE:
        databases.close_file(stage.database)
    with databases.nobody_else():
        finishing.begin(settings.MEMORYHUB_DATA, stage.plan(found))
        finishing.finish(settings.MEMORYHUB_DATA)
    return RestoreReport(found.manifest, int(settled["agents"]), str(settled["audit"]), int(settled["deleted"]), kept)


def _add_blocks(stage: _Stage, *, used: bool) -> None:
    """Add what was forgotten here to what the backup knows as forgotten, unless it is of a hub with other keys."""
    key, theirs = kept_files()["digest_key"], stage.folder / "digest_key"
    if theirs.exists() and key.exists() and theirs.read_bytes() != key.read_bytes():
        return
    if used:
        with contextlib.suppress(DatabaseError):  # a damaged hub: the file beside it says what it knew
            block_list.write_out()
        connection.close()
    listed: dict[str, None] = {}
    target = stage.folder / stage.name_of(archive.BLOCK_LIST)
    for path in (target, block_list.file()):
        if path.is_file():
            listed |= dict.fromkeys(path.read_text(encoding="utf-8").splitlines())
    if listed:
        target.touch(mode=0o600)
        target.write_text("".join(f"{line}\n" for line in listed), encoding="utf-8")


def _kept(found: archive.Archive) -> tuple[str, ...]:
    """Return the files of this hub that the backup has none of; each is called like its member."""
    return tuple(
        sorted(
            member
            for member, path in kept_files().items()
            if member not in {*found.manifest.files, archive.AUDIT_HEAD, archive.BLOCK_LIST} and path.is_file()
        )
    )


def finish_restore() -> None:
    """Carry out a restore that was broken off after it became valid.

    Raises:
        Invalid: there is none.
        Conflict: this hub's database is in use.
    """
    if not finishing.is_unfinished(settings.MEMORYHUB_DATA):
        raise Invalid("No restore was broken off here.")
    with _plain_errors(), stopped_hub():
        connection.close()
        finishing.finish(settings.MEMORYHUB_DATA)


# ------------------------------------------------------------------ where it is made ready


@dataclass(frozen=True, slots=True)
class _Stage:
    """A hub that is not in its place yet.

    Attributes:
        folder: its data folder.
        database: its database file, or the dump.
        staged: name of its PostgreSQL database; for SQLite the path of the file.
    """

    folder: Path
    database: Path
    staged: str

    def name_of(self, member: str) -> str:
        """Return how a member's file is called in this folder."""
        if member != archive.AUDIT_HEAD:
            return kept_files()[member].name
        return head_file_of(self.folder, self.staged).name

    def plan(self, found: archive.Archive) -> finishing.Plan:
        """Return how everything gets to its place."""
        members = {*found.manifest.files, archive.AUDIT_HEAD, archive.BLOCK_LIST} - {archive.DATABASE}
        paths = kept_files()
        moves = [(str(self.folder / self.name_of(one)), str(paths[one])) for one in sorted(members)]
        folders = [str(self.folder), str(self.database.parent)]
        live = databases.name()
        if databases.kind() == databases.POSTGRESQL:
            return finishing.Plan(moves=moves, swap=[live, self.staged], folders=folders)
        beside = [f"{live}{ending}" for ending in _BESIDE]
        return finishing.Plan(moves=[(str(self.database), live), *moves], remove=beside, folders=folders)


@contextlib.contextmanager
def _stage() -> Iterator[_Stage]:
    """Make room for a hub beside this one; unless it took its place, nothing of it stays."""
    folder = settings.MEMORYHUB_DATA / STAGE
    live = databases.name()
    if databases.kind() == databases.POSTGRESQL:
        stage = _Stage(folder, folder / "dump", f"{live}_restoring")
    else:
        # In the same folder as the one in use: taking its place is then one step.
        place = database_folder() / f"{STAGE}-{Path(live).name}"
        stage = _Stage(folder, place / Path(live).name, str(place / Path(live).name))
    _clear(stage)
    try:
        stage.folder.mkdir(mode=0o700, parents=True)
        stage.database.parent.mkdir(mode=0o700, exist_ok=True)
        yield stage
    finally:
        if not finishing.is_unfinished(settings.MEMORYHUB_DATA):
            _clear(stage)


def _clear(stage: _Stage) -> None:
    for folder in {stage.folder, stage.database.parent}:
        shutil.rmtree(folder, ignore_errors=True)
    if databases.kind() == databases.POSTGRESQL:
        databases.drop_postgresql(stage.staged)


def _settle(stage: _Stage, found: archive.Archive, *, used: bool) -> dict[str, Any]:
    """Let the restored hub bring itself up to date, in a process with its own keys and settings."""
    given = {
        "newer_than": _newest() if used else 0,
        "details": {"sha256": found.digest, "made_at": found.manifest.made_at, "replaced": used},
    }
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("DATABASE_URL")},
        "MEMORYHUB_DATA": str(stage.folder),
        "DATABASE_URL": _url(stage),
        "PYTHONPATH": os.pathsep.join([str(settings.BASE_DIR), os.environ.get("PYTHONPATH", "")]),
    }
    done = subprocess.run(
        [sys.executable, "-m", "memoryhub.backup.settle"],
        input=json.dumps(given), env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    try:
        answer = json.loads(done.stdout.strip().splitlines()[-1]) if done.returncode == 0 else {}
    except (ValueError, IndexError):
        answer = {}
    if "agents" in answer:
        return dict(answer)
    said = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
    raise Invalid(answer.get("problem") or f"The restored hub could not be brought up to date: {said}")


def _newest() -> int:
    try:
        return newest_generation()
    except DatabaseError:
        return 0  # damaged: what a process kept of it is older than anything
    finally:
        connection.close()


def _url(stage: _Stage) -> str:
    if databases.kind() == databases.SQLITE:
        return f"sqlite:///{stage.staged}"
    given = connection.settings_dict
    person = quote(str(given["USER"] or ""), safe="")
    secret = f":{quote(str(given['PASSWORD']), safe='')}" if given["PASSWORD"] else ""
    host, port = quote(str(given["HOST"] or ""), safe=""), f":{given['PORT']}" if given["PORT"] else ""
    options = "&".join(
        f"{key}={quote(str(value), safe='')}"
        for key, value in given.get("OPTIONS", {}).items()
        if key.startswith("ssl")
    )
    address = f"postgres://{person}{secret}@{host}{port}/{quote(stage.staged, safe='')}"
    return f"{address}?{options}" if options else address


@contextlib.contextmanager
def _plain_errors() -> Iterator[None]:
    try:
        yield
    except HubError:
        raise
    except OSError as error:
        if error.errno in NO_ROOM:
            raise OutOfSpace(FULL) from error
        raise Invalid(f"A file cannot be written ({error.strerror}: {error.filename}); nothing has changed.") from error
