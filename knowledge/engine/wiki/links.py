"""What links between pages mean, and how they follow a page that is renamed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote, unquote

from markdown_it.common.utils import normalizeReference
from markdown_it.helpers import parseLinkDestination, parseLinkTitle

from knowledge.engine.forms import normalize_key
from knowledge.engine.wiki.frontmatter import FrontmatterError, changed, read, split
from knowledge.engine.wiki.markdown import PageLink, parse
from knowledge.engine.wiki.paths import ENDING, folder_of, name_key, name_of, path_key

_TARGET: Final = re.compile(r"(\[\[)([^\[\]|#\n]*?)(\s*(?:#|\\?\||\]\]))")
_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$")
_KEPT: Final = "/-_.~!$&'*+,;=@"
_NAMED: Final = re.compile(r"\]\[((?:\\.|[^\[\]\\])*)\]\Z", re.DOTALL)
_HEADING: Final = re.compile(r"(?<!&)#.*\Z", re.DOTALL)


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

    Only links are touched: what stands in code stays. Of a link whose address stands elsewhere on the page
    (`[text][name]`) that address is written anew.

    Args:
        text: of the page that links, frontmatter and all.
        is_meant: whether a link means the page that is renamed.
        source: path of the page that links.
        new_path: of the renamed page.
        old_path: where it was.
    """
    text = _rewritten_links(text, lambda link: new_path if is_meant(link) else None, source)
    return _related_moved(text, old_path, new_path)


def _rewritten_links(text: str, leads_to: Callable[[PageLink], str | None], source: str) -> str:
    """Return a page's text with each link written anew for the path it is to lead to; None leaves one as it is."""
    head, body = split(text)
    starts = [0, *(found.end() for found in _LINE.finditer(body))]
    parsed = parse(body)
    changes: dict[tuple[int, int], str] = {}
    cursors: dict[int, int] = {}
    for link in sorted(parsed.links, key=lambda one: (one.lines[0], one.place)):
        place, path = _place_of(body, link, starts, cursors), leads_to(link)
        if path is None:
            continue
        if link.style == "reference":
            place = _definition_of(body, link, starts, parsed.env.get("references", {}))
        elif place is not None and link.style == "markdown":
            place = _address_of(body, link, *place)
        if place is not None:
            changes[place] = _rewritten(body[place[0] : place[1]], link, source, path)
    for (start, end), raw in sorted(changes.items(), reverse=True):
        body = body[:start] + raw + body[end:]
    return head + body


def _address_of(body: str, link: PageLink, start: int, end: int) -> tuple[int, int] | None:
    """Return where the address of a Markdown link stands, None when the link is not read to its end."""
    opening = body.find("](", start, end)
    while opening >= 0:
        found = _address_at(body, opening + 2, end)
        if found is not None and _is_for(body, found, link):
            after = _behind_blanks(body, found[1], end)
            if after > found[1]:
                title = parseLinkTitle(body, after, end)
                after = _behind_blanks(body, title.pos, end) if title.ok else after
            if after == end - 1 and body[after] == ")":
                return found
        opening = body.find("](", opening + 1, end)
    return None


def _definition_of(
    body: str, link: PageLink, starts: list[int], references: Mapping[str, Any]
) -> tuple[int, int] | None:
    """Return where the address of a link that stands elsewhere on the page (`[text][name]`, `[name]: address`) is."""
    name = _NAMED.search(link.raw)
    label = name[1] if name is not None and name[1] else link.raw.removesuffix("[]").removeprefix("!")[1:-1]
    lines = references.get(normalizeReference(label), {}).get("map")
    if not lines:
        return None
    first, last = (starts[min(line, len(starts) - 1)] for line in lines)
    colon = body.find("]:", first, last)
    found = None if colon < 0 else _address_at(body, colon + 2, last)
    return found if found is not None and _is_for(body, found, link) else None


def _address_at(body: str, start: int, end: int) -> tuple[int, int] | None:
    start = _behind_blanks(body, start, end)
    found = parseLinkDestination(body, start, end)
    return (start, found.pos) if found.ok and found.pos > start else None


def _behind_blanks(body: str, start: int, end: int) -> int:
    while start < end and body[start] in " \t\r\n":
        start += 1
    return start


def _is_for(body: str, place: tuple[int, int], link: PageLink) -> bool:
    """Tell whether an address that was found is the one the link was read from."""
    address = parseLinkDestination(body, *place).str
    return unquote(address.partition("#")[0]) == link.target


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
    """Write a link, or the address of one, anew: as short as it was written before."""
    if link.style == "wiki":
        written = link.target
        target = new_path if "/" in written or folder_of(new_path) else name_of(new_path)
        if not written.lower().endswith(ENDING):
            target = target.removesuffix(ENDING)
        elif not target.endswith(ENDING):
            target += ENDING
        return _TARGET.sub(lambda found: found[1] + target + found[3], raw, count=1)
    heading = _HEADING.search(raw.removesuffix(">") if raw.startswith("<") else raw) if link.anchor else None
    anchor = quote(heading[0], safe=_KEPT + "#%") if heading is not None else ""
    return quote(_relative(source, new_path), safe=_KEPT) + anchor


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


def own_links_moved(
    text: str, *, found: Mapping[int, str], old_path: str, new_path: str, shared_names: Collection[str] = ()
) -> str:
    """Return the text of a page that moves to another folder, what it links to as seen from there.

    Args:
        text: of the page that moves.
        found: path each of its links leads to, by place; links that lead nowhere are left out.
        old_path, new_path: of the page.
        shared_names: keys of names that several pages have; in a folder they mean the page in it.
    """
    if folder_of(old_path) == folder_of(new_path):
        return text

    def leads_to(link: PageLink) -> str | None:
        path = found.get(link.place)
        if path is None or link.style != "wiki":
            return path
        key = asked_key(link.target)
        is_seen_from_here = "/" in key and key != path_key(path).removesuffix(ENDING)
        return path if is_seen_from_here or name_key(path) in shared_names else None

    return _rewritten_links(text, leads_to, new_path)
