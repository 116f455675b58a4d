"""A text cut into words: links and addresses, words of spaced and runs of unspaced scripts, marks that part clauses."""

from __future__ import annotations

import re
from typing import Final

CJK: Final = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
"""Characters written without blanks between words, and Hangul, as the inside of a character class."""
FIRST_CJK: Final = "\u3005"
IS_CJK: Final = re.compile(f"[{CJK}]")
_NO_LINK: Final = r"\s<>\"'()\[\]（）「」"
# A word with a dot in it that ends like a host name, and what follows it.
_HOST: Final = (
    r"(?:(?=[.-])(?:[.-][a-z0-9]{1,40}){0,5}?\."
    r"(?:example|com|net|org|io|dev|app|info|xyz|site|online|test|invalid|co|ai|me|ru|cn|jp|kr|tw)\b"
    rf"(?:/[^{_NO_LINK}]*)?)?"
)
_LETTERS: Final = rf"[^\W_{CJK}]+(?:'[^\W_{CJK}]+)*{_HOST}"
_ASCII_WORD: Final = r"[a-z0-9]+(?:'[a-z0-9]+)*"
_ASCII_LETTERS: Final = rf"{_ASCII_WORD}{_HOST}"
_LINK: Final = rf"(?=[hfwdj])(?:(?:https?|ftp|hxxps?|wss?|file|data|javascript):[^{_NO_LINK}]+|www\.[^{_NO_LINK}]+)"
_ADDRESS: Final = r"[a-z0-9.+-]{1,64}@[a-z0-9-]{1,64}(?:\.[a-z0-9-]{1,64})+"
_BREAKS: Final = (
    r"\n[ \t\r]*\n\s*|\n(?=[ \t]*(?:[-*•>#]|\d{1,3}[.)]) )|[.!?;](?=[\s\"'”’)\]]|$)|[。！？；…|•।؟,、，،:：\n]"
)
_ASCII_BREAKS: Final = r"\n[ \t\r]*\n\s*|\n(?=[ \t]*(?:[-*>#]|\d{1,3}[.)]) )|[.!?;](?=[\s\"')\]]|$)|[|,:\n]"
# Cut where no writing would be so long without a mark, so that a place in it is found soon.
_UNSPACED: Final = f"[{CJK}]{{1,500}}(?: [\uac00-\ud7a3]{{1,60}}){{0,60}}"
_TOKEN: Final = re.compile(rf"{_LINK}|{_LETTERS}|{_UNSPACED}|{_BREAKS}")
_TOKEN_WITH_ADDRESS: Final = re.compile(rf"{_LINK}|{_ADDRESS}|{_LETTERS}|{_UNSPACED}|{_BREAKS}")
_ASCII_TOKEN: Final = re.compile(rf"{_LINK}|{_ASCII_LETTERS}|{_ASCII_BREAKS}")
_ASCII_PLAIN: Final = re.compile(rf"{_ASCII_WORD}|{_ASCII_BREAKS}")
_LINKED: Final = re.compile(r"[.:][^\s.:]")


def tokens_of(text: str) -> re.Pattern[str]:
    """The expression that finds the words of such a text soonest."""
    if "@" in text:
        return _TOKEN_WITH_ADDRESS
    if not text.isascii():
        return _TOKEN
    return _ASCII_TOKEN if _LINKED.search(text) else _ASCII_PLAIN


def is_unspaced(token: str) -> bool:
    """Whether it is a run of a script written without blanks."""
    return token[0] >= FIRST_CJK and IS_CJK.match(token) is not None
