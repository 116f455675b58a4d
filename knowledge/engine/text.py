"""The one analysis of text: index tokens, query tokens, fact keys, look-alike skeletons, highlights.

Both databases index and search exactly the tokens made here, so a query means the same on either.
Rules, in order: NFKC; invisible characters removed; case folded; words of alphabetic scripts folded
of diacritics and stemmed (English Snowball), stop words left out; compound identifiers kept whole
and in parts; runs of scripts written without spaces (Han, kana, Hangul, Thai, Lao, Khmer, Burmese)
as overlapping pairs, plus each distinct character once so that a one-character word is found.

Tokens hold letters, marks, digits and ``_`` only and are at most 64 characters long, so they can be
quoted by neither database. Everything is linear in the length of the text.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise

import Stemmer

from knowledge.engine.wordlists import IRREGULAR, LETTERS, LOOKALIKES, STOP_WORDS

MAX_TOKEN = 64
MAX_QUERY = 2_000
_MAX_CACHED = 64  # longer chunks are rare and would only push useful ones out of the cache


def _class_of_marks() -> str:
    """All combining marks (Unicode category M) as the inside of a character class."""
    points = [p for p in range(0x300, 0x1F000) if unicodedata.category(chr(p))[0] == "M"]
    ranges: list[list[int]] = []
    for p in points:
        if ranges and p == ranges[-1][1] + 1:
            ranges[-1][1] = p
        else:
            ranges.append([p, p])
    return "".join(f"{chr(a)}-{chr(b)}" if a < b else chr(a) for a, b in ranges)


_MARKS = _class_of_marks()
# Scripts written without spaces between words; prolonged sound and iteration marks belong to them.
_UNSPACED = (
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003ffff"
    "\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff"
    "\u0e01-\u0e30\u0e32-\u0e33\u0e40-\u0e46\u0e81-\u0eb0\u0eb2-\u0eb3\u0ebd-\u0ec6\u0edc-\u0edf"
    "\u1000-\u102a\u103f\u1050-\u1055\u1780-\u17b3"
)
_FIRST_UNSPACED = "\u0e01"
_WORD = rf"[^\W_{_UNSPACED}]+(?:[{_MARKS}][^\W_{_UNSPACED}]*)*"
_JOINT = r"(?:[-_.'\u2019@/\\&]|::?(?://)?|(?<=\d),(?=\d{3}(?!\d)))"
_TAIL = r"(?:(?:\+\+?|#)(?![^\W_]))?"
_CHUNK = re.compile(rf"{_WORD}(?:{_JOINT}{_WORD})*{_TAIL}|[{_UNSPACED}][{_UNSPACED}{_MARKS}]*")
_ASCII = "[0-9A-Za-z]+"
_ASCII_CHUNK = re.compile(rf"{_ASCII}(?:{_JOINT}{_ASCII})*{_TAIL}")
_UNIT = re.compile(rf"[{_UNSPACED}][{_MARKS}]*")
_HAS_MARK = re.compile(rf"[{_MARKS}]")
_IS_UNSPACED = re.compile(rf"[{_UNSPACED}]")
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# A run of marks this long is not writing; sorting it beforehand keeps normalisation linear.
_MARK_RUN = re.compile(rf"[{_MARKS}\uff9e\uff9f]{{9,}}")
_MAJOR = re.compile(r"[@/\\:]+")
_MINOR = re.compile(r"[-_.'\u2019&]+")
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[-_.'\u2019@/\\&:]+(?=\d)")
_OTHER_JOINTS = re.compile(r"[-.'\u2019@/\\&:]+|(?<!\d)_+|_+(?!\d)")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_CONTRACTION = re.compile(r"(?:n['\u2019]t|['\u2019](?:s|ll|ve|re|m|d|em))$", re.IGNORECASE)

_stemmer = Stemmer.Stemmer("english", 0)
_stemmer_lock = threading.Lock()  # a Snowball stemmer keeps its working buffer in the object


# ------------------------------------------------------------------ errors
class TextError(ValueError):
    """A text that cannot be stored; the message says what to change."""


class EmptyTextError(TextError):
    """Nothing is left after trimming."""


class TextTooLongError(TextError):
    """More characters than allowed."""


class ForbiddenCharacterError(TextError):
    """A NUL or a lone surrogate, which databases and JSON cannot carry."""


# ------------------------------------------------------------------ normal forms
def _sorted_marks(match: re.Match[str]) -> str:
    out: list[str] = []
    group: list[str] = []
    for ch in unicodedata.normalize("NFD", match[0]) if len(match[0]) < 64 else _decomposed(match[0]):
        if unicodedata.combining(ch):
            group.append(ch)
        else:
            out += sorted(group, key=unicodedata.combining)
            group = []
            out.append(ch)
    return "".join(out + sorted(group, key=unicodedata.combining))


def _decomposed(run: str) -> Iterator[str]:
    for ch in run:
        yield from unicodedata.normalize("NFD", ch)


def _normal(text: str, form: str) -> str:
    """Unicode normal form in linear time: the library sorts long runs of marks by insertion."""
    if text.isascii():
        return text
    if _MARK_RUN.search(text):
        text = _MARK_RUN.sub(_sorted_marks, text)
    return unicodedata.normalize(form, text)  # type: ignore[arg-type]


def _prepared(text: str) -> str:
    """NFKC without invisible characters, case kept."""
    if text.isascii():
        return text
    return _INVISIBLE.sub("", _normal(_INVISIBLE.sub("", text), "NFKC"))


def clean_text(text: str, *, max_chars: int, min_chars: int = 1) -> str:
    """NFC of ``text``, otherwise verbatim.

    Raises `ForbiddenCharacterError` for NUL or lone surrogates, `TextTooLongError` above ``max_chars``
    characters, `EmptyTextError` when fewer than ``min_chars`` characters remain after trimming.
    """
    if len(text) > 4 * max_chars:  # normalising cannot shorten a sensible text this much
        raise TextTooLongError(f"The text has {len(text)} characters; at most {max_chars} are allowed.")
    if "\0" in text:
        raise ForbiddenCharacterError("The text contains a NUL character; remove it.")
    if not text.isascii() and re.search("[\ud800-\udfff]", text):
        raise ForbiddenCharacterError("The text contains half of a surrogate pair; send valid Unicode.")
    clean = _normal(text, "NFC")
    if len(clean) > max_chars:
        raise TextTooLongError(f"The text has {len(clean)} characters; at most {max_chars} are allowed.")
    if len(clean.strip()) < min_chars:
        raise EmptyTextError("The text is empty; write something.")
    return clean


def normalize_key(text: str) -> str:
    """Identity key of a subject, predicate or object.

    NFKC, invisible characters removed, case folded, trimmed, inner white space collapsed to one
    blank. Idempotent: a key is its own key.
    """
    for _ in range(4):  # case folding can undo a normal form; two rounds settle every known case
        key = " ".join(_prepared(_prepared(text).casefold()).split())
        if key == text:
            break
        text = key
    return text


def skeleton(text: str) -> str:
    """Key reduced to what the eye sees: diacritics dropped, look-alike letters merged.

    Cyrillic and Greek letters that look Latin become Latin; ``i l 1 |`` become ``l``, ``0``
    becomes ``o``. Two keys with one skeleton may be meant to be mistaken for each other.
    """
    return _fold(normalize_key(text).translate(LOOKALIKES)).translate(LOOKALIKES)


def _fold(word: str) -> str:
    """Case and diacritics folded where the marks are decoration, kept where they are letters."""
    word = word.casefold()
    if word.isascii():
        return word
    out: list[str] = []
    base = ""
    for ch in unicodedata.normalize("NFD", word.translate(LETTERS)):
        if unicodedata.category(ch)[0] != "M":
            base = ch
            out.append(str(unicodedata.decimal(ch)) if ch.isdecimal() else ch)
        elif not _is_decoration(base, ch):
            out.append(ch)
    return unicodedata.normalize("NFC", "".join(out))


def _is_decoration(base: str, mark: str) -> bool:
    if base < "\u0400":  # Latin, Greek: accents never decide between words often enough
        return True
    if base < "\u0530":  # Cyrillic: stress marks and the dots of yo; short i and yi are letters
        return (mark in "\u0300\u0301" and base not in "гк") or (mark == "\u0308" and base == "е")
    if base < "\u0700":  # Hebrew points, Arabic vowel signs and hamza seats
        return True
    return "\u1e00" <= base <= "\u1fff"


# ------------------------------------------------------------------ words
def _fit(token: str) -> str:
    """At most `MAX_TOKEN` characters; the cut part lives on in a digest, so equality still means equality."""
    if len(token) <= MAX_TOKEN:
        return token
    return token[:40] + blake2b(token.encode(), digest_size=12).hexdigest()


@lru_cache(maxsize=32_768)
def _stem(word: str) -> str:
    known = IRREGULAR.get(word)
    if known is not None:
        return known
    with _stemmer_lock:
        return str(_stemmer.stemWord(word))


def _token(folded: str) -> str:
    if 2 < len(folded) <= MAX_TOKEN and folded.isascii() and folded.isalpha():
        return _stem(folded)
    return _fit(folded)


def _is_stop(piece: str, folded: str) -> bool:
    # "IT", "US", "WHO" in capitals are names, not function words.
    return folded in STOP_WORDS and not (len(piece) > 1 and piece.isupper())


def _joined(chunk: str) -> str:
    """A compound as one word: ``e-mail`` = ``email``; digits stay apart, ``1.2`` is not ``12``."""
    return _token(_fold(_OTHER_JOINTS.sub("", _BETWEEN_DIGITS.sub("_", chunk))))


def _segment_tokens(segment: str, *, keep_stops: bool) -> list[str]:
    segment = _CONTRACTION.sub("", segment) if "'" in segment or "\u2019" in segment else segment
    pieces: list[str] = []
    for piece in _MINOR.split(segment):
        pieces += _CAMEL.split(piece) if len(piece) <= MAX_TOKEN else [piece]
    out = []
    for piece in pieces:
        folded = _fold(piece)
        if folded and (keep_stops or not _is_stop(piece, folded)):
            out.append(_token(folded))
    if len(pieces) > 1:
        out.append(_joined(segment))
    return out


def _word_tokens(chunk: str, *, keep_stops: bool = False) -> tuple[str, ...]:
    chunk = chunk.replace(",", "")
    body = chunk.rstrip("+#")
    tail = "".join("plus" if c == "+" else "sharp" for c in chunk[len(body) :])
    segments = _MAJOR.split(body)
    out: list[str] = []
    for segment in segments:
        out += _segment_tokens(segment, keep_stops=keep_stops)
    if len(segments) > 1:
        out.append(_joined(body))
    if tail:
        out.append(_fit(_fold(_OTHER_JOINTS.sub("", body)) + tail))
    return tuple(out)


_cached_word_tokens: Callable[[str], tuple[str, ...]] = lru_cache(maxsize=32_768)(_word_tokens)


def _units(run: str) -> str | list[str]:
    return _UNIT.findall(run) if _HAS_MARK.search(run) else run


def _chunks(text: str) -> list[str]:
    prepared = _prepared(text)
    return (_ASCII_CHUNK if prepared.isascii() else _CHUNK).findall(prepared)


def _is_unspaced(chunk: str) -> bool:
    return chunk[0] >= _FIRST_UNSPACED and _IS_UNSPACED.match(chunk) is not None


def _collect(chunks: list[str], *, query: bool) -> list[str]:
    out: list[str] = []
    characters: dict[str, None] = {}
    for chunk in chunks:
        if _is_unspaced(chunk):
            units = [_fit(u.casefold()) for u in _units(chunk)]
            out += [_fit(a + b) for a, b in pairwise(units)]
            if not query or len(units) == 1:
                characters.update(dict.fromkeys(units))
        elif len(chunk) <= _MAX_CACHED:
            out += _cached_word_tokens(chunk)
        else:
            out += _word_tokens(chunk)
    out += characters
    return out


def analyze(text: str) -> list[str]:
    """Index tokens of ``text`` with repetitions; pairs in order, distinct single characters last.

    A text of nothing but stop words is indexed by them.
    """
    chunks = _chunks(text)
    return _collect(chunks, query=False) or [t for c in chunks for t in _word_tokens(c, keep_stops=True)]


def analyze_query(text: str) -> list[str]:
    """Tokens to look for, with repetitions; only the first `MAX_QUERY` characters count.

    Every token it returns for a piece of text is one that `analyze` returns for any text holding
    that piece as a whole word, or, in scripts without spaces, anywhere.
    """
    chunks = _chunks(text[:MAX_QUERY])
    return _collect(chunks, query=True) or [t for c in chunks for t in _word_tokens(c, keep_stops=True)]
