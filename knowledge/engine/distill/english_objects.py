"""What an English statement is about, cut down to what can be understood on its own."""

from __future__ import annotations

import re
from typing import Final

from knowledge.engine.distill.english_words import PRONOUNS, TAIL, alternatives, word_set

_CUT: Final = re.compile(
    r"(?:,|;|:| \(| - | because\b| since\b| (?:last|next|this) (?:week|month|year|summer|winter|spring|"
    r"fall|autumn|weekend|\w+day)\b| (?:yesterday|tomorrow|today|tonight)\b|"
    r" in (?:19|20)\d\d\b| (?:on|every) \w+days?\b| (?:\w+|\d+) (?:years?|months?|weeks?|days?) ago\b|"
    r" (?:on|from|by) (?:the )?(?:\d|(?:January|February|March|April|May|June|July|August|September|October|November|"
    r"December) \d)|"
    r" in (?:January|February|March|April|May|June|July|August|September|October|November|December)\b|"
    r" (?:half|most|part) (?:of )?the\b| every (?:single |other )?(?:morning|evening|day|night|week|weekend|month|year|"
    r"afternoon|time|hour)\b| or anything\b| or something\b| but\b| so (?:that|I|we|it|my)\b|"
    r" when(?:ever)?\b| while\b| although\b| though\b| where\b|"
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
_NO_OBJECT: Final = re.compile(
    r"(?:like|as|too|out|neither|nothing|nobody|none|few|little|hardly|barely|not|never|less|least|how|what|why|"
    r"that|when|if|"
    r"whether|are|"
    r"is|was|were|will|would|have|has|had|do|does|did|can|being able)\b",
    re.IGNORECASE,
)
_ALL_BUT: Final = re.compile(r"(?:all|every|any)\b[^,;]{1,40} but (?!I\b|not\b|it\b|my\b)")
_IDLE_DEED: Final = re.compile(
    r"to (?:think|believe|say|imagine|hope|pretend|know|point out|add|note|be(?: able)?|assume|consider|complain|"
    r"hear|ask|"
    r"tell|thank|mention|see)\b|"
    r"to (?:go|do|get|have|make|keep|take|come|use|try|look|give|put|let|find|feel|become|want)$|being told\b"
)
_RESTRICTED: Final = re.compile(
    r"(?P<head>[^,;:(]*?) (?P<by>who|whom|whose|which|that|when(?:ever)?|where|if|unless|until|till|after|before|while|"
    r"during|(?:on|every) \w+days?|(?:on|at) (?:weekends?|weekdays|night|work|home)|at the (?:office|moment|weekend)|"
    r"in (?:January|February|March|April|May|June|July|August|September|October|November|December)|for breakfast|"
    r"for lunch|for dinner|a lot|too much|all the time|more than once|less than|more than|as much as|right now|alone|"
    r"(?:yesterday|today|tomorrow|tonight)|(?:last|this|next) \w+)\b"
)
_BROAD: Final = re.compile(r"(?:but|because|since|so|although|though|due to|thanks to|even|and (?:I|we|it|they|my))\b")
_COMPARED: Final = frozenset({"less than", "more than", "as much as"})
_LONGEST: Final = 8
_UNRESOLVED_WITHIN: Final = re.compile(r"\b(?:I|we|he|she|it|they|this|these|those|him|her|them|his)\b")
_ON_CONDITION: Final = frozenset({"when", "whenever", "if", "unless", "until", "till"})
_NO_RELATIVE: Final = re.compile(r"\bthat(?: (?:with|for|to|in|on|at|from|by|and|or|as|way|kind|much|day|time)\b|$)")
_OF_PERSONS: Final = frozenset({"who", "whom", "whose", "which", "that", "where"})
_EMPTY: Final = word_set("a an the of to for with and or in on at is are best i ton lot lots bunch things stuff")
_CONNECTED: Final = re.compile(
    r" (?:(?:and|&|for|at|on|in|as|near|by|together|alone|since|along|right|half|most|part|full|because|like|from|to) "
    r"(?=[a-z\d]|I\b)|with |and (?=[A-Z]\w+ (?:works?|lives?|is|has|loves?|likes?|studies|does|was)\b))"
)
_NO_JOB_NOW: Final = re.compile(
    r"(?:former|ex|retired|aspiring|would-be|future|fake|failed|wannabe|unemployed|so-called|armchair|one-time|"
    r"amateur)\b"
)
_YOUNGEST: Final = 3
_OLDEST: Final = 120
_UNFINISHED: Final = word_set(
    "new old big small good great better healthy beautiful fun cool different other local fresh"
)


def narrowed_by(text: str) -> str:
    """Return the word that narrows an object down – people *who* are late, coffee *after* nine – or an empty text."""
    match = _RESTRICTED.match(text)
    if match is None or ((broad := _BROAD.search(match["head"])) is not None and broad.start() > 0):
        return ""
    return match["by"].lower()


def whole_object(text: str) -> str:
    """Return an object with what narrows it down, empty when that is too long, or speaks of what is not named.

    Without it the object would be another one: who dislikes people who are late does not dislike people.
    """
    by = narrowed_by(text)
    if by == "that" and _NO_RELATIVE.search(text):
        return ""
    if not by:
        value = clean_object(text)
        return "" if _IDLE_DEED.match(value) else value
    if by in _COMPARED or by in _ON_CONDITION:
        return ""
    head = clean_object(text.split(f" {by}", 1)[0])
    whole = re.split(r"[,;:(]| - | but | because ", text.strip(), maxsplit=1)[0].strip()
    if by not in _OF_PERSONS or not head:
        return head
    named = re.search(r"^(?:the|my|our)\b|\b[A-Z]", text.strip()[: len(head) + 4]) is not None
    words = whole.split()
    if len(words) <= _LONGEST and not _OF_LISTENER.search(whole) and not _UNRESOLVED_WITHIN.search(whole):
        for pattern, word in _PERSONAL:
            whole = pattern.sub(word, whole)
        return head if named else whole
    return head if named else ""


def clean_object(text: str, *, longest: int = 8, article: bool = False) -> str:
    """Cut an object down to what it names; empty when it names nothing that can be understood on its own.

    Args:
        text: the object as it was said.
        longest: words at most.
        article: keep the article before it.
    """
    if _NO_OBJECT.match(text.strip()) or _ALL_BUT.match(text.strip()):
        return ""
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


def value_of(relation: str, raw: str) -> str:
    """Return what an object names, in the form its relation has it; empty when it names nothing."""
    if relation in ("likes", "dislikes", "eats", "drinks", "rather"):
        return whole_object(raw)
    if relation in ("lives", "works", "from", "school"):
        raw = _CONNECTED.split(raw, maxsplit=1)[0]
    if relation == "studies" and re.match(r"(?:for|to|at|with|in|hard|abroad|from)\b", raw):
        return ""
    if relation == "plays":
        raw = re.sub(r" (?:\w+ly|well|a lot|a bit|a little)$", "", raw)
    value = clean_object(raw, article=relation in ("pet", "owns", "lives"))
    if relation == "job" and _NO_JOB_NOW.match(value):
        return ""
    if relation == "job":
        return value if value.isupper() else value.lower()
    if relation == "allergy" and value in ("nut", "peanut", "egg"):
        return f"{value}s"
    return value if relation != "age" or (value.isdigit() and _YOUNGEST <= int(value) <= _OLDEST) else ""


def each_of(relation: str, value: str) -> list[str]:
    """Return the things a value lists, itself where it lists none."""
    if relation in ("likes", "dislikes", "eats", "drinks") and " and " in value and "to " not in value:
        parts = [part for piece in value.split(" and ") if (part := clean_object(piece))]
        # "rock and pop music" is one thing: what stands last names both; so is "making new and better music".
        whole = not parts or len(parts[-1].split()) > len(parts[0].split()) or parts[0].split()[-1] in _UNFINISHED
        if not whole and all(len(part.split()) <= 3 for part in parts):
            return parts[:4]
    return [value]
