"""Finding pages: the words of a question, how far a page is trusted, and what kind of source it is.

Score = relevance × (0.5 + trust) × source factor; relevance is the best-match ranking of the words as for memories, 1
for the best hit of the query. What one hop of links adds is a list of its own and never mixes with the hits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from django.db.models import Count, Q, Sum

from knowledge.engine import lexical
from knowledge.engine.text import MAX_QUERY, analyze_query, word_spans
from knowledge.engine.wiki.frontmatter import SOURCE_FACTORS
from knowledge.models import WikiLink, WikiPage
from knowledge.models.wiki import LIVE
from knowledge.queries.textindex import PAGES, occurrences
from knowledge.queries.wiki import EVERYTHING, PageFilters, narrowed
from knowledge.queries.wiki_access import Reach, is_operator
from knowledge.queries.wiki_views import HEAVY, PageView, page_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from knowledge.engine.types import Actor

CANDIDATES = 500
"""Best pages by their words that are ranked with all factors; the same for every limit."""

MOST_RESULTS = 100
SNIPPET = 240
"""Characters of the text shown around the first words found."""

_AT_ONCE = 400


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
    if not terms:
        return PageResults()
    rows = narrowed(reach, filters, for_operator=False)
    if not is_operator(actor) and actor.kind != "person":
        rows = rows.filter(do_not_inject=False)
    found = _matching(reach, rows, terms)
    ranked = sorted(found, key=lambda one: (-one[1], -one[0]))
    limit = max(1, min(limit, MOST_RESULTS))
    best = ranked[:limit]
    pages = {one.number: one for one in _loaded([number for number, *_ in best])}
    hits = tuple(_hit(pages[number], score, relevance, terms) for number, score, relevance in best if number in pages)
    nearby = _nearby(reach, rows, [number for number, *_ in best]) if expand else ()
    return PageResults(hits, nearby, len(ranked))


def score_of(relevance: float, trust: float, source_type: str) -> float:
    """Return what a page scores: relevance × (0.5 + trust) × source factor."""
    return relevance * (0.5 + trust) * SOURCE_FACTORS[source_type if source_type in SOURCE_FACTORS else ""]


def _matching(reach: Reach, rows: Any, terms: Sequence[str]) -> list[tuple[int, float, float]]:
    """Return (number, score, relevance) of the pages the words lead to."""
    parts = [_in_space(space, terms) for space in reach.spaces]
    parts = [part for part in parts if part[0].size]
    if not parts:
        return []
    numbers = np.concatenate([part[0] for part in parts])
    raw = np.concatenate([part[1] for part in parts])
    order = np.argsort(-raw, kind="stable")
    allowed: dict[int, tuple[float, str]] = {}
    taken: list[tuple[int, float]] = []
    for start in range(0, order.size, CANDIDATES):
        some = order[start : start + CANDIDATES]
        listed = [int(one) for one in numbers[some]]
        for begin in range(0, len(listed), _AT_ONCE):
            found = rows.filter(number__in=listed[begin : begin + _AT_ONCE])
            allowed |= {
                number: (trust, kind) for number, trust, kind in found.values_list("number", "trust", "source_type")
            }
        taken += [(int(numbers[place]), float(raw[place])) for place in some if int(numbers[place]) in allowed]
        if len(taken) >= CANDIDATES:
            break
    top = max((score for _, score in taken), default=0.0)
    if top <= 0:
        return []
    return [(number, score_of(score / top, *allowed[number]), score / top) for number, score in taken]


def _in_space(space: int, terms: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the pages of a space that hold a term, ascending, and how well each matches."""
    found = occurrences(agent_id=space, terms=terms, table=PAGES)
    numbers, document = np.unique(found.number, return_inverse=True)
    if not numbers.size:
        return numbers, np.zeros(0)
    kept = WikiPage.objects.filter(space=space, standing=LIVE)
    size = kept.aggregate(pages=Count("number"), tokens=Sum("token_count"))
    lengths = np.full(numbers.size, 1.0)
    listed = numbers.tolist()
    known: dict[int, int] = {}
    for start in range(0, len(listed), _AT_ONCE * 50):
        some = listed[start : start + _AT_ONCE * 50]
        rows = kept.filter(number__in=some) if len(listed) <= _AT_ONCE else kept
        known |= dict(rows.values_list("number", "token_count"))
        if len(listed) > _AT_ONCE:
            break
    lengths = np.array([known.get(number, 1) for number in listed], np.float64)
    pairs = np.unique(document.astype(np.int64) * len(terms) + found.term)
    scores = lexical.bm25(
        document=document,
        term=found.term,
        frequency=found.frequency,
        length=lengths,
        document_frequency=np.bincount(pairs % len(terms), minlength=len(terms)),
        documents=int(size["pages"] or 0),
        average_length=float(size["tokens"] or 0) / max(1, int(size["pages"] or 0)),
    )
    return numbers, scores


def _loaded(numbers: Sequence[int]) -> list[WikiPage]:
    heavy = [name for name in HEAVY if name != "plain"]
    return list(WikiPage.objects.filter(number__in=numbers).defer(*heavy).select_related("agent"))


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
    looked_at = plain[:50_000]
    spans = word_spans(looked_at, terms)
    start = max(0, spans[0][0] - SNIPPET // 4) if spans else 0
    if start:
        blank = looked_at.find(" ", start, spans[0][0])
        start = blank + 1 if blank >= 0 else start
    end = min(len(looked_at), start + SNIPPET)
    snippet = looked_at[start:end].replace("\n", " ")
    return snippet, tuple((a - start, b - start) for a, b in spans if a >= start and b <= end)


def _nearby(reach: Reach, rows: Any, hits: Sequence[int]) -> tuple[PageView, ...]:
    """Return the pages one link away from the hits, those with the most links first."""
    counted: dict[int, int] = {}
    inside = set(hits)
    links = WikiLink.objects.filter(Q(source__in=hits) | Q(page__in=hits), page__isnull=False)
    for source, page in links.values_list("source", "page"):
        other = page if source in inside else source
        if other is not None and other not in inside:
            counted[other] = counted.get(other, 0) + 1
    best = sorted(counted, key=lambda number: (-counted[number], number))[:200]
    seen = rows.filter(number__in=best).defer(*HEAVY).select_related("agent")
    by_number = {one.number: one for one in seen}
    return tuple(page_view(by_number[number]) for number in best if number in by_number)[:20]
