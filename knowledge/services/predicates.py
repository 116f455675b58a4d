"""Which predicates of an agent may hold several values at once, and what changes when that changes."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from knowledge.engine.forms import normalize_key
from knowledge.engine.regroup import AxisRow, CannotRegroupError, Regrouped, regroup
from knowledge.engine.timeline import Statement
from knowledge.errors import Conflict, Invalid, TooLarge
from knowledge.models import Memory, Reaffirmation
from knowledge.models.memory import BELIEVED, HELD
from knowledge.services import audit
from knowledge.services.agents import check_may_administer, lock_agent
from knowledge.services.facts import fact_key_of
from knowledge.services.ledger import Ledger
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.models import Agent
    from knowledge.services.transactions import WriteTransaction

MOST_ROWS = 10_000
EVENT = "multi_valued"
_EXPIRED = "ttl_expired"
_PREDICATE_CHARACTERS = 1_000


@dataclass(frozen=True, slots=True)
class Rekeyed:
    """What a change of a predicate did.

    Attributes:
        predicate: its key; a declaration that was already in force changes nothing and counts nothing.
        subjects: how many subjects have something under it.
        rows: rows sorted anew, whatever their standing.
        reopened: rows that end later than before, or no longer at all.
    """

    predicate: str
    subjects: int = 0
    rows: int = 0
    reopened: int = 0


def declare_multi_valued(*, actor: Actor, agent: str, predicate: str, now: datetime | None = None) -> Rekeyed:
    """Let a predicate of an agent hold several values at once: the object joins the identity of its facts.

    Facts already stored are sorted anew in the same transaction. A value that only ended because another one came is
    true again from its own start on; an end that somebody stated stays. The second clock keeps what was answered
    before.

    Raises:
        Refused: not an administrator.
        NotFound: there is no such agent.
        Invalid: the predicate is empty or too long.
        Conflict: writes about it wait for a decision, or a value would have to be cut in two.
        TooLarge: more than 10 000 rows have it.
    """
    check_may_administer(actor)
    key = _predicate_key(predicate)
    with write_transaction(now) as opened:
        locked = lock_agent(opened, agent)
        if key in locked.multi_valued:
            return Rekeyed(key)
        subjects, rows = _size(locked, key)
        locked.multi_valued = sorted({*locked.multi_valued, key})
        locked.save(update_fields=["multi_valued"])
        reopened = sum(_Sorter(opened, actor, locked).sort(_axis(locked, subject, key)) for subject in subjects)
        done = Rekeyed(key, len(subjects), rows, reopened)
        _record(opened, actor, agent, "agent.predicate_many", done)
        return done


def declare_single_valued(*, actor: Actor, agent: str, predicate: str, now: datetime | None = None) -> Rekeyed:
    """Let a predicate hold one value at a time again.

    Raises:
        Conflict: a subject has several values; which of them counts is for a person to say, by forgetting the others.
        Refused, NotFound, Invalid, TooLarge: as for `declare_multi_valued`.
    """
    check_may_administer(actor)
    key = _predicate_key(predicate)
    with write_transaction(now) as opened:
        locked = lock_agent(opened, agent)
        if key not in locked.multi_valued:
            return Rekeyed(key)
        subjects, rows = _size(locked, key)
        several = sum(_values(locked, subject, key) > 1 for subject in subjects)
        if several:
            raise Conflict(
                f"{several} subjects hold several values; forget those that should not stay, then try again."
            )
        locked.multi_valued = [one for one in locked.multi_valued if one != key]
        locked.save(update_fields=["multi_valued"])
        for subject in subjects:
            axis = _axis(locked, subject, key)
            _rekey(locked, axis)
        if subjects:
            locked.generation += 1
        done = Rekeyed(key, len(subjects), rows)
        _record(opened, actor, agent, "agent.predicate_single", done)
        return done


class _Sorter:
    """Sorts the rows of one fact into several, through the ledger of the one write."""

    def __init__(self, opened: WriteTransaction, actor: Actor, agent: Agent) -> None:
        self.opened = opened
        self.actor = actor
        self.agent = agent

    def sort(self, rows: Sequence[Memory]) -> int:
        """Sort one axis; return how many rows end later than before."""
        try:
            plan = regroup(_axis_rows(rows))
        except CannotRegroupError as error:
            raise Conflict(
                f"The memory {error.row_id} was confirmed beyond its end; forget it and store it again, then try again."
            ) from error
        _rekey(self.agent, rows)
        ledger = Ledger(self.opened, self.agent)
        reopened = sum(self._apply(ledger, row, new) for row, new in zip(rows, plan, strict=True))
        ledger.flush()
        return reopened

    def _apply(self, ledger: Ledger, row: Memory, new: Regrouped) -> bool:
        row.version = new.version
        row.supersedes_id, row.superseded_by_id = new.supersedes, new.superseded_by
        moved = row.valid_until != new.until or (new.last is not None and row.expires_at != new.last.expires_at)
        if new.last is not None:
            row.said_from = new.last.start
            row.stated_until, row.expires_at = new.last.stated_until, new.last.expires_at
        if moved:
            row.valid_until = new.until
            row.invalidated_at = self.opened.now if new.ended_by else None
            row.invalidated_by_event = f"superseded:{new.ended_by}" if new.ended_by else ""
            entry = audit.AuditRecord("memory.reopened", agent=self.agent.name, target=row.id, reason=EVENT)
            audit.record(self.opened, self.actor, entry)
        ledger.change(row, event=EVENT if moved else None)
        return moved


def _predicate_key(predicate: str) -> str:
    key = normalize_key(predicate) if isinstance(predicate, str) and "\0" not in predicate else ""
    if not key or len(predicate) > _PREDICATE_CHARACTERS:
        raise Invalid(f"A predicate has 1 to {_PREDICATE_CHARACTERS} characters.", field="predicate")
    return key


def _size(agent: Agent, key: str) -> tuple[list[str], int]:
    """Return the subjects and the number of rows under a predicate; refuse what cannot be sorted anew."""
    rows = Memory.objects.filter(agent=agent, predicate_key=key).exclude(fact_key="")
    waiting = rows.filter(standing=HELD).count()
    if waiting:
        raise Conflict(f"{waiting} writes about this predicate wait for a decision; decide them first.")
    subjects = list(rows.order_by("subject_key").values_list("subject_key", flat=True)[: MOST_ROWS + 1])
    if len(subjects) > MOST_ROWS:
        raise TooLarge(f"More than {MOST_ROWS} memories have this predicate; declare it before they are stored.")
    return list(dict.fromkeys(subjects)), len(subjects)


def _axis(agent: Agent, subject: str, key: str) -> list[Memory]:
    rows = Memory.objects.filter(agent=agent, subject_key=subject, predicate_key=key).exclude(fact_key="")
    return list(rows.order_by("valid_from", "number"))


def _values(agent: Agent, subject: str, key: str) -> int:
    rows = Memory.objects.filter(agent=agent, subject_key=subject, predicate_key=key, standing=BELIEVED)
    return rows.exclude(fact_key="").values("object_key").distinct().count()


def _rekey(agent: Agent, rows: Sequence[Memory]) -> None:
    """Give rows the identity that now holds for their agent, in one statement per identity."""
    numbers: defaultdict[str, list[int]] = defaultdict(list)
    for row in rows:
        row.fact_key = fact_key_of((row.subject_key, row.predicate_key, row.object_key), agent)
        numbers[row.fact_key].append(row.number)
    for fact_key, listed in numbers.items():
        for start in range(0, len(listed), 400):
            Memory.objects.filter(number__in=listed[start : start + 400]).update(fact_key=fact_key)


def _axis_rows(rows: Sequence[Memory]) -> list[AxisRow]:
    said: defaultdict[int, list[Reaffirmation]] = defaultdict(list)
    numbers = [row.number for row in rows]
    for start in range(0, len(numbers), 400):
        for one in Reaffirmation.objects.filter(memory__in=numbers[start : start + 400]).order_by("valid_from", "pk"):
            said[one.memory_id].append(one)
    return [_axis_row(row, said[row.number]) for row in rows]


def _axis_row(row: Memory, said: Sequence[Reaffirmation]) -> AxisRow:
    deciding = [one for one in said if one.valid_from == row.said_from]
    by_hand = bool(said) and not (deciding and deciding[-1].stated_until == row.stated_until)
    return AxisRow(
        id=row.id,
        group=row.object_key,
        believed=row.standing == BELIEVED,
        start=row.valid_from,
        until=row.valid_until,
        statements=tuple(map(_statement, said)) or (_own_statement(row),),
        ended_by_hand=row.stated_until if by_hand else None,
        expired=row.invalidated_by_event == _EXPIRED,
        supersedes=row.supersedes_id,
        superseded_by=row.superseded_by_id,
    )


def _own_statement(row: Memory) -> Statement:
    return Statement(row.valid_from, row.stated_until, row.expires_at, row.origin_trust, row.confidence)


def _statement(said: Reaffirmation) -> Statement:
    return Statement(
        said.valid_from, said.stated_until, said.expires_at, said.origin_trust, said.confidence, key=said.pk
    )


def _record(opened: WriteTransaction, actor: Actor, agent: str, action: str, done: Rekeyed) -> None:
    details = {
        "predicate": done.predicate,
        "subjects": done.subjects,
        "rows": done.rows,
        "reopened": done.reopened,
    }
    audit.record(opened, actor, audit.AuditRecord(action, agent=agent, details=details))
