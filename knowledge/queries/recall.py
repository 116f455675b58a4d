"""Recall: which memories answer a query, in which order, and why."""

from __future__ import annotations

import base64
import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from django.db import DatabaseError, connection

from knowledge.clock import hub_now
from knowledge.conf import recall_settings
from knowledge.engine import decay, packing, scoring
from knowledge.engine.forms import normalize_key
from knowledge.engine.lineage import normal_source_key
from knowledge.engine.text import MAX_QUERY
from knowledge.engine.types import LAYERS, MemoryView
from knowledge.errors import Invalid
from knowledge.models import Memory
from knowledge.queries import context
from knowledge.queries.arms import Asked, Found, agent_asked, ask, read_candidates
from knowledge.queries.keywords import CANDIDATES, FINDINGS, TELLING, Rows, Scores, moments_of
from knowledge.queries.rows import read_rows
from knowledge.queries.textindex import RowFilter
from knowledge.queries.views import to_view

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from numpy.typing import NDArray

MOST_RESULTS = 100
MODES = ("recall", "keyword")
_SECONDS_PER_DAY = 86_400.0
_NO_FILTER = RowFilter()


@dataclass(frozen=True, slots=True)
class RecallRequest:
    """What is asked.

    Attributes:
        query: words, no syntax; only the first 2 000 characters count.
        limit: 1 to 100 results.
        layer: only this layer.
        tags: only memories with any of these tags.
        since, until: only what was recorded in this window, half-open.
        subject: only facts about this subject.
        mode: `recall` weighs all signals, `keyword` the words alone.
        profile: how `recall` weighs them, a name in `scoring.PROFILES`; None takes what the settings say.
        session: key of the conversation that asks: what belongs to it may be told besides what lasts.
        token_budget: pack results until about this many language-model tokens instead of a limit.
        cursor: `next` of the page before.
    """

    query: str
    limit: int = 10
    layer: str | None = None
    tags: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    subject: str | None = None
    mode: str = "recall"
    profile: str | None = None
    token_budget: int | None = None
    session: str | None = None
    cursor: str | None = None


@dataclass(frozen=True, slots=True)
class RecallHit:
    """One result with its reasons: trust factor times the sum of contributions is the score.

    `outranked` marks a row placed below a curated row of its subject in spite of its score.
    """

    memory: MemoryView
    score: float
    parts: tuple[scoring.Part, ...]
    trust_factor: float
    outranked: bool = False


@dataclass(frozen=True, slots=True)
class RecallResult:
    """The answer.

    Attributes:
        hits: best first.
        degraded: names of the arms that failed; the answer comes from the rest.
        next: cursor of the next page, None at the end.
        matched: rows that answer the query in any way.
    """

    hits: tuple[RecallHit, ...] = ()
    degraded: tuple[str, ...] = ()
    next: str | None = None
    matched: int = 0


def search(
    *,
    agent: str,
    request: RecallRequest,
    weights: scoring.Weights | None = None,
    also: RowFilter = _NO_FILTER,
    now: datetime | None = None,
) -> RecallResult:
    """Answer a query from one agent's current memories. Looking changes nothing.

    Args:
        agent: namespace; an unknown one gives an empty answer.
        request: what is asked.
        weights: of the signals; None takes those of the profile. The keyword mode has its own.
        also: a further condition on the rows.
        now: moment that decides what is current and fresh.

    Raises:
        Invalid: a field of the request breaks a rule.
    """
    found = _found(agent, request, also, now, weights)
    if found is None:
        return RecallResult()
    return _page(agent, found, request)


def place_of(
    *, agent: str, request: RecallRequest, memory_id: str, also: RowFilter = _NO_FILTER, now: datetime | None = None
) -> tuple[int, RecallHit] | None:
    """Return where a memory stands among the results of a query, from 1, and why; None when it is no result.

    The numbers are those of `search` with the same request; its limit and cursor do not matter.
    """
    found = _found(agent, request, also, now, None)
    if found is None or memory_id not in found.rows.ids:
        return None
    candidate = found.rows.ids.index(memory_id)
    order = found.ranking.order.tolist()
    memories = _by_number([found.rows.numbers[candidate]])
    if candidate not in order or not memories:
        return None
    return order.index(candidate) + 1, _hit(agent, memories[found.rows.numbers[candidate]], candidate, found)


@dataclass(frozen=True, slots=True, eq=False)
class _Ranked:
    """Every result of a query, in order."""

    rows: Rows
    ranking: scoring.Ranking
    degraded: tuple[str, ...]
    matched: int
    now: datetime


def _found(
    agent: str, request: RecallRequest, also: RowFilter, now: datetime | None, weights: scoring.Weights | None
) -> _Ranked | None:
    """Ask the arms and rank what they lead to; None for an agent that is not there."""
    _check(request)
    moment = now or hub_now()
    words_only = request.mode == "keyword"
    if words_only:
        weights = scoring.KEYWORD_ONLY
    elif weights is None:
        weights = scoring.PROFILES[request.profile or recall_settings().profile]
    asked = agent_asked(agent, request.query[:MAX_QUERY], _narrowed(request, also), moment)
    if asked is None:
        return None
    surrounded = weights.context > 0.0
    most = FINDINGS if words_only else TELLING if surrounded else CANDIDATES
    found = ask(asked, words_only=words_only, most=most)
    degraded = list(found.degraded)
    try:
        rows = read_candidates(found, asked, surrounded=surrounded)
    except DatabaseError:
        return _Ranked(Rows(), _rank(Rows(), None, None, found, asked, weights), (*degraded, "memories"), 0, moment)
    scores = surroundings = None
    try:
        scores = found.hits.words.score(rows, now=moment)
    except DatabaseError:
        degraded.append("keywords")
    if surrounded and scores is not None:
        try:
            rows, scores, surroundings = context.in_context(rows, scores, found, asked, weights)
        except DatabaseError:
            degraded.append("context")
    ranking = _rank(rows, scores, surroundings, found, asked, weights)
    return _Ranked(rows, ranking, tuple(degraded), found.matched, moment)


def _rank(
    rows: Rows,
    scores: Scores | None,
    surroundings: NDArray[np.float64] | None,
    found: Found,
    asked: Asked,
    weights: scoring.Weights,
) -> scoring.Ranking:
    numbers = np.array(rows.numbers, np.int64)
    # Beside what surrounds a memory, nearness counts only as far as it says something.
    near = found.nearness_of(numbers) if weights.context > 0.0 else found.cosines_of(numbers)
    return scoring.rank(
        scoring.Candidates(
            ids=rows.ids,
            learned=rows.numbers,
            trust=rows.trust,
            recency=_recency(rows, asked.now),
            importance=np.asarray(rows.importance, np.float64) / 10.0,
            relevance=np.zeros(numbers.size) if scores is None else scores.relevance,
            graph=found.ties_of(numbers),
            vector=near,
            context=surroundings,
            subjects=rows.subjects,
        ),
        weights,
    )


def _by_number(numbers: Sequence[int]) -> dict[int, Memory]:
    if not numbers:
        return {}
    marks = ",".join(["%s"] * len(numbers))
    rows = read_rows(Memory, f"WHERE number IN ({marks})", numbers)
    return {row.number: row for row in rows}


def _check(request: RecallRequest) -> None:
    if not isinstance(request.query, str):
        raise Invalid("query must be text.", field="query")
    if isinstance(request.limit, bool) or not 1 <= request.limit <= MOST_RESULTS:
        raise Invalid(f"limit must be from 1 to {MOST_RESULTS}.", field="limit")
    if request.mode not in MODES:
        raise Invalid(f"mode must be one of {', '.join(MODES)}.", field="mode")
    if request.profile is not None and request.profile not in scoring.PROFILES:
        raise Invalid(f"profile must be one of {', '.join(scoring.PROFILES)}.", field="profile")
    if request.layer is not None and request.layer not in LAYERS:
        raise Invalid(f"layer must be one of {', '.join(LAYERS)}.", field="layer")
    if request.token_budget is not None and request.token_budget < 1:
        raise Invalid("token_budget must be a positive whole number.", field="token_budget")
    if request.since and request.until and request.until <= request.since:
        raise Invalid("until must be later than since.", field="until")


def _narrowed(request: RecallRequest, also: RowFilter) -> RowFilter:
    """Turn the filters of a request into a condition that applies before any limit."""
    adapt = connection.ops.adapt_datetimefield_value
    conditions: list[str] = [also.sql] if also.sql else []
    params: list[tuple[str, Any]] = list(also.params)
    if request.layer:
        conditions.append("m.layer = %(layer)s")
        params.append(("layer", request.layer))
    if request.subject:
        conditions.append("m.subject_key = %(subject)s")
        params.append(("subject", normalize_key(request.subject)))
    if request.since:
        conditions.append("m.recorded_at >= %(since)s")
        params.append(("since", adapt(request.since)))
    if request.until:
        conditions.append("m.recorded_at < %(until)s")
        params.append(("until", adapt(request.until)))
    if request.tags:
        marks = []
        for place, tag in enumerate(request.tags):
            marks.append(f"%(tag{place})s")
            params.append((f"tag{place}", normalize_key(tag)))
        conditions.append(
            "EXISTS (SELECT 1 FROM knowledge_memorytag g WHERE g.memory_id = m.number"  # noqa: S608 - only placeholders are joined
            f" AND g.key IN ({','.join(marks)}))"
        )
    own = normal_source_key(request.session or "")
    return RowFilter(" AND ".join(conditions), tuple(params), own, any_session=also.any_session)


def _recency(rows: Rows, now: datetime) -> NDArray[np.float64]:
    idle = round(now.timestamp() * 1_000_000) - moments_of(rows.fresh)
    days = idle / 1_000_000 / _SECONDS_PER_DAY
    return decay.retrievabilities(days, np.asarray(rows.access_count), np.asarray(rows.importance))


def _page(agent: str, found: _Ranked, request: RecallRequest) -> RecallResult:
    """Cut the page out of the ranking and fetch its rows."""
    numbers = found.rows.numbers
    order = found.ranking.order.tolist()
    first = _after_cursor(request.cursor, found, order)
    wanted = order[first : first + (MOST_RESULTS if request.token_budget else request.limit)]
    memories = _by_number([numbers[place] for place in wanted])
    # A row deleted between ranking and reading is simply gone.
    wanted = [place for place in wanted if numbers[place] in memories]
    if request.token_budget:
        sizes = [packing.estimate_tokens(memories[numbers[place]].content) for place in wanted]
        wanted = [wanted[taken] for taken in packing.pack(sizes, request.token_budget).taken]
    hits = tuple(_hit(agent, memories[numbers[place]], place, found) for place in wanted)
    more = not request.token_budget and first + request.limit < len(order)
    return RecallResult(
        hits=hits,
        degraded=found.degraded,
        next=_cursor(hits[-1]) if more and hits else None,
        matched=found.matched,
    )


def _hit(agent: str, memory: Memory, place: int, found: _Ranked) -> RecallHit:
    return RecallHit(
        memory=to_view(memory, agent, found.now),
        score=float(found.ranking.scores[place]),
        parts=found.ranking.parts(place),
        trust_factor=float(found.ranking.trust_factors[place]),
        outranked=place in found.ranking.outranked,
    )


def _cursor(hit: RecallHit) -> str:
    text = json.dumps([hit.score, hit.memory.id])
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _after_cursor(cursor: str | None, found: _Ranked, order: Sequence[int]) -> int:
    """Return where the page starts: behind the row of the cursor, or behind its score if it is gone."""
    if cursor is None:
        return 0
    score, last = _read_cursor(cursor)
    for place, candidate in enumerate(order):
        if found.rows.ids[candidate] == last:
            return place + 1
    return next((place for place, one in enumerate(order) if found.ranking.scores[one] < score), len(order))


def _read_cursor(cursor: str) -> tuple[float, str]:
    """Return score and id of the last hit of the page before."""
    try:
        score, last = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        score, last = float(score), str(last)
    except (ValueError, TypeError, OverflowError, RecursionError):
        score, last = math.nan, ""
    if not math.isfinite(score):
        raise Invalid("cursor is not one this hub gave out; start from the first page.", field="cursor")
    return score, last


def longest_query() -> int:
    """Return how many characters of a query count."""
    return MAX_QUERY
