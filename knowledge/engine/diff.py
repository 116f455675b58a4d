"""What changed between two texts, word by word; by character where a script has no spaces.

Built on difflib. Its matcher takes quadratic time and more on unlucky texts, so the work is
estimated before it is done: texts too large for it are first compared sentence by sentence, and a
stretch that is still too large counts as replaced. The answer depends on the texts alone, never on
how fast the machine is.
"""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Literal, TypeAlias

from knowledge.engine.forms import MARKS
from knowledge.engine.text import UNSPACED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Kind = Literal["same", "added", "removed"]
Segment: TypeAlias = "tuple[Kind, str]"

# Marks, joiners, variation selectors, skin tones and tags stay with the character before them.
_TAIL = rf"(?:[{MARKS}\ufe00-\ufe0f\u200c\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f\uff9e\uff9f]|\u200d.?)*"
_WORD = rf"(?:[^\W{UNSPACED}]{_TAIL})+"
_TOKEN = re.compile(rf"{_WORD}|\s+{_TAIL}|.{_TAIL}", re.DOTALL)
_ENDS_SENTENCE = re.compile(r"[.!?。．！？｡]$|\n")

MOST_STEPS = 1_500_000
"""Estimated steps of the matcher for one comparison; keeps the longest texts well under 150 ms."""


def word_diff(before: str, after: str) -> list[Segment]:
    """Return the pieces of both texts in order, each with what became of it.

    Args:
        before, after: any texts.

    Returns:
        `(kind, text)` pairs; no text is empty and neighbours differ in kind. `same` and `removed`
        joined give `before`, `same` and `added` joined give `after`. Between two `same` pieces what
        was removed stands before what was added.
    """
    left, right = _TOKEN.findall(before), _TOKEN.findall(after)
    return list(_joined(_Comparison(MOST_STEPS).pieces(left, right)))


class _Comparison:
    """One comparison with a limited number of steps to spend."""

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def pieces(self, left: Sequence[str], right: Sequence[str]) -> Iterator[Segment]:
        """Compare by words if that is affordable, else by sentences first."""
        start = _common(left, right)
        end = _common(left[start:][::-1], right[start:][::-1])
        middle_left, middle_right = left[start : len(left) - end], right[start : len(right) - end]
        yield "same", "".join(left[:start])
        if self._affordable(middle_left, middle_right):
            yield from _matched(middle_left, middle_right)
        else:
            yield from self._by_sentence(middle_left, middle_right)
        yield "same", "".join(left[len(left) - end :])

    def _by_sentence(self, left: Sequence[str], right: Sequence[str]) -> Iterator[Segment]:
        old, new = list(_sentences(left)), list(_sentences(right))
        wholes = ["".join(one) for one in old], ["".join(one) for one in new]
        if len(old) + len(new) == 2 or not self._affordable(*wholes):
            yield "removed", "".join(left)
            yield "added", "".join(right)
            return
        for tag, i1, i2, j1, j2 in SequenceMatcher(None, *wholes, autojunk=False).get_opcodes():
            if tag == "equal":
                yield "same", "".join(wholes[0][i1:i2])
                continue
            yield from self._replaced(old[i1:i2], new[j1:j2])

    def _replaced(self, old: Sequence[list[str]], new: Sequence[list[str]]) -> Iterator[Segment]:
        """Compare changed sentences: all together if affordable, else each with its counterpart."""
        left, right = list(chain.from_iterable(old)), list(chain.from_iterable(new))
        if self._affordable(left, right):
            yield from _matched(left, right)
            return
        nothing: list[str] = []
        for one, other in zip_longest(old, new, fillvalue=nothing):
            if self._affordable(one, other):
                yield from _matched(one, other)
            else:
                yield "removed", "".join(one)
                yield "added", "".join(other)

    def _affordable(self, left: Sequence[str], right: Sequence[str]) -> bool:
        """Estimate the matcher's work and, if there is room for it, take it off what is left."""
        if not left or not right:
            return True
        counts = Counter(right)
        pairs = sum(number * counts[token] for token, number in Counter(left).items() if not token.isspace())
        # In the worst case every match is found on its own, each time over all that is left.
        cost = min(len(left), len(right)) * (len(left) + len(right)) // 2 + 2 * pairs
        if cost > self.steps:
            return False
        self.steps -= cost
        return True


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    """Return how many tokens both begin with."""
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        count += 1
    return count


def _matched(left: Sequence[str], right: Sequence[str]) -> Iterator[Segment]:
    # White space alone anchors nothing: "a b" against "c d" is one change, not two.
    matcher = SequenceMatcher(str.isspace, left, right, autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            yield "same", "".join(left[i1:i2])
        else:
            yield "removed", "".join(left[i1:i2])
            yield "added", "".join(right[j1:j2])


def _sentences(tokens: Sequence[str]) -> Iterator[list[str]]:
    sentence: list[str] = []
    for token in tokens:
        sentence.append(token)
        if _ENDS_SENTENCE.search(token):
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def _joined(pieces: Iterator[Segment]) -> Iterator[Segment]:
    """Merge neighbours: between two same pieces at most one removed and one added."""
    same = removed = added = ""
    for kind, text in pieces:
        if not text:
            continue
        if kind == "same":
            if removed or added:
                yield from _filled(("same", same), ("removed", removed), ("added", added))
                same = removed = added = ""
            same += text
        elif kind == "removed":
            removed += text
        else:
            added += text
    yield from _filled(("same", same), ("removed", removed), ("added", added))


def _filled(*pieces: Segment) -> Iterator[Segment]:
    return (piece for piece in pieces if piece[1])
