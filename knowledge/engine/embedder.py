"""Texts as vectors: the interface of an embedder, and the one that is built in.

The built-in embedder hashes the character 1- to 3-grams of the words of a text into a few hundred
buckets with signs (Weinberger et al. 2009, "Feature hashing"), takes the logarithm of each bucket and
scales the vector to length 1. It needs no model, knows no meaning, works for every script, and finds
what is spelled alike: other forms of a word, misspellings, parts of longer words.

All arithmetic before the last division is in whole numbers, so a text has the same vector to the bit
on every machine and in every process.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from knowledge.engine.forms import prepared
from knowledge.engine.wordlists import STOP_WORDS

Floats = npt.NDArray[np.float32]
_Codes = npt.NDArray[np.uint32]

MAX_CHARACTERS: Final = 2_000
"""Characters of a text that are embedded; a vector of more says nothing about any part of it."""
_BATCH_CHARACTERS: Final = 60_000  # of one pass, so that its arrays stay small
_BATCH_TEXTS: Final = 400

_WORD = re.compile(r"[^\W_]+")
_FIRST_UNSPACED: Final = 0x0E01
# How much a gram of 1, 2, 3 characters counts. A single letter of an alphabet says nothing about a
# text, a pair little; a single Chinese character is a word. Measured on questions in three languages.
_WEIGHT_SPACED: Final = (0, 1, 2)
_WEIGHT_UNSPACED: Final = (2, 4, 4)
_BLANK: Final = np.uint32(32)
_MOST: Final = 4_095
# Of the counts from -_MOST to _MOST: sign and logarithm, in whole numbers.
_LOGARITHMS: Final = np.array(
    [math.copysign(round(1024 * math.log1p(abs(count))), count) for count in range(-_MOST, _MOST + 1)], np.float64
)
_ASCII_FOLDED: Final = bytes(
    ord(chr(code).lower()) if code < 128 and chr(code).isalnum() else 32 for code in range(256)
)
# Cosines of texts that have nothing to do with each other stay below these in 100 000 of them: an
# alphabet has few trigrams and shares many of them between any two texts, Han and kana do not.
_FLOOR_SPACED: Final = 0.5
_FLOOR_UNSPACED: Final = 0.4


class EmbedderError(Exception):
    """The embedder cannot answer now; the message is one sentence without any of the text."""


class Embedder(Protocol):
    """What turns texts into vectors.

    Attributes:
        name: name and version; vectors of different names are never compared.
        dimensions: length of a vector; 0 while it is not known.
        is_instant: whether embedding a few thousand texts takes no time worth speaking of, so that
            vectors are made when they are needed instead of being stored.
    """

    @property
    def name(self) -> str: ...  # noqa: D102 - described above

    @property
    def dimensions(self) -> int: ...  # noqa: D102 - described above

    @property
    def is_instant(self) -> bool: ...  # noqa: D102 - described above

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Floats:
        """Return the vectors of texts, shape (texts, dimensions), each of length 1, or all 0 for a text without any.

        Args:
            texts: what to embed; only the first `MAX_CHARACTERS` characters of each count.
            query: the texts are questions, not what is looked for.

        Raises:
            EmbedderError: it cannot answer now.
        """

    def floor(self, query: str) -> float:
        """Return the cosine below which a text has nothing to do with the query, 0 to 1."""


class NgramHash:
    """The built-in embedder.

    Args:
        dimensions: buckets, a power of two from 64 to 65 536. In ranking together with the words,
            256 serve as well as 4 096; alone, more find more (see CONTRIBUTING).
    """

    is_instant = True

    def __init__(self, dimensions: int = 256) -> None:
        if dimensions.bit_count() != 1 or not 64 <= dimensions <= 65_536:
            raise ValueError("dimensions must be a power of two from 64 to 65 536.")
        self.dimensions = dimensions
        self.name = f"ngram-hash-{dimensions}-1"

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Floats:
        """Return the vectors, shape (texts, dimensions); a text of no letter or digit has all 0."""
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        start = 0
        for batch in _batches(texts):
            vectors[start : start + len(batch)] = self._batch(batch)
            start += len(batch)
        return vectors

    def floor(self, query: str) -> float:
        """Return 0.5 for alphabets and 0.4 for scripts written without spaces."""
        plain = prepared(query[:MAX_CHARACTERS])
        unspaced = sum(ord(letter) >= _FIRST_UNSPACED for letter in plain)
        return _FLOOR_UNSPACED if 2 * unspaced > len(plain) else _FLOOR_SPACED

    def _batch(self, texts: Sequence[str]) -> Floats:
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
        # The buckets of all texts lie one behind the other; `cells` says where a character's text begins.
        cells = np.repeat(np.arange(len(texts), dtype=np.int64) * self.dimensions, lengths)
        counts = np.zeros(len(texts) * self.dimensions)  # sums of small whole numbers are exact
        for gram, weight, place in _grams(codes, cells):
            np.negative(weight, out=weight, where=(gram >> np.uint32(31)).astype(np.bool_))
            bucket = place + (gram & np.uint32(self.dimensions - 1))
            counts += np.bincount(bucket, weights=weight, minlength=counts.size)
        counts += _MOST
        sizes = np.take(_LOGARITHMS, counts.astype(np.int64), mode="clip").reshape(len(texts), self.dimensions)
        length = np.sqrt(np.maximum(np.einsum("ij,ij->i", sizes, sizes), 1.0))
        vectors = np.empty(sizes.shape, np.float32)
        np.divide(sizes, length[:, None], out=vectors, casting="same_kind")
        return vectors


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    """Yield the texts as the words that count, each between blanks, a cacheful at a time."""
    batch: list[str] = []
    characters = 0
    for text in texts:
        plain = _plain(text)
        batch.append(plain)
        characters += len(plain)
        if characters >= _BATCH_CHARACTERS or len(batch) >= _BATCH_TEXTS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


def _plain(text: str) -> str:
    text = text[:MAX_CHARACTERS]
    if text.isascii():
        words = text.encode("ascii").translate(_ASCII_FOLDED).decode("ascii").split()
    else:
        words = _WORD.findall(prepared(text).casefold())
    telling = [word for word in words if word not in STOP_WORDS] or words
    return f" {' '.join(telling)} "


def _grams(
    codes: _Codes, cells: npt.NDArray[np.int64]
) -> Iterator[tuple[_Codes, npt.NDArray[np.float64], npt.NDArray[np.int64]]]:
    """Yield hash, weight and cell of the grams of each length.

    A blank marks the edge of a word: it may begin or end a gram, but never stands alone or inside, so
    that no gram reaches across two words or texts.
    """
    hashed = codes * np.uint32(0x9E3779B1)
    blank = codes == _BLANK
    unspaced = codes >= np.uint32(_FIRST_UNSPACED)
    pairs = hashed[:-1] * np.uint32(0x85EBCA6B) + hashed[1:]
    pairs ^= pairs >> np.uint32(13)
    triples = pairs[:-1] * np.uint32(0x85EBCA6B) + hashed[2:]
    triples ^= triples >> np.uint32(13)
    of_pairs, of_triples = unspaced[:-1] | unspaced[1:], unspaced[:-2] | unspaced[1:-1] | unspaced[2:]
    yield _mixed(pairs), _weights(of_pairs, 2) * ~(blank[:-1] & blank[1:]), cells[:-1]
    yield _mixed(triples), _weights(of_triples, 3) * ~blank[1:-1], cells[:-2]
    single = np.flatnonzero(unspaced)  # letters of an alphabet weigh nothing
    yield _mixed(hashed[single]), np.full(single.size, float(_WEIGHT_UNSPACED[0])), cells[single]


def _weights(unspaced: npt.NDArray[np.bool_], length: int) -> npt.NDArray[np.float64]:
    low, high = _WEIGHT_SPACED[length - 1], _WEIGHT_UNSPACED[length - 1]
    return unspaced.astype(np.float64) * (high - low) + low


def _mixed(values: _Codes) -> _Codes:
    """Spread the bits of hashes over the whole word, in place (finaliser "lowbias32" by Wellons)."""
    values ^= values >> np.uint32(16)
    values *= np.uint32(0x7FEB352D)
    values ^= values >> np.uint32(15)
    values *= np.uint32(0x846CA68B)
    values ^= values >> np.uint32(16)
    return values
