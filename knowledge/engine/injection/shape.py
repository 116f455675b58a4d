"""What a text looks like from afar: asked before any costly reading is tried.

Every question is answered by a few passes of C code over the text; "no" is certain, "yes" is not.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import Final

from knowledge.engine.injection.segments import TELLING, is_joined

_CONTINUED: Final = bytes(range(0x80, 0xC0))
_DOT: Final = "·".encode()
_DIGITS: Final = b"0123456789"
_LETTERS: Final = bytes((*range(65, 91), *range(97, 123)))
_BLANK: Final = bytes((*range(9, 14), *range(28, 33)))
_JOINTS: Final = b".-*|/~^`'\"_\\" + _DOT


def _kinds(groups: dict[bytes, str], other: str, beyond: str) -> bytes:
    """A table from bytes to kinds; what begins a character beyond ASCII is of the last kind."""
    table = bytearray((other * 0x80 + beyond * 0x80).encode())
    for members, kind in groups.items():
        for byte in members:
            table[byte] = ord(kind)
    return bytes(table)


# What follows the first byte of a character is left out: one byte per character remains.
_ROUGH: Final = _kinds({_LETTERS: "a", _DIGITS: "0", _BLANK: " ", b"_": "_"}, ".", " ")
_INK: Final = _kinds({bytes(range(33, 127)): "x"}, " ", " ")
_APART: Final = _kinds({b" \t": " ", _BLANK.translate(None, b" \t"): "\n"}, "x", "x")
_AS_HEX: Final = _kinds({b"0123456789abcdefABCDEF": "x"}, " ", " ")
_AS_BITS: Final = _kinds({b"01": "x"}, " ", " ")
_AS_MORSE: Final = _kinds({b".-\xc2\xe2": "x"}, " ", " ")
_CASES: Final = _kinds({bytes(range(65, 91)): "A", bytes(range(97, 123)) + _DIGITS: "a"}, " ", " ")
_HEX_GAPS: Final = b" :,x\\" + _CONTINUED
_LOWER: Final = bytes(byte | 32 if byte in _LETTERS else 32 for byte in range(256))
_RUN: Final = 14
_TWO_WORDS: Final = 9
_LONG: Final = 16
_NUMBERS: Final = 7
_LEAST: Final = 4
_BITS: Final = 40
_SIGNS: Final = 10
_STRETCHED: Final = re.compile(rb"([a-z])\1\1|([a-z])\2([a-z])\3([a-z])\4")


@lru_cache(maxsize=32_768)
def _is_stretched(word: bytes) -> bool:
    return len(word) > _LEAST and _STRETCHED.search(word) is not None


_TELLING: Final = frozenset(word.encode() for word in TELLING)


def _telling(words: list[bytes]) -> Counter[bytes]:
    return Counter(filter(_TELLING.__contains__, words))


class Shape:
    """A text without invisible characters, from afar."""

    def __init__(self, text: str) -> None:
        self.text: Final = text
        self.is_ascii: Final = text.isascii()
        self._bytes: Final = text.encode("utf-8", "surrogatepass")
        self._rough: Final = self._bytes.translate(_ROUGH, _CONTINUED)
        self._words: list[bytes] | None = None

    @property
    def words(self) -> list[bytes]:
        """Every run of ASCII letters, in lower case."""
        if self._words is None:
            self._words = self._bytes.translate(_LOWER).split()
        return self._words

    def has_ink_runs(self) -> bool:
        """Whether sixteen printable ASCII characters follow one another."""
        return b"x" * _LONG in self._bytes.translate(_INK, _CONTINUED)

    def has_spaced(self) -> bool:
        """Whether several characters stand apart, one by one."""
        apart = self._bytes.translate(_APART, _CONTINUED)
        return b" x x x" in apart or b"  " in apart or b"\nx\nx\nx" in apart

    def has_joined_words(self) -> bool:
        """Whether words follow one another without blanks."""
        return b"a" * _TWO_WORDS in self._rough and is_joined(self.words)

    def has_stretched(self) -> bool:
        """Whether in a word a letter comes three times, or three letters one after the other come twice."""
        return any(map(_is_stretched, set(self.words)))

    def has_mixed_case(self) -> bool:
        """Whether a capital follows a small letter or a digit inside a word."""
        return b"aA" in self._bytes.translate(_CASES)

    def has_split_letters(self) -> bool:
        """Whether letters with marks between them follow one another; beyond ASCII it is not known."""
        return b".a.a." in self._rough or b"_a_a_" in self._rough or not self.is_ascii

    def has_numbers(self) -> bool:
        """Whether there are at least seven ASCII digits."""
        return self._rough.count(b"0") >= _NUMBERS

    def has_bits(self) -> bool:
        """Whether forty noughts and ones follow one another, but for marks between them."""
        return b"x" * _BITS in self._bytes.translate(_AS_BITS, b" ," + _CONTINUED)

    def has_hex(self) -> bool:
        """Whether sixteen hexadecimal digits follow one another, but for marks between them."""
        return b"x" * _LONG in self._bytes.translate(_AS_HEX, _HEX_GAPS)

    def has_morse(self) -> bool:
        """Whether ten dots and dashes follow one another, but for blanks and strokes between them."""
        return b"x" * _SIGNS in self._bytes.translate(_AS_MORSE, b" /|" + _CONTINUED)

    @property
    def is_one_word(self) -> bool:
        """Whether it is nothing but one short word of ASCII letters and digits: too little to be disguised."""
        return len(self.text) < _RUN and self.is_ascii and self.text.isalnum()

    def may_be_encoded(self) -> bool:
        """Whether there is anything that could be text in some encoding: digits, a long word, or dots and dashes."""
        return self.has_numbers() or self.has_ink_runs() or self.has_morse()

    def hides(self) -> bool:
        """Whether one of the telling words occurs more often once marks inside words are left out."""
        rough = self._rough
        if self.is_ascii and b"a.a" not in rough and b"a..a" not in rough and b"_a" not in rough:
            return False
        joined = _telling(self._bytes.translate(_LOWER, _JOINTS).split())
        if not joined:
            return False
        plain = _telling(self.words)
        return any(times > plain[word] for word, times in joined.items())
