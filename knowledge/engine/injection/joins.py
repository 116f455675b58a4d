"""Orders told in pieces over the parts of one thing: its short texts are read one after the other, in both orders.

Only a sign that lies across a border between two parts counts; what stands in one part was seen there. Parts without
a word that could belong to an order are left out, so that nothing can be put between two pieces, and so that most
things need no second reading.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from knowledge.engine.injection.canonical import canonical
from knowledge.engine.injection.model import DROP_SCORE, Verdict, outcome_of
from knowledge.engine.injection.scanner import matcher, scan
from knowledge.engine.injection.variants import simplified

EDGE: Final = 300
"""Characters at either end of a part that are read joined: a piece of an order is short, a long text costs no more."""
MOST: Final = 12_000
"""Characters read joined at most."""
_NOT_PLAIN: Final = re.compile(r"[^\w\s.,:'()/@+-]|(?<!\w)\w\W{1,2}\w\W{1,2}\w(?!\w)")
_END_MARKS: Final = " \t\n.!?…。！？;；,、，"
_STOPS: Final = frozenset(".!?…。！？")
_WAITING: Final = DROP_SCORE - 0.01


@lru_cache(maxsize=16_384)
def _speaks(text: str) -> bool:
    low = canonical(text)
    if low.isdigit():
        return False
    if _NOT_PLAIN.search(low) is not None:
        return True
    return matcher().speaks(simplified(low))


def speaks(text: str) -> bool:
    """Whether a text has anything that could be part of an order."""
    return len(text) > EDGE or _speaks(text)


def _ends(text: str) -> str:
    text = text if len(text) <= 2 * EDGE else f"{text[:EDGE]}\n\n{text[-EDGE:]}"
    return text.strip(_END_MARKS)


def _bounded(texts: Sequence[str]) -> list[str]:
    kept, length = [], 0
    for text in texts:
        length += len(text)
        if length > MOST:
            break
        kept.append(text)
    return kept


@lru_cache(maxsize=4_096)
def _possible(text: str) -> frozenset[int]:
    return matcher().possible(simplified(canonical(text)))


def _may_order(parts: Sequence[str]) -> bool:
    """Whether parts have the words of a rule together that none of them has alone, or could hide such words."""
    joined = " ".join(parts)
    if _NOT_PLAIN.search(joined) is not None:
        return True
    return not _possible(joined).issubset(frozenset().union(*map(_possible, parts)))


def scan_in_turn(before: Sequence[str], text: str) -> Verdict | None:
    """Read a new text after and before each of those told before it, and after the last two together.

    Args:
        before: what was told before, oldest first.
        text: what is told now.

    Returns:
        The strongest verdict about signs that lie across a border, None when there is none.
    """
    tails = [part for one in dict.fromkeys(before) if (part := _inner(one[-EDGE:]))]
    heads = [part for one in dict.fromkeys(before) if (part := _inner(one[:EDGE]))]
    first, last = _inner(text[:EDGE]), _inner(text[-EDGE:])
    if not first or not tails or not _may_order([*tails, first]):
        return None
    orders = [[one, first] for one in tails] + [[last, one] for one in heads]
    orders += [[*tails[-2:], first]] if len(tails) > 1 else []
    found = [verdict for order in orders if _may_order(order) and (verdict := across(order)) is not None]
    return max(found, key=lambda verdict: verdict.score, default=None)


def _inner(text: str) -> str:
    return text.strip(_END_MARKS)


def scan_together(texts: Sequence[str], content: str | None = None) -> Verdict | None:
    """Read the short texts of one thing joined, and joined with its sentence, before it and behind it.

    Args:
        texts: labels, names, values; each is also scanned alone elsewhere.
        content: the sentence, if there is one.

    Returns:
        The stronger verdict about signs that lie across a border; None when there is none.
    """
    parts = _bounded([part for text in dict.fromkeys(texts) if text and speaks(text) and (part := _ends(text))])
    readings = []
    if content and parts:
        # One word beside a whole sentence is a label, and no piece of it.
        whole = content.rstrip()[-1:] in _STOPS
        pieces = [part for part in parts if " " in part or not part.isascii()] if whole else parts
        readings.append((pieces, _inner(content[-EDGE:]), _inner(content[:EDGE])))
    if len(parts) > 1 and (not readings or len(readings[0][0]) < len(parts)):
        readings.append((parts, "", ""))
    worst: Verdict | None = None
    for pieces, last, first in readings:
        if not pieces or not _may_order([*pieces, last, first]):
            continue
        for order in (pieces, pieces[::-1]) if len(pieces) > 1 else (pieces,):
            verdict = across([part for part in (last, *order, first) if part], round_trip=bool(first))
            if verdict is not None and (worst is None or verdict.score > worst.score):
                worst = verdict
    return waiting(worst)


def waiting(verdict: Verdict | None) -> Verdict | None:
    """The verdict, at most so strong that a thing waits: by itself a join drops nothing."""
    if verdict is None or verdict.score <= _WAITING:
        return verdict
    return replace(verdict, score=_WAITING, outcome=outcome_of(_WAITING))


def across(parts: Sequence[str], *, round_trip: bool = False) -> Verdict | None:
    """The verdict over texts one after the other, if a sign lies across a border between two.

    Args:
        parts: the texts.
        round_trip: the first and the last are one text: a sign that needs both is none.
    """
    if len(parts) <= 1:
        return None
    verdict = scan(" ".join(parts))
    if verdict.outcome == "pass":
        return None
    borders, at = [], 0
    for part in parts[:-1]:
        at += len(part) + 1
        borders.append(at - 1)
    for span in verdict.spans:
        if not any(span.start < border < span.end for border in borders):
            continue
        if not (round_trip and span.start < borders[0] and span.end > borders[-1] + 1):
            return verdict
    return None
