"""The text as a reader sees it, and the way back to the text as given.

Every step looks at one character and the marks that follow it, never further. So the reading of a
long text is the reading of its pieces, and a place is found again without keeping a table of all.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from knowledge.engine.forms import normal, skeleton

# Invisible, or standing for nothing: soft hyphen, joiners, direction controls, fillers, variation selectors, tags.
_UNSEEN: Final = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff"
)
# Strokes and dots heaped on letters; Unicode has composed the meaningful ones before these go.
_HEAPED: Final = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_DROPPED = re.compile(f"[{_UNSEEN}{_HEAPED}]+")
_INVISIBLE = re.compile(f"[{_UNSEEN}]+")
_NEEDS_WORK = re.compile("[^\t\n\r\x20-\x7e]")
# A place where a text may be cut: nothing after it joins with what stands before.
_CUT = re.compile(r"[\x20-\x7e\n\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]")
_CLUSTER = re.compile(
    f".[{_UNSEEN}{_HEAPED}\u3099\u309a\uff9e\uff9f\u1160-\u11ff\u0653-\u0655\u093c\u09be\u09d7]*", re.DOTALL
)
_BLOCK: Final = 500

# Letters in boxes and small capitals, which no normal form resolves.
_BOXED = {0x1F150 + i: chr(97 + i) for i in range(26)} | {0x1F170 + i: chr(97 + i) for i in range(26)}
_FLAGS = {0x1F1E6 + i: chr(97 + i) for i in range(26)}
_BRACKETED = {0x249C + i: chr(97 + i) for i in range(26)}
_SMALL = dict(zip(map(ord, "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ"), "abcdefghijklmnopqrstuvwyz", strict=True))
_ODD = {0x130: "i", 0x201B: "'", 0x2032: "'", 0x02BC: "'", 0x85: "\n", 0x2028: "\n", 0x2029: "\n"}
_LETTERS: Final = _BOXED | _FLAGS | _BRACKETED | _SMALL | _ODD
# Beyond the basic plane in ranges: single characters there would be tried one by one.
_LETTERED = re.compile(
    f"[{''.join(chr(point) for point in _LETTERS if point < 0x10000)}\U0001f150-\U0001f189\U0001f1e6-\U0001f1ff]"
)


def invisible_removed(text: str) -> str:
    """The text without characters that show nothing."""
    return _INVISIBLE.sub("", text)


def cleaned(text: str) -> str:
    """NFKC, case kept, without invisible characters and heaped marks, boxed letters as letters."""
    if not _NEEDS_WORK.search(text):
        return text
    text = _apostrophes(_INVISIBLE.sub("", text))
    if not unicodedata.is_normalized("NFKC", text):
        text = _apostrophes(normal(text, "NFKC"))
    if _DROPPED.search(text):
        text = _apostrophes(normal(_DROPPED.sub("", text), "NFKC"))
    return text.translate(_LETTERS) if _LETTERED.search(text) else text


def _apostrophes(text: str) -> str:
    return text.replace("\u2019", "'").replace("\u2018", "'")


def canonical(text: str) -> str:
    """The same in lower case, character for character."""
    return cleaned(text).lower()


def _cuts(text: str) -> list[int]:
    """Starts of pieces of about `_BLOCK` characters, each beginning with a character nothing joins to."""
    cuts = [0]
    while (found := _CUT.search(text, cuts[-1] + _BLOCK)) is not None:
        cuts.append(found.start())
    return cuts


class Places:
    """The way from a place in `canonical(text)` to the place in `text`, worked out piece by piece on demand."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._plain: bool | None = None
        self._cuts: list[int] = []
        self._starts: list[int] = []
        self._tables: dict[int, Sequence[int]] = {}

    def _prepare(self) -> None:
        self._cuts = _cuts(self._text)
        position = 0
        for start, end in zip(self._cuts, [*self._cuts[1:], len(self._text)], strict=True):
            self._starts.append(position)
            position += len(cleaned(self._text[start:end]))

    def _table(self, block: int) -> Sequence[int]:
        """For each character of the block's reading, the place in the text of what it came from."""
        known = self._tables.get(block)
        if known is None:
            start = self._cuts[block]
            end = self._cuts[block + 1] if block + 1 < len(self._cuts) else len(self._text)
            if cleaned(self._text[start:end]) == self._text[start:end]:
                known = range(start, end)
            else:
                places: list[int] = []
                for cluster in _CLUSTER.finditer(self._text, start, end):
                    places += [cluster.start()] * len(cleaned(cluster[0]))
                known = places
            self._tables[block] = known
        return known

    def _of(self, position: int) -> int:
        if not self._starts:
            self._prepare()
        block = bisect_right(self._starts, position) - 1
        table = self._table(block)
        inside = position - self._starts[block]
        return table[inside] if inside < len(table) else self._end_of(block)

    def _end_of(self, block: int) -> int:
        return self._cuts[block + 1] if block + 1 < len(self._cuts) else len(self._text)

    def of(self, start: int, end: int) -> tuple[int, int]:
        """Where `canonical(text)[start:end]` stands in the text; invisible characters inside belong to it."""
        if self._plain is None:
            self._plain = _NEEDS_WORK.search(self._text) is None
        if self._plain:
            return start, end
        first = self._of(start)
        last = self._of(end - 1) if end > start else first
        cluster = _CLUSTER.match(self._text, last)
        return first, max(first, cluster.end() if cluster else last)


def shown(text: str) -> str:
    """The text with every character visible: what shows nothing is written as its number, `⟨U+200B⟩`."""
    return _INVISIBLE.sub(lambda match: "".join(f"⟨U+{ord(ch):04X}⟩" for ch in match[0]), text)


def is_letter(character: str) -> bool:
    """Whether it belongs to a word of any script."""
    return unicodedata.category(character)[0] == "L"


# A word of Latin letters with some of Greek, Cyrillic or Armenian that look like them.
_MIXED = re.compile(r"[^\W\d_]*(?:[a-zA-Z][\u0370-\u058f]|[\u0370-\u058f][a-zA-Z])[^\W\d_]*")
_OTHER_ALPHABETS = re.compile("[\u0370-\u058f]")


def latinised(text: str) -> str:
    """The text with words of mixed alphabets in Latin letters, character for character."""
    return _MIXED.sub(_as_latin, text) if _OTHER_ALPHABETS.search(text) else text


def _as_latin(match: re.Match[str]) -> str:
    return _latin_word(match[0]) if len(match[0]) <= 40 else match[0]


@lru_cache(maxsize=4_096)
def _latin_word(word: str) -> str:
    alike = "".join(ch if ch.isascii() else "i" if ch in "іїιΙІ" else skeleton(ch) for ch in word)
    return alike if alike.isascii() and len(alike) == len(word) else word
