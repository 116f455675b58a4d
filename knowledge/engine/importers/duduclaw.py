"""Rows of a DuDuClaw `memories` table, read as they are: every column is kept.

The table grew column by column, so any of the later ones may be missing. Times are RFC 3339 text,
SQLite's own text (which is UTC), or numbers since 1970.
"""

from __future__ import annotations

import base64
import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from knowledge.engine.importers.base import LineError, check_storable, read_time
from knowledge.engine.importers.fields import clamp
from knowledge.engine.trust import CEILINGS, UNATTRIBUTED, ceiling, origin_class
from knowledge.engine.types import LAYERS, MemoryDraft

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME: Final = "duduclaw"
"""Key of the metadata under which columns without a place here are kept."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_NUMBER: Final = re.compile(r"-?\d{1,19}(?:\.\d{1,9})?", re.ASCII)
# A count of seconds reaches this in the year 5138; larger numbers are thousandths, and so on.
_UNITS: Final = ((1e11, 1.0), (1e14, 1e3), (1e17, 1e6), (1e20, 1e9))
_PLACED: Final = frozenset(
    {
        "id", "agent_id", "content", "timestamp", "tags", "layer", "importance", "access_count", "last_accessed",
        "source_event", "valid_from", "valid_until", "superseded_by", "supersedes", "subject", "predicate", "object",
        "confidence", "metadata", "origin", "origin_trust", "derived_from", "invalidated_by_event", "invalidated_at",
        "quarantined", "archived_at", "embedding",
    }
)  # fmt: skip
_CLOSED_AS: Final = {"origin_purge": "purged", "quarantine_reject": "rejected"}
_BLOB_BYTES: Final = 4_096


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Somebody said a row again."""

    source_event: str
    origin: str
    at: datetime


@dataclass(frozen=True, slots=True)
class LegacyRow:
    """One row of the ancestor, with what it brings along besides its statement.

    Attributes:
        draft: the statement; its stored end is `ends_at`, because here it may lie anywhere.
        inert: standing of a row that is no answer (`quarantined`, `rejected`, `purged`, `archived`),
            empty for one that is believed.
        trust: as stored there, capped for rows that name an origin.
        supersedes, superseded_by, parents: ids of other rows of the file.
        adjusted: what was brought into range, one sentence each.
    """

    id: str
    draft: MemoryDraft
    ends_at: datetime | None
    inert: str
    trust: float
    access_count: int
    last_accessed_at: datetime | None
    invalidated_at: datetime | None
    invalidated_by_event: str
    archived_at: datetime | None
    supersedes: str | None
    superseded_by: str | None
    parents: tuple[str, ...]
    confirmations: tuple[Confirmation, ...]
    adjusted: tuple[str, ...]


def legacy_time(value: Any, label: str) -> datetime | None:
    """Read a time of the file; empty is absent.

    Raises:
        LineError: neither of the formats.
    """
    if value is None or value == "":
        return None
    if isinstance(value, str):
        text = value.strip().removesuffix(" UTC")
        if not _NUMBER.fullmatch(text):
            return read_time(text, label, UTC)
        value = float(text)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise LineError("bad_time", f"{label} is not a time.")
    for limit, parts in _UNITS:
        if abs(value) < limit:
            try:
                return _EPOCH + timedelta(seconds=value / parts)
            except OverflowError:
                break
    raise LineError("bad_time", f"{label} is not a time.")


def times_of(row: Mapping[str, Any]) -> tuple[datetime, datetime, datetime | None]:
    """Return when a row was noted, from when it holds, and until when.

    Raises:
        LineError: none of its times can be read, or the end cannot.
    """
    noted = _first_time(row, ("timestamp", "created_at", "ingested_at"))
    if noted is None:
        raise LineError("bad_time", "The row has no time that can be read.")
    begins = _first_time(row, ("valid_from",)) or noted
    return noted, begins, legacy_time(row.get("valid_until"), "valid_until")


def _first_time(row: Mapping[str, Any], names: tuple[str, ...]) -> datetime | None:
    for name in names:
        try:
            moment = legacy_time(row.get(name), name)
        except LineError:
            continue
        if moment is not None:
            return moment
    return None


def standing_of(row: Mapping[str, Any]) -> str:
    """Return the standing of a row that is no answer, empty for one that is believed."""
    closed = _CLOSED_AS.get(str(row.get("invalidated_by_event") or ""), "")
    if row.get("archived_at") not in (None, ""):
        return "archived"
    return closed or ("quarantined" if row.get("quarantined") not in (None, 0, "0", "") else "")


def read_row(row: Mapping[str, Any]) -> LegacyRow:
    """Read one row.

    Args:
        row: column name to value; missing columns are absent.

    Raises:
        LineError: the row cannot be a memory.
    """
    reader = _Reader(row)
    noted, begins, ends = times_of(row)
    identity = reader.text("id")
    if not identity:
        raise LineError("no_id", "The row has no id.")
    content = row.get("content")
    if not isinstance(content, str):
        raise LineError("no_content", "content is missing.")
    origin = (reader.text("origin") or "").strip()
    parents = reader.parents()
    draft = MemoryDraft(
        content=content,
        layer=reader.layer(),
        tags=reader.tags(),
        importance=reader.number("importance", 10, 5.0),
        subject=reader.text("subject"),
        predicate=reader.text("predicate"),
        object=reader.text("object"),
        valid_from=begins,
        recorded_at=noted,
        confidence=reader.number("confidence", 1, 1.0),
        origin=origin or UNATTRIBUTED,
        source_event=reader.text("source_event") or "",
    )
    confirmations = reader.confirmations()
    trust = _capped(origin, reader.number("origin_trust", 1, 1.0))
    last_accessed, invalidated = reader.time("last_accessed"), reader.time("invalidated_at")
    archived = reader.time("archived_at")
    if ends is not None and ends < begins:
        reader.adjusted.append("valid_until lay before valid_from; the row holds for no moment.")
        ends = begins
    return LegacyRow(
        id=identity,
        draft=_with_metadata(draft, reader.metadata(identity)),
        ends_at=ends,
        inert=standing_of(row),
        trust=trust,
        access_count=reader.count("access_count"),
        last_accessed_at=last_accessed,
        invalidated_at=invalidated,
        invalidated_by_event=(reader.text("invalidated_by_event") or "")[:512],
        archived_at=archived or (noted if standing_of(row) == "archived" else None),
        supersedes=reader.text("supersedes"),
        superseded_by=reader.text("superseded_by"),
        parents=parents,
        confirmations=confirmations,
        adjusted=tuple(reader.adjusted),
    )


def _capped(origin: str, stored: float) -> float:
    """A row without an origin keeps its trust; a file's word for another origin counts as an import."""
    if not origin or origin_class(origin) == UNATTRIBUTED == origin:
        return stored
    return min(stored, ceiling(origin), CEILINGS["import"])


def _with_metadata(draft: MemoryDraft, metadata: dict[str, Any]) -> MemoryDraft:
    values = {name: getattr(draft, name) for name in MemoryDraft.__dataclass_fields__}
    return MemoryDraft(**{**values, "metadata": metadata})


class _Reader:
    """Reads the columns of one row and remembers what did not fit."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        self.row = row
        self.adjusted: list[str] = []
        self.kept: dict[str, Any] = {}
        self.own: dict[str, Any] = self._own_metadata()

    def text(self, name: str) -> str | None:
        value = self.row.get(name)
        if value is None or value == "":
            return None
        if isinstance(value, bytes):
            raise LineError("wrong_type", f"{name} is not text.")
        return check_storable(str(value), name)

    def time(self, name: str) -> datetime | None:
        try:
            return legacy_time(self.row.get(name), name)
        except LineError:
            self._keep(name, "could not be read")
            return None

    def number(self, name: str, high: float, default: float) -> float:
        value = self.row.get(name)
        if value is None:
            return default
        try:
            return clamp(float(value) if isinstance(value, str) else value, name, high, self.adjusted)
        except (LineError, ValueError):
            self._keep(name, "is not a number")
            return default

    def count(self, name: str) -> int:
        value = self.row.get(name)
        return max(0, value) if isinstance(value, int) else 0

    def layer(self) -> str:
        value = self.row.get("layer") or "episodic"
        if value in LAYERS:
            return str(value)
        self._keep("layer", "is not known here and became episodic")
        return "episodic"

    def tags(self) -> tuple[str, ...]:
        value = self.row.get("tags")
        if value in (None, "", "[]"):
            return ()
        listed = _json(value)
        if not isinstance(listed, list):
            self._keep("tags", "could not be read")
            return ()
        return tuple(str(tag) for tag in listed if isinstance(tag, str | int | float) and str(tag).strip())

    def parents(self) -> tuple[str, ...]:
        value = self.row.get("derived_from")
        if value in (None, "", "[]"):
            return ()
        listed = _json(value) if str(value).lstrip().startswith(("[", '"')) else str(value).split(",")
        if isinstance(listed, str):
            listed = [listed]
        try:
            named = [check_storable(str(one), "derived_from").strip() for one in _listed(listed)]
        except LineError:
            self._keep("derived_from", "could not be read")
            return ()
        return tuple(dict.fromkeys(name for name in named if name))

    def confirmations(self) -> tuple[Confirmation, ...]:
        """Take the confirmations out of the metadata, where the ancestor keeps them."""
        listed = self.own.get("reaffirmed_by")
        if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
            return ()
        found = []
        for one in listed:
            try:
                at = legacy_time(one.get("at"), "reaffirmed_by")
            except LineError:
                at = None
            if at is None:
                return ()
            found.append(Confirmation(_said(one, "source_event"), _said(one, "origin"), at))
        del self.own["reaffirmed_by"]
        return tuple(found)

    def metadata(self, identity: str) -> dict[str, Any]:
        """Return the row's metadata with everything that has no column here."""
        for name, value in self.row.items():
            if name in _PLACED or value is None or value == "":
                continue
            self.kept[name] = value if not isinstance(value, bytes) else self._blob(name, value)
        own = self.own.pop(NAME, None)
        if own is not None:
            self.kept["metadata"] = own
        return {**self.own, NAME: {"id": identity, **self.kept}}

    def _own_metadata(self) -> dict[str, Any]:
        value = self.row.get("metadata")
        if value in (None, "", "{}"):
            return {}
        parsed = _json(value)
        if isinstance(parsed, dict):
            return parsed
        self._keep("metadata", "is not a JSON object")
        return {}

    def _keep(self, name: str, why: str) -> None:
        value = self.row.get(name)
        self.kept[name] = self._blob(name, value) if isinstance(value, bytes) else value
        self.adjusted.append(f"{name} {why}; the value is kept in the metadata.")

    def _blob(self, name: str, value: bytes) -> str | None:
        if len(value) <= _BLOB_BYTES:
            return base64.b64encode(value).decode("ascii")
        self.adjusted.append(f"{name} holds {len(value)} bytes that are no text; they were left behind.")
        return None


def _said(confirmation: Mapping[str, Any], name: str) -> str:
    return check_storable(str(confirmation.get(name) or ""), "reaffirmed_by")[:512]


def _listed(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise LineError("wrong_type", "derived_from is no list.")
    return value


def _json(value: Any) -> Any:
    if not isinstance(value, str):
        return None
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return None
