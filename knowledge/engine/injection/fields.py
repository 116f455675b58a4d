"""Scan of a memory's parts: each alone, and joined where an order could be split over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from knowledge.engine.injection.joins import EDGE, across, speaks, waiting
from knowledge.engine.injection.model import Verdict
from knowledge.engine.injection.scanner import scan


def scan_fields(
    *,
    subject: str | None = None,
    predicate: str | None = None,
    object: str | None = None,  # noqa: A002
    content: str | None = None,
    others: Sequence[str] = (),
) -> Verdict:
    """The strongest verdict over the parts alone and over their joins.

    Parts that say nothing to any rule are not read joined.

    Args:
        subject, predicate, object: the triple; absent parts are left out.
        content: the sentence itself.
        others: further texts that an agent will see: tags, titles, file names; each is scanned alone.

    The spans of a join point to no place in one field: their `field` names the join, their places count in it.
    """
    triple = [("subject", subject), ("predicate", predicate), ("object", object)]
    alone = [*triple, ("content", content), *(("other", text) for text in others)]
    verdicts = [_scanned(name, text) for name, text in alone if text]
    for names, join in _joins([(name, text) for name, text in triple if text and speaks(text)], content):
        verdicts.append(_scanned(names, join))
    said = [text for _, text in triple if text and speaks(text)]
    if said and content:  # the sentence behind the triple: only what lies across, and it only makes a thing wait
        behind = waiting(across([" ".join(said), content[:EDGE]]))
        verdicts += [] if behind is None else [_named("triple content", behind)]
    best = max(verdicts, key=lambda verdict: verdict.score, default=None)
    if best is None or not best.spans:
        return best or scan("")
    return best


def _joins(triple: list[tuple[str, str]], content: str | None) -> list[tuple[str, str]]:
    joins = []
    if len(triple) > 1:
        joins.append((" ".join(name for name, _ in triple), " ".join(text for _, text in triple)))
    if len(triple) == 3:
        joins.append(("subject object", f"{triple[0][1]} {triple[2][1]}"))
    if triple and content:
        words = " ".join(text for _, text in triple)
        joins.append(("content triple", f"{content}\n{words}"))
    return joins


_known = lru_cache(maxsize=16_384)(scan)
# Names of subjects and predicates come again and again; a verdict depends on nothing but the text.
_REMEMBERED = 200


def _scanned(name: str, text: str) -> Verdict:
    verdict = _known(text) if len(text) <= _REMEMBERED else scan(text)
    return _named(name, verdict)


def _named(name: str, verdict: Verdict) -> Verdict:
    if not verdict.spans:
        return verdict
    return replace(verdict, spans=tuple(replace(span, field=name) for span in verdict.spans))
