"""Orders told in pieces: what one voice said shortly before is read together with what it says now.

A piece alone orders nothing. So each new text is read once more behind and before the ends of the last few texts of
its origin about the same subject, however that is spelled, of its session, and, when it names neither, of its origin.
"""

from __future__ import annotations

import logging
from collections import defaultdict, deque
from dataclasses import dataclass, field
from datetime import timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from knowledge.clock import hub_now
from knowledge.conf import keyed_digest
from knowledge.engine.burst import is_counted
from knowledge.engine.forms import bare
from knowledge.engine.injection import scan_in_turn
from knowledge.queries import sightings
from knowledge.services.drafts import Prepared

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from knowledge.engine.injection import Verdict
    from knowledge.engine.types import SourceRef
    from knowledge.errors import HubError

Key = tuple[str, str, str]
"""What belongs together.

`subject` with origin and digest of the name, `spelled` with origin and the name's bare letters, `session` with kind
and key, `voice` with the origin alone.
"""

_BEFORE: Final = 4
"""Texts read together with a new one: a piece may have some harmless ones after it."""
_RECENT: Final = 8
"""Last texts of an agent among which those of one origin are looked for."""
_LIFE: Final = timedelta(days=1)
_MOST_SESSIONS: Final = 5
_TOLD: Final = frozenset({"message", "run", "tool_turn", "external_call"})
_CREDENTIALS: Final = ("token:", "agent:", "person:", "hub:")
"""Beginnings of what stands for a source that nobody named; that is no conversation."""
_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Pieces:
    """What was said before, by what belongs together; filled from the store and, within a batch, by the batch."""

    said: defaultdict[Key, deque[str]] = field(default_factory=lambda: defaultdict(lambda: deque(maxlen=_BEFORE)))

    def together(self, one: Prepared) -> Verdict | None:
        """Scan a new text behind those before it, and remember it.

        Returns:
            The strongest verdict about signs that lie across a border, None when there is none.
        """
        before: list[str] = []
        for key in keys_of(one):
            before += self.said[key]
            self.said[key].append(one.content)
        return scan_in_turn(before, one.content) if before else None


def keys_of(one: Prepared) -> list[Key]:
    """Return what a draft belongs to; nothing for people, imports and whoever is trusted as much."""
    if not is_counted(one.origin):
        return []
    sessions: list[Key] = [("session", *session) for session in _sessions(one)]
    if one.subject is None:
        return sessions or [("voice", one.origin, "")]
    return [("subject", one.origin, keyed_digest(bare(one.subject))), _spelled(one.origin, one.subject), *sessions]


def _spelled(origin: str, subject: str) -> Key:
    """Return the key of a name by its letters and digits alone."""
    return ("spelled", origin, _letters(subject))


@lru_cache(maxsize=4_096)
def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, bare(name)))


def _sessions(one: Prepared) -> list[tuple[str, str]]:
    source: SourceRef = one.source
    named = source.kind in _TOLD and source.session and not source.session.startswith(_CREDENTIALS)
    return [(source.kind, source.session)] if named else []


def learn(agent: str, prepared: Sequence[Prepared | HubError], now: datetime | None) -> Pieces:
    """Read from the store what was said before the new texts of some drafts."""
    pieces = Pieces()
    keys = {key for one in prepared if isinstance(one, Prepared) for key in keys_of(one)}
    if not keys:
        return pieces
    since = (now or hub_now()) - _LIFE
    subjects = {(origin, name) for kind, origin, name in keys if kind == "subject"}
    for origin, name, text in sightings.last_said(agent=agent, subjects=subjects, since=since, most=_BEFORE):
        pieces.said["subject", origin, name].append(text)
    origins = {key[1] for key in keys if key[0] != "session"}
    recent = sightings.last_of_agent(agent, most=_RECENT, since=since) if origins else []
    for origin, subject, text in recent:
        if origin not in origins:
            continue
        key = ("voice", origin, "") if subject is None else _spelled(origin, subject)
        if key in keys:
            pieces.said[key].append(text)
    for kind, source, session in sorted(keys):
        if kind == "session" and len(keys) <= _MOST_SESSIONS:
            _fill(pieces, (kind, source, session), sightings.last_of_session(agent, source, session, most=_BEFORE))
    return pieces


def _fill(pieces: Pieces, key: Key, texts: Iterable[str]) -> None:
    for text in texts:
        pieces.said[key].append(text)
