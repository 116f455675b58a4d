"""Template tags of the queue: text with its suspicious places marked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from curation import text as texts
from curation.templatetags.hub import value_text, visible
from knowledge.engine import forms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from curation.queries.suspicion import Suspicion

register = template.Library()

_TAGS = re.compile("[\U000e0020-\U000e007e]{2,}")
"""Letters that are drawn nowhere, each with a plain one behind it."""


@register.simple_tag
def marked(value: Any, field: str, suspicion: Suspicion | None = None, limit: int = 0) -> SafeString:
    """Escape a text, mark the places that read like orders, and show hidden characters.

    Args:
        value: the text, or the object of a fact.
        field: which field it is (`content`, `subject`, `predicate`, `object`).
        suspicion: what was found in the memory, None for nothing.
        limit: show about so many characters, around the first marked place; 0 for all.
    """
    text = value if isinstance(value, str) else value_text(value)
    spots: Sequence[tuple[int, int]] = () if suspicion is None else suspicion.places.get(field, ())
    start, end = texts.window(text, spots, limit) if limit else (0, len(text))
    out = ["…"] if start else []
    position = start
    for left, right in spots:
        if left >= end or right <= position:
            continue
        out.append(unmasked(text[position : max(left, position)]))
        out.append(format_html('<mark class="bad">{}</mark>', unmasked(text[max(left, position) : min(right, end)])))
        position = min(right, end)
    out.append(unmasked(text[position:end]))
    if end < len(text):
        out.append("…")
    return mark_safe("".join(out))  # noqa: S308 - every part was escaped


@register.filter
def disguised(value: Any) -> list[tuple[str, str]]:
    """Return the letters of a name that pass for others, with what Unicode calls them."""
    return forms.disguised(str(value or ""))


def unmasked(text: str) -> SafeString:
    """Escape a text and show its hidden characters; a run of invisible letters as the words they spell."""
    out, position = [], 0
    for run in _TAGS.finditer(text):
        out.append(visible(text[position : run.start()]))
        spelled = "".join(chr(ord(char) - 0xE0000) for char in run[0])
        out.append(format_html('<span class="ctrl" title="{}">{}</span>', _("invisible letters"), spelled))
        position = run.end()
    out.append(visible(text[position:]))
    return mark_safe("".join(out))  # noqa: S308 - every part was escaped
