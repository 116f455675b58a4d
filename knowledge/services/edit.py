"""Changing what may be changed of a memory: labels; forgetting it; bringing it back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from knowledge.engine import trust
from knowledge.engine.forms import normalize_key
from knowledge.engine.ids import digest
from knowledge.engine.types import StoreOutcome
from knowledge.errors import Conflict, HubError, Invalid, NotFound, Refused, TooLarge
from knowledge.models import Memory, MemoryTag
from knowledge.models.memory import ARCHIVED, BELIEVED
from knowledge.queries.views import to_view
from knowledge.services import audit, scanning
from knowledge.services.agents import lock_agent, lock_agents_of
from knowledge.services.blocks import Fence
from knowledge.services.drafts import check_importance, check_metadata, check_tags
from knowledge.services.facts import FactAxis, end_statements
from knowledge.services.guard import RELEASED
from knowledge.services.ledger import Ledger, believed, reindex, tag_keys
from knowledge.services.permissions import check_may_write
from knowledge.services.transactions import write_transaction
from knowledge.services.voice import Restated

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from knowledge.engine.types import Actor, MemoryView
    from knowledge.models import Agent
    from knowledge.services.transactions import WriteTransaction

FORGOTTEN = "forgotten"
RESTORED = "restored"
EXPIRED_BY_SUBJECT = "expired_by_subject"
MOST_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class MemoryChanges:
    """New labels of a memory; None leaves a field as it is."""

    tags: tuple[str, ...] | None = None
    importance: float | None = None
    metadata: dict[str, Any] | None = None


def edit(
    *, actor: Actor, memory_id: str, changes: MemoryChanges, seen: str | None = None, now: datetime | None = None
) -> MemoryView:
    """Change tags, importance or metadata. Content, trust and times of a memory never change.

    Args:
        seen: `labels_digest` of the memory as the caller read it; None overwrites whatever is there.

    Raises:
        Conflict: the labels are not those that were seen.
        Invalid, TooLarge: a value breaks a rule, or reads like an order.
        NotFound: unknown, foreign, or not visible to this actor.
        Refused: a person without the role of a curator, or an agent's credential that is trusted less than the memory.
    """
    check_may_write(actor)
    tags = None if changes.tags is None else check_tags(changes.tags)
    importance = None if changes.importance is None else check_importance(changes.importance)
    metadata = None if changes.metadata is None else check_metadata(changes.metadata)
    if tags is None and importance is None and metadata is None:
        raise Invalid("Send at least one of tags, importance and metadata.")
    with write_transaction(now) as opened:
        row, agent = _locked_row(opened, actor, memory_id)
        _check_not_outranked(actor, row)
        if seen is not None and seen != labels_digest(row):
            raise Conflict("Somebody changed the labels meanwhile; read the memory again.")
        refused = _refused(opened, actor, agent, row, scanning.texts_of_labels(row, tags, metadata))
        if refused is None:
            return _relabel(opened, actor, row, agent, tags, importance, metadata)
    raise refused


def _relabel(
    opened: WriteTransaction,
    actor: Actor,
    row: Memory,
    agent: Agent,
    tags: tuple[str, ...] | None,
    importance: float | None,
    metadata: dict[str, Any] | None,
) -> MemoryView:
    """Write the labels that were given; see `edit`."""
    changed, before = [], labels_digest(row)
    if tags is not None:
        row.tags = list(tags)
        _replace_tags(row, agent)
        changed.append("tags")
    if importance is not None:
        row.importance = importance
        changed.append("importance")
    if metadata is not None:
        row.metadata = metadata
        changed.append("metadata")
        reindex(row, agent)
    row.save(update_fields=[*changed, "token_count"])
    details = {"fields": changed, "before": before, "after": labels_digest(row)}
    _record(opened, actor, "memory.edited", row, agent, details=details)
    return to_view(row, agent.name, opened.now)


def forget(*, actor: Actor, memory_id: str, reason: str = "", now: datetime | None = None) -> bool:
    """Move one memory to the archive: nothing returns it any more, and it can be restored.

    Forgetting the current value of a fact does not make the value before it true again.

    Returns:
        False when it was already forgotten.

    Raises:
        NotFound: unknown, foreign, or not visible to this actor.
        Refused: an agent's credential is trusted less than the memory it wants gone.
    """
    check_may_write(actor)
    with write_transaction(now) as opened:
        row, agent = _locked_row(opened, actor, memory_id, standings=(BELIEVED, ARCHIVED))
        if row.standing == ARCHIVED:
            return False
        _check_not_outranked(actor, row)
        ledger = Ledger(opened, agent)
        archive_row(row, ledger, opened, FORGOTTEN)
        ledger.flush()
        _record(opened, actor, "memory.forgotten", row, agent, reason=reason)
        return True


def forget_many(
    *, actor: Actor, memory_ids: Sequence[str], reason: str = "", now: datetime | None = None
) -> dict[str, bool | HubError]:
    """Forget up to 1 000 memories in one transaction, with an answer for each id."""
    if len(memory_ids) > MOST_AT_ONCE:
        raise TooLarge(f"At most {MOST_AT_ONCE} memories can be forgotten at once.", field="ids")
    results: dict[str, bool | HubError] = {}
    with write_transaction(now) as opened:
        lock_agents_of(opened, actor, memory_ids)
        for memory_id in dict.fromkeys(memory_ids):
            try:
                results[memory_id] = forget(actor=actor, memory_id=memory_id, reason=reason)
            except HubError as error:
                results[memory_id] = error
    return results


def restore(*, actor: Actor, memory_id: str, now: datetime | None = None) -> StoreOutcome:
    """Bring a forgotten memory back, through the same rules as a new statement.

    A plain memory returns as it was. A statement of a fact is placed on the time axis again: what
    was learned meanwhile may end it, outrank it, or already say the same.

    Raises:
        Conflict: it is not in the archive, or a stronger statement now stands in its place.
        Invalid: it reads like an order, and no person has let it in.
        NotFound: unknown or foreign.
    """
    check_may_write(actor)
    with write_transaction(now) as opened:
        row, agent = _locked_row(opened, actor, memory_id, standings=(BELIEVED, ARCHIVED))
        if row.standing != ARCHIVED:
            raise Conflict("This memory is not in the archive.")
        judged = row.spans.filter(event=RELEASED).exists()
        refused: HubError | None = Fence(opened, actor, agent).refusal(row)
        if refused is None and not judged:
            refused = _refused(opened, actor, agent, row, scanning.texts_of_row(row))
        if refused is None:
            return _restored(opened, actor, row, agent)
    raise refused


def _restored(opened: WriteTransaction, actor: Actor, row: Memory, agent: Agent) -> StoreOutcome:
    """Place a row again; see `restore`."""
    ledger = Ledger(opened, agent)
    outcome, carries, superseded = _bring_back(row, agent, ledger, opened)
    ledger.flush()
    if carries.pk == row.pk:
        _drop_old_links(row, ledger)
    _record(opened, actor, "memory.restored", row, agent, details={"outcome": outcome})
    return StoreOutcome(outcome, to_view(carries, agent.name, opened.now), superseded)


def expire_by_subject(*, actor: Actor, agent: str, subject: str, reason: str = "", now: datetime | None = None) -> int:
    """End every current statement about exactly this subject, as of now.

    Returns:
        How many rows were ended; a blank subject ends none.
    """
    check_may_write(actor)
    if not actor.may_touch(agent):
        raise NotFound("There is no such agent.")
    key = normalize_key(subject)
    if not key:
        return 0
    with write_transaction(now) as opened:
        locked = lock_agent(opened, agent)
        ledger = Ledger(opened, locked)
        rows = [
            row
            for row in believed(locked).filter(subject_key=key, valid_from__lte=opened.now)
            if row.valid_until is None or row.valid_until > opened.now
        ]
        for row in rows:
            row.valid_until = opened.now
            end_statements(row, opened.now)
            row.invalidated_at, row.invalidated_by_event = opened.now, EXPIRED_BY_SUBJECT
            ledger.change(row, event=EXPIRED_BY_SUBJECT)
            _record(opened, actor, "memory.expired", row, locked, reason=reason)
        ledger.flush()
        return len(rows)


# ------------------------------------------------------------------ parts


def _refused(
    opened: WriteTransaction, actor: Actor, agent: Agent, row: Memory, texts: scanning.Texts
) -> HubError | None:
    """Return why texts may not be read again, audited; what a person does on a page is theirs to judge."""
    if scanning.is_exempt(actor):
        return None
    return scanning.check_texts(opened, actor, agent.name, row.origin, texts)


def _locked_row(
    opened: WriteTransaction,
    actor: Actor,
    memory_id: str,
    *,
    standings: tuple[str, ...] = (BELIEVED,),
) -> tuple[Memory, Agent]:
    """Return the row under its agent's lock; foreign and unknown look alike."""
    name = (
        Memory.objects.filter(id=memory_id).values_list("agent__name", flat=True).first()
        if "\0" not in memory_id
        else None
    )
    if name is None or not actor.may_touch(name):
        raise NotFound("There is no such memory.")
    agent = lock_agent(opened, name)
    row = Memory.objects.filter(id=memory_id, standing__in=standings).first()
    if row is None or (row.standing == BELIEVED and actor.kind == "agent" and _is_expired(row, opened.now)):
        raise NotFound("There is no such memory.")
    return row, agent


def _is_expired(row: Memory, now: datetime) -> bool:
    return row.expires_at is not None and row.expires_at <= now


def _check_not_outranked(actor: Actor, row: Memory) -> None:
    """Keep a weaker credential from making room for its own words by forgetting or relabelling stronger ones."""
    if actor.kind == "agent" and trust.standing_trust(row.origin, row.origin_trust) > trust.ceiling(actor.origin):
        raise Refused("This memory is trusted more than your credential; a person has to change or forget it.")


def archive_row(row: Memory, ledger: Ledger, opened: WriteTransaction, reason: str) -> None:
    """Take a row off the axis and into the archive; a row that it cut short keeps the end it was given."""
    if row.fact_key:
        cut_short = (
            believed(ledger.agent).filter(fact_key=row.fact_key, valid_until=row.valid_from).exclude(fact_key="")
        )
        for before in cut_short.exclude(pk=row.pk):
            # Whatever replaced it, it was over by then: that stays known without the replacement.
            end_statements(before, row.valid_from)
            ledger.change(before)
    row.standing, row.standing_reason = ARCHIVED, reason
    row.archived_at = opened.now
    ledger.change(row, event=reason)


def _bring_back(row: Memory, agent: Agent, ledger: Ledger, opened: WriteTransaction) -> tuple[str, Memory, str | None]:
    """Place a forgotten row again; see `restore`."""
    last_said = row.said_from
    if row.fact_key:
        axis = FactAxis(ledger, agent, opened.now)
        axis.known_facts.add(row.fact_key)
        placed = axis.place(row, Restated(row), axis.window(row.fact_key, row.valid_from))
        if placed.plan.outcome == "held":
            raise Conflict("A stronger statement stands in its place now; it stays in the archive.")
        if not placed.is_new:
            # Somebody said the same meanwhile: that row stands, and this one stays in the archive.
            return placed.plan.outcome, placed.memory, None
        outcome, superseded = placed.plan.outcome, placed.plan.superseded_id
        if last_said > row.said_from and (row.valid_until is None or last_said < row.valid_until):
            row.said_from = last_said
    else:
        outcome, superseded = "stored", None
    row.standing, row.standing_reason, row.archived_at = BELIEVED, "", None
    row.invalidated_at, row.invalidated_by_event = None, ""
    ledger.change(row, event=RESTORED)
    return outcome, row, superseded


def _drop_old_links(row: Memory, ledger: Ledger) -> None:
    """Let go of rows that still name a restored one as their neighbour, where it now has another place."""
    neighbours = believed(ledger.agent).filter(Q(superseded_by=row.id) | Q(supersedes=row.id)).exclude(pk=row.pk)
    for other in neighbours:
        if other.superseded_by_id == row.id and row.supersedes_id != other.id:
            other.superseded_by_id = None
        if other.supersedes_id == row.id and row.superseded_by_id != other.id:
            other.supersedes_id = None
        ledger.change(other)
    ledger.flush()


def labels_digest(memory: Memory | MemoryView) -> str:
    """Return a digest of what can be edited: it shows that something changed, not what. Doors use it as an ETag."""
    return digest(json.dumps([list(memory.tags), memory.importance, memory.metadata], sort_keys=True))


def _replace_tags(row: Memory, agent: Agent) -> None:
    MemoryTag.objects.filter(memory=row).delete()
    MemoryTag.objects.bulk_create([MemoryTag(memory=row, agent=agent, key=key) for key in tag_keys(row.tags)])


def _record(
    opened: WriteTransaction,
    actor: Actor,
    action: str,
    row: Memory,
    agent: Agent,
    *,
    reason: str = "",
    details: dict[str, Any] | None = None,
) -> None:
    audit.record(
        opened,
        actor,
        audit.AuditRecord(action, agent=agent.name, target=row.id, reason=reason, details=details or {}),
    )
