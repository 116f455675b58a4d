"""Scan of everything an agent may read later for orders smuggled into it.

Pure and deterministic, in time linear in the text, without a clock, files or network.
"""

from __future__ import annotations

from collections.abc import Mapping

from knowledge.engine.injection.fields import scan_fields
from knowledge.engine.injection.joins import scan_in_turn, scan_together
from knowledge.engine.injection.model import DROP_SCORE, HOLD_SCORE, Outcome, Rule, Span, Verdict
from knowledge.engine.injection.scanner import scan, warm_up

__all__ = [
    "DROP_SCORE",
    "HOLD_SCORE",
    "Outcome",
    "Rule",
    "Span",
    "Verdict",
    "drops",
    "holds",
    "scan",
    "scan_fields",
    "scan_in_turn",
    "scan_together",
    "warm_up",
]


def _verdict(text: str | Mapping[str, str]) -> Verdict:
    if isinstance(text, str):
        return scan(text)
    return scan_fields(
        subject=text.get("subject"),
        predicate=text.get("predicate"),
        object=text.get("object"),
        content=text.get("content"),
    )


def drops(text: str | Mapping[str, str]) -> bool:
    """Whether a memory of this text, or of these fields, is dropped."""
    return _verdict(text).outcome == "drop"


def holds(text: str | Mapping[str, str]) -> bool:
    """Whether it is dropped, or held for a person to judge."""
    return _verdict(text).outcome != "pass"
