"""Fitting results into a budget of language-model tokens.

The estimate needs no vocabulary: tokenisers in use spend about one token on four ASCII characters
of prose, one on a Han, kana or Hangul character, one on two letters of other alphabets, and up to
three on an emoji or a rare character. It errs on the high side, so that a budget is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

ITEM_OVERHEAD: Final = 8
"""Tokens for what surrounds the text of one result: its id, date and separators."""

_SQUARE = re.compile("[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_BLANKS = re.compile(r"\s+")
_SIGNS = re.compile(r"[^\w\s]|\d{1,3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Packing:
    """Which results fit.

    Attributes:
        taken: positions of the results that fit, in their given order.
        used: tokens they take, never above the budget.
        left_out: results that did not fit.
    """

    taken: tuple[int, ...]
    used: int
    left_out: int


def estimate_tokens(text: str) -> int:
    """Language-model tokens of `text`, 0 for an empty one; an estimate from its characters."""
    text = _BLANKS.sub(" ", text)
    square = len(_SQUARE.findall(text))
    astral = len(_ASTRAL.findall(text))
    if text.isascii():
        signs = _SIGNS.findall(text)
        letters = len(text) - sum(map(len, signs))
        return len(signs) + -(-letters // 4)
    ascii_only = text.encode("ascii", "ignore").decode()
    other = len(text) - len(ascii_only) - square - astral
    return estimate_tokens(ascii_only) + square + 3 * astral + -(-other // 2)


def pack(sizes: Iterable[int], budget: int, *, overhead: int = ITEM_OVERHEAD) -> Packing:
    """Take results in order until the budget is used; one too large for the rest is passed over.

    Args:
        sizes: estimated tokens of each result's text, best result first.
        budget: tokens to fill, 0 or more.
        overhead: tokens added for each result.
    """
    taken: list[int] = []
    used = count = 0
    for i, size in enumerate(sizes):
        count += 1
        if used + size + overhead <= budget:
            taken.append(i)
            used += size + overhead
    return Packing(taken=tuple(taken), used=used, left_out=count - len(taken))
