"""A memory as Markdown for people to read: nothing in it can end its frame or become a heading."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from knowledge.engine.instants import format_instant

if TYPE_CHECKING:
    from datetime import datetime

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>#|!~&])")
_TILDES: Final = re.compile("~{4,}")


@dataclass(frozen=True, slots=True)
class Readable:
    """What is shown of one memory.

    Attributes:
        triple: subject, predicate and object as written; None where there is none.
        until: when it ends, None when it does not.
    """

    id: str
    content: str
    triple: tuple[str | None, str | None, str | None]
    since: datetime
    until: datetime | None
    origin: str
    trust: float
    tags: tuple[str, ...]


def markdown_of(one: Readable) -> str:
    """Return a section: what is said, since when, and by whom."""
    lines = [f"## {one.id}", ""]
    if any(one.triple):
        lines.append("- " + " · ".join(_inline(part) for part in one.triple if part))
    until = f" until {format_instant(one.until)}" if one.until else ""
    lines.append(f"- true since {format_instant(one.since)}{until}")
    lines.append(f"- from {_inline(one.origin)}, trust {one.trust:g}")
    if one.tags:
        lines.append("- tags: " + ", ".join(_inline(tag) for tag in one.tags))
    longest = max((len(run) for run in _TILDES.findall(one.content)), default=3)
    fence = "~" * (longest + 1)
    return "\n".join([*lines, "", f"{fence}text", one.content, fence, "", ""])


def _inline(text: str) -> str:
    """Return a text on one line, in which no character is markup."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
