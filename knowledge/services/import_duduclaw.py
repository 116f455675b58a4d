"""Importing an existing DuDuClaw `memory.db`: every row, its chain, its times, its standing.

The file is only read. Its rows are put in the order of their starts first, in a work table on disk,
because the file holds times in several formats and rows in the order they were learned.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from knowledge.conf import limits
from knowledge.engine.forms import normalize_key
from knowledge.engine.ids import digest
from knowledge.engine.importers.base import LineError, check_storable
from knowledge.engine.importers.duduclaw import read_row, standing_of, times_of
from knowledge.engine.types import SourceRef
from knowledge.errors import HubError, Invalid
from knowledge.models import Agent
from knowledge.queries.imports import IMPORT_ITEM, ItemKey, agent_number, known_items
from knowledge.services.import_report import (
    ImportReport,
    ImportRequest,
    ImportRun,
    LineReport,
    Listener,
    line_report,
    would_wait,
)
from knowledge.services.legacy import LegacyDraft, check_legacy, store_legacy

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from pathlib import Path

    from knowledge.engine.types import Actor
    from knowledge.services.writer import Carried

_TABLES = ("memories", "memories_archive")
_LONGEST = 1_100_000
_GROUP = 500
_REPAIRED = "It was still open when the next value of this fact began, and ends there."

_WORK = """
CREATE TABLE work (
    place INTEGER, number INTEGER, agent TEXT, id TEXT, fact TEXT, start TEXT, learned TEXT, until TEXT,
    believed INTEGER, supersedes TEXT, superseded_by TEXT, PRIMARY KEY (place, number)) WITHOUT ROWID
"""
# Rows of one agent in the order of their starts, each with its neighbours on the axis of its fact.
_ORDERED = """
WITH axis AS (
    SELECT place, number,
        LEAD(start) OVER facts AS next_start,
        LAG(id) OVER facts AS before_id, LAG(until) OVER facts AS before_until,
        LAG(superseded_by) OVER facts AS before_by
    FROM work WHERE believed AND fact <> ''
    WINDOW facts AS (PARTITION BY agent, fact ORDER BY start, learned, number))
SELECT w.agent, w.place, w.number, w.id, w.until, w.superseded_by, a.next_start,
    CASE WHEN p.id IS NOT NULL THEN p.id
         WHEN q.id IS NOT NULL THEN q.id
         WHEN a.before_until IS NULL AND a.before_by IS NULL THEN a.before_id END AS follows
FROM work w
LEFT JOIN axis a ON a.place = w.place AND a.number = w.number
LEFT JOIN work p ON p.agent = w.agent AND p.id = w.supersedes AND p.fact = w.fact AND p.fact <> ''
    AND p.believed AND w.believed AND (p.start, p.learned, p.number) < (w.start, w.learned, w.number)
    AND (p.superseded_by IS NULL OR p.superseded_by = w.id)
LEFT JOIN work q ON q.agent = w.agent AND q.superseded_by = w.id AND q.fact = w.fact AND q.fact <> ''
    AND q.believed AND w.believed AND (q.start, q.learned, q.number) < (w.start, w.learned, w.number)
    AND w.supersedes IS NULL
GROUP BY w.place, w.number
ORDER BY w.agent, w.start, w.learned, w.place, w.number
"""


@dataclass(frozen=True, slots=True)
class _Placed:
    """One row of the work table."""

    agent: str
    place: int
    number: int
    follows: str | None
    repaired: bool


def import_duduclaw(
    *,
    actor: Actor,
    request: ImportRequest,
    path: Path,
    listener: Listener,
    now: datetime | None = None,
) -> ImportReport:
    """Import the rows of a DuDuClaw database.

    Args:
        actor: who imports.
        request: an empty agent takes every agent of the file under its own name.
        path: the SQLite file; it is opened for reading only.
        listener: told about rows and groups as they are done; `line` is the row's number in its table.
        now: moment of the writes; None reads the hub clock for each group.

    Raises:
        Invalid: the file is not such a database, and nothing was imported; or it is damaged, and what the listener
            was told about stays.
    """
    try:
        return _imported(actor, request, path, listener, now)
    except sqlite3.Error as error:  # of the file; the hub's own database speaks through its services
        raise Invalid(
            "The file is damaged, or its table is of another make: repair it (sqlite3 memory.db .recover), and run the"
            " import again.",
            field="file",
        ) from error


def _imported(
    actor: Actor, request: ImportRequest, path: Path, listener: Listener, now: datetime | None
) -> ImportReport:
    report = ImportReport(request.agent, request.name, "duduclaw", request.dry_run)
    with closing(_opened(path)) as file, closing(sqlite3.connect("", isolation_level=None)) as work:
        reader = _File(file)
        report.notes += reader.notes
        run = _Run(actor=actor, request=request, report=report, listener=listener, file=reader, now=now)
        run.outline(work)
        rows = _ordered(work)
        total = work.execute("SELECT count(*) FROM work").fetchone()[0]
        done = 0
        for agent, own in groupby(rows, key=lambda one: one.agent):
            for group in _grouped(own):
                run.write(agent, group)
                done += len(group)
                if listener.group is not None:
                    listener.group(report, done / total)
    return report


def _opened(path: Path) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode=ro"
    try:
        connection = sqlite3.connect(uri, uri=True, isolation_level=None)
        connection.execute("PRAGMA trusted_schema = OFF")  # what a foreign schema computes is not to be run
        connection.execute("PRAGMA query_only = ON")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        raise Invalid(
            "The file cannot be opened as a SQLite database; copy memory.db together with its -wal file.", field="file"
        ) from error
    connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    return connection


class _File:
    """The tables of the file that hold memories."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file
        self.columns = {
            table: [name for _, name, *_ in file.execute(f"PRAGMA table_info({table})")]  # a fixed name
            for table in _TABLES
            if file.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [table]).fetchone()
        }
        missing = {"id", "agent_id", "content", "timestamp"} - set(self.columns.get("memories", ()))
        if missing:
            raise Invalid(
                "The file is no DuDuClaw memory: it has no table memories with id, agent_id, content and timestamp."
            )
        facts = file.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'key_facts'").fetchone()
        count = file.execute("SELECT count(*) FROM key_facts").fetchone()[0] if facts else 0
        self.notes = (
            [f"The table key_facts holds {count} rows that are no memories; they stay behind."] if count else []
        )

    def rows(self) -> Iterator[tuple[int, int, dict[str, Any]]]:
        """Yield place, number and outline of every row."""
        wanted = {
            "id", "agent_id", "timestamp", "created_at", "ingested_at", "valid_from", "valid_until", "subject",
            "predicate", "object", "supersedes", "superseded_by", "invalidated_by_event", "quarantined", "archived_at",
        }  # fmt: skip
        for place, table in enumerate(_TABLES):
            names = [name for name in self.columns.get(table, ()) if name in wanted]
            if names:
                for number, *values in self._file.execute(f"SELECT rowid, {_listed(names)} FROM {table}"):  # noqa: S608 - names are quoted
                    yield place, number, dict(zip(names, values, strict=True))

    def row(self, place: int, number: int) -> dict[str, Any]:
        """Return one row with all its columns; texts beyond any limit are cut, to be refused."""
        table = _TABLES[place]
        names = [name for name in self.columns[table] if name != "embedding"]
        parts = ", ".join(
            f"substr({_quoted(name)}, 1, {_LONGEST})" if name in ("content", "metadata") else _quoted(name)
            for name in names
        )
        values = self._file.execute(f"SELECT {parts} FROM {table} WHERE rowid = ?", [number]).fetchone()  # noqa: S608 - names are quoted
        if values is None:  # listed a moment ago: the file's own tree is broken
            raise sqlite3.DatabaseError("a row is gone")
        return dict(zip(names, values, strict=True))


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _listed(names: Sequence[str]) -> str:
    return ", ".join(_quoted(name) for name in names)


def _ordered(work: sqlite3.Connection) -> Iterator[_Placed]:
    for agent, place, number, _, until, superseded_by, next_start, follows in work.execute(_ORDERED):
        # A replaced row was closed when its successor was written, a moment after that one's start.
        repaired = next_start is not None and (until is None or (until > next_start and superseded_by is None))
        yield _Placed(agent, place, number, follows, repaired)


def _grouped(rows: Iterator[_Placed]) -> Iterator[list[_Placed]]:
    size = min(_GROUP, limits().batch_items)
    group: list[_Placed] = []
    for row in rows:
        group.append(row)
        if len(group) >= size:
            yield group
            group = []
    if group:
        yield group


@dataclass(slots=True, kw_only=True)
class _Run(ImportRun):
    """One run over one file."""

    file: _File
    _multi: dict[str, frozenset[str]] = field(default_factory=dict)

    def outline(self, work: sqlite3.Connection) -> None:
        """Fill the work table: what is needed to put the rows in order."""
        work.execute(_WORK)
        work.execute("BEGIN")
        for place, number, row in self.file.rows():
            if self.request.agent and row.get("agent_id") != self.request.agent:
                continue
            try:
                values = self._outlined(place, number, row)
            except LineError as error:
                self.report.tell(LineReport(number, "refused", error.code, error.reason), self.listener)
                continue
            work.execute("INSERT INTO work VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
        work.execute("CREATE INDEX work_id ON work (agent, id)")
        work.execute("CREATE INDEX work_next ON work (agent, superseded_by)")

    def _outlined(self, place: int, number: int, row: dict[str, Any]) -> list[Any]:
        agent, identity = row.get("agent_id"), row.get("id")
        if not isinstance(agent, str) or not agent or not isinstance(identity, str) or not identity:
            raise LineError("no_id", "The row has no id or no agent_id.")
        for name in ("agent_id", "id", "supersedes", "superseded_by"):
            check_storable(str(row.get(name) or ""), name)
        if place and "archived_at" not in row:
            row = {**row, "archived_at": row.get("timestamp")}
        noted, begins, ends = times_of(row)
        if ends is not None:
            ends = max(begins, ends)
        return [
            place,
            number,
            agent,
            identity,
            self._fact(agent, row),
            begins.isoformat(timespec="microseconds"),
            noted.isoformat(timespec="microseconds"),
            ends.isoformat(timespec="microseconds") if ends else None,
            standing_of(row) == "",
            row.get("supersedes") or None,
            row.get("superseded_by") or None,
        ]

    def _fact(self, agent: str, row: dict[str, Any]) -> str:
        subject, predicate, value = (
            normalize_key(one) if isinstance(one := row.get(name), str) else ""
            for name in ("subject", "predicate", "object")
        )
        if not subject or not predicate:
            return ""
        if agent not in self._multi:
            found = Agent.objects.filter(name=agent).values_list("multi_valued", flat=True).first()
            self._multi[agent] = frozenset(found or ())
        return digest(subject, predicate, value if predicate in self._multi[agent] else None)

    def write(self, agent: str, group: Sequence[_Placed]) -> None:
        """Import one group of rows of one agent."""
        results: dict[int, LineReport] = {}
        todo: list[tuple[int, LegacyDraft]] = []
        for at, placed in enumerate(group):
            try:
                todo.append((at, self._draft(placed)))
            except LineError as error:
                results[at] = LineReport(placed.number, "refused", error.code, error.reason)
        todo = self._unknown(agent, group, todo, results)
        if todo:
            outcomes: Sequence[Carried | HubError | None]
            outcomes = self._try(todo) if self.request.dry_run else self._store(agent, todo)
            for (at, draft), found in zip(todo, outcomes, strict=True):
                results[at] = line_report(group[at].number, found, draft.row.adjusted)
        for at in range(len(group)):
            self.report.tell(results[at], self.listener)

    def _draft(self, placed: _Placed) -> LegacyDraft:
        row = self.file.row(placed.place, placed.number)
        if placed.place and not row.get("archived_at"):
            row["archived_at"] = row.get("timestamp")
        read = read_row(row)
        if placed.repaired and not read.inert:
            read = replace(read, adjusted=(*read.adjusted, _REPAIRED))
        arrival = SourceRef(
            kind=IMPORT_ITEM, session=self.request.name, item=read.id, observed_at=read.draft.recorded_at
        )
        return LegacyDraft(read, arrival, placed.follows)

    def _unknown(
        self,
        agent: str,
        group: Sequence[_Placed],
        todo: list[tuple[int, LegacyDraft]],
        results: dict[int, LineReport],
    ) -> list[tuple[int, LegacyDraft]]:
        """Leave out what was imported before, without the cost of reading it again."""
        agent_id = agent_number(agent)
        keys = [ItemKey(IMPORT_ITEM, "", draft.row.id) for _, draft in todo]
        known = known_items(agent_id, keys) if agent_id is not None else {}
        left = []
        for at, draft in todo:
            item = known.get(ItemKey(IMPORT_ITEM, "", draft.row.id))
            if item is None:
                left.append((at, draft))
            elif item.content_digest == digest(draft.row.draft.content):
                results[at] = LineReport(group[at].number, "already", memory_id=item.memory_id)
            else:
                left.append((at, draft))
        return left

    def _try(self, todo: Sequence[tuple[int, LegacyDraft]]) -> list[Carried | HubError | None]:
        found: list[Carried | HubError | None] = []
        for _, draft in todo:
            try:
                found.append(would_wait() if check_legacy(self.actor, draft) else None)
            except HubError as error:
                found.append(error)
        return found

    def _store(self, agent: str, todo: Sequence[tuple[int, LegacyDraft]]) -> Sequence[Carried | HubError]:
        try:
            return store_legacy(actor=self.actor, agent=agent, drafts=[draft for _, draft in todo], now=self.now)
        except Invalid as error:  # the agent's name cannot be used here
            return [error] * len(todo)
