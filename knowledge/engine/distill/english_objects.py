"""What an English statement is about, cut down to what can be understood on its own."""

from __future__ import annotations

import re
from typing import Final

from knowledge.engine.distill.english_words import PRONOUNS, TAIL, alternatives, word_set

_CUT: Final = re.compile(
    r"(?:,|;|:| \(| - | because\b| since\b| (?:last|next|this) (?:week|month|year|summer|winter|spring|"
    r"fall|autumn|weekend|\w+day)\b| (?:yesterday|tomorrow|today|tonight)\b|"
    r" in (?:19|20)\d\d\b| (?:on|every) \w+days?\b| (?:\w+|\d+) (?:years?|months?|weeks?|days?) ago\b|"
    r" in (?:January|February|March|April|May|June|July|August|September|October|November|December)\b|"
    r" but\b| so (?:that|I|we|it|my)\b| when(?:ever)?\b| while\b| although\b| though\b| where\b|"
    r" which\b| who\b| whom\b|"
    r" as (?:it|they|I|we|he|she|well|soon|long|a|an|the|my|our)\b| and (?:I|we|it|they|he|she|that|"
    r"this|you|my|our|have|am|is|are|was|were|the|then|do|so|also|always|really)\b|"
    r" if\b| unless\b| until\b| till\b| after\b| before\b| during\b| even\b| to (?:me|the point)\b|"
    r" that (?:I|we|you|he|she|they|it|are|is|was|were|have|has|can)\b|"
    r" for (?:over |about |almost |nearly |the (?:past|last) )?(?:\d+|a|an|one|two|three|four|five|six|"
    r"seven|eight|nine|ten|many|several|years|months)\b (?:\w+ )?(?:years?|months?|weeks?|days?|long|"
    r"now)?| in order\b| thanks to\b| due to\b).*$",
    re.DOTALL,
)
_TAIL: Final = re.compile(rf",? (?:{alternatives(TAIL)})$", re.IGNORECASE)
_DETERMINER: Final = re.compile(r"(?:the|a|an|some|any|lots of|all kinds of|all sorts of|all) (?=\w)", re.IGNORECASE)
_OF_LISTENER: Final = re.compile(r"\b(?:you|your|yours|u)\b", re.IGNORECASE)
_PERSONAL: Final = (
    (re.compile(r"\b(?:my|our)\b"), "their"),
    (re.compile(r"\b(?:me|us)\b"), "them"),
    (re.compile(r"\b(?:myself|ourselves)\b"), "themself"),
)
_UNRESOLVED: Final = re.compile(
    r"\b(?:their|his|her|its|this|that|these|those|them|him|it|here|there|one)\b", re.IGNORECASE
)
_IDLE: Final = re.compile(
    r"(?:idea|sound|look|looks|thought|way|fact|feel|feeling|rest|kind|sort|part)s? (?:of|that|you|it)\b", re.IGNORECASE
)
_EMPTY: Final = word_set("a an the of to for with and or in on at is are best i ton lot lots bunch things stuff")


def clean_object(text: str, *, longest: int = 8, article: bool = False) -> str:
    """Cut an object down to what it names; empty when it names nothing that can be understood on its own.

    Args:
        text: the object as it was said.
        longest: words at most.
        article: keep the article before it.
    """
    text = _CUT.sub("", text.strip())
    for _ in range(3):
        text = _TAIL.sub("", text).strip(" .,!-")
    if not article and _DETERMINER.match(text):
        text = _DETERMINER.sub("", text, count=1)
    words = text.split()
    if not words or len(words) > longest or words[0].lower().strip("'") in PRONOUNS or len(text) > 80:
        return ""
    if _IDLE.match(text) or _OF_LISTENER.search(text) or _UNRESOLVED.search(text) or words[-1].lower() in _EMPTY:
        return ""
    for pattern, word in _PERSONAL:
        text = pattern.sub(word, text)
    return text
