"""From turns to what is learned from them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from knowledge.engine.distill import chinese, documents, english, japanese
from knowledge.engine.distill.dates import find_time
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
from knowledge.engine.distill.sentences import LEAST_CELLS, is_too_short, sentences_of, without_quotes
from knowledge.engine.distill.validity import validity_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from knowledge.engine.distill.model import Document, Turn
    from knowledge.engine.distill.sentences import Sentence

_LEAST_REPLY: Final = 30
"""Replies narrower than this are not looked at either."""

_READERS: Final = {"en": english, "ja": japanese, "zh": chinese, "zht": chinese}
_TAKEN_BACK: Final = re.compile(
    r"(?:scratch that|never ?mind|forget (?:that|it|what i said)|just kidding|i am kidding|i'm kidding|"
    r"jk|i was (?:just )?(?:kidding|joking)|"
    r"冗談(?:です|だよ|だ)?|嘘(?:です|だよ)?|今のなし|忘れて(?:ください)?|なんちゃって|开玩笑(?:的|啦)?|"
    r"開玩笑(?:的|啦)?|骗你的|騙你的|当我没说|當我沒說|"
    r"(?:我)?(?:只)?是?(?:在)?(?:开玩笑|開玩笑)的?)[.!。~ ]*",
    re.IGNORECASE,
)
_DOUBTS: Final = (1.0, BELIEVED, DOUBTED)
_LEAST_SURE: Final = 0.7
_ENOUGH_TO_TELL: Final = 400
_NOBODY: Final[frozenset[str]] = frozenset()


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
    for turn in turns:
        mine = (
            frozenset(one.id for one in turns if one.speaker == turn.speaker)
            if _TAKEN_BACK.search(turn.text)
            else _NOBODY
        )
        if turn.role != "user":
            short = is_too_short(turn.text, least=_LEAST_REPLY)
            skipped.append(Skipped(turn.id, "too_short" if short else "not_the_user"))
            continue
        shelved = list(_documents(turn))
        documented += shelved
        if any(not one.name for one in shelved):
            continue
        if is_too_short(turn.text, least=LEAST_CELLS):
            if not shelved:
                skipped.append(Skipped(turn.id, "too_short"))
            if _TAKEN_BACK.fullmatch(turn.text.strip()):
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
    turn: Turn, scene: Scene, before: list[tuple[int, Candidate]], mine: frozenset[str], around: str
) -> list[tuple[int, Candidate]]:
    found: list[tuple[int, Candidate]] = []
    for one in sentences_of(turn.text, around=around):
        bare = without_quotes(one.text)
        if _TAKEN_BACK.fullmatch(bare):
            _take_back(found or before, mine)
            continue
        reader = _READERS[one.language]
        if reader.is_task(bare):
            break
        if one.language != "en" and is_japanese_label(one.text):
            one = replace(one, language="ja")  # noqa: PLW2901 - the same sentence, read better
        said = labelled(one, scene)
        if said is None:
            said = [] if one.asks or not one.is_personal else reader.read(bare, scene)
        found += [(_rank(each), fact) for each in said if (fact := _candidate(each, one, turn)) is not None]
    return found


def _take_back(found: list[tuple[int, Candidate]], mine: frozenset[str]) -> None:
    """Drop what the last turn of the same speaker stated: they took it back.

    Args:
        found: what was learned so far.
        mine: ids of the speaker's own turns.
    """
    last = next((fact.turns[0] for _, fact in reversed(found) if fact.turns[0] in mine), None)
    found[:] = [one for one in found if one[1].turns[0] != last]


def _rank(said: Said) -> int:
    own = RELATIONS[said.relation].rank if said.relation else 2
    return own if said.rank is None else said.rank


def _candidate(said: Said, read: Sentence, turn: Turn) -> Candidate | None:
    """Give a statement its sentence, its place in time and its confidence."""
    confidence = (SURE if said.about_self else TOLD) if not said.doubt else _DOUBTS[said.doubt]
    content = said.plain or sentence(said, read.language)
    if said.plain and said.relation and read.language == "zht":
        content = in_traditional(content)
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
