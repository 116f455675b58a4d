"""The last step of a restore: what was made ready takes its place.

A plan written to disk is the one moment at which a restore becomes valid: killed before it, nothing has changed; killed
after it, nothing serves until the plan is carried out, and doing that again changes nothing.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from dataclasses import asdict, dataclass, field
from pathlib import Path

from memoryhub.backup import PLAN, databases
from memoryhub.backup.files import settle_on_disk


@dataclass(frozen=True, slots=True)
class Plan:
    """What is left to do.

    Attributes:
        moves: (from, to) of files that take the place of what is there.
        remove: files that have to go before that.
        swap: names of the database in use and of the one that takes its place; empty for SQLite.
        folders: what to delete in the end.
    """

    moves: list[tuple[str, str]] = field(default_factory=list)
    remove: list[str] = field(default_factory=list)
    swap: list[str] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)


def is_unfinished(data: Path) -> bool:
    """Tell whether a restore in a data folder was broken off after it became valid."""
    return (data / PLAN).exists()


def begin(data: Path, plan: Plan) -> None:
    """Make a restore valid."""
    draft = data / f".{PLAN}"
    with draft.open("w", encoding="utf-8") as file:
        json.dump(asdict(plan), file)
        file.flush()
        os.fsync(file.fileno())
    for source, _ in plan.moves:
        settle_on_disk(Path(source))
    draft.rename(data / PLAN)
    settle_on_disk(data)


def finish(data: Path) -> None:
    """Carry the plan out, from wherever it was broken off.

    Raises:
        Conflict: another program uses the PostgreSQL database; run it again afterwards.
        OSError: a file cannot be moved; run it again afterwards.
    """
    found = json.loads((data / PLAN).read_text(encoding="utf-8"))
    plan = Plan(**found)
    if plan.swap:
        databases.swap_postgresql(*plan.swap)
    waiting = [(Path(source), Path(target)) for source, target in plan.moves]
    if any(source.exists() for source, _ in waiting):
        for name in plan.remove:
            Path(name).unlink(missing_ok=True)
    for source, target in waiting:
        with contextlib.suppress(FileNotFoundError):  # moved before it was broken off
            source.rename(target)
        settle_on_disk(target.parent)
    for name in plan.folders:
        shutil.rmtree(name, ignore_errors=True)
    (data / PLAN).unlink()
    settle_on_disk(data)
