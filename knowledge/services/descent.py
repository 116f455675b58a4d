"""What was made from a memory is trusted no more than it: lowering that, and putting it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.models import Derivation, Memory
from knowledge.services import bulk

if TYPE_CHECKING:
    from collections.abc import Collection

    from knowledge.models import Agent

_AT_ONCE = 400


def lower_children(agent: Agent, numbers: Collection[int], *, most: float) -> dict[str, float]:
    """Lower the trust of everything made from some rows, at any depth.

    Args:
        agent: the owner, locked.
        numbers: of the rows at the top, whose own trust the caller changes.
        most: the trust left to each, 0 to 1.

    Returns:
        Per id of a row that changed, the trust it had.
    """
    seen, level = set(numbers), set(numbers)
    before: dict[str, float] = {}
    while level:
        listed, level = sorted(level), set()
        for start in range(0, len(listed), _AT_ONCE):
            links = Derivation.objects.filter(parent__in=listed[start : start + _AT_ONCE])
            level |= set(links.values_list("child_id", flat=True)) - seen
        seen |= level
        before |= _lower(agent, sorted(level), most)
    if before:
        # The weight of an edge of the graph is the trust of its fact.
        agent.generation += 1
    return before


def put_trust_back(agent: Agent, before: dict[str, float]) -> None:
    """Give rows the trust back that `lower_children` took, as far as their parents have it today."""
    # Made first, put back first: a parent's trust stands before its children's is compared with it.
    for row in Memory.objects.filter(agent=agent, id__in=before).order_by("number"):
        row.origin_trust = max(row.origin_trust, min([before[row.id], *trust_of_parents(row.number)]))
        bulk.update(row, ("origin_trust",))
    if before:
        agent.generation += 1


def trust_of_parents(number: int) -> list[float]:
    """Return today's trust of what a row was made from."""
    return list(Derivation.objects.filter(child=number).values_list("parent__origin_trust", flat=True))


def _lower(agent: Agent, numbers: Collection[int], most: float) -> dict[str, float]:
    before: dict[str, float] = {}
    listed = sorted(numbers)
    for start in range(0, len(listed), _AT_ONCE):
        rows = Memory.objects.filter(agent=agent, number__in=listed[start : start + _AT_ONCE], origin_trust__gt=most)
        before |= dict(rows.values_list("id", "origin_trust"))
        rows.update(origin_trust=most)
    return before
