"""Words written without blanks between them, taken apart with the help of known words."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from knowledge.engine.injection.words import SPOKEN_APART

_COMMON: Final = """a an the and or but if then so to of in on at by for with from as is are was were be been it its this that
these those i me my we our he she they them who what when where how all any no not do does did has have had can could will
would should must may might you your now out up over into about just only also please then than here there one two new old
say says tell give get make let us more most some such same own too very using use used without within via until after before
me mine their his her text following next first last user word words let's want need know how why which while again never""".split()
_LONGEST: Final = 16


def _known() -> frozenset[str]:
    words = {
        word
        for table in (SPOKEN_APART["en"],)
        for listing in table.values()
        for word in re.findall(r"[a-z]{2,16}", listing)
    }
    return frozenset(word for word in words | set(_COMMON) if len(word) > 2 or word in _COMMON)


_WORDS: Final = _known()


def is_known(word: str) -> bool:
    """Whether it is a word of some weight here, of four letters or more."""
    return len(word) > 3 and word.lower() in _WORDS


@lru_cache(maxsize=2_048)
def separated(run: str) -> str:
    """The run with blanks between its words, if it is made of known words alone; else as it is."""
    low = run.lower()
    best: list[tuple[int, int] | None] = [(0, 0)] + [None] * len(low)
    for end in range(1, len(low) + 1):
        for start in range(max(0, end - _LONGEST), end):
            before = best[start]
            if before is not None and low[start:end] in _WORDS:
                cost = before[0] + 1
                known = best[end]
                if known is None or cost < known[0]:
                    best[end] = (cost, start)
    if best[-1] is None:
        return run
    pieces, end = [], len(low)
    while end:
        step = best[end]
        start = step[1] if step else 0
        pieces.append(low[start:end])
        end = start
    return " ".join(reversed(pieces))
