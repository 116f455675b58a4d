"""Which of many names stand in a text, without looking at each name.

A name stands in a text when its words follow one another there, whole: "hi" does not stand in
"this". In scripts written without spaces it may stand anywhere inside a run. A name of one
character has to stand alone. Case, width and accents make no difference.

Names are kept by their words joined with blanks. A text is cut into the same words, and only the
sequences that begin with the first word of some name, in the lengths such names have, are looked
up: the cost depends on the text, not on how many names there are.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from knowledge.engine.forms import MARKS, folded, prepared
from knowledge.engine.text import MAX_QUERY, UNSPACED

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_WORDS = 32
"""Names of more words, or of more characters where there are no words, are never found in a text."""

_LONGEST_NAME = 400
_WORD = rf"[^\W_{UNSPACED}]+(?:[{MARKS}][^\W_{UNSPACED}]*)*"
# "c++" and "c#" are names of their own, not the letter c.
_WORDS = re.compile(rf"[{UNSPACED}][{MARKS}]*|{_WORD}(?:(?:\+\+?|#)(?![^\W_]))?")
_JOINTS = frozenset("-_.'\u2019@/\\&:")


def _phrase(name: str) -> tuple[str, str, int]:
    """Return the words of a name in one text, the first of them, and the bit that stands for how many there are.

    A name that is never found has no bit.
    """
    if len(name) > _LONGEST_NAME:
        return "", "", 0
    if name.isascii() and name.replace(" ", "").isalnum():
        words = name.split()
    else:
        words = [folded(word) for word in _WORDS.findall(prepared(name))]
    if not 1 <= len(words) <= MOST_WORDS:
        return "", "", 0
    phrase = " ".join(words)
    # One object for both where they are the same.
    return name if phrase == name else phrase, words[0], 1 << (len(words) - 1)


# Graphs that are not kept take up the same few names with every question.
_known_phrase = lru_cache(maxsize=16_384)(_phrase)
_FEW = 2_000


class NameIndex:
    """Names by their words; each has a number, and several may read the same."""

    def __init__(self) -> None:
        self._numbers: dict[str, int | tuple[int, ...]] = {}
        self._lengths: dict[str, int] = {}

    def add(self, names: Sequence[str], first: int) -> None:
        """Take up names.

        Args:
            names: keys; see `knowledge.engine.forms.normalize_key`.
            first: number of the first of them; the others count on.
        """
        phrase_of = _known_phrase if len(names) <= _FEW else _phrase
        numbers, lengths = self._numbers, self._lengths
        for number, name in enumerate(names, first):
            phrase, word, length = phrase_of(name)
            if not length:
                continue
            known = numbers.get(phrase)
            if known is None:
                numbers[phrase] = number
            else:
                numbers[phrase] = (*known, number) if isinstance(known, tuple) else (known, number)
            lengths[word] = lengths.get(word, 0) | length

    def find(self, text: str) -> list[int]:
        """Return the numbers of the names that stand in a text, in order of appearance, each once.

        Only the first `MAX_QUERY` characters count.
        """
        words, alone = _words_in(text[:MAX_QUERY])
        found: dict[int, None] = {}
        for place, word in enumerate(words):
            lengths = self._lengths.get(word, 0)
            if lengths & 1 and len(word) == 1 and not alone[place]:
                lengths -= 1
            while lengths:
                shortest = lengths & -lengths
                lengths -= shortest
                end = place + shortest.bit_length()
                if end > len(words):
                    break
                number = self._numbers.get(" ".join(words[place:end]))
                if isinstance(number, tuple):
                    found.update(dict.fromkeys(number))
                elif number is not None:
                    found[number] = None
        return list(found)


def _words_in(text: str) -> tuple[list[str], list[bool]]:
    """Return the words of a text, and of each whether it touches no other."""
    plain = prepared(text)
    matches = list(_WORDS.finditer(plain))
    apart = [True]
    for before, after in pairwise(matches):
        gap = plain[before.end() : after.start()]
        apart.append(bool(gap) and (len(gap) > 1 or gap not in _JOINTS))
    apart.append(True)
    alone = [apart[place] and apart[place + 1] for place in range(len(matches))]
    return [folded(match[0]) for match in matches], alone
