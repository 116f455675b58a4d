"""Whether a text names somebody: the whole name, in any spelling that reads the same. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from knowledge.engine.forms import normalize_key
from knowledge.engine.text import UNSPACED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_UNSPACED = re.compile(f"[{UNSPACED}]")


def naming(names: Iterable[str]) -> Callable[[str], bool]:
    """Return what tells whether a text holds any of some names.

    A name counts as a whole: beside its letters, digits and low lines no other may stand, except in scripts that write
    no spaces between words. Case, width, invisible characters and doubled blanks make no difference.

    >>> says = naming(["user_100"])
    >>> says("told by USER_100."), says("userX100"), says("user_1000")
    (True, False, False)
    """
    keys = sorted({key for name in names if (key := normalize_key(name))}, key=len, reverse=True)
    if not keys:
        return lambda _text: False
    pattern = re.compile("|".join(map(_whole, keys)))

    def says(text: str) -> bool:
        plain = text.casefold() if text.isascii() else normalize_key(text)
        return pattern.search(plain) is not None

    return says


def _whole(key: str) -> str:
    """Return a pattern of one name; blanks in it stand for any."""
    words = r"\s+".join(re.escape(word) for word in key.split())
    before = "" if _UNSPACED.match(key[0]) else r"(?<!\w)"
    after = "" if _UNSPACED.match(key[-1]) else r"(?!\w)"
    return f"{before}{words}{after}"
