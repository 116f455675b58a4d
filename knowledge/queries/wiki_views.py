"""Pages as every door shows them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from knowledge.engine.wiki.standing import Standing
from knowledge.models import WikiPage

HEAVY = ("text", "html", "plain", "headings", "sketch")
"""Columns no list needs."""


@dataclass(frozen=True, slots=True)
class PageView:
    """One page without its text. Times are aware and in UTC.

    Attributes:
        space: name of the agent it belongs to; empty for the shared wiki.
        filed: whether the hub filed it from a conversation.
        kept: whether a person has looked at a filed page and lets it stay as it is.
        is_promoted: whether a person raised its trust and that can be taken back.
        standing: `live`, `archived` or `waiting` (only a held revision so far).
        revision: number of the text it has now; 0 while it waits.
        visible_to: agents that see it in the shared wiki; None for no restriction of its own.
    """

    id: str
    space: str
    path: str
    title: str
    tags: tuple[str, ...]
    layer: str
    trust: float
    source_type: str
    origin: str
    author: str
    sources: tuple[str, ...]
    related: tuple[str, ...]
    do_not_inject: bool
    visible_to: tuple[str, ...] | None
    filed: bool
    kept: bool
    is_promoted: bool
    standing: str
    revision: int
    created_at: datetime
    updated_at: datetime
    updated_by: str


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link of a page for one reader.

    Attributes:
        path: of the page that is meant, with the space it is in; None when there is none this reader may see.
    """

    place: int
    target: str
    anchor: str
    path: str | None = None
    space: str = ""


@dataclass(frozen=True, slots=True)
class PageInFull(PageView):
    """One page with its text.

    Attributes:
        text: frontmatter and all, byte for byte as it was saved.
        html: safe; the links to pages are numbered places, see `knowledge.engine.wiki.render.fill`.
        headings: (level 1 to 6, text, anchor) of each.
        links: to other pages, by place.
        waiting: how many held revisions wait for a person.
    """

    text: str
    html: str
    headings: tuple[tuple[int, str, str], ...]
    links: tuple[LinkView, ...]
    waiting: int = 0


def page_view(page: WikiPage) -> PageView:
    """Return a page as lists show it; its agent has to be loaded."""
    return PageView(**_values(page))


def page_in_full(page: WikiPage, links: Iterable[LinkView], waiting: int) -> PageInFull:
    """Return a page with its text."""
    return PageInFull(
        **_values(page),
        text=page.text,
        html=page.html,
        headings=tuple((int(one[0]), str(one[1]), str(one[2])) for one in page.headings),
        links=tuple(links),
        waiting=waiting,
    )


def standing_of(page: WikiPage) -> Standing:
    """Return where a page stands."""
    return Standing(
        trust=page.trust,
        source_type=page.source_type,
        layer=page.layer,
        origin=page.origin,
        do_not_inject=page.do_not_inject,
        visible_to=None if page.visible_to is None else tuple(page.visible_to),
    )


_PLAIN = frozenset(field.name for field in fields(PageView)) - {"space", "is_promoted"}
_LISTS = frozenset({"tags", "sources", "related", "visible_to"})


def _values(page: WikiPage) -> dict[str, Any]:
    values = {name: getattr(page, name) for name in _PLAIN}
    for name in _LISTS:
        values[name] = None if values[name] is None else tuple(values[name])
    return {**values, "space": page.agent.name if page.agent else "", "is_promoted": page.promoted is not None}
