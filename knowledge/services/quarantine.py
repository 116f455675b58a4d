"""Rows that are stopped for a person to judge: inert on every way of reading until somebody lets them in.

A row that was believed leaves the time axis of its fact as if it had never been there: what it had replaced is true
again, and each row whose end moves gets one more entry on its second clock.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime, time
from typing import TYPE_CHECKING, Any, Final

from knowledge import events
from knowledge.conf import guard_settings
from knowledge.engine.ids import digest, first_id
from knowledge.engine.regroup import CannotRegroupError, Regrouped, regroup
from knowledge.errors import TooMany
from knowledge.models import Memory, Reaffirmation
from knowledge.models.memory import QUARANTINED, REJECTED
from knowledge.queries.leaving import axis_row
from knowledge.services import audit
from knowledge.services.ledger import Ledger, believed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from knowledge.engine.types import Actor
    from knowledge.models import Agent
    from knowledge.services.transactions import WriteTransaction

EVENT: Final = "quarantined"
NO_ROOM: Final = "quarantine_full"
FULL: Final = "Too much of this origin waits for a person already today; it was not stored, try again tomorrow."
_REJECTED_TRUST: Final = 0.1
RETURNED: Final = "reopened"
_AT_ONCE: Final = 400


def mark(memory: Memory, reason: str) -> None:
    """Turn a row that is not written yet into an inert one."""
    memory.standing, memory.standing_reason = QUARANTINED, reason
    memory.valid_until = memory.stated_until


def room_today(agent: Agent, origin: str, now: datetime) -> int:
    """Return how many more rows of an origin may wait for a person today (UTC); none of those over it is kept."""
    midnight = datetime.combine(now.astimezone(UTC).date(), time(), tzinfo=UTC)
    waiting = Memory.objects.filter(agent=agent, standing=QUARANTINED, origin=origin, id__gte=first_id("m", midnight))
    return guard_settings().quarantined_per_day - waiting.count()


def check_room(agent: Agent, origin: str, now: datetime) -> None:
    """Refuse more suspicious writes of one origin than a person can look at in a day.

    Raises:
        TooMany: the origin's limit for this UTC day is reached.
    """
    if room_today(agent, origin, now) < 1:
        raise TooMany(FULL, retry_after=3600)


def turn_away(opened: WriteTransaction, actor: Actor, agent: Agent, rows: Sequence[Memory]) -> None:
    """Close rows that were just put in quarantine and for which there is no room; they are no answer to anything.

    Args:
        opened: the write.
        actor: whose write led to it.
        agent: the owner, locked.
        rows: rows in quarantine, written.
    """
    ledger = Ledger(opened, agent)
    for row in rows:
        row.standing, row.standing_reason = REJECTED, NO_ROOM
        row.invalidated_at, row.invalidated_by_event = opened.now, NO_ROOM
        row.origin_trust = min(row.origin_trust, _REJECTED_TRUST)
        ledger.change(row, event=NO_ROOM)
        entry = audit.AuditRecord("memory.quarantine_refused", agent=agent.name, target=row.id, reason=NO_ROOM)
        audit.record(opened, actor, entry)
    ledger.flush()


def same_claim(memory: Memory) -> Memory | None:
    """Return the row in quarantine that says the same of the same origin already, for as long as it waits."""
    rows = Memory.objects.filter(agent=memory.agent_id, standing=QUARANTINED, origin=memory.origin)
    return rows.filter(value_key=memory.value_key, fact_key=memory.fact_key, stated_until=memory.stated_until).first()


def take_out(
    opened: WriteTransaction, actor: Actor, agent: Agent, rows: Sequence[Memory], reason: str
) -> dict[str, Memory]:
    """Put believed rows of a locked agent in quarantine; everything written before must be flushed.

    Args:
        opened: the write.
        actor: whose write led to it.
        agent: the owner, locked.
        rows: believed rows.
        reason: one word, see `announce`.

    Returns:
        Every row that changed, by id: those put in quarantine, and those that are true again or longer.
    """
    ledger = Ledger(opened, agent)
    changed: dict[str, Memory] = {}
    by_fact: defaultdict[str, list[Memory]] = defaultdict(list)
    for row in rows:
        by_fact[row.fact_key].append(row)
    # What leaves the axis goes first: at no moment do two rows hold at once.
    moves = [move for key, out in by_fact.items() if key for move in _without(agent, key, {row.id for row in out})]
    for row in rows:
        mark(row, reason)
        row.supersedes_id, row.superseded_by_id, row.version = None, None, 1
        row.invalidated_at, row.invalidated_by_event = None, ""
        ledger.change(row, event=EVENT)
        changed[row.id] = row
        entry = audit.AuditRecord("memory.quarantined", agent=agent.name, target=row.id, reason=reason)
        audit.record(opened, actor, entry)
    for row, new in moves:
        _move(ledger, row, new)
        changed[row.id] = row
    ledger.flush()
    return changed


@dataclass(slots=True)
class Group:
    """Rows of one card on their way there.

    Attributes:
        agent: whose; empty when they belong to several.
        origin: who said them; of several origins, what they share.
        reason: `injection`, `burst`, `drip`, `spread` or `guard_failed`.
        about: what else makes them one group.
    """

    agent: str
    origin: str
    reason: str
    about: str = ""
    rows: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    def announce(self, opened: WriteTransaction, actor: Actor) -> str | None:
        """Tell whoever looks after the memory, once the rows are written; return the id of the request about them."""
        answers = events.quarantined.send(
            sender=Memory,
            memories=list(self.rows.items()),
            agent=self.agent,
            reason=self.reason,
            origin=self.origin,
            group=digest("quarantine", self.reason, self.origin, self.about),
            actor=actor,
            now=opened.now,
        )
        return next((answer for _, answer in answers if isinstance(answer, str)), None)


# ------------------------------------------------------------------ the axis without them


def _without(agent: Agent, fact_key: str, out: set[str]) -> list[tuple[Memory, Regrouped]]:
    """Return the believed rows of a fact that change when some leave it, with what they become."""
    rows = list(believed(agent).filter(fact_key=fact_key).exclude(fact_key="").order_by("valid_from", "number"))
    said = _said(rows)
    kept = [row for row in rows if row.id not in out]
    axis = [axis_row(row, said[row.number], is_out=row.id in out) for row in rows]
    try:
        plan = {new.id: new for new in regroup(axis)}
    except CannotRegroupError:
        # A value that was overruled would live again behind a hole: nobody said that, so the hole stays.
        return []
    return [(row, plan[row.id]) for row in kept if _differs(row, plan[row.id])]


def _differs(row: Memory, new: Regrouped) -> bool:
    links = (row.supersedes_id, row.superseded_by_id, row.version) != (new.supersedes, new.superseded_by, new.version)
    return links or _moves(row, new)


def _moves(row: Memory, new: Regrouped) -> bool:
    return row.valid_until != new.until or (new.last is not None and row.expires_at != new.last.expires_at)


def _move(ledger: Ledger, row: Memory, new: Regrouped) -> None:
    moves = _moves(row, new)
    row.version, row.supersedes_id, row.superseded_by_id = new.version, new.supersedes, new.superseded_by
    if moves and new.last is not None:
        row.valid_until = new.until
        row.said_from = new.last.start
        row.stated_until, row.expires_at = new.last.stated_until, new.last.expires_at
        row.invalidated_at = ledger.opened.now if new.ended_by else None
        row.invalidated_by_event = f"superseded:{new.ended_by}" if new.ended_by else ""
    ledger.change(row, event=RETURNED if moves else None)


def _said(rows: Iterable[Memory]) -> defaultdict[int, list[Reaffirmation]]:
    found: defaultdict[int, list[Reaffirmation]] = defaultdict(list)
    numbers = [row.number for row in rows]
    for start in range(0, len(numbers), _AT_ONCE):
        some = Reaffirmation.objects.filter(memory__in=numbers[start : start + _AT_ONCE])
        for one in some.order_by("valid_from", "pk"):
            found[one.memory_id].append(one)
    return found
