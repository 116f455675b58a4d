"""What the wiki's first page shows: which wikis there are, one folder's way down the tree, the latest changes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from django.db.models import Count, Q

from knowledge.engine.wiki.frontmatter import names_or_nobody
from knowledge.engine.wiki.paths import folders_of
from knowledge.models import WikiDraft, WikiPage, WikiRevision, WikiRule
from knowledge.models.wiki import ARCHIVED, HELD, KEPT, LIVE, SHARED
from knowledge.queries.wiki import ChangeView, PageFilters, revision_view
from knowledge.queries.wiki_access import SHARED_NAME, Reach, is_operator
from knowledge.queries.wiki_search import PageResults, search_pages
from knowledge.queries.wiki_views import HEAVY, page_view

if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any

    from knowledge.engine.types import Actor

CHANGES = 12
MOST_IN_FOLDER = 300
MOST_DRAFTS = 10


@dataclass(frozen=True, slots=True)
class Wiki:
    """One wiki in reach: its number, the name of its agent (empty for the shared one), and how much is in it."""

    number: int
    space: str
    pages: int
    filed: int
    archived: int


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page in the tree."""

    path: str
    title: str
    layer: str
    filed: bool


@dataclass(frozen=True, slots=True)
class Branch:
    """A folder in the tree: its path with a `/` at its end, how many pages are below, and its content when open.

    Attributes:
        left_out: pages directly in it that are not listed.
    """

    path: str
    name: str
    pages: int
    is_open: bool
    branches: tuple[Branch, ...] = ()
    leaves: tuple[Leaf, ...] = ()
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class HubView:
    """The first page of the wiki.

    Attributes:
        wikis: the shared one first, then by name.
        tree: the root folder of the chosen wiki; None where none is chosen.
        changes: newest first, of the chosen wiki or of all in reach.
        waiting: revisions that wait for a person, for whoever may decide.
        drafts: what this person typed and did not save, as (wiki, path, when), newest first.
    """

    wikis: tuple[Wiki, ...]
    tree: Branch | None
    changes: tuple[ChangeView, ...]
    waiting: int
    drafts: tuple[tuple[str, str, datetime], ...]


def hub(*, actor: Actor, space: str | None = None, folder: str = "", changes: int = CHANGES) -> HubView:
    """Return what the first page shows; the number of queries does not grow with pages, folders or agents.

    Args:
        actor: who looks.
        space: name of an agent, empty for the shared wiki; None for all in reach.
        folder: the open folder of the tree, ending in `/`; empty for the root.
        changes: how many of the latest changes.
    """
    reach = Reach(actor)
    numbers = _numbers(reach, space)
    rows = WikiPage.objects.filter(space__in=numbers, standing=LIVE).exclude(number__in=reach.hidden)
    revisions = WikiRevision.objects.filter(page__space__in=numbers).exclude(page__in=reach.hidden)
    waiting = revisions.filter(standing=HELD).count() if is_operator(actor) else 0
    heavy = ("text", *(f"page__{name}" for name in HEAVY))
    newest = revisions.filter(standing=KEPT, page__standing=LIVE).select_related("page", "page__agent").defer(*heavy)
    return HubView(
        wikis=_wikis(reach),
        tree=_tree(rows, folder) if space is not None else None,
        changes=tuple(
            ChangeView(revision_view(one), page_view(one.page)) for one in newest.order_by("-at", "-id")[:changes]
        ),
        waiting=waiting,
        drafts=_drafts(reach, actor),
    )


def _drafts(reach: Reach, actor: Actor) -> tuple[tuple[str, str, datetime], ...]:
    rows = WikiDraft.objects.filter(user_id=actor.user_id or 0, space__in=reach.spaces).order_by("-updated_at")
    listed = rows.values_list("space", "path", "updated_at")[:MOST_DRAFTS]
    return tuple((reach.agents.get(space, SHARED_NAME), path, at) for space, path, at in listed)


def found(
    *, actor: Actor, query: str, space: str | None, filters: PageFilters, limit: int
) -> tuple[tuple[Wiki, ...], PageResults]:
    """Return the wikis in reach, and what a search in one or all of them finds with what is one link away."""
    reach = Reach(actor)
    inner = reach.within(space)
    results = search_pages(
        actor=actor, query=query, space=space, filters=filters, limit=limit, expand=True, reach=inner
    )
    return _wikis(reach), results


def wikis(*, actor: Actor) -> tuple[Wiki, ...]:
    """Return the wikis in reach, the shared one first."""
    return _wikis(Reach(actor))


def _numbers(reach: Reach, space: str | None) -> list[int]:
    if space is None:
        return reach.spaces
    return [SHARED] if space == SHARED_NAME else [number for number, name in reach.agents.items() if name == space]


def _wikis(reach: Reach) -> tuple[Wiki, ...]:
    rows = WikiPage.objects.filter(reach.visible).values("space")
    counted = rows.annotate(
        live=Count("number", filter=Q(standing=LIVE)),
        filed_pages=Count("number", filter=Q(standing=LIVE, filed=True)),
        gone=Count("number", filter=Q(standing=ARCHIVED)),
    ).order_by("space")
    sizes = {row["space"]: (row["live"], row["filed_pages"], row["gone"]) for row in counted}
    shared = Wiki(SHARED, SHARED_NAME, *sizes.get(SHARED, (0, 0, 0)))
    own = sorted(reach.agents.items(), key=lambda one: one[1])
    return (shared, *(Wiki(number, name, *sizes.get(number, (0, 0, 0))) for number, name in own))


def _tree(rows: Any, folder: str) -> Branch:
    """Lay a wiki out as far as it is open: every folder on the way to the open one, each with what is in it."""
    opened = set(folders_of(folder)) | {folder, ""}
    below: dict[str, int] = {"": 0}
    inside: dict[str, set[str]] = {one: set() for one in opened}
    leaves: dict[str, list[Leaf]] = {one: [] for one in opened}
    for path, title, layer, filed in rows.order_by("path").values_list("path", "title", "layer", "filed"):
        own = folders_of(path)
        for parent, child in pairwise(own):
            if parent in opened:
                inside[parent].add(child)
            if parent in opened or child in opened:
                below[child] = below.get(child, 0) + 1
        below[""] += 1
        if own[-1] in opened:
            leaves[own[-1]].append(Leaf(path, title, layer, filed))

    def branch(path: str) -> Branch:
        name = path[path.rstrip("/").rfind("/") + 1 :]
        if path not in opened:
            return Branch(path, name, below.get(path, 0), is_open=False)
        own = leaves[path]
        return Branch(
            path=path,
            name=name,
            pages=below.get(path, 0),
            is_open=True,
            branches=tuple(branch(one) for one in sorted(inside[path])),
            leaves=tuple(own[:MOST_IN_FOLDER]),
            left_out=max(0, len(own) - MOST_IN_FOLDER),
        )

    return branch("")


@dataclass(frozen=True, slots=True)
class RuleView:
    """What is said about a folder or a page: who sees it (None: everybody) and how it is written (empty: nothing)."""

    path: str
    visible_to: tuple[str, ...] | None
    mode: str
    allowed: tuple[str, ...]
    updated_at: datetime
    updated_by: str


def rules(*, actor: Actor, space: str) -> tuple[RuleView, ...]:
    """Return the rules of a wiki by path; of one that is out of reach, none."""
    rows = WikiRule.objects.filter(space__in=_numbers(Reach(actor), space)).order_by("path")
    return tuple(_rule(row) for row in rows)


def _rule(row: WikiRule) -> RuleView:
    writing = row.writing if isinstance(row.writing, dict) else {}
    return RuleView(
        path=row.path,
        visible_to=None if row.visible_to is None else names_or_nobody(row.visible_to),
        mode=str(writing.get("mode", "")),
        allowed=names_or_nobody(writing.get("agents")),
        updated_at=row.updated_at,
        updated_by=row.updated_by,
    )
