"""Other readings of one text: escapes resolved, spaced letters joined, signs read as letters, ciphers undone.

A view knows for every place what it came from and which parts are its own finding (`fresh`): only
a sign that touches one of those counts, since the rest was seen in the plain reading.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Final
from urllib.parse import unquote

from knowledge.engine.injection.canonical import cleaned
from knowledge.engine.injection.ciphers import ciphered
from knowledge.engine.injection.kana import is_kana, spelled
from knowledge.engine.injection.segments import is_known, separated
from knowledge.engine.injection.shape import Shape


class View:
    """A reading of a source text, in pieces."""

    def __init__(self, reading: str) -> None:
        self.reading: Final = reading
        self._parts: list[str] = []
        self._starts: list[int] = []
        self._sources: list[tuple[int, int, bool]] = []
        self._length = 0

    def add(self, text: str, start: int, end: int, *, fresh: bool) -> None:
        """The source from `start` to `end` reads `text`; unless `fresh` it stands there as it is."""
        self._parts.append(text)
        self._starts.append(self._length)
        self._sources.append((start, end, fresh))
        self._length += len(text)

    @property
    def text(self) -> str:
        """The whole reading."""
        return "".join(self._parts)

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Where the reading's `start:end` comes from in the source."""
        first = bisect_right(self._starts, start) - 1
        last = bisect_right(self._starts, max(start, end - 1)) - 1
        low, _, changed = self._sources[first]
        begin = low if changed else low + start - self._starts[first]
        source, stop, changed = self._sources[last]
        finish = stop if changed else source + end - self._starts[last]
        return min(begin, finish), max(begin, finish)

    def touches_fresh(self, start: int, end: int) -> bool:
        """Whether any of the reading's `start:end` is this view's own finding."""
        first = bisect_right(self._starts, start) - 1
        last = bisect_right(self._starts, max(start, end - 1)) - 1
        return any(fresh for _, _, fresh in self._sources[first : last + 1])


def replaced(
    source: str, reading: str, expression: re.Pattern[str], replace: Callable[[re.Match[str]], str]
) -> View | None:
    """The view in which matches read otherwise, with `_AROUND` characters about each; none if nothing does."""
    view, position, changed = View(reading), 0, False
    for match in expression.finditer(source):
        text = replace(match)
        if text == match[0]:
            continue
        if match.start() - position > 2 * _AROUND or not changed:
            position = _rest(view, source, position, min(match.start(), position + _AROUND)) if changed else 0
            position = max(position, match.start() - _AROUND)
            view.add("\n\n", position, position, fresh=False)
        changed = True
        _rest(view, source, position, match.start())
        view.add(text, match.start(), match.end(), fresh=True)
        position = match.end()
    if not changed:
        return None
    _rest(view, source, position, min(len(source), position + _AROUND))
    return view


def _rest(view: View, source: str, start: int, end: int) -> int:
    if end > start:
        view.add(source[start:end], start, end, fresh=False)
    return end


_AROUND: Final = 200
_PERCENT = re.compile(r"(?:[\w.~+-]{0,40}%(?:25)?[0-9A-Fa-f]{2}){2,}[\w.~+-]{0,40}")
_ENTITY = re.compile(r"&(?:amp;)?(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,31});")
_ESCAPE = re.compile(
    r"\\u\{?[0-9A-Fa-f]{4,6}\}?|\\x[0-9A-Fa-f]{2}|\\U[0-9A-Fa-f]{8}|(?<![A-Za-z])[uU]\+[0-9A-Fa-f]{4,5} ?"
)
_ESCAPES = re.compile(f"(?:{_ESCAPE.pattern})+")
_QUOTED_PRINTABLE = re.compile(r"(?:=[0-9A-F]{2}){1,}")
_SPACED = re.compile(r"(?<!\S)\S(?:[ \t\n]{1,5}\S(?!\S)){5,}")
_SPLIT = re.compile(
    r"(?<![^\W_])[^\W\d_](?:([.\-_*·|/,~+:'^`])[^\W\d_](?!(?!\1)[^\W_]))(?:\1{1,3}[^\W\d_](?![^\W_])){1,}"
)
_INSIDE = re.compile(r"[A-Za-zÀ-ɏ]++(?:[.\-*·|/~^`'\"_\\]{1,2}+[A-Za-zÀ-ɏ]++)++")
_MARKUP = re.compile(
    r"[A-Za-z]++(?:(?:\*{1,3}|_{1,2}|~~|`|</?[a-zA-Z]{1,8}/?>|<!--[^<>]{0,200}-->|/\*[^*]{0,40}\*/|\\)++[A-Za-z]++)++"
)
_MARKS = re.compile(r"\*{1,3}|_{1,2}|~~|`|</?[a-zA-Z]{1,8}/?>|<!--[^<>]{0,200}-->|/\*[^*]{0,40}\*/|\\")
_SIGNS = re.compile(r"[A-Za-z0-9]{0,30}[@$!|€][A-Za-z0-9]{1,30}(?:[@$!|€][A-Za-z0-9]{0,30}){0,10}")
_CJK_LETTER: Final = "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]"
_CJK_GAPS = re.compile(
    rf"(?<!{_CJK_LETTER}){_CJK_LETTER}(?:[ \t\n.\-_*·・|/~^`。,、+]{{1,3}}{_CJK_LETTER}(?!{_CJK_LETTER})){{3,}}"
)
_DIGIT_LETTERS: Final = str.maketrans("@$!|€013457", "asiieoieast")


def _percent(match: re.Match[str]) -> str:
    once = unquote(match[0].replace("%25", "%").replace("+", " "), errors="replace")
    return cleaned(once) if "\ufffd" not in once else match[0]


def _entity(match: re.Match[str]) -> str:
    return cleaned(html.unescape(html.unescape(match[0])))


def _escape(match: re.Match[str]) -> str:
    found = re.findall(r"[0-9A-Fa-f]{2,8}", match[0])
    points = [int(number, 16) for number in found]
    if all(point < 256 for point in points) and "\\x" in match[0]:
        try:
            return bytes(points).decode("utf-8")
        except UnicodeDecodeError:
            return match[0]
    text = "".join(chr(point) for point in points if point < 0x110000)
    return cleaned(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))


def _quoted(match: re.Match[str]) -> str:
    try:
        return bytes.fromhex(match[0].replace("=", "")).decode("utf-8")
    except UnicodeDecodeError:
        return match[0]


def _joined(match: re.Match[str]) -> str:
    """Spaced letters as words: wide gaps part them, or, without any, known words inside the run."""
    run = match[0]
    words = [re.sub(r"[ \t\n]", "", word) for word in re.split(r"[ \t\n]{2,}", run)]
    if len(words) > 1 and max(map(len, words)) <= 40:
        return " ".join(words)
    return separated("".join(words))


def _gaps(match: re.Match[str]) -> str:
    joined = re.sub(r"[^\w]|_", "", match[0])
    return spelled(joined) if is_kana(joined) else joined


def _kana(match: re.Match[str]) -> str:
    return spelled(match[0])


def _nothing(match: re.Match[str]) -> str:
    return ""


def _blank(match: re.Match[str]) -> str:
    return ". " if "]" in match[0] or "}" in match[0] else " "


def _broken(match: re.Match[str]) -> str:
    return match[1] + match[2]


def _stretched(match: re.Match[str]) -> str:
    """Letters written again and again once; of a word whose letters all come twice, each once."""
    once = _AGAIN.sub(r"\1", match[0])
    if once == match[0]:
        once = _TWICE.sub(r"\1", match[0])
    return _if_known(match[0], once)


def _split(match: re.Match[str]) -> str:
    return separated(match[0].replace(match[1], ""))


def _inside(match: re.Match[str]) -> str:
    if len(match[0]) > 2 * sum(map(str.isalpha, match[0])) - 2:  # single letters; see `_split`
        return match[0]
    return _if_known(match[0], re.sub(r"[^\w]|_", "", match[0]))


def _marked(match: re.Match[str]) -> str:
    return _if_known(match[0], _MARKS.sub("", match[0]))


def _signs(match: re.Match[str]) -> str:
    return _if_known(match[0], match[0].translate(_DIGIT_LETTERS))


def _if_known(text: str, word: str) -> str:
    return word if len(word) <= 40 and is_known(word) else text


_LONG = re.compile(r"\b[A-Za-z]{9,400}+\b")
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa\u30fc]{8,400}")
_READING = re.compile("(?<=[\u3005\u3400-\u9fff])\\([\u3041-\u3096\u30a1-\u30fa]{1,10}\\)")
_BROKEN = re.compile(r"([A-Za-z]{2,30})[-\u2010] ?\n[ \t>*#]{0,8}([a-z]{2,30})")
_STRETCHED = re.compile(r"\b(?=[A-Za-z]{0,60}?([A-Za-z])(?:\1\1|(?=\1)))[A-Za-z]{5,80}\b", re.IGNORECASE)
_AGAIN = re.compile(r"([A-Za-z])\1{2,}", re.IGNORECASE)
_TWICE = re.compile(r"([A-Za-z])\1", re.IGNORECASE)
# What stands between the cells of a table, marked up words, and texts in quotation marks one after the other.
_BONES = re.compile(
    r"[ \t]*\|[|\s:-]*|(?:\s{0,2}</?[a-zA-Z]{1,10}(?: [^<>\n]{0,100})?/?>){1,6}\s{0,2}|"
    r"(?P<mark>[\"'])\s{0,3}[\]})]?\s{0,3}[:,;+]\s{0,3}(?:[\w.]{1,30}\s{0,2}=\s{0,2})?[\[{(]?\s{0,3}(?P=mark)"
)


def _long(match: re.Match[str]) -> str:
    return separated(match[0])


_Replace = Callable[[re.Match[str]], str]
_Worth = Callable[[Shape], object]


def _looks(expression: str) -> _Worth:
    search = re.compile(expression).search
    return lambda shape: search(shape.text)


def _holds(*signs: str) -> _Worth:
    return lambda shape: any(sign in shape.text for sign in signs)


_looks_marked = _looks(r"[a-zA-Z](?:[*_~`\\]|</?[a-zA-Z]|<!--|/\*)")
_looks_spaced = _looks(r"\S[ \t\n]{1,5}\S[ \t\n]{1,5}\S[ \t\n]{1,5}\S(?!\S)")
_looks_split = _looks(r"[^\w\s][^\W\d_][^\w\s][^\W\d_][^\w\s]|_[^\W\d_]_[^\W\d_]_")
_looks_escaped = _looks(r"\\[uUx]|[uU]\+")
_looks_gapped = _looks(f"{_CJK_LETTER}[^\\w]{_CJK_LETTER}[^\\w]{_CJK_LETTER}")

_looks_boned = _looks(r"\|[^|\n]{1,80}\||>[^<>\n]{1,60}</?[a-zA-Z]|[\"'][ \t]{0,3}[\]})]?[ \t]{0,3}[:,;+]")

_has_bones = _holds('"', "|", "</", "',", "':", "';", "'+", "' +")

BARE: Final = frozenset({"cells and pieces"})
"""Readings that only leave out what holds words apart: what is found in them is less certain."""

_Row = tuple[str, _Worth, re.Pattern[str], _Replace]

# Reading, whether it is worth a try, what reads otherwise, and how. These need one of the marks of `_MARKED`.
_BY_MARKS: Final[tuple[_Row, ...]] = (
    ("percent encoding", _holds("%"), _PERCENT, _percent),
    ("entities", _holds("&"), _ENTITY, _entity),
    ("escapes", _looks_escaped, _ESCAPES, _escape),
    ("quoted printable", _looks("=[0-9A-F]"), _QUOTED_PRINTABLE, _quoted),
    ("markup inside words", _looks_marked, _MARKUP, _marked),
    ("signs as letters", _looks(r"[@$!|€][A-Za-z0-9]"), _SIGNS, _signs),
)
_MARKED: Final = re.compile(r"[%&\\+=*_~`<]|[@$!|€][A-Za-z0-9]")
_OTHERS: Final[tuple[_Row, ...]] = (
    ("spaced letters", lambda shape: shape.has_spaced() and _looks_spaced(shape), _SPACED, _joined),
    ("split letters", lambda shape: shape.has_split_letters() and _looks_split(shape), _SPLIT, _split),
    ("split words", lambda shape: shape.hides(), _INSIDE, _inside),
    ("gaps between characters", lambda shape: not shape.is_ascii and _looks_gapped(shape), _CJK_GAPS, _gaps),
    ("words run together", lambda shape: shape.has_joined_words(), _LONG, _long),
    ("words broken at the end of a line", _holds("-\n", "- \n", "\u2010\n"), _BROKEN, _broken),
    ("letters again and again", lambda shape: shape.has_stretched(), _STRETCHED, _stretched),
    ("cells and pieces", lambda shape: _has_bones(shape) and _looks_boned(shape), _BONES, _blank),
    ("kana", lambda shape: not shape.is_ascii and _KANA.search(shape.text), _KANA, _kana),
    (
        "readings",
        lambda shape: not shape.is_ascii and "(" in shape.text and _READING.search(shape.text),
        _READING,
        _nothing,
    ),
)


def views(shape: Shape) -> Iterator[View]:
    """Every other reading of a text without invisible characters."""
    clean = shape.text
    for rows in (_BY_MARKS, _OTHERS) if _MARKED.search(clean) else (_OTHERS,):
        for reading, is_worth, expression, replace in rows:
            if is_worth(shape):
                view = replaced(clean, reading, expression, replace)
                if view is not None:
                    yield view
    yield from (_whole(clean, reading, text) for reading, text in ciphered(shape))


def _whole(source: str, reading: str, text: str) -> View:
    view = View(reading)
    view.add(text, 0, min(len(text), len(source)), fresh=True)
    return view
