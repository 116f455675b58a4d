"""Conversation transcripts: every turn becomes an episodic memory with its message as the source."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from knowledge.engine.importers.base import Entry, LineError, Rules, check_storable, read_time
from knowledge.engine.importers.fields import item_digest
from knowledge.engine.lineage import normal_source_key
from knowledge.engine.types import MemoryDraft, SourceRef

if TYPE_CHECKING:
    from collections.abc import Mapping

SOURCE_EVENT: Final = "transcript"
_FIRST_OF: Final = {"text": ("text", "content"), "time": ("time", "timestamp"), "speaker": ("speaker", "role")}
_OWN: Final = ("session", "id", "seq", "agent", "metadata")


class TurnReader:
    """Reads turns in the order of the file and counts them within their session."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._position: Counter[str] = Counter()

    def entry(self, line: int, fields: Mapping[str, Any]) -> Entry:
        """Turn one turn into an entry."""
        try:
            return self._entry(line, fields)
        except LineError as error:
            return Entry(line, problem=error)

    def _entry(self, line: int, fields: Mapping[str, Any]) -> Entry:
        if fields.get("agent") not in (None, self.rules.agent):
            raise LineError("other_agent", "The line names another agent; import it with that agent's name.")
        names = {label: _name_of(fields, label) for label in _FIRST_OF}
        if names["text"] is None:
            raise LineError("no_content", "text is missing.")
        said_at = read_time(_value(fields, names["time"]), "time", self.rules.timezone)
        session = _key(fields.get("session"), "session") or self.rules.name
        position = self._position[session]
        self._position[session] += 1
        source = SourceRef(
            kind="message",
            session=normal_source_key(session),
            item=normal_source_key(_key(fields.get("id"), "id")) or item_digest(fields),
            sequence=_sequence(fields.get("seq"), position),
            observed_at=said_at,
        )
        metadata = _metadata(fields, {*_OWN, *names.values()})
        speaker = _value(fields, names["speaker"])
        if speaker:
            metadata["speaker"] = _text(speaker, "speaker")
        draft = MemoryDraft(
            content=_text(_value(fields, names["text"]), "text"),
            layer="episodic",
            valid_from=said_at,
            recorded_at=said_at,
            origin=self.rules.origin,
            source=source,
            source_event=SOURCE_EVENT,
            metadata=metadata or None,
        )
        return Entry(line, draft=draft, arrival=source, counted=fields.get("seq") is None)


def _name_of(fields: Mapping[str, Any], label: str) -> str | None:
    """Return under which name a turn gives its text, time or speaker."""
    return next((name for name in _FIRST_OF[label] if fields.get(name) is not None), None)


def _value(fields: Mapping[str, Any], name: str | None) -> Any:
    return None if name is None else fields[name]


def _metadata(fields: Mapping[str, Any], used: set[str | None]) -> dict[str, Any]:
    given = fields.get("metadata")
    if given is not None and not isinstance(given, dict):
        raise LineError("wrong_type", "metadata must be a JSON object.")
    extra = {name: value for name, value in fields.items() if name not in used and value not in ("", None)}
    return {**extra, **(given or {})}


def _text(value: Any, label: str) -> str:
    if not isinstance(value, str):
        raise LineError("wrong_type", f"{label} must be text.")
    return value


def _key(value: Any, label: str) -> str:
    if value is None or value == "":
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise LineError("wrong_type", f"{label} must be text.")
    return check_storable(str(value), label)


def _sequence(value: Any, position: int) -> int:
    if value is None:
        return position
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise LineError("wrong_type", "seq must be a whole number from 0.")
    return value
