"""The notebook of mistakes: what an agent got wrong is written down, settled, and given up when it is too much."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from knowledge.conf import reflexion_settings
from knowledge.engine.ids import digest, new_id
from knowledge.engine.reflexion import CATEGORIES, SEVERITIES, to_give_up
from knowledge.engine.trust import ceiling
from knowledge.errors import Invalid, NotFound, Refused
from knowledge.models import MemorySource, Mistake
from knowledge.models.source import DIRECT
from knowledge.queries.mistakes import MistakeView, entry_of, mistake_view
from knowledge.services import audit, bulk
from knowledge.services.agents import check_agent_name, lock_agent
from knowledge.services.blocks import Fence
from knowledge.services.drafts import checked_key, checked_text, origin_of
from knowledge.services.permissions import check_may_write
from knowledge.services.scanning import Texts, check_texts
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from knowledge.engine.lineage import Selector
    from knowledge.engine.types import Actor
    from knowledge.models import Agent
    from knowledge.services.transactions import WriteTransaction

RECORDED: Final = "mistake.recorded"
SETTLED: Final = "mistake.settled"
REMOVED: Final = "mistake.removed"
_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class MistakeDraft:
    """What a door wants to write down; the service validates every field.

    Attributes:
        category: `safety`, `hallucination`, `factual`, `capability` or `behavioral`.
        what_went_wrong: 1 to 4 000 characters, as every other text.
        severity: `significant` or `critical`.
        asked: the question or task; may be empty.
        answered: what the agent answered or did; may be empty.
        truth: what would have been right; empty when nobody knows.
        evidence: how that is known; empty when it is only claimed.
        session: the host's key of the conversation, at most 512 bytes.
        origin: `class` or `class:name`; only honoured where the actor's credential fixes none.
    """

    category: str
    what_went_wrong: str
    severity: str = "significant"
    asked: str = ""
    answered: str = ""
    truth: str = ""
    evidence: str = ""
    session: str = ""
    origin: str | None = None


def record(*, actor: Actor, agent: str, draft: MistakeDraft, now: datetime | None = None) -> MistakeView:
    """Write a mistake into the notebook of an agent.

    An agent keeps at most 50 unresolved ones (a setting); of more the least grave are given up, the oldest first.

    Args:
        actor: who writes; must be allowed to touch the agent.
        agent: the namespace; made on its first write.
        draft: what went wrong.
        now: moment of the write; None reads the hub clock inside the transaction.

    Raises:
        Invalid, TooLarge: a field breaks a rule, or the text reads like an order to whoever reads it later.
        Refused: not this actor's agent, or the conversation was forgotten for good.
        Busy, OutOfSpace: nothing was written.
    """
    _check_may(actor, agent)
    check_agent_name(agent)
    row = _checked(actor, draft)
    said = tuple((name, getattr(row, name)) for name in (*_TEXTS, "session") if getattr(row, name))
    texts = Texts(others=said, labels=tuple(text for _, text in said))
    with write_transaction(now) as opened:
        error = check_texts(opened, actor, agent, row.origin, texts, field_name="what_went_wrong")
        locked = None if error else lock_agent(opened, agent, create=True)
        if locked is not None:
            row.id, row.agent, row.at = new_id("x", opened.now), locked, opened.now
            error = _blocked(Fence(opened, actor, locked), row)
        if locked is not None and error is None:
            bulk.insert([row], with_key=True)
            given_up = _give_up(locked)
            details = {"category": row.category, "severity": row.severity, "given_up": len(given_up)}
            audit.record(opened, actor, audit.AuditRecord(RECORDED, agent=agent, target=row.id, details=details))
    if error is not None:
        raise error
    return mistake_view(row, agent)


def settle(*, actor: Actor, mistake_id: str, reason: str = "", now: datetime | None = None) -> MistakeView:
    """Take a mistake as settled without a rule; it is no longer read before answering.

    Raises:
        NotFound: unknown or foreign.
        Refused: the person's role only reads.
    """
    with write_transaction(now) as opened:
        row = _locked(opened, actor, mistake_id)
        if row.resolved_at is None:
            row.resolved_at, row.resolved_by = opened.now, actor.name[:200]
            bulk.update(row, ("resolved_at", "resolved_by"))
            entry = audit.AuditRecord(SETTLED, agent=row.agent.name, target=row.id, reason=reason)
            audit.record(opened, actor, entry)
        return mistake_view(row, row.agent.name)


def remove(*, actor: Actor, mistake_id: str, reason: str = "", now: datetime | None = None) -> None:
    """Delete a mistake from the notebook.

    Raises:
        NotFound: unknown or foreign.
        Refused: the person's role only reads.
    """
    with write_transaction(now) as opened:
        row = _locked(opened, actor, mistake_id)
        row.delete()
        audit.record(opened, actor, audit.AuditRecord(REMOVED, agent=row.agent.name, target=mistake_id, reason=reason))


def trim(*, actor: Actor, before: datetime, now: datetime | None = None) -> int:
    """Delete the mistakes that were resolved before a moment, in batches; return how many."""
    deleted = 0
    while True:
        with write_transaction(now) as opened:
            some = Mistake.objects.filter(resolved_at__lt=before).values_list("pk", flat=True)[:_AT_ONCE]
            count, _ = Mistake.objects.filter(pk__in=list(some)).delete()
            if count:
                details = {"resolved": count}
                audit.record(opened, actor, audit.AuditRecord(REMOVED, details=details))
        deleted += count
        if count < _AT_ONCE:
            return deleted


def source_of(row: Mistake) -> MemorySource:
    """Return where a mistake happened."""
    return MemorySource(kind="message", session=row.session, observed_at=row.at, role=DIRECT)


def take_out_blocked(agent: Agent, fence: Fence) -> int:
    """Delete the mistakes of a locked agent that happened in a conversation which was forgotten for good.

    Returns:
        How many.
    """
    rows = Mistake.objects.filter(agent=agent).exclude(session="")
    gone = [row.pk for row in rows if fence.stops(source_of(row))]
    for start in range(0, len(gone), _AT_ONCE):
        Mistake.objects.filter(pk__in=gone[start : start + _AT_ONCE]).delete()
    return len(gone)


def of_session(agent: Agent, selector: Selector) -> dict[str, str]:
    """Return, by id, a digest of each mistake of an agent that was made in a conversation which is to be forgotten."""
    if not selector.session:
        return {}
    rows = Mistake.objects.filter(agent=agent, session=selector.session)
    if selector.until is not None:
        rows = rows.filter(at__lte=selector.until)
    return digests(rows)


def digests(rows: Iterable[Mistake]) -> dict[str, str]:
    """Return, by id, a digest of everything some mistakes say."""
    return {row.pk: digest(*texts_of(row)) for row in rows}


def texts_of(row: Mistake) -> list[str]:
    """Return everything a mistake says."""
    return [getattr(row, name) for name in _TEXTS]


# ------------------------------------------------------------------ parts

_TEXTS: Final = ("what_went_wrong", "asked", "answered", "truth", "evidence")


def _check_may(actor: Actor, agent: str) -> None:
    check_may_write(actor)
    if not actor.may_touch(agent):
        raise Refused("This credential may not write for that agent.")


def _checked(actor: Actor, draft: MistakeDraft) -> Mistake:
    longest = reflexion_settings().text_characters
    if draft.category not in CATEGORIES:
        raise Invalid(f"category must be one of {', '.join(CATEGORIES)}.", field="category")
    if draft.severity not in SEVERITIES:
        raise Invalid(f"severity must be one of {', '.join(SEVERITIES)}.", field="severity")
    texts = {"what_went_wrong": checked_text(draft.what_went_wrong, "what_went_wrong", longest)}
    for name in _TEXTS[1:]:
        text = getattr(draft, name)
        texts[name] = checked_text(text, name, longest) if text != "" else ""
    origin = origin_of(actor, draft.origin)
    return Mistake(
        category=draft.category,
        severity=draft.severity,
        session=checked_key(draft.session, "session"),
        origin=origin,
        origin_trust=ceiling(origin),
        **texts,
    )


def _blocked(fence: Fence, row: Mistake) -> Refused | None:
    """Return why nothing is learned from where a mistake was made, audited; None when it is."""
    try:
        fence.check_sources([source_of(row)] if row.session else [])
    except Refused as error:
        return error
    return None


def _give_up(agent: Agent) -> list[str]:
    """Delete what is too much of a locked agent's notebook."""
    unresolved = Mistake.objects.filter(agent=agent, resolved_at=None)
    most = reflexion_settings().most_unresolved
    names = [one.id for one in to_give_up([entry_of(row) for row in unresolved], most=most)]
    for start in range(0, len(names), _AT_ONCE):
        Mistake.objects.filter(pk__in=names[start : start + _AT_ONCE]).delete()
    return names


def _locked(opened: WriteTransaction, actor: Actor, mistake_id: str) -> Mistake:
    check_may_write(actor)
    row = None if "\0" in mistake_id else Mistake.objects.select_related("agent").filter(pk=mistake_id).first()
    if row is None or not actor.may_touch(row.agent.name):
        raise NotFound("There is no such mistake.")
    lock_agent(opened, row.agent.name)
    # Whoever waited for the lock looks again.
    again = Mistake.objects.select_related("agent").filter(pk=mistake_id).first()
    if again is None:
        raise NotFound("There is no such mistake.")
    return again
