"""One page with all that stands around it: who links here, who sees it, who writes it, where it was learned.

A handful of queries, whatever the page: its links and those that lead to it are read in one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from knowledge.clock import hub_now
from knowledge.engine.wiki import policy
from knowledge.engine.wiki.frontmatter import DEFAULT_LAYER, names_or_nobody
from knowledge.engine.wiki.paths import PathError, checked_path, path_key
from knowledge.errors import NotFound
from knowledge.models import WikiDraft, WikiLink, WikiPage, WikiRevision, WikiSource
from knowledge.models.wiki import ARCHIVED, HELD, KEPT, LIVE, SHARED
from knowledge.queries.wiki import NO_PAGE
from knowledge.queries.wiki_access import SHARED_NAME, Reach, acting_for, is_operator, rules_by_space
from knowledge.queries.wiki_views import LinkView, PageInFull, page_in_full

if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any

    from knowledge.engine.types import Actor

MOST_BACKLINKS = 200
EDITING_MINUTES = 10
"""How long after their last keystroke somebody counts as editing a page."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A page that links here: the name of its wiki (empty for the shared one), its path and its title."""

    space: str
    path: str
    title: str


@dataclass(frozen=True, slots=True)
class LearnedFrom:
    """Where a revision was learned: kind, session and item, and when."""

    kind: str
    session: str
    item: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class PageInContext:
    """One page as people read it.

    Attributes:
        page: with its text and the links as this reader sees them.
        backlinks: pages this reader sees that link here, by title.
        seen_by: names of agents that see it; None for everybody in the hub, empty for nobody but administrators.
        writing: `agent_writable`, `read_only`, `operator_only` or `allowlist`.
        may_write: whether this reader may change it.
        learned_from: the newest sources, for a page that no person wrote.
    """

    page: PageInFull
    backlinks: tuple[Neighbour, ...]
    seen_by: tuple[str, ...] | None
    writing: str
    may_write: bool
    learned_from: tuple[LearnedFrom, ...]


def page_in_context(*, actor: Actor, space: str, path: str) -> PageInContext:
    """Return a page for a person to read.

    Args:
        actor: who looks.
        space: name of the agent whose wiki it is; empty for the shared one.
        path: of the page.

    Raises:
        NotFound: unknown, foreign, archived and hidden alike.
    """
    row = _row(actor, space, path)
    said_of = rules_by_space(list(dict.fromkeys((row.space, SHARED))))
    rules = said_of[row.space]
    reach = Reach(actor).knowing(said_of[SHARED])
    if row.space == SHARED and not reach.shows_shared(row.path, row.visible_to):
        raise NotFound(NO_PAGE)
    mode = policy.mode_of(rules, row.path)
    operator = is_operator(actor)
    waiting = int(row.waiting_count) if operator else 0
    there, here = _links(reach, row)
    said = [rule.visible_to for rule in rules if policy.covers(rule, row.path)]
    may_write = policy.may_write(mode, agent=acting_for(actor), is_operator=operator)
    return PageInContext(
        page=page_in_full(row, there, waiting),
        backlinks=here,
        seen_by=(space,) if space != SHARED_NAME else _seen_by([row.visible_to, *said]),
        writing=mode[0],
        may_write=may_write and (operator or actor.kind != "person"),
        learned_from=_learned_from(row) if row.filed else (),
    )


def moved_to(*, actor: Actor, space: str, path: str) -> str | None:
    """Return where the page is now that stood at a path last, None when there is none this actor sees.

    Args:
        actor: who looks.
        space: name of the agent whose wiki it is; empty for the shared one.
        path: where no page stands now.
    """
    try:
        old = checked_path(path)
    except PathError:
        return None
    pages = WikiPage.objects.filter(Reach(actor, space).visible, standing=LIVE)
    rows = WikiRevision.objects.filter(page__in=pages, path=old, standing=KEPT).order_by("-at")
    found: str | None = rows.values_list("page__path", flat=True).first()
    return found


def _row(actor: Actor, space: str, path: str) -> Any:
    """Return the row of a live page with how many revisions wait; who sees one of the shared wiki is not asked yet."""
    try:
        key = path_key(checked_path(path))
    except PathError:
        raise NotFound(NO_PAGE) from None
    if space != SHARED_NAME and not actor.may_touch(space):
        raise NotFound(NO_PAGE)
    rows = WikiPage.objects.filter(path_key=key, standing=LIVE).defer("plain", "sketch")
    rows = rows.filter(space=SHARED) if space == SHARED_NAME else rows.filter(agent__name=space)
    held = WikiRevision.objects.filter(page=OuterRef("pk"), standing=HELD).order_by().values("page")
    counted = Coalesce(Subquery(held.annotate(number=Count("pk")).values("number")), 0)
    row = rows.annotate(waiting_count=counted).select_related("agent").first()
    if row is None:
        raise NotFound(NO_PAGE)
    return row


def _links(reach: Reach, row: WikiPage) -> tuple[list[LinkView], tuple[Neighbour, ...]]:
    """Return the links of a page and the pages that link to it, in one query."""
    found = WikiLink.objects.filter(Q(source=row) | Q(page=row)).order_by("place")
    columns = ("number", "agent__name", "path", "title", "visible_to", "standing")
    fields = [f"{end}__{name}" for end in ("source", "page") for name in columns]
    there: list[LinkView] = []
    here: dict[int, Neighbour] = {}
    for one in found.values("place", "target", "anchor", *fields):
        if one["source__number"] == row.number:
            seen = _sees(reach, one, "page")
            path = one["page__path"] if seen else None
            there.append(
                LinkView(one["place"], one["target"], one["anchor"], path, _name(one, "page") if seen else SHARED_NAME)
            )
        elif len(here) < MOST_BACKLINKS and _sees(reach, one, "source"):
            here[one["source__number"]] = Neighbour(_name(one, "source"), one["source__path"], one["source__title"])
    return there, tuple(sorted(here.values(), key=lambda one: (one.title.casefold(), one.path)))


def _sees(reach: Reach, one: dict[str, Any], end: str) -> bool:
    if one[f"{end}__standing"] != LIVE:
        return False
    name = one[f"{end}__agent__name"]
    if name is not None:
        return reach.actor.may_touch(name)
    return reach.shows_shared(one[f"{end}__path"], one[f"{end}__visible_to"])


def _name(one: dict[str, Any], end: str) -> str:
    """Return the wiki a link leads to or comes from; of a page that is not seen nobody asks it."""
    return one[f"{end}__agent__name"] or SHARED_NAME


def _seen_by(restrictions: list[Any]) -> tuple[str, ...] | None:
    """Return who passes every restriction."""
    limiting = [set(names_or_nobody(one)) for one in restrictions if one is not None]
    return tuple(sorted(set.intersection(*limiting))) if limiting else None


def _learned_from(row: WikiPage) -> tuple[LearnedFrom, ...]:
    rows = WikiSource.objects.filter(page=row).order_by("-pk")[:5]
    return tuple(LearnedFrom(one.kind, one.session, one.item, one.observed_at) for one in rows)


# ------------------------------------------------------------------ editing


@dataclass(frozen=True, slots=True)
class ForEditing:
    """What an editor opens with.

    Attributes:
        text: of the page; empty for a new one.
        base: the revision the text is of; 0 for a new page.
        layer: that the page is in now, whatever its text says; the usual one for a new page.
        draft: what this person typed and did not save, with its revision and when; None for nothing.
        others: ids of the people who type at this page now, with when they last did, newest first.
    """

    text: str
    base: int
    title: str
    layer: str
    draft: tuple[str, int, datetime] | None
    others: tuple[tuple[int, datetime], ...]


def for_editing(*, actor: Actor, space: str, path: str, now: datetime | None = None) -> ForEditing:
    """Return the text of a page and what is being typed about it; a page that is not there yet has no text.

    Raises:
        NotFound: not this actor's agent.
    """
    reach = Reach(actor)
    number = SHARED if space == SHARED_NAME else next((n for n, name in reach.agents.items() if name == space), None)
    if number is None:
        raise NotFound("There is no such agent.")
    try:
        key = path_key(checked_path(path))
    except PathError:
        return ForEditing("", 0, "", DEFAULT_LAYER, None, ())  # no page may have it, so there is nothing to be changed
    rows = WikiPage.objects.filter(space=number, path_key=key, standing=LIVE)
    row = rows.only("text", "revision", "title", "layer", "path", "space", "visible_to").first()
    if row is not None and not reach.shows(row.space, row.path, row.visible_to):
        row = None
    since = (now or hub_now()) - timedelta(minutes=EDITING_MINUTES)
    drafts = WikiDraft.objects.filter(space=number, path_key=key)
    listed = list(drafts.filter(Q(user_id=actor.user_id or 0) | Q(updated_at__gt=since)).order_by("-updated_at"))
    said = row.text if row else ""
    mine = next((one for one in listed if one.user_id == actor.user_id and one.text != said), None)
    return ForEditing(
        text=said,
        base=row.revision if row else 0,
        title=row.title if row else "",
        layer=row.layer if row else DEFAULT_LAYER,
        draft=(mine.text, mine.base, mine.updated_at) if mine else None,
        others=tuple((one.user_id, one.updated_at) for one in listed if one.user_id != actor.user_id),
    )


def archived_page(*, actor: Actor, page_id: str) -> PageInFull:
    """Return a page of the archive, for whoever may bring it back.

    Raises:
        NotFound: no such archived page for this actor.
    """
    reach = Reach(actor)
    rows = WikiPage.objects.filter(reach.visible, id=page_id, standing=ARCHIVED).select_related("agent")
    row = rows.first() if is_operator(actor) else None
    if row is None:
        raise NotFound(NO_PAGE)
    return page_in_full(row, [], 0)
