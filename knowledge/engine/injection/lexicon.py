"""From text to word classes: every word becomes one character that stands for what it can mean here.

`words/*.py` name the classes of each language. A text of any language then is a short string of such
characters, and the rules are patterns over classes ("a verb of ignoring, then within four words a noun
of orders") instead of phrases. Words that mean nothing here are `FILLER`.

A word is also recognised misspelled, with digits for letters, or in look-alike letters; `is_plain`
tells whether it stood there as itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from knowledge.engine.forms import folded, skeleton
from knowledge.engine.injection.variants import simplified
from knowledge.engine.injection.words import SPOKEN_APART, SPOKEN_TOGETHER

FILLER: Final = "_"
END: Final = "."
NEWLINE: Final = "\n"
COMMA: Final = ","
COLON: Final = ":"
CONTINUED: Final = "~"

Sense = frozenset[tuple[str, str]]

CJK: Final = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
_FIRST_SENSE = 0xF0000
_KNOWN_LIMIT = 60_000
_LONG_WORD = 40

# Which letters a digit or sign can stand for; both sides of a comparison are written this way.
_DIGITS = str.maketrans("il!|oe€a@s$t+bgz6", "1111033445577892" + "9")


def _entries(listing: str) -> list[str]:
    return [entry for part in listing.replace("\n", ",").split(",") if (entry := " ".join(part.split()))]


def _all_entries(table: Mapping[str, str], listing: str) -> list[str]:
    """The entries, and those of each class named with an at sign."""
    found: list[str] = []
    for entry in _entries(listing):
        found += _entries(table[entry[1:]]) if entry.startswith("@") else [entry]
    return found


class _Senses:
    """Characters for sets of meanings."""

    def __init__(self) -> None:
        self.characters: dict[Sense, str] = {}

    def character(self, sense: Sense) -> str:
        found = self.characters.get(sense)
        if found is None:
            found = self.characters[sense] = chr(_FIRST_SENSE + len(self.characters))
        return found


_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


def _mixed(entry: str) -> tuple[str, ...]:
    """An entry of a language written without blanks, split only where it changes to Latin letters."""
    return tuple(re.findall(rf"[{CJK}]+|[^\s{CJK}]+", entry.replace(" ", "") if not _LATIN.search(entry) else entry))


_LATIN: Final = re.compile("[a-z]")


def _collect(
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


def _trie(words: Iterable[str]) -> str:
    """One expression for any of the words, the longest first."""
    root: dict[str, dict] = {}  # type: ignore[type-arg]
    for word in words:
        node = root
        for ch in word:
            node = node.setdefault(ch, {})
        node[""] = {}
    return _branch(root)


def _branch(node: dict[str, dict]) -> str:  # type: ignore[type-arg]
    options = [
        f"{re.escape(ch)}{_branch(below)}"
        for ch, below in sorted(node.items())
        if ch
    ]
    if not options:
        return ""
    body = options[0] if len(options) == 1 and "" not in node else f"(?:{'|'.join(options)})"
    return f"{body}?" if "" in node else body


def _deletions(word: str) -> set[str]:
    dropped = {word[:i] + word[i + 1 :] for i in range(1, len(word))}
    swapped = {word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(1, len(word) - 1)}
    return dropped | swapped


def scrambled(word: str) -> str:
    """What stays the same when the inner letters of a word are shuffled."""
    return word[0] + "".join(sorted(word[1:-1])) + word[-1]


class _Words(dict[str, str]):
    """Word to sense character; what is not listed is worked out once and remembered."""

    def __init__(self, exact: Mapping[str, str], kinds: Mapping[str, str]) -> None:
        super().__init__(exact)
        self._kinds = kinds
        self.exact: Final = dict(exact)
        latin = [word for word in exact if word.isascii() and word.isalnum() and not word.isdigit()]
        self._lengths: dict[str, list[int]] = {}
        for word in exact:
            if _IS_CJK.match(word):
                lengths = self._lengths.setdefault(word[0], [])
                lengths += [] if len(word) in lengths else [len(word)]
        for lengths in self._lengths.values():
            lengths.sort(reverse=True)
        self._digits = {word.translate(_DIGITS): exact[word] for word in reversed(latin) if len(word) > 1}
        self._typos: dict[str, str] = {}
        for word in latin:
            if len(word) >= 7:
                for variant in _deletions(word):
                    self._typos.setdefault(variant, exact[word])
            if len(word) >= 6:
                self._typos.setdefault("~" + scrambled(word), exact[word])

    def __missing__(self, word: str) -> str:
        if len(self) > _KNOWN_LIMIT:
            self.clear()
            self.update(self.exact)
        if word[0] >= _FIRST_CJK and _IS_CJK.match(word):
            return "".join([character for _, _, character in self.pieces(word)])
        if "@" in word or word.startswith("www.") or ":" in word:
            return self._kinds["mail" if "@" in word and "://" not in word else "url"]
        if word.isdigit():
            return self._kinds["number"]
        found = self[word] = self._resolve(word) if len(word) <= _LONG_WORD else FILLER
        return found

    def _resolve(self, word: str) -> str:
        if word[0] == "\n":
            return END
        if not word.isascii():
            return self._resolve_other(word)
        if word.endswith("'s") or word.endswith("s'"):
            return self.exact.get(word[:-2]) or self.get(word[:-2], FILLER)
        if word.isalpha():
            found = self._typos.get(word) if len(word) >= 6 else None
            return found or (self._typos.get("~" + scrambled(word), FILLER) if len(word) >= 6 else FILLER)
        return self._digits.get(word.translate(_DIGITS), FILLER)

    def pieces(self, run: str) -> list[tuple[int, int, str]]:
        """Known words of a run written without blanks, the longest at each place; other characters alone."""
        if " " in run:
            kept = [index for index, ch in enumerate(run) if ch != " "]
            return [(kept[start], kept[end - 1] + 1, sense) for start, end, sense in self.pieces(run.replace(" ", ""))]
        found: list[tuple[int, int, str]] = []
        lengths, exact = self._lengths, self.exact
        at, end = 0, len(run)
        while at < end:
            first = run[at]
            for length in lengths.get(first, ()):
                character = exact.get(run[at : at + length])
                if character is not None and at + length <= end:
                    found.append((at, at + length, character))
                    at += length
                    break
            else:
                found.append((at, at + 1, FILLER))
                at += 1
        return found

    def _resolve_other(self, word: str) -> str:
        plain = folded(word)
        if plain in self.exact:
            return self.exact[plain]
        alike = skeleton(word)
        if len(word) >= 3 and alike.isascii():
            return self._digits.get(alike.translate(_DIGITS), FILLER)
        return FILLER


class Lexicon:
    """All word classes of all languages, ready to read texts with."""

    def __init__(self, literal: Iterable[str] = ()) -> None:
        senses = _Senses()
        apart, runs = _collect(SPOKEN_APART, together=False)
        joined, mixed = _collect(SPOKEN_TOGETHER, together=True)
        single = {word: sense | joined.get(word, set()) for word, sense in apart.items()}
        single |= {word: sense for word, sense in joined.items() if word not in apart}
        for words, sense in mixed.items():
            runs.setdefault(words, set()).update(sense)
        for word in (*literal, *(word for words in runs for word in words)):
            single.setdefault(simplified(word), set()).add(("part", word))
        exact = {word: senses.character(frozenset(sense)) for word, sense in single.items()} | _MARKS
        self._runs = {
            "".join(exact[word] for word in words): senses.character(frozenset(sense | _inherited(words, single)))
            for words, sense in runs.items()
        }
        kinds = {kind: senses.character(frozenset({("any", kind)})) for kind in ("url", "mail", "number")}
        self.words: Final = _Words(exact, kinds)
        self._other: Final = frozenset([FILLER, END, *kinds.values()])
        self._run = re.compile(_trie(self._runs))
        self.senses: Final[Mapping[Sense, str]] = senses.characters

    def classes(self, text: str) -> str:
        """One character per word of a canonical, simplified text; see `places` for where each stands.

        Of a run of words that mean one thing together the later ones are `CONTINUED`.
        """
        tokens = (_TOKEN_WITH_ADDRESS if "@" in text else _TOKEN).findall(text)
        return self._run.sub(self._as_one, "".join(map(self.words.__getitem__, tokens)))

    def _as_one(self, match: re.Match[str]) -> str:
        return self._runs[match[0]] + CONTINUED * (len(match[0]) - 1)

    def places(self, text: str) -> list[tuple[int, int]]:
        """Start and end in the text of what each character of `classes(text)` stands for."""
        places: list[tuple[int, int]] = []
        for match in (_TOKEN_WITH_ADDRESS if "@" in text else _TOKEN).finditer(text):
            if match[0][0] >= _FIRST_CJK and _IS_CJK.match(match[0]):
                places += ((match.start() + start, match.start() + end) for start, end, _ in self.words.pieces(match[0]))
            else:
                places.append(match.span())
        return places

    def is_plain(self, token: str) -> bool:
        """Whether the word stands as itself; a misspelling or another alphabet is a disguise."""
        if token[0] >= _FIRST_CJK or token in self.words.exact or self.words[token] in self._other:
            return True
        return token.endswith("'s") or folded(token) in self.words.exact

    def of_language(self, language: str) -> frozenset[str]:
        """Sense characters with a meaning in a language of another script, loan words left out."""
        meant = {ch for sense, ch in self.senses.items() if any(spoken == language for spoken, _ in sense)}
        return frozenset(meant.intersection(ch for word, ch in self.words.exact.items() if _IS_CJK.match(word)))

    def characters(self, languages: Iterable[str], concept: str) -> str:
        """All sense characters that can mean the concept in one of the languages."""
        if concept.startswith("="):
            wanted = {("part", concept[1:])}
        else:
            wanted = {(language, concept) for language in languages}
        return "".join(sorted(ch for sense, ch in self.senses.items() if not wanted.isdisjoint(sense)))


def _inherited(words: tuple[str, ...], apart: Mapping[str, set[tuple[str, str]]]) -> set[tuple[str, str]]:
    """What the words of a run mean alone, which the run then means too, unless one of them denies the rest."""
    meanings = {meaning for word in words for meaning in apart[word] if meaning[0] != "part"}
    return set() if any(concept in ("not", "never") for _, concept in meanings) else meanings


_MARKS: Final = {
    **dict.fromkeys([".", "!", "?", "。", "！", "？", ";", "；", "…", "|", "•", "।", "؟"], END),
    **dict.fromkeys([",", "、", "，", "،"], COMMA),
    **dict.fromkeys([":", "："], COLON),
    "\n": NEWLINE,
}


_LETTERS: Final = rf"[^\W_{CJK}]+(?:'[^\W_{CJK}]+)*"
_LINK: Final = r"(?=[hfwdj])(?:(?:https?|ftp|hxxps?|wss?|file|data|javascript):[^\s<>\"'()\[\]{}（）「」]+|www\.[^\s<>\"'()（）「」]+)"
_ADDRESS: Final = r"[a-z0-9.+-]{1,64}@[a-z0-9-]{1,64}(?:\.[a-z0-9-]{1,64})+"
_BREAKS: Final = (
    r"\n[ \t\r]*\n\s*|\n(?=[ \t]*(?:[-*•>#]|\d{1,3}[.)]) )|[.!?;](?=[\s\"'”’)\]]|$)|[。！？；…|•।؟,、，،:：\n]"
)
_UNSPACED: Final = f"[{CJK}]+(?: [\uac00-\ud7a3]+)*"
_TOKEN: Final = re.compile(rf"{_LINK}|{_LETTERS}|{_UNSPACED}|{_BREAKS}")
_TOKEN_WITH_ADDRESS: Final = re.compile(rf"{_LINK}|{_ADDRESS}|{_LETTERS}|{_UNSPACED}|{_BREAKS}")
_FIRST_CJK: Final = "\u3005"
_IS_CJK: Final = re.compile(f"[{CJK}]")
