"""Markdown to tokens: CommonMark with tables, task lists, footnotes, strike-through and `[[links]]` between pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, MutableMapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from html import escape
from itertools import accumulate, pairwise
from typing import Any, Final
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.tasklists import tasklists_plugin
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from knowledge.engine.wiki.paths import ENDING, slug_of

ANCHOR: Final = "wiki-"
"""What every anchor of a page begins with, so that no text of a page can take a name the dashboard uses."""

PLACE: Final = "wiki:"
"""Scheme of the addresses that stand for links to pages until somebody reads the page; a number follows."""

HIGHLIGHTED: Final = frozenset(
    [
        "bash",
        "c",
        "c++",
        "cpp",
        "cs",
        "csharp",
        "css",
        "diff",
        "django",
        "go",
        "html",
        "http",
        "ini",
        "java",
        "javascript",
        "js",
        "json",
        "kotlin",
        "lua",
        "make",
        "markdown",
        "md",
        "nginx",
        "perl",
        "php",
        "python",
        "py",
        "rb",
        "ruby",
        "rust",
        "scss",
        "sh",
        "shell",
        "sql",
        "swift",
        "toml",
        "ts",
        "typescript",
        "xml",
        "yaml",
        "yml",
    ]
)
MOST_HIGHLIGHTED: Final = 20_000
"""Characters of one block of code that are coloured; longer ones are shown plain."""

MOST_STEPS: Final = 2_000_000
"""Brackets times characters of one block of text up to which links in it are looked for."""

_BRACKETED: Final = {"link": "link_open", "image": "image", "footnote_inline": "", "footnote_ref": ""}
_BEGINS: Final = frozenset("[!^")
_PAGE_LINK: Final = re.compile(r"(!?)\[\[([^\[\]|#\n]*)(?:#([^\[\]|\n]*))?(?:\\?\|([^\[\]\n]*))?\]\]")
_SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]*:|//|/|\?", re.IGNORECASE)
_ALIGNED: Final = re.compile(r"text-align:\s*(left|right|center)")
_REMOTE: Final = re.compile(r"https?://", re.IGNORECASE)
_CHECKED: Final = re.compile(r"<input[^>]*\bchecked\b")


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link from a page to another one, as written.

    Attributes:
        place: its position among the links of the page, from 0.
        target: the page that is asked for: a path, a name or a title; never empty.
        anchor: the heading that is asked for, empty for the whole page.
        raw: the link as it stands in the text.
        lines: first and one past the last line of the block it stands in, counted in the text given.
        at: where it begins in the text given; None where only its block is known.
        style: `wiki` for `[[…]]`, `markdown` for `[…](…)`, `reference` for one whose address stands elsewhere.
    """

    place: int
    target: str
    anchor: str
    raw: str
    lines: tuple[int, int]
    at: int | None
    style: str


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its level 1 to 6, its text, and the anchor that leads to it."""

    level: int
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """A page taken apart: tokens to be drawn, and what was found on the way."""

    tokens: Sequence[Token]
    env: MutableMapping[str, Any]
    links: tuple[PageLink, ...]
    headings: tuple[Heading, ...]
    plain: str


def parse(body: str) -> Parsed:
    """Take the text of a page (without frontmatter) apart."""
    env: dict[str, Any] = {"docId": ANCHOR.rstrip("-")}
    tokens = _parser().parse(body, env)
    links: list[PageLink] = []
    source = _Source.of(body)
    for before, inline in pairwise(tokens):
        if inline.type != "inline":
            continue
        block = _Block(inline, source, in_cell=before.type in {"td_open", "th_open"})
        for token in inline.children or ():
            _note_link(token, block, links)
            for inner in _flat(token.children or ()):
                _note_link(inner, replace(block, in_cell=True), links)
    headings = _headings(tokens)
    for token in tokens:
        _align(token)
    return Parsed(tokens, env, tuple(links), headings, _plain(tokens))


def to_html(parsed: Parsed) -> str:
    """Draw the tokens; what comes out is not safe before it has been through the sanitiser."""
    markup = _parser()
    return str(markup.renderer.render(parsed.tokens, markup.options, parsed.env))


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    markup = MarkdownIt("commonmark", {"highlight": _coloured})
    markup.enable(["table", "strikethrough"])
    markup.use(footnote_plugin).use(tasklists_plugin)
    markup.inline.ruler.before("link", "page_link", _page_link)
    for name in _BRACKETED:
        rule = next(one.fn for one in markup.inline.ruler.__rules__ if one.name == name)
        markup.inline.ruler.at(name, partial(_bracketed, rule=rule, kind=_BRACKETED[name]))
    markup.add_render_rule("image", _draw_image)
    markup.add_render_rule("page_link", _draw_page_link)
    markup.add_render_rule("html_inline", _draw_html)
    return markup


# ------------------------------------------------------------------ rules


def _page_link(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the parser fixes the signature
    if state.src[state.pos : state.pos + 2] != "[[" and state.src[state.pos : state.pos + 3] != "![[":
        return False
    found = _PAGE_LINK.match(state.src, state.pos)
    if found is None or found.end() > state.posMax or not (found[2].strip() or (found[3] or "").strip()):
        return False
    if not silent:
        target, anchor, label = found[2].strip(), (found[3] or "").strip(), (found[4] or "").strip()
        token = state.push("page_link", "", 0)
        token.content = label or (f"{target} › {anchor}" if target and anchor else target or anchor)
        token.meta = {"target": target, "anchor": anchor, "raw": found[0], "at": found.start()}
    state.pos = found.end()
    return True


def _bracketed(state: StateInline, silent: bool, *, rule: Any, kind: str) -> bool:  # noqa: FBT001
    """Let the parser's own rule read something in brackets, and keep how it was written.

    The parser looks for the end of every bracket anew; where that would take too long, brackets are only text.
    """
    if state.src[state.pos : state.pos + 1] not in _BEGINS:
        return False
    costs: dict[str, int] = state.env.setdefault("costs", {})
    cost = costs.get(state.src)
    if cost is None:
        cost = costs[state.src] = state.src.count("[") * len(state.src)
    if cost > MOST_STEPS:
        return False
    start, before = state.pos, len(state.tokens)
    if not rule(state, silent):
        return False
    if not silent:
        token = next((one for one in state.tokens[before:] if one.type == kind), None)
        if token is not None:
            token.meta = {**token.meta, "raw": state.src[start : state.pos], "at": start}
    return True


# ------------------------------------------------------------------ links and headings


@dataclass(frozen=True, slots=True)
class _Source:
    """The lines of a page and where each begins; of a page with carriage returns, whose places shift, no lines."""

    lines: Sequence[str]
    starts: Sequence[int]
    count: int

    @classmethod
    def of(cls, body: str) -> _Source:
        lines = body.split("\n")
        if "\r" in body or "\0" in body:
            return cls((), (), len(lines))
        return cls(lines, [0, *accumulate(len(line) + 1 for line in lines)], len(lines))


@dataclass(frozen=True, slots=True)
class _Block:
    """A block of text: its token, the lines of the page, and whether places in it are not those of the page."""

    token: Token
    source: _Source
    in_cell: bool = False

    @property
    def lines(self) -> tuple[int, int]:
        """First and one past the last line."""
        return (self.token.map[0], self.token.map[1]) if self.token.map else (0, self.source.count)

    def place_of(self, token: Token) -> int | None:
        """Return where a token begins in the page, None when that is not certain."""
        raw, at = str(token.meta.get("raw", "")), token.meta.get("at")
        if self.in_cell or at is None or not raw:
            return None
        said = self.token.content[:at]
        number = self.lines[0] + said.count("\n")
        if number >= len(self.source.lines):
            return None
        column = at - (said.rfind("\n") + 1)
        line = self.token.content[at - column :].split("\n", 1)[0].rstrip()
        start = self.source.lines[number].rfind(line)
        found = start >= 0 and self.source.lines[number].startswith(raw.split("\n", 1)[0], start + column)
        return self.source.starts[number] + start + column if found else None


def _flat(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        if token.type == "image" and token.children:
            yield from _flat(token.children)


def _note_link(token: Token, block: _Block, links: list[PageLink]) -> None:
    """Give a link to another page its place; links within the page lead to its anchors at once."""
    if token.type == "page_link":
        target, anchor, style = token.meta["target"], token.meta["anchor"], "wiki"
    elif token.type in {"link_open", "image"}:
        name = "href" if token.type == "link_open" else "src"
        address = str(token.attrGet(name) or "")
        if _SCHEME.match(address) or not address:
            return
        path, _, anchor = address.partition("#")
        target, anchor = unquote(path), unquote(anchor)
        if target and not target.lower().endswith(ENDING):
            return
        style = "markdown" if token.meta.get("raw", "").endswith(")") else "reference"
    else:
        return
    if not target:
        token.attrSet("href", f"#{ANCHOR}{slug_of(anchor)}")
        return
    token.attrSet("href", f"{PLACE}{len(links)}")
    raw = str(token.meta.get("raw", ""))
    links.append(PageLink(len(links), target, anchor, raw, block.lines, block.place_of(token), style))


def _headings(tokens: Sequence[Token]) -> tuple[Heading, ...]:
    """Give each heading its anchor; the second of one name gets a number."""
    found: list[Heading] = []
    taken: dict[str, int] = {}
    for place, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        text = " ".join(_words(tokens[place + 1].children or ()).split())
        slug = slug_of(text)
        taken[slug] = taken.get(slug, 0) + 1
        anchor = f"{ANCHOR}{slug}" if taken[slug] == 1 else f"{ANCHOR}{slug}-{taken[slug]}"
        token.attrSet("id", anchor)
        found.append(Heading(int(token.tag[1]), text, anchor))
    return tuple(found)


def _align(token: Token) -> None:
    """Let a column of a table be aligned by a class: pages carry no styles."""
    aligned = _ALIGNED.search(str(token.attrs.pop("style", ""))) if token.attrs else None
    if aligned:
        token.attrSet("class", f"align-{aligned[1]}")


def _plain(tokens: Sequence[Token]) -> str:
    """Return what a reader reads, one block a line."""
    parts = []
    for token in tokens:
        if token.type == "inline":
            parts.append(_words(token.children or ()))
        elif token.type in {"fence", "code_block"}:
            parts.append(token.content)
    return "\n".join(part.strip("\n") for part in parts if part.strip())


def _words(tokens: Sequence[Token]) -> str:
    said = []
    for token in tokens:
        if token.type in {"text", "code_inline", "page_link"}:
            said.append(token.content)
        elif token.type in {"softbreak", "hardbreak"}:
            said.append("\n")
        elif token.type == "image":
            said.append(_words(token.children or ()))
    return "".join(said)


# ------------------------------------------------------------------ drawing


def _draw_page_link(
    self: RendererHTML, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
) -> str:
    token = tokens[idx]
    return f'<a href="{escape(str(token.attrGet("href")))}">{escape(token.content)}</a>'


def _draw_image(
    self: RendererHTML, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
) -> str:
    """Draw a picture as a link to it: a page loads nothing from elsewhere until somebody clicks."""
    token = tokens[idx]
    label = _words(token.children or ())
    source, place = str(token.attrGet("src") or ""), str(token.attrGet("href") or "")
    if place.startswith(PLACE):
        return f'<a href="{escape(place)}">{escape(label or source)}</a>'
    if _REMOTE.match(source):
        return f'<a class="wiki-image" href="{escape(source)}">{escape(label or source)}</a>'
    return f'<span class="wiki-image">{escape(label or "")}</span>'


def _draw_html(
    self: RendererHTML, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
) -> str:
    content = tokens[idx].content
    if content.startswith('<input class="task-list-item-checkbox"'):
        return '<span class="task-box">☑</span>' if _CHECKED.match(content) else '<span class="task-box">☐</span>'
    return content


_formatter = HtmlFormatter(nowrap=True)


def _coloured(code: str, language: str, _attributes: str) -> str:
    """Colour code by classes; an unknown language and a very long block stay plain."""
    if language.lower() not in HIGHLIGHTED or len(code) > MOST_HIGHLIGHTED:
        return ""
    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return ""
    return str(highlight(code, lexer, _formatter))
