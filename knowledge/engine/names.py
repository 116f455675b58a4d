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

from knowledge.engine.forms import MARKS, folded, prepared
from knowledge.engine.text import MAX_QUERY, UNSPACED

MOST_WORDS = 32
"""Names of more words, or of more characters where there are no words, are never found in a text."""

_LONGEST_NAME = 400
_WORD = rf"[^\W_{UNSPACED}]+(?:[{MARKS}][^\W_{UNSPACED}]*)*"
# "c++" and "c#" are names of their own, not the letter c.
_WORDS = re.compile(rf"[{UNSPACED}][{MARKS}]*|{_WORD}(?:(?:\+\+?|#)(?![^\W_]))?")
_JOINTS = frozenset("-_.'\u2019@/\\&:")


def words_of(name: str) -> list[str]:
    """Cut a name into what it is compared by: words, and single characters of scripts without spaces."""
    if name.isascii():
        bare = name.casefold()
        if bare.isalnum():
            return [bare]
        if bare.replace(" ", "").isalnum():
            return bare.split()
    return [folded(word) for word in _WORDS.findall(prepared(name))]


@lru_cache(maxsize=16_384)  # graphs that are not kept take up the same names with every question
def _phrase(name: str) -> tuple[str, str, int]:
    """Return the words of a name in one text, the first of them, and the bit that stands for how many there are.

    A name that is never found has no bit.
    """
    words = words_of(name) if len(name) <= _LONGEST_NAME else []
    if not 1 <= len(words) <= MOST_WORDS:
        return "", "", 0
    phrase = " ".join(words)
    # One object for both where they are the same.
    return name if phrase == name else phrase, words[0], 1 << (len(words) - 1)


class NameIndex:
    """Names by their words; each has a number, and several may read the same."""

    def __init__(self) -> None:
        self._numbers: dict[str, int | tuple[int, ...]] = {}
        self._lengths: dict[str, int] = {}

    def add(self, name: str, number: int) -> None:
        """Take up a name. One without a letter or digit, or of too many words, is never found."""
        phrase, first, length = _phrase(name)
        if not length:
            return
        known = self._numbers.get(phrase)
        if known is None:
            self._numbers[phrase] = number
        else:
            self._numbers[phrase] = (*known, number) if isinstance(known, tuple) else (known, number)
        self._lengths[first] = self._lengths.get(first, 0) | length

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
