"""Recall: which memories answer a query, in which order, and why."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from django.db import DatabaseError, connection

from knowledge.clock import hub_now
from knowledge.engine import decay, lexical, packing, scoring
from knowledge.engine.forms import normalize_key
from knowledge.engine.text import MAX_QUERY, analyze_query
from knowledge.engine.trust import CURATED
from knowledge.engine.types import LAYERS, MemoryView
from knowledge.errors import Invalid
from knowledge.models import Agent, Memory
from knowledge.queries.textindex import Postings, RowFilter, postings
from knowledge.queries.views import to_view

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from numpy.typing import NDArray

MOST_RESULTS = 100
MODES = ("recall", "keyword")
_CANDIDATES = 1_000
"""Best keyword hits that are ranked with all signals; the same for every limit."""
_CHUNK = 500
_SECONDS_PER_DAY = 86_400.0
_COLUMNS = (
    "number, id, ingested_at, COALESCE(last_accessed_at, recorded_at), importance, access_count,"
    " origin_trust, subject_key, fact_key, object_key"
)


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
    token_budget: int | None = None
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


@dataclass(slots=True)
class _Rows:
    """Columns of the candidates, aligned."""

    numbers: list[int] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    learned: list[Any] = field(default_factory=list)
    fresh: list[Any] = field(default_factory=list)
    importance: list[float] = field(default_factory=list)
    access_count: list[int] = field(default_factory=list)
    trust: list[float] = field(default_factory=list)
    subjects: list[str] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    objects: list[str] = field(default_factory=list)


def search(
    *,
    agent: str,
    request: RecallRequest,
    weights: scoring.Weights | None = None,
    now: datetime | None = None,
) -> RecallResult:
    """Answer a query from one agent's current memories. Looking changes nothing.

    Args:
        agent: namespace; an unknown one gives an empty answer.
        request: what is asked.
        weights: of the signals; None takes the documented ones. The keyword mode has its own.
        now: moment that decides what is current and fresh.

    Raises:
        Invalid: a field of the request breaks a rule.
    """
    _check(request)
    moment = now or hub_now()
    known = Agent.objects.filter(name=agent).values_list("pk", "live_memories", "live_tokens").first()
    terms = list(dict.fromkeys(analyze_query(request.query)))
    if known is None or not terms:
        return RecallResult()
    agent_id, live, tokens = known
    try:
        found = postings(agent_id=agent_id, terms=terms, now=moment, narrowed=_narrowed(request))
    except DatabaseError:
        return RecallResult(degraded=("keywords",))
    if not found.numbers.size:
        return RecallResult()
    relevance = _relevance(found, len(terms), live=live, tokens=tokens)
    rows = _candidates(found, relevance)
    position = {int(number): place for place, number in enumerate(found.numbers)}
    places = np.array([position[number] for number in rows.numbers], dtype=np.int64)
    ranking = scoring.rank(
        scoring.Candidates(
            ids=rows.ids,
            learned=rows.learned,
            trust=rows.trust,
            recency=_recency(rows, moment),
            importance=np.asarray(rows.importance, np.float64) / 10.0,
            relevance=relevance[places],
            subjects=rows.subjects,
            facts=rows.facts,
            objects=rows.objects,
        ),
        scoring.KEYWORD_ONLY if request.mode == "keyword" else weights,
    )
    return _page(agent, rows, ranking, request, moment, matched=int(found.numbers.size))


def _check(request: RecallRequest) -> None:
    if not isinstance(request.query, str):
        raise Invalid("query must be text.", field="query")
    if isinstance(request.limit, bool) or not 1 <= request.limit <= MOST_RESULTS:
        raise Invalid(f"limit must be from 1 to {MOST_RESULTS}.", field="limit")
    if request.mode not in MODES:
        raise Invalid(f"mode must be one of {', '.join(MODES)}.", field="mode")
    if request.layer is not None and request.layer not in LAYERS:
        raise Invalid(f"layer must be one of {', '.join(LAYERS)}.", field="layer")
    if request.token_budget is not None and request.token_budget < 1:
        raise Invalid("token_budget must be a positive whole number.", field="token_budget")
    if request.since and request.until and request.until <= request.since:
        raise Invalid("until must be later than since.", field="until")


def _narrowed(request: RecallRequest) -> RowFilter:
    """Turn the filters of a request into a condition that applies before any limit."""
    adapt = connection.ops.adapt_datetimefield_value
    conditions: list[str] = []
    params: list[tuple[str, Any]] = []
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
    return RowFilter(" AND ".join(conditions), tuple(params))


def _relevance(found: Postings, terms: int, *, live: int, tokens: int) -> NDArray[np.float64]:
    """Return the keyword signal of every matching row, 1 for the best."""
    scores = lexical.bm25(
        document=found.document,
        term=found.term,
        frequency=found.frequency,
        length=found.lengths,
        document_frequency=np.bincount(found.term, minlength=terms),
        documents=max(live, int(found.numbers.size)),
        average_length=tokens / live if live else 0.0,
    )
    return lexical.relevance(scores)


def _candidates(found: Postings, relevance: NDArray[np.float64]) -> _Rows:
    """Read the columns of the best hits, and of the curated rows that must stand above some of them."""
    if found.numbers.size <= _CANDIDATES:
        return _read(_Rows(), found.numbers.tolist())
    # Best first; equal scores in the order of the numbers, so that the cut is the same every time.
    best = np.argsort(-relevance, kind="stable")
    rows = _read(_Rows(), found.numbers[best[:_CANDIDATES]].tolist())
    subjects = sorted(
        {subject for subject, trust in zip(rows.subjects, rows.trust, strict=True) if subject and trust < CURATED}
    )
    rest = found.numbers[best[_CANDIDATES:]].tolist()
    return _read(rows, rest, curated_of=subjects) if subjects else rows


def _read(rows: _Rows, numbers: Sequence[int], *, curated_of: Sequence[str] = ()) -> _Rows:
    for start in range(0, len(numbers), _CHUNK):
        chunk = numbers[start : start + _CHUNK]
        marks = ",".join(["%s"] * len(chunk))
        sql = f"SELECT {_COLUMNS} FROM knowledge_memory WHERE number IN ({marks})"  # noqa: S608 - only placeholders are joined
        params: list[Any] = list(chunk)
        if curated_of:
            sql += f" AND origin_trust >= %s AND subject_key IN ({','.join(['%s'] * len(curated_of[:_CHUNK]))})"
            params += [CURATED, *curated_of[:_CHUNK]]
        with connection.cursor() as cursor:
            cursor.execute(sql, params)
            for row in cursor.fetchall():
                rows.numbers.append(row[0])
                rows.ids.append(row[1])
                rows.learned.append(row[2])
                rows.fresh.append(row[3])
                rows.importance.append(row[4])
                rows.access_count.append(row[5])
                rows.trust.append(row[6])
                rows.subjects.append(row[7])
                rows.facts.append(row[8])
                rows.objects.append(row[9])
    rows.learned = _instants(rows.learned).tolist()
    return rows


def _instants(values: Sequence[Any]) -> NDArray[np.int64]:
    """Return moments as whole microseconds, whichever form the database gave them in."""
    if values and not isinstance(values[0], str | int):
        return np.array([round(value.timestamp() * 1_000_000) for value in values], dtype=np.int64)
    if values and isinstance(values[0], int):
        return np.asarray(values, np.int64)
    return np.array(values, dtype="datetime64[us]").astype(np.int64)


def _recency(rows: _Rows, now: datetime) -> NDArray[np.float64]:
    idle = round(now.timestamp() * 1_000_000) - _instants(rows.fresh)
    days = idle / 1_000_000 / _SECONDS_PER_DAY
    return decay.retrievabilities(days, np.asarray(rows.access_count), np.asarray(rows.importance))


def _page(
    agent: str,
    rows: _Rows,
    ranking: scoring.Ranking,
    request: RecallRequest,
    now: datetime,
    *,
    matched: int,
) -> RecallResult:
    """Cut the page out of the ranking and fetch its rows."""
    order = ranking.order.tolist()
    first = _after_cursor(request.cursor, rows, ranking, order)
    wanted = order[first : first + (MOST_RESULTS if request.token_budget else request.limit)]
    memories = Memory.objects.in_bulk([rows.numbers[place] for place in wanted])
    # A row deleted between ranking and reading is simply gone.
    wanted = [place for place in wanted if rows.numbers[place] in memories]
    if request.token_budget:
        sizes = [packing.estimate_tokens(memories[rows.numbers[place]].content) for place in wanted]
        wanted = [wanted[taken] for taken in packing.pack(sizes, request.token_budget).taken]
    hits = tuple(
        RecallHit(
            memory=to_view(memories[rows.numbers[place]], agent, now),
            score=float(ranking.scores[place]),
            parts=ranking.parts(place),
            trust_factor=float(ranking.trust_factors[place]),
            outranked=place in ranking.outranked,
        )
        for place in wanted
    )
    more = not request.token_budget and first + request.limit < len(order)
    return RecallResult(
        hits=hits,
        next=_cursor(hits[-1]) if more and hits else None,
        matched=matched,
    )


def _cursor(hit: RecallHit) -> str:
    text = json.dumps([hit.score, hit.memory.id])
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _after_cursor(cursor: str | None, rows: _Rows, ranking: scoring.Ranking, order: Sequence[int]) -> int:
    """Return where the page starts: behind the row of the cursor, or behind its score if it is gone."""
    if cursor is None:
        return 0
    try:
        score, last = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        score, last = float(score), str(last)
    except (ValueError, TypeError) as error:
        raise Invalid("cursor is not one this hub gave out; start from the first page.", field="cursor") from error
    for place, candidate in enumerate(order):
        if rows.ids[candidate] == last:
            return place + 1
    return next((place for place, one in enumerate(order) if ranking.scores[one] < score), len(order))


def longest_query() -> int:
    """Return how many characters of a query count."""
    return MAX_QUERY
