"""English sentences taken apart: what is no plain statement, what stands before it, its clauses and subjects."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from knowledge.engine.distill.english_words import ADVERBS, GROUPS, ONE_OF_A_KIND, SEVERAL, alternatives, word_set

_CONTRACTIONS: Final = (
    (re.compile(r"\bI'm\b", re.IGNORECASE), "I am"),
    (re.compile(r"\bcan(?:'t|not)\b", re.IGNORECASE), "can not"),
    (re.compile(r"\bwon't\b", re.IGNORECASE), "will not"),
    (re.compile(r"\b(do|does|did|is|are|was|were|has|have|had|would|could|should)n't\b", re.IGNORECASE), r"\1 not"),
    (re.compile(r"\b(I|you|we|they)'ve\b", re.IGNORECASE), r"\1 have"),
    (re.compile(r"\b(you|we|they)'re\b", re.IGNORECASE), r"\1 are"),
    (re.compile(r"\b(\w+)'ll\b"), r"\1 will"),
    (re.compile(r"\b(I|you|we|they|he|she)'d\b", re.IGNORECASE), r"\1 would"),
    (
        re.compile(
            r"\b(it|that|there|he|she|what|who)'s (?=(?:been|got|become|gone|made|taken|given|helped|turned)\b)",
            re.IGNORECASE,
        ),
        r"\1 has ",
    ),
    (
        re.compile(
            r"\b(it|that|there|here|he|she|what|who|name|number|colou?r|birthday|address|email)'s\b", re.IGNORECASE
        ),
        r"\1 is",
    ),
    (re.compile(r"\b(?:gonna)\b", re.IGNORECASE), "going to"),
    (re.compile(r"\b(?:wanna)\b", re.IGNORECASE), "want to"),
    (re.compile(r"(?<=\w) ?[(\[] ?at ?[)\]] ?(?=\w)", re.IGNORECASE), "@"),
    (re.compile(r"(?<=\w) ?[(\[] ?dot ?[)\]] ?(?=\w)", re.IGNORECASE), "."),
    (re.compile(r"\bi\b"), "I"),
    (re.compile(r"\bfavorite\b", re.IGNORECASE), "favourite"),
    (re.compile(r"\bhave got\b"), "have"),
)
_FILLER: Final = re.compile(
    r"(?:(?:oh|ah|um+|uh+|er|hmm+|well|so|yes|yeah|yep|yup|no|nope|nah|ok|okay|sure|right|wow|hey|hi|"
    r"hello|anyway|anyways|also|and|but|or|"
    r"then|now|plus|besides|again|look|listen|btw|by the way|actually|in fact|to be honest|honestly|tbh|"
    r"as i said|for me|personally|"
    r"as for me|as you know|you know|you see|i mean|basically|well then|good morning|good evening|"
    r"good afternoon|haha|hehe|lol|thanks|thank you|sorry|"
    r"correction|update|edit|great|cool|nice|awesome|exactly|absolutely|definitely|totally|of course|"
    r"luckily|fortunately|unfortunately|"
    r"sadly|happily|recently|lately|currently|these days|nowadays|at the moment|right now|today|"
    r"first of all|first|second|secondly|finally|in short|long story short|just so you know|"
    r"just to let you know|for your information|fyi|from now on|"
    r"going forward|turns out|it turns out that|the thing is|fun fact|i am happy to say|"
    r"please)(?:[,:!~-]+ ?| (?=[A-Za-z])| - ))",
    re.IGNORECASE,
)
_COMMA_NEEDED: Final = word_set(
    "no right great cool nice sorry look listen thanks exactly first second now again please hello hi hey "
    "plus edit update correction absolutely definitely today"
) | {"thank you", "of course", "for me"}
_VOCATIVE: Final = re.compile(r"([A-Z][\w'-]+)(?:,|!)\s+")
_QUESTION: Final = re.compile(
    r"(?:do|does|did|is|are|was|were|am|can|could|would|will|shall|should|have|has|had|may|might|what|"
    r"who|whom|whose|which|when|where|why|how|"
    r"any idea|guess what|isn't|aren't|don't|doesn't|didn't|wouldn't|couldn't|won't|"
    r"can't)\b(?! (?:not worry|not hesitate))(?= (?:i|you|he|she|it|we|they|my|your|his|her|our|"
    r"their|the|this|that|there|these|those|a|an|any|some|anyone|someone|is|are|was|were|do|does|did|"
    r"can|could|would|should|will|much|many|"
    r"about|long|often|to|else|kind|[A-Z]\w+)\b)",
    re.IGNORECASE,
)
_NOT_MEANT: Final = re.compile(
    r"^(?:if|suppose|supposing|imagine|assume|assuming|unless|let us say|let's say|say I|pretend|"
    r"what if|in case|whenever|wish|hopefully|"
    r"for example|for instance|e\.g|such as|as if|in the (?:story|book|movie|film|game|novel|song|show)|in my dream)\b"
    r"|\bI wish\b|\bI (?:could|may|might|would (?!rather|prefer)|should|ought|must have|would have)\b|"
    r"\bwere I\b|\bas if\b|\bjust kidding\b|\bjk\b|"
    r"\b(?:am|is|be) .{1,60} (?:in (?:the|a|my|our) (?:school |new |next )?(?:play|story|novel|movie|film|game|"
    r"show|series|"
    r"dream|simulation|role-?play|musical|video game|campaign|fantasy)|at heart|on paper|in theory|in spirit|"
    r"in disguise)\b|"
    r"\b(?:am|was) (?:just )?(?:kidding|joking)\b|\bsarcas|\bhypothetical|\bif I (?:was|were|had|"
    r"could)\b|\bI would like to\b",
    re.IGNORECASE,
)
_REPORTED: Final = re.compile(
    r"\b(?:he|she|they|someone|somebody|people|everyone|everybody|it|the \w+|my \w+|"
    r"[A-Z]\w+) (?:\w+ )?(?:said|says|say|told|tells|claims|claimed|thinks|"
    r"believes|asked|asks|wrote|writes|insists|mentioned|argues|keeps saying)\b|\baccording to\b|"
    r"\bI (?:heard|read|was told|saw that)\b|"
    r"\bI(?: have)? (?:said|told|replied|answered|lied)\b|\bapparently\b|\bsupposedly\b|\brumou?r|"
    r"\bthe (?:lyrics|article|book|quote) ",
    re.IGNORECASE,
)
_TASK: Final = re.compile(
    r"(?:(?:please|can you|could you|would you|now|hey|ok|okay|kindly)[, ]+)*(?:translate|rewrite|"
    r"rephrase|paraphrase|summari[sz]e|proofread|correct|fix|edit|"
    r"polish|improve|classify|analy[sz]e|extract|role-?play|act as|pretend|write me|write a|write an|"
    r"draft|compose|complete the|continue the|"
    r"fill in|repeat after me|reply with|answer with|print|output|explain the following|convert)\b",
    re.IGNORECASE,
)
_STRONG: Final = re.compile(
    r"\b(?:maybe|perhaps|possibly|not sure|not certain|unsure|might|presumably|i doubt|no idea if|"
    r"may or may not|could be)\b",
    re.IGNORECASE,
)
_WEAK: Final = re.compile(
    r"\b(?:i (?:think|guess|believe|suppose|assume|feel like|reckon|figure)|probably|likely|"
    r"i am (?:pretty|fairly|quite) sure|if i remember|afaik|iirc|"
    r"as far as i know|more or less|sort of|kind of)\b",
    re.IGNORECASE,
)
_HEDGES: Final = re.compile(
    r"\b(?:maybe|perhaps|possibly|presumably|probably|likely|sort of|kind of|i (?:think|guess|believe|"
    r"suppose|assume|reckon|figure)(?: that)?|"
    r"i am (?:pretty|fairly|quite|not) (?:sure|certain)(?: that| but)?|afaik|iirc|as far as i know),? ",
    re.IGNORECASE,
)
_LEAD: Final = re.compile(
    r"(?:(?:starting|beginning|from|as of|last|this|next|on|in|since|yesterday|today|tomorrow|two|three|"
    r"four|five|six|a few|a couple of|\d+)\b[\w ]{0,30}?) (?=(?:I|we)\b)",
    re.IGNORECASE,
)
_SPLIT: Final = re.compile(
    r"(?:,|;| -)\s*(?:and |but |so |though |although |while |because )?(?:now |today |currently |these days )?"
    r"(?=(?:I|my|we|our)\b)|\s(?:and|but|so|though|although|while)\s(?:now |today |currently )?(?=(?:I|my|we|our)\b)",
)
_SAME_SUBJECT: Final = re.compile(
    r",?\s(?:and|but)\s(?=(?:(?:also|now|currently|really|just|then) )*(?:live|lives|work|works|love|"
    r"loves|like|likes|hate|hates|prefer|prefers|speak|speaks|play|plays|"
    r"have|has|own|am|is|was born|use|uses|do not|does not|can not|started|joined|moved|bought|adopted|"
    r"study|studies|enjoy|enjoys|dislike|dislikes|want to|plan to|decided|start|starts|begin|begins|began|quit|"
    r"left|join|"
    r"joins|drink|drinks|eat|eats|drive|drives|come from|comes from|grew up|am not|is not|used to|"
    r"will (?:start|join|begin|move))\b)"
)
_TOGETHER: Final = re.compile(
    r"\b((?:(?:[Mm]y|[Oo]ur)(?: (?!(?:is|are|was|were|has|had|have|lives?|works?|likes?|loves?|hates?|got|moved|"
    r"can|will|does|did|in|at)\b)\w+){1,3}|[A-Z]\w+)) and (I|me)\b"
)
_BEFORE_SUBJECT: Final = re.compile(
    r"(?:(?:last|this|next|yesterday|today|tonight|tomorrow|recently|lately|in|on|during|since|then|now|also|so|"
    r"because|"
    r"when|while|that|if|after|before|and|but|both|early|late|every|\d+|[A-Za-z]*day|night|week|weekend|month|year|"
    r"summer|winter|spring|autumn|fall|morning|evening|afternoon|January|February|March|April|May|June|July|August|"
    r"September|October|November|December)[ ,]+)*",
    re.IGNORECASE,
)
_UNPROVEN: Final = re.compile(
    r"\b(?:never|not|not yet|not been|never been|not ever|yet to be|have yet to (?:be|get)|not officially|"
    r"not formally) "
    r"(?:been |yet |actually |really |officially |formally |properly )?(?:tested|diagnosed|confirmed|checked|"
    r"verified|proven|"
    r"examined)\b|\b(?:untested|undiagnosed|unconfirmed|unverified|self-diagnosed)\b"
    r"|\bnever (?:had|did|took|got) (?:it |a |the |any )?(?:tests?|tested|checked|diagnos\w+)\b",
    re.IGNORECASE,
)
_TRAILING: Final = re.compile(
    r",? (?:(?:or )?(?:at least )?I (?:think|guess|suppose|believe|reckon|assume)(?: so)?|maybe|perhaps|probably|"
    r"possibly|"
    r"I am not (?:\w+ )?sure(?: (?:though|yet))?|(?:but |though )?not sure(?: (?:though|yet))?|"
    r"if I remember (?:correctly|right))$",
    re.IGNORECASE,
)
_FUTURE: Final = re.compile(r"\b(?:to|will|would|could|can|let us|should|must|might) [a-z]+")
_ANOTHER: Final = re.compile(r"\b(?:he|she|they|who|whose|which|it|you)\b", re.IGNORECASE)
_DANGLING: Final = re.compile(r",? (?:but|and|so|though|because|when|while|then)(?: \w+ly)?,?$")
_ADVERB: Final = re.compile(rf"(?:{alternatives(ADVERBS)}) ", re.IGNORECASE)
_NOUN_SUBJECT: Final = re.compile(
    r"(?P<who>my|our|the|this|next|[A-Z][\w-]+'s) (?P<np>[\w'/.-]+(?: [\w'/&.-]+){0,5}?) "
    r"(?P<rest>(?:is|are|was|were|will|has|have|lives?|works?|likes?|loves?|hates?|starts?|begins?|"
    r"takes place|got|moved|speaks?|plays?|"
    r"prefers?|enjoys?|studies|comes?|goes|uses?|owns?|can|does|do|no longer)\b.*)$",
    re.DOTALL,
)
_NAME_SUBJECT: Final = re.compile(
    r"(?P<np>[A-Z][\w'-]*[a-z][\w'-]*(?: [A-Z][\w'-]+){0,2}) (?P<rest>(?:\w+ly |also |now |"
    r"still )?(?:is|was born|has|lives|works|likes|loves|hates|got|moved|speaks|plays|prefers|"
    r"enjoys|studies|comes|goes by|uses|owns|can not|does not|no longer|left|quit|joined|stopped|"
    r"started|retired)\b.*)$",
    re.DOTALL,
)
_NO_NAMES: Final = word_set(
    "the this that these those it he she they we you there here what who where when why how my our your "
    "his her their its yes no everyone everybody someone somebody anyone nobody nothing something "
    "anything everything one another each both all some most monday tuesday wednesday thursday friday "
    "saturday sunday january february march april may june july august september october november "
    "december today tomorrow yesterday tonight god mine yours and but so then also if because while life "
    "time work love let please thanks sorry hope sounds looks seems glad being having doing going getting"
)
RELATIVES: Final = re.compile(
    rf"^(?:[a-z]+ ){{0,2}}?(?:{alternatives(ONE_OF_A_KIND | SEVERAL | GROUPS)})$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: who or what it is about, and what it says.

    Attributes:
        owner: `I`, `we`, `my`, `our`, `the`, or empty for somebody named.
        noun: what the subject is called; empty for `I` and `we`.
        rest: from its verb on.
        text: the whole of it, contractions written out.
        doubt: how much it doubts itself, 0 to 2.
    """

    owner: str
    noun: str
    rest: str
    text: str
    doubt: int = 0


def written_out(text: str) -> str:
    """Write contractions out."""
    for pattern, full in _CONTRACTIONS:
        text = pattern.sub(full, text)
    return text


def without_fillers(text: str, speakers: frozenset[str]) -> str:
    """Take off what stands before a statement: interjections, greetings, names that are called."""
    for _ in range(6):
        match = _FILLER.match(text)
        if match is not None:
            word = match[0].rstrip(" ,:!~-").lower()
            if word not in _COMMA_NEEDED or match[0].rstrip()[-1] in ",:!~-":
                text = text[match.end() :]
                continue
        match = _VOCATIVE.match(text)
        if match is None or match[1] not in speakers:
            return text
        text = text[match.end() :]
    return text


def is_statement(text: str) -> bool:
    """Tell whether a sentence states something: it asks nothing, supposes nothing and reports nobody else's words."""
    return not (_QUESTION.match(text) or _NOT_MEANT.search(text) or _REPORTED.search(text))


def is_task(text: str) -> bool:
    """Tell whether a sentence hands over a text to be worked on: what follows it is that text."""
    return _TASK.match(text) is not None


def doubt_of(text: str) -> int:
    """Return how much a sentence doubts itself, 0 to 2."""
    return 2 if _STRONG.search(text) else 1 if _WEAK.search(text) else 0


def without_hedges(text: str) -> str:
    """Take words of doubt off."""
    return _HEDGES.sub("", text)


def clauses_of(text: str) -> list[Clause]:
    """Cut a sentence into clauses with their subjects; parts without a subject that can be resolved are left out."""
    found: list[Clause] = []
    least = 2 if _UNPROVEN.search(text) is not None else 0
    if (trailing := _TRAILING.search(text)) is not None:
        least = max(least, doubt_of(trailing[0]))
        text = text[: trailing.start()]
    for part in _SPLIT.split(_joined(text)):
        doubt = max(least, doubt_of(part))
        whole = without_hedges(_DANGLING.sub("", part)) if doubt else _DANGLING.sub("", part)
        if (lead := _LEAD.match(whole)) is not None:
            whole = whole[lead.end() :]
        first, *others = [whole] if _FUTURE.search(whole) else _SAME_SUBJECT.split(whole)
        clause = _clause(first.strip())
        if clause is None:
            continue
        found.append(replace(clause, doubt=doubt))
        for other in others if _ANOTHER.search(first) is None else ():
            rest = without_adverbs(other.strip())
            found.append(Clause(clause.owner, clause.noun, rest, f"{_head(clause)} {rest}", doubt))
    return found


def _joined(text: str) -> str:
    """Keep "my wife and I" together where it is a subject, and "my wife and me" anywhere."""

    def together(match: re.Match[str]) -> str:
        before = re.split(
            r"[,;] |\b(?:and|but|when|because|that|while|if|after|before|where|as|than|since) ", text[: match.start()]
        )[-1]
        is_subject = match[2] == "me" or _BEFORE_SUBJECT.fullmatch(before) is not None
        return f"{match[1]} & {match[2]}" if is_subject else match[0]

    return _TOGETHER.sub(together, text)


def _head(clause: Clause) -> str:
    return clause.text[: len(clause.text) - len(clause.rest)].strip() or clause.owner


def _clause(text: str) -> Clause | None:
    for owner in ("I", "we", "We"):
        if text.startswith(f"{owner} "):
            rest = without_adverbs(text[len(owner) + 1 :])
            return Clause(owner.lower() if owner != "I" else owner, "", rest, f"{owner} {rest}")
    first, _, others = text.partition(" ")
    lowered = f"{first.lower()} {others}" if first in ("My", "Our", "The", "This", "Next") else text
    match = _NOUN_SUBJECT.match(lowered)
    if match is not None:
        return Clause(match["who"], match["np"], without_adverbs(match["rest"]), lowered)
    match = _NAME_SUBJECT.match(text)
    if match is not None and match["np"].split()[0].lower() not in _NO_NAMES:
        return Clause("", match["np"], without_adverbs(match["rest"]), text)
    return None


def without_adverbs(rest: str) -> str:
    """Take adverbs off before the verb and after it."""
    for _ in range(4):
        match = _ADVERB.match(rest)
        if match is None:
            break
        rest = rest[match.end() :]
    verb, _, after = rest.partition(" ")
    for _ in range(3):
        match = _ADVERB.match(after)
        if match is None:
            break
        after = after[match.end() :]
    return f"{verb} {after}".strip()
