"""The scan itself: plain reading, other readings, decoded runs; then one score."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import islice
from threading import Lock
from typing import Final

from knowledge.engine.injection import canonical as reading
from knowledge.engine.injection import context, everyday, hidden
from knowledge.engine.injection.decoders import decoded_runs, unseen_runs
from knowledge.engine.injection.grammar import Compiled, compiled
from knowledge.engine.injection.index import Index
from knowledge.engine.injection.lexicon import Lexicon
from knowledge.engine.injection.model import PASSED, Rule, Span, Verdict, outcome_of
from knowledge.engine.injection.rules import FRAMES, LANGUAGES, NEED_OWN, RULES
from knowledge.engine.injection.senses import END, FILLER
from knowledge.engine.injection.shape import Shape
from knowledge.engine.injection.variants import simplified
from knowledge.engine.injection.views import BARE, views
from knowledge.engine.injection.words.common import COMMON

MAX_HITS: Final = 120
"""Places kept per reading; enough to judge any text."""
_MAX_DEPTH: Final = 2
_MAX_SENTENCE: Final = 120
_NEIGHBOURS: Final = 500
_ELSEWHERE: Final = 0.5
_MOST_FRAMES: Final = 20
_BUILDING: Final = Lock()
_EDGES: Final = FILLER + END + "\n"


@dataclass(frozen=True, slots=True)
class Hit:
    """A rule met in one reading, at characters of that reading."""

    rule: Rule
    start: int
    end: int
    disguised: bool = False

    def shifted(self, by: int) -> Hit:
        """The same further on in a longer text."""
        return replace(self, start=self.start + by, end=self.end + by)


class Matcher:
    """All rules over one lexicon."""

    def __init__(self, rules: Iterable[Rule], frames: Iterable[Rule]) -> None:
        rules = tuple(rules)
        words = {word for rule in rules for word in re.findall(r"=([^\s|?!~=]+)", rule.pattern)}
        self.lexicon = Lexicon(sorted(words))
        self._own = {language: self.lexicon.of_language(language) for language in NEED_OWN}
        self.rules: tuple[Compiled, ...] = tuple(map(self._compiled, rules))
        self.frames = tuple((rule, re.compile(rule.pattern)) for rule in frames)
        self._bare_frames = tuple(frame for frame in self.frames if not frame[0].signs)
        self._signs = tuple({sign for rule, _ in self.frames for sign in rule.signs})
        self._index = Index((rule.needs for rule in self.rules), self.lexicon.commonness(COMMON))
        self.lexicon.watch(self._index.watched)

    def _compiled(self, rule: Rule) -> Compiled:
        languages = LANGUAGES[rule.language]
        own = self._own.get(rule.language, frozenset())
        return compiled(rule, partial(self.lexicon.characters, languages), own)

    def prepare(self) -> None:
        """Work out beforehand which words bring which rules along."""
        self._index.prepare()

    def possible(self, text: str) -> frozenset[int]:
        """Numbers of the rules whose words all stand somewhere in a canonical, simplified text."""
        return frozenset(self._index.candidates("".join(self.lexicon.meanings(text)))) if text else frozenset()

    def speaks(self, text: str) -> bool:
        """Whether a canonical, simplified text has a word that means something to any rule."""
        return not self.lexicon.meaningless.issuperset(self.lexicon.meanings(text)) if text else False

    def hits(self, text: str) -> list[Hit]:
        """Every rule met in a canonical text, at most `MAX_HITS`."""
        even = simplified(text)
        line = self.lexicon.classes(even)
        found: list[tuple[Rule, int, int]] = []
        for offset, sentence in _sentences(line, self._index.watched):
            for rule in map(self.rules.__getitem__, self._index.candidates(sentence)):
                found += ((rule.rule, offset + start, offset + end) for start, end in rule.spans(sentence))
            if len(found) >= MAX_HITS:
                break
        hits = self._placed(even, line, found[:MAX_HITS]) if found else []
        signs = set(filter(text.__contains__, self._signs))
        for frame, expression in self.frames if signs else self._bare_frames:
            if frame.signs and signs.isdisjoint(frame.signs):
                continue
            if not any(map(text.__contains__, frame.literals)):
                continue
            matches = islice(expression.finditer(text), _MOST_FRAMES)
            hits += [Hit(frame, match.start(), match.end()) for match in matches]
        return hits

    def _placed(self, text: str, line: str, found: list[tuple[Rule, int, int]]) -> list[Hit]:
        trimmed = [(rule, *_trimmed(line, start, end)) for rule, start, end in found]
        places = self.lexicon.places(text, (at for _, start, end in trimmed for at in range(start, end)))
        hits = []
        for rule, start, end in trimmed:
            disguised = not all(self.lexicon.is_plain(text[slice(*places[at])]) for at in range(start, end))
            if not (disguised and rule.loose):  # two weak readings at once prove nothing
                hits.append(Hit(rule, places[start][0], places[end - 1][1], disguised))
        return hits


def _trimmed(line: str, start: int, end: int) -> tuple[int, int]:
    """The place without the words that mean nothing at its ends."""
    while end > start + 1 and line[end - 1] in _EDGES:
        end -= 1
    while start < end - 1 and line[start] in _EDGES:
        start += 1
    return start, end


def _sentences(line: str, watched: frozenset[str]) -> Iterable[tuple[int, str]]:
    """Sentences with a watched word, and their first token; a fragment of one or two words joins the next."""
    if watched.isdisjoint(line):
        return
    begin = start = 0
    for piece in line.split(END):
        start += len(piece) + 1
        if len(piece) <= 2 and start <= len(line):
            continue
        sentence = line[begin : start - 1]
        if not watched.isdisjoint(sentence):
            sentence = sentence.replace(END, FILLER)
            if len(sentence) <= _MAX_SENTENCE:
                yield begin, sentence
            else:
                for cut in range(0, len(sentence), _MAX_SENTENCE):
                    first = max(0, cut - 20)
                    yield begin + first, sentence[first : cut + _MAX_SENTENCE]
        begin = start


@cache
def _built() -> Matcher:
    return Matcher(RULES, FRAMES)


def matcher() -> Matcher:
    """The one matcher; built at first use, which takes some tenths of a second."""
    with _BUILDING:
        return _built()


def warm_up() -> None:
    """Build the matcher and the expression of every rule now, so that no scan has to wait for it."""
    matcher().prepare()
    for rule in matcher().rules:
        if not rule.rule.loose:
            _ = rule.expression


@dataclass(frozen=True, slots=True)
class Seen:
    """A span of the text as given, with its place in the reading it was met in: there, neighbours stay apart."""

    span: Span
    reading: int
    start: int
    end: int


class _Reader:
    """All readings of one text, and what was met in them."""

    def __init__(self, text: str, depth: int = 0) -> None:
        self._text = text
        self._clean = reading.cleaned(text)
        self._shape = Shape(self._clean)
        self._places = reading.Places(text)
        self._depth = depth
        self.seen: list[Seen] = []
        self._count = 0
        self._plain()
        one_word = self._shape.is_one_word
        if not one_word:
            self._views()
        if depth < _MAX_DEPTH:
            for run in () if one_word else decoded_runs(self._shape):
                self._inside(run.text, self._places.of(run.start, run.end), run.reading)
            for run in unseen_runs(text):
                self._inside(run.text, (run.start, run.end), run.reading)

    def _plain(self) -> None:
        written = self._clean.lower()
        low = reading.latinised(written)
        covers = hidden.regions(self._clean)
        hits = [("", hit) for hit in matcher().hits(low if "style" not in low else hidden.style_removed(low))]
        if covers:  # what is seen and what is hidden are texts of their own
            hits = [
                (name, hit)
                for name, hit in hits
                if all(hit.end <= start or end <= hit.start for start, end, _ in covers)
            ]
            hits += [
                (name, hit.shifted(start)) for start, end, name in covers for hit in matcher().hits(low[start:end])
            ]
        for cover, hit in hits:
            disguised = hit.disguised or low[hit.start : hit.end] != written[hit.start : hit.end]
            name = cover or ("look-alikes" if disguised else "plain")
            kept = 1.0
            if name == "plain" and not self._depth:
                kept = context.discount(low, hit.start, hit.end, code=hit.rule.needs_words, loose=hit.rule.loose)
                kept *= everyday.share(hit.rule, low, hit.start, hit.end)
            self._add(hit, low, self._places.of(hit.start, hit.end), kept, name)

    def _views(self) -> None:
        for view in views(self._shape):
            self._count += 1
            low = view.text.lower()
            for hit in matcher().hits(low):
                if view.touches_fresh(hit.start, hit.end):
                    kept = context.OBEYED if view.reading in BARE else 1.0
                    self._add(hit, low, self._places.of(*view.origin(hit.start, hit.end)), kept, view.reading)

    def _inside(self, text: str, place: tuple[int, int], name: str) -> None:
        self._count += 1
        for seen in _Reader(text, self._depth + 1).seen:
            span = replace(seen.span, start=place[0], end=place[1], reading=name)
            number = self._count * 1_000 + seen.reading
            self.seen.append(Seen(span, number, seen.start, seen.end))

    def _add(self, hit: Hit, text: str, place: tuple[int, int], kept: float, name: str) -> None:
        span = Span(
            start=place[0],
            end=place[1],
            rule=hit.rule.name,
            family=hit.rule.family,
            weight=round(hit.rule.weight * kept, 4),
            reading=name,
            shown=text[hit.start : hit.end][:200],
        )
        self.seen.append(Seen(span, self._count, hit.start, hit.end))


def _score(seen: list[Seen], text: str) -> float:
    """Evidence of one neighbourhood adds up as 1 - product(1 - weight); mentions count once, the strongest."""
    best = 0.0
    for index, first in enumerate(seen):
        near = [other for other in seen[index:] if other.span.start - first.span.start <= _NEIGHBOURS]
        best = max(best, _together(near, first, text))
    return best


def _together(near: list[Seen], first: Seen, text: str) -> float:
    chosen: list[Seen] = []
    mention, doubt = 0.0, 1.0
    for seen in sorted(near, key=lambda other: -other.span.weight):
        weight = seen.span.weight
        if weight < _weights()[seen.span.rule] * context.REPORTED:
            mention = max(mention, weight)
        elif not any(_same(seen, other) for other in chosen):
            if "\n\n" in text[first.span.end : seen.span.start]:
                weight *= _ELSEWHERE
            chosen.append(seen)
            doubt *= 1 - weight
    return max(mention, 1 - doubt)


def _same(seen: Seen, other: Seen) -> bool:
    """Whether both see the same thing: one rule twice, or one family and overlapping places."""
    if seen.span.rule == other.span.rule:
        return True
    if seen.span.family != other.span.family:
        return False
    if seen.reading == other.reading:
        return seen.start < other.end and other.start < seen.end
    return seen.span.start < other.span.end and other.span.start < seen.span.end


@cache
def _weights() -> Mapping[str, float]:
    return {rule.name: rule.weight for rule in (*RULES, *FRAMES)}


def scan(text: str) -> Verdict:
    """Whether the text tries to steer whoever reads it later."""
    seen = sorted(_Reader(text).seen, key=lambda one: one.span.start)[:MAX_HITS]
    if not seen:
        return PASSED
    score = round(_score(seen, text), 4)
    spans = {(span.rule, span.start, span.end): span for span in (one.span for one in reversed(seen))}
    ordered = tuple(sorted(spans.values(), key=lambda span: (-span.weight, span.start, span.rule)))
    return Verdict(
        score=score, rules=tuple(dict.fromkeys(span.rule for span in ordered)), spans=ordered, outcome=outcome_of(score)
    )
