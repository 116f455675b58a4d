"""Opening an archive, and looking it through without restoring it."""

from __future__ import annotations

import contextlib
import shutil
from typing import TYPE_CHECKING, TypeAlias

from django.db.migrations.loader import MigrationLoader

from knowledge.errors import Invalid, OutOfSpace
from memoryhub.backup import archive, databases

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


Tell: TypeAlias = "Callable[[str, float], None]"
"""Told what is done, and how much of it, 0 to 1."""


def silent(what: str, part: float) -> None:
    """Tell nobody."""
    del what, part


@contextlib.contextmanager
def open_archive(path: Path) -> Iterator[archive.Archive]:
    """Open an archive that is whole.

    Raises:
        Invalid: it cannot be read, is damaged, or a newer version made it.
    """
    try:
        file = path.open("rb")
    except OSError as error:
        raise Invalid(f"The backup cannot be read ({error.strerror}).", field="file") from error
    with file:
        found = archive.Archive(file)
        _refuse_newer(found.manifest)
        yield found


def _refuse_newer(manifest: archive.Manifest) -> None:
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    if not set(manifest.migrations) <= known:
        raise Invalid(
            f"The backup was made by a newer version ({manifest.version}): update this hub, then restore it.",
            field="file",
        )


def check_room(folder: Path, needed: int) -> None:
    """Refuse what would not fit.

    Raises:
        OutOfSpace: the disk has less room than is needed.
    """
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise OutOfSpace(f"This needs {needed / 1e6:,.0f} MB of disk and {free / 1e6:,.0f} MB are free; make room.")


def verify(found: archive.Archive, folder: Path, tell: Tell) -> None:
    """Read every member, and look the database through.

    Args:
        found: the archive.
        folder: where the database is unpacked for the check.
        tell: called with what is done and how much of it, 0 to 1.

    Raises:
        Invalid: a member is damaged, or the database is damaged inside.
        OutOfSpace: there is no room to unpack it.
    """
    check_room(folder, found.size)
    for name in found.manifest.files:
        if name != archive.DATABASE:
            for _ in found.pieces(name):
                pass
    copy = folder / "checked"
    total = found.manifest.files[archive.DATABASE].size
    found.unpack(archive.DATABASE, copy, lambda done: tell("unpacking", done / max(1, total)))
    tell("checking the database", 0.5)
    databases.check_copy(copy, found.manifest.kind)
    copy.unlink()
