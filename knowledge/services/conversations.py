"""A conversation as a host sends it, checked before anything is read from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from typing import Final, cast, get_args

from knowledge.conf import DistilSettings, distil_settings
from knowledge.engine.distill import Attachment, Turn
from knowledge.engine.distill.model import Role
from knowledge.engine.ids import digest
from knowledge.engine.text import TextError, TextTooLongError, clean_text
from knowledge.errors import Invalid, TooLarge
from knowledge.services.drafts import KEY_BYTES

ROLES: Final = get_args(Role)
MOST_ATTACHMENTS: Final = 20
_LONGEST_SPEAKER: Final = 100
_LARGEST_SEQUENCE: Final = 1 << 62


@dataclass(frozen=True, slots=True)
class Said:
    """One turn as a host sends it.

    Attributes:
        text: what was said; may be empty when only attachments came.
        role: `user`, `assistant`, `system` or `tool`. Only users are learned from.
        id: the host's key of the message, at most 512 bytes; without one the turn is told by its place and text.
        speaker: name of who speaks, at most 100 characters; empty for one user without a name.
        at: when it was said, with a zone.
        seq: position in the session, counted by the host; without one the place in the list.
    """

    text: str
    role: str = "user"
    id: str = ""
    speaker: str = ""
    at: datetime | None = None
    seq: int | None = None
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class Conversation:
    """Turns in the order they were said.

    Attributes:
        session: the host's key of the conversation, at most 512 bytes; without one it is made from the first turn,
            so that a conversation that is sent again, grown, is still the same.
        zone: of the people who speak; it decides which day "tomorrow" is. None takes the zone of each time.
        origin: only honoured where the credential fixes none.
        turns: as they are read; filled by `checked`.
    """

    said: tuple[Said, ...]
    session: str = ""
    zone: tzinfo | None = None
    origin: str = ""
    turns: tuple[Turn, ...] = field(default=())


def checked(conversation: Conversation, *, now: datetime) -> Conversation:
    """Check a conversation and bring it into the form it is read in.

    Args:
        conversation: as it was sent.
        now: nothing was said later than this; a host's clock that runs ahead is set back to it.

    Raises:
        Invalid: it has no turns, a key or role is wrong, a time has no zone, or two turns have one id.
        TooLarge: too many turns, or a text is too long.
    """
    bounds = distil_settings()
    if not conversation.said:
        raise Invalid("Send at least one turn.", field="turns")
    if len(conversation.said) > bounds.turns:
        raise TooLarge(f"At most {bounds.turns} turns are read at once; send the conversation in parts.", field="turns")
    session = _key(conversation.session, "session")
    turns: list[Turn] = []
    for place, said in enumerate(conversation.said):
        turn = _turn(said, f"turns.{place}", bounds)
        at = None if said.at is None else _moment(said.at, f"turns.{place}.time", conversation.zone, now)
        turns.append(replace(turn, at=at, id=turn.id or _made_id(said, place)))
    if len({turn.id for turn in turns}) < len(turns):
        raise Invalid("Two turns have the same id; every message has its own.", field="turns")
    return replace(conversation, turns=tuple(turns), session=session or f"conversation:{turns[0].id[:64]}")


def _turn(said: Said, label: str, bounds: DistilSettings) -> Turn:
    if said.role not in ROLES:
        raise Invalid(f"role must be one of {', '.join(ROLES)}.", field=f"{label}.role")
    if said.seq is not None and (isinstance(said.seq, bool) or not 0 <= said.seq < _LARGEST_SEQUENCE):
        raise Invalid("seq must be a whole number from 0.", field=f"{label}.seq")
    if len(said.attachments) > MOST_ATTACHMENTS:
        raise TooLarge(f"A turn has at most {MOST_ATTACHMENTS} attachments.", field=f"{label}.attachments")
    return Turn(
        id=_key(said.id, f"{label}.id"),
        text=_text(said.text, f"{label}.text", bounds.turn_characters),
        role=cast("Role", said.role),
        speaker=_speaker(said.speaker, f"{label}.speaker"),
        attachments=tuple(
            Attachment(
                _line(one.name, f"{label}.attachments", KEY_BYTES),
                _text(one.text, f"{label}.attachments", bounds.turn_characters),
            )
            for one in said.attachments
        ),
    )


def _text(value: object, label: str, longest: int) -> str:
    if not isinstance(value, str):
        raise Invalid("text must be text.", field=label)
    try:
        return clean_text(value, max_chars=longest, min_chars=0)
    except TextTooLongError as error:
        raise TooLarge(str(error), field=label) from error
    except TextError as error:
        raise Invalid(str(error), field=label) from error


def _line(value: str, label: str, longest: int) -> str:
    text = " ".join(_text(value, label, longest).split())
    if not text.isprintable():
        raise Invalid("A name holds no control characters.", field=label)
    return text


def _speaker(value: str, label: str) -> str:
    return _line(value, label, _LONGEST_SPEAKER)


def _key(value: object, label: str) -> str:
    if not isinstance(value, str):
        raise Invalid("A key must be text.", field=label)
    text = _text(value, label, KEY_BYTES)
    if len(text.encode()) > KEY_BYTES:
        raise TooLarge(f"A key may be at most {KEY_BYTES} bytes.", field=label)
    if not text.isprintable():
        raise Invalid("A key holds no control characters.", field=label)
    return text


def _moment(value: object, label: str, zone: tzinfo | None, now: datetime) -> datetime:
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise Invalid("time needs a zone: add Z for UTC, or an offset such as +09:00.", field=label)
    try:
        return min(value, now.astimezone(UTC)).astimezone(zone or value.tzinfo)
    except (OverflowError, ValueError) as error:
        raise Invalid("time is outside the years 1 to 9999.", field=label) from error


def _made_id(said: Said, place: int) -> str:
    """Return an id for a turn without one: the same turn at the same place has the same, however often it is sent."""
    spoken = "" if said.at is None else said.at.astimezone(UTC).isoformat()
    return f"turn:{digest(str(place), said.role, said.speaker, spoken, said.text)}"


def sessions_of(turns: Sequence[tuple[str, Said]]) -> list[Conversation]:
    """Put turns that belong to several sessions together by session, in order of appearance."""
    grouped: dict[str, list[Said]] = {}
    for session, said in turns:
        grouped.setdefault(session, []).append(said)
    return [Conversation(tuple(several), session) for session, several in grouped.items()]
