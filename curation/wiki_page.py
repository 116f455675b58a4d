"""One page of the wiki, ready for its template: its text was drawn when it was saved, only links are filled in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from curation import access
from curation.wiki_links import Scope, crumbs_of, link_href, page_href
from knowledge.queries import wiki, wiki_page
from knowledge.queries.wiki import with_addresses

if TYPE_CHECKING:
    from knowledge.queries.wiki_views import PageInFull
    from knowledge.services.types import Actor

_FIRST_HEADING = re.compile(r"\s*<h1\b[^>]*>.*?</h1>\s*", re.DOTALL)
DEEPEST_IN_CONTENTS = 3
FEWEST_IN_CONTENTS = 3


def page_context(space: str, path: str, actor: Actor) -> dict[str, Any]:
    """Return everything the page shows.

    Args:
        space: name of the agent whose wiki it is; empty for the shared one.
        path: of the page.
        actor: who looks.

    Raises:
        NotFound: unknown, foreign, archived and hidden alike.
    """
    found = wiki_page.page_in_context(actor=actor, space=space, path=path)
    page, curator = found.page, access.may_curate(actor)
    return {
        "now": timezone.now(),
        "page": page,
        "found": found,
        "body": drawn(page, curator=curator),
        "contents": contents(page),
        "crumbs": crumbs_of(space, page.path),
        "scope": Scope(space),
        "backlinks": [(one, page_href(one.space, one.path)) for one in found.backlinks],
        "missing": sum(one.path is None for one in page.links),
        "curator": curator,
        "may_write": found.may_write,
        "hrefs": hrefs(space, page),
        "seen_by": found.seen_by,
    }


def hrefs(space: str, page: PageInFull) -> dict[str, str]:
    """Return the addresses of what can be done with a page, by name."""
    names = ("edit", "history", "move", "archive", "share", "promote", "unpromote", "keep", "raw")
    return {name: page_href(space, page.path, f"wiki-{name}") for name in names} | {
        "page": page_href(space, page.path),
    }


def drawn(page: PageInFull, *, curator: bool) -> SafeString:
    """Return the text of a page for one reader; a first heading that only repeats the title is left to the page."""
    html = with_addresses(page, lambda one: link_href(one, source=page.path, space=page.space, curator=curator))
    first = page.headings[0] if page.headings else None
    if first and first[0] == 1 and " ".join(first[1].split()) == " ".join(page.title.split()):
        html = _FIRST_HEADING.sub("", html, count=1) if _FIRST_HEADING.match(html) else html
    return one_heading(html)


def one_heading(html: str) -> SafeString:
    """Return a drawn text as part of a page that has a first heading of its own: those in the text come below it."""
    below = html.replace("<h1", "<h2").replace("</h1>", "</h2>")
    return mark_safe(below)  # noqa: S308 - it passed the sanitiser; a tag is the only place for these letters


def contents(page: PageInFull) -> list[tuple[int, str, str]]:
    """Return the headings for the table of contents as (depth from 1, text, anchor); nothing for a short page."""
    listed = list(page.headings)
    if listed and listed[0][0] == 1 and " ".join(listed[0][1].split()) == " ".join(page.title.split()):
        listed = listed[1:]
    if len(listed) < FEWEST_IN_CONTENTS:
        return []
    top = min(level for level, _, _ in listed)
    shown = [(level - top + 1, text, anchor) for level, text, anchor in listed]
    return [one for one in shown if one[0] <= DEEPEST_IN_CONTENTS]


def raw_text(space: str, path: str, actor: Actor) -> PageInFull:
    """Return a page for whoever takes its text along.

    Raises:
        NotFound: unknown, foreign, archived and hidden alike.
    """
    return wiki.read_page(actor=actor, space=space, path=path)
