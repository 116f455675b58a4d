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
from itertools import chain, compress, count
from operator import add
from typing import Final

from knowledge.engine.forms import folded, skeleton
from knowledge.engine.injection.senses import (
    COLON,
    COMMA,
    END,
    FILLER,
    MARKS,
    NEWLINE,
    PASSED,
    characters_for,
    collected,
    denies,
    inherit,
    is_harmless,
    moved,
    named,
)
from knowledge.engine.injection.tokens import IS_CJK, is_unspaced, tokens_of
from knowledge.engine.injection.variants import simplified
from knowledge.engine.injection.words import SPOKEN_APART, SPOKEN_TOGETHER

_KNOWN_LIMIT = 60_000
_LONG_WORD = 40
_SHORT_RUN = 24
_FRAGMENT: Final = 3
"""Words of a sentence and its mark that is too short to stand alone."""

# Which letters a digit or sign can stand for; both sides of a comparison are written this way.
_DIGITS = str.maketrans("il!|oe€a@s$t+bgz6", "1111033445577892" + "9")
# Letters that fold to Latin ones, or are of European languages; letters of other scripts that look Latin.
_LIKE_LATIN: Final = re.compile(
    "[a-z\u00df-\u058f\u13a0-\u13ff\u1c80-\u1c8f\u1d00-\u1fff\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uabbf\u0620-\u064a]"
)
_LOOKS_LATIN: Final = re.compile("[\u0250-\u02af\u0370-\u058f\u13a0-\u13ff\u1d00-\u1dbf\u2c60-\u2c7f\uab30-\uabbf]")


def _deletions(word: str) -> set[str]:
    dropped = {word[:i] + word[i + 1 :] for i in range(1, len(word))}
    swapped = {word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(1, len(word) - 1)}
    return dropped | swapped


def scrambled(word: str) -> str:
    """What stays the same when the inner letters of a word are shuffled."""
    return word[0] + "".join(sorted(word[1:-1])) + word[-1]


class _Single(dict[str, str]):
    """Sense character of single characters that are words; `FILLER` for all others."""

    def __missing__(self, character: str) -> str:
        self[character] = FILLER
        return FILLER


class _Words(dict[str, str]):
    """Word to sense character; what is not listed is worked out once and remembered."""

    def __init__(
        self, exact: Mapping[str, str], kinds: Mapping[str, str], inside: Mapping[str, str], harmless: frozenset[str]
    ) -> None:
        super().__init__({word: character for word, character in exact.items() if not IS_CJK.match(word)})
        self._plain = dict(self)
        self._kinds = kinds
        self._inside = inside
        self._denying = {word for word in exact if IS_CJK.match(word) and denies(word)}
        self._harmless = harmless
        self.exact: Final = dict(exact)
        latin = [word for word in exact if word.isascii() and word.isalnum() and not word.isdigit()]
        # Of words written without blanks: the lengths, longest first, by their first two characters; and single ones.
        self._lengths: dict[str, list[int]] = {}
        self._single = _Single()
        for word in sorted(filter(IS_CJK.match, exact), key=len, reverse=True):
            if len(word) == 1:
                self._single[word] = exact[word]
            elif len(word) not in self._lengths.setdefault(word[:2], []):
                self._lengths[word[:2]].append(len(word))
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
            self.update(self._plain)
        if is_unspaced(word):
            senses = self.spaceless(word.replace(" ", ""))
            if len(word) <= _SHORT_RUN:
                self[word] = senses
            return senses
        if "@" in word or "." in word or ":" in word:
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
        if word.endswith(("'s", "s'")):
            return self.exact.get(word[:-2]) or self.get(word[:-2], FILLER)
        if word.isalpha():
            found = self._typos.get(word) if len(word) >= 6 else None
            return found or (self._typos.get("~" + scrambled(word), FILLER) if len(word) >= 6 else FILLER)
        return self._digits.get(word.translate(_DIGITS), FILLER)

    def spaceless(self, run: str) -> str:
        """One sense character for each character of a run written without blanks.

        Where known words begin it is that of the longest, which means the shorter ones too. Inside a word it is
        `moved`; where the outer word denies something, only the things that inner words name count.
        """
        out = list(map(self._single.__getitem__, run))
        exact, until, end, outer = self.exact, 0, len(run), ""
        lengths = list(map(self._lengths.get, map(add, run, run[1:])))
        for at in compress(count(), lengths):
            for length in lengths[at] or ():
                word = run[at : at + length]
                if word in exact and at + length <= end:
                    if at < until and outer in self._harmless:
                        break
                    out[at] = exact[word] if at >= until else self._inner(word, denied=outer in self._denying)
                    for later in range(max(at + 1, until), at + length):
                        out[later] = PASSED
                    if at + length > until:
                        until, outer = at + length, word
                    break
        return "".join(out)

    def _inner(self, word: str, *, denied: bool) -> str:
        return self._inside.get(word, PASSED) if denied else moved(self.exact[word])

    def pieces(self, run: str) -> list[tuple[int, int]]:
        """Where in the run each of these stands; blanks count for nothing."""
        return [(at, at + 1) for at, ch in enumerate(run) if ch != " "]

    def meaning_inside(self, word: str) -> str:
        """What a word of an unspaced script means where an outer word denies something."""
        return self._inside.get(word, PASSED)

    def _resolve_other(self, word: str) -> str:
        if len(word) < 2 or not _LIKE_LATIN.search(word):
            return FILLER
        plain = folded(word)
        if plain in self.exact:
            return self.exact[plain]
        if len(word) < 4 or not _LOOKS_LATIN.search(word):
            return FILLER
        alike = skeleton(word)
        return self._digits.get(alike.translate(_DIGITS), FILLER) if alike.isascii() else FILLER


def _all_places(line: str, pair: str) -> Iterable[int]:
    at = line.find(pair)
    while at >= 0:
        yield at
        at = line.find(pair, at + 1)


class Lexicon:
    """All word classes of all languages, ready to read texts with."""

    def __init__(self, literal: Iterable[str] = ()) -> None:
        apart, runs = collected(SPOKEN_APART, together=False)
        joined, mixed = collected(SPOKEN_TOGETHER, together=True)
        for word in map(simplified, (*literal, *(word for words in (*runs, *mixed) for word in words))):
            (joined if IS_CJK.match(word) else apart).setdefault(word, set()).add(("part", word))
        single = {word: sense | joined.get(word, set()) for word, sense in apart.items()}
        single |= {word: sense for word, sense in joined.items() if word not in apart}
        inherit(single, joined)
        for words, more in mixed.items():
            runs.setdefault(words, set()).update(more)
        inner = {word: names for word in joined if (names := named(joined[word]))}
        together = {words: meant if is_harmless(meant) else meant | single[words[0]] for words, meant in runs.items()}
        other = {kind: {("any", kind)} for kind in ("url", "mail", "number")}
        senses = characters_for([*single.values(), *inner.values(), *together.values(), *other.values()])
        exact = {word: senses[frozenset(sense)] for word, sense in single.items()} | MARKS
        inside = {word: moved(senses[frozenset(names)]) for word, names in inner.items()}
        kinds = {kind: senses[frozenset(sense)] for kind, sense in other.items()}
        harmless = frozenset(word for word, meant in joined.items() if is_harmless(meant))
        self._number: Final = kinds["number"]
        self.words: Final = _Words(exact, kinds, inside, harmless)
        self._other: Final = frozenset([FILLER, END, *kinds.values()])
        self.meaningless: Final = self._other | {COMMA, COLON, NEWLINE, PASSED}
        self._runs = {
            "".join(self.words[word] for word in words): senses[frozenset(meant)] for words, meant in together.items()
        }
        self._harmless: Final = frozenset(
            "".join(self.words[word] for word in words) for words, meant in runs.items() if is_harmless(meant)
        )
        self._unspaced_runs: Final = {
            self._runs["".join(map(self.words.__getitem__, words))] for words in runs if IS_CJK.match(words[0])
        }
        self._starts: dict[str, list[str]] = {}
        for run in sorted(self._runs, key=len, reverse=True):
            self._starts.setdefault(run[:2], []).append(run)
        self._watched: frozenset[str] = frozenset()
        self._watched_here: frozenset[str] = frozenset()
        self._watched_starts = frozenset(self._starts)
        self._watched_pairs: frozenset[str] = frozenset()
        self._watched_letters: frozenset[str] = frozenset()
        self._characters: dict[tuple[tuple[str, ...], str], str] = {}
        self._by_meaning: dict[tuple[str, str], list[str]] = {}
        for meanings, character in senses.items():
            for meaning in meanings:
                self._by_meaning.setdefault(meaning, []).extend((character, moved(character)))

    def watch(self, characters: frozenset[str]) -> None:
        """Name the sense characters of which a sentence must hold one to be of interest; others need not be read."""
        words = self.words
        self._watched = characters
        first = {run[0] for run, sense in self._runs.items() if not characters.isdisjoint((sense, moved(sense)))}
        self._watched_here = characters | first
        wanted = self._watched_here.intersection
        found = [
            word
            for word, sense in words.exact.items()
            if IS_CJK.match(word) and wanted((sense, moved(sense), words.meaning_inside(word)))
        ]
        self._watched_starts = frozenset(pair for pair, runs in self._starts.items() if self._matters(runs))
        self._watched_pairs = frozenset(word[:2] for word in found if len(word) > 1)
        self._watched_letters = frozenset(word for word in found if len(word) == 1)

    def commonness(self, lists: Iterable[str]) -> dict[str, float]:
        """How likely a sense character is met in any text: lists give words the commonest first; marks are in all."""
        found: dict[str, float] = dict.fromkeys((COMMA, COLON, NEWLINE, self._number), 1.0)
        for rank, word in chain.from_iterable(enumerate(words.split(), 1) for words in lists):
            sense = self.words.exact.get(word)
            if sense is not None:
                for one in (sense, moved(sense)):
                    found[one] = found.get(one, 0.0) + 1 / rank
        return found

    def classes(self, text: str) -> str:
        """One character per word of a canonical, simplified text; see `places` for where each stands.

        The first word of a run that means one thing together stands for the run as well as for itself; the later
        ones are `moved`: they mean what they mean alone, but may be passed over after the first. Of sentences
        without a watched word, words of scripts without blanks may be left unread.
        """
        tokens = tokens_of(text).findall(text)
        if text.isascii() or not IS_CJK.search(text):
            line = "".join(map(self.words.__getitem__, tokens))
        else:
            line = "".join(self._where_watched(tokens))
        pairs = self._starts.keys() & set(map(add, line, line[1:]))
        if not pairs or (self._watched.isdisjoint(line) and self._watched_starts.isdisjoint(pairs)):
            return line
        return self._joined(line, pairs)

    def meanings(self, text: str) -> frozenset[str]:
        """All sense characters of a canonical, simplified text, those of unspaced runs too."""
        line = "".join(map(self.words.__getitem__, tokens_of(text).findall(text)))
        pairs = self._starts.keys() & set(map(add, line, line[1:]))
        return frozenset(self._joined(line, pairs) if pairs else line)

    def _matters(self, runs: Iterable[str]) -> bool:
        """Tell whether a run that begins with the pair makes a watched word of it."""
        return any(not self._watched.isdisjoint((self._runs[run], moved(self._runs[run]))) for run in runs)

    def _where_watched(self, tokens: list[str]) -> list[str]:
        """Senses of the words, those of unspaced runs only in sentences that hold a watched word."""
        out: list[str] = []
        waiting: list[int] = []
        read, length = not self._watched, 0
        for token in tokens:
            if is_unspaced(token):
                if not read and self._is_watched(token):
                    read = True
                    for at in waiting:
                        out[at] = self.words[tokens[at]]
                if read:
                    out.append(self.words[token])
                else:
                    waiting.append(len(out))
                    out.append(FILLER * (len(token) - token.count(" ")))
                length += len(token)
                continue
            sense = self.words[token]
            out.append(sense)
            length += 1
            if sense == END:
                if length > _FRAGMENT:  # shorter ones belong to what follows
                    waiting, read = [], not self._watched
                length = 0
            elif not read and sense in self._watched_here:
                read = True
                for at in waiting:
                    out[at] = self.words[tokens[at]]
        return out

    def _is_watched(self, run: str) -> bool:
        run = run.replace(" ", "")
        if not self._watched_letters.isdisjoint(run):
            return True
        return not self._watched_pairs.isdisjoint(map(add, run, run[1:]))

    def _joined(self, line: str, pairs: Iterable[str]) -> str:
        """The line in which the first word of a run stands for the run too, and its other words are moved."""
        out = list(line)
        starts, until, skip = self._starts, 0, 0
        worth = [pair for pair in pairs if any(run in line for run in starts[pair])]
        for at in sorted(chain.from_iterable(_all_places(line, pair) for pair in worth)):
            if at < skip:
                continue
            run = next((run for run in starts[line[at : at + 2]] if line.startswith(run, at)), "")
            if run:
                out[at] = moved(self._runs[run]) if at < until else self._runs[run]
                for later in range(max(at + 1, until), at + len(run)):
                    out[later] = PASSED if run in self._harmless else moved(line[later])
                until = max(until, at + len(run))
                skip = until if run in self._harmless else skip
        return "".join(out)

    def places(self, text: str, wanted: Iterable[int]) -> dict[int, tuple[int, int]]:
        """Start and end in the text of what the wanted characters of `classes(text)` stand for."""
        left = iter(sorted(set(wanted)))
        index, at = next(left, -1), 0
        places: dict[int, tuple[int, int]] = {}
        for match in tokens_of(text).finditer(text):
            if index < 0:
                break
            unspaced = is_unspaced(match[0])
            length = len(self.words[match[0]]) if unspaced else 1
            pieces = (
                self.words.pieces(match[0]) if unspaced and index < at + length else [(0, match.end() - match.start())]
            )
            while 0 <= index < at + length:
                start, end = pieces[index - at]
                places[index] = (match.start() + start, match.start() + end)
                index = next(left, -1)
            at += length
        return places

    def is_plain(self, token: str) -> bool:
        """Whether the word stands as itself; a misspelling or another alphabet is a disguise."""
        if is_unspaced(token) or token in self.words.exact or self.words[token] in self._other:
            return True
        return token.endswith("'s") or folded(token) in self.words.exact

    def of_language(self, language: str) -> frozenset[str]:
        """Sense characters with a meaning in the language; words of another script, or at least not English ones."""
        meant = {ch for (spoken, _), found in self._by_meaning.items() if spoken == language for ch in found}
        if language in SPOKEN_TOGETHER:
            meant |= {ch for (spoken, word), found in self._by_meaning.items() if spoken == "part" for ch in found}
            own = {ch for word, ch in self.words.exact.items() if IS_CJK.match(word)} | self._unspaced_runs
            return frozenset(meant.intersection(own | set(map(moved, own))))
        return frozenset(
            meant.difference(ch for (spoken, _), found in self._by_meaning.items() if spoken == "en" for ch in found)
        )

    def characters(self, languages: tuple[str, ...], concept: str) -> str:
        """All sense characters that can mean the concept in one of the languages."""
        known = self._characters.get((languages, concept))
        if known is None:
            known = self._characters[languages, concept] = self._meaning(languages, concept)
        return known

    def _meaning(self, languages: tuple[str, ...], concept: str) -> str:
        wanted = (
            [("part", simplified(concept[1:]))]
            if concept.startswith("=")
            else [(language, concept) for language in languages]
        )
        return "".join(sorted({ch for meaning in wanted for ch in self._by_meaning.get(meaning, ())}))
