"""Learning from mistakes: which to read before answering, which to give up, and the rule several of them make.

After "Reflexion: language agents with verbal reinforcement learning" (Shinn et al., 2023): what went wrong is put
into words, kept, and read before the next try. The groups, orders and sentences are the product's.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from knowledge.engine.burst import LOW_CEILING
from knowledge.engine.distill.sentences import language_of
from knowledge.engine.forms import normal
from knowledge.engine.text import UNSPACED, analyze, analyze_query

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

CATEGORIES: Final = ("safety", "hallucination", "factual", "capability", "behavioral")
"""What a mistake may be, the gravest first."""

SEVERITIES: Final = ("critical", "significant")
MOST_KEYWORDS: Final = 12
SHORTEST_KEYWORD: Final = 3
LESSON_CHARACTERS: Final = 300
STRICT_SESSIONS: Final = 2

FRAME: Final = "past-mistakes"
HEADING: Final = "## Past Mistakes to Avoid"

_UNSPACED = re.compile(rf"[{UNSPACED}]")
_HIRAGANA = re.compile("[\u3041-\u309f]")
_KANA = re.compile("[\u3041-\u309f\u30a1-\u30ff]")
_HAN = re.compile("[\u4e00-\u9fff]")
_SPACES = re.compile(r"\s+")
# What tells people and models nothing, and may hide something from one of them.
_HIDDEN = re.compile(
    "[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]"
)
_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "`": "&#96;", "\u2028": " ", "\u2029": " "})
_FULL_STOPS = ".。．"
_RULES: Final = {
    "en": ("Rule from {count} mistakes ({category}): {lessons}", "; "),
    "ja": ("{count}件の失敗から得た規則（{category}）：{lessons}", "／"),
    "zh": ("从{count}次错误中得出的规则（{category}）：{lessons}", "；"),
    "zht": ("從{count}次錯誤中得出的規則（{category}）：{lessons}", "；"),
}
_HEADS: Final = tuple(
    re.compile(re.escape(sentence[: -len("{lessons}")]).replace(r"\{count\}", r"\d+").replace(r"\{category\}", r"\w+"))
    for sentence, _joint in _RULES.values()
)


@dataclass(frozen=True, slots=True)
class Mistake:
    """One entry of the notebook.

    Attributes:
        id: its public id.
        category: one of `CATEGORIES`.
        severity: one of `SEVERITIES`.
        at: when it was written down, with a zone.
        session: key of the conversation it happened in; empty when unknown.
        asked: the question or task.
        answered: what the agent answered or did.
        what_went_wrong: what was wrong with that.
        truth: what would have been right; empty when nobody knows.
        evidence: how that is known; empty when it is only claimed.
        trust: of whoever wrote it down, 0 to 1.
    """

    id: str
    category: str
    severity: str
    at: datetime
    what_went_wrong: str
    session: str = ""
    asked: str = ""
    answered: str = ""
    truth: str = ""
    evidence: str = ""
    trust: float = 1.0

    @property
    def lesson(self) -> str:
        """What to keep in mind: the truth where it is known, else what went wrong; on one line, 300 characters."""
        text = _SPACES.sub(" ", self.truth or self.what_went_wrong).strip()
        return text if len(text) <= LESSON_CHARACTERS else text[: LESSON_CHARACTERS - 1].rstrip() + "…"

    @property
    def is_doubtful(self) -> bool:
        """Whether whoever wrote it down is trusted little, as channels, tools and outside programs are."""
        return self.trust <= LOW_CEILING

    @property
    def is_verified(self) -> bool:
        """Whether there is evidence for it."""
        return bool(self.evidence.strip())


def keywords(message: str) -> list[str]:
    """Return up to 12 words to look mistakes up by, in the order of the message.

    Words of at least three characters; in scripts without spaces whatever the analysis of texts finds by, where
    hiragana only counts when there is nothing else: it holds the grammar, which every question shares.
    """
    found = [word for word in analyze_query(message) if len(word) >= SHORTEST_KEYWORD or _UNSPACED.search(word)]
    telling = [word for word in found if not _HIRAGANA.search(word)]
    return (telling or found)[:MOST_KEYWORDS]


def relevant(message: str, mistakes: Sequence[Mistake], *, most: int = 3) -> list[Mistake]:
    """Return the mistakes to read before answering a message.

    By topic: those that share the most keywords with it, of equal ones the graver, then the newer. When none shares
    any, the newest. What is trusted little comes after all others, however well it fits.

    Args:
        message: what is about to be answered.
        mistakes: unresolved ones, in any order.
        most: how many to return.
    """
    wanted = set(keywords(message))
    shared = {one.id: len(wanted & _words(one)) for one in mistakes} if wanted else {}
    newest = sorted(mistakes, key=lambda one: (not one.is_doubtful, one.at, one.id), reverse=True)
    if not any(shared.values()):
        return newest[:most]
    by_topic = [one for one in newest if shared[one.id]]
    return sorted(by_topic, key=lambda one: (one.is_doubtful, -shared[one.id], _gravity(one)))[:most]


def _words(mistake: Mistake) -> set[str]:
    return {word for text in (mistake.asked, mistake.what_went_wrong, mistake.truth) for word in analyze(text)}


def _gravity(mistake: Mistake) -> tuple[int, int]:
    return CATEGORIES.index(mistake.category), SEVERITIES.index(mistake.severity)


def to_give_up(mistakes: Iterable[Mistake], *, most: int) -> list[Mistake]:
    """Return the unresolved mistakes that are too many: what is trusted little first, then the least grave, the oldest.

    Args:
        mistakes: the unresolved ones of an agent.
        most: how many may stay.
    """
    ordered = sorted(
        mistakes, key=lambda one: (not one.is_doubtful, *(-rank for rank in _gravity(one)), one.at, one.id)
    )
    return ordered[: max(0, len(ordered) - most)]


@dataclass(frozen=True, slots=True)
class Group:
    """Unresolved mistakes of one category that make a rule.

    Attributes:
        mistakes: oldest first.
        verified: how many of them have evidence.
    """

    category: str
    mistakes: tuple[Mistake, ...]
    verified: int

    @property
    def lessons(self) -> tuple[str, ...]:
        """The distinct lessons, in an order that does not depend on when they were learned."""
        distinct = {normal(one.lesson, "NFKC").casefold(): one.lesson for one in reversed(self.mistakes)}
        return tuple(distinct[key] for key in sorted(distinct))

    @property
    def rule(self) -> str:
        """The rule in a sentence of the language most lessons are written in; the same lessons give the same rule."""
        sentence, joint = _RULES[_language(self.lessons)]
        lessons = joint.join(lesson.rstrip(_FULL_STOPS) or lesson for lesson in self.lessons)
        return sentence.format(count=len(self.mistakes), category=self.category, lessons=lessons)


def lessons_in(rule: str) -> str:
    """Return what a rule says without its first words, which only people's pages say in the reader's own language."""
    found = next((head for one in _HEADS if (head := one.match(rule))), None)
    return rule[found.end() :] if found else rule


def groups(mistakes: Iterable[Mistake], *, minimum: int, strict: bool = False) -> list[Group]:
    """Return the categories of which there are enough unresolved mistakes, the gravest first.

    Where those that are trusted suffice, what is trusted little stays out: it takes no trust from their rule.

    Args:
        mistakes: the unresolved ones of an agent.
        minimum: how many of one category make a rule.
        strict: whether that also takes evidence, from at least two conversations.
    """
    by_category: dict[str, list[Mistake]] = defaultdict(list)
    for one in sorted(mistakes, key=lambda one: (one.at, one.id)):
        by_category[one.category].append(one)
    found = []
    for category in CATEGORIES:
        every = by_category[category]
        for some in ([one for one in every if not one.is_doubtful], every):
            verified = [one for one in some if one.is_verified]
            sessions = {one.session for one in verified if one.session}
            if len(some) >= minimum and (not strict or len(sessions) >= STRICT_SESSIONS):
                found.append(Group(category, tuple(some), len(verified)))
                break
    return found


def _language(texts: Sequence[str]) -> str:
    """Return `ja`, `zh`, `zht` (traditional characters) or `en`, whichever most texts are written in."""
    counts = {"en": 0, "ja": 0, "zh": 0}
    for text in texts:
        counts["ja" if _KANA.search(text) else "zh" if _HAN.search(text) else "en"] += 1
    most = max(counts, key=lambda name: counts[name])
    if most != "zh":
        return most
    return "zht" if language_of("".join(text for text in texts if not _KANA.search(text))) == "zht" else "zh"


def rendered(mistakes: Sequence[Mistake]) -> str:
    """Return mistakes as a passage for a model to read, empty when there are none.

    Each is one line inside a frame that no text can close: what could be markup is escaped, what cannot be seen is
    left out, and each says how far it is trusted.
    """
    if not mistakes:
        return ""
    lines = [HEADING, f'<{FRAME} untrusted="true">']
    for one in mistakes:
        parts = [("asked", one.asked), ("answered", one.answered), ("wrong", one.what_went_wrong), ("right", one.truth)]
        said = " | ".join(f"{name}: {escaped(text)}" for name, text in parts if text.strip())
        lines.append(f"- [{one.category}, {one.severity}, trust {one.trust:.1f}] {said}")
    return "\n".join([*lines, f"</{FRAME}>"])


def escaped(text: str) -> str:
    """Return a text on one line, visible characters only, with nothing in it that could end a frame."""
    return _SPACES.sub(" ", _HIDDEN.sub("", _SPACES.sub(" ", text))).strip().translate(_ESCAPES)
