"""From named fields of a line to a draft: every format ends here.

A value out of range is brought into it and reported: a file cannot be asked to try again. A value
of the wrong kind is a problem of its line.
"""

from __future__ import annotations

import json
import math
import unicodedata
from typing import TYPE_CHECKING, Any, Final

from knowledge.engine.ids import digest
from knowledge.engine.importers.base import Entry, LineError, Rules, check_storable, read_time
from knowledge.engine.trust import CEILINGS, UNATTRIBUTED, ceiling, origin_class
from knowledge.engine.types import MemoryDraft, SourceRef

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime, tzinfo

IMPORT: Final = "import"
_TEXTS: Final = ("subject", "predicate", "policy", "source_event")
_SETTABLE: Final = frozenset(
    {
        "content", "layer", "tags", "importance", "object", "valid_from", "valid_until", "recorded_at", "timestamp",
        "confidence", "ttl_seconds", "origin", "origin_trust", "derived_from", "source", "metadata", *_TEXTS,
    }
)  # fmt: skip
_BOOKKEEPING: Final = frozenset(
    {
        "id", "agent", "number", "access_count", "last_accessed_at", "ingested_at", "invalidated_at",
        "invalidated_by_event", "supersedes", "superseded_by", "version", "expires_at", "state", "standing",
        "quarantined", "archived_at", "reaffirmed_by", "sources", "valid_for_seconds",
    }
)  # fmt: skip
"""Fields of a memory that the hub keeps itself: read past, not taken from a file."""
_LIVE_STATES: Final = frozenset({"current", "scheduled", "ended", "superseded", "expired", "believed"})
_SOURCE_FIELDS: Final = {"kind", "session", "item", "seq", "sequence", "observed_at"}
COLUMNS: Final = _SETTABLE | _BOOKKEEPING
"""Every name that stands for a field of a memory."""


def entry_of(line: int, fields: Mapping[str, Any], rules: Rules) -> Entry:
    """Turn the named values of one line into an entry.

    Returns:
        The draft with its arrival, or the problem.
    """
    adjusted: list[str] = []
    try:
        name = _own_name(fields, rules)
        arrival = SourceRef(kind="import_item", session=rules.name, item=item_digest(fields), sequence=line)
        draft = _draft(fields, rules, arrival, adjusted)
    except LineError as error:
        return Entry(line, problem=error)
    return Entry(line, draft=draft, arrival=arrival, adjusted=tuple(adjusted), name=name)


def item_digest(fields: Mapping[str, Any]) -> str:
    """Return the key a line is recognised by: order of fields, spacing and Unicode form do not matter."""
    text = json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return digest("line", text if text.isascii() else unicodedata.normalize("NFC", text))


def _own_name(fields: Mapping[str, Any], rules: Rules) -> str:
    named = fields.get("agent")
    if named is not None and named != rules.agent:
        raise LineError("other_agent", "The line names another agent; import it with that agent's name.")
    state = fields.get("state", fields.get("standing"))
    if fields.get("quarantined") or (state is not None and (not isinstance(state, str) or state not in _LIVE_STATES)):
        raise LineError("not_live", "The line is not a live memory (held, quarantined or taken back); leave it out.")
    own = fields.get("id")
    if own is None:
        return ""
    if not isinstance(own, str | int) or isinstance(own, bool):
        raise LineError("wrong_type", "id must be text.")
    return check_storable(str(own), "id")


def _draft(fields: Mapping[str, Any], rules: Rules, arrival: SourceRef, adjusted: list[str]) -> MemoryDraft:
    if fields.get("content") is None:
        raise LineError("no_content", "content is missing.")
    zone = rules.timezone
    texts = {name: _text(fields.get(name), name) for name in _TEXTS}
    recorded = fields.get("recorded_at", fields.get("timestamp"))
    metadata = _metadata(fields)
    return MemoryDraft(
        content=_text(fields["content"], "content") or "",
        layer=_text(fields.get("layer"), "layer") or "episodic",
        tags=tuple(texts_of(fields.get("tags"), "tags")),
        importance=_clamped(fields.get("importance"), "importance", 10, 5.0, adjusted),
        subject=texts["subject"],
        predicate=texts["predicate"],
        object=fields.get("object"),
        valid_from=read_time(fields.get("valid_from"), "valid_from", zone),
        valid_until=read_time(fields.get("valid_until"), "valid_until", zone),
        recorded_at=read_time(recorded, "recorded_at", zone),
        confidence=_clamped(fields.get("confidence"), "confidence", 1, 1.0, adjusted),
        policy=texts["policy"],
        ttl_seconds=_whole(fields.get("ttl_seconds"), "ttl_seconds"),
        origin=origin_of(_text(fields.get("origin"), "origin"), rules, adjusted),
        origin_trust=_trust(fields.get("origin_trust"), adjusted),
        derived_from=tuple(
            check_storable(one, "derived_from") for one in texts_of(fields.get("derived_from"), "derived_from")
        ),
        source=_source(fields.get("source"), zone) or arrival,
        source_event=texts["source_event"] or "",
        metadata=metadata,
    )


def _text(value: Any, label: str) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise LineError("wrong_type", f"{label} must be text.")
    return value


def texts_of(value: Any, label: str) -> list[str]:
    """Return a list of texts; absent is empty.

    Raises:
        LineError: anything else than a list of texts.
    """
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise LineError("wrong_type", f"{label} must be a list of texts.")
    return value


def clamp(value: Any, label: str, high: float, adjusted: list[str]) -> float:
    """Return a number brought into 0 … `high`; what was changed is added to `adjusted`.

    Raises:
        LineError: not a finite number.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise LineError("wrong_type", f"{label} must be a number from 0 to {high:g}.")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf if value > 0 else -math.inf
    if math.isnan(number):
        raise LineError("wrong_type", f"{label} must be a number from 0 to {high:g}.")
    if 0 <= number <= high:
        return number
    kept = 0.0 if number < 0 else float(high)
    adjusted.append(f"{label} was out of range and became {kept:g}.")
    return kept


def _clamped(value: Any, label: str, high: float, default: float, adjusted: list[str]) -> float:
    return default if value is None else clamp(value, label, high, adjusted)


def _trust(value: Any, adjusted: list[str]) -> float | None:
    return None if value is None else clamp(value, "origin_trust", 1, adjusted)


def _whole(value: Any, label: str) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise LineError("wrong_type", f"{label} must be a whole number.")
    return value


def origin_of(declared: str | None, rules: Rules, adjusted: list[str]) -> str:
    """Return the origin a line is stored with.

    A file may say that something came from a less trusted origin than an import is. It cannot claim
    a more trusted one: that becomes part of the import's own origin.
    """
    if not declared or not declared.strip():
        return rules.origin
    origin = declared.strip()
    if origin_class(origin) == UNATTRIBUTED and origin.split(":", 1)[0] != UNATTRIBUTED:
        return origin  # a class of its own, trusted like an unknown writer
    if ceiling(origin) <= CEILINGS[IMPORT]:
        return origin
    adjusted.append("origin is more trusted than an import may be; it was recorded behind import:.")
    return f"{IMPORT}:{origin}"


def _source(value: Any, zone: tzinfo | None) -> SourceRef | None:
    if value is None:
        return None
    if not isinstance(value, dict) or not value.keys() <= _SOURCE_FIELDS:
        raise LineError("wrong_type", "source must be an object of kind, session, item, seq and observed_at.")
    observed: datetime | None = read_time(value.get("observed_at"), "source.observed_at", zone)
    return SourceRef(
        kind=_text(value.get("kind"), "source.kind") or "external_call",
        session=_text(value.get("session"), "source.session") or "",
        item=_text(value.get("item"), "source.item") or "",
        sequence=_whole(value.get("seq", value.get("sequence")), "source.seq"),
        observed_at=observed,
    )


def _metadata(fields: Mapping[str, Any]) -> dict[str, Any] | None:
    given = fields.get("metadata")
    if given is not None and not isinstance(given, dict):
        raise LineError("wrong_type", "metadata must be a JSON object.")
    extra = {name: value for name, value in fields.items() if name not in COLUMNS}
    if not extra:
        return given
    # Fields the hub has no column for are kept beside the metadata; its own names win.
    return {**extra, **(given or {})}
