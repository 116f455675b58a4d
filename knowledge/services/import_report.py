"""What an import is asked to do, and what it reports."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from knowledge.engine.importers.fields import IMPORT
from knowledge.engine.importers.guess import FORMATS
from knowledge.errors import HubError
from knowledge.services import scanning
from knowledge.services.writer import Carried

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime, tzinfo

    from knowledge.engine.types import Actor
    from knowledge.services.blocks import Fence
    from knowledge.services.drafts import Prepared

__all__ = [
    "FORMATS",
    "ImportReport",
    "ImportRequest",
    "ImportRun",
    "LineReport",
    "Listener",
    "line_report",
    "tried",
    "would_wait",
]

_NEW = frozenset({"new", "stored", "superseded", "history", "quarantined", "archived", "rejected", "purged"})
_AGAIN = frozenset({"reaffirmed", "ended", "extended"})


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """What to import, and how to read it.

    Attributes:
        agent: whose memories they become.
        name: what the import is called; forgetting it as a whole later goes by this name.
        format: one of `FORMATS`; None tells it by the beginning of the file and its name.
        origin: origin of lines that name none; its class may not be trusted more than `import`.
        timezone: zone of times that have none; None refuses such lines.
        dry_run: say what would happen, change nothing.
        distil: of a transcript, also learn what its conversations say.
    """

    agent: str
    name: str
    format: str | None = None
    origin: str = IMPORT
    timezone: tzinfo | None = None
    dry_run: bool = False
    distil: bool = False


@dataclass(frozen=True, slots=True)
class LineReport:
    """What became of one line.

    Attributes:
        line: counted from 1; of a JSON array, which element.
        outcome: an outcome of `store`, `already` (it was imported before), `new` (dry run: it would
            be stored) or `refused`.
        code, reason: of a refused or held line; the reason holds none of its content.
        memory_id: the row that carries the line, empty when none does.
        adjusted: what was brought into range.
    """

    line: int
    outcome: str
    code: str = ""
    reason: str = ""
    memory_id: str = ""
    adjusted: tuple[str, ...] = ()


@dataclass(slots=True)
class ImportReport:
    """What an import did, in numbers.

    Attributes:
        outcomes: lines by outcome, see `LineReport`.
        adjusted: lines with a value that was brought into range.
        notes: what concerns the file as a whole, one sentence each.
        facts: what was learned from conversations, by outcome; `new` in a dry run.
        documents: reference documents in them, by what became of them; `new` in a dry run.
    """

    agent: str
    name: str
    format: str
    dry_run: bool
    outcomes: Counter[str] = field(default_factory=Counter)
    adjusted: int = 0
    notes: list[str] = field(default_factory=list)
    facts: Counter[str] = field(default_factory=Counter)
    documents: Counter[str] = field(default_factory=Counter)

    def tell(self, one: LineReport, listener: Listener) -> None:
        """Count one line, and tell whoever wants to know."""
        self.outcomes[one.outcome] += 1
        if one.adjusted:
            self.adjusted += 1
        if listener.line is not None:
            listener.line(one)

    @property
    def lines(self) -> int:
        """Lines that held something."""
        return self.outcomes.total()

    @property
    def new(self) -> int:
        """Lines that became a row (or would, in a dry run)."""
        return sum(count for outcome, count in self.outcomes.items() if outcome in _NEW)

    @property
    def reaffirmed(self) -> int:
        """Lines that confirmed a row that was there."""
        return sum(count for outcome, count in self.outcomes.items() if outcome in _AGAIN)

    @property
    def already(self) -> int:
        """Lines that were imported before."""
        return self.outcomes["already"]

    @property
    def held(self) -> int:
        """Lines that wait for a person."""
        return self.outcomes["held"]

    @property
    def refused(self) -> int:
        """Lines that were not imported."""
        return self.outcomes["refused"]


@dataclass(frozen=True, slots=True)
class Listener:
    """Who wants to know while it runs.

    Attributes:
        line: called for every line, in the order of the file within a group.
        group: called after every group with the report so far and the part of the file that is done, 0 to 1;
            0 when nobody knows how long the file is.
    """

    line: Callable[[LineReport], None] | None = None
    group: Callable[[ImportReport, float], None] | None = None


@dataclass(slots=True, kw_only=True)
class ImportRun:
    """What one run over one file goes by, whatever is read from it.

    Attributes:
        actor: who imports.
        request: what, and how to read it.
        report: what has become of it so far.
        listener: told about lines and groups as they are done.
        now: moment of the writes; None reads the hub clock for each group.
    """

    actor: Actor
    request: ImportRequest
    report: ImportReport
    listener: Listener
    now: datetime | None


def would_wait() -> Carried:
    """Return what a dry run says of a line that would wait in quarantine: no row carries it yet."""
    return Carried("quarantined", "", "injection")


def tried(actor: Actor, one: Prepared | HubError, fence: Fence | None = None) -> Carried | HubError | None:
    """Look at a checked line as a write would, with its source and its text; None when nothing speaks against it."""
    if isinstance(one, HubError):
        return one
    try:
        if fence is not None:
            fence.check_sources([one.source, *([] if one.arrival is None else [one.arrival])])
        return would_wait() if scanning.would_wait(actor, one) else None
    except HubError as error:
        return error


def line_report(line: int, found: Carried | HubError | None, adjusted: tuple[str, ...] = ()) -> LineReport:
    """Say what became of one line.

    Args:
        line: counted from 1.
        found: the row that carries it, or why it is refused; None when a dry run found nothing wrong.
        adjusted: what was brought into range; of no interest when nothing was stored.
    """
    if isinstance(found, HubError):
        return LineReport(line, "refused", found.code, found.message)
    if found is None:
        return LineReport(line, "new", adjusted=adjusted)
    if found.outcome == "duplicate":
        return LineReport(line, "already", memory_id=found.memory_id)
    return LineReport(line, found.outcome, found.reason, memory_id=found.memory_id, adjusted=adjusted)
