"""Orders told in pieces: what one voice said shortly before is read together with what it says now.

A piece alone orders nothing. So the ends of the last two texts of one origin about one subject, and of one
session, stands before each new text when it is scanned once more.
"""

from __future__ import annotations

import logging
from collections import defaultdict, deque
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from knowledge.clock import hub_now
from knowledge.conf import keyed_digest
from knowledge.engine.burst import is_counted
from knowledge.engine.forms import skeleton
from knowledge.engine.injection import scan
from knowledge.queries import sightings
from knowledge.services.drafts import Prepared

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from knowledge.engine.injection import Verdict
    from knowledge.engine.types import SourceRef
    from knowledge.errors import HubError

Key = tuple[str, str, str]
"""What belongs together: `subject` with origin and digest of the name, or `session` with kind and key."""

_BEFORE: Final = 2
"""Texts read together with a new one."""
_EDGE: Final = 300
"""Characters of each text on either side of a border: a piece of an order is short, and a long text costs no more."""
_LIFE: Final = timedelta(days=1)
_MOST_SESSIONS: Final = 5
_TOLD: Final = frozenset({"message", "run", "tool_turn"})
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
        worst: Verdict | None = None
        for key in keys_of(one):
            verdict = _across([*self.said[key], one.content])
            self.said[key].append(one.content)
            if verdict is not None and (worst is None or verdict.score > worst.score):
                worst = verdict
        return worst


def keys_of(one: Prepared) -> list[Key]:
    """Return what a draft belongs to; nothing for people, imports and whoever is trusted as much."""
    if not is_counted(one.origin):
        return []
    keys = [] if one.subject is None else [("subject", one.origin, keyed_digest(skeleton(one.subject)))]
    return keys + [("session", *session) for session in _sessions(one)]


def _sessions(one: Prepared) -> list[tuple[str, str]]:
    source: SourceRef = one.source
    return [(source.kind, source.session)] if source.kind in _TOLD and source.session else []


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
    for kind, source, session in sorted(keys):
        if kind == "session" and len(keys) <= _MOST_SESSIONS:
            _fill(pieces, (kind, source, session), sightings.last_of_session(agent, source, session, most=_BEFORE))
    return pieces


def _fill(pieces: Pieces, key: Key, texts: Iterable[str]) -> None:
    for text in texts:
        pieces.said[key].append(text)


def _across(texts: Sequence[str]) -> Verdict | None:
    """Return the verdict over the edges of some texts, if a sign lies across the border to the last."""
    if len(texts) <= 1:
        return None
    parts = [text[-_EDGE:] for text in texts[:-1]] + [texts[-1][:_EDGE]]
    joined = " ".join(parts)
    border = len(joined) - len(parts[-1]) - 1
    verdict = scan(joined)
    if verdict.outcome == "pass" or not any(span.start < border < span.end for span in verdict.spans):
        return None
    return verdict
