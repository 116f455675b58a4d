"""Pages as safe HTML: drawn once when a page is saved, with the links filled in for whoever reads it.

What comes out of the sanitiser holds an allow-list of tags and attributes: nothing that runs, loads, submits or styles,
no names the dashboard uses, links to http, https and mail only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Final

import nh3

from knowledge.engine.wiki.frontmatter import body_of
from knowledge.engine.wiki.markdown import PLACE, Heading, PageLink, parse, to_html

_HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
TAGS: Final = frozenset(
    [
        "a",
        "abbr",
        "b",
        "blockquote",
        "br",
        "cite",
        "code",
        "dd",
        "del",
        "details",
        "dl",
        "dt",
        "em",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "i",
        "ins",
        "kbd",
        "li",
        "mark",
        "ol",
        "p",
        "pre",
        "q",
        "s",
        "samp",
        "section",
        "small",
        "span",
        "strong",
        "sub",
        "summary",
        "sup",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "tr",
        "u",
        "ul",
        "var",
    ]
)
ATTRIBUTES: Final[dict[str, set[str]]] = {
    "*": set(),
    "a": {"href", "title", "class", "id"},
    "abbr": {"title"},
    "code": {"class"},
    "span": {"class"},
    "hr": {"class"},
    "section": {"class"},
    "sup": {"class"},
    "ul": {"class"},
    "ol": {"class", "start"},
    "li": {"class", "id"},
    "td": {"class", "colspan", "rowspan"},
    "th": {"class", "colspan", "rowspan"},
    **{tag: {"id"} for tag in _HEADINGS},
}
SCHEMES: Final = frozenset({"http", "https", "mailto"})
REL: Final = "noopener noreferrer nofollow"

_ID: Final = re.compile(r"(?:wiki|fn-wiki|fnref-wiki)-[\w:-]{1,120}")
_COLOUR: Final = re.compile(r"[a-z][a-z0-9]{0,2}")
_LANGUAGE: Final = re.compile(r"language-[\w+#.-]{1,40}")
_OWN_CLASSES: Final = frozenset(
    [
        "align-left",
        "align-right",
        "align-center",
        "contains-task-list",
        "task-list-item",
        "task-box",
        "wiki-image",
        "footnote-ref",
        "footnotes-sep",
        "footnotes",
        "footnotes-list",
        "footnote-item",
        "footnote-backref",
        "footnote-anchor",
    ]
)
_PATH: Final = re.compile("[/?#]")
_SMALL_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_LINK: Final = re.compile(rf'<a href="{PLACE}([0-9]{{1,6}})"')
_IS_PLACE: Final = re.compile(rf"{PLACE}[0-9]{{1,6}}")
_CONTENT_GOES: Final = frozenset(
    {"script", "style", "template", "noscript", "iframe", "object", "embed", "svg", "math"}
)


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page ready to be kept.

    Attributes:
        html: safe; links to pages are numbered places, see `fill`.
        headings: for the table of contents.
        links: to other pages, as written.
        plain: what a reader reads, for search and for highlights.
    """

    html: str
    headings: tuple[Heading, ...]
    links: tuple[PageLink, ...]
    plain: str


@dataclass(frozen=True, slots=True)
class Target:
    """Where one link of a page leads whoever reads it now; an empty address is no link at all."""

    address: str
    is_missing: bool = False


def render(text: str) -> Rendered:
    """Draw a page, frontmatter and all; the same text always gives the same answer."""
    parsed = parse(body_of(text))
    return Rendered(clean(to_html(parsed)), parsed.headings, parsed.links, parsed.plain)


def clean(html: str) -> str:
    """Return HTML with everything taken out that is not on the list."""
    return nh3.clean(
        html,
        tags=set(TAGS),
        clean_content_tags=set(_CONTENT_GOES),
        attributes=ATTRIBUTES,
        attribute_filter=_filtered,
        link_rel=REL,
        url_schemes={*SCHEMES, PLACE.removesuffix(":")},
        strip_comments=True,
    )


def fill(html: str, targets: Mapping[int, Target]) -> str:
    """Put addresses in for the places of a drawn page; a place without one becomes a missing link without address.

    Args:
        html: of `render`.
        targets: where the link of each place leads.
    """

    def filled(found: re.Match[str]) -> str:
        target = targets.get(int(found[1]), Target("", is_missing=True))
        marked = ' class="wiki-missing"' if target.is_missing else ' class="wiki-link"'
        return f'<a{marked} href="{escape(target.address)}"' if target.address else f"<a{marked}"

    return _LINK.sub(filled, html)


def _filtered(tag: str, name: str, value: str) -> str | None:
    """Return what is kept of an attribute, None for nothing."""
    if name == "id":
        return value if _ID.fullmatch(value) else None
    if name == "class":
        return " ".join(one for one in value.split() if _is_known(tag, one)) or None
    if name == "href":
        scheme, colon, _ = _PATH.split(value, maxsplit=1)[0].partition(":")
        return value if not colon or scheme.strip().lower() in SCHEMES or _IS_PLACE.fullmatch(value) else None
    if name in {"start", "colspan", "rowspan"}:
        return value if _SMALL_NUMBER.fullmatch(value) else None
    return value


def _is_known(tag: str, name: str) -> bool:
    if tag == "code":
        return _LANGUAGE.fullmatch(name) is not None
    return name in _OWN_CLASSES or (tag == "span" and _COLOUR.fullmatch(name) is not None)
