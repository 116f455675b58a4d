"""Taking an origin back: everything it said is closed at once, nothing is deleted, and it can be undone.

Equality decides, never a part of the text. What it did is kept per row, as ids, times and standings, so that the
undoing puts back exactly that, and leaves alone whatever has changed since.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from knowledge.conf import forgetting_settings
from knowledge.engine.ids import new_id
from knowledge.errors import Conflict, Expired, Invalid, NotFound, TooLarge
from knowledge.models import Memory, OriginRollback, OriginRollbackItem
from knowledge.models.forgetting import CLOSED, LOWERED, MOVED
from knowledge.models.memory import PURGED
from knowledge.queries.leaving import axes_of, axis_digest, without
from knowledge.queries.named import among
from knowledge.queries.origins import believed_of_origin
from knowledge.services import audit, bulk, leaving
from knowledge.services.agents import check_may_administer, lock_agent
from knowledge.services.blocks import Fence
from knowledge.services.descent import OUT_TRUST, lower, made_from, put_trust_back
from knowledge.services.ledger import Ledger
from knowledge.services.scanning import check_note
from knowledge.services.takeback import images, put_back
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.models import Agent
    from knowledge.queries.leaving import Axes
    from knowledge.services.takeback import Image
    from knowledge.services.transactions import WriteTransaction

PURGE_EVENT: Final = "origin_purge"
UNDO_EVENT: Final = "rollback_undone"
FORGOTTEN, CHANGED, BLOCKED = "forgotten", "changed", "blocked"
ORIGIN_CHARACTERS: Final = 512
_REASON_CHARACTERS: Final = 1_000
_AT_ONCE: Final = 400


@dataclass(frozen=True, slots=True)
class RollbackReport:
    """What taking an origin back did.

    Attributes:
        rollback_id: for `undo`; empty when there was nothing to close.
        closed: rows that are believed no more.
        lowered: rows made from them, at any depth, that are trusted less now.
        returned: ids of rows that are true again, or longer.
        not_returned: ids of rows that would be, and may not: blocked, or like an order.
    """

    rollback_id: str
    agent: str
    origin: str
    closed: int
    lowered: int
    returned: tuple[str, ...] = ()
    not_returned: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UndoReport:
    """What the undoing did.

    Attributes:
        restored: rows that are believed again.
        skipped: (id, why) of rows that stay as they are: `forgotten` for good meanwhile, `changed` since, or from a
            source that is `blocked` now.
    """

    rollback_id: str
    agent: str
    restored: int
    skipped: tuple[tuple[str, str], ...] = ()


def invalidate_by_origin(
    *, actor: Actor, agent: str, origin: str, since: datetime | None = None, reason: str, now: datetime | None = None
) -> RollbackReport:
    """Close every believed row of exactly this origin, and trust what was made from them no more than 0.1.

    Args:
        actor: an administrator.
        agent: whose memory.
        origin: the whole text of the origin.
        since: only what was learned at or after this moment, with a zone.
        reason: for the audit; 1 to 1 000 characters.
        now: moment of the act; None reads the hub clock.

    Raises:
        Refused: not an administrator.
        Invalid, TooLarge: an argument breaks a rule.
        NotFound: no such agent, or not the actor's.
    """
    check_may_administer(actor)
    _check(actor, agent, origin, since, reason)
    check_note(actor, [reason], field_name="reason", now=now)
    with write_transaction(now) as opened:
        locked = lock_agent(opened, agent)
        rows = list(believed_of_origin(locked.pk, origin, since).order_by("number"))
        if not rows:
            return RollbackReport("", agent, origin, 0, 0)
        done = _Rollback(opened, locked, rows)
        done.close()
        report = done.write_down(actor, origin, since, reason)
        details: dict[str, object] = {
            "closed": report.closed,
            "lowered": report.lowered,
            "returned": len(report.returned),
        }
        details |= {"not_returned": len(report.not_returned)} if report.not_returned else {}
        details |= {"origin": origin, "since": since.isoformat() if since else None}
        entry = audit.AuditRecord(
            "origin.invalidated", agent=agent, target=report.rollback_id, reason=reason, details=details
        )
        audit.record(opened, actor, entry)
        return report


def undo(*, actor: Actor, rollback_id: str, reason: str = "", now: datetime | None = None) -> UndoReport:
    """Put back exactly what a rollback did, except where something has changed since; see `UndoReport`.

    Args:
        actor: an administrator.
        rollback_id: of the report.
        reason: for the audit, at most 1 000 characters.
        now: moment of the undoing; None reads the hub clock.

    Raises:
        Refused: not an administrator.
        NotFound: unknown or foreign.
        Conflict: it was undone already.
        Expired: it is too long ago.
    """
    check_may_administer(actor)
    _check_reason(reason, needed=False)
    with write_transaction(now) as opened:
        name = _agent_of(rollback_id)
        if name is None or not actor.may_touch(name):
            raise NotFound("There is no such rollback.")
        locked = lock_agent(opened, name)
        row = OriginRollback.objects.select_for_update().get(pk=rollback_id)
        if row.undone_at is not None:
            raise Conflict("This rollback was undone already.", code="already_undone")
        days = forgetting_settings().undo_days
        if opened.now > row.at + timedelta(days=days):
            raise Expired(f"A rollback can be undone for {days} days; it is too late for this one.")
        restored, skipped = _Undoing(opened, actor, locked, row).run()
        whys = Counter(why for _, why in skipped)
        row.undone_at, row.undone_by = opened.now, actor.name[:200]
        row.undone = {"restored": restored, **whys}
        row.save(update_fields=["undone_at", "undone_by", "undone"])
        details = {"restored": restored, "skipped": dict(whys), "origin": row.origin}
        entry = audit.AuditRecord("origin.restored", agent=name, target=row.pk, reason=reason, details=details)
        audit.record(opened, actor, entry)
        return UndoReport(row.pk, name, restored, tuple(skipped))


# ------------------------------------------------------------------ parts


def _check(actor: Actor, agent: str, origin: str, since: datetime | None, reason: str) -> None:
    if not actor.may_touch(agent):
        raise NotFound("There is no such agent.")
    if not isinstance(origin, str) or not origin or len(origin) > ORIGIN_CHARACTERS or "\0" in origin:
        raise Invalid("Name the whole origin, for example channel:support.", field="origin")
    if since is not None and since.tzinfo is None:
        raise Invalid("since needs a zone: add Z for UTC, or an offset such as +09:00.", field="since")
    _check_reason(reason, needed=True)


def _check_reason(reason: str, *, needed: bool) -> None:
    if needed and not reason.strip():
        raise Invalid("Say why; it is written into the audit.", field="reason")
    if "\0" in reason:
        raise Invalid("The reason contains a NUL character; remove it.", field="reason")
    if len(reason) > _REASON_CHARACTERS:
        raise TooLarge(f"A reason has at most {_REASON_CHARACTERS} characters.", field="reason")


def _agent_of(rollback_id: str) -> str | None:
    if "\0" in rollback_id:
        return None
    return OriginRollback.objects.filter(pk=rollback_id).values_list("agent__name", flat=True).first()


class _Rollback:
    """Rows of one locked agent on their way out."""

    def __init__(self, opened: WriteTransaction, agent: Agent, rows: Sequence[Memory]) -> None:
        self.opened = opened
        self.agent = agent
        self.rows = rows
        self.ids = {row.id for row in rows}
        self.axes: Axes = axes_of(agent.pk, {row.fact_key for row in rows}, rows)
        self.before: dict[str, Image] = {}
        self.moved: list[Memory] = []
        self.lowered: dict[str, float] = {}
        self.lowered_before: dict[str, float] = {}
        self.returned: list[str] = []
        self.refused: set[str] = set()

    def close(self) -> None:
        """Close the rows; what was before them is true again."""
        ledger = Ledger(self.opened, self.agent)
        moves = without(self.axes, lambda row: row.id in self.ids)
        self.moved = [one.row for one in moves]
        self.before = images([*self.rows, *self.moved])
        # What leaves the axis goes first: at no moment do two rows hold at once.
        for row in self.rows:
            row.standing, row.standing_reason = PURGED, PURGE_EVENT
            row.invalidated_at, row.invalidated_by_event = self.opened.now, PURGE_EVENT
            ledger.change(row, event=PURGE_EVENT)
        below = made_from([row.number for row in self.rows])
        self.lowered_before = _lowered_before(self.agent, below)
        self.lowered = lower(self.agent, below, most=OUT_TRUST)
        longer = [one.row for one in moves if one.longer]
        fence = Fence(self.opened, leaving.HUB, self.agent)
        self.refused = leaving.may_not_return(fence, longer)
        self.returned = [row.id for row in longer if row.id not in self.refused]
        leaving.move(ledger, moves, refused=self.refused)
        ledger.flush()

    def write_down(self, actor: Actor, origin: str, since: datetime | None, reason: str) -> RollbackReport:
        """Keep what was done, per row, for the undoing."""
        row = OriginRollback.objects.create(
            id=new_id("b", self.opened.now),
            agent=self.agent,
            origin=origin,
            since=since,
            counts={"closed": len(self.rows), "lowered": len(self.lowered), "returned": len(self.returned)},
            reason=reason,
            by=actor.name[:200],
            at=self.opened.now,
        )
        after = images([*self.rows, *self.moved])
        axes = {fact: axis_digest(rows) for fact, rows in self.axes.rows.items()}
        items = [self._item(row.pk, one, CLOSED, after, axes) for one in self.rows]
        items += [self._item(row.pk, one, MOVED, after, axes) for one in self.moved]
        items += [
            bulk.new(OriginRollbackItem, rollback_id=row.pk, memory=name, part=LOWERED, before={"origin_trust": trust})
            for name, trust in (self.lowered_before | self.lowered).items()
        ]
        bulk.insert(items)
        return RollbackReport(
            rollback_id=row.pk,
            agent=self.agent.name,
            origin=origin,
            closed=len(self.rows),
            lowered=len(self.lowered),
            returned=tuple(self.returned),
            not_returned=tuple(sorted(self.refused)),
        )

    def _item(
        self, rollback: str, row: Memory, part: str, after: dict[str, Image], axes: dict[str, str]
    ) -> OriginRollbackItem:
        was, now = self.before[row.id], after[row.id]
        changed = [name for name in was if was[name] != now[name]]
        return bulk.new(
            OriginRollbackItem,
            rollback_id=rollback,
            memory=row.id,
            part=part,
            fact=row.fact_key,
            before={name: was[name] for name in changed},
            after={name: now[name] for name in changed},
            axis=axes.get(row.fact_key, ""),
        )


class _Undoing:
    """One rollback on its way back: fact by fact, all of a fact or nothing of it."""

    def __init__(self, opened: WriteTransaction, actor: Actor, agent: Agent, row: OriginRollback) -> None:
        self.opened = opened
        self.actor = actor
        self.agent = agent
        self.items = list(OriginRollbackItem.objects.filter(rollback=row).order_by("pk"))
        self.rows: dict[str, Memory] = {}
        self.skipped: list[tuple[str, str]] = []

    def run(self) -> tuple[int, list[tuple[str, str]]]:
        """Put back what may be; return how many rows are believed again, and what was skipped."""
        of_rows = [item for item in self.items if item.part != LOWERED]
        self._read({item.memory for item in of_rows})
        axes = axes_of(self.agent.pk, {item.fact for item in of_rows}, self.rows.values())
        today = {fact: axis_digest(rows) for fact, rows in axes.rows.items()}
        good = [item for group in _by_fact(of_rows) if self._is_as_left(group, today) for item in group]
        good = self._without_blocked(good)
        ledger = Ledger(self.opened, self.agent)
        # What becomes shorter again goes first: at no moment do two rows hold at once.
        for item in sorted(good, key=lambda item: item.part == CLOSED):
            put_back(self.rows[item.memory], item.before)
            ledger.change(self.rows[item.memory], event=UNDO_EVENT)
        ledger.flush()
        put_trust_back(self.agent, self._trusts())
        return sum(1 for item in good if item.part == CLOSED), self.skipped

    def _read(self, names: Iterable[str]) -> None:
        listed = sorted(names)
        for start in range(0, len(listed), _AT_ONCE):
            found = among(Memory.objects.filter(id__in=listed[start : start + _AT_ONCE]), agent=self.agent.pk)
            self.rows |= {row.id: row for row in found}

    def _is_as_left(self, group: Sequence[OriginRollbackItem], today: dict[str, str]) -> bool:
        """Tell whether every row of a fact is as the rollback left it, and nothing was said of it since."""
        now = images(self.rows[item.memory] for item in group if item.memory in self.rows)
        same = today.get(group[0].fact, group[0].axis if not group[0].fact else axis_digest(())) == group[0].axis
        for item in group:
            found = now.get(item.memory)
            same = same and found is not None and all(found[name] == value for name, value in item.after.items())
        if not same:
            self._skip(item for item in group if item.part == CLOSED)
        return same

    def _without_blocked(self, items: Sequence[OriginRollbackItem]) -> list[OriginRollbackItem]:
        """Leave out facts with a row whose source may not be learned from any more; lower trust as parents have it."""
        back = [self.rows[item.memory] for item in items if item.part == CLOSED]
        fence = Fence(self.opened, self.actor, self.agent)
        refused = leaving.may_not_return(fence, back)
        facts = {self.rows[name].fact_key or name for name in refused}
        out = [item for item in items if (item.fact or item.memory) in facts]
        self.skipped += [(item.memory, BLOCKED) for item in out if item.part == CLOSED]
        left_out = {item.pk for item in out}
        return [item for item in items if item.pk not in left_out]

    def _trusts(self) -> dict[str, float]:
        """Return the trust that rows had before they were lowered."""
        return {item.memory: float(item.before["origin_trust"]) for item in self.items if item.part == LOWERED}

    def _skip(self, items: Iterable[OriginRollbackItem]) -> None:
        self.skipped += [(item.memory, CHANGED if item.memory in self.rows else FORGOTTEN) for item in items]


def _lowered_before(agent: Agent, numbers: Collection[int]) -> dict[str, float]:
    """Return, of some rows, those that other rollbacks lowered and that are low since, with the trust they had before.

    Whichever of the rollbacks is undone last gives them that trust back.
    """
    held = OriginRollbackItem.objects.filter(rollback__agent=agent, rollback__undone_at=None, part=LOWERED)
    if not numbers or not held.exists():
        return {}
    found: dict[str, float] = {}
    listed = sorted(numbers)
    for start in range(0, len(listed), _AT_ONCE):
        ids = Memory.objects.filter(number__in=listed[start : start + _AT_ONCE]).values_list("id", flat=True)
        for name, before in held.filter(memory__in=list(ids)).values_list("memory", "before"):
            found[name] = max(found.get(name, 0.0), float(before["origin_trust"]))
    return found


def _by_fact(items: Iterable[OriginRollbackItem]) -> list[list[OriginRollbackItem]]:
    """Group what belongs to one fact; a plain memory is a group of its own."""
    groups: dict[str, list[OriginRollbackItem]] = {}
    for item in items:
        groups.setdefault(item.fact or item.memory, []).append(item)
    return list(groups.values())
