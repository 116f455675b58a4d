"""What a page says about itself before its text: read once into plain values, and changed without touching the rest.

The text of a page is always kept as it came. Only what is asked for is rewritten, by a library that keeps comments,
order, quotes and keys that nobody here knows.
"""

from __future__ import annotations

import copy
import io
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import AliasEvent, CollectionEndEvent, CollectionStartEvent

from knowledge.engine.forms import normal, normalize_key

LAYERS: Final = ("identity", "core", "context", "deep")
"""How near a page is to whatever an agent does: the first two are read before every answer."""

DEFAULT_LAYER: Final = "deep"
DEFAULT_TRUST: Final = 0.5
SOURCE_FACTORS: Final[Mapping[str, float]] = {
    "verified_fact": 1.2,
    "user_statement": 1.0,
    "tool_output": 0.9,
    "": 0.8,
    "raw_dialogue": 0.6,
}
"""What the kind of source of a page is worth in search; the empty name stands for an unknown one."""

VISIBLE_TO: Final = "wiki_visible_to"
DO_NOT_INJECT: Final = "do_not_inject"
"""Keys that keep somebody out: what is wrong about them closes a page, it never opens one."""

MOST_BYTES: Final = 64 * 1024
MOST_LEVELS: Final = 16
MOST_NODES: Final = 5_000
MOST_LABELS: Final = 200
LABEL_CHARACTERS: Final = 512
_OPENING: Final = re.compile(r"\A\ufeff?---[ \t]*\r?\n")
_CLOSING: Final = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.MULTILINE)
_INDENTED: Final = re.compile(r"^[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\r?\n  - ", re.MULTILINE)
_LAYER_NAMES: Final = {**{name: name for name in LAYERS}, **{f"l{n}": name for n, name in enumerate(LAYERS)}}
_JOINTS: Final = re.compile(r"[\s_-]+")
_BEFORE: Final = " \t\r\n\x0b\x0c\x85\xa0\u200b\u200c\u200d\u2028\u2029\u2060\u3000\ufeff"
_QUOTES: Final = " \t'\"{?"
_BIDI: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


_KEEPING: Final = frozenset(name.replace("_", "") for name in (VISIBLE_TO, DO_NOT_INJECT))


class FrontmatterError(ValueError):
    """A frontmatter that cannot be used; the message says what to change."""

    def __init__(self, message: str, key: str = "frontmatter") -> None:
        super().__init__(message)
        self.key = key


@dataclass(frozen=True, slots=True)
class Meta:
    """What the frontmatter of a page says.

    Attributes:
        title: empty when none is given.
        trust: 0 to 1, None when not declared. Declaring it raises nothing.
        source_type: one of `SOURCE_FACTORS`; empty when unknown.
        visible_to: names of agents; None when the page does not say, empty when nobody, or when it cannot be read.
        everything: the whole frontmatter as plain JSON values.
    """

    title: str = ""
    tags: tuple[str, ...] = ()
    layer: str = ""
    trust: float | None = None
    source_type: str = ""
    related: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    author: str = ""
    do_not_inject: bool = False
    visible_to: tuple[str, ...] | None = None
    everything: Mapping[str, Any] = field(default_factory=dict)


def split(text: str) -> tuple[str, str]:
    """Return the frontmatter with its fences, empty when there is none, and the rest; joined they are the text."""
    opening = _OPENING.match(text)
    if opening is None:
        return "", text
    closing = _CLOSING.search(text, opening.end())
    if closing is None:
        return "", text
    return text[: closing.end()], text[closing.end() :]


def body_of(text: str) -> str:
    """Return a page's text without its frontmatter."""
    return split(text)[1].removeprefix("\ufeff")


def read(text: str) -> Meta:
    """Read the frontmatter of a page.

    Raises:
        FrontmatterError: it is no mapping of plain values, too large, or one of the known keys has a wrong value.
    """
    fenced = split(text)[0]
    if not fenced:
        _check_not_meant(text)
    head = _inner(fenced)
    if not head.strip():
        return Meta()
    _check_shape(head)
    try:
        found = YAML(typ="safe", pure=True).load(head)
    except (YAMLError, ValueError, OverflowError, TypeError, RecursionError, LookupError, AssertionError) as error:
        raise FrontmatterError("The frontmatter is not YAML that can be read; correct it.") from error
    if found is None:
        return Meta()
    if not isinstance(found, dict):
        raise FrontmatterError("The frontmatter is a list of keys with values; correct it.")
    plain: dict[str, Any] = _plain(found)
    seen = _closing(plain, VISIBLE_TO)
    return Meta(
        title=_line(plain, "title", 300),
        tags=tuple(tag.removeprefix("#") for tag in _labels(plain, "tags") if tag != "#"),
        layer=layer_of(plain.get("layer")),
        trust=_trust(plain.get("trust")),
        source_type=_source_type(plain.get("source_type")),
        related=_labels(plain, "related"),
        sources=_labels(plain, "sources"),
        author=_line(plain, "author", 200),
        do_not_inject=any(_flag(one) for one in _closing(plain, DO_NOT_INJECT)),
        visible_to=names_or_nobody(seen[0]) if len(seen) == 1 else () if seen else None,
        everything=plain,
    )


def changed(text: str, changes: Mapping[str, Any]) -> str:
    """Return a page's text with some keys of its frontmatter set, or taken out where the value is None.

    Comments, order, quotes and unknown keys stay; a page without frontmatter gets one.

    Raises:
        FrontmatterError: the frontmatter cannot be read.
    """
    head, body = split(text)
    inner = _inner(head)
    read(text)
    yaml = YAML(typ="rt")
    yaml.preserve_quotes = True
    yaml.width = 4_096
    yaml.allow_unicode = True
    if _INDENTED.search(inner):
        yaml.indent(mapping=2, sequence=4, offset=2)
    values = yaml.load(inner) if inner.strip() else None
    if values is None:
        values = yaml.load("a: 1")
        del values["a"]
    before = copy.deepcopy(dict(values))
    for key, value in changes.items():
        _set(values, key, value)
    if dict(values) == before:
        return text
    ending = "\r\n" if "\r\n" in head else "\n"
    out = io.StringIO()
    if values:
        yaml.dump(values, out)
    written = out.getvalue().replace("\r\n", "\n").replace("\n", ending)
    if not head:
        return f"---{ending}{written}---{ending}{ending}{body}"
    opening, closing = _fences(head)
    return f"{opening}{_spliced(inner, written, changes)}{closing}{body}"


def _fences(head: str) -> tuple[str, str]:
    """Return the lines around a frontmatter as they are written."""
    opening = _OPENING.match(head)
    assert opening is not None  # it was split off by them
    return opening[0], head[opening.end() + len(_inner(head)) :]


def _spliced(old: str, new: str, changes: Mapping[str, Any]) -> str:
    """Return the new frontmatter with every key that does not change in the very letters it had."""
    before, after = _lines_by_key(old), _lines_by_key(new)
    if not before or not after or "" not in before:
        return new
    kept = {key: lines for key, lines in before.items() if key not in changes}
    spliced = before[""] + "".join(kept.get(key, lines) for key, lines in after.items() if key)
    try:
        same = YAML(typ="safe", pure=True).load(spliced) == YAML(typ="safe", pure=True).load(new)
    except YAMLError:
        same = False
    return spliced if same else new


def _lines_by_key(text: str) -> dict[str, str]:
    """Return the lines of each key of a block mapping, those before the first under the empty key; else nothing."""
    values = YAML(typ="rt").load(text)
    if not isinstance(values, CommentedMap) or values.fa.flow_style():
        return {}
    lines = text.splitlines(keepends=True)
    starts = [(values.lc.data[key][0], key) for key in values]
    if any(not isinstance(key, str) or not key for _, key in starts) or len({line for line, _ in starts}) < len(starts):
        return {}
    ends = [line for line, _ in starts[1:]] + [len(lines)]
    found = {"": "".join(lines[: starts[0][0]])} if starts else {}
    return found | {key: "".join(lines[line:end]) for (line, key), end in zip(starts, ends, strict=True)}


def _set(values: Any, key: str, value: Any) -> None:
    """Set one key; of a list as long as before only the entries that differ, so that it keeps its form."""
    old = values.get(key)
    if value is None:
        values.pop(key, None)
    elif isinstance(old, list) and isinstance(value, list) and len(old) == len(value):
        for place, one in enumerate(value):
            if old[place] != one:
                old[place] = one
    elif old != value:
        values[key] = value


def layer_of(value: object) -> str:
    """Return the layer a value names, empty when it names none: `core`, `L1` and `l1` are one.

    Raises:
        FrontmatterError: there is no such layer.
    """
    if value is None or value == "":
        return ""
    name = _LAYER_NAMES.get(value.strip().lower()) if isinstance(value, str) else None
    if name is None:
        raise FrontmatterError(f"The layer of a page is one of {', '.join(LAYERS)}.", "layer")
    return name


def names_or_nobody(value: object) -> tuple[str, ...]:
    """Return a list of names; whatever is not a list of plain names reads as nobody."""
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) and one.strip() for one in value):
        return ()
    return tuple(value)


def _closing(plain: Mapping[str, Any], key: str) -> list[Any]:
    """Return what is said under a key that keeps somebody out, in whatever letters it is written.

    Other keys are what they are; of these a slip of the pen must not open a page.
    """
    return [value for name, value in plain.items() if _bare(name) == _bare(key)]


def _bare(name: str) -> str:
    return _JOINTS.sub("", normalize_key(name))


def _check_not_meant(text: str) -> None:
    """Refuse a page whose first lines would keep somebody out, were they the frontmatter they look like.

    Raises:
        FrontmatterError: the fences are not in order.
    """
    start = text[:MOST_BYTES].lstrip(_BEFORE)
    if not start.startswith(("---", "+++", ";;;")):
        return
    names = (line.partition(":")[0].partition("=")[0].strip(_QUOTES) for line in start.splitlines())
    if any(_bare(name) in _KEEPING for name in names if len(name) <= LABEL_CHARACTERS):
        raise FrontmatterError(
            "The frontmatter is not read: put --- alone on the first line of the page and below the frontmatter."
        )


def _inner(head: str) -> str:
    """Return what stands between the fences."""
    opening = _OPENING.match(head)
    if opening is None:
        return ""
    closing = _CLOSING.search(head, opening.end())
    return head[opening.end() : closing.start() if closing else len(head)]


def _check_shape(head: str) -> None:
    """Look at the events alone, before anything is built: no references (a few lines of them hold millions), no depth.

    Raises:
        FrontmatterError: it is too large or too deep, refers to itself, or is no YAML.
    """
    if len(head.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise FrontmatterError(f"The frontmatter has at most {MOST_BYTES // 1024} KiB.")
    depth = 0
    try:
        for count, event in enumerate(YAML(typ="safe", pure=True).parse(head)):
            depth += isinstance(event, CollectionStartEvent)
            depth -= isinstance(event, CollectionEndEvent)
            if isinstance(event, AliasEvent) or getattr(event, "anchor", None) is not None:
                raise FrontmatterError("The frontmatter holds no references (& and *); write the values out.")
            if depth > MOST_LEVELS or count > MOST_NODES:
                raise FrontmatterError(f"The frontmatter has at most {MOST_NODES} values in {MOST_LEVELS} levels.")
            if str(getattr(event, "ctag", None) or "") not in {"", "None"}:
                raise FrontmatterError("The frontmatter holds no types (!); write plain values.")
    except (YAMLError, ValueError, RecursionError, LookupError, AssertionError) as error:
        if isinstance(error, FrontmatterError):
            raise
        raise FrontmatterError("The frontmatter is not YAML that can be read; correct it.") from error


def _plain(value: object) -> Any:
    """Return a YAML value as JSON can carry it."""
    if isinstance(value, dict):
        return {_text(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set):
        return [_plain(one) for one in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 1 << 53:
        return str(value)
    if value is None or isinstance(value, bool | int | float):
        return value
    return _text(value)


def _said(value: object) -> str:
    """Return a single value as YAML writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _text(value: object) -> str:
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.hex()
    return str(value).encode("utf-8", "replace").decode().replace("\0", "")


def _line(plain: Mapping[str, Any], key: str, characters: int) -> str:
    value = plain.get(key)
    if value is None:
        return ""
    if isinstance(value, dict | list):
        raise FrontmatterError(f"{key} in the frontmatter is a text.", key)
    text = " ".join(_BIDI.sub("", normal(_said(value), "NFC")).split())
    if len(text) > characters:
        raise FrontmatterError(f"{key} in the frontmatter has at most {characters} characters.", key)
    return text


def _labels(plain: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Read a list of short texts; one text alone, or several with commas between, is a list too."""
    value = plain.get(key)
    if value is None:
        return ()
    listed = (
        value.split(",") if isinstance(value, str) and key == "tags" else [value] if isinstance(value, str) else value
    )
    if isinstance(listed, int | float) and not isinstance(listed, bool):
        listed = [listed]
    if not isinstance(listed, list) or any(isinstance(one, dict | list) for one in listed):
        raise FrontmatterError(f"{key} in the frontmatter is a list of texts.", key)
    texts = [" ".join(_BIDI.sub("", normal(_said(one), "NFC")).split()) for one in listed if one is not None]
    if len(texts) > MOST_LABELS or any(len(text) > LABEL_CHARACTERS for text in texts):
        raise FrontmatterError(
            f"{key} in the frontmatter has at most {MOST_LABELS} entries of {LABEL_CHARACTERS} characters.", key
        )
    return tuple(dict.fromkeys(text for text in texts if text))


def _trust(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise FrontmatterError("trust in the frontmatter is a number from 0 to 1.", "trust")
    return float(value)


def _source_type(value: object) -> str:
    return value if isinstance(value, str) and value in SOURCE_FACTORS else ""


def _flag(value: object) -> bool:
    """Read a switch; whatever is neither clearly on nor off counts as on."""
    return not (
        value is False or value is None or value == 0 or str(value).strip().lower() in {"false", "no", "off", ""}
    )
