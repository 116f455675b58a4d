"""Learning from the conversations of an imported transcript."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from knowledge.conf import distil_settings
from knowledge.engine.importers.fields import IMPORT
from knowledge.engine.trust import origin_class
from knowledge.services.conversations import ROLES, Conversation, Said
from knowledge.services.distil import distil, preview

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.engine.importers.base import Entry
    from knowledge.engine.types import Actor
    from knowledge.services.import_report import ImportReport, ImportRequest

_ROLES: Final = {"human": "user", "ai": "assistant", "bot": "assistant", "model": "assistant", "function": "tool"}
_LONGEST_SPEAKER: Final = 100


def learn_from(
    entries: Iterable[Entry], *, actor: Actor, request: ImportRequest, report: ImportReport, now: datetime | None
) -> None:
    """Distil the turns of one group of a transcript, conversation by conversation, and count what came of it.

    Turns that were imported before are read again: the same message adds nothing, and an import that was broken off
    is finished by repeating it.

    Args:
        entries: the turns that are in, in the order of the file.
        actor: who imports.
        request: the import; its origin is kept where it is not simply `import`.
        report: facts are counted here.
        now: moment of the writes.
    """
    for conversation in _conversations(entries, request):
        if request.dry_run:
            read = preview(conversation=conversation, now=now)
            report.facts["new"] += len(read.facts)
            report.documents["new"] += len(read.documents)
            continue
        learned = distil(actor=actor, agent=request.agent, conversation=conversation, now=now)
        report.facts.update(learned.counts)
        report.documents.update(one.outcome for one in learned.documents)


def _conversations(entries: Iterable[Entry], request: ImportRequest) -> Iterable[Conversation]:
    sessions: dict[str, list[Said]] = {}
    for entry in entries:
        if entry.arrival is not None and entry.draft is not None:
            sessions.setdefault(entry.arrival.session, []).append(_said(entry))
    origin = "" if origin_class(request.origin) == IMPORT else request.origin
    most = distil_settings().turns
    for session, said in sessions.items():
        for start in range(0, len(said), most):
            yield Conversation(tuple(said[start : start + most]), session, request.timezone, origin)


def _said(entry: Entry) -> Said:
    assert entry.draft is not None
    assert entry.arrival is not None
    metadata = entry.draft.metadata or {}
    speaker = str(metadata.get("speaker") or "")
    role = _role_of(metadata.get("role")) or _role_of(speaker)
    return Said(
        text=entry.draft.content,
        role=role or "user",
        id=entry.arrival.item,
        speaker="" if _role_of(speaker) else _plain(speaker),
        at=entry.draft.recorded_at,
        seq=entry.arrival.sequence,
    )


def _role_of(given: object) -> str:
    """Return the role a word names, empty when it names none."""
    if not isinstance(given, str):
        return ""
    word = given.strip().lower()
    return word if word in ROLES else _ROLES.get(word, "")


def _plain(name: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:_LONGEST_SPEAKER]
