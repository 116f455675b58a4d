"""The list of facts, ready for its template: what was typed is marked in the names, values are short."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from curation.fact_page import FactLinks
from curation.text import clip
from knowledge.queries.versions import FactName

if TYPE_CHECKING:
    from collections.abc import Sequence

    from knowledge.queries.facts import FactLine, FactPage
    from knowledge.services.types import MemoryView

VALUE_LIMIT = 120


@dataclass(frozen=True, slots=True)
class ShownFact:
    """One line: names as `(text, marked)` pieces, values cut to a line, and where it leads."""

    fact: FactLine
    subject: list[tuple[str, bool]]
    predicate: list[tuple[str, bool]]
    values: list[str]
    more: int
    since: MemoryView | None
    href: str


def list_of(page: FactPage, query: str, agent: str) -> dict[str, Any]:
    """Return the context of the list."""
    return {
        "query": query,
        "keep": [("agent", agent)] if agent else [],
        "all_href": next_page("", agent, ""),
        "lines": shown_facts(page, query),
        "next": next_page(query, agent, page.after) if page.after else "",
    }


def shown_facts(page: FactPage, query: str) -> list[ShownFact]:
    """Return the lines of a page."""
    words = [word for word in _plain(query).replace("·", " ").split() if word]
    return [
        ShownFact(
            fact=line,
            subject=marked(line.subject, words),
            predicate=marked(line.predicate, words),
            values=[clip(_value(view), VALUE_LIMIT) for view in line.values],
            more=line.value_count - len(line.values),
            since=line.values[0] if line.value_count == 1 else None,
            href=FactLinks(FactName(line.agent, line.subject, line.predicate)).to(),
        )
        for line in page.lines
    ]


def _value(view: MemoryView) -> str:
    if view.object is None:
        return view.content
    return view.object if isinstance(view.object, str) else clip(str(view.object), VALUE_LIMIT)


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def marked(text: str, words: Sequence[str]) -> list[tuple[str, bool]]:
    """Cut a text where it contains one of the words, ignoring case and width.

    A character that becomes several when compared (a ligature, a full-width unit) is marked whole.
    """
    plain, owner = "", []
    for place, char in enumerate(text):
        folded = _plain(char)
        plain += folded
        owner += [place] * len(folded)
    hit = [False] * len(text)
    for word in words:
        start = plain.find(word)
        while start >= 0:
            for place in owner[start : start + len(word)]:
                hit[place] = True
            start = plain.find(word, start + len(word))
    pieces: list[tuple[str, bool]] = []
    for char, is_hit in zip(text, hit, strict=True):
        if pieces and pieces[-1][1] is is_hit:
            pieces[-1] = (pieces[-1][0] + char, is_hit)
        else:
            pieces.append((char, is_hit))
    return pieces


def next_page(query: str, agent: str, after: str) -> str:
    """Return the `?…` of the page behind this one."""
    keys = {"q": query, "agent": agent, "after": after}
    return "?" + urlencode({key: value for key, value in keys.items() if value})
