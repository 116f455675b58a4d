"""What the hub knows of the place of each candidate, as one signal of recall; see `knowledge.engine.context`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np
from django.db import connection

from knowledge.engine import context, mentions, whens
from knowledge.engine.text import analyze
from knowledge.queries import linking
from knowledge.queries.keywords import COLUMNS, SURROUNDED, Row, Rows, Scores, aside, moments_of
from knowledge.queries.textindex import read_current
from knowledge.queries.vector_rows import places_in

if TYPE_CHECKING:
    import numpy.typing as npt

    from knowledge.engine.context import Floats, Integers
    from knowledge.engine.scoring import Weights
    from knowledge.queries.arms import Asked, Found

LOOKED_AROUND = 200
"""Best candidates whose surroundings are read, with those beside the very best; the same for every limit.

Around the others there is nothing."""
_KINDS = "'message', 'run', 'tool_turn', 'external_call'"
"""Kinds of sources whose session is a conversation; lines of a file are none."""
_NOBODYS = ("token:", "agent:")
"""Sessions the hub itself gives to writes that name none begin like this."""
# CROSS keeps SQLite from reading every source there is; an expression keeps Django from parsing every moment.
_SURROUNDINGS = f"""
SELECT m.number, COALESCE(s.id, 0), s.session, s.sequence, {{speaker}}, substr(m.content, 1, {mentions.HEAD}), {{tail}},
    COALESCE(m.recorded_at, m.valid_from)
FROM {{numbers}} knowledge_memory m ON m.number = j.value
LEFT JOIN knowledge_memorysource s
    ON s.memory_id = m.number AND s.role = 'direct' AND s.session <> '' AND s.kind IN ({_KINDS})
"""  # noqa: S608 - fixed parts
_NUMBER_AND_SOURCE = itemgetter(0, 1)
_FADING = 4
"""A second passage half as good as the first leads half to the power of this far."""


@dataclass(frozen=True, slots=True, eq=False)
class _Surroundings:
    """What is known of the place of each candidate.

    Attributes:
        places: conversation and turn of every candidate.
        read: positions of the candidates that were looked around.
        said: of those, who said it as far as the host told, and how the text begins.
        asks: whether each candidate is one of those and asks something.
        recorded: of those, when it happened.
    """

    places: context.Places
    read: Integers
    said: tuple[tuple[Any, str], ...]
    asks: npt.NDArray[np.bool_]
    recorded: npt.NDArray[np.datetime64]


def in_context(rows: Rows, scores: Scores, found: Found, asked: Asked, weights: Weights) -> tuple[Rows, Scores, Floats]:
    """Weigh what surrounds the candidates.

    Args:
        rows: the candidates, ascending by number.
        scores: how well they match.
        found: what the arms say.
        asked: the question.
        weights: of the signals.

    Returns:
        The candidates, to which memories may have been added that good passages mention by name, how
        well they match, and the signal of each, 0 to 1.

    Raises:
        DatabaseError: what surrounds them cannot be read.
    """
    links, further = _links(rows, scores, found, asked, weights)
    if further:
        rows = rows.with_further(further)
        scores = found.hits.words.score(rows, now=asked.now)
    if not rows.numbers:
        return rows, scores, np.zeros(0)
    numbers = np.array(rows.numbers, np.int64)
    lent = context.lends(rows.trust, weighs=weights.trust > 0.0)
    evidence = _evidence(scores, found, numbers, weights)
    around = _surroundings(numbers, evidence * lent)
    parts = {
        "neighbours": context.neighbours(evidence * lent, around.places),
        "reply": context.replies(evidence * lent, around.asks, around.places),
        "conversation": context.coverage(scores.matches, scores.relevance * scores.best, around.places, lent),
        "person": _person(around, rows, asked.query),
        "link": _linked(links, numbers, evidence * lent, around.places),
        "name": context.whole_names(scores.matches, _names(found, asked.query), documents=asked.corpus.live),
    }
    dates = whens.dates_in(asked.query)
    if dates:
        parts["date"] = np.zeros(numbers.size)
        parts["date"][around.read] = whens.fits(dates, around.recorded)
    return rows, scores, context.signal(parts)


def _evidence(scores: Scores, found: Found, numbers: Integers, weights: Weights) -> Floats:
    """What each candidate holds by itself: its words, and its meaning as far as vectors count; 1 for the best."""
    evidence = scores.relevance
    nearness = found.nearness_of(numbers)
    if nearness is not None and weights.relevance > 0.0:
        evidence = evidence + weights.vector / weights.relevance * nearness
    most = float(evidence.max(initial=0.0))
    return evidence / most if most > 0.0 else evidence


def _links(
    rows: Rows, scores: Scores, found: Found, asked: Asked, weights: Weights
) -> tuple[list[linking.Link], list[Row]]:
    """Follow the names in the best candidates; return also what they lead to that is no candidate yet."""
    numbers = np.array(rows.numbers, np.int64)
    lent = context.lends(rows.trust, weighs=weights.trust > 0.0)
    held = _evidence(scores, found, numbers, weights) * lent
    best = np.lexsort((numbers, -held))[: linking.PASSAGES]
    passages = [int(numbers[place]) for place in best if held[place] > 0.0]
    if not passages:
        return [], []
    links = linking.follow(words=found.hits.words, passages=passages, now=asked.now)
    reached = np.unique(np.array([number for link in links for number in link.memories], np.int64))
    further = reached[~places_in(numbers, reached)[1]]
    return links, read_current(further, COLUMNS, now=asked.now, narrowed=asked.narrowed)


def _surroundings(numbers: Integers, worth: Floats) -> _Surroundings:
    """Read where the best candidates were said, when, and by whom; of several sources of one the first counts.

    Args:
        numbers: of the candidates, ascending.
        worth: of each as evidence.
    """
    best = np.lexsort((numbers, -worth))
    looked = np.union1d(best[:LOOKED_AROUND], aside(best[:SURROUNDED], numbers.size))
    listed = numbers[looked].tolist()
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                _SURROUNDINGS.format(
                    numbers="unnest(%s::bigint[]) AS j(value) JOIN",
                    speaker="m.metadata ->> 'speaker'",
                    tail=f"right(m.content, {mentions.TAIL})",
                ),
                [listed],
            )
        else:
            cursor.execute(
                _SURROUNDINGS.format(
                    numbers="json_each(%s) j CROSS JOIN",
                    speaker="json_extract(m.metadata, '$.speaker')",
                    tail=f"substr(m.content, -{mentions.TAIL})",
                ),
                [json.dumps(listed)],
            )
        rows = cursor.fetchall()
    rows.sort(key=_NUMBER_AND_SOURCE, reverse=True)
    firsts = {row[0]: row for row in rows}
    conversation = np.full(numbers.size, context.NONE, np.int64)
    sequence = np.full(numbers.size, context.NONE, np.int64)
    at = np.searchsorted(numbers, np.array(list(firsts), np.int64))
    read = list(firsts.values())
    sessions = {row[2] for row in read if row[2] and not row[2].startswith(_NOBODYS)}
    number = {session: place for place, session in enumerate(sorted(sessions))}
    conversation[at] = [number.get(row[2], context.NONE) for row in read]
    sequence[at] = [context.NONE if row[3] is None else row[3] for row in read]
    asks = np.zeros(numbers.size, np.bool_)
    asks[at] = [mentions.asks(row[6]) for row in read]
    return _Surroundings(
        context.Places(conversation, sequence),
        at,
        tuple((row[4], row[5]) for row in read),
        asks,
        moments_of([row[7] for row in read]).astype("datetime64[us]"),
    )


def _person(around: _Surroundings, rows: Rows, query: str) -> Floats:
    """1 where the question names who said it, or what it is about; else 0."""
    question = mentions.Question(query)
    named = np.zeros(len(rows.ids))
    for place, (speaker, head) in zip(around.read.tolist(), around.said, strict=True):
        if isinstance(speaker, str):
            named[place] = question.names(speaker)
        elif rows.subjects[place]:
            named[place] = question.is_about(rows.subjects[place])
        elif ":" in head or "：" in head:
            named[place] = question.is_about(mentions.speaker_in(head))
    return named


def _linked(links: list[linking.Link], numbers: Integers, held: Floats, places: context.Places) -> Floats:
    """How strongly each candidate is about what the best passages of other conversations mention."""
    values = np.zeros(numbers.size)
    most = float(held.max(initial=0.0))
    for link in links:
        passage = int(np.searchsorted(numbers, link.passage))
        reached, strengths = np.array(sorted(link.memories.items()), np.float64).reshape(-1, 2).T
        place, there = places_in(numbers, reached.astype(np.int64))
        led = np.zeros(numbers.size)
        led[place[there]] = strengths[there]
        if places.conversation[passage] != context.NONE:
            led[places.conversation == places.conversation[passage]] = 0.0
        values = np.maximum(values, led * (held[passage] / most) ** _FADING)
    return values


def _names(found: Found, query: str) -> list[list[int]]:
    """Return for each name of the question the positions of its terms."""
    position = {term: place for place, term in enumerate(found.hits.words.terms)}
    return [
        sorted({position[token] for token in analyze(name) if token in position}) for name in mentions.names_in(query)
    ]
