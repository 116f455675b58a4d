"""Word tables of the comparison of statements: what says the same in other words, and what says nothing.

Everything not listed here counts: a word that is in one text and not in the other makes them differ.
"""

from __future__ import annotations

from typing import Final


def _words(listed: str) -> tuple[str, ...]:
    return tuple(listed.split())


def _table(lines: str) -> dict[str, str]:
    """Read "meaning: form form …" lines into form -> meaning."""
    table = {}
    for line in lines.strip().splitlines():
        meaning, forms = line.split(":")
        table.update(dict.fromkeys(forms.split(), meaning.strip()))
    return table


def _phrases(lines: str) -> tuple[tuple[str, ...], ...]:
    found = (tuple(phrase.split()) for phrase in lines.replace("\n", "|").split("|") if phrase.strip())
    return tuple(sorted(found, key=len, reverse=True))


# ------------------------------------------------------------------ English

CONTRACTIONS: Final = {
    "ain't": "is not", "can't": "can not", "cannot": "can not", "cant": "can not", "won't": "will not",
    "wont": "will not", "shan't": "shall not", "let's": "let us", "i'm": "i am", "im": "i am", "dont": "do not",
    "doesnt": "does not", "didnt": "did not", "isnt": "is not", "arent": "are not", "wasnt": "was not",
    "werent": "were not", "havent": "have not", "hasnt": "has not", "hadnt": "had not", "wouldnt": "would not",
    "couldnt": "could not", "shouldnt": "should not", "mustnt": "must not", "ive": "i have", "youre": "you are",
    "theyre": "they are", "thats": "that is",
}  # fmt: skip
IS_AFTER: Final = frozenset(_words("it that there here he she what who where how this everything everyone"))
"""Words after which 's stands for "is"; elsewhere it marks an owner."""

NOTHING: Final = frozenset(
    _words(
        "the an please kindly just currently now also really actually basically indeed already still presently simply "
        "that a"
    )
)
"""Words that leave a statement the same statement."""

OPENINGS: Final = _phrases(
    """please note that|please note|please be aware that|please be advised that|please remember that|please remember
    note that|note|nb|n b|remember that|remember|reminder that|a reminder that|just a reminder that|as a reminder
    reminder|just a reminder|friendly reminder|fyi|for your information|btw|by the way|just so you know|so you know
    as you know|as mentioned|as noted|for the record|in fact|of course|be aware that|keep in mind that|bear in mind that
    it is worth noting that|it should be noted that|heads up|important|info|information|memo|update|ok|okay|hello|hi
    hey|dear all|hi all|hello everyone|hi everyone|well|at the moment|at present|right now|as of now|to be clear
    i would like to note that|i want to note that|i just want to say that"""
)
CLOSINGS: Final = _phrases(
    """thank you|thanks|many thanks|thank you very much|thanks a lot|thanks in advance|thank you in advance|cheers
    regards|best regards|kind regards|as well|too|at the moment|at present|right now|as of now|fyi
    for your information|just so you know|have a nice day|have a great day|ok|okay|as you know|by the way|btw"""
)
NEEDS_A_STOP: Final = frozenset(
    {("note",), ("remember",), ("reminder",), ("important",), ("info",), ("information",), ("memo",), ("update",)}
    | {("ok",), ("okay",), ("well",), ("hi",), ("hello",), ("hey",), ("nb",), ("thanks",), ("cheers",), ("regards",)}
    | {("just", "a", "reminder"), ("friendly", "reminder"), ("please", "remember"), ("thank", "you"), ("too",)}
)
"""Openings and closings that are one only when a punctuation mark parts them from the statement."""

SAME_WORD: Final = _table(
    """
    and: & n
    monday: mon mondays
    tuesday: tue tues tuesdays
    wednesday: wed weds wednesdays
    thursday: thu thur thurs thursdays
    friday: fri fridays
    saturday: sat saturdays
    sunday: sun sundays
    january: jan
    february: feb
    march: mar
    april: apr
    june: jun
    july: jul
    august: aug
    september: sep sept
    october: oct
    november: nov
    december: dec
    each: every
    until: till til
    towards: toward
    among: amongst
    while: whilst
    ok: okay
    versus: vs
    mister: mr
    doctor: dr
    approximately: approx
    department: dept
    information: info
    color: colour
    favorite: favourite
    behavior: behaviour
    honor: honour
    labor: labour
    neighbor: neighbour
    flavor: flavour
    center: centre
    theater: theatre
    gray: grey
    canceled: cancelled
    canceling: cancelling
    traveled: travelled
    traveling: travelling
    license: licence
    defense: defence
    catalog: catalogue
    organize: organise
    organized: organised
    organization: organisation
    authorize: authorise
    authorized: authorised
    recognize: recognise
    prioritize: prioritise
    customize: customise
    optimize: optimise
    analyze: analyse
    begin: start
    begins: starts
    buy: purchase
    buys: purchases
    big: large
    help: assist
    helps: assists
    choose: select
    chooses: selects
    telephone: phone
    """
)
LETTERED: Final = frozenset(
    _words(
        "plan vitamin grade type team group option class section room building terminal part appendix hepatitis wing "
        "gate level tier zone block series model phase step schedule unit"
    )
)
"""Words after which the letter A is a name."""

GUARDS: Final = frozenset(_words("not no never nor none neither without in un im il ir dis non"))
"""Words that are not drawn together with their neighbours: "not able" is not "notable"."""

UNITS: Final = _table(
    """
    second: second seconds sec secs s 秒 秒間 秒钟 秒鐘
    minute: minute minutes min mins 分間 分钟 分鐘
    hour: hour hours hr hrs h 時間 小时 小時 个小时 個小時 钟头 鐘頭
    day: day days
    week: week weeks wk wks 週間
    month: month months か月 ヶ月 ヵ月 カ月 ケ月 箇月 か月間 ヶ月間 ヵ月間 カ月間 个月 個月
    year: year years yr yrs 年間
    percent: % percent pct パーセント
    dollar: $ dollar dollars usd ドル 美元 美金
    euro: € euro euros eur ユーロ 欧元 歐元
    pound: £ gbp
    yen: ¥ yen jpy
    yuan: cny rmb
    kilometer: km kilometer kilometers kilometre kilometres キロメートル 公里
    meter: m meter meters metre metres メートル
    centimeter: cm centimeter centimeters centimetre centimetres センチ センチメートル
    kilogram: kg kilogram kilograms kilo kilos キログラム 公斤
    gram: g gram grams グラム
    megabyte: mb megabyte megabytes
    gigabyte: gb gigabyte gigabytes
    terabyte: tb terabyte terabytes
    time: time times
    person: person people persons
    """
)
NUMBER_WORDS: Final = {
    word: value
    for value, word in enumerate(
        _words(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
            "seventeen eighteen nineteen"
        )
    )
} | {word: 10 * tens for tens, word in enumerate(_words("twenty thirty forty fifty sixty seventy eighty ninety"), 2)}
SCALE_WORDS: Final = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
ORDINAL_WORDS: Final = {
    word: value
    for value, word in enumerate(
        _words("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"), 1
    )
}
MONTHS: Final = {
    name: number
    for number, name in enumerate(
        _words("january february march april may june july august september october november december"), 1
    )
}

# ------------------------------------------------------------------ Chinese characters as numbers

KANJI_DIGITS: Final = {
    character: value
    for value, characters in enumerate(
        ("〇零", "一壹壱", "二贰貳弐两兩", "三叁參参", "四肆", "五伍", "六陆陸", "七柒", "八捌", "九玖")
    )
    for character in characters
}
KANJI_TENS: Final = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1_000, "仟": 1_000}
KANJI_MYRIADS: Final = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "兆": 10**12}
