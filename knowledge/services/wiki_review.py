"""Deciding about a revision that waits: it becomes the page's text, or it never does; both can be taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from knowledge.engine.wiki.standing import Standing, after, first
from knowledge.errors import Conflict, NotFound
from knowledge.models import WikiRevision
from knowledge.models.wiki import ARCHIVED, HELD, KEPT, LIVE, REJECTED, WAITING
from knowledge.queries.wiki_access import check_may_write as check_rules
from knowledge.queries.wiki_access import is_operator, rules_of
from knowledge.queries.wiki_review import shown_revisions
from knowledge.queries.wiki_views import standing_of
from knowledge.services import audit
from knowledge.services.agents import lock_agent
from knowledge.services.permissions import check_may_write
from knowledge.services.transactions import write_transaction
from knowledge.services.wiki import fence, meta_of
from knowledge.services.wiki_filing import LAYER as FILED_LAYER
from knowledge.services.wiki_filing import SOURCE_TYPE as FILED_TYPE
from knowledge.services.wiki_filing import TRUST as FILED_TRUST
from knowledge.services.wiki_pointers import ensure_pointer, expire_pointer
from knowledge.services.wiki_rows import Ready, Writing, audit_details, put, ready, revision_text, set_text, take_down

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.models import WikiPage
    from knowledge.services.transactions import WriteTransaction

_NOTHING = "There is no such page that waits for a decision."
_CHANGED = "Something has changed since this decision; it can no longer be undone."
_COLUMNS = ("trust", "source_type", "layer", "origin", "do_not_inject", "visible_to")


def approve(*, actor: Actor, revision_id: str, shown: str = "", now: datetime | None = None) -> dict[str, Any] | None:
    """Make a held revision the page's text.

    It keeps the trust of whoever wrote it: being let in is no promotion.

    Args:
        actor: who decides.
        revision_id: of the revision.
        shown: digest of what the person saw; empty to bind to nothing.
        now: moment of the write; None reads the hub clock.

    Returns:
        What it takes to undo it; None when the page or the revision is not what was shown any more.

    Raises:
        NotFound: nothing of that id waits, or it is not this actor's.
        Refused: the role only reads, the rules keep this actor out, or the source was forgotten meanwhile.
    """
    check_may_write(actor)
    with write_transaction(now) as opened:
        row, page = _waiting(opened, actor, revision_id)
        current = shown_revisions([revision_id]).get(revision_id, "")
        if page.standing == ARCHIVED or row.base != page.revision or (shown and shown != current):
            _turn_away(opened, actor, row, page, "page.stale")
            return None
        space = page.agent.name if page.agent else ""
        check_rules(actor, space, page.path, rules_of(page.space))
        for source in row.learned_from.all():
            if page.agent is not None:
                fence(opened, actor, page.agent, source)
        what, before = ready(page.path, row.text), _kept(page)
        writing = Writing(actor, row.origin, row.action, row.comment)
        revision = _let_in(opened, page, row, what, writing)
        entry = audit.AuditRecord(
            "page.approved", agent=space, target=page.id, details=audit_details(page, revision_id=row.pk)
        )
        audit.record(opened, actor, entry)
        return {"revision": row.pk, "number": revision, "before": before}


def reject(*, actor: Actor, revision_id: str, reason: str = "", now: datetime | None = None) -> dict[str, Any]:
    """Turn a held revision away; it stays in the history, where curators see it.

    Raises:
        NotFound: nothing of that id waits, or it is not this actor's.
    """
    with write_transaction(now) as opened:
        row, page = _waiting(opened, actor, revision_id)
        _turn_away(opened, actor, row, page, "page.rejected", reason)
        return {"revision": row.pk}


def wait_again(*, actor: Actor, trace: dict[str, Any], reason: str = "", now: datetime | None = None) -> str:
    """Take a decision back: the revision waits again, and the page is as it was before.

    Args:
        actor: who takes it back.
        trace: what the decision returned.
        reason: for the audit.
        now: moment of the write; None reads the hub clock.

    Returns:
        Id of the revision.

    Raises:
        Conflict: the page has changed since.
        NotFound: not this actor's.
    """
    check_may_write(actor)
    with write_transaction(now) as opened:
        row, page = _located(opened, actor, str(trace.get("revision")))
        if row.standing == KEPT:
            _take_out(page, row, trace)
            if page.filed and page.standing != LIVE:
                expire_pointer(opened, actor, page, page.path)
        elif row.standing != REJECTED:
            raise Conflict(_CHANGED, code="changed_since")
        row.standing, row.number = HELD, None
        row.save()
        details = audit_details(page, revision_id=row.pk)
        space = page.agent.name if page.agent else ""
        entry = audit.AuditRecord("page.undone", agent=space, target=page.id, reason=reason, details=details)
        audit.record(opened, actor, entry)
        return row.pk


def _let_in(opened: WriteTransaction, page: WikiPage, row: WikiRevision, what: Ready, writing: Writing) -> int:
    """Put the text on the page under the name of whoever wrote it."""
    live = page.standing == LIVE
    then = (
        after(standing_of(page), meta_of(page), what.meta, origin=row.origin, by_operator=False)
        if live
        else first(what.meta, origin=row.origin, by_operator=False)
    )
    if page.filed:
        then = replace(
            then,
            trust=min(then.trust, FILED_TRUST),
            source_type=FILED_TYPE,
            layer=FILED_LAYER if not live else page.layer,
        )
    put(opened, page, what, then, writing)
    # `put` has written a revision of its own; the one that waited takes its number and its place in the history.
    number = page.revision
    WikiRevision.objects.filter(page=page, number=number).delete()
    row.number, row.standing = number, KEPT
    row.save()
    page.updated_by = row.by
    page.save(update_fields=["updated_by"])
    if page.filed:
        ensure_pointer(opened, page)
    return number


def _take_out(page: WikiPage, row: WikiRevision, trace: dict[str, Any]) -> None:
    """Put the page back to what it was before a revision was let in."""
    if page.revision != row.number or page.standing != LIVE:
        raise Conflict(_CHANGED, code="changed_since")
    before = trace["before"]
    if before["revision"] == 0:
        take_down(page)
        page.standing, page.revision, page.text, page.html, page.plain = WAITING, 0, "", "", ""
        page.save()
        page.links.all().delete()
        return
    text = revision_text(page, before["revision"])
    if text is None:
        raise Conflict(_CHANGED, code="changed_since")
    values = {name: before[name] for name in _COLUMNS}
    values["visible_to"] = None if values["visible_to"] is None else tuple(values["visible_to"])
    set_text(page, ready(page.path, text), Standing(**values), number=before["revision"])


def _kept(page: WikiPage) -> dict[str, Any]:
    return {"revision": page.revision, **{name: getattr(page, name) for name in _COLUMNS}}


def _turn_away(
    opened: WriteTransaction, actor: Actor, row: WikiRevision, page: WikiPage, action: str, reason: str = ""
) -> None:
    row.standing = REJECTED
    row.save(update_fields=["standing"])
    space = page.agent.name if page.agent else ""
    details = audit_details(page, revision_id=row.pk)
    audit.record(opened, actor, audit.AuditRecord(action, agent=space, target=page.id, reason=reason, details=details))


def _located(opened: WriteTransaction, actor: Actor, revision_id: str) -> tuple[WikiRevision, WikiPage]:
    row = WikiRevision.objects.filter(pk=revision_id).select_related("page", "page__agent").first()
    if row is None or not _may_decide(actor, row.page):
        raise NotFound(_NOTHING)
    if row.page.agent is not None:
        lock_agent(opened, row.page.agent.name)
    page = type(row.page).objects.select_for_update(of=("self",)).select_related("agent").get(pk=row.page.pk)
    row.refresh_from_db()
    row.page = page
    return row, page


def _waiting(opened: WriteTransaction, actor: Actor, revision_id: str) -> tuple[WikiRevision, WikiPage]:
    row, page = _located(opened, actor, revision_id)
    if row.standing != HELD:
        raise NotFound(_NOTHING)
    return row, page


def _may_decide(actor: Actor, page: WikiPage) -> bool:
    return is_operator(actor) if page.agent is None else actor.may_touch(page.agent.name)
