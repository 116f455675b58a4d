"""Runs of a text that are another text in some encoding. Nothing is decoded without bounds.

Each decoder takes the text without invisible characters, case kept, and yields `Decoded` runs. What
comes out counts only if it reads as text: mostly letters, and valid UTF-8.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from knowledge.engine.injection.shape import Shape

MAX_RUNS: Final = 200
"""Runs tried per text; a text with more is not ordinary, and the rest stays unread."""
MAX_CHARS: Final = 200_000
"""Characters of one run that are decoded."""
_LEAST: Final = 8
_BEGINNING: Final = 500
_CUT_OFF: Final = 8


@dataclass(frozen=True, slots=True)
class Decoded:
    """`text` is what `source[start:end]` says once the disguise `reading` is taken off."""

    start: int
    end: int
    text: str
    reading: str


_ENCODED_AGAIN = re.compile(r"[A-Za-z0-9+/_\s-]{16,}={0,2}\s*\Z")


def readable(data: bytes) -> str | None:
    """The bytes as text, if they are one: UTF-8 without control characters, mostly letters and blanks."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if len(text) < _LEAST // 2:
        return None
    sample = text[:400]
    if any(ch < " " and ch not in "\n\r\t" for ch in sample):
        return None
    if _ENCODED_AGAIN.match(text):
        return text
    good = sum(ch.isalpha() or ch in " \n" for ch in sample)
    return text if good >= 0.7 * len(sample) else None


_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}+(?:\r?\n[A-Za-z0-9+/_-]{12,}+){0,2000}={0,2}")
_BLOCKS = re.compile(
    r"(?<![^\s\"'(:.])(?:"
    + "|".join(rf"(?:[A-Za-z0-9+/]{{{size}}}[ .\n]){{{max(3, 24 // size)},500}}" for size in (4, 5, 6, 8, 10, 12))
    + r")[A-Za-z0-9+/]{0,12}={0,2}"
)
_BASE32 = re.compile(r"\b[A-Za-z2-7]{16,}+={0,6}")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:0x)?(?:[0-9A-Fa-f]{2}[ :,]?(?:0x|\\x)?){8,}(?![0-9A-Za-z])")
_BINARY = re.compile(r"(?<![01])(?:[01]{8}[ ,]?){5,}(?![01])|(?<![01])(?:[01]{7} ){5,}[01]{7}(?![01])")
_OCTAL = re.compile(r"(?<![0-9])(?:\\?[01][0-7]{2}[ ,\\]{1,2}){6,}[01][0-7]{2}(?![0-9])")
_DECIMAL = re.compile(r"(?<![0-9.])(?:[0-9]{2,3}[ ,;]{1,2}){6,}[0-9]{2,3}(?![0-9.])")
_BASE85 = re.compile(r"(?<!\S)(?:<~)?[!-~]{20,}")
_LETTER_NUMBERS = re.compile(r"(?<![0-9])(?:[0-9]{1,2}[ \-.,]{1,3}){9,}[0-9]{1,2}(?![0-9])")
_MORSE = re.compile(r"(?<!\S)[.\-·–]{1,5}(?:[ /|]{1,3}[.\-·–]{1,5}){9,}(?!\S)")


def _from_base64(run: str) -> str | None:
    compact = re.sub(r"\s", "", run).rstrip("=").replace("-", "+").replace("_", "/")
    compact = compact[: len(compact) - (len(compact) % 4 == 1)]
    return _decoded64(compact) or _decoded64(compact[::-1])


def _decoded64(compact: str) -> str | None:
    try:
        data = base64.b64decode(compact + "=" * (-len(compact) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None
    if data[1:2] == b"\0" and data.count(0) * 3 > len(data):  # two bytes a letter
        return readable(data[: len(data) // 2 * 2].decode("utf-16-le", "replace").encode())
    return readable(data)


def _from_blocks(run: str) -> str | None:
    return _from_base64(re.sub(r"[ .\n]", "", run))


def _from_base32(run: str) -> str | None:
    compact = run.rstrip("=").upper()
    compact = compact[: len(compact) - {1: 1, 3: 1, 6: 1}.get(len(compact) % 8, 0)]
    try:
        return readable(base64.b32decode(compact + "=" * (-len(compact) % 8)))
    except (binascii.Error, ValueError):
        return None


def _from_hex(run: str) -> str | None:
    digits = re.sub(r"0x|\\x|[ :,]", "", run)
    return readable(bytes.fromhex(digits)) if len(digits) % 2 == 0 else None


def _from_binary(run: str) -> str | None:
    groups = re.findall("[01]{8}", run) if " " not in run.strip() else run.replace(",", " ").split()
    return readable(bytes(int(group, 2) for group in groups if len(group) <= 8))


def _from_octal(run: str) -> str | None:
    return readable(bytes(int(group, 8) & 255 for group in re.findall("[0-7]{3}", run)))


def _from_decimal(run: str) -> str | None:
    numbers = [int(group) for group in re.findall("[0-9]+", run)]
    return readable(bytes(numbers)) if all(9 < number < 256 for number in numbers) else None


def _begins_readable(data: bytes) -> bool:
    """Whether the beginning of what was decoded is text; its last character may be cut."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start >= len(data) - _CUT_OFF
    return True


def _from_base85(run: str) -> str | None:
    if run.isalnum() or "://" in run:
        return None
    bare = run.removeprefix("<~").removesuffix("~>")
    for decode in (base64.b85decode, base64.a85decode):
        try:
            found = readable(decode(bare)) if _begins_readable(decode(bare[:_BEGINNING])) else None
        except (ValueError, binascii.Error):
            continue
        if found:
            return found
    return None


def _from_letter_numbers(run: str) -> str | None:
    numbers = [int(group) for group in re.findall("[0-9]+", run)]
    return "".join(chr(96 + number) for number in numbers) if all(0 < number < 27 for number in numbers) else None


_SIGNS: Final = (
    ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.."
)
_CODE: Final = dict(zip(_SIGNS.split(), "abcdefghijklmnopqrstuvwxyz", strict=True))


def _from_morse(run: str) -> str | None:
    words = re.split(r" ?[/|] ?| {2,}", run.replace("·", ".").replace("–", "-"))
    return " ".join("".join(_CODE.get(sign, "") for sign in word.split()) for word in words)


_looks_numbered: Final = re.compile(
    r"[0-9][ \-.,;\\]{1,3}[0-9]{1,3}[ \-.,;\\]{1,3}[0-9]{1,3}[ \-.,;\\]{1,3}[0-9]"
).search
_looks_mixed: Final = re.compile(
    r"(?<![^\s\"'(:.])(?=[A-Za-z0-9+/]{0,12}[a-z0-9+/][A-Z])[A-Za-z0-9+/]{4,12}[ .\n][A-Za-z0-9+/]{4,12}[ .\n]"
).search
_Worth = Callable[[Shape], object]


def _numbered(shape: Shape) -> object:
    return shape.has_numbers() and _looks_numbered(shape.text)


def _ink(shape: Shape) -> object:
    return shape.has_ink_runs()


# Reading, whether it is worth a try, how a run looks, how it is decoded.
_DECODERS: Final[tuple[tuple[str, _Worth, re.Pattern[str], Callable[[str], str | None]], ...]] = (
    ("binary", lambda shape: shape.has_bits(), _BINARY, _from_binary),
    ("hex", lambda shape: shape.has_hex(), _HEX, _from_hex),
    ("base64", _ink, _BASE64, _from_base64),
    ("base64 in blocks", lambda shape: shape.has_mixed_case() and _looks_mixed(shape.text), _BLOCKS, _from_blocks),
    ("base32", _ink, _BASE32, _from_base32),
    ("octal", _numbered, _OCTAL, _from_octal),
    ("decimal", _numbered, _DECIMAL, _from_decimal),
    ("letter numbers", _numbered, _LETTER_NUMBERS, _from_letter_numbers),
    ("morse", lambda shape: shape.has_morse(), _MORSE, _from_morse),
    ("base85", _ink, _BASE85, _from_base85),
)


def decoded_runs(shape: Shape) -> Iterator[Decoded]:
    """Every run of the text that is another text in one of the known encodings."""
    if not shape.may_be_encoded() and not shape.has_mixed_case():
        return
    for reading, is_worth, expression, decode in _DECODERS:
        if not is_worth(shape):
            continue
        for count, match in enumerate(expression.finditer(shape.text)):
            if count >= MAX_RUNS:
                break
            found = decode(match[0][:MAX_CHARS])
            if found:
                yield Decoded(start=match.start(), end=match.end(), text=found, reading=reading)


_ANY_UNSEEN = re.compile("[\U000e0020-\U000e01ef\ufe00-\ufe0f\u200b-\u200d\u2060\ufeff]")
_TAGS = re.compile("[\U000e0020-\U000e007e]+")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4,}")
_TWO_SIGNS = re.compile("[\u200b-\u200d\u2060\ufeff]{32,}")


def unseen_runs(text: str) -> Iterator[Decoded]:
    """Text written in characters that show nothing: tags, variation selectors, two kinds of zero width."""
    if text.isascii() or not _ANY_UNSEEN.search(text):
        return
    tags = list(_TAGS.finditer(text))
    if tags:
        spelled = "".join(chr(ord(ch) - 0xE0000) for match in tags for ch in match[0])
        yield Decoded(start=tags[0].start(), end=tags[-1].end(), text=spelled, reading="tag characters")
    for match in _SELECTORS.finditer(text):
        numbers = (ord(ch) - 0xFE00 if ord(ch) < 0x10000 else ord(ch) - 0xE0100 + 16 for ch in match[0][:MAX_CHARS])
        found = readable(bytes(number & 255 for number in numbers))
        if found:
            yield Decoded(start=match.start(), end=match.end(), text=found, reading="variation selectors")
    for match in _TWO_SIGNS.finditer(text):
        yield from _two_signs(match)


def _two_signs(match: re.Match[str]) -> Iterator[Decoded]:
    signs = sorted(set(match[0]))
    if len(signs) != 2:
        return
    for zero, one in (signs, signs[::-1]):
        bits = match[0][:MAX_CHARS].replace(zero, "0").replace(one, "1")
        found = readable(bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits) - 7, 8)))
        if found:
            yield Decoded(start=match.start(), end=match.end(), text=found, reading="zero width")
