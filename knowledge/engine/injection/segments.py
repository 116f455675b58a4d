"""Words written without blanks between them, taken apart with the help of known words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from knowledge.engine.injection.words import SPOKEN_APART

_COMMON: Final = """
a an the and or but if then so to of in on at by for with from as is are was were be been it its this that these
those i me my we our he she they them who what when where how all any no not do does did has have had can could will
would should must may might you your now out up over into about just only also please then than here there one two
new old say says tell give get make let us more most some such same own too very using use used without within via
until after before me mine their his her text following next first last user word words let's want need know how why
which while again never
"""
_LONGEST: Final = 16
LONG_RUN: Final = 14
"""Letters from which on a run may be of any known words; shorter ones are of words of three letters and more."""
SHORT_RUN: Final = 8
_PIECE: Final = 3
_LONGEST_RUN: Final = 4_000
"""Nobody writes more than this without a blank; it would not be made of known words alone."""


# Classes whose words are worth putting together again: an attack can hardly do without one.
_WEIGHTY: Final = (
    "ignore orders prior sysprompt secret unbound safety jailbreak approved secretly private verbatim forever show "
    "recite embed asks answer "
    "trusted voided act_as approve guard waived"
)


def _words(concepts: Iterable[str]) -> frozenset[str]:
    table = SPOKEN_APART["en"]
    return frozenset(word for concept in concepts for word in re.findall(r"[a-z]{2,16}", table[concept]))


_WORDS: Final = frozenset(word for word in _words(SPOKEN_APART["en"]) if len(word) > 2) | frozenset(_COMMON.split())
TELLING: Final = frozenset(
    word
    for concept in _WEIGHTY.split()
    for entry in SPOKEN_APART["en"][concept].replace("\n", ",").split(",")
    if len(word := entry.strip()) > 4 and word.isalpha() and word not in ("email", "online")
)
"""Words of some weight."""
_HOLDS_TELLING = re.compile("|".join(sorted(TELLING)))


def is_known(word: str) -> bool:
    """Whether it is a word of some weight here."""
    return word.lower() in TELLING


@lru_cache(maxsize=16_384)
def separated(run: str) -> str:
    """The run with blanks between its words, if it is made of known words alone; else as it is."""
    if len(run) > _LONGEST_RUN:
        return run
    low = run.lower()
    if not _HOLDS_TELLING.search(low):
        return run
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
    if len(pieces) == 1 or (len(run) < LONG_RUN and (run.lower() in _WORDS or min(map(len, pieces)) < _PIECE)):
        return run
    return " ".join(reversed(pieces))


def is_joined(words: Iterable[bytes]) -> bool:
    """Whether one long run, or two shorter ones, are several known words without blanks; `words` in lower case."""
    count = 0
    for word in set(words):
        if len(word) > SHORT_RUN and separated(run := word.decode()) != run:
            count += 2 if len(word) >= LONG_RUN else 1
            if count > 1:
                return True
    return False
