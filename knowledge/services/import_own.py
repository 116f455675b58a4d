"""Importing an agent's whole memory that this hub exported: every row comes back as it was.

The seal is checked over the whole file before anything is written. Rows that are there stay as they are, so a run that
was broken off anywhere is finished by running it again. A fact that went on here since the export is not turned back.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple

from knowledge.conf import limits
from knowledge.engine import exchange
from knowledge.engine.importers.base import LineError
from knowledge.engine.importers.guess import JSONL
from knowledge.errors import Invalid
from knowledge.models import Agent, Memory
from knowledge.models.memory import BELIEVED
from knowledge.queries.imports import agent_number
from knowledge.queries.named import among
from knowledge.services.agents import check_may_administer, lock_agent
from knowledge.services.blocks import Fence
from knowledge.services.import_names import ComingNames
from knowledge.services.import_report import ImportReport, ImportRun, LineReport
from knowledge.services.reinstating import Returning, keep_out, link, reinstate, row_of
from knowledge.services.sealing import own_seal
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from knowledge.engine.exchange import Header
    from knowledge.engine.types import Actor
    from knowledge.services.import_report import ImportRequest, Listener
    from knowledge.services.transactions import WriteTransaction

GROUP: Final = 500
LONGEST_LINE: Final = 64 * 1024 * 1024
_CHANGED: Final = LineError("changed_here", "A memory with this id is here already and says something else.")
_WENT_ON: Final = LineError(
    "went_on", "This fact has changed here since the export, so its past is not turned back; state it anew instead."
)
_FULL: Final = LineError("quota", "The agent's storage quota is used up; raise it or forget memories first.")
_OTHERS: Final = LineError("duplicate_id", "A memory with this id belongs to another agent of this hub.")
_PLACE: Final = ("valid_from", "valid_until", "standing")


class Sealed(NamedTuple):
    """What is known of an export before it is read.

    Attributes:
        header: its first line.
        is_own: whether this hub wrote it.
    """

    header: Header
    is_own: bool


class _Line(NamedTuple):
    number: int
    fields: dict[str, Any]


def read_seal(stream: BinaryIO) -> Sealed:
    """Read a whole export, and go back to its beginning.

    Args:
        stream: a file, open for reading, at its beginning.

    Raises:
        Invalid: it is cut off or was changed, or a newer version wrote it.
    """
    seal, before = own_seal(), b""
    header: Header | None = None
    while line := stream.readline(LONGEST_LINE):
        if before:
            seal.add(before)
        if header is None:
            header = _header(line)
        before = line
    stream.seek(0)
    found = exchange.read_seal(before)
    if header is None or found is None or not seal.fits(found):
        raise Invalid(
            "The export is cut off, or was changed since it was written; nothing was imported. Copy it again, or add"
            f" --format {JSONL} to import its current memories like those of any file.",
            field="file",
        )
    return Sealed(header, seal.is_own(found))


def _header(line: bytes) -> Header:
    try:
        return exchange.read_header(line)
    except LineError as error:
        raise Invalid(error.reason, field="file") from error


def import_own(
    *,
    actor: Actor,
    request: ImportRequest,
    header: Header,
    stream: BinaryIO,
    size: int,
    listener: Listener,
    now: datetime | None = None,
) -> ImportReport:
    """Import an export whose seal is this hub's own.

    Args:
        actor: an administrator.
        request: the agent has to be the one of the export.
        header: first line of the export.
        stream: the export, at its beginning.
        size: its length in bytes.
        listener: told about lines and groups as they are done.
        now: moment of the writes; None reads the hub clock for each group.

    Raises:
        Invalid: another agent's export, or the agent's properties were declared otherwise; nothing was imported.
        Refused: not an administrator.
    """
    check_may_administer(actor)
    if request.agent != header.agent:
        raise Invalid(
            f"This is the memory of {header.agent}: name that agent, or add --format {JSONL} to import its current"
            " memories like those of any file, trusted up to 0.7.",
            field="agent",
        )
    report = ImportReport(request.agent, request.name, "export", request.dry_run)
    with closing(sqlite3.connect("", isolation_level=None)) as work:
        run = _Run(actor=actor, request=request, report=report, listener=listener, header=header, work=work, now=now)
        run.prepare(stream)
        done = 0
        group: list[_Line] = []
        for line, data in _lines(stream):
            done += len(data)
            group.append(line)
            if len(group) >= min(GROUP, limits().batch_items):
                run.write(group)
                group = []
                if listener.group is not None:
                    listener.group(report, done / max(1, size))
        run.write(group)
        run.tie()
    return report


def _lines(stream: BinaryIO) -> Iterator[tuple[_Line, bytes]]:
    """Yield the lines between the first and the seal, from the beginning of the file."""
    stream.seek(0)
    stream.readline(LONGEST_LINE)
    number = 1
    while data := stream.readline(LONGEST_LINE):
        number += 1
        fields = json.loads(data)
        if fields.get(exchange.RECORD) == exchange.SEAL:
            return
        yield _Line(number, fields), data


@dataclass(slots=True, kw_only=True)
class _Run(ImportRun):
    """One run over one export."""

    header: Header
    work: sqlite3.Connection
    is_new: bool = True
    names: ComingNames = field(default_factory=ComingNames)

    def __post_init__(self) -> None:
        self.work.execute("CREATE TABLE places (id TEXT PRIMARY KEY, place TEXT) WITHOUT ROWID")
        self.work.execute("CREATE TABLE links (id TEXT, supersedes TEXT, superseded_by TEXT, parents TEXT)")

    def prepare(self, stream: BinaryIO) -> None:
        """Compare with what is here: an agent that holds nothing takes the export's declarations over."""
        agent = Agent.objects.filter(name=self.request.agent).first()
        self.is_new = agent is None or not Memory.objects.filter(agent=agent).exists()
        if agent is None or self.is_new:
            return
        if set(agent.multi_valued) != set(self.header.multi_valued):
            raise Invalid(
                "Other properties hold several values at once here than in the export: declare the same ones first.",
                field="agent",
            )
        self.work.execute("BEGIN")
        for line, _ in _lines(stream):
            if line.fields.get(exchange.RECORD) == exchange.MEMORY:
                self.work.execute(
                    "INSERT OR IGNORE INTO places VALUES (?, ?)", [str(line.fields.get("id")), _place(line.fields)]
                )
        self.work.execute("COMMIT")

    def write(self, group: Sequence[_Line]) -> None:
        """Import one group in one write."""
        if not group:
            return
        if self.request.dry_run:
            agent = Agent.objects.filter(name=self.request.agent).first() or Agent(name=self.request.agent)
            outcomes, rows = self._sort(agent, group, agent_number(self.request.agent))
            self._keep_out(Fence(None, self.actor, agent), outcomes, rows)
            for line in group:
                if line.fields.get(exchange.RECORD) == exchange.ALIAS:
                    outcomes[line.number], _ = self.names.judged(agent, *line)
        else:
            with write_transaction(self.now) as opened:
                outcomes = self._written(opened, group)
        for line in group:
            self.report.tell(outcomes[line.number], self.listener)

    def _written(self, opened: WriteTransaction, group: Sequence[_Line]) -> dict[int, LineReport]:
        agent = lock_agent(opened, self.request.agent, create=True)
        if self.is_new:
            self._declare(agent)
        outcomes, rows = self._sort(agent, group, agent.pk)
        self._keep_out(Fence(opened, self.actor, agent), outcomes, rows)
        for waiting in reinstate(opened, self.actor, agent, list(rows.values())):
            self._wait(waiting)
        for line in group:
            if line.fields.get(exchange.RECORD) == exchange.ALIAS:
                outcomes[line.number] = self.names.bring(self.actor, agent, *line, opened.now)
        return outcomes

    def _keep_out(self, fence: Fence, outcomes: dict[int, LineReport], rows: dict[int, Returning]) -> None:
        """Take out of some rows those that come from where nothing is learned any more."""
        for number, one in list(rows.items()):
            blocked = keep_out(fence, one)
            if blocked is not None:
                outcomes[number] = LineReport(number, "refused", blocked.code, blocked.message)
                self.names.stayed_out(one.memory)
                del rows[number]

    def _declare(self, agent: Agent) -> None:
        agent.multi_valued = sorted(self.header.multi_valued)
        agent.quota = self.header.quota
        agent.save(update_fields=["multi_valued", "quota"])
        self.is_new = False

    def _sort(
        self, agent: Agent, group: Sequence[_Line], agent_id: int | None
    ) -> tuple[dict[int, LineReport], dict[int, Returning]]:
        """Say of each line what becomes of it, and return by line the rows that have to be written."""
        outcomes: dict[int, LineReport] = {}
        read: list[tuple[_Line, Returning]] = []
        for line in group:
            if line.fields.get(exchange.RECORD) == exchange.ALIAS:
                continue
            try:
                read.append((line, _returning(line.fields, agent)))
            except LineError as error:
                outcomes[line.number] = _refused(line, error)
        there = _rows({one.memory.id for _, one in read})
        moved_on = self._moved_on(agent_id, {one.memory.fact_key for _, one in read if one.memory.id not in there})
        room = self._room(agent)
        rows: dict[int, Returning] = {}
        for line, one in read:
            known = there.get(one.memory.id)
            problem = _problem(known, one, agent_id, moved_on)
            if problem is not None:
                outcomes[line.number] = _refused(line, problem)
            elif known is not None:
                outcomes[line.number] = LineReport(line.number, "already", memory_id=one.memory.id)
                self._wait_again(known, one)
            elif room is not None and len(rows) >= room:
                outcomes[line.number] = _refused(line, _FULL)
            else:
                outcome = "stored" if not self.request.dry_run else "new"
                outcomes[line.number] = LineReport(line.number, outcome, memory_id=one.memory.id)
                rows[line.number] = one
        return outcomes, rows

    def _room(self, agent: Agent) -> int | None:
        quota = (self.header.quota if self.is_new else agent.quota) or limits().quota or None
        return None if quota is None else max(0, quota - agent.total_memories)

    def _moved_on(self, agent_id: int | None, facts: set[str]) -> set[str]:
        """Return the facts with a believed row here that the export does not know, or knows in another place."""
        if agent_id is None or not self.work.execute("SELECT 1 FROM places LIMIT 1").fetchone():
            return set()
        listed = sorted(facts - {""})
        found = set()
        for start in range(0, len(listed), 400):
            some = Memory.objects.filter(agent=agent_id, fact_key__in=listed[start : start + 400]).exclude(fact_key="")
            for row in among(some, standing=BELIEVED).only("id", "fact_key", *_PLACE):
                known = self.work.execute("SELECT place FROM places WHERE id = ?", [row.id]).fetchone()
                if known is None or known[0] != _place(exchange.fields_of(row, _COLUMNS_OF_PLACE)):
                    found.add(row.fact_key)
        return found

    def _wait_again(self, known: Memory, one: Returning) -> None:
        """Let a row that an earlier run left without its links get them; the hub's own links stay."""
        untouched = (known.valid_from, known.valid_until, known.standing) == (
            one.memory.valid_from,
            one.memory.valid_until,
            one.memory.standing,
        )
        missing = (one.supersedes and not known.supersedes_id) or (one.superseded_by and not known.superseded_by_id)
        if untouched and (missing or one.parents):
            self._wait(one)

    def _wait(self, one: Returning) -> None:
        values = [one.memory.id, one.supersedes, one.superseded_by, json.dumps(list(one.parents))]
        self.work.execute("INSERT INTO links VALUES (?, ?, ?, ?)", values)

    def tie(self) -> None:
        """Set the links to rows that came later than those that name them."""
        if self.request.dry_run:
            return
        cursor = self.work.execute("SELECT id, supersedes, superseded_by, parents FROM links")
        while some := cursor.fetchmany(GROUP):
            with write_transaction(self.now) as opened:
                agent = lock_agent(opened, self.request.agent)
                link(agent, [(own, before, after, json.loads(parents)) for own, before, after, parents in some])
                agent.generation += 1


_COLUMNS_OF_PLACE: Final = {name: exchange.MEMORY_COLUMNS[name] for name in _PLACE}


def _place(fields: dict[str, Any]) -> str:
    """Return where a row stands on the axis of its fact, as an export writes it."""
    return json.dumps([fields.get(name) for name in _PLACE])


def _returning(fields: dict[str, Any], agent: Agent) -> Returning:
    values = exchange.memory_values(fields)
    parts = {
        name: [exchange.values_of(part, columns) for part in fields.get(name, ())]
        for name, columns in exchange.PARTS.items()
    }
    return Returning(
        memory=row_of(values, agent),
        parts=parts,
        supersedes=values["supersedes_id"],
        superseded_by=values["superseded_by_id"],
        parents=tuple(fields.get("derived_from", ())),
    )


def _rows(ids: set[str]) -> dict[str, Memory]:
    listed, found = sorted(ids), {}
    for start in range(0, len(listed), 400):
        for row in Memory.objects.filter(id__in=listed[start : start + 400]).only(
            "id", "agent_id", "content", "supersedes_id", "superseded_by_id", *_PLACE
        ):
            found[row.id] = row
    return found


def _problem(known: Memory | None, one: Returning, agent_id: int | None, moved_on: set[str]) -> LineError | None:
    if known is None:
        return _WENT_ON if one.memory.standing == BELIEVED and one.memory.fact_key in moved_on else None
    if known.agent_id != agent_id:
        return _OTHERS
    return _CHANGED if known.content != one.memory.content else None


def _refused(line: _Line, problem: LineError) -> LineReport:
    return LineReport(line.number, "refused", problem.code, problem.reason)
