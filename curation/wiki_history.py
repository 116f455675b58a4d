"""The history of a page: its revisions, what two of them differ in, and one of them as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils import timezone

from curation import access
from curation.queries.cards import PAGE
from curation.queries.cards_in_full import requests_of
from curation.wiki_edit import fold
from curation.wiki_links import Scope, crumbs_of, page_href
from knowledge.errors import NotFound
from knowledge.queries import wiki

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import QueryDict

    from knowledge.queries.wiki import RevisionView
    from knowledge.services.types import Actor

ROWS = 50


def _frame(space: str, path: str, actor: Actor) -> dict[str, Any]:
    page = wiki.read_page(actor=actor, space=space, path=path)
    return {
        "now": timezone.now(),
        "page": page,
        "scope": Scope(space),
        "crumbs": [*crumbs_of(space, page.path), (page.title, page_href(space, page.path))],
        "curator": access.may_curate(actor),
        "hrefs": {
            name: page_href(space, page.path, f"wiki-{name}") for name in ("page", "history", "changes", "restore")
        },
    }


def history_context(space: str, path: str, params: QueryDict, actor: Actor) -> dict[str, Any]:
    """Return the revisions of a page, newest first.

    Raises:
        NotFound: no such page for this person.
    """
    before = number(params.get("before", ""), absent=0) or None
    context = _frame(space, path, actor)
    listed = wiki.history(actor=actor, space=space, path=path, before=before, limit=ROWS + 1)
    shown = listed[:ROWS]
    path = context["page"].path
    held = [one.id for one in shown if one.standing == "held"]
    waiting = requests_of([f"{PAGE}{one}" for one in held], now=context["now"]) if held and context["curator"] else {}
    rows = [_row(one, space, path, waiting.get(f"{PAGE}{one.id}", "")) for one in shown]
    last = next((one.number for one in reversed(shown) if one.number), None)
    numbers = [one.number for one in shown if one.number]
    return context | {
        "rows": rows,
        "older": page_href(space, path, "wiki-history", before=last) if len(listed) > ROWS and last else "",
        "newest": numbers[0] if numbers else 0,
        "second": numbers[1] if len(numbers) > 1 else 0,
        "compares": len(numbers) > 1,
    }


def _row(one: RevisionView, space: str, path: str, request: str) -> dict[str, Any]:
    kept = one.number or 0
    return {
        "revision": one,
        "request": reverse("curation:queue-request", args=[request]) if request else "",
        "changes": page_href(space, path, "wiki-changes", old=kept - 1, new=kept) if kept else "",
        "text": page_href(space, path, "wiki-changes", new=kept) if kept else "",
    }


def changes_context(space: str, path: str, params: QueryDict, actor: Actor) -> dict[str, Any]:
    """Return what two revisions differ in, or the text of one when only one is named.

    Raises:
        NotFound: no such page or revision for this person.
    """
    context = _frame(space, path, actor)
    page = context["page"]
    new = number(params.get("new", ""))
    revision, text = wiki.revision_of(actor=actor, space=space, path=path, number=new)
    context |= {"revision": revision, "text": text, "may_restore": context["curator"] and new != page.revision}
    if new > 1:
        context["earlier"] = page_href(space, page.path, "wiki-changes", old=new - 2, new=new - 1)
    if new < page.revision:
        context["later"] = page_href(space, page.path, "wiki-changes", old=new, new=new + 1)
    if "old" not in params:
        return context
    old = number(params.get("old", ""), absent=0)
    old, new = min(old, new), max(old, new)
    segments = wiki.compare(actor=actor, space=space, path=path, old=old, new=new)
    return context | {
        "old": old,
        "new": new,
        "folded": folded(segments),
        "added": sum(len(part) for kind, part in segments if kind == "added"),
        "removed": sum(len(part) for kind, part in segments if kind == "removed"),
        "whole": page_href(space, page.path, "wiki-changes", new=new),
    }


def folded(segments: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return a comparison with long stretches that did not change cut in their middle, marked by a piece `cut`."""
    out: list[tuple[str, str]] = []
    for place, (kind, part) in enumerate(segments):
        first, last = place == 0, place + 1 == len(segments)
        before, behind = fold(part, first=first, last=last) if kind == "same" else (part, "")
        if before == part:
            out.append((kind, part))
            continue
        pieces = [("same", before), ("cut", ""), ("same", behind)]
        out += [one for one in pieces if one[1] or one[0] == "cut"]
    return out


def number(said: str, absent: int | None = None) -> int:
    """Read the number of a revision from an address.

    Raises:
        NotFound: it is none.
    """
    if not said and absent is not None:
        return absent
    if not (said.isascii() and said.isdigit() and len(said) < 18):
        raise NotFound("There is no such page.")
    return int(said)
