"""Saving pages: every door's one way in.

A save names the revision it began with. What somebody else saved meanwhile is never overwritten: what both did is put
together word by word where that can be done and is asked for, else the caller gets all three texts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from django.db import IntegrityError

from knowledge import events
from knowledge.conf import limits
from knowledge.engine.wiki.frontmatter import FrontmatterError, Meta, read
from knowledge.engine.wiki.merge import Merge, merge
from knowledge.engine.wiki.paths import path_key
from knowledge.engine.wiki.standing import Standing, after, first, waits_for
from knowledge.errors import Busy, Conflict, HubError, Invalid, NotFound, Refused, TooMany
from knowledge.models import Agent
from knowledge.models.wiki import LIVE, SHARED, WAITING
from knowledge.queries.wiki_access import SHARED_NAME, check_may_write, find_page, is_operator, rules_of
from knowledge.queries.wiki_views import PageView, page_view, standing_of
from knowledge.services import audit, scanning
from knowledge.services.agents import check_agent_name, lock_agent
from knowledge.services.blocks import FORGOTTEN, Fence, note_refused
from knowledge.services.drafts import checked_source, origin_of
from knowledge.services.permissions import check_may_write as check_role
from knowledge.services.transactions import write_transaction
from knowledge.services.wiki_rows import (
    Ready,
    Writing,
    audit_details,
    checked_comment,
    held_already,
    held_today,
    new_page,
    plain_path,
    put,
    ready,
    revision_text,
)
from knowledge.services.wiki_rows import hold as hold_revision

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

    from knowledge.engine.types import Actor, SourceRef
    from knowledge.models import WikiPage, WikiRevision
    from knowledge.services.finding import Finding
    from knowledge.services.transactions import WriteTransaction

SUSPICIOUS: Final = "injection"
_MERGES: Final = 20
"""How often a save is merged with what others save meanwhile."""
_NO_PAGE: Final = "There is no such page."
_TAKEN: Final = "There is a page at this path already; open it, then save with its revision."
_TWIN: Final = "A page at this path differs only in its letters' form; choose another path."
_GONE: Final = "This page is not there any more; save it as a new one."
_NEWER: Final = "Somebody saved this page meanwhile; compare, then save again."


@dataclass(frozen=True, slots=True)
class PageDraft:
    """What a door wants to save.

    Attributes:
        space: name of the agent whose wiki it is; empty for the shared one.
        path: of the page.
        text: frontmatter and all; kept byte for byte.
        base: the revision it was made from; 0 for a new page.
        comment: one line for the history.
        merges: whether a newer revision is merged with when no words are in conflict.
        source: where it was learned.
        origin: `class` or `class:name`; only honoured where the actor's credential fixes none.
        action: how the history calls it.
    """

    space: str
    path: str
    text: str
    base: int = 0
    comment: str = ""
    merges: bool = False
    source: SourceRef | None = None
    origin: str | None = None
    action: str = ""


@dataclass(frozen=True, slots=True)
class SaveOutcome:
    """What a save did.

    Attributes:
        outcome: `created`, `saved`, `merged`, `unchanged` or `held`.
        page: as it is now; of a held write, as it was.
        revision_id: of the revision that was written, empty for none.
        review_id: the request a person decides, when it is held.
        reason: why it is held: `injection`, `layer`, `trust` or `changes`.
        warning: what a person is told about their own text: hidden orders that were read in it, disguises removed.
    """

    outcome: str
    page: PageView
    revision_id: str = ""
    review_id: str | None = None
    reason: str = ""
    warning: tuple[str, ...] = ()


class PageConflict(Conflict):
    """Somebody else's revision is newer.

    Attributes:
        current: number of that revision.
        base, mine, theirs: the three texts.
        merged: what both did, word by word.
    """

    code = "wiki_conflict"

    def __init__(self, *, current: int, base: str, mine: str, theirs: str) -> None:
        super().__init__(_NEWER, field="base_revision")
        self.current = current
        self.base = base
        self.mine = mine
        self.theirs = theirs

    @property
    def merged(self) -> Merge:
        """What both did, word by word."""
        return merge(self.base, self.mine, self.theirs)


def save(*, actor: Actor, draft: PageDraft, now: datetime | None = None) -> SaveOutcome:
    """Save one page.

    Args:
        actor: who writes.
        draft: what.
        now: moment of the write; None reads the hub clock inside the transaction.

    Raises:
        Invalid, TooLarge: the path, the text or its frontmatter breaks a rule, or reads like an order.
        NotFound: not this actor's agent, or the page is gone.
        Refused: the role only reads, the rules keep this actor out, or the source was forgotten for good.
        PageConflict: a newer revision; carries all three texts.
        Conflict: the path is taken.
        TooMany: the day's limit of held writes is reached.
        Busy, OutOfSpace: nothing was written.
    """
    check_role(actor)
    if draft.space != SHARED_NAME:
        if not actor.may_touch(draft.space):
            raise NotFound(_NO_PAGE)
        check_agent_name(draft.space)
    if draft.base:
        _check_known(draft.path)
    what, origin = ready(draft.path, draft.text), origin_of(actor, draft.origin)
    source = None if draft.source is None else checked_source(actor, draft.source)
    writing = Writing(actor, origin, draft.action, checked_comment(draft.comment), source)
    try:
        return _saved(draft, what, writing, now)
    except Refused as error:
        if error.code == FORGOTTEN and source is not None:
            note_refused(actor, _whose(actor, draft.space), [source], now)
        raise
    except IntegrityError as error:
        raise Conflict(_TAKEN, field="path") from error


def _saved(draft: PageDraft, what: Ready, writing: Writing, now: datetime | None) -> SaveOutcome:
    """Scan and save; what was put together of two texts is a new one, and passes every check of such a one itself."""
    for _ in range(_MERGES):
        finding = scanned(writing.actor, draft.space, what, writing, now)
        try:
            with write_transaction(now) as opened:
                return _save(opened, draft, what, writing, finding)
        except _PutTogether as both:
            draft = replace(draft, text=both.text, base=both.current)
            what, writing = ready(what.path, both.text), _with_action(writing, "merged")
    raise Busy("Others save this page all the time; try again.", retry_after=1)


class _PutTogether(Exception):  # noqa: N818 - nothing is wrong, but what was begun is begun anew
    """A save goes on with a text that is merged with a newer revision."""

    def __init__(self, text: str, current: int) -> None:
        super().__init__()
        self.text = text
        self.current = current


def scanned(actor: Actor, space: str, what: Ready, writing: Writing, now: datetime | None) -> Finding | None:
    """Scan all that an agent may see of a page; what is dropped is audited.

    Raises:
        Invalid: it reads like an order (`prompt_injection`).
        Refused: the scan failed.
    """
    others = [*what.texts(), *([("comment", writing.comment)] if writing.comment else [])]
    others += [] if writing.source is None else scanning.source_texts(writing.source)
    texts = scanning.Texts(others=tuple(others))
    try:
        return scanning.judged(actor, texts)
    except HubError as error:
        error.field = "content"
        scanning.write_down_one(actor, space, writing.origin, texts, error, now)
        raise


def _save(
    opened: WriteTransaction, draft: PageDraft, what: Ready, writing: Writing, finding: Finding | None
) -> SaveOutcome:
    actor = writing.actor
    agent = None if draft.space == SHARED_NAME else lock_agent(opened, draft.space, create=True)
    check_may_write(actor, draft.space, what.path, rules_of(agent.pk if agent else SHARED))
    for one in _whose(actor, draft.space) if writing.source is not None else ():
        fence(opened, actor, one, writing.source)
    page = find_page(actor, draft.space, path_key(what.path), for_write=True)
    warning = finding.shown if finding is not None and finding.warns else ()
    if page is not None and page.path != what.path:
        raise Conflict(_TWIN, field="path", code="case_twin")
    if page is not None and page.standing == LIVE and page.text == what.text and not draft.action:
        return SaveOutcome("unchanged", page_view(page), warning=warning)
    merged = _check_base(page, draft, what)
    if merged is not None and page is not None:
        raise _PutTogether(merged, page.revision)
    fresh = page is None or page.standing == WAITING
    writing = _with_action(writing, "created" if fresh else "saved")
    return store(opened, Place(agent, draft.space, page), what, writing, finding=finding)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page goes: its wiki, and its row when there is one."""

    agent: Agent | None
    space: str
    page: WikiPage | None


def store(
    opened: WriteTransaction,
    place: Place,
    what: Ready,
    writing: Writing,
    *,
    finding: Finding | None = None,
    hold: str = "",
    standing: Standing | None = None,
) -> SaveOutcome:
    """Make a text the page's, or hold it for review; its base and the right to write are checked by now.

    Args:
        opened: the write.
        place: where.
        what: the text.
        writing: by whom and why.
        finding: of the scan.
        hold: why it waits in any case, in one word.
        standing: where the page stands with it; None to tell from the text.
    """
    page, by_operator = place.page, is_operator(writing.actor)
    live = page is not None and page.standing == LIVE
    if page is not None and live:
        current = standing_of(page)
        then = after(current, meta_of(page), what.meta, origin=writing.origin, by_operator=by_operator)
    else:
        current, then = None, first(what.meta, origin=writing.origin, by_operator=by_operator)
    then = standing or then
    suspicious = finding is not None and not finding.warns
    reason = (
        SUSPICIOUS if suspicious else hold or waits_for(current, then, origin=writing.origin, by_operator=by_operator)
    )
    if reason:
        return _hold(opened, place, what, writing, reason, finding)
    if page is None:
        page = new_page(opened, place.agent, what.path, writing, WAITING)
    revision = put(opened, page, what, then, writing)
    action = "page.saved" if live else "page.created"
    entry = audit.AuditRecord(action, agent=place.space, target=page.id, details=audit_details(page))
    audit.record(opened, writing.actor, entry)
    warning = finding.shown if finding is not None else ()
    return SaveOutcome(writing.action, page_view(page), revision.id, warning=warning)


def _hold(
    opened: WriteTransaction, place: Place, what: Ready, writing: Writing, reason: str, finding: Finding | None
) -> SaveOutcome:
    """Keep a text aside and ask a person about it; nothing anybody reads changes."""
    page = place.page or new_page(opened, place.agent, what.path, writing, WAITING)
    waiting = held_already(page, what.text, writing)
    revision = waiting or _held_anew(opened, place, page, what, writing, reason)
    findings = {} if finding is None else finding.details
    answers = events.page_held.send(
        sender=None,
        revision=revision.id,
        page=page.id,
        agent=place.space,
        reason=reason,
        origin=writing.origin,
        actor=writing.actor,
        now=opened.now,
        findings=findings,
        again=waiting is not None,
    )
    review = next((str(answer) for _, answer in answers if answer), None)
    return SaveOutcome("held", page_view(page), revision.id, review, reason)


def _held_anew(
    opened: WriteTransaction, place: Place, page: WikiPage, what: Ready, writing: Writing, reason: str
) -> WikiRevision:
    if held_today(page.space, opened.now) >= limits().held_per_day:
        raise TooMany("Today's limit of held writes is reached; decide some of them first.", retry_after=3_600)
    revision = hold_revision(opened, page, what.text, writing, reason=reason)
    details = audit_details(page, reason=reason, revision_id=revision.id)
    audit.record(
        opened, writing.actor, audit.AuditRecord("page.held", agent=place.space, target=page.id, details=details)
    )
    return revision


def _check_base(page: WikiPage | None, draft: PageDraft, what: Ready) -> str | None:
    """Compare the revision a save began with to the current one; return a merged text where one is to be saved.

    Raises:
        PageConflict, Conflict: somebody else was first.
    """
    current = 0 if page is None else page.revision
    if isinstance(draft.base, bool) or not isinstance(draft.base, int) or draft.base < 0:
        raise Invalid("base_revision is the number of the revision you began with.", field="base_revision")
    if draft.base == current:
        return None
    if page is None or current == 0:
        raise NotFound(_GONE)
    base = revision_text(page, draft.base) if draft.base else ""
    if base is None:
        raise Invalid("There is no such revision of this page.", field="base_revision")
    found = PageConflict(current=current, base=base, mine=what.text, theirs=page.text)
    if draft.merges and draft.base:
        merged = found.merged.text
        if merged is not None:
            return merged
    raise found


def _check_known(path: str) -> None:
    """Refuse to go on with a page that no path leads to as one that is not there.

    Raises:
        NotFound: there is none.
    """
    try:
        plain_path(path)
    except Invalid:
        raise NotFound(_GONE) from None


def meta_of(page: WikiPage) -> Meta:
    """Return what the text of a page says about it; nothing where an older text cannot be read any more."""
    try:
        return read(page.text)
    except FrontmatterError:
        return Meta()


def _whose(actor: Actor, space: str) -> QuerySet[Agent]:
    """Return the agents whose blocks count: of an own wiki its agent, of the shared one whoever writes there."""
    names = [space] if space != SHARED_NAME else sorted(actor.agents or ()) if actor.kind == "agent" else []
    return Agent.objects.filter(name__in=names)


def fence(opened: WriteTransaction, actor: Actor, agent: Agent, source: Any) -> None:
    """Refuse what comes from a source that was forgotten for good.

    Raises:
        Refused: `source_forgotten`.
    """
    Fence(opened, actor, agent).check_sources([source])


def _with_action(writing: Writing, action: str) -> Writing:
    chosen = writing.action or action
    return Writing(writing.actor, writing.origin, chosen, writing.comment, writing.source)
