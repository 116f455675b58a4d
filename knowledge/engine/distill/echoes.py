"""Whether a sentence is nothing but what the hub itself has just said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from knowledge.engine.distill.sentences import cells, sentences_of
from knowledge.engine.forms import normalize_key

_LEAST_CELLS: Final = 8
_BETWEEN: Final = re.compile(r"[\W_]+")


def key_of(text: str) -> str:
    """Return what of a text is compared: its letters and digits, without case, width, blanks and punctuation."""
    return _BETWEEN.sub("", normalize_key(text))


def is_echo(sentence: str, recalled: Iterable[str]) -> bool:
    """Tell whether a sentence repeats a recalled text, or a part of it, word for word.

    Args:
        sentence: what was said.
        recalled: keys, as of `key_of`, of texts that were recalled before it was said.
    """
    said = key_of(sentence)
    if cells(said) < _LEAST_CELLS:
        return False
    return any(said in text or (cells(text) >= _LEAST_CELLS and text in said) for text in recalled)


def without_echoes(text: str, recalled: Sequence[str]) -> str:
    """Return a text without the sentences that only repeat what was recalled."""
    if not any(is_echo(one.text, recalled) for one in sentences_of(text)):
        return text
    return "\n".join(one.text for one in sentences_of(text) if not is_echo(one.text, recalled))
