"""One word for one stored value: what people read, with icon, tone and explanation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as LazyText


@dataclass(frozen=True, slots=True)
class Word:
    """A word for one stored value.

    Attributes:
        label: what people read.
        icon: name of a symbol in the sprite; empty for none.
        tone: `pine`, `amber`, `red`, `violet`, `blue`, `grey` or empty (outline only).
        hint: one sentence for the tooltip and the glossary.
    """

    label: LazyText | str
    icon: str = ""
    tone: str = ""
    hint: LazyText | str = ""
