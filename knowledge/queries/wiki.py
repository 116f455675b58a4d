"""Reading pages: one in full, the tree, what changed lately, who links here, and the history of a page.

The number of queries never grows with the pages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.db.models import Count, F, Q

from knowledge.engine.diff import Segment, word_diff
from knowledge.engine.ids import ID_LENGTH
from knowledge.engine.wiki.frontmatter import FrontmatterError
from knowledge.engine.wiki.paths import PathError, checked_path, folder_of, path_key
from knowledge.engine.wiki.render import Target, fill, render
from knowledge.errors import Invalid, NotFound
from knowledge.models import WikiDraft, WikiLink, WikiPage, WikiRevision
from knowledge.models.wiki import ARCHIVED, HELD, KEPT, LIVE, SHARED
from knowledge.queries.wiki_access import Reach, is_operator
from knowledge.queries.wiki_views import HEAVY, LinkView, PageInFull, PageView, page_in_full, page_view

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from knowledge.engine.types import Actor

NO_PAGE = "There is no such page."
MOST = 500
"""Rows of one list at most."""

_PAGE_ID: Final = re.compile(rf"w_[0-9a-z]{{{ID_LENGTH - 2}}}")


@dataclass(frozen=True, slots=True)
class RevisionView:
    """One revision without its text; `number` is None for one that is held or was rejected."""

    id: str
    number: int | None
    base: int
    standing: str
    reason: str
    action: str
    path: str
    origin: str
    by_kind: str
    by: str
    door: str
    comment: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ChangeView:
    """One change of a wiki: a revision, and the page it is of."""

    revision: RevisionView
    page: PageView


@dataclass(frozen=True, slots=True)
class PageList:
    """Part of a list of pages; `next` goes on behind it, None at its end."""

    items: tuple[PageView, ...]
    next: str | None = None


def read_page(*, actor: Actor, space: str, path: str) -> PageInFull:
    """Return one page with its text, as this actor sees it: links to pages they do not see lead nowhere.

    Raises:
        NotFound: unknown, foreign, archived and hidden alike.
    """
    reach = Reach(actor)
    page = found_page(reach, space, path)
    waiting = WikiRevision.objects.filter(page=page, standing=HELD).count() if is_operator(actor) else 0
    return page_in_full(page, links_of(reach, page), waiting)


def found_page(reach: Reach, space: str, path: str) -> WikiPage:
    """Return the row of a live page.

    Raises:
        NotFound: unknown, foreign, archived and hidden alike.
    """
    try:
        key = path_key(checked_path(path))
    except PathError:
        raise NotFound(NO_PAGE) from None
    page = reach.page(space, key)
    if page is None:
        raise NotFound(NO_PAGE)
    return page


def links_of(reach: Reach, page: WikiPage) -> list[LinkView]:
    """Return the links of a page as this actor sees them."""
    rows = WikiLink.objects.filter(source=page).select_related("page").order_by("place")
    light = rows.only(
        "place", "target", "anchor", "source", "page__number", "page__space", "page__path", "page__standing"
    )
    found = []
    for row in light:
        meant = row.page
        seen = meant is not None and meant.standing == LIVE and meant.space in reach.spaces and reach.sees(meant)
        path = meant.path if meant is not None and seen else None
        space = "" if meant is None or meant.space == SHARED else reach.agents.get(meant.space, "")
        found.append(LinkView(row.place, row.target, row.anchor, path, space))
    return found


def with_addresses(page: PageInFull, address: Callable[[LinkView], str]) -> str:
    """Return the drawn page with its links filled in.

    Args:
        page: as read.
        address: gives where a link leads; for one without a page, where the page could be made, empty for nowhere.
    """
    return fill(page.html, {one.place: Target(address(one), is_missing=one.path is None) for one in page.links})


def preview(text: str, address: Callable[[str], str] | None = None) -> str:
    """Draw a text that is not saved, for whoever types it; nothing is looked up.

    Args:
        text: frontmatter and all.
        address: gives where a link with this target leads; None for nowhere.

    Raises:
        Invalid: it is too long to be a page.
    """
    if len(text) > 512 * 1024:
        raise Invalid("A page has at most 512 KiB; split it.", field="content")
    try:
        drawn = render(text)
    except FrontmatterError as error:
        raise Invalid(str(error), field=error.key) from error
    targets: Mapping[int, Target] = {one.place: Target(address(one.target) if address else "") for one in drawn.links}
    return fill(drawn.html, targets)


# ------------------------------------------------------------------ lists


@dataclass(frozen=True, slots=True)
class PageFilters:
    """What a list of pages is narrowed to.

    Attributes:
        prefix: of the path, in whatever letters; a folder with its `/`.
        filed: only those the hub filed, or only the others.
        standing: `live` or `archived`; the archive is for curators.
    """

    prefix: str = ""
    layer: str = ""
    tag: str = ""
    min_trust: float | None = None
    filed: bool | None = None
    standing: str = LIVE


EVERYTHING = PageFilters()


def list_pages(
    *,
    actor: Actor,
    space: str | None = None,
    filters: PageFilters = EVERYTHING,
    after: str = "",
    limit: int = 100,
) -> PageList:
    """Return pages by path, then by id; the shared wiki and an agent's own in one list when no space is named.

    Args:
        actor: who looks.
        space: name of an agent, empty for the shared wiki; None for all in reach.
        filters: what to narrow to.
        after: `next` of the part before.
        limit: 1 to 500.

    Raises:
        Invalid: `after` is no `next`; the first page again would be a list without an end.
    """
    rows = narrowed(Reach(actor, space), filters, for_operator=is_operator(actor))
    if after:
        path, _, name = after.rpartition("|")
        if not path or not _PAGE_ID.fullmatch(name):
            raise Invalid("cursor is not one this hub gave out; start from the first page.", field="cursor")
        rows = rows.filter(Q(path__gt=path) | Q(path=path, id__gt=name))
    limit = max(1, min(limit, MOST))
    found = list(rows.defer(*HEAVY).select_related("agent").order_by("path", "id")[: limit + 1])
    more = len(found) > limit
    items = tuple(page_view(one) for one in found[:limit])
    return PageList(items, f"{items[-1].path}|{items[-1].id}" if more else None)


def narrowed(reach: Reach, filters: PageFilters, *, for_operator: bool) -> Any:
    """Return the rows in reach that pass the filters."""
    standing = ARCHIVED if filters.standing == ARCHIVED and for_operator else LIVE
    rows = WikiPage.objects.filter(reach.visible, standing=standing)
    if filters.prefix:
        rows = rows.filter(path_key__startswith=path_key(filters.prefix))
    if filters.layer:
        rows = rows.filter(layer=filters.layer)
    if filters.min_trust is not None:
        rows = rows.filter(trust__gte=filters.min_trust)
    if filters.filed is not None:
        rows = rows.filter(filed=filters.filed)
    if filters.tag:
        tagged = [number for number, tags in rows.values_list("number", "tags") if filters.tag in tags]
        rows = rows.filter(number__in=tagged)
    return rows


def count_pages(*, actor: Actor, space: str | None = None, filters: PageFilters = EVERYTHING) -> int:
    """Return how many pages pass the filters."""
    return int(narrowed(Reach(actor, space), filters, for_operator=is_operator(actor)).count())


@dataclass(frozen=True, slots=True)
class Folder:
    """One level of a wiki: the folders directly in it with how many pages are below each, and its own pages."""

    path: str
    folders: tuple[tuple[str, int], ...]
    pages: tuple[tuple[str, str, str], ...]


def folder(*, actor: Actor, space: str, path: str = "") -> Folder:
    """Return what is directly in a folder; pages as (path, title, layer). One query, whatever is below."""
    rows = WikiPage.objects.filter(Reach(actor, space).visible, standing=LIVE, path__startswith=path)
    below: dict[str, int] = {}
    pages = []
    for found, title, layer in rows.order_by("path").values_list("path", "title", "layer"):
        if not found.startswith(path):  # a database that compares without case
            continue
        rest = found[len(path) :]
        if "/" in rest:
            name = f"{path}{rest.split('/', 1)[0]}/"
            below[name] = below.get(name, 0) + 1
        else:
            pages.append((found, title, layer))
    return Folder(path, tuple(below.items()), tuple(pages))


def recent_changes(
    *, actor: Actor, space: str | None = None, before: datetime | None = None, limit: int = 50
) -> list[ChangeView]:
    """Return the newest revisions of live pages, newest first."""
    reach = Reach(actor, space)
    visible = Q(page__space__in=reach.spaces) & ~Q(page__in=reach.hidden)
    rows = WikiRevision.objects.filter(visible, standing=KEPT, page__standing=LIVE)
    if before is not None:
        rows = rows.filter(at__lt=before)
    heavy = ("text", *(f"page__{name}" for name in HEAVY))
    listed = rows.select_related("page", "page__agent").defer(*heavy).order_by("-at", "-id")
    return [ChangeView(revision_view(one), page_view(one.page)) for one in listed[: max(1, min(limit, MOST))]]


def backlinks(*, actor: Actor, space: str, path: str, limit: int = 200) -> list[PageView]:
    """Return the pages that link to a page and that this actor sees, by path."""
    reach = Reach(actor)
    page = found_page(reach, space, path)
    rows = WikiPage.objects.filter(reach.visible, standing=LIVE, links__page=page).distinct()
    listed = rows.defer(*HEAVY).select_related("agent").order_by("path", "id")[: min(limit, MOST)]
    return [page_view(one) for one in listed]


# ------------------------------------------------------------------ history


def history(*, actor: Actor, space: str, path: str, before: int | None = None, limit: int = 100) -> list[RevisionView]:
    """Return the revisions of a page, newest first; curators also see what was held and what was rejected.

    Args:
        actor: who looks.
        space: name of the agent, empty for the shared wiki.
        path: of the page.
        before: number of a revision to go on behind.
        limit: 1 to 500.
    """
    page = found_page(Reach(actor), space, path)
    rows = WikiRevision.objects.filter(page=page)
    if not is_operator(actor):
        rows = rows.filter(standing=KEPT)
    if before is not None:
        rows = rows.filter(number__lt=before)
    listed = rows.defer("text").order_by("-at", F("number").desc(nulls_first=True), "-id")[: max(1, min(limit, MOST))]
    return [revision_view(one) for one in listed]


def revision_of(*, actor: Actor, space: str, path: str, number: int) -> tuple[RevisionView, str]:
    """Return one kept revision of a page and its text.

    Raises:
        NotFound: no such page or revision for this actor.
    """
    page = found_page(Reach(actor), space, path)
    row = WikiRevision.objects.filter(page=page, number=number).first()
    if row is None:
        raise NotFound(NO_PAGE)
    return revision_view(row), row.text


def compare(*, actor: Actor, space: str, path: str, old: int, new: int) -> Sequence[Segment]:
    """Return what changed between two revisions of a page, word by word; 0 stands for nothing yet.

    Raises:
        NotFound: no such page or revision for this actor.
    """
    texts = revision_texts(actor=actor, space=space, path=path, numbers=(old, new))
    return word_diff(texts[old], texts[new])


def revision_texts(*, actor: Actor, space: str, path: str, numbers: Sequence[int]) -> dict[int, str]:
    """Return the texts of some revisions of a page by number; 0 stands for nothing yet.

    Raises:
        NotFound: no such page for this actor, or one of the revisions is not there.
    """
    page = found_page(Reach(actor), space, path)
    rows = WikiRevision.objects.filter(page=page, number__in=list(numbers)).values_list("number", "text")
    texts = {0: "", **{int(number or 0): text for number, text in rows}}
    if not set(numbers) <= set(texts):
        raise NotFound(NO_PAGE)
    return texts


def difference(before: str, after: str) -> Sequence[Segment]:
    """Return what differs between two texts, word by word; by character where a script has no spaces."""
    return word_diff(before, after)


def draft_of(*, actor: Actor, space: int | str, path: str) -> tuple[str, int] | None:
    """Return what this person typed and did not save, with the revision it began with; None for nothing."""
    reach = Reach(actor, str(space))
    numbers = [SHARED] if space == "" else list(reach.agents)
    rows = WikiDraft.objects.filter(user_id=actor.user_id or 0, space__in=numbers, path_key=path_key(path))
    return rows.values_list("text", "base").first()


def drafts_of(*, actor: Actor) -> list[tuple[str, str, datetime]]:
    """Return where this person has drafts: (space, path, when), newest first."""
    reach = Reach(actor)
    rows = WikiDraft.objects.filter(user_id=actor.user_id or 0, space__in=[SHARED, *reach.agents]).order_by(
        "-updated_at"
    )
    return [(reach.agents.get(one.space, ""), one.path, one.updated_at) for one in rows]


def counts(*, actor: Actor, space: str | None = None) -> dict[str, int]:
    """Return how many live pages there are by layer."""
    rows = WikiPage.objects.filter(Reach(actor, space).visible, standing=LIVE).values_list("layer")
    return {str(layer): int(number) for layer, number in rows.annotate(number=Count("number")).order_by("layer")}


def revision_view(row: WikiRevision) -> RevisionView:
    """Return a revision as lists show it."""
    return RevisionView(
        id=row.pk,
        number=row.number,
        base=row.base,
        standing=row.standing,
        reason=row.reason,
        action=row.action,
        path=row.path,
        origin=row.origin,
        by_kind=row.by_kind,
        by=row.by,
        door=row.door,
        comment=row.comment,
        at=row.at,
    )


def folders_with_pages(*, actor: Actor, space: str) -> list[str]:
    """Return every folder that holds a page, in order."""
    paths = WikiPage.objects.filter(Reach(actor, space).visible, standing=LIVE).values_list("path", flat=True)
    return sorted({folder_of(path) for path in paths} - {""})
