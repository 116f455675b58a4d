"""From turns to what is learned from them."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from knowledge.engine.distill import chinese, documents, english, japanese
from knowledge.engine.distill.dates import find_time
from knowledge.engine.distill.foreign import own_words
from knowledge.engine.distill.labels import is_japanese_label, labelled
from knowledge.engine.distill.model import (
    BELIEVED,
    DOUBTED,
    MOST_CHARACTERS,
    MOST_FACTS,
    SURE,
    TOLD,
    USER,
    Candidate,
    Distilled,
    Skipped,
)
from knowledge.engine.distill.relations import (
    RELATIONS,
    Said,
    Scene,
    in_traditional,
    predicate_of,
    sentence,
    takes_several,
)
from knowledge.engine.distill.retractions import instead, is_off_record, is_untrue, restated, takes_back
from knowledge.engine.distill.sentences import LEAST_CELLS, is_too_short, plain, sentences_of, without_quotes
from knowledge.engine.distill.validity import validity_of
from knowledge.engine.distill.values import is_value

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from knowledge.engine.distill.model import Document, Turn
    from knowledge.engine.distill.sentences import Sentence

_LEAST_REPLY: Final = 30
"""Replies narrower than this are not looked at either."""

_READERS: Final = {"en": english, "ja": japanese, "zh": chinese, "zht": chinese}
_YEAR: Final = re.compile(r"(\d{4})年?")
_DOUBTS: Final = (1.0, BELIEVED, DOUBTED)
_LEAST_SURE: Final = 0.7
_BACK: Final = 3
"""How many of a speaker's turns, the present one among them, a correction reaches."""

_ENOUGH_TO_TELL: Final = 400
_PERHAPS: Final = {"en": "Perhaps ", "ja": "もしかすると", "zh": "也许", "zht": "也許"}
_HEDGED: Final = re.compile(
    r"\b(?:maybe|perhaps|possibly|might|not sure|unsure|probably)\b|かも|たぶん|多分|おそらく|もしかし|"
    r"可能|也许|也許|或许|或許|大概|说不定|說不定|不确定|不確定|估计|估計",
    re.IGNORECASE,
)


def distill(turns: Sequence[Turn]) -> Distilled:
    """Read a conversation.

    Only what is said in the role `user` is learned from; replies are never facts about anybody. Long texts that read
    like a reference document are named as such, and no facts are read from them.

    Args:
        turns: in the order they were said.

    Returns:
        At most `MOST_FACTS` facts, the surest kinds first in choosing and in the order they were said.
    """
    documented: list[Document] = []
    skipped: list[Skipped] = []
    found: list[tuple[int, Candidate]] = []
    speakers = frozenset(turn.speaker for turn in turns if turn.speaker)
    around = _said_by_each(turns)
    people = {turn.speaker for turn in turns if turn.role == "user"}
    recent: dict[str, deque[str]] = {}
    for turn in turns:
        if turn.role != "user":
            short = is_too_short(turn.text, least=_LEAST_REPLY)
            skipped.append(Skipped(turn.id, "too_short" if short else "not_the_user"))
            continue
        mine = recent.setdefault(turn.speaker, deque(maxlen=_BACK))
        mine.append(turn.id)
        shelved = list(_documents(turn))
        documented += shelved
        if any(not one.name for one in shelved):
            continue
        if is_too_short(turn.text, least=LEAST_CELLS):
            if not shelved:
                skipped.append(Skipped(turn.id, "too_short"))
            if takes_back(plain(turn.text)):
                _take_back(found, mine)
            continue
        scene = Scene(turn.speaker or USER, bool(turn.speaker), speakers, turn.at, to_agent=len(people) == 1)
        found += _facts(turn, scene, found, mine, around.get(turn.speaker, ""))
    chosen, left_out = _chosen(_merged(found))
    return Distilled(tuple(chosen), tuple(documented), tuple(skipped), left_out)


def _documents(turn: Turn) -> Iterator[Document]:
    for name, text in (("", turn.text), *((one.name, one.text) for one in turn.attachments)):
        graded = documents.grade(text, name=name)
        if graded is not None:
            yield replace(graded, turn=turn.id)


def _said_by_each(turns: Sequence[Turn]) -> dict[str, str]:
    """Return the beginning of what each speaker says in all, for telling languages apart."""
    said: dict[str, str] = {}
    for turn in turns:
        before = said.get(turn.speaker, "")
        if turn.role == "user" and len(before) < _ENOUGH_TO_TELL:
            said[turn.speaker] = f"{before}\n{turn.text[:_ENOUGH_TO_TELL]}"
    return said


def _facts(
    turn: Turn, scene: Scene, before: list[tuple[int, Candidate]], mine: Collection[str], around: str
) -> list[tuple[int, Candidate]]:
    found: list[tuple[int, Candidate]] = []
    if is_off_record(plain(turn.text)):
        if takes_back(plain(turn.text)):
            _take_back(before, mine)
        return found
    undone: list[Candidate] = []
    for one in sentences_of(own_words(turn.text), around=around):
        bare = without_quotes(one.text)
        back = not one.asks and takes_back(bare)
        if back:
            undone = _take_back(found or before, mine)
        put_right = _put_right(undone, bare, turn) if undone else None
        if put_right is not None:
            found.append((0, put_right))
        if back or put_right is not None:
            undone = undone if put_right is None else []
            if put_right is None and back and (rest := restated(bare)):
                found += _read(replace(one, text=rest, starts_line=False), rest, turn, scene)
            continue
        reader = _READERS[one.language]
        if reader.is_task(bare):
            break
        found += _read(one, bare, turn, scene)
    return found


def _read(one: Sentence, bare: str, turn: Turn, scene: Scene) -> list[tuple[int, Candidate]]:
    """Return what one sentence states."""
    if is_untrue(bare):
        return []
    if one.language != "en" and is_japanese_label(one.text):
        one = replace(one, language="ja")
    said = labelled(one, scene)
    if said is None:
        said = [] if one.asks or not one.is_personal else _READERS[one.language].read(bare, scene)
    said = [_dated(each) for each in said]
    return [
        (_rank(each), fact) for each in said if is_value(each) and (fact := _candidate(each, one, turn)) is not None
    ]


def _dated(said: Said) -> Said:
    """Tell a year somebody was born in from a birthday."""
    year = _YEAR.fullmatch(said.object) if said.relation == "birthday" else None
    return said if year is None else replace(said, relation="born", object=year[1])


def _take_back(found: list[tuple[int, Candidate]], mine: Collection[str]) -> list[Candidate]:
    """Drop what the last turn of the same speaker stated, and return it: they took it back.

    Args:
        found: what was learned so far.
        mine: ids of the speaker's own latest turns; what they said longer ago stands.
    """
    last = next((fact.turns[0] for _, fact in reversed(found) if fact.turns[0] in mine), None)
    undone = [fact for _, fact in found if fact.turns[0] == last]
    found[:] = [one for one in found if one[1].turns[0] != last]
    return undone


def _put_right(undone: list[Candidate], sentence: str, turn: Turn) -> Candidate | None:
    """Return what was taken back with the value a sentence puts in its place; None where it is unclear."""
    value = instead(sentence)
    if not value or len(undone) != 1 or not undone[0].object or not undone[0].subject or not undone[0].predicate:
        return None
    wrong = undone[0].object
    if undone[0].content.count(wrong) != 1:
        return None
    return replace(
        undone[0],
        content=undone[0].content.replace(wrong, value),
        predicate=undone[0].predicate.replace(wrong, value),
        object=value,
        turns=(turn.id,),
        quote=sentence,
        said_at=turn.at,
    )


def _rank(said: Said) -> int:
    own = RELATIONS[said.relation].rank if said.relation else 2
    return own if said.rank is None else said.rank


def _candidate(said: Said, read: Sentence, turn: Turn) -> Candidate | None:
    """Give a statement its sentence, its place in time and its confidence."""
    confidence = (SURE if said.about_self else TOLD) if not said.doubt else _DOUBTS[said.doubt]
    content = said.plain or sentence(said, read.language)
    if said.plain and said.relation and read.language == "zht":
        content = in_traditional(content)
    if confidence == DOUBTED and _HEDGED.search(content) is None:
        content = f"{_PERHAPS[read.language]}{content}"
    if len(content) > MOST_CHARACTERS or len(said.object) > MOST_CHARACTERS:
        return None
    fact = Candidate(
        kind=said.kind or (RELATIONS[said.relation].kind if said.relation else "statement"),
        content=content,
        turns=(turn.id,),
        quote=read.text,
        said_at=turn.at,
        confidence=confidence,
    )
    if not said.relation or confidence < _LEAST_SURE:
        return fact  # nothing so uncertain takes a place on a time axis
    valid = validity_of(read, said, turn.at)
    if valid.is_over:
        return replace(fact, content=f"{turn.speaker or USER}: {read.text}")
    return replace(
        fact,
        subject=said.subject,
        predicate=predicate_of(said),
        object=said.object if said.mood == "yes" else None,
        denies=None if said.mood == "yes" else "" if takes_several(said.relation) else said.object,
        valid_from=valid.start,
        valid_until=valid.end,
    )


def _merged(found: Iterable[tuple[int, Candidate]]) -> list[tuple[int, Candidate]]:
    """Make one of what is said several times in a row; what was said differently in between stays apart."""
    merged: list[tuple[int, Candidate]] = []
    latest: dict[tuple[str, ...], int] = {}
    for rank, fact in found:
        key = (fact.subject, fact.predicate) if fact.subject and fact.predicate else ("", fact.content)
        at = latest.get(key)
        if at is not None and merged[at][1].content == fact.content:
            same = merged[at][1]
            turns = same.turns if fact.turns[0] in same.turns else (*same.turns, *fact.turns)
            merged[at] = (
                min(rank, merged[at][0]),
                replace(same, turns=turns, confidence=max(same.confidence, fact.confidence)),
            )
            continue
        latest[key] = len(merged)
        merged.append((rank, fact))
    return merged


def _chosen(found: list[tuple[int, Candidate]]) -> tuple[list[Candidate], int]:
    """Keep the first `MOST_FACTS` by rank and order, and return them in order."""
    kept = sorted(sorted(range(len(found)), key=lambda place: (found[place][0], place))[:MOST_FACTS])
    return [found[place][1] for place in kept], len(found) - len(kept)


__all__ = ["distill", "find_time"]
