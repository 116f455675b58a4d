r"""Patterns over word classes, and how they become expressions over the string `Lexicon.classes` makes.

A pattern is a row of parts separated by blanks:

* `orders` a word of that class; `prior|all` of one of them; `prior?` it may be missing;
* `=word` of that very word;
* `~4` up to four other words, never past the end of a sentence;
* `!about` not followed by such a word; `!about~2` nor by one within two more words;
* `-not` not preceded by such a word, at most one word between;
* `^` at the start of a sentence or clause; `$` at its end.

Or, beginning with `&`, the classes that must meet in any order within `REACH` words: `& ignore orders !about`.

Every gap is bounded and no repetition stands inside another, so matching takes time linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from knowledge.engine.injection.model import Rule
from knowledge.engine.injection.senses import COLON, COMMA, END, FILLER, MOVED, NEWLINE

Classes = Callable[[str], str]

UNSPACED: Final = ("ja", "zh", "ko")
"""Languages whose gaps count characters; they are widened by a third for the words of several characters in them."""
REACH: Final = 30
"""Words that may lie between two classes that meet in any order."""
_ANCHORS: Final = 12
_SPECIAL: Final = {"comma": COMMA, "colon": COLON, "newline": NEWLINE}
_TAIL: Final = f"[{MOVED}]{{0,9}}"
_GAP: Final = re.compile(r"~(\d+)\Z")
_NOT_AHEAD: Final = re.compile(r"!([^~\s]+)(?:~(\d+))?\Z")


class PatternError(ValueError):
    """A rule's pattern names an unknown class or is not written as patterns are."""


@dataclass(frozen=True)
class Compiled:
    """A pattern ready to run: every string of `needs` must share a character with a sentence worth trying.

    `own`: a match must hold one of these, else its words are all of another language.
    """

    rule: Rule
    classes: Classes
    needs: tuple[str, ...]
    own: frozenset[str] = frozenset()

    @cached_property
    def expression(self) -> re.Pattern[str]:
        """The pattern as an expression, made when first wanted: most texts meet few of the rules."""
        return re.compile(_source(self.rule, self.classes))

    def spans(self, sentence: str) -> list[tuple[int, int]]:
        """Where the pattern is met in a sentence."""
        if self.rule.loose:
            return _met(sentence, self.needs)
        spans = [match.span() for match in self.expression.finditer(sentence)]
        return [(a, b) for a, b in spans if not self.own.isdisjoint(sentence[a:b])] if self.own else spans


def _met(sentence: str, needs: tuple[str, ...]) -> list[tuple[int, int]]:
    """The narrowest place about each word of the rarest class where all classes meet, each in a word of its own."""
    places = [[at for at, ch in enumerate(sentence) if ch in characters] for characters in needs]
    places.sort(key=len)
    for anchor in places[0][:_ANCHORS]:
        used = {anchor}
        for others in places[1:]:
            near = min((at for at in others if at not in used), key=lambda at: abs(at - anchor), default=None)
            if near is None or abs(near - anchor) > REACH:
                break
            used.add(near)
        else:
            return [(min(used), max(used) + 1)]
    return []


def _characters(names: str, classes: Classes) -> str:
    found = ""
    for name in names.split("|"):
        characters = _SPECIAL.get(name) or classes(name)
        if not characters:
            raise PatternError(f"No word is of class {name}.")
        found += characters
    return "".join(dict.fromkeys(found))


@lru_cache(maxsize=4_096)
def _one_of(characters: str) -> str:
    """A character class, neighbours as ranges: it is made many times, and short ones are made sooner."""
    points = sorted(map(ord, characters))
    starts = [p for p, before in zip(points, [-1, *points], strict=False) if p != before + 1]
    ends = [p for p, after in zip(points, [*points[1:], -1], strict=True) if p + 1 != after]
    ranges = (re.escape(chr(a)) + (f"-{re.escape(chr(b))}" if b > a else "") for a, b in zip(starts, ends, strict=True))
    return f"[{''.join(ranges)}]"


def compiled(rule: Rule, classes: Classes, own: frozenset[str] = frozenset()) -> Compiled:
    """The rule, with the classes it needs; its expression is made when first wanted.

    Raises:
        PatternError: see there.
    """
    named = [part for part in rule.pattern.removeprefix("& ").split() if _names_a_class(part)]
    if not named:
        raise PatternError(f"{rule.name} asks for no word at all.")
    needs = tuple(_characters(part, classes) for part in named)
    return Compiled(rule=rule, classes=classes, needs=needs, own=own)


def _names_a_class(part: str) -> bool:
    return part[0] not in "^$~!-" and not part.endswith("?")


def _source(rule: Rule, classes: Classes) -> str:
    parts: list[str] = []
    for part in rule.pattern.split():
        gap, ahead = _GAP.match(part), _NOT_AHEAD.match(part)
        if part == "^":
            parts.append(rf"(?:\A|(?<=[{END}{NEWLINE}{COMMA}{COLON}]))[{FILLER}{NEWLINE}]{{0,2}}")
        elif part == "$":
            parts.append(rf"(?=[{END}]|\Z)")
        elif gap:
            most = int(gap[1]) * (4 if rule.language in UNSPACED else 3) // 3
            parts.append(f"[^{END}]{{0,{most}}}?")
        elif ahead:  # looked for from the word itself, whose later parts may already be it
            tail = parts.pop() if parts[-1] == _TAIL else ""
            unwanted = _one_of(_characters(ahead[1], classes))
            parts += (f"(?!{_TAIL}[^{END}]{{0,{ahead[2] or 0}}}{unwanted})", tail)
        elif part.startswith("-"):
            before = _one_of(_characters(part[1:], classes))
            parts.append(f"(?<!{before})(?<!{before}[^{END}])")
        elif part.endswith("?"):
            parts.append(f"(?:{_one_of(_characters(part[:-1], classes))}{_TAIL})?")
        else:
            parts += (_one_of(_characters(part, classes)), _TAIL)
    return "".join(parts)
