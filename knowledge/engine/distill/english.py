"""What an English sentence states: a relation where it fits one, else a sentence about the speaker."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from knowledge.engine.distill import english_clauses as clauses
from knowledge.engine.distill import english_rules as rules
from knowledge.engine.distill.dates import find_time
from knowledge.engine.distill.english_denials import (
    IN_JEST,
    MERELY,
    WORTH_DENYING,
    denied,
    is_narrow,
    is_no_name,
    mood_of,
)
from knowledge.engine.distill.english_objects import clean_object, each_of, value_of
from knowledge.engine.distill.english_plain import is_specific, plain_statement
from knowledge.engine.distill.english_words import (
    ATTRIBUTES,
    ONE_OF_A_KIND,
    PROFESSIONS,
    SEVERAL,
    alternatives,
    is_secret,
)
from knowledge.engine.distill.relations import Said, has_mood

if TYPE_CHECKING:
    from knowledge.engine.distill.english_clauses import Clause
    from knowledge.engine.distill.relations import Mood, Scene

_REMEMBER: Final = re.compile(
    r"(?:(?:please|also|and|so|just|always|kindly|could you|can you)[, ]+)*(?:remember|note|make a note|"
    r"keep in mind|bear in mind|"
    r"do not forget|never forget|for the record|for future reference|reminder|important|write down|memo|fyi|take note)"
    r"(?: (?:that|of this|this|for me|for later|also|please))*\s*[:,-]?\s+(?!when\b|how\b|what\b|"
    r"where\b|who\b|if\b|to\b|me\b|the time\b|last\b|those\b|seeing\b|us\b)(?P<o>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_REMIND: Final = re.compile(
    r"(?:please |also )*(?:remember|do not forget|remind me|do not let me forget) (?P<o>(?:to|about) .{3,200})$",
    re.IGNORECASE,
)
_INSTRUCTION: Final = re.compile(
    r"(?:please |from now on,? |going forward,? |in (?:the )?future,? |"
    r"whenever you [\w ]{2,30}, )*(?:always|never|from now on,?(?: please)?|do not ever|only ever)\s+"
    r"(?:use|write|answer|reply|respond|call|address|send|include|format|speak|ask|keep|start|end|give|"
    r"show|add|put|avoid|mention|remind|translate|book|"
    r"schedule|explain|be|do|contact|phone|email|suggest|recommend|order|refer|round|quote|cite|sign)\b.{2,200}$",
    re.IGNORECASE,
)
_IS: Final = re.compile(r"(?:is|are) (?:now |actually |called |named )?(?P<o>.+)$")
_NAME: Final = re.compile(r"(?:called |named )?(?P<o>[A-Z][\w'.-]+(?: [A-Z][\w'.-]+){0,2})(?=$|,|\.| and\b| \()")
_CALL_ME: Final = re.compile(
    r"(?i:(?:(?:just|but|please|you can|everyone|people|friends|"
    r"my friends) )*calls? me) "
    r"(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March\b|April\b|May\b|June\b|July|August|"
    r"September|October|"
    r"November|December|Maybe|Crazy|Old|Stupid|Back|Later|Tomorrow)(?P<o>[A-Z][\w'.-]+)(?=$|,| instead| from| please)"
)
_I_AM: Final = re.compile(r"I am (?P<o>[A-Z][a-z'-]+(?: [A-Z][a-z'-]+)?)(?=$|,| from\b| with\b| and\b)")
_IS_FAVOURITE: Final = re.compile(
    r"(?P<o>[A-Z]?[\w' -]{1,40}?) (?:is|are) (?:definitely |still |"
    r"by far )?my (?:all-time )?favourite (?P<n>[\w -]{2,30})$"
)
_FAVOURITE: Final = re.compile(r"(?:all-time |absolute |new |current )?favourite (?P<n>[\w' -]{2,40})$")
_NAME_OF: Final = re.compile(
    rf"name of my (?P<n>{alternatives(ONE_OF_A_KIND | SEVERAL)})$|"
    rf"(?P<m>{alternatives(ONE_OF_A_KIND | SEVERAL)})'s name$"
)
_IS_MY: Final = re.compile(rf"is (?:my|our) (?P<n>{alternatives(ONE_OF_A_KIND | SEVERAL)})(?=$|,| and\b)")
_NOT_BUT: Final = re.compile(r"not .{1,40}?(?:,)? but (?P<o>.+)$")
_AT_TIME: Final = re.compile(
    r"(?:is|are|will be|has been|have been|got|gets|was|were)?\s*(?:now |already |"
    r"officially )?(?P<moved>re-?scheduled|moved|postponed|pushed(?: back)?|brought forward|changed|"
    r"delayed)?"
    r"\s*(?:scheduled|set|planned|booked|due|starting|happening|starts?|begins?|takes place|"
    r"will start)?\s*(?:for|on|at|to|until|in|from)?\b"
)
_HAVE_EVENT: Final = re.compile(
    r"(?:have|has|booked|scheduled|made|got|am having|is having|set up|arranged) (?:a|an|the|my|our|"
    r"another) (?P<np>(?:[\w'-]+ ){0,3}?[\w-]+)"
    r"(?P<more>(?: (?:with|to|for|at|in) (?!the (?:\d|morning|afternoon))[\w' .-]{2,40}?)?) (?=on|at|"
    r"for|this|next|tomorrow|tonight|today|in \w+ (?:day|week|month)|[A-Z]\w+day)"
)
_STATE: Final = re.compile(
    r"(?:playing|on|over|starting|back|here|closed|gone|missing|broken|sold out|cancelled|canceled|dead|empty|"
    r"ruined|dirty|"
    r"coming|open|next|out|available|yet to come|long gone|on (?:TV|now|air|again)|coming (?:up|soon)|hard to \w+|"
    r"changing.*)"
)
_NAMED_ONES: Final = {
    *(
        "company",
        "employer",
        "school",
        "university",
        "department",
        "team",
        "project",
        "current project",
        "car",
        "laptop",
    ),
    *("phone", "phone model", "hometown", "home town", "birthplace", "editor", "website", "homepage", "shell", "stack"),
    *("operating system", "emergency contact", "address", "home address", "nationality", "timezone", "time zone"),
}
_IN_FIGURES: Final = frozenset(("height", "weight", "shoe size", "budget", "number", "deadline"))
_TRADE: Final = re.compile(r"[a-z]+(?:er|or|ist|ian|man|woman|ant|eer|ess|eur|eon|smith|yst|ic)s?")
_LEFT_OVER: Final = 5


def is_task(text: str) -> bool:
    """Tell whether a sentence hands over a text to be worked on: what follows it is that text."""
    return clauses.is_task(text)


def read(text: str, scene: Scene, *, remembered: bool = False) -> list[Said]:
    """Return what a sentence states.

    Args:
        text: a sentence without its end mark, quotation marks taken off.
        scene: who speaks, and when.
        remembered: whether the speaker asked to remember it, so that a sentence that fits no relation is kept too.
    """
    text = clauses.without_fillers(clauses.written_out(text), scene.others)
    asked = _asked(text, scene)
    if asked is not None:
        return asked
    if not clauses.is_statement(text):
        return []
    bare = clauses.without_fillers(clauses.without_hedges(text), scene.others)
    found = [replace(one, doubt=clauses.doubt_of(text)) for one in _whole(bare, scene)]
    for clause in () if found else clauses.clauses_of(text):
        said = _clause(clause, scene, text) or (_kept_property(clause, scene) if remembered else [])
        found += [replace(one, doubt=clause.doubt) for one in said]
    if not found and remembered and is_specific(text, scene) and (kept := plain_statement(bare, scene, anything=True)):
        found = [replace(kept, doubt=clauses.doubt_of(text))]
    return found


def _asked(text: str, scene: Scene) -> list[Said] | None:
    """Read what the speaker wants to be kept in mind; None when they ask for no such thing."""
    match = _REMIND.match(text)
    if match is not None and not scene.to_agent:
        return []
    if match is not None:
        kept = plain_statement(f"I want to be reminded {match['o']}", scene, anything=True)
        return [replace(kept, kind="reminder", rank=1)] if kept else []
    match = _REMEMBER.match(text)
    if match is not None:
        found = read(match["o"], scene, remembered=True)
        return [replace(one, kind=one.kind or "remember", rank=0) for one in found]
    if _INSTRUCTION.match(text) and not clauses.is_task(text) and "never mind" not in text.lower():
        return [Said("", scene.speaker, kind="instruction", plain=f"{scene.speaker} asks: {text}.", rank=0)]
    return None


def _whole(text: str, scene: Scene) -> list[Said]:
    """Read wordings that have no subject of the usual form."""
    match = _CALL_ME.match(text)
    if match is not None:
        return [Said("called", scene.speaker, match["o"])]
    match = _IS_FAVOURITE.match(text)
    if match is not None and (value := clean_object(match["o"])):
        return [Said("favourite", scene.speaker, value, noun=match["n"].strip().lower())]
    match = _I_AM.match(text)
    if match is None or is_no_name(match["o"]) or IN_JEST.match(text, match.end()):
        return []
    known = match["o"].split()[0] in scene.speaker.split()
    if not scene.named or known:
        rest = text[match.end() :]
        rest = f"I am{rest}" if rest.startswith(" from") else re.sub(r"^(?: with|,)? ?(?:and )?", "", rest)
        more = [one for clause in clauses.clauses_of(rest) for one in _clause(clause, scene, text)]
        return more if known else [Said("name", scene.speaker, match["o"]), *more]
    return []


def _clause(clause: Clause, scene: Scene, sentence: str) -> list[Said]:
    """Read one clause of a sentence."""
    if clause.owner in ("I", "we"):
        found = _of_person(scene.speaker, clause, scene, is_self=True)
        kept = None if found else plain_statement(clause.text, scene, sentence=sentence)
        return [kept] if kept else found
    if clause.owner in ("my", "our"):
        stated = _of_property(clause, scene)
        if stated is None and clauses.RELATIVES.match(clause.noun):
            return _of_person(f"{scene.speaker}'s {clause.noun.lower()}", clause, scene, is_self=False)
        return stated or []
    if clause.owner:
        return _of_event(clause, scene) or _decided(clause, scene)
    match = _IS_MY.match(clause.rest)
    if match is not None:
        return [_kin(match["n"].lower(), clause.noun, scene)]
    return _of_person(clause.noun, clause, scene, is_self=clause.noun == scene.speaker)


def _decided(clause: Clause, scene: Scene) -> list[Said]:
    kept = plain_statement(clause.text, scene) if clause.noun.lower() in ("decision", "plan", "goal") else None
    return [kept] if kept else []


def _of_person(subject: str, clause: Clause, scene: Scene, *, is_self: bool) -> list[Said]:
    """Read what is said about somebody."""
    mood, rest = mood_of(clause.rest)
    if mood == "no" and MERELY.match(clause.rest):
        return []  # who does not only work there works there
    for table, ends in ((rules.ENDED, True), (rules.RULES, False)):
        for rule in table:
            match = rule.pattern.match(rest)
            if match is None:
                continue
            if rule.begins and find_time(rest, "en", scene.at) is None:
                break
            if mood == "no" and not ends and is_narrow(rule, match):
                return []
            said = _fitted(rule, match, "ended" if ends else mood, subject, is_self=is_self)
            said = [replace(one, begins=rule.begins) for one in said]
            if said:
                return [*said, *_employer(rule, match, subject, mood, is_self=is_self)]
    if clause.owner and mood == "yes":
        return _appointment(subject, rest, scene)
    return []


def _employer(rule: rules.Rule, match: re.Match[str], subject: str, mood: Mood, *, is_self: bool) -> list[Said]:
    """Read "an engineer at Acme" as two statements."""
    if rule.relation != "job" or mood != "yes":
        return []
    at = re.match(r" (?:at|for) (?P<o>[A-Z][^,;]{1,40})", match.string[match.end() :])
    value = clean_object(at["o"]) if at else ""
    return [Said("works", subject, value, about_self=is_self)] if value else []


def _fitted(rule: rules.Rule, match: re.Match[str], mood: Mood, subject: str, *, is_self: bool) -> list[Said]:
    groups = match.groupdict()
    if mood != "yes" and not has_mood(rule.relation, mood):
        return []
    if rule.relation == "jobless":
        return [Said("jobless", subject, mood=mood, about_self=is_self)]
    value = rule.value or value_of(rule.relation, groups.get("o") or "")
    if not value:
        return []
    if rule.relation == "works" and groups.get("w") == "left":
        told = f"{subject} left {value}."  # a town can be left, too
        return [Said("works", subject, value, mood=mood, plain=told, about_self=is_self)]
    if rule.relation == "rather":
        other = clean_object(groups["n"])
        pair = " / ".join(sorted((value.lower(), other.lower())))
        told = f"{subject} prefers {value} to {other}."
        return [Said("rather", subject, value, noun=pair, plain=told, about_self=is_self)] if other else []
    said = Said(rule.relation, subject, value, noun=(groups.get("n") or "").lower(), mood=mood, about_self=is_self)
    return [replace(said, object=one) for one in each_of(rule.relation, value)]


def _kin(noun: str, name: str, scene: Scene) -> Said:
    return Said("relative" if noun in ONE_OF_A_KIND else "one of", scene.speaker, name, noun=noun)


def _of_property(clause: Clause, scene: Scene) -> list[Said] | None:
    """Read "my … is …"; None when the clause is rather about what somebody does."""
    noun = clause.noun.lower().removeprefix("own ").removeprefix("full ") if clause.noun != "full name" else "name"
    if is_secret(noun):
        return []
    named = _NAME_OF.match(noun)
    stated = _IS.match(clause.rest)
    raw = stated["o"] if stated else ""
    corrected = _NOT_BUT.match(raw)
    raw = corrected["o"] if corrected else raw
    if named is not None and (match := _NAME.match(raw)):
        return [_kin(named["n"] or named["m"], match["o"], scene)]
    liked = _FAVOURITE.match(noun)
    if liked is not None:
        mood, raw = denied(raw)
        value = "" if _STATE.fullmatch(raw) else clean_object(raw)
        return [Said("favourite", scene.speaker, value, noun=liked["n"].strip(), mood=mood)] if value else []
    if noun.replace(" ", "_") in ATTRIBUTES:
        return _attribute(noun, raw, scene)
    event = _of_event(clause, scene)
    if event:
        return event
    kin = ONE_OF_A_KIND | {one.replace("_", " ") for one in SEVERAL}
    if noun in kin and (match := _NAME.fullmatch(raw)) and not is_no_name(raw):
        return [_kin(noun, match["o"], scene)]
    return None if clauses.RELATIVES.match(noun) else _decided(clause, scene)


def _kept_property(clause: Clause, scene: Scene) -> list[Said]:
    """Read "my … is …" that the speaker asked to remember, whatever it is."""
    stated = _IS.match(clause.rest)
    value = clean_object(stated["o"], longest=12) if stated and clause.owner in ("my", "our") else ""
    if not value or is_secret(clause.noun) or not re.match(r"[A-Z\d#@\"']|.*\d|\S*@", value):
        return []  # what is no name and no number may be anything: it is kept as a sentence
    return [Said("attribute", scene.speaker, value, noun=clause.noun.lower())]


_OWN_RELATION: Final = frozenset(
    ("name", "full name", "first name", "birthday", "job", "occupation", "profession", "employer")
)


def _attribute(noun: str, raw: str, scene: Scene) -> list[Said]:
    mood, raw = denied(raw)
    if not raw or raw.startswith(("the same", "very ", "so ", "too ", "really ")):
        return []
    if mood != "yes":
        value = clean_object(raw, longest=12)
        known = noun not in _OWN_RELATION and WORTH_DENYING.match(value)
        return [Said("attribute", scene.speaker, value, noun=noun, mood=mood)] if known else []
    raw = re.sub(r"(\d),? (\d{4})\b", r"\1 \2", raw) if noun in ("birthday", "date of birth") else raw
    value = clean_object(re.sub(r",? not .*$|^on (?=[A-Z\d])", "", raw), longest=12)
    if not value:
        return []
    if noun in ("name", "full name", "first name"):
        return [Said("name", scene.speaker, value)] if value[0].isupper() or not value.isascii() else []
    if (noun in _NAMED_ONES and not re.search(r"[A-Z\d@]", value)) or (
        noun in _IN_FIGURES and not re.search(r"\d", value)
    ):
        return []  # my car is broken
    if noun in ("goal", "main goal") and len(value.split()) == 1:
        return []
    relation = {
        "birthday": "birthday",
        "job": "job",
        "occupation": "job",
        "profession": "job",
        "employer": "works",
    }.get(noun)
    when = find_time(value, "en", scene.at) if relation == "birthday" else None
    if relation == "birthday" and when is None and not any(letter.isdigit() for letter in value):
        return []
    if (
        relation == "job"
        and value.isalpha()
        and value.islower()
        and value not in PROFESSIONS
        and not _TRADE.fullmatch(value)
    ):
        return []  # my job is boring
    return [Said(relation, scene.speaker, value)] if relation else [Said("attribute", scene.speaker, value, noun=noun)]


def _of_event(clause: Clause, scene: Scene) -> list[Said]:
    """Read "the meeting is on Friday at 3"."""
    if rules.EVENT_NOUN.search(clause.noun) is None:
        return []
    head = _AT_TIME.match(clause.rest)
    if head is None or (clause.rest.startswith(("was ", "were ")) and not head["moved"]):
        return []
    rest = clause.rest[head.end("moved") if head["moved"] else 0 :]
    rest = rest[rest.rfind(" to ") :] if head["moved"] and " from " in rest and " to " in rest else rest
    when = find_time(rest, "en", scene.at)
    if when is None or len(rest[: when.at[0]].split()) > _LEFT_OVER or re.search(r"\b(?:not|never|or)\b", clause.rest):
        return []
    owner = f"{scene.speaker}'s " if clause.owner in ("my", "our") else ""
    noun = clause.noun if not clause.owner.endswith("'s") else f"{clause.owner} {clause.noun}"
    return [
        Said(
            "time",
            f"{owner}{noun}"
            if owner
            else noun[:1].lower() + noun[1:]
            if clause.owner in ("the", "this", "next")
            else noun,
            when.text,
        )
    ]


def _appointment(subject: str, rest: str, scene: Scene) -> list[Said]:
    """Read "have a dentist appointment on Friday"."""
    match = _HAVE_EVENT.match(rest)
    if match is None:
        return []
    when = find_time(rest, "en", scene.at)
    noun = f"{match['np']}{match['more']}".strip()
    if when is None or rules.EVENT_NOUN.search(match["np"]) is None or when.at[0] < match.end() - 1:
        return []
    return [Said("time", f"{subject}'s {noun}", when.text, rank=0)]
