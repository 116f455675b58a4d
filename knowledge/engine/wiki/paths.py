"""Where a page stands: one grammar for every door, and one key under which no two pages may meet.

A path is looked up in a table and never opened as a file, but an export writes it to a disk: so nothing that a file
system, an address or an eye could read in two ways is a path.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final
from urllib.parse import unquote

from knowledge.engine.forms import normal, normalize_key, prepared

MOST_BYTES: Final = 512
"""UTF-8 bytes of a whole path."""

MOST_SEGMENT_BYTES: Final = 255
"""UTF-8 bytes of one part; what file systems take."""

MOST_FOLDERS: Final = 16
ENDING: Final = ".md"

_FORBIDDEN: Final = re.compile(r'[\\<>:"|?*#^\[\]]')
_LIKE_A_SLASH: Final = re.compile(r"[\\\u2044\u2215\u2216\u2571\u2572\u29f5\u29f8\u29f9\u2cc6]")
_DEVICE: Final = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³])", re.IGNORECASE)
_ENTITY: Final = re.compile(r"&(?:#\d+|#x[0-9a-f]+|[a-z]+[0-9]*);", re.IGNORECASE)
_SLUG_GAP: Final = re.compile(r"[^\w]+")


class PathError(ValueError):
    """A path no page may have; the message says what to change."""


def checked_path(path: object) -> str:
    """Return a page's path as it is stored: relative, NFC, ending in `.md`.

    Raises:
        PathError: it could lead out of its folder, hides characters, is reserved, too long or too deep.
    """
    if not isinstance(path, str) or not path:
        raise PathError("Name the page, for example notes/plan.md.")
    if len(path) > MOST_BYTES:
        raise PathError(f"A page's path has at most {MOST_BYTES} bytes.")
    _check_characters(path)
    clean = normal(path, "NFC")
    if len(clean.encode()) > MOST_BYTES:
        raise PathError(f"A page's path has at most {MOST_BYTES} bytes.")
    if not clean.endswith(ENDING):
        raise PathError("A page's path ends in .md.")
    *folders, name = clean.split("/")
    if len(folders) > MOST_FOLDERS:
        raise PathError(f"A page stands in at most {MOST_FOLDERS} folders.")
    for segment in (*folders, name):
        _check_segment(segment)
    if any(normalize_key(folder).endswith(ENDING) for folder in folders):
        raise PathError("A folder's name does not end in .md.")
    if normal(name, "NFKC").startswith("_") or name == ENDING:
        raise PathError("Names that begin with an underscore are reserved; choose another.")
    return clean


def checked_folder(folder: object) -> str:
    """Return a folder's path as it is stored: empty for the whole wiki, else ending in `/`.

    Raises:
        PathError: no page could stand in it.
    """
    if folder == "":
        return ""
    if not isinstance(folder, str):
        raise PathError("Name the folder, for example notes/.")
    return checked_path(f"{folder.removesuffix('/')}/a.md").removesuffix("a.md")


def _check_characters(path: str) -> None:
    if any(unicodedata.category(letter)[0] in "CZ" and letter != " " for letter in path):
        raise PathError("A page's path holds no control, invisible or unusual white-space characters.")
    if prepared(path) != normal(path, "NFKC"):
        raise PathError("A page's path holds no control, invisible or unusual white-space characters.")
    if _FORBIDDEN.search(path):
        raise PathError("A page's path holds none of \\ < > : \" | ? * # ^ [ ].")
    if unquote(path, errors="replace") != path or _ENTITY.search(path):
        raise PathError("Write the page's path in plain letters, not encoded.")
    compatible = normal(path, "NFKC")
    if compatible.count("/") != path.count("/") or _LIKE_A_SLASH.search(compatible):
        raise PathError("A page's path holds no characters that look like a slash.")


def _check_segment(segment: str) -> None:
    if len(segment.encode()) > MOST_SEGMENT_BYTES:
        raise PathError(f"Each part of a page's path has at most {MOST_SEGMENT_BYTES} bytes.")
    compatible = normal(segment, "NFKC")
    if not segment or compatible.startswith(".") or compatible.endswith(".") or segment != segment.strip():
        raise PathError("No part of a page's path is empty, begins or ends with a dot, or has spaces at its ends.")
    if compatible.removesuffix(ENDING) != compatible.removesuffix(ENDING).strip():
        raise PathError("No part of a page's path is empty, begins or ends with a dot, or has spaces at its ends.")
    if _DEVICE.fullmatch(compatible.split(".", 1)[0].strip()) or _DEVICE.fullmatch(segment.split(".", 1)[0].strip()):
        raise PathError("This name is reserved by operating systems; choose another.")


def path_key(path: str) -> str:
    """Return the key under which a path is unique: two paths that differ by case or by form of letters share it."""
    return normalize_key(path)


def folder_of(path: str) -> str:
    """Return the folder of a page, empty or ending in `/`."""
    return path[: path.rfind("/") + 1]


def folders_of(path: str) -> list[str]:
    """Return every folder a page stands in, the whole wiki (empty) first."""
    return ["", *(path[: place + 1] for place, letter in enumerate(path) if letter == "/")]


def name_of(path: str) -> str:
    """Return a page's name: the last part without its ending."""
    return path[path.rfind("/") + 1 :].removesuffix(ENDING)


def name_key(path: str) -> str:
    """Return the key of a page's name, by which a link without a folder finds it."""
    return normalize_key(name_of(path))


def slug_of(text: str) -> str:
    """Return a text as the name of an anchor: its words in lower case, joined by dashes; `section` when it has none."""
    return _SLUG_GAP.sub("-", normalize_key(text)).strip("-_")[:80].strip("-_") or "section"
