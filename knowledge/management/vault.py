"""Folders of Markdown on a disk: read without following links out of them, written without leaving them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from knowledge.errors import Invalid
from knowledge.management.console import command_actor, plain
from knowledge.services.wiki_rows import MOST_BYTES
from knowledge.services.wiki_vault import VaultPage, VaultRequest, import_vault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

ENDING = ".md"
MOST_PASSED = 50
"""Links that are named in a report."""


def read_folder(folder: Path, passed: Callable[[str], object] = lambda _: None) -> Iterator[VaultPage]:
    """Yield every Markdown file of a folder, by path. Hidden folders, and links of the file system, are left out.

    Args:
        folder: where they are.
        passed: told the path of each link and each file that is none of the usual ones.
    """
    for root, folders, files in os.walk(folder, followlinks=False):
        seen = [name for name in sorted(folders) if not name.startswith(".")]
        folders[:] = [name for name in seen if not (Path(root) / name).is_symlink()]
        for name in set(seen).difference(folders):
            passed((Path(root) / name).relative_to(folder).as_posix())
        for name in sorted(files):
            file = Path(root) / name
            if not name.lower().endswith(ENDING) or name.startswith("."):
                continue
            if file.is_symlink() or not file.is_file():
                passed(file.relative_to(folder).as_posix())
                continue
            with file.open("rb") as stream:
                # One byte more than a page may have: what is too large is refused by name, not cut.
                yield VaultPage(file.relative_to(folder).as_posix(), stream.read(MOST_BYTES + 1))


def write_folder(folder: Path, pages: Iterable[tuple[str, bytes]]) -> int:
    """Write pages into a new or empty folder; return how many.

    Raises:
        Invalid: the folder holds something already, or a page would stand outside of it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise Invalid("The folder is not empty; name a new one.")
    inside = folder.resolve()
    count = 0
    for path, content in pages:
        target = inside / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.parent.resolve().is_relative_to(inside):
            raise Invalid("A page would stand outside of the folder; nothing more was written.")
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        count += 1
    return count


def bring_in(folder: Path, options: Mapping[str, Any], out: Callable[[str], object]) -> int:
    """Import a folder for `import_memories` and say what became of its pages; return how many were refused.

    Args:
        folder: of Markdown files.
        options: of the command.
        out: writes one line.
    """
    request = VaultRequest(
        space=options["agent"] or "",
        name=options["name"] or folder.resolve().name,
        origin=options["origin"],
        overwrites=options["overwrite"],
        dry_run=options["dry_run"],
    )
    passed: list[str] = []
    report = import_vault(actor=command_actor("import"), request=request, pages=read_folder(folder, passed.append))
    if options["json"]:
        noted = [{"path": plain(path), "outcome": outcome, "reason": reason} for path, outcome, reason in report.noted]
        summary = {"wiki": request.space, "dry_run": request.dry_run, "pages": dict(sorted(report.counts.items()))}
        out(json.dumps({**summary, "details": noted, "details_left_out": report.left_out}, ensure_ascii=False))
        return report.counts["refused"]
    for path, outcome, reason in report.noted:
        out(f"{plain(path)}: {outcome}{f' ({reason})' if reason else ''}")
    for path in sorted(passed)[:MOST_PASSED]:
        out(f"{plain(path)}: left out (a link of the file system, or no file)")
    counts = ", ".join(f"{count:,} {outcome}" for outcome, count in sorted(report.counts.items())) or "none"
    out(f"Pages: {counts}.")
    if report.counts["differs"]:
        out("Pages that differ were left as they are; --overwrite gives them a new revision.")
    if request.dry_run:
        out("Dry run: nothing was changed.")
    return report.counts["refused"]
