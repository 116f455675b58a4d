"""What a person is shown of a revision that waits: its text, the page as it is now, and a digest of both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from knowledge.engine.ids import digest
from knowledge.models import WikiPage, WikiRevision
from knowledge.models.wiki import HELD, LIVE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class RevisionPicture:
    """One revision as a person judges it.

    Attributes:
        id: of the revision.
        space: name of the agent whose wiki it is; empty for the shared one.
        reason: why it waits: `injection`, `layer`, `trust` or `changes`.
        text: what would be saved.
        current: what the page says now; empty for a new page.
        is_stale: whether the page has changed since, so that it can no longer be approved.
        digest: over all that is shown; a decision is bound to it.
    """

    id: str
    page: str
    space: str
    path: str
    reason: str
    standing: str
    text: str
    current: str
    base: int
    is_stale: bool
    origin: str
    by: str
    comment: str
    at: datetime
    digest: str


def revision_pictures(
    ids: Collection[str], *, agents: frozenset[str] | None = None, is_shared_too: bool = True
) -> dict[str, RevisionPicture]:
    """Return the pictures of held and decided revisions by id, in one query.

    Args:
        ids: unknown and foreign ones are left out.
        agents: names the reader may see, None for all.
        is_shared_too: whether the reader sees what waits for the shared wiki.
    """
    rows = WikiRevision.objects.filter(pk__in=list(ids)).select_related("page", "page__agent")
    found = {}
    for row in rows:
        space = row.page.agent.name if row.page.agent else ""
        if (space and agents is not None and space not in agents) or (not space and not is_shared_too):
            continue
        found[row.pk] = _picture(row, space)
    return found


def shown_revisions(ids: Iterable[str]) -> dict[str, str]:
    """Return, per revision that still waits, the digest of all that is shown of it."""
    listed = list(ids)
    if not listed:
        return {}
    return {name: one.digest for name, one in revision_pictures(listed).items() if one.standing == HELD}


@dataclass(frozen=True, slots=True)
class PagePicture:
    """One live page as a person judges it who is asked to vouch for it.

    Attributes:
        digest: over all that is shown; a decision is bound to it.
    """

    id: str
    space: str
    path: str
    title: str
    text: str
    revision: int
    trust: float
    source_type: str
    layer: str
    origin: str
    by: str
    at: datetime
    digest: str


def page_pictures(
    ids: Collection[str], *, agents: frozenset[str] | None = None, is_shared_too: bool = True
) -> dict[str, PagePicture]:
    """Return the pictures of live pages by id, in one query.

    Args:
        ids: unknown and foreign ones are left out.
        agents: names the reader may see, None for all.
        is_shared_too: whether the reader sees pages of the shared wiki.
    """
    rows = WikiPage.objects.filter(id__in=list(ids), standing=LIVE).select_related("agent")
    found = {}
    for row in rows.defer("html", "plain", "headings", "sketch"):
        space = row.agent.name if row.agent else ""
        if (space and agents is not None and space not in agents) or (not space and not is_shared_too):
            continue
        stands = (repr(row.trust), row.source_type, row.layer, row.origin)
        found[row.id] = PagePicture(
            id=row.id,
            space=space,
            path=row.path,
            title=row.title,
            text=row.text,
            revision=row.revision,
            trust=row.trust,
            source_type=row.source_type,
            layer=row.layer,
            origin=row.origin,
            by=row.updated_by,
            at=row.updated_at,
            digest=digest(row.text, row.path, space, str(row.revision), *stands),
        )
    return found


def _picture(row: WikiRevision, space: str) -> RevisionPicture:
    page = row.page
    shown = (row.text, page.text, page.path, space, row.origin, row.reason, str(row.base), str(page.revision))
    return RevisionPicture(
        id=row.pk,
        page=page.id,
        space=space,
        path=page.path,
        reason=row.reason,
        standing=row.standing,
        text=row.text,
        current=page.text,
        base=row.base,
        is_stale=page.revision != row.base,
        origin=row.origin,
        by=row.by,
        comment=row.comment,
        at=row.at,
        digest=digest(*shown),
    )
