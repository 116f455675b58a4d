"""What a conversation is made of, and what is learned from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from datetime import datetime

MOST_FACTS: Final = 20
"""Facts learned from one conversation at most; the surest kinds come first."""

MOST_CHARACTERS: Final = 600
"""Characters of one fact at most; a sentence that would be longer is not learned."""

SURE: Final = 0.9
"""Confidence of what somebody says about themself, plainly."""

TOLD: Final = 0.8
"""Confidence of what somebody says about somebody else."""

BELIEVED: Final = 0.75
"""Confidence of what somebody says with "I think" before it."""

DOUBTED: Final = 0.5
"""Confidence of what somebody says with "maybe" before it. Too little for a place on a fact's time axis."""

USER: Final = "user"
"""What a speaker without a name is called."""

Role = Literal["user", "assistant", "system", "tool"]
Language = Literal["en", "ja", "zh", "zht"]
DocumentKind = Literal["charter", "sop", "spec", "policy", "reference"]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A text that came with a turn: a file, a page, a mail."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing said in a conversation.

    Attributes:
        id: the host's own key of the message.
        speaker: name of who speaks; empty when unknown. Only what is said in the role `user` is learned.
        at: when it was said, with a zone; that zone decides which day "tomorrow" is. None when unknown.
    """

    id: str
    text: str
    role: Role = "user"
    speaker: str = ""
    at: datetime | None = None
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing to learn.

    Attributes:
        kind: what kind of statement it is, for example `preference` or `decision`.
        content: the statement in one sentence, with the speaker's name for "I"; at most `MOST_CHARACTERS`.
        turns: ids of the turns that say it, in order.
        quote: the sentence it was read from, as it was compared: NFKC, one line.
        subject, predicate, object: the triple; None where the statement has no place on a fact's time axis, and
            no object where it says what is not so.
        denies: of a statement that something is not so (any more), what is denied; empty when it denies every
            value, None for statements that affirm.
        valid_from, valid_until: only where the sentence names them.
        said_at: when the first of the turns was said.
        confidence: 0 to 1.
    """

    kind: str
    content: str
    turns: tuple[str, ...]
    quote: str = ""
    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    denies: str | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    said_at: datetime | None = None
    confidence: float = SURE


@dataclass(frozen=True, slots=True)
class Document:
    """A reference document found in a turn.

    Attributes:
        turn: id of the turn.
        name: of the attachment it was, empty for the text of the turn itself.
        kind: which shelf it belongs on.
        title: at most 120 characters, in one line.
        slug: the title as the name of a page: `a-z`, `0-9` and single dashes, at most 64 characters.
        score: 0 to 1, how much like a reference document it is.
        characters: length of the text.
    """

    turn: str
    name: str
    kind: DocumentKind
    title: str
    slug: str
    score: float
    characters: int


@dataclass(frozen=True, slots=True)
class Skipped:
    """A turn nothing is learned from, and why: `too_short` or `not_the_user`."""

    turn: str
    reason: str


@dataclass(frozen=True, slots=True)
class Distilled:
    """What a conversation holds.

    Attributes:
        left_out: how many facts there were beyond `MOST_FACTS`.
    """

    facts: tuple[Candidate, ...] = ()
    documents: tuple[Document, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    left_out: int = 0
