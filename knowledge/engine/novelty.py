"""Does a text say the same as another, or is something in it another value?

Similarity alone cannot tell: "the window is 7 days" and "the window is 30 days" share nearly all of
their character grams, and no threshold parts copies from changed values. So two texts count as the
same statement only when nothing is left that differs once spelling, case, width, white space,
punctuation, courtesy and ways to write a number, a time or a date are evened out. Whatever is not
known to be empty counts as a value: a number, a name, a negation, an adjective, the order of words.
Refusing a true update does harm; keeping one sentence twice does not.

English, Japanese and Chinese have rules of their own; other languages are compared after the general
ones. Everything is linear in the length of the text.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal, InvalidOperation
from functools import partial
from hashlib import blake2b
from typing import Final

from knowledge.engine import novelty_cjk as cjk
from knowledge.engine.forms import MARKS, normalize_key, prepared
from knowledge.engine.novelty_words import (
    CLOSINGS,
    CONTRACTIONS,
    GUARDS,
    IS_AFTER,
    LETTERED,
    MONTHS,
    NEEDS_A_STOP,
    NOTHING,
    NUMBER_WORDS,
    OPENINGS,
    ORDINAL_WORDS,
    SAME_WORD,
    SCALE_WORDS,
    UNITS,
)

RULES: Final = 1
"""Version of the rules; part of the key, so that keys of other rules never meet."""

_OPEN, _CLOSE, _NAMED, _MIXED = "\ufde3", "\ufde4", "\ufde5", "\ufde6"
_NOT_TEXT = re.compile("[\ufdd0-\ufdef]")
_JOIN: Final = "\x1f"

_COMPATIBLE_NUMBER = re.compile(
    "[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u208e\u2150-\u218b\u2460-\u249b\u24ea-\u24ff\u2776-\u2793]"
)
_OTHER_DIGIT = re.compile(r"[^\D0-9]")
_LETTER_A = re.compile(r"(?<=\w\s)(?<!that\s)(?<!note\s)A(?!\w)")
_CODE = re.compile(r"(?<!\w)(?=[A-Za-z]*[0-9])(?=[A-Z]*[a-z0-9])[A-Za-z0-9]{4,}(?!\w)")
_BITS = re.compile("(?<=[0-9]) ?([KMGT])b(?![A-Za-z])")
_MILLI = re.compile("(?<=[0-9]) ?m(?=(?:W|Wh|V|A|Ah|Hz|Pa)(?![A-Za-z]))")
# Addresses, paths and options of commands: where they are read, a capital letter is another letter.
_LETTER_BY_LETTER = re.compile(
    r"(?<![!#-&)-;=-_a-~])(?:[A-Za-z][A-Za-z0-9+.]*://|~?\.{0,2}/|(?:[\w.-]{1,64}/){1,16}(?=[\w-]*\.\w)|--?(?=[A-Za-z]))"
    r"[\w%.~/?#@&=+:-]*[\w/]",
    re.ASCII,
)
_DASHES = re.compile("[\u2010-\u2015\u2212\u2043\ufe63\uff0d]")
_APOSTROPHES = re.compile("[\u2018\u2019\u02bc\u00b4]")
_QUOTES = re.compile("[\u201c-\u201f\u00ab\u00bb]")
_LINE_MARKUP = re.compile(r"(?m)^[ \t]*+(?:[>#•●■◆▪◦*+-]+[ \t]++)")
_MARKUP = re.compile(r"(?<![0-9])\*+|\*+(?![0-9])|_{2,}|`+")
_ACRONYM = re.compile(r"\b(?:[a-z]\.){2,}(?![a-z])")
_EACH = re.compile(r"(?<=[a-z]) ?/ ?(?=(?:second|minute|hour|day|week|month|year|sec|min|hr|person|user)s?\b)")
_SPACES = re.compile(r"[^\S\n]+")
_DRAWN_OUT = re.compile(rf"(?<=[{cjk.KANA}{cjk.SIGHS}])[~〜]++(?=[\s。.!?、,]|$)")
_NTH_END = re.compile(r"(?<=[0-9])(?:st|nd|rd)\b")
_ASCII_RUN = re.compile(r"[!-~]+")
_INSIDE_NAME = re.compile(r"[a-z0-9][@/\\_=#&]+[a-z0-9]|[a-z]\.[a-z0-9]|[0-9]\.[a-z]|::|://")
_EDGES = ".,;:!?'\"()[]{}<>"


def copy_key(text: str, *names: str) -> str:
    """Return a digest that is equal for texts that say the same, 32 hexadecimal characters.

    Args:
        text: what is said.
        names: keys that belong to it, of its subject for example; they have to be the same.
    """
    whole = _JOIN.join([str(RULES), *names, canonical(text)])
    return blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def is_copy(one: str, other: str) -> bool:
    """Tell whether two texts say the same."""
    return canonical(one) == canonical(other)


def canonical(text: str) -> str:
    """Return what a text says, with everything evened out that leaves a statement the same statement."""
    plain = text.strip()
    if not plain.isascii():
        plain = _NOT_TEXT.sub("\ufffd", plain)
        plain = _COMPATIBLE_NUMBER.sub(lambda match: f" ^{match[0]} ", plain)
        plain = _OTHER_DIGIT.sub(lambda match: str(unicodedata.decimal(match[0])), prepared(plain))
    plain = _spelled(_cased(plain))
    plain = _counted(plain)
    if _INSIDE_NAME.search(plain):
        plain = _ASCII_RUN.sub(_whole_name, plain)
    if cjk.is_cjk(plain):
        plain = cjk.rewritten(_DRAWN_OUT.sub("", plain))
    pieces = _pieces(_without_courtesies(plain))
    return _JOIN.join(pieces) or normalize_key(text)


# ------------------------------------------------------------------ spelling


def _cased(text: str) -> str:
    """Fold case, except where it says something: the letter A as a name, codes such as `aB3x`, paths, units."""
    text = _MILLI.sub(" milli", _BITS.sub(r" \1bit", text))
    if not text.isupper():
        text = _LETTER_BY_LETTER.sub(_with_every_case, text)
        text = _LETTER_A.sub(f"A{_NAMED}", text)
        text = _CODE.sub(_with_case, text)
    return text.casefold()


def _with_every_case(match: re.Match[str]) -> str:
    run = match[0]
    return run if run == run.lower() else f"{run} {_MIXED}" + "".join("u" if one.isupper() else "l" for one in run)


def _with_case(match: re.Match[str]) -> str:
    code = match[0]
    if code.isupper() or not any(letter.isupper() for letter in code[1:]):
        return code
    return code + _MIXED + "".join("u" if letter.isupper() else "l" for letter in code)


def _spelled(text: str) -> str:
    if not text.isascii():
        text = _QUOTES.sub("", _APOSTROPHES.sub("'", _DASHES.sub("-", text)))
    text = text.replace('"', "").replace("`", "'").replace("!=", "≠").replace(" & ", " and ")
    text = _MARKUP.sub("", _LINE_MARKUP.sub("", text))
    text = _EACH.sub(" per ", _SPACES.sub(" ", text))
    return _ACRONYM.sub(lambda match: match[0].replace(".", ""), text)


def _whole_name(match: re.Match[str]) -> str:
    """Keep addresses, paths and identifiers letter by letter: in them a dot or a stroke is a value."""
    run = match[0]
    body = run.strip(_EDGES)
    if not body or not _INSIDE_NAME.search(body):
        return run
    start = run.index(body)
    return f"{run[:start]}{_OPEN}{body}{_CLOSE}{run[start + len(body) :]}"


# ------------------------------------------------------------------ numbers, times, dates

_WORDS = "|".join(sorted([*NUMBER_WORDS, *SCALE_WORDS, "dozen"], key=len, reverse=True))
_WORDED = re.compile(rf"\b(?:a (?=hundred|thousand|million|dozen))?(?:{_WORDS})(?:(?:[ -]| and )(?:{_WORDS}))*\b")
_SCALED = re.compile(r"(?<![0-9.,])([0-9]+(?:\.[0-9]+)?)(?: ?(hundred|thousand|million|billion)\b|k\b)")
_THOUSANDS = re.compile(r"(?<![0-9.,])[0-9]{1,3}(?:,[0-9]{3})+(?![0-9]|[.,][0-9]{3})")
_CURRENCY = re.compile(r"(?:us)?([$€£¥]|\b(?:usd|eur|gbp|jpy|cny|rmb)\b) ?(-?[0-9][0-9.,]*[0-9]|[0-9])")
_PER_HUNDRED = re.compile(
    r"100分之([0-9]+(?:\.[0-9]+)?)|(?<![0-9])([0-9])割(?![りるれ合])|(?<=[0-9]) ?(?:パーセント|per cent)"
)
_HALF_DAY = "午前|午後|上午|下午|早上|早晨|清晨|凌晨|中午|晚上"
_AM_PM = r"([ap])\.?m\b\.?"
_ON_THE_HOUR = r"[時时點点](?![间間數数滴])(?: ?([0-9]{1,2}) ?分(?!间|間|之)|(半))?[钟鐘整]?"
_CLOCK = re.compile(
    rf"(?:({_HALF_DAY})の? ?)?(?<![0-9.,:])"
    rf"(?:([0-9]{{1,2}}):([0-9]{{2}})(?::([0-9]{{2}}))?(?![0-9:])(?: ?{_AM_PM})?"
    rf"|([0-9]{{1,2}}) ?(?:{_ON_THE_HOUR}|o'?clock(?: ?{_AM_PM})?|{_AM_PM}))"
)
_AFTERNOON = frozenset({"午後", "下午", "晚上", "p"})
_MORNING = frozenset({"午前", "上午", "早上", "早晨", "清晨", "凌晨", "a"})
_MONTH = "|".join([*MONTHS, *(one[:3] for one in MONTHS), "sept"])
_NTH = "(?:st|nd|rd|th)?"
_DATES = (
    (re.compile(r"(?:([0-9]{4})年 ?)?(?<![0-9])([0-9]{1,2})月 ?([0-9]{1,2})[日号號]"), (1, 2, 3)),
    (
        re.compile(rf"(?<![0-9./{_OPEN}-])([0-9]{{4}})[-/.]([0-9]{{1,2}})[-/.]([0-9]{{1,2}})(?![0-9]|[./-][0-9])"),
        (1, 2, 3),
    ),
    (re.compile(rf"\b({_MONTH})\.? ([0-9]{{1,2}}){_NTH}\b(?!:)(?:,? ([0-9]{{4}})\b)?"), (3, 1, 2)),
    (re.compile(rf"\b([0-9]{{1,2}}){_NTH} (?:of )?({_MONTH})\b\.?(?:,? ([0-9]{{4}})\b)?"), (3, 2, 1)),
)
_DIGIT = re.compile("[0-9]")
_SOME_CLOCK = re.compile(r"[0-9][:時时點点]|[0-9] ?(?:[時时點点]|[ap]\.?m|o'?clock)")
_SOME_DATE = re.compile(rf"[0-9]月|[0-9]{{4}}[-/.][0-9]|\b(?:{_MONTH})\b")
_ORDINALS = re.compile(rf"\b({'|'.join(ORDINAL_WORDS)})\b")


def _counted(text: str) -> str:
    """Write numbers in digits, and times and dates in one way each."""
    if cjk.is_cjk(text):
        text = cjk.numerals_as_digits(text)
    if _DIGIT.search(text):
        text = _THOUSANDS.sub(lambda match: match[0].replace(",", ""), text)
        text = _SCALED.sub(_scaled, text)
    text = _WORDED.sub(lambda match: _number_of(match[0]), text)
    text = _ORDINALS.sub(lambda match: f"{ORDINAL_WORDS[match[1]]}th", text)
    if not _DIGIT.search(text):
        return text
    text = _NTH_END.sub("th", text)
    text = _CURRENCY.sub(_amount, text)
    text = _PER_HUNDRED.sub(_percent, text)
    if _SOME_CLOCK.search(text):
        text = _CLOCK.sub(_time, text)
    if _SOME_DATE.search(text):
        for pattern, order in _DATES:
            text = pattern.sub(partial(_date, order=order), text)
    return text


def _number_of(words: str) -> str:
    """Return English number words as digits; words that are no one number stay several numbers."""
    total = section = 0
    last = None
    out: list[str] = []
    for word in words.removeprefix("a ").replace("-", " ").replace(" and ", " ").split():
        value = NUMBER_WORDS.get(word)
        if word == "dozen":
            section, last = (section or 1) * 12, 12
        elif value is None:
            scale = SCALE_WORDS[word]
            if scale == 100:
                section = (section or 1) * 100
            else:
                total, section = total + (section or 1) * scale, 0
            last = scale
        else:
            fits = last is None or last >= 100 or (last in range(20, 100, 10) and 0 < value < 10)
            if not fits:
                out.append(str(total + section))
                total = section = 0
            section += value
            last = value
    return " ".join([*out, str(total + section)])


def _scaled(match: re.Match[str]) -> str:
    scale = SCALE_WORDS[match[2]] if match[2] else 1_000
    try:
        value = Decimal(match[1]) * scale
    except InvalidOperation:
        return match[0]
    return f"{value.normalize():f}"


def _amount(match: re.Match[str]) -> str:
    whole, _, cents = match[2].rpartition(".")
    return f"{whole if whole and not cents.strip('0') else match[2]} {match[1]}"


def _percent(match: re.Match[str]) -> str:
    if match[1]:
        return f"{match[1]}%"
    return f"{match[2]}0%" if match[2] else "%"


def _time(match: re.Match[str]) -> str:
    part = match[1] or match[5] or match[9] or match[10]
    hour, minute = int(match[2] or match[6]), int(match[3] or match[7] or (30 if match[8] else 0))
    if hour > 24 or minute > 59:
        return match[0]
    if (part in _AFTERNOON and hour < 12) or (part == "中午" and hour < 3):
        hour += 12
    elif part in _MORNING and hour == 12:
        hour = 0
    seconds = f":{match[4]}" if match[4] and match[4] != "00" else ""
    return f" {_OPEN}{hour}:{minute:02}{seconds}{_CLOSE} "


def _date(match: re.Match[str], *, order: tuple[int, int, int]) -> str:
    year, month, day = (match[place] for place in order)
    if not month.isdigit():
        month = str(next(number for name, number in MONTHS.items() if name.startswith(month[:3])))
    if not (1 <= int(month) <= 12 and 1 <= int(day) <= 31):
        return match[0]
    return f" {_OPEN}{year or '?'}-{int(month)}-{int(day)}{_CLOSE} "


# ------------------------------------------------------------------ courtesies


def _courtesy(phrases: tuple[tuple[str, ...], ...], *, parted: bool) -> str:
    return "|".join(" ".join(phrase) for phrase in phrases if (phrase in NEEDS_A_STOP) is parted)


_OPENING = re.compile(
    r"(?:^|(?<=[.!?;\n])|(?<=[.!?;] )) ?"
    rf"(?:(?:{_courtesy(OPENINGS, parted=True)}) ?[,:;.!-]+|(?:{_courtesy(OPENINGS, parted=False)})\b ?[,:;.!-]*+) ?"
)
_CLOSING = re.compile(
    rf"(?:(?:[,;.!-]|(?<=[.!?\n])) ?(?:{_courtesy(CLOSINGS, parted=True)})"
    rf"| (?:{_courtesy(CLOSINGS, parted=False)}))(?= ?[.!;\n]|$)"
)


def _without_courtesies(text: str) -> str:
    for _ in range(3):
        shorter = _CLOSING.sub(" ", _OPENING.sub(" ", text))
        if shorter == text or not shorter.strip(" .,!?;:-\n"):
            break
        text = shorter
    return text


# ------------------------------------------------------------------ what is left

_WORD = rf"[^\W\d_{cjk.HAN}{cjk.KANA}][^\W\d_{cjk.HAN}{cjk.KANA}{MARKS}]*(?:[{MARKS}]+[^\W\d_{cjk.HAN}{cjk.KANA}]*)*"
_TOKEN = re.compile(
    r"\s*+(?:"
    rf"(?P<word>{_WORD}(?:'{_WORD})*{_NAMED}?(?:{_MIXED}[ul]+)?)"
    rf"|(?P<character>[{cjk.HAN}{cjk.KANA}]|[\ufdd0-\ufde2]|{_MIXED}[ul]+)"
    r"|(?P<number>[0-9]+(?:[.,][0-9]+)*|(?<![\w.])\.[0-9]+)"
    rf"|(?P<name>{_OPEN}[^{_CLOSE}]*{_CLOSE})"
    r"|(?P<range>(?<=[0-9])[~-](?=[0-9]))"
    r"|(?P<sign>(?<![\w)\]])-(?=[0-9.])|(?<![\w)\]])!(?=\w)|(?<=[0-9])\*+(?=[0-9])|(?<=[0-9]):(?=[0-9])"
    rf"|(?<!\S)(?:--|\.)(?=[^\W\d])|(?<=[a-z{_NAMED}])(?<!\w\w\w)-(?!\w))"
    r"|(?P<symbol>[^\s\w]))"
)
_WORDS_OF_TABLES: Final = frozenset({*CONTRACTIONS, *NOTHING, *SAME_WORD, *GUARDS})
_DRAWN_TOGETHER: Final = frozenset({"word", "character"})
_EMPTY: Final = frozenset(
    ".,;:!\"'`()[]{}…。、・«»‹›„“”‘’*|-_¡¿•◦▪·※♪「」『』【】《》〈〉〔〕🙂😊😀😃😄😁😆😅🙏👋✨🎉🎊🌟💡📌📝🔔ℹ"
)


def _pieces(text: str) -> list[str]:
    """Return numbers, names, signs, and runs of words and characters drawn together, in order."""
    pieces: list[str] = []
    run: list[str] = []
    before = ""
    after_number = False
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        token = match[kind]
        if not after_number and (
            kind == "character" or (kind == "word" and token not in _WORDS_OF_TABLES and "'" not in token)
        ):
            run.append(token)
            before = token
            continue
        words = _meant(kind, token, before, after_number=after_number)
        for word in words:
            if kind in _DRAWN_TOGETHER and word not in GUARDS and not after_number:
                run.append(word)
                continue
            if run:
                pieces.append("".join(run))
                run = []
            pieces.append(word)
        if words:
            before = words[-1]
        # The unit goes with its number, even when a word without a meaning stands in between.
        after_number = kind == "number" or (after_number and not words)
    if run:
        pieces.append("".join(run))
    return pieces


def _meant(kind: str, token: str, before: str, *, after_number: bool) -> tuple[str, ...] | list[str]:
    """Return what a token counts as, nothing for one that says nothing."""
    if kind == "word":
        return _said(token, before, after_number=after_number)
    if kind == "symbol":
        if token in _EMPTY:
            return ()
        return (UNITS.get(token, token) if after_number else token,)
    return ("-",) if kind == "range" else (token,)


def _said(token: str, before: str, *, after_number: bool) -> tuple[str, ...] | list[str]:
    """Return the words that a word stands for; none when it says nothing."""
    if after_number and token in UNITS:
        return (UNITS[token],)
    if token in CONTRACTIONS or "'" in token:
        return [SAME_WORD.get(word, word) for word in _expanded(token) if word not in NOTHING]
    if token in NOTHING:
        return (token,) if token == "a" and before in LETTERED else ()  # noqa: S105 - a letter
    return (SAME_WORD.get(token, token),)


def _expanded(token: str) -> list[str]:
    if token in CONTRACTIONS:
        return CONTRACTIONS[token].split()
    base, apostrophe, ending = token.rpartition("'")
    if not apostrophe:
        return [token]
    if token.endswith("n't"):
        return [token[:-3], "not"]
    verb = {"re": "are", "ve": "have", "ll": "will", "m": "am"}.get(ending)
    if verb:
        return [base, verb]
    if ending == "s" and base in IS_AFTER:
        return [base, "is"]
    return [token.replace("'", "")]
