"""Which format a file is in, told by its beginning and, failing that, by its name."""

from __future__ import annotations

import json
from typing import Final

from knowledge.engine.importers.objects import is_array
from knowledge.engine.importers.table import HeaderError, columns_of

JSONL, CSV, TRANSCRIPT, MARKDOWN, DUDUCLAW = "jsonl", "csv", "transcript", "markdown", "duduclaw"
FORMATS: Final = (JSONL, CSV, TRANSCRIPT, MARKDOWN, DUDUCLAW)
_BY_SUFFIX: Final = {"jsonl": JSONL, "ndjson": JSONL, "csv": CSV, "tsv": CSV, "md": MARKDOWN, "markdown": MARKDOWN}
_TURN_FIELDS: Final = frozenset({"session", "speaker", "role", "time"})


def guess_format(name: str, beginning: bytes) -> str | None:
    """Return the format, or None when nothing tells.

    Args:
        name: file name; may be empty for standard input.
        beginning: the first kilobytes; empty for a folder.
    """
    if beginning.startswith(b"SQLite format 3\0"):
        return DUDUCLAW
    text = beginning.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    suffix = name.rsplit(".", 1)[-1].lower() if "." in name else ""
    if text.startswith(("{", "[")):
        return _of_objects(text, array=is_array(beginning)) or _BY_SUFFIX.get(suffix)
    try:
        columns_of(text.splitlines()[0] if text else "")
    except HeaderError:
        return _BY_SUFFIX.get(suffix)
    return CSV


def _of_objects(text: str, *, array: bool) -> str | None:
    """Tell turns from memories by the names in the first object that can be read."""
    decoder = json.JSONDecoder()
    starts = [text.find("{")] if array else [0, *(at + 1 for at, letter in enumerate(text) if letter == "\n")]
    for start in starts:
        try:
            first, _ = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        if not isinstance(first, dict):
            continue
        if "text" in first or ("content" in first and _TURN_FIELDS & first.keys() and "importance" not in first):
            return TRANSCRIPT
        if "content" in first:
            return JSONL
    return None
