"""Making a backup while the hub serves."""

from __future__ import annotations

import contextlib
import io
import os
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING

from django.conf import settings

from knowledge.clock import hub_now
from knowledge.engine.instants import format_instant
from knowledge.errors import Busy, Invalid, OutOfSpace
from knowledge.services.restored import note_backup
from memoryhub import keys
from memoryhub.backup import archive, databases
from memoryhub.backup.checking import open_archive, silent, verify
from memoryhub.backup.files import kept_files, scratch, settle_on_disk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime
    from pathlib import Path

    from knowledge.engine.types import Actor
    from memoryhub.backup.checking import Tell

NO_ROOM = (28, 122)  # ENOSPC, EDQUOT
FULL = "The disk is full; free some space and try again. Nothing was left behind."


@dataclass(frozen=True, slots=True)
class BackupReport:
    """What was made.

    Attributes:
        path: the archive.
        size: its bytes.
        digest: its checksum.
        manifest: what is in it.
        verified: whether it was read again and looked through.
    """

    path: Path
    size: int
    digest: str
    manifest: archive.Manifest
    verified: bool


def make_backup(
    *,
    actor: Actor,
    to: Path,
    check: bool = False,
    tell: Tell = silent,
    now: datetime | None = None,
) -> BackupReport:
    """Write the whole hub into one file that only its owner may read.

    The file appears complete or not at all. The database is copied as of one moment; writers go on meanwhile.

    Args:
        actor: who asked for it.
        to: the file; must not exist.
        check: read it again afterwards and look the database in it through.
        tell: called with what is done and how much of it, 0 to 1.
        now: the moment of the backup; None reads the hub clock.

    Raises:
        Invalid: the file exists or cannot be written, or the database cannot be read.
        OutOfSpace: the disk is full.
    """
    if to.exists() or to.is_symlink():
        raise Invalid("There is a file of this name already; name another one.", field="file")
    with _plain_errors(), scratch(to.parent, to.name[:100]) as folder:
        moment = now or hub_now()
        keys.digest_key()  # made when it is not there yet: what is forgotten later has to be known by it
        # Before the copy: a head of a later moment would look as if the copy had lost records.
        kept = {called: path.read_bytes() for called, path in kept_files().items() if path.is_file()}
        copy = folder / archive.DATABASE
        contents = databases.copy_out(copy, lambda part: tell("copying the database", part))
        draft = folder / "archive"
        digest, manifest = _pack(draft, copy, kept, contents, tell, moment)
        copy.unlink()
        if check:
            with open_archive(draft) as made:
                verify(made, folder, tell)
        size = draft.stat().st_size
        draft.rename(to)
        settle_on_disk(to.parent)
    with contextlib.suppress(Busy):  # the backup is there, whatever keeps the store busy
        note_backup(actor=actor, digest=digest, counts=manifest.counts, now=now)
    return BackupReport(to, size, digest, manifest, check)


def _pack(
    draft: Path, copy: Path, kept: Mapping[str, bytes], contents: databases.Contents, tell: Tell, moment: datetime
) -> tuple[str, archive.Manifest]:
    """Write the archive; return its checksum and what is in it."""
    total = copy.stat().st_size
    draft.touch(mode=0o600)
    with draft.open("w+b") as file, copy.open("rb") as database:
        writer = archive.Writer(file)
        writer.add(
            archive.DATABASE,
            database,
            packed=databases.kind() == databases.POSTGRESQL,
            tell=lambda done: tell("packing", done / max(1, total)),
        )
        for called, data in sorted(kept.items()):
            writer.add(called, io.BytesIO(data))
        manifest = archive.Manifest(
            made_at=format_instant(moment),
            version=metadata.version("memoryhub"),
            kind=databases.kind(),
            migrations=contents.migrations,
            counts=contents.counts,
            files=writer.files,
        )
        digest = writer.finish(manifest)
        os.fsync(file.fileno())
    return digest, manifest


@contextlib.contextmanager
def _plain_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in NO_ROOM:
            raise OutOfSpace(FULL) from error
        raise Invalid(f"The file cannot be written ({error.strerror}); name another one.", field="file") from error


def key_of_sessions_is_elsewhere() -> bool:
    """Tell whether the key that signs sessions is set in the environment, and so in no backup."""
    return bool(settings.KEY_ORIGIN == "configured")
