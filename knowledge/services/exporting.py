"""Writing an agent's whole memory into a folder: one sealed file for hubs, Markdown for people.

The folder appears complete or not at all. What is written is one picture of the memory: writes that
arrive meanwhile are not in it. Nothing larger than a few hundred rows is held.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, Self

from knowledge.clock import hub_now
from knowledge.engine import exchange
from knowledge.engine.export_text import Readable, markdown_of
from knowledge.engine.instants import format_instant
from knowledge.errors import Invalid, OutOfSpace
from knowledge.queries.consistency.findings import one_picture
from knowledge.queries.export import agent_of, every_alias, every_memory
from knowledge.services import audit
from knowledge.services.agents import check_may_administer
from knowledge.services.sealing import own_seal
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.models import Agent, Memory

MARKDOWN: Final = "markdown"
_IN_ONE_FILE: Final = 1_000
_NO_ROOM: Final = frozenset({28, 122})  # ENOSPC, EDQUOT


@dataclass(slots=True)
class ExportReport:
    """What was written.

    Attributes:
        folder: where.
        memories: rows of every state in the sealed file.
        aliases: other names of entities in it.
        readable: current memories in the Markdown files.
        total: rows the agent had when it began.
    """

    folder: Path
    memories: int = 0
    aliases: int = 0
    readable: int = 0
    total: int = 0


def export_memories(
    *,
    actor: Actor,
    agent: str,
    folder: Path,
    progress: Callable[[ExportReport], None] | None = None,
    now: datetime | None = None,
) -> ExportReport:
    """Write everything of an agent into a new folder.

    `memories.jsonl` holds every row of every state with all that belongs to it, and the other names of entities; it
    carries this hub's seal, by which an import here keeps origins, trust and times. `markdown/` holds what is current.

    Args:
        actor: an administrator.
        agent: whose memory.
        folder: must not exist yet, or be empty.
        progress: called every few hundred rows.
        now: the moment of the export; None reads the hub clock.

    Raises:
        Refused: not an administrator.
        NotFound: there is no such agent.
        Invalid: the folder is in use or cannot be made.
        OutOfSpace: the disk is full; nothing is left behind.
    """
    check_may_administer(actor)
    moment = now or hub_now()
    report = ExportReport(folder)
    with _new_folder(folder) as draft:
        with one_picture():
            found = agent_of(agent)
            report.total = found.total_memories
            digest = _write(draft, found, report, progress, moment)
        _publish(draft, folder)
    with write_transaction(now) as opened:
        details = {"memories": report.memories, "aliases": report.aliases, "sha256": digest}
        audit.record(opened, actor, audit.AuditRecord("export.run", agent=agent, details=details))
    return report


def _write(
    draft: Path, agent: Agent, report: ExportReport, progress: Callable[[ExportReport], None] | None, now: datetime
) -> str:
    seal = own_seal()
    with _created(draft / exchange.FILE) as file, _Pages(draft / MARKDOWN, agent.name) as pages:

        def put(line: bytes) -> None:
            seal.add(line)
            file.write(line)

        put(
            exchange.header_line(
                agent=agent.name,
                exported_at=format_instant(now),
                multi_valued=agent.multi_valued,
                quota=agent.quota,
            )
        )
        for one in every_memory(agent, now):
            put(exchange.line_of(one.fields))
            report.memories += 1
            if one.is_current:
                pages.add(one.memory)
                report.readable += 1
            if progress is not None and report.memories % 500 == 0:
                progress(report)
        for fields in every_alias(agent):
            put(exchange.line_of(fields))
            report.aliases += 1
        last = seal.line()
        file.write(last)
    return str((exchange.read_seal(last) or {})["sha256"])


class _Pages:
    """Markdown files by the month something was learned in, each of a size that editors can open."""

    def __init__(self, folder: Path, agent: str) -> None:
        self._folder = folder
        self._agent = " ".join(agent.split())
        self._counts: dict[str, int] = {}
        self._open: tuple[Path, BinaryIO] | None = None

    def __enter__(self) -> Self:
        self._folder.mkdir(mode=0o700)
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def add(self, memory: Memory) -> None:
        """Append one memory to its month."""
        month = memory.ingested_at.strftime("%Y-%m")
        count = self._counts[month] = self._counts.get(month, 0) + 1
        path = self._folder / f"{month}-{(count - 1) // _IN_ONE_FILE + 1:04}.md"
        if self._open is None or self._open[0] != path:
            self._close()
            begins = not path.exists()
            self._open = (path, _created(path) if begins else path.open("ab"))
            if begins:
                self._open[1].write(f"# What {self._agent} knows, learned in {month}\n\n".encode())
        self._open[1].write(markdown_of(_readable(memory)).encode())

    def _close(self) -> None:
        if self._open is not None:
            self._open[1].close()
            self._open = None


def _readable(memory: Memory) -> Readable:
    return Readable(
        id=memory.id,
        content=memory.content,
        triple=(memory.subject, memory.predicate, memory.object),
        since=memory.valid_from,
        until=memory.valid_until,
        origin=memory.origin,
        trust=memory.origin_trust,
        tags=tuple(memory.tags),
    )


# ------------------------------------------------------------------ folders


@contextlib.contextmanager
def _new_folder(folder: Path) -> Iterator[Path]:
    """Make a folder beside the wanted one; whatever goes wrong, nothing of it stays."""
    _check_free(folder)
    try:
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{folder.name[:100]}.", dir=folder.parent))
    except OSError as error:
        raise _as_told(error) from error
    try:
        yield draft
    except OSError as error:
        raise _as_told(error) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _check_free(folder: Path) -> None:
    try:
        in_use = folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir())))
    except OSError as error:
        raise _as_told(error) from error
    if in_use:
        raise Invalid("The folder is in use; name one that is empty or does not exist yet.", field="to")


def _publish(draft: Path, folder: Path) -> None:
    """Give the complete folder its name: nobody ever sees half an export."""
    for path in (*draft.rglob("*"), draft):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    draft.rename(folder)  # takes the place of an empty folder, and of nothing else


def _created(path: Path) -> BinaryIO:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600), "wb")


def _as_told(error: OSError) -> Invalid | OutOfSpace:
    if error.errno in _NO_ROOM:
        return OutOfSpace("The disk is full; free some space and export again. Nothing was left behind.")
    return Invalid(f"The folder cannot be written ({error.strerror}); name another one.", field="to")
