"""What was made from a memory is trusted no more than it: lowering that, and putting it back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from django.db import connection

from knowledge.models import Memory
from knowledge.models.memory import PURGED, REJECTED
from knowledge.queries.named import among
from knowledge.services import bulk

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from knowledge.models import Agent

_Item = TypeVar("_Item")
OUT_TRUST: Final = 0.1
"""The trust left to what was made from a row that is taken back or rejected."""

_AT_ONCE = 400
# Asked for every row that is decided, so they are not built anew each time.
_PARENTS = (
    "SELECT m.origin_trust FROM knowledge_derivation d JOIN knowledge_memory m ON m.number = d.parent_id"
    " WHERE d.child_id = %s"
)


def made_from(numbers: Collection[int]) -> set[int]:
    """Return everything made from some rows, at any depth; of the rows themselves those made from another of them."""
    found: set[int] = set()
    level = _children(numbers)
    while level:
        found |= level
        level = _children(level) - found
    return found


def lower(agent: Agent, numbers: Collection[int], *, most: float) -> dict[str, float]:
    """Lower the trust of some rows.

    Args:
        agent: the owner, locked.
        numbers: of the rows.
        most: the trust left to each, 0 to 1.

    Returns:
        Per id of a row that changed, the trust it had.
    """
    before = _lower(agent, numbers, most)
    if before:
        # The weight of an edge of the graph is the trust of its fact.
        agent.generation += 1
    return before


def put_trust_back(agent: Agent, before: dict[str, float]) -> None:
    """Give rows the trust back that `lower` took, as far as their parents have it today.

    A parent that is out of the memory, taken back or rejected, lends no trust: whoever brings it back gives that, too.
    """
    # Made first, put back first: a parent's trust stands before its children's is compared with it.
    rows = [row for some in _parts(sorted(before)) for row in among(Memory.objects.filter(id__in=some), agent=agent.pk)]
    rows.sort(key=lambda row: row.number)
    own = {row.number: row for row in rows}
    parents = _parents_of(list(own))
    outside = _trusts({parent for found in parents.values() for parent in found} - own.keys())
    for row in rows:
        above = [_lent(own[one]) if one in own else outside[one] for one in parents.get(row.number, ())]
        row.origin_trust = max(row.origin_trust, min([before[row.id], *above]))
    bulk.update_many(rows, ("origin_trust",))
    if before:
        agent.generation += 1


def trust_of_parents(number: int) -> list[float]:
    """Return today's trust of what a row was made from."""
    with connection.cursor() as cursor:
        cursor.execute(_PARENTS, [number])
        return [trust for (trust,) in cursor.fetchall()]


def _children(numbers: Collection[int]) -> set[int]:
    found: set[int] = set()
    listed = sorted(numbers)
    with connection.cursor() as cursor:
        for start in range(0, len(listed), _AT_ONCE):
            part = listed[start : start + _AT_ONCE]
            marks = ", ".join(["%s"] * len(part))
            cursor.execute(f"SELECT child_id FROM knowledge_derivation WHERE parent_id IN ({marks})", part)  # noqa: S608 - marks only
            found |= {child for (child,) in cursor.fetchall()}
    return found


def _parents_of(numbers: Sequence[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    with connection.cursor() as cursor:
        for part in _parts(numbers):
            marks = ", ".join(["%s"] * len(part))
            cursor.execute(f"SELECT child_id, parent_id FROM knowledge_derivation WHERE child_id IN ({marks})", part)  # noqa: S608 - marks only
            for child, parent in cursor.fetchall():
                found.setdefault(child, []).append(parent)
    return found


def _trusts(numbers: Collection[int]) -> dict[int, float]:
    found: dict[int, float] = {}
    for part in _parts(sorted(numbers)):
        rows = Memory.objects.filter(number__in=part).only("number", "origin_trust", "standing")
        found |= {row.number: _lent(row) for row in rows}
    return found


def _lent(parent: Memory) -> float:
    """Return how far what was made from a row may be trusted at most."""
    return min(parent.origin_trust, OUT_TRUST) if parent.standing in (PURGED, REJECTED) else parent.origin_trust


def _parts(items: Sequence[_Item]) -> Iterator[Sequence[_Item]]:
    for start in range(0, len(items), _AT_ONCE):
        yield items[start : start + _AT_ONCE]


def _lower(agent: Agent, numbers: Collection[int], most: float) -> dict[str, float]:
    before: dict[str, float] = {}
    listed = sorted(numbers)
    for start in range(0, len(listed), _AT_ONCE):
        named = Memory.objects.filter(number__in=listed[start : start + _AT_ONCE], origin_trust__gt=most)
        rows = among(named, agent=agent.pk)
        before |= dict(rows.values_list("id", "origin_trust"))
        rows.update(origin_trust=most)
    return before
