"""Normal forms of text: what is stored, what identifies a fact, what the eye confuses.

Everything is linear in the length of the text, whatever the text.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from knowledge.engine.wordlists import CAPITAL_LOOKALIKES, LETTERS, LOOKALIKES


def _class_of_marks() -> str:
    """All combining marks (Unicode category M) as the inside of a character class."""
    points = [p for p in range(0x300, 0x1F000) if unicodedata.category(chr(p))[0] == "M"]
    ranges: list[list[int]] = []
    for p in points:
        if ranges and p == ranges[-1][1] + 1:
            ranges[-1][1] = p
        else:
            ranges.append([p, p])
    return "".join(f"{chr(a)}-{chr(b)}" if a < b else chr(a) for a, b in ranges)


MARKS = _class_of_marks()
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# A run of marks this long is not writing; sorting it beforehand keeps normalisation linear.
_MARK_RUN = re.compile(rf"[{MARKS}\uff9e\uff9f][{MARKS}\uff9e\uff9f]{{8,}}")
# What may hold one, found much sooner: beyond the basic plane anything may be a mark.
_PERHAPS_MARKS = re.compile(
    f"[{''.join(chr(p) for p in range(0x300, 0x10000) if unicodedata.category(chr(p))[0] == 'M')}"
    "\uff9e\uff9f\U00010000-\U0001f000]{9}"
)
_SHORT = 256  # up to this length even quadratic time is less than looking for runs
_MARKED = re.compile(rf"[{MARKS}][{MARKS}]*")
_OTHER_DIGIT = re.compile(r"[^\D0-9]")
_SURROGATE = re.compile("[\ud800-\udfff]")


class TextError(ValueError):
    """A text that cannot be stored; the message says what to change."""


class EmptyTextError(TextError):
    """Nothing is left after trimming."""


class TextTooLongError(TextError):
    """More characters than allowed."""


class ForbiddenCharacterError(TextError):
    """A NUL or a lone surrogate, which databases and JSON cannot carry."""


Form = Literal["NFC", "NFD", "NFKC"]


def _sorted_marks(run: str, form: Literal["NFD", "NFKD"]) -> str:
    """A run of marks in canonical order; marks of class 0 stay where they are and part the rest."""
    out: list[str] = []
    group: list[str] = []
    for mark in run:
        for ch in unicodedata.normalize(form, mark):
            if unicodedata.combining(ch):
                group.append(ch)
            else:
                out += [*sorted(group, key=unicodedata.combining), ch]
                group = []
    return "".join(out + sorted(group, key=unicodedata.combining))


def normal(text: str, form: Form) -> str:
    """Unicode normal form in linear time; the library alone takes quadratic time for long runs of marks."""
    if text.isascii():
        return text
    if len(text) > _SHORT and _PERHAPS_MARKS.search(text) and _MARK_RUN.search(text):
        decomposed: Literal["NFD", "NFKD"] = "NFKD" if form == "NFKC" else "NFD"
        text = _MARK_RUN.sub(lambda match: _sorted_marks(match[0], decomposed), text)
    return unicodedata.normalize(form, text)


_DOTTED = str.maketrans(dict.fromkeys("iіιɩ", "i"))
_LOOKS = LOOKALIKES | _DOTTED
# Within a word, and among capitals, it passes for a small L.
_TALL_I = re.compile(r"(?<=\w)I(?=[a-z])|\bI(?=[A-Z])|(?<=[A-Z])I")
_JOINING = (
    r"[\s_.,:'!?;\"“”„‟«»‹›‘’‚‛`´()\[\]{}<>…·•。、，；：！？「」『』（）【】〈〉《》・＠@]"
    r"|[\U0001f300-\U0001faff\u2600-\u27bf\ufe0f]"
)
# Between two digits a mark parts numbers, and a dash before one is a sign.
_JOINTS = re.compile(rf"(?<!\d)(?:{_JOINING})|(?:{_JOINING})(?!\d)|(?<=[^\W\d])-|-(?!\d)")


def prepared(text: str) -> str:
    """NFKC without invisible characters, case kept."""
    if text.isascii():
        return text
    return _INVISIBLE.sub("", normal(_INVISIBLE.sub("", text), "NFKC"))


# What becomes a character of a script written without spaces: radicals, enclosed and half-width forms, digraphs.
_BECOMES_UNSPACED = re.compile(
    f"{_INVISIBLE.pattern}|[\u0e33\u0eb3\u0edc\u0edd\u2e80-\u2fdf\u3038-\u303a\u3099\u309a\u309f\u30ff\u3131-\u319f"
    "\u3200-\u33ff\uf900-\ufaff\uff66-\uffdc\U0001f200-\U0001f2ff\U0002f800-\U0002fa1f]"
)


def with_unspaced_prepared(text: str) -> str:
    """A text in NFC of which the characters of scripts written without spaces are those of `prepared`.

    Most texts are that as they are, and a look at them takes a hundredth of the time of normalising them.
    """
    return prepared(text) if _BECOMES_UNSPACED.search(text) else text


def clean_text(text: str, *, max_chars: int, min_chars: int = 1) -> str:
    """NFC of `text`, otherwise verbatim.

    Raises:
        ForbiddenCharacterError: it holds a NUL or a lone surrogate.
        TextTooLongError: it has more than `max_chars` characters.
        EmptyTextError: fewer than `min_chars` characters remain after trimming.
    """
    if len(text) > 4 * max_chars:  # normalising shortens no text this much
        raise _too_long(max_chars)
    if "\0" in text:
        raise ForbiddenCharacterError("The text contains a NUL character; remove it.")
    if not text.isascii() and _SURROGATE.search(text):
        raise ForbiddenCharacterError("The text contains half of a surrogate pair; send valid Unicode.")
    clean = normal(text, "NFC")
    if len(clean) > max_chars:
        raise _too_long(max_chars)
    if len(clean.strip()) < min_chars:
        raise EmptyTextError("The text is empty; write something.")
    return clean


def _too_long(max_chars: int) -> TextTooLongError:
    return TextTooLongError(f"The text is too long; at most {max_chars} characters are allowed.")


def normalize_key(text: str) -> str:
    """Identity key of a subject, predicate or object.

    NFKC, invisible characters removed, case folded, trimmed, inner white space collapsed to one
    blank. Idempotent: a key is its own key.
    """
    if text.isascii():  # nothing to normalise or to remove, and one folding is all there is
        return " ".join(text.lower().split())
    text = prepared(text)
    for _ in range(4):  # folding case can undo a normal form; known characters settle in two rounds
        key = " ".join(_INVISIBLE.sub("", unicodedata.normalize("NFKC", text.casefold())).split())
        if key == text:
            break
        text = key
    return text


def skeleton(text: str) -> str:
    """What the eye sees of a key: diacritics dropped, look-alike letters of other scripts merged.

    Cyrillic, Greek and Armenian letters that look Latin become Latin; `i l 1 |` become `l`, `0`
    becomes `o`; all dashes become `-`; katakana that look like kanji become these. Two different
    keys with one skeleton may be meant to be mistaken for each other. Give the text as written:
    the case of a Greek letter decides what it looks like.
    """
    key = normalize_key(prepared(text).translate(CAPITAL_LOOKALIKES))
    return " ".join(folded(key.translate(LOOKALIKES)).translate(LOOKALIKES).split())


def look(text: str) -> str:
    """What the eye sees of a key, diacritics kept: two keys with one look differ by look-alike letters alone.

    A small `i` keeps its dot here: Maria and Marla, whose skeletons are one, are two people.
    """
    seen = _TALL_I.sub("l", prepared(text).translate(CAPITAL_LOOKALIKES))
    return normalize_key(seen).translate(_LOOKS)


def unmarked(text: str) -> str:
    """What a name looks like without accents, blanks, and marks that only join, quote or end."""
    return folded(look(_JOINTS.sub("", prepared(text))))


def disguised(text: str) -> list[tuple[str, str]]:
    """Return the letters of a name that pass for others, each once, with what Unicode calls them."""
    letters = dict.fromkeys(letter for letter in text if not letter.isascii() and look(letter) != normalize_key(letter))
    return [(letter, unicodedata.name(letter, "?")) for letter in letters]


def bare(text: str) -> str:
    """What is left of a name's skeleton without blanks and without marks that only join, quote or end.

    `Orders-API`, `orders_api.` and `“orders api”` are one; `C` and `C++`, `1.2` and `12` are not. A name of nothing
    but such marks stays as it is.
    """
    return skeleton(_JOINTS.sub("", prepared(text))) or skeleton(text)


def folded(word: str) -> str:
    """Case, and diacritics where they are decoration: Latin, Greek, vowel points, stress marks.

    Kept where they make another letter: kana, Hangul, Indic and Thai signs, Cyrillic short i and yi.
    Decimal digits of every script become ASCII. The word comes from `prepared` or `normalize_key`.
    """
    word = word.casefold()
    if word.isascii():
        return word
    word = _MARKED.sub(_decoration_dropped, unicodedata.normalize("NFD", word.translate(LETTERS)))
    return unicodedata.normalize("NFC", _OTHER_DIGIT.sub(lambda match: str(unicodedata.decimal(match[0])), word))


def _decoration_dropped(match: re.Match[str]) -> str:
    base = match.string[match.start() - 1] if match.start() else ""
    return "".join(mark for mark in match[0] if not _is_decoration(base, mark))


def _is_decoration(base: str, mark: str) -> bool:
    if base < "\u0400":  # Latin, Greek: accents never decide between words often enough
        return True
    if base < "\u0530":  # Cyrillic: stress marks and the dots of yo
        return (mark in "\u0300\u0301" and base not in "гк") or (mark == "\u0308" and base == "е")
    if base < "\u0700":  # Armenian has none; Hebrew points, Arabic vowel signs and hamza seats
        return True
    return "\u1e00" <= base <= "\u1fff"
