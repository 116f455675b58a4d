"""Letters exchanged or turned round: found by telltale words, then undone for the whole text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from knowledge.engine.injection.shape import Shape
from knowledge.engine.injection.words import SPOKEN_APART

_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz"
MAX_CHARS: Final = 100_000
"""Characters from the start that are tried; more than any text that is stored."""
# Concepts whose words give an attack away; their disguised forms betray the cipher.
_TELLING: Final = (
    "ignore orders prior sysprompt secret show ai unbound ignoring private send remember approved follow user "
    "approve item trusted forever voided guard asks answer human"
)


def _moved_by(by: int) -> dict[int, int]:
    turned = _ALPHABET[by:] + _ALPHABET[:by]
    return str.maketrans(_ALPHABET + _ALPHABET.upper(), turned + turned.upper())


_MOVES: Final = {by: f"letters moved by {by}" for by in range(1, 26)}
_SHIFTS: Final = {name: _moved_by(26 - by) for by, name in _MOVES.items()}
_ATBASH: Final = str.maketrans(_ALPHABET + _ALPHABET.upper(), _ALPHABET[::-1] + _ALPHABET[::-1].upper())


def _words_reversed(text: str) -> str:
    return re.sub(r"[^\W\d_]+", lambda match: match[0][::-1], text)


def _pig_latin_undone(text: str) -> str:
    def undo(match: re.Match[str]) -> str:
        word = match[1]
        if word.endswith(("w", "y", "h")) and len(word) > 1 and word[0] in "aeiou":
            return word[:-1]
        tail = re.search(r"[^aeiou]{1,3}$", word)
        return tail[0] + word[: tail.start()] if tail else word

    return re.sub(r"([a-z]{2,20})ay\b", undo, text.lower())


_UNDO: Final[dict[str, Callable[[str], str]]] = {
    **{name: (lambda text, table=table: text.translate(table)) for name, table in _SHIFTS.items()},  # type: ignore[misc]
    "alphabet reversed": lambda text: text.translate(_ATBASH),
    "words reversed": _words_reversed,
    "pig latin": _pig_latin_undone,
}


def _pig(word: str) -> str:
    head = re.match(r"[^aeiou]*", word)
    lead = head[0] if head else ""
    return f"{word}way" if not lead else f"{word[len(lead) :]}{lead}ay"


def _table() -> dict[str, str]:
    """Disguised telling words, each with the name of the cipher."""
    plain = {
        word
        for concept in _TELLING.split()
        for entry in SPOKEN_APART["en"].get(concept, "").replace("\n", ",").split(",")
        for word in re.findall(r"[a-z]{5,}", entry)
    }
    every = {
        word for table in SPOKEN_APART.values() for listing in table.values() for word in re.findall("[a-z]+", listing)
    }
    words = sorted(plain)
    listed = "\n".join(words)
    forms = {name: listed.translate(_moved_by(by)).split("\n") for by, name in _MOVES.items()}
    forms |= {"alphabet reversed": listed.translate(_ATBASH).split("\n")}
    forms |= {"words reversed": [word[::-1] for word in words], "pig latin": list(map(_pig, words))}
    table: dict[str, str] = {}
    for name, disguised in forms.items():
        for form in disguised:
            if form not in every:
                table.setdefault(form, name)
    return table


_TABLE: Final = {form.encode(): name for form, name in _table().items()}
_FORMS: Final = frozenset(_TABLE)


def ciphered(shape: Shape) -> Iterator[tuple[str, str]]:
    """The text under each cipher that at least two telling words in it speak for, at most two of them.

    Written from its end, or turned by a direction mark, counts as one.
    """
    met = _FORMS.intersection(shape.words)
    if shape.is_ascii and len(met) < 2:
        return
    found = Counter(map(_TABLE.__getitem__, met))
    text = shape.text[:MAX_CHARS]
    for name, count in found.most_common(2):
        if count >= 2:
            yield name, _UNDO[name](text)
    if found["words reversed"] >= 2 or (not shape.is_ascii and len(set(_BACKWARDS.findall(text))) >= 2):
        yield "reversed", text[::-1]


_BACKWARDS = re.compile(
    "示指|令命|令指|視無|略忽|视无|トプンロプ|词示提|詞示提|시지|시무|트롬프|則規|则规|前以|でま|まれこ|统系|統系"
)
