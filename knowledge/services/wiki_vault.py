"""A folder of Markdown into the wiki: every page byte for byte, each with its own outcome, repeated without effect.

The texts come from whoever opened the folder; nothing here touches a disk. What is learned this way is trusted up to
0.7 and scanned like everything else that comes in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from django.db import IntegrityError

from knowledge.engine.ids import digest
from knowledge.engine.trust import ceiling
from knowledge.engine.types import SourceRef
from knowledge.engine.wiki.paths import path_key
from knowledge.errors import Busy, Conflict, HubError, Invalid
from knowledge.models import WikiPage
from knowledge.models.wiki import ARCHIVED, LIVE, SHARED
from knowledge.queries.wiki_access import SHARED_NAME, check_may_write, rules_of
from knowledge.services import audit
from knowledge.services.agents import check_agent_name, lock_agent
from knowledge.services.attempts import attempt
from knowledge.services.permissions import check_may_write as check_role
from knowledge.services.transactions import write_transaction
from knowledge.services.wiki import Place, fence, scanned, store
from knowledge.services.wiki_rows import Ready, Writing, plain_path, ready, together

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.models import Agent
    from knowledge.services.finding import Finding
    from knowledge.services.transactions import WriteTransaction

AT_ONCE: Final = 50
"""Pages of one transaction: others get their turn in between."""

IMPORT: Final = "import"
MOST_NOTED: Final = 200
_TWIN: Final = "A page at this path differs only in its letters' form."


@dataclass(frozen=True, slots=True)
class VaultPage:
    """One file of the folder: its path inside, and its bytes."""

    path: str
    content: bytes


@dataclass(frozen=True, slots=True)
class VaultRequest:
    """What to import.

    Attributes:
        space: name of the agent whose wiki it goes to; empty for the shared one.
        name: of the folder, for the record of where pages were learned.
        origin: `class` or `class:name`, trusted up to 0.7.
        overwrites: whether a page that differs gets a new revision; else it is left as it is.
        dry_run: whether to only tell what would happen.
    """

    space: str
    name: str
    origin: str = IMPORT
    overwrites: bool = False
    dry_run: bool = False


@dataclass(slots=True)
class VaultReport:
    """What became of the pages.

    Attributes:
        counts: by outcome: `created`, `saved`, `unchanged`, `held`, `differs`, `refused`.
        noted: (path, outcome, reason) of what did not simply go in, the first 200.
        left_out: how many further ones there were.
    """

    counts: Counter[str] = field(default_factory=Counter)
    noted: list[tuple[str, str, str]] = field(default_factory=list)
    left_out: int = 0

    def tell(self, path: str, outcome: str, reason: str = "") -> None:
        """Count one page."""
        self.counts[outcome] += 1
        if outcome in {"created", "saved", "unchanged"}:
            return
        if len(self.noted) < MOST_NOTED:
            self.noted.append((path, outcome, reason))
        else:
            self.left_out += 1


def import_vault(
    *, actor: Actor, request: VaultRequest, pages: Iterable[VaultPage], now: datetime | None = None
) -> VaultReport:
    """Put the pages of a folder into a wiki; a page that is refused leaves the others alone.

    Args:
        actor: who imports.
        request: where to, and how.
        pages: files, in any order; links between them are found whatever the order.
        now: moment of the writes; None reads the hub clock.

    Raises:
        Invalid: the request breaks a rule; nothing was imported.
        Refused, NotFound: not this actor's wiki.
        Busy, OutOfSpace: the pages before it are in.
    """
    check_role(actor)
    if ceiling(request.origin) > ceiling(IMPORT):
        raise Invalid("An import is trusted up to 0.7: name an origin such as import:notes or channel:chat.")
    if request.space != SHARED_NAME:
        check_agent_name(request.space)
    check_may_write(actor, request.space, "a.md", [])
    report = VaultReport()
    waiting = iter(pages)
    while some := list(islice(waiting, AT_ONCE)):
        checked = list(_checked(actor, request, some, report, now))
        if request.dry_run:
            _foresee(request, checked, report)
        elif checked:
            _write(actor, request, checked, report, now)
    return report


def _checked(
    actor: Actor, request: VaultRequest, pages: Iterable[VaultPage], report: VaultReport, now: datetime | None
) -> Iterator[tuple[Ready, Finding | None]]:
    """Yield the pages that pass every check that needs no database; the others are told."""
    writing = Writing(actor, request.origin)
    for page in pages:
        try:
            path = plain_path(page.path)
            text = page.content.decode("utf-8")
            what = ready(path, text)
            yield what, scanned(replace(actor, door="import"), request.space, what, writing, now)
        except UnicodeDecodeError:
            report.tell(page.path, "refused", "not_utf8")
        except HubError as error:
            report.tell(page.path, "refused", error.code)


def _foresee(request: VaultRequest, checked: Iterable[tuple[Ready, Finding | None]], report: VaultReport) -> None:
    known = _known(request, [what for what, _ in checked])
    for what, finding in checked:
        page = known.get(path_key(what.path))
        if page is not None and page.text == what.text:
            report.tell(what.path, "unchanged")
        elif page is not None and not request.overwrites:
            report.tell(what.path, "differs")
        else:
            report.tell(what.path, "held" if finding else "created" if page is None else "saved")


def _write(
    actor: Actor,
    request: VaultRequest,
    checked: list[tuple[Ready, Finding | None]],
    report: VaultReport,
    now: datetime | None,
) -> None:
    told: list[tuple[str, str, str]] = []
    try:
        with write_transaction(now) as opened:
            agent = None if request.space == SHARED_NAME else lock_agent(opened, request.space, create=True)
            rules = rules_of(agent.pk if agent else SHARED)
            known = _known(request, [what for what, _ in checked])
            taken: set[str] = set()
            with together(opened):
                for what, finding in checked:
                    page = known.get(path_key(what.path))
                    try:
                        with attempt(opened):
                            if path_key(what.path) in taken:
                                raise Conflict(_TWIN, code="case_twin")
                            taken.add(path_key(what.path))
                            check_may_write(actor, request.space, what.path, rules)
                            told.append(_put(opened, actor, request, agent, page, what, finding))
                    except HubError as error:
                        told.append((what.path, "refused", error.code))
            details = dict(Counter(outcome for _, outcome, _ in told))
            entry = audit.AuditRecord("import.pages", agent=request.space, target=digest(request.name), details=details)
            audit.record(opened, actor, entry)
    except IntegrityError as error:
        raise Busy("Somebody wrote the same at this moment; start the import again.", retry_after=1) from error
    for one in told:
        report.tell(*one)


def _put(
    opened: WriteTransaction,
    actor: Actor,
    request: VaultRequest,
    agent: Agent | None,
    page: WikiPage | None,
    what: Ready,
    finding: Finding | None,
) -> tuple[str, str, str]:
    if page is not None and page.path != what.path:
        raise Conflict(_TWIN, code="case_twin")
    if page is not None and page.standing == LIVE and page.text == what.text:
        return what.path, "unchanged", ""
    if page is not None and page.standing == LIVE and not request.overwrites:
        return what.path, "differs", ""
    source = SourceRef(kind="import_item", session=request.name, item=digest(what.path, what.text))
    if agent is not None:
        fence(opened, actor, agent, source)
    writing = Writing(actor, request.origin, "imported", "", source)
    done = store(opened, Place(agent, request.space, page), what, writing, finding=finding)
    if done.outcome == "held":
        return what.path, "held", done.reason
    return what.path, "created" if page is None else "saved", ""


def _known(request: VaultRequest, pages: Iterable[Ready]) -> dict[str, WikiPage]:
    rows = WikiPage.objects.filter(path_key__in=[path_key(one.path) for one in pages]).exclude(standing=ARCHIVED)
    rows = rows.filter(space=SHARED) if request.space == SHARED_NAME else rows.filter(agent__name=request.space)
    return {one.path_key: one for one in rows.select_related("agent")}
