"""Names as texts spell them: who speaks, what a passage mentions, which memories are about it.

No dictionary and no model: a name is a run of capitalised words, katakana with a dot between its parts,
or what stands in the quotation marks of titles in Japanese and Chinese. Good enough to follow a
question from the passage that answers its first half to the one that answers its second.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from knowledge.engine.forms import prepared
from knowledge.engine.text import UNSPACED
from knowledge.engine.wordlists import STOP_WORDS

LOOKED_AT: Final = 2_000
"""Characters of a text in which names are looked for."""
HEAD: Final = 80
"""Characters of a text that say who speaks."""
TAIL: Final = 80
"""Characters of a text that say whether it asks something."""
BEGINNING: Final = 100
"""A text that holds a name among its first characters is about it."""

_LINE = re.compile(r"(?<=[.!?])\s+|\n")
_WORD = re.compile(r"[^\W_]+(?:[-'’.&][^\W_]+)*")
_INSIDE: Final = frozenset("of the and de la von van du al le del da".split())  # noqa: SIM905 - reads better
# A run of katakana is a loan word more often than not; with a dot between its parts it is a name.
_KATAKANA = re.compile("[\u30a1-\u30fa\u30fc]+(?:[・＝][\u30a1-\u30fa\u30fc]+)+")
_TITLE = re.compile("[『《]([^『』《》\n]{2,30})[』》]")
_UNSPACED = re.compile(f"[{UNSPACED}]")
_QUESTION_MARKS: Final = "?？؟"
_MOST_WORDS: Final = 8
_LONGEST_NAME: Final = 40
_MOST_PARTS: Final = 4


def names_in(text: str) -> list[str]:
    """Names a text mentions, as it writes them, each once, in order; of its first `LOOKED_AT` characters."""
    text = text[:LOOKED_AT]
    found: dict[str, None] = {}
    for line in _LINE.split(text):
        found.update(dict.fromkeys(_capitalised(line)))
    if not text.isascii():
        found.update(dict.fromkeys(_KATAKANA.findall(text)))
        found.update(dict.fromkeys(title.strip() for title in _TITLE.findall(text)))
    return list(found)


def _capitalised(line: str) -> Iterator[str]:
    """Runs of words with a capital; short links ("of the") and numbers may stand inside, not alone."""
    run: list[str] = []
    links: list[str] = []
    end = 0
    for match in _WORD.finditer(line):
        word = match[0]
        if run and line[end : match.start()].strip(" .\t"):
            yield from _name(run)
            run, links = [], []
        end = match.end()
        if (word[0].isupper() or (word[0].isdigit() and not links)) and not _is_stop(word):
            run += [*links, word]
            links = []
        elif run and word in _INSIDE and len(links) < 2:
            links.append(word)
        else:
            yield from _name(run)
            run, links = [], []
    yield from _name(run)


def _is_stop(word: str) -> bool:
    return word.casefold() in STOP_WORDS and not (len(word) > 1 and word.isupper())


def _name(run: Sequence[str]) -> list[str]:
    if not run or len(run) > _MOST_WORDS or all(word[0].isdigit() for word in run):
        return []
    return [" ".join(run)]


def speaker_in(head: str) -> str:
    """Who speaks in a text that begins "Ann: …" or "[8 May 2023] Ann: …"; empty when it begins otherwise.

    Args:
        head: the first `HEAD` characters.
    """
    if head.startswith("["):
        head = head[:_LONGEST_NAME].partition("]")[2] + head[_LONGEST_NAME:] if "]" in head[:_LONGEST_NAME] else ""
    end = min((place for place in (head.find(":"), head.find("：")) if place > 0), default=0)
    name = head[:end].strip()
    if not name or end > _LONGEST_NAME or name.count(" ") >= _MOST_PARTS or "\n" in name:
        return ""
    return name if head[end] == "：" or head[end + 1 : end + 2].isspace() else ""


def asks(tail: str) -> bool:
    """Tell whether a text asks something at its end, be it followed by a remark.

    Args:
        tail: the last `TAIL` characters.
    """
    return any(mark in tail for mark in _QUESTION_MARKS)


class Question:
    """The words of a question, to tell whom and what it names."""

    def __init__(self, query: str) -> None:
        self._plain = prepared(query).casefold()
        self._words = frozenset(re.findall(r"[^\W_]+", self._plain)) - STOP_WORDS
        self._named: dict[str, bool] = {"": False}
        self._about: dict[str, bool] = {"": False}

    def names(self, person: str) -> bool:
        """Tell whether the question names somebody: by any word of the name of two letters or more."""
        known = self._named.get(person)
        if known is None:
            words, unspaced = _words_of(person)
            known = any(word in self._words for word in words) or (unspaced != "" and unspaced in self._plain)
            self._named[person] = known
        return known

    def is_about(self, subject: str) -> bool:
        """Tell whether the question names a subject, with all of its words that tell something."""
        known = self._about.get(subject)
        if known is None:
            words, unspaced = _words_of(subject)
            known = unspaced in self._plain if unspaced else bool(words) and self._words.issuperset(words)
            self._about[subject] = known
        return known


@lru_cache(maxsize=4_096)
def _words_of(name: str) -> tuple[tuple[str, ...], str]:
    """Words of a name that tell something; or the whole name, where its script is written without spaces."""
    plain = prepared(name[:200]).casefold().strip()
    if _UNSPACED.search(plain):
        return (), plain if len(plain) > 1 else ""
    return tuple(word for word in re.findall(r"[^\W_]+", plain) if len(word) > 1 and word not in STOP_WORDS), ""


def strength(name: str, text: str, *, rarity: float) -> float:
    """How strongly a memory is about a name, 0 to 1; 0 when it does not hold the name as it is written.

    Args:
        name: in any case.
        text: the memory, casefolded.
        rarity: 0 to 1, of the name.
    """
    folded = name.casefold()
    times = text.count(folded)
    if not times:
        return 0.0
    value = rarity * times / (times + 0.9)
    return min(1.0, 2.0 * value) if folded in text[:BEGINNING] else value


def together(values: Iterable[float]) -> float:
    """Several reasons, each 0 to 1, as one: what is left of doubt after all of them (noisy or)."""
    doubt = 1.0
    for value in values:
        doubt *= 1.0 - value
    return 1.0 - doubt
