"""Pages that change their place: renamed with links following, archived, brought back, copied to the shared wiki."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.db.models import Count

from knowledge.engine.trust import ceiling
from knowledge.engine.wiki.links import moved, own_links_moved
from knowledge.engine.wiki.paths import name_key, path_key
from knowledge.errors import Conflict, Invalid, NotFound, Refused
from knowledge.models import WikiLink, WikiPage
from knowledge.models.wiki import ARCHIVED, LIVE, SHARED, WAITING
from knowledge.queries.wiki_access import (
    SHARED_NAME,
    Reach,
    check_may_write,
    is_operator,
    rules_of,
)
from knowledge.queries.wiki_views import PageView, page_view, standing_of
from knowledge.services import audit
from knowledge.services.agents import lock_agent
from knowledge.services.drafts import origin_of
from knowledge.services.permissions import check_may_write as check_role
from knowledge.services.transactions import write_transaction
from knowledge.services.wiki import PageDraft, SaveOutcome, save, scanned
from knowledge.services.wiki_changes import note_change
from knowledge.services.wiki_pointers import ensure_pointer, expire_pointer
from knowledge.services.wiki_rows import (
    Writing,
    audit_details,
    checked_comment,
    known_path,
    new_page,
    plain_path,
    put,
    ready,
    revision_text,
    take_down,
)

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.services.transactions import WriteTransaction

MOST_FOLLOWING: Final = 2_000
"""Pages whose links follow one rename."""

_NO_PAGE: Final = "There is no such page."
_TAKEN: Final = "There is a page at that path already; choose another path."
_NEWER: Final = "Somebody saved this page meanwhile; look again."


@dataclass(frozen=True, slots=True)
class Moved:
    """A page at its new path, and how many pages had their links follow."""

    page: PageView
    followed: int


def move(
    *,
    actor: Actor,
    space: str,
    path: str,
    to: str,
    base: int,
    comment: str = "",
    now: datetime | None = None,
) -> Moved:
    """Give a page another path; every link that meant it follows, in a revision of each page that links.

    Args:
        actor: who moves.
        space: name of the agent whose wiki it is; empty for the shared one.
        path, to: from where to where.
        base: the revision the actor saw.
        comment: for the history.
        now: moment of the write; None reads the hub clock.

    Raises:
        Invalid: the new path breaks a rule or reads like an order, or too many pages link here.
        NotFound: no such page for this actor.
        Refused: the rules keep this actor out of the old or the new place.
        Conflict: the new path is taken, or the page has changed.
    """
    check_role(actor)
    old, new = known_path(path), plain_path(to)
    writing = Writing(actor, origin_of(actor, None), "moved", checked_comment(comment))
    scanned(actor, space, ready(new, ""), writing, now)
    with write_transaction(now) as opened:
        page = locked_page(opened, actor, space, old, base)
        rules = rules_of(page.space)
        for one in (old, new):
            check_may_write(actor, space, one, rules)
        _check_vouched(actor, page)
        taken = WikiPage.objects.filter(space=page.space, path_key=path_key(new)).exclude(standing=ARCHIVED)
        if taken.exclude(pk=page.pk).exists() or old == new:
            raise Conflict(_TAKEN, field="to")
        meant: dict[int, set[int]] = {}
        for source, place in WikiLink.objects.filter(page=page, source__standing=LIVE).values_list("source", "place"):
            meant.setdefault(source, set()).add(place)
        if len(meant) > MOST_FOLLOWING:
            raise Invalid(f"More than {MOST_FOLLOWING} pages link to this one; it cannot be moved.", field="to")
        _put_at(opened, page, new, writing)
        meant.pop(page.number, None)
        for linking in WikiPage.objects.filter(pk__in=meant).order_by("pk").select_related("agent"):
            _follow(opened, linking, meant[linking.pk], old, new, writing)
        if page.filed:
            expire_pointer(opened, actor, page, old)
            page.filed = False
            page.save(update_fields=["filed"])
            note_change(page.space)
        details = audit_details(page, followed=len(meant))
        audit.record(opened, actor, audit.AuditRecord("page.moved", agent=space, target=page.id, details=details))
        return Moved(page_view(page), len(meant))


def _put_at(opened: WriteTransaction, page: WikiPage, new: str, writing: Writing) -> None:
    """Write the page at its new path; its own links go on leading where they led."""
    old, text = page.path, page.text
    rows = page.links.filter(page__isnull=False, page__space=page.space)
    own = {
        row.place: new if row.page_id == page.number else row.page.path
        for row in rows.select_related("page")
        if row.page
    }
    names = [name_key(path) for path in own.values()]
    live = WikiPage.objects.filter(space=page.space, standing=LIVE, name_key__in=names)
    several = live.values_list("name_key", flat=True).annotate(count=Count("pk")).filter(count__gt=1)
    text = own_links_moved(text, found=own, old_path=old, new_path=new, shared_names=set(several) if own else ())
    to_itself = {place for place, target in own.items() if target == new}
    if to_itself:
        text = moved(text, is_meant=lambda one: one.place in to_itself, source=new, new_path=new, old_path=old)
    put(opened, page, ready(new, text), standing_of(page), writing)


def _follow(opened: WriteTransaction, source: WikiPage, places: set[int], old: str, new: str, writing: Writing) -> None:
    text = moved(source.text, is_meant=lambda one: one.place in places, source=source.path, new_path=new, old_path=old)
    if text != source.text:
        follows = Writing(writing.actor, writing.origin, "moved", f"{old} → {new}"[:500])
        put(opened, source, ready(source.path, text), standing_of(source), follows)


def archive(
    *, actor: Actor, space: str, path: str, base: int, reason: str = "", now: datetime | None = None
) -> PageView:
    """Take a page out of the wiki into its archive; it can be brought back.

    A page the hub filed from a conversation takes its pointer memory along, and nothing else.

    Raises:
        NotFound: no such page for this actor.
        Refused: the rules keep this actor out, or a person vouched for the page and an agent asks.
        Conflict: somebody saved it meanwhile.
    """
    check_role(actor)
    with write_transaction(now) as opened:
        page = locked_page(opened, actor, space, known_path(path), base)
        check_may_write(actor, space, page.path, rules_of(page.space))
        _check_vouched(actor, page)
        take_down(page)
        page.standing, page.archived_at = ARCHIVED, opened.now
        page.save(update_fields=["standing", "archived_at"])
        if page.filed:
            expire_pointer(opened, actor, page, page.path)
        entry = audit.AuditRecord(
            "page.archived", agent=space, target=page.id, reason=reason, details=audit_details(page)
        )
        audit.record(opened, actor, entry)
        return page_view(page)


def bring_back(*, actor: Actor, page_id: str, to: str | None = None, now: datetime | None = None) -> PageView:
    """Bring an archived page back, to another path if its own is taken.

    Raises:
        NotFound: no such archived page for this actor.
        Refused: not a curator, or the rules keep this actor out.
        Conflict: the path is taken.
    """
    check_role(actor)
    if not is_operator(actor):
        raise Refused("A person has to bring a page back.")
    with write_transaction(now) as opened:
        page = _archived(actor, page_id)
        space = page.agent.name if page.agent else SHARED_NAME
        path = page.path if to is None else plain_path(to)
        check_may_write(actor, space, path, rules_of(page.space))
        if _is_taken(page.space, path):
            raise Conflict(_TAKEN, field="to")
        writing = Writing(actor, page.origin, "brought back")
        put(opened, page, ready(path, page.text), standing_of(page), writing)
        if page.filed:
            ensure_pointer(opened, page)
        audit.record(
            opened,
            actor,
            audit.AuditRecord("page.brought_back", agent=space, target=page.id, details=audit_details(page)),
        )
        return page_view(page)


def share(*, actor: Actor, space: str, path: str, to: str | None = None, now: datetime | None = None) -> PageView:
    """Copy a page of an agent to the shared wiki, as trusted as it is; never over a page that is there.

    Raises:
        NotFound: no such page for this actor.
        Refused: not a curator, or the rules of the shared wiki keep this actor out.
        Conflict: the path is taken.
    """
    check_role(actor)
    if not is_operator(actor):
        raise Refused("A person has to share a page.")
    if space == SHARED_NAME:
        raise Invalid("This page is in the shared wiki already.", field="space")
    with write_transaction(now) as opened:
        page = Reach(actor).page(space, path_key(known_path(path)))
        if page is None:
            raise NotFound(_NO_PAGE)
        target = page.path if to is None else plain_path(to)
        check_may_write(actor, SHARED_NAME, target, rules_of(SHARED))
        if _is_taken(SHARED, target):
            raise Conflict(_TAKEN, field="to")
        writing = Writing(actor, page.origin, "shared", f"{space}: {page.path}"[:500])
        copy = new_page(opened, None, target, writing, WAITING)
        put(opened, copy, ready(target, page.text), standing_of(page), writing)
        details = audit_details(copy, copied=page.id)
        audit.record(opened, actor, audit.AuditRecord("page.shared", agent=space, target=copy.id, details=details))
        return page_view(copy)


def restore_revision(
    *, actor: Actor, space: str, path: str, number: int, base: int, now: datetime | None = None
) -> SaveOutcome:
    """Save the text of an earlier revision again, as a new one; it passes every check of a new text.

    Raises:
        NotFound: no such page or revision for this actor.
        Otherwise as `knowledge.services.wiki.save`.
    """
    page = Reach(actor).page(space, path_key(known_path(path)))
    text = None if page is None else revision_text(page, number)
    if page is None or text is None:
        raise NotFound(_NO_PAGE)
    draft = PageDraft(space, page.path, text, base=base, comment=f"{number}", action="restored")
    return save(actor=actor, draft=draft, now=now)


def locked_page(opened: WriteTransaction, actor: Actor, space: str, path: str, base: int | None) -> WikiPage:
    """Return a live page, locked until the commit.

    Raises:
        NotFound: no such page for this actor.
        Conflict: it is not at the given revision any more.
    """
    if space != SHARED_NAME and actor.may_touch(space):
        try:
            lock_agent(opened, space)
        except NotFound:
            raise NotFound(_NO_PAGE) from None
    rows = WikiPage.objects.filter(Reach(actor, space).visible, path_key=path_key(path), standing=LIVE)
    page = rows.select_for_update(of=("self",)).select_related("agent").first()
    if page is None:
        raise NotFound(_NO_PAGE)
    if base is not None and base != page.revision:
        raise Conflict(_NEWER, field="base_revision", code="wiki_conflict")
    return page


def _check_vouched(actor: Actor, page: WikiPage) -> None:
    """Refuse what takes a page away that is trusted more than whoever asks.

    Raises:
        Refused: `promoted`.
    """
    if is_operator(actor):
        return
    if page.promoted is not None:
        raise Refused("A person vouched for this page; a person has to move or archive it.", code="promoted")
    if page.trust > ceiling(actor.origin):
        raise Refused("This page is trusted more than your credential; a person has to move or archive it.")


def _archived(actor: Actor, page_id: str) -> WikiPage:
    rows: Any = WikiPage.objects.filter(Reach(actor).visible, id=page_id, standing=ARCHIVED)
    page: WikiPage | None = rows.select_for_update(of=("self",)).select_related("agent").first()
    if page is None:
        raise NotFound(_NO_PAGE)
    return page


def _is_taken(space: int, path: str) -> bool:
    return WikiPage.objects.filter(space=space, path_key=path_key(path)).exclude(standing=ARCHIVED).exists()
