"""Making, changing and removing kinds of life time, and bringing memories that are there to a new one."""

from __future__ import annotations

import dataclasses
import math
import time
from typing import TYPE_CHECKING, Any, Final

from knowledge.clock import hub_now
from knowledge.engine.forms import normalize_key
from knowledge.engine.policies import (
    BUILT_IN,
    CONFLICTS,
    COSTS,
    FEWEST_VERSIONS,
    MOST_VERSIONS,
    TTL_RANGES,
    Policy,
    usual_confidence,
)
from knowledge.engine.ttl import LONGEST_TTL
from knowledge.engine.types import LAYERS
from knowledge.errors import Conflict, Invalid, NotFound
from knowledge.models import LegalHold, Memory, Reaffirmation
from knowledge.models import Policy as Row
from knowledge.queries.policies import Effect, effect, following, new_expiry, policies, to_policy
from knowledge.services import audit, bulk, closing, jobs
from knowledge.services.agents import check_may_administer, lock_agent
from knowledge.services.drafts import checked_text
from knowledge.services.scanning import check_note
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.services.transactions import WriteTransaction

__all__ = [
    "Effect",
    "Policy",
    "Told",
    "follow",
    "hold",
    "preview",
    "remove",
    "save",
    "save_or_preview",
    "unhold",
    "usual_confidence",
]

MOST_POLICIES: Final = 100
MOST_PATTERNS: Final = 50
_NOTE_CHARACTERS: Final = 1_000
_NAME_CHARACTERS: Final = 40
_RETENTION_DAYS: Final = 36_500
_FOLLOWED: Final = "policy_changed"
_BATCH: Final = 500
_AT_ONCE_SECONDS: Final = 2.0
"""How long saving goes on to bring memories along; a job does the rest."""
_FIELDS: Final = tuple(field.name for field in dataclasses.fields(Policy) if field.name != "name")


def preview(*, actor: Actor, policy: Policy, now: datetime | None = None) -> Effect:
    """Return what saving a kind would do to memories that are there; nothing changes.

    Raises:
        Refused: not an administrator.
        Invalid: a number is outside its range.
    """
    check_may_administer(actor)
    checked = _checked(policy)
    return effect(before=policies().by_name.get(checked.name), after=checked, now=now)


@dataclasses.dataclass(frozen=True, slots=True)
class Told:
    """A kind as it was saved or would be, and what that does to memories that are there."""

    policy: Policy
    effect: Effect


def save_or_preview(*, actor: Actor, policy: Policy, dry_run: bool, now: datetime | None = None) -> Told:
    """Say what saving a kind does to memories that are there, and save it unless it is a dry run.

    Raises:
        Refused, Invalid, Conflict: see `save`.
    """
    told = preview(actor=actor, policy=policy, now=now)
    return Told(_checked(policy) if dry_run else save(actor=actor, policy=policy, now=now), told)


def save(*, actor: Actor, policy: Policy, now: datetime | None = None) -> Policy:
    """Make a kind, or change one; memories that live by it go along.

    Raises:
        Refused: not an administrator.
        Invalid: a number is outside its range.
        Conflict: there are as many kinds as there may be.
    """
    check_may_administer(actor)
    checked = _checked(policy)
    said = (checked.name, checked.reason, checked.failure_note, *checked.predicates, *checked.tags)
    check_note(actor, said, field_name="reason", now=now)
    with write_transaction(now) as opened:
        row = Row.objects.select_for_update().filter(pk=checked.name).first()
        before = to_policy(row) if row is not None else BUILT_IN.get(checked.name)
        if before is None and Row.objects.count() >= MOST_POLICIES:
            raise Conflict(f"There are {MOST_POLICIES} life times already; remove one first.")
        if checked == before:
            return checked
        stored = Row(name=checked.name, former_ttls=[]) if row is None else row
        for name in _FIELDS:
            value = getattr(checked, name)
            setattr(stored, name, list(value) if isinstance(value, tuple) else value)
        stored.updated_at, stored.updated_by = opened.now, actor.name[:200]
        if before is not None and before.ttl_seconds != checked.ttl_seconds:
            former = [one for one in stored.former_ttls if one != checked.ttl_seconds]
            stored.former_ttls = [*former, *([before.ttl_seconds] if before.ttl_seconds not in former else [])]
            stored.ttl_changed_at = opened.now
        stored.save(force_insert=row is None)
        changed = [name for name in _FIELDS if before is None or getattr(before, name) != getattr(checked, name)]
        action = "policy.created" if before is None else "policy.changed"
        numbers = {name: getattr(checked, name) for name in changed if name not in ("reason", "failure_note")}
        details = {"fields": changed, "after": _plain(numbers), "before": _plain(_numbers(before, numbers))}
        audit.record(opened, actor, audit.AuditRecord(action, target=checked.name, details=details))
    follow(name=checked.name, seconds=_AT_ONCE_SECONDS, now=now)
    return checked


def remove(*, actor: Actor, name: str, now: datetime | None = None) -> None:
    """Remove a kind that people made, or give a built-in one its own numbers back.

    Memories that lived by a kind that is gone keep the end they have, and go by `default` in everything else.

    Raises:
        Refused: not an administrator.
        NotFound: nobody made or changed such a kind.
    """
    check_may_administer(actor)
    if name in BUILT_IN and Row.objects.filter(pk=name).exists():
        save(actor=actor, policy=BUILT_IN[name], now=now)
        return
    with write_transaction(now) as opened:
        row = Row.objects.select_for_update().filter(pk=name).first() if "\0" not in name else None
        if row is None:
            raise NotFound("There is no such life time.")
        row.delete()
        audit.record(opened, actor, audit.AuditRecord("policy.removed", target=name))


def follow(*, name: str | None = None, seconds: float | None = None, now: datetime | None = None) -> int:
    """Bring memories to the life time their kind has by now, in batches; again, it finds nothing to do.

    Nothing of the past changes: what would have expired before expires now.

    Args:
        name: of the kind, None for all of them.
        seconds: stop after so many; the next run goes on.
        now: the moment to act at; None reads the hub clock.

    Returns:
        How many memories were changed.
    """
    ends = None if seconds is None else time.monotonic() + seconds
    rows = Row.objects.exclude(ttl_changed_at=None)
    changed = 0
    for row in rows if name is None else rows.filter(pk=name):
        while ends is None or time.monotonic() < ends:
            found = following(row.name, row.former_ttls, now=now or hub_now(), until=row.ttl_changed_at)
            batch = list(found.order_by("agent_id", "number").values_list("number", "agent__name")[:_BATCH])
            if not batch:
                Row.objects.filter(pk=row.pk, ttl_changed_at=row.ttl_changed_at).update(
                    former_ttls=[], ttl_changed_at=None
                )
                break
            agent = batch[0][1]
            numbers = [number for number, owner in batch if owner == agent]
            changed += _follow_some(row.name, agent, numbers, now, changed)
    return changed


def hold(*, actor: Actor, agent: str, reason: str, memory_id: str | None = None, now: datetime | None = None) -> None:
    """Keep every job from deleting anything of an agent, or one memory of it.

    Raises:
        Refused: not an administrator.
        Invalid: no reason was given.
        NotFound: there is no such agent or memory.
    """
    check_may_administer(actor)
    why = checked_text(reason, "reason", _NOTE_CHARACTERS)
    check_note(actor, [why], field_name="reason", now=now)
    with write_transaction(now) as opened:
        locked = lock_agent(opened, agent)
        memory = _memory_of(agent, memory_id)
        values = {"reason": why, "held_by": actor.name[:200], "at": opened.now}
        LegalHold.objects.update_or_create(agent=locked, memory=memory, defaults=values)
        target = memory_id or ""
        audit.record(opened, actor, audit.AuditRecord("agent.held", agent=agent, target=target, reason=why))


def unhold(*, actor: Actor, agent: str, memory_id: str | None = None, now: datetime | None = None) -> bool:
    """End a legal hold; False when there was none.

    Raises:
        Refused: not an administrator.
        NotFound: there is no such agent or memory.
    """
    check_may_administer(actor)
    with write_transaction(now) as opened:
        locked = lock_agent(opened, agent)
        gone, _ = LegalHold.objects.filter(agent=locked, memory=_memory_of(agent, memory_id)).delete()
        if gone:
            audit.record(opened, actor, audit.AuditRecord("agent.unheld", agent=agent, target=memory_id or ""))
        return bool(gone)


# ------------------------------------------------------------------ parts


def _memory_of(agent: str, memory_id: str | None) -> Memory | None:
    if memory_id is None:
        return None
    memory = Memory.objects.filter(id=memory_id, agent__name=agent).first() if "\0" not in memory_id else None
    if memory is None:
        raise NotFound("There is no such memory.")
    return memory


def _follow_some(name: str, agent: str, numbers: Sequence[int], now: datetime | None, done: int) -> int:
    """Bring some rows of one agent along; they are looked at again under its lock."""
    with write_transaction(now) as opened:
        locked = lock_agent(opened, agent)
        row = Row.objects.get(pk=name)
        found = following(name, row.former_ttls, now=opened.now, until=row.ttl_changed_at)
        memories = list(found.filter(number__in=numbers))
        said: dict[int, list[Reaffirmation]] = {}
        for one in Reaffirmation.objects.filter(memory__in=memories):
            said.setdefault(one.memory_id, []).append(one)
        confirmations = []
        for memory in memories:
            _move(memory, said.get(memory.number, ()), row.ttl_seconds, opened)
            confirmations += said.get(memory.number, [])
        bulk.update_many(memories, ("expires_at", "ttl_seconds"))
        bulk.update_many(confirmations, ("expires_at",))
        bulk.insert([closing.span_of(memory, opened.now, _FOLLOWED) for memory in memories])
        locked.generation += 1
        locked.live_generation += 1
        jobs.step(opened, done=done + len(memories))
        return len(memories)


def _move(memory: Memory, said: Iterable[Reaffirmation], after: int | None, opened: WriteTransaction) -> None:
    """Give one row, and what confirmed it, the new life time."""
    before = memory.ttl_seconds
    for one in said:
        ended = one.expires_at is not None and one.expires_at <= opened.now
        if not ended:
            due = new_expiry(one.expires_at, one.valid_from, one.at, before, after)
            one.expires_at = None if due is None else max(due, opened.now)
    due = new_expiry(memory.expires_at, memory.said_from, memory.ingested_at, before, after)
    memory.expires_at = None if due is None else max(due, opened.now)
    memory.ttl_seconds = after


def _numbers(policy: Policy | None, like: dict[str, Any]) -> dict[str, Any]:
    return {} if policy is None else {name: getattr(policy, name) for name in like}


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def _checked(policy: Policy) -> Policy:
    """Return a kind whose every value is in its range."""
    name = checked_text(policy.name, "name", _NAME_CHARACTERS).strip()
    if not name or any(not (letter.isalnum() or letter in "_-") for letter in name):
        raise Invalid("A life time's name has letters, digits, - and _ only.", field="name")
    if policy.failure_cost not in COSTS:
        raise Invalid(f"failure_cost must be one of {', '.join(COSTS)}.", field="failure_cost")
    if policy.on_conflict not in CONFLICTS:
        raise Invalid(f"on_conflict must be one of {', '.join(CONFLICTS)}.", field="on_conflict")
    if policy.layer and policy.layer not in LAYERS:
        raise Invalid(f"layer must be one of {', '.join(LAYERS)}.", field="layer")
    _check_numbers(policy, name)
    note = policy.failure_note
    return dataclasses.replace(
        policy,
        name=name,
        reason=checked_text(policy.reason, "reason", _NOTE_CHARACTERS).strip(),
        failure_note=checked_text(note, "failure_note", _NOTE_CHARACTERS).strip() if note else "",
        min_confidence=float(policy.min_confidence),
        predicates=_keys(policy.predicates, "predicates"),
        tags=_keys(policy.tags, "tags"),
    )


def _check_numbers(policy: Policy, name: str) -> None:
    ttl = policy.ttl_seconds
    if name in TTL_RANGES:
        bounds = TTL_RANGES[name]
        if bounds is None and ttl is not None:
            raise Invalid(f"What is of the kind {name} has no end; make a kind of its own.", field="ttl_seconds")
        if bounds is not None and (ttl is None or not _whole(ttl, *bounds)):
            raise Invalid(f"ttl_seconds of {name} is from {bounds[0]} to {bounds[1]}.", field="ttl_seconds")
    elif ttl is not None and not _whole(ttl, 1, LONGEST_TTL):
        raise Invalid(f"ttl_seconds must be a whole number from 1 to {LONGEST_TTL}.", field="ttl_seconds")
    least = policy.min_confidence
    if isinstance(least, bool) or not isinstance(least, int | float) or not math.isfinite(least) or not 0 <= least <= 1:
        raise Invalid("min_confidence must be from 0 to 1.", field="min_confidence")
    if policy.versions_kept is not None and not _whole(policy.versions_kept, FEWEST_VERSIONS, MOST_VERSIONS):
        raise Invalid(
            f"versions_kept must be from {FEWEST_VERSIONS} to {MOST_VERSIONS}; leave it out to keep all.",
            field="versions_kept",
        )
    if policy.retention_days is not None and not _whole(policy.retention_days, 1, _RETENTION_DAYS):
        raise Invalid(f"retention_days must be from 1 to {_RETENTION_DAYS}.", field="retention_days")


def _whole(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _keys(values: Sequence[str], label: str) -> tuple[str, ...]:
    if isinstance(values, str) or len(values) > MOST_PATTERNS:
        raise Invalid(f"{label} is a list of at most {MOST_PATTERNS} texts.", field=label)
    keys = (normalize_key(checked_text(value, label, 100)) for value in values)
    return tuple(dict.fromkeys(key for key in keys if key))
