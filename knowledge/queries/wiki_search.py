"""Finding pages: the words of a question, how far a page is trusted, and what kind of source it is.

Score = relevance × (0.5 + trust) × source factor; relevance is the best-match ranking of the words as for memories, 1
for the best hit of the query. What one hop of links adds is a list of its own and never mixes with the hits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from django.db.models import Q

from knowledge.engine import lexical
from knowledge.engine.text import MAX_QUERY, MAX_TOKEN, analyze_query, word_spans
from knowledge.engine.wiki.frontmatter import SOURCE_FACTORS
from knowledge.engine.wiki.paths import path_key
from knowledge.models import Agent, WikiLink, WikiPage
from knowledge.models.wiki import LIVE
from knowledge.queries.rows import read_rows
from knowledge.queries.textindex import PAGES, postings
from knowledge.queries.vector_rows import places_in
from knowledge.queries.wiki import EVERYTHING, PageFilters
from knowledge.queries.wiki_access import Reach, is_operator
from knowledge.queries.wiki_columns import Columns, cache
from knowledge.queries.wiki_views import HEAVY, PageView, page_view

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from knowledge.engine.types import Actor

MOST_RESULTS = 100
SNIPPET = 240
"""Characters of the text shown around the first words found."""

_LOOKED_AT = 50_000
_STEP = 600
_NOT_SHOWN = frozenset({*HEAVY, "path_key", "name_key", "title_key"} - {"plain"})
_NEARBY = 20
_NEARBY_LOOKED_AT = 200


@dataclass(frozen=True, slots=True)
class PageHit:
    """One page that was found.

    Attributes:
        score: relevance × (0.5 + trust) × source factor.
        relevance: 0 to 1, 1 for the best hit of the query.
        source_factor: 0.6 to 1.2.
        snippet: part of the text around the words.
        marks: half-open character spans of the words in the snippet.
        title_marks: the same in the title.
    """

    page: PageView
    score: float
    relevance: float
    source_factor: float
    snippet: str
    marks: tuple[tuple[int, int], ...]
    title_marks: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PageResults:
    """What a search found.

    Attributes:
        hits: best first.
        nearby: of a search that asks for it, pages one link away from a hit that are no hits themselves.
        total: how many pages the words lead to.
    """

    hits: tuple[PageHit, ...] = ()
    nearby: tuple[PageView, ...] = ()
    total: int = 0


def search_pages(
    *,
    actor: Actor,
    query: str,
    space: str | None = None,
    filters: PageFilters = EVERYTHING,
    limit: int = 10,
    expand: bool = False,
    reach: Reach | None = None,
) -> PageResults:
    """Find pages by the words of a question.

    Args:
        actor: who asks; agents never get a page that is marked `do_not_inject`.
        query: any text; no character is syntax.
        space: name of an agent, empty for the shared wiki; None for all in reach.
        filters: what to narrow to, before the limit.
        limit: 1 to 100.
        expand: whether to list what is one link away.
        reach: of this actor into this space, where it is known already.
    """
    terms = list(dict.fromkeys(analyze_query(query[:MAX_QUERY])))
    reach = reach or Reach(actor, space)
    if not terms or filters.standing != LIVE:
        return PageResults()
    asked = _Asked(reach, filters, everything=is_operator(actor) or actor.kind == "person")
    wikis = cache.get(reach.spaces)
    numbers, raw, weight = _matching(asked, wikis, terms)
    top = float(raw.max(initial=0.0))
    if top <= 0:
        return PageResults()
    scores = raw / top * weight
    best = np.lexsort((-numbers, -scores))[: max(1, min(limit, MOST_RESULTS))]
    listed = [int(one) for one in numbers[best]]
    pages = {one.number: one for one in _loaded(listed, reach.agents)}
    hits = tuple(
        _hit(pages[number], float(scores[place]), float(raw[place]) / top, terms)
        for number, place in zip(listed, best, strict=True)
        if number in pages
    )
    return PageResults(hits, _nearby(asked, wikis, listed) if expand else (), int(numbers.size))


def score_of(relevance: float, trust: float, source_type: str) -> float:
    """Return what a page scores: relevance × (0.5 + trust) × source factor."""
    return relevance * (0.5 + trust) * SOURCE_FACTORS[source_type if source_type in SOURCE_FACTORS else ""]


@dataclass(frozen=True, slots=True)
class _Asked:
    """What may be shown: within whose reach, what it is narrowed to, and whether pages kept from agents count."""

    reach: Reach
    filters: PageFilters
    everything: bool

    def passing(self, wiki: Columns, place: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Return which of the pages at some places of a wiki may be shown."""
        filters = self.filters
        passes = wiki.seen_by(self.reach)[place]
        if not self.everything:
            passes &= wiki.is_told[place]
        if filters.layer:
            passes &= wiki.layers[place] == filters.layer
        if filters.min_trust is not None:
            passes &= wiki.trust[place] >= filters.min_trust
        if filters.filed is not None:
            passes &= wiki.is_filed[place] == filters.filed
        if filters.prefix:
            key = path_key(filters.prefix)
            passes &= np.array([path_key(wiki.paths[one]).startswith(key) for one in place], np.bool_)
        if filters.tag:
            passes &= np.array([filters.tag in wiki.tags[one] for one in place], np.bool_)
        return passes


def _matching(
    asked: _Asked, wikis: Sequence[Columns], terms: Sequence[str]
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the pages the words lead to that may be shown: numbers, how well each matches, and what that is worth."""
    found = postings([f"{wiki.space}_{term}" for wiki in wikis for term in terms], PAGES)
    numbers: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    raw: list[NDArray[np.float64]] = [np.zeros(0)]
    weight: list[NDArray[np.float64]] = [np.zeros(0)]
    ends = np.searchsorted(found.term, np.arange(len(wikis) + 1) * len(terms))
    for order, wiki in enumerate(wikis):
        part = slice(ends[order], ends[order + 1])
        held, document = np.unique(found.number[part], return_inverse=True)
        if not held.size:
            continue
        scores = _scores(wiki, held, document, found.term[part] - order * len(terms), found.frequency[part], len(terms))
        place, there = places_in(wiki.numbers, held)
        there[there] = asked.passing(wiki, place[there])
        place = place[there]
        numbers.append(held[there])
        raw.append(scores[there])
        weight.append((0.5 + wiki.trust[place]) * wiki.factor[place])
    return np.concatenate(numbers), np.concatenate(raw), np.concatenate(weight)


def _scores(
    wiki: Columns,
    held: NDArray[np.int64],
    document: NDArray[np.int64],
    term: NDArray[np.int64],
    frequency: NDArray[np.int64],
    terms: int,
) -> NDArray[np.float64]:
    """Return how well the pages of one wiki that hold a term match, shape of `held`."""
    place, there = places_in(wiki.numbers, held)
    pairs = np.unique(document * terms + term)
    return lexical.bm25(
        document=document,
        term=term,
        frequency=frequency,
        length=np.where(there, wiki.lengths[place], 1.0) if wiki.numbers.size else np.ones(held.size),
        document_frequency=np.bincount(pairs % terms, minlength=terms),
        documents=wiki.numbers.size,
        average_length=float(wiki.lengths.mean()) if wiki.numbers.size else 0.0,
    )


def _loaded(
    numbers: Sequence[int], agents: Mapping[int, str], *, without: frozenset[str] = _NOT_SHOWN
) -> list[WikiPage]:
    """Read the pages that are listed, each with its agent, whose name is known already."""
    if not numbers:
        return []
    marks = ", ".join(["%s"] * len(numbers))
    rows = read_rows(WikiPage, f"WHERE number IN ({marks})", numbers, without=without)
    for row in rows:
        name = None if row.agent_id is None else agents.get(row.agent_id)
        row.agent = None if name is None else Agent(pk=row.agent_id, name=name)
    return rows


def _hit(page: WikiPage, score: float, relevance: float, terms: Sequence[str]) -> PageHit:
    snippet, marks = _snippet(page.plain, terms)
    return PageHit(
        page=page_view(page),
        score=score,
        relevance=relevance,
        source_factor=SOURCE_FACTORS.get(page.source_type, SOURCE_FACTORS[""]),
        snippet=snippet,
        marks=marks,
        title_marks=tuple(word_spans(page.title, terms)),
    )


def _snippet(plain: str, terms: Sequence[str]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the part of a text around the first words found, and where they stand in it."""
    first = _first(plain[:_LOOKED_AT], terms)
    start = max(0, first - SNIPPET // 4)
    if start:
        blank = plain.find(" ", start, first)
        start = blank + 1 if blank >= 0 else start
    snippet = plain[start : start + SNIPPET].replace("\n", " ")
    # What stands behind the end says whether the last word goes on there.
    spans = word_spans(plain[start : start + SNIPPET + MAX_TOKEN], terms)
    return snippet, tuple((a, b) for a, b in spans if b <= len(snippet))


def _first(text: str, terms: Sequence[str]) -> int:
    """Return where the first of the words stands, looking no further than there; 0 for none."""
    start = 0
    while start < len(text):
        end = min(len(text), start + _STEP)
        # Cut between words where there are blanks; else one character more, as words of such scripts are looked up
        # by pairs of characters.
        blank = max(text.rfind(" ", start + 1, end), text.rfind("\n", start + 1, end)) if end < len(text) else -1
        end = blank + 1 if blank > 0 else end
        spans = word_spans(text[start : end + 1], terms)
        if spans:
            return start + spans[0][0]
        start = end
    return 0


def _nearby(asked: _Asked, wikis: Sequence[Columns], hits: Sequence[int]) -> tuple[PageView, ...]:
    """Return the pages one link away from the hits, those with the most links first."""
    counted: dict[int, int] = {}
    inside = set(hits)
    links = WikiLink.objects.filter(Q(source__in=hits) | Q(page__in=hits), page__isnull=False)
    for source, page in links.values_list("source", "page"):
        other = page if source in inside else source
        if other is not None and other not in inside:
            counted[other] = counted.get(other, 0) + 1
    best = sorted(counted, key=lambda number: (-counted[number], number))[:_NEARBY_LOOKED_AT]
    shown = _shown(asked, wikis, best)
    listed = [number for number in best if number in shown][:_NEARBY]
    by_number = {one.number: one for one in _loaded(listed, asked.reach.agents, without=_NOT_SHOWN | {"plain"})}
    return tuple(page_view(by_number[number]) for number in listed if number in by_number)


def _shown(asked: _Asked, wikis: Sequence[Columns], numbers: Sequence[int]) -> set[int]:
    """Return those of some pages that may be shown."""
    wanted = np.array(sorted(numbers), np.int64)
    shown: set[int] = set()
    for wiki in wikis:
        place, there = places_in(wiki.numbers, wanted)
        there[there] = asked.passing(wiki, place[there])
        shown |= {int(one) for one in wanted[there]}
    return shown
