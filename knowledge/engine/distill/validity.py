"""From when and until when a statement holds, where its sentence names it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from knowledge.engine.distill.dates import When, find_time

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.engine.distill.relations import Said
    from knowledge.engine.distill.sentences import Sentence

_SINCE: Final = re.compile(
    r"\b(?:since|as of|starting(?: from| on| in)?|effective|beginning(?: on| in)?|"
    r"from(?= \w+(?: \d+)?,? (?:on(?:wards?)?\b|until|till|to|through)))\b",
    re.IGNORECASE,
)
_UNTIL: Final = re.compile(r"\b(?:until|till|through|up to)\b", re.IGNORECASE)
_MARKS: Final = re.compile(r"[,;]")
_REACH: Final = 40
_FROM_EAST: Final = re.compile(r"から|以来|より(?=ずっと)|起|开始|開始|以来|以來|自从|自從|就")
_UNTIL_EAST: Final = re.compile(r"まで|为止|為止|之前|以前|截至|截止|直到")
_UNDATED: Final = frozenset({"time", "birthday", "age"})


@dataclass(frozen=True, slots=True)
class Validity:
    """The half-open interval a statement holds in, as far as it is named; `is_over`: it ended before it was said."""

    start: datetime | None = None
    end: datetime | None = None
    is_over: bool = False


def validity_of(read: Sentence, said: Said, said_at: datetime | None) -> Validity:
    """Return what a sentence names of the time a statement holds."""
    if said_at is None or said.relation in _UNDATED:
        return Validity()
    start, end = _english(read.text, said_at) if read.language == "en" else _eastern(read, said_at)
    if said.begins and start is None:
        when = find_time(read.text, read.language, said_at)
        start = when.start if when is not None else None
    if end is not None and end.end <= said_at:
        return Validity(is_over=True)
    from_ = start if start is None or not isinstance(start, When) else start.start
    until = None if end is None else end.end
    if from_ is not None and until is not None and until <= from_:
        return Validity()
    return Validity(from_, until)


def _english(text: str, said_at: datetime) -> tuple[datetime | None, When | None]:
    since = _SINCE.search(text)
    until = _UNTIL.search(text)
    start = None if since is None else _after(text, since.start(), said_at)
    end = None if until is None else _after(text, until.start(), said_at)
    return None if start is None else start.start, end


def _after(text: str, place: int, said_at: datetime) -> When | None:
    """Return the time named right after a word."""
    stretch = text[place : place + _REACH]
    cut = _MARKS.search(stretch, 12)
    return find_time(stretch[: cut.start()] if cut else stretch, "en", said_at)


def _eastern(read: Sentence, said_at: datetime) -> tuple[datetime | None, When | None]:
    when = find_time(read.text, read.language, said_at)
    if when is None:
        return None, None
    after = read.text[when.at[1] : when.at[1] + 3]
    before = read.text[max(0, when.at[0] - 3) : when.at[0]]
    if _UNTIL_EAST.search(after) or _UNTIL_EAST.search(before):
        return None, when
    if _FROM_EAST.search(after) or _FROM_EAST.search(before):
        return when.start, None
    return None, None
