"""What the time axes of some facts are without some of their rows. It reads; whoever changes them writes."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeVar

from knowledge.engine.ids import digest
from knowledge.engine.regroup import AxisRow, CannotRegroupError, Regrouped, regroup
from knowledge.engine.statements import Statement
from knowledge.models import Memory, Reaffirmation
from knowledge.models.memory import BELIEVED
from knowledge.queries.named import among

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

_Item = TypeVar("_Item")
_AT_ONCE: Final = 400
_OUT: Final = "out"
_EXPIRED: Final = "ttl_expired"


@dataclass(slots=True)
class Axes:
    """The believed rows of some facts of one agent, each fact in the order of its time axis, and what was said of them.

    Attributes:
        rows: by fact key.
        said: by number of a row, its confirmations by start.
    """

    rows: dict[str, list[Memory]] = field(default_factory=dict)
    said: defaultdict[int, list[Reaffirmation]] = field(default_factory=lambda: defaultdict(list))

    def all(self) -> Iterator[Memory]:
        """Yield every row."""
        for rows in self.rows.values():
            yield from rows


@dataclass(frozen=True, slots=True)
class Move:
    """One row that stays, and what it becomes."""

    row: Memory
    new: Regrouped

    @property
    def moves(self) -> bool:
        """Whether its end moves."""
        new = self.new
        return self.row.valid_until != new.until or (
            new.last is not None and self.row.expires_at != new.last.expires_at
        )

    @property
    def longer(self) -> bool:
        """Whether it is true for longer than it was."""
        until = self.row.valid_until
        return until is not None and (self.new.until is None or self.new.until > until)

    @property
    def differs(self) -> bool:
        """Whether anything of it changes."""
        row, new = self.row, self.new
        links = (row.supersedes_id, row.superseded_by_id, row.version)
        return self.moves or links != (new.supersedes, new.superseded_by, new.version)


def axes_of(agent_id: int, fact_keys: Collection[str], known: Iterable[Memory] = ()) -> Axes:
    """Read the axes of some facts.

    Args:
        agent_id: number of the agent.
        fact_keys: of the facts; an empty key is passed over.
        known: rows that were read already; they are used in place of a second copy.
    """
    axes = Axes()
    have = {row.number: row for row in known}
    for some in _parts(sorted({key for key in fact_keys if key})):
        found = Memory.objects.filter(agent=agent_id, fact_key__in=some).exclude(fact_key="")
        for row in among(found, standing=BELIEVED):
            axes.rows.setdefault(row.fact_key, []).append(have.get(row.number, row))
    for rows in axes.rows.values():
        rows.sort(key=place_on_axis)
    for numbers in _parts(sorted(row.number for row in axes.all())):
        for one in Reaffirmation.objects.filter(memory__in=numbers).order_by("valid_from", "pk"):
            axes.said[one.memory_id].append(one)
    return axes


def without(axes: Axes, is_out: Callable[[Memory], bool]) -> list[Move]:
    """Return the rows that change when some leave, with what they become.

    Where a value that was overruled would live again behind a hole, nobody said that: the hole stays.
    """
    moves = []
    for rows in axes.rows.values():
        out = {row.id for row in rows if is_out(row)}
        axis = [axis_row(row, axes.said[row.number], is_out=row.id in out) for row in rows]
        try:
            plan = regroup(axis)
        except CannotRegroupError:
            continue
        found = (Move(row, new) for row, new in zip(rows, plan, strict=True) if row.id not in out)
        moves += [move for move in found if move.differs]
    return moves


def axis_digest(rows: Iterable[Memory]) -> str:
    """Return a digest of the believed rows of a fact: equal as long as nothing there has changed."""
    listed = sorted((row for row in rows if row.standing == BELIEVED), key=place_on_axis)
    times = ("valid_from", "valid_until", "said_from", "stated_until", "expires_at")
    return digest(*(part for row in listed for part in (row.id, *(str(getattr(row, name)) for name in times))))


def place_on_axis(row: Memory) -> tuple[object, bool, int]:
    """Order rows of a fact: of those with one start the last has the interval and the others are empty."""
    return row.valid_from, row.valid_until != row.valid_from, row.number


def axis_row(row: Memory, said: Sequence[Reaffirmation], *, is_out: bool) -> AxisRow:
    """Return a row as the axis of its fact is put in order anew; `is_out` when it leaves it."""
    deciding = [one for one in said if one.valid_from == row.said_from]
    by_hand = bool(said) and not (deciding and deciding[-1].stated_until == row.stated_until)
    own = Statement(row.valid_from, row.stated_until, row.expires_at, row.origin_trust, row.confidence)
    spoken = tuple(
        Statement(one.valid_from, one.stated_until, one.expires_at, one.origin_trust, one.confidence, key=one.pk)
        for one in said
    )
    return AxisRow(
        id=row.id,
        group=_OUT if is_out else "",
        believed=row.standing == BELIEVED and not is_out,
        start=row.valid_from,
        until=row.valid_until,
        statements=spoken or (own,),
        ended_by_hand=row.stated_until if by_hand else None,
        expired=row.invalidated_by_event == _EXPIRED,
        supersedes=row.supersedes_id,
        superseded_by=row.superseded_by_id,
    )


def _parts(items: Sequence[_Item]) -> Iterator[Sequence[_Item]]:
    for start in range(0, len(items), _AT_ONCE):
        yield items[start : start + _AT_ONCE]
