"""Importing memories from files: group by group, every line with its own outcome.

A group is one transaction. What was imported before is recognised by its lines, so a run that was
broken off anywhere is finished by running it again.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, BinaryIO

from knowledge.conf import limits
from knowledge.engine import exchange
from knowledge.engine.ids import digest
from knowledge.engine.importers import guess
from knowledge.engine.importers.base import Entry, LineError, Rules
from knowledge.engine.importers.fields import IMPORT, entry_of
from knowledge.engine.importers.objects import is_array, read_array, read_lines
from knowledge.engine.importers.table import HeaderError, read_table
from knowledge.engine.importers.turns import TurnReader
from knowledge.engine.trust import CEILINGS, ceiling
from knowledge.errors import Invalid
from knowledge.queries.imports import IMPORT_ITEM, ItemKey, agent_number, item_key, known_items, last_positions
from knowledge.services import audit
from knowledge.services.agents import check_agent_name
from knowledge.services.blocks import fence_for_looking
from knowledge.services.drafts import KEY_BYTES, prepare_each
from knowledge.services.import_distil import learn_from
from knowledge.services.import_duduclaw import import_duduclaw
from knowledge.services.import_own import import_own, read_seal
from knowledge.services.import_report import (
    FORMATS,
    ImportReport,
    ImportRequest,
    ImportRun,
    LineReport,
    Listener,
    line_report,
    tried,
)
from knowledge.services.reading import ImportFile, SeenNames
from knowledge.services.store import store_lines
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime
    from pathlib import Path

    from knowledge.engine.types import Actor, MemoryDraft, SourceRef
    from knowledge.queries.imports import KnownItem

GROUP = 500
_PASSED_OVER = Entry(0)
_FOREIGN = "Another hub exported this file: its current memories are imported like any, trusted up to 0.7."


def import_stream(
    *,
    actor: Actor,
    request: ImportRequest,
    stream: BinaryIO,
    listener: Listener | None = None,
    now: datetime | None = None,
) -> ImportReport:
    """Import the memories of one file or of standard input.

    Args:
        actor: who imports.
        request: what, and how to read it.
        stream: the bytes, read once from where it stands.
        listener: told about lines and groups as they are done.
        now: moment of the writes; None reads the hub clock for each group.

    Raises:
        Invalid: agent, name, origin, format or header cannot be used; nothing was imported.
        Busy, OutOfSpace: a group could not be written; those before it are in.
    """
    file = ImportFile(stream)
    if request.format is None and exchange.is_export(file.head):
        raise Invalid("An export is read twice, which a stream is not: name its file.", field="file")
    format_ = request.format or guess.guess_format(request.name, file.head)
    return _import(actor, request, file, _usable(format_), listener or Listener(), now)


def import_file(
    *,
    actor: Actor,
    request: ImportRequest,
    path: Path,
    stream: BinaryIO,
    listener: Listener | None = None,
    now: datetime | None = None,
) -> ImportReport:
    """Import the memories of one file, which may also be a DuDuClaw database.

    Args:
        actor: who imports.
        request: what, and how to read it.
        path: where the file is.
        stream: its bytes, open for reading.
        listener: told about lines and groups as they are done.
        now: moment of the writes; None reads the hub clock for each group.

    Raises:
        Invalid: agent, name, origin, format or header cannot be used; nothing was imported.
        Busy, OutOfSpace: a group could not be written; those before it are in.
    """
    file = ImportFile(stream, size=path.stat().st_size)
    if request.format is None and exchange.is_export(file.head):
        return _import_export(actor, request, path, stream, listener or Listener(), now)
    format_ = request.format or guess.guess_format(path.name, file.head)
    if format_ != guess.DUDUCLAW:
        return _import(actor, request, file, _usable(format_), listener or Listener(), now)
    _check_request(request)
    _check_distil(request, format_)
    report = import_duduclaw(actor=actor, request=request, path=path, listener=listener or Listener(), now=now)
    return _finished(actor, report, now)


def _import_export(
    actor: Actor, request: ImportRequest, path: Path, stream: BinaryIO, listener: Listener, now: datetime | None
) -> ImportReport:
    """Import an agent's whole memory: as it was if this hub wrote it, else its current rows like any others."""
    if not request.agent:
        raise Invalid("Name the agent whose memories these become (--agent).", field="agent")
    check_agent_name(request.agent)
    _check_request(request)
    _check_distil(request, guess.JSONL)
    size = path.stat().st_size
    stream.seek(0)
    sealed = read_seal(stream)
    if sealed.is_own:
        report = import_own(
            actor=actor, request=request, header=sealed.header, stream=stream, size=size, listener=listener, now=now
        )
        return _finished(actor, report, now)
    report = _import(actor, request, ImportFile(stream, size=size), guess.JSONL, listener, now)
    report.notes.append(_FOREIGN)
    return report


def _import(
    actor: Actor, request: ImportRequest, file: ImportFile, format_: str, listener: Listener, now: datetime | None
) -> ImportReport:
    if not request.agent:
        raise Invalid("Name the agent whose memories these become (--agent).", field="agent")
    check_agent_name(request.agent)
    _check_request(request)
    _check_distil(request, format_)
    report = ImportReport(request.agent, request.name, format_, request.dry_run)
    with SeenNames() as names:
        run = _Run(actor=actor, request=request, report=report, listener=listener, names=names, now=now)
        try:
            for group in _groups(_entries(file, format_, request), run):
                run.write(group)
                if listener.group is not None:
                    listener.group(report, file.part)
        except HeaderError as error:
            raise Invalid(str(error), field="file") from error
    return _finished(actor, report, now)


def _check_request(request: ImportRequest) -> None:
    if ceiling(request.origin) > CEILINGS[IMPORT]:
        raise Invalid("An import is trusted up to 0.7: name an origin such as import:notes or channel:chat.")
    if not request.name or len(request.name.encode()) > KEY_BYTES or not request.name.isprintable():
        raise Invalid("Give the import a name of at most 512 bytes without control characters.", field="name")


def _check_distil(request: ImportRequest, format_: str) -> None:
    if request.distil and format_ != guess.TRANSCRIPT:
        raise Invalid("Facts are learned from conversations: --distil goes with a transcript.", field="distil")


def _usable(format_: str | None) -> str:
    if format_ is None:
        raise Invalid(f"The format cannot be told from the file: name it with --format ({', '.join(FORMATS)}).")
    if format_ == guess.MARKDOWN:
        raise Invalid("Markdown goes into the wiki, which this version does not have yet; nothing was imported.")
    if format_ == guess.DUDUCLAW:
        raise Invalid("A DuDuClaw database is read from its file, not from a stream: name the file.")
    if format_ not in FORMATS:
        raise Invalid(f"format must be one of {', '.join(FORMATS)}.", field="format")
    return format_


def _entries(file: ImportFile, format_: str, request: ImportRequest) -> Iterator[Entry]:
    rules = Rules(request.agent, request.name, request.origin, request.timezone)
    if format_ == guess.CSV:
        return read_table(file.lines(), rules)
    if exchange.is_export(file.head):
        return _exported(file, rules)
    make = (
        TurnReader(rules).entry if format_ == guess.TRANSCRIPT else lambda line, fields: entry_of(line, fields, rules)
    )
    if is_array(file.head):
        return read_array(file.pieces(), make)
    return read_lines(file.lines(), make)


def _exported(file: ImportFile, rules: Rules) -> Iterator[Entry]:
    """Yield the memories of another hub's export."""

    def make(line: int, fields: dict[str, Any]) -> Entry:
        plain = exchange.plain_fields(fields)
        return _PASSED_OVER if plain is None else entry_of(line, plain, rules)

    return (entry for entry in read_lines(file.lines(), make) if entry is not _PASSED_OVER)


def _groups(entries: Iterator[Entry], run: _Run) -> Iterator[list[Entry]]:
    """Collect groups for one transaction; a line made from another one comes in a later group."""
    size = min(GROUP, limits().batch_items)
    group: list[Entry] = []
    names: set[str] = set()
    for entry in entries:
        checked = run.check_name(entry)
        if len(group) >= size or (checked.draft and not names.isdisjoint(checked.draft.derived_from)):
            yield group
            group, names = [], set()
        group.append(checked)
        if checked.name:
            names.add(checked.name)
    if group:
        yield group


@dataclass(slots=True, kw_only=True)
class _Run(ImportRun):
    """One run over one file."""

    names: SeenNames
    _shift: dict[str, int] = field(default_factory=dict)

    def check_name(self, entry: Entry) -> Entry:
        """Refuse a line whose own id was used by an earlier line of the file that says something else."""
        if not entry.name or entry.arrival is None:
            return entry
        first = self.names.first(entry.name, entry.arrival.item, entry.line)
        if first is None or first[0] == entry.arrival.item:
            return entry
        return Entry(
            entry.line, problem=LineError("duplicate_id", f"Line {first[1]} has the same id and another text.")
        )

    def write(self, group: Sequence[Entry]) -> None:
        """Import one group."""
        agent_id = agent_number(self.request.agent)
        keys = [item_key(entry.arrival) for entry in group if entry.arrival is not None]
        known = known_items(agent_id, keys) if agent_id is not None else {}
        settled, twins = self._settle(group, known)
        self._continue_positions(group, known, agent_id)
        open_ones = [at for at in range(len(group)) if at not in settled and at not in twins]
        todo = [self._with_parents(self._shifted(group[at]), agent_id) for at in open_ones]
        outcomes = self._try(todo) if self.request.dry_run else self._store(todo)
        settled |= dict(zip(open_ones, outcomes, strict=True))
        for at, entry in enumerate(group):
            one = settled[at] if at in settled else _like_twin(entry.line, settled[twins[at]])
            self.report.tell(one, self.listener)
        if self.request.distil:
            told = [
                self._shifted(entry)
                for at, entry in enumerate(group)
                if at in settled and settled[at].outcome != "refused"
            ]
            learn_from(told, actor=self.actor, request=self.request, report=self.report, now=self.now)

    def _settle(
        self, group: Sequence[Entry], known: dict[ItemKey, KnownItem]
    ) -> tuple[dict[int, LineReport], dict[int, int]]:
        """Find the lines that need no write, and those that repeat another line of the group."""
        settled: dict[int, LineReport] = {}
        twins: dict[int, int] = {}
        first: dict[ItemKey, int] = {}
        for at, entry in enumerate(group):
            if entry.problem is not None or entry.arrival is None or entry.draft is None:
                settled[at] = _refused(entry.line, entry.problem or LineError("no_content", "The line holds nothing."))
                continue
            key = item_key(entry.arrival)
            item = known.get(key)
            if item is not None:
                changed = key.kind != IMPORT_ITEM and item.content_digest != _text_digest(entry.draft)
                settled[at] = (
                    _refused(entry.line, _changed())
                    if changed
                    else LineReport(entry.line, "already", memory_id=item.memory_id)
                )
                continue
            twin = first.setdefault(key, at)
            if twin == at:
                continue
            other = group[twin].draft
            if other is not None and other.content != entry.draft.content:
                settled[at] = _refused(entry.line, _changed())
            else:
                twins[at] = twin
        return settled, twins

    def _continue_positions(
        self, group: Sequence[Entry], known: dict[ItemKey, KnownItem], agent_id: int | None
    ) -> None:
        """Let counted positions go on where an earlier file of the same conversation ended."""
        met: dict[str, SourceRef] = {}
        for entry in group:
            if entry.counted and entry.arrival is not None and entry.arrival.session not in self._shift:
                met.setdefault(entry.arrival.session, entry.arrival)
        last = last_positions(agent_id, met) if met and agent_id is not None else {}
        for session, first in met.items():
            at = known.get(item_key(first))
            begins = first.sequence or 0
            if at is not None and at.sequence is not None:
                self._shift[session] = at.sequence - begins
            else:
                self._shift[session] = last[session] + 1 - begins if session in last else 0

    def _shifted(self, entry: Entry) -> Entry:
        source = entry.arrival
        if not entry.counted or source is None or entry.draft is None or not self._shift.get(source.session):
            return entry
        moved = replace(source, sequence=max(0, (source.sequence or 0) + self._shift[source.session]))
        return replace(entry, arrival=moved, draft=replace(entry.draft, source=moved))

    def _with_parents(self, entry: Entry, agent_id: int | None) -> Entry:
        """Replace the names a file gives its own lines by the ids they got here."""
        if entry.draft is None or not entry.draft.derived_from:
            return entry
        items = {name: found[0] for name in entry.draft.derived_from if (found := self.names.find(name))}
        keys = {name: ItemKey(IMPORT_ITEM, "", item) for name, item in items.items()}
        known = known_items(agent_id, keys.values()) if keys and agent_id is not None else {}
        parents = []
        for name in entry.draft.derived_from:
            item = known.get(keys[name]) if name in keys else None
            if item is not None:
                parents.append(item.memory_id)
            elif name not in keys or not self.request.dry_run:
                parents.append(name)
        return replace(entry, draft=replace(entry.draft, derived_from=tuple(parents)))

    def _try(self, todo: Sequence[Entry]) -> list[LineReport]:
        fence = fence_for_looking(self.actor, self.request.agent)
        checked = zip(todo, prepare_each(self.actor, _drafts(todo)), strict=True)
        return [line_report(entry.line, tried(self.actor, one, fence), entry.adjusted) for entry, one in checked]

    def _store(self, todo: Sequence[Entry]) -> list[LineReport]:
        if not todo:
            return []
        carried = store_lines(
            actor=self.actor,
            agent=self.request.agent,
            drafts=_drafts(todo),
            arrivals=[entry.arrival for entry in todo],
            now=self.now,
        )
        return [line_report(entry.line, one, entry.adjusted) for entry, one in zip(todo, carried, strict=True)]


def _drafts(entries: Sequence[Entry]) -> list[MemoryDraft]:
    return [entry.draft for entry in entries if entry.draft is not None]


def _refused(line: int, problem: LineError) -> LineReport:
    return LineReport(line, "refused", problem.code, problem.reason)


def _like_twin(line: int, twin: LineReport) -> LineReport:
    """Report a line that repeats another one: nothing more happens, for better or worse."""
    return replace(twin, line=line, adjusted=(), outcome=twin.outcome if twin.outcome == "refused" else "already")


def _changed() -> LineError:
    return LineError("duplicate_id", "A message with this id was imported already with another text.")


def _text_digest(draft: MemoryDraft) -> str:
    return digest(unicodedata.normalize("NFC", draft.content))


def _finished(actor: Actor, report: ImportReport, now: datetime | None) -> ImportReport:
    """Write into the audit trail that a file arrived, and what it brought."""
    if report.dry_run or not report.lines:
        return report
    details = {"format": report.format, **dict(sorted(report.outcomes.items()))}
    with write_transaction(now) as opened:
        entry = audit.AuditRecord("import.run", agent=report.agent, target=report.name, details=details)
        audit.record(opened, actor, entry)
    return report
