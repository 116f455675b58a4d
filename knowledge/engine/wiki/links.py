"""What links between pages mean, and how they follow a page that is renamed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote

from knowledge.engine.forms import normalize_key
from knowledge.engine.wiki.frontmatter import FrontmatterError, changed, read, split
from knowledge.engine.wiki.markdown import PageLink, parse
from knowledge.engine.wiki.paths import ENDING, folder_of, name_key, name_of, path_key

_TARGET: Final = re.compile(r"(\[\[)([^\[\]|#\n]*?)(\s*(?:#|\\?\||\]\]))")
_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$")
_KEPT: Final = "/-_.~!$&'()*+,;=@"


def asked_key(target: str) -> str:
    """Return the key of what a link asks for: a path or a name, with or without its ending."""
    key = normalize_key(target.strip().strip("/")).removeprefix("./")
    return key.removesuffix(ENDING)


@dataclass(slots=True)
class Pages:
    """The pages of one wiki, to be found by what links ask for.

    Several pages may have one name: a link then means the one in its own folder, else the one with the shortest path,
    else the first by path.
    """

    by_path: dict[str, str] = field(default_factory=dict)
    by_name: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, pages: Iterable[tuple[str, str]]) -> Pages:
        """Return the pages given as (path, title)."""
        found = cls()
        for path, title in pages:
            found.add(path, title)
        return found

    def add(self, path: str, title: str = "") -> None:
        """Add one page."""
        self.by_path[path_key(path).removesuffix(ENDING)] = path
        for key in {name_key(path), normalize_key(title)}:
            if key:
                self.by_name.setdefault(key, []).append(path)

    def find(self, target: str, *, source: str) -> str | None:
        """Return the path of the page a link means, None when there is none.

        Args:
            target: what the link asks for.
            source: path of the page it stands on.
        """
        key = asked_key(target)
        if not key:
            return None
        folder = path_key(folder_of(source)).strip()
        for candidate in (_joined(folder, key), key):
            if candidate is not None and candidate in self.by_path:
                return self.by_path[candidate]
        named = self.by_name.get(key) or self.by_name.get(normalize_key(target))
        if not named:
            return None
        return min(named, key=lambda path: (folder_of(path) != folder_of(source), path.count("/"), len(path), path))


def _joined(folder: str, key: str) -> str | None:
    """Return a relative key seen from a folder, None when it leads out of the wiki."""
    parts = [part for part in folder.split("/") if part]
    for part in key.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)


def name_keys(target: str) -> str:
    """Return the last part of what a link asks for, as a key: whoever takes this name may be meant."""
    return asked_key(target).rsplit("/", 1)[-1]


def moved(text: str, *, is_meant: Callable[[PageLink], bool], source: str, new_path: str, old_path: str) -> str:
    """Return a page's text with its links to a renamed page following.

    Only links are touched: what stands in code stays. A link whose address stands elsewhere on the page (`[text][ref]`)
    is not followed; it shows as missing.

    Args:
        text: of the page that links, frontmatter and all.
        is_meant: whether a link means the page that is renamed.
        source: path of the page that links.
        new_path: of the renamed page.
        old_path: where it was.
    """
    head, body = split(text)
    starts = [0, *(found.end() for found in _LINE.finditer(body))]
    changes: list[tuple[int, int, str]] = []
    cursors: dict[int, int] = {}
    for link in sorted(parse(body).links, key=lambda one: (one.lines[0], one.place)):
        place = _place_of(body, link, starts, cursors)
        if place is None or not is_meant(link):
            continue
        changes.append((*place, _rewritten(body[place[0] : place[1]], link, source, new_path)))
    for start, end, raw in sorted(changes, reverse=True):
        body = body[:start] + raw + body[end:]
    return _related_moved(head + body, old_path, new_path)


def _place_of(body: str, link: PageLink, starts: list[int], cursors: dict[int, int]) -> tuple[int, int] | None:
    """Find a link in the text of its block, behind the one before it."""
    if link.at is not None and body.startswith(link.raw, link.at):
        return link.at, link.at + len(link.raw)
    first, last = (min(line, len(starts) - 1) for line in link.lines)
    begin = max(cursors.get(first, 0), starts[first])
    for raw in dict.fromkeys((link.raw, link.raw.replace("|", "\\|"))):
        for start in _outside_code(body, raw, begin, starts[last]):
            cursors[first] = start + len(raw)
            return start, start + len(raw)
    return None


def _outside_code(body: str, raw: str, begin: int, end: int) -> Iterator[int]:
    """Yield where a text stands between two places, not inside a pair of back quotes."""
    if not raw:
        return
    spans = [
        match.span()
        for match in re.finditer(r"(?<!`)(`+)(?!`)(?:(?!\n\n).)+?(?<!`)\1(?!`)", body[begin:end], re.DOTALL)
    ]
    start = body.find(raw, begin, end)
    while start >= 0:
        inside = any(begin + a <= start and start + len(raw) <= begin + b for a, b in spans)
        escaped = (start - len(body[:start].rstrip("\\"))) % 2
        if not inside and not escaped:
            yield start
        start = body.find(raw, start + 1, end)


def _rewritten(raw: str, link: PageLink, source: str, new_path: str) -> str:
    """Write a link anew: as short as it was written before."""
    if link.style == "wiki":
        written = link.target
        target = new_path if "/" in written or folder_of(new_path) else name_of(new_path)
        if not written.lower().endswith(ENDING):
            target = target.removesuffix(ENDING)
        elif not target.endswith(ENDING):
            target += ENDING
        return _TARGET.sub(lambda found: found[1] + target + found[3], raw, count=1)
    place = raw.rfind("](") + 2
    address = quote(_relative(source, new_path), safe=_KEPT)
    tail = re.match(r"\s*(?:<[^<>\n]*?(#[^<>\n]*)?>|[^\s#)]*(#[^\s)]*)?)", raw[place:])
    assert tail is not None
    return f"{raw[:place]}{address}{tail[1] or tail[2] or ''}{raw[place + tail.end() :]}"


def _relative(source: str, path: str) -> str:
    """Return a path as seen from the folder of another page."""
    here, there = folder_of(source).split("/")[:-1], path.split("/")
    shared = 0
    while shared < len(here) and shared < len(there) - 1 and here[shared] == there[shared]:
        shared += 1
    return "/".join([".."] * (len(here) - shared) + there[shared:])


def _related_moved(text: str, old_path: str, new_path: str) -> str:
    try:
        related = read(text).related
    except FrontmatterError:
        return text
    old = path_key(old_path)
    if old not in {path_key(one) for one in related}:
        return text
    return changed(text, {"related": [new_path if path_key(one) == old else one for one in related]})


def own_links_moved(text: str, *, found: Mapping[int, str], old_path: str, new_path: str) -> str:
    """Return the text of a page that moves to another folder, its relative Markdown links rewritten.

    Args:
        text: of the page that moves.
        found: path each of its links leads to, by place; links that lead nowhere are left out.
        old_path, new_path: of the page.
    """
    if folder_of(old_path) == folder_of(new_path):
        return text
    for link in parse(split(text)[1]).links:
        if link.style == "markdown" and link.place in found:
            text = moved(
                text,
                is_meant=lambda one, place=link.place: one.place == place,  # type: ignore[misc]
                source=new_path,
                new_path=found[link.place],
                old_path="",
            )
    return text
