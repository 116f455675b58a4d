"""English statements that fit no relation and are kept as a sentence: decisions, plans, turns of life."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from knowledge.engine.distill.dates import find_time
from knowledge.engine.distill.english_clauses import without_adverbs
from knowledge.engine.distill.english_objects import clean_object
from knowledge.engine.distill.english_words import DATED_PAST, LASTING, LIFE_PAST, SECRETS, alternatives, word_set
from knowledge.engine.distill.relations import Said

if TYPE_CHECKING:
    from knowledge.engine.distill.dates import When
    from knowledge.engine.distill.relations import Scene

_CHOICE: Final = re.compile(
    r"(?:(?:have )?(?:(?:decided|agreed|opted|settled|chosen) (?:to (?:use|go with|adopt|pick|choose|"
    r"take)|on|for)|chosen|chose|picked|selected)|went with|"
    r"(?:are|am) going (?:with|to (?:use|go with))|will (?:use|go with)) (?P<o>[^,;]{1,60}?)(?: (?:over|instead of|"
    r"rather than) [^,;]{1,40}?)? (?:for|"
    r"as) (?P<n>(?:the |our |my |a )?[\w -]{2,40})$"
)
_DECIDED: Final = re.compile(
    r"(?:have |has |finally )?(?:decided|agreed|resolved|chosen|chose|opted|settled on|made up my mind|"
    r"made the decision|voted)\b(?! not to say)"
    r"|(?:am|are) (?:going with|settling on|committed to)\b|went with\b|will go with\b"
)
_DECISION: Final = re.compile(r"(?:the|my|our) (?:final )?(?:decision|plan|goal|main goal) (?:is|was) (?P<o>.+)$")
_PLAN: Final = re.compile(
    rf"(?:plan|plans|am planning|are planning|intend|am hoping|hope|want|am aiming|aim|am going|"
    rf"are going|am about|have promised|promised)"
    rf"(?: on| in)? to (?:\w+ly )?(?:{alternatives(LASTING)})\b|(?:am|are) (?:planning|thinking of|"
    rf"considering|saving (?:up )?for)\b(?! to)"
    rf"|(?:have |has )?(?:signed up for|enrolled in|registered for|applied (?:for|to))\b|(?:my|"
    rf"our) (?:goal|dream|plan) is to\b"
)
_WILL: Final = re.compile(r"(?:will|am going to|are going to|am|are|have to|need to) [\w' ]{3,}")
_GOING: Final = re.compile(
    r"(?:will|am going|are going|am \w+ing|are \w+ing)\b(?! (?:try|see|think|let|be able|do my best|"
    r"miss|keep you|tell|check|look into that|say|remember|love|take care)\b)"
)
_LIFE: Final = re.compile(
    rf"(?:have |has )?(?:just )?(?:{alternatives(LIFE_PAST)})\b(?! (?:it|that|this|so|you|out|to (?:feel|"
    rf"think|see|realize|realise|understand|notice))\b)"
)
_DATED: Final = re.compile(rf"(?:{alternatives(DATED_PAST)})\b")
_SO_FAR: Final = re.compile(
    r"have been [a-z]+ing\b(?! to\b| for\b| since\b).* (?:since (?!we\b|they\b|it\b|last we)|for (?:(?:the (?:past|"
    r"last)|over|about|almost|nearly|more than) )?(?:\w+ )?(?:years?|months?|weeks?|days?|decades?)\b)"
)
_OFTEN: Final = re.compile(
    r"\b(?:every (?:day|morning|evening|night|week|weekend|month|year|other day|\w+day)|on weekends|"
    r"daily|weekly|once a (?:day|week|month)|twice a (?:day|week|month)|on \w+days)\b",
    re.IGNORECASE,
)
_PRESENT: Final = re.compile(
    r"(?!was|were|had|did|went|used|will|would|got|took|made|came|saw|met|hope|wish|want|need|have to|"
    r"am going|are going)[a-z]+(?<!ed) "
)
_UNRESOLVED: Final = re.compile(r"(?:\w+ ){1,4}?(?:this|these|those|that|her|him|them|it|one)(?=$|[ ,.])")
_VAGUE: Final = re.compile(
    r"\b(?:you|your|yours|yourself|it all|that one|this one|stuff|things like that|something)\b", re.IGNORECASE
)
_SHY: Final = re.compile(r"\b(?:would|could|should|might|may|if|whether)\b")
_SECRET: Final = re.compile(rf"\b(?:{alternatives(SECRETS)})\b(?=.{{0,12}}(?:is|are|=|:))", re.IGNORECASE)
_HEAD: Final = re.compile(r"^(?:I|we|We|my|My|our|Our)\b")
_THIRD: Final = tuple(
    (re.compile(pattern), word)
    for pattern, word in (
        (r"(?<=\w )& (?=I\b|me\b)", "and "),
        (r"\bI am\b", "they are"),
        (r"\bI was\b", "they were"),
        (r"\bI\b|\b[Ww]e\b", "they"),
        (r"\bam\b", "are"),
        (r"\bmyself\b", "themself"),
        (r"\bourselves\b", "themselves"),
        (r"\bmine\b|\bours\b", "theirs"),
        (r"\b[Mm]y\b|\b[Oo]ur\b", "their"),
        (r"\bme\b|\bus\b", "them"),
    )
)
_VERB: Final = re.compile(r"^(?P<verb>[a-z]+)\b")
_SAME_FORM: Final = word_set(
    "was will would could should can may might must had did went got took began ran saw met made bought "
    "won lost sold built wrote spoke gave found set cut put read drove flew came left quit let told said "
    "chose broke kept held sent spent taught thought caught felt became knew grew drew threw lay sat "
    "stood understood brought"
)
_LONGEST: Final = 320
_LEAST_WORDS: Final = 4


def is_specific(text: str, scene: Scene) -> bool:
    """Tell whether a sentence that is to be remembered is about something in particular, not a word of wisdom."""
    if not scene.to_agent:
        return False
    if re.match(r"(?:you|your|we all|life|people|everyone|everything|nothing|no one|sometimes)\b", text, re.IGNORECASE):
        return False
    return (
        len(text.split()) > 2
        and re.search(r"\d|\b(?:I|my|we|our|me|us)\b|(?<=\w )[A-Z]\w|^(?:[Tt]he|[Oo]ur|[Mm]y) ", text) is not None
    )


def plain_statement(text: str, scene: Scene, *, anything: bool = False, sentence: str = "") -> Said | None:
    """Return a clause as a sentence about the speaker, None when it is not worth keeping.

    Args:
        text: the clause, contractions written out.
        scene: who speaks, and when.
        anything: keep it whatever it is about, because the speaker asked for it.
        sentence: the whole sentence; a time it begins with is the clause's too.
    """
    if len(text) > _LONGEST or _SECRET.search(text) or (len(text.split()) < _LEAST_WORDS and not anything):
        return None
    head, _, rest = text.partition(" ")
    rest = without_adverbs(rest)
    choice = _CHOICE.match(rest)
    if choice is not None and (value := clean_object(choice["o"])) and not _SHY.search(rest):
        return Said("choice", scene.speaker, value, noun=re.sub(r"^(?:our|my) ", "the ", choice["n"].strip()))
    when = _time_of(text, sentence, scene)
    kind, rank = ("remember", 0) if anything else _kind_of(head, rest, text, dated=when is not None)
    if not kind or (
        not anything and (_VAGUE.search(text) or _UNRESOLVED.match(rest) or _bare_words(text, when) < _LEAST_WORDS)
    ):
        return None
    told = about(text, scene.speaker, we=head in ("we", "We"))
    dated = f" ({when.text})" if when is not None and when.text not in told else ""
    return Said("", scene.speaker, kind=kind, rank=rank, plain=f"{told}{dated}.")


def _time_of(text: str, sentence: str, scene: Scene) -> When | None:
    """Return the time a clause speaks of, or that its sentence begins with."""
    when = find_time(text, "en", scene.at)
    if when is not None or not sentence:
        return when
    lead = sentence.partition(text[:12])[0]
    return find_time(lead, "en", scene.at) if len(lead.split()) <= 6 else None


def _bare_words(text: str, when: When | None) -> int:
    """Count the words of a clause without the time it names."""
    if when is None or when.at[1] > len(text):
        return len(text.split())
    return len((text[: when.at[0]] + text[when.at[1] :]).split())


def _kind_of(head: str, rest: str, text: str, *, dated: bool) -> tuple[str, int]:
    if _DECISION.match(text) or (_DECIDED.match(rest) and not _SHY.search(rest)):
        return "decision", 1
    if head not in ("I", "we", "We") or _SHY.search(rest):
        return "", 0
    if _PLAN.match(rest):
        return "plan", 2
    if _LIFE.match(rest):
        return "event", 3
    if _SO_FAR.match(rest) or (_OFTEN.search(text) and _PRESENT.match(rest)):
        return "habit", 3
    if (_GOING.match(rest) or _DATED.match(rest)) and dated:
        return ("event", 4) if _DATED.match(rest) else ("plan", 3)
    return "", 0


def about(text: str, speaker: str, *, we: bool = False) -> str:
    """Rewrite a clause in the first person as one about the speaker.

    Args:
        text: the clause, contractions written out.
        speaker: their name.
        we: the clause speaks of several people; then it is quoted as it is.
    """
    if we:
        return f"{speaker}: {text}"
    match = _HEAD.match(text)
    if match is None:
        return f"{speaker}: {text}" if _personal(text) else text[:1].upper() + text[1:]
    if match[0] != "I":
        return f"{speaker}'s {_third(text[match.end() :].strip())}"
    rest = text[match.end() :].strip()
    first = _VERB.match(rest)
    if first is not None:
        rest = _agreeing(first["verb"]) + rest[first.end() :]
    return f"{speaker} {_third(rest)}"


def _personal(text: str) -> bool:
    return re.search(r"\b(?:I|my|me|we|our|us|mine)\b", text, re.IGNORECASE) is not None


def _third(text: str) -> str:
    for pattern, word in _THIRD:
        text = pattern.sub(word, text)
    return text


def _agreeing(verb: str) -> str:
    """Return a verb as it stands after a name."""
    irregular = {"am": "is", "are": "is", "have": "has", "do": "does", "were": "was"}
    if verb in irregular:
        return irregular[verb]
    if verb in _SAME_FORM or verb.endswith("ed") or (verb.endswith("ly") and len(verb) > 4):
        return verb
    if verb.endswith("s") and not verb.endswith(("ss",)):
        return verb
    if verb.endswith(("ss", "sh", "ch", "x", "z", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else f"{verb}s"
