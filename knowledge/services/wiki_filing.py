"""Reference documents found in conversations become pages: word for word, hardly trusted, and only so many a day.

Nothing a caller says raises what such a page is worth; a person may, by promoting it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from knowledge import events
from knowledge.conf import wiki_settings
from knowledge.engine.wiki.paths import path_key
from knowledge.engine.wiki.standing import Standing
from knowledge.errors import HubError, Refused
from knowledge.models import WikiPage, WikiRevision
from knowledge.models.wiki import ARCHIVED, KEPT, LIVE
from knowledge.queries.wiki_access import check_may_write, rules_of
from knowledge.queries.wiki_views import standing_of
from knowledge.services.attempts import attempt
from knowledge.services.wiki import Place, fence, scanned, store
from knowledge.services.wiki_changes import note_change
from knowledge.services.wiki_pointers import ensure_pointer
from knowledge.services.wiki_rows import Ready, Writing, ready

if TYPE_CHECKING:
    from knowledge.engine.distill import Document
    from knowledge.engine.types import Actor, SourceRef
    from knowledge.models import Agent
    from knowledge.services.finding import Finding
    from knowledge.services.transactions import WriteTransaction

FOLDER: Final = "auto/"
TRUST: Final = 0.3
SOURCE_TYPE: Final = "raw_dialogue"
LAYER: Final = "context"
CHANGES: Final = "changes"
QUOTA: Final = "page_quota"
BUILT: Final = "filed"


@dataclass(frozen=True, slots=True)
class Filed:
    """What became of one document.

    Attributes:
        outcome: `created`, `updated`, `unchanged`, `held`, `dropped` or `refused`.
        reason: why it was not simply filed, a stable word.
        path: of the page; empty where there is none.
        pointer: id of the memory that points to it.
        review_id: the request a person decides, when it is held.
    """

    outcome: str
    reason: str = ""
    path: str = ""
    pointer: str = ""
    review_id: str | None = None


def path_of(document: Document) -> str:
    """Return where a document is filed: `auto/<type>/<slug>.md`."""
    return f"{FOLDER}{document.kind}/{document.slug}.md"


def file_document(
    opened: WriteTransaction, actor: Actor, agent: Agent, document: Document, text: str, source: SourceRef
) -> Filed:
    """File one document of a conversation for a locked agent; a refusal is an answer and leaves the rest alone.

    Args:
        opened: the write.
        actor: whose conversation it is, with the origin of what people say to one another.
        agent: whose wiki.
        document: what was found.
        text: its words, kept as they are.
        source: the message.
    """
    learning = replace(actor, kind="agent", roles=frozenset(), agents=frozenset({agent.name}))
    writing = Writing(learning, actor.origin, BUILT, "", source)
    try:
        what = ready(path_of(document), text)
        if not what.meta.title:
            what.title = document.title or what.title
        # Outside of what may be undone: what is dropped stays in the audit.
        finding = scanned(learning, agent.name, what, writing, None)
        with attempt(opened):
            return _file(opened, agent, what, writing, finding)
    except HubError as error:
        return Filed("dropped" if error.code == "prompt_injection" else "refused", error.code, "")


def _file(opened: WriteTransaction, agent: Agent, what: Ready, writing: Writing, finding: Finding | None) -> Filed:
    actor, path, text, source = writing.actor, what.path, what.text, writing.source
    check_may_write(actor, agent.name, path, rules_of(agent.pk))
    fence(opened, actor, agent, source)
    rows = WikiPage.objects.filter(space=agent.pk, path_key=path_key(path)).select_related("agent")
    page = rows.exclude(standing=ARCHIVED).first()
    if page is not None and page.standing == LIVE and page.text == text:
        return Filed("unchanged", path=page.path, pointer=ensure_pointer(opened, page, source) if page.filed else "")
    if page is None and rows.filter(standing=ARCHIVED, text=text).exists():
        raise Refused("This page was archived by a person.", code="page_archived")
    if page is not None and page.standing != LIVE and page.revisions.filter(text=text, number__isnull=True).exists():
        return Filed("held", "waits_already", page.path)
    if page is None:
        _check_quota(opened, agent)
    hold = CHANGES if page is not None and _changes(opened, page) + 1 >= wiki_settings().changes_per_hour else ""
    standing = _standing(page, actor.origin, what.meta.do_not_inject)
    done = store(opened, Place(agent, agent.name, page), what, writing, finding=finding, hold=hold, standing=standing)
    row = WikiPage.objects.select_related("agent").get(id=done.page.id)
    if not row.filed and (page is None or page.standing != LIVE):
        row.filed = True
        row.save(update_fields=["filed"])
        note_change(row.space)
    if row.kept and done.outcome != "held":
        row.kept = False
        row.save(update_fields=["kept"])
    outcome = "created" if page is None else "updated"
    held = done.outcome == "held"
    events.page_auto_filed.send(sender=None, page=row.id, agent=agent.name, outcome=outcome, held=held, now=opened.now)
    if held:
        return Filed("held", done.reason, row.path, review_id=done.review_id)
    return Filed(outcome, path=row.path, pointer=ensure_pointer(opened, row, source))


def _standing(page: WikiPage | None, origin: str, do_not_inject: bool) -> Standing:  # noqa: FBT001
    """Return where a filed page stands: the least of what it was and what such a page is worth."""
    if page is None or page.standing != LIVE:
        return Standing(TRUST, SOURCE_TYPE, LAYER, origin, do_not_inject, None)
    now = standing_of(page)
    return replace(
        now,
        trust=min(now.trust, TRUST),
        source_type=SOURCE_TYPE,
        origin=origin,
        do_not_inject=now.do_not_inject or do_not_inject,
    )


def _check_quota(opened: WriteTransaction, agent: Agent) -> None:
    most = wiki_settings().filed_per_day
    day = opened.now.replace(hour=0, minute=0, second=0, microsecond=0)
    # Counted by what was written: a page that was moved or archived since was filed today all the same.
    rows = WikiRevision.objects.filter(page__space=agent.pk, page__created_at__gte=day, action=BUILT, base=0)
    if rows.values("page").distinct().count() >= most:
        raise Refused(f"At most {most} new pages are filed a day.", code=QUOTA)


def _changes(opened: WriteTransaction, page: WikiPage) -> int:
    """Return how often a page was really changed by filing within the last hour."""
    rows = WikiRevision.objects.filter(page=page, action=BUILT, at__gt=opened.now - timedelta(hours=1), base__gt=0)
    return rows.filter(standing=KEPT).count()
