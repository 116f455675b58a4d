"""Parts of a text that a reader of the rendered page does not see."""

from __future__ import annotations

import re
from typing import Final

_MAX: Final = 100
_STYLE = re.compile(
    r"<[a-z]{1,10}\b[^<>]{0,200}(?:display ?: ?none|visibility ?: ?hidden|font-size ?: ?0|"
    r"opacity ?: ?0|color ?: ?(?:white|#fff)|"
    r"hidden|height ?: ?0|left ?: ?-\d{3,})[^<>]{0,200}>([^<]{1,4000})"
)
_TITLE = re.compile(r"\]\([^()\s]{1,300}\s{1,3}(?:\"([^\"\n]{1,2000})\"|'([^\n]{1,2000}?)')\)")
_ALT = re.compile(r"!\[([^\]\n]{8,2000})\]\(")
_ATTRIBUTE = re.compile(r"\b(?:alt|title|aria-label|content|data-[a-z]{1,20}) ?= ?[\"']([^\"'\n]{8,2000})[\"']")
_REFERENCE = re.compile(
    r"(?:^|\n)\[[^\]\n]{1,80}\]: ?\S{1,300}[ \t]{1,3}[\"'(]([^\"')\n]{8,2000})"
    r"|(?:^|\n)\[//\]: ?# ?[\"'(]([^\n]{4,2000})"
)


def regions(text: str) -> list[tuple[int, int, str]]:
    """Start, end and kind of each hidden part, at most `_MAX` of a kind."""
    found: list[tuple[int, int, str]] = []
    if "<!--" in text:
        found += _comments(text)
    if "<" in text:
        low = text.lower()
        found += _matches(_STYLE, low, "hidden by style")
        found += _matches(_ATTRIBUTE, low, "attribute")
    if "](" in text:
        found += _matches(_TITLE, text, "link title")
        found += _matches(_ALT, text, "alternative text")
    if "]:" in text:
        found += _matches(_REFERENCE, text, "link title")
    return found


_STYLE_VALUE = re.compile(r"\bstyle ?= ?(?:\"[^\"<>]{0,300}\"|'[^'<>]{0,300}')")


def style_removed(text: str) -> str:
    """The text with style attributes blanked, their words are none of the text's; same length."""
    return _STYLE_VALUE.sub(lambda match: " " * len(match[0]), text)


def _comments(text: str) -> list[tuple[int, int, str]]:
    found: list[tuple[int, int, str]] = []
    at = 0
    while len(found) < _MAX and (start := text.find("<!--", at)) >= 0:
        end = text.find("-->", start + 4)
        end = len(text) if end < 0 else end
        found.append((start + 4, end, "comment"))
        at = end + 3
    return found


def _matches(expression: re.Pattern[str], text: str, kind: str) -> list[tuple[int, int, str]]:
    found = []
    for match in expression.finditer(text):
        group = 1 if match[1] is not None else 2
        found.append((match.start(group), match.end(group), kind))
        if len(found) >= _MAX:
            break
    return found
