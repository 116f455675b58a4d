"""Meanings of words, and the characters that stand for them.

The tables in `words/` list the words of each class. A word may be of several classes in several
languages; each set of meanings has one character.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from knowledge.engine.forms import folded
from knowledge.engine.injection.tokens import CJK
from knowledge.engine.injection.variants import simplified

FILLER: Final = "_"
END: Final = "."
NEWLINE: Final = "\n"
COMMA: Final = ","
COLON: Final = ":"
PASSED: Final = "~"

Meaning = tuple[str, str]
"""Language and class; for a word that a rule names itself, `part` and the word."""
Sense = frozenset[Meaning]

_FIRST_SENSE = 0xF0000  # any range will do: these never meet the text; classes of such are compiled soonest
_MOVE: Final = 0x8000
MOVED: Final = f"{PASSED}{chr(_FIRST_SENSE + _MOVE)}-{chr(_FIRST_SENSE + 2 * _MOVE - 1)}"
"""Later words of a run, as the inside of a character class."""
MARKS: Final = {
    **dict.fromkeys([".", "!", "?", "。", "！", "？", ";", "；", "…", "|", "•", "।", "؟"], END),
    **dict.fromkeys([",", "、", "，", "،"], COMMA),
    **dict.fromkeys([":", "："], COLON),
    "\n": NEWLINE,
}


def _entries(listing: str) -> list[str]:
    return [entry for part in listing.replace("\n", ",").split(",") if (entry := " ".join(part.split()))]


def _all_entries(table: Mapping[str, str], listing: str) -> list[str]:
    """The entries, and those of each class named with an at sign."""
    found: list[str] = []
    for entry in _entries(listing):
        found += _entries(table[entry[1:]]) if entry.startswith("@") else [entry]
    return found


def moved(character: str) -> str:
    """The same word as a later part of a run."""
    if character == FILLER:
        return PASSED
    inside = _FIRST_SENSE <= ord(character) < _FIRST_SENSE + _MOVE
    return chr(ord(character) + _MOVE) if inside else character


# What a longer word of an unspaced script still names when it holds the shorter one; what it does may be the contrary.
_NAMES: Final = """
orders strong_orders talk sysprompt secret private ordinary safety checks guard ai ctx user boss human item
reply link tool memo mode all every session review gate subject_act prior beginning log page you this forever
new from_now action done
"""
_NAMED: Final = frozenset(_NAMES.split())


# What turns a word into its contrary: negations of Japanese, Chinese and Korean.
_DENIAL: Final = re.compile("な[いかくけし]?|ず|ませ|ぬ|[不没无勿别免非未莫禁]|지마|지말|지않|지못|지도|없|못|안")


def denies(word: str) -> bool:
    """Whether a word of an unspaced script may say the contrary of the shorter words in it."""
    return _DENIAL.search(word) is not None


def inherit(single: dict[str, set[tuple[str, str]]], joined: Mapping[str, set[tuple[str, str]]]) -> None:
    """Lets words of unspaced scripts also mean what the shorter words they begin with mean."""
    for word in joined:
        for length in range(1, len(word)):
            sense = joined.get(word[:length])
            if sense and not is_harmless(single[word]):
                single[word] |= named(sense) if denies(word[length:]) else sense


def is_harmless(sense: Iterable[tuple[str, str]]) -> bool:
    """Whether the word is listed only to keep shorter words in it from counting."""
    return any(concept == "harmless" for _, concept in sense)


def named(sense: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """The things among the meanings, not what is done to them."""
    return {(language, concept) for language, concept in sense if concept in _NAMED or language == "part"}


def characters_for(senses: Iterable[Iterable[Meaning]]) -> dict[Sense, str]:
    """A character for each set of meanings; like sets lie side by side, which keeps classes of them short."""
    ordered = sorted(set(map(frozenset, senses)), key=sorted)
    return {sense: chr(_FIRST_SENSE + number) for number, sense in enumerate(ordered)}


_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


def _mixed(entry: str) -> tuple[str, ...]:
    """An entry of a language written without blanks, split only where it changes to Latin letters."""
    return tuple(re.findall(rf"[{CJK}]+|[^\s{CJK}]+", entry.replace(" ", "") if not _LATIN.search(entry) else entry))


_LATIN: Final = re.compile("[a-z]")


def collected(
    tables: Mapping[str, Mapping[str, str]], *, together: bool
) -> tuple[dict[str, set[tuple[str, str]]], dict[tuple[str, ...], set[tuple[str, str]]]]:
    """Meanings of single words and of runs of words."""
    single: dict[str, set[tuple[str, str]]] = {}
    runs: dict[tuple[str, ...], set[tuple[str, str]]] = {}
    for language, table in tables.items():
        for concept, listing in table.items():
            for entry in _all_entries(table, listing):
                words = _mixed(simplified(entry)) if together else tuple(_WORD.findall(folded(entry)))
                if len(words) == 1:
                    single.setdefault(words[0], set()).add((language, concept))
                else:
                    runs.setdefault(words, set()).add((language, concept))
    return single, runs
