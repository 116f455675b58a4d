"""Which rules are worth a try on a sentence: those whose every class of words occurs in it.

Each rule waits at one of its classes, the one met least in ordinary texts; a sentence with none of those words meets
no rule. What a word is in is worked out when it is first met, which most words of the lexicon never are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Final

_MOST_MASKS: Final = 20_000
_FEW_WORDS: Final = 100
"""Different words after which a text is no longer a single short one."""


class _Masks(dict[str, int]):
    """By word, a bit for each class it is in."""

    def __init__(self, groups: Collection[str]) -> None:
        super().__init__()
        self._groups = tuple((1 << number, group) for number, group in enumerate(groups))
        self._is_full = False

    def __missing__(self, word: str) -> int:
        if len(self) >= _FEW_WORDS and not self._is_full:
            self.fill()
            if word in self:
                return self[word]
        self[word] = 0 if self._is_full else sum(bit for bit, group in self._groups if word in group)
        return self[word]

    def fill(self) -> None:
        """Work out all words at once, which is sooner done than one by one."""
        found: dict[str, int] = {}
        for bit, group in self._groups:
            for word in group:
                found[word] = found.get(word, 0) | bit
        self.update(found)
        self._is_full = True


class _Waiting(dict[str, tuple[tuple[int, int], ...]]):
    """By word, the rules that wait at a class it is in: number, and bits of the classes the rule needs."""

    def __init__(self, anchors: Iterable[tuple[str, int]]) -> None:
        super().__init__()
        self._anchors = tuple((anchor, (number, need)) for number, (anchor, need) in enumerate(anchors))

    def __missing__(self, word: str) -> tuple[tuple[int, int], ...]:
        self[word] = tuple(rule for anchor, rule in self._anchors if word in anchor)
        return self[word]


class Index:
    """Of rules, each given by the classes it needs: texts of the sense characters in them.

    Attributes:
        watched: a sentence without one of these characters meets no rule.
    """

    def __init__(self, needs: Iterable[tuple[str, ...]], common: Mapping[str, float]) -> None:
        needs = tuple(needs)
        groups = {group: number for number, group in enumerate(dict.fromkeys(one for need in needs for one in need))}
        cost = {group: (sum(map(common.__getitem__, common.keys() & set(group))), len(group)) for group in groups}
        anchors = [min(need, key=cost.__getitem__) for need in needs]
        bits = [sum(1 << number for number in {groups[one] for one in need}) for need in needs]
        self.watched: Final = frozenset("".join(anchors))
        self._masks: Final = _Masks(groups)
        self._waiting: Final = _Waiting(zip(anchors, bits, strict=True))
        self._known: dict[int, tuple[int, ...]] = {}

    def prepare(self) -> None:
        """Work out beforehand what every word is in."""
        self._masks.fill()

    def candidates(self, sentence: str) -> tuple[int, ...]:
        """Numbers of the rules worth a try, in order."""
        mask = reduce(or_, map(self._masks.__getitem__, set(sentence)), 0)
        known = self._known.get(mask)
        if known is None:
            if len(self._known) > _MOST_MASKS:
                self._known.clear()
            here = self.watched.intersection(sentence)
            found = {number for word in here for number, need in self._waiting[word] if need & mask == need}
            known = self._known[mask] = tuple(sorted(found))
        return known
