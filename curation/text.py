"""Text on screen: cut by what a reader sees as one character, mark matches, unmask hidden characters."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from knowledge.engine.text import analyze_query, word_spans

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_ZWJ = "\u200d"
CHINESE_FROM = 8
_KEEP = frozenset("\n\t\r")
_HIDDEN_NAMES = {
    0x00AD: "SHY", 0x034F: "CGJ", 0x061C: "ALM", 0x115F: "HCF", 0x1160: "HJF", 0x180E: "MVS",
    0x200B: "ZWSP", 0x200C: "ZWNJ", 0x200D: "ZWJ", 0x200E: "LRM", 0x200F: "RLM", 0x2028: "LS", 0x2029: "PS",
    0x202A: "LRE", 0x202B: "RLE", 0x202C: "PDF", 0x202D: "LRO", 0x202E: "RLO",
    0x2060: "WJ", 0x2061: "FA", 0x2062: "IT", 0x2063: "IS", 0x2064: "IP",
    0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI", 0x3164: "HF", 0xFEFF: "BOM", 0xFFA0: "HWHF",
}  # fmt: skip


def _is_pictograph(char: str) -> bool:
    return unicodedata.category(char) in {"So", "Sk"} or "\ufe00" <= char <= "\ufe0f"


def _extends(char: str) -> bool:
    code = ord(char)
    return (
        unicodedata.category(char) in {"Mn", "Me", "Mc"}
        or char in {_ZWJ, "\u200c"}
        or 0x1F3FB <= code <= 0x1F3FF  # skin tones
        or 0xFF9E <= code <= 0xFF9F  # half-width voicing marks
        or 0x1160 <= code <= 0x11FF  # medial and final Hangul letters
        or 0xE0020 <= code <= 0xE007F  # flag tags
    )


def graphemes(text: str) -> Iterator[str]:
    """Split into user-perceived characters: marks, joined emoji, flags and Hangul stay together."""
    cluster = ""
    for char in text:
        flag = "\U0001f1e6" <= char <= "\U0001f1ff"
        joins = bool(cluster) and (
            _extends(char)
            or (cluster[-1] == _ZWJ and _is_pictograph(char))
            or (flag and len(cluster) == 1 and "\U0001f1e6" <= cluster <= "\U0001f1ff")
            or (cluster == "\r" and char == "\n")
        )
        if joins:
            cluster += char
            continue
        if cluster:
            yield cluster
        cluster = char
    if cluster:
        yield cluster


def clip(text: str, limit: int) -> str:
    """Cut to at most `limit` user-perceived characters, the ellipsis included."""
    if len(text) <= limit:
        return text
    kept: list[str] = []
    for cluster in graphemes(text):
        if len(kept) == limit:
            return "".join(kept[:-1]).rstrip() + "…"
        kept.append(cluster)
    return text


def hidden_name(char: str, before: str = "") -> str:
    """Return a short name when a character is invisible or changes direction, else an empty string.

    A joiner after a pictograph is part of an emoji and stays as it is.
    """
    code = ord(char)
    if code < 0x20 or 0x7F <= code < 0xA0:
        return "" if char in _KEEP else f"U+{code:04X}"
    if char == _ZWJ and before and _is_pictograph(before[-1]):
        return ""
    if code in _HIDDEN_NAMES:
        return _HIDDEN_NAMES[code]
    if 0xE0000 <= code <= 0xE0FFF or 0xD800 <= code <= 0xDFFF or unicodedata.category(char) == "Co":
        return f"U+{code:04X}"
    return ""


def one_line(text: str) -> str:
    """Write a text on one line, its invisible and direction-changing characters as names in brackets.

    For places that hold no markup: attributes, titles, sentences, pictures.
    """
    out = []
    before = ""
    for char in text:
        name = hidden_name(char, before)
        out.append(f"[{name}]" if name else " " if char in "\n\r\t" else char)
        before = char
    return "".join(out)


def language_of(text: str) -> str:
    """Guess `ja`, `zh` or `ko` from the script, so that glyphs and voices fit; empty when unsure.

    Han characters alone are shared: only a longer run without kana counts as Chinese.
    """
    han = 0
    for char in text[:400]:
        if "\u3041" <= char <= "\u30ff":
            return "ja"
        if "\uac00" <= char <= "\ud7a3":
            return "ko"
        han += "\u4e00" <= char <= "\u9fff"
    return "zh" if han >= CHINESE_FROM and 2 * han > len(text[:400]) else ""


@lru_cache(maxsize=64)
def _tokens(query: str) -> tuple[str, ...]:
    return tuple(analyze_query(query))


def match_spans(text: str, query: str) -> list[tuple[int, int]]:
    """Return merged `(start, end)` positions that match the query, by the analysis that recall itself uses."""
    return word_spans(text, _tokens(query))


def window(text: str, spans: Sequence[tuple[int, int]], limit: int) -> tuple[int, int]:
    """Choose the part of a long text to show, at most about `limit` characters, around the first match."""
    if len(text) <= limit or not spans or spans[0][1] <= limit * 3 // 4:
        return 0, min(len(text), limit)
    start = max(0, spans[0][0] - limit // 4)
    return start, min(len(text), start + limit)
