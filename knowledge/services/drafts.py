"""Checking what a door wants to store, before any lock is taken."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from knowledge.conf import MemoryLimits, limits
from knowledge.engine import novelty
from knowledge.engine.ids import digest
from knowledge.engine.lineage import normal_source_key
from knowledge.engine.text import TextError, TextTooLongError, clean_text, normalize_key
from knowledge.engine.trust import UNATTRIBUTED, origin_class
from knowledge.engine.types import LAYERS, SourceRef
from knowledge.errors import HubError, Invalid, Refused, TooLarge
from knowledge.queries.policies import policies
from knowledge.services import lives
from knowledge.services.index import index_tokens
from knowledge.services.json_values import check_json, text_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from knowledge.engine.policies import Policies
    from knowledge.engine.types import Actor, MemoryDraft
    from knowledge.services.finding import Finding

SOURCE_KINDS = frozenset({"message", "run", "import_item", "tool_turn", "external_call", "system"})
KEY_BYTES = 512
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
TRIPLE_CHARACTERS = 1_000
NAME_BYTES = 1_300  # of a subject's or predicate's key: PostgreSQL indexes both together, up to 2 704 bytes
_PERSON_ORIGIN = "operator"
_SYSTEM_ORIGIN = UNATTRIBUTED


@dataclass(slots=True)
class Prepared:
    """A draft that passed every check that needs no database.

    Attributes:
        tokens: index tokens of the row, with repetitions.
        names: (subject key, predicate key, object key); empty texts for a plain memory.
        value_key: digest of object key and trimmed content.
        copy_key: of a semantic memory without a triple, what copies of it have in common.
        arrival: of an import, the line that brought it.
        finding: what the scan found in it, None when it passed.
        on_conflict: what becomes of it when it is less certain than what it meets.
        session: key of the conversation that it never leaves, None for what lasts.
    """

    content: str
    layer: str
    tags: tuple[str, ...]
    importance: float
    subject: str | None
    predicate: str | None
    object: str | None
    object_is_json: bool
    names: tuple[str, str, str]
    value_key: str
    valid_from: datetime | None
    valid_until: datetime | None
    recorded_at: datetime | None
    confidence: float
    policy: str
    ttl_seconds: int | None
    min_confidence: float
    on_conflict: str
    origin: str
    declared_trust: float | None
    derived_from: tuple[str, ...]
    source: SourceRef
    source_event: str
    metadata: dict[str, Any]
    copy_key: str | None = None
    tokens: list[str] = field(default_factory=list)
    arrival: SourceRef | None = None
    finding: Finding | None = None
    session: str | None = None

    @property
    def counts_as_certain(self) -> bool:
        """Whether its kind lets an update count that is less certain than what is there."""
        return self.on_conflict == "accept"

    @property
    def is_fact(self) -> bool:
        """Whether it has a place on a fact's time axis; what belongs to a conversation replaces nothing that lasts."""
        return self.has_triple and self.session is None

    @property
    def has_triple(self) -> bool:
        """Whether it says something about a subject."""
        return bool(self.names[0] and self.names[1])


def prepare(
    actor: Actor, draft: MemoryDraft, bounds: MemoryLimits | None = None, kinds: Policies | None = None
) -> Prepared:
    """Check one draft.

    Args:
        actor: who writes.
        draft: what to store.
        bounds: the limits, when the caller has read them already.
        kinds: the kinds of life time, when the caller has read them already.

    Raises:
        Invalid: a field breaks a rule; the message names it and says what to do.
        TooLarge: a text, the tags or the metadata are over their limit.
        Refused: the draft claims an origin the actor's credential does not allow.
    """
    bounds = bounds or limits()
    content = checked_text(draft.content, "content", bounds.content_characters)
    subject, subject_key = _name(draft.subject, "subject")
    predicate, predicate_key = _name(draft.predicate, "predicate")
    value, is_json = _object(draft.object, bounds)
    names = (subject_key, predicate_key, normalize_key(value) if value else "")
    if draft.layer not in LAYERS:
        raise Invalid(f"layer must be one of {', '.join(LAYERS)}.", field="layer")
    tags = _tags(draft.tags, bounds)
    policy = lives.policy_of(draft, names[1], tags, kinds or policies())
    valid_from, valid_until, recorded_at = _times(draft)
    metadata = _metadata(draft.metadata, bounds)
    source = checked_source(actor, draft.source)
    session = lives.session_of(policy, draft, source)
    return Prepared(
        content=content,
        layer=draft.layer,
        tags=tags,
        importance=_number(draft.importance, "importance", 0, 10),
        subject=subject,
        predicate=predicate,
        object=value,
        object_is_json=is_json,
        names=names,
        value_key=digest(names[2] if value is not None else None, content.strip()),
        valid_from=valid_from,
        valid_until=valid_until,
        recorded_at=recorded_at,
        confidence=_number(draft.confidence, "confidence", 0, 1),
        policy=policy.name,
        ttl_seconds=policy.ttl_seconds if draft.ttl_seconds is None else lives.checked_ttl(draft.ttl_seconds),
        min_confidence=policy.min_confidence,
        on_conflict=policy.on_conflict,
        origin=origin_of(actor, draft.origin),
        declared_trust=None if draft.origin_trust is None else _number(draft.origin_trust, "origin_trust", 0, 1),
        derived_from=_parents(draft.derived_from),
        source=source,
        source_event=checked_key(draft.source_event, "source_event"),
        metadata=metadata,
        copy_key=copy_key_of(draft.layer, content, names) if session is None else None,
        tokens=_tokens(draft, content, (subject, predicate, value), metadata, recorded_at),
        session=session,
    )


def _tokens(
    draft: MemoryDraft,
    content: str,
    triple: tuple[str | None, str | None, str | None],
    metadata: dict[str, Any],
    recorded_at: datetime | None,
) -> list[str]:
    """Return the words a memory is found by; a turn of a conversation also by who said it and when."""
    speaker = metadata.get("speaker")
    is_turn = draft.source_event == "transcript" and isinstance(speaker, str)
    return index_tokens(
        content=content,
        subject=triple[0],
        predicate=triple[1],
        object_text=triple[2],
        speaker=speaker if is_turn and isinstance(speaker, str) else "",
        said_at=recorded_at if is_turn else None,
    )


def copy_key_of(layer: str, content: str, names: tuple[str, str, str]) -> str | None:
    """Return what copies of a semantic memory without a triple have in common, None for any other memory.

    Args:
        layer: of the memory.
        content: its text.
        names: keys of its subject, predicate and object.
    """
    if layer != "semantic" or (names[0] and names[1]):
        return None
    return novelty.copy_key(content, *names)


def _times(draft: MemoryDraft) -> tuple[datetime | None, datetime | None, datetime | None]:
    """Return valid_from, valid_until, recorded_at in UTC."""
    valid_from = _instant(draft.valid_from, "valid_from")
    valid_until = _instant(draft.valid_until, "valid_until")
    recorded_at = _instant(draft.recorded_at, "recorded_at")
    start = valid_from or recorded_at
    if valid_until is not None and start is not None and valid_until <= start:
        raise Invalid("valid_until must be later than valid_from.", field="valid_until")
    return valid_from, valid_until, recorded_at


def checked_text(value: object, label: str, longest: int) -> str:
    """Check a text: NFC, 1 to `longest` characters; raises Invalid or TooLarge."""
    if not isinstance(value, str):
        raise Invalid(f"{label} must be text.", field=label)
    try:
        return clean_text(value, max_chars=longest)
    except TextTooLongError as error:
        raise TooLarge(f"{label}: {error}", field=label) from error
    except TextError as error:
        raise Invalid(f"{label}: {error}", field=label) from error


def _name(value: str | None, label: str) -> tuple[str | None, str]:
    """Return a subject or predicate as written, and its key; (None, "") when it is absent."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return None, ""
    name = checked_text(value, label, TRIPLE_CHARACTERS)
    key = normalize_key(name)
    if not key:
        raise Invalid(f"The {label} has no visible character; name it or leave it out.", field=label)
    if len(key.encode()) > NAME_BYTES:
        raise TooLarge(f"The {label} may be at most {NAME_BYTES} bytes in UTF-8; shorten it.", field=label)
    return name, key


def _object(value: object, bounds: MemoryLimits) -> tuple[str | None, bool]:
    """Return the object as text, and whether that text is JSON."""
    if value is None:
        return None, False
    if isinstance(value, str):
        return (checked_text(value, "object", bounds.content_characters), False) if value.strip() else (None, False)
    check_json(value, "object", bounds)
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return checked_text(text, "object", bounds.content_characters), True


def _number(value: object, label: str, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise Invalid(f"{label} must be a number from {low} to {high}.", field=label)
    if not low <= value <= high:
        raise Invalid(f"{label} must be from {low} to {high}.", field=label)
    return float(value) + 0.0  # minus zero becomes zero


def _instant(value: datetime | None, label: str) -> datetime | None:
    if value is None:
        return None
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise Invalid(f"{label} needs a zone: add Z for UTC, or an offset such as +09:00.", field=label)
    try:
        return value.astimezone(UTC)
    except OverflowError as error:
        raise Invalid(f"{label} is outside the years 1 to 9999.", field=label) from error


def _tags(tags: tuple[str, ...], bounds: MemoryLimits) -> tuple[str, ...]:
    if isinstance(tags, str) or not isinstance(tags, list | tuple):
        raise Invalid("tags must be a list of short texts.", field="tags")
    if len(tags) > bounds.tags:
        raise TooLarge(f"At most {bounds.tags} tags are allowed.", field="tags")
    cleaned = [checked_text(tag, "tags", bounds.tag_characters).strip() for tag in tags]
    return tuple(dict.fromkeys(cleaned))


def check_tags(tags: tuple[str, ...]) -> tuple[str, ...]:
    """Check tags on their own, for editing."""
    return _tags(tags, limits())


def check_importance(value: object) -> float:
    """Check an importance on its own, for editing: 0 to 10."""
    return _number(value, "importance", 0, 10)


def check_metadata(value: dict[str, Any] | None) -> dict[str, Any]:
    """Check metadata on their own, for editing."""
    return _metadata(value, limits())


def _metadata(value: dict[str, Any] | None, bounds: MemoryLimits) -> dict[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise Invalid("metadata must be a JSON object.", field="metadata")
    check_json(value, "metadata", bounds)
    return value


def origin_of(actor: Actor, declared: str | None) -> str:
    """Return the origin of the write: the credential decides, a field may only repeat it."""
    if actor.origin:
        if declared and declared != actor.origin:
            raise Refused("Your credential fixes the origin; leave origin out.")
        return actor.origin
    if actor.kind == "person" and actor.door not in ("import", "command"):
        if declared and origin_class(declared) != _PERSON_ORIGIN:
            raise Refused("What a person writes has the origin operator; leave origin out.")
        return _PERSON_ORIGIN
    if not declared:
        return _SYSTEM_ORIGIN
    origin = checked_key(declared, "origin").strip()
    if not origin or any(letter.isspace() for letter in origin.split(":", 1)[0]):
        raise Invalid("origin is written class or class:name, for example channel:support.", field="origin")
    return origin


def _parents(ids: tuple[str, ...]) -> tuple[str, ...]:
    if isinstance(ids, str) or not isinstance(ids, list | tuple):
        raise Invalid("derived_from must be a list of memory ids.", field="derived_from")
    if len(ids) > 100:
        raise TooLarge("At most 100 parents are allowed.", field="derived_from")
    return tuple(dict.fromkeys(checked_key(one, "derived_from") for one in ids))


def checked_key(value: object, label: str) -> str:
    """Check a key from the host: at most 512 bytes, no control characters; raises Invalid or TooLarge."""
    if not isinstance(value, str):
        raise Invalid(f"{label} must be text.", field=label)
    if len(value) <= KEY_BYTES and value.isascii() and value.isprintable():
        return value
    text_bytes(value, label)
    if len(value.encode()) > KEY_BYTES:
        raise TooLarge(f"{label} may be at most {KEY_BYTES} bytes.", field=label)
    if _CONTROL.search(value):
        raise Invalid(f"{label} contains a control character; remove it.", field=label)
    return value


def checked_source(actor: Actor, given: SourceRef | None) -> SourceRef:
    """Return where something was learned in the spelling it is stored in; a credential stands for a missing one."""
    if given is None:
        who = "hub" if actor.kind == "system" else actor.kind  # "system:" is how orders are forged
        holder = f"token:{actor.token_id}" if actor.token_id else f"{who}:{actor.name}"
        kind = "external_call" if actor.kind == "agent" else "system"
        return SourceRef(kind=kind, session=checked_key(holder[:128], "source"))
    if given.kind not in SOURCE_KINDS:
        raise Invalid(f"source.kind must be one of {', '.join(sorted(SOURCE_KINDS))}.", field="source")
    if given.kind == "import_item" and actor.kind == "agent" and actor.door != "import":
        # What an import left out because "it was imported before" must have been imported.
        raise Invalid("source.kind import_item is for imports; name where it was learned.", field="source")
    sequence = given.sequence
    if sequence is not None and (
        isinstance(sequence, bool) or not isinstance(sequence, int) or not 0 <= sequence < 1 << 62
    ):
        raise Invalid("source.seq must be a whole number from 0.", field="source")
    if given.turn and given.kind == "tool_turn":
        raise Invalid("A turn names itself as source.item; leave source.turn out.", field="source")
    session, item, turn = map(_source_key, (given.session, given.item, given.turn))
    observed_at = _instant(given.observed_at, "source")
    return replace(given, session=session, item=item, turn=turn, observed_at=observed_at)


def _source_key(given: object) -> str:
    """Return a key of a source in the one spelling it is stored in."""
    key = checked_key(given, "source")
    if key.isascii() and key == key.strip() and "  " not in key:
        return key
    return checked_key(normal_source_key(key), "source")


def prepare_each(actor: Actor, drafts: Sequence[MemoryDraft]) -> list[Prepared | HubError]:
    """Check several drafts; one bad draft says nothing about the others."""
    bounds, kinds = limits(), policies()
    checked: list[Prepared | HubError] = []
    for draft in drafts:
        try:
            checked.append(prepare(actor, draft, bounds, kinds))
        except HubError as error:
            checked.append(error)
    return checked
