"""What an English statement denies, how much of it, and what in capitals is nobody's name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from knowledge.engine.distill import english_clauses as clauses
from knowledge.engine.distill import english_rules as rules
from knowledge.engine.distill.english_objects import narrowed_by

if TYPE_CHECKING:
    from knowledge.engine.distill.relations import Mood

_USED_TO: Final = re.compile(r"used to (?P<o>.+)$")
_NO_LONGER: Final = re.compile(r"(?:(?P<be>am|is|are) )?no longer (?P<o>.+)$")
_NOT: Final = re.compile(
    r"(?:(?P<be>am|is|are)|do|does|have|has) (?:not|never) (?:really |actually |"
    r"even )?(?P<o>.+?)(?P<more> any ?more| any longer)?$"
)
_NEVER: Final = re.compile(r"never (?P<o>(?:eat|drink|use|play|speak)s? .+)$")
MERELY: Final = re.compile(
    r"(?:(?:am|is|are|do|does|have|has) (?:not|never) (?:really |even )?)?(?:only|just|simply|merely|always|"
    r"usually|generally|"
    r"normally|typically|mostly|necessarily|exactly|often|quite|entirely|completely|fully|regularly|strictly)\b"
)
_NO_VERB: Final = re.compile(r"(?P<v>eat|drink|speak|use|own|play|like)s? no (?P<o>[a-z].+)$")
_BROAD: Final = re.compile(
    r" (?:and|but|because|since|so|although|though|as|due|thanks|at all|any ?more|either|now)\b|,"
)
IN_JEST: Final = re.compile(
    r",? (?:obviously|of course|clearly|naturally|duh|lol|haha+|apparently|allegedly|ha|remember|jk|you fool|"
    r"hear me roar)\b",
    re.IGNORECASE,
)
_NO_PERSON: Final = re.compile(
    r"(?:Batman|Superman|Spider-?[Mm]an|Iron|Santa|Jesus|God|Satan|Napoleon|Einstein|Sherlock|Groot|Spartacus|"
    r"Legend|Darth|"
    r"Robin Hood|Dracula|Zeus|Cleopatra|Hamlet|Thor|Hulk|Wonder|Captain|King|Queen|Emperor|Sorry|Late|Fine|Good|"
    r"Happy|Sure|"
    r"Hungry|Tired|Bored|Sad|Glad|Excited|Confused|Lost|Busy|Back|New|Home|Out|In|Alone|Sick|Single|Married|"
    r"Curious|Free|"
    r"Available|Interested|Looking|Trying|Going|Working|Ready|Done|Here|Not|Very|So|Chat[Gg][Pp][Tt]|Alexa|Siri|"
    r"Catholic|Christian|Muslim|Jewish|Buddhist|Hindu|Republican|"
    r"Democrat|European|Asian|Capricorn|Aquarius|Pisces|Aries|Taurus|Gemini|Cancer|Leo|Virgo|Libra|Scorpio|"
    r"Sagittarius)\b"
)
WORTH_DENYING: Final = re.compile(r"[A-Z\d#@\"']|.*[\d@]")
_NATIONALITY: Final = next(place for place, rule in enumerate(rules.RULES) if rule.relation == "nationality")


def is_no_name(text: str) -> bool:
    """Tell whether a word in capitals is a nationality, a faith or a figure rather than somebody's name."""
    return rules.RULES[_NATIONALITY].pattern.match(f"am {text}") is not None or _NO_PERSON.match(text) is not None


def is_narrow(rule: rules.Rule, match: re.Match[str]) -> bool:
    """Tell whether a denial denies less than its relation would: married *to Tom*, coffee *after nine*."""
    after = match.string[match.end() :]
    if after and not _BROAD.match(after):
        return True
    return rule.relation != "lives" and bool(narrowed_by(match.groupdict().get("o") or ""))


def mood_of(rest: str) -> tuple[Mood, str]:
    """Take negation off what follows a subject, and say which it was."""
    match = _USED_TO.match(rest)
    if match is not None and re.match(r"(?:love|like|enjoy|prefer|hate|adore|be (?:into|a fan))", match["o"]):
        return "yes", rest  # somebody who used to love hiking may only lack the time
    if match is not None:
        return "ended", re.sub(r"^be\b", "am", match["o"])
    match = _NO_LONGER.match(rest)
    if match is not None:
        return "ended", f"{match['be']} {match['o']}" if match["be"] else match["o"]
    match = _NOT.match(rest)
    if match is not None:
        inner = clauses.without_adverbs(match["o"])
        return "ended" if match["more"] else "no", f"{match['be']} {inner}" if match["be"] else inner
    match = _NEVER.match(rest)
    if match is not None:
        return "no", match["o"]
    match = _NO_VERB.match(rest)
    if match is not None:
        return "no", f"{match['v']} {match['o']}"
    more = re.match(r"(?P<o>can not (?:stand|bear) .+)$", rest)
    return "yes", more["o"] if more else rest


def denied(raw: str) -> tuple[Mood, str]:
    """Take "not" and "no longer" off a value."""
    match = re.match(
        r"(?:(?P<ended>no longer|not (?=.* any ?more$))|not(?: actually| really)?) (?P<o>.+?)(?: any ?more)?$", raw
    )
    if match is None:
        return "yes", raw
    return ("ended" if match["ended"] else "no"), match["o"]
