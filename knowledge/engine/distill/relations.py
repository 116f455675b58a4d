"""What can be said of somebody, and the one sentence that says it.

Every relation has one predicate in all languages and one sentence for each language, so that the same thing said
again in other words is the same fact. Where somebody can have several values at once (what they like, which
languages they speak) the value is part of the predicate: each then is a fact of its own that a later "no longer"
replaces, and one never replaces another.

A statement that something is not so has no object: the sentence itself is the value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.engine.distill.model import Language

Mood = Literal["yes", "no", "ended"]


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation.

    Attributes:
        kind: what kind of statement it is.
        predicate: the predicate; `{o}` stands for the object, `{n}` for the noun it is about.
        en, ja, zh: sentences that affirm, deny, and end it; the last two may be missing.
        rank: of several facts those with a lower rank are kept first.
    """

    kind: str
    predicate: str
    en: tuple[str, ...]
    ja: tuple[str, ...]
    zh: tuple[str, ...]
    rank: int = 1


@dataclass(frozen=True, slots=True)
class Said:
    """A statement as a language's rules read it.

    Attributes:
        relation: name of the relation; empty for a statement that is kept as a sentence.
        noun: what fills `{n}`.
        plain: the sentence, when there is no relation.
        about_self: whether the speaker speaks of themself or what is theirs.
        doubt: 0 when it is said plainly, 1 with "I think" before it, 2 with "maybe".
        rank: of several facts those with a lower rank are kept first; None for that of the relation.
        begins: it is to begin at the time the sentence names.
    """

    relation: str
    subject: str
    object: str = ""
    noun: str = ""
    mood: Mood = "yes"
    kind: str = ""
    plain: str = ""
    about_self: bool = True
    doubt: int = 0
    rank: int | None = None
    begins: bool = False


RELATIONS: Final[dict[str, Relation]] = {
    "name": Relation("name", "name", ("{s}'s name is {o}.",), ("{s}の名前は{o}。",), ("{s}的名字是{o}。",), 0),
    "called": Relation(
        "name",
        "wants to be called",
        ("{s} wants to be called {o}.",),
        ("{s}は「{o}」と呼ばれたい。",),
        ("{s}希望被称为{o}。",),
        0,
    ),
    "lives": Relation(
        "attribute",
        "lives in",
        ("{s} lives in {o}.", "{s} does not live in {o}.", "{s} no longer lives in {o}."),
        ("{s}は{o}に住んでいる。", "{s}は{o}に住んでいない。", "{s}はもう{o}に住んでいない。"),
        ("{s}住在{o}。", "{s}不住在{o}。", "{s}不再住在{o}。"),
        0,
    ),
    "from": Relation(
        "attribute",
        "comes from",
        ("{s} comes from {o}.", "{s} does not come from {o}."),
        ("{s}は{o}の出身。", "{s}は{o}の出身ではない。"),
        ("{s}来自{o}。", "{s}不是来自{o}。"),
        0,
    ),
    "birthday": Relation(
        "attribute", "birthday", ("{s}'s birthday is {o}.",), ("{s}の誕生日は{o}。",), ("{s}的生日是{o}。",), 0
    ),
    "born": Relation(
        "attribute", "birth year", ("{s} was born in {o}.",), ("{s}は{o}年生まれ。",), ("{s}生于{o}年。",), 0
    ),
    "age": Relation("attribute", "age", ("{s} is {o} years old.",), ("{s}は{o}歳。",), ("{s}{o}岁。",), 0),
    "works": Relation(
        "attribute",
        "works at",
        ("{s} works at {o}.", "{s} does not work at {o}.", "{s} no longer works at {o}."),
        ("{s}は{o}で働いている。", "{s}は{o}で働いていない。", "{s}はもう{o}で働いていない。"),
        ("{s}在{o}工作。", "{s}不在{o}工作。", "{s}不再在{o}工作。"),
        0,
    ),
    "job": Relation(
        "attribute",
        "job",
        ("{s}'s job is {o}.", "{s}'s job is not {o}.", "{s}'s job is no longer {o}."),
        ("{s}の職業は{o}。", "{s}の職業は{o}ではない。", "{s}の職業はもう{o}ではない。"),
        ("{s}的职业是{o}。", "{s}的职业不是{o}。", "{s}的职业不再是{o}。"),
        0,
    ),
    "jobless": Relation(
        "attribute",
        "works at",
        ("{s} has a job.", "{s} has no job.", "{s} left their job."),
        ("{s}は働いている。", "{s}は働いていない。", "{s}は仕事をやめた。"),
        ("{s}有工作。", "{s}没有工作。", "{s}离职了。"),
        0,
    ),
    "school": Relation(
        "attribute",
        "studies at",
        ("{s} studies at {o}.", "{s} does not study at {o}.", "{s} no longer studies at {o}."),
        ("{s}は{o}に通っている。", "{s}は{o}に通っていない。", "{s}はもう{o}に通っていない。"),
        ("{s}在{o}上学。", "{s}不在{o}上学。", "{s}不再在{o}上学。"),
    ),
    "studies": Relation(
        "attribute",
        "studies {o}",
        ("{s} studies {o}.", "{s} does not study {o}.", "{s} no longer studies {o}."),
        ("{s}は{o}を勉強している。", "{s}は{o}を勉強していない。", "{s}はもう{o}を勉強していない。"),
        ("{s}在学{o}。", "{s}没在学{o}。", "{s}不再学{o}。"),
    ),
    "nationality": Relation(
        "attribute",
        "nationality",
        ("{s} is {o}.", "{s} is not {o}."),
        ("{s}は{o}。", "{s}は{o}ではない。"),
        ("{s}是{o}。", "{s}不是{o}。"),
    ),
    "marital": Relation(
        "attribute",
        "marital status",
        ("{s} is {o}.", "{s} is not {o}.", "{s} is no longer {o}."),
        ("{s}は{o}。", "{s}は{o}ではない。", "{s}はもう{o}ではない。"),
        ("{s}{o}。", "{s}没有{o}。", "{s}不再{o}。"),
        0,
    ),
    "diet": Relation(
        "preference",
        "diet",
        ("{s} is {o}.", "{s} is not {o}.", "{s} is no longer {o}."),
        ("{s}は{o}。", "{s}は{o}ではない。", "{s}はもう{o}ではない。"),
        ("{s}是{o}。", "{s}不是{o}。", "{s}不再是{o}。"),
        0,
    ),
    "allergy": Relation(
        "attribute",
        "allergy to {o}",
        ("{s} is allergic to {o}.", "{s} is not allergic to {o}.", "{s} is no longer allergic to {o}."),
        ("{s}は{o}アレルギー。", "{s}は{o}アレルギーではない。", "{s}はもう{o}アレルギーではない。"),
        ("{s}对{o}过敏。", "{s}对{o}不过敏。", "{s}对{o}不再过敏。"),
        0,
    ),
    "eats": Relation(
        "preference",
        "eats {o}",
        ("{s} eats {o}.", "{s} does not eat {o}.", "{s} no longer eats {o}."),
        ("{s}は{o}を食べる。", "{s}は{o}を食べない。", "{s}はもう{o}を食べない。"),
        ("{s}吃{o}。", "{s}不吃{o}。", "{s}不再吃{o}。"),
    ),
    "drinks": Relation(
        "preference",
        "drinks {o}",
        ("{s} drinks {o}.", "{s} does not drink {o}.", "{s} no longer drinks {o}."),
        ("{s}は{o}を飲む。", "{s}は{o}を飲まない。", "{s}はもう{o}を飲まない。"),
        ("{s}喝{o}。", "{s}不喝{o}。", "{s}不再喝{o}。"),
    ),
    "likes": Relation(
        "preference",
        "opinion of {o}",
        ("{s} likes {o}.", "{s} does not like {o}.", "{s} no longer likes {o}."),
        ("{s}は{o}が好き。", "{s}は{o}が好きではない。", "{s}はもう{o}が好きではない。"),
        ("{s}喜欢{o}。", "{s}不喜欢{o}。", "{s}不再喜欢{o}。"),
        2,
    ),
    "dislikes": Relation(
        "preference",
        "opinion of {o}",
        ("{s} dislikes {o}.", "{s} does not mind {o}.", "{s} no longer dislikes {o}."),
        ("{s}は{o}が嫌い。", "{s}は{o}が嫌いではない。", "{s}はもう{o}が嫌いではない。"),
        ("{s}讨厌{o}。", "{s}不讨厌{o}。", "{s}不再讨厌{o}。"),
        2,
    ),
    "rather": Relation(
        "preference",
        "choice between {n}",
        ("{s} prefers {o}.",),
        ("{s}は{o}。",),
        ("{s}更喜欢{o}。",),
        1,
    ),
    "favourite": Relation(
        "preference",
        "favourite {n}",
        ("{s}'s favourite {n} is {o}.", "{s}'s favourite {n} is not {o}.", "{s}'s favourite {n} is no longer {o}."),
        ("{s}の好きな{n}は{o}。", "{s}の好きな{n}は{o}ではない。", "{s}の好きな{n}はもう{o}ではない。"),
        ("{s}最喜欢的{n}是{o}。", "{s}最喜欢的{n}不是{o}。", "{s}最喜欢的{n}不再是{o}。"),
        0,
    ),
    "speaks": Relation(
        "attribute",
        "speaks {o}",
        ("{s} speaks {o}.", "{s} does not speak {o}."),
        ("{s}は{o}を話す。", "{s}は{o}を話さない。"),
        ("{s}会说{o}。", "{s}不会说{o}。"),
    ),
    "plays": Relation(
        "attribute",
        "plays {o}",
        ("{s} plays {o}.", "{s} does not play {o}.", "{s} no longer plays {o}."),
        ("{s}は{o}をする。", "{s}は{o}をしない。", "{s}はもう{o}をしない。"),
        ("{s}玩{o}。", "{s}不玩{o}。", "{s}不再玩{o}。"),
        2,
    ),
    "uses": Relation(
        "attribute",
        "uses {o}",
        ("{s} uses {o}.", "{s} does not use {o}.", "{s} no longer uses {o}."),
        ("{s}は{o}を使っている。", "{s}は{o}を使っていない。", "{s}はもう{o}を使っていない。"),
        ("{s}使用{o}。", "{s}不使用{o}。", "{s}不再使用{o}。"),
    ),
    "owns": Relation(
        "attribute",
        "has {o}",
        ("{s} has {o}.", "{s} has no {o}.", "{s} no longer has {o}."),
        ("{s}には{o}がいる。", "{s}には{o}がいない。", "{s}にはもう{o}がいない。"),
        ("{s}有{o}。", "{s}没有{o}。", "{s}不再有{o}。"),
    ),
    "pet": Relation(
        "attribute",
        "keeps {o}",
        ("{s} has {o}.", "{s} has no {o}.", "{s} no longer has {o}."),
        ("{s}は{o}を飼っている。", "{s}は{o}を飼っていない。", "{s}はもう{o}を飼っていない。"),
        ("{s}养{o}。", "{s}不养{o}。", "{s}不再养{o}。"),
    ),
    "habit": Relation(
        "preference",
        "habit of {o}",
        ("{s} has the habit of {o}.", "{s} does not do {o}.", "{s} gave up {o}."),
        ("{s}は{o}をしている。", "{s}は{o}をしない。", "{s}は{o}をやめた。"),
        ("{s}有{o}的习惯。", "{s}没有{o}的习惯。", "{s}戒了{o}。"),
    ),
    "relative": Relation("attribute", "{n}", ("{s}'s {n} is {o}.",), ("{s}の{n}は{o}。",), ("{s}的{n}是{o}。",), 0),
    "one of": Relation(
        "attribute", "{n} {o}", ("{s} has a {n} named {o}.",), ("{s}には{o}という{n}がいる。",), ("{s}的{n}叫{o}。",), 0
    ),
    "attribute": Relation(
        "attribute",
        "{n}",
        ("{s}'s {n} is {o}.", "{s}'s {n} is not {o}.", "{s}'s {n} is no longer {o}."),
        ("{s}の{n}は{o}。", "{s}の{n}は{o}ではない。", "{s}の{n}はもう{o}ではない。"),
        ("{s}的{n}是{o}。", "{s}的{n}不是{o}。", "{s}的{n}不再是{o}。"),
        0,
    ),
    "choice": Relation(
        "decision",
        "choice for {n}",
        ("{s} decided on {o} for {n}.", "{s} decided against {o} for {n}."),
        ("{s}は{n}を{o}に決めた。", "{s}は{n}を{o}にしないと決めた。"),
        ("{s}决定{n}用{o}。", "{s}决定{n}不用{o}。"),
        0,
    ),
    "time": Relation("appointment", "time", ("{s} is on {o}.",), ("{s}は{o}。",), ("{s}：{o}。",), 0),
}

_TRADITIONAL: Final = str.maketrans(
    "称为来职业对过欢讨厌会说没离习惯决时间岁学养", "稱為來職業對過歡討厭會說沒離習慣決時間歲學養"
)


@dataclass(frozen=True, slots=True)
class Scene:
    """Who speaks, and when.

    Attributes:
        speaker: what the speaker is called in what is learned.
        named: whether that is a name; otherwise the speaker is only known as the user.
        others: names of everybody who speaks in the conversation.
        at: when it was said.
        to_agent: whether the speaker talks to an agent; among people "remember" is advice to somebody else.
    """

    speaker: str
    named: bool = True
    others: frozenset[str] = frozenset()
    at: datetime | None = None
    to_agent: bool = True


def sentence(said: Said, language: Language) -> str:
    """Return the one sentence for a statement.

    Args:
        said: the statement; its mood must be one its relation has a sentence for.
        language: of the sentence; `zht` is Chinese in traditional characters.
    """
    relation = RELATIONS[said.relation]
    shapes = {"en": relation.en, "ja": relation.ja}.get(language, relation.zh)
    shape = shapes[min(("yes", "no", "ended").index(said.mood), len(shapes) - 1)]
    if language == "zht":
        shape = in_traditional(shape)
    subject = said.subject
    if language == "en" and said.relation == "time" and subject[:1].islower() and "'s " not in subject:
        subject = f"The {subject}"
    return shape.format(s=subject, o=said.object, n=said.noun)


def in_traditional(shape: str) -> str:
    """Write one of the sentences above in traditional characters."""
    return shape.translate(_TRADITIONAL)


def predicate_of(said: Said) -> str:
    """Return the predicate of a statement."""
    return RELATIONS[said.relation].predicate.format(o=said.object, n=said.noun)


def has_mood(relation: str, mood: Mood) -> bool:
    """Tell whether a relation can be denied, or ended, at all."""
    return mood == "yes" or len(RELATIONS[relation].en) > 1


def takes_several(relation: str) -> bool:
    """Tell whether somebody can stand in this relation to several things at once."""
    return "{o}" in RELATIONS[relation].predicate
