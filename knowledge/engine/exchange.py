"""The file that holds an agent's whole memory: its lines, and the seal that tells whose file it is.

JSON Lines. The first line says whose memory it is, then one line for each memory with everything that belongs to it
(second clock, confirmations, sources, parents), then one for each other name of an entity, and at the end the seal: a
checksum of all lines before it, which tells a damaged file, and a keyed one, which only the hub that wrote it can make.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from knowledge.engine.importers.base import LineError, check_storable
from knowledge.engine.instants import BadInstantError, format_instant, parse_instant

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MARK: Final = "memoryhub_export"
FORMAT: Final = 1
FILE: Final = "memories.jsonl"
RECORD: Final = "record"
MEMORY, ALIAS, SEAL = "memory", "alias", "seal"

TEXT, NULLABLE, NUMBER, WHOLE, TIME, JSON, FLAG = "text", "nullable", "number", "whole", "time", "json", "flag"

MEMORY_COLUMNS: Final = {
    "id": TEXT, "layer": TEXT, "content": TEXT, "tags": JSON, "importance": NUMBER, "access_count": WHOLE,
    "last_accessed_at": TIME, "source_event": TEXT, "recorded_at": TIME, "ingested_at": TIME, "valid_from": TIME,
    "valid_until": TIME, "stated_until": TIME, "said_from": TIME, "expires_at": TIME, "ttl_seconds": WHOLE,
    "policy": TEXT, "session": NULLABLE, "invalidated_at": TIME, "invalidated_by_event": TEXT,
    "supersedes_id": NULLABLE, "superseded_by_id": NULLABLE, "version": WHOLE, "subject": NULLABLE,
    "predicate": NULLABLE, "object": NULLABLE, "object_is_json": FLAG, "confidence": NUMBER, "origin": TEXT,
    "origin_trust": NUMBER, "standing": TEXT, "standing_reason": TEXT, "rival": TEXT, "archived_at": TIME,
    "metadata": JSON,
}  # fmt: skip
"""Columns of a memory that a line carries; the others follow from them."""

SPAN_COLUMNS: Final = {
    "valid_from": TIME, "valid_until": TIME, "expires_at": TIME, "believed": FLAG, "at": TIME, "event": TEXT,
}  # fmt: skip
SAID_COLUMNS: Final = {
    "valid_from": TIME, "stated_until": TIME, "expires_at": TIME, "source_event": TEXT, "origin": TEXT,
    "origin_trust": NUMBER, "confidence": NUMBER, "at": TIME, "original": FLAG, "source_key": TEXT,
}  # fmt: skip
SOURCE_COLUMNS: Final = {
    "kind": TEXT, "session": TEXT, "item": TEXT, "sequence": WHOLE, "observed_at": TIME, "content_digest": TEXT,
    "role": TEXT, "parent": TEXT,
}  # fmt: skip
ALIAS_COLUMNS: Final = {
    "alias": TEXT, "stated": TEXT, "canonical": TEXT, "origin": TEXT, "origin_trust": NUMBER, "standing": TEXT,
    "standing_reason": TEXT, "added_by": TEXT, "added_at": TIME,
}  # fmt: skip
PARTS: Final = {"spans": SPAN_COLUMNS, "confirmations": SAID_COLUMNS, "sources": SOURCE_COLUMNS}
_TYPES: Final[Mapping[str, type[Any] | tuple[type[Any], ...]]] = {
    TEXT: str, NULLABLE: str, TIME: str, NUMBER: (int, float), WHOLE: int, FLAG: bool, JSON: (list, dict),
}  # fmt: skip
_ABSENT: Final[Mapping[str, object]] = {TEXT: "", FLAG: False}
_SHORT: Final = {"supersedes_id": "supersedes", "superseded_by_id": "superseded_by"}
_encode = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode


# ------------------------------------------------------------------ writing


def header_line(*, agent: str, exported_at: str, multi_valued: Sequence[str], quota: int | None) -> bytes:
    """Return the first line.

    Args:
        agent: whose memory it is.
        exported_at: moment of the export, RFC 3339.
        multi_valued: keys of properties that hold several values at once.
        quota: most rows it may hold; None for no limit.
    """
    return line_of(
        {
            MARK: FORMAT,
            "agent": agent,
            "exported_at": exported_at,
            "multi_valued": sorted(multi_valued),
            "quota": quota,
        }
    )


def fields_of(row: object, columns: Mapping[str, str]) -> dict[str, Any]:
    """Return the columns of a row as JSON values; what is absent or empty is left out.

    Args:
        row: any object with these attributes.
        columns: attribute -> kind.
    """
    found: dict[str, Any] = {}
    for name, kind in columns.items():
        value = getattr(row, name)
        if value is None or value == _ABSENT.get(kind):
            continue
        found[_SHORT.get(name, name)] = format_instant(value) if kind == TIME else value
    return found


def memory_fields(row: object) -> dict[str, Any]:
    """Return a memory's own columns as JSON values; an object that is JSON stands there as JSON."""
    found = fields_of(row, MEMORY_COLUMNS)
    found[RECORD] = MEMORY
    if found.pop("object_is_json", False):
        value = json.loads(found["object"])
        if isinstance(value, str) or value is None or _encode(value) != found["object"]:
            found["object_is_json"] = True  # as it is written, because writing it again would change it
        else:
            found["object"] = value
    return found


def line_of(fields: Mapping[str, Any]) -> bytes:
    """Return one line: keys in order, so that equal records are equal bytes."""
    return _encode(fields).encode() + b"\n"


class Seal:
    """Sums up the lines of a file as they pass.

    Args:
        key: the hub's own.
    """

    def __init__(self, key: bytes) -> None:
        self._plain = hashlib.sha256()
        self._keyed = hmac.new(key, digestmod=hashlib.sha256)
        self.lines = 0

    def add(self, line: bytes) -> None:
        """Take one line, its end included."""
        self._plain.update(line)
        self._keyed.update(line)
        self.lines += 1

    def line(self) -> bytes:
        """Return the line that seals those before it."""
        return line_of({RECORD: SEAL, "lines": self.lines, "sha256": self._plain.hexdigest(), "seal": self._code()})

    def _code(self) -> str:
        return self._keyed.hexdigest()

    def fits(self, found: Mapping[str, Any]) -> bool:
        """Tell whether a seal is of exactly these lines, whichever hub wrote it."""
        return found.get("lines") == self.lines and found.get("sha256") == self._plain.hexdigest()

    def is_own(self, found: Mapping[str, Any]) -> bool:
        """Tell whether a seal was made with this key."""
        code = found.get("seal")
        return isinstance(code, str) and code.isascii() and hmac.compare_digest(code, self._code())


# ------------------------------------------------------------------ reading


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a file.

    Attributes:
        agent: whose memory it holds.
        multi_valued: keys of properties that hold several values at once.
        quota: most rows the agent may hold.
    """

    agent: str
    multi_valued: tuple[str, ...]
    quota: int | None


def is_export(beginning: bytes) -> bool:
    """Tell whether a file that begins like this is an agent's whole memory."""
    return MARK in (_object(beginning.split(b"\n", 1)[0]) or {})


def read_header(line: bytes) -> Header:
    """Read the first line.

    Raises:
        LineError: it is of a format this version does not know, or damaged.
    """
    fields = _object(line) or {}
    if fields.get(MARK) != FORMAT:
        raise LineError("newer", "The export was written by a newer version: update this hub, then import it.")
    agent, several, quota = fields.get("agent"), fields.get("multi_valued"), fields.get("quota")
    if (
        not isinstance(agent, str)
        or not isinstance(several, list)
        or not all(isinstance(one, str) for one in several)
        or not (quota is None or isinstance(quota, int))
    ):
        raise LineError("damaged", "The first line of the export is damaged.")
    return Header(agent, tuple(several), quota)


def read_seal(line: bytes) -> dict[str, Any] | None:
    """Return the seal when a line is one."""
    fields = _object(line)
    return fields if fields is not None and fields.get(RECORD) == SEAL else None


def values_of(fields: Mapping[str, Any], columns: Mapping[str, str]) -> dict[str, Any]:
    """Return what `fields_of` was given.

    Raises:
        LineError: a value is of another kind than its column.
    """
    found: dict[str, Any] = {}
    for name, kind in columns.items():
        value = fields.get(_SHORT.get(name, name), _ABSENT.get(kind))
        found[name] = None if value is None else _value(value, kind, name)
    return found


def memory_values(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a memory that `memory_fields` was given.

    Raises:
        LineError: a value is of another kind than its column.
    """
    value = fields.get("object")
    if value is None or isinstance(value, str):
        return values_of(fields, MEMORY_COLUMNS)
    return values_of({**fields, "object": _encode(value), "object_is_json": True}, MEMORY_COLUMNS)


def _value(value: Any, kind: str, name: str) -> Any:
    if not isinstance(value, _TYPES[kind]) or (isinstance(value, bool) and kind != FLAG):
        raise LineError("wrong_type", f"{name} is of the wrong kind.")
    if kind == NUMBER:
        return float(value)
    if not isinstance(value, str):
        return value
    if kind != TIME:
        return check_storable(value, name)
    try:
        return parse_instant(value)
    except BadInstantError as error:
        raise LineError("bad_time", f"{name} is no moment.") from error


def plain_fields(fields: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return a memory of another hub's export as the fields of an ordinary line, None when it holds none."""
    if fields.get(RECORD) != MEMORY:
        return None
    kept = {name: value for name, value in fields.items() if name in MEMORY_COLUMNS or name == "derived_from"}
    for name in ("said_from", "stated_until", "standing_reason", "rival", "object_is_json"):
        kept.pop(name, None)
    return kept


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
