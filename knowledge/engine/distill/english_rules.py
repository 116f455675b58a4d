"""What follows the subject of an English clause, as a table from its wording to what it says.

The clause has no contractions and no adverbs; negation has been taken off. Every pattern is anchored at its start and
reads its object lazily up to the end, so that it takes time linear in the clause.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from knowledge.engine.distill.english_words import (
    DEMONYMS,
    DIETS,
    EVENTS,
    LANGUAGES,
    ONE_OF_A_KIND,
    PETS,
    PROFESSIONS,
    SEVERAL,
    alternatives,
)

_BE: Final = r"(?:am|is|are)"
_MONTHS: Final = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
_ADDED: Final = (
    r"(?:(?!(?:with|of|for|and|who|that|whose|like|friend|sister|brother|neighbou?r|allergy)\b)[\w-]+ ){0,3}?"
)
_NO_MORE: Final = (
    r"(?!-)(?! in this\b| in[- ]law\b)(?! (?!(?:and|or|named|called|who|which|that|at|in|with|from|since|for|now|"
    r"too|but|because|so|as|to|on|by|"
    r"instead|already|again|if|when|while|of|also|right|together|last|this|just|here|back|today|yesterday|"
    r"recently)\b)\w)"
)
_JOB_END: Final = (
    r"(?=$|,|\.| (?:at|in|last|this|because|and|to|for|after|on|two|three|a|\d+|yesterday|today|recently|since|"
    r"when|so|but|"
    r"with|as|due|ago|before|already|early|during|from|now|there|earlier|back|it|while|over|right|around|then)\b)"
)
_STOP: Final = (
    r"(?=$|,| (?:and|but|until|till|since|now|for|because|so|these|at|by|who|from|when|after|before|"
    r"this|last|in|on|to|with|two|three|four|five|six|a|about|over|almost|\d+|again)\b)"
)
_PLACE: Final = (
    r"(?P<o>(?:the |a (?:small |little |quiet )?(?:town|village|city|suburb) (?:near|outside|in|of) |"
    r"(?:downtown|central|northern|southern|eastern|western) )?[A-Z][^,;]{1,60})"
)
_PROFESSION: Final = (
    rf"(?P<o>(?:[\w'-]+ ){{0,3}}?(?:{alternatives(PROFESSIONS)}))(?= (?:at|for|in|with|from|by|who|on|and|based)\b|$)"
)


@dataclass(frozen=True, slots=True)
class Rule:
    """One wording.

    Attributes:
        relation: what it says.
        pattern: matched at the start of what follows the subject; group `o` is the object, `n` the noun.
        value: the object, where the wording itself names it.
        begins: it says so of a time to come, which the sentence has to name.
    """

    relation: str
    pattern: re.Pattern[str]
    value: str = ""
    begins: bool = False


def _rule(relation: str, pattern: str, value: str = "", *, begins: bool = False) -> Rule:
    # Capitals tell names from words, so they count, except at the verbs, which are always small here.
    return Rule(relation, re.compile(pattern), value, begins)


RULES: Final[tuple[Rule, ...]] = (
    _rule("name", rf"{_BE} (?:called|named) (?P<o>[A-Z][\w'.-]+(?: [A-Z][\w'.-]+){{0,3}})"),
    _rule("called", r"(?:go|goes) by (?P<o>[A-Z][\w'.-]+)"),
    _rule("called", r"(?:prefer|prefers|like|likes|want|wants) to be called (?P<o>[A-Z][\w'.-]+)"),
    _rule("lives", rf"(?:live|lives|reside|resides|{_BE} (?:living|based|located|residing)) in {_PLACE}"),
    _rule("lives", rf"(?:have |has )?moved (?:back |over |out )?(?:from [^,;]{{1,40}} )?to {_PLACE}"),
    _rule("lives", rf"(?:have |has )?(?:relocated|settled(?: down)?) (?:to|in) {_PLACE}"),
    _rule(
        "lives",
        rf"(?:(?:{_BE}|will be) (?:moving|relocating)|will (?:move|relocate)|{_BE} going to move) (?:back |"
        rf"over )?(?:from [^,;]{{1,40}} )?to {_PLACE}",
        begins=True,
    ),
    _rule(
        "works",
        rf"(?:{_BE} (?:joining|starting at)|starts? at|joins?|begins? at|will (?:join|start at)|"
        rf"{_BE} going to (?:join|start at)) {_PLACE}",
        begins=True,
    ),
    _rule("from", rf"(?:{_BE}|come|comes) from {_PLACE}"),
    _rule("from", rf"(?:grew up|{_BE} originally from|was born and raised) in {_PLACE}"),
    _rule(
        "birthday",
        rf"(?:was|were) born (?:on|in) (?P<o>(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?)?{_MONTHS}"
        r"(?: \d{1,2}(?:st|nd|rd|th)?(?!\d))?,? ?(?:\d{4})?|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|"
        r"\d{4}(?!\d))",
    ),
    _rule("age", rf"{_BE} (?P<o>\d{{1,3}})(?: years old| years of age)?(?=$|,| and\b| now\b)"),
    _rule(
        "age",
        r"(?:have |has )?(?:turned) (?P<o>\d{1,3})(?=$|,| (?!degrees?\b|pages?\b|times?\b|percent\b|of\b|to\b)\w+)",
    ),
    _rule("job", rf"{_BE} (?:a|an|the) {_PROFESSION}"),
    _rule(
        "job",
        rf"(?:work|works|{_BE} working|{_BE} employed|got a job|got hired|started|started working) as (?:a|"
        rf"an|the) {_PROFESSION}",
    ),
    _rule("works", rf"(?:work|works|{_BE} working|{_BE} employed) (?:at|for|by) {_PLACE}"),
    _rule(
        "works",
        rf"(?:have |has )?(?:joined|got a job at|got hired (?:at|by)|started (?:working |a new job )?at|"
        rf"took a job at) {_PLACE}",
    ),
    _rule("school", rf"(?:study|studies|{_BE} studying|go to school|go to college) at {_PLACE}"),
    _rule(
        "school",
        rf"(?:attend|attends|{_BE} attending) (?P<o>(?:the )?[A-Z][^,;]{{1,40}}(?:University|College|School|"
        rf"Institute|Academy))",
    ),
    _rule(
        "studies",
        rf"(?:study|studies|{_BE} studying|{_BE} learning|learn|learns|{_BE} majoring in|major in|"
        rf"majors in) (?P<o>[^,;]{{2,60}}?)(?= at [A-Z]|$|,)",
    ),
    _rule(
        "nationality",
        rf"{_BE} (?P<o>(?:{alternatives(frozenset(word.capitalize() for word in DEMONYMS))}))(?=$|,| and\b)",
    ),
    _rule(
        "marital",
        rf"{_BE} (?P<o>married|single|divorced|engaged|widowed)(?=$|,| and\b| to (?!(?:my|the|his|her) (?:job|work|"
        rf"career|idea|game|sea)\b)| with (?:two|three|four|\d|kids|"
        r"children)\b| now\b| since\b)",
    ),
    _rule(
        "marital",
        r"(?:have |has )?(?:got|gotten) (?P<o>married|divorced|engaged)(?=$|,| and\b| to\b| in (?!an?\b|the\b|"
        r"\w+ing\b)| on\b|"
        r" last\b| this\b| yesterday\b)",
    ),
    _rule("diet", rf"{_BE} (?:a |an )?(?:strict )?(?P<o>{alternatives(DIETS)}){_STOP}"),
    _rule(
        "diet", rf"(?:have |has )?(?:went|gone|turned|become|became) (?:a )?(?P<o>vegan|vegetarian|pescatarian){_STOP}"
    ),
    _rule("diet", rf"{_BE} (?P<o>(?:lactose|gluten)[- ]intolerant)"),
    _rule(
        "allergy",
        rf"(?:{_BE} (?:severely )?allergic|(?:have|has) an? (?:severe )?allergy) to "
        r"(?!(?:nonsense|stupidity|mornings?|early mornings?|[Mm]ondays?|work|working|drama|bullshit|lies|people|"
        r"fools|idiots|"
        r"commitment|exercise|math|maths|boredom|bullies|liars|bad \w+|responsibility|fun|nothing|"
        r"everything)\b)(?P<o>[^,;]{2,40})",
    ),
    _rule("allergy", r"(?:have|has) an? (?:severe )?(?P<o>\w+) allergy"),
    _rule(
        "rather",
        r"(?:prefer|prefers|would rather have|would prefer) (?P<o>[^,;]{2,40}?) (?:to|over|"
        r"instead of|rather than|than) (?P<n>[^,;]{2,40})",
    ),
    _rule(
        "rather", r"(?:like|likes|love|loves|enjoy|enjoys) (?P<o>[^,;]{2,40}?) (?:more|better) than (?P<n>[^,;]{2,40})"
    ),
    _rule("likes", rf"{_BE} (?:a )?(?:big |huge |massive |great |die-hard )?fans? of (?P<o>[^,;]{{2,60}})"),
    _rule(
        "likes",
        rf"{_BE} (?:into|fond of|keen on|crazy about|obsessed with|passionate about|addicted to) (?P<o>[^,;]{{2,60}})",
    ),
    _rule(
        "dislikes",
        r"(?:hate|hates|dislike|dislikes|despise|despises|detest|detests|can not stand|can not bear|loathe|"
        r"loathes) (?P<o>[^,;]{2,60})",
    ),
    _rule("likes", r"(?:like|likes|love|loves|enjoy|enjoys|adore|adores|prefer|prefers) (?P<o>[^,;]{2,60})"),
    _rule(
        "speaks",
        rf"(?:speak|speaks|{_BE} fluent in|{_BE} a native speaker of) (?:fluent |some |a little |"
        rf"good )?(?P<o>(?:{alternatives(frozenset(word.capitalize() for word in LANGUAGES))}))\b",
    ),
    _rule(
        "plays",
        r"(?:play|plays) (?!(?:the |an? )?(?:(?:\w+ ){0,2}(?:role|part|trick|joke|prank|hand|tune|song)s?\b|role|"
        r"part|fool|fair|safe|along|around|dead|dumb|hard|host|house|it|down|up|by|"
        r"with|into|for|to|out|no|big|small|important|devil's)\b)(?:the )?(?P<o>[a-z][\w' -]{2,30}?)(?=$|,|"
        r" (?:every|on|in|with|for|at|and|since|to|when)\b)",
    ),
    _rule(
        "uses",
        rf"(?:use|uses|{_BE} using|(?:have |"
        rf"has )?switched (?:from [^,;]{{1,40}} )?to) (?P<o>(?:the )?[A-Z][^,;]{{1,40}}?)(?= (?:for|to|as|at|"
        rf"on|in|every|with|from)\b|$|,)",
    ),
    _rule("eats", r"(?:eat|eats) (?P<o>[^,;]{2,40})"),
    _rule("drinks", r"(?:drink|drinks) (?P<o>[^,;]{2,40})"),
    _rule(
        "one of",
        rf"(?:have|has|own|owns|got|adopted) (?:a|"
        rf"an) (?:[\w-]+ ){{0,3}}?(?P<n>{alternatives(SEVERAL)}) (?:named|called) (?P<o>[A-Z][\w'.-]+)",
    ),
    _rule(
        "pet",
        rf"(?:have|has|own|owns|adopted|got) (?P<o>(?:a|an|two|three|four|five|"
        rf"\d) {_ADDED}(?:{alternatives(PETS)}))\b{_NO_MORE}",
    ),
    _rule(
        "owns",
        rf"(?:have|has) (?P<o>(?:a|an|one|two|three|four|five|\d) (?:(?!with\b|of\b|for\b|and\b|"
        rf"friend\b)[\w-]+ ){{0,2}}?"
        rf"(?:kids?|child|children|sons?|daughters?|sisters?|brothers?|siblings?|grandkids|grandchildren|"
        rf"twins))\b{_NO_MORE}",
    ),
    _rule("owns", r"(?:own|owns) (?P<o>(?:a|an|two|three) [^,;]{2,40})"),
    _rule("owns", r"(?:drive|drives) (?P<o>(?:a|an) [^,;]{2,30})"),
    _rule(
        "habit",
        r"(?P<o>smoke|smokes|vape|vapes|gamble|gambles)(?=$|,| (?:and|but|a pack|too|every|daily|cigarettes|weed|"
        r"since|when|"
        r"sometimes|occasionally|now|again|on|at)\b)",
    ),
)
"""Wordings of what somebody is, has, likes and does; the first that fits counts."""

ENDED: Final[tuple[Rule, ...]] = (
    _rule(
        "works",
        r"(?:have |has )?(?P<w>left|quit|resigned from) (?!my\b|the job\b|work\b|Facebook\b|Instagram\b|"
        r"Twitter\b|TikTok\b|LinkedIn\b|WhatsApp\b|Reddit\b|Snapchat\b|YouTube\b|Netflix\b|Spotify\b|Discord\b|"
        r"Telegram\b)"
        r"(?P<o>[A-Z][^,;]{1,40})",
    ),
    _rule(
        "jobless",
        r"(?:have |has )?(?:left|quit|lost|resigned from) (?:my|our|their|his|her|the) "
        rf"(?:job|company|position){_JOB_END}",
    ),
    _rule(
        "jobless",
        r"(?:have |has )?(?:retired|resigned|was laid off|got laid off|got fired|was fired)"
        r"(?=$|,| (?!myself\b|to\b|the\b|my\b|an?\b(?! (?:few|couple|year|month|week)\b)|up\b))",
    ),
    _rule("eats", r"(?:have |has )?(?:stopped|quit|gave up|given up) eating (?P<o>[^,;]{2,40})"),
    _rule("drinks", r"(?:have |has )?(?:stopped|quit|gave up|given up) drinking (?P<o>[^,;]{2,40})"),
    _rule("uses", r"(?:have |has )?(?:stopped|quit) using (?P<o>[^,;]{2,40})"),
    _rule("plays", r"(?:have |has )?(?:stopped|quit|gave up|given up) playing (?:the )?(?P<o>[^,;]{2,40})"),
    _rule("likes", r"(?:have |has )?stopped (?:liking|enjoying) (?P<o>[^,;]{2,40})"),
    _rule("works", r"(?:have |has )?(?:stopped|quit) working (?:at|for) (?P<o>[A-Z][^,;]{1,40})"),
    _rule("studies", r"(?:have |has )?(?:stopped|quit|gave up|given up) (?:learning|studying) (?P<o>[^,;]{2,40})"),
    _rule(
        "habit",
        r"(?:have |has )?(?:stopped|quit|gave up|given up) (?P<o>smoking|drinking|vaping|gambling|coffee|"
        r"alcohol|sugar|caffeine|meat|social media|cigarettes)(?! for (?:an?|one|two|three|four|\d+|the|Lent|now)\b)",
    ),
    _rule("marital", r"(?:got|have gotten|am|is) (?:a )?divorce(?=$|,| )", "married"),
)
"""Wordings that say something is over."""

EVENT_NOUN: Final = re.compile(
    rf"(?:^| )(?:{alternatives(EVENTS)})s?(?=$| with\b| for\b| at\b| in\b| of\b| to\b)", re.IGNORECASE
)
KIN: Final = re.compile(rf"(?:(?:[a-z]+ ){{0,2}}?)(?P<n>{alternatives(ONE_OF_A_KIND | SEVERAL)})$", re.IGNORECASE)
