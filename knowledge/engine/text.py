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
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from hashlib import blake2b
from itertools import chain, pairwise
from operator import add
from typing import Literal

import Stemmer

from knowledge.engine.forms import (
    MARKS,
    EmptyTextError,
    ForbiddenCharacterError,
    TextError,
    TextTooLongError,
    clean_text,
    folded,
    normalize_key,
    prepared,
    skeleton,
)
from knowledge.engine.wordlists import IRREGULAR, STOP_WORDS

__all__ = [
    "MAX_QUERY",
    "MAX_TOKEN",
    "EmptyTextError",
    "ForbiddenCharacterError",
    "TextError",
    "TextTooLongError",
    "analyze",
    "analyze_query",
    "clean_text",
    "normalize_key",
    "query_characters",
    "skeleton",
    "word_spans",
]

Characters = Literal["all", "alone"]

MAX_TOKEN = 64
MAX_QUERY = 2_000
_MAX_CACHED = 64  # longer chunks are rare and would only push useful ones out of the cache

# Scripts written without spaces between words; prolonged sound and iteration marks belong to them.
UNSPACED = (
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003ffff"
    "\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff"
    "\u0e01-\u0e30\u0e32-\u0e33\u0e40-\u0e46\u0e81-\u0eb0\u0eb2-\u0eb3\u0ebd-\u0ec6\u0edc-\u0edf"
    "\u1000-\u102a\u103f\u1050-\u1055\u1780-\u17b3"
)
_FIRST_UNSPACED = "\u0e01"
_WORD = rf"[^\W_{UNSPACED}]+(?:[{MARKS}][^\W_{UNSPACED}]*)*"
_JOINT = r"(?:__?|[-.'\u2019@/\\&]|::?(?://)?|(?<=\d),(?=\d{3}(?!\d)))"
_TAIL = r"(?:(?:\+\+?|#)(?![^\W_]))?"
_CHUNK = re.compile(rf"{_WORD}(?:{_JOINT}{_WORD})*{_TAIL}|[{UNSPACED}][{UNSPACED}{MARKS}]*")
_ASCII = "[0-9A-Za-z]+"
_ASCII_CHUNK = re.compile(rf"{_ASCII}(?:{_JOINT}{_ASCII})*{_TAIL}")
# "2000年" also as one token: the number says which year, the character says that it is one.
_COUNTED = re.compile(rf"\d(?<!\d\d)(?<!\d[.,]\d)\d*+(?![\u3041-\u309f])[{UNSPACED}]")
_UNIT = re.compile(rf"[{UNSPACED}][{MARKS}]*")
_HAS_MARK = re.compile(rf"[{MARKS}]")
_IS_UNSPACED = re.compile(rf"[{UNSPACED}]")
# What one normalisation may draw together: a character, its marks, following Hangul vowels and finals.
_CLUSTER = re.compile(rf".[{MARKS}\uff9e\uff9f\u1160-\u11ff]*", re.DOTALL)
_MAJOR = re.compile(r"[@/\\:]+")
_MINOR = re.compile(r"[-_.'\u2019&]+")
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[-_.'\u2019@/\\&:]+(?=\d)")
_OTHER_JOINTS = re.compile(r"[-.'\u2019@/\\&:]+|(?<!\d)_+|_+(?!\d)")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NEGATION = re.compile(r"n['\u2019]t$", re.IGNORECASE)
_CONTRACTION = re.compile(r"['\u2019](?:s|ll|ve|re|m|d)$", re.IGNORECASE)

_stemmer = Stemmer.Stemmer("english", 0)
_stemmer_lock = threading.Lock()  # a Snowball stemmer keeps its working buffer in the object


def _fit(token: str) -> str:
    """At most `MAX_TOKEN` characters; the cut part lives on in a digest, so equality still means equality."""
    if len(token) <= MAX_TOKEN:
        return token
    return token[:40] + blake2b(token.encode(), digest_size=12).hexdigest()


@lru_cache(maxsize=32_768)
def _stem(word: str) -> str:
    with _stemmer_lock:
        return str(_stemmer.stemWord(IRREGULAR.get(word, word)))


def _token(word: str) -> str:
    if 2 < len(word) <= MAX_TOKEN and word.isascii() and word.isalpha() and word not in STOP_WORDS:
        return _stem(word)
    return _fit(word)


def _is_stop(piece: str, word: str) -> bool:
    # "IT", "US", "WHO" in capitals are names, not function words.
    return word in STOP_WORDS and not (len(piece) > 1 and piece.isupper())


def _joined(chunk: str) -> str:
    """A compound as one word: ``e-mail`` = ``email``; digits stay apart, ``1.2`` is not ``12``."""
    return _token(folded(_OTHER_JOINTS.sub("", _BETWEEN_DIGITS.sub("_", chunk))))


def _segment_tokens(segment: str, *, keep_stops: bool) -> list[str]:
    if "'" in segment or "\u2019" in segment:
        if _NEGATION.search(segment):  # only auxiliaries have such a form
            return [_joined(segment)] if keep_stops else []
        segment = _CONTRACTION.sub("", segment)
    pieces: list[str] = []
    for piece in _MINOR.split(segment):
        pieces += _CAMEL.split(piece) if len(piece) <= MAX_TOKEN else [piece]
    out = []
    for piece in pieces:
        word = folded(piece)
        if word and (keep_stops or not _is_stop(piece, word)):
            out.append(_token(word))
    if len(pieces) > 1:
        out.append(_joined(segment))
    return out


def _word_tokens(chunk: str, *, keep_stops: bool = False) -> tuple[str, ...]:
    if chunk.isalpha() and chunk.islower() and chunk.isascii():  # most words: nothing to split, nothing to fold
        return () if chunk in STOP_WORDS and not keep_stops else (_token(chunk),)
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
        out.append(_fit(folded(_OTHER_JOINTS.sub("", body)) + tail))
    return tuple(out)


_cached_word_tokens = lru_cache(maxsize=32_768)(_word_tokens)


def _tokens_of(chunk: str, *, keep_stops: bool = False) -> tuple[str, ...]:
    if len(chunk) > _MAX_CACHED or keep_stops:
        return _word_tokens(chunk, keep_stops=keep_stops)
    return _cached_word_tokens(chunk)


def _pairs_and_units(run: str) -> tuple[list[str], list[str]]:
    """Overlapping pairs of a run, and its characters, each with the marks that belong to it."""
    if _HAS_MARK.search(run):
        units = [_fit(unit) for unit in _UNIT.findall(run)]
        return [_fit(a + b) for a, b in pairwise(units)], units
    return list(map(add, run, run[1:])), list(run)


def _is_unspaced(chunk: str) -> bool:
    return chunk[0] >= _FIRST_UNSPACED and _IS_UNSPACED.match(chunk) is not None


def _collect(text: str, *, characters: Characters) -> list[str]:
    """Tokens of `text`; of runs without spaces the distinct characters too, always or only when alone."""
    plain = prepared(text)
    if plain.isascii():
        chunks = _ASCII_CHUNK.findall(plain)
        out = list(chain.from_iterable(map(_tokens_of, chunks)))
    else:
        chunks = _CHUNK.findall(plain)
        out = _mixed_tokens(chunks, characters=characters, counted=_COUNTED.findall(plain))
    return out or [token for chunk in chunks for token in _word_tokens(chunk, keep_stops=True)]


def _mixed_tokens(chunks: list[str], *, characters: Characters, counted: list[str]) -> list[str]:
    """Tokens of the chunks of any text; see `_collect`."""
    out: list[str] = []
    single: dict[str, None] = {}
    for chunk in chunks:
        if _is_unspaced(chunk):
            pairs, units = _pairs_and_units(chunk)
            out += pairs
            if characters == "all" or not pairs:
                single.update(dict.fromkeys(units))
        else:
            out += _tokens_of(chunk)
    return [*out, *map(_fit, counted), *single]


def analyze(text: str) -> list[str]:
    """Index tokens of ``text`` with repetitions; in scripts without spaces each single character once.

    A text of nothing but stop words is indexed by them.
    """
    return _collect(text, characters="all")


def analyze_query(text: str) -> list[str]:
    """Distinct tokens that find a memory; only the first `MAX_QUERY` characters count.

    They are among the tokens of every text that holds the query as whole words or, in scripts
    without spaces, anywhere. A character of such a script is looked up singly only where it stands
    alone, and a lone hiragana beside other words is taken for a particle.
    """
    tokens = list(dict.fromkeys(_collect(text[:MAX_QUERY], characters="alone")))
    return [token for token in tokens if not _is_hiragana(token)] or tokens


def query_characters(text: str) -> list[str]:
    """Distinct characters of the query's runs without spaces, other than hiragana and those looked up alone.

    Too common to find by, but they tell apart memories that share pairs with the query: see
    `knowledge.engine.lexical.character_scores`.
    """
    query = text[:MAX_QUERY]
    looked_up = set(_collect(query, characters="alone"))
    return [
        token
        for token in dict.fromkeys(_collect(query, characters="all"))
        if token not in looked_up and not _is_hiragana(token)
    ]


def _is_hiragana(token: str) -> bool:
    return len(token) == 1 and "\u3041" <= token <= "\u309f"


def _aligned(text: str) -> tuple[str, Callable[[int], tuple[int, int]]]:
    """The prepared text, and for each of its characters the span of `text` it was made from."""
    plain = prepared(text)
    if plain == text:
        return text, lambda i: (i, i + 1)
    pieces: list[str] = []
    origins: list[tuple[int, int]] = []
    for match in _CLUSTER.finditer(text):
        piece = prepared(match[0])
        pieces.append(piece)
        origins += [match.span()] * len(piece)
    return "".join(pieces), origins.__getitem__


def _pair_hits(run: str, wanted: frozenset[str]) -> Iterator[tuple[int, int]]:
    units = [m.span() for m in _UNIT.finditer(run)]
    for i, (start, end) in enumerate(units):
        if _fit(run[start:end]) in wanted:
            yield start, end
        if i + 1 < len(units) and _fit(_fit(run[start:end]) + _fit(run[end : units[i + 1][1]])) in wanted:
            yield start, units[i + 1][1]


def _word_hits(chunk: str, wanted: frozenset[str], *, keep_stops: bool) -> Iterator[tuple[int, int]]:
    """The smallest parts of a chunk that explain its hits: a part of an identifier before the whole."""
    hits = wanted.intersection(_tokens_of(chunk, keep_stops=keep_stops))
    if not hits:
        return
    cuts: list[tuple[int, int]] = []
    for separator in (_MAJOR, _MINOR, _CAMEL):
        cuts = cuts or [m.span() for m in separator.finditer(chunk)]
    explained: set[str] = set()
    starts, ends = [0, *(b for _, b in cuts)], [*(a for a, _ in cuts), len(chunk)]
    for start, end in zip(starts, ends, strict=True) if cuts and "," not in chunk else ():
        explained.update(_tokens_of(chunk[start:end], keep_stops=keep_stops))
        for a, b in _word_hits(chunk[start:end], wanted, keep_stops=keep_stops):
            yield start + a, start + b
    if hits - explained:
        yield 0, len(chunk)


def _any_hit(plain: str, wanted: frozenset[str]) -> bool:
    """Whether any chunk of a text of ASCII holds a token: for most texts that is all there is to know."""
    known, misses = _cached_word_tokens, wanted.isdisjoint
    return not all(
        misses(known(chunk) if len(chunk) <= _MAX_CACHED else _word_tokens(chunk))
        for chunk in _ASCII_CHUNK.findall(plain)
    )


def word_spans(text: str, query_tokens: Collection[str]) -> list[tuple[int, int]]:
    """Where in `text`, as written, the given tokens of `analyze_query` occur.

    Returns half-open character spans in order, apart from each other. A part of an identifier is
    marked alone when only that part was asked for.
    """
    wanted = frozenset(query_tokens)
    if not wanted:
        return []
    plain, origin = _aligned(text)
    keep_stops = wanted <= STOP_WORDS
    is_ascii = plain.isascii()
    counted = () if is_ascii else _COUNTED.finditer(plain)
    spans = [match.span() for match in counted if _fit(match[0]) in wanted]
    if is_ascii and not keep_stops and not _any_hit(plain, wanted):
        return []
    for match in (_ASCII_CHUNK if is_ascii else _CHUNK).finditer(plain):
        chunk = match[0]
        if not is_ascii and _is_unspaced(chunk):
            hits = _pair_hits(chunk, wanted)
        elif wanted.isdisjoint(_tokens_of(chunk, keep_stops=keep_stops)):  # most words: nothing to look closer at
            continue
        else:
            hits = _word_hits(chunk, wanted, keep_stops=keep_stops)
        spans += [(match.start() + a, match.start() + b) for a, b in hits]
    merged: list[tuple[int, int]] = []
    for start, end in sorted((origin(a)[0], origin(b - 1)[1]) for a, b in spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
